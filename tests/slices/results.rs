//! Results that are vectors, arrays and tuples.

use crate::cases::{ANY, SOME, several};
use burtorch::differentiable;

#[differentiable]
fn mapped(x: &[f64]) -> Vec<f64> {
    x.iter().map(|v| v.sin() * v).collect()
}

#[differentiable]
fn written(x: &[f64]) -> Vec<f64> {
    let mut y = vec![0.0; x.len()];
    for i in 0..x.len() {
        y[i] = x[i] * x[0];
        y[0] += x[i].sin();
    }
    y
}

#[differentiable]
fn pushed(x: &[f64]) -> Vec<f64> {
    let mut y = vec![];
    let mut last = 1.0;
    for v in x {
        last = last * v + 0.5;
        y.push(last);
    }
    y
}

#[differentiable]
fn of_another_length(x: &[f64], n: usize) -> Vec<f64> {
    let mut y = vec![1.0; n];
    for k in 1..n {
        y[k] = y[k - 1] * x[k % x.len()];
    }
    y
}

#[differentiable]
fn returned_early(x: &[f64]) -> Vec<f64> {
    if x.len() < 2 {
        return x.to_vec();
    }
    let mut y = x.to_vec();
    y[0] *= y[1];
    y
}

#[differentiable]
fn pair(x: &[f64]) -> (f64, f64) {
    let mut sum = 0.0;
    let mut product = 1.0;
    for v in x {
        sum += v * product;
        product *= v + 0.5;
    }
    (sum, product)
}

#[differentiable]
fn array(x: &[f64]) -> [f64; 3] {
    let mut moments = [0.0; 3];
    for v in x {
        moments[0] += v;
        moments[1] += v * v;
        moments[2] += v * v * v;
    }
    moments
}

#[test]
fn vectors() {
    several! { |x, y| mapped(x) -> y; |x, y| pushed(x) -> y; |x, y| returned_early(x) -> y; at ANY }
    several! { |x, y| written(x) -> y; |x, y| of_another_length(x, 5) -> y, along (x); at SOME }
    several! { |x, y| of_another_length(x, 0) -> y, along (x); at SOME }
}

#[test]
fn tuples_and_arrays() {
    several! { |x, y| pair(x) -> (y[0], y[1]); |x, y| array(x) -> [y[0], y[1], y[2]]; at ANY }
}
