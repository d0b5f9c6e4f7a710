//! `#[derive(Differentiable)]` on an enum: what its values can do. Derivatives with respect to one are made by a record, `tape`.
//!
//! A gradient has the variant of its point. What is computed number by number has the variant of its first operand; two of
//! different variants have no sum.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};

use crate::error::Errors;
use crate::parse::is_marked;

/// A field of a variant: how a pattern names it, the variables of its own and of another value's, its type, and whether it is
/// differentiated.
struct Field {
    member: TokenStream,
    own: Ident,
    other: Ident,
    ty: syn::Type,
    active: bool,
}

/// `Differentiable`, and `Flat` for checks.
pub fn derive(item: &syn::ItemEnum, krate: &TokenStream, errors: &mut Errors) -> TokenStream {
    if let Some(param) = item.generics.params.first() {
        errors.push(syn::Error::new_spanned(
            param,
            "an enum with parameters cannot be differentiated: write its types out",
        ));
    }
    let variants: Vec<(&Ident, Vec<Field>)> =
        item.variants.iter().map(|variant| (&variant.ident, fields(&variant.fields))).collect();
    if !variants.iter().any(|(_, fields)| fields.iter().any(|field| field.active)) {
        errors.report(item.ident.span(), "nothing to differentiate: this enum has no variant that holds a float");
    }
    let name = &item.ident;
    let able = quote!(#krate::Differentiable);
    let flat = quote!(#krate::check::Flat);
    let (mut zeros, mut adds, mut counts) = (TokenStream::new(), TokenStream::new(), TokenStream::new());
    let (mut reads, mut writes) = (TokenStream::new(), TokenStream::new());
    for (variant, fields) in &variants {
        let own = fields.iter().map(|Field { member, own, .. }| quote!(#member: #own));
        let own = quote!(#name::#variant { #(#own),* });
        let other = fields.iter().map(|Field { member, other, .. }| quote!(#member: #other));
        let other = quote!(#name::#variant { #(#other),* });
        let zero = fields.iter().map(|Field { member, own, ty, active, .. }| {
            if *active {
                quote_spanned!(Span::call_site()=> #member: #able::zero_like(#own))
            } else {
                quote!(#member: <#ty as #krate::__private::DefaultInGradient>::default_in_gradient())
            }
        });
        zeros.extend(quote!(#own => #name::#variant { #(#zero),* },));
        let active: Vec<&Field> = fields.iter().filter(|field| field.active).collect();
        let add = active.iter().map(|Field { own, other, .. }| quote!(#able::add_scaled(#own, factor, #other);));
        adds.extend(quote!((#own, #other) => { #(#add)* }));
        let names: Vec<&Ident> = active.iter().map(|field| &field.own).collect();
        counts.extend(quote!(#own => 0 #(+ #flat::count(#names))*,));
        let part = |found: &TokenStream| {
            quote! {
                #({
                    let count = #flat::count(&*#names);
                    if position < count {
                        let part = #names;
                        return #found;
                    }
                    position -= count;
                })*
            }
        };
        let (read, write) =
            (part(&quote!(#flat::at(part, position))), part(&quote!(#flat::put(part, position, number))));
        reads.extend(quote!(#own => { #read }));
        writes.extend(quote!(#own => { #write }));
    }
    quote! {
        #[automatically_derived]
        #[allow(unused_variables, clippy::all, clippy::pedantic)]
        impl #able for #name {
            fn zero_like(&self) -> Self { match self { #zeros } }
            fn add_scaled(&mut self, factor: ::core::primitive::f64, other: &Self) {
                match (self, other) {
                    #adds
                    #[allow(unreachable_patterns)]
                    _ => ::core::panic!("two values of different variants have no sum"),
                }
            }
        }

        #[automatically_derived]
        impl #krate::__private::proof::HoldsFloats for #name {}

        #[automatically_derived]
        #[allow(unused_variables, unused_mut, unused_assignments, clippy::all, clippy::pedantic)]
        impl #flat for #name {
            type Copy = Self;
            const EPSILON: ::core::primitive::f64 = ::core::primitive::f64::EPSILON;
            fn count(&self) -> ::core::primitive::usize { match self { #counts } }
            fn at(&self, mut position: ::core::primitive::usize) -> ::core::primitive::f64 {
                match self { #reads }
                ::core::panic!("there are fewer numbers than that: {position} too few")
            }
            fn put(&mut self, mut position: ::core::primitive::usize, number: ::core::primitive::f64) {
                match self { #writes }
                ::core::panic!("there are fewer numbers than that: {position} too few")
            }
            fn copy(&self) -> Self { ::core::clone::Clone::clone(self) }
        }
    }
}

fn fields(fields: &syn::Fields) -> Vec<Field> {
    let field = |(at, field): (usize, &syn::Field)| Field {
        member: match &field.ident {
            Some(name) => name.to_token_stream(),
            None => syn::Index::from(at).to_token_stream(),
        },
        own: format_ident!("own_{at}", span = Span::mixed_site()),
        other: format_ident!("other_{at}", span = Span::mixed_site()),
        ty: field.ty.clone(),
        active: !is_marked(field),
    };
    fields.iter().enumerate().map(field).collect()
}
