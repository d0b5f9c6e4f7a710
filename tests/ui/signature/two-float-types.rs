use burtorch::differentiable;

#[differentiable]
fn f(x: f64, y: f32) -> f64 {
    x * f64::from(y)
}

fn main() {
    f(1.0, 2.0);
    f::grad(1.0, 2.0);
}
