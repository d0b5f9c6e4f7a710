//! How values of a struct or enum become values of its twin, and come back.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};

use super::twin::{outer, plain_generics};

/// `Lift` of a struct or enum, and `Lower` of its twin. What has no twin is its own.
pub(super) fn conversion(
    name: &Ident,
    generics: &syn::Generics,
    variants: &[(Option<&Ident>, &syn::Fields)],
    is_twin: bool,
    recorded: &TokenStream,
) -> TokenStream {
    let (params, args, only_lengths) = plain_generics(generics);
    if !only_lengths {
        return TokenStream::new();
    }
    if !is_twin {
        return quote! {
            impl #params #recorded::Lift<__Marker> for #name #args where for<'any> #name #args: ::core::clone::Clone {
                type Twin = Self;
                type Owned = Self;
                fn lift(&self, _: &mut #recorded::Run) -> Self { ::core::clone::Clone::clone(self) }
                fn map(&self, _: &mut dyn ::core::ops::FnMut(#recorded::Float) -> #recorded::Float) -> Self { ::core::clone::Clone::clone(self) }
            }
            impl #params #recorded::Lower<__Marker> for #name #args where for<'any> #name #args: ::core::clone::Clone {
                type Value = Self;
                fn lower(&self, _: &mut #recorded::Run) -> Self { ::core::clone::Clone::clone(self) }
            }
        };
    }
    let outer = outer(name);
    let (mut lifts, mut maps, mut lowers) = (TokenStream::new(), TokenStream::new(), TokenStream::new());
    for (variant, fields) in variants {
        let path = |of: &Ident| match variant {
            Some(variant) => quote!(#of::#variant),
            None => quote!(#of),
        };
        let (outside, inside) = (path(&outer), path(name));
        let (mut pattern, mut lifted, mut mapped, mut lowered) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (at, field) in fields.iter().enumerate() {
            let value = format_ident!("__field_{at}");
            let member = match &field.ident {
                Some(name) => name.to_token_stream(),
                None => syn::Index::from(at).to_token_stream(),
            };
            let marked = field.attrs.iter().any(|attribute| attribute.path().is_ident("no_derivative"));
            pattern.push(quote!(#member: #value));
            lowered.push(quote!(#member: #recorded::Lower::<__Marker>::lower(#value, run)));
            if marked {
                lifted.push(quote!(#member: run.constant(|run| #recorded::Lift::<__Marker>::lift(#value, run))));
                mapped.push(quote!(#member: #recorded::default_of(#value)));
            } else {
                lifted.push(quote!(#member: #recorded::Lift::<__Marker>::lift(#value, run)));
                mapped.push(quote!(#member: #recorded::Lift::<__Marker>::map(#value, each)));
            }
        }
        lifts.extend(quote!(#outside { #(#pattern),* } => #inside { #(#lifted),* },));
        maps.extend(quote!(#outside { #(#pattern),* } => #outside { #(#mapped),* },));
        lowers.extend(quote!(#inside { #(#pattern),* } => #outside { #(#lowered),* },));
    }
    quote! {
        impl #params #recorded::Lift<__Marker> for #outer #args {
            type Twin = #name #args;
            type Owned = Self;
            fn lift(&self, run: &mut #recorded::Run) -> Self::Twin { match self { #lifts } }
            fn map(&self, each: &mut dyn ::core::ops::FnMut(#recorded::Float) -> #recorded::Float) -> Self { match self { #maps } }
        }
        impl #params #recorded::Lower<__Marker> for #name #args {
            type Value = #outer #args;
            fn lower(&self, run: &mut #recorded::Run) -> Self::Value { match self { #lowers } }
        }
    }
}
