//! Walks over the expressions of a body.

use crate::ast::{Block, Expr, ExprKind, Stmt};

impl Block {
    /// Calls `visit` for every expression, those inside of others after these.
    pub fn visit<'e>(&'e self, visit: &mut dyn FnMut(&'e Expr)) {
        for stmt in &self.stmts {
            match stmt {
                Stmt::Let { init: Some(init), .. } => init.visit(visit),
                Stmt::Expr(expr) => expr.visit(visit),
                Stmt::Let { .. } | Stmt::Item(_) => {}
            }
        }
        if let Some(value) = &self.value {
            value.visit(visit);
        }
    }
}

impl Expr {
    /// Visits an expression and all expressions inside of it.
    pub fn visit<'e>(&'e self, visit: &mut dyn FnMut(&'e Expr)) {
        visit(self);
        // A long sum or a chain of methods nests to the left, one level per term: it is walked, so that its length is not the
        // stack's.
        let mut first = self;
        while let Some((inner, others)) = first.first_part() {
            for other in others {
                other.visit(visit);
            }
            first = inner;
            visit(first);
        }
        match &first.kind {
            ExprKind::Repeat(inner, _) | ExprKind::MutReference(inner) | ExprKind::Try(inner) => inner.visit(visit),
            ExprKind::VecOf(a, b) => {
                a.visit(visit);
                b.visit(visit);
            }
            ExprKind::Assign { place, value, .. } => {
                place.visit(visit);
                value.visit(visit);
            }
            ExprKind::Call(call) => {
                for arg in &call.args {
                    arg.visit(visit);
                }
            }
            ExprKind::Array(all) | ExprKind::Tuple(all) | ExprKind::Vec(all) => {
                for one in all {
                    one.visit(visit);
                }
            }
            ExprKind::Struct(literal) => {
                for (_, value) in &literal.fields {
                    value.visit(visit);
                }
                if let Some(rest) = &literal.rest {
                    rest.visit(visit);
                }
            }
            ExprKind::Range { start, end, .. } => {
                for bound in start.iter().chain(end) {
                    bound.visit(visit);
                }
            }
            ExprKind::If { cond, then, other } => {
                cond.visit(visit);
                then.visit(visit);
                if let Some(other) = other {
                    other.visit(visit);
                }
            }
            ExprKind::Foreign { parsed: Some(parsed), .. } => parsed.visit(visit),
            ExprKind::Match { on, arms, .. } => {
                on.visit(visit);
                for arm in arms {
                    arm.body.visit(visit);
                }
            }
            ExprKind::Block(block) => block.visit(visit),
            ExprKind::For { iter, body, .. } => {
                iter.visit(visit);
                body.visit(visit);
            }
            ExprKind::While { cond, body, .. } => {
                if let Some(cond) = cond {
                    cond.visit(visit);
                }
                body.visit(visit);
            }
            ExprKind::Break { value, .. } | ExprKind::Return(value) => {
                if let Some(value) = value {
                    value.visit(visit);
                }
            }
            ExprKind::Closure(closure) => closure.body.visit(visit),
            ExprKind::Binary(..)
            | ExprKind::Method { .. }
            | ExprKind::Unary(..)
            | ExprKind::Field(..)
            | ExprKind::Index(..)
            | ExprKind::Reference(_)
            | ExprKind::Cast(..) => unreachable!("these have first parts"),
            ExprKind::Float(_)
            | ExprKind::Int(..)
            | ExprKind::Bool(_)
            | ExprKind::Name(_)
            | ExprKind::Verbatim(_)
            | ExprKind::Continue { .. }
            | ExprKind::Diverge(_)
            | ExprKind::Observe(_)
            | ExprKind::Foreign { .. }
            | ExprKind::Other { .. }
            | ExprKind::Error => {}
        }
    }

    /// The expression that it starts with, and what else is in it.
    fn first_part(&self) -> Option<(&Expr, &[Expr])> {
        match &self.kind {
            ExprKind::Binary(_, a, b) | ExprKind::Index(a, b) => Some((a, std::slice::from_ref(&**b))),
            ExprKind::Method { receiver, args, .. } => Some((receiver, args)),
            ExprKind::Unary(_, inner)
            | ExprKind::Field(inner, _)
            | ExprKind::Reference(inner)
            | ExprKind::Cast(inner, ..) => Some((inner, &[])),
            _ => None,
        }
    }

    /// Whether evaluating it can be neither seen nor see what others do: it calls nothing.
    pub fn is_quiet(&self) -> bool {
        match &self.kind {
            ExprKind::Float(_)
            | ExprKind::Int(..)
            | ExprKind::Bool(_)
            | ExprKind::Name(_)
            | ExprKind::Verbatim(_)
            | ExprKind::Closure(_) => true,
            ExprKind::Unary(_, inner)
            | ExprKind::Field(inner, _)
            | ExprKind::Reference(inner)
            | ExprKind::MutReference(inner)
            | ExprKind::Cast(inner, ..) => inner.is_quiet(),
            ExprKind::Index(a, b) => a.is_quiet() && b.is_quiet(),
            _ => false,
        }
    }
}
