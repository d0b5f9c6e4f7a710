/// `E[i]`: one row of a table for each index.
struct Embedding<const N: usize, const C: usize> {
    #[init(normal(0.0, 1.0))]
    table: Param<N, C>,
}

impl<const N: usize, const C: usize> Embedding<N, C> {
    fn forward(&self, indices: _) -> Tensor<_, C> {
        gather(self.table, indices)
    }
}
