use burtorch::differentiable;

#[differentiable]
fn f(x: f64, size: Option<usize>) -> f64 {
    match size {
        Some(n) => x * n as f64,
        None => x,
    }
}

fn main() {
    f(1.0, Some(2));
    f::grad(1.0, Some(2));
}
