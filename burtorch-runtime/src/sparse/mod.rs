//! Sparse Jacobians by few products.
//!
//! A pattern goes in, and a function that multiplies the Jacobian by a vector. Columns that have no row in common get one
//! colour; one product per colour has all their entries, each in a row of its own. Likewise for rows, in reverse mode.
//!
//! [`Sparsity`] is the pattern, [`Colouring`] its groups, [`SparseJacobian`] the matrix.

mod colouring;
mod jacobian;
mod pattern;

pub use colouring::Colouring;
pub use jacobian::{Missing, SparseJacobian};
pub use pattern::{PatternError, Sparsity};
