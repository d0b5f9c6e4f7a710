//! Traits with the attribute, and the hidden traits that say which implementation a value has.
//!
//! In: a trait and the types that implement it in its module. Out: a trait with the number of the implementation and with a
//! method that yields the value as each of the types, implemented for all of them.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

use crate::surroundings::{SourceTrait, trait_named};

/// A hidden trait, by what it is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dispatch {
    of: String,
    /// The function that it is for, if it is not for all.
    function: Option<String>,
    types: Vec<String>,
}

impl Dispatch {
    /// The supertrait of a trait with the attribute.
    pub fn of_trait(found: &SourceTrait) -> Self {
        Dispatch { of: found.name.clone(), function: None, types: types(found) }
    }

    /// The bound of a generic parameter of a function.
    pub fn of_function(found: &SourceTrait, function: &Ident) -> Self {
        Dispatch { of: found.name.clone(), function: Some(function.to_string()), types: types(found) }
    }

    fn named(&self, what: &str) -> Ident {
        let function = self.function.as_ref().map(|name| format!("_{name}")).unwrap_or_default();
        format_ident!("__burtorch_{what}_{}{function}", self.of, span = Span::call_site())
    }

    pub fn name(&self) -> Ident {
        self.named("implementations_of")
    }

    /// The method that yields the number of the implementation.
    pub fn which(&self) -> Ident {
        self.named("which")
    }

    /// The associated function that yields the number of the implementation of a type.
    pub fn which_type(&self) -> Ident {
        self.named("which_type")
    }

    /// The method that yields a value as what has implementation number `at`.
    pub fn cast(&self, at: usize) -> Ident {
        self.named(&format!("as_{at}"))
    }

    /// The hidden trait, and its implementations.
    pub fn items(&self, vis: &syn::Visibility) -> TokenStream {
        let (name, which, which_type) = (self.name(), self.which(), self.which_type());
        let types: Vec<TokenStream> = self.types.iter().filter_map(|ty| ty.parse().ok()).collect();
        let casts: Vec<Ident> = (0..types.len()).map(|at| self.cast(at)).collect();
        let numbers = 0..types.len();
        let message = format!("this implementation of `{}` is not known where it is differentiated", self.of);
        let note = format!("`impl {} for …` must stand in the module of the trait, and not be generic", self.of);
        quote! {
            #[doc(hidden)]
            #[allow(non_camel_case_types, non_snake_case, private_interfaces, private_bounds, dead_code, clippy::all, clippy::pedantic)]
            #[diagnostic::on_unimplemented(message = #message, note = #note)]
            #vis trait #name {
                fn #which(&self) -> ::core::primitive::usize;
                fn #which_type() -> ::core::primitive::usize where Self: ::core::marker::Sized;
                #(fn #casts(&self) -> &#types { ::core::unreachable!() })*
            }
            #(
                #[allow(non_snake_case)]
                #[automatically_derived]
                impl #name for #types {
                    fn #which(&self) -> ::core::primitive::usize { #numbers }
                    fn #which_type() -> ::core::primitive::usize { #numbers }
                    fn #casts(&self) -> &#types { self }
                }
            )*
        }
    }
}

fn types(found: &SourceTrait) -> Vec<String> {
    found.implementors.iter().map(|of| of.ty.clone()).collect()
}

/// `#[differentiable] trait …`
pub fn marked_trait(item: &syn::ItemTrait, options: &TokenStream) -> TokenStream {
    let refused = |message: &str| {
        let error = syn::Error::new(item.ident.span(), message).into_compile_error();
        quote!(#item #error)
    };
    if !options.is_empty() {
        return refused("a trait has no options: write `#[differentiable]` alone");
    }
    let Some(found) = trait_named(&item.ident, &item.ident.to_string()) else {
        return refused(
            "the implementations of this trait are not known, since a macro wrote it: put `#[differentiable]` on functions that do the same",
        );
    };
    let dispatch = Dispatch::of_trait(&found);
    let (name, items) = (dispatch.name(), dispatch.items(&item.vis));
    let mut item = item.clone();
    item.colon_token.get_or_insert_default();
    item.supertraits.push(syn::parse_quote!(#name));
    quote!(#[allow(private_bounds)] #item #items)
}
