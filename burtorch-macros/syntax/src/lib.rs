//! Tokens → tree: what burtorch's macros read.
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

pub mod ast;
pub mod dump;
pub mod each;
pub mod error;
pub mod format;
pub mod laws;
pub mod nearest;
pub mod parse;
pub mod record;
mod tell;
mod token_list;
mod visit;

pub use tell::tell;
pub use token_list::{Join, TokenList, text_literal};

/// Tokens whose names are ours: they neither see nor hide the user's.
#[macro_export]
macro_rules! code {
    ($($tokens:tt)*) => {
        quote::quote_spanned!(proc_macro2::Span::mixed_site()=> $($tokens)*)
    };
}
