//! Graph → tokens: what rustc gets to see.
//!
//! Generated code names only burtorch's `__private` module and `::core`.

/// Tokens whose names are ours: they neither see nor hide the user's.
macro_rules! code {
    ($($tokens:tt)*) => {
        quote::quote_spanned!(proc_macro2::Span::mixed_site()=> $($tokens)*)
    };
}

mod api;
mod body;
mod call;
mod convention;
mod dynamic;
mod flow;
mod lanes;
mod matrix;
mod model;
mod names;
mod place;
mod rule;
mod shape;
mod slices;
mod windows;

pub(crate) use api::{Derivatives, Signature, Style, allowed, api, is_dynamic};
pub(crate) use model::{Programs, Tile, model, stub};
pub(crate) use rule::{expected_result, rule};
