//! Effects in loops with checkpoints, of which the sweep runs each segment again.

use burtorch::differentiable;

use crate::{Counter, Rng, with_counter, with_rng};

#[differentiable(wrt(x), checkpoint = sqrt)]
fn in_a_loop(x: f64, rng: &mut Rng, n: usize) -> f64 {
    let mut s = x;
    for _ in 0..n {
        s = 0.9 * s + 0.3 * (s * rng.next()).cos();
    }
    s * rng.next()
}

#[differentiable(wrt(x))]
fn noise(x: f64, rng: &mut Rng) -> f64 {
    let scale = rng.next();
    (x * scale).sin() + rng.next()
}

#[differentiable(wrt(x), checkpoint = sqrt)]
fn in_a_callee(x: f64, rng: &mut Rng, n: usize) -> f64 {
    let first = noise(x, rng);
    let mut s = x;
    for i in 0..n {
        if i % 3 == 1 {
            s += 0.1 * noise(s, rng) * rng.next();
        }
        s = 0.8 * s + 0.1 * noise(s, rng);
    }
    s * noise(s, rng) * first
}

#[differentiable(wrt(x), checkpoint = sqrt)]
fn in_inner_loops(x: f64, counter: &Counter, n: usize) -> f64 {
    let mut s = x;
    for i in 0..n {
        let mut k = 0;
        while k < i % 4 {
            s = 0.7 * s + (s * counter.bump() / 50.0).sin();
            k += 1;
        }
        assert!(s.is_finite(), "{}", counter.bump());
    }
    s
}

#[differentiable(wrt(x), checkpoint = sqrt)]
fn two_loops(x: f64, rng: &mut Rng, n: usize) -> f64 {
    let mut s = x;
    for _ in 0..n {
        s = 0.9 * s + 0.3 * (s * rng.next()).cos();
    }
    for _ in 0..n {
        s = 0.9 * s + 0.3 * noise(s, rng);
    }
    s
}

#[test]
fn segments_run_their_effects_once() {
    for n in [0, 1, 2, 5, 23] {
        with_rng!(in_a_loop, 0.7, n);
        with_rng!(in_a_callee, 0.7, n);
        with_counter!(in_inner_loops, 0.7, n);
        with_rng!(two_loops, 0.7, n);
    }
}
