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
/// With `a = 1` it is SGD. With `ρ = a (2 − a)`, `γ ≤ 1/(L + B √(2(1 − ρ)/ρ))` and `σ²` the variance of the estimate by `S` at `x⁺`,
/// `Φ = f(x) − inf f + γ/(2ρ) ‖g − ∇f(x)‖²` falls down to a level that `a` decides, convex or not:
///
/// ```text
/// E Φ⁺ ≤ Φ − γ/2 ‖∇f(x)‖² + γa²/ρ · E σ²
/// ```
///
/// Cutkosky and Orabona, [Momentum-based variance reduction in non-convex SGD](https://arxiv.org/abs/1905.10018). The constant step
/// size is by the argument of PAGE, and `B` is that of PAGE.
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
        let rho = a * (2.0 - a);
        let spread = Float::sqrt(sampling.second_moment(constants) * 2.0 * (1.0 - rho) / rho);
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
        Ok(Memory::new(0, problem.dim(), 0))
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
            problem.add_gradient(i, at.x, weight, at.g);
            if kept != 0.0 {
                problem.add_gradient(i, at.before, -kept * weight, at.g);
            }
        }
    }
}
