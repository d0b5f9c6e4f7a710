//! Groups of coordinates that vanish together.

use alloc::vec::Vec;

use num_traits::Float;

use super::super::error::{Error, check_count, check_length, check_nonnegative, check_some};
use super::super::vector::{float, norm};
use super::Prox;

/// `ψ(x) = λ Σ √|g| ‖x_g‖` over groups `g` of coordinates, `prox(x)_g = max(1 − γλ√|g| / ‖x_g‖, 0) x_g`
///
/// Yuan and Lin, [Model selection and estimation in regression with grouped
/// variables](https://doi.org/10.1111/j.1467-9868.2005.00532.x).
///
/// ```
/// use burtorch_runtime::oracle::{GroupLasso, Prox};
///
/// // The first coordinate, then the other four.
/// let (lasso, mut x) = (GroupLasso::new(1.0, &[1, 4])?, [0.5, 4.0, 4.0, 4.0, 4.0]);
/// lasso.apply(1.0, &mut x);
/// assert_eq!((x, lasso.value(&x)), ([0.0, 3.0, 3.0, 3.0, 3.0], 12.0));
/// # Ok::<(), burtorch_runtime::oracle::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct GroupLasso {
    lambda: f64,
    sizes: Vec<usize>,
}

impl GroupLasso {
    /// The first group has the first `sizes[0]` coordinates, and so on.
    ///
    /// # Errors
    /// If there is no group or an empty one, or if the weight is below zero or not finite.
    pub fn new(lambda: f64, sizes: &[usize]) -> Result<Self, Error> {
        check_nonnegative("lambda", lambda)?;
        check_some("groups", sizes.len())?;
        for &size in sizes {
            check_count("size of a group", size, 1, usize::MAX)?;
        }
        Ok(GroupLasso { lambda, sizes: sizes.to_vec() })
    }
}

/// `λ √|g|`
fn weight(lambda: f64, size: usize) -> f64 {
    lambda * Float::sqrt(float(size))
}

impl Prox for GroupLasso {
    fn value(&self, x: &[f64]) -> f64 {
        let (mut value, mut rest) = (0.0, x);
        for &size in &self.sizes {
            let (group, others) = rest.split_at(size);
            value += weight(self.lambda, size) * norm(group);
            rest = others;
        }
        value
    }

    fn apply(&self, step: f64, x: &mut [f64]) {
        let mut rest = x;
        for &size in &self.sizes {
            let (group, others) = rest.split_at_mut(size);
            let (length, threshold) = (norm(group), step * weight(self.lambda, size));
            // A group of zeros is below any threshold, also below zero.
            let shrink = if length <= threshold { 0.0 } else { 1.0 - threshold / length };
            for x in group {
                *x *= shrink;
            }
            rest = others;
        }
    }

    fn check(&self, dim: usize) -> Result<(), Error> {
        check_length("sizes (their sum)", self.sizes.iter().sum(), dim)
    }
}
