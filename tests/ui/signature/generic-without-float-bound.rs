use burtorch::differentiable;

use std::ops::Mul;

#[differentiable]
fn f<T: Mul<Output = T> + Copy>(x: T) -> T {
    x * x
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
