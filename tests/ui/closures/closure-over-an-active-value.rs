use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    let scale = || 2.0 * x;
    scale() * x
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
