//! The table: every differentiable operator, its value and its adjoint, one row each.
//!
//! A row is generic over its [`Operand`]. On `f32` and `f64` a row computes; on the compiler's graph
//! handles the same row builds the differentiated graph. So there is one formula per operator, and
//! compiled and interpreted derivatives agree to the bit.
//!
//! | | value | reverse mode | forward mode |
//! |---|---|---|---|
//! | a fixed number of arguments: [`Op`] | [`value`] | [`adjoint`] | [`tangent`] |
//! | slices of any length: [`Many`] | [`many::value`] | [`many::adjoint`] | `many::value` on [`Dual`](crate::Dual) |

pub mod many;
mod operand;
mod scalar;
mod tangent;

pub use many::Many;
pub use operand::Operand;
pub use scalar::{Op, adjoint, value};
#[cfg(feature = "alloc")]
pub(crate) use scalar::{Place, adjoint_at};
pub use tangent::tangent;
