//! Patterns that may fail, and what is written with them: `if let`, `let … else`, `while let`, `match` with fields.
//!
//! All of them become `match`: what follows a `let … else` stands in the arm of its pattern.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;

use super::body::{blame, expr, member, refuse_attributes};
use super::patterns::{looks_like_a_constant, pattern_test};
use super::tries::TRIED;
use crate::ast::{Arm, ArmPattern, Block, Expr, ExprKind, Member, Pattern, PatternTest, Refutable, Stmt};
use crate::error::Errors;

/// What a number is called that is matched with names and guards alone.
pub const MATCHED: &str = "__matched";

/// A pattern with fields, if every part of it is known.
pub(super) fn refutable(pat: &syn::Pat) -> Option<Refutable> {
    let all = |patterns: &syn::punctuated::Punctuated<syn::Pat, syn::Token![,]>| {
        patterns.iter().map(refutable).collect::<Option<Vec<_>>>()
    };
    Some(match pat {
        syn::Pat::Wild(_) => Refutable::Ignore,
        syn::Pat::Ident(name) if name.by_ref.is_some() || name.subpat.is_some() => return None,
        syn::Pat::Ident(name) if looks_like_a_constant(&name.ident) => {
            let path = name.ident.to_token_stream();
            Refutable::Variant { path, fields: Vec::new(), braces: false, rest: false, span: name.span() }
        }
        syn::Pat::Ident(name) => Refutable::Name { ident: name.ident.clone(), mutable: name.mutability.is_some() },
        syn::Pat::Paren(paren) => refutable(&paren.pat)?,
        syn::Pat::Reference(reference) => Refutable::Deref(Box::new(refutable(&reference.pat)?)),
        syn::Pat::Tuple(tuple) => Refutable::Tuple(all(&tuple.elems)?),
        syn::Pat::Slice(slice) => Refutable::Slice(all(&slice.elems)?),
        syn::Pat::Rest(_) => Refutable::Rest,
        syn::Pat::TupleStruct(of) => {
            let rest = matches!(of.elems.last(), Some(syn::Pat::Rest(_)));
            let elements = of.elems.iter().take(of.elems.len() - usize::from(rest)).map(refutable);
            let fields = elements.collect::<Option<Vec<_>>>()?.into_iter().enumerate();
            let fields = fields.map(|(at, pattern)| (Member::Index(at), pattern)).collect();
            Refutable::Variant { path: of.path.to_token_stream(), fields, braces: false, rest, span: of.span() }
        }
        syn::Pat::Struct(of) => {
            let field = |field: &syn::FieldPat| Some((member(&field.member), refutable(&field.pat)?));
            let fields = of.fields.iter().map(field).collect::<Option<Vec<_>>>()?;
            let (path, rest) = (of.path.to_token_stream(), of.rest.is_some());
            Refutable::Variant { path, fields, braces: true, rest, span: of.span() }
        }
        syn::Pat::Path(path) => {
            let (path, span) = (path.to_token_stream(), path.span());
            Refutable::Variant { path, fields: Vec::new(), braces: false, rest: false, span }
        }
        syn::Pat::Lit(_) | syn::Pat::Range(_) => Refutable::Test(pat.to_token_stream()),
        syn::Pat::Or(or) => {
            let cases = or.cases.iter().map(refutable).collect::<Option<Vec<_>>>()?;
            let binds = |case: &Refutable| !case.names().is_empty();
            if cases.iter().any(binds) {
                return None;
            }
            Refutable::Test(pat.to_token_stream())
        }
        _ => return None,
    })
}

/// The arm of a pattern.
pub(super) fn arm(pat: &syn::Pat, body: Expr) -> Option<Arm> {
    Some(Arm { pattern: ArmPattern::Open(refutable(pat)?), guard: None, body })
}

/// The arm of all other values.
pub(super) fn otherwise(body: Expr) -> Arm {
    let pattern = ArmPattern::Fixed { tokens: quote!(_), test: PatternTest::Any };
    Arm { pattern, guard: None, body }
}

