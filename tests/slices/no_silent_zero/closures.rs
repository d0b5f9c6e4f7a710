//! Closures that capture, change and shadow.

use burtorch::differentiable;

use super::POINT;
use crate::cases::cases;

#[differentiable]
fn nested_closures(x: &[f64]) -> f64 {
    let g = |a: f64| {
        let h = |b: f64| b * a;
        h(a) * h(2.0)
    };
    g(x[0])
}

#[differentiable]
fn closure_move(x: &[f64]) -> f64 {
    let a = x[0];
    let g = move |b: f64| a * b;
    g(x[1]) * a
}

#[differentiable]
fn ref_ref_closure(x: &[f64]) -> f64 {
    x.iter().map(|&v| v * v).sum()
}

#[differentiable]
fn push_in_closure(x: &[f64]) -> f64 {
    let mut v = vec![x[0]];
    let mut add = |a: f64| v.push(a * a);
    add(x[1]);
    add(x[2]);
    v[0] * v[1] * v[2]
}

#[differentiable]
fn closure_set_elem(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let mut set = |i: usize, a: f64| v[i] = a * a;
    set(0, x[1]);
    set(1, x[0]);
    v[0] * v[1]
}

#[differentiable]
fn closure_move_vec(x: &[f64]) -> f64 {
    let a = x.to_vec();
    let g = move |i: usize| a[i] * a[0];
    g(1) + g(2)
}

#[differentiable]
fn closure_shadows_capture(x: &[f64]) -> f64 {
    let a = x[0];
    let g = |b: f64| {
        let a = a * b;
        a * a
    };
    g(x[1]) * a
}

#[differentiable]
fn closure_param_shadows(x: &[f64]) -> f64 {
    let a = x[0];
    let g = |a: f64| a * a;
    g(x[1]) * a
}

#[differentiable]
fn closure_captures_loop_state(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in x {
        let g = |a: f64| a * s;
        s = g(*v) + v * v;
    }
    s
}

#[differentiable]
fn closure_in_map_mutates(x: &[f64]) -> f64 {
    let mut p = 1.0;
    let t: f64 = x
        .iter()
        .map(|v| {
            p *= v;
            p
        })
        .sum();
    t + p
}

#[differentiable]
fn fold_with_outer_state(x: &[f64]) -> f64 {
    let mut p = 1.0;
    let t = x.iter().fold(0.0, |s, v| {
        p *= v;
        s + p
    });
    t * p
}

#[test]
fn work() {
    cases! {
        |x| nested_closures(x);
        |x| closure_move(x);
        |x| ref_ref_closure(x);
        |x| push_in_closure(x);
        |x| closure_set_elem(x);
        |x| closure_move_vec(x);
        |x| closure_shadows_capture(x);
        |x| closure_param_shadows(x);
        |x| closure_captures_loop_state(x);
        |x| closure_in_map_mutates(x);
        |x| fold_with_outer_state(x);
        at POINT
    }
}
