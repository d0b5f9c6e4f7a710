use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    let y = x as f32;
    f64::from(y) * x
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
