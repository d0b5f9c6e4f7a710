//! What `#[differentiable]` refuses, and what stands in for derivatives that a mistake prevents.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;

use crate::ast::{Function, Precision, Type};
use crate::build::each_name;
use crate::emit::Style;
use crate::error::Errors;
use crate::graph::Graph;
use crate::proofs::not_the_vec;
use crate::surroundings::definition;

/// Whether the attribute that is being expanded stands there once more.
pub(super) fn is_given_twice(function: &syn::ItemFn) -> bool {
    let is_ours = |attribute: &syn::Attribute| {
        attribute.path().segments.last().is_some_and(|last| last.ident == "differentiable")
    };
    function.attrs.iter().any(is_ours)
}

/// An attribute that stands on something else than a function.
pub(super) fn not_a_function(attribute: &str, error: &syn::Error, item: &TokenStream) -> TokenStream {
    let message = format!("`#[{attribute}]` goes on a function or method with a body: {error}");
    let error = syn::Error::new(error.span(), message).into_compile_error();
    quote!(#item #error)
}

/// Arguments of a type that is called `Vec` and that the program defines itself. Derivatives know nothing of it, nor do stubs.
pub(super) fn refuse_other_vectors(function: &mut Function, errors: &mut Errors) -> bool {
    let mut found = false;
    for param in function.params.iter_mut().filter(|param| param.ty.is_slice()) {
        let mut of_the_program = false;
        each_name(&param.tokens, &mut |name| of_the_program |= name == "Vec" && definition(name, true).is_some());
        if of_the_program {
            errors.report(param.name.span(), not_the_vec(&param.name));
            (param.ty, param.active, found) = (Type::Other, false, true);
        }
    }
    found
}

/// What cannot be compiled for the processor that is there.
pub(super) fn check_instructions(function: &Function, style: &Style, errors: &mut Errors) {
    if let Some(span) = function.vector {
        if let Style::Method(_) = style {
            errors.report(span, "`vector` is for free functions: move the loops over slices to one, and call it here");
        }
        if function.scalar.precision == Precision::Generic {
            errors.report(span, "`vector` is for functions of `f32` or `f64`: there are no vectors of a generic float");
        }
    }
    if let Some(span) = function.fast {
        if let Style::Method(_) = style {
            errors.report(span, "`fast` is for free functions: move what is to be fast to one, and call it here");
        }
        if function.scalar.precision == Precision::Generic {
            errors.report(span, "`fast` is for functions of `f32` or `f64`: a generic float has no instructions");
        }
        if function.vector.is_some() {
            errors.report(span, "`fast` and `vector` exclude each other: remove one");
        }
    }
}

/// What has no derivatives in several directions at once.
pub(super) fn check_lanes(function: &Function, primal: &Graph, span: Span) -> Result<(), TokenStream> {
    let mut errors = Errors::default();
    let structs = function.params.iter().any(|param| param.active && param.ty.has_structs());
    if structs || primal.all().into_iter().any(|id| primal.node(id).active && primal.node(id).ty.has_structs()) {
        errors.report(span, "`lanes` is for numbers, arrays, tuples and slices: a struct has one number in a field, not one for each direction");
    }
    if primal.calls_derivatives() {
        errors.report(
            span,
            "`lanes` is not for functions that call derivatives of others: use `jvp` for one direction after the other",
        );
    }
    errors.finish()
}

/// Stands in for the derivatives of a method, as if its receiver were differentiated: so the error about that is the only one.
pub(super) fn without_derivatives(item: &syn::ItemFn, function: &Function) -> TokenStream {
    let (vis, result) = (&item.vis, &item.sig.output);
    let (generics, _, bounds) = item.sig.generics.split_for_impl();
    let receiver = item.sig.receiver().map(|receiver| syn::Receiver { attrs: Vec::new(), ..receiver.clone() });
    let result = match result {
        syn::ReturnType::Type(_, ty) => ty.to_token_stream(),
        syn::ReturnType::Default => quote!(()),
    };
    let krate = &function.krate;
    let owned = function.params.iter().filter(|param| param.active).map(|param| {
        match syn::parse2::<syn::Type>(param.tokens.clone()) {
            Ok(syn::Type::Reference(reference)) => match &*reference.elem {
                syn::Type::Slice(slice) => {
                    let element = &slice.elem;
                    quote!(#krate::__private::Vec<#element>)
                }
                ty => ty.to_token_stream(),
            },
            _ => param.tokens.clone(),
        }
    });
    let owned: Vec<TokenStream> = owned.collect();
    let gradient = if owned.is_empty() { quote!(Self) } else { quote!((Self, #(#owned),*)) };
    let params = function.params.iter().map(|param| {
        let (name, ty) = (&param.name, &param.tokens);
        quote!(#name: #ty)
    });
    let params: Vec<TokenStream> = params.collect();
    let point = quote!(_: impl ::core::marker::Sized, _: impl ::core::marker::Sized);
    let functions = [
        ("grad", quote!(#(#params),*), gradient.clone()),
        ("value_and_grad", quote!(#(#params),*), quote!((#result, #gradient))),
        ("vjp", point.clone(), quote!((#result, #gradient))),
        ("jvp", point.clone(), quote!((#result, #result))),
        ("hvp", point.clone(), gradient.clone()),
        ("value_grad_hvp", point, quote!((#result, #gradient, #gradient))),
    ];
    let functions = functions.map(|(kind, params, ty)| {
        let name = format_ident!("{}_{kind}", item.sig.ident.unraw());
        quote! {
            #[allow(dead_code, unused_variables, clippy::all)]
            #vis fn #name #generics (#receiver, #params) -> #ty #bounds { ::core::unreachable!() }
        }
    });
    quote!(#(#functions)*)
}
