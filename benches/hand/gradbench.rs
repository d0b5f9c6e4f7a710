//! Derivatives of evals of gradbench, written by hand: what the compiler aims at.
//!
//! They take the arguments of the objectives in `examples/gradbench`, add to slices of the caller, and keep what they must
//! in a scratch that grows in the first call only.

pub mod ba;
pub mod gmm;
pub mod llsq;
pub mod lse;
pub mod lstm;
pub mod ode;
