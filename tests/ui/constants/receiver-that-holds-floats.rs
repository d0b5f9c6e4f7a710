use burtorch::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Point<const N: usize> {
    at: [f64; N],
}

impl<const N: usize> Point<N> {
    #[differentiable]
    fn scaled(self: Box<Self>, x: f64) -> f64 {
        self.at[0] * x
    }
}

fn main() {
    Box::new(Point { at: [1.0] }).scaled_grad(1.0);
}
