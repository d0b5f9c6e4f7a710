//! Signatures: which arguments there are, their types, and the one float type among them.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;

use super::body;
use super::options::Options;
use super::structs::Structs;
use crate::ast::{Block, Function, FunctionKind, IntType, Len, Param, Precision, Scalar, Type};
use crate::each::Each;
use crate::error::Errors;

/// The attribute of an argument that is not differentiated.
const CONSTANT: &str = "constant";

/// Bounds that make a generic parameter a float type.
const FLOAT_BOUNDS: [&str; 2] = ["Float", "Real"];

/// Traits of functions and closures.
const FUNCTION_BOUNDS: [&str; 3] = ["Fn", "FnMut", "FnOnce"];

/// Reads a function or method.
///
/// Mistakes of the signature and of the body are kept apart: a rule may have any body.
pub fn function(item: &syn::ItemFn, options: &Options, errors: &mut Errors) -> (Function, Errors) {
    let signature = &item.sig;
    refuse_qualifiers(signature, errors);
    let structs = options.known.clone().with_items_of(&item.block);
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
    let scalar = floats.scalar.unwrap_or(Scalar { precision: Precision::F64, tokens: quote!(::core::primitive::f64) });
    let (unroll, krate, broken) = (options.unroll, options.krate.clone(), errors.count() > 0);
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
        structs: structs.of(generics, scalar.clone()),
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
fn is_constant(attribute: &syn::Attribute) -> bool {
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

pub(super) fn is_marked_constant(input: &syn::FnArg) -> bool {
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
                "`self` cannot be differentiated: make this a function that takes the struct as an argument, `fn f(this: &Point)`",
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

/// The last name of a trait that a type is bound by.
fn bound_name(bound: &syn::TypeParamBound) -> Option<&Ident> {
    match bound {
        syn::TypeParamBound::Trait(bound) => bound.path.segments.last().map(|segment| &segment.ident),
        _ => None,
    }
}

/// Literals and types that arrive through `macro_rules!` are wrapped in invisible groups.
pub(super) fn ungroup(mut ty: &syn::Type) -> &syn::Type {
    loop {
        match ty {
            syn::Type::Group(group) => ty = &group.elem,
            syn::Type::Paren(paren) => ty = &paren.elem,
            other => return other,
        }
    }
}

/// Finds the float type of a signature.
#[derive(Default)]
pub(super) struct Floats {
    generics: Vec<Ident>,
    /// Parameters that stand for functions and closures.
    functions: Vec<Ident>,
    plain: Vec<Ident>,
    scalar: Option<Scalar>,
    mixed: Option<(Span, String, String)>,
    /// Parameters without a float bound that were reported.
    reported: Vec<Ident>,
    structs: Structs,
    /// How many definitions the type that is looked at is inside of.
    depth: usize,
}

/// Definitions that nest deeper than this contain themselves, which rustc reports.
const DEEPEST: usize = 64;

impl Floats {
    /// Those of a body, whose function was read before.
    pub(super) fn again(generics: Vec<Ident>, scalar: Option<Scalar>, structs: Structs) -> Self {
        Floats { generics, scalar, structs, ..Floats::default() }
    }

    pub(super) fn new(generics: &syn::Generics) -> Self {
        let mut floats = Floats::default();
        for param in generics.type_params() {
            let bounds = param.bounds.iter().chain(
                generics
                    .where_clause
                    .iter()
                    .flat_map(|clause| &clause.predicates)
                    .filter_map(|predicate| match predicate {
                        syn::WherePredicate::Type(predicate) => match &predicate.bounded_ty {
                            syn::Type::Path(path) if path.path.is_ident(&param.ident) => Some(predicate),
                            _ => None,
                        },
                        _ => None,
                    })
                    .flat_map(|predicate| &predicate.bounds),
            );
            let bounds: Vec<&Ident> = bounds.filter_map(bound_name).collect();
            let is_one_of = |names: &[&str]| bounds.iter().any(|bound| names.iter().any(|name| *bound == name));
            let list = if is_one_of(&FLOAT_BOUNDS) {
                &mut floats.generics
            } else if is_one_of(&FUNCTION_BOUNDS) {
                &mut floats.functions
            } else {
                &mut floats.plain
            };
            list.push(param.ident.clone());
        }
        floats
    }

    /// The type as far as differentiation needs it.
    pub(super) fn ty(&mut self, ty: &syn::Type) -> Type {
        match ungroup(ty) {
            syn::Type::Path(path) if elements_of_vec(&path.path).is_some() => {
                let element = elements_of_vec(&path.path).map_or(Type::Other, |element| self.ty(element));
                of_any_length(element)
            }
            syn::Type::Path(path) if path.qself.is_none() => match self.float(&path.path) {
                Some(scalar) => {
                    match &self.scalar {
                        None => self.scalar = Some(scalar),
                        Some(first) if first.tokens.to_string() != scalar.tokens.to_string() => {
                            self.mixed = Some((path.span(), first.tokens.to_string(), scalar.tokens.to_string()));
                        }
                        Some(_) => {}
                    }
                    Type::Float
                }
                None => self.structs.clone().ty(&path.path, self).unwrap_or(Type::Other),
            },
            syn::Type::Array(array) => Type::Array(Box::new(self.ty(&array.elem)), length(&array.len)),
            syn::Type::Slice(slice) => of_any_length(self.ty(&slice.elem)),
            syn::Type::Tuple(tuple) => Type::Tuple(tuple.elems.iter().map(|element| self.ty(element)).collect()),
            _ => Type::Other,
        }
    }

    /// A type that stands in a definition.
    pub(super) fn inside(&mut self, ty: &TokenStream) -> Type {
        if self.depth == DEEPEST {
            return Type::Other;
        }
        self.depth += 1;
        let ty = syn::parse2(ty.clone()).map_or(Type::Other, |ty| self.ty(&ty));
        self.depth -= 1;
        ty
    }

    fn float(&self, path: &syn::Path) -> Option<Scalar> {
        let name = path.get_ident()?;
        let precision = if name == "f32" {
            Precision::F32
        } else if name == "f64" {
            Precision::F64
        } else if self.generics.contains(name) {
            Precision::Generic
        } else {
            return None;
        };
        Some(Scalar { precision, tokens: name.to_token_stream() })
    }

    /// Reports what is wrong with the type of an argument.
    fn check(&mut self, ty: &syn::Type, errors: &mut Errors) {
        if let Some((span, first, second)) = self.mixed.take() {
            errors.report(
                span,
                format_args!(
                    "this function mixes `{first}` and `{second}`: use one float type, and convert the other one before the call"
                ),
            );
        }
        let name = match ungroup(ty) {
            syn::Type::Path(path) => path.path.get_ident(),
            _ => None,
        };
        let implied: Option<Vec<&Ident>> = match ungroup(ty) {
            syn::Type::ImplTrait(bounds) => Some(bounds.bounds.iter().filter_map(bound_name).collect()),
            _ => None,
        };
        let is_implied = |names: &[&str]| {
            implied.as_ref().is_some_and(|bounds| bounds.iter().any(|bound| names.iter().any(|name| *bound == name)))
        };
        let is_function = is_implied(&FUNCTION_BOUNDS) || name.is_some_and(|name| self.functions.contains(name));
        let unbounded = name.filter(|name| self.plain.contains(name));
        if is_function {
            errors.report(
                ty.span(),
                "a function as an argument cannot be differentiated: call it by its name, or write the closure in the body",
            );
        } else if let Some(name) = unbounded.filter(|name| !self.reported.contains(name)) {
            self.reported.push((*name).clone());
            errors.report(
                name.span(),
                format_args!("`{name}` needs a float bound to be differentiated: `{name}: burtorch::Float`"),
            );
        } else if implied.is_some() {
            let way_out = if is_implied(&FLOAT_BOUNDS) {
                "name the type with a generic parameter"
            } else {
                "name the type itself"
            };
            errors.report(ty.span(), format_args!("`impl Trait` arguments cannot be differentiated: {way_out}"));
        }
    }

    fn result(&mut self, ty: &syn::Type, errors: &mut Errors) -> Type {
        let result = match ungroup(ty) {
            syn::Type::Reference(reference) => {
                errors
                    .report(reference.span(), "a returned reference cannot be differentiated: return the value itself");
                return Type::Other;
            }
            other => self.ty(other),
        };
        self.check(ty, errors);
        if !all_float(&result) && self.reported.is_empty() {
            errors.report(
                ty.span(),
                "this result cannot be differentiated: return a float, or an array or tuple of floats",
            );
        }
        result
    }
}

fn all_float(ty: &Type) -> bool {
    match ty {
        Type::Float | Type::Lanes => true,
        Type::Array(element, _) => all_float(element),
        Type::Tuple(elements) => !elements.is_empty() && elements.iter().all(all_float),
        // Fields that are not differentiated pass through.
        Type::Struct(of) => of.types.iter().all(all_float),
        Type::Other => false,
    }
}

/// A slice or `Vec`; one of other things than floats is code as any other.
fn of_any_length(element: Type) -> Type {
    if element.has_floats() { Type::Array(Box::new(element), Len::Dynamic) } else { Type::Other }
}

/// The elements of a `Vec`.
fn elements_of_vec(path: &syn::Path) -> Option<&syn::Type> {
    let last = path.segments.last().filter(|last| last.ident == "Vec")?;
    match &last.arguments {
        syn::PathArguments::AngleBracketed(arguments) => match arguments.args.first() {
            Some(syn::GenericArgument::Type(element)) => Some(element),
            _ => None,
        },
        _ => None,
    }
}

/// A type annotation inside a body.
pub(super) fn annotation(ty: &syn::Type) -> Option<Type> {
    match ungroup(ty) {
        syn::Type::Infer(_) => None,
        syn::Type::Array(array) => {
            Some(Type::Array(Box::new(annotation(&array.elem).unwrap_or(Type::Float)), length(&array.len)))
        }
        syn::Type::Tuple(tuple) => {
            Some(Type::Tuple(tuple.elems.iter().map(|element| annotation(element).unwrap_or(Type::Other)).collect()))
        }
        syn::Type::Path(path) if elements_of_vec(&path.path).is_some() => {
            let element = elements_of_vec(&path.path).and_then(annotation).unwrap_or(Type::Float);
            Some(Type::Array(Box::new(element), Len::Dynamic))
        }
        syn::Type::Slice(slice) => {
            Some(Type::Array(Box::new(annotation(&slice.elem).unwrap_or(Type::Float)), Len::Dynamic))
        }
        syn::Type::Reference(reference) => annotation(&reference.elem),
        syn::Type::Path(path) => {
            let integer = path.path.get_ident().is_some_and(|name| is_inactive_primitive(&name.to_string()));
            Some(if integer || path.path.get_ident().is_none() { Type::Other } else { Type::Float })
        }
        _ => Some(Type::Other),
    }
}

/// `i32`, `usize`, `bool`, `char`…
pub(super) fn is_inactive_primitive(name: &str) -> bool {
    IntType::named(name).is_some() || ["bool", "char", "str", "String"].contains(&name)
}

/// Length expressions, for arrays in types and in repeat expressions.
pub(super) fn length(expr: &syn::Expr) -> Len {
    match expr {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(literal), .. }) => match literal.base10_parse() {
            Ok(len) => Len::Literal(len),
            Err(_) => Len::Constant(expr.to_token_stream()),
        },
        syn::Expr::Group(group) => length(&group.expr),
        syn::Expr::Paren(paren) => length(&paren.expr),
        other => Len::Constant(other.to_token_stream()),
    }
}
