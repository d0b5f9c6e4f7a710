//! Differentiable functions over slices and with loops of any length, every construct a case of its own.
//!
//! What is claimed of each is in [`check`] and, for the forms with memory of the caller's, in [`cases`].

#![allow(clippy::all, clippy::pedantic, reason = "every way to write a thing is part of what is differentiated")]
#![allow(dead_code, reason = "some functions are called through their derivatives alone")]
#![allow(unused_assignments, unused_labels, reason = "what is lost in Rust is lost in derivatives, too")]

mod calls;
mod cases;
#[path = "../functions/check.rs"]
#[allow(unused_macros, unused_imports, reason = "functions without slices are checked elsewhere")]
mod check;
mod checkpoints;
mod closures;
mod generics;
mod iterators;
mod jumps;
mod loops;
mod methods;
mod mutation;
mod no_silent_zero;
mod recursion;
mod regression;
mod results;
mod single;
mod slices;
mod vectors;
#[path = "../common/witness.rs"]
mod witness;
mod wrt;
