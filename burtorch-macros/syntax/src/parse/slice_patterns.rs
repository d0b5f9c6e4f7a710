//! Patterns of slices that may not match: conditions on the length, and names for elements.
//!
//! `match x { [] => a, [first, rest @ ..] => b }` is `if x.len() == 0 { a } else { let first = &x[0]; let rest = &x[1..]; b }`.

use proc_macro2::{Ident, Span, TokenStream};
use syn::spanned::Spanned;

use super::body::{block, expr};
use super::patterns::{looks_like_a_constant, pattern};
use crate::ast::{BinaryOp, Block, Expr, ExprKind, Pattern, Stmt};
use crate::error::Errors;

/// Whether a pattern is one of slices, whose elements match whatever they are.
fn is_slice(pat: &syn::Pat) -> bool {
    match pat {
        syn::Pat::Slice(slice) => slice.elems.iter().all(always_matches),
        syn::Pat::Paren(paren) => is_slice(&paren.pat),
        syn::Pat::Reference(reference) => is_slice(&reference.pat),
        _ => false,
    }
}

fn always_matches(pat: &syn::Pat) -> bool {
    match pat {
        syn::Pat::Wild(_) | syn::Pat::Rest(_) => true,
        syn::Pat::Ident(name) => {
            let is_rest = |(_, inner): &(_, Box<syn::Pat>)| matches!(**inner, syn::Pat::Rest(_));
            !looks_like_a_constant(&name.ident) && name.subpat.as_ref().is_none_or(is_rest)
        }
        syn::Pat::Tuple(tuple) => tuple.elems.iter().all(always_matches),
        syn::Pat::Paren(paren) => always_matches(&paren.pat),
        syn::Pat::Reference(reference) => always_matches(&reference.pat),
        _ => false,
    }
}

/// Whether an expression is an `if let` or `match` with patterns of slices.
pub(super) fn is_on_slices(source: &syn::Expr) -> bool {
    match source {
        syn::Expr::If(branch) => matches!(&*branch.cond, syn::Expr::Let(cond) if is_slice(&cond.pat)),
        syn::Expr::Match(branch) => {
            let is_plain = |pat: &syn::Pat| match pat {
                syn::Pat::Wild(_) => true,
                syn::Pat::Ident(name) => name.subpat.is_none() && !looks_like_a_constant(&name.ident),
                pat => is_slice(pat),
            };
            let takes_apart = branch.arms.iter().any(|arm| is_slice(&arm.pat));
            takes_apart && branch.arms.iter().all(|arm| is_plain(&arm.pat))
        }
        _ => false,
    }
}

/// What such an expression means.
pub(super) fn on_slices(source: &syn::Expr, errors: &mut Errors) -> ExprKind {
    match source {
        syn::Expr::If(branch) => if_let(branch, errors).unwrap_or(ExprKind::Error),
        syn::Expr::Match(branch) => match_slices(branch, errors),
        _ => ExprKind::Error,
    }
}

/// `if let [a, b] = x { … }`
fn if_let(branch: &syn::ExprIf, errors: &mut Errors) -> Option<ExprKind> {
    let syn::Expr::Let(cond) = &*branch.cond else { return None };
    let syn::Pat::Slice(slice) = bare(&cond.pat) else { return None };
    let then = block(&branch.then_branch, errors);
    let other = match &branch.else_branch {
        Some((_, other)) => expr(other, errors),
        None => from_block(Block { stmts: Vec::new(), value: None }, branch.span()),
    };
    Some(on_slice(&cond.expr, errors, |on, errors| Some(one_arm(on, slice, then, Some(other), errors))))
}

/// `match x { [] => …, [a, rest @ ..] => … }`
fn match_slices(branch: &syn::ExprMatch, errors: &mut Errors) -> ExprKind {
    let arms: Vec<(&syn::Pat, Expr)> = branch.arms.iter().map(|arm| (&arm.pat, expr(&arm.body, errors))).collect();
    on_slice(&branch.expr, errors, |on, errors| {
        // From the last arm to the first: rustc has seen that one of them matches.
        let mut chosen = None;
        for (pat, body) in arms.into_iter().rev() {
            let span = body.span;
            let then = Block { stmts: Vec::new(), value: Some(Box::new(body)) };
            chosen = Some(match bare(pat) {
                syn::Pat::Slice(slice) => one_arm(on, slice, then, chosen, errors),
                syn::Pat::Ident(name) => {
                    let stmts = vec![binding(named(&name.ident), on.whole(span), span)];
                    from_block(Block { stmts, ..then }, span)
                }
                _ => from_block(then, span),
            });
        }
        chosen
    })
}

