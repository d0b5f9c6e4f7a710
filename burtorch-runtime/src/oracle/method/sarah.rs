//! Variance reduction by a recursion.

use super::svrg::check_epoch;
use super::{At, Memory, Method, check_sampling, steps_above};
use crate::Rng;
use crate::oracle::{Constants, Error, Problem, Prox, Sampling, Terms};

/// SARAH: the full gradient every `epoch` steps, else a correction of the last estimate. PAGE without the coin.
///
/// ```text
/// g⁺ = g + Σ_{i ∈ S} wᵢ (∇fᵢ(x⁺) − ∇fᵢ(x))
/// ```
///
/// The estimate is biased within an epoch. If each term is `μ`-strongly convex, with the largest `Lᵢ` as `L` and `γ ≤ 2/(μ + L)`, it
/// vanishes within an epoch that starts at `w`:
///
/// ```text
/// E‖gᵗ‖² ≤ (1 − 2μLγ/(μ + L))ᵗ ‖∇f(w)‖²
/// ```
///
/// Nguyen, Liu, Scheinberg and Takáč, [SARAH: a novel method for machine learning problems using stochastic recursive
/// gradient](https://arxiv.org/abs/1703.00102).
///
/// ```
/// use burtorch_runtime::Rng;
/// use burtorch_runtime::oracle::{LinearModel, Link, Nice, Problem, Run, Sarah};
///
/// let (rows, targets) = ([1.0, 2.0, 3.0], [1.0, -1.0, 1.0]);
/// let mut problem = Problem::new(LinearModel::new(Link::Squares, 1, &rows, &targets)?)?;
/// let sarah = Sarah { step: 0.05, epoch: 6, sampling: Nice::new(3, 1)? };
/// let (mut run, mut rng) = (Run::new(&problem, &[0.0], sarah)?, Rng::seed(1));
/// for _ in 0..400 {
///     run.step(&mut problem, &mut rng);
/// }
/// assert!((run.point()[0] - 2.0 / 14.0).abs() < 1e-9);
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sarah<S> {
    /// `γ`
    pub step: f64,
    /// How many steps there are from one full gradient to the next.
    pub epoch: u64,
    /// Which terms the other steps look at.
    pub sampling: S,
}

impl<S: Sampling> Sarah<S> {
    /// `γ = 1/(2L)` and `⌈4.5 L/μ⌉` steps in an epoch, with the largest `Lᵢ` as `L`.
    pub fn theory(constants: &Constants, sampling: S) -> Self {
        let l = constants.max();
        Sarah { step: 0.5 / l, epoch: steps_above(4.5 * l / constants.mu), sampling }
    }
}

impl<S: Sampling> Method for Sarah<S> {
    fn step_size(&self) -> f64 {
        self.step
    }

    fn start<T: Terms, R: Prox>(&self, problem: &Problem<T, R>) -> Result<Memory, Error> {
        check_epoch(self.epoch)?;
        check_sampling(&self.sampling, problem)?;
        Ok(Memory::new(0, problem.dim()))
    }

    fn estimate<T: Terms, R: Prox>(&mut self, at: At<'_>, _: &mut Memory, problem: &mut Problem<T, R>, rng: &mut Rng) {
        if at.steps.is_multiple_of(self.epoch) {
            problem.gradient(at.x, at.g);
            return;
        }
        self.sampling.draw(rng);
        for &i in self.sampling.drawn() {
            problem.add_difference(i, at.x, at.before, self.sampling.weight(i), at.g);
        }
    }
}
