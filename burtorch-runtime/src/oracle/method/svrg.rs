//! Variance reduction by an anchor for each epoch.

use super::{At, Memory, Method, check_sampling, steps_above};
use crate::Rng;
use crate::oracle::{Constants, Error, Problem, Prox, Sampling, Terms};

/// SVRG: after each epoch the point becomes the anchor `w`, whose full gradient corrects those of single terms.
///
/// ```text
/// g = ∇f(w) + Σ_{i ∈ S} wᵢ (∇fᵢ(x) − ∇fᵢ(w))
/// ```
///
/// For convex terms, a strongly convex `f`, the largest `Lᵢ` as `L`, `γ < 1/(4L)` and epochs of [`Random`](Epoch::Random) length up to
/// `m`, from anchor to anchor
///
/// ```text
/// E f(w⁺) − f(x*) ≤ (1/(μγ(1 − 2γL)m) + 2γL/(1 − 2γL)) (f(w) − f(x*))
/// ```
///
/// The memory has the anchor and its gradient.
///
/// Johnson and Zhang, [Accelerating stochastic gradient descent using predictive variance
/// reduction](https://proceedings.neurips.cc/paper/2013/hash/ac1dd209cbcc5e5d1c6e28598e8cbbe8-Abstract.html), where the anchor is a
/// random point of the last `m` (their option II). To stop there, and not to compute the points behind it, is from Konečný and
/// Richtárik, [Semi-stochastic gradient descent methods](https://arxiv.org/abs/1312.1666).
///
/// ```
/// use burtorch_runtime::Rng;
/// use burtorch_runtime::oracle::{Epoch, LinearModel, Link, Nice, Problem, Run, Svrg};
///
/// let (rows, targets) = ([1.0, 2.0, 3.0], [1.0, -1.0, 1.0]);
/// let mut problem = Problem::new(LinearModel::new(Link::Squares, 1, &rows, &targets)?)?;
/// let svrg = Svrg { step: 0.05, epoch: Epoch::Fixed(6), sampling: Nice::new(3, 1)? };
/// let (mut run, mut rng) = (Run::new(&problem, &[0.0], svrg)?, Rng::seed(1));
/// for _ in 0..400 {
///     run.step(&mut problem, &mut rng);
/// }
/// assert!((run.point()[0] - 2.0 / 14.0).abs() < 1e-9);
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Svrg<S> {
    /// `γ`
    pub step: f64,
    /// How many steps an anchor stays.
    pub epoch: Epoch,
    /// Which terms a step looks at.
    pub sampling: S,
}

impl<S: Sampling> Svrg<S> {
    /// `γ = 1/(10L)` and at most `m = ⌈50 L/μ⌉` steps, for which each epoch halves `f(w) − f(x*)` on average: both summands are ¼.
    pub fn theory(constants: &Constants, sampling: S) -> Self {
        let (l, mu) = (constants.max(), constants.mu);
        Svrg { step: 0.1 / l, epoch: Epoch::Random(steps_above(50.0 * l / mu)), sampling }
    }
}

/// How many steps there are from one full gradient to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Epoch {
    /// Always as many: what is run in practice.
    Fixed(u64),
    /// Any number from one to this, each as likely as the others: what the theorem of SVRG is about.
    Random(u64),
}

impl Epoch {
    /// How many steps the next epoch has.
    #[allow(clippy::cast_possible_truncation, reason = "an epoch is far shorter")]
    fn draw(self, rng: &mut Rng) -> u64 {
        match self {
            Epoch::Fixed(steps) => steps,
            Epoch::Random(most) => 1 + rng.below(most as usize) as u64,
        }
    }
}

/// `g = ∇f(w) + Σ wᵢ (∇fᵢ(x) − ∇fᵢ(w))` for a new set of terms.
pub(super) fn corrected<S: Sampling, T: Terms, R: Prox>(
    sampling: &mut S,
    x: &[f64],
    (anchor, mean): (&[f64], &[f64]),
    g: &mut [f64],
    problem: &mut Problem<T, R>,
    rng: &mut Rng,
) {
    g.copy_from_slice(mean);
    sampling.draw(rng);
    for &i in sampling.drawn() {
        problem.add_difference(i, x, anchor, sampling.weight(i), g);
    }
}

impl<S: Sampling> Method for Svrg<S> {
    fn step_size(&self) -> f64 {
        self.step
    }

    fn start<T: Terms, R: Prox>(&self, problem: &Problem<T, R>) -> Result<Memory, Error> {
        let (Epoch::Fixed(steps) | Epoch::Random(steps)) = self.epoch;
        check_epoch(steps)?;
        check_sampling(&self.sampling, problem)?;
        Ok(Memory::new(2, problem.dim()))
    }

    fn estimate<T: Terms, R: Prox>(
        &mut self,
        at: At<'_>,
        memory: &mut Memory,
        problem: &mut Problem<T, R>,
        rng: &mut Rng,
    ) {
        let ends = at.steps == memory.next;
        if ends {
            memory.next += self.epoch.draw(rng);
        }
        let (_, [anchor, mean], _) = memory.split(0);
        if ends {
            anchor.copy_from_slice(at.x);
            problem.gradient(anchor, mean);
            // At the anchor there is nothing to correct.
            at.g.copy_from_slice(mean);
            return;
        }
        corrected(&mut self.sampling, at.x, (anchor, mean), at.g, problem, rng);
    }
}

/// That an epoch has steps.
pub(super) fn check_epoch(epoch: u64) -> Result<(), Error> {
    let most = usize::MAX;
    if epoch == 0 { Err(Error::Count { what: "epoch", found: 0, least: 1, most }) } else { Ok(()) }
}
