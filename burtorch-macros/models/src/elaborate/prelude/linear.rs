/// `W x + b` for each vector along the last axis of `x`.
struct Linear<const IN: usize, const OUT: usize> {
    weight: Param<OUT, IN>,
    #[init(fan_in(IN))]
    bias: Param<OUT>,
}

impl<const IN: usize, const OUT: usize> Linear<IN, OUT> {
    fn forward(&self, x: Tensor<_, IN>) -> Tensor<_, OUT> {
        matvec(self.weight, x) + self.bias
    }
}
