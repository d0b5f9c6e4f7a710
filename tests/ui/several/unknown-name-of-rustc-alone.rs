use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    x * scale
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
