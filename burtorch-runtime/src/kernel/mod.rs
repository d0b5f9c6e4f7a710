//! What loops of generated code are compiled for, and what they call.

mod isa;
mod lanes;
#[cfg(feature = "parallel")]
mod part;
#[cfg(feature = "parallel")]
mod team;
mod times;
mod vector;

pub use isa::{Body, Isa, Kernel, Level, dispatch, force, level};
pub use lanes::{lanes, lanes_mut, larger, max_of, random, sum_of};
#[cfg(feature = "parallel")]
pub use part::{Columns, Part, split, split_columns};
#[cfg(feature = "parallel")]
pub use team::Team;
pub use times::times;
pub use vector::{One, Vector, vectors};
