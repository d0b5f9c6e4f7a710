//! What the macros expand to: tokens → [`parse`] → `pipeline` → [`emit`](crate::emit) → tokens.
//!
//! Whatever goes wrong, the user's own item comes out as it went in, so one mistake is one error.

mod answer;
mod companion;
mod expression;
mod pipeline;
mod receiver;
mod refuse;
mod rule;
mod uncompiled;

use std::time::Instant;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use crate::ast::Type;
use crate::definitions::{self, DefinitionRequest, Question, Sources, mentioned, sources};
use crate::dispatch::marked_trait;
use crate::dump::{dump, report_time};
use crate::emit::{Signature, Style, TWICE, is_own, is_seen_twice};
use crate::error::Errors;
use crate::format::formatted;
use crate::parse;
use crate::surroundings::{
    Surroundings, definition, foreign_crate, impl_of, library_definitions, note_callable, surroundings,
};
use crate::tape::recorded;
pub use answer::answer;
use companion::wrap;
pub use expression::expression;
use pipeline::{NotCompiled, derive};
use receiver::opened;
use refuse::{check_instructions, is_given_twice, not_a_function, refuse_other_vectors, without_derivatives};
pub use rule::derivative;
use uncompiled::uncompiled;

/// `#[differentiable] fn …`
pub fn differentiable(options: TokenStream, item: &TokenStream) -> TokenStream {
    let start = Instant::now();
    let mut errors = Errors::default();
    let written = options.clone();
    let options = parse::Options::parse(options, &mut errors);
    let function = match parse::item(item.clone()) {
        Ok(function) => function,
        Err(error) => match syn::parse2::<syn::ItemType>(item.clone()) {
            Ok(alias) => return definitions::alias(&alias, &written),
            Err(_) => {
                return of_trait(item, &written).unwrap_or_else(|| not_a_function("differentiable", &error, item));
            }
        },
    };
    if options.tape.is_some() {
        return recorded(&function, item, &options, errors);
    }
    let functions = parse::function_arguments(&function.sig);
    if options.wrt.is_none() && !functions.is_empty() {
        return without_own_derivatives(&function, &options.krate, &functions, item);
    }
    let surroundings = surroundings(&function.sig.ident);
    // In a trait there is no place for derivatives: such a method is differentiated where it is called.
    if let Surroundings::TraitImpl | Surroundings::Trait = surroundings {
        return parse::without_marks(item, &function.sig);
    }
    let is_method = options.method || surroundings == Surroundings::Impl || function.sig.receiver().is_some();
    let of_impl = impl_of(&function.sig.ident);
    let of_libraries = library_definitions(&function.sig.ident);
    let is_of_library =
        |name: &proc_macro2::Ident| of_libraries.iter().any(|known| known.path.get_ident() == Some(name));
    let is_known = |name: &proc_macro2::Ident| {
        is_of_library(name)
            || of_impl.as_ref().is_some_and(|of| name == of)
            || definition(name, true).is_some_and(|found| found.is_known())
    };
    let mut paths = parse::structs_of(&opened(&function, &options).sig, &options, &is_known);
    paths.retain(|path| !of_libraries.iter().any(|known| parse::plain(&known.path) == parse::plain(path)));
    let Sources { mut known, unmarked, foreign, wanted } = sources(paths);
    known.extend(of_libraries);
    if let Some(path) = foreign.first() {
        let (name, from) = (parse::plain(path).replace(' ', ""), foreign_crate(path).unwrap_or_default());
        let message = format!(
            "`{name}` of `{from}` cannot be differentiated: take its numbers as an array, `[f64; 3]`, or mark the argument with `#[constant]`"
        );
        errors.push(syn::Error::new_spanned(path, message));
        let errors = errors.into_tokens();
        return quote!(#item #errors);
    }
    // A struct beside others is data that passes through.
    if let (Some(path), true, true) = (unmarked.first(), known.is_empty(), wanted.is_empty()) {
        let name = parse::plain(path);
        let message = format!("`{name}` needs `#[derive(Differentiable)]` for this");
        errors.push(syn::Error::new_spanned(path, message));
        let errors = errors.into_tokens();
        return quote!(#item #errors);
    }
    known.extend(mentioned(&function.sig, item, &known, &wanted));
    let krate = options.krate.clone();
    let question = Question { krate: &krate, options: &written, item, known: &known };
    let generated = if wanted.is_empty() {
        let known = parse::Structs::new(known.clone());
        compile_asked(&function, &parse::Options { known, ..options }, errors, &question)
    } else {
        // They are told first; what is wrong with the options is said when it goes on.
        question.ask(&DefinitionRequest::Types(wanted))
    };
    let told = (!is_method && !is_given_twice(&function))
        .then(|| definitions::tell_signature(&function.sig, &function.vis, &krate));
    // Used or not, the function is what its derivatives belong to.
    let item = parse::without_marks(item, &function.sig);
    let all = quote!(#[allow(dead_code)] #item #generated #told);
    report_time(&function.sig.ident, start);
    all
}

/// A trait, whose methods are differentiated where they are called, or an implementation of one, which says the same of its
/// own.
fn of_trait(item: &TokenStream, options: &TokenStream) -> Option<TokenStream> {
    if let Ok(of) = syn::parse2::<syn::ItemTrait>(item.clone()) {
        return Some(marked_trait(&of, options));
    }
    let of = syn::parse2::<syn::ItemImpl>(item.clone()).ok()?;
    (of.trait_.is_some() && options.is_empty()).then(|| item.clone())
}

/// A function that takes functions: it is differentiated where it is called, in the same file. Whoever asks for a derivative of
/// its own is told so.
fn without_own_derivatives(
    item: &syn::ItemFn,
    krate: &TokenStream,
    functions: &[usize],
    tokens: &TokenStream,
) -> TokenStream {
    let (name, vis) = (&item.sig.ident, &item.vis);
    let tokens = parse::without_marks(tokens, &item.sig);
    let all: Vec<_> = (0..item.sig.inputs.len()).map(|at| quote::format_ident!("__Argument{at}")).collect();
    let of: Vec<_> = functions.iter().map(|&at| &all[at]).collect();
    if item.sig.receiver().is_some() {
        return tokens;
    }
    let bounds = quote!(#(#of: #krate::__private::FunctionWithDerivative),*);
    quote! {
        #[allow(dead_code)] #tokens
        #[doc(hidden)]
        #[allow(non_camel_case_types, dead_code)]
        #vis enum #name {}
        #[allow(dead_code, clippy::all, clippy::pedantic)]
        impl #name {
            pub fn grad<#(#all),*>(#(_: #all),*) where #bounds {}
            pub fn value_and_grad<#(#all),*>(#(_: #all),*) where #bounds {}
        }
    }
}

/// The derivatives of a function, what is wrong with it, or the question that comes before.
fn compile_asked(item: &syn::ItemFn, options: &parse::Options, errors: Errors, question: &Question) -> TokenStream {
    match compile_function(item, options, errors) {
        Ok(generated) | Err(NotCompiled::Mistakes(generated)) => generated,
        Err(NotCompiled::Refused(errors)) => errors.into_tokens(),
        Err(NotCompiled::AskFirst(wanted)) => question.ask(&DefinitionRequest::Functions(wanted)),
    }
}

fn compile_function(
    item: &syn::ItemFn,
    options: &parse::Options,
    mut errors: Errors,
) -> Result<TokenStream, NotCompiled> {
    // Without arguments there are no derivatives, but others may want to know what it returns.
    if item.sig.inputs.is_empty() {
        return errors.finish().map(|()| TokenStream::new()).map_err(NotCompiled::Mistakes);
    }
    let written = item;
    let item = &opened(item, options);
    let (mut function, in_body) = parse::function(item, options, &mut errors);
    if is_given_twice(item) {
        errors.report(item.sig.ident.span(), "`#[differentiable]` is given twice: remove one");
        return Err(errors.into_tokens().into());
    }
    errors.append(in_body);
    if let (Some(span), true, Some(name)) = (function.receiver, function.asks_receiver, impl_of(&item.sig.ident)) {
        let message = format!(
            "`{name}` can be differentiated, but not behind this receiver, so it would be constant: take `&self` or `self`, mark it, `#[constant] self: …`, or name the arguments in `wrt(…)`"
        );
        errors.report(span, message);
        let (errors, stubs) = (errors.into_tokens(), without_derivatives(item, &function));
        return Err(quote!(#errors #stubs).into());
    }
    let result = match &item.sig.output {
        syn::ReturnType::Type(_, ty) => ty.to_token_stream(),
        syn::ReturnType::Default => quote!(()),
    };
    let signature = Signature {
        generics: item.sig.generics.clone(),
        vis: item.vis.clone(),
        result: match &function.result {
            Type::Struct(of) if function.result.payload().is_some() => of.ty.clone(),
            _ => result.clone(),
        },
        written: result,
        deprecated: item.attrs.iter().find(|attribute| attribute.path().is_ident("deprecated")).cloned(),
    };
    let style = match item.sig.inputs.first() {
        Some(syn::FnArg::Receiver(receiver)) => {
            let plain = syn::Receiver { attrs: Vec::new(), ..receiver.clone() };
            Style::Method(Some(plain.to_token_stream()))
        }
        _ if options.method || surroundings(&item.sig.ident) == Surroundings::Impl => Style::Method(None),
        _ => Style::Companion,
    };
    if function.broken {
        return Err(errors.into_tokens().into());
    }
    if refuse_other_vectors(&mut function, &mut errors) {
        let (errors, stubs) = (errors.into_tokens(), wrap(item, &function, &signature, &style, None));
        return Err(quote!(#errors #stubs).into());
    }
    check_instructions(&function, &style, &mut errors);
    let derivatives = match derive(&function, errors) {
        Ok(derivatives) => derivatives,
        Err(NotCompiled::Mistakes(errors)) => {
            let stubs = wrap(item, &function, &signature, &style, None);
            return Err(quote!(#errors #stubs).into());
        }
        Err(NotCompiled::Refused(refused)) => {
            return uncompiled((item, written), &function, &signature, &style, (options, refused))
                .map_err(NotCompiled::Mistakes);
        }
        Err(unknown) => return Err(unknown),
    };
    if function.result.payload().is_some() && is_seen_twice(&signature.written, &derivatives) && !is_own(&function.name)
    {
        let error = syn::Error::new(function.name.span(), TWICE).into_compile_error();
        let stubs = wrap(item, &function, &signature, &style, None);
        return Err(quote!(#error #stubs).into());
    }
    if let Some(message) = derivatives.without_clone() {
        let mut refused = Errors::default();
        refused.report(function.name.span(), message);
        return uncompiled((item, written), &function, &signature, &style, (options, refused))
            .map_err(NotCompiled::Mistakes);
    }
    let generated = wrap(item, &function, &signature, &style, Some(&derivatives));
    note_callable(&item.sig.ident, matches!(style, Style::Method(_)), true);
    dump(&function.name, "code", || formatted(&generated));
    Ok(generated)
}
