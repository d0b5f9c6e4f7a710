//! `graph!(|…| …)`: a closure whose derivatives are methods of a value.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::{ParseStream, Parser as _};

use super::pipeline::{NotCompiled, derive};
use crate::definitions::{self, DefinitionRequest, Question};
use crate::dump::dump;
use crate::emit::{self, Signature, Style};
use crate::error::Errors;
use crate::format::formatted;
use crate::parse;
use crate::proofs::{Proofs, proofs};

/// `graph!(|…| …)`
pub fn expression(input: &TokenStream) -> TokenStream {
    // What waits for definitions keeps its options, and so the name of the crate.
    let (krate, options) = crate_path(input);
    let question = Question { krate: &krate, options: &options, item: input, known: &[] };
    expression_with(parse::Structs::default(), &question)
}

/// Where burtorch is, as the attributes before a closure say, and the option that says so. Mistakes in them are found later.
fn crate_path(input: &TokenStream) -> (TokenStream, TokenStream) {
    let parser = |input: ParseStream| Ok((input.call(syn::Attribute::parse_outer)?, input.parse::<TokenStream>()?));
    let attributes = parser.parse2(input.clone()).map(|(attributes, _)| attributes).unwrap_or_default();
    if attributes.is_empty() {
        return (quote!(::burtorch), TokenStream::new());
    }
    let mut errors = Errors::default();
    let krate = parse::Options::of_expression(&attributes, &mut errors).krate;
    let _ = errors.finish();
    let options = quote!(crate = #krate);
    (krate, options)
}

/// The expression that a question is about, with what is known so far.
pub(super) fn expression_with(known: parse::Structs, question: &Question) -> TokenStream {
    let parser = |input: ParseStream| Ok((input.call(syn::Attribute::parse_outer)?, input.parse()?));
    let (attributes, closure): (Vec<syn::Attribute>, syn::ExprClosure) = match parser.parse2(question.item.clone()) {
        Ok(parsed) => parsed,
        Err(error) => {
            let message = format!("`graph!` takes a closure with typed arguments, `graph!(|x: f64| x * x)`: {error}");
            return syn::Error::new(error.span(), message).into_compile_error();
        }
    };
    match compile_closure(&attributes, &closure, known) {
        Ok(generated) => generated,
        // Several errors are one expression.
        Err(NotCompiled::Mistakes(errors)) => quote!({ #errors }),
        Err(NotCompiled::Refused(errors)) => {
            let errors = errors.into_tokens();
            quote!({ #errors })
        }
        Err(NotCompiled::AskFirst(wanted)) => question.ask(&DefinitionRequest::Functions(wanted)),
    }
}

fn compile_closure(
    attributes: &[syn::Attribute],
    closure: &syn::ExprClosure,
    known: parse::Structs,
) -> Result<TokenStream, NotCompiled> {
    let mut errors = Errors::alone();
    let options = parse::Options { known, ..parse::Options::of_expression(attributes, &mut errors) };
    let function = parse::closure(closure, &options, &mut errors);
    if function.broken {
        return Err(errors.into_tokens().into());
    }
    let derivatives = derive(&function, errors)?;
    let result = match &closure.output {
        syn::ReturnType::Type(_, ty) => ty.to_token_stream(),
        syn::ReturnType::Default => function.scalar.tokens.stream(),
    };
    let signature = Signature {
        generics: syn::Generics::default(),
        vis: syn::Visibility::Inherited,
        written: result.clone(),
        result: result.clone(),
        deprecated: None,
    };
    let api = emit::api(&function, Some(&derivatives), &signature, &Style::Closure);
    let Proofs { items: asked, statements: also_asked } =
        proofs(&function, &derivatives.proofs, &derivatives.items, &signature.generics, &Style::Closure);
    let callees = definitions::name_companions(&function, &derivatives.callees);
    let (bodies, functions, [reverse, forward, second]) = (&api.bodies, &api.functions, &api.bounds);
    let params = function.params.iter().map(|param| {
        let (name, tokens) = (&param.name, &param.tokens);
        quote!(#name: #tokens)
    });
    let params = quote!(#(#params),*);
    let args = function.params.iter().map(|param| &param.name);
    let plain = function.params.iter().map(|param| &param.tokens);
    let (capture, allowed) = (&closure.capture, emit::allowed());
    let body = &closure.body;
    let name = syn::Ident::new("Graph", Span::mixed_site());
    let generated = quote! {{
        #[derive(Clone, Copy)]
        struct #name<V, R, F, S> { value: V, reverse: R, forward: F, second: S }

        #[automatically_derived]
        #allowed
        impl<V, R, F, S> #name<V, R, F, S>
        where V: Fn(#(#plain),*) -> #result, R: #reverse, F: #forward, S: #second
        {
            /// The value.
            #[inline]
            fn value(&self, #params) -> #result { (self.value)(#(#args),*) }
            #functions
        }

        #callees
        #asked
        #also_asked
        #name { value: #capture |#params| -> #result { #body }, #bodies }
    }};
    dump(&function.name, "code", || formatted(&generated));
    Ok(generated)
}
