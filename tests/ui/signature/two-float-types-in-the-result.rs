use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f32 {
    x as f32
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
