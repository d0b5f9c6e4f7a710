//! `?`: a statement with it becomes a `match`, in whose first arm the statement and what follows it stand.
//!
//! What is evaluated before a `?` in the same statement must be calm, so that it may as well be evaluated after it.

use burtorch_runtime::rules::Op;
use proc_macro2::{Ident, Span};
use quote::quote;

use super::refutable::otherwise;
use crate::ast::{Arm, ArmPattern, Block, Expr, ExprKind, Member, Refutable, Stmt};
use crate::error::Errors;

/// The variant that `?` takes apart: `Some` or `Ok`, whichever it is.
pub const TRIED: &str = "__tried";

/// Takes the `?`s out of a statement, in the order in which they are evaluated.
pub(super) fn take(stmt: &mut Stmt, errors: &mut Errors) -> Vec<(Ident, Expr)> {
    let mut taken = Taken { found: Vec::new(), called: false, calm: true };
    match stmt {
        Stmt::Let { init: Some(init), .. } => taken.expr(init),
        Stmt::Expr(expr) => taken.expr(expr),
        Stmt::Let { .. } | Stmt::Item(_) => {}
    }
    if !taken.calm {
        let span = taken.found.last().map_or_else(Span::call_site, |(_, expr)| expr.span);
        errors.report(
            span,
            "`?` behind another call in the same expression cannot be differentiated: bind the value before with `let`",
        );
    }
    taken.found
}

/// What stands behind the `?`s.
pub(super) fn behind(taken: Vec<(Ident, Expr)>, rest: Block) -> Block {
    taken.into_iter().rev().fold(rest, |rest, (name, on)| {
        let span = on.span;
        let value = Refutable::Name { ident: name, mutable: false };
        let pattern = Refutable::Variant {
            path: quote!(__tried),
            fields: vec![(Member::Index(0), value)],
            braces: false,
            rest: false,
            span,
        };
        let none = Expr { kind: ExprKind::Name(Ident::new("None", span)), span };
        let leave = Expr { kind: ExprKind::Return(Some(Box::new(none))), span };
        let body = Expr { kind: ExprKind::Block(rest), span };
        let arms = vec![Arm { pattern: ArmPattern::Open(pattern), guard: None, body }, otherwise(leave)];
        let value = Expr { kind: ExprKind::Match { on: Box::new(on), arms, chain: None }, span };
        Block { stmts: Vec::new(), value: Some(Box::new(value)) }
    })
}

struct Taken {
    found: Vec<(Ident, Expr)>,
    /// Something was called, other than what is tried.
    called: bool,
    /// No `?` stands behind such a call.
    calm: bool,
}

impl Taken {
    fn expr(&mut self, expr: &mut Expr) {
        match &mut expr.kind {
            ExprKind::Try(inner) => {
                let before = self.called;
                self.expr(inner);
                self.called = before;
                self.calm &= !before;
                let span = inner.span;
                let on = std::mem::replace(&mut **inner, Expr { kind: ExprKind::Error, span });
                let name = Ident::new(&format!("__tried_{}", self.found.len()), Span::mixed_site());
                expr.kind = ExprKind::Name(name.clone());
                self.found.push((name, on));
            }
            ExprKind::Binary(op, a, b) => {
                self.expr(a);
                if !matches!(op, crate::ast::BinaryOp::And | crate::ast::BinaryOp::Or) {
                    self.expr(b);
                }
            }
            ExprKind::Method { receiver, name, args, .. } => {
                self.expr(receiver);
                self.all(args);
                self.called |= Op::from_method(&name.to_string(), args.len() + 1).is_none();
            }
            ExprKind::Call(call) => {
                self.all(&mut call.args);
                self.called |= !call.last.to_string().starts_with(char::is_uppercase);
            }
            ExprKind::Unary(_, inner)
            | ExprKind::Field(inner, _)
            | ExprKind::Reference(inner)
            | ExprKind::Cast(inner, ..)
            | ExprKind::Return(Some(inner)) => self.expr(inner),
            ExprKind::Index(a, b) => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Assign { value, .. } => self.expr(value),
            ExprKind::Array(all) | ExprKind::Tuple(all) => self.all(all),
            ExprKind::Struct(literal) => literal.fields.iter_mut().for_each(|(_, value)| self.expr(value)),
            _ => {}
        }
    }

    fn all(&mut self, all: &mut [Expr]) {
        for one in all {
            self.expr(one);
        }
    }
}

/// Whether there is a `?` in a statement.
pub(super) fn tries(stmt: &Stmt) -> bool {
    let mut found = false;
    let mut visit = |expr: &Expr| expr.visit(&mut |expr| found |= matches!(expr.kind, ExprKind::Try(_)));
    match stmt {
        Stmt::Let { init: Some(init), .. } => visit(init),
        Stmt::Expr(expr) => visit(expr),
        Stmt::Let { .. } | Stmt::Item(_) => {}
    }
    found
}
