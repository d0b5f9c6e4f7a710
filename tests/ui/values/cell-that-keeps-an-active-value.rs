use burtorch::differentiable;

use std::cell::Cell;

#[differentiable]
fn f(x: f64, kept: &Cell<f64>) -> f64 {
    kept.set(x);
    kept.get() * x
}

fn main() {
    let kept = Cell::new(0.0);
    f(1.0, &kept);
    f::grad(1.0, &kept);
}
