use burtorch::differentiable;

use std::cmp::Ordering;

#[differentiable]
fn f(x: f64) -> f64 {
    match x.total_cmp(&1.0) {
        Ordering::Less => x,
        _ => x * x,
    }
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
