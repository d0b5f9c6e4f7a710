//! Tree → derivatives: the compiler for functions.
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
extern crate proc_macro;

pub mod build;
pub mod definitions;
pub mod differentiate;
pub mod dispatch;
pub mod emit;
mod enums;
pub mod expand;
pub mod factor;
pub mod graph;
pub mod proofs;
pub mod simplify;
pub mod structs;
mod surroundings;
mod tape;

use burtorch_syntax::{Join, TokenList, ast, dump, each, error, format, laws, nearest, parse, record, text_literal};
