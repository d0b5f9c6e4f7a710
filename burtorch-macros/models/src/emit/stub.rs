//! A model with mistakes → its type, with functions that cannot be called: so one mistake is one error.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::ext::IdentExt;

use super::kernel::array;
use super::loss::loss;
use super::scalar;
use crate::elaborate::{Model, Signature};

/// What stands in the user's program for a model that is wrong.
pub fn stub(model: &Model) -> TokenStream {
    let Model { name, vis, count, krate, .. } = model;
    let functions = model.signatures.iter().map(|signature| function(model, signature));
    // Whatever it is to be, so that nothing is said of a training of it.
    let has_loss = model.signatures.iter().any(|signature| signature.name == "loss" && is_number(signature));
    let loss = has_loss.then(|| loss(name, &quote!(b::AnyArguments)));
    let scalar = scalar(model.precision);
    quote! {
        #[allow(dead_code)]
        #vis enum #name {}

        #[allow(dead_code, unused_variables, clippy::all, clippy::pedantic)]
        const _: () = {
            use #krate::__private as b;
            type __S = ::core::primitive::#scalar;

            impl b::Model for #name {
                type Scalar = __S;
                type Floats = [__S; 0];
                type TileFloats = [__S; 0];
                type TileIndices = [::core::primitive::i64; 0];
                const PARAMS: ::core::primitive::usize = #count;
                const PARAMETERS: &'static [b::Parameter] = &[];
            }

            impl #name {
                pub const PARAMS: ::core::primitive::usize = #count;
                pub const WORKSPACE: ::core::primitive::usize = 0;
                pub const BATCH_WORKSPACE: ::core::primitive::usize = 0;
                pub fn init(
                    params: &mut [__S],
                    rng: &mut b::Rng,
                ) -> ::core::result::Result<(), b::Error> {
                    ::core::unreachable!()
                }
                #(#functions)*
            }

            #loss
        };
    }
}

fn function(model: &Model, signature: &Signature) -> TokenStream {
    let Signature { name, vis, inputs, results, tuple } = signature;
    let arguments =
        inputs.iter().enumerate().map(|(at, data)| (format_ident!("a{at}"), data)).map(|(name, data)| match data {
            Some((shape, int)) => {
                let element = int.map_or("__S".to_owned(), |int| format!("::core::primitive::{}", int.name));
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
    let parallel = parallel(model, signature);
    let (model, arguments) = (&model.name, quote!(#(#arguments),*));
    let (workspace, batch) = (quote!(b::Workspace<#model>), quote!(b::BatchWorkspace<#model>));
    let error = quote!(b::Error);
    let dot = format_ident!("{}_DOT", name.unraw().to_string().to_uppercase());
    let (of_batch, grad, grad_batch) =
        (format_ident!("{name}_batch"), format_ident!("{name}_grad"), format_ident!("{name}_grad_batch"));
    let (sgd, sgd_batch) = (format_ident!("{name}_sgd"), format_ident!("{name}_sgd_batch"));
    let (step, step_batch) = (format_ident!("{name}_step"), format_ident!("{name}_step_batch"));
    let others = if is_number(signature) {
        quote! {
            #vis fn #grad(
                params: &[__S], gradient: &mut [__S], workspace: &mut #workspace, #arguments
            ) -> ::core::result::Result<__S, #error> { ::core::unreachable!() }
            #vis fn #of_batch(
                params: &[__S], workspace: &mut #batch, samples: impl ::core::iter::IntoIterator
            ) -> ::core::result::Result<__S, #error> { ::core::unreachable!() }
            #vis fn #grad_batch(
                params: &[__S], gradient: &mut [__S], workspace: &mut #batch, samples: impl ::core::iter::IntoIterator
            ) -> ::core::result::Result<__S, #error> { ::core::unreachable!() }
            #vis fn #sgd(
                params: &mut [__S], rate: __S, workspace: &mut #workspace, #arguments
            ) -> ::core::result::Result<__S, #error> { ::core::unreachable!() }
            #vis fn #sgd_batch(
                params: &mut [__S], gradient: &mut [__S], rate: __S, workspace: &mut #batch,
                samples: impl ::core::iter::IntoIterator
            ) -> ::core::result::Result<__S, #error> { ::core::unreachable!() }
            #vis fn #step<O>(
                params: &mut [__S], optimizer: &mut O, workspace: &mut #workspace, #arguments
            ) -> ::core::result::Result<__S, #error> { ::core::unreachable!() }
            #vis fn #step_batch<O>(
                params: &mut [__S], gradient: &mut [__S], optimizer: &mut O, workspace: &mut #batch,
                samples: impl ::core::iter::IntoIterator
            ) -> ::core::result::Result<__S, #error> { ::core::unreachable!() }
            #parallel
        }
    } else {
        quote! {
            #vis fn #of_batch<R>(
                params: &[__S], results: &mut [R], workspace: &mut #batch, samples: impl ::core::iter::IntoIterator
            ) -> ::core::result::Result<(), #error> { ::core::unreachable!() }
        }
    };
    quote! {
        #vis const #dot: &'static ::core::primitive::str = "";
        #vis fn #name<'w>(
            params: &[__S], workspace: &'w mut #workspace, #arguments
        ) -> ::core::result::Result<#result, #error> { ::core::unreachable!() }
        #others
    }
}

/// Whether it returns one number.
fn is_number(signature: &Signature) -> bool {
    !signature.tuple && matches!(signature.results.as_slice(), [Some(shape)] if shape.is_empty())
}

/// The functions for batches on several threads.
fn parallel(model: &Model, Signature { name, vis, .. }: &Signature) -> TokenStream {
    if !cfg!(feature = "parallel") {
        return TokenStream::new();
    }
    let model = &model.name;
    let (grad, sgd) = (format_ident!("{name}_grad_parallel"), format_ident!("{name}_sgd_parallel"));
    let (workspace, error) = (quote!(b::ParallelWorkspace<#model>), quote!(b::Error));
    quote! {
        #vis fn #grad(
            params: &[__S], gradient: &mut [__S], workspace: &mut #workspace, samples: impl ::core::iter::IntoIterator
        ) -> ::core::result::Result<__S, #error> { ::core::unreachable!() }
        #vis fn #sgd(
            params: &mut [__S], gradient: &mut [__S], rate: __S, workspace: &mut #workspace,
            samples: impl ::core::iter::IntoIterator
        ) -> ::core::result::Result<__S, #error> { ::core::unreachable!() }
    }
}
