//! `#[differentiable(…)]` and `#[derivative(…)]`: what stands in the parentheses.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::meta::ParseNestedMeta;
use syn::parse::Parser;
use syn::spanned::Spanned;

use super::structs::Structs;
use crate::error::Errors;
use crate::nearest::nearest;

/// The options of `#[differentiable]`.
pub struct Options {
    /// Names of the arguments to differentiate with respect to, if they were picked.
    pub wrt: Option<Vec<Ident>>,
    /// Structs whose values are differentiated.
    pub structs: Vec<syn::Path>,
    /// What is known of these, once they were asked.
    pub known: Structs,
    /// The budget of unrolled statements.
    pub unroll: usize,
    /// Generates sibling methods even though there is no `self`.
    pub method: bool,
    /// Whether second derivatives were asked for; if nothing was said, the function's size decides.
    pub second_order: Option<bool>,
    /// Other functions may differentiate its `jvp`.
    pub nested: bool,
    /// Sums in derivatives are factored.
    pub factored: bool,
    /// Loops over slices are vector code.
    pub vector: Option<Span>,
    /// Values and derivatives may have other last bits if they are faster then.
    pub fast: Option<Span>,
    /// Derivatives in several directions at once are wanted.
    pub lanes: Option<Span>,
    /// Long loops are swept in segments that are run once more.
    pub checkpoint: Option<Span>,
    /// The function runs on numbers that record themselves.
    pub tape: Option<Span>,
    /// What the compiler does not take is an error; the function must not run on such numbers.
    pub compiled: Option<Span>,
    /// Where burtorch is, if it was renamed.
    pub krate: TokenStream,
}

impl Options {
    /// About 1,500 unrolled statements in one function compile in about a second.
    pub const UNROLL: usize = 1500;

    /// What holds if nothing is said.
    pub fn new(krate: TokenStream) -> Self {
        let (structs, known) = (Vec::new(), Structs::default());
        Options {
            wrt: None,
            structs,
            known,
            unroll: Self::UNROLL,
            method: false,
            second_order: None,
            nested: false,
            factored: false,
            vector: None,
            fast: None,
            lanes: None,
            checkpoint: None,
            tape: None,
            compiled: None,
            krate,
        }
    }

    /// Whether something was asked for that only compiled derivatives have.
    pub fn of_the_compiler(&self) -> bool {
        let marked = [self.compiled, self.vector, self.fast, self.lanes, self.checkpoint];
        marked.iter().any(Option::is_some)
            || !self.structs.is_empty()
            || self.unroll != Self::UNROLL
            || self.second_order.is_some()
            || self.nested
            || self.factored
    }

    /// Whether something was asked for that no function has that runs on numbers that record themselves.
    pub fn must_be_compiled(&self) -> bool {
        let marked = [self.compiled, self.vector, self.fast, self.lanes, self.checkpoint];
        marked.iter().any(Option::is_some) || self.nested
    }

