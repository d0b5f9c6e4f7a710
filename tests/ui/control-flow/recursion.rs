use burtorch::differentiable;

#[differentiable]
fn f(x: f64, n: usize) -> f64 {
    if n == 0 { 1.0 } else { x * f(x, n - 1) }
}

fn main() {
    f(1.0, 2);
    f::grad(1.0, 2);
}
