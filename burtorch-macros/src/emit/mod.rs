//! Graph → tokens: what rustc gets to see.
//!
//! Generated code names only burtorch's `__private` module and `::core`.

mod api;
mod body;
mod names;
mod place;
mod rule;
mod shape;

pub(crate) use api::{Derivatives, Signature, Style, allowed, api};
pub(crate) use rule::{expected_result, rule};
