/// `A(w · x + b)`
struct Neuron<const IN: usize, A = tanh> {
    #[init(fan_in(IN))]
    weight: Param<IN>,
    #[init(fan_in(IN))]
    bias: Param,
}

impl<const IN: usize, A> Neuron<IN, A> {
    fn forward(&self, x: Tensor<_, IN>) -> Tensor<_> {
        A(sum(x * self.weight, -1) + self.bias)
    }
}
