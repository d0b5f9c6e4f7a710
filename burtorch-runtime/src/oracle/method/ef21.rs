//! Error feedback without errors that add up.

use alloc::vec::Vec;

use num_traits::Float;

use super::{At, Memory, Method, Round, add_what_is_sent, check_contractive, take_round};
use crate::Rng;
use crate::oracle::error::check_length;
use crate::oracle::{Compressor, Constants, Error, Problem, Prox, Terms};

/// EF21: each client has an estimate `gᵢ` of its gradient, and sends how it changes, compressed by any contractive compressor.
///
/// ```text
/// gᵢ⁺ = gᵢ + C(∇fᵢ(x⁺) − gᵢ),    g⁺ = 1/n Σ gᵢ⁺
/// ```
///
/// With `θ = 1 − √(1 − α)`, `β = (1 − α)/θ`, `L̃ = √(1/n Σ Lᵢ²)` and `γ ≤ 1/(L + L̃ √(β/θ))`,
/// `Φ = f(x) − inf f + γ/(2θ) · 1/n Σ ‖gᵢ − ∇fᵢ(x)‖²` falls, convex or not:
///
/// ```text
/// E Φ⁺ ≤ Φ − γ/2 ‖∇f(x)‖²
/// ```
///
/// The memory has the `gᵢ`, zero at first.
///
/// Richtárik, Sokolov and Fatkhullin, [EF21: a new, simpler, theoretically better, and practically faster error
/// feedback](https://arxiv.org/abs/2106.05203).
///
/// ```
/// use burtorch_runtime::Rng;
/// use burtorch_runtime::oracle::{Ef21, LinearModel, Link, Problem, Run, TopK};
///
/// let (rows, targets) = ([1.0, 0.0, 0.0, 2.0, 1.0, 1.0], [3.0, 4.0, 5.0]);
/// let mut problem = Problem::new(LinearModel::new(Link::Squares, 2, &rows, &targets)?)?;
/// let constants = problem.terms().constants();
/// let ef21 = Ef21::theory(&constants, 2, TopK::new(2, 1)?);
/// let (mut run, mut rng) = (Run::new(&problem, &[0.0, 0.0], ef21)?, Rng::seed(1));
/// for _ in 0..1000 {
///     run.step(&mut problem, &mut rng);
/// }
/// assert!((run.point()[0] - 3.0).abs() < 1e-9 && (run.point()[1] - 2.0).abs() < 1e-9);
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Ef21<C> {
    /// `γ`
    pub step: f64,
    /// What changes are sent by.
    pub compressor: C,
}

/// EF21-W, the weighted one: clients with steep functions have larger weights `wᵢ`, which add up to 1.
///
/// ```text
/// gᵢ⁺ = gᵢ + C(∇fᵢ(x⁺)/(n wᵢ) − gᵢ),    g⁺ = Σ wᵢ gᵢ⁺
/// ```
///
/// With `wᵢ = Lᵢ / Σ Lⱼ` the arithmetic mean of the `Lᵢ` takes the place of the quadratic one: `γ ≤ 1/(L + 1/n Σ Lᵢ √(β/θ))`, and
/// `Φ = f(x) − inf f + γ/(2θ) Σ wᵢ ‖gᵢ − ∇fᵢ(x)/(n wᵢ)‖²` falls as for [`Ef21`].
///
/// Richtárik, Gasanov and Burlachenko, [Error feedback reloaded: from quadratic to arithmetic mean of smoothness
/// constants](https://arxiv.org/abs/2402.10774).
///
/// ```
/// use burtorch_runtime::oracle::{Ef21, Ef21W, LinearModel, Link, TopK};
///
/// let (rows, targets) = ([1.0, 0.0, 0.0, 20.0, 1.0, 1.0], [3.0, 4.0, 5.0]);
/// let constants = LinearModel::new(Link::Squares, 2, &rows, &targets)?.constants();
/// let top = TopK::new(2, 1)?;
/// assert!(Ef21W::theory(&constants, 2, top.clone()).step > Ef21::theory(&constants, 2, top).step);
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Ef21W<C> {
    /// `γ`
    pub step: f64,
    /// `wᵢ`, which add up to 1.
    pub weights: Vec<f64>,
    /// What changes are sent by.
    pub compressor: C,
}

/// `1/(L + mean · √(β/θ))`
fn step(l: f64, mean: f64, alpha: Option<f64>) -> f64 {
    let alpha = alpha.unwrap_or(f64::NAN);
    let theta = 1.0 - Float::sqrt(1.0 - alpha);
    let beta = (1.0 - alpha) / theta;
    1.0 / (l + mean * Float::sqrt(beta / theta))
}

