//! Where generated functions stand: in the `impl` of a companion type, or beside a method.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::ext::IdentExt;

use crate::ast::{Function, Precision};
use crate::definitions;
use crate::emit::{self, Derivatives, Signature, Style};
use crate::parse;
use crate::proofs::proofs;
use crate::text_literal;

/// The generated functions, in the place where they belong.
pub(super) fn wrap(
    item: &syn::ItemFn,
    function: &Function,
    signature: &Signature,
    style: &Style,
    derivatives: Option<&Derivatives>,
) -> TokenStream {
    let signature = &storable(function, signature, derivatives);
    let api = emit::api(function, derivatives, signature, style);
    let (bodies, functions) = (&api.bodies, &api.functions);
    // After a mistake the names are not looked at: one mistake is one error.
    let proofs = derivatives.map(|of| proofs(function, &of.proofs, &of.items, &item.sig.generics, style));
    if let Style::Method(_) = style {
        let hidden = format_ident!("__{}_proofs", function.name.unraw());
        let proofs = proofs.map(|proofs| proofs.inside(&hidden, &item.sig.generics));
        return quote!(#bodies #functions #proofs);
    }
    let proofs = proofs.map(|proofs| proofs.beside(&item.sig.generics));
    let (name, vis, deprecated) = (&function.name, &signature.vis, &signature.deprecated);
    let docs = item.attrs.iter().filter(|attribute| attribute.path().is_ident("doc"));
    let lints = item.attrs.iter().filter(|attribute| attribute.path().is_ident("allow"));
    let (title, allowed) = (text_literal(&format!(" The derivatives of [`{name}()`].")), emit::allowed());
    let lengths = lengths(&item.sig, vis);
    let callees = derivatives.map(|derivatives| definitions::name_companions(function, &derivatives.callees));
    let mut dispatches: Vec<(_, TokenStream)> = Vec::new();
    for (dispatch, _) in derivatives.iter().flat_map(|derivatives| &derivatives.dispatches) {
        if !dispatches.iter().any(|(known, _)| *known == dispatch) {
            dispatches.push((dispatch, dispatch.items(vis)));
        }
    }
    let dispatches = dispatches.iter().map(|(_, items)| items);
    let (krate, position) = (&function.krate, emit::position(function, derivatives));
    quote! {
        #[doc = #title]
        #[doc = ""]
        #(#docs)*
        #deprecated
        #[allow(non_camel_case_types, dead_code)]
        #vis enum #name {}

        #[automatically_derived]
        #allowed
        #(#lints)*
        impl #name { #lengths #bodies #functions }

        #proofs
        #callees
        #(#dispatches)*
        #[automatically_derived]
        #[allow(deprecated)]
        impl #krate::__private::Callee for #name { type Position = #position; }
    }
}

/// The lengths in a result that callers cannot name otherwise.
fn lengths(signature: &syn::Signature, vis: &syn::Visibility) -> TokenStream {
    let mut found = Vec::new();
    if let syn::ReturnType::Type(_, ty) = &signature.output {
        parse::take_lengths(&mut ty.clone(), &signature.generics, &mut found);
    }
    let constants =
        found.iter().map(|(name, length)| quote!(#[doc(hidden)] #vis const #name: ::core::primitive::usize = #length;));
    constants.collect()
}

/// The signature of generated functions: a scratch keeps only what it can hand to another thread and keep for good.
fn storable(function: &Function, signature: &Signature, derivatives: Option<&Derivatives>) -> Signature {
    let mut generics = signature.generics.clone();
    if function.scalar.precision == Precision::Generic && emit::is_dynamic(function, derivatives) {
        let scalar = &function.scalar.tokens;
        generics.make_where_clause().predicates.push(syn::parse_quote!(#scalar: ::core::marker::Send + 'static));
    }
    for (dispatch, param) in derivatives.iter().flat_map(|derivatives| &derivatives.dispatches) {
        let name = dispatch.name();
        generics.make_where_clause().predicates.push(syn::parse_quote!(#param: #name));
    }
    Signature { generics, ..signature.clone() }
}
