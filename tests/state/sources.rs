//! Loops over generators that somebody else made: they are asked as often as by the function, and an endless one is no hang.

use burtorch::differentiable;

use crate::{Rng, close, slope, with_rng};

impl Iterator for Rng {
    type Item = f64;

    fn next(&mut self) -> Option<f64> {
        Some(Rng::next(self))
    }
}

#[differentiable(wrt(x))]
fn some_of(x: f64, source: &mut Rng, n: usize) -> f64 {
    let mut s: f64 = 0.0;
    for r in source.by_ref().take(n) {
        s += (x * r).sin() * s.cos();
    }
    for (r, k) in (&mut *source).zip(0..n) {
        s += x * r * k as f64;
    }
    s * source.next()
}

#[differentiable(wrt(x))]
fn until_enough(x: f64, source: &mut Rng, n: usize) -> f64 {
    let mut s = x;
    for r in source.take(n) {
        s += x * r * s;
        if s > 1.5 {
            break;
        }
    }
    s
}

#[differentiable(wrt(x))]
fn of_a_local(x: f64, rng: &mut Rng, n: usize) -> f64 {
    let mut own = Rng(rng.below(100) as u64);
    let mut s = x;
    for (i, r) in (&mut own).enumerate().take(n) {
        s += x * r * i as f64;
    }
    s + (&mut own).take(2).map(|r| r * x).sum::<f64>() * own.next()
}

#[differentiable(wrt(x))]
fn of_any_type(x: f64, source: &mut dyn Iterator<Item = f64>, n: usize) -> f64 {
    let mut s: f64 = 0.0;
    for r in source.take(n) {
        s += (x * r).sin() * s.cos() + r * x;
    }
    s
}

#[differentiable(wrt(x))]
fn of_a_generic_type<I: Iterator<Item = f64>>(x: f64, #[constant] source: &mut I, n: usize) -> f64 {
    let mut s = x;
    for r in source.by_ref().take(n) {
        s += x * r;
    }
    for r in source.skip(1) {
        s += r * x;
        if s > 5.0 {
            return s * x;
        }
    }
    s
}

struct Held {
    source: Rng,
}

#[differentiable(wrt(x))]
fn in_a_field(x: f64, held: &mut Held, n: usize) -> f64 {
    let mut s: f64 = x;
    for r in (&mut held.source).take(n) {
        s += x * r * s;
    }
    s * held.source.next()
}

#[test]
fn generators_of_others_are_asked_as_often_as_by_the_function() {
    for n in [0, 1, 2, 7] {
        with_rng!(some_of, 0.7, n);
        with_rng!(until_enough, 0.7, n);
        with_rng!(of_a_local, 0.7, n);
        with_rng!(of_a_generic_type, 0.7, n);
        let start = || Rng(42);
        close(of_any_type::grad(0.7, &mut start(), n), slope(|x| of_any_type(x, &mut start(), n), 0.7));
        let (mut by_function, mut by_gradient) = (start(), start());
        of_any_type(0.7, &mut by_function, n);
        let _ = of_any_type::grad(0.7, &mut by_gradient, n);
        assert_eq!(by_gradient, by_function);
        let held = || Held { source: start() };
        close(in_a_field::grad(0.7, &mut held(), n), slope(|x| in_a_field(x, &mut held(), n), 0.7));
        let (mut by_function, mut by_gradient) = (held(), held());
        in_a_field(0.7, &mut by_function, n);
        let _ = in_a_field::grad(0.7, &mut by_gradient, n);
        assert_eq!(by_gradient.source, by_function.source);
    }
}
