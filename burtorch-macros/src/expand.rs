//! Which compiler is asked: that for functions or that for models.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use burtorch_functions::expand::expression;
pub(crate) use burtorch_functions::expand::{derivative, differentiable};
use burtorch_models::expand::models;

/// `graph!(|…| …)` or `graph! { items }`
pub(crate) fn graph(input: TokenStream) -> TokenStream {
    if is_closure(&input) { expression(&input) } else { models(input) }
}

/// Whether the input starts as a closure does, rather than as an item.
fn is_closure(input: &TokenStream) -> bool {
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
