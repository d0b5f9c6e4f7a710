//! Signatures: which arguments there are, their types, and the one float type among them.

use std::rc::Rc;

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;

use super::body;
use super::floats::{Floats, all_float, elements_of_vec, is_inactive_primitive, ungroup};
use super::options::Options;
use crate::ast::{Block, Function, FunctionKind, Param, Precision, Scalar, Type};
use crate::each::Each;
use crate::error::Errors;

/// The attribute of an argument that is not differentiated.
const CONSTANT: &str = "constant";

/// Reads a function or method.
///
/// Mistakes of the signature and of the body are kept apart: a rule may have any body.
pub fn function(item: &syn::ItemFn, options: &Options, errors: &mut Errors) -> (Function, Errors) {
    let signature = &item.sig;
    refuse_qualifiers(signature, errors);
    let mut structs = options.known.clone().with_items_of(&item.block);
    structs.krate.clone_from(&options.krate);
    let mut floats = Floats { structs, ..Floats::new(&signature.generics) };
    let (mut receiver, mut constant_receiver) = (None, false);
    let mut params = Vec::new();
    for input in &signature.inputs {
        match input {
            syn::FnArg::Receiver(this) => {
                if matches!(this.kind, syn::ReceiverKind::Reference(_, _, Some(_))) {
                    errors.report(
                        this.span(),
                        "`&mut self` cannot be differentiated: take `&self` and return the new state",
                    );
                }
                constant_receiver = takes_constant(&this.attrs, errors);
                receiver = Some(this.self_token.span());
            }
            syn::FnArg::Typed(typed) => {
                let constant = takes_constant(&typed.attrs, errors);
                params.push(Param { constant, ..param(&typed.pat, Some(&*typed.ty), &mut floats, errors) });
            }
        }
    }
    let (result, result_span) = match &signature.output {
        syn::ReturnType::Type(_, ty) => (floats.result(ty, errors), ty.span()),
        syn::ReturnType::Default if params.iter().any(|param| param.mutable) => {
            (Type::Tuple(Vec::new()), signature.ident.span())
        }
        syn::ReturnType::Default => {
            errors.report(
                signature.ident.span(),
                "nothing to differentiate: this function returns no value; add `-> f64`, or a `&mut` argument for the results",
            );
            (Type::Other, signature.ident.span())
        }
    };
    let mut in_body = Errors::default();
    let body = body::body(&item.block, &mut in_body);
    let const_generics = signature.generics.const_params().map(|param| param.ident.clone()).collect();
    let name = signature.ident.clone();
    // What is compiled by another macro, after an answer, does not see the function's names as its own.
    let site = if options.known.is_empty() { signature.fn_token.span() } else { Span::call_site() };
    let is_method = receiver.is_some() || options.method;
    let mut function =
        finish(site, name, receiver, params, (result, result_span), body, const_generics, floats, options, errors);
    function.kind = if is_method { FunctionKind::Method } else { FunctionKind::Free };
    function.asks_receiver = receiver.is_some() && !constant_receiver && options.wrt.is_none();
    (function, in_body)
}

/// Reads the closure of `graph!(|…| …)`.
pub fn closure(closure: &syn::ExprClosure, options: &Options, errors: &mut Errors) -> Function {
    let mut floats = Floats { structs: options.known.clone(), ..Floats::default() };
    if let Some(asyncness) = &closure.asyncness {
        errors.report(asyncness.span(), "an `async` closure cannot be differentiated: remove `async`");
    }
    let params = closure
        .inputs
        .iter()
        .map(|input| match input {
            syn::Pat::Type(typed) => {
                let constant = takes_constant(&typed.attrs, errors);
                Param { constant, ..param(&typed.pat, Some(&*typed.ty), &mut floats, errors) }
            }
            pattern => param(pattern, None, &mut floats, errors),
        })
        .collect();
    let params: Vec<Param> = params;
    refuse_untyped(closure, &params, errors);
    if let Some(param) = params.iter().find(|param| param.ty.is_slice() || param.mutable) {
        errors.report(
            param.name.span(),
            "a closure over slices or `&mut` arguments cannot be differentiated: make it a function with `#[differentiable]`",
        );
    }
    let mut in_body = Errors::default();
    let body = match &*closure.body {
        syn::Expr::Block(block) if block.label.is_none() => body::body(&block.block, &mut in_body),
        expr => Block { stmts: Vec::new(), value: Some(Box::new(body::expr(expr, &mut in_body))) },
    };
    let result = match &closure.output {
        syn::ReturnType::Type(_, ty) => (floats.result(ty, errors), ty.span()),
        syn::ReturnType::Default => (Type::Float, closure.body.span()),
    };
    let name = Ident::new("graph", Span::call_site());
    // A macro may have the arguments, or all of the closure, from elsewhere: no name is as if it stood here.
    let function = finish(Span::call_site(), name, None, params, result, body, Vec::new(), floats, options, errors);
    errors.append(in_body);
    function
}

