use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    if let Some(y) = Some(x) {
        y * y
    } else {
        x
    }
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
