//! No regulariser.

use super::Prox;

/// `ψ = 0`, `prox(x) = x`
///
/// ```
/// use burtorch_runtime::oracle::{Nothing, Prox};
///
/// let mut x = [1.0, -2.0];
/// Nothing.apply(0.1, &mut x);
/// assert_eq!((x, Nothing.value(&x)), ([1.0, -2.0], 0.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Nothing;

impl Prox for Nothing {
    fn value(&self, _: &[f64]) -> f64 {
        0.0
    }

    fn apply(&self, _: f64, _: &mut [f64]) {}
}
