use burtorch::differentiable;

#[differentiable]
fn sort(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    y.sort_by(|a, b| a.total_cmp(b));
    y[0] * y[0] + y[1]
}

#[differentiable]
fn sort_unstable(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    y.sort_unstable_by(f64::total_cmp);
    y[0] * y[0]
}

#[differentiable]
fn reverse(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    y.reverse();
    y[0] * y[0]
}

#[differentiable]
fn rotate_left(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    y.rotate_left(1);
    y[0] * y[0]
}

#[differentiable]
fn select_nth(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let (_, m, _) = y.select_nth_unstable_by(1, f64::total_cmp);
    *m * *m
}

#[differentiable]
fn swap_with_slice(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let mut z = vec![1.0; x.len()];
    y.swap_with_slice(&mut z);
    z[0] * z[1]
}

#[differentiable]
fn copy_within(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    y.copy_within(0..1, 1);
    y[0] * y[1]
}

#[differentiable]
fn dedup(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    y.dedup();
    y[0] * y[1]
}

#[differentiable]
fn retain(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    y.retain(|v| *v > 0.0);
    y[0] * y[1]
}

fn main() {
    sort::grad(&[1.0]);
    sort_unstable::grad(&[1.0]);
    reverse::grad(&[1.0]);
    rotate_left::grad(&[1.0]);
    select_nth::grad(&[1.0]);
    swap_with_slice::grad(&[1.0]);
    copy_within::grad(&[1.0]);
    dedup::grad(&[1.0]);
    retain::grad(&[1.0]);
}
