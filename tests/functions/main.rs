//! Differentiable functions with every construct of the language, one case each.
//!
//! The value that comes with a derivative has the bits of the plain function. The gradient agrees with
//! differences of the function, the other derivatives with the gradient or its differences: see
//! [`check`].

#![allow(clippy::all, clippy::pedantic, reason = "every way to write a thing is part of what is differentiated")]
#![allow(dead_code, reason = "some functions are called through their derivatives alone")]

mod bindings;
mod branches;
mod calls;
mod check;
mod choices;
mod closures;
mod declared;
mod factored;
mod fast;
mod fourteen;
mod generics;
mod helpers;
mod inactive;
mod loops;
mod macros;
mod methods;
mod names;
mod natural;
mod opened;
mod operators;
mod pairs;
mod proofs;
mod receivers;
mod regression;
mod returns;
mod rules;
mod signatures;
mod special;
mod state;
mod tape;
mod traits;
mod travelling;
mod uncompiled;
mod unrolled;
mod unused;
#[path = "../common/witness.rs"]
mod witness;
