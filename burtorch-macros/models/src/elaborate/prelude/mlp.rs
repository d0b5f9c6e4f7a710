/// `W₂ A(… A(W₁ x + b₁) …) + b₂`, with `DEPTH` hidden layers.
struct Mlp<const IN: usize, const HIDDEN: usize, const OUT: usize, A = tanh, const DEPTH: usize = 1> {
    first: Linear<IN, HIDDEN>,
    hidden: [Linear<HIDDEN, HIDDEN>; { DEPTH - 1 }],
    last: Linear<HIDDEN, OUT>,
}

impl<const IN: usize, const HIDDEN: usize, const OUT: usize, A, const DEPTH: usize> Mlp<IN, HIDDEN, OUT, A, DEPTH> {
    fn forward(&self, x: Tensor<_, IN>) -> Tensor<_, OUT> {
        let mut x = A(self.first.forward(x));
        for layer in &self.hidden {
            x = A(layer.forward(x));
        }
        self.last.forward(x)
    }
}
