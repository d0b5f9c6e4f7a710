//! Tree → kernels: the compiler for models.
//!
//! This crate is a part of `burtorch-macros`, which is split so that its parts compile side by side. It may change at any time.

#![forbid(unsafe_code)]
#![allow(
    missing_docs,
    clippy::len_without_is_empty,
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    clippy::must_use_candidate,
    clippy::new_without_default,
    clippy::return_self_not_must_use,
    reason = "it is for burtorch-macros only"
)]

#[macro_use]
extern crate burtorch_syntax;

pub mod c;
pub mod elaborate;
pub mod emit;
pub mod expand;
#[cfg(test)]
mod expansions;
pub mod plan;
pub mod python;
#[cfg(test)]
mod sizes;
pub mod tensor;
#[cfg(test)]
mod testing;
pub mod verify;

use burtorch_syntax::{ast, dump, each, error, format, laws, nearest, parse, record};
