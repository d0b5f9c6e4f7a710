//! Masks: comparisons of tensors, how they are joined, and the choice between two tensors.

use proc_macro2::Span;

use super::eval::Evaluator;
use super::source::text;
use super::value::{Arg, Value};
use crate::ast::BinaryOp;
use crate::tensor::{Dtype, Graph, Id};

impl Evaluator<'_> {
    pub(super) fn not(&mut self, arg: &Arg, span: Span) -> Value {
        match &arg.value {
            Value::Bool(value) => Value::Bool(!value),
            Value::Poison => Value::Poison,
            Value::Tensor(tensor) if self.builder.dtype(*tensor) == Dtype::Bool => {
                let id = self.builder.id(*tensor);
                let shape = self.shape(id);
                let graph = self.builder.graph();
                let (zero, one) = (graph.constant(0.0, &shape, span), graph.constant(1.0, &shape, span));
                let number = graph.select(id, zero, one, span);
                let id = graph.compare(BinaryOp::Ne, number, zero, span);
                self.done(id)
            }
            other => {
                let kind = self.kind_of(other);
                self.report(span, format_args!("`{}` is {kind}: `!` is for masks, such as `x > 0.0`", text(arg.expr)))
            }
        }
    }

    /// `a & b` and `a | b` of masks, and of a mask and a constant.
    pub(super) fn masks(&mut self, op: BinaryOp, a: &Arg, b: &Arg, span: Span) -> Value {
        let both = matches!(op, BinaryOp::Bits("&"));
        for (constant, other) in [(a, b), (b, a)] {
            // `true & m` is `m`, `true | m` is `true`.
            if let Value::Bool(value) = constant.value {
                return if value == both { other.value.clone() } else { Value::Bool(value) };
            }
        }
        let Some(common) = self.common_shape(&[a, b], span) else { return Value::Poison };
        let (Value::Tensor(x), Value::Tensor(y)) = (&a.value, &b.value) else { return Value::Poison };
        let [x, y] = [self.builder.id(*x), self.builder.id(*y)].map(|id| self.expand(id, &common, span));
        let graph = self.builder.graph();
        // One of the two is written twice. If that were always the first, one that is joined in a loop would be twice as long
        // after each step.
        let (twice, once) = if written(graph, x, WRITTEN) > written(graph, y, WRITTEN) { (y, x) } else { (x, y) };
        let id = match (twice == once, both) {
            (true, _) => x,
            (false, true) => graph.select(twice, once, twice, span),
            (false, false) => graph.select(twice, twice, once, span),
        };
        let id = if written(graph, id, WRITTEN) > WRITTEN { cut(graph, id, span) } else { id };
        self.done(id)
    }

    pub(super) fn is_mask(&self, value: &Value) -> bool {
        match value {
            Value::Bool(_) => true,
            Value::Tensor(tensor) => self.builder.dtype(*tensor) == Dtype::Bool,
            _ => false,
        }
    }

    /// A comparison of tensors: a mask.
    pub(super) fn comparison(&mut self, op: BinaryOp, a: &Arg, b: &Arg, span: Span) -> Value {
        let is_int =
            |this: &Self, arg: &Arg| matches!(&arg.value, Value::Tensor(t) if this.builder.dtype(*t) == Dtype::Int);
        let (x, y) = match (is_int(self, a), is_int(self, b)) {
            (true, true) => {
                let Some(common) = self.common_shape(&[a, b], span) else { return Value::Poison };
                let ids = [a, b].map(|arg| match &arg.value {
                    Value::Tensor(tensor) => self.builder.id(*tensor),
                    _ => unreachable!("both are tensors"),
                });
                let [x, y] = ids.map(|id| self.expand(id, &common, span));
                (x, y)
            }
            (int_first, int_second) => {
                // Integers are compared with a constant as floats.
                let float = |this: &mut Self, arg: &Arg, int: bool, other: bool| -> Value {
                    match &arg.value {
                        Value::Tensor(_) if int => this.as_float(arg, span),
                        #[allow(clippy::cast_precision_loss, reason = "constants of a model are small")]
                        Value::Int(value) if other => Value::Float(this.rounded(*value as f64)),
                        value => value.clone(),
                    }
                };
                let x = Arg {
                    value: float(self, a, int_first && matches!(b.value, Value::Int(_)), int_second),
                    expr: a.expr,
                };
                let y = Arg {
                    value: float(self, b, int_second && matches!(a.value, Value::Int(_)), int_first),
                    expr: b.expr,
                };
                match self.operands(&[&x, &y], span).as_deref() {
                    Some(&[x, y]) => (x, y),
                    _ => return Value::Poison,
                }
            }
        };
        let id = self.builder.graph().compare(op, x, y, span);
        self.done(id)
    }

    /// `select(mask, a, b)`
    pub(super) fn choose(&mut self, mask: &Arg, a: &Arg, b: &Arg, span: Span) -> Value {
        let truth = match &mask.value {
            Value::Poison => return Value::Poison,
            Value::Bool(true) => return a.value.clone(),
            Value::Bool(false) => return b.value.clone(),
            Value::Tensor(tensor) if self.builder.dtype(*tensor) == Dtype::Bool => *tensor,
            _ => {
                return self.report(
                    mask.expr.span,
                    format_args!("`{}` is not a mask: compare two tensors, as in `x > 0.0`", text(mask.expr)),
                );
            }
        };
        let Some(ids) = self.operands(&[a, b], span) else { return Value::Poison };
        let Some(common) = self.common_shape(&[mask, a, b], span) else { return Value::Poison };
        let truth = self.builder.id(truth);
        let [truth, x, y] = [truth, ids[0], ids[1]].map(|id| self.expand(id, &common, span));
        let id = self.builder.graph().select(truth, x, y, span);
        self.done(id)
    }
}

/// The most masks that are written out where one is used. No mask has a buffer, so all that it is made of is computed with each use
/// again. What is longer goes on as numbers, which have one.
const WRITTEN: usize = 16;

/// How many masks are written out for this one, as far as that is at most `most`; one more if it is not.
fn written(graph: &Graph, mask: Id, most: usize) -> usize {
    let (mut open, mut count) = (vec![mask], 0);
    while let Some(id) = open.pop() {
        count += 1;
        if count > most {
            break;
        }
        open.extend(graph.kind(id).inputs().into_iter().filter(|&input| graph.node(input).dtype == Dtype::Bool));
    }
    count
}

/// A long mask, replaced by the comparison of a tensor of zeros and ones.
fn cut(graph: &mut Graph, mask: Id, span: Span) -> Id {
    let shape = graph.shape(mask).to_vec();
    let (zero, one) = (graph.constant(0.0, &shape, span), graph.constant(1.0, &shape, span));
    let number = graph.select(mask, one, zero, span);
    graph.compare(BinaryOp::Ne, number, zero, span)
}
