//! What is asked for beside the whole gradient of the parameters: `#[wrt(x)]`, gradients with respect to arguments, and `#[partial]`,
//! the gradient of some parameters.

use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;

use super::eval::Evaluator;
use super::items::FnItem;
use super::signature::Signature;
use crate::error::Errors;
use crate::nearest::nearest;

/// The names in `#[wrt(…)]`, and where it is.
#[derive(Clone, Default)]
pub(super) struct Wrt {
    names: Vec<Ident>,
    pub span: Option<Span>,
}

impl Wrt {
    pub(super) fn read(&mut self, attribute: &syn::Attribute, errors: &mut Errors) {
        if self.span.replace(attribute.path().span()).is_some() {
            errors.report(attribute.path().span(), "`#[wrt(…)]` is given twice: name all arguments in one");
            return;
        }
        let list = syn::punctuated::Punctuated::<Ident, syn::Token![,]>::parse_terminated;
        match attribute.parse_args_with(list) {
            Ok(names) if !names.is_empty() => self.names.extend(names),
            _ => errors.report(attribute.path().span(), "`wrt` takes the names of arguments: `#[wrt(x, y)]`"),
        }
    }
}

/// The most tensors of parameters of a model of which some can be chosen.
const TENSORS: usize = 1024;

impl Evaluator<'_> {
    /// Whether the gradient of some parameters is asked for, of a model with so many tensors of them.
    pub(super) fn partial(&mut self, method: &FnItem, signature: &Signature, tensors: usize) -> bool {
        let Some(span) = method.partial else { return false };
        if !signature.is_number() {
            let name = &method.name;
            self.report(span, format_args!("`{name}` returns no number, so it has no gradient: remove `#[partial]`"));
        } else if tensors > TENSORS {
            let message = format_args!(
                "this model has {tensors} tensors of parameters, and of at most {TENSORS} some can be chosen: remove `#[partial]`"
            );
            self.report(span, message);
        } else {
            return true;
        }
        false
    }

    /// The places of the arguments that are named, in their order.
    pub(super) fn wrt(&mut self, method: &FnItem, signature: &Signature) -> Vec<usize> {
        let Wrt { names, span } = &method.wrt;
        let Some(span) = *span else { return Vec::new() };
        if !signature.is_number() {
            let name = &method.name;
            self.report(span, format_args!("`{name}` returns no number, so it has no gradient: remove `#[wrt(…)]`"));
            return Vec::new();
        }
        let known = &signature.names;
        let mut places = Vec::new();
        for name in names {
            let Some(at) = known.iter().position(|known| known == name) else {
                let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
                let hint = match nearest(&name.to_string(), known.iter().map(|name| name.trim_matches('`'))) {
                    Some(meant) => format!("did you mean `{meant}`?"),
                    None if known.is_empty() => "there are no arguments".to_owned(),
                    None => format!("the arguments are {}", known.join(", ")),
                };
                self.report(name.span(), format_args!("no argument is called `{name}`: {hint}"));
                continue;
            };
            if matches!(signature.inputs.get(at), Some(Some((_, Some(_))))) {
                self.report(
                    name.span(),
                    format_args!("`{name}` is made of integers, which have no gradient: remove it from `wrt`"),
                );
            } else if places.contains(&at) {
                self.report(name.span(), format_args!("`{name}` is named twice in `wrt`: remove one"));
            } else {
                places.push(at);
            }
        }
        places.sort_unstable();
        places
    }
}
