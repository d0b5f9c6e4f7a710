//! Functions that the compiler does not take: they run on numbers that record themselves, and a warning says so and why.

use proc_macro2::TokenStream;
use quote::quote;

use super::companion::wrap;
use crate::ast::Function;
use crate::emit::{Signature, Style};
use crate::error::Errors;
use crate::parse;
use crate::tape::recorded_instead;

/// What is said where the language of the compiler ends. All else are mistakes, or code that is not seen.
const REFUSED: [&str; 19] = [
    "cannot be differentiated",
    "needs `#[derive(Clone)]`",
    "has no derivative of its own, and ",
    "has no derivative: put `#[differentiable]` on it where the type has it itself",
    "has no derivative: put `#[differentiable]` on it, or give it a rule",
    "is a value, not a function with a derivative",
    "is not a function with a derivative: ",
    "is not differentiated, so a differentiated value would lose its derivative here: keep it",
    "is not known here: write its type",
    "are not known here: write",
    "is not known to be an array: give it a type",
    "is not known to be an `Option` of floats",
    "what is pushed to is not known to be a `Vec` of floats",
    "what it may keep is not differentiated",
    "cannot depend on a differentiated value",
    "cannot depend on those that are in this way",
    "which would not run when it does in the function",
    "ways lead past the jumps of this function",
    "yield arrays of different lengths",
];

/// What of this is no language that is missing: nobody could run it on recorded numbers either.
const MISTAKES: [&str; 13] = [
    "this result cannot",
    "a returned reference cannot",
    "`impl Trait` arguments cannot",
    "a `&mut Vec` cannot",
    "`self` cannot",
    "inside the body cannot be differentiated: put it on the function",
    "`unsafe` code",
    "`async`",
    "an `extern` function",
    "an `unsafe` function",
    "variadic arguments",
    "a differentiated value cannot become",
    "no derivative is known for",
];

/// Whether an error says where the language of the compiler ends.
pub(super) fn is_refusal(message: &str) -> bool {
    let is_function = message.ends_with("has no derivative: put `#[differentiable]` on it");
    (is_function || REFUSED.iter().any(|words| message.contains(words)))
        && !MISTAKES.iter().any(|words| message.contains(words))
}

/// The derivatives of a function that was refused, as it is compiled and as it was written: by a record, if there can be one,
/// or else why not.
pub(super) fn uncompiled(
    (item, written): (&syn::ItemFn, &syn::ItemFn),
    function: &Function,
    signature: &Signature,
    style: &Style,
    (options, mut refused): (&parse::Options, Errors),
) -> Result<TokenStream, TokenStream> {
    match recorded_instead(written, options, &refused) {
        Some(recorded) if !options.must_be_compiled() => return Ok(recorded),
        Some(_) => {
            refused.reword(0, |message| format!("{message}; or let `#[differentiable(tape)]` record it as it is"));
        }
        None => {}
    }
    let (errors, stubs) = (refused.into_tokens(), wrap(item, function, signature, style, None));
    Err(quote!(#errors #stubs))
}
