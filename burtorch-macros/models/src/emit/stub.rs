//! A model with mistakes → its type, with functions that cannot be called: so one mistake is one error.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::ext::IdentExt;

use super::forms::{Signature, forms};
use super::kernel::array;
use super::loss::loss;
use super::scalar;
use crate::c::broken;
use crate::each::Each;
use crate::elaborate::{Model, Signature as Declared};

/// What stands in the user's program for a model that is wrong.
pub fn stub(model: &Model) -> TokenStream {
    let Model { name, vis, count, krate, .. } = model;
    let functions = model.signatures.iter().map(|signature| function(model, signature));
    // Whatever it is to be, so that nothing is said of a training of it.
    let has_loss = model.signatures.iter().any(|signature| signature.name == "loss" && signature.is_number());
    let loss = has_loss.then(|| loss(name, &quote!(b::AnyArguments)));
    let (scalar, told) = (scalar(model.precision), broken(model));
    quote! {
        #[allow(dead_code)]
        #vis enum #name {}

        #[allow(dead_code, unused_variables, clippy::all, clippy::pedantic)]
        const _: () = {
            use #krate::__private as b;
            use b::{i64, usize};
            type __S = b::#scalar;

            impl b::Model for #name {
                type Scalar = __S;
                type Floats = [__S; 0];
                type TileFloats = [__S; 0];
                type TileIndices = [i64; 0];
                const PARAMS: usize = #count;
                const PARAMETERS: &'static [b::Parameter] = &[];
            }

            impl #name {
                pub const PARAMS: usize = #count;
                pub const WORKSPACE: usize = 0;
                pub const BATCH_WORKSPACE: usize = 0;
                pub fn init(params: &mut [__S], rng: &mut b::Rng) -> b::Result<(), b::Error> {
                    ::core::unreachable!()
                }
                #(#functions)*
            }

            #loss
        };

        #told
    }
}

fn function(model: &Model, signature: &Declared) -> TokenStream {
    let Declared { name, vis, inputs, names, wrt, partial, results, tuple } = signature;
    let arguments =
        inputs.iter().enumerate().map(|(at, data)| (format_ident!("a{at}"), data)).map(|(name, data)| match data {
            Some((shape, int)) => {
                let element = int.map_or("__S".to_owned(), |int| format!("b::{}", int.name));
                let ty: TokenStream = array(shape, &element).parse().expect("a type");
                if shape.is_empty() { quote!(#name: #ty) } else { quote!(#name: &#ty) }
            }
            None => quote!(#name: impl ::core::marker::Sized),
        });
    let types = results.iter().map(|shape| match shape.as_deref() {
        Some([]) => quote!(__S),
        Some(shape) => {
            let ty: TokenStream = array(shape, "__S").parse().expect("a type");
            quote!(&'w #ty)
        }
        None => quote!(&'w [__S]),
    });
    let result = if *tuple { quote!((#(#types,)*)) } else { quote!(#(#types)*) };
    let (model, arguments) = (&model.name, quote!(#(#arguments),*));
    let dot = format_ident!("{}_DOT", name.unraw().to_string().to_uppercase());
    let wrt = wrt.each(|&at| {
        let shape = inputs[at].as_ref().map(|(shape, _)| array(shape, "__S"));
        (names[at].clone(), shape.map_or(quote!(__S), |ty| ty.parse().expect("a type")))
    });
    let others = if signature.is_number() {
        let signature = Signature {
            name,
            vis,
            model,
            inputs: &arguments,
            wrt: &wrt,
            samples: &|_| quote!(impl b::IntoIterator),
            optimizer: &TokenStream::new(),
            body: &|_, _| quote!(::core::unreachable!()),
        };
        forms(!wrt.is_empty(), *partial).map(|form| signature.function(form)).collect()
    } else {
        let of_batch = format_ident!("{}_batch", name.unraw());
        quote! {
            #vis fn #of_batch<R>(
                params: &[__S], results: &mut [R], workspace: &mut b::BatchWorkspace<#model>, samples: impl b::IntoIterator
            ) -> b::Result<(), b::Error> { ::core::unreachable!() }
        }
    };
    quote! {
        #vis const #dot: &'static b::str = "";
        #vis fn #name<'w>(
            params: &[__S], workspace: &'w mut b::Workspace<#model>, #arguments
        ) -> b::Result<#result, b::Error> { ::core::unreachable!() }
        #others
    }
}
