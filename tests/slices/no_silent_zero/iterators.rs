//! Iterator chains.

use burtorch::differentiable;

use super::POINT;
use crate::cases::cases;

#[differentiable]
fn rev_enumerate(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for (i, v) in x.iter().rev().enumerate() {
        s += v * v * i as f64;
    }
    s
}

#[differentiable]
fn enumerate_rev(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for (i, v) in x.iter().enumerate().rev() {
        s += v * v * i as f64;
    }
    s
}

#[differentiable]
fn sum_untyped_let(x: &[f64]) -> f64 {
    let s: f64 = x.iter().sum();
    s * s
}

#[differentiable]
fn sum_tail(x: &[f64]) -> f64 {
    x.iter().sum()
}

#[differentiable]
fn sum_in_expr(x: &[f64]) -> f64 {
    let a = x.iter().map(|v| v * v).sum::<f64>() / x.len() as f64;
    a * a
}

#[differentiable]
fn array_iter(x: &[f64]) -> f64 {
    let a = [x[0], x[1]];
    a.iter().map(|v| v * v).sum()
}

#[differentiable]
fn array_into_iter(x: &[f64]) -> f64 {
    let a = [x[0], x[1]];
    a.into_iter().map(|v| v * v).sum()
}

#[differentiable]
fn vec_into_iter(x: &[f64]) -> f64 {
    let a = x.to_vec();
    a.into_iter().map(|v| v * v).sum()
}

#[differentiable]
fn abs_sub_chain(x: &[f64]) -> f64 {
    x.iter().zip(x.iter().skip(1)).map(|(a, b)| (a - b).abs()).sum::<f64>().sqrt()
}

#[differentiable]
fn max_by_names(x: &[f64]) -> f64 {
    let m = x.iter().copied().max_by(|p, q| p.total_cmp(q)).unwrap();
    m * m
}

#[differentiable]
fn max_by_map(x: &[f64]) -> f64 {
    let m = x.iter().map(|v| v.sin()).max_by(|a, b| a.total_cmp(b)).unwrap();
    m * m
}

#[differentiable]
fn max_by_ties(x: &[f64]) -> f64 {
    let y = [x[0], x[0] * 1.0, x[1]];
    let m = y.iter().copied().max_by(|a, b| a.total_cmp(b)).unwrap();
    m * m
}

#[differentiable]
fn fold_max_fn(x: &[f64]) -> f64 {
    x.iter().fold(f64::MIN, |a, &b| a.max(b)) * x[0]
}

#[differentiable]
fn fold_min(x: &[f64]) -> f64 {
    x.iter().copied().fold(f64::INFINITY, f64::min) * x[0]
}

#[differentiable]
fn fold_array(x: &[f64]) -> f64 {
    let a = x.iter().fold([0.0; 2], |a, v| [a[0] + v, a[1] + v * v]);
    a[0] * a[1]
}

#[differentiable]
fn fold_vec(x: &[f64]) -> f64 {
    let a = x.iter().fold(vec![0.0; 2], |mut a, v| {
        a[0] += v;
        a[1] += v * v;
        a
    });
    a[0] * a[1]
}

#[differentiable]
fn fold_count(x: &[f64]) -> f64 {
    let n = x.iter().fold(0, |n, v| if *v > 0.0 { n + 1 } else { n });
    x[0] * x[0] * n as f64
}

#[differentiable]
fn step_by_chunks(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for c in x.chunks_exact(2).step_by(2) {
        s += c[0] * c[1];
    }
    s
}

#[differentiable]
fn rev_chunks(x: &[f64]) -> f64 {
    let mut s = 1.0;
    for c in x.chunks_exact(2).rev() {
        s = s * c[0] + c[1];
    }
    s
}

#[differentiable]
fn rev_windows(x: &[f64]) -> f64 {
    let mut s = 1.0;
    for c in x.windows(2).rev() {
        s = s * c[0] + c[1];
    }
    s
}

#[differentiable]
fn skip_while_like(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in x.iter().skip(1).step_by(2).take(1) {
        s += v * v;
    }
    s + x[0]
}

#[differentiable]
fn rev_step_by(x: &[f64]) -> f64 {
    let mut s = 0.5;
    for v in x.iter().rev().step_by(2) {
        s = s * v + v;
    }
    s
}

#[differentiable]
fn step_by_rev(x: &[f64]) -> f64 {
    let mut s = 0.5;
    for v in x.iter().step_by(2).rev() {
        s = s * v + v;
    }
    s
}

#[differentiable]
fn rev_skip(x: &[f64]) -> f64 {
    let mut s = 0.5;
    for v in x.iter().rev().skip(1) {
        s = s * v + v;
    }
    s
}

#[differentiable]
fn skip_rev(x: &[f64]) -> f64 {
    let mut s = 0.5;
    for v in x.iter().skip(1).rev() {
        s = s * v + v;
    }
    s
}

#[differentiable]
fn take_rev(x: &[f64]) -> f64 {
    let mut s = 0.5;
    for v in x.iter().take(2).rev() {
        s = s * v + v;
    }
    s
}

#[differentiable]
fn rev_take(x: &[f64]) -> f64 {
    let mut s = 0.5;
    for v in x.iter().rev().take(2) {
        s = s * v + v;
    }
    s
}

