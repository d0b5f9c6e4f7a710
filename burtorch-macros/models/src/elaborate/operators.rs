//! Operators and rows of the table on tensors, element by element.
//!
//! Broadcasting follows `NumPy`: axes are aligned at the end, and an axis that is missing or of length one is
//! repeated. Afterwards all operands of a node have the shape of its result.

use burtorch_runtime::rules::Op;
use proc_macro2::Span;

use super::eval::Evaluator;
use super::source::{shape, text};
use super::value::{Arg, Value};
use crate::ast::{BinaryOp, ExprKind, Precision};
use crate::each::Each;
use crate::laws;
use crate::tensor::{Dtype, Id, Kind, Shape, Tensor};

impl Evaluator<'_> {
    /// Reports a value that stands where a tensor of floats is needed.
    pub(super) fn not_float(&mut self, arg: &Arg) -> Value {
        let written = text(arg.expr);
        let scalar = if self.precision == Precision::F64 { "f64" } else { "f32" };
        match &arg.value {
            Value::Poison => Value::Poison,
            Value::Int(_) if matches!(arg.expr.kind, ExprKind::Int(..)) => {
                self.report_argument(arg, format_args!("`{written}` is an integer where a float is needed: write `{written}.0`"))
            }
            Value::Int(_) => self.report_argument(
                arg,
                format_args!("`{written}` is an integer where a float is needed: write `{written} as {scalar}`"),
            ),
            Value::Tensor(tensor) if self.builder.dtype(*tensor) == Dtype::Int => self.report_argument(
                arg,
                format_args!(
                    "`{written}` holds integers where floats are needed: write `{written} as {scalar}`, or use it as an index"
                ),
            ),
            Value::Tensor(_) => self.report_argument(
                arg,
                format_args!("`{written}` is a mask where floats are needed: use `select({written}, 1.0, 0.0)`"),
            ),
            Value::Parameters(_) => self.report_argument(
                arg,
                format_args!("`{written}` is a layer where a tensor is needed: call one of its methods, `{written}.forward(…)`"),
            ),
            Value::Function(_) => {
                self.report_argument(arg, format_args!("`{written}` is a function where a tensor is needed: call it, `{written}(…)`"))
            }
            other => {
                let kind = self.kind_of(other);
                self.report_argument(arg, format_args!("`{written}` is {kind} where a tensor is needed"))
            }
        }
    }

    /// A number or tensor as a tensor.
    pub(super) fn as_tensor(&mut self, value: &Value, span: Span) -> Tensor {
        match value {
            Value::Tensor(tensor) => *tensor,
            Value::Float(value) => {
                let id = self.builder.graph().constant(*value, &[], span);
                self.builder.tensor(id)
            }
            _ => unreachable!("only numbers and tensors become tensors"),
        }
    }

    /// An argument that has to be a tensor of floats.
    pub(super) fn float_tensor(&mut self, arg: &Arg) -> Option<Id> {
        match &arg.value {
            Value::Float(value) => Some(self.builder.graph().constant(*value, &[], arg.expr.span)),
            Value::Tensor(tensor) if self.builder.dtype(*tensor) == Dtype::Float => Some(self.builder.id(*tensor)),
            Value::Array(_) => match self.gathered(arg) {
                Value::Tensor(tensor) => Some(self.builder.id(tensor)),
                _ => None,
            },
            _ => {
                self.not_float(arg);
                None
            }
        }
    }

    /// An argument that has to be a tensor of integers.
    pub(super) fn int_tensor(&mut self, arg: &Arg) -> Option<Id> {
        match &arg.value {
            Value::Poison => None,
            Value::Tensor(tensor) if self.builder.dtype(*tensor) == Dtype::Int => Some(self.builder.id(*tensor)),
            other => {
                let kind = self.kind_of(other);
                self.report(
                    arg.expr.span,
                    format_args!(
                        "`{}` is {kind} where integers are needed: take them as an argument, `usize` or `[usize; N]`",
                        text(arg.expr)
                    ),
                );
                None
            }
        }
    }

    pub(super) fn shape(&mut self, id: Id) -> Shape {
        self.builder.graph().shape(id).to_vec()
    }

    /// The shape that tensors have in common once they are repeated; a mismatch names both.
    pub(super) fn common_shape(&mut self, args: &[&Arg], span: Span) -> Option<Shape> {
        let mut common: Shape = Vec::new();
        let mut first: Option<&Arg> = None;
        for &arg in args {
            let Value::Tensor(tensor) = &arg.value else { continue };
            let own = self.builder.shape(*tensor).to_vec();
            match joined(&common, &own) {
                Some(joined) => common = joined,
                None => {
                    let (name, other) = (text(first.unwrap_or(arg).expr), text(arg.expr));
                    self.report(
                        span,
                        format_args!(
                            "`{name}` is {} but `{other}` is {}: aligned at the end, their axes must be equal or 1",
                            shape(&common),
                            shape(&own)
                        ),
                    );
                    return None;
                }
            }
            if first.is_none() {
                first = Some(arg);
            }
        }
        Some(common)
    }

    /// The tensor repeated to a larger shape, aligned at the end.
    pub(super) fn expand(&mut self, id: Id, to: &[usize], span: Span) -> Id {
        let rank = self.builder.graph().shape(id).len();
        let axes: Vec<usize> = (to.len() - rank..to.len()).collect();
        self.spread(id, &axes, to, span)
    }

    /// Operands of one shape, made from tensors and numbers.
    pub(super) fn operands(&mut self, args: &[&Arg], span: Span) -> Option<Vec<Id>> {
        let gathered: Vec<Arg> = args.each(|arg| Arg {
            value: if matches!(arg.value, Value::Array(_)) { self.gathered(arg) } else { arg.value.clone() },
            expr: arg.expr,
        });
        let args: Vec<&Arg> = gathered.iter().collect();
        let mut fine = true;
        for arg in &args {
            let good = match &arg.value {
                Value::Float(_) => true,
                Value::Tensor(tensor) => self.builder.dtype(*tensor) == Dtype::Float,
                _ => false,
            };
            if !good {
                self.not_float(arg);
                fine = false;
            }
        }
        if !fine {
            return None;
        }
        let common = self.common_shape(&args, span)?;
        let mut ids = Vec::new();
        for arg in args {
            ids.push(match &arg.value {
                Value::Tensor(tensor) => {
                    let id = self.builder.id(*tensor);
                    self.expand(id, &common, span)
                }
                Value::Float(value) => self.builder.graph().constant(*value, &common, span),
                _ => return None,
            });
        }
        Some(ids)
    }

    /// A row of the table.
    pub(super) fn row(&mut self, op: Op, args: &[&Arg], span: Span) -> Value {
        if args.iter().any(|arg| arg.value.is_poison()) {
            return Value::Poison;
        }
        let numbers: Option<Vec<f64>> = args
            .iter()
            .map(|arg| match &arg.value {
                Value::Float(value) => Some(*value),
                _ => None,
            })
            .collect();
        if let Some(numbers) = numbers {
            return Value::Float(self.folded(op, &numbers));
        }
        if op == Op::Powi {
            return self.whole_power(args, span);
        }
        let Some(ids) = self.operands(args, span) else { return Value::Poison };
        let id = match (op, ids.as_slice()) {
            // `x * x` is the square of `x`: one derivative in place of two equal halves.
            (Op::Mul, [a, b]) if a == b => self.builder.graph().op(Op::Sqr, &[*a], span),
            _ => self.builder.graph().op(op, &ids, span),
        };
        self.done(id)
    }

    /// A row on constants, as the program would compute it.
    fn folded(&self, op: Op, numbers: &[f64]) -> f64 {
        laws::computed(op, numbers, self.precision)
    }

    fn whole_power(&mut self, args: &[&Arg], span: Span) -> Value {
        let &[base, exponent] = args else { return Value::Poison };
        let Value::Int(n) = exponent.value else {
            return self
                .report(exponent.expr.span, "the exponent of `powi` is a constant integer: use `powf` for floats");
        };
        let Ok(n) = i32::try_from(n) else {
            return self.report(exponent.expr.span, "this exponent is too large");
        };
        if let Value::Float(value) = base.value {
            return Value::Float(self.folded(Op::Powi, &[value, f64::from(n)]));
        }
        let Some(id) = self.float_tensor(base) else { return Value::Poison };
        let shape = self.shape(id);
        let n = self.builder.graph().constant(f64::from(n), &shape, span);
        let id = self.builder.graph().op(Op::Powi, &[id, n], span);
        self.done(id)
    }

    pub(super) fn negate(&mut self, arg: &Arg, span: Span) -> Value {
        match &arg.value {
            Value::Int(value) => Value::Int(-value),
            Value::Float(value) => Value::Float(-value),
            _ => self.row(Op::Neg, &[arg], span),
        }
    }

    /// `a op b`
    pub(super) fn binary(&mut self, op: BinaryOp, a: &Arg, b: &Arg, span: Span) -> Value {
        match (&a.value, &b.value) {
            (Value::Poison, _) | (_, Value::Poison) => Value::Poison,
            (Value::Int(x), Value::Int(y)) => self.integers(op, *x, *y, span),
            (Value::Step(Some(step)), Value::Int(by)) if step.shifted(op, *by).is_some() => {
                Value::Step(step.shifted(op, *by))
            }
            (Value::Bool(x), Value::Bool(y)) => match op {
                BinaryOp::And | BinaryOp::Bits("&") => Value::Bool(*x && *y),
                BinaryOp::Or | BinaryOp::Bits("|") => Value::Bool(*x || *y),
                BinaryOp::Eq => Value::Bool(x == y),
                BinaryOp::Ne => Value::Bool(x != y),
                _ => self.report(span, format_args!("`{}` is not an operator on truth values", op.symbol())),
            },
            (Value::Float(x), Value::Float(y)) if op.is_comparison() => Value::Bool(compare(op, x, y)),
            _ if op.is_comparison() => self.comparison(op, a, b, span),
            (x, y) if matches!(op, BinaryOp::Bits("&" | "|")) && self.is_mask(x) && self.is_mask(y) => {
                self.masks(op, a, b, span)
            }
            (x, y) if matches!(op, BinaryOp::And | BinaryOp::Or) && self.is_mask(x) && self.is_mask(y) => {
                let short = if op == BinaryOp::And { "&" } else { "|" };
                self.report(span, format_args!("`{}` is for constants: masks are joined with `{short}`", op.symbol()))
            }
            _ => {
                let row = match op {
                    BinaryOp::Add => Op::Add,
                    BinaryOp::Sub => Op::Sub,
                    BinaryOp::Mul => Op::Mul,
                    BinaryOp::Div => Op::Div,
                    BinaryOp::Rem => Op::Rem,
                    _ => return self.report(span, format_args!("`{}` is not an operator on tensors", op.symbol())),
                };
                self.row(row, &[a, b], span)
            }
        }
    }

    fn integers(&mut self, op: BinaryOp, a: i128, b: i128, span: Span) -> Value {
        let value = match op {
            BinaryOp::Add => a.checked_add(b),
            BinaryOp::Sub => a.checked_sub(b),
            BinaryOp::Mul => a.checked_mul(b),
            BinaryOp::Div | BinaryOp::Rem if b == 0 => return self.report(span, "this divides by zero"),
            BinaryOp::Div => a.checked_div(b),
            BinaryOp::Rem => a.checked_rem(b),
            op if op.is_comparison() => return Value::Bool(compare(op, &a, &b)),
            _ => {
                return self
                    .report(span, format_args!("`{}` is not an operator on the integers of a model", op.symbol()));
            }
        };
        match value {
            Some(value) => Value::Int(value),
            None => self.report(span, "this number is too large"),
        }
    }

    pub(super) fn as_float(&mut self, arg: &Arg, span: Span) -> Value {
        let Some(id) = self.int_tensor(arg) else { return Value::Poison };
        let shape = self.shape(id);
        let id = self.builder.graph().add(Kind::ToFloat(id), &shape, Dtype::Float, span);
        self.done(id)
    }
}

fn compare<T: PartialOrd>(op: BinaryOp, a: &T, b: &T) -> bool {
    match op {
        BinaryOp::Lt => a < b,
        BinaryOp::Le => a <= b,
        BinaryOp::Gt => a > b,
        BinaryOp::Ge => a >= b,
        BinaryOp::Eq => a == b,
        _ => a != b,
    }
}

/// The shape that both shapes can be repeated to.
pub(super) fn joined(a: &[usize], b: &[usize]) -> Option<Shape> {
    let rank = a.len().max(b.len());
    let length = |shape: &[usize], axis: usize| (axis + shape.len()).checked_sub(rank).map_or(1, |axis| shape[axis]);
    (0..rank)
        .map(|axis| match (length(a, axis), length(b, axis)) {
            (x, y) if x == y || y == 1 => Some(x),
            (1, y) => Some(y),
            _ => None,
        })
        .collect()
}
