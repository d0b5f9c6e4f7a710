use burtorch::differentiable;

#[differentiable]
fn single(x: f32) -> f32 {
    x * x
}

#[differentiable]
fn f(x: f64) -> f64 {
    f64::from(single(x as f32)) * x
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
