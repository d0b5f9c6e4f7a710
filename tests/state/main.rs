//! Code that is not differentiated and has state: it runs exactly as often as in the function, in the same order.
//!
//! Every case counts. The reference is the function itself, called on copies of the same state: finite differences for
//! derivatives, and the state after one plain call for what was run.

#![allow(clippy::all, clippy::pedantic, reason = "every way to write a thing is part of what is differentiated")]

mod calls;
mod checkpoints;
mod choices;
mod effects;
mod local_calls;
mod locals;
mod options;
mod sources;

use std::cell::Cell;

/// A generator whose numbers depend on how often it was asked.
#[derive(Clone, Debug, PartialEq)]
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn pick(&mut self) -> Option<usize> {
        Some(self.below(4)).filter(|&k| k < 3)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() * n as f64) as usize
    }
}

/// A counter behind a shared reference.
#[derive(Clone, Debug, Default, PartialEq)]
struct Counter(Cell<u32>);

impl Counter {
    fn bump(&self) -> f64 {
        self.0.set(self.0.get() + 1);
        f64::from(self.0.get())
    }
}

/// The derivative of a function by differences of fourth order.
fn slope(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    let h = 1e-3 * x.abs().max(0.1);
    (8.0 * (f(x + h) - f(x - h)) - (f(x + 2.0 * h) - f(x - 2.0 * h))) / (12.0 * h)
}

#[track_caller]
fn close(got: f64, want: f64) {
    assert!((got - want).abs() <= 1e-7 * (1.0 + want.abs()), "got {got}, want {want}");
}

/// All modes of `fn f(x, &mut Rng, …)` against the function, and the generator after each of them.
macro_rules! with_rng {
    ($f:ident, $x:expr $(, $arg:expr)*) => {{
        let start = crate::Rng(42);
        let x: f64 = $x;
        let plain = |x: f64| $f(x, &mut start.clone() $(, $arg)*);
        let mut after = start.clone();
        let value = $f(x, &mut after $(, $arg)*);
        let slope = crate::slope(plain, x);
        let mut rng = start.clone();
        crate::close($f::grad(x, &mut rng $(, $arg)*), slope);
        assert_eq!(rng, after, "grad");
        let mut rng = start.clone();
        let (v, g) = $f::value_and_grad(x, &mut rng $(, $arg)*);
        assert_eq!((v, &rng), (value, &after), "value_and_grad");
        crate::close(g, slope);
        let mut rng = start.clone();
        let (v, t) = $f::jvp((x, &mut rng $(, $arg)*), 2.0);
        assert_eq!((v, &rng), (value, &after), "jvp");
        crate::close(t, 2.0 * slope);
        let mut rng = start.clone();
        let (v, g) = $f::vjp((x, &mut rng $(, $arg)*), 3.0);
        assert_eq!((v, &rng), (value, &after), "vjp");
        crate::close(g, 3.0 * slope);
        let second = crate::slope(|x| $f::grad(x, &mut start.clone() $(, $arg)*), x);
        let mut rng = start.clone();
        let h = $f::hvp((x, &mut rng $(, $arg)*), 1.5);
        assert_eq!(rng, after, "hvp");
        crate::close(h, 1.5 * second);
    }};
}
pub(crate) use with_rng;

/// The same for `fn f(x, &Counter, …)`.
macro_rules! with_counter {
    ($f:ident, $x:expr $(, $arg:expr)*) => {{
        let x: f64 = $x;
        let plain = |x: f64| $f(x, &crate::Counter::default() $(, $arg)*);
        let after = crate::Counter::default();
        let value = $f(x, &after $(, $arg)*);
        let slope = crate::slope(plain, x);
        let counter = crate::Counter::default();
        crate::close($f::grad(x, &counter $(, $arg)*), slope);
        assert_eq!(counter, after, "grad");
        let counter = crate::Counter::default();
        assert_eq!($f::value_and_grad(x, &counter $(, $arg)*).0, value);
        assert_eq!(counter, after, "value_and_grad");
        let counter = crate::Counter::default();
        crate::close($f::jvp((x, &counter $(, $arg)*), 1.0).1, slope);
        assert_eq!(counter, after, "jvp");
        let second = crate::slope(|x| $f::grad(x, &crate::Counter::default() $(, $arg)*), x);
        let counter = crate::Counter::default();
        crate::close($f::hvp((x, &counter $(, $arg)*), 1.0), second);
        assert_eq!(counter, after, "hvp");
    }};
}
pub(crate) use with_counter;
