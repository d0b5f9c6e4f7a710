use burtorch::differentiable;

#[differentiable(compiled)]
fn f(x: &[f64; 2]) -> f64 {
    if *x == [0.0, 0.0] { x[0] } else { x[0] * x[1] }
}

fn main() {
    f(&[1.0, 2.0]);
    f::grad(&[1.0, 2.0]);
}
