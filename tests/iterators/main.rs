//! Iterators, slices and vectors in differentiable functions, as they are written where nobody thinks of derivatives: every adaptor,
//! every end of a chain, every method of slices a case of its own, in reverse, forward and second order against differences.

#![allow(clippy::all, clippy::pedantic, reason = "every way to write a thing is part of what is differentiated")]
#![allow(dead_code, reason = "some functions are called through their derivatives alone")]

mod adaptors;
#[path = "../slices/cases.rs"]
#[allow(unused_macros, unused_imports, reason = "all of these have second derivatives")]
mod cases;
mod changes;
#[path = "../functions/check.rs"]
#[allow(unused_macros, unused_imports, reason = "functions without slices are checked elsewhere")]
mod check;
mod ends;
mod functions;
mod impure;
mod parts;
mod patterns;
mod sorts;
#[path = "../common/witness.rs"]
mod witness;
