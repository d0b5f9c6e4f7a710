use burtorch::differentiable;

fn half(x: f64) -> f64 {
    0.5 * x
}

#[differentiable(compiled)]
fn f(x: f64, text: &str) -> Option<f64> {
    Some(half(x) * text.parse::<f64>().ok()?)
}

fn main() {
    f(1.0, "2");
    f::grad(1.0, "2");
}
