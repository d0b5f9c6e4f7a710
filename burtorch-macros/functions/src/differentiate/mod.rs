//! Graph → graph of the derivatives. The sweeps are here; not one formula is.
//!
//! Formulas come from the table: a row run on graph handles writes its own adjoint or tangent. What
//! is here is structure: which adjoint flows where, through arrays, branches, loops and calls.

mod adjoint;
mod calls;
mod control;
mod fuse;
mod lengths;
mod reverse;
mod save_or_recompute;
mod segment;
mod tangent;
mod transpose;

pub use reverse::{reverse, reverse_fused, rows};
pub use segment::segment;
pub use tangent::{Directions, tangent};
