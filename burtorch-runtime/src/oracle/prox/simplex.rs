//! Weights that add up.

use super::super::error::{Error, check_positive};
use super::super::vector::float;
use super::Prox;

/// `ψ(x) = 0` if `xⱼ ≥ 0` and `Σ xⱼ = total`, else `∞`; `prox(x)ⱼ = max(xⱼ − τ, 0)` with the `τ` for which they add up.
///
/// `τ` is the mean excess of the coordinates above it. Michelot's algorithm takes the mean over all, drops those below it, and so on:
/// `τ` only grows, and what is dropped stays so. It is exact after at most `d` rounds, usually a few, and needs no memory.
///
/// Michelot, [A finite algorithm for finding the projection of a point onto the canonical simplex of
/// ℝⁿ](https://doi.org/10.1007/BF00938486).
///
/// ```
/// use burtorch_runtime::oracle::{Prox, Simplex};
///
/// let (simplex, mut x) = (Simplex::new(1.0)?, [0.75, 0.5, -1.0]);
/// simplex.apply(1.0, &mut x);
/// assert_eq!((x, simplex.value(&x)), ([0.625, 0.375, 0.0], 0.0));
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Simplex {
    total: f64,
}

impl Simplex {
    /// Weights with this total.
    ///
    /// # Errors
    /// If it is not above zero and finite.
    pub fn new(total: f64) -> Result<Self, Error> {
        check_positive("total", total)?;
        Ok(Simplex { total })
    }
}

impl Prox for Simplex {
    fn value(&self, x: &[f64]) -> f64 {
        let off = (x.iter().sum::<f64>() - self.total).abs();
        if x.iter().all(|&x| x >= 0.0) && off <= 1e-9 * self.total { 0.0 } else { f64::INFINITY }
    }

    fn apply(&self, _: f64, x: &mut [f64]) {
        let (mut tau, mut kept) = (f64::NEG_INFINITY, usize::MAX);
        loop {
            let above = x.iter().filter(|&&x| x > tau);
            let (sum, count) = above.fold((0.0, 0_usize), |(sum, count), x| (sum + x, count + 1));
            // The largest coordinate is above the mean excess; by rounding, or with NaN, there may be none.
            if count == 0 || count >= kept {
                break;
            }
            kept = count;
            tau = (sum - self.total) / float(count);
        }
        for x in x {
            let excess = *x - tau;
            // Written so that NaN stays.
            *x = if excess <= 0.0 { 0.0 } else { excess };
        }
    }
}
