use burtorch::differentiable;

#[differentiable]
fn f(x: &[f64; 2]) -> f64 {
    let y = x + x;
    y[0] * y[1]
}

fn main() {
    f(&[1.0, 2.0]);
    f::grad(&[1.0, 2.0]);
}
