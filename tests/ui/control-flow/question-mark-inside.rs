use burtorch::differentiable;

fn inverse(n: u32) -> Option<f64> {
    (n > 0).then(|| 1.0 / f64::from(n))
}

#[differentiable]
fn f(x: f64, n: u32) -> f64 {
    let scale = inverse(n)?;
    x * scale
}

fn main() {
    f(1.0, 2);
    f::grad(1.0, 2);
}
