/// `x / √(mean of x² + 1e-5) · gain` over the last axis.
struct RmsNorm<const C: usize> {
    #[init(ones)]
    gain: Param<C>,
}

impl<const C: usize> RmsNorm<C> {
    fn forward(&self, x: Tensor<_, C>) -> Tensor<_, C> {
        rms_norm(x) * self.gain
    }
}
