use burtorch::differentiable;

#[differentiable(compiled)]
fn swap_with_slice(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let mut z = vec![1.0; x.len()];
    y.swap_with_slice(&mut z);
    z[0] * z[1]
}

#[differentiable(compiled)]
fn copy_within(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    y.copy_within(0..1, 1);
    y[0] * y[1]
}

#[differentiable(compiled)]
fn dedup(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    y.dedup();
    y[0] * y[1]
}

#[differentiable(compiled)]
fn retain(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    y.retain(|v| *v > 0.0);
    y[0] * y[1]
}

fn main() {
    swap_with_slice::grad(&[1.0]);
    copy_within::grad(&[1.0]);
    dedup::grad(&[1.0]);
    retain::grad(&[1.0]);
}
