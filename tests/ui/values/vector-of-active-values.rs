use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    let y = vec![x, x * x];
    y[0] * y[1]
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
