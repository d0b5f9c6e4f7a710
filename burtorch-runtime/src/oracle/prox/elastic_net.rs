//! Absolute values and squares.

use super::super::error::{Error, check_nonnegative};
use super::super::vector::dot;
use super::{Prox, soft_threshold};

/// `ψ(x) = l1 Σ |xⱼ| + l2/2 ‖x‖²`, `prox(x)ⱼ = sign(xⱼ) max(|xⱼ| − γ l1, 0) / (1 + γ l2)`
///
/// Zou and Hastie, [Regularization and variable selection via the elastic
/// net](https://doi.org/10.1111/j.1467-9868.2005.00503.x).
///
/// ```
/// use burtorch_runtime::oracle::{ElasticNet, Prox};
///
/// let (net, mut x) = (ElasticNet::new(1.0, 1.0)?, [4.0, -0.5]);
/// net.apply(1.0, &mut x);
/// assert_eq!((x, net.value(&x)), ([1.5, 0.0], 1.5 + 1.125));
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ElasticNet {
    l1: f64,
    l2: f64,
}

impl ElasticNet {
    /// With a weight of absolute values and one of squares.
    ///
    /// # Errors
    /// If one is below zero or not finite.
    pub fn new(l1: f64, l2: f64) -> Result<Self, Error> {
        check_nonnegative("l1", l1)?;
        check_nonnegative("l2", l2)?;
        Ok(ElasticNet { l1, l2 })
    }
}

impl Prox for ElasticNet {
    fn value(&self, x: &[f64]) -> f64 {
        self.l1 * x.iter().map(|x| x.abs()).sum::<f64>() + 0.5 * self.l2 * dot(x, x)
    }

    fn apply(&self, step: f64, x: &mut [f64]) {
        let shrink = 1.0 + step * self.l2;
        for x in x {
            *x = soft_threshold(*x, step * self.l1) / shrink;
        }
    }
}
