//! Regularisers by their proximal operators.

mod bounds;
mod elastic_net;
mod group_lasso;
mod l1;
mod nothing;
mod simplex;
mod squared_l2;

pub use bounds::Bounds;
pub use elastic_net::ElasticNet;
pub use group_lasso::GroupLasso;
pub use l1::L1;
pub use nothing::Nothing;
pub use simplex::Simplex;
pub use squared_l2::SquaredL2;

use super::error::Error;

/// A convex function `ψ` with `prox(x) = argmin_z ψ(z) + 1/(2γ) ‖z − x‖²`.
///
/// Parikh and Boyd, [Proximal algorithms](https://doi.org/10.1561/2400000003), has the operators of this module.
pub trait Prox {
    /// `ψ(x)`; infinite where `x` is not allowed.
    fn value(&self, x: &[f64]) -> f64;

    /// `x = prox(x)` for the step size `γ`.
    fn apply(&self, step: f64, x: &mut [f64]);

    /// Whether it is for points of so many numbers.
    ///
    /// # Errors
    /// If it is not.
    fn check(&self, dim: usize) -> Result<(), Error> {
        let _ = dim;
        Ok(())
    }
}

/// `sign(x) max(|x| − t, 0)`
fn soft_threshold(x: f64, t: f64) -> f64 {
    if x > t {
        x - t
    } else if x < -t {
        x + t
    } else if x.is_nan() {
        x
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests;
