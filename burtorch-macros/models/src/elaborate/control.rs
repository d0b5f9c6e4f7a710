//! Statements, assignments, and branches on constants.

use proc_macro2::{Span, TokenStream};

use super::eval::Evaluator;
use super::loops::UNROLL;
use super::source::text;
use super::syntax;
use super::value::{Arg, Value};
use crate::ast::{BinaryOp, Block, Expr, ExprKind, Len, Pattern, Stmt};

impl Evaluator<'_> {
    /// A block with a scope of its own.
    pub(super) fn block(&mut self, block: &Block) -> Value {
        let outer = self.frame().vars.len();
        let value = self.statements(block);
        self.frame().vars.truncate(outer);
        value
    }

    pub(super) fn statements(&mut self, block: &Block) -> Value {
        self.run_statements(&block.stmts);
        match &block.value {
            Some(value) => self.expr(value),
            None => Value::unit(),
        }
    }

    pub(super) fn run_statements(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            match stmt {
                Stmt::Let { pattern, annotation, init, span, .. } => {
                    self.let_statement(pattern, annotation.as_ref(), init.as_ref(), *span);
                }
                Stmt::Expr(expr) => {
                    self.expr(expr);
                }
                Stmt::Item(tokens) => {
                    let span = tokens.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span());
                    self.report(span, "items stand in the block of `graph!`, not inside a function: move it there");
                }
            }
        }
    }

    fn let_statement(&mut self, pattern: &Pattern, ty: Option<&TokenStream>, init: Option<&Expr>, span: Span) {
        let Some(init) = init else {
            self.report(span, "a variable of a model has a value from the start: write `let name = …`");
            self.bind(pattern, Value::Poison);
            return;
        };
        let mut value = self.expr(init);
        if let Some(ty) = ty {
            let ty = self.reader().tokens(ty.clone());
            value = self.check(Arg { value, expr: init }, &ty, "this variable");
        }
        self.bind(pattern, value);
    }

    /// Gives the names of a pattern their values.
    pub(super) fn bind(&mut self, pattern: &Pattern, value: Value) {
        match pattern {
            Pattern::Name { ident, .. } => self.frame().vars.push((ident.to_string(), value)),
            Pattern::Deref(inner) => self.bind(inner, value),
            Pattern::Ignore | Pattern::Rest => {}
            Pattern::Struct { span, .. } => {
                self.report(*span, "a struct is not part of a model: bind its fields one by one");
            }
            Pattern::Tuple(patterns, at) if patterns.iter().any(|part| matches!(part, Pattern::Rest)) => {
                self.report(*at, "a pattern with `..` is not part of a model: bind a name to each value");
                for pattern in patterns {
                    self.bind(pattern, Value::Poison);
                }
            }
            Pattern::Tuple(patterns, at) => {
                let values = match value {
                    Value::Tuple(values) | Value::Array(values) if values.len() == patterns.len() => values,
                    Value::Poison => vec![Value::Poison; patterns.len()],
                    Value::Tuple(values) | Value::Array(values) => {
                        self.report(*at, format_args!("{} names for {} values", patterns.len(), values.len()));
                        vec![Value::Poison; patterns.len()]
                    }
                    _ => {
                        self.report(*at, "this value has no parts: bind it to one name");
                        vec![Value::Poison; patterns.len()]
                    }
                };
                for (pattern, value) in patterns.iter().zip(values) {
                    self.bind(pattern, value);
                }
            }
        }
    }

    pub(super) fn assign(&mut self, place: &Expr, op: Option<BinaryOp>, value: &Expr, span: Span) -> Value {
        if let (ExprKind::Index(base, index), None) = (&place.kind, op)
            && self.fill(base, index, value, span)
        {
            return Value::unit();
        }
        let ExprKind::Name(name) = &place.kind else {
            self.report(
                place.span,
                format_args!(
                    "`{}` cannot be assigned to: give the new value a name of its own with `let`",
                    text(place)
                ),
            );
            return Value::unit();
        };
        let mut new = self.expr(value);
        if let Some(op) = op {
            let old = self.expr(place);
            new = self.binary(op, &Arg { value: old, expr: place }, &Arg { value: new, expr: value }, span);
        }
        match self.variable(&name.to_string()) {
            Some(variable) => *variable = new,
            None => {
                self.report(
                    name.span(),
                    format_args!("`{name}` is not a variable: define it with `let mut {name} = …`"),
                );
            }
        }
        Value::unit()
    }

    pub(super) fn variable(&mut self, name: &str) -> Option<&mut Value> {
        self.frame().vars.iter_mut().rev().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// `if` on a constant: only the branch that holds is part of the model.
    pub(super) fn branch(&mut self, cond: &Expr, then: &Block, other: Option<&Expr>) -> Value {
        match self.expr(cond) {
            Value::Bool(true) => self.block(then),
            Value::Bool(false) => other.map_or_else(Value::unit, |other| self.expr(other)),
            Value::Poison => Value::Poison,
            Value::Tensor(_) => self.report(
                cond.span,
                format_args!("`{}` is only known when the model runs: use `select(mask, a, b)`", text(cond)),
            ),
            _ => self.report(cond.span, format_args!("`{}` is neither true nor false", text(cond))),
        }
    }

    pub(super) fn repeat(&mut self, element: &Expr, length: &Len, span: Span) -> Value {
        let value = self.expr(element);
        let length = match length {
            Len::Literal(length) => Some(*length),
            Len::Constant(tokens) => match syn::parse2::<syn::Expr>(tokens.clone()) {
                Ok(expr) => {
                    let expr = syntax::expr(&expr, self.errors);
                    self.length(&expr)
                }
                Err(_) => None,
            },
            Len::Dynamic => None,
        };
        match length {
            Some(length) if length <= UNROLL => Value::Array(vec![value; length]),
            Some(_) => self.report(span, "this array is too long to be written out: use `full([…], value)`"),
            None => Value::Poison,
        }
    }
}
