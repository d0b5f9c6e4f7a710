//! Coordinates between two bounds.

use super::super::error::Error;
use super::Prox;

/// `ψ(x) = 0` if all `xⱼ` are in `[low, high]`, else `∞`; `prox(x)ⱼ = min(max(xⱼ, low), high)`: the projection onto a box.
///
/// ```
/// use burtorch_runtime::oracle::{Bounds, Prox};
///
/// let (bounds, mut x) = (Bounds::new(0.0, f64::INFINITY)?, [3.0, -4.0]);
/// assert_eq!(bounds.value(&x), f64::INFINITY);
/// bounds.apply(0.5, &mut x);
/// assert_eq!((x, bounds.value(&x)), ([3.0, 0.0], 0.0));
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    low: f64,
    high: f64,
}

impl Bounds {
    /// Both may be infinite.
    ///
    /// # Errors
    /// If `low` is above `high`, or one is not a number.
    pub fn new(low: f64, high: f64) -> Result<Self, Error> {
        if low.is_nan() {
            return Err(Error::Range { what: "low", found: low, range: "a number" });
        }
        if high.is_nan() || low > high {
            return Err(Error::Range { what: "high", found: high, range: "at least as large as `low`" });
        }
        Ok(Bounds { low, high })
    }
}

impl Prox for Bounds {
    fn value(&self, x: &[f64]) -> f64 {
        if x.iter().all(|x| (self.low..=self.high).contains(x)) { 0.0 } else { f64::INFINITY }
    }

    fn apply(&self, _: f64, x: &mut [f64]) {
        for x in x {
            *x = x.clamp(self.low, self.high);
        }
    }
}
