//! Newton's method with Hessians that are learned from compressed messages.

use alloc::vec;
use alloc::vec::Vec;
use core::f64::consts::SQRT_2;

use num_traits::Float;

use super::compress::{Compressor, Message};
use super::error::{Error, check_finite, check_length, check_probability};
use super::problem::Problem;
use super::prox::Nothing;
use super::terms::Terms;
use super::vector::{add_scaled, norm};
use crate::Rng;

/// FedNL, federated Newton learning: each client sends its gradient, and how its Hessian differs from what is known of it, compressed.
///
/// ```text
/// Sᵢ = C(∇²fᵢ(x) − Hᵢ),    lᵢ = ‖∇²fᵢ(x) − Hᵢ‖,    Hᵢ⁺ = Hᵢ + α Sᵢ
/// x⁺ = x − (H + l)⁻¹ ∇f(x),    H = 1/n Σ Hᵢ,    l = 1/n Σ lᵢ
/// ```
///
/// Norms are Frobenius norms; with the shift `l` the matrix is at least the Hessian, so it can be inverted if `f` is strongly convex.
/// Near the solution of such an `f` convergence is superlinear, and its rate does not depend on the condition number. `α = 1` is for
/// contractive compressors, `α = 1/(1 + ω)` for unbiased ones.
///
/// The compressor is for the [`numbers`](FedNl::numbers) of the upper triangle of a matrix; what is not on the diagonal is
/// there times `√2`, so that lengths are Frobenius norms. At first `Hᵢ = ∇²fᵢ(x⁰)`, which is sent in full.
///
/// Safaryan, Islamov, Qian and Richtárik, [FedNL: making Newton-type methods applicable to federated
/// learning](https://arxiv.org/abs/2106.02969); Burlachenko and Richtárik, [Unlocking FedNL: self-contained compute-optimized
/// implementation](https://arxiv.org/abs/2410.08760).
///
/// ```
/// use burtorch_runtime::Rng;
/// use burtorch_runtime::oracle::{FedNl, FedNlRun, LinearModel, Link, Problem, TopK};
///
/// let (rows, targets) = ([1.0, 0.0, 0.0, 2.0, 1.0, 1.0], [1.0, -1.0, 1.0]);
/// let mut problem = Problem::new(LinearModel::new(Link::Logistic, 2, &rows, &targets)?.l2(0.1)?)?;
/// let method = FedNl { alpha: 1.0, compressor: TopK::new(FedNl::numbers(2), 1)? };
/// let (mut run, mut rng) = (FedNlRun::new(&problem, &[0.0, 0.0], method)?, Rng::seed(1));
/// for _ in 0..15 {
///     run.step(&mut problem, &mut rng);
/// }
/// let mut gradient = [0.0; 2];
/// problem.gradient(run.point(), &mut gradient);
/// assert!(gradient.iter().all(|slope| slope.abs() < 1e-12));
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct FedNl<C> {
    /// How much of a message a Hessian changes by.
    pub alpha: f64,
    /// What changes of Hessians are sent by.
    pub compressor: C,
}

impl FedNl<()> {
    /// How many numbers the upper triangle of a `d × d` matrix has, with its diagonal.
    #[must_use]
    pub const fn numbers(d: usize) -> usize {
        d * (d + 1) / 2
    }
}

/// [`FedNl`] under way.
#[derive(Clone, Debug)]
pub struct FedNlRun<C> {
    /// The method.
    pub method: FedNl<C>,
    x: Vec<f64>,
    gradient: Vec<f64>,
    unit: Vec<f64>,
    column: Vec<f64>,
    /// The triangles of the clients' Hessians, one behind the other, and their mean.
    hessians: Vec<f64>,
    mean: Vec<f64>,
    /// The mean that a step uses.
    used: Vec<f64>,
    /// A triangle: first a Hessian, then how it differs.
    change: Vec<f64>,
    matrix: Vec<f64>,
    message: Message,
    steps: u64,
    count: usize,
}

impl<C: Compressor> FedNlRun<C> {
    /// Starts at a point. All memory is allocated here.
    ///
    /// # Errors
    /// If `α` is not in (0, 1], the compressor is not for triangles of this size, or the point does not fit the problem.
    pub fn new<T: Terms>(problem: &Problem<T>, x: &[f64], method: FedNl<C>) -> Result<Self, Error> {
        let (d, n, numbers) = (problem.dim(), problem.count(), FedNl::numbers(problem.dim()));
        problem.check_here("FedNL")?;
        check_length("x", x.len(), d)?;
        check_finite("x", x)?;
        check_probability("alpha", method.alpha)?;
        method.compressor.check(numbers)?;
        Ok(FedNlRun {
            x: x.to_vec(),
            gradient: vec![0.0; d],
            unit: vec![0.0; d],
            column: vec![0.0; d],
            hessians: vec![0.0; n * numbers],
            mean: vec![0.0; numbers],
            used: vec![0.0; numbers],
            change: vec![0.0; numbers],
            matrix: vec![0.0; d * d],
            message: Message::with_bits(method.compressor.most_bits(numbers)),
            steps: 0,
            count: n,
            method,
        })
    }

