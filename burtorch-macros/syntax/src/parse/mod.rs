//! Tokens → [`ast`](crate::ast): the only place, with `emit`, that knows Rust's syntax.
//!
//! Reports what no later phase could make sense of; everything else is kept for `build` to judge.

mod body;
mod choices;
mod definitions;
mod depth;
mod floats;
mod function;
mod function_arguments;
mod helpers;
mod literals;
mod macros;
mod options;
mod patterns;
mod plain;
mod refutable;
mod signatures;
mod slice_patterns;
mod structs;
mod tries;

pub use body::{body, expr};
pub use definitions::{Definition, Item, is_reserved, plain};
pub use depth::{DEEPEST, too_deep};
pub use floats::{annotation, elements_of_vec};
pub use function::{closure, function, is_marked_constant, without_marks};
pub use function_arguments::{aliased, function_arguments, takes_functions};
pub use helpers::{
    Annotation, Helper, HelperParam, HelperSource, Receiver, THIS, helper, impl_header, impl_trait, is_generic,
    is_impl_for, receiver, signature_types, takes_exclusive_receiver,
};
pub use options::{DerivativeOptions, Options};
pub use patterns::pattern;
pub use plain::item;
pub use refutable::MATCHED;
pub use signatures::{take_lengths, yields_number};
pub use structs::{BY_FIELDS, NO_DERIVATIVE, Structs, is_marked, structs_of};
pub use tries::TRIED;
