//! Called functions with state of their own.

use std::collections::VecDeque;

use burtorch::differentiable;

use crate::{Rng, close, slope};

/// All modes of `fn f(x, n)` against differences.
macro_rules! check {
    ($f:ident, $x:expr, $n:expr) => {{
        let (x, n) = ($x, $n);
        let want = slope(|x| $f(x, n), x);
        let (value, g) = $f::value_and_grad(x, n);
        assert_eq!(value, $f(x, n));
        close(g, want);
        close($f::jvp((x, n), 2.0).1, 2.0 * want);
        close($f::hvp((x, n), 1.0), slope(|x| $f::grad(x, n), x));
    }};
}

#[differentiable(wrt(x))]
fn noise(x: f64, rng: &mut Rng) -> f64 {
    (x * rng.next()).sin()
}

#[differentiable(wrt(x))]
fn generator(x: f64, seed: u64, n: usize) -> f64 {
    let mut rng = Rng(seed);
    let mut s = noise(x, &mut rng);
    for _ in 0..n {
        s += (x * rng.next()).sin() * noise(s, &mut rng);
    }
    s * rng.next()
}

#[differentiable(wrt(x))]
fn list(x: f64, n: usize) -> f64 {
    let mut visited: Vec<usize> = Vec::new();
    let mut s = x;
    for i in 0..n {
        if i % 3 != 1 {
            visited.push(i);
        }
        s += (x * visited.len() as f64).sin();
    }
    for &i in &visited {
        s += x * i as f64;
    }
    s
}

#[differentiable(wrt(x))]
fn histogram(x: f64, n: usize) -> f64 {
    let mut counts = [0_usize; 4];
    for d in 0..n {
        counts[d * d % 4] += 1;
    }
    let mut s = 0.0;
    for k in 0..4 {
        s += x.powi(k as i32) * counts[k] as f64;
    }
    s
}

#[differentiable(wrt(x))]
fn queue(x: f64, n: usize) -> f64 {
    let mut open = VecDeque::new();
    open.push_back(n);
    let mut s = x;
    while !open.is_empty() {
        let k: usize = open.pop_front().unwrap();
        s += (x * k as f64).cos();
        if k > 1 {
            open.push_back(k / 2);
            open.push_back(k / 3);
        }
    }
    s
}

#[differentiable(wrt(x))]
fn words(x: f64, n: usize) -> f64 {
    let mut text = String::new();
    let mut s = x;
    for i in 0..n {
        text.push('a');
        text.push_str("bc");
        s += x.sin() * text.len() as f64 * (i + 1) as f64;
    }
    s
}

#[differentiable(wrt(x))]
fn all(x: f64, n: usize) -> f64 {
    let mut s = generator(x, 7, n) + list(x, n) * histogram(x, n);
    for i in 0..n {
        s = 0.5 * s + queue(0.01 * s, i) + words(0.01 * s, i % 3);
    }
    s
}

#[test]
fn called_functions_may_have_state_of_their_own() {
    for n in [0, 1, 2, 6] {
        check!(list, 0.7, n);
        check!(histogram, 0.7, n);
        check!(queue, 0.7, n);
        check!(words, 0.7, n);
        check!(all, 0.7, n);
    }
}

#[differentiable(wrt(x))]
fn counting(x: f64, count: &mut usize) -> f64 {
    *count += 2;
    (x * *count as f64).sin()
}

#[differentiable(wrt(x))]
fn lends(x: f64, count: &mut usize, n: usize) -> f64 {
    let mut s = x;
    for _ in 0..n {
        s += 0.01 * counting(s, count) * *count as f64;
        *count += 1;
    }
    s * 0.1 * *count as f64
}

#[differentiable(wrt(x))]
fn above(x: f64, count: &mut usize, n: usize) -> f64 {
    let first = lends(x, count, n);
    first + lends(0.3 * first, count, n)
}

#[test]
fn numbers_may_be_lent_through_two_functions() {
    for n in [0, 1, 3] {
        let mut count = 1;
        let (value, g) = above::value_and_grad(0.1, &mut count, n);
        assert_eq!(count, 1 + 6 * n);
        assert_eq!(value, above(0.1, &mut 1, n));
        close(g, slope(|x| above(x, &mut 1, n), 0.1));
        close(above::hvp((0.1, &mut 1, n), 1.0), slope(|x| above::grad(x, &mut 1, n), 0.1));
    }
}
