//! Arguments that are not differentiated: by `wrt`, by their type.

use crate::cases::{SOME, cases};
use crate::check::scalar;
use burtorch::differentiable;

#[differentiable(wrt(x))]
fn slice_alone(x: &[f64], data: &[f64], scale: f64) -> f64 {
    let mut sum = 0.0;
    for (a, b) in x.iter().zip(data) {
        sum += a * b * scale * a;
    }
    sum
}

#[differentiable(wrt(scale))]
fn number_alone(x: &[f64], data: &[f64], scale: f64) -> f64 {
    let mut sum = 0.0;
    for (a, b) in x.iter().zip(data) {
        sum += (a * b * scale).sin();
    }
    sum
}

#[differentiable(wrt(y, a))]
fn some_of_many(x: &[f64], y: &[f64], a: f64, b: f64) -> f64 {
    let mut sum = a * b;
    for i in 0..y.len() {
        sum += x[i] * y[i] * sum;
    }
    sum
}

#[differentiable(wrt(x))]
fn inactive_vectors(x: &[f64], data: &[f64]) -> f64 {
    let mut weights = data.to_vec();
    for i in 1..weights.len() {
        weights[i] += weights[i - 1];
    }
    let total: f64 = weights.iter().sum();
    x.iter().zip(&weights).map(|(x, w)| x * x * w / total).sum()
}

#[differentiable(wrt(x))]
fn calls_with_inactive_arguments(x: &[f64], data: &[f64]) -> f64 {
    slice_alone(x, data, 0.5) + some_of_many(data, x, 0.3, 0.2)
}

#[differentiable]
fn other_types(x: &[f64], on: &[bool], names: &[&str], counts: &[u32]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        if on[i % on.len()] && names[i % names.len()] != "none" {
            sum += x[i] * x[i] * f64::from(counts[i % counts.len()]);
        }
    }
    sum
}

const DATA: &[f64] = &[0.5, -1.5, 2.5, 0.75, 1.25, -0.5, 0.1];

#[test]
fn some_arguments() {
    cases! {
        |x| slice_alone(x, DATA, 0.8), along (x);
        |x| inactive_vectors(x, DATA), along (x);
        |x| calls_with_inactive_arguments(x, DATA), along (x);
        |x| some_of_many(DATA, &x[..x.len() - 1], x[x.len() - 1], 0.7), along (&x[..x.len() - 1], x[x.len() - 1]);
        |x| other_types(x, &[true, false, true][..], &["a", "none"][..], &[1, 2, 3][..]), along (x);
        at SOME
    }
    scalar!(|x| number_alone(&[0.2, 0.4][..], DATA, x[0]); along (x[0]); no hessian; at [0.3]);
}
