//! Effects in every construct.

use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering};

use burtorch::differentiable;

use crate::{Counter, Rng, close, slope, with_counter, with_rng};

#[differentiable(wrt(x))]
fn in_a_loop(x: f64, rng: &mut Rng, n: usize) -> f64 {
    let mut s = 0.0;
    for _ in 0..n {
        s += (x * rng.next()).sin();
    }
    s
}

#[differentiable(wrt(x))]
fn written_out(x: f64, rng: &mut Rng) -> f64 {
    let mut s = 0.0;
    for _ in 0..3 {
        s += (x * rng.next()).sin();
    }
    s
}

#[differentiable(wrt(x))]
fn in_a_long_loop(x: f64, rng: &mut Rng) -> f64 {
    let mut s = x;
    for _ in 0..5000 {
        s = 0.9 * s + 0.1 * (s * rng.next()).cos();
    }
    s
}

#[differentiable(wrt(x))]
fn in_branches(x: f64, rng: &mut Rng, n: usize) -> f64 {
    let mut s = x;
    for i in 0..n {
        if rng.next() < 0.5 {
            s += (s * rng.next()).sin();
        } else if i % 3 == 1 {
            s *= 1.0 + 0.1 * rng.next();
        }
    }
    s
}

#[differentiable(wrt(x))]
fn from_left_to_right(x: f64, rng: &mut Rng) -> f64 {
    let a = rng.next() * (x * rng.next()) - rng.next();
    let b = (rng.next(), x * rng.next(), rng.next());
    let c = [rng.next() * x, rng.next(), x];
    a * b.0 + b.1 * b.2 + c[0] * c[1] * c[2]
}

#[differentiable(wrt(x))]
fn results_that_are_dropped(x: f64, rng: &mut Rng, n: usize) -> f64 {
    let mut s = 0.0;
    for _ in 0..n {
        rng.next();
        let _unused = rng.next();
        s += (x * rng.next()).exp();
    }
    s
}

#[differentiable(wrt(x))]
fn as_indices(x: f64, rng: &mut Rng, n: usize) -> f64 {
    let a = [x, x * x, x.sin(), 2.0];
    let mut s = 0.0;
    for _ in 0..n {
        s += a[rng.below(4)] * a[rng.below(4)];
    }
    s
}

#[differentiable(wrt(x))]
fn as_bounds(x: f64, rng: &mut Rng, n: usize) -> f64 {
    let mut s = x;
    for _ in 0..n {
        for _ in 0..rng.below(4) {
            s = (s + rng.next()).sin();
        }
        for i in rng.below(3)..rng.below(5) + 2 {
            s += 0.1 * x * i as f64;
        }
    }
    s
}

#[differentiable(wrt(x))]
fn in_a_while_loop(x: f64, rng: &mut Rng) -> f64 {
    let mut s = x;
    while rng.next() < 0.9 {
        s = (s * (1.0 + rng.next())).sin();
        if rng.next() < 0.05 {
            break;
        }
        s += 0.1 * x;
    }
    s
}

#[differentiable(wrt(x))]
fn early_return(x: f64, rng: &mut Rng, n: usize) -> f64 {
    for i in 0..n {
        if rng.next() < 0.1 {
            return x.powi(2) * i as f64;
        }
    }
    x.sin() * rng.next()
}

#[differentiable(wrt(x))]
fn in_closures(x: f64, rng: &mut Rng, n: usize) -> f64 {
    let noise = |scale: f64| scale * x;
    let mut s = 0.0;
    for _ in 0..n {
        s += noise(rng.next()).sin() * noise(rng.next());
    }
    s
}

#[differentiable(wrt(x))]
fn in_chains(x: f64, rng: &mut Rng, n: usize) -> f64 {
    (0..n).map(|i| (x * rng.next()).sin() * i as f64).sum::<f64>() + (0..n).fold(x, |s, _| s * (0.5 + rng.next()))
}

#[differentiable(wrt(x))]
fn in_a_match(x: f64, rng: &mut Rng, n: usize) -> f64 {
    let mut s = 0.0;
    for _ in 0..n {
        s += match rng.below(4) {
            0 => x,
            1 => x * rng.next(),
            k if k > 2 => (x * k as f64).sin(),
            _ => x.exp() * rng.next(),
        };
    }
    s
}

#[differentiable(wrt(x))]
fn nested(x: f64, rng: &mut Rng, n: usize) -> f64 {
    let mut s = x;
    for _ in 0..n {
        let scale = rng.next();
        for _ in 0..3 {
            s += (scale * s * rng.next()).sin();
            for _ in 0..n {
                s = 0.99 * s + 0.01 * scale * rng.next() * x;
            }
        }
    }
    s
}

