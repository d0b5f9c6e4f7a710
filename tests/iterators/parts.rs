//! Parts of slices: elements that may not be there, halves, arrays that a function makes.

use crate::cases::{ANY, SOME, cases};
use burtorch::differentiable;

#[differentiable]
fn first_and_last(x: &[f64]) -> f64 {
    let (a, b) = (x.first().unwrap(), *x.last().unwrap());
    a * b + x.first().copied().unwrap_or(0.0) * x.last().map_or(1.0, |v| v.sin())
}

#[differentiable]
fn perhaps(x: &[f64]) -> f64 {
    let beyond = |i: usize| x.get(i).copied().unwrap_or(0.5);
    let mut sum = 0.0;
    for i in 0..x.len() + 2 {
        sum += beyond(i) * beyond(i + 1);
    }
    sum + x.first().map_or(0.25, |v| v * v) + if x.last().is_some() { 0.1 } else { 0.2 }
}

#[differentiable]
fn halves(x: &[f64]) -> f64 {
    let (a, b) = x.split_at(x.len() / 2);
    let left: f64 = a.iter().sum();
    left * b.iter().map(|v| v * v).sum::<f64>()
}

#[differentiable]
fn head_and_tail(x: &[f64]) -> f64 {
    let (head, tail) = x.split_first().unwrap();
    let (last, init) = x.split_last().unwrap();
    head * tail.iter().map(|v| v.cos()).product::<f64>() + last * init.iter().sum::<f64>()
}

#[differentiable]
fn joined(x: &[f64]) -> f64 {
    let both = [&x[..1], x].concat();
    both.iter().enumerate().map(|(i, v)| v * v * (i + 1) as f64).sum()
}

#[differentiable]
fn mapped_array(x: [f64; 4]) -> f64 {
    let sines = x.map(f64::sin);
    let squares = x.map(|v| v * v + sines[0]);
    sines.iter().zip(squares).map(|(a, b)| a * b).sum()
}

#[differentiable]
fn made_by_a_function(x: [f64; 4]) -> f64 {
    let next: [f64; 4] = std::array::from_fn(|i| x[i] * x[(i + 1) % 4]);
    let outer: [[f64; 4]; 2] = core::array::from_fn(|i| std::array::from_fn(|j| next[j] * x[i]));
    outer.iter().flatten().map(|v| v.exp()).sum()
}

#[differentiable]
fn made_for_any_length<const N: usize>(x: &[f64; N]) -> f64 {
    let shifted: [f64; N] = std::array::from_fn(|i| x[i] - x[0] * i as f64);
    let scaled = shifted.map(|v| v * shifted[1]);
    scaled.iter().map(|v| v.sin()).sum()
}

#[differentiable]
fn made_with_a_declared_result(x: [f64; 3], s: f64) -> f64 {
    let add = |a: &[f64; 3], s: f64| -> [f64; 3] { std::array::from_fn(|i| a[i] + s * x[i]) };
    let twice = add(&add(&x, s), s * s);
    twice[0] * twice[1] + twice[2]
}

#[test]
fn parts() {
    cases! {
        |x| perhaps(x);
        |x| halves(x);
        at ANY
    }
    cases! {
        |x| first_and_last(x);
        |x| head_and_tail(x);
        |x| joined(x);
        at SOME
    }
}

#[test]
fn arrays() {
    use crate::check::scalar;
    scalar! { |x| mapped_array([x[0], x[1], x[2], x[3]]); at [0.3, -0.2, 1.1, 0.7] }
    scalar! { |x| made_by_a_function([x[0], x[1], x[2], x[3]]); at [0.3, -0.2, 1.1, 0.7] }
    scalar! { |x| made_for_any_length(&[x[0], x[1], x[2], x[3]]); at [0.3, -0.2, 1.1, 0.7] }
    scalar! { |x| made_with_a_declared_result([x[0], x[1], x[2]], x[3]); at [0.3, -0.2, 1.1, 0.7] }
}
