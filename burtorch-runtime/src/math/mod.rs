//! Functions of numbers and of arrays of numbers, each with its derivatives.
//!
//! Everything here is a row of the [table](crate::rules) under its own name, for any
//! [`Float`](num_traits::Float). In a differentiable function they are called like any other function:
//! `math::relu(x)`, `math::dot(&x, &w)`. As methods they are in [`Real`](crate::Real) and
//! [`Reduce`](crate::Reduce).

mod many;
mod scalar;

pub use many::*;
pub use scalar::*;

pub(crate) use many::over;

/// What the functions tell that yield one number, if they are asked for their signature: see `number` in the macros.
#[doc(hidden)]
#[macro_export]
macro_rules! __burtorch_number {
    ([$($next:tt)*] $($rest:tt)*) => { $($next)* ! { $($rest)* { fn number<T>() -> T } } };
}
