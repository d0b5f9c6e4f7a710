//! Graph → tokens: what rustc gets to see.
//!
//! Generated code names only burtorch's `__private` module and `::core`.

mod api;
mod bodies;
mod body;
mod call;
mod choices;
mod convention;
mod convention_of_slices;
mod effects;
mod flow;
mod held;
mod lanes;
mod matrix;
mod matrix_of_slice;
mod names;
mod node;
mod operand;
mod pass;
mod place;
mod rule;
mod shape;
mod slices;
mod storage;
mod text;
mod user_code;
mod users;
mod vector;
mod windows;

pub use api::{Derivatives, Signature, Style, allowed, api, is_dynamic};
pub use choices::{TWICE, is_own, is_seen_twice};
pub use effects::position;
pub use rule::{expected_result, rule};
pub use shape::numbers;
