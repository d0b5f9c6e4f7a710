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
//!
//! A row also states what compilers ask of its operator ([`Op::is_exact`], [`Op::cost`], [`Op::vector`] …), and from the rows
//! come the functions in [`math`](crate::math), the methods of [`Real`](crate::Real) and those of a tape's values.

mod facts;
mod generate;
pub mod many;
mod operand;
mod scalar;
mod tangent;

pub use facts::{Code, Notation, SimdForm};
#[cfg(feature = "alloc")]
pub(crate) use generate::Place;
pub use many::Many;
pub use operand::Operand;
#[cfg(feature = "alloc")]
pub(crate) use scalar::adjoint_at;
pub(crate) use scalar::with_rows;
pub use scalar::{Op, adjoint, value};
pub use tangent::tangent;
