//! Constants of smoothness and convexity: what theory's step sizes are made of.

use alloc::vec;
use alloc::vec::Vec;

use num_traits::Float;

use super::error::{Error, check_finite, check_length, check_some};
use super::problem::Problem;
use super::prox::Prox;
use super::terms::Terms;
use super::vector::{add_scaled, dot, float, norm};
use crate::Rng;

/// Bounds of the derivatives of `f = 1/n Σ fᵢ`, for all `x` and `y`:
///
/// ```text
/// ‖∇fᵢ(x) − ∇fᵢ(y)‖          ≤ Lᵢ ‖x − y‖
/// ‖∇f(x) − ∇f(y)‖            ≤ L  ‖x − y‖
/// 1/n Σ ‖∇fᵢ(x) − ∇fᵢ(y)‖²   ≤ L₊² ‖x − y‖²
/// 1/n Σ ‖∇fᵢ(x) − ∇fᵢ(y)‖² − ‖∇f(x) − ∇f(y)‖² ≤ L±² ‖x − y‖²      (the Hessian variance)
/// f − μ/2 ‖x‖² is convex; μ is negative if f is not
/// ```
///
/// Always `L ≤ L₊ ≤ √(1/n Σ Lᵢ²)` and `L± ≤ L₊`. [`LinearModel`](super::LinearModel) knows its own; for other terms
/// [`estimate`](Self::estimate) computes them at points.
///
/// Szlendak, Tyurin and Richtárik, [Permutation compressors for provably faster distributed nonconvex
/// optimization](https://arxiv.org/abs/2110.03300), for `L₊` and `L±`.
///
/// ```
/// use burtorch_runtime::Rng;
/// use burtorch_runtime::oracle::{Closure, Constants, Problem};
///
/// // fᵢ(x) = i/2 x², for i = 0, 1, 2: the Hessians are 0, 1 and 2.
/// let mut problem = Problem::new(Closure::new(3, 1, |i, x, scale, out| {
///     out[0] += scale * i as f64 * x[0];
///     0.5 * i as f64 * x[0] * x[0]
/// }))?;
/// let constants = Constants::estimate(&mut problem, &[&[1.0]], &mut Rng::seed(1))?;
/// let near = |a: f64, b: f64| (a - b).abs() < 1e-6;
/// assert!(near(constants.l, 1.0) && near(constants.max(), 2.0) && near(constants.mu, 1.0));
/// assert!(near(constants.l_plus.powi(2), 5.0 / 3.0) && near(constants.l_plus_minus.powi(2), 2.0 / 3.0));
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Constants {
    /// `Lᵢ` of each term.
    pub terms: Vec<f64>,
    /// `L`
    pub l: f64,
    /// `L₊`
    pub l_plus: f64,
    /// `L±`
    pub l_plus_minus: f64,
    /// `μ`
    pub mu: f64,
}

impl Constants {
    /// The constants of the quadratic that the problem looks like at each point: eigenvalues of Hessians, by power iteration with
    /// products of Hessians and vectors. Of several points it takes the worst.
    ///
    /// They are those of the problem if it is quadratic, or if a point is where it is most curved; else they are lower bounds of the
    /// `L`s and an upper bound of `μ`. Counters are left as they were.
    ///
    /// # Errors
    /// If there are no points, or one is of the wrong length or not finite.
    pub fn estimate<T: Terms, R: Prox>(
        problem: &mut Problem<T, R>,
        points: &[&[f64]],
        rng: &mut Rng,
    ) -> Result<Self, Error> {
        check_some("points", points.len())?;
        for point in points {
            check_length("point", point.len(), problem.dim())?;
            check_finite("point", point)?;
        }
        let counters = problem.counters;
        let (n, dim) = (problem.count(), problem.dim());
        let share = 1.0 / float(n);
        let mut worst = Constants { terms: vec![0.0; n], l: 0.0, l_plus: 0.0, l_plus_minus: 0.0, mu: f64::INFINITY };
        let (mut product, mut sum) = (vec![0.0; dim], vec![0.0; dim]);
        for &x in points {
            for (i, of_term) in worst.terms.iter_mut().enumerate() {
                let l = largest_eigenvalue(dim, rng, |v, out| {
                    out.fill(0.0);
                    problem.terms_mut().hessian_product(i, x, v, 1.0, out);
                });
                *of_term = of_term.max(l);
            }
            let l = largest_eigenvalue(dim, rng, |v, out| problem.hessian_product(x, v, out));
            // The least eigenvalue of H is what the largest of L − H leaves.
            let above_mu = largest_eigenvalue(dim, rng, |v, out| {
                problem.hessian_product(x, v, out);
                for (out, v) in out.iter_mut().zip(v) {
                    *out = l * v - *out;
                }
            });
            let mut squares = |minus_square: bool| {
                largest_eigenvalue(dim, rng, |v, out| {
                    sum.fill(0.0);
                    out.fill(0.0);
                    for i in 0..n {
                        product.fill(0.0);
                        problem.terms_mut().hessian_product(i, x, v, 1.0, &mut product);
                        add_scaled(&mut sum, share, &product);
                        problem.terms_mut().hessian_product(i, x, &product, share, out);
                    }
                    if minus_square {
                        problem.hessian_product(x, &sum, &mut product);
                        add_scaled(out, -1.0, &product);
                    }
                })
            };
            let (l_plus, l_plus_minus) = (Float::sqrt(squares(false)), Float::sqrt(squares(true)));
            worst.l = worst.l.max(l);
            worst.l_plus = worst.l_plus.max(l_plus);
            worst.l_plus_minus = worst.l_plus_minus.max(l_plus_minus);
            worst.mu = worst.mu.min(l - above_mu);
        }
        problem.counters = counters;
        Ok(worst)
    }

    /// `max Lᵢ`
    #[must_use]
    pub fn max(&self) -> f64 {
        self.terms.iter().copied().fold(0.0, f64::max)
    }

    /// `1/n Σ Lᵢ`
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.terms.iter().sum::<f64>() / float(self.terms.len())
    }

    /// `√(1/n Σ Lᵢ²)`
    #[must_use]
    pub fn quadratic_mean(&self) -> f64 {
        Float::sqrt(dot(&self.terms, &self.terms) / float(self.terms.len()))
    }
}

/// The largest absolute eigenvalue of a symmetric matrix, by power iteration with what multiplies by it.
///
/// The length of the product grows from step to step, up to the eigenvalue. It ends when the length has not changed by 10⁻¹³ of it
/// for several steps, or after 20,000.
pub(super) fn largest_eigenvalue(dim: usize, rng: &mut Rng, mut multiply: impl FnMut(&[f64], &mut [f64])) -> f64 {
    const ENOUGH: usize = 10;
    let mut v: Vec<f64> = (0..dim).map(|_| rng.normal()).collect();
    let mut product = vec![0.0; dim];
    let (mut length, mut settled) = (norm(&v), 0);
    for v in &mut v {
        *v /= length;
    }
    length = 0.0;
    for _ in 0..20_000 {
        multiply(&v, &mut product);
        let next = norm(&product);
        if next == 0.0 || !next.is_finite() {
            return next;
        }
        for (v, product) in v.iter_mut().zip(&product) {
            *v = product / next;
        }
        settled = if (next - length).abs() <= 1e-13 * next { settled + 1 } else { 0 };
        length = next;
        if settled == ENOUGH {
            break;
        }
    }
    length
}
