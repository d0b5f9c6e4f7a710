//! Iterator chains that end in a number.

use crate::cases::{ANY, LONG, SOME, cases};
use burtorch::differentiable;

#[differentiable]
fn sums(x: &[f64]) -> f64 {
    let plain = x.iter().sum::<f64>();
    let squares = x.iter().map(|v| v * v).sum::<f64>();
    let product: f64 = x.iter().product();
    plain * squares + product
}

#[differentiable]
fn sum_as_the_result(x: &[f64]) -> f64 {
    x.iter().map(|v| v.sin() * v).sum()
}

#[differentiable]
fn sum_with_a_declared_type(x: &[f64]) -> f64 {
    let sum: f64 = x.iter().map(|v| v.exp()).sum();
    sum.ln_1p()
}

#[differentiable]
fn products(x: &[f64]) -> f64 {
    x.iter().map(|v| v + 1.5).product::<f64>() * x.iter().copied().product::<f64>()
}

#[differentiable]
fn folds(x: &[f64]) -> f64 {
    let horner = x.iter().fold(0.0, |a, v| a * 0.5 + v);
    let pair = x.iter().fold((0.0, 1.0), |(s, p), v| (s + v * p, p * (v + 1.1)));
    horner * pair.0 + pair.1
}

#[differentiable]
fn fold_by_a_function(x: &[f64]) -> f64 {
    let m = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    m + x.iter().map(|v| (v - m).exp()).sum::<f64>().ln()
}

#[differentiable]
fn for_each(x: &[f64]) -> f64 {
    let mut sum = 0.1;
    x.iter().for_each(|v| sum += v * sum);
    x.iter().enumerate().for_each(|(i, v)| {
        sum = sum.sin() + v * i as f64;
    });
    sum
}

#[differentiable]
fn extremes(x: &[f64]) -> f64 {
    let most = x.iter().copied().max_by(|a, b| a.total_cmp(b)).unwrap();
    let least = x.iter().min_by(|a, b| a.total_cmp(b)).unwrap();
    let of_squares = x.iter().map(|v| v * v).max_by(f64::total_cmp).unwrap();
    most * most - least * of_squares
}

#[differentiable]
fn zips(x: &[f64], y: &[f64]) -> f64 {
    let dot: f64 = x.iter().zip(y).map(|(a, b)| a * b).sum();
    let weighted: f64 = x.iter().zip(y.iter()).enumerate().map(|(i, (a, b))| (a - b) * i as f64).sum();
    dot.sin() + weighted * dot
}

#[differentiable]
fn ranges(x: &[f64]) -> f64 {
    let a: f64 = (0..x.len()).map(|i| x[i] * i as f64).sum();
    let b: f64 = (1..x.len()).map(|i| x[i] - x[i - 1]).map(|d| d * d).sum();
    let c: f64 = (0..x.len()).rev().map(|i| x[i].cos()).product();
    let d = (0..x.len()).step_by(2).fold(1.0, |a, i| a + a * x[i]);
    a * b + c * d
}

#[differentiable]
fn inner_chains(x: &[f64]) -> f64 {
    (0..x.len()).map(|i| (0..i).map(|j| x[i] * x[j]).sum::<f64>().sin()).sum()
}

#[differentiable]
fn windows_and_chunks(x: &[f64]) -> f64 {
    let a = x.windows(2).map(|w| (w[1] - w[0]).powi(2)).sum::<f64>();
    let b: f64 = x.chunks_exact(2).map(|c| c[0] * c[1]).sum();
    let c: f64 = x.chunks_exact(2).map(|c| c.iter().sum::<f64>()).product();
    a + b * c
}

#[differentiable]
fn adaptors(x: &[f64]) -> f64 {
    let a: f64 = x.iter().rev().skip(1).take(2).map(|v| v.tanh()).product();
    let b: f64 = x.iter().skip(1).map(|v| v * v).sum();
    let c: f64 = x.iter().step_by(2).map(|v| v.exp()).sum();
    let d = x.iter().enumerate().map(|(i, v)| v / (1.0 + i as f64)).fold(0.0, |s, v| s + v * v);
    a + b * c + d
}

#[differentiable]
fn collected(x: &[f64]) -> f64 {
    let e: Vec<f64> = x.iter().map(|v| v.exp()).collect();
    let total: f64 = e.iter().sum();
    let p = e.iter().map(|v| v / total).collect::<Vec<f64>>();
    p.iter().zip(x).map(|(p, x)| p * x).sum()
}

#[differentiable]
fn statements_in_a_closure(x: &[f64]) -> f64 {
    x.iter()
        .map(|v| {
            let square = v * v;
            if square > 0.25 { square.sqrt() * 2.0 } else { square + v }
        })
        .sum()
}

#[differentiable]
fn captured(x: &[f64], a: f64) -> f64 {
    let b = a * a;
    x.iter().map(|v| (v - b) * a).map(|v| v * v).sum::<f64>() + b
}

#[differentiable]
fn of_an_array(x: &[f64; 3]) -> f64 {
    x.iter().map(|v| v * v).sum::<f64>().sqrt() * x.iter().product::<f64>()
}

#[differentiable]
fn of_rows(p: &[[f64; 2]]) -> f64 {
    p.iter().map(|q| q[0] * q[1].sin()).sum::<f64>() + p.iter().map(|[a, b]| a * b * b).product::<f64>()
}

#[test]
fn ends_of_chains() {
    cases! {
        |x| sums(x);
        |x| sum_as_the_result(x);
        |x| sum_with_a_declared_type(x);
        |x| products(x);
        |x| folds(x);
        |x| for_each(x);
        |x| collected(x);
        |x| statements_in_a_closure(x);
        at ANY
    }
    cases! { |x| fold_by_a_function(x); |x| extremes(x); at SOME }
    cases! { |x| captured(&x[..x.len() - 1], x[x.len() - 1]); at SOME }
}

#[test]
fn links_of_chains() {
    cases! { |x| ranges(x); |x| inner_chains(x); |x| windows_and_chunks(x); |x| adaptors(x); at ANY }
    cases! { |x| zips(&x[..x.len() / 2], &x[x.len() / 2..]); at ANY }
    cases! { |x| of_rows(&[[x[0], x[1]], [x[2], x[3]]]); at &LONG[..1] }
}

#[test]
fn arrays() {
    let at: &[f64] = &[0.7, -0.2, 0.4];
    crate::check::scalar!(|x| of_an_array(&[x[0], x[1], x[2]]); inexact; at [0.7, -0.2, 0.4]);
    assert!(
        burtorch::check_gradient(of_an_array, at.try_into().unwrap(), &of_an_array::grad(at.try_into().unwrap()))
            .is_ok()
    );
}
