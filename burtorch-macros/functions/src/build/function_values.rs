//! Functions as values: a name in the place of a closure.

use std::rc::Rc;

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};

use crate::ast::{CallExpr, Closure, Expr, ExprKind, Pattern};

/// A function that is passed on, as a closure with so many arguments: `f64::exp` is `|x| f64::exp(x)`.
pub(super) fn function_value(expr: &Expr, arity: usize) -> Option<Rc<Closure>> {
    match &expr.kind {
        ExprKind::Closure(closure) => Some(Rc::clone(closure)),
        ExprKind::Reference(inner) => function_value(inner, arity),
        ExprKind::Name(name) => expanded(&name.to_token_stream(), expr.span, arity),
        ExprKind::Verbatim(path) => expanded(path, expr.span, arity),
        _ => None,
    }
}

/// `|a, b| path(a, b)`
fn expanded(path: &TokenStream, span: Span, arity: usize) -> Option<Rc<Closure>> {
    let mut prefix: Vec<TokenTree> = path.clone().into_iter().collect();
    let Some(TokenTree::Ident(last)) = prefix.pop() else { return None };
    let names: Vec<Ident> = (0..arity).map(|at| Ident::new(&format!("__burtorch_argument_{at}"), span)).collect();
    let params = names.iter().map(|name| Pattern::Name { ident: name.clone(), mutable: false }).collect();
    let args = names.iter().map(|name| Expr { kind: ExprKind::Name(name.clone()), span }).collect();
    let call = CallExpr {
        path: path.clone(),
        prefix: prefix.into_iter().collect(),
        last,
        turbofish: TokenStream::new(),
        args,
    };
    let body = Expr { kind: ExprKind::Call(call), span };
    let list = Group::new(Delimiter::Parenthesis, quote!(#(#names),*));
    let tokens = quote!(|#(#names),*| #path #list);
    Some(Rc::new(Closure { params, body, result: None, moves: false, tokens }))
}