    /// The options of an expression, from the attributes before it.
    pub fn of_expression(attributes: &[syn::Attribute], errors: &mut Errors) -> Self {
        // Its value holds all three closures, however large they are.
        let mut options = Options { second_order: Some(true), ..Self::new(quote!(::burtorch)) };
        let mut seen: Vec<Ident> = Vec::new();
        for attribute in attributes {
            let mut twice = None;
            let parsed = attribute.parse_nested_meta(|meta| {
                let name = meta.path.require_ident()?;
                if seen.contains(name) {
                    twice = Some(format!("option `{name}` is given twice: remove one"));
                }
                seen.push(name.clone());
                if name == "factored" {
                    options.factored = true;
                } else if name == "crate" {
                    let path: syn::Path = meta.value()?.parse()?;
                    options.krate = quote!(#path);
                } else {
                    return Err(meta.error("unknown option"));
                }
                Ok(())
            });
            let is_known = attribute.path().is_ident("differentiable") && parsed.is_ok();
            let options =
                "an expression has two options: `graph!(#[differentiable(factored, crate = path)] |x: f64| …)`";
            match twice {
                _ if !is_known => errors.report(attribute.path().span(), options),
                Some(message) => errors.report(attribute.path().span(), message),
                None => {}
            }
        }
        options
    }

    pub fn parse(tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut options = Self::new(quote!(::burtorch));
        let mut seen = Vec::new();
        let parser = syn::meta::parser(|meta| {
            once(&meta, &mut seen)?;
            if meta.path.is_ident("wrt") {
                let mut names = Vec::new();
                let parsed = meta.parse_nested_meta(|name| {
                    names.push(name.path.require_ident()?.clone());
                    Ok(())
                });
                if parsed.is_err() || names.is_empty() {
                    return Err(meta.error("`wrt` takes the names of arguments: `wrt(x, y)`"));
                }
                options.wrt = Some(names);
            } else if meta.path.is_ident("structs") {
                let mut paths = Vec::new();
                let parsed = meta.parse_nested_meta(|path| {
                    paths.push(path.path);
                    Ok(())
                });
                if parsed.is_err() || paths.is_empty() {
                    return Err(meta.error("`structs` takes structs that derive `Differentiable`: `structs(Point)`"));
                }
                options.structs = paths;
            } else if meta.path.is_ident("unroll") {
                let number = meta
                    .value()
                    .and_then(syn::parse::ParseBuffer::parse::<syn::LitInt>)
                    .and_then(|number| number.base10_parse());
                options.unroll = number.map_err(|_| meta.error("`unroll` takes a number: `unroll = 1500`"))?;
            } else if meta.path.is_ident("method") {
                options.method = true;
            } else if meta.path.is_ident("nested") {
                options.nested = true;
            } else if meta.path.is_ident("factored") {
                if meta.input.peek(syn::Token![=]) {
                    return Err(meta.error("`factored` takes no value: leave it out for exact derivatives"));
                }
                options.factored = true;
            } else if meta.path.is_ident("vector") {
                if meta.input.peek(syn::Token![=]) {
                    return Err(meta.error("`vector` takes no value: leave it out for the bits of Rust's own methods"));
                }
                options.vector = Some(meta.path.span());
            } else if meta.path.is_ident("fast") {
                if meta.input.peek(syn::Token![=]) {
                    return Err(meta.error("`fast` takes no value: leave it out for the bits of the function itself"));
                }
                options.fast = Some(meta.path.span());
            } else if meta.path.is_ident("tape") || meta.path.is_ident("compiled") {
                let given = if meta.path.is_ident("tape") { &mut options.tape } else { &mut options.compiled };
                *given = Some(meta.path.span());
            } else if meta.path.is_ident("lanes") {
                options.lanes = Some(meta.path.span());
            } else if meta.path.is_ident("first_order") || meta.path.is_ident("second_order") {
                if options.second_order.is_some() {
                    return Err(meta.error("`first_order` and `second_order` exclude each other: remove one"));
                }
                options.second_order = Some(meta.path.is_ident("second_order"));
            } else if meta.path.is_ident("checkpoint") {
                let schedule = meta.value().and_then(syn::parse::ParseBuffer::parse::<Ident>);
                match schedule {
                    Ok(schedule) if schedule == "sqrt" => options.checkpoint = Some(schedule.span()),
                    _ => return Err(meta.error("`checkpoint` takes a schedule: `checkpoint = sqrt`")),
                }
            } else if meta.path.is_ident("crate") {
                let path: syn::Path = meta.value()?.parse()?;
                options.krate = quote!(#path);
            } else {
                const NAMES: [&str; 15] = [
                    "wrt",
                    "structs",
                    "first_order",
                    "second_order",
                    "nested",
                    "factored",
                    "fast",
                    "vector",
                    "lanes",
                    "checkpoint",
                    "unroll",
                    "tape",
                    "compiled",
                    "method",
                    "crate",
                ];
                let known = meta.path.get_ident().and_then(|name| nearest(&name.to_string(), NAMES));
                if let Some(known) = known {
                    return Err(meta.error(format_args!("unknown option: did you mean `{known}`?")));
                }
                return Err(
                    meta.error("unknown option: there are `wrt(x, …)`, `structs(Point, …)`, `first_order`, `second_order`, `nested`, `factored`, `fast`, `vector`, `lanes`, `checkpoint = sqrt`, `unroll = 1500`, `tape`, `compiled`, `method` and `crate = path`")
                );
            }
            Ok(())
        });
        if let Err(error) = parser.parse2(tokens) {
            errors.push(error);
        }
        options
    }
}

/// The options of `#[derivative]`.
pub struct DerivativeOptions {
    /// The function that gets the rule.
    pub of: Option<syn::Path>,
    /// The rule itself is not differentiated.
    pub first_order: bool,
    /// Where burtorch is, if it was renamed.
    pub krate: TokenStream,
}

impl DerivativeOptions {
    pub fn parse(tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut options = DerivativeOptions { of: None, first_order: false, krate: quote!(::burtorch) };
        let mut seen = Vec::new();
        let parser = syn::meta::parser(|meta| {
            once(&meta, &mut seen)?;
            if meta.path.is_ident("of") {
                let path = meta.value().and_then(syn::parse::ParseBuffer::parse);
                options.of = Some(path.map_err(|_| meta.error("`of` takes the path of a function: `of = path`"))?);
            } else if meta.path.is_ident("first_order") {
                options.first_order = true;
            } else if meta.path.is_ident("crate") {
                let path: syn::Path = meta.value()?.parse()?;
                options.krate = quote!(#path);
            } else {
                return Err(meta.error("unknown option: there are `of = path`, `first_order` and `crate = path`"));
            }
            Ok(())
        });
        if let Err(error) = parser.parse2(tokens) {
            errors.push(error);
        } else if options.of.is_none() {
            errors
                .report(Span::call_site(), "say which function this is the derivative of: `#[derivative(of = path)]`");
        }
        options
    }
}

/// Refuses an option that was given before.
fn once(meta: &ParseNestedMeta, seen: &mut Vec<Ident>) -> syn::Result<()> {
    let name = meta.path.require_ident()?;
    if seen.contains(name) {
        return Err(meta.error(format_args!("option `{name}` is given twice: remove one")));
    }
    seen.push(name.clone());
    Ok(())
}
