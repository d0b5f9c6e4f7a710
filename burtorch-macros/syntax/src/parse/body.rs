//! Bodies: statements and expressions.

use std::rc::Rc;

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::spanned::Spanned;

use super::floats::{annotation, length};
use super::literals::{binary_op, lit, loop_label, unary_op};
use super::macros::macro_call;
use super::patterns::{match_arm, pattern};
use super::refutable::{block_expr, chain, choice, is_fixed, is_name, let_else, merged_guards, opened, unguarded};
use super::slice_patterns::{is_on_slices, on_slices};
use super::tries::{behind, take, tries};
use crate::ast::{Block, CallExpr, Closure, Expr, ExprKind, IntType, Member, Precision, Stmt, StructExpr};
use crate::each::Each;
use crate::error::Errors;

/// The body of a function: only here may items stand.
pub fn body(body: &syn::Block, errors: &mut Errors) -> Block {
    let stmts: Vec<_> = body.stmts.only(|stmt| !is_item(stmt));
    let mut parsed = statements(&stmts, errors);
    let items = body.stmts.iter().filter_map(|stmt| match stmt {
        syn::Stmt::Item(item) if is_item(stmt) => Some(Stmt::Item(item.to_token_stream())),
        _ => None,
    });
    // Items are seen in the whole body, before them too.
    parsed.stmts.splice(0..0, items);
    parsed
}

fn is_item(stmt: &syn::Stmt) -> bool {
    matches!(stmt, syn::Stmt::Item(item) if !matches!(item, syn::Item::Macro(_)))
}

pub(super) fn block(block: &syn::Block, errors: &mut Errors) -> Block {
    statements(&block.stmts.iter().collect::<Vec<_>>(), errors)
}

fn statements(source: &[&syn::Stmt], errors: &mut Errors) -> Block {
    let mut stmts = Vec::new();
    let mut value = None;
    let last = source.len().saturating_sub(1);
    for (at, &stmt) in source.iter().enumerate() {
        match stmt {
            // What follows is what its pattern leads to.
            syn::Stmt::Local(local) if local.init.as_ref().is_some_and(|init| init.diverge.is_some()) => {
                let rest = statements(&source[at + 1..], errors);
                let span = local.let_token.span;
                if let Some(parsed) = let_else(local, block_expr(rest, span), errors) {
                    value = Some(Box::new(parsed));
                }
                break;
            }
            syn::Stmt::Local(local) => stmts.push(local_stmt(local, errors)),
            syn::Stmt::Item(syn::Item::Macro(item)) => errors.report(
                item.span(),
                "a macro that is defined in the body cannot be differentiated: move it out of the function",
            ),
            syn::Stmt::Item(item) => errors.report(
                item.span(),
                "an item inside an inner block cannot be differentiated: move it to the top of the function",
            ),
            syn::Stmt::Expr(inner, None) if at == last => value = Some(Box::new(expr(inner, errors))),
            syn::Stmt::Expr(inner, _) => stmts.push(Stmt::Expr(expr(inner, errors))),
            syn::Stmt::Macro(call) => {
                refuse_attributes(&call.attrs, errors);
                let parsed = macro_call(&call.mac, call.to_token_stream(), errors);
                if at == last && call.semi_token.is_none() {
                    value = Some(Box::new(parsed));
                } else {
                    stmts.push(Stmt::Expr(parsed));
                }
            }
        }
        let is_value = value.is_some();
        let last = value.take().map_or_else(|| stmts.pop(), |value: Box<Expr>| Some(Stmt::Expr(*value)));
        let Some(mut last) = last else { continue };
        let taken = if tries(&last) { take(&mut last, errors) } else { Vec::new() };
        match last {
            Stmt::Expr(last) if is_value => value = Some(Box::new(last)),
            last => stmts.push(last),
        }
        if !taken.is_empty() {
            // What follows is built only if there is a value.
            let rest = match value.take() {
                Some(value) => Block { stmts: Vec::new(), value: Some(value) },
                None => {
                    let mut rest = statements(&source[at + 1..], errors);
                    rest.stmts.splice(0..0, stmts.pop());
                    rest
                }
            };
            value = behind(taken, rest).value;
            break;
        }
    }
    Block { stmts, value }
}

