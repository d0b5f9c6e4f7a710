//! Patterns of slices: conditions on the length, and names for elements.

use crate::cases::{ANY, LONG, cases};
use burtorch::differentiable;

#[differentiable]
fn by_length(x: &[f64]) -> f64 {
    match x {
        [] => 0.5,
        [a] => a * a,
        [a, .., b] => a * b,
    }
}

#[differentiable]
fn horner(x: f64, coefficients: &[f64]) -> f64 {
    match coefficients {
        [] => 0.0,
        [c] => *c,
        [c, rest @ ..] => c + x * horner(x, rest),
    }
}

#[differentiable]
fn ends(x: &[f64]) -> f64 {
    if let [first, middle @ .., last] = x { first * last + middle.iter().sum::<f64>().sin() } else { 0.25 }
}

#[differentiable]
fn windows(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for w in x.windows(3) {
        if let [a, b, c] = w {
            sum += (c - a * b).powi(2);
        }
    }
    sum + x.chunks(2).map(|part| if let &[a, b] = part { a * b } else { part[0] }).sum::<f64>()
}

#[differentiable]
fn returns(x: &[f64]) -> f64 {
    let s = match &x[..x.len().min(2)] {
        [a, b] => a - b,
        _ => return 0.3,
    };
    s * s
}

#[differentiable]
fn any_of_three(x: &[f64]) -> f64 {
    match x {
        [a, b, c] => a * b * c,
        [_, rest @ ..] => rest.iter().map(|v| v.exp()).sum(),
        other => other.len() as f64,
    }
}

#[test]
fn patterns() {
    cases! {
        |x| by_length(x);
        |x| ends(x);
        |x| windows(x);
        |x| returns(x);
        |x| any_of_three(x);
        at ANY
    }
    cases! { |x| horner(x[0], &x[1..]); at LONG }
}
