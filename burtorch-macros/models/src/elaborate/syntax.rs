//! Bodies and expressions as `parse` reads them, with its messages in the words of models.
//!
//! The syntax is that of differentiable functions. What those refuse, models refuse too, but they have other ways out.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use crate::ast::{Block, Expr, Pattern};
use crate::error::Errors;
use crate::parse;

pub(super) fn body(source: &syn::Block, errors: &mut Errors) -> Block {
    reworded(errors, |own| parse::body(source, own))
}

pub(super) fn expr(source: &syn::Expr, errors: &mut Errors) -> Expr {
    reworded(errors, |own| parse::expr(source, own))
}

pub(super) fn pattern(source: &syn::Pat, errors: &mut Errors) -> Pattern {
    reworded(errors, |own| parse::pattern(source, own))
}

fn reworded<T>(errors: &mut Errors, read: impl FnOnce(&mut Errors) -> T) -> T {
    let mut own = Errors::default();
    let result = read(&mut own);
    errors.append_reworded(own, in_a_model);
    result
}

/// The items with the bodies of their functions empty.
pub(super) fn without_bodies(items: TokenStream) -> TokenStream {
    let mut in_function = false;
    let tokens = items.into_iter().map(|token| match token {
        TokenTree::Ident(word) => {
            in_function |= word == "fn";
            TokenTree::Ident(word)
        }
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
            let body = std::mem::take(&mut in_function);
            let inner = if body { TokenStream::new() } else { without_bodies(group.stream()) };
            let mut inner = Group::new(Delimiter::Brace, inner);
            inner.set_span(group.span());
            TokenTree::Group(inner)
        }
        other => other,
    });
    tokens.collect()
}

/// What a message about differentiable functions is for models; nothing if the evaluator has a message of its own.
pub(super) fn in_a_model(message: &str) -> Option<String> {
    const ADVICE: [(&str, &str); 6] = [
        ("a `while` loop", "use a `for` over a range with constant ends, or over layers"),
        ("`unsafe` code", "compute it outside and pass the value as an argument"),
        ("`if let`", "use `if` on constants"),
        ("`let … else`", "use `if` on constants"),
        ("an item inside", "move it into the block of `graph!`"),
        ("a macro that is defined", "move it out of `graph!`"),
    ];
    let about_match = ["match guard", "in a pattern", "inside a pattern", "match on integers"];
    if about_match.iter().any(|words| message.contains(words)) {
        return None;
    }
    let Some((what, advice)) = message.split_once(" cannot be differentiated: ") else {
        return Some(message.to_owned());
    };
    let other = ADVICE.iter().find(|(start, _)| what.starts_with(start)).map(|(_, other)| *other);
    let advice = if what.starts_with("`#[") { "remove it" } else { other.unwrap_or(advice) };
    Some(format!("{what} is not part of a model: {advice}"))
}
