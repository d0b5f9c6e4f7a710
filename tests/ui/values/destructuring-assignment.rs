use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    let (mut a, mut b) = (x, x * x);
    (a, b) = (b, a);
    a / b
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
