/// `softmax(Q Kᵀ / √D) V` in each of `HEADS` heads of width `D = C / HEADS`, then a linear layer.
///
/// Head `h` has the rows `D h … D h + D − 1` of the three matrices.
struct Attention<const T: usize, const C: usize, const HEADS: usize> {
    query: LinearNoBias<C, C>,
    key: LinearNoBias<C, C>,
    value: LinearNoBias<C, C>,
    output: Linear<C, C>,
}

impl<const T: usize, const C: usize, const HEADS: usize> Attention<T, C, HEADS> {
    const DIVIDES: () = assert!(C % HEADS == 0, "{HEADS} heads do not divide a width of {C}: choose `HEADS` so that `C / HEADS` has no remainder");
    const D: usize = C / HEADS;

    fn heads(x: Tensor<T, C>) -> Tensor<HEADS, T, { C / HEADS }> {
        permute(reshape(x, [T, HEADS, Self::D]), [1, 0, 2])
    }

    fn forward(&self, x: Tensor<T, C>) -> Tensor<T, C> {
        let query = Self::heads(self.query.forward(x));
        let key = Self::heads(self.key.forward(x));
        let value = Self::heads(self.value.forward(x));
        let scores = matmul(query, transpose(key)) * (1.0 / sqrt(Self::D as Scalar));
        let mixed = matmul(softmax(scores), value);
        self.output.forward(reshape(permute(mixed, [1, 0, 2]), [T, C]))
    }
}