#[differentiable]
fn rev_rev(x: &[f64]) -> f64 {
    let mut s = 0.5;
    for v in x.iter().rev().rev() {
        s = s * v + v;
    }
    s
}

#[differentiable]
fn zip_rev(x: &[f64]) -> f64 {
    let mut s = 0.5;
    for (a, b) in x.iter().zip(x.iter().skip(1)).rev() {
        s = s * a + b;
    }
    s
}

#[differentiable]
fn zip_unequal(x: &[f64]) -> f64 {
    let mut s = 0.5;
    for (a, b) in x[1..].iter().zip(x) {
        s = s * a + b;
    }
    s
}

#[differentiable]
fn zip_three(x: &[f64]) -> f64 {
    let mut s = 0.5;
    for ((a, b), c) in x.iter().zip(&x[1..]).zip(&x[2..]) {
        s += a * b * c;
    }
    s
}

#[differentiable]
fn zip_range(x: &[f64]) -> f64 {
    let mut s = 0.5;
    for (v, i) in x.iter().zip(0..3) {
        s += v * v * i as f64;
    }
    s
}

#[differentiable]
fn range_zip(x: &[f64]) -> f64 {
    let mut s = 0.5;
    for (i, v) in (0..2).zip(x) {
        s += v * v * i as f64;
    }
    s
}

#[differentiable]
fn enumerate_skip_step(x: &[f64]) -> f64 {
    let mut s = 0.5;
    for (i, v) in x.iter().enumerate().skip(1).step_by(2) {
        s += v * v * i as f64;
    }
    s
}

#[differentiable]
fn iter_range_u8(x: &[f64]) -> f64 {
    let mut s = 0.5;
    for i in 0..3u8 {
        s += x[usize::from(i)] * x[0] * f64::from(i);
    }
    s
}

#[differentiable]
fn range_reversed_bounds(x: &[f64]) -> f64 {
    let mut s = x[0] * x[1];
    for i in 3..1 {
        s += x[i];
    }
    s
}

#[differentiable]
fn for_underscore_iter(x: &[f64]) -> f64 {
    let mut s = x[0];
    for _ in x {
        s *= x[1];
    }
    s
}

#[differentiable]
fn collect_range_map(x: &[f64]) -> f64 {
    let v: Vec<f64> = (0..x.len()).map(|i| x[i] * i as f64).collect();
    v[1] * v[2]
}

#[differentiable]
fn collect_untyped_turbofish(x: &[f64]) -> f64 {
    let v = (0..x.len()).map(|i| x[i] * x[0]).collect::<Vec<_>>();
    v[1] * v[2]
}

#[differentiable]
fn collect_underscore(x: &[f64]) -> f64 {
    let v: Vec<_> = x.iter().map(|a| a * a).collect();
    v[1] * v[2]
}

#[differentiable]
fn collect_boxed(x: &[f64]) -> f64 {
    let v: Box<[f64]> = x.iter().map(|a| a * a).collect();
    v[1] * v[2]
}

#[differentiable]
fn product_usize(x: &[f64]) -> f64 {
    let n = (1..=3).product::<usize>();
    x[0] * x[0] * n as f64
}

#[differentiable]
fn mean_std(x: &[f64]) -> f64 {
    let n = x.len() as f64;
    let m = x.iter().sum::<f64>() / n;
    (x.iter().map(|v| (v - m).powi(2)).sum::<f64>() / (n - 1.0)).sqrt()
}

#[differentiable]
fn softmax(x: &[f64]) -> f64 {
    let m = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let e: Vec<f64> = x.iter().map(|v| (v - m).exp()).collect();
    let z: f64 = e.iter().sum();
    let mut s = 0.0;
    for (i, a) in e.iter().enumerate() {
        s += a / z * i as f64;
    }
    s
}

#[test]
fn work() {
    cases! {
        |x| rev_enumerate(x);
        |x| enumerate_rev(x);
        |x| sum_untyped_let(x);
        |x| sum_tail(x);
        |x| sum_in_expr(x);
        |x| array_iter(x);
        |x| array_into_iter(x);
        |x| vec_into_iter(x);
        |x| abs_sub_chain(x);
        |x| max_by_names(x);
        |x| max_by_map(x);
        |x| max_by_ties(x);
        |x| fold_max_fn(x);
        |x| fold_min(x);
        |x| fold_array(x);
        |x| fold_vec(x);
        |x| fold_count(x);
        |x| step_by_chunks(x);
        |x| rev_chunks(x);
        |x| rev_windows(x);
        |x| skip_while_like(x);
        |x| rev_step_by(x);
        |x| step_by_rev(x);
        |x| rev_skip(x);
        |x| skip_rev(x);
        |x| take_rev(x);
        |x| rev_take(x);
        |x| rev_rev(x);
        |x| zip_rev(x);
        |x| zip_unequal(x);
        |x| zip_three(x);
        |x| zip_range(x);
        |x| range_zip(x);
        |x| enumerate_skip_step(x);
        |x| iter_range_u8(x);
        |x| range_reversed_bounds(x);
        |x| for_underscore_iter(x);
        |x| collect_range_map(x);
        |x| collect_untyped_turbofish(x);
        |x| collect_underscore(x);
        |x| collect_boxed(x);
        |x| product_usize(x);
        |x| mean_std(x);
        |x| softmax(x);
        at POINT
    }
}
