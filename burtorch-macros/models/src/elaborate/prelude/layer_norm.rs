/// `(x − mean) / √(variance + 1e-5) · gain + bias` over the last axis.
struct LayerNorm<const C: usize> {
    #[init(ones)]
    gain: Param<C>,
    bias: Param<C>,
}

impl<const C: usize> LayerNorm<C> {
    fn forward(&self, x: Tensor<_, C>) -> Tensor<_, C> {
        layer_norm(x) * self.gain + self.bias
    }
}
