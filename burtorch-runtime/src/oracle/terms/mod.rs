//! The terms of a finite sum: what a problem is made of, by a trait and some ways to get one.

mod clients;
mod closure;
mod linear;
mod rows;
mod samples;
mod spread;

use alloc::vec;

pub use clients::Clients;
pub use closure::{ByDifferences, Closure, Products};
pub use linear::{LinearModel, Link};
pub use rows::Rows;
pub use samples::{AtCoordinates, SampleGradient, Samples};
pub use spread::Spread;

use super::compress::Message;
use super::vector::norm;

/// `f₀, …, fₙ₋₁`: functions of `d` numbers with gradients.
///
/// [`Closure`], [`Rows`] and [`Samples`] make terms of a closure, of a `#[differentiable]` function and of a model.
/// [`LinearModel`] is least squares or logistic regression with known constants, [`Clients`] groups terms, [`Spread`] has them in several
/// processes.
///
/// What is asked by index is below [`count`](Self::count), points and directions have [`dim`](Self::dim) numbers: callers see to it.
pub trait Terms {
    /// `d`, how many numbers a point has.
    fn dim(&self) -> usize;

    /// `n`, how many terms there are.
    fn count(&self) -> usize;

    /// `fᵢ(x)`; adds `scale · ∇fᵢ(x)` to `out`.
    fn gradient(&mut self, i: usize, x: &[f64], scale: f64, out: &mut [f64]) -> f64;

    /// `fᵢ(x)`
    fn value(&mut self, i: usize, x: &[f64]) -> f64;

    /// Adds `a ∇fᵢ(x) + b ∇fᵢ(y)` to `out`, for the points `[x, y]` and the scales `[a, b]`: the sample is looked at once, while it is in
    /// the cache.
    fn combination(&mut self, i: usize, points: [&[f64]; 2], scales: [f64; 2], out: &mut [f64]) {
        for (point, scale) in points.into_iter().zip(scales) {
            self.gradient(i, point, scale, out);
        }
    }

    /// Adds `scale · ∂fᵢ/∂xⱼ(x)` to `out[j]` for the coordinates `j` that are asked for; others keep what they have.
    ///
    /// `scratch` has `d` numbers, whatever they are. Terms that can compute a few coordinates for less do so.
    fn partial(
        &mut self,
        i: usize,
        x: &[f64],
        coordinates: &[usize],
        scale: f64,
        out: &mut [f64],
        scratch: &mut [f64],
    ) {
        scratch.fill(0.0);
        self.gradient(i, x, 1.0, scratch);
        for &j in coordinates {
            out[j] += scale * scratch[j];
        }
    }

    /// Adds `scale · ∇²fᵢ(x) v` to `out`.
    ///
    /// Without anything better it is a central difference of gradients, with an error of about 10⁻¹⁰ of the curvature, and it
    /// allocates.
    fn hessian_product(&mut self, i: usize, x: &[f64], v: &[f64], scale: f64, out: &mut [f64]) {
        difference_product(|x, scale, out| self.gradient(i, x, scale, out), x, v, scale, out);
    }

    /// Whether this process can be asked for term `i`. In one process it can be for all.
    fn is_here(&self, i: usize) -> bool {
        let _ = i;
        true
    }

    /// Each number becomes the sum of those of all processes.
    fn add_up(&mut self, numbers: &mut [f64]) {
        let _ = numbers;
    }

    /// Given the messages of the terms that are here, in their places, the others get those of the terms elsewhere.
    fn exchange(&mut self, messages: &mut [Message]) {
        let _ = messages;
    }

    /// How many gradients of samples a gradient of term `i` is, for the counters.
    fn cost(&self, i: usize) -> u64 {
        let _ = i;
        1
    }
}

/// Adds `scale · (∇f(x + h v) − ∇f(x − h v)) / 2h` to `out`.
fn difference_product(
    mut gradient: impl FnMut(&[f64], f64, &mut [f64]) -> f64,
    x: &[f64],
    v: &[f64],
    scale: f64,
    out: &mut [f64],
) {
    let length = norm(v);
    if length == 0.0 {
        return;
    }
    // The cube root of the precision balances rounding and the third derivative.
    let h = 6e-6 * (1.0 + norm(x)) / length;
    let mut moved = vec![0.0; x.len()];
    for (way, seed) in [(h, scale / (2.0 * h)), (-h, -scale / (2.0 * h))] {
        for ((moved, x), v) in moved.iter_mut().zip(x).zip(v) {
            *moved = x + way * v;
        }
        gradient(&moved, seed, out);
    }
}
