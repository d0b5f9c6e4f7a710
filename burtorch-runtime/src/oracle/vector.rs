//! What methods need of vectors.

pub(super) use crate::optimizer::vector::{add_scaled, dot, norm, wide};

/// A number of things as a number.
#[allow(clippy::cast_precision_loss, reason = "counts are far below 2⁵³")]
pub(super) fn float(count: usize) -> f64 {
    count as f64
}

/// `‖a − b‖²`
#[cfg(test)]
pub(super) fn distance_squared(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}
