//! Tokens that follow from a type: zeros, sums, parts.

use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};

use super::storage;
use super::text::read;
use crate::TokenList;
use crate::ast::{Len, Member, Precision, Scalar, StructType, Type};

/// What is known of the function while its code is written.
#[derive(Clone)]
pub struct Context {
    pub scalar: Scalar,
    pub krate: TokenList,
    /// Where the attribute stands.
    pub site: Span,
    /// Tangents are in several directions.
    pub lanes: bool,
    pub code: Code,
}

/// What is written, and for which processor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Code {
    /// What was asked for, for the processor that cargo builds for.
    Plain,
    /// Loops over slices are vector code, for the processor that is there.
    Vector,
    /// A product and a sum are one operation, where the processor that is there has it.
    Fast,
}

/// How many directions there are, in code for several.
pub(super) fn lanes() -> Ident {
    Ident::new("__BURTORCH_LANES", Span::call_site())
}

impl Context {
    /// A float literal of the function's type.
    pub(super) fn constant(&self, value: f64) -> TokenStream {
        read(&self.constant_text(value))
    }

    /// A float literal of the function's type, as text.
    pub(super) fn constant_text(&self, value: f64) -> String {
        let (scalar, krate, magnitude) = (&self.scalar.tokens, &self.krate, value.abs());
        let literal = match self.scalar.precision {
            _ if value.is_nan() => return format!("<{scalar} as {krate}::__private::Float>::nan()"),
            _ if value.is_infinite() => format!("<{scalar} as {krate}::__private::Float>::infinity()"),
            Precision::F64 => format!("{magnitude:?}_f64"),
            #[allow(clippy::cast_possible_truncation, reason = "the value is one of single precision")]
            Precision::F32 => format!("{:?}_f32", magnitude as f32),
            Precision::Generic => format!("{krate}::__private::lit::<{scalar}>({magnitude:?}_f64)"),
        };
        if value.is_sign_negative() { format!("(-{literal})") } else { literal }
    }

