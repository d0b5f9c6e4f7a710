/// `y[o, t] = b[o] + Σ W[o, i, k] x[i, t + k]`: channels first, no padding, stride one.
struct Conv1d<const IN: usize, const OUT: usize, const K: usize> {
    weight: Param<OUT, IN, K>,
    #[init(fan_in(IN * K))]
    bias: Param<OUT>,
}

impl<const IN: usize, const OUT: usize, const K: usize> Conv1d<IN, OUT, K> {
    fn forward<const L: usize>(&self, x: Tensor<IN, L>) -> Tensor<OUT, { L - K + 1 }> {
        // One row per position: its window in every channel.
        let rows = reshape(permute(windows(x, 1, K, 1), [1, 0, 2]), [L - K + 1, IN * K]);
        transpose(matvec(reshape(self.weight, [OUT, IN * K]), rows) + self.bias)
    }
}
