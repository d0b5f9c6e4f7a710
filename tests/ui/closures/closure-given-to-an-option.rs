use burtorch::differentiable;

#[differentiable]
fn f(x: f64, scale: Option<f64>) -> f64 {
    scale.map_or(x, |k| k * x)
}

fn main() {
    f(1.0, Some(2.0));
    f::grad(1.0, Some(2.0));
}