#[test]
fn a_generator_is_asked_as_often_as_by_the_function() {
    with_rng!(in_a_loop, 0.7, 20);
    with_rng!(written_out, 0.7);
    with_rng!(in_a_long_loop, 0.7);
    with_rng!(in_branches, 0.7, 25);
    with_rng!(from_left_to_right, 0.7);
    with_rng!(results_that_are_dropped, 0.7, 7);
    with_rng!(as_indices, 0.7, 9);
    with_rng!(as_bounds, 0.7, 6);
    with_rng!(in_a_while_loop, 0.7);
    with_rng!(early_return, 0.7, 50);
    with_rng!(early_return, 0.7, 2);
    with_rng!(in_closures, 0.7, 8);
    with_rng!(in_chains, 0.7, 8);
    with_rng!(in_a_match, 0.7, 20);
    with_rng!(nested, 0.7, 4);
}

#[differentiable(wrt(x))]
fn behind_a_shared_reference(x: f64, c: &Counter, n: usize) -> f64 {
    let mut s = 0.0;
    for _ in 0..n {
        s += x.powi(2) * c.bump();
    }
    s
}

#[differentiable(wrt(x))]
fn a_cell(x: f64, c: &Counter, n: usize) -> f64 {
    let mut s = 0.0;
    for i in 0..n {
        c.0.set(c.0.get() + i as u32);
        if c.0.get() % 3 != 0 {
            s += (x * c.0.get() as f64).sin();
        }
    }
    s
}

#[differentiable(wrt(x))]
fn a_cell_in_code_that_is_not_parsed(x: f64, c: &Counter, n: usize) -> f64 {
    let mut s = 0.0;
    for i in 0..n {
        c.0.set(c.0.get() + 1);
        let odd = if let Some(k) = Some(i) { c.0.get() + k as u32 % 2 } else { 0 };
        let sum: u32 = (0..2).map(|k| c.0.get() * k).sum();
        s += (x * f64::from(odd + sum)).sin();
    }
    s
}

#[test]
fn a_cell_is_changed_as_often_as_by_the_function() {
    with_counter!(a_cell_in_code_that_is_not_parsed, 0.7, 6);
    with_counter!(behind_a_shared_reference, 0.7, 5);
    with_counter!(a_cell, 0.7, 11);
}

static ATOMIC: AtomicU32 = AtomicU32::new(0);

thread_local! {
    static LOCAL: Cell<u32> = const { Cell::new(0) };
}

fn global() -> f64 {
    LOCAL.set(LOCAL.get() + 1);
    f64::from(LOCAL.get())
}

#[differentiable(wrt(x))]
fn an_atomic(x: f64, n: usize) -> f64 {
    let mut s = 0.0;
    for _ in 0..n {
        s += x.powi(2) * ATOMIC.fetch_add(1, Ordering::Relaxed) as f64;
    }
    s
}

#[differentiable(wrt(x))]
fn a_global_function(x: f64, n: usize) -> f64 {
    let mut s = x;
    for _ in 0..n {
        if global() > 2.0 {
            s += (x * global()).sin();
        }
    }
    s
}

#[test]
fn globals_are_changed_as_often_as_by_the_function() {
    let plain = |x: f64| {
        ATOMIC.store(0, Ordering::Relaxed);
        an_atomic(x, 6)
    };
    let want = slope(plain, 0.7);
    ATOMIC.store(0, Ordering::Relaxed);
    close(an_atomic::grad(0.7, 6), want);
    assert_eq!(ATOMIC.load(Ordering::Relaxed), 6);
    let plain = |x: f64| {
        LOCAL.set(0);
        a_global_function(x, 6)
    };
    let want = slope(plain, 0.7);
    let count = LOCAL.get();
    LOCAL.set(0);
    close(a_global_function::grad(0.7, 6), want);
    assert_eq!(LOCAL.get(), count);
    LOCAL.set(0);
    let g = burtorch::graph!(|x: f64| x * global() + (x * global()).sin());
    close(g.grad(0.7), 1.0 + 2.0 * (1.4_f64).cos());
}

struct Samples<'a> {
    all: &'a [(f64, f64)],
    at: usize,
}

impl<'a> Samples<'a> {
    fn draw(&mut self) -> &'a (f64, f64) {
        self.at += 1;
        &self.all[(self.at * 5) % self.all.len()]
    }
}

#[differentiable(wrt(w))]
fn references_that_are_drawn(w: f64, samples: &mut Samples<'_>, n: usize) -> f64 {
    let mut s = 0.0;
    for _ in 0..n {
        let sample = samples.draw();
        if sample.0 > 0.2 {
            let other = samples.draw();
            s += (w * sample.0 - other.1).powi(2);
        }
    }
    s
}

#[test]
fn what_is_drawn_may_be_a_reference() {
    let all = [(0.1, 0.2), (0.5, 0.3), (0.9, 1.0), (0.3, 0.7)];
    let plain = |w: f64| references_that_are_drawn(w, &mut Samples { all: &all, at: 0 }, 9);
    close(references_that_are_drawn::grad(0.4, &mut Samples { all: &all, at: 0 }, 9), slope(plain, 0.4));
}
