//! The function `loss` of a model, for code that trains any model.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// `impl Loss`, over the functions for batches. `arguments` is the tuple of what `loss` takes.
pub(super) fn loss(model: &Ident, arguments: &TokenStream) -> TokenStream {
    let method = |name: TokenStream, of: TokenStream, changes: bool, rate: bool, is_parallel: bool| {
        let params = if rate { quote!(&mut [__S]) } else { quote!(&[__S]) };
        let (gradient, passed) =
            if changes { (quote!(gradient: &mut [__S],), quote!(gradient,)) } else { Default::default() };
        let (rate, by) = if rate { (quote!(rate: __S,), quote!(rate,)) } else { Default::default() };
        let (workspace, sync) = if is_parallel {
            (quote!(ParallelWorkspace), quote!(+ b::Sync))
        } else {
            (quote!(BatchWorkspace), quote!())
        };
        quote! {
            fn #name<__A: b::SampleOf<#arguments>>(
                params: #params, #gradient #rate workspace: &mut b::#workspace<Self>,
                samples: impl b::ExactSizeIterator<Item = __A> + b::Clone #sync
            ) -> b::Result<__S, b::Error> { Self::#of(params, #passed #by workspace, samples) }
        }
    };
    let mut methods = vec![
        method(quote!(mean_loss), quote!(loss_batch), false, false, false),
        method(quote!(add_gradient), quote!(loss_grad_batch), true, false, false),
        method(quote!(descend), quote!(loss_sgd_batch), true, true, false),
    ];
    if cfg!(feature = "parallel") {
        methods.push(method(quote!(add_gradient_parallel), quote!(loss_grad_parallel), true, false, true));
        methods.push(method(quote!(descend_parallel), quote!(loss_sgd_parallel), true, true, true));
    }
    quote! {
        impl b::Loss for #model {
            type Arguments = #arguments;
            #(#methods)*
        }
    }
}
