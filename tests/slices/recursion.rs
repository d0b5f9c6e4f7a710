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

/// Value and adjoints of a minor come by one pass: its adjoint does not depend on it.
#[differentiable]
fn determinant(a: &[f64], n: usize) -> f64 {
    if n < 2 {
        return a[0];
    }
    let mut sum = 0.0;
    let mut left = vec![0.0; (n - 1) * (n - 1)];
    for column in 0..n {
        for i in 1..n {
            for j in 0..n - 1 {
                left[(i - 1) * (n - 1) + j] = if j < column { a[i * n + j] } else { a[i * n + j + 1] };
            }
        }
        let term = a[column] * determinant(&left, n - 1);
        if column % 2 == 0 {
            sum += term;
        } else {
            sum -= term;
        }
    }
    sum
}

/// What is kept for each iteration of a loop with a bound is at hand if the sweep goes with the loop.
#[differentiable]
fn in_a_bounded_loop(x: &[f64], depth: usize) -> f64 {
    let mut sum = x[0];
    if depth > 0 {
        for k in 0..300 {
            let y = (x[0] * (k as f64 * 0.01)).sin();
            sum += y * y * in_a_bounded_loop(&x[k % 2..], depth - 1) * 0.01 + x[1] * y;
        }
    }
    sum
}

/// Here the adjoints of later calls depend on earlier values, and two passes are needed.
#[differentiable]
fn one_after_the_other(x: &[f64], depth: usize) -> f64 {
    if depth == 0 {
        return x[0] * x[1];
    }
    let mut y = x[1];
    for v in x {
        y = (y * one_after_the_other(x, depth - 1)).sin() + v;
    }
    y * one_after_the_other(&x[1..], 0) + one_after_the_other(x, depth - 1).cos()
}

/// The iterations add to what a later one reads.
#[differentiable]
fn through_an_array(x: &[f64], depth: usize) -> f64 {
    let n = x.len();
    let mut y = vec![0.0; n + 1];
    if depth > 0 {
        for i in 0..n {
            y[i + 1] = x[i] * through_an_array(&x[..i], depth - 1) + 2.0;
            y[i] += x[0];
        }
    }
    let mut sum = 0.5;
    for i in 0..n {
        sum += y[i + 1] * y[i];
    }
    sum
}

#[test]
fn terms_of_sums() {
    cases! { |x| determinant(x, 1), along (x); at SOME }
    let matrix: &[&[f64]] = &[&[0.3, -0.2, 1.1, 0.7, 0.4, -0.9, 0.25, 0.6, 0.8]];
    cases! { |x| determinant(x, 3), along (x); at matrix }
    cases! { |x| determinant(x, 2), along (x); |x| in_a_bounded_loop(x, 1), along (x); at LONG }
    cases! { |x| one_after_the_other(x, 2), along (x); |x| through_an_array(x, 2), along (x); at LONG }
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
