//! Numbers that record what is computed with them, for functions with `#[differentiable(tape)]`.
//!
//! In: a function whose float type is [`RecordedNumber`], and a [`Run`] that says what is wanted: a gradient, a derivative in a
//! direction, or the derivative of the gradient in a direction. Out: numbers with a derivative. The rules are those of the
//! table, so values have the bits of the same function on floats.
//!
//! A number that does not depend on an argument is a constant; nothing is recorded of it, and it has no tangent, which is not
//! the same as a tangent of zero: zero times an infinite slope would be NaN.

mod call;
mod lift;
mod moving;
mod number;
mod operators;
mod record;

pub use crate::abi::NotDifferentiated;
pub use crate::effects::Direct;
pub use call::{Adjoint, Numbers, Passed, called, lent, moves, numbers_of};
pub use lift::{
    Float, Lift, Lower, Outcome, Run, arrays, constants, default_of, flat, lifted, lower, recorded, sum, zeros_like,
};
pub use number::{
    BitsOfARecordedNumber, CastToNumber, CastToSingle, Constant, Plain, RecordedNumber, Refused, cast, cast_single,
};
pub use operators::{AsItIs, RealOfARecord};
pub use record::Wanted;
