//! Exact gradients of Rust functions, computed by code that exists only because the compiler wrote it.
//!
//! burtorch differentiates functions while they compile. There is no graph, no tape and no allocation
//! at run time: what runs is straight-line Rust that the optimizer treats like any other.
//!
//! ```
//! use burtorch::differentiable;
//!
//! #[differentiable]
//! fn rosenbrock(x: f64, y: f64) -> f64 {
//!     (1.0 - x).powi(2) + 100.0 * (y - x * x).powi(2)
//! }
//!
//! let (value, (dx, dy)) = rosenbrock::value_and_grad(0.0, 1.0);
//! assert_eq!((value, dx, dy), (101.0, -2.0, 200.0));
//! ```
//!
//! - [`differentiable`] is the attribute for functions and methods; its page lists what a body may
//!   contain and what is generated.
//! - [`graph!`] does the same for an expression.
//! - [`macro@derivative`] gives a rule to a function from elsewhere.
//! - [`math`] has activation functions, means and inner products; [`Real`] and [`Reduce`] have them as
//!   methods.
//! - [`rules`] is the table: every operator with its value and adjoint, and what happens at kinks.
//!
//! # Features
//!
//! - `std` (default): floating-point functions of the standard library. Without it the crate is
//!   `no_std` and uses `libm`.

#![no_std]
#![forbid(unsafe_code)]

#[doc(inline)]
pub use burtorch_macros::{derivative, differentiable, graph};
#[doc(inline)]
pub use burtorch_runtime::{
    BatchWorkspace, Dual, Error, Float, Init, Model, Ops, Real, Reduce, Rng, Workspace, math, model, rules,
};

#[doc(hidden)]
pub use burtorch_runtime::__private;

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
