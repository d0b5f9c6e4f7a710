//! Variance reduction by a table of gradients.

use super::{At, Memory, Method, check_sampling};
use crate::Rng;
use crate::oracle::vector::add_scaled;
use crate::oracle::{Constants, Error, Problem, Prox, Sampling, Terms};

/// SAGA: the last gradient of each term is in a table.
///
/// ```text
/// g = 1/n Σ tableⱼ + Σ_{i ∈ S} wᵢ (∇fᵢ(x) − tableᵢ),    then tableᵢ = ∇fᵢ(x) for i ∈ S
/// ```
///
/// For convex terms, a strongly convex `f`, one term in a step, the largest `Lᵢ` as `L` and `γ ≤ 1/(6L)`,
///
/// ```text
/// Φ = ‖x − x*‖² + 4γ² Σ ‖tableᵢ − ∇fᵢ(x*)‖²,    E Φ⁺ ≤ max(1 − γμ, 1 − 1/(2n)) Φ
/// ```
///
/// The original analysis allows `γ = 1/(3L)`. The memory has the table, `n` rows, then their mean. The first step looks at all terms.
///
/// Defazio, Bach and Lacoste-Julien, [SAGA: a fast incremental gradient method with support for non-strongly convex composite
/// objectives](https://arxiv.org/abs/1407.0202); Gorbunov, Hanzely and Richtárik, [A unified theory of SGD: variance reduction,
/// sampling, quantization and coordinate descent](https://arxiv.org/abs/1905.11261), for the bound.
///
/// ```
/// use burtorch_runtime::Rng;
/// use burtorch_runtime::oracle::{LinearModel, Link, Nice, Problem, Run, Saga};
///
/// let (rows, targets) = ([1.0, 2.0, 3.0], [1.0, -1.0, 1.0]);
/// let mut problem = Problem::new(LinearModel::new(Link::Squares, 1, &rows, &targets)?)?;
/// let saga = Saga { step: 0.03, sampling: Nice::new(3, 1)? };
/// let (mut run, mut rng) = (Run::new(&problem, &[0.0], saga)?, Rng::seed(1));
/// for _ in 0..400 {
///     run.step(&mut problem, &mut rng);
/// }
/// assert!((run.point()[0] - 2.0 / 14.0).abs() < 1e-9);
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Saga<S> {
    /// `γ`
    pub step: f64,
    /// Which terms a step looks at.
    pub sampling: S,
}

impl<S: Sampling> Saga<S> {
    /// `γ = 1/(6 max Lᵢ)`
    pub fn theory(constants: &Constants, sampling: S) -> Self {
        Saga { step: 1.0 / (6.0 * constants.max()), sampling }
    }
}

impl<S: Sampling> Method for Saga<S> {
    fn step_size(&self) -> f64 {
        self.step
    }

    fn start<T: Terms, R: Prox>(&self, problem: &Problem<T, R>) -> Result<Memory, Error> {
        check_sampling(&self.sampling, problem)?;
        Ok(Memory::new(problem.count() + 1 + self.sampling.most(), problem.dim()))
    }

    fn estimate<T: Terms, R: Prox>(
        &mut self,
        at: At<'_>,
        memory: &mut Memory,
        problem: &mut Problem<T, R>,
        rng: &mut Rng,
    ) {
        let (n, dim, share) = (problem.count(), problem.dim(), problem.share());
        let (table, rest) = memory.numbers.split_at_mut(n * dim);
        let (mean, fresh) = rest.split_at_mut(dim);
        if at.steps == 0 {
            for (i, row) in table.chunks_exact_mut(dim).enumerate() {
                problem.add_gradient(i, at.x, 1.0, row);
                add_scaled(mean, share, row);
            }
            at.g.copy_from_slice(mean);
            return;
        }
        self.sampling.draw(rng);
        let drawn = self.sampling.drawn();
        at.g.copy_from_slice(mean);
        // An index that was drawn twice is compared with the same row of the table twice, so rows change afterwards.
        for (&i, fresh) in drawn.iter().zip(fresh.chunks_exact_mut(dim)) {
            fresh.fill(0.0);
            problem.add_gradient(i, at.x, 1.0, fresh);
            let weight = self.sampling.weight(i);
            for ((g, fresh), old) in at.g.iter_mut().zip(&*fresh).zip(&table[i * dim..][..dim]) {
                *g += weight * (fresh - old);
            }
        }
        for (&i, fresh) in drawn.iter().zip(fresh.chunks_exact(dim)) {
            for ((mean, fresh), old) in mean.iter_mut().zip(fresh).zip(&mut table[i * dim..][..dim]) {
                *mean += share * (fresh - *old);
                *old = *fresh;
            }
        }
    }
}
