use std::collections::VecDeque;

use burtorch::differentiable;

#[differentiable]
fn f(x: &VecDeque<f64>) -> f64 {
    let mut sum = 0.0;
    for v in x {
        sum += v * v;
    }
    sum
}

fn main() {
    f::grad(&VecDeque::from([1.0]));
}
