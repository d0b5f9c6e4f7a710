//! Variance reduction by an anchor that moves at random.

use super::svrg::corrected;
use super::{At, Memory, Method, check_sampling};
use crate::Rng;
use crate::oracle::error::check_probability;
use crate::oracle::vector::float;
use crate::oracle::{Constants, Error, Problem, Prox, Sampling, Terms};

/// L-SVRG, the loopless one: after a step the point becomes the anchor `w` with probability `p`.
///
/// ```text
/// g = ∇f(w) + Σ_{i ∈ S} wᵢ (∇fᵢ(x) − ∇fᵢ(w)),    w⁺ = x with probability p, else w
/// ```
///
/// For convex terms, a strongly convex `f`, the largest `Lᵢ` as `L` and `γ ≤ 1/(6L)`,
///
/// ```text
/// Φ = ‖x − x*‖² + 4γ²/(p n) Σ ‖∇fᵢ(w) − ∇fᵢ(x*)‖²,    E Φ⁺ ≤ max(1 − γμ, 1 − p/2) Φ
/// ```
///
/// The memory has the anchor and its gradient.
///
/// Kovalev, Horváth and Richtárik, [Don't jump through hoops and remove those loops: SVRG and Katyusha are better without the
/// outer loop](https://arxiv.org/abs/1901.08689).
///
/// ```
/// use burtorch_runtime::Rng;
/// use burtorch_runtime::oracle::{LSvrg, LinearModel, Link, Nice, Problem, Run};
///
/// let (rows, targets) = ([1.0, 2.0, 3.0], [1.0, -1.0, 1.0]);
/// let mut problem = Problem::new(LinearModel::new(Link::Squares, 1, &rows, &targets)?)?;
/// let constants = problem.terms().constants();
/// let method = LSvrg::theory(&constants, Nice::new(3, 1)?);
/// let (mut run, mut rng) = (Run::new(&problem, &[0.0], method)?, Rng::seed(1));
/// for _ in 0..400 {
///     run.step(&mut problem, &mut rng);
/// }
/// assert!((run.point()[0] - 2.0 / 14.0).abs() < 1e-9);
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct LSvrg<S> {
    /// `γ`
    pub step: f64,
    /// The probability that the anchor moves.
    pub p: f64,
    /// Which terms a step looks at.
    pub sampling: S,
}

impl<S: Sampling> LSvrg<S> {
    /// `γ = 1/(6 max Lᵢ)`, `p = τ/n`
    pub fn theory(constants: &Constants, sampling: S) -> Self {
        let p = (float(sampling.most()) / float(sampling.count())).min(1.0);
        LSvrg { step: 1.0 / (6.0 * constants.max()), p, sampling }
    }
}

impl<S: Sampling> Method for LSvrg<S> {
    fn step_size(&self) -> f64 {
        self.step
    }

    fn start<T: Terms, R: Prox>(&self, problem: &Problem<T, R>) -> Result<Memory, Error> {
        check_probability("p", self.p)?;
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
        let (_, [anchor, mean], _) = memory.split(0);
        if at.steps == 0 {
            anchor.copy_from_slice(at.x);
            problem.gradient(anchor, mean);
        }
        corrected(&mut self.sampling, at.x, (anchor, mean), at.g, problem, rng);
        if rng.uniform() < self.p {
            anchor.copy_from_slice(at.x);
            problem.gradient(anchor, mean);
        }
    }
}
