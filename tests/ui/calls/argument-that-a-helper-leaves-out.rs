use burtorch::differentiable;

#[differentiable(wrt(x))]
fn scaled(x: f64, by: f64) -> Option<f64> {
    if x < 0.0 { None } else { Some(x * by) }
}

#[differentiable]
fn f(x: f64) -> f64 {
    scaled(x, x * x).unwrap_or(0.0)
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
