//! Forward mode, from the same rows.

use super::{Op, Operand, adjoint};

/// The tangent of `op` at `args`, given its value `y` and the tangents of the arguments.
///
/// `ẏ = Σ ∂y/∂aᵢ · ȧᵢ`. An adjoint is linear in `g`, so with `g := ȧᵢ` the row's `i`-th adjoint is the
/// `i`-th term. `None` is a tangent that is zero everywhere.
///
/// # Panics
/// If `args.len()` is not the operator's arity.
#[inline]
#[must_use]
pub fn tangent<R: Operand>(op: Op, args: &[R], y: R, tangents: &[Option<R>]) -> Option<R> {
    let mut total = None;
    for (i, tangent) in tangents.iter().enumerate() {
        let term = tangent.and_then(|tangent| adjoint(op, args, y, tangent)[i]);
        total = match (total, term) {
            (Some(total), Some(term)) => Some(total + term),
            (total, term) => total.or(term),
        };
    }
    total
}
