/// `W₂ A(W₁ x + b₁) + b₂`, back to the width it came from.
struct FeedForward<const C: usize, const HIDDEN: usize, A = relu> {
    up: Linear<C, HIDDEN>,
    down: Linear<HIDDEN, C>,
}

impl<const C: usize, const HIDDEN: usize, A> FeedForward<C, HIDDEN, A> {
    fn forward(&self, x: Tensor<_, C>) -> Tensor<_, C> {
        self.down.forward(A(self.up.forward(x)))
    }
}
