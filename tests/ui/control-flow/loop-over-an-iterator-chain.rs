use burtorch::differentiable;

#[differentiable]
fn f(x: &[f64; 2]) -> f64 {
    let mut y = 0.0;
    for (a, b) in x.iter().zip(&[1.0, 2.0]) {
        y += a * b;
    }
    y
}

fn main() {
    f(&[1.0, 2.0]);
    f::grad(&[1.0, 2.0]);
}
