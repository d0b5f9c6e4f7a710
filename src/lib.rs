//! Exact gradients of Rust functions, and small models, on a CPU. The graph exists only at compile
//! time.

#![no_std]
#![forbid(unsafe_code)]

pub use burtorch_macros::{derivative, differentiable, graph};
pub use burtorch_runtime::{Dual, Float, Ops, Real, Reduce, math, rules};

#[doc(hidden)]
pub use burtorch_runtime::__private;