/// `match on { pattern => then, _ => other }`
pub(super) fn choice(pat: &syn::Pat, on: Expr, then: Expr, other: Expr, span: Span) -> Option<Expr> {
    let arms = vec![arm(pat, then)?, otherwise(other)];
    Some(Expr { kind: ExprKind::Match { on: Box::new(on), arms, chain: None }, span })
}

pub(super) fn block_expr(block: Block, span: Span) -> Expr {
    Expr { kind: ExprKind::Block(block), span }
}

/// `match x { Some(y) if cond => a, Some(y) => b, None => c }` as `match x { Some(y) => if cond { a } else { b }, None => c }`,
/// which is the same if the arms give the value one name.
pub(super) fn merged_guards(branch: &syn::ExprMatch) -> Option<syn::ExprMatch> {
    enum Arm<'a> {
        Value(Option<&'a syn::PatIdent>),
        Nothing,
        Rest,
    }
    fn arm_of(pat: &syn::Pat) -> Option<Arm<'_>> {
        let last_is = |path: &syn::Path, names: [&str; 2]| {
            path.segments.last().is_some_and(|last| names.iter().any(|name| last.ident == name))
        };
        match pat {
            syn::Pat::TupleStruct(of) if of.elems.len() == 1 && last_is(&of.path, ["Some", "Ok"]) => {
                match &of.elems[0] {
                    syn::Pat::Wild(_) => Some(Arm::Value(None)),
                    syn::Pat::Ident(name) if name.subpat.is_none() && !looks_like_a_constant(&name.ident) => {
                        Some(Arm::Value(Some(name)))
                    }
                    _ => None,
                }
            }
            syn::Pat::TupleStruct(of) if last_is(&of.path, ["Err", "Err"]) => Some(Arm::Nothing),
            syn::Pat::Ident(name) if name.ident == "None" => Some(Arm::Nothing),
            syn::Pat::Path(of) if last_is(&of.path, ["None", "None"]) => Some(Arm::Nothing),
            syn::Pat::Wild(_) => Some(Arm::Rest),
            _ => None,
        }
    }
    let is_guarded = |arm: &syn::Arm| matches!(arm.pat, syn::Pat::Guard(_));
    if !branch.arms.iter().any(is_guarded) {
        return None;
    }
    let (mut name, mut with_value, mut others) = (None::<&syn::PatIdent>, Vec::new(), Vec::new());
    // Arms that do not bind the name: what they call so is something else.
    let mut without = Vec::new();
    for arm in &branch.arms {
        let ended = with_value.last().is_some_and(|last: &&syn::Arm| !is_guarded(last));
        match arm_of(unguarded(&arm.pat))? {
            Arm::Value(_) if ended => return None,
            Arm::Value(found) => {
                if let (Some(name), Some(found)) = (name, found)
                    && name.to_token_stream().to_string() != found.to_token_stream().to_string()
                {
                    return None;
                }
                name = name.or(found);
                with_value.push(arm);
                if found.is_none() {
                    without.push(arm);
                }
            }
            Arm::Nothing | Arm::Rest if is_guarded(arm) => return None,
            Arm::Nothing => others.push(arm),
            Arm::Rest => {
                if !ended {
                    with_value.push(arm);
                    without.push(arm);
                }
                others.push(arm);
                break;
            }
        }
    }
    if name.is_some_and(|name| without.iter().any(|arm| names(&arm.to_token_stream(), &name.ident))) {
        return None;
    }
    let mut with_value = with_value.into_iter().rev();
    let last = with_value.next().filter(|last| !is_guarded(last))?;
    let mut body = (*last.body).clone();
    for arm in with_value {
        let syn::Pat::Guard(of) = &arm.pat else { return None };
        let (cond, then) = (&of.guard, &arm.body);
        body = syn::parse_quote!(if #cond { #then } else { #body });
    }
    let first = branch.arms.iter().find(|arm| matches!(arm_of(unguarded(&arm.pat)), Some(Arm::Value(_))))?;
    let syn::Pat::TupleStruct(mut pattern) = unguarded(&first.pat).clone() else { return None };
    if let Some(name) = name {
        pattern.elems[0] = syn::Pat::Ident(name.clone());
    }
    let mut arms: Vec<syn::Arm> = vec![syn::parse_quote!(#pattern => { #body },)];
    arms.extend(others.into_iter().cloned());
    Some(syn::ExprMatch { arms, ..branch.clone() })
}

fn names(tokens: &TokenStream, name: &Ident) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(word) => word == *name,
        TokenTree::Group(group) => names(&group.stream(), name),
        // A name in the text of `format!("{name}")`.
        TokenTree::Literal(literal) => literal.to_string().contains(&format!("{{{name}")),
        TokenTree::Punct(_) => false,
    })
}

