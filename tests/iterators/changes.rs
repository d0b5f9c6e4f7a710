//! Methods that change a vector or an array as a whole.

use crate::cases::{ANY, SOME, cases};
use burtorch::differentiable;

/// Elements weighted by their places, so that each place shows.
#[differentiable]
fn weighted(x: &[f64]) -> f64 {
    x.iter().enumerate().map(|(i, v)| v * v * (1.0 + i as f64).sqrt()).sum()
}

#[differentiable]
fn reversed(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.reverse();
    weighted(&v)
}

#[differentiable]
fn rotated(x: &[f64]) -> f64 {
    let (mut a, mut b) = (x.to_vec(), x.to_vec());
    a.rotate_left(1);
    b.rotate_right(x.len() / 2);
    weighted(&a) * weighted(&b)
}

#[differentiable]
fn part_of_it_reversed(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let n = v.len();
    v[..n / 2 + 1].reverse();
    weighted(&v)
}

#[differentiable]
fn popped(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let last = v.pop().unwrap();
    weighted(&v) * last + v.pop().unwrap_or(0.3) + v.len() as f64
}

#[differentiable]
fn shortened(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.truncate(3);
    let first = weighted(&v);
    v.clear();
    v.push(first);
    weighted(&v) + v.len() as f64
}

#[differentiable]
fn extended(y: f64, x: &[f64]) -> f64 {
    let mut v = vec![y];
    v.extend_from_slice(x);
    v.extend(x.iter().filter(|v| **v > 0.0).map(|v| v * y));
    v.extend([y, y * y]);
    weighted(&v)
}

#[differentiable]
fn inserted_and_removed(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.insert(1, x[0] * 2.0);
    let removed = v.remove(0);
    v.insert(0, 0.4);
    let swapped = v.swap_remove(0);
    weighted(&v) * removed + swapped
}

#[differentiable]
fn resized(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.resize(3, x[0] * x[0]);
    weighted(&v)
}

#[differentiable]
fn delayed(gain: f64, x: &[f64]) -> f64 {
    let mut line: Vec<f64> = Vec::new();
    let mut energy = 0.0;
    for &s in x {
        let late = if line.len() >= 2 { line.remove(0) } else { 0.0 };
        let y = s + gain * late;
        line.push(y);
        energy += y * y;
    }
    energy
}

#[differentiable]
fn stack(x: &[f64]) -> f64 {
    let mut stack = Vec::new();
    let mut sum = 0.0;
    for (i, &v) in x.iter().enumerate() {
        stack.push(v * v);
        if i % 3 == 2 {
            sum += stack.pop().unwrap() * v.sin();
        }
    }
    sum + stack.iter().sum::<f64>()
}

#[test]
fn changes() {
    cases! {
        |x| reversed(x);
        |x| shortened(x);
        |x| stack(x);
        at ANY
    }
    cases! {
        |x| rotated(x);
        |x| part_of_it_reversed(x);
        |x| popped(x);
        |x| extended(x[0], &x[1..]);
        |x| inserted_and_removed(x);
        |x| resized(x);
        |x| delayed(x[0], &x[1..]);
        at SOME
    }
}
