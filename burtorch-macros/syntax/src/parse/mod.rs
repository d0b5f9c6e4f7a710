//! Tokens → [`ast`](crate::ast): the only place, with `emit`, that knows Rust's syntax.
//!
//! Reports what no later phase could make sense of; everything else is kept for `build` to judge.

mod body;
mod function;
mod options;
mod plain;
mod structs;

pub use body::{body, expr, pattern};
pub use function::{closure, function};
pub use options::{DerivativeOptions, Options};
pub use plain::item;
pub use structs::{Definition, NO_DERIVATIVE, Structs, is_marked, plain, structs_of};
