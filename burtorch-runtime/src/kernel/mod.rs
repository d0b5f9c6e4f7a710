//! What loops of generated code are compiled for, and what they call.

mod isa;
mod lanes;
mod pairs;
#[cfg(feature = "parallel")]
mod part;
mod sum;
#[cfg(feature = "parallel")]
mod sync;
#[cfg(feature = "parallel")]
mod team;
#[cfg(feature = "parallel")]
mod terms;
mod times;
mod transpose;
mod vector;

pub use isa::{Body, Chosen, Function, Isa, Kernel, Level, compiled, dispatch, dispatch_narrow, force, fused, level};
pub use lanes::{lanes, lanes_mut, larger, max_of, random, sum_of};
pub use pairs::Pairs;
#[cfg(feature = "parallel")]
pub use part::{Columns, Part, Strips, split, split_columns, split_strips};
pub use sum::{Element, sum};
#[cfg(feature = "parallel")]
pub use team::Team;
#[cfg(feature = "parallel")]
pub use terms::{Terms, split_terms};
pub use times::{Few, Times, few, hidden, times};
pub use transpose::{Transpose, Turn};
pub use vector::{One, Vector, vectors};
