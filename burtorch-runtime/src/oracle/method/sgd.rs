//! Stochastic gradient descent.

use super::{At, Memory, Method, check_sampling};
use crate::Rng;
use crate::oracle::{Constants, Error, Problem, Prox, Sampling, Terms};

/// `g = Σ_{i ∈ S} wᵢ ∇fᵢ(x)`: SGD with any sampling. With all terms it is gradient descent, with [`Reshuffling`](crate::oracle::Reshuffling)
/// SGD as it is usually run.
///
/// For convex terms and a strongly convex `f`, with `γ ≤ 1/(2ℒ)` and `σ² = E‖Σ wᵢ ∇fᵢ(x*)‖²`,
///
/// ```text
/// E‖xᵗ − x*‖² ≤ (1 − γμ)ᵗ ‖x⁰ − x*‖² + 2γσ²/μ
/// ```
///
/// Gower, Loizou, Qian, Sailanbayev, Shulgin and Richtárik, [SGD: general analysis and improved
/// rates](https://arxiv.org/abs/1901.09401).
///
/// ```
/// use burtorch_runtime::Rng;
/// use burtorch_runtime::oracle::{LinearModel, Link, Nice, Problem, Run, Sgd};
///
/// // Both rows are solved by the same point, so SGD finds it.
/// let (rows, targets) = ([1.0, 1.0, 1.0, -1.0], [3.0, 1.0]);
/// let mut problem = Problem::new(LinearModel::new(Link::Squares, 2, &rows, &targets)?)?;
/// let sgd = Sgd { step: 0.25, sampling: Nice::new(2, 1)? };
/// let (mut run, mut rng) = (Run::new(&problem, &[0.0, 0.0], sgd)?, Rng::seed(1));
/// for _ in 0..200 {
///     run.step(&mut problem, &mut rng);
/// }
/// assert!((run.point()[0] - 2.0).abs() < 1e-9 && problem.counters.gradients == 200);
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sgd<S> {
    /// `γ`
    pub step: f64,
    /// Which terms a step looks at.
    pub sampling: S,
}

impl<S: Sampling> Sgd<S> {
    /// `γ = 1/(2ℒ)`
    pub fn theory(constants: &Constants, sampling: S) -> Self {
        Sgd { step: 0.5 / sampling.expected_smoothness(constants), sampling }
    }
}

impl<S: Sampling> Method for Sgd<S> {
    fn step_size(&self) -> f64 {
        self.step
    }

    fn start<T: Terms, R: Prox>(&self, problem: &Problem<T, R>) -> Result<Memory, Error> {
        check_sampling(&self.sampling, problem)?;
        Ok(Memory::new(0, problem.dim()))
    }

    fn estimate<T: Terms, R: Prox>(&mut self, at: At<'_>, _: &mut Memory, problem: &mut Problem<T, R>, rng: &mut Rng) {
        at.g.fill(0.0);
        self.sampling.draw(rng);
        for &i in self.sampling.drawn() {
            problem.add_gradient(i, at.x, self.sampling.weight(i), at.g);
        }
    }
}