/// The arms of a `match` with names and guards alone, as a chain of conditions on a number.
pub(super) fn chain(arms: &[syn::Arm], expr: &dyn Fn(&syn::Expr, &mut Errors) -> Expr) -> Option<Box<Expr>> {
    // Before any arm is read: a `match` in an arm would be read twice at each level.
    let is_name = |arm: &syn::Arm| match unguarded(&arm.pat) {
        syn::Pat::Ident(name) => name.by_ref.is_none() && name.subpat.is_none() && !looks_like_a_constant(&name.ident),
        pat => matches!(pat, syn::Pat::Wild(_)),
    };
    if !arms.iter().all(is_name) {
        return None;
    }
    let mut chain: Option<Expr> = None;
    let mut errors = Errors::default();
    for arm in arms.iter().rev() {
        let (pat, guard) = match &arm.pat {
            syn::Pat::Guard(guarded) => (&*guarded.pat, Some(&guarded.guard)),
            plain => (plain, None),
        };
        let name = match pat {
            syn::Pat::Ident(name) => Some(name),
            _ => None,
        };
        let span = pat.span();
        let bound = |value: Expr| {
            let stmts = name.iter().map(|name| Stmt::Let {
                pattern: Pattern::Name { ident: name.ident.clone(), mutable: name.mutability.is_some() },
                ty: None,
                int: None,
                annotation: None,
                floats: Vec::new(),
                init: Some(Expr { kind: ExprKind::Name(Ident::new(MATCHED, Span::mixed_site())), span }),
                span,
            });
            Block { stmts: stmts.collect(), value: Some(Box::new(value)) }
        };
        let then = bound(expr(&arm.body, &mut errors));
        chain = Some(match (guard, chain) {
            (None, _) => block_expr(then, span),
            (Some(guard), Some(other)) => {
                let cond = Box::new(block_expr(bound(expr(guard, &mut errors)), span));
                Expr { kind: ExprKind::If { cond, then, other: Some(Box::new(other)) }, span }
            }
            (Some(_), None) => return forget(errors),
        });
    }
    if errors.count() > 0 { forget(errors) } else { chain.map(Box::new) }
}

fn forget(errors: Errors) -> Option<Box<Expr>> {
    errors.into_list();
    None
}

impl Refutable {
    /// The names that it binds.
    pub fn names(&self) -> Vec<&Ident> {
        match self {
            Refutable::Name { ident, .. } => vec![ident],
            Refutable::Ignore | Refutable::Rest | Refutable::Test(_) => Vec::new(),
            Refutable::Deref(inner) => inner.names(),
            Refutable::Tuple(parts) | Refutable::Slice(parts) => parts.iter().flat_map(Refutable::names).collect(),
            Refutable::Variant { fields, .. } => fields.iter().flat_map(|(_, field)| field.names()).collect(),
        }
    }

