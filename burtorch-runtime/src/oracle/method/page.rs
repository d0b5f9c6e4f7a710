//! The probabilistic gradient estimator.

use num_traits::Float;

use super::{At, Memory, Method, check_sampling};
use crate::Rng;
use crate::oracle::error::check_probability;
use crate::oracle::vector::float;
use crate::oracle::{Constants, Error, Problem, Prox, Sampling, Terms};

/// PAGE: with probability `p` all terms, else a correction from a few of them at the point and the one before it.
///
/// ```text
/// g⁺ = ∇f(x⁺)                                          with probability p, and at first
/// g⁺ = g + Σ_{i ∈ S} wᵢ (∇fᵢ(x⁺) − ∇fᵢ(x))             else
/// ```
///
/// With `γ ≤ 1/(L + B √((1 − p)/p))` and `B` of the sampling ([`Sampling::second_moment`]; `L±/√τ` for draws with replacement),
/// `Φ = f(x) − inf f + γ/(2p) ‖g − ∇f(x)‖²` falls for any smooth `f`, convex or not:
///
/// ```text
/// E Φ⁺ ≤ Φ − γ/2 ‖∇f(x)‖²
/// ```
///
/// For batches of one, the number of gradients of terms that it takes to a stationary point is optimal.
///
/// Li, Bao, Zhang and Richtárik, [PAGE: a simple and optimal probabilistic gradient estimator for nonconvex
/// optimization](https://arxiv.org/abs/2008.10898); Tyurin, Sun, Burlachenko and Richtárik, [Sharper rates and flexible framework
/// for nonconvex SGD with client and data sampling](https://arxiv.org/abs/2206.02275).
///
/// ```
/// use burtorch_runtime::Rng;
/// use burtorch_runtime::oracle::{LinearModel, Link, Nice, Page, Problem, Run};
///
/// let (rows, targets) = ([1.0, 2.0, 3.0], [1.0, -1.0, 1.0]);
/// let mut problem = Problem::new(LinearModel::new(Link::Squares, 1, &rows, &targets)?)?;
/// let page = Page { step: 0.05, p: 0.25, sampling: Nice::new(3, 1)? };
/// let (mut run, mut rng) = (Run::new(&problem, &[0.0], page)?, Rng::seed(1));
/// for _ in 0..400 {
///     run.step(&mut problem, &mut rng);
/// }
/// assert!((run.point()[0] - 2.0 / 14.0).abs() < 1e-9);
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Page<S> {
    /// `γ`
    pub step: f64,
    /// The probability of a full gradient.
    pub p: f64,
    /// Which terms the other steps look at.
    pub sampling: S,
}

impl<S: Sampling> Page<S> {
    /// `p = τ/(n + τ)`, for which half of the gradients are for the full ones, and the largest `γ`.
    pub fn theory(constants: &Constants, sampling: S) -> Self {
        let p = float(sampling.most()) / float(sampling.count() + sampling.most());
        let spread = Float::sqrt(sampling.second_moment(constants) * (1.0 - p) / p);
        Page { step: 1.0 / (constants.l + spread), p, sampling }
    }
}

impl<S: Sampling> Method for Page<S> {
    fn step_size(&self) -> f64 {
        self.step
    }

    fn start<T: Terms, R: Prox>(&self, problem: &Problem<T, R>) -> Result<Memory, Error> {
        check_probability("p", self.p)?;
        check_sampling(&self.sampling, problem)?;
        Ok(Memory::new(0, problem.dim()))
    }

    fn estimate<T: Terms, R: Prox>(&mut self, at: At<'_>, _: &mut Memory, problem: &mut Problem<T, R>, rng: &mut Rng) {
        if at.steps == 0 || rng.uniform() < self.p {
            problem.gradient(at.x, at.g);
            return;
        }
        self.sampling.draw(rng);
        for &i in self.sampling.drawn() {
            problem.add_difference(i, at.x, at.before, self.sampling.weight(i), at.g);
        }
    }
}
