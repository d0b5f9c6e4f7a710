//! Which terms a step looks at.

mod importance;
mod independent;
mod nice;
mod order;
mod with_replacement;

pub use importance::Importance;
pub use independent::Independent;
pub use nice::Nice;
pub use order::{Cyclic, Reshuffling};
pub use with_replacement::WithReplacement;

use super::constants::Constants;
use crate::Rng;

/// A random set `S` of terms, perhaps with repetitions, and weights with `E Σ_{i ∈ S} wᵢ vᵢ = 1/n Σ vᵢ` for any vectors `vᵢ`.
///
/// [`Reshuffling`] and [`Cyclic`] have that property over an epoch, not in each step.
///
/// Gower, Loizou, Qian, Sailanbayev, Shulgin and Richtárik, [SGD: general analysis and improved
/// rates](https://arxiv.org/abs/1901.09401), for the samplings and their expected smoothness.
pub trait Sampling {
    /// `n`
    fn count(&self) -> usize;

    /// The most indices that a set has.
    fn most(&self) -> usize;

    /// Draws the next set. An index may be in it several times only if the sampling says so.
    fn draw(&mut self, rng: &mut Rng) -> &[usize];

    /// The set that was drawn last.
    fn drawn(&self) -> &[usize];

    /// `wᵢ`
    fn weight(&self, i: usize) -> f64;

    /// How often `i` is in a set on average: for sets without repetitions, the probability that it is.
    fn expected(&self, i: usize) -> f64;

    /// `ℒ`, with `E‖Σ_{i ∈ S} wᵢ (∇fᵢ(x) − ∇fᵢ(x*))‖² ≤ 2ℒ (f(x) − f(x*))` for convex terms. For an order that is fixed it is that of
    /// single steps, `max Lᵢ`.
    fn expected_smoothness(&self, constants: &Constants) -> f64;

    /// `A`, with `E‖Σ_{i ∈ S} wᵢ vᵢ − 1/n Σ vᵢ‖² ≤ A · (1/n Σ ‖vᵢ‖² − ‖1/n Σ vᵢ‖²)` for any vectors, if there is one.
    ///
    /// Samplings with unequal weights have none; theory then asks for [`second_moment`](Self::second_moment).
    fn variance(&self) -> Option<f64>;

    /// A bound `B²` with `E‖Σ_{i ∈ S} wᵢ (∇fᵢ(x) − ∇fᵢ(y)) − (∇f(x) − ∇f(y))‖² ≤ B² ‖x − y‖²`, as PAGE needs it.
    ///
    /// Tyurin, Sun, Burlachenko and Richtárik, [Sharper rates and flexible framework for nonconvex SGD with client and data
    /// sampling](https://arxiv.org/abs/2206.02275).
    fn second_moment(&self, constants: &Constants) -> f64 {
        self.variance().unwrap_or(f64::INFINITY) * constants.l_plus_minus * constants.l_plus_minus
    }
}

#[cfg(test)]
mod tests;
