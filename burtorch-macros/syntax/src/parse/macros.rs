//! Macros that a body calls.

use proc_macro2::TokenStream;
use syn::spanned::Spanned;

use super::body::expr;
use crate::ast::{Expr, ExprKind};
use crate::error::Errors;

/// `panic!` never yields, `assert!` only looks; other macros are opaque.
pub(super) fn macro_call(mac: &syn::Macro, tokens: TokenStream, errors: &mut Errors) -> Expr {
    let span = mac.span();
    let path: Vec<String> = mac.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    // A macro of another library may have any of these names.
    let name = match &path[..] {
        [name] => name.clone(),
        [library, name] if matches!(library.as_str(), "std" | "core" | "alloc") => name.clone(),
        _ => String::new(),
    };
    let kind = match name.as_str() {
        "panic" | "unreachable" | "todo" | "unimplemented" => ExprKind::Diverge(tokens),
        "assert" | "assert_eq" | "assert_ne" | "debug_assert" | "debug_assert_eq" | "debug_assert_ne" | "print"
        | "println" | "eprint" | "eprintln" => ExprKind::Observe(strip_semicolon(tokens)),
        "vec" => vec_macro(mac, tokens, errors),
        _ => ExprKind::Other {
            tokens: strip_semicolon(tokens),
            construct: "a macro call",
            advice: "write what it expands to, or compute it outside and pass the value as an argument",
        },
    };
    Expr { kind, span }
}

/// `vec![x; n]` or `vec![a, b]`
fn vec_macro(mac: &syn::Macro, tokens: TokenStream, errors: &mut Errors) -> ExprKind {
    let list = syn::punctuated::Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated;
    if let Ok(elements) = mac.parse_body_with(list) {
        return ExprKind::Vec(elements.iter().map(|element| expr(element, errors)).collect());
    }
    let repeat = |input: syn::parse::ParseStream| {
        let element: syn::Expr = input.parse()?;
        input.parse::<syn::Token![;]>()?;
        Ok((element, input.parse::<syn::Expr>()?))
    };
    match mac.parse_body_with(repeat) {
        Ok((element, len)) => ExprKind::VecOf(Box::new(expr(&element, errors)), Box::new(expr(&len, errors))),
        // rustc says what is wrong with it.
        Err(_) => ExprKind::Verbatim(strip_semicolon(tokens)),
    }
}

fn strip_semicolon(tokens: TokenStream) -> TokenStream {
    let mut tokens: Vec<_> = tokens.into_iter().collect();
    if matches!(tokens.last(), Some(proc_macro2::TokenTree::Punct(punct)) if punct.as_char() == ';') {
        tokens.pop();
    }
    tokens.into_iter().collect()
}