/// `#[cfg]` and its like would be lost: only lints and docs are about the source alone.
pub(super) fn refuse_attributes(attributes: &[syn::Attribute], errors: &mut Errors) {
    for attribute in attributes {
        let harmless = ["allow", "expect", "warn", "deny", "doc", "rustfmt"];
        let name = attribute.path().segments.first().map(|segment| segment.ident.to_string()).unwrap_or_default();
        if !harmless.contains(&name.as_str()) {
            errors.report(
                attribute.span(),
                format_args!("`#[{name}]` inside the body cannot be differentiated: put it on the function"),
            );
        }
    }
}

fn local_stmt(local: &syn::Local, errors: &mut Errors) -> Stmt {
    refuse_attributes(&local.attrs, errors);
    let (pat, ty, int) = match &local.pat {
        syn::Pat::Type(typed) => (&*typed.pat, annotation(&typed.ty), int_type(&typed.ty)),
        other => (other, None, None),
    };
    let written = match &local.pat {
        syn::Pat::Type(typed) => Some(typed.ty.to_token_stream()),
        _ => None,
    };
    let floats = written.as_ref().map(|ty| float_words(&ty.to_string())).unwrap_or_default();
    let init = local.init.as_ref().map(|init| expr(&init.expr, errors));
    let pattern = pattern(pat, errors);
    Stmt::Let { pattern, ty, int, annotation: written, floats, init, span: local.let_token.span }
}

/// Which integer type a type is.
pub(super) fn int_type(ty: &syn::Type) -> Option<IntType> {
    match ty {
        syn::Type::Path(path) => path.path.get_ident().and_then(|name| IntType::named(&name.to_string())),
        _ => None,
    }
}

/// The float types that a type mentions.
fn float_words(ty: &str) -> Vec<Precision> {
    let words = ty.split(|c: char| !c.is_alphanumeric() && c != '_');
    words
        .filter_map(|word| match word {
            "f32" => Some(Precision::F32),
            "f64" => Some(Precision::F64),
            _ => None,
        })
        .collect()
}

/// One expression. What the language does not know becomes [`ExprKind::Other`].
pub fn expr(source: &syn::Expr, errors: &mut Errors) -> Expr {
    // A long sum or a chain of methods nests to the left, one level per term: it is walked, so that its length is not the stack's.
    let (mut around, mut first) = (Vec::new(), source);
    while let Some(inner) = left_of(first) {
        around.push(first);
        first = inner;
    }
    let mut parsed = one_expr(first, errors);
    for source in around.into_iter().rev() {
        parsed = expr_around(source, parsed, errors);
    }
    parsed
}

/// The first part of an expression, if there is more after it, or before it.
fn left_of(source: &syn::Expr) -> Option<&syn::Expr> {
    match source {
        syn::Expr::Binary(binary) if binary_op(&binary.op).is_some() => Some(&binary.left),
        syn::Expr::MethodCall(call) => Some(&call.receiver),
        syn::Expr::Index(index) => Some(&index.expr),
        syn::Expr::Field(field) => Some(&field.base),
        syn::Expr::Cast(cast) => Some(&cast.expr),
        syn::Expr::Unary(unary) if unary_op(unary.op).is_some() => Some(&unary.expr),
        syn::Expr::Reference(reference) => Some(&reference.expr),
        syn::Expr::Paren(paren) => Some(&paren.expr),
        syn::Expr::Group(group) => Some(&group.expr),
        _ => None,
    }
}

