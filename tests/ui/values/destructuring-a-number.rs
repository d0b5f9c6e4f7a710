use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    let (a, b) = x;
    a * b
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
