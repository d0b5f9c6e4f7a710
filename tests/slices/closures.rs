//! Local closures: called, with captures, with slices and `&mut` parameters.

use crate::cases::{ANY, SOME, cases};
use burtorch::differentiable;

#[differentiable]
fn called(x: &[f64]) -> f64 {
    let square = |v: f64| v * v;
    let mut sum = 0.0;
    for v in x {
        sum += square(*v) + square(sum);
    }
    sum
}

#[differentiable]
fn capturing(x: &[f64], a: f64) -> f64 {
    let b = a.sin();
    let scaled = |v: f64| v * b + a;
    x.iter().map(|v| scaled(*v) * v).sum()
}

#[differentiable]
fn capturing_by_move(x: &[f64], a: f64) -> f64 {
    let b = a.sin();
    let scaled = move |v: f64| v * b + a;
    x.iter().map(|v| scaled(*v) * v).sum()
}

#[differentiable]
fn shadowed_after_the_capture(x: &[f64]) -> f64 {
    let a = x[0];
    let f = |v: f64| v * a;
    let a = 3.0;
    f(x[0]) + a * x[0]
}

#[differentiable]
fn over_slices(x: &[f64]) -> f64 {
    let norm = |v: &[f64]| {
        let mut sum = 0.0;
        for e in v {
            sum += e * e;
        }
        sum
    };
    let n = x.len() / 2;
    norm(&x[..n]) * norm(&x[n..]) + norm(x)
}

#[differentiable]
fn writing_to_slices(x: &[f64]) -> f64 {
    let n = x.len();
    let f = |a: &[f64], out: &mut [f64]| {
        for i in 0..n {
            out[i] = a[i].sin() * a[0] + out[i];
        }
    };
    let mut k = vec![0.0; n];
    let mut l = vec![1.0; n];
    for _ in 0..3 {
        f(x, &mut k);
        f(&k, &mut l);
    }
    l.iter().zip(&k).map(|(a, b)| a * b).sum()
}

#[differentiable]
fn changing_a_number(x: &[f64]) -> f64 {
    let mut total = 0.2;
    let mut add = |v: f64| total += v * total;
    for v in x {
        add(*v);
    }
    add(0.5);
    total
}

#[differentiable]
fn changing_an_argument(x: &[f64]) -> f64 {
    let bump = |s: &mut f64, k: f64| {
        *s = *s * k + 1.0;
        *s
    };
    let mut s = 0.3;
    let mut t = 0.0;
    for v in x {
        t += bump(&mut s, *v) * s;
    }
    t + s
}

#[differentiable]
fn calling_each_other(x: &[f64]) -> f64 {
    let f = |v: f64| v.sin() + 1.0;
    let g = |v: f64| f(v) * f(v * 0.5);
    let mut sum = 0.0;
    for v in x {
        sum = g(sum + v);
    }
    sum
}

#[differentiable]
fn inside_each_other(x: &[f64]) -> f64 {
    let f = |v: f64| {
        let g = |w: f64| w * v + w.cos();
        g(v) + g(0.5)
    };
    x.iter().map(|v| f(*v)).sum()
}

#[differentiable]
fn returning_a_pair(x: &[f64]) -> f64 {
    let polar = |a: f64, b: f64| (a.hypot(b), a * b);
    let mut sum = 0.0;
    for w in x.windows(2) {
        let (r, p) = polar(w[0], w[1]);
        sum += r * p;
    }
    sum
}

#[differentiable]
fn inside_a_loop(x: &[f64]) -> f64 {
    let mut sum = 0.1;
    for v in x {
        let f = |w: f64| w * v + sum;
        sum = f(0.5) * f(*v);
    }
    sum
}

#[test]
fn values() {
    cases! { |x| called(x); |x| calling_each_other(x); |x| inside_each_other(x); |x| inside_a_loop(x); at ANY }
    cases! {
        |x| capturing(&x[..x.len() - 1], x[x.len() - 1]);
        |x| capturing_by_move(&x[..x.len() - 1], x[x.len() - 1]);
        at SOME
    }
    cases! { |x| shadowed_after_the_capture(x); at SOME }
    cases! { |x| over_slices(x); |x| returning_a_pair(x); at ANY }
}

#[test]
fn changes() {
    cases! { |x| writing_to_slices(x); |x| changing_a_number(x); |x| changing_an_argument(x); at ANY }
}
