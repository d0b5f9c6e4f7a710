use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    x as i32 as f64 * 0.5
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
