//! The sum of squares.

use super::super::error::{Error, check_nonnegative};
use super::super::vector::dot;
use super::Prox;

/// `ψ(x) = λ/2 ‖x‖²`, `prox(x) = x / (1 + γλ)`: ridge regression, weight decay.
///
/// ```
/// use burtorch_runtime::oracle::{Prox, SquaredL2};
///
/// let (ridge, mut x) = (SquaredL2::new(2.0)?, [3.0, -4.0]);
/// assert_eq!(ridge.value(&x), 25.0);
/// ridge.apply(0.5, &mut x);
/// assert_eq!(x, [1.5, -2.0]);
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SquaredL2 {
    lambda: f64,
}

impl SquaredL2 {
    /// With the weight `λ`.
    ///
    /// # Errors
    /// If it is below zero or not finite.
    pub fn new(lambda: f64) -> Result<Self, Error> {
        check_nonnegative("lambda", lambda)?;
        Ok(SquaredL2 { lambda })
    }
}

impl Prox for SquaredL2 {
    fn value(&self, x: &[f64]) -> f64 {
        0.5 * self.lambda * dot(x, x)
    }

    fn apply(&self, step: f64, x: &mut [f64]) {
        let shrink = 1.0 + step * self.lambda;
        for x in x {
            *x /= shrink;
        }
    }
}
