//! Sorts: a permutation, whose adjoint permutes back.

use crate::cases::{ANY, LONG, SOME, cases};
use burtorch::differentiable;

#[differentiable]
fn median(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.sort_by(|a, b| a.partial_cmp(b).unwrap());
    let n = v.len();
    if n % 2 == 1 { v[n / 2] * v[0] } else { 0.5 * (v[n / 2 - 1] + v[n / 2]).powi(2) }
}

#[differentiable]
fn ranked(x: &[f64]) -> f64 {
    let mut v: Vec<f64> = x.iter().map(|v| v.sin()).collect();
    v.sort_unstable_by(f64::total_cmp);
    v.iter().enumerate().map(|(i, v)| v * v * i as f64).sum()
}

#[differentiable]
fn descending_by_distance(from: f64, x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.sort_by(|a, b| (b - from).abs().total_cmp(&(a - from).abs()));
    v.iter().take(2).map(|v| (v - from).powi(2)).sum()
}

#[differentiable]
fn pairs_by_their_first(x: &[f64]) -> f64 {
    let mut pairs: Vec<(f64, f64)> = x.iter().map(|v| (v.abs(), v.exp())).collect();
    pairs.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap());
    pairs.iter().enumerate().map(|(i, p)| p.1 * p.0 * i as f64).sum()
}

#[differentiable]
fn places_in_order(x: &[f64], w: &[f64]) -> f64 {
    let mut places: Vec<usize> = (0..x.len()).collect();
    places.sort_by(|&i, &j| x[i].partial_cmp(&x[j]).unwrap());
    places.iter().zip(w).map(|(&i, w)| w * x[i]).sum()
}

#[differentiable]
fn smallest_but_two(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let (_, middle, _) = v.select_nth_unstable_by(2, |a, b| a.partial_cmp(b).unwrap());
    *middle * *middle
}

#[differentiable]
fn sorted_in_a_loop(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for k in 1..=x.len() {
        let mut v: Vec<f64> = x[..k].iter().map(|v| v * v * k as f64).collect();
        v.sort_by(|a, b| a.total_cmp(b));
        sum += v[0] * v[k - 1];
    }
    sum
}

#[differentiable]
fn called_in_a_loop(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for k in 1..=x.len() {
        sum += median(&x[..k]) * k as f64;
    }
    sum
}

#[differentiable]
fn sorted_array(x: &[f64; 4]) -> f64 {
    let mut v = *x;
    v.sort_by(|a, b| b.total_cmp(a));
    v[0] * v[1] - v[3] * v[3]
}

#[test]
fn sorts() {
    cases! {
        |x| ranked(x);
        |x| pairs_by_their_first(x);
        |x| sorted_in_a_loop(x);
        |x| called_in_a_loop(x);
        at ANY
    }
    cases! {
        |x| median(x);
        |x| descending_by_distance(x[0], &x[1..]);
        at SOME
    }
    cases! {
        |x| smallest_but_two(x);
        |x| places_in_order(&x[..x.len() / 2], &x[x.len() / 2..]);
        at LONG
    }
    use crate::check::scalar;
    scalar! { |x| sorted_array(&[x[0], x[1], x[2], x[3]]); at [0.3, -0.2, 1.1, 0.7], [0.1, 0.2, 0.3, 0.4] }
}
