//! What loops of generated code are compiled for, and what they call.

mod isa;
mod lanes;
mod vector;

pub use isa::{Body, Isa, Kernel, Level, dispatch, force, level};
pub use lanes::{lanes, lanes_mut, larger, max_of, random, sum_of};
pub use vector::{One, Vector, vectors};
