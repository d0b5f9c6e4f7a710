use burtorch::differentiable;

#[differentiable(compiled)]
fn f(x: f64, size: Option<usize>) -> f64 {
    match size {
        Some(n @ 1..) => x * n as f64,
        _ => x,
    }
}

fn main() {
    f(1.0, Some(2));
    f::grad(1.0, Some(2));
}
