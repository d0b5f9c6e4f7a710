//! `Option`s of what has effects, and `?` on them.

use burtorch::differentiable;

use crate::{Rng, with_rng};

fn large(rng: &mut Rng) -> Option<f64> {
    let r = rng.next();
    if r > 0.02 { Some(r) } else { None }
}

fn wave(y: f64, rng: &mut Rng) -> Option<f64> {
    if y > -100.0 { Some((y * rng.next()).cos()) } else { None }
}

#[differentiable(wrt(x))]
fn walk(x: f64, rng: &mut Rng, n: usize) -> Option<f64> {
    let mut s = x;
    for _ in 0..n {
        let r = large(rng)?;
        s = s * r + wave(s, rng)?;
    }
    Some(s)
}

#[differentiable(wrt(x))]
fn walked(x: f64, rng: &mut Rng, n: usize) -> f64 {
    let end = walk(x, rng, n).unwrap_or(0.5);
    end * end + rng.next() * x
}

#[test]
fn effects_before_a_question_mark_run_once() {
    for n in [0, 1, 2, 7, 40] {
        with_rng!(walked, 0.7, n);
    }
}