/// Arguments of a closure without types are one mistake, on the first of them.
fn refuse_untyped(closure: &syn::ExprClosure, params: &[Param], errors: &mut Errors) {
    let pairs = closure.inputs.iter().zip(params);
    let untyped: Vec<&Ident> =
        pairs.filter(|(input, _)| !matches!(input, syn::Pat::Type(_))).map(|(_, param)| &param.name).collect();
    match untyped[..] {
        [] => {}
        [name] => errors.report(name.span(), format_args!("`{name}` needs a type: `{name}: f64`")),
        [first, .., last] => {
            let others = untyped[1..untyped.len() - 1].each(|name| format!(", `{name}`")).concat();
            let typed = untyped.each(|name| format!("{name}: f64")).join(", ");
            errors.report(first.span(), format_args!("`{first}`{others} and `{last}` need types: `{typed}`"));
        }
    }
}

#[allow(clippy::too_many_arguments, reason = "the parts of one value, gathered here only")]
fn finish(
    site: Span,
    name: Ident,
    receiver: Option<Span>,
    mut params: Vec<Param>,
    (result, result_span): (Type, Span),
    body: Block,
    const_generics: Vec<Ident>,
    floats: Floats,
    options: &Options,
    errors: &mut Errors,
) -> Function {
    pick(&mut params, options, errors);
    for param in params.iter_mut().filter(|param| param.ty.has_floats() && !all_float(&param.ty)) {
        if param.active {
            let name = &param.name;
            errors.report(
                name.span(),
                format_args!(
                    "`{name}` holds something else beside floats: pass that as an argument of its own, or name the struct in `structs(…)`"
                ),
            );
        }
        // Where it is not differentiated, it is code as any other.
        (param.ty, param.mutable) = (Type::Other, false);
    }
    if errors.count() == 0 && !params.iter().any(|param| param.active) {
        errors.report(name.span(), "nothing to differentiate: no argument is a float or an array or tuple of floats");
    }
    let (structs, generics, type_generics) = (floats.structs, floats.generics, floats.plain);
    let scalar =
        floats.scalar.unwrap_or(Scalar { precision: Precision::F64, tokens: quote!(::core::primitive::f64).into() });
    let (unroll, krate, broken) = (options.unroll, options.krate.clone().into(), errors.count() > 0);
    Function {
        name,
        receiver,
        asks_receiver: false,
        params,
        result,
        result_span,
        body,
        const_generics,
        type_generics,
        definitions: Rc::new(structs.of(generics, scalar.clone())),
        scalar,
        unroll,
        second_order: options.second_order,
        nested: options.nested,
        factored: options.factored,
        vector: options.vector,
        fast: options.fast,
        lanes: options.lanes,
        checkpoint: options.checkpoint,
        krate,
        site,
        kind: FunctionKind::Closure,
        broken,
    }
}

fn refuse_qualifiers(signature: &syn::Signature, errors: &mut Errors) {
    if let Some(token) = &signature.asyncness {
        errors.report(
            token.span(),
            "an `async` function cannot be differentiated: differentiate the plain function that it calls",
        );
    }
    if let syn::Safety::Unsafe(token) = &signature.safety {
        errors.report(token.span(), "an `unsafe` function cannot be differentiated: wrap it and give the wrapper a rule with `#[derivative(of = …)]`");
    }
    if let Some(token) = &signature.abi {
        errors.report(
            token.span(),
            "an `extern` function cannot be differentiated: differentiate a Rust function that it calls",
        );
    }
    if let Some(token) = &signature.variadic {
        errors.report(token.span(), "variadic arguments cannot be differentiated: take an array");
    }
}

/// Whether `#[constant]` is among the attributes of an argument; others are refused.
fn takes_constant(attributes: &[syn::Attribute], errors: &mut Errors) -> bool {
    let (marks, others): (Vec<_>, Vec<_>) = attributes.iter().cloned().partition(is_constant);
    body::refuse_attributes(&others, errors);
    if let [_, second, ..] = &marks[..] {
        errors.report(second.path().span(), "`#[constant]` is given twice: remove one");
    }
    if let Some(mark) = marks.iter().find(|mark| mark.meta.require_path_only().is_err()) {
        errors.report(mark.path().span(), "`#[constant]` takes no arguments");
    }
    !marks.is_empty()
}

/// `#[constant]`
pub(super) fn is_constant(attribute: &syn::Attribute) -> bool {
    attribute.path().is_ident(CONSTANT)
}

/// A function as rustc may see it: without `#[constant]` on its arguments.
pub fn without_marks(item: &TokenStream, signature: &syn::Signature) -> TokenStream {
    if !signature.inputs.iter().any(is_marked_constant) {
        return item.clone();
    }
    item.clone()
        .into_iter()
        .map(|token| match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => {
                let mut plain = Group::new(Delimiter::Parenthesis, unmarked(group.stream()));
                plain.set_span(group.span());
                TokenTree::Group(plain)
            }
            other => other,
        })
        .collect()
}

