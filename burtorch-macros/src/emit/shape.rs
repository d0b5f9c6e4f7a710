//! Tokens that follow from a type: zeros, sums, parts.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{format_ident, quote};

use crate::ast::{Len, Precision, Scalar, Type};

/// What is known of the function while its code is written.
#[derive(Clone)]
pub(crate) struct Context {
    pub scalar: Scalar,
    pub krate: TokenStream,
}

impl Context {
    /// A float literal of the function's type.
    pub(super) fn constant(&self, value: f64) -> TokenStream {
        let scalar = &self.scalar.tokens;
        let (krate, magnitude) = (&self.krate, value.abs());
        let literal = match self.scalar.precision {
            _ if !value.is_finite() => {
                let name = if value.is_nan() { quote!(nan) } else { quote!(infinity) };
                quote!(<#scalar as #krate::__private::Float>::#name())
            }
            Precision::F64 => {
                let literal = Literal::f64_suffixed(magnitude);
                quote!(#literal)
            }
            Precision::F32 => {
                #[allow(clippy::cast_possible_truncation, reason = "the value is one of single precision")]
                let literal = Literal::f32_suffixed(magnitude as f32);
                quote!(#literal)
            }
            Precision::Generic => {
                let literal = Literal::f64_suffixed(magnitude);
                quote!(#krate::__private::lit::<#scalar>(#literal))
            }
        };
        if value.is_sign_negative() && !value.is_nan() { quote!((-#literal)) } else { literal }
    }

    /// Zero of a type.
    pub(super) fn zero(&self, ty: &Type) -> TokenStream {
        match ty {
            Type::Float => self.constant(0.0),
            Type::Other => quote!(::core::default::Default::default()),
            Type::Array(element, len) => {
                let (element, len) = (self.zero(element), length(len));
                quote!([#element; #len])
            }
            Type::Tuple(elements) => {
                let elements = elements.iter().map(|element| self.zero(element));
                quote!((#(#elements,)*))
            }
        }
    }

    /// The type, as tokens.
    pub(super) fn ty(&self, ty: &Type) -> TokenStream {
        match ty {
            Type::Float => self.scalar.tokens.clone(),
            Type::Other => quote!(_),
            Type::Array(element, len) => {
                let (element, len) = (self.ty(element), length(len));
                quote!([#element; #len])
            }
            Type::Tuple(elements) => {
                let elements = elements.iter().map(|element| self.ty(element));
                quote!((#(#elements,)*))
            }
        }
    }
}

/// A length, where a constant is expected.
pub(super) fn length(len: &Len) -> TokenStream {
    match len {
        Len::Literal(len) => {
            let len = Literal::usize_unsuffixed(*len);
            quote!(#len)
        }
        Len::Constant(tokens) if tokens.clone().into_iter().count() == 1 => tokens.clone(),
        Len::Constant(tokens) => quote!({ #tokens }),
    }
}

/// A length, where an expression is expected.
pub(super) fn count(len: &Len) -> TokenStream {
    match len {
        Len::Constant(tokens) if tokens.clone().into_iter().count() > 1 => quote!((#tokens)),
        len => length(len),
    }
}

/// Statements that combine every number of two values of one type: `each(a.0, b.0); each(a.1[i], b.1[i]); …`
pub(super) fn for_each(
    ty: &Type,
    a: &TokenStream,
    b: &TokenStream,
    each: &dyn Fn(&TokenStream, &TokenStream) -> TokenStream,
) -> TokenStream {
    for_each_at(0, ty, a, b, each)
}

fn for_each_at(
    depth: usize,
    ty: &Type,
    a: &TokenStream,
    b: &TokenStream,
    each: &dyn Fn(&TokenStream, &TokenStream) -> TokenStream,
) -> TokenStream {
    match ty {
        Type::Float | Type::Other => each(a, b),
        Type::Array(element, len) => {
            let (index, len) = (format_ident!("index_{depth}", span = Span::mixed_site()), count(len));
            let inner = for_each_at(depth + 1, element, &quote!(#a[#index]), &quote!(#b[#index]), each);
            quote!(for #index in 0..#len { #inner })
        }
        Type::Tuple(elements) => elements
            .iter()
            .enumerate()
            .map(|(at, element)| {
                let at = Literal::usize_unsuffixed(at);
                for_each_at(depth, element, &quote!(#a.#at), &quote!(#b.#at), each)
            })
            .collect(),
    }
}

/// The places of the single numbers inside a value, if its type says how many there are.
pub(super) fn numbers(ty: &Type, place: &TokenStream) -> Option<Vec<TokenStream>> {
    match ty {
        Type::Float => Some(vec![place.clone()]),
        Type::Other => None,
        Type::Array(element, len) => {
            let mut all = Vec::new();
            for at in 0..len.literal()? {
                let at = Literal::usize_unsuffixed(at);
                all.extend(numbers(element, &quote!(#place[#at]))?);
            }
            Some(all)
        }
        Type::Tuple(elements) => {
            let mut all = Vec::new();
            for (at, element) in elements.iter().enumerate() {
                let at = Literal::usize_unsuffixed(at);
                all.extend(numbers(element, &quote!(#place.#at))?);
            }
            Some(all)
        }
    }
}

/// A value of type `ty` whose numbers are taken from `next` one after the other.
pub(super) fn assemble(ty: &Type, next: &mut dyn FnMut() -> TokenStream) -> Option<TokenStream> {
    match ty {
        Type::Float => Some(next()),
        Type::Other => None,
        Type::Array(element, len) => {
            let elements: Option<Vec<_>> = (0..len.literal()?).map(|_| assemble(element, next)).collect();
            let elements = elements?;
            Some(quote!([#(#elements),*]))
        }
        Type::Tuple(elements) => {
            let elements: Option<Vec<_>> = elements.iter().map(|element| assemble(element, next)).collect();
            let elements = elements?;
            Some(quote!((#(#elements,)*)))
        }
    }
}
