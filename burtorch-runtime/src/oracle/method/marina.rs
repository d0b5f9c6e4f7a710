//! Compressed differences.

use num_traits::Float;

use super::{At, Memory, Method, Round, add_what_is_sent, check_unbiased, send_gradients, send_point, take_round};
use crate::Rng;
use crate::oracle::error::check_probability;
use crate::oracle::vector::float;
use crate::oracle::{Compressor, Constants, Error, Problem, Prox, Terms};

/// MARINA: with probability `p` clients send their gradients in full, else compressed differences from the last point.
///
/// ```text
/// g⁺ = ∇f(x⁺)                                  with probability p, and at first
/// g⁺ = g + 1/n Σ C(∇fᵢ(x⁺) − ∇fᵢ(x))           else
/// ```
///
/// The compressor is unbiased, drawn anew for each client. With `γ ≤ 1/(L + L₊ √((1 − p) ω / (p n)))`,
/// `Φ = f(x) − inf f + γ/(2p) ‖g − ∇f(x)‖²` falls, convex or not:
///
/// ```text
/// E Φ⁺ ≤ Φ − γ/2 ‖∇f(x)‖²
/// ```
///
/// Gorbunov, Burlachenko, Li and Richtárik, [MARINA: faster non-convex distributed learning with
/// compression](https://arxiv.org/abs/2102.07845).
///
/// ```
/// use burtorch_runtime::Rng;
/// use burtorch_runtime::oracle::{LinearModel, Link, Marina, Problem, RandK, Run};
///
/// let (rows, targets) = ([1.0, 0.0, 0.0, 2.0, 1.0, 1.0], [3.0, 4.0, 5.0]);
/// let mut problem = Problem::new(LinearModel::new(Link::Squares, 2, &rows, &targets)?)?;
/// let constants = problem.terms().constants();
/// let marina = Marina::theory(&constants, 2, RandK::new(2, 1)?);
/// let (mut run, mut rng) = (Run::new(&problem, &[0.0, 0.0], marina)?, Rng::seed(1));
/// for _ in 0..300 {
///     run.step(&mut problem, &mut rng);
/// }
/// assert!((run.point()[0] - 3.0).abs() < 1e-9 && (run.point()[1] - 2.0).abs() < 1e-9);
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Marina<C> {
    /// `γ`
    pub step: f64,
    /// The probability that gradients are sent in full.
    pub p: f64,
    /// What differences are sent by.
    pub compressor: C,
}

impl<C: Compressor> Marina<C> {
    /// `p = 1/(1 + ω)`, for which half of what is sent are full gradients, and the largest `γ`, for vectors of so many numbers.
    pub fn theory(constants: &Constants, dim: usize, compressor: C) -> Self {
        let omega = compressor.class(dim).omega().unwrap_or(f64::NAN);
        let (p, n) = (1.0 / (1.0 + omega), float(constants.terms.len()));
        let spread = constants.l_plus * Float::sqrt((1.0 - p) * omega / (p * n));
        Marina { step: 1.0 / (constants.l + spread), p, compressor }
    }
}

impl<C: Compressor> Method for Marina<C> {
    fn step_size(&self) -> f64 {
        self.step
    }

    fn start<T: Terms, R: Prox>(&self, problem: &Problem<T, R>) -> Result<Memory, Error> {
        check_unbiased("MARINA", &self.compressor, problem)?;
        check_probability("p", self.p)?;
        Ok(Memory::with_messages(2, problem, &self.compressor))
    }

    fn estimate<T: Terms, R: Prox>(
        &mut self,
        at: At<'_>,
        memory: &mut Memory,
        problem: &mut Problem<T, R>,
        rng: &mut Rng,
    ) {
        if at.steps == 0 || rng.uniform() < self.p {
            send_point(problem);
            send_gradients(problem, at.x, at.g);
            return;
        }
        let (_, [difference, scratch], messages) = memory.split(0);
        let mut round = Between { x: at.x, before: at.before, g: at.g, share: problem.share(), difference, scratch };
        take_round(&mut round, &mut self.compressor, messages, problem, rng);
    }
}

/// A round in which differences from the last point are sent.
struct Between<'a> {
    x: &'a [f64],
    before: &'a [f64],
    g: &'a mut [f64],
    share: f64,
    difference: &'a mut [f64],
    scratch: &'a mut [f64],
}

impl<T: Terms, R: Prox> Round<T, R> for Between<'_> {
    fn change<C: Compressor>(
        &mut self,
        i: usize,
        compressor: &mut C,
        problem: &mut Problem<T, R>,
        rng: &mut Rng,
    ) -> &[f64] {
        self.difference.fill(0.0);
        let points = [(self.x, 1.0), (self.before, -1.0)];
        add_what_is_sent(compressor, i, &points, self.difference, self.scratch, problem, rng);
        self.difference
    }

    fn receive(&mut self, _: usize, j: usize, number: f64) {
        self.g[j] += self.share * number;
    }
}
