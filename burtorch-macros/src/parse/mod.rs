//! Tokens → [`ast`](crate::ast): the only place, with `emit`, that knows Rust's syntax.
//!
//! Reports what no later phase could make sense of; everything else is kept for `build` to judge.

mod body;
mod function;
mod options;
mod plain;
mod structs;

pub(crate) use body::{body, expr, pattern};
pub(crate) use function::{closure, function};
pub(crate) use options::{DerivativeOptions, Options};
pub(crate) use plain::item;
pub(crate) use structs::{Definition, NO_DERIVATIVE, Structs, is_marked, plain, structs_of};