    /// The tokens of the pattern, in which only the names that `keep` accepts are bound.
    pub fn binding(&self, keep: &dyn Fn(&Ident) -> bool) -> TokenStream {
        match self {
            Refutable::Name { ident, .. } if keep(ident) => ident.to_token_stream(),
            Refutable::Name { .. } | Refutable::Ignore => quote!(_),
            Refutable::Test(tokens) => tokens.clone(),
            Refutable::Deref(inner) => {
                let inner = inner.binding(keep);
                quote!(&#inner)
            }
            Refutable::Tuple(parts) => {
                let parts = parts.iter().map(|part| part.binding(keep));
                quote!((#(#parts,)*))
            }
            Refutable::Rest => quote!(..),
            Refutable::Slice(parts) => {
                let parts = parts.iter().map(|part| part.binding(keep));
                quote!([#(#parts),*])
            }
            Refutable::Variant { path, fields, braces: true, rest, .. } => {
                let fields = fields.iter().map(|(member, field)| {
                    let field = field.binding(keep);
                    match member {
                        Member::Name(name) if name == &field.to_string() => quote!(#name,),
                        Member::Name(name) => quote!(#name: #field,),
                        Member::Index(at) => {
                            let at = proc_macro2::Literal::usize_unsuffixed(*at);
                            quote!(#at: #field,)
                        }
                    }
                });
                let rest = rest.then(|| quote!(..));
                quote!(#path { #(#fields)* #rest })
            }
            Refutable::Variant { path, fields, rest, .. } if fields.is_empty() && !rest => path.clone(),
            Refutable::Variant { path, fields, rest, .. } => {
                let tried = path.to_string() == TRIED;
                let path = if tried { quote!(::core::option::Option::Some) } else { path.clone() };
                let fields = fields.iter().map(|(_, field)| field.binding(keep));
                let rest = rest.then(|| quote!(..));
                quote!(#path(#(#fields,)* #rest))
            }
        }
    }
}

/// Whether a pattern is one of integers and the like, and not one with fields.
pub(super) fn is_fixed(pat: &syn::Pat) -> bool {
    let mut errors = Errors::default();
    pattern_test(pat, &mut errors);
    let fixed = errors.count() == 0;
    errors.into_list();
    fixed
}

/// An expression with a pattern that takes something apart: code where nothing of it is differentiated. Where its parts are not
/// understood, `message` says so.
pub(super) fn opened(
    source: &syn::Expr,
    message: Option<&str>,
    parse: impl FnOnce(&mut Errors) -> Option<Expr>,
) -> ExprKind {
    let mut inside = Errors::default();
    let parsed = parse(&mut inside);
    let understood = inside.count() == 0;
    let mut problems = inside.into_list();
    if problems.is_empty() {
        problems.extend(message.map(|message| syn::Error::new(blame(source), message)));
    }
    let parsed = parsed.filter(|_| understood).map(Box::new);
    ExprKind::Foreign { tokens: source.to_token_stream(), problems, parsed }
}

pub(super) fn unguarded(pat: &syn::Pat) -> &syn::Pat {
    match pat {
        syn::Pat::Guard(guarded) => &guarded.pat,
        plain => plain,
    }
}

pub(super) fn is_name(pat: &syn::Pat) -> bool {
    matches!(pat, syn::Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none())
}

/// `let pattern = init else { … };` and what follows it.
pub(super) fn let_else(local: &syn::Local, rest: Expr, errors: &mut Errors) -> Option<Expr> {
    refuse_attributes(&local.attrs, errors);
    let init = local.init.as_ref()?;
    let (token, diverge) = init.diverge.as_ref()?;
    let pat = match &local.pat {
        syn::Pat::Type(typed) => &typed.pat,
        other => other,
    };
    let (on, diverge) = (expr(&init.expr, errors), expr(diverge, errors));
    let choice = choice(pat, on, rest, diverge, local.let_token.span);
    if choice.is_none() {
        errors.report(token.span(), "`let … else` cannot be differentiated: use `if` or `match`");
    }
    choice
}
