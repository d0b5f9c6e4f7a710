/// `W x` for each vector along the last axis of `x`.
struct LinearNoBias<const IN: usize, const OUT: usize> {
    weight: Param<OUT, IN>,
}

impl<const IN: usize, const OUT: usize> LinearNoBias<IN, OUT> {
    fn forward(&self, x: Tensor<_, IN>) -> Tensor<_, OUT> {
        matvec(self.weight, x)
    }
}
