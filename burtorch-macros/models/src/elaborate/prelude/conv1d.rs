/// `y[o, t] = b[o] + Σ W[o, i, k] x[i, t + k]`: channels first, no padding, stride one.
struct Conv1d<const IN: usize, const OUT: usize, const K: usize> {
    weight: Param<OUT, IN, K>,
    #[init(fan_in(IN * K))]
    bias: Param<OUT>,
}

impl<const IN: usize, const OUT: usize, const K: usize> Conv1d<IN, OUT, K> {
    fn forward<const L: usize>(&self, x: Tensor<IN, L>) -> Tensor<OUT, { L - K + 1 }> {
        // The windows of every position: [OUT, positions, IN, K] after repetition.
        let patches = permute(windows(x, 1, K, 1), [1, 0, 2]);
        let weight = reshape(self.weight, [OUT, 1, IN, K]);
        sum(weight * patches, [2, 3]) + reshape(self.bias, [OUT, 1])
    }
}
