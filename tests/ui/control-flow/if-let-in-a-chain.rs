use burtorch::differentiable;

#[differentiable(compiled)]
fn f(x: f64, size: Option<f64>) -> f64 {
    if x > 0.0 && let Some(k) = size { x * k } else { x }
}

fn main() {
    f(1.0, Some(2.0));
    f::grad(1.0, Some(2.0));
}
