//! Expressions: each becomes a value, by what kind it is.

use proc_macro2::{Literal, Span, TokenStream};
use quote::ToTokens;

use super::{Builder, Value, join, template};
use crate::ast::{Expr, ExprKind, FloatLiteral, Len, Precision, Type};
use crate::each::Each;
use crate::graph::{Id, Kind, Template};

impl Builder<'_> {
    /// Evaluates `expr`; `hint` is the type it is wanted as, where that is known.
    pub(super) fn expr(&mut self, expr: &Expr, hint: Option<&Type>) -> Value {
        let outer = std::mem::replace(&mut self.w.span, expr.span);
        let value = self.expr_kind(expr, hint);
        self.w.span = outer;
        value
    }

    #[allow(clippy::too_many_lines, reason = "one arm per kind of expression")]
    fn expr_kind(&mut self, expr: &Expr, hint: Option<&Type>) -> Value {
        match &expr.kind {
            ExprKind::Float(literal) => self.float_literal(literal),
            ExprKind::Int(value, ty) => self.push_int(*value, *ty),
            ExprKind::Bool(value) => Value::Node(self.w.push(Kind::Bool(*value), Type::Other)),
            ExprKind::Name(name) => match self.lookup(name) {
                Some(at) => self.variable(at),
                None => match hint.and_then(Type::payload).filter(|_| name == "None").cloned() {
                    Some(payload) => self.nothing(&payload).unwrap_or_else(|| self.poison()),
                    None => self.verbatim(&name.to_token_stream()),
                },
            },
            ExprKind::Verbatim(tokens) => self.verbatim(tokens),
            ExprKind::Unary(op, inner) => self.unary(*op, inner, hint),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, expr.span),
            ExprKind::Method { receiver, name, turbofish, args } => {
                self.method(receiver, name, turbofish, args, hint)
            }
            ExprKind::Call(call) => match self.struct_call(call, hint) {
                Some(value) => value,
                None => self.call(call, hint),
            },
            ExprKind::Struct(literal) => self.struct_literal(literal, hint, expr.span),
            ExprKind::Index(base, index) => self.index(base, index),
            ExprKind::Field(base, member) => self.field(base, member, expr.span),
            ExprKind::Array(elements) => {
                let inner = match hint {
                    Some(Type::Array(inner, _)) => Some(&**inner),
                    _ => None,
                };
                let elements: Vec<_> = elements.each(|element| self.element(element, inner));
                let ty = elements.iter().map(|&id| self.ty(id).clone()).reduce(join).unwrap_or(Type::Float);
                let len = Len::Literal(elements.len());
                Value::Node(self.w.pack(elements, Type::Array(Box::new(ty), len)))
            }
            ExprKind::Repeat(element, len) => {
                let element = self.element(element, None);
                Value::Node(self.w.splat(element, len))
            }
            ExprKind::Tuple(elements) => {
                let hints: &[Type] = match hint {
                    Some(Type::Tuple(hints)) => hints,
                    _ => &[],
                };
                if elements.iter().any(|element| self.is_mut_reference(element)) {
                    let parts = elements.each(|element| (self.reborrow(element, None), self.is_reference(element)));
                    return Value::Several(parts);
                }
                let elements: Vec<_> =
                    elements.iter().enumerate().map(|(at, element)| self.element(element, hints.get(at))).collect();
                let types = elements.each(|&id| self.ty(id).clone());
                Value::Node(self.w.pack(elements, Type::Tuple(types)))
            }
            ExprKind::Reference(inner) => match self.expr(inner, hint) {
                // What is lent lives as long as what it is lent for.
                Value::Code(template) if template.effects && inner.root().is_none() => {
                    let id = self.node(Value::Code(template));
                    Value::Code(self.hole_for(id).prefixed("&"))
                }
                Value::Code(template) => Value::Code(template.prefixed("&")),
                other => other,
            },
            ExprKind::MutReference(inner) => self.mut_reference(inner),
            ExprKind::Cast(inner, ty, int) => self.cast(inner, ty, *int, expr.span),
            ExprKind::Range { start, end, inclusive } => self.range_value(start.as_deref(), end.as_deref(), *inclusive, expr.span),
            ExprKind::If { .. } | ExprKind::Match { .. } => self.branch_expr(expr, hint),
            ExprKind::Block(block) => self.block(block, hint),
            ExprKind::For { label, pattern, iter, body } => {
                self.for_loop(label.as_ref(), pattern, iter, body);
                self.unit()
            }
            ExprKind::While { label, cond, body } => self.endless_loop(label.as_ref(), cond.as_deref(), body, hint),
            ExprKind::Break { .. } | ExprKind::Continue { .. } => self.report(
                expr.span,
                "`break` and `continue` cannot be differentiated here: use them as statements of their own",
            ),
            ExprKind::Closure(closure) => {
                let advice = "call it in the body, or make it a function with `#[differentiable]`";
                self.untouched(&closure.tokens, "a closure that is passed on", advice, expr.span)
            }
            ExprKind::VecOf(element, len) => {
                self.prove_vec_macro(expr.span);
                self.vec_of(element, len)
            }
            ExprKind::Vec(elements) => {
                self.prove_vec_macro(expr.span);
                self.vec_list(elements)
            }
            ExprKind::Assign { place, op, value } => {
                self.assign(place, *op, value, expr.span);
                self.unit()
            }
            ExprKind::Try(_) => self.report(
                expr.span,
                "`?` cannot be differentiated here: use it in a statement of the function itself",
            ),
            ExprKind::Return(_) => self.report(
                expr.span,
                "`return` cannot be differentiated here: use it as a statement of its own, or let the block yield the value",
            ),
            ExprKind::Diverge(tokens) => Value::Code(self.capture(tokens)),
            ExprKind::Observe(tokens) => {
                let template = self.capture(tokens);
                if template::has_block(tokens) {
                    return self.report(expr.span, "a block inside this macro cannot be differentiated: move it out");
                }
                self.w.push(Kind::Observe(template), Type::Tuple(Vec::new()));
                self.unit()
            }
            ExprKind::Foreign { tokens, problems, parsed } => self.foreign(tokens, problems, parsed.as_deref(), hint),
            ExprKind::Other { tokens, construct, advice } => self.untouched(tokens, construct, advice, expr.span),
            ExprKind::Error => self.poison(),
        }
    }

    /// A name that is no variable: a constant, or code like any other.
    fn verbatim(&mut self, path: &TokenStream) -> Value {
        match self.struct_constant(path) {
            Some(constant) => constant,
            None => Value::Code(Template::verbatim(path.clone())),
        }
    }

    /// Code that is not looked into, so no differentiated value may be in it.
    pub(super) fn untouched(&mut self, tokens: &TokenStream, construct: &str, advice: &str, span: Span) -> Value {
        let template = self.capture(tokens);
        if template.holes.iter().any(|(_, id)| self.w.graph.node(*id).active) {
            return self.report(span, format_args!("{construct} cannot be differentiated: {advice}"));
        }
        // It works on copies of the local values, so what it changed would be lost.
        if !template.holes.is_empty() && template::assigns(tokens) {
            return self.report(
                span,
                format_args!(
                    "{construct}, changing a local value, cannot be differentiated: assign it in the body itself"
                ),
            );
        }
        Value::Code(template)
    }

    /// Code that the language has no word for: it stays as it is if nothing in it is differentiated.
    pub(super) fn foreign(
        &mut self,
        tokens: &TokenStream,
        problems: &[syn::Error],
        parsed: Option<&Expr>,
        hint: Option<&Type>,
    ) -> Value {
        let depth = self.holes;
        let template = self.capture(tokens);
        let touches = |id: &Id| self.w.graph.node(*id).active || !self.is_state_node(*id) && template::assigns(tokens);
        if !template.holes.iter().any(|(_, id)| touches(id))
            && !template::jumps(tokens)
            && !self.mentions_a_closure(tokens)
        {
            return Value::Code(template);
        }
        self.holes = depth;
        if let Some(parsed) = parsed {
            return self.expr(parsed, hint);
        }
        for problem in problems {
            self.errors.push(problem.clone());
        }
        self.poison()
    }

    fn float_literal(&mut self, literal: &FloatLiteral) -> Value {
        let FloatLiteral { double, single, precision } = *literal;
        match (precision, self.function.scalar.precision) {
            (None | Some(Precision::F32), Precision::F32) => Value::Node(self.w.constant(f64::from(single))),
            (None, _) | (Some(Precision::F64), Precision::F64) => Value::Node(self.w.constant(double)),
            // A number of another float type than the function's.
            (Some(Precision::F32), _) if single.is_finite() => {
                Value::Code(Template::verbatim(Literal::f32_suffixed(single).to_token_stream()))
            }
            (Some(Precision::F64), _) if double.is_finite() => {
                Value::Code(Template::verbatim(Literal::f64_suffixed(double).to_token_stream()))
            }
            // rustc has a lint for literals that are out of range.
            _ => {
                self.errors.leave_to_rustc(self.w.span, "this literal is out of range");
                self.poison()
            }
        }
    }

    /// The value of a variable; of a reference, what it refers to now.
    pub(super) fn variable(&mut self, at: usize) -> Value {
        if self.vars[at].state {
            return Value::Code(self.state(at));
        }
        let id = match self.vars[at].alias.clone() {
            Some((var, path)) => self.w.get(self.vars[var].id, &path),
            None => self.vars[at].id,
        };
        self.value_of(id)
    }

    pub(super) fn element(&mut self, expr: &Expr, hint: Option<&Type>) -> Id {
        let value = self.expr(expr, hint);
        self.node(value)
    }
}
