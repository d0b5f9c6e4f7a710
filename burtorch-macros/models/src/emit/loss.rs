//! The function `loss` of a model, for code that trains any model.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// `impl Loss`, over the functions for batches. `arguments` is the tuple of what `loss` takes.
pub(super) fn loss(model: &Ident, arguments: &TokenStream) -> TokenStream {
    let samples = quote!(impl ::core::iter::ExactSizeIterator<Item = __A> + ::core::clone::Clone);
    let (generic, result) = (quote!(<__A: b::SampleOf<#arguments>>), quote!(::core::result::Result<__S, b::Error>));
    let parallel = cfg!(feature = "parallel").then(|| {
        let (samples, room) = (quote!(#samples + ::core::marker::Sync), quote!(&mut b::ParallelWorkspace<Self>));
        quote! {
            fn add_gradient_parallel #generic(
                params: &[__S], gradient: &mut [__S], workspace: #room, samples: #samples,
            ) -> #result {
                Self::loss_grad_parallel(params, gradient, workspace, samples)
            }
            fn descend_parallel #generic(
                params: &mut [__S], gradient: &mut [__S], rate: __S, workspace: #room, samples: #samples,
            ) -> #result {
                Self::loss_sgd_parallel(params, gradient, rate, workspace, samples)
            }
        }
    });
    let room = quote!(&mut b::BatchWorkspace<Self>);
    quote! {
        impl b::Loss for #model {
            type Arguments = #arguments;
            fn mean_loss #generic(params: &[__S], workspace: #room, samples: #samples) -> #result {
                Self::loss_batch(params, workspace, samples)
            }
            fn add_gradient #generic(
                params: &[__S], gradient: &mut [__S], workspace: #room, samples: #samples,
            ) -> #result {
                Self::loss_grad_batch(params, gradient, workspace, samples)
            }
            fn descend #generic(
                params: &mut [__S], gradient: &mut [__S], rate: __S, workspace: #room, samples: #samples,
            ) -> #result {
                Self::loss_sgd_batch(params, gradient, rate, workspace, samples)
            }
            #parallel
        }
    }
}
