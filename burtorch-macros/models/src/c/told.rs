//! What a model tells of itself, written as tokens by `graph!` and read by `export_c!` and `python!`.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Ident, LitInt, Token, Visibility, bracketed, parenthesized};

use crate::each::Each;
use crate::elaborate::Model;
use crate::emit::{PARTS, scalar};
use crate::tensor::Dtype;

/// A model, as far as other languages are concerned.
pub(crate) struct Exported {
    /// The path of burtorch.
    pub krate: syn::Path,
    /// `f32` or `f64`.
    pub scalar: Ident,
    pub params: usize,
    /// The numbers of a workspace, of one for batches, and the indices of that.
    pub sizes: [usize; 3],
    pub functions: Vec<Function>,
}

pub(crate) struct Function {
    pub name: String,
    pub ident: Ident,
    pub arguments: Vec<Argument>,
    /// The shape of each result.
    pub results: Vec<Vec<usize>>,
    /// Whether results are a tuple.
    pub is_tuple: bool,
}

pub(crate) struct Argument {
    pub name: String,
    /// The type of its numbers.
    pub number: String,
    pub shape: Vec<usize>,
    /// What its numbers must be below, if they are indices.
    pub bound: Option<usize>,
}

impl Function {
    /// Whether the result is one number, which has a gradient.
    pub fn is_number(&self) -> bool {
        !self.is_tuple && self.results[0].is_empty()
    }

    /// Whether it can be called for a batch.
    pub fn has_batches(&self) -> bool {
        !self.is_tuple && (1..=PARTS).contains(&self.arguments.len())
    }
}

/// The macro of a model, given the sizes of its workspaces.
pub fn told(model: &Model, sizes: [usize; 3]) -> TokenStream {
    let Model { name, vis, krate, precision, count, .. } = model;
    let number = |number: usize| Literal::usize_unsuffixed(number);
    let shape = |shape: &[usize]| {
        let lengths = shape.iter().copied().map(number);
        quote!([#(#lengths)*])
    };
    let scalar = scalar(*precision);
    let public = model.functions.iter().filter(|function| matches!(function.vis, Visibility::Public(_)));
    let functions = public.map(|function| {
        let arguments = function.inputs.iter().map(|input| {
            let (name, dims, bound) = (&input.name, shape(&input.shape), number(input.bound.unwrap_or(0)));
            let element = match (input.int, input.dtype) {
                (Some(int), _) => int.name.parse().expect("the name of a type"),
                (None, Dtype::Float) => scalar.clone(),
                (None, _) => quote!(bool),
            };
            quote!((#name #element #bound #dims))
        });
        let results = function.graph.results.each(|result| shape(function.graph.shape(*result)));
        let (name, tuple) = (&function.name, function.tuple.then(|| quote!(tuple)));
        quote!(fn #name [#(#arguments)*] [#(#results)*] #tuple;)
    });
    let (count, sizes) = (number(*count), sizes.map(number));
    burtorch_syntax::tell(name, vis, &quote!(model #krate, #scalar #count #(#sizes)* #(#functions)*))
}

/// The macro of a model with mistakes.
pub fn broken(model: &Model) -> TokenStream {
    burtorch_syntax::tell(&model.name, &model.vis, &quote!(broken))
}

mod keyword {
    syn::custom_keyword!(model);
    syn::custom_keyword!(broken);
    syn::custom_keyword!(tuple);
}

/// Nothing if the model has mistakes.
impl Parse for OptionExported {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.parse::<Option<keyword::broken>>()?.is_some() {
            return Ok(Self(None));
        }
        input.parse::<keyword::model>()?;
        let krate = input.call(syn::Path::parse_mod_style)?;
        input.parse::<Token![,]>()?;
        let (scalar, params) = (input.parse()?, usize_of(input)?);
        let sizes = [usize_of(input)?, usize_of(input)?, usize_of(input)?];
        let mut functions = Vec::new();
        while !input.is_empty() {
            functions.push(input.parse()?);
        }
        Ok(Self(Some(Exported { krate, scalar, params, sizes, functions })))
    }
}

/// What the macro of a model says.
pub(crate) struct OptionExported(pub Option<Exported>);

impl Parse for Function {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        input.parse::<Token![fn]>()?;
        let ident = input.call(Ident::parse_any)?;
        let (inside, outside);
        bracketed!(inside in input);
        let mut arguments = Vec::new();
        while !inside.is_empty() {
            arguments.push(inside.parse()?);
        }
        bracketed!(outside in input);
        let mut results = Vec::new();
        while !outside.is_empty() {
            results.push(shape_of(&outside)?);
        }
        let is_tuple = input.parse::<Option<keyword::tuple>>()?.is_some();
        input.parse::<Token![;]>()?;
        Ok(Self { name: ident.unraw().to_string(), ident, arguments, results, is_tuple })
    }
}

impl Parse for Argument {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let inside;
        parenthesized!(inside in input);
        let (name, number) = (inside.call(Ident::parse_any)?, inside.parse::<Ident>()?);
        let (bound, shape) = (usize_of(&inside)?, shape_of(&inside)?);
        let bound = (bound > 0).then_some(bound);
        Ok(Self { name: name.unraw().to_string(), number: number.to_string(), shape, bound })
    }
}

fn usize_of(input: ParseStream<'_>) -> syn::Result<usize> {
    input.parse::<LitInt>()?.base10_parse()
}

fn shape_of(input: ParseStream<'_>) -> syn::Result<Vec<usize>> {
    let inside;
    bracketed!(inside in input);
    let mut lengths = Vec::new();
    while !inside.is_empty() {
        lengths.push(usize_of(&inside)?);
    }
    Ok(lengths)
}