/// An expression whose first part is parsed.
fn expr_around(source: &syn::Expr, first: Expr, errors: &mut Errors) -> Expr {
    refuse_attributes(attributes(source), errors);
    let (mut span, inner) = (blame(source), first.span);
    let first = Box::new(first);
    let kind = match source {
        syn::Expr::Binary(binary) => binary_expr(binary, first, errors),
        syn::Expr::MethodCall(call) => ExprKind::Method {
            receiver: first,
            name: call.method.clone(),
            turbofish: call.turbofish.to_token_stream(),
            args: if ["ok_or", "expect"].iter().any(|name| call.method == name) {
                call.args.iter().map(|arg| message(arg, errors)).collect()
            } else {
                call.args.iter().map(|arg| expr(arg, errors)).collect()
            },
        },
        syn::Expr::Index(index) => {
            span = inner;
            ExprKind::Index(first, Box::new(expr(&index.index, errors)))
        }
        syn::Expr::Field(field) => ExprKind::Field(first, member(&field.member)),
        syn::Expr::Cast(cast) => ExprKind::Cast(first, cast.ty.to_token_stream(), int_type(&cast.ty)),
        syn::Expr::Unary(unary) => match unary_op(unary.op) {
            Some(op) => ExprKind::Unary(op, first),
            None => unreachable!("its operand is no first part"),
        },
        syn::Expr::Reference(reference) if reference.mutability.is_none() => ExprKind::Reference(first),
        syn::Expr::Reference(_) => ExprKind::MutReference(first),
        // Parentheses.
        _ => return *first,
    };
    Expr { kind, span }
}