fn unmarked(tokens: TokenStream) -> TokenStream {
    let mut kept: Vec<TokenTree> = Vec::new();
    for token in tokens {
        let is_mark = matches!(&token, TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket
            && matches!(group.stream().into_iter().next(), Some(TokenTree::Ident(name)) if name == CONSTANT));
        if is_mark && matches!(kept.last(), Some(TokenTree::Punct(punct)) if punct.as_char() == '#') {
            kept.pop();
        } else {
            kept.push(token);
        }
    }
    kept.into_iter().collect()
}

/// Whether an argument is marked with `#[constant]`.
pub fn is_marked_constant(input: &syn::FnArg) -> bool {
    marks_of(input).iter().any(is_constant)
}

fn marks_of(input: &syn::FnArg) -> &[syn::Attribute] {
    match input {
        syn::FnArg::Receiver(this) => &this.attrs,
        syn::FnArg::Typed(typed) => &typed.attrs,
    }
}

/// Refuses marks that contradict something else.
fn check_constants(params: &[Param], options: &Options, errors: &mut Errors) {
    for Param { name, mutable, .. } in params.iter().filter(|param| param.constant) {
        if *mutable {
            errors.report(
                name.span(),
                format_args!("`{name}` is `&mut`, so it is a result, which cannot be constant: remove `#[constant]`"),
            );
        }
        if let Some(named) = options.wrt.iter().flatten().find(|wrt| *wrt == name) {
            errors.report(named.span(), format_args!("`{name}` is `#[constant]` and in `wrt`: remove one"));
        }
    }
}

/// Applies `wrt(…)`, or picks every float argument.
fn pick(params: &mut [Param], options: &Options, errors: &mut Errors) {
    check_constants(params, options, errors);
    let Some(wrt) = &options.wrt else {
        for param in params {
            param.active = param.ty.has_floats() && (!param.constant || param.mutable);
        }
        return;
    };
    // What a function writes depends on the others, whether or not it is asked for.
    for param in &mut *params {
        (param.active, param.constant) = (param.mutable, true);
    }
    for name in wrt {
        let known = params.each(|param| param.name.to_string()).join("`, `");
        match params.iter_mut().find(|param| param.name == *name) {
            Some(param) if param.active && !param.mutable => {
                errors.report(name.span(), format_args!("`{name}` is named twice in `wrt`: remove one"));
            }
            Some(param) if param.ty.has_floats() => param.active = true,
            Some(_) => errors.report(name.span(), format_args!("`{name}` is not a float: remove it from `wrt`")),
            None if name == "self" => errors.report(
                name.span(),
                "`self` cannot be differentiated here: it must be `self`, `&self` or `&mut self` in an `impl` that stands in the source file; or make this a function that takes the struct as an argument, `fn f(this: &Point)`",
            ),
            None => {
                errors.report(name.span(), format_args!("no argument is called `{name}`: the arguments are `{known}`"));
            }
        }
    }
}

fn param(pattern: &syn::Pat, ty: Option<&syn::Type>, floats: &mut Floats, errors: &mut Errors) -> Param {
    let name = match pattern {
        syn::Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => name.ident.clone(),
        syn::Pat::Wild(wild) => {
            errors.report(wild.span(), "this argument needs a name: `_y` if it is not used");
            Ident::new("argument", wild.span())
        }
        other => {
            errors.report(other.span(), "an argument needs a plain name: take it apart with `let` in the body");
            Ident::new("argument", other.span())
        }
    };
    let Some(ty) = ty else {
        return Param {
            name,
            ty: Type::Other,
            tokens: quote!(_),
            by_ref: false,
            mutable: false,
            active: false,
            constant: false,
            plain: true,
        };
    };
    let mut mutable = false;
    let (by_ref, inner) = match ungroup(ty) {
        syn::Type::Reference(reference) => {
            let inner = floats.ty(&reference.elem);
            mutable = reference.mutability.is_some() && inner.has_floats();
            if mutable
                && matches!(ungroup(&reference.elem), syn::Type::Path(path) if elements_of_vec(&path.path).is_some())
            {
                errors.report(
                    reference.span(),
                    "a `&mut Vec` cannot be differentiated: take `&mut [f64]`, or return a `Vec`",
                );
            }
            (true, inner)
        }
        other => (false, floats.ty(other)),
    };
    floats.check(ty, errors);
    let (tokens, plain) = (ty.to_token_stream(), is_plain(ty));
    Param { name, ty: inner, tokens, by_ref, mutable, active: false, constant: false, plain }
}

/// Whether a type has nothing but integers, booleans and text in it, or is a trait object or a function pointer.
fn is_plain(ty: &syn::Type) -> bool {
    match ungroup(ty) {
        syn::Type::Reference(reference) => is_plain(&reference.elem),
        syn::Type::Array(array) => is_plain(&array.elem),
        syn::Type::Slice(slice) => is_plain(&slice.elem),
        syn::Type::Tuple(tuple) => tuple.elems.iter().all(is_plain),
        syn::Type::Path(path) => match elements_of_vec(&path.path) {
            Some(element) => is_plain(element),
            None => path.path.get_ident().is_some_and(|name| is_inactive_primitive(&name.to_string())),
        },
        syn::Type::TraitObject(_) | syn::Type::FnPtr(_) | syn::Type::ImplTrait(_) => true,
        _ => false,
    }
}
