use burtorch::differentiable;

use std::cell::Cell;

#[differentiable(compiled)]
fn f(x: f64) -> f64 {
    let kept = Cell::new(x);
    kept.get() * x
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