/// An expression that starts with no other.
#[allow(clippy::too_many_lines, reason = "one arm per kind of expression")]
fn one_expr(source: &syn::Expr, errors: &mut Errors) -> Expr {
    refuse_attributes(attributes(source), errors);
    let boxed = |inner: &syn::Expr, errors: &mut Errors| Box::new(expr(inner, errors));
    let all = |inner: &syn::punctuated::Punctuated<syn::Expr, syn::Token![,]>, errors: &mut Errors| {
        inner.iter().map(|inner| expr(inner, errors)).collect::<Vec<_>>()
    };
    let kind = match source {
        source if is_on_slices(source) => foreign_or(source, |errors| on_slices(source, errors)),
        syn::Expr::Lit(literal) => lit(&literal.lit),
        syn::Expr::Path(path) => match path.path.get_ident() {
            Some(name) if path.qself.is_none() => ExprKind::Name(name.clone()),
            _ => ExprKind::Verbatim(path.to_token_stream()),
        },
        syn::Expr::Unary(_) => other(source, "this operator", "use `-`, `!` or `*`"),
        syn::Expr::Binary(_) => other(source, "this operator", "use arithmetic and comparisons"),
        syn::Expr::Assign(assign) => {
            ExprKind::Assign { place: boxed(&assign.left, errors), op: None, value: boxed(&assign.right, errors) }
        }
        syn::Expr::Call(call) => call_expr(call, source, errors),
        syn::Expr::Struct(of) if of.qself.is_none() => struct_expr(of),
        syn::Expr::Array(array) => ExprKind::Array(all(&array.elems, errors)),
        syn::Expr::Repeat(repeat) => ExprKind::Repeat(boxed(&repeat.expr, errors), length(&repeat.len)),
        syn::Expr::Tuple(tuple) => ExprKind::Tuple(all(&tuple.elems, errors)),
        syn::Expr::Range(range) => ExprKind::Range {
            start: range.start.as_ref().map(|inner| boxed(inner, errors)),
            end: range.end.as_ref().map(|inner| boxed(inner, errors)),
            inclusive: matches!(range.limits, syn::RangeLimits::Closed(_)),
        },
        syn::Expr::If(branch) => match &*branch.cond {
            syn::Expr::Let(of) => opened(source, refused(&branch.cond), |errors| {
                let (on, then) = (expr(&of.expr, errors), block(&branch.then_branch, errors));
                let other = match &branch.else_branch {
                    Some((_, other)) => expr(other, errors),
                    None => block_expr(Block { stmts: Vec::new(), value: None }, blame(source)),
                };
                choice(&of.pat, on, block_expr(then, blame(source)), other, blame(source))
            }),
            _ => foreign_or(source, |errors| ExprKind::If {
                cond: boxed(&branch.cond, errors),
                then: block(&branch.then_branch, errors),
                other: branch.else_branch.as_ref().map(|(_, inner)| boxed(inner, errors)),
            }),
        },
        syn::Expr::Match(branch) => {
            let merged = merged_guards(branch);
            let branch = merged.as_ref().unwrap_or(branch);
            let matched = |errors: &mut Errors| {
                let arms: Vec<_> = branch.arms.each(|arm| match_arm(arm, errors));
                let chain = chain(&branch.arms, &expr);
                ExprKind::Match { on: boxed(&branch.expr, errors), arms, chain }
            };
            let fields = "this pattern cannot be differentiated: match on integers or booleans";
            if branch.arms.iter().all(|arm| is_fixed(unguarded(&arm.pat)) || is_name(unguarded(&arm.pat))) {
                foreign_or(source, matched)
            } else {
                opened(source, Some(fields), |errors| Some(Expr { kind: matched(errors), span: blame(source) }))
            }
        }
        syn::Expr::Block(inner) => {
            if let Some(label) = &inner.label {
                errors.report(
                    label.span(),
                    "a labelled block cannot be differentiated: use `if`/`else` in place of `break`",
                );
            }
            ExprKind::Block(block(&inner.block, errors))
        }
        syn::Expr::ForLoop(lp) => ExprKind::For {
            label: loop_label(lp.label.as_ref()),
            pattern: pattern(&lp.pat, errors),
            iter: boxed(&lp.expr, errors),
            body: block(&lp.body, errors),
        },
        syn::Expr::While(lp) if !matches!(*lp.cond, syn::Expr::Let(_)) => ExprKind::While {
            label: loop_label(lp.label.as_ref()),
            cond: Some(boxed(&lp.cond, errors)),
            body: block(&lp.body, errors),
        },
        syn::Expr::While(lp) => {
            let way_out = "`while let` cannot be differentiated: use `while` with a condition";
            opened(source, Some(way_out), |errors| {
                let syn::Expr::Let(of) = &*lp.cond else { return None };
                let (on, body) = (expr(&of.expr, errors), block(&lp.body, errors));
                let (span, label) = (blame(source), loop_label(lp.label.as_ref()));
                let stop = Expr { kind: ExprKind::Break { label: None, value: None }, span };
                let choice = choice(&of.pat, on, block_expr(body, span), stop, span)?;
                let body = Block { stmts: vec![Stmt::Expr(choice)], value: None };
                Some(Expr { kind: ExprKind::While { label, cond: None, body }, span })
            })
        }
        syn::Expr::Loop(lp) => {
            ExprKind::While { label: loop_label(lp.label.as_ref()), cond: None, body: block(&lp.body, errors) }
        }
        syn::Expr::Break(jump) => ExprKind::Break {
            label: jump.label.as_ref().map(|label| label.ident.clone()),
            value: jump.expr.as_ref().map(|inner| boxed(inner, errors)),
        },
        syn::Expr::Continue(jump) => ExprKind::Continue { label: jump.label.as_ref().map(|label| label.ident.clone()) },
        syn::Expr::Closure(closure) => {
            if let Some(token) = &closure.asyncness {
                errors.report(token.span(), "an `async` closure cannot be differentiated: remove `async`");
            }
            let params = closure.inputs.iter().map(|input| pattern(input, errors)).collect();
            let body = expr(&closure.body, errors);
            let moves = closure.capture.is_some();
            let result = match &closure.output {
                syn::ReturnType::Type(_, ty) => annotation(ty).map(|known| (known, ty.to_token_stream())),
                syn::ReturnType::Default => None,
            };
            ExprKind::Closure(Rc::new(Closure { params, body, result, moves, tokens: closure.to_token_stream() }))
        }
        syn::Expr::Try(of) => {
            let (inner, span) = (boxed(&of.expr, errors), of.question_token.span());
            return Expr { kind: ExprKind::Try(inner), span };
        }
        syn::Expr::Return(inner) => ExprKind::Return(inner.expr.as_ref().map(|inner| boxed(inner, errors))),
        syn::Expr::Macro(call) => return macro_call(&call.mac, call.to_token_stream(), errors),
        always_refused => match refused(always_refused) {
            Some(message) => {
                errors.report(always_refused.span(), message);
                ExprKind::Error
            }
            None => outside(always_refused),
        },
    };
    Expr { kind, span: blame(source) }
}

