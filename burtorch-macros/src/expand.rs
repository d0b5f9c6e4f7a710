//! Which compiler is asked: that for functions or that for models.
//!
//! What nests too deep for the stack is asked of neither.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::quote;

use burtorch_functions::{expand, structs};
use burtorch_models::expand::models;
use burtorch_syntax::parse::too_deep;

/// `#[differentiable] fn …`
pub(crate) fn differentiable(options: TokenStream, item: &TokenStream) -> TokenStream {
    beside(item, || expand::differentiable(options, item))
}

/// `#[derivative(of = …)] fn …`
pub(crate) fn derivative(options: TokenStream, item: &TokenStream) -> TokenStream {
    beside(item, || expand::derivative(options, item))
}

/// `#[derive(Differentiable)] struct …`
pub(crate) fn derive(item: TokenStream) -> TokenStream {
    match too_deep(&item) {
        Some(error) => error.into_compile_error(),
        None => structs::derive(item),
    }
}

/// `graph!(|…| …)` or `graph! { items }`
pub(crate) fn graph(input: TokenStream) -> TokenStream {
    match too_deep(&input) {
        Some(error) => error.into_compile_error(),
        None if is_closure(&input) => expand::expression(&input),
        None => models(input),
    }
}

/// What an attribute makes of an item; if that nests too deep, it stays as it is, beside an error.
fn beside(item: &TokenStream, compile: impl FnOnce() -> TokenStream) -> TokenStream {
    match too_deep(item) {
        Some(error) => {
            let error = error.into_compile_error();
            quote!(#item #error)
        }
        None => compile(),
    }
}

/// Whether the input starts as a closure does, rather than as an item.
pub(crate) fn is_closure(input: &TokenStream) -> bool {
    for token in input.clone() {
        match token {
            // Attributes stand before both.
            TokenTree::Punct(punct) if punct.as_char() == '#' => {}
            TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {}
            TokenTree::Punct(punct) => return punct.as_char() == '|',
            TokenTree::Ident(word) => {
                const ITEMS: [&str; 12] =
                    ["const", "struct", "impl", "fn", "pub", "type", "use", "enum", "static", "mod", "trait", "extern"];
                return !ITEMS.iter().any(|item| word == item);
            }
            // What a `macro_rules!` passes on, such as `$vis`, which may be nothing at all.
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                if !group.stream().is_empty() {
                    return is_closure(&group.stream());
                }
            }
            _ => return true,
        }
    }
    true
}
