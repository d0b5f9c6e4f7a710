//! `Option` and `Result` of what is differentiated: a number that says which of the two it is, and the value.
//!
//! The number is one if there is a value, else zero. What an error holds is not differentiated, so it is not part of this.

use std::rc::Rc;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote};

use super::floats::{Floats, all_float, ungroup};
use crate::ast::{Len, Member, Scalar, StructType, Type};

/// What the key of such a type begins with.
const CHOICE: &str = "choice ";

impl Type {
    /// What an `Option` or `Result` of the graph holds.
    pub fn payload(&self) -> Option<&Type> {
        match self {
            Type::Struct(of) if of.key.starts_with(CHOICE) => of.types.last(),
            _ => None,
        }
    }

    /// An `Option` of this.
    pub fn optional(&self, scalar: &Scalar, krate: &TokenStream) -> Option<Type> {
        let path = if krate.is_empty() { quote!(::burtorch) } else { krate.clone() };
        let (float, payload) = (&scalar.tokens, spelled(self, scalar, &path)?);
        let member = |name: &str| Member::Name(Ident::new(name, Span::call_site()));
        Some(Type::Struct(Rc::new(StructType {
            storage: None,
            by_fields: false,
            ty: quote!(#path::__private::Choice<#float, #payload>),
            literal: quote!(#path::__private::Choice::<#float, #payload>),
            fields: vec![member("tag"), member("value")],
            types: vec![Type::Float, self.clone()],
            key: format!("{CHOICE}{payload}"),
        })))
    }
}

/// The type as Rust; none if not all of it is known.
fn spelled(ty: &Type, scalar: &Scalar, krate: &TokenStream) -> Option<TokenStream> {
    Some(match ty {
        Type::Float => scalar.tokens.to_token_stream(),
        Type::Array(element, len) => {
            let element = spelled(element, scalar, krate)?;
            match len {
                Len::Literal(len) => {
                    let len = Literal::usize_unsuffixed(*len);
                    quote!([#element; #len])
                }
                Len::Constant(len) => quote!([#element; #len]),
                Len::Dynamic => quote!(#krate::__private::Vec<#element>),
            }
        }
        Type::Tuple(elements) => {
            let elements =
                elements.iter().map(|element| spelled(element, scalar, krate)).collect::<Option<Vec<_>>>()?;
            quote!((#(#elements,)*))
        }
        Type::Struct(of) => of.ty.clone(),
        Type::Lanes | Type::Other => return None,
    })
}

impl Floats {
    /// `Option<T>` or `Result<T, E>` with floats in `T`.
    pub(super) fn choice(&mut self, ty: &syn::Type) -> Option<Type> {
        let syn::Type::Path(path) = ungroup(ty) else { return None };
        let last = path.path.segments.last().filter(|last| last.ident == "Option" || last.ident == "Result")?;
        let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
        let syn::GenericArgument::Type(payload) = arguments.args.first()? else { return None };
        let payload = self.ty(payload);
        let scalar = self.scalar.clone()?;
        all_float(&payload).then(|| payload.optional(&scalar, &self.structs.krate.to_token_stream())).flatten()
    }
}