/// What `parse` makes of an expression; if it finds mistakes, these count only where something is differentiated.
fn foreign_or(source: &syn::Expr, parse: impl FnOnce(&mut Errors) -> ExprKind) -> ExprKind {
    let mut inside = Errors::default();
    let kind = parse(&mut inside);
    if inside.count() == 0 {
        inside.into_list();
        return kind;
    }
    ExprKind::Foreign { tokens: source.to_token_stream(), problems: inside.into_list(), parsed: None }
}

pub(super) fn member(member: &syn::Member) -> Member {
    match member {
        syn::Member::Named(name) => Member::Name(name.clone()),
        syn::Member::Unnamed(index) => Member::Index(index.index as usize),
    }
}

/// `Point { x, ..rest }`; `build` knows whether that is looked into.
fn struct_expr(of: &syn::ExprStruct) -> ExprKind {
    let mut inner = Errors::default();
    let fields = of.fields.iter().map(|field| (member(&field.member), expr(&field.expr, &mut inner))).collect();
    let rest = of.rest.as_ref().map(|rest| Box::new(expr(rest, &mut inner)));
    let (path, tokens) = (of.path.to_token_stream(), of.to_token_stream());
    ExprKind::Struct(StructExpr { path, fields, rest, tokens, problems: inner.into_list() })
}

/// The token that an expression is about: its operator, or the name that stands for it.
pub(super) fn blame(expr: &syn::Expr) -> Span {
    match expr {
        syn::Expr::Binary(expr) => expr.op.span(),
        syn::Expr::Unary(expr) => expr.op.span(),
        syn::Expr::MethodCall(expr) => expr.method.span(),
        syn::Expr::Cast(expr) => expr.as_token.span(),
        syn::Expr::Field(expr) => expr.member.span(),
        syn::Expr::Index(expr) => blame(&expr.expr),
        syn::Expr::Call(expr) => blame(&expr.func),
        syn::Expr::Paren(expr) => blame(&expr.expr),
        syn::Expr::Group(expr) => blame(&expr.expr),
        syn::Expr::Range(expr) => expr.limits.span(),
        syn::Expr::Assign(expr) => expr.eq_token.span(),
        syn::Expr::If(expr) => expr.if_token.span(),
        syn::Expr::Match(expr) => expr.match_token.span(),
        syn::Expr::ForLoop(expr) => expr.for_token.span(),
        syn::Expr::While(expr) => expr.while_token.span(),
        syn::Expr::Loop(expr) => expr.loop_token.span(),
        syn::Expr::Break(expr) => expr.break_token.span(),
        syn::Expr::Continue(expr) => expr.continue_token.span(),
        syn::Expr::Return(expr) => expr.return_token.span(),
        syn::Expr::Reference(expr) => expr.and_token.span(),
        syn::Expr::Path(expr) => expr.path.segments.first().map_or_else(Span::call_site, |first| first.ident.span()),
        syn::Expr::Lit(expr) => expr.lit.span(),
        other => other.span(),
    }
}

/// The attributes of the kinds of expressions that are understood.
fn attributes(expr: &syn::Expr) -> &[syn::Attribute] {
    match expr {
        syn::Expr::Block(expr) => &expr.attrs,
        syn::Expr::If(expr) => &expr.attrs,
        syn::Expr::Match(expr) => &expr.attrs,
        syn::Expr::ForLoop(expr) => &expr.attrs,
        syn::Expr::While(expr) => &expr.attrs,
        syn::Expr::Loop(expr) => &expr.attrs,
        syn::Expr::Break(expr) => &expr.attrs,
        syn::Expr::Continue(expr) => &expr.attrs,
        syn::Expr::Assign(expr) => &expr.attrs,
        syn::Expr::Binary(expr) => &expr.attrs,
        syn::Expr::Call(expr) => &expr.attrs,
        syn::Expr::MethodCall(expr) => &expr.attrs,
        syn::Expr::Macro(expr) => &expr.attrs,
        syn::Expr::Return(expr) => &expr.attrs,
        syn::Expr::Array(expr) => &expr.attrs,
        syn::Expr::Tuple(expr) => &expr.attrs,
        syn::Expr::Paren(expr) => &expr.attrs,
        syn::Expr::Path(expr) => &expr.attrs,
        syn::Expr::Lit(expr) => &expr.attrs,
        syn::Expr::Unary(expr) => &expr.attrs,
        syn::Expr::Index(expr) => &expr.attrs,
        syn::Expr::Field(expr) => &expr.attrs,
        syn::Expr::Reference(expr) => &expr.attrs,
        syn::Expr::Cast(expr) => &expr.attrs,
        syn::Expr::Range(expr) => &expr.attrs,
        syn::Expr::Repeat(expr) => &expr.attrs,
        syn::Expr::Struct(expr) => &expr.attrs,
        syn::Expr::Closure(expr) => &expr.attrs,
        syn::Expr::Group(expr) => &expr.attrs,
        _ => &[],
    }
}