fn bare(pat: &syn::Pat) -> &syn::Pat {
    match pat {
        syn::Pat::Paren(paren) => bare(&paren.pat),
        syn::Pat::Reference(reference) => bare(&reference.pat),
        other => other,
    }
}

/// What is matched on: a name.
struct On(Ident);

impl On {
    fn whole(&self, span: Span) -> Expr {
        Expr { kind: ExprKind::Name(self.0.clone()), span }
    }

    fn len(&self, span: Span) -> Expr {
        let name = Ident::new("len", span);
        let receiver = Box::new(self.whole(span));
        let kind = ExprKind::Method { receiver, name, turbofish: TokenStream::new(), args: Vec::new() };
        Expr { kind, span }
    }

    /// The index that lies this number of places before the end.
    fn before_end(&self, places: usize, span: Span) -> Expr {
        let (len, places) = (Box::new(self.len(span)), Box::new(int(places, span)));
        Expr { kind: ExprKind::Binary(BinaryOp::Sub, len, places), span }
    }

    fn part(&self, index: Expr, span: Span) -> Expr {
        let part = Expr { kind: ExprKind::Index(Box::new(self.whole(span)), Box::new(index)), span };
        Expr { kind: ExprKind::Reference(Box::new(part)), span }
    }
}

fn int(value: usize, span: Span) -> Expr {
    Expr { kind: ExprKind::Int(i128::try_from(value).unwrap_or(i128::MAX), None), span }
}

/// Gives what is matched on a name, if it has none.
fn on_slice(source: &syn::Expr, errors: &mut Errors, build: impl FnOnce(&On, &mut Errors) -> Option<Expr>) -> ExprKind {
    let parsed = expr(source, errors);
    let span = parsed.span;
    let (on, stmts) = match &parsed.kind {
        ExprKind::Name(name) => (On(name.clone()), Vec::new()),
        _ => {
            let name = Ident::new("__burtorch_slice", span);
            let whole = binding(named(&name), parsed, span);
            (On(name), vec![whole])
        }
    };
    match build(&on, errors) {
        Some(chosen) => ExprKind::Block(Block { stmts, value: Some(Box::new(chosen)) }),
        None => ExprKind::Error,
    }
}

fn named(name: &Ident) -> Pattern {
    Pattern::Name { ident: name.clone(), mutable: false }
}

fn binding(pattern: Pattern, init: Expr, span: Span) -> Stmt {
    Stmt::Let { pattern, ty: None, int: None, annotation: None, floats: Vec::new(), init: Some(init), span }
}

fn from_block(block: Block, span: Span) -> Expr {
    Expr { kind: ExprKind::Block(block), span }
}

/// `if` the length fits `{ names for the elements; then } else { other }`; without `other`, it fits.
fn one_arm(on: &On, slice: &syn::PatSlice, then: Block, other: Option<Expr>, errors: &mut Errors) -> Expr {
    let span = slice.span();
    let is_rest = |pat: &syn::Pat| match pat {
        syn::Pat::Rest(_) => true,
        syn::Pat::Ident(name) => matches!(&name.subpat, Some((_, inner)) if matches!(**inner, syn::Pat::Rest(_))),
        _ => false,
    };
    let rest = slice.elems.iter().position(is_rest);
    let count = slice.elems.len() - usize::from(rest.is_some());
    let mut stmts = Vec::new();
    for (at, pat) in slice.elems.iter().enumerate() {
        let (pattern, index) = match (pat, rest) {
            (syn::Pat::Rest(_) | syn::Pat::Wild(_), _) => continue,
            (syn::Pat::Ident(name), Some(rest)) if rest == at => {
                let after = count - at;
                let start = (at > 0).then(|| Box::new(int(at, span)));
                let end = (after > 0).then(|| Box::new(on.before_end(after, span)));
                (named(&name.ident), Expr { kind: ExprKind::Range { start, end, inclusive: false }, span })
            }
            (pat, Some(rest)) if at > rest => (pattern(pat, errors), on.before_end(slice.elems.len() - at, span)),
            (pat, _) => (pattern(pat, errors), int(at, span)),
        };
        stmts.push(binding(pattern, on.part(index, span), span));
    }
    stmts.extend(then.stmts);
    let then = Block { stmts, value: then.value };
    let Some(other) = other else { return from_block(then, span) };
    let op = if rest.is_some() { BinaryOp::Ge } else { BinaryOp::Eq };
    let cond = ExprKind::Binary(op, Box::new(on.len(span)), Box::new(int(count, span)));
    let cond = Box::new(Expr { kind: cond, span });
    Expr { kind: ExprKind::If { cond, then, other: Some(Box::new(other)) }, span }
}
