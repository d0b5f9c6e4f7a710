//! Slices as arguments: indices, ranges, slices of slices, slices of arrays, matrices as flat slices.

use crate::cases::{ANY, LONG, SOME, cases};
use burtorch::differentiable;

#[differentiable]
fn by_index(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i] * x[i].sin();
    }
    sum
}

#[differentiable]
fn first_of(x: &[f64]) -> f64 {
    x[0] * x[0]
}

#[differentiable]
fn neighbours(x: &[f64]) -> f64 {
    let mut sum = 0.5;
    for i in 1..x.len() {
        sum += (x[i] - x[i - 1]).cosh() * sum;
    }
    sum
}

#[differentiable]
fn halves(x: &[f64]) -> f64 {
    let n = x.len() / 2;
    let (low, high) = (&x[..n], &x[n..]);
    let mut sum = 1.0;
    for i in 0..n {
        sum += low[i] * high[i].exp();
    }
    sum * high[0]
}

#[differentiable]
fn slices_of_slices(x: &[f64]) -> f64 {
    let inner = &x[1..];
    let innermost = &inner[..2];
    let last = &inner[inner.len() - 1..];
    let closed = &x[1..=2];
    innermost[0] * innermost[1] + last[0].sin() * closed[0] * closed[1] + x[0]
}

#[differentiable]
fn slice_in_a_loop(x: &[f64], width: usize) -> f64 {
    let mut product = 1.0;
    for start in 0..x.len() - width + 1 {
        let window = &x[start..start + width];
        let mut sum = 0.0;
        for v in window {
            sum += v * v;
        }
        product *= sum + 0.5;
    }
    product
}

#[differentiable]
fn rest_of_the_rest(x: &[f64]) -> f64 {
    let mut rest = x;
    let mut sum = 0.0;
    while rest.len() > 1 {
        sum += rest[0] * rest[rest.len() - 1] * (1.0 + sum);
        rest = &rest[1..];
    }
    sum
}

#[differentiable]
fn two(x: &[f64], y: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len().min(y.len()) {
        sum += x[i] * y[i] * y[i];
    }
    sum * sum
}

#[differentiable]
fn with_a_number(a: f64, x: &[f64], b: f64) -> f64 {
    let mut value = b;
    for v in x {
        value = value * a + v;
    }
    value
}

#[differentiable]
fn with_an_array(w: &[f64; 2], x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (i, v) in x.iter().enumerate() {
        sum += w[i % 2] * v.tanh();
    }
    sum * w[0]
}

#[differentiable]
fn points(p: &[[f64; 2]], which: &[usize]) -> f64 {
    let mut sum = 0.0;
    for &i in which {
        let [a, b] = p[i];
        sum += a * b.sin();
    }
    for q in p {
        sum += q[0] * q[1] * sum;
    }
    for (k, q) in p.iter().enumerate() {
        sum += k as f64 * q[0] * p[0][1];
    }
    sum
}

#[differentiable]
fn blocks(p: &[[[f64; 2]; 2]]) -> f64 {
    let mut trace = 1.0;
    for m in p {
        trace *= m[0][0] * m[1][1] - m[0][1] * m[1][0] + 2.0;
    }
    trace
}

#[differentiable]
fn matrix_times_vector(m: &[f64], x: &[f64]) -> f64 {
    let n = x.len();
    let mut sum = 0.0;
    for row in 0..m.len() / n {
        let mut dot = 0.0;
        for column in 0..n {
            dot += m[row * n + column] * x[column];
        }
        sum += dot * dot;
    }
    sum
}

#[differentiable]
fn gathered(x: &[f64], indices: &[usize], weights: &[i32]) -> f64 {
    let mut sum = 1.0;
    for (&i, &w) in indices.iter().zip(weights) {
        sum *= 1.0 + x[i] * f64::from(w);
    }
    sum
}

#[differentiable]
fn condition_on_the_length(x: &[f64]) -> f64 {
    if x.is_empty() {
        return 2.0;
    }
    match x.len() {
        1 => x[0].sin(),
        2 | 3 => x[0] * x[1],
        n if n % 2 == 0 => x[n - 1] * x[n / 2],
        n => x[n / 2].exp() * x[n - 2],
    }
}

#[differentiable]
fn reborrowed(x: &[f64]) -> f64 {
    let y = &x;
    let z = &*x;
    y[0] * z[1] * (&x[2..])[0]
}

#[differentiable]
fn constants(x: &[f64]) -> f64 {
    const WEIGHTS: [f64; 3] = [0.5, -1.5, 2.0];
    let table = [1.0, 2.0, 3.0];
    let mut sum = 0.0;
    for (i, v) in x.iter().enumerate() {
        sum += WEIGHTS[i % 3] * v * v + table[(i + 1) % 3] * v;
    }
    sum
}

#[test]
fn indices() {
    cases! { |x| by_index(x); |x| neighbours(x); |x| condition_on_the_length(x); |x| constants(x); at ANY }
    cases! { |x| first_of(x); at SOME }
    cases! { |x| gathered(x, &[2, 0, 2, 1][..], &[1, -2, 3, 5][..]), along (x); at LONG }
    cases! { |x| gathered(x, &[][..], &[][..]), along (x); at ANY }
}

#[test]
fn ranges() {
    cases! { |x| halves(x); |x| rest_of_the_rest(x); at SOME }
    cases! { |x| slices_of_slices(x); |x| reborrowed(x); at LONG }
    cases! { |x| slice_in_a_loop(x, 1), along (x); |x| slice_in_a_loop(x, 3), along (x); at LONG }
    cases! { |x| slice_in_a_loop(x, 0), along (x); at ANY }
}

#[test]
fn several_arguments() {
    cases! { |x| two(&x[..x.len() / 2], &x[x.len() / 2..]); |x| two(&[][..], x); at ANY }
    cases! { |x| with_a_number(x[0], &x[1..x.len() - 1], x[x.len() - 1]); at &SOME[1..] }
    cases! { |x| with_an_array(&[x[0], x[1]], &x[2..]); at &SOME[1..] }
}

#[test]
fn nested() {
    const EIGHT: &[&[f64]] = &[&[0.7, 1.2, -0.3, 0.5, 2.0, 1.1, -0.6, 0.9]];
    cases! {
        |x| points(&[[x[0], x[1]], [x[2], x[3]]][..], &[1, 0, 1][..]), along (&[[x[0], x[1]], [x[2], x[3]]]);
        at &LONG[..1]
    }
    cases! { |x| points(&[[x[0], x[1]]][..], &[][..]), along (&[[x[0], x[1]]]); at &SOME[1..2] }
    cases! {
        |x| blocks(&[[[x[0], x[1]], [x[2], x[3]]], [[x[4], x[5]], [x[6], x[7]]]]);
        |x| matrix_times_vector(&x[..6], &x[6..]);
        |x| matrix_times_vector(&x[..4], &x[4..]);
        at EIGHT
    }
}
