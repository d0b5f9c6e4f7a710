//! Which place a `&mut` reference is to must be known.

use burtorch::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Pair {
    a: f64,
    b: f64,
}

impl Pair {
    fn part(&mut self, first: bool) -> &mut f64 {
        if first {
            return &mut self.a;
        }
        &mut self.b
    }
}

#[differentiable(compiled)]
fn f(x: f64, first: bool) -> f64 {
    let mut pair = Pair { a: x, b: x * x };
    *pair.part(first) += x;
    pair.a * pair.b
}

fn main() {
    f::grad(1.0, true);
}
