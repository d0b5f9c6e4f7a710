//! The gradient of the last element of `ode` by hand.
//!
//! With `k₀ = x₀` and `kᵢ = xᵢ zᵢ₋₁` for the slope at `z`, one step is
//!
//! ```text
//! a = y + h/2 k(y)    b = y + h/2 k(a)    c = y + h k(b)    y' = y + h/6 (k(y) + 2 k(a) + 2 k(b) + k(c))
//! ```
//!
//! If `g` is the adjoint of a slope at `z`, that of `xᵢ` gets `gᵢ zᵢ₋₁`, and that of `zᵢ₋₁` gets `gᵢ xᵢ`. The four slopes are reversed
//! one after the other, each in a loop of vector code. `y` is kept for all steps; `a`, `b` and `c` are computed again for the
//! one that is being reversed.

#![allow(clippy::cast_precision_loss, reason = "counts are far below 2⁵³")]

/// Adds the gradient of the last element to `dx`; returns its value.
pub fn last(x: &[f64], steps: usize, dx: &mut [f64], scratch: &mut Vec<f64>) -> f64 {
    let n = x.len();
    let h = 2.0 / steps as f64;
    scratch.resize((steps + 9) * n, 0.0);
    let (states, rest) = scratch.split_at_mut((steps + 1) * n);
    let (stages, rest) = rest.split_at_mut(3 * n);
    let (adjoint, adjoints) = rest.split_at_mut(n);

    states[..n].fill(0.0);
    for step in 0..steps {
        let (y, next) = states[step * n..(step + 2) * n].split_at_mut(n);
        forward(x, h, y, stages);
        finish(x, h, y, stages, next);
    }

    adjoint.fill(0.0);
    adjoint[n - 1] = 1.0;
    for step in (0..steps).rev() {
        let y = &states[step * n..(step + 1) * n];
        forward(x, h, y, stages);
        reverse(x, h, y, stages, adjoint, adjoints, dx);
    }
    states[(steps + 1) * n - 1]
}

/// `a`, `b` and `c` of a step from `y`.
fn forward(x: &[f64], h: f64, y: &[f64], stages: &mut [f64]) {
    let (a, b, c) = thirds(stages);
    advance(x, 0.5 * h, y, y, a);
    advance(x, 0.5 * h, y, a, b);
    advance(x, h, y, b, c);
}

/// `next = y + h k(z)`.
fn advance(x: &[f64], h: f64, y: &[f64], z: &[f64], next: &mut [f64]) {
    next[0] = y[0] + h * x[0];
    for (((next, y), x), z) in next[1..].iter_mut().zip(&y[1..]).zip(&x[1..]).zip(z) {
        *next = y + h * (x * z);
    }
}

/// `y'` of a step from `y`.
fn finish(x: &[f64], h: f64, y: &[f64], stages: &mut [f64], next: &mut [f64]) {
    let (a, b, c) = thirds(stages);
    next[0] = y[0] + h * x[0];
    let before = y.iter().zip(&*a).zip(&*b).zip(&*c);
    for (((next, now), x), (((y, a), b), c)) in next[1..].iter_mut().zip(&y[1..]).zip(&x[1..]).zip(before) {
        *next = now + h / 6.0 * (x * (y + 2.0 * a + 2.0 * b + c));
    }
}

/// From the adjoint after a step to the one before it; adds to `dx`.
fn reverse(
    x: &[f64],
    h: f64,
    y: &[f64],
    stages: &mut [f64],
    adjoint: &mut [f64],
    adjoints: &mut [f64],
    dx: &mut [f64],
) {
    let n = x.len();
    let (a, b, c) = thirds(stages);
    let (ga, rest) = adjoints.split_at_mut(n);
    let (gb, rest) = rest.split_at_mut(n);
    let (gc, gy) = rest.split_at_mut(n);
    // Nothing depends on the last element of a stage.
    (ga[n - 1], gb[n - 1], gc[n - 1], gy[n - 1]) = (0.0, 0.0, 0.0, 0.0);

    let later = x[1..].iter().zip(&adjoint[1..]);
    for (gc, (x, g)) in gc.iter_mut().zip(later.clone()) {
        *gc = x * (h / 6.0 * g);
    }
    for ((gb, (x, g)), gc) in gb.iter_mut().zip(later.clone()).zip(&gc[1..]) {
        *gb = x * (h / 3.0 * g + h * gc);
    }
    for ((ga, (x, g)), gb) in ga.iter_mut().zip(later.clone()).zip(&gb[1..]) {
        *ga = x * (h / 3.0 * g + 0.5 * h * gb);
    }
    for ((gy, (x, g)), ga) in gy.iter_mut().zip(later).zip(&ga[1..]) {
        *gy = x * (h / 6.0 * g + 0.5 * h * ga);
    }

    dx[0] += h * adjoint[0] + 0.5 * h * (ga[0] + gb[0]) + h * gc[0];
    let before = y.iter().zip(&*a).zip(&*b).zip(&*c);
    let here = adjoint[1..].iter().zip(&ga[1..]).zip(&gb[1..]).zip(&gc[1..]);
    for ((dx, (((y, a), b), c)), (((g, ga), gb), gc)) in dx[1..].iter_mut().zip(before).zip(here) {
        let (third, half) = (h / 3.0 * g, 0.5 * h);
        *dx += (0.5 * third + half * ga) * y + (third + half * gb) * a + (third + h * gc) * b + 0.5 * third * c;
    }
    for ((((g, gy), ga), gb), gc) in adjoint.iter_mut().zip(&*gy).zip(&*ga).zip(&*gb).zip(&*gc) {
        *g += gy + ga + gb + gc;
    }
}

/// `a`, `b` and `c`.
fn thirds(stages: &mut [f64]) -> (&mut [f64], &mut [f64], &mut [f64]) {
    let n = stages.len() / 3;
    let (a, rest) = stages.split_at_mut(n);
    let (b, c) = rest.split_at_mut(n);
    (a, b, c)
}
