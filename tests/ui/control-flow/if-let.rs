use burtorch::differentiable;

#[differentiable(compiled)]
fn f(x: f64, size: Option<usize>) -> f64 {
    if let Some(ref n) = size {
        x * *n as f64
    } else {
        x
    }
}

fn main() {
    f(1.0, Some(2));
    f::grad(1.0, Some(2));
}
