//! The kernels of a model. Two that are equal are one, and those that differ in sizes alone, as those of tiles do, are one that is
//! generic over these.

use std::collections::HashMap;

use proc_macro2::{Delimiter, Group, Ident, Literal, TokenStream, TokenTree};
use quote::{format_ident, quote};

use crate::each::Each;

/// The texts of kernels, each with the number that its name has. In a text the name is `NAME`.
#[derive(Default)]
pub(super) struct Kernels {
    known: HashMap<String, usize>,
    texts: Vec<String>,
}

impl Kernels {
    /// The name of a kernel.
    pub(super) fn name(&mut self, implementation: String) -> String {
        let count = self.texts.len();
        let at = *self.known.entry(implementation).or_insert_with_key(|implementation| {
            self.texts.push(implementation.clone());
            count
        });
        format!("__K{at}")
    }

    /// All of them.
    pub(super) fn tokens(&self) -> TokenStream {
        let mut families: Vec<(String, Vec<Parsed>)> = Vec::new();
        for (at, text) in self.texts.iter().enumerate() {
            let tokens: TokenStream = text.parse().expect("what is written here is Rust");
            let mut sizes = Vec::new();
            let mut shape = shape(tokens.clone(), &mut sizes);
            // An optimizer is a parameter of its own, and what random numbers are made of is no size.
            if shape.contains("impl <") || shape.contains("random") {
                shape = at.to_string();
            }
            let sized = Parsed { at, tokens, sizes };
            match families.iter_mut().find(|(known, _)| *known == shape) {
                Some((_, family)) => family.push(sized),
                None => families.push((shape, vec![sized])),
            }
        }
        families.iter().map(|(_, family)| written(family)).collect()
    }
}

/// A kernel, with the sizes in it.
struct Parsed {
    at: usize,
    tokens: TokenStream,
    sizes: Vec<String>,
}

/// The tokens with a mark in the place of each size, of which a list is made.
fn shape(tokens: TokenStream, sizes: &mut Vec<String>) -> String {
    let mut text = String::new();
    for token in tokens {
        match token {
            TokenTree::Literal(literal) if is_size(&literal) => {
                sizes.push(literal.to_string());
                text.push_str("# ");
            }
            TokenTree::Group(group) => {
                let inside = shape(group.stream(), sizes);
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("( ", ") "),
                    Delimiter::Bracket => ("[ ", "] "),
                    _ => ("{ ", "} "),
                };
                text.extend([open, &inside, close]);
            }
            token => text.extend([&*token.to_string(), " "]),
        }
    }
    text
}

/// Whether a literal is a whole number without a type.
fn is_size(literal: &Literal) -> bool {
    literal.to_string().bytes().all(|byte| byte.is_ascii_digit())
}

/// Kernels of one shape, as one.
fn written(family: &[Parsed]) -> TokenStream {
    let [first, others @ ..] = family else { return TokenStream::new() };
    let differs = |at: &usize| others.iter().any(|other| other.sizes[*at] != first.sizes[*at]);
    let places: Vec<usize> = (0..first.sizes.len()).filter(differs).collect();
    // Sizes that are equal in each kernel are one parameter.
    let mut parameters: Vec<Vec<&String>> = Vec::new();
    let mut names: HashMap<usize, Ident> = HashMap::new();
    for place in places {
        let sizes: Vec<&String> = family.each(|kernel| &kernel.sizes[place]);
        let known = parameters.iter().position(|known| *known == sizes).unwrap_or_else(|| {
            parameters.push(sizes);
            parameters.len() - 1
        });
        names.insert(place, format_ident!("N{known}"));
    }
    let name = |at: usize| format_ident!("__K{at}");
    if parameters.is_empty() {
        return named(first.tokens.clone(), &name(first.at), &[], &names, &mut 0);
    }
    let generic = format_ident!("__G{}", first.at);
    let all: Vec<Ident> = (0..parameters.len()).map(|at| format_ident!("N{at}")).collect();
    let definition = named(first.tokens.clone(), &generic, &all, &names, &mut 0);
    let instances = family.iter().enumerate().map(|(which, kernel)| {
        let name = name(kernel.at);
        let sizes = parameters.each(|sizes| sizes[which].parse::<TokenStream>().expect("a number"));
        quote!(const #name: #generic<#(#sizes),*> = #generic;)
    });
    quote!(#definition #(#instances)*)
}

/// A kernel with this name, generic over these parameters, which stand in the places of some sizes.
fn named(
    tokens: TokenStream,
    name: &Ident,
    parameters: &[Ident],
    places: &HashMap<usize, Ident>,
    size: &mut usize,
) -> TokenStream {
    let mut out = TokenStream::new();
    let mut is_definition = false;
    for token in tokens {
        match token {
            TokenTree::Literal(literal) if is_size(&literal) => {
                match places.get(size) {
                    Some(parameter) => out.extend(quote!(#parameter)),
                    None => out.extend([TokenTree::from(literal)]),
                }
                *size += 1;
            }
            TokenTree::Group(group) => {
                let inside = named(group.stream(), name, parameters, places, size);
                out.extend([TokenTree::from(Group::new(group.delimiter(), inside))]);
            }
            TokenTree::Ident(ident) if ident == "NAME" => {
                out.extend(match (parameters, is_definition) {
                    ([], _) => quote!(#name),
                    (_, true) => quote!(#name<#(const #parameters: usize),*>),
                    (_, false) => quote!(#name<#(#parameters),*>),
                });
            }
            TokenTree::Ident(ident) if ident == "impl" && !parameters.is_empty() => {
                out.extend(quote!(#ident<#(const #parameters: usize),*>));
            }
            token => {
                is_definition = matches!(&token, TokenTree::Ident(ident) if ident == "struct");
                out.extend([token]);
            }
        }
    }
    out
}
