//! Compressed differences from shifts that are learned.

use super::{At, Memory, Method, Round, add_what_is_sent, check_unbiased, take_round};
use crate::Rng;
use crate::oracle::error::check_probability;
use crate::oracle::vector::float;
use crate::oracle::{Compressor, Constants, Error, Problem, Prox, Terms};

/// DIANA: each client has a shift `hᵢ`, which becomes its gradient at the solution, and sends compressed differences from it.
///
/// ```text
/// Δᵢ = C(∇fᵢ(x) − hᵢ),    g = 1/n Σ (hᵢ + Δᵢ),    hᵢ⁺ = hᵢ + α Δᵢ
/// ```
///
/// The compressor is unbiased, drawn anew for each client. For convex terms, a strongly convex `f`, the largest `Lᵢ` as `L`,
/// `α ≤ 1/(1 + ω)` and `γ ≤ 1/(L (1 + 6ω/n))`,
///
/// ```text
/// Φ = ‖x − x*‖² + 4γ²ω/(αn) · 1/n Σ ‖hᵢ − ∇fᵢ(x*)‖²,    E Φ⁺ ≤ max(1 − γμ, 1 − α/2) Φ
/// ```
///
/// The memory has the shifts, `n` rows, then their mean.
///
/// Mishchenko, Gorbunov, Takáč and Richtárik, [Distributed learning with compressed gradient
/// differences](https://arxiv.org/abs/1901.09269); Gorbunov, Hanzely and Richtárik, [A unified theory of
/// SGD](https://arxiv.org/abs/1905.11261), for the bound.
///
/// ```
/// use burtorch_runtime::Rng;
/// use burtorch_runtime::oracle::{Diana, LinearModel, Link, Problem, RandK, Run};
///
/// let (rows, targets) = ([1.0, 0.0, 0.0, 2.0, 1.0, 1.0], [3.0, 4.0, 5.0]);
/// let mut problem = Problem::new(LinearModel::new(Link::Squares, 2, &rows, &targets)?)?;
/// let constants = problem.terms().constants();
/// let diana = Diana::theory(&constants, 2, RandK::new(2, 1)?);
/// let (mut run, mut rng) = (Run::new(&problem, &[0.0, 0.0], diana)?, Rng::seed(1));
/// for _ in 0..600 {
///     run.step(&mut problem, &mut rng);
/// }
/// assert!((run.point()[0] - 3.0).abs() < 1e-9 && (run.point()[1] - 2.0).abs() < 1e-9);
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Diana<C> {
    /// `γ`
    pub step: f64,
    /// How fast shifts follow.
    pub alpha: f64,
    /// What differences are sent by.
    pub compressor: C,
}

impl<C: Compressor> Diana<C> {
    /// `α = 1/(1 + ω)`, `γ = 1/(max Lᵢ (1 + 6ω/n))`, for vectors of so many numbers.
    pub fn theory(constants: &Constants, dim: usize, compressor: C) -> Self {
        let omega = compressor.class(dim).omega().unwrap_or(f64::NAN);
        let step = 1.0 / (constants.max() * (1.0 + 6.0 * omega / float(constants.terms.len())));
        Diana { step, alpha: 1.0 / (1.0 + omega), compressor }
    }
}

impl<C: Compressor> Method for Diana<C> {
    fn step_size(&self) -> f64 {
        self.step
    }

    fn start<T: Terms, R: Prox>(&self, problem: &Problem<T, R>) -> Result<Memory, Error> {
        check_unbiased("DIANA", &self.compressor, problem)?;
        check_probability("alpha", self.alpha)?;
        Ok(Memory::with_messages(problem.count() + 3, problem, &self.compressor))
    }

    fn estimate<T: Terms, R: Prox>(
        &mut self,
        at: At<'_>,
        memory: &mut Memory,
        problem: &mut Problem<T, R>,
        rng: &mut Rng,
    ) {
        let (shifts, [mean, change, scratch], messages) = memory.split(problem.count());
        at.g.copy_from_slice(mean);
        let (share, alpha) = (problem.share(), self.alpha);
        let mut round = FromShifts { x: at.x, g: at.g, share, alpha, shifts, mean, change, scratch };
        take_round(&mut round, &mut self.compressor, messages, problem, rng);
    }
}

/// A round in which differences from shifts are sent.
struct FromShifts<'a> {
    x: &'a [f64],
    g: &'a mut [f64],
    share: f64,
    alpha: f64,
    shifts: &'a mut [f64],
    mean: &'a mut [f64],
    change: &'a mut [f64],
    scratch: &'a mut [f64],
}

impl<T: Terms, R: Prox> Round<T, R> for FromShifts<'_> {
    fn change<C: Compressor>(
        &mut self,
        i: usize,
        compressor: &mut C,
        problem: &mut Problem<T, R>,
        rng: &mut Rng,
    ) -> &[f64] {
        let dim = self.x.len();
        for (change, shift) in self.change.iter_mut().zip(&self.shifts[i * dim..][..dim]) {
            *change = -shift;
        }
        add_what_is_sent(compressor, i, &[(self.x, 1.0)], self.change, self.scratch, problem, rng);
        self.change
    }

    fn receive(&mut self, i: usize, j: usize, number: f64) {
        self.g[j] += self.share * number;
        self.shifts[i * self.x.len() + j] += self.alpha * number;
        self.mean[j] += self.alpha * self.share * number;
    }
}
