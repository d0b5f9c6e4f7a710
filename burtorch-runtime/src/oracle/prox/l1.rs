//! The sum of absolute values.

use super::super::error::{Error, check_nonnegative};
use super::{Prox, soft_threshold};

/// `ψ(x) = λ Σ |xⱼ|`, `prox(x)ⱼ = sign(xⱼ) max(|xⱼ| − γλ, 0)`: the lasso, which makes coordinates exactly zero.
///
/// ```
/// use burtorch_runtime::oracle::{L1, Prox};
///
/// let (l1, mut x) = (L1::new(2.0)?, [3.0, -0.5, -4.0]);
/// l1.apply(0.5, &mut x);
/// assert_eq!((x, l1.value(&x)), ([2.0, 0.0, -3.0], 10.0));
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct L1 {
    lambda: f64,
}

impl L1 {
    /// With the weight `λ`.
    ///
    /// # Errors
    /// If it is below zero or not finite.
    pub fn new(lambda: f64) -> Result<Self, Error> {
        check_nonnegative("lambda", lambda)?;
        Ok(L1 { lambda })
    }
}

impl Prox for L1 {
    fn value(&self, x: &[f64]) -> f64 {
        self.lambda * x.iter().map(|x| x.abs()).sum::<f64>()
    }

    fn apply(&self, step: f64, x: &mut [f64]) {
        for x in x {
            *x = soft_threshold(*x, step * self.lambda);
        }
    }
}
