use burtorch::differentiable;

fn total<'a>(x: impl Iterator<Item = &'a f64>) -> f64 {
    x.sum()
}

#[differentiable]
fn reduce(x: &[f64]) -> f64 {
    x.iter().copied().reduce(|a, b| a * b).unwrap()
}

#[differentiable]
fn reduce_max(x: &[f64]) -> f64 {
    let m = x.iter().copied().reduce(f64::max).unwrap();
    m * m
}

#[differentiable]
fn iter_last(x: &[f64]) -> f64 {
    let a = x.iter().last().unwrap();
    a * a
}

#[differentiable]
fn iter_nth(x: &[f64]) -> f64 {
    let a = x.iter().nth(1).unwrap();
    a * a
}

#[differentiable]
fn iter_count(x: &[f64]) -> f64 {
    let n = x.iter().count();
    x[0] * x[0] * n as f64
}

#[differentiable]
fn iter_position(x: &[f64]) -> f64 {
    let n = x.iter().position(|v| *v < 0.0).unwrap_or(0);
    x[n] * x[n]
}

#[differentiable]
fn iter_any(x: &[f64]) -> f64 {
    if x.iter().any(|v| *v < 0.0) { x[0] * x[0] } else { x[1] }
}

#[differentiable]
fn iter_all(x: &[f64]) -> f64 {
    if x.iter().all(|v| *v < 0.0) { x[0] * x[0] } else { x[1] * x[0] }
}

#[differentiable]
fn iter_find(x: &[f64]) -> f64 {
    let a = x.iter().find(|v| **v < 0.0).unwrap();
    a * a
}

#[differentiable]
fn unzip(x: &[f64]) -> f64 {
    let (a, b): (Vec<f64>, Vec<f64>) = x.iter().map(|v| (*v, v * v)).unzip();
    a[0] * b[1]
}

#[differentiable]
fn partition(x: &[f64]) -> f64 {
    let (a, b): (Vec<f64>, Vec<f64>) = x.iter().partition(|v| **v > 0.0);
    a[0] * b[0]
}

#[differentiable]
fn min_by_key(x: &[f64]) -> f64 {
    let m = x.iter().min_by_key(|v| v.to_bits()).unwrap();
    m * m
}

#[differentiable]
fn iter_mut_map(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    y.iter_mut().for_each(|v| *v *= *v);
    y[0] * y[1]
}

#[differentiable]
fn impl_iterator_arg_fn(x: &[f64]) -> f64 {
    total(x.iter())
}

fn main() {
    reduce::grad(&[1.0]);
    reduce_max::grad(&[1.0]);
    iter_last::grad(&[1.0]);
    iter_nth::grad(&[1.0]);
    iter_count::grad(&[1.0]);
    iter_position::grad(&[1.0]);
    iter_any::grad(&[1.0]);
    iter_all::grad(&[1.0]);
    iter_find::grad(&[1.0]);
    unzip::grad(&[1.0]);
    partition::grad(&[1.0]);
    min_by_key::grad(&[1.0]);
    iter_mut_map::grad(&[1.0]);
    impl_iterator_arg_fn::grad(&[1.0]);
}
