//! Momentum that reduces variance.

use num_traits::Float;

use super::{At, Memory, Method, check_sampling};
use crate::Rng;
use crate::oracle::error::check_probability;
use crate::oracle::{Constants, Error, Problem, Prox, Sampling, Terms};

/// STORM: momentum, corrected by the gradient of the same terms at the point before. It never looks at all terms.
///
/// ```text
/// g⁺ = Σ_{i ∈ S} wᵢ ∇fᵢ(x⁺) + (1 − a) (g − Σ_{i ∈ S} wᵢ ∇fᵢ(x))
/// ```
///
/// With `a = 1` it is SGD. With `γ ≤ 1/(L + 2 (1 − a) B/√a)`, `B` of the sampling as for PAGE ([`Sampling::second_moment`]) and `σ²` a
/// bound of the variance of estimates by `S`, `Φ = f(x) − inf f + γ/a ‖g − ∇f(x)‖²` falls down to a level that `a` decides, convex or
/// not:
///
/// ```text
/// E Φ⁺ ≤ Φ − γ/2 ‖∇f(x)‖² + 2γaσ²
/// ```
///
/// Cutkosky and Orabona, [Momentum-based variance reduction in non-convex SGD](https://arxiv.org/abs/1905.10018), with steps that adapt
/// themselves; Tyurin and Richtárik, [DASHA: distributed nonconvex optimization with communication compression and optimal oracle
/// complexity](https://arxiv.org/abs/2202.01268), for the constant step: it is their DASHA-MVR with one client and nothing compressed.
///
/// ```
/// use burtorch_runtime::Rng;
/// use burtorch_runtime::oracle::{LinearModel, Link, Nice, Problem, Run, Storm};
///
/// let (rows, targets) = ([1.0, 2.0, 3.0], [1.0, -1.0, 1.0]);
/// let mut problem = Problem::new(LinearModel::new(Link::Squares, 1, &rows, &targets)?)?;
/// let storm = Storm { step: 0.01, a: 0.05, sampling: Nice::new(3, 1)? };
/// let (mut run, mut rng) = (Run::new(&problem, &[0.0], storm)?, Rng::seed(1));
/// for _ in 0..2000 {
///     run.step(&mut problem, &mut rng);
/// }
/// assert!((run.point()[0] - 2.0 / 14.0).abs() < 0.05);
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Storm<S> {
    /// `γ`
    pub step: f64,
    /// How much of the estimate is new.
    pub a: f64,
    /// Which terms a step looks at.
    pub sampling: S,
}

impl<S: Sampling> Storm<S> {
    /// The largest `γ` for this `a`.
    pub fn theory(constants: &Constants, a: f64, sampling: S) -> Self {
        let spread = 2.0 * (1.0 - a) * Float::sqrt(sampling.second_moment(constants) / a);
        Storm { step: 1.0 / (constants.l + spread), a, sampling }
    }
}

impl<S: Sampling> Method for Storm<S> {
    fn step_size(&self) -> f64 {
        self.step
    }

    fn start<T: Terms, R: Prox>(&self, problem: &Problem<T, R>) -> Result<Memory, Error> {
        check_probability("a", self.a)?;
        check_sampling(&self.sampling, problem)?;
        Ok(Memory::new(0, problem.dim()))
    }

    fn estimate<T: Terms, R: Prox>(&mut self, at: At<'_>, _: &mut Memory, problem: &mut Problem<T, R>, rng: &mut Rng) {
        // Before the first step there is no estimate to go on from.
        let kept = if at.steps == 0 { 0.0 } else { 1.0 - self.a };
        for g in &mut *at.g {
            *g *= kept;
        }
        self.sampling.draw(rng);
        for &i in self.sampling.drawn() {
            let weight = self.sampling.weight(i);
            if kept == 0.0 {
                problem.add_gradient(i, at.x, weight, at.g);
            } else {
                problem.add_combination(i, [at.x, at.before], [weight, -kept * weight], at.g);
            }
        }
    }
}
