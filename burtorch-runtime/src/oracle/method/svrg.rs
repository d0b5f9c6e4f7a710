//! Variance reduction by an anchor for each epoch.

use num_traits::Float;

use super::{At, Memory, Method, check_sampling, steps_above};
use crate::Rng;
use crate::oracle::{Constants, Error, Problem, Prox, Sampling, Terms};

/// SVRG: every `epoch` steps the point becomes the anchor `w`, whose full gradient corrects those of single terms.
///
/// ```text
/// g = ∇f(w) + Σ_{i ∈ S} wᵢ (∇fᵢ(x) − ∇fᵢ(w))
/// ```
///
/// For convex terms, a strongly convex `f`, the largest `Lᵢ` as `L` and `m` steps in an epoch, from anchor to anchor
///
/// ```text
/// E‖w⁺ − x*‖² ≤ ((1 − 2γμ(1 − γL))ᵐ + γL²/(μ(1 − γL))) ‖w − x*‖²
/// ```
///
/// The memory has the anchor and its gradient.
///
/// Johnson and Zhang, [Accelerating stochastic gradient descent using predictive variance
/// reduction](https://proceedings.neurips.cc/paper/2013/hash/ac1dd209cbcc5e5d1c6e28598e8cbbe8-Abstract.html); Tan, Ma, Dai and Qian,
/// [Barzilai–Borwein step size for stochastic gradient descent](https://arxiv.org/abs/1605.04131), for the last point of an epoch as
/// the anchor.
///
/// ```
/// use burtorch_runtime::Rng;
/// use burtorch_runtime::oracle::{LinearModel, Link, Nice, Problem, Run, Svrg};
///
/// let (rows, targets) = ([1.0, 2.0, 3.0], [1.0, -1.0, 1.0]);
/// let mut problem = Problem::new(LinearModel::new(Link::Squares, 1, &rows, &targets)?)?;
/// let svrg = Svrg { step: 0.05, epoch: 6, sampling: Nice::new(3, 1)? };
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
    /// `m`, how many steps an anchor stays.
    pub epoch: u64,
    /// Which terms a step looks at.
    pub sampling: S,
}

impl<S: Sampling> Svrg<S> {
    /// `γ = μ/(5L²)`, and `m` for which the squared distance to the solution is halved on average: both summands are at most ¼.
    pub fn theory(constants: &Constants, sampling: S) -> Self {
        let (l, mu) = (constants.max(), constants.mu);
        let step = mu / (5.0 * l * l);
        let slower = 2.0 * step * mu * (1.0 - step * l);
        Svrg { step, epoch: steps_above(Float::ln(4.0) / slower), sampling }
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
        check_epoch(self.epoch)?;
        check_sampling(&self.sampling, problem)?;
        Ok(Memory::new(2, problem.dim(), 0))
    }

    fn estimate<T: Terms, R: Prox>(
        &mut self,
        at: At<'_>,
        memory: &mut Memory,
        problem: &mut Problem<T, R>,
        rng: &mut Rng,
    ) {
        let (_, [anchor, mean], _) = memory.split(0);
        if at.steps.is_multiple_of(self.epoch) {
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
