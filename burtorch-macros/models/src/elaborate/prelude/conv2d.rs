/// `y[o, r, c] = b[o] + Σ W[o, i, j, k] x[i, r + j, c + k]`: channels first, no padding, stride one.
struct Conv2d<const IN: usize, const OUT: usize, const K: usize> {
    weight: Param<OUT, IN, K, K>,
    #[init(fan_in(IN * K * K))]
    bias: Param<OUT>,
}

impl<const IN: usize, const OUT: usize, const K: usize> Conv2d<IN, OUT, K> {
    fn forward<const H: usize, const W: usize>(
        &self,
        x: Tensor<IN, H, W>,
    ) -> Tensor<OUT, { H - K + 1 }, { W - K + 1 }> {
        // The windows of every position: [OUT, rows, columns, IN, K, K] after repetition.
        let patches = permute(windows(windows(x, 1, K, 1), 2, K, 1), [1, 2, 0, 3, 4]);
        let weight = reshape(self.weight, [OUT, 1, 1, IN, K, K]);
        sum(weight * patches, [3, 4, 5]) + reshape(self.bias, [OUT, 1, 1])
    }
}
