//! Operators, comparisons and casts.

use burtorch_runtime::rules::Op;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::{Builder, Value};
use crate::ast::{BinaryOp, Expr, ExprKind, IntType, Precision, Type, UnaryOp};
use crate::graph::{Id, Kind, Template};

/// How many operators code has that is not differentiated, before a variable holds what it yields.
const LONGEST_CODE: usize = 32;

impl Builder<'_> {
    pub(super) fn is_float(&self, value: &Value) -> bool {
        matches!(value, Value::Node(id) if *self.ty(*id) == Type::Float)
    }

    fn is_aggregate(&self, value: &Value) -> bool {
        matches!(value, Value::Node(id) if self.ty(*id).is_aggregate())
    }

    pub(super) fn bool(&self, value: &Value) -> Option<bool> {
        match value {
            Value::Node(id) => match self.w.graph.kind(*id) {
                Kind::Bool(value) => Some(*value),
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn unary(&mut self, op: UnaryOp, inner: &Expr, hint: Option<&Type>) -> Value {
        let value = self.expr(inner, hint);
        if self.is_poison(&value) {
            return value;
        }
        match op {
            // A `&mut` reference stands for the variable that it refers to.
            UnaryOp::Deref if matches!(inner.kind, ExprKind::Name(_)) && self.is_mut_reference(inner) => value,
            UnaryOp::Deref if self.is_float(&value) || self.is_aggregate(&value) || self.int(&value).is_some() => value,
            UnaryOp::Deref => Value::Code(self.template(value).prefixed("*")),
            UnaryOp::Neg if self.is_float(&value) => {
                let id = self.node(value);
                Value::Node(match *self.w.graph.kind(id) {
                    Kind::Const(constant) => self.w.constant(-constant),
                    _ => self.w.op(Op::Neg, &[id]),
                })
            }
            UnaryOp::Neg => match self.typed_int(&value) {
                Some((int, ty)) if int.checked_neg().is_some_and(|int| ty.is_none_or(|ty| ty.fits(int))) => {
                    self.push_int(-int, ty)
                }
                _ if self.is_aggregate(&value) => match self.struct_negation(&value, inner.span) {
                    Some(value) => value,
                    None => self.aggregate_arithmetic(inner.span),
                },
                _ => Value::Code(self.template(value).prefixed("-")),
            },
            UnaryOp::Not => match (self.bool(&value), value) {
                (Some(known), _) => Value::Node(self.w.push(Kind::Bool(!known), Type::Other)),
                (None, value) if self.typed_int(&value).is_some_and(|(_, ty)| ty.is_none()) => {
                    self.report(inner.span, "`!` of an integer depends on its type: give it one, as in `0_usize`")
                }
                (None, value) if self.int(&value).is_some() => Value::Code(self.template(value).prefixed("!")),
                (None, Value::Node(id)) => Value::Node(self.w.push(Kind::Not(id), Type::Other)),
                (None, value) => Value::Code(self.template(value).prefixed("!")),
            },
        }
    }

    fn aggregate_arithmetic(&mut self, span: Span) -> Value {
        self.report(span, "arithmetic on arrays, tuples and structs cannot be differentiated: work on their elements")
    }

    pub(super) fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, span: Span) -> Value {
        if matches!(op, BinaryOp::And | BinaryOp::Or) {
            let (mut terms, mut first) = (vec![(op, right, span)], left);
            while let ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) = &first.kind {
                terms.push((*op, right, first.span));
                first = left;
            }
            let mut value = self.expr(first, None);
            for (at, (op, right, span)) in terms.into_iter().rev().enumerate() {
                self.w.span = span;
                value = self.in_parts(value, at);
                value = self.logic(op, value, right);
            }
            return value;
        }
        // A long sum nests to the left, one level per term: it is walked, so that its length is not the stack's.
        let mut terms = vec![(op, right, span)];
        let mut first = left;
        while let ExprKind::Binary(op, left, right) = &first.kind {
            if matches!(op, BinaryOp::And | BinaryOp::Or) {
                break;
            }
            terms.push((*op, right, first.span));
            first = left;
        }
        let mut value = self.expr(first, None);
        value = self.operand(value, first);
        for (at, (op, right, span)) in terms.into_iter().rev().enumerate() {
            self.w.span = span;
            value = self.in_parts(value, at);
            value = self.settled(value, &[right]);
            let b = self.expr(right, None);
            let b = self.operand(b, right);
            value = self.combine(op, value, b, span);
        }
        value
    }

    /// A value that is `at` operators long. Code nests one level deeper with each of them, so of a long row of them there is a
    /// variable now and then.
    fn in_parts(&mut self, value: Value, at: usize) -> Value {
        match value {
            Value::Code(code) if at % LONGEST_CODE == LONGEST_CODE - 1 => Value::Node(self.node(Value::Code(code))),
            other => other,
        }
    }

    /// `a op b` of two values.
    pub(super) fn combine(&mut self, op: BinaryOp, a: Value, b: Value, span: Span) -> Value {
        if self.is_poison(&a) || self.is_poison(&b) {
            return self.poison();
        }
        if self.is_aggregate(&a) || self.is_aggregate(&b) {
            if let Some(value) = self.struct_operator(op, &a, &b, span) {
                return value;
            }
            if !op.is_comparison() || self.is_active(&a) || self.is_active(&b) {
                return self.aggregate_arithmetic(span);
            }
        } else if self.is_float(&a) || self.is_float(&b) {
            if let Some(code) = self.code_beside_literal(op, &a, &b) {
                return code;
            }
            if let Some(poison) = self.refuse_integer(&a).or_else(|| self.refuse_integer(&b)) {
                return poison;
            }
            let (a, b) = (self.float_operand(a), self.float_operand(b));
            if op.is_comparison() {
                return Value::Node(self.w.push(Kind::Compare(op, a, b), Type::Other));
            }
            let row = match op {
                BinaryOp::Add => Op::Add,
                BinaryOp::Sub => Op::Sub,
                // `x * x` is the square of `x`: one derivative in place of two equal halves.
                BinaryOp::Mul if a == b => return Value::Node(self.w.op(Op::Sqr, &[a])),
                BinaryOp::Mul => Op::Mul,
                // `1 / x` has an adjoint without a division.
                BinaryOp::Div if matches!(self.w.graph.kind(a), Kind::Const(1.0)) => {
                    return Value::Node(self.w.op(Op::Recip, &[b]));
                }
                BinaryOp::Div => Op::Div,
                BinaryOp::Rem => Op::Rem,
                _ => return self.report(span, format_args!("`{}` is not an operator on floats", op.symbol())),
            };
            return Value::Node(self.w.op(row, &[a, b]));
        }
        if let (Some((a, ty)), Some((b, other))) = (self.typed_int(&a), self.typed_int(&b))
            && let Some(value) = fold(op, a, b, ty.or(other))
        {
            return Value::Node(self.w.push(value, Type::Other));
        }
        // In an index, a sum is one that loops can be seen in.
        match (op, self.int(&b)) {
            (BinaryOp::Add, _) if self.in_index => {
                let (a, b) = (self.node(a), self.node(b));
                return Value::Node(self.w.offset(a, b));
            }
            (BinaryOp::Sub, Some(b @ 1..)) if self.in_index => {
                let (a, b) = (self.node(a), self.w.push(Kind::Int(-b, None), Type::Other));
                return Value::Node(self.w.offset(a, b));
            }
            _ => {}
        }
        let (a, b) = (self.template(a), self.template(b));
        Value::Code(a.binary(op.symbol(), b))
    }

    /// A comparison of code whose type is not known with a literal, which may be of another type than the floats here. If those
    /// are generic, no literal is one of them: then it is so for all operators.
    fn code_beside_literal(&mut self, op: BinaryOp, a: &Value, b: &Value) -> Option<Value> {
        if !op.is_comparison() && self.function.scalar.precision != Precision::Generic {
            return None;
        }
        let side = |builder: &mut Self, value: &Value| match value {
            Value::Node(id) if builder.is_untyped(*id) => Some((builder.template(value.clone()), false)),
            Value::Code(code) => Some((code.clone(), false)),
            Value::Node(id) => match builder.w.graph.kind(*id) {
                Kind::Const(literal) if literal.is_finite() && !literal.is_sign_negative() => {
                    let literal = proc_macro2::Literal::f64_unsuffixed(*literal);
                    Some((Template::verbatim(quote!(#literal)), true))
                }
                _ => None,
            },
            _ => None,
        };
        let ((a, of_literal), (b, literal)) = (side(self, a)?, side(self, b)?);
        let code = (of_literal != literal).then(|| a.binary(op.symbol(), b))?;
        Some(Value::Code(if op.is_comparison() { code.yielding_number() } else { code }))
    }

    /// `(a..b).contains(&x)` of something differentiated: `a <= x && x < b`.
    pub(super) fn contained(&mut self, receiver: &Expr, name: &Ident, args: &[Expr]) -> Option<Value> {
        let ExprKind::Range { start: Some(start), end: Some(end), inclusive } = &receiver.kind else { return None };
        let [Expr { kind: ExprKind::Reference(inner), .. }] = args else { return None };
        if name != "contains" || self.is_inactive(inner) || !self.is_inactive(receiver) {
            return None;
        }
        let (start, end) = (self.expr(start, None), self.expr(end, None));
        let (start, end) = (self.once(start), self.once(end));
        let value = self.expr(inner, None);
        let last = if *inclusive { BinaryOp::Le } else { BinaryOp::Lt };
        let from = self.combine(BinaryOp::Ge, value.clone(), start, name.span());
        let to = self.combine(last, value, end, name.span());
        if self.is_poison(&from) || self.is_poison(&to) {
            return Some(self.poison());
        }
        let (from, to) = (self.template(from), self.template(to));
        Some(Value::Code(from.binary("&&", to).yielding_number()))
    }

    /// An operand beside a float. What code with effects yields is kept, so it must be a number and not a reference to one.
    fn float_operand(&mut self, value: Value) -> Id {
        match value {
            Value::Code(template) if template.effects => {
                let (krate, scalar) = (&self.function.krate, &self.function.scalar.tokens);
                let number = quote!(#krate::__private::FloatOf::<#scalar>::float_of);
                let value = self.float_code(Template::call(&number, None, vec![template]));
                self.node(value)
            }
            other => self.node(other),
        }
    }

    /// An integer in the place of a float, if it is known to be one.
    ///
    /// Of `f32` and `f64` rustc says so itself: no crate can make `2 * x` mean something.
    pub(super) fn refuse_integer(&mut self, value: &Value) -> Option<Value> {
        let Value::Node(id) = value else { return None };
        let (node, span) = (self.w.graph.node(*id), self.w.graph.node(*id).span);
        let scalar = &self.function.scalar.tokens;
        let generic = self.function.scalar.precision == Precision::Generic;
        let message = match node.kind {
            Kind::Int(value, _) if generic => {
                format!("`{value}` is an integer: write `{scalar}::from({value}).unwrap()`")
            }
            Kind::Int(value, _) => format!("`{value}` is an integer: write `{value}.0`"),
            Kind::Len(_) if generic => format!("a length is an integer: write `{scalar}::from(…).unwrap()`"),
            Kind::Len(_) => format!("a length is an integer: write `… as {scalar}`"),
            Kind::Param => {
                let at = self.w.graph.root().params.iter().position(|param| param == id)?;
                let param = self.function.params.get(at)?;
                IntType::named(&param.tokens.to_string())?;
                let name = &param.name;
                let float =
                    if generic { format!("{scalar}::from({name}).unwrap()") } else { format!("{name} as {scalar}") };
                format!("`{name}` is an integer: write `{float}`")
            }
            _ => return None,
        };
        if generic {
            self.errors.report(span, message);
        } else {
            self.errors.leave_to_rustc(span, message);
        }
        Some(self.poison())
    }

    /// `a && b`, `a || b`: `b` is looked at only if `a` does not decide.
    fn logic(&mut self, op: BinaryOp, a: Value, right: &Expr) -> Value {
        let decided = op == BinaryOp::Or;
        match self.bool(&a) {
            Some(known) if known == decided => a,
            Some(_) => self.expr(right, None),
            // It is known that there are nodes in it: built twice here, it would be built four times one level further in.
            None if self.branching.contains(&std::ptr::from_ref(right).addr()) => self.short_circuit(a, decided, right),
            None => {
                let before = self.checkpoint();
                let b = self.expr(right, None);
                // Only code that Rust itself evaluates lazily may stay as it is.
                let untouched = self.is_unchanged_since(&before);
                match (a, b) {
                    (Value::Code(a), Value::Code(b)) if untouched => Value::Code(a.binary(op.symbol(), b)),
                    (a, _) => {
                        self.rollback(before);
                        self.branching.insert(std::ptr::from_ref(right).addr());
                        self.short_circuit(a, decided, right)
                    }
                }
            }
        }
    }

    pub(super) fn cast(&mut self, inner: &Expr, ty: &TokenStream, int: Option<IntType>, span: Span) -> Value {
        let value = self.expr(inner, None);
        if self.is_poison(&value) {
            return value;
        }
        let same = ty.to_string() == self.function.scalar.tokens.to_string();
        if self.is_active(&value) {
            return if int.is_some() {
                self.report(
                    span,
                    format_args!("a differentiated value cannot become `{ty}`: the derivative is lost; keep it a float, for example with `.floor()`"),
                )
            } else if same && self.is_float(&value) {
                value
            } else {
                self.report(
                    span,
                    format_args!("a differentiated value cannot become `{ty}`: use one float type throughout"),
                )
            };
        }
        if let Some(known) = self.int(&value) {
            if let Some(wrapped) = int.and_then(|ty| ty.wrap(known)) {
                return self.push_int(wrapped, int);
            }
            #[allow(clippy::cast_precision_loss, reason = "the same rounding as the cast in the user's code")]
            if same {
                return Value::Node(self.w.constant(known as f64));
            }
        }
        let template = self.template(value).cast(ty);
        if same { self.float_code(template) } else { Value::Code(template) }
    }

    /// Code that is known to yield the function's float type.
    pub(super) fn float_code(&mut self, template: Template) -> Value {
        Value::Node(self.w.push(Kind::Opaque(template), Type::Float))
    }

    pub(super) fn range_value(
        &mut self,
        start: Option<&Expr>,
        end: Option<&Expr>,
        inclusive: bool,
        span: Span,
    ) -> Value {
        let mut bound = |bound: Option<&Expr>| {
            let value = bound.map(|bound| self.expr(bound, None));
            match value {
                Some(value) if self.is_active(&value) => {
                    Err(self.report(span, "a range of differentiated values cannot be differentiated: use integers"))
                }
                Some(value) => Ok(self.template(value)),
                None => Ok(Template::verbatim(TokenStream::new())),
            }
        };
        match (bound(start), bound(end)) {
            (Ok(start), Ok(end)) => Value::Code(start.binary(if inclusive { "..=" } else { ".." }, end)),
            (Err(poison), _) | (_, Err(poison)) => poison,
        }
    }
}

/// The value of an operation on integers, if it is the same whatever their type.
fn fold(op: BinaryOp, a: i128, b: i128, ty: Option<IntType>) -> Option<Kind> {
    let int = |value: Option<i128>| {
        let value = value.filter(|value| value.unsigned_abs() < u128::from(u64::MAX))?;
        ty.is_none_or(|ty| ty.fits(value)).then_some(Kind::Int(value, ty))
    };
    match op {
        BinaryOp::Add => int(a.checked_add(b)),
        BinaryOp::Sub => int(a.checked_sub(b)),
        BinaryOp::Mul => int(a.checked_mul(b)),
        BinaryOp::Div => int(a.checked_div(b)),
        BinaryOp::Rem => int(a.checked_rem(b)),
        BinaryOp::Bits("&") => int(Some(a & b)),
        BinaryOp::Bits("|") => int(Some(a | b)),
        BinaryOp::Bits("^") => int(Some(a ^ b)),
        BinaryOp::Lt => Some(Kind::Bool(a < b)),
        BinaryOp::Le => Some(Kind::Bool(a <= b)),
        BinaryOp::Gt => Some(Kind::Bool(a > b)),
        BinaryOp::Ge => Some(Kind::Bool(a >= b)),
        BinaryOp::Eq => Some(Kind::Bool(a == b)),
        BinaryOp::Ne => Some(Kind::Bool(a != b)),
        _ => None,
    }
}
