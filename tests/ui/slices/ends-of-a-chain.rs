use burtorch::differentiable;

fn total<'a>(x: impl Iterator<Item = &'a f64>) -> f64 {
    x.sum()
}

#[differentiable(compiled)]
fn partition(x: &[f64]) -> f64 {
    let (a, b): (Vec<f64>, Vec<f64>) = x.iter().partition(|v| **v > 0.0);
    a[0] * b[0]
}

#[differentiable(compiled)]
fn min_by_key(x: &[f64]) -> f64 {
    let m = x.iter().min_by_key(|v| v.to_bits()).unwrap();
    m * m
}

#[differentiable(compiled)]
fn iter_mut_map(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    y.iter_mut().for_each(|v| *v *= *v);
    y[0] * y[1]
}

#[differentiable(compiled)]
fn impl_iterator_arg_fn(x: &[f64]) -> f64 {
    total(x.iter())
}

fn main() {
    partition::grad(&[1.0]);
    min_by_key::grad(&[1.0]);
    iter_mut_map::grad(&[1.0]);
    impl_iterator_arg_fn::grad(&[1.0]);
}
