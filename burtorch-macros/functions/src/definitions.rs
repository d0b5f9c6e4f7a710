//! How definitions travel: from structs, type aliases and functions to the functions that need to know them.
//!
//! A macro sees tokens alone. So what is to be known leaves a `macro_rules!` that has its own name (`tell` in the crate for
//! syntax), which hands its definition on to the macro that it is called with.
//! A function that needs definitions asks one after the other in a chain, and is compiled at the end of it.

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;

use burtorch_syntax::tell;

use crate::ast::Function;
use crate::build::companion_name;
use crate::parse::{self, Definition, Item, is_reserved, plain};
use crate::structs::is_data;
use crate::surroundings::{
    SourceKind, definition, foreign_crate, has_structs, holds_no_numbers, mentioned_structs, struct_beside,
};

/// The macro that hands the signature of a function on.
pub fn tell_signature(signature: &syn::Signature, vis: &syn::Visibility, krate: &TokenStream) -> TokenStream {
    let name = &signature.ident;
    if parse::yields_number(signature) && !is_reserved(name) {
        // Most functions are of this kind. They share a macro, so that one that shadows another of the same name does not
        // make the name ambiguous: to rustc both mean the same.
        return quote!(#[doc(hidden)] #[allow(unused_imports)] #vis use #krate::__private::number as #name;);
    }
    let mut signature = signature.clone();
    if let syn::ReturnType::Type(_, ty) = &mut signature.output {
        parse::take_lengths(ty, &signature.generics, &mut Vec::new());
    }
    tell(&signature.ident, vis, &signature.to_token_stream())
}

/// `#[differentiable] type …`
pub fn alias(alias: &syn::ItemType, options: &TokenStream) -> TokenStream {
    if !options.is_empty() {
        let error = syn::Error::new_spanned(options, "a type has no options: write `#[differentiable]` alone");
        let error = error.into_compile_error();
        return quote!(#alias #error);
    }
    let definition = syn::ItemType { attrs: Vec::new(), vis: syn::Visibility::Inherited, ..alias.clone() };
    let tell = tell(&alias.ident, &alias.vis, &definition.to_token_stream());
    quote!(#alias #tell)
}

/// Types that a function needs to know, by what its own file says of them.
pub struct Sources {
    /// Aliases, whose definitions stand there.
    pub known: Vec<Definition>,
    /// Structs that do not derive what they need.
    pub unmarked: Vec<syn::Path>,
    /// Types of other crates that are known to have no derivatives.
    pub foreign: Vec<syn::Path>,
    /// All others, which must be asked.
    pub wanted: Vec<syn::Path>,
}

/// Looks types up in the file that names them; aliases may stand for further ones.
pub fn sources(paths: Vec<syn::Path>) -> Sources {
    let mut sources = Sources { known: Vec::new(), unmarked: Vec::new(), foreign: Vec::new(), wanted: Vec::new() };
    let mut open = paths;
    while !open.is_empty() {
        for path in std::mem::take(&mut open) {
            let found = path.get_ident().and_then(|name| definition(name, true)).filter(|found| !found.marked);
            match found.as_ref().map(|found| (found.kind, found.alias())) {
                Some((SourceKind::Alias, Some(alias))) => {
                    let alias = located(alias, path.span());
                    sources.known.push(Definition { path, item: Item::Alias(alias) });
                }
                Some((SourceKind::Struct, _)) => sources.unmarked.push(path),
                _ if foreign_crate(&path).is_some() => sources.foreign.push(path),
                _ => sources.wanted.push(path),
            }
        }
        let is_new = |path: &syn::Path| !sources.wanted.iter().any(|known| plain(known) == plain(path));
        open = nested(&sources.known).into_iter().filter(is_new).collect();
    }
    sources
}

/// The structs of the same module that the body of a function needs: those that it mentions, and those that the functions
/// mention that it may call.
pub fn mentioned(
    signature: &syn::Signature,
    item: &TokenStream,
    known: &[Definition],
    wanted: &[syn::Path],
) -> Vec<Definition> {
    let function = &signature.ident;
    if !has_structs(function) {
        return Vec::new();
    }
    let names = mentioned_structs(function, &item.to_string(), &signature.to_token_stream().to_string());
    let is_there = |name: &Ident| {
        let mut there = known.iter().map(|known| &known.path).chain(wanted);
        there.any(|path| path.segments.last().is_some_and(|last| last.ident == *name))
    };
    let found = names.into_iter().filter_map(|name| {
        let path = Ident::new(&name, function.span());
        let (mut item, attributes) = struct_beside(function, &name).filter(|_| !is_there(&path))?;
        let mark = Ident::new(parse::NO_DERIVATIVE, function.span());
        if attributes.contains("Differentiable") {
            for field in item.fields.iter_mut().filter(|field| is_data(&field.ty) && !parse::is_marked(field)) {
                field.attrs.push(syn::parse_quote!(#[#mark]));
            }
        } else {
            if !attributes.split(|c: char| !c.is_alphanumeric()).any(|word| word == "Clone") {
                let by_fields = Ident::new(parse::BY_FIELDS, function.span());
                item.attrs.push(syn::parse_quote!(#[#by_fields]));
            }
            for field in &mut item.fields {
                if holds_no_numbers(function, &field.ty) {
                    field.attrs.push(syn::parse_quote!(#[#mark]));
                }
                expand_aliases(&mut field.ty, function);
            }
        }
        let item = syn::parse2(respanned(item.to_token_stream(), function.span())).ok()?;
        Some(Definition { path: path.into(), item: Item::Struct(item) })
    });
    found.collect()
}

/// What aliases of the file stand for in a type of plain numbers.
fn expand_aliases(ty: &mut syn::Type, function: &Ident) {
    match ty {
        syn::Type::Array(array) => expand_aliases(&mut array.elem, function),
        syn::Type::Tuple(tuple) => tuple.elems.iter_mut().for_each(|part| expand_aliases(part, function)),
        syn::Type::Path(path) if parse::elements_of_vec(&path.path).is_some() => {
            let arguments = path.path.segments.last_mut().map(|last| &mut last.arguments);
            if let Some(syn::PathArguments::AngleBracketed(arguments)) = arguments
                && let Some(syn::GenericArgument::Type(element)) = arguments.args.first_mut()
            {
                expand_aliases(element, function);
            }
        }
        syn::Type::Path(path) => {
            let name = path.path.get_ident().map(|name| Ident::new(&name.to_string(), function.span()));
            let alias = name.and_then(|name| definition(&name, true)).and_then(|found| found.alias());
            if let Some(alias) = alias.filter(|alias| alias.generics.params.is_empty()) {
                *ty = *alias.ty;
                expand_aliases(ty, function);
            }
        }
        _ => {}
    }
}

/// An alias as if it stood where it is named.
fn located(alias: syn::ItemType, span: Span) -> syn::ItemType {
    syn::parse2(respanned(alias.to_token_stream(), span)).unwrap_or(alias)
}

/// The tokens, all of them shown at one place.
pub fn respanned(tokens: TokenStream, span: Span) -> TokenStream {
    let one = |mut token: TokenTree| {
        if let TokenTree::Group(group) = &token {
            token = proc_macro2::Group::new(group.delimiter(), respanned(group.stream(), span)).into();
        }
        token.set_span(span);
        token
    };
    tokens.into_iter().map(one).collect()
}

/// What waits for definitions.
pub struct Question<'a> {
    pub krate: &'a TokenStream,
    /// The options, as they were written, and the item.
    pub options: &'a TokenStream,
    pub item: &'a TokenStream,
    /// What was asked for before.
    pub known: &'a [Definition],
}

/// What is asked for. rustc names the macro that asks if nobody answers, so its name says what to do.
pub enum DefinitionRequest {
    Functions(Vec<syn::Path>),
    Types(Vec<syn::Path>),
}

impl Question<'_> {
    /// Asks for definitions, one after the other; the last one answers to `with_definitions!`.
    pub fn ask(&self, wanted: &DefinitionRequest) -> TokenStream {
        let Question { krate, options, item, known } = self;
        let (wanted, asking) = match wanted {
            DefinitionRequest::Functions(wanted) => (wanted, quote!(a_called_function_needs_differentiable_or_a_rule)),
            DefinitionRequest::Types(wanted) => {
                (wanted, quote!(a_struct_needs_derive_differentiable_or_an_alias_differentiable))
            }
        };
        let known = known.iter().map(|Definition { path, item }| quote!({ #path } { #item }));
        quote! {
            #krate::__private::#asking! {
                #([#wanted])* [#krate::__private::with_definitions]
                { #options } { #item } { #(#known)* } { #(#wanted),* }
            }
        }
    }
}

/// Gives the companion types of called functions other names, by way of the macro whose name says what is wrong if there
/// is none.
pub fn name_companions(function: &Function, callees: &[TokenStream]) -> TokenStream {
    if callees.is_empty() {
        return TokenStream::new();
    }
    let names = (0..callees.len()).map(|at| companion_name(&function.name, at));
    let krate = &function.krate;
    quote!(#krate::__private::a_called_function_needs_differentiable_or_a_rule! { #({ #names } { #callees })* })
}

/// Begins to ask. The names of what is asked are said to come from this macro, so that its name appears in the error if
/// one of them is not found. What is only given another name comes in braces.
pub fn begin(input: TokenStream) -> TokenStream {
    let (mut chain, mut rest) = (Vec::new(), TokenStream::new());
    for token in input {
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => chain.push(said_here(group.stream())),
            other => rest.extend(Some(other)),
        }
    }
    let Some((first, others)) = chain.split_first() else {
        let pairs = braced(rest);
        let names = pairs.iter().step_by(2);
        let types = pairs.iter().skip(1).step_by(2).map(|path| said_here(path.clone()));
        // That a function is deprecated is said once, of the call itself.
        return quote!(#(#[allow(non_camel_case_types, dead_code, deprecated)] type #names = #types;)*);
    };
    quote!(#first! { #([#others])* #rest })
}

/// A path whose last name comes from the macro that runs.
fn said_here(path: TokenStream) -> TokenStream {
    let mut tokens: Vec<TokenTree> = path.into_iter().collect();
    if let Some(last) = tokens.last_mut() {
        last.set_span(Span::call_site().located_at(last.span()));
    }
    tokens.into_iter().collect()
}

/// What stands in each pair of braces.
pub fn braced(tokens: TokenStream) -> Vec<TokenStream> {
    let inside = |token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(group.stream()),
        _ => None,
    };
    tokens.into_iter().filter_map(inside).collect()
}

/// The definitions that others mention and that are not there yet.
pub fn nested(known: &[Definition]) -> Vec<syn::Path> {
    let name = |path: &syn::Path| path.segments.last().map(|last| last.ident.to_string());
    let types = || known.iter().filter(|known| !matches!(known.item, Item::Function(_)));
    let mut open: Vec<syn::Path> = Vec::new();
    for path in known.iter().flat_map(Definition::nested) {
        // What the function lists stands for every struct of that name.
        let mut others = types().map(|known| &known.path).chain(&open);
        if !others.any(|other| plain(other) == plain(&path) || name(other) == name(&path)) {
            open.push(path);
        }
    }
    open
}