/// Constructs that no differentiable function may contain, with the way out.
fn refused(expr: &syn::Expr) -> Option<&'static str> {
    Some(match expr {
        syn::Expr::Async(_) | syn::Expr::Await(_) => {
            "`async` code cannot be differentiated: compute the values first and pass them as arguments"
        }
        syn::Expr::Unsafe(_) => {
            "`unsafe` code cannot be differentiated: move it into a function and give that a rule with `#[derivative(of = …)]`"
        }
        syn::Expr::Let(_) => "`if let` cannot be differentiated: use `if` or `match` on integers or booleans",
        syn::Expr::TryBlock(_) | syn::Expr::Yield(_) | syn::Expr::Const(_) => {
            "this expression cannot be differentiated: compute it outside and pass the value as an argument"
        }
        _ => return None,
    })
}

/// Constructs that are fine while no differentiated value meets them.
fn outside(expr: &syn::Expr) -> ExprKind {
    other(expr, "this expression", "compute it outside and pass the value as an argument")
}

fn other(expr: &syn::Expr, construct: &'static str, advice: &'static str) -> ExprKind {
    ExprKind::Other { tokens: expr.to_token_stream(), construct, advice }
}

fn binary_expr(binary: &syn::ExprBinary, left: Box<Expr>, errors: &mut Errors) -> ExprKind {
    let (op, assign) = binary_op(&binary.op).expect("its operands are looked into");
    let right = Box::new(expr(&binary.right, errors));
    if assign {
        ExprKind::Assign { place: left, op: Some(op), value: right }
    } else {
        ExprKind::Binary(op, left, right)
    }
}

/// What an error holds or says: its tokens are kept, since it is code whatever it mentions.
fn message(arg: &syn::Expr, errors: &mut Errors) -> Expr {
    let has_question = arg.to_token_stream().into_iter().any(|token| token.to_string() == "?");
    if has_question || matches!(arg, syn::Expr::Closure(_)) {
        return expr(arg, errors);
    }
    Expr { kind: opened(arg, None, |errors| Some(expr(arg, errors))), span: blame(arg) }
}

fn call_expr(call: &syn::ExprCall, source: &syn::Expr, errors: &mut Errors) -> ExprKind {
    let mut function = &*call.func;
    while let syn::Expr::Paren(syn::ExprParen { expr, .. }) | syn::Expr::Group(syn::ExprGroup { expr, .. }) = function {
        function = expr;
    }
    match function {
        syn::Expr::Path(path) => match path.path.segments.last() {
            Some(last) => {
                let mut bare = path.clone();
                let turbofish = match bare.path.segments.last_mut() {
                    Some(segment) => std::mem::take(&mut segment.arguments).to_token_stream(),
                    None => TokenStream::new(),
                };
                let path = bare.to_token_stream();
                let mut prefix: Vec<_> = path.clone().into_iter().collect();
                prefix.pop();
                ExprKind::Call(CallExpr {
                    path,
                    prefix: prefix.into_iter().collect(),
                    last: last.ident.clone(),
                    turbofish,
                    args: if last.ident == "Err" {
                        call.args.iter().map(|arg| message(arg, errors)).collect()
                    } else {
                        call.args.iter().map(|arg| expr(arg, errors)).collect()
                    },
                })
            }
            None => other(source, "this call", "call a function by its path"),
        },
        _ => other(source, "a call of a computed function", "call a function by its path"),
    }
}
