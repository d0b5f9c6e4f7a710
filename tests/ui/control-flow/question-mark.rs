use burtorch::differentiable;

#[differentiable]
fn f(x: f64, text: &str) -> Option<f64> {
    let scale: f64 = text.parse().ok()?;
    Some(x * scale)
}

fn main() {
    f(1.0, "2");
    f::grad(1.0, "2");
}
