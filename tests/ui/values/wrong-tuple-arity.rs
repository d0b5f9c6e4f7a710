use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    let (a, b, c) = (x, x * x);
    a * b * c
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
