//! Gradient descent with compressed gradients.

use super::{At, Memory, Method, Round, add_what_is_sent, check_unbiased, take_round};
use crate::Rng;
use crate::oracle::vector::float;
use crate::oracle::{Compressor, Constants, Error, Problem, Prox, Terms};

/// Distributed compressed gradient descent: `g = 1/n Σ C(∇fᵢ(x))`, where each term is that of a client.
///
/// The compressor is unbiased, drawn anew for each client. For convex terms, a strongly convex `f`, the largest `Lᵢ` as `L` and
/// `γ ≤ 1/(L (1 + 2ω/n))`,
///
/// ```text
/// E‖x⁺ − x*‖² ≤ (1 − γμ) ‖x − x*‖² + 2γ²ω/n · 1/n Σ ‖∇fᵢ(x*)‖²
/// ```
///
/// So it stops at a distance, unless all clients have the same solution; [`Diana`](super::Diana) does not. If the compressor chooses
/// coordinates before it sees the gradient, only those are computed ([`Terms::partial`]).
///
/// Khirirat, Feyzmahdavian and Johansson, [Distributed learning with compressed gradients](https://arxiv.org/abs/1806.06573);
/// Gorbunov, Hanzely and Richtárik, [A unified theory of SGD](https://arxiv.org/abs/1905.11261), for the bound.
///
/// ```
/// use burtorch_runtime::Rng;
/// use burtorch_runtime::oracle::{CompressedGd, LinearModel, Link, Natural, Problem, Run};
///
/// let (rows, targets) = ([1.0, 1.0, 1.0, -1.0], [3.0, 1.0]);
/// let mut problem = Problem::new(LinearModel::new(Link::Squares, 2, &rows, &targets)?)?;
/// let (method, mut rng) = (CompressedGd { step: 0.25, compressor: Natural }, Rng::seed(1));
/// let mut run = Run::new(&problem, &[0.0, 0.0], method)?;
/// for _ in 0..200 {
///     run.step(&mut problem, &mut rng);
/// }
/// assert!((run.point()[0] - 2.0).abs() < 1e-9);
/// // Two clients send two numbers in 12 bits each, 200 times.
/// assert_eq!(problem.counters.bits_up, 2 * 2 * 12 * 200);
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct CompressedGd<C> {
    /// `γ`
    pub step: f64,
    /// What gradients are sent by.
    pub compressor: C,
}

impl<C: Compressor> CompressedGd<C> {
    /// `γ = 1/(max Lᵢ (1 + 2ω/n))`, for vectors of so many numbers.
    pub fn theory(constants: &Constants, dim: usize, compressor: C) -> Self {
        let omega = compressor.class(dim).omega().unwrap_or(f64::NAN);
        let step = 1.0 / (constants.max() * (1.0 + 2.0 * omega / float(constants.terms.len())));
        CompressedGd { step, compressor }
    }
}

impl<C: Compressor> Method for CompressedGd<C> {
    fn step_size(&self) -> f64 {
        self.step
    }

    fn start<T: Terms, R: Prox>(&self, problem: &Problem<T, R>) -> Result<Memory, Error> {
        check_unbiased("compressed gradient descent", &self.compressor, problem)?;
        Ok(Memory::with_messages(2, problem, &self.compressor))
    }

    fn estimate<T: Terms, R: Prox>(
        &mut self,
        at: At<'_>,
        memory: &mut Memory,
        problem: &mut Problem<T, R>,
        rng: &mut Rng,
    ) {
        let (_, [gradient, scratch], messages) = memory.split(0);
        at.g.fill(0.0);
        let mut round = Whole { x: at.x, g: at.g, share: problem.share(), gradient, scratch };
        take_round(&mut round, &mut self.compressor, messages, problem, rng);
    }
}

/// A round in which gradients are sent.
struct Whole<'a> {
    x: &'a [f64],
    g: &'a mut [f64],
    share: f64,
    gradient: &'a mut [f64],
    scratch: &'a mut [f64],
}

impl<T: Terms, R: Prox> Round<T, R> for Whole<'_> {
    fn change<C: Compressor>(
        &mut self,
        i: usize,
        compressor: &mut C,
        problem: &mut Problem<T, R>,
        rng: &mut Rng,
    ) -> &[f64] {
        self.gradient.fill(0.0);
        add_what_is_sent(compressor, i, &[(self.x, 1.0)], self.gradient, self.scratch, problem, rng);
        self.gradient
    }

    fn receive(&mut self, _: usize, j: usize, number: f64) {
        self.g[j] += self.share * number;
    }
}