    /// Zero of a type.
    pub(super) fn zero(&self, ty: &Type) -> TokenStream {
        match ty {
            Type::Float => self.constant(0.0),
            Type::Lanes => {
                let krate = &self.krate;
                quote!(#krate::Lanes::zero())
            }
            Type::Other => quote!(::core::default::Default::default()),
            Type::Array(_, Len::Dynamic) => {
                let krate = &self.krate;
                quote!(#krate::__private::Vec::new())
            }
            Type::Array(element, _) if element.has_structs() || element.has_slices() => {
                let element = self.zero(element);
                quote!(::core::array::from_fn(|_| #element))
            }
            Type::Array(element, len) => {
                let (element, len) = (self.zero(element), length(len));
                quote!([#element; #len])
            }
            Type::Tuple(elements) => {
                let elements = elements.iter().map(|element| self.zero(element));
                quote!((#(#elements,)*))
            }
            Type::Struct(of) if ty.is_opaque() => {
                let ty = &of.ty;
                quote!(<#ty as ::core::default::Default>::default())
            }
            Type::Struct(of) => literal(of, of.types.iter().map(|part| self.zero(part))),
        }
    }

    /// Zero of a type, with arrays as long as those at `place`.
    pub(super) fn zero_like(&self, ty: &Type, place: &TokenStream) -> TokenStream {
        self.zero_like_at(0, ty, place)
    }

    fn zero_like_at(&self, depth: usize, ty: &Type, place: &TokenStream) -> TokenStream {
        let (krate, at) = (&self.krate, format_ident!("at_{depth}", span = Span::mixed_site()));
        let zero_like = |ty: &Type, place: &TokenStream| self.zero_like_at(depth + 1, ty, place);
        match ty {
            ty if !ty.has_slices() => self.zero(ty),
            Type::Array(element, Len::Dynamic) if !element.has_slices() => {
                let zero = self.zero(element);
                quote!(#krate::__private::zeros(#zero, #place.len()))
            }
            Type::Array(element, Len::Dynamic) => {
                let zero = zero_like(element, &quote!(#at));
                quote!(#krate::__private::zeros_like(&#place, |#at| #zero))
            }
            Type::Array(element, _) => {
                let zero = zero_like(element, &quote!(#place[#at]));
                quote!(::core::array::from_fn(|#at| #zero))
            }
            Type::Tuple(elements) => {
                let parts = elements.iter().enumerate().map(|(at, element)| {
                    let at = Literal::usize_unsuffixed(at);
                    zero_like(element, &quote!(#place.#at))
                });
                quote!((#(#parts,)*))
            }
            Type::Struct(of) => {
                let part = |(at, part): (usize, &Type)| match part_of(of, place, at, false) {
                    // How many rows there are is a part of the shape.
                    same if of.storage.is_some() && part.is_opaque() => same,
                    part_of => zero_like(part, &part_of),
                };
                literal(of, of.types.iter().enumerate().map(part))
            }
            Type::Float | Type::Lanes | Type::Other => self.zero(ty),
        }
    }

    /// The type of the tangents of a type.
    pub(super) fn moving(&self, ty: &Type) -> Type {
        if self.lanes { ty.in_lanes() } else { ty.clone() }
    }

    /// The type, as tokens.
    pub(super) fn ty(&self, ty: &Type) -> TokenStream {
        match ty {
            Type::Float => self.scalar.tokens.stream(),
            Type::Lanes => {
                let (krate, scalar, lanes) = (&self.krate, &self.scalar.tokens, lanes());
                quote!(#krate::Lanes<#scalar, #lanes>)
            }
            Type::Other => quote!(_),
            Type::Array(element, Len::Dynamic) => {
                let (krate, element) = (&self.krate, self.ty(element));
                quote!(#krate::__private::Vec<#element>)
            }
            Type::Array(element, len) => {
                let (element, len) = (self.ty(element), length(len));
                quote!([#element; #len])
            }
            Type::Tuple(elements) => {
                let elements = elements.iter().map(|element| self.ty(element));
                quote!((#(#elements,)*))
            }
            Type::Struct(of) => of.ty.clone(),
        }
    }
}

/// `Point { x: …, y: …, }`
fn literal(of: &StructType, values: impl Iterator<Item = TokenStream>) -> TokenStream {
    let (path, fields) = (&of.literal, of.fields.iter().map(member));
    let Some(storage) = of.storage else { return quote!(#path { #(#fields: #values,)* }) };
    storage::made(storage, path, &values.collect::<Vec<_>>())
}

/// The place of a field, to be read or to be changed.
fn part_of(of: &StructType, place: &TokenStream, at: usize, changed: bool) -> TokenStream {
    match of.storage {
        Some(storage) => storage::part(storage, place, at, changed),
        None => {
            let field = member(&of.fields[at]);
            quote!(#place.#field)
        }
    }
}

/// A field, as tokens.
pub(super) fn member(member: &Member) -> TokenStream {
    match member {
        Member::Index(at) => Literal::usize_unsuffixed(*at).to_token_stream(),
        Member::Name(name) => name.to_token_stream(),
    }
}

/// What is read from a place and stays there; a struct need not be `Copy`.
pub(super) fn copied(ty: &Type, place: &TokenStream) -> TokenStream {
    if ty.is_cloned() { quote!(::core::clone::Clone::clone(&#place)) } else { place.clone() }
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
        Len::Dynamic => unreachable!("only the value knows its length"),
    }
}

/// A length, where an expression is expected.
pub(super) fn count(len: &Len) -> TokenStream {
    match len {
        // A block would be read as the body of a loop up to there.
        Len::Constant(tokens) => match &tokens.clone().into_iter().collect::<Vec<_>>()[..] {
            [TokenTree::Ident(_) | TokenTree::Literal(_)] => tokens.clone(),
            _ => quote!((#tokens)),
        },
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
    // An adjoint may be longer than what it belongs to: that of an array before something was pushed.
    let shorter = |a: &TokenStream, b: &TokenStream| quote!(::core::cmp::Ord::min(#a.len(), #b.len()));
    for_each_at(0, ty, a, b, &shorter, each)
}

/// Statements that add a value to a buffer of the caller's, which must not be shorter anywhere.
pub(super) fn add_to(ty: &Type, buffer: &TokenStream, value: &TokenStream) -> TokenStream {
    for_each_at(0, ty, buffer, value, &|_, value| quote!(#value.len()), &|a, b| quote!(#a = #a + #b;))
}

fn for_each_at(
    depth: usize,
    ty: &Type,
    a: &TokenStream,
    b: &TokenStream,
    length: &dyn Fn(&TokenStream, &TokenStream) -> TokenStream,
    each: &dyn Fn(&TokenStream, &TokenStream) -> TokenStream,
) -> TokenStream {
    match ty {
        Type::Float | Type::Lanes | Type::Other => each(a, b),
        Type::Array(element, len) => {
            let index = format_ident!("index_{depth}", span = Span::mixed_site());
            let len = if ty.is_slice() { length(a, b) } else { count(len) };
            let inner = for_each_at(depth + 1, element, &quote!(#a[#index]), &quote!(#b[#index]), length, each);
            quote!(for #index in 0..#len { #inner })
        }
        Type::Tuple(elements) => elements
            .iter()
            .enumerate()
            .map(|(at, element)| {
                let at = Literal::usize_unsuffixed(at);
                for_each_at(depth, element, &quote!(#a.#at), &quote!(#b.#at), length, each)
            })
            .collect(),
        // What is not differentiated has no parts.
        Type::Struct(of) => (of.types.iter().enumerate())
            .filter(|(_, part)| !part.is_opaque())
            .map(|(at, part)| {
                for_each_at(depth, part, &part_of(of, a, at, true), &part_of(of, b, at, false), length, each)
            })
            .collect(),
    }
}

/// `a += b`, number by number, as text.
pub(super) fn for_each_text(ty: &Type, a: &str, b: &str) -> String {
    let name = |text: &str| text.parse::<TokenStream>().expect("a value is written as Rust");
    for_each(ty, &name(a), &name(b), &|a, b| quote!(#a = #a + #b;)).to_string()
}

/// The places of the single numbers inside a value, if its type says how many there are.
pub fn numbers(ty: &Type, place: &TokenStream) -> Option<Vec<TokenStream>> {
    match ty {
        Type::Float | Type::Lanes => Some(vec![place.clone()]),
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
        Type::Struct(of) => {
            let parts = of.types.iter().enumerate();
            let parts: Option<Vec<_>> = parts.map(|(at, part)| numbers(part, &part_of(of, place, at, false))).collect();
            Some(parts?.concat())
        }
    }
}

/// A value of type `ty` whose numbers are taken from `next` one after the other.
pub(super) fn assemble(ty: &Type, next: &mut dyn FnMut() -> TokenStream) -> Option<TokenStream> {
    match ty {
        Type::Float | Type::Lanes => Some(next()),
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
        Type::Struct(of) if ty.is_opaque() => {
            let ty = &of.ty;
            Some(quote!(<#ty as ::core::default::Default>::default()))
        }
        Type::Struct(of) => {
            let parts: Option<Vec<_>> = of.types.iter().map(|part| assemble(part, next)).collect();
            Some(literal(of, parts?.into_iter()))
        }
    }
}
