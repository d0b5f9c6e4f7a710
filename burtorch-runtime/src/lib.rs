//! What burtorch's generated code calls: the table of differentiation rules and the numbers it runs on.
//!
//! Use the `burtorch` crate; this one is its inside.
#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "std")]
extern crate std;

mod abi;
mod dual;
mod init;
pub mod math;
mod ops;
mod random;
mod real;
pub mod rules;

pub use dual::Dual;
pub use init::Init;
pub use num_traits::Float;
pub use ops::Ops;
pub use random::Rng;
pub use real::{Real, Reduce};

#[doc(hidden)]
pub mod __private {
    //! What generated code names.

    pub use crate::abi::{NotDifferentiated, SecondOrder, Tangent, from_integer, lit, powi};
    pub use crate::math::erf;
    pub use num_traits::Float;
}
