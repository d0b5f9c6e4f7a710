//! Functions that call themselves, and each other.

use crate::cases::{ANY, LONG, SOME, cases};
use crate::check::scalar;
use burtorch::differentiable;

#[differentiable]
fn power(a: f64, n: usize) -> f64 {
    if n == 0 { 1.0 } else { a * power(a, n - 1) }
}

#[differentiable]
fn by_squares(a: f64, n: usize) -> f64 {
    match n {
        0 => 1.0,
        n if n % 2 == 0 => by_squares(a * a, n / 2),
        n => a * by_squares(a, n - 1),
    }
}

#[differentiable]
fn over_a_slice(x: &[f64], n: usize) -> f64 {
    if n == 0 {
        return x[0] * x[1];
    }
    over_a_slice(x, n - 1) * x[2] + x[3] * n as f64
}

#[differentiable]
fn halving(x: &[f64]) -> f64 {
    if x.is_empty() {
        return 0.0;
    }
    if x.len() == 1 {
        return x[0].sin();
    }
    let n = x.len() / 2;
    halving(&x[..n]) * 2.0 + halving(&x[n..]) * x[0]
}

#[differentiable]
fn in_a_loop(x: &[f64], depth: usize) -> f64 {
    let mut sum = x[0];
    if depth > 0 {
        for v in x {
            sum += v * in_a_loop(x, depth - 1);
        }
    }
    sum
}

#[differentiable]
fn even(a: f64, n: usize) -> f64 {
    if n == 0 { a } else { odd(a.sin(), n - 1) }
}

#[differentiable]
fn odd(a: f64, n: usize) -> f64 {
    if n == 0 { a * a } else { even(a.exp(), n - 1) * a }
}

#[test]
fn numbers() {
    for n in [0, 5] {
        scalar!(|x| power(x[0], n); along (x[0]); at [0.7], [-1.1]);
        scalar!(|x| by_squares(x[0], n + 6); along (x[0]); at [0.7], [-1.1]);
    }
}

#[test]
fn slices() {
    cases! { |x| over_a_slice(x, 0), along (x); |x| over_a_slice(x, 3), along (x); at LONG }
    cases! { |x| halving(x); at ANY }
    cases! { |x| in_a_loop(x, 2), along (x); at SOME }
}

#[test]
fn each_other() {
    scalar!(|x| even(x[0], 3); along (x[0]); at [0.7], [-0.4]);
    scalar!(|x| odd(x[0], 4); along (x[0]); at [0.7], [-0.4]);
}
