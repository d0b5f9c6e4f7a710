//! Graph → tokens: what rustc gets to see.
//!
//! Generated code names only burtorch's `__private` module and `::core`.

mod api;
mod body;
mod call;
mod convention;
mod dynamic;
mod effects;
mod flow;
mod lanes;
mod matrix;
mod names;
mod node;
mod operand;
mod place;
mod rule;
mod shape;
mod slices;
mod text;
mod user_code;
mod vector;
mod windows;

pub use api::{Derivatives, Signature, Style, allowed, api, is_dynamic};
pub use effects::position;
pub use rule::{expected_result, rule};
