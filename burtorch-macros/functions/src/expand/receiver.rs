//! Methods whose receiver is differentiated: in the compiler, `&self` is an argument like the others.
//!
//! In: a method as it was written. Out: the same function with `self: &Point` among its arguments, where the source says what
//! `Self` is. Generated siblings take it as their receiver again, since it keeps its name.

use std::borrow::Cow;

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};

use crate::definitions::respanned;
use crate::parse::{self, Options};
use crate::surroundings::{impl_of, receiver_type};

/// A function as the compiler reads it: with the type that `Self` means, and with its receiver as an argument if that is
/// differentiated. What stays as it is, is not copied: long expressions are deep trees.
pub(super) fn opened<'a>(item: &'a syn::ItemFn, options: &Options) -> Cow<'a, syn::ItemFn> {
    let named = with_type(item).map_or(Cow::Borrowed(item), Cow::Owned);
    with_receiver(&named, options).map_or(named, Cow::Owned)
}

/// The function with a struct's name in the place of `Self`, where the struct derives `Differentiable`.
fn with_type(item: &syn::ItemFn) -> Option<syn::ItemFn> {
    impl_of(&item.sig.ident)?;
    let syn::Type::Path(mut ty) = receiver_type(&item.sig.ident)? else { return None };
    // `Chain::<N>` is a type, and can be followed by braces.
    if let Some(syn::PathArguments::AngleBracketed(arguments)) =
        ty.path.segments.last_mut().map(|last| &mut last.arguments)
    {
        arguments.colon2_token = Some(syn::token::PathSep::default());
    }
    let tokens = item.to_token_stream();
    parse::item(replaced(tokens, &ty.to_token_stream())).ok()
}

fn replaced(tokens: TokenStream, this: &TokenStream) -> TokenStream {
    let one = |token: TokenTree| match token {
        TokenTree::Ident(name) if name == "Self" => respanned(this.clone(), name.span()),
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), replaced(group.stream(), this));
            inner.set_span(group.span());
            TokenTree::from(inner).into()
        }
        other => other.into(),
    };
    tokens.into_iter().flat_map(one).collect()
}

/// A method with its receiver as an argument, if it is to be differentiated: `wrt` names it, or nothing is said and its
/// struct derives `Differentiable`.
fn with_receiver(item: &syn::ItemFn, options: &Options) -> Option<syn::ItemFn> {
    let Some(syn::FnArg::Receiver(receiver)) = item.sig.inputs.first() else { return None };
    let is_wanted = match &options.wrt {
        Some(wrt) => wrt.iter().any(|name| name == "self"),
        None => !parse::is_marked_constant(&item.sig.inputs[0]) && impl_of(&item.sig.ident).is_some(),
    };
    if !is_wanted {
        return None;
    }
    let span = receiver.self_token.span;
    let this = respanned(receiver_type(&item.sig.ident)?.to_token_stream(), span);
    let ty = match &receiver.kind {
        syn::ReceiverKind::Value => this,
        syn::ReceiverKind::Reference(_, lifetime, mutability) => quote!(&#lifetime #mutability #this),
        _ => return None,
    };
    let name = Ident::new("self", span);
    // Read once more and not cloned, which would take too much of the stack for a long sum.
    let mut item = parse::item(item.to_token_stream()).ok()?;
    item.sig.inputs[0] = syn::FnArg::Typed(syn::PatType {
        attrs: Vec::new(),
        pat: Box::new(syn::Pat::Ident(syn::PatIdent {
            attrs: Vec::new(),
            by_ref: None,
            mutability: None,
            ident: name,
            subpat: None,
        })),
        colon_token: syn::Token![:](span),
        ty: Box::new(syn::parse2(ty).ok()?),
    });
    Some(item)
}
