//! What was once wrong.

use burtorch::differentiable;

use crate::cases::{LONG, SOME, cases, first_order};

#[differentiable]
fn pushed_in_a_branch(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    if x[0] > 0.0 {
        v.push(x[1] * 2.0);
    }
    let n = v.len();
    v[n - 1] * v[0]
}

#[differentiable]
fn elements_of_arrays(x: &[f64]) -> f64 {
    let mut p = vec![[0.0; 2]; x.len()];
    for i in 0..x.len() {
        p[i] = [x[i], x[i] * x[i]];
        p[i][1] += x[0];
    }
    p.iter().map(|q| q[0] * q[1]).sum()
}

#[differentiable]
fn vector_of_tuples(x: &[f64]) -> f64 {
    let mut v: Vec<(f64, f64)> = Vec::new();
    for a in x {
        v.push((*a, a * a));
    }
    let mut s = 0.0;
    for i in 0..v.len() {
        s += v[i].0 * v[i].1;
    }
    s
}

#[differentiable]
fn bump(s: &mut f64, k: &[f64; 2]) -> f64 {
    *s = *s * k[0] + k[1];
    *s * 2.0
}

/// What each is at the end depends on what the other was.
#[differentiable]
fn rotate(p: &mut [f64; 2], s: f64) {
    *p = [p[1] * s, p[0]];
}

#[differentiable]
fn exchange(a: &mut f64, b: &mut f64) {
    (*a, *b) = (*b * 3.0, *a);
}

#[differentiable]
fn changed_numbers(x: &[f64]) -> f64 {
    let mut s = x[0];
    let t = bump(&mut s, &[x[0], 0.5]);
    let mut sum = 0.0;
    for v in x {
        sum += bump(&mut s, &[*v, t]);
    }
    s * t + sum
}

#[differentiable]
fn changed_arrays(x: &[f64]) -> f64 {
    let mut p = [0.5, x[0]];
    for v in x {
        rotate(&mut p, *v);
    }
    let (mut a, mut b) = (p[0], x[1]);
    exchange(&mut a, &mut b);
    a * b * b + p[1]
}

#[differentiable]
fn scale(y: &mut [f64], by: f64) {
    for v in y {
        *v *= by;
    }
}

#[differentiable]
fn handed_on(y: &mut [f64], by: f64) {
    scale(y, by);
    scale(&mut *y, by);
    for c in y.chunks_exact_mut(2) {
        scale(c, by);
    }
}

#[differentiable]
fn through_references(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    handed_on(&mut y, x[1]);
    let whole = &mut y;
    let same = whole;
    same[0] *= 2.0;
    let (mut a, mut b) = (x[0], x[1]);
    let (p, q) = (&mut a, &mut b);
    *p *= *q;
    *q += *p;
    y[0] * y[1] + a * b
}

#[differentiable]
fn broken_out_of_a_loop(x: &[f64]) -> f64 {
    let mut i = 0;
    let v = loop {
        i += 1;
        if i == 3 {
            break vec![x[0], x[i] * x[1]];
        }
    };
    v[0] * v[1]
}

#[differentiable]
fn filter(x: &[f64], state: &mut [f64; 2]) -> f64 {
    for &x in x {
        state[0] = 0.9 * state[0] + x * state[1];
    }
    state[0].sin()
}

#[differentiable]
fn elements_of_what_a_call_changed(x: &[f64]) -> f64 {
    let mut state = [0.2, 1.1];
    let first = filter(x, &mut state);
    let mut sum = first;
    for i in 0..x.len() {
        sum += state[i % 2] * x[i];
    }
    sum
}

#[test]
fn these_work() {
    cases! {
        |x| pushed_in_a_branch(x);
        |x| elements_of_arrays(x);
        |x| vector_of_tuples(x);
        |x| broken_out_of_a_loop(x);
        at LONG,
    }
    first_order! {
        |x| changed_numbers(x);
        |x| changed_arrays(x);
        |x| through_references(x);
        |x| elements_of_what_a_call_changed(x);
        at LONG,
    }
}

/// Values that are some operations away from what the sweep keeps of a loop, inside of another loop that keeps some, too, and twice
/// in one body: each loop drops only what it keeps itself.
#[differentiable(wrt(x))]
fn near_what_is_kept(x: &[f64], n: usize) -> f64 {
    let (mut s, mut y) = (x[0], 0.0);
    for k in 0..n {
        y += (s * s * s).sin() + (s * s * s).exp() * (s * s).cos() + (s * s).tanh();
        s = (s + 0.1 * y * x[k % x.len()]).sin() * 0.5;
        for _ in 0..n {
            y += (s * s * s * y).sin() * (s * s * s * y).cos() + (y * s).exp() + (y * s).sin();
            s = (s * y).cos();
            y = (y * 0.3).sin();
        }
    }
    y
}

#[test]
fn values_near_kept_ones_in_nested_loops() {
    cases! { |x| near_what_is_kept(x, 3), along (x); at SOME }
}

fn largest(v: &Vec<f64>) -> f64 {
    v.iter().copied().fold(f64::MIN, f64::max)
}

/// A vector stays a vector for code that borrows it.
#[differentiable(wrt(x))]
fn borrowed_vector(x: &[f64], w: &[f64]) -> f64 {
    let v = w[1..].to_vec();
    let most = largest(&v);
    x.iter().map(|x| x * x * most).sum()
}

#[test]
fn a_vector_is_lent_as_a_vector() {
    assert_eq!(borrowed_vector::grad(&[1.0, 2.0], &[9.0, 3.0, 4.0]), [8.0, 16.0]);
}
