//! The pipeline: tokens → parse → build → differentiate → finish → emit → tokens.
//!
//! Whatever goes wrong, the user's own item comes out as it went in, so one mistake is one error.

use std::time::Instant;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser as _};

use crate::ast::{Function, Precision};
use crate::build::build;
use crate::definitions::{self, Question, Sources, Wanted, sources};
use crate::differentiate::{Directions, reverse, rows, segment, tangent};
use crate::dump::{dump, report_time};
use crate::emit::{self, Derivatives, Signature, Style};
use crate::error::Errors;
use crate::factor::{factor, factor_all};
use crate::graph::{Graph, dot, numbers_in, verify};
use crate::parse;
use crate::proofs::{Proofs, proofs};
use crate::simplify::{finish, hoist, operations_before, pruned, simplify};
use crate::surroundings::{
    Surroundings, definition, foreign_crate, has_earlier_rule, impl_of, is_unknown_function, surroundings,
};

/// Gradients of up to this many operations come with second derivatives; those of larger functions take
/// rustc seconds to check, used or not, so they must be asked for.
const SECOND_ORDER: usize = 3000;

/// Jacobians of up to this many rows are computed all at once.
const MOST_ROWS: usize = 8;

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
            Err(_) => return not_a_function("differentiable", &error, item),
        },
    };
    let surroundings = surroundings(&function.sig.ident);
    if let Surroundings::TraitImpl | Surroundings::Trait = surroundings {
        let error = in_a_trait(&function.sig.ident);
        return quote!(#item #error);
    }
    let is_method = options.method || surroundings == Surroundings::Impl || function.sig.receiver().is_some();
    let is_known = |name: &proc_macro2::Ident| definition(name, true).is_some_and(|found| found.is_known());
    let Sources { known, unmarked, foreign, wanted } = sources(parse::structs_of(&function.sig, &options, &is_known));
    if let Some(path) = foreign.first() {
        let (name, from) = (parse::plain(path), path.get_ident().and_then(foreign_crate).unwrap_or_default());
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
    let krate = options.krate.clone();
    let question = Question { krate: &krate, options: &written, item, known: &known };
    let generated = if wanted.is_empty() {
        let known = parse::Structs::new(known.clone());
        compile_asked(&function, &parse::Options { known, ..options }, errors, &question)
    } else {
        // They are told first; what is wrong with the options is said when it goes on.
        question.ask(&Wanted::Types(wanted))
    };
    let told = (!is_method && !is_given_twice(&function))
        .then(|| definitions::tell_signature(&function.sig, &function.vis, &krate));
    // Used or not, the function is what its derivatives belong to.
    let item = parse::without_marks(item, &function.sig);
    let all = quote!(#[allow(dead_code)] #item #generated #told);
    report_time(&function.sig.ident, start);
    all
}

/// Stands in for the derivatives of a method, as if its receiver were differentiated: so the error about that is the only one.
fn without_derivatives(item: &syn::ItemFn, function: &Function) -> TokenStream {
    let (vis, result) = (&item.vis, &item.sig.output);
    let (generics, _, bounds) = item.sig.generics.split_for_impl();
    let receiver = item.sig.receiver().map(|receiver| syn::Receiver { attrs: Vec::new(), ..receiver.clone() });
    let result = match result {
        syn::ReturnType::Type(_, ty) => ty.to_token_stream(),
        syn::ReturnType::Default => quote!(()),
    };
    let krate = &function.krate;
    let owned = function.params.iter().filter(|param| param.active).map(|param| {
        match syn::parse2::<syn::Type>(param.tokens.clone()) {
            Ok(syn::Type::Reference(reference)) => match &*reference.elem {
                syn::Type::Slice(slice) => {
                    let element = &slice.elem;
                    quote!(#krate::__private::Vec<#element>)
                }
                ty => ty.to_token_stream(),
            },
            _ => param.tokens.clone(),
        }
    });
    let owned: Vec<TokenStream> = owned.collect();
    let gradient = if owned.is_empty() { quote!(Self) } else { quote!((Self, #(#owned),*)) };
    let params = function.params.iter().map(|param| {
        let (name, ty) = (&param.name, &param.tokens);
        quote!(#name: #ty)
    });
    let params: Vec<TokenStream> = params.collect();
    let point = quote!(_: impl ::core::marker::Sized, _: impl ::core::marker::Sized);
    let functions = [
        ("grad", quote!(#(#params),*), gradient.clone()),
        ("value_and_grad", quote!(#(#params),*), quote!((#result, #gradient))),
        ("vjp", point.clone(), quote!((#result, #gradient))),
        ("jvp", point.clone(), quote!((#result, #result))),
        ("hvp", point, gradient),
    ];
    let functions = functions.map(|(kind, params, ty)| {
        let name = format_ident!("{}_{kind}", item.sig.ident.unraw());
        quote! {
            #[allow(dead_code, unused_variables, clippy::all)]
            #vis fn #name #generics (#receiver, #params) -> #ty #bounds { ::core::unreachable!() }
        }
    });
    quote!(#(#functions)*)
}

/// A method of a trait, which has no place for the derivatives.
fn in_a_trait(name: &proc_macro2::Ident) -> TokenStream {
    let message = format!(
        "`#[differentiable]` cannot stand in a trait or in the impl of one, where there is no place for derivatives: write a function of its own with `#[differentiable]` and call that in `{name}`"
    );
    syn::Error::new(name.span(), message).into_compile_error()
}

/// Whether the attribute that is being expanded stands there once more.
fn is_given_twice(function: &syn::ItemFn) -> bool {
    let is_ours = |attribute: &syn::Attribute| {
        attribute.path().segments.last().is_some_and(|last| last.ident == "differentiable")
    };
    function.attrs.iter().any(is_ours)
}

/// An attribute that stands on something else than a function.
fn not_a_function(attribute: &str, error: &syn::Error, item: &TokenStream) -> TokenStream {
    let message = format!("`#[{attribute}]` goes on a function or method with a body: {error}");
    let error = syn::Error::new(error.span(), message).into_compile_error();
    quote!(#item #error)
}

/// Why there are no derivatives.
pub enum Stop {
    /// The mistakes; stubs stand in for the derivatives.
    Mistakes(TokenStream),
    /// Functions that are called, of which more must be known first.
    Unknown(Vec<syn::Path>),
}

impl From<TokenStream> for Stop {
    fn from(mistakes: TokenStream) -> Self {
        Stop::Mistakes(mistakes)
    }
}

/// The derivatives of a function, what is wrong with it, or the question that comes before.
pub fn compile_asked(item: &syn::ItemFn, options: &parse::Options, errors: Errors, question: &Question) -> TokenStream {
    match compile_function(item, options, errors) {
        Ok(generated) | Err(Stop::Mistakes(generated)) => generated,
        Err(Stop::Unknown(wanted)) => question.ask(&Wanted::Functions(wanted)),
    }
}

fn compile_function(item: &syn::ItemFn, options: &parse::Options, mut errors: Errors) -> Result<TokenStream, Stop> {
    // Without arguments there are no derivatives, but others may want to know what it returns.
    if item.sig.inputs.is_empty() {
        return errors.finish().map(|()| TokenStream::new()).map_err(Stop::Mistakes);
    }
    let (function, in_body) = parse::function(item, options, &mut errors);
    if is_given_twice(item) {
        errors.report(item.sig.ident.span(), "`#[differentiable]` is given twice: remove one");
        return Err(errors.into_tokens().into());
    }
    errors.append(in_body);
    if let (Some(span), true, Some(name)) = (function.receiver, function.asks_receiver, impl_of(&item.sig.ident)) {
        let message = format!(
            "`{name}` can be differentiated, but `self` cannot, so it would be constant: mark it, `#[constant] &self`, or name the arguments in `wrt(…)`; to differentiate it, make this a function that takes the struct as an argument"
        );
        errors.report(span, message);
        let (errors, stubs) = (errors.into_tokens(), without_derivatives(item, &function));
        return Err(quote!(#errors #stubs).into());
    }
    let signature = Signature {
        generics: item.sig.generics.clone(),
        vis: item.vis.clone(),
        result: match &item.sig.output {
            syn::ReturnType::Type(_, ty) => ty.to_token_stream(),
            syn::ReturnType::Default => quote!(()),
        },
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
    check_instructions(&function, &style, &mut errors);
    let derivatives = match derive(&function, errors) {
        Ok(derivatives) => derivatives,
        Err(Stop::Mistakes(errors)) => {
            let stubs = wrap(item, &function, &signature, &style, None);
            return Err(quote!(#errors #stubs).into());
        }
        Err(unknown) => return Err(unknown),
    };
    let generated = wrap(item, &function, &signature, &style, Some(&derivatives));
    dump(&function.name, "code", || generated.to_string());
    Ok(generated)
}

/// The generated functions, in the place where they belong.
fn wrap(
    item: &syn::ItemFn,
    function: &Function,
    signature: &Signature,
    style: &Style,
    derivatives: Option<&Derivatives>,
) -> TokenStream {
    let signature = &storable(function, signature, derivatives);
    let api = emit::api(function, derivatives, signature, style);
    let (bodies, functions) = (&api.bodies, &api.functions);
    // After a mistake the names are not looked at: one mistake is one error.
    let proofs = derivatives.map(|of| proofs(function, &of.proofs, &of.items, &item.sig.generics, style));
    if let Style::Method(_) = style {
        let hidden = format_ident!("__{}_proofs", function.name.unraw());
        let proofs = proofs.map(|proofs| proofs.inside(&hidden, &item.sig.generics));
        return quote!(#bodies #functions #proofs);
    }
    let proofs = proofs.map(|proofs| proofs.beside(&item.sig.generics));
    let (name, vis, deprecated) = (&function.name, &signature.vis, &signature.deprecated);
    let docs = item.attrs.iter().filter(|attribute| attribute.path().is_ident("doc"));
    let lints = item.attrs.iter().filter(|attribute| attribute.path().is_ident("allow"));
    let (title, allowed) = (format!(" The derivatives of [`{name}()`]."), emit::allowed());
    let lengths = lengths(&item.sig, vis);
    let callees = derivatives.map(|derivatives| definitions::name_companions(function, &derivatives.callees));
    let (krate, position) = (&function.krate, emit::position(function, derivatives));
    quote! {
        #[doc = #title]
        #[doc = ""]
        #(#docs)*
        #deprecated
        #[allow(non_camel_case_types, dead_code)]
        #vis enum #name {}

        #[automatically_derived]
        #allowed
        #(#lints)*
        impl #name { #lengths #bodies #functions }

        #proofs
        #callees
        #[automatically_derived]
        #[allow(deprecated)]
        impl #krate::__private::Callee for #name { type Position = #position; }
    }
}

/// The lengths in a result that callers cannot name otherwise.
fn lengths(signature: &syn::Signature, vis: &syn::Visibility) -> TokenStream {
    let mut found = Vec::new();
    if let syn::ReturnType::Type(_, ty) = &signature.output {
        parse::take_lengths(&mut ty.clone(), &signature.generics, &mut found);
    }
    let constants =
        found.iter().map(|(name, length)| quote!(#[doc(hidden)] #vis const #name: ::core::primitive::usize = #length;));
    constants.collect()
}

/// The signature of generated functions: a scratch keeps only what it can hand to another thread and keep for good.
fn storable(function: &Function, signature: &Signature, derivatives: Option<&Derivatives>) -> Signature {
    let mut generics = signature.generics.clone();
    if function.scalar.precision == Precision::Generic && emit::is_dynamic(function, derivatives) {
        let scalar = &function.scalar.tokens;
        generics.make_where_clause().predicates.push(syn::parse_quote!(#scalar: ::core::marker::Send + 'static));
    }
    Signature { generics, ..signature.clone() }
}

/// All graphs of a function.
fn derive(function: &Function, mut errors: Errors) -> Result<Derivatives, Stop> {
    let before = errors.count();
    let built = build(function, &mut errors);
    if before == 0 && !built.unknown.is_empty() {
        // What else is wrong shows when these are known.
        return Err(Stop::Unknown(built.unknown));
    }
    errors.finish()?;
    // After this point there are no more mistakes of the user's; what fails now is ours.
    let precision: Precision = function.scalar.precision;
    verify(&built.graph, "build");
    let primal = hoist(built.graph);
    verify(&primal, "hoist");
    let params = primal.root().params.iter().zip(&function.params);
    let mutable: Vec<_> = params.filter(|(_, param)| param.mutable).map(|(&id, _)| id).collect();
    let raw = match function.checkpoint {
        None => reverse(&primal, &mutable),
        Some(span) => {
            let (segmented, loops) = segment(&primal, &function.krate);
            if loops == 0 {
                let mut errors = Errors::default();
                errors.report(
                    span,
                    "there is nothing to checkpoint: this is for a `for` loop of the body itself, which goes forwards and is not left early",
                );
                return Err(errors.into_tokens().into());
            }
            verify(&segmented, "segment");
            reverse(&segmented, &mutable)
        }
    };
    let raw_operations = operations_before(&raw);
    let finished = |graph: &Graph| {
        let exact = finish(graph, precision);
        match (function.fast, function.factored) {
            // Values are rewritten like derivatives.
            (Some(_), _) => factor_all(&exact, precision),
            (None, true) => factor(&exact, function.params.len(), precision),
            (None, false) => exact,
        }
    };
    let reverse = finished(&raw);
    // Of the derivatives that a function calls there are no third ones.
    let wanted = function.second_order.unwrap_or(reverse.operations() <= SECOND_ORDER) && !primal.calls_derivatives();
    let second = wanted.then(|| {
        let rows = simplify(&raw, precision);
        // What adjoints of slices are added to moves as well; the seed does not.
        let mut along = rows.active_params();
        along.extend(&rows.root().params[function.params.len() + 1..]);
        finished(&tangent(&rows, &along, Directions::One))
    });
    let forward = finished(&tangent(&primal, &primal.active_params(), Directions::One));
    let lanes = match function.lanes {
        Some(span) => {
            check_lanes(function, &primal, span)?;
            Some(finished(&tangent(&primal, &primal.active_params(), Directions::Lanes)))
        }
        None => None,
    };
    let text = dot(&pruned(&primal), &function.name.to_string());
    dump(&function.name, "dot", || text.clone());
    dump(&function.name, "graph", || format!("{primal}\n{reverse}"));
    let operations = [primal.operations(), raw_operations, reverse.operations()];
    let rows = jacobian_rows(function, &primal, precision, reverse.operations());
    // Without effects it is the user's own function.
    let value = primal.has_effects().then(|| finish(&primal, precision));
    Ok(Derivatives {
        reverse,
        forward,
        lanes,
        second,
        value,
        rows,
        dot: text,
        operations,
        items: built.items,
        proofs: built.proofs,
        callees: built.callees,
    })
}

/// What cannot be compiled for the processor that is there.
fn check_instructions(function: &Function, style: &Style, errors: &mut Errors) {
    if let Some(span) = function.vector {
        if let Style::Method(_) = style {
            errors.report(span, "`vector` is for free functions: move the loops over slices to one, and call it here");
        }
        if function.scalar.precision == Precision::Generic {
            errors.report(span, "`vector` is for functions of `f32` or `f64`: there are no vectors of a generic float");
        }
    }
    if let Some(span) = function.fast {
        if let Style::Method(_) = style {
            errors.report(span, "`fast` is for free functions: move what is to be fast to one, and call it here");
        }
        if function.scalar.precision == Precision::Generic {
            errors.report(span, "`fast` is for functions of `f32` or `f64`: a generic float has no instructions");
        }
        if function.vector.is_some() {
            errors.report(span, "`fast` and `vector` exclude each other: remove one");
        }
    }
}

/// What has no derivatives in several directions at once.
fn check_lanes(function: &Function, primal: &Graph, span: Span) -> Result<(), TokenStream> {
    let mut errors = Errors::default();
    let structs = function.params.iter().any(|param| param.active && param.ty.has_structs());
    if structs || primal.all().into_iter().any(|id| primal.node(id).active && primal.node(id).ty.has_structs()) {
        errors.report(span, "`lanes` is for numbers, arrays, tuples and slices: a struct has one number in a field, not one for each direction");
    }
    if primal.calls_derivatives() {
        errors.report(
            span,
            "`lanes` is not for functions that call derivatives of others: use `jvp` for one direction after the other",
        );
    }
    errors.finish()
}

/// The rows of a Jacobian over one forward pass, where it has few of them and more columns.
fn jacobian_rows(function: &Function, primal: &Graph, precision: Precision, operations: usize) -> Option<Graph> {
    let elements = numbers_in(&function.result).filter(|elements| (2..=MOST_ROWS).contains(&elements.len()))?;
    let active = function.params.iter().filter(|param| param.active);
    let columns = active.map(|param| numbers_in(&param.ty).map(|all| all.len())).sum::<Option<usize>>()?;
    let changes = function.params.iter().any(|param| param.mutable);
    if columns <= elements.len() || changes || operations * elements.len() > SECOND_ORDER {
        return None;
    }
    let rows = finish(&rows(primal, &elements), precision);
    (!rows.needs_scratch()).then_some(rows)
}

/// `#[derivative(of = path)] fn …`
pub fn derivative(options: TokenStream, item: &TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let options = parse::DerivativeOptions::parse(options, &mut errors);
    let rule = match parse::item(item.clone()) {
        Ok(rule) => rule,
        Err(error) => return not_a_function("derivative", &error, item),
    };
    let generated = match compile_rule(&rule, item, &options, errors) {
        Ok(generated) | Err(generated) => generated,
    };
    let item = parse::without_marks(item, &rule.sig);
    quote!(#[allow(dead_code)] #item #generated)
}

fn compile_rule(
    item: &syn::ItemFn,
    tokens: &TokenStream,
    options: &parse::DerivativeOptions,
    mut errors: Errors,
) -> Result<TokenStream, TokenStream> {
    let inner = parse::Options::new(options.krate.clone());
    // What a rule of first order computes is not looked into.
    let (function, _) = parse::function(item, &inner, &mut errors);
    if let Some(receiver) = function.receiver {
        errors.report(receiver, "a rule is a free function: take the receiver as an argument");
    }
    if errors.count() == 0 && emit::expected_result(&function) != function.result {
        errors.report(
            function.result_span,
            "a rule returns the partial derivatives: one of the same type per float argument, several as a tuple",
        );
    }
    if let Some(name) = options.of.as_ref().and_then(syn::Path::get_ident) {
        check_ruled(name, &item.sig, &mut errors);
    }
    errors.finish()?;
    let Some(of) = &options.of else { return Ok(TokenStream::new()) };
    let companion = emit::rule(&function, of, &item.vis, &item.sig.generics, !options.first_order);
    // The function has the arguments of its rule.
    let name = of.segments.last().map_or(&item.sig.ident, |last| &last.ident);
    let (scalar, sig) = (&function.scalar.tokens, item.sig.clone());
    let told = syn::Signature { ident: name.clone(), output: syn::parse_quote!(-> #scalar), ..sig };
    let told = definitions::tell_signature(&told, &item.vis, &options.krate);
    if options.first_order {
        let asked = proofs(&function, &[], &[], &item.sig.generics, &Style::Companion).beside(&item.sig.generics);
        return Ok(quote!(#companion #told #asked));
    }
    let krate = &options.krate;
    let question = Question { krate, options: &quote!(crate = #krate), item: tokens, known: &[] };
    let own = compile_asked(item, &inner, Errors::default(), &question);
    let own_told = definitions::tell_signature(&item.sig, &item.vis, &options.krate);
    Ok(quote!(#companion #told #own #own_told))
}

/// What the file of a rule says against it: it has no such function, or one with other arguments, or another rule.
fn check_ruled(of: &proc_macro2::Ident, rule: &syn::Signature, errors: &mut Errors) {
    if has_earlier_rule(&rule.ident, of) {
        errors.report(of.span(), format_args!("`{of}` has a rule already: remove one of the two"));
    } else if is_unknown_function(of) {
        errors.report(
            of.span(),
            format_args!("there is no function `{of}` here: a rule is for one that can be called by this path"),
        );
    } else if let Some(count) = definition(of, false).and_then(|found| found.arguments())
        && count != rule.inputs.len()
    {
        let message =
            format!("a rule takes the arguments of its function: `{of}` has {count}, this has {}", rule.inputs.len());
        errors.report(of.span(), message);
    }
}

/// `graph!(|…| …)`
pub fn expression(input: &TokenStream) -> TokenStream {
    let (krate, options) = (quote!(::burtorch), TokenStream::new());
    let question = Question { krate: &krate, options: &options, item: input, known: &[] };
    expression_with(parse::Structs::default(), &question)
}

/// The expression that a question is about, with what is known so far.
pub fn expression_with(known: parse::Structs, question: &Question) -> TokenStream {
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
        Err(Stop::Mistakes(errors)) => quote!({ #errors }),
        Err(Stop::Unknown(wanted)) => question.ask(&Wanted::Functions(wanted)),
    }
}

fn compile_closure(
    attributes: &[syn::Attribute],
    closure: &syn::ExprClosure,
    known: parse::Structs,
) -> Result<TokenStream, Stop> {
    let mut errors = Errors::alone();
    let options = parse::Options { known, ..parse::Options::of_expression(attributes, &mut errors) };
    let function = parse::closure(closure, &options, &mut errors);
    if function.broken {
        return Err(errors.into_tokens().into());
    }
    let derivatives = derive(&function, errors)?;
    let result = match &closure.output {
        syn::ReturnType::Type(_, ty) => ty.to_token_stream(),
        syn::ReturnType::Default => function.scalar.tokens.clone(),
    };
    let signature = Signature {
        generics: syn::Generics::default(),
        vis: syn::Visibility::Inherited,
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
    dump(&function.name, "code", || generated.to_string());
    Ok(generated)
}
