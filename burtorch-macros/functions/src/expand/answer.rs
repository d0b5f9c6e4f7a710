//! The end of a question: the definitions that were asked for are there, and what waits for them is compiled.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

use super::compile_asked;
use super::expression::expression_with;
use crate::definitions::{DefinitionRequest, Question, Sources, braced, nested, sources};
use crate::error::Errors;
use crate::parse::{self, Definition, Structs};

/// What was asked with, and then one definition for each path that was asked for.
pub fn answer(input: TokenStream) -> TokenStream {
    let groups = braced(input);
    match go_on(&groups) {
        Ok(tokens) => tokens,
        Err(error) => error.into_compile_error(),
    }
}

/// Compiles what waits for definitions, or asks for further ones that those mention.
fn go_on(groups: &[TokenStream]) -> syn::Result<TokenStream> {
    let [written, item, known, wanted, told @ ..] = groups else {
        return Err(syn::Error::new(Span::call_site(), "this macro is for generated code"));
    };
    let definition = |path: TokenStream, item: TokenStream| -> syn::Result<Definition> {
        Ok(Definition { path: syn::parse2(path)?, item: syn::parse2(item)? })
    };
    let mut all = Vec::new();
    for pair in braced(known.clone()).chunks_exact(2) {
        all.push(definition(pair[0].clone(), pair[1].clone())?);
    }
    let list = syn::punctuated::Punctuated::<syn::Path, syn::Token![,]>::parse_terminated;
    let wanted = syn::parse::Parser::parse2(list, wanted.clone())?;
    for (path, item) in wanted.into_iter().zip(told) {
        all.push(definition(path.to_token_stream(), item.clone())?);
    }
    let mut errors = Errors::default();
    let options = parse::Options::parse(written.clone(), &mut errors);
    let krate = options.krate.clone();
    let Sources { known, wanted, .. } = sources(nested(&all));
    all.extend(known);
    let question = Question { krate: &krate, options: written, item, known: &all };
    if !wanted.is_empty() {
        return Ok(question.ask(&DefinitionRequest::Types(wanted)));
    }
    let known = Structs::new(all.clone());
    Ok(match parse::item(item.clone()) {
        Ok(function) => compile_asked(&function, &parse::Options { known, ..options }, errors, &question),
        Err(_) => expression_with(known, &question),
    })
}