    /// The point.
    #[must_use]
    pub fn point(&self) -> &[f64] {
        &self.x
    }

    /// Takes one step. It allocates nothing, unless terms do.
    ///
    /// # Panics
    /// If the problem has another number of terms or coordinates than the one it was started with.
    pub fn step<T: Terms>(&mut self, problem: &mut Problem<T, Nothing>, rng: &mut Rng) {
        let (found, own) = ((problem.count(), problem.dim()), (self.count, self.x.len()));
        assert!(found == own, "the problem has {found:?} terms and coordinates, but the run was started with {own:?}");
        let (n, d, share) = (problem.count(), problem.dim(), problem.share());
        let (numbers, alpha) = (FedNl::numbers(d), self.method.alpha);
        problem.counters.bits_down += 64 * (n * d) as u64;
        problem.gradient(&self.x, &mut self.gradient);
        problem.counters.bits_up += 64 * (n * d) as u64;

        // The step uses the mean of before the messages.
        let mut shift = 0.0;
        self.used.copy_from_slice(&self.mean);
        for i in 0..n {
            self.hessian(i, problem);
            let known = &mut self.hessians[i * numbers..][..numbers];
            if self.steps == 0 {
                known.copy_from_slice(&self.change);
                add_scaled(&mut self.mean, share, known);
                problem.counters.bits_up += 64 * numbers as u64;
                continue;
            }
            for (change, known) in self.change.iter_mut().zip(&*known) {
                *change -= known;
            }
            shift += share * norm(&self.change);
            self.method.compressor.compress(&self.change, rng, &mut self.message);
            // The message, and the norm.
            problem.counters.bits_up += self.message.bits() as u64 + 64;
            self.method.compressor.decode(numbers, &self.message, |at, number| {
                known[at] += alpha * number;
                self.mean[at] += alpha * share * number;
            });
        }
        if self.steps == 0 {
            self.used.copy_from_slice(&self.mean);
        }
        // A matrix that is not positive definite, as a problem that is not convex may have, is shifted further.
        while !factor(&mut self.matrix, &self.used, d, shift) {
            shift = if shift > 0.0 { 2.0 * shift } else { 1e-10 * (1.0 + norm(&self.used)) };
            assert!(shift.is_finite(), "a Hessian is not finite");
        }
        solve(&self.matrix, d, &mut self.gradient);
        add_scaled(&mut self.x, -1.0, &self.gradient);
        self.steps += 1;
    }

    /// The triangle of `∇²fᵢ(x)`, in `change`: column by column, by products with the axes.
    fn hessian<T: Terms>(&mut self, i: usize, problem: &mut Problem<T, Nothing>) {
        let mut at = 0;
        for j in 0..self.x.len() {
            self.unit[j] = 1.0;
            self.column.fill(0.0);
            problem.add_hessian_product(i, &self.x, &self.unit, 1.0, &mut self.column);
            self.unit[j] = 0.0;
            for k in 0..j {
                self.change[at + k] = SQRT_2 * self.column[k];
            }
            self.change[at + j] = self.column[j];
            at += j + 1;
        }
    }
}

/// Cholesky's factor of a matrix, given as a triangle, plus `shift` on the diagonal; or `false` if that is not positive definite.
///
/// The factor is in the lower half of `matrix`, row by row; the upper half is not used.
fn factor(matrix: &mut [f64], triangle: &[f64], d: usize, shift: f64) -> bool {
    let mut at = 0;
    for j in 0..d {
        for k in 0..=j {
            let (upper, row) = matrix.split_at_mut(j * d);
            let other = if k < j { &upper[k * d..][..k] } else { &row[..k] };
            let products: f64 = row[..k].iter().zip(other).map(|(a, b)| a * b).sum();
            if k < j {
                row[k] = (triangle[at + k] / SQRT_2 - products) / upper[k * d + k];
            } else {
                let square = triangle[at + j] + shift - products;
                if !(square > 0.0 && square.is_finite()) {
                    return false;
                }
                row[j] = Float::sqrt(square);
            }
        }
        at += j + 1;
    }
    true
}

/// `x = A⁻¹ x`, given Cholesky's factor of `A`.
fn solve(matrix: &[f64], d: usize, x: &mut [f64]) {
    for j in 0..d {
        let row = &matrix[j * d..][..=j];
        let known: f64 = row[..j].iter().zip(&*x).map(|(a, x)| a * x).sum();
        x[j] = (x[j] - known) / row[j];
    }
    for j in (0..d).rev() {
        let known: f64 = (j + 1..d).map(|k| matrix[k * d + j] * x[k]).sum();
        x[j] = (x[j] - known) / matrix[j * d + j];
    }
}

#[cfg(test)]
mod tests;
