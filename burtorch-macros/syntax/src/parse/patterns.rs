//! Patterns: those of `let`, and those of the arms of `match`.

use proc_macro2::Ident;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;

use super::body::{expr, member, refuse_attributes};
use super::refutable::{is_fixed, refutable};
use crate::ast::{Arm, ArmPattern, Member, Pattern, PatternTest, Refutable};
use crate::error::Errors;

/// Patterns of `let` and `for`.
pub fn pattern(pat: &syn::Pat, errors: &mut Errors) -> Pattern {
    match pat {
        syn::Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
            Pattern::Name { ident: name.ident.clone(), mutable: name.mutability.is_some() }
        }
        syn::Pat::Wild(_) => Pattern::Ignore,
        syn::Pat::Rest(_) => Pattern::Rest,
        syn::Pat::Tuple(tuple) => {
            Pattern::Tuple(tuple.elems.iter().map(|element| pattern(element, errors)).collect(), tuple.span())
        }
        syn::Pat::Slice(slice) => {
            Pattern::Tuple(slice.elems.iter().map(|element| pattern(element, errors)).collect(), slice.span())
        }
        syn::Pat::Struct(of) => {
            let field = |field: &syn::FieldPat| (member(&field.member), pattern(&field.pat, errors));
            let fields = of.fields.iter().map(field).collect();
            Pattern::Struct { path: of.path.to_token_stream(), fields, span: of.span() }
        }
        syn::Pat::TupleStruct(of) if !of.elems.iter().any(|element| matches!(element, syn::Pat::Rest(_))) => {
            let field = |(at, element)| (Member::Index(at), pattern(element, errors));
            let fields = of.elems.iter().enumerate().map(field).collect();
            Pattern::Struct { path: of.path.to_token_stream(), fields, span: of.span() }
        }
        syn::Pat::Paren(paren) => pattern(&paren.pat, errors),
        syn::Pat::Reference(reference) => Pattern::Deref(Box::new(pattern(&reference.pat, errors))),
        syn::Pat::Type(typed) => pattern(&typed.pat, errors),
        other => {
            errors.report(
                other.span(),
                "this pattern cannot be differentiated: bind a name, a tuple or an array of names, or `_`",
            );
            Pattern::Ignore
        }
    }
}

pub(super) fn match_arm(arm: &syn::Arm, errors: &mut Errors) -> Arm {
    refuse_attributes(&arm.attrs, errors);
    let body = expr(&arm.body, errors);
    let (pat, guard) = match &arm.pat {
        syn::Pat::Guard(guarded) => (&*guarded.pat, Some(guarded.guard.to_token_stream())),
        plain => (plain, None),
    };
    let pattern = match pat {
        syn::Pat::Ident(name)
            if name.subpat.is_none() && name.by_ref.is_none() && !looks_like_a_constant(&name.ident) =>
        {
            ArmPattern::Bind(name.ident.clone())
        }
        open if !is_fixed(open) && refutable(open).is_some() => {
            ArmPattern::Open(refutable(open).unwrap_or(Refutable::Ignore))
        }
        fixed => {
            let test = pattern_test(fixed, errors);
            ArmPattern::Fixed { tokens: quote!(#fixed), test }
        }
    };
    Arm { pattern, guard, body }
}

/// A lone name in a pattern binds, unless it names a constant or a variant; those start in upper case.
pub(super) fn looks_like_a_constant(name: &Ident) -> bool {
    name.to_string().starts_with(|c: char| !c.is_lowercase() && c != '_')
}

pub(super) fn pattern_test(pat: &syn::Pat, errors: &mut Errors) -> PatternTest {
    let int = |expr: &syn::Expr| match lit_int(expr) {
        Some(value) => Ok(value),
        None => Err(()),
    };
    match pat {
        syn::Pat::Wild(_) => PatternTest::Any,
        syn::Pat::Paren(paren) => pattern_test(&paren.pat, errors),
        syn::Pat::Lit(literal) => match &literal.lit {
            syn::Lit::Bool(value) => PatternTest::Bool(value.value),
            syn::Lit::Float(float) => {
                errors.report(float.span(), "a float in a pattern cannot be differentiated: compare with `if`");
                PatternTest::Unknown
            }
            _ => int(&syn::Expr::Lit(literal.clone())).map_or(PatternTest::Unknown, PatternTest::Int),
        },
        syn::Pat::Range(range) => {
            let bound = |bound: &Option<Box<syn::Expr>>| bound.as_ref().map(|bound| int(bound)).transpose();
            match (bound(&range.start), bound(&range.end)) {
                (Ok(start), Ok(end)) => {
                    PatternTest::Range(start, end, matches!(range.limits, syn::RangeLimits::Closed(_)))
                }
                _ => PatternTest::Unknown,
            }
        }
        syn::Pat::Or(or) => PatternTest::Or(or.cases.iter().map(|case| pattern_test(case, errors)).collect()),
        syn::Pat::Ident(name) if name.subpat.is_some() || !looks_like_a_constant(&name.ident) => {
            errors.report(
                name.span(),
                format_args!(
                    "`{}` cannot be bound inside a pattern: match on the value and bind it with `let` in the arm",
                    name.ident
                ),
            );
            PatternTest::Unknown
        }
        syn::Pat::Path(_) | syn::Pat::Ident(_) => PatternTest::Unknown,
        syn::Pat::Tuple(tuple) => {
            for element in &tuple.elems {
                pattern_test(element, errors);
            }
            PatternTest::Unknown
        }
        other => {
            errors.report(other.span(), "this pattern cannot be differentiated: match on integers or booleans");
            PatternTest::Unknown
        }
    }
}

pub(super) fn lit_int(expr: &syn::Expr) -> Option<i128> {
    match expr {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(int), .. }) => int.base10_parse().ok(),
        syn::Expr::Unary(syn::ExprUnary { op: syn::UnOp::Neg(_), expr, .. }) => lit_int(expr).map(|value| -value),
        syn::Expr::Group(group) => lit_int(&group.expr),
        syn::Expr::Paren(paren) => lit_int(&paren.expr),
        _ => None,
    }
}
