use burtorch::differentiable;

#[differentiable(compiled)]
fn f(x: &[f64]) -> f64 {
    let (mut a, mut b) = (x[0], x[1]);
    let larger = if a > b { &mut a } else { &mut b };
    *larger *= 2.0;
    a * b
}

fn main() {
    f(&[1.0, 2.0]);
    f::grad(&[1.0, 2.0]);
}