impl<C: Compressor> Ef21<C> {
    /// The largest `γ`, for vectors of so many numbers.
    pub fn theory(constants: &Constants, dim: usize, compressor: C) -> Self {
        let step = step(constants.l, constants.quadratic_mean(), compressor.class(dim).alpha());
        Ef21 { step, compressor }
    }
}

impl<C: Compressor> Ef21W<C> {
    /// `wᵢ = Lᵢ / Σ Lⱼ` and the largest `γ`, for vectors of so many numbers.
    pub fn theory(constants: &Constants, dim: usize, compressor: C) -> Self {
        let step = step(constants.l, constants.mean(), compressor.class(dim).alpha());
        let total: f64 = constants.terms.iter().sum();
        Ef21W { step, weights: constants.terms.iter().map(|l| l / total).collect(), compressor }
    }
}

/// A round in which changes of estimates are sent: `weight(i)` is `wᵢ`.
struct Changes<'a, W> {
    x: &'a [f64],
    g: &'a mut [f64],
    share: f64,
    weight: W,
    estimates: &'a mut [f64],
    change: &'a mut [f64],
    scratch: &'a mut [f64],
}

impl<T: Terms, R: Prox, W: Fn(usize) -> f64> Round<T, R> for Changes<'_, W> {
    fn change<C: Compressor>(
        &mut self,
        i: usize,
        compressor: &mut C,
        problem: &mut Problem<T, R>,
        rng: &mut Rng,
    ) -> &[f64] {
        let dim = self.x.len();
        for (change, estimate) in self.change.iter_mut().zip(&self.estimates[i * dim..][..dim]) {
            *change = -estimate;
        }
        let point = (self.x, self.share / (self.weight)(i));
        add_what_is_sent(compressor, i, &[point], self.change, self.scratch, problem, rng);
        self.change
    }

    fn receive(&mut self, i: usize, j: usize, number: f64) {
        self.estimates[i * self.x.len() + j] += number;
        self.g[j] += (self.weight)(i) * number;
    }
}

/// One round of either method.
fn estimate<C: Compressor, T: Terms, R: Prox>(
    compressor: &mut C,
    weight: impl Fn(usize) -> f64,
    At { x, g, .. }: At<'_>,
    memory: &mut Memory,
    problem: &mut Problem<T, R>,
    rng: &mut Rng,
) {
    let (estimates, [change, scratch], messages) = memory.split(problem.count());
    let mut round = Changes { x, g, share: problem.share(), weight, estimates, change, scratch };
    take_round(&mut round, compressor, messages, problem, rng);
}

impl<C: Compressor> Method for Ef21<C> {
    fn step_size(&self) -> f64 {
        self.step
    }

    fn start<T: Terms, R: Prox>(&self, problem: &Problem<T, R>) -> Result<Memory, Error> {
        check_contractive("EF21", &self.compressor, problem)?;
        Ok(Memory::with_messages(problem.count() + 2, problem, &self.compressor))
    }

    fn estimate<T: Terms, R: Prox>(
        &mut self,
        at: At<'_>,
        memory: &mut Memory,
        problem: &mut Problem<T, R>,
        rng: &mut Rng,
    ) {
        let share = problem.share();
        estimate(&mut self.compressor, |_| share, at, memory, problem, rng);
    }
}

impl<C: Compressor> Method for Ef21W<C> {
    fn step_size(&self) -> f64 {
        self.step
    }

    fn start<T: Terms, R: Prox>(&self, problem: &Problem<T, R>) -> Result<Memory, Error> {
        check_contractive("EF21-W", &self.compressor, problem)?;
        check_length("weights", self.weights.len(), problem.count())?;
        if let Some(position) = self.weights.iter().position(|weight| !(*weight > 0.0 && *weight <= 1.0)) {
            let found = self.weights[position];
            return Err(Error::Entry { what: "weights", position, found, range: "in (0, 1]" });
        }
        let found: f64 = self.weights.iter().sum();
        if (found - 1.0).abs() > 1e-9 {
            return Err(Error::Range { what: "sum of weights", found, range: "1: divide the weights by their sum" });
        }
        Ok(Memory::with_messages(problem.count() + 2, problem, &self.compressor))
    }

    fn estimate<T: Terms, R: Prox>(
        &mut self,
        at: At<'_>,
        memory: &mut Memory,
        problem: &mut Problem<T, R>,
        rng: &mut Rng,
    ) {
        estimate(&mut self.compressor, |i| self.weights[i], at, memory, problem, rng);
    }
}
