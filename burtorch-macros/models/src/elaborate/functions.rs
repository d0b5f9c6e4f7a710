//! Functions on tensors: the shapes of the arguments are checked here, `shape_ops` and `reductions` do the work.

use burtorch_runtime::rules::Op;
use proc_macro2::Span;

use super::eval::Evaluator;
use super::operators::joined;
use super::source::{shape as show, text};
use super::value::{Arg, Value};
use crate::ast::BinaryOp;
use crate::tensor::{Dtype, Id, Kind, elements};

impl Evaluator<'_> {
    pub(super) fn matmul(&mut self, a: &Arg, b: &Arg, span: Span) -> Option<Id> {
        let (x, y) = (self.float_tensor(a)?, self.float_tensor(b)?);
        let (left, right) = (self.shape(x), self.shape(y));
        let ([before @ .., m, k], [others @ .., inner, n]) = (left.as_slice(), right.as_slice()) else {
            let why = "`matmul` takes matrices; for a matrix and a vector there is `matvec`";
            self.apart((a, &left), (b, &right), why, span);
            return None;
        };
        if k != inner {
            let why = "the last axis of the first must be as long as the last but one of the second";
            self.apart((a, &left), (b, &right), why, span);
            return None;
        }
        let Some(mut shape) = joined(before, others) else {
            self.apart((a, &left), (b, &right), "the axes in front of the last two must be equal or 1", span);
            return None;
        };
        let lead = shape.len();
        shape.extend([*m, *n, *k]);
        let mut a_axes: Vec<usize> = (lead - before.len()..lead).collect();
        a_axes.extend([lead, lead + 2]);
        let mut b_axes: Vec<usize> = (lead - others.len()..lead).collect();
        b_axes.extend([lead + 2, lead + 1]);
        Some(self.contract((x, &a_axes), (y, &b_axes), &shape, span))
    }

    /// A matrix times each vector along the last axis of the second argument.
    pub(super) fn matvec(&mut self, a: &Arg, b: &Arg, span: Span) -> Option<Id> {
        let (matrix, x) = (self.float_tensor(a)?, self.float_tensor(b)?);
        let (left, right) = (self.shape(matrix), self.shape(x));
        let (&[m, k], Some((&last, before))) = (left.as_slice(), right.split_last()) else {
            self.apart((a, &left), (b, &right), "`matvec` takes a matrix and a tensor of vectors", span);
            return None;
        };
        if k != last {
            self.apart((a, &left), (b, &right), "their last axes must be equally long", span);
            return None;
        }
        let mut shape = before.to_vec();
        let lead = shape.len();
        shape.extend([m, k]);
        let mut axes: Vec<usize> = (0..lead).collect();
        axes.push(lead + 1);
        Some(self.contract((matrix, &[lead, lead + 1]), (x, &axes), &shape, span))
    }

    pub(super) fn vectors(&mut self, name: &str, a: &Arg, b: &Arg, span: Span) -> Option<Id> {
        let (x, y) = (self.float_tensor(a)?, self.float_tensor(b)?);
        let (left, right) = (self.shape(x), self.shape(y));
        let (&[m], &[n]) = (left.as_slice(), right.as_slice()) else {
            self.apart((a, &left), (b, &right), &format!("`{name}` takes two vectors"), span);
            return None;
        };
        if name == "dot" {
            if m != n {
                self.apart((a, &left), (b, &right), "they must be equally long", span);
                return None;
            }
            return Some(self.contract((x, &[0]), (y, &[0]), &[m], span));
        }
        let x = self.spread(x, &[0], &[m, n], span);
        let y = self.spread(y, &[1], &[m, n], span);
        Some(self.op(Op::Mul, &[x, y], span))
    }

    pub(super) fn combined(&mut self, name: &str, parts: &Arg, axis: &Arg) -> Option<Value> {
        let list = match &parts.value {
            Value::Array(_) | Value::Tuple(_) => self.list(parts)?,
            _ => {
                self.report(parts.expr.span, format_args!("`{name}` takes an array of tensors, `{name}([a, b], 0)`"));
                return None;
            }
        };
        let ids: Vec<Id> = list.iter().map(|part| self.any_tensor(part)).collect::<Option<_>>()?;
        let Some(&first) = ids.first() else {
            self.report(parts.expr.span, format_args!("`{name}` takes at least one tensor"));
            return None;
        };
        for part in &list {
            // Integer tensors are never materialised: a kernel reads them from one argument, so several cannot be joined.
            if matches!(&part.value, Value::Tensor(tensor) if self.builder.dtype(*tensor) == Dtype::Int) {
                self.report(
                    part.expr.span,
                    format_args!(
                        "`{}` holds integers, which cannot be joined: pass them as one argument",
                        text(part.expr)
                    ),
                );
                return None;
            }
        }
        let rank = self.shape(first).len() + usize::from(name == "stack");
        let axis = self.axis(axis, rank, parts)?;
        Some(if name == "stack" {
            self.stacked(&ids, axis, parts.expr)
        } else {
            self.joined_along(&ids, axis, parts.expr)
        })
    }

    pub(super) fn entropy(&mut self, logits: &Arg, targets: &Arg, span: Span) -> Option<Id> {
        let x = self.with_rank(logits, 1, "cross_entropy")?;
        let t = self.int_tensor(targets)?;
        let (shape, own) = (self.shape(x), self.shape(t));
        if shape[..shape.len() - 1] != *own {
            let why = "there must be one target for each row of the logits";
            self.apart((logits, &shape), (targets, &own), why, span);
            return None;
        }
        let entropy = self.cross_entropy(x, t, span);
        if entropy.is_none() {
            let written = text(targets.expr);
            self.report(
                targets.expr.span,
                format_args!("`{written}` is looked up itself: pass the targets as an argument"),
            );
        }
        entropy
    }

    pub(super) fn loss(&mut self, name: &str, a: &Arg, b: &Arg, span: Span) -> Option<Value> {
        let binary = |this: &mut Self, op, x: Value, y: Value| {
            this.row(op, &[&Arg { value: x, expr: a.expr }, &Arg { value: y, expr: b.expr }], span)
        };
        let (x, y) = (a.value.clone(), b.value.clone());
        let value = match name {
            "mse" => {
                let difference = binary(self, Op::Sub, x, y);
                let square = self.row(Op::Sqr, &[&Arg { value: difference, expr: a.expr }], span);
                let id = self.float_tensor(&Arg { value: square, expr: a.expr })?;
                let axes: Vec<usize> = (0..self.shape(id).len()).collect();
                let id = self.mean(id, &axes, span);
                self.done(id)
            }
            "logistic_loss" => return self.logistic(a, b, span),
            _ => {
                let product = binary(self, Op::Mul, x, y);
                let margin = binary(self, Op::Sub, Value::Float(1.0), product);
                self.row(Op::Relu, &[&Arg { value: margin, expr: a.expr }], span)
            }
        };
        Some(value)
    }

    /// `ln(1 + eᵃ) − a b` of logits and targets, without the difference of large numbers that it is for a confident prediction:
    /// `ln(1 + e⁻ᵃ) + a (1 − b)` where `a` is positive, else `ln(1 + eᵃ) − a b`. Both have the same slope at zero.
    fn logistic(&mut self, a: &Arg, b: &Arg, span: Span) -> Option<Value> {
        let ids = self.operands(&[a, b], span)?;
        let shape = self.common_shape(&[a, b], span)?;
        let [logits, targets] = [ids[0], ids[1]].map(|id| self.expand(id, &shape, span));
        let graph = self.builder.graph();
        let (one, zero) = (graph.constant(1.0, &shape, span), graph.constant(0.0, &shape, span));
        let is_positive = graph.compare(BinaryOp::Gt, logits, zero, span);
        let negative = self.op(Op::Neg, &[logits], span);
        let other = self.op(Op::Sub, &[one, targets], span);
        let same = self.op(Op::Neg, &[targets], span);
        let graph = self.builder.graph();
        let (below, slope) =
            (graph.select(is_positive, negative, logits, span), graph.select(is_positive, other, same, span));
        let soft = self.op(Op::Softplus, &[below], span);
        let rest = self.op(Op::Mul, &[logits, slope], span);
        let loss = self.op(Op::Add, &[soft, rest], span);
        Some(self.done(loss))
    }

    #[allow(clippy::too_many_lines, reason = "one arm per function")]
    pub(super) fn rearranged(&mut self, name: &str, args: &[Arg], span: Span) -> Option<Id> {
        let of = &args[0];
        let x = self.any_tensor(of)?;
        let shape = self.shape(x);
        let rank = shape.len();
        Some(match name {
            "transpose" => {
                let (i, j) = match args {
                    [_, i, j] => (self.axis(i, rank, of)?, self.axis(j, rank, of)?),
                    _ if rank >= 2 => (rank - 2, rank - 1),
                    _ => {
                        self.report(
                            span,
                            format_args!("`{}` is {}: `transpose` needs two axes", text(of.expr), show(&shape)),
                        );
                        return None;
                    }
                };
                let mut order: Vec<usize> = (0..rank).collect();
                order.swap(i, j);
                self.permuted(x, &order, span)
            }
            "permute" => {
                let order = self.axes(Some(&args[1]), rank, of)?;
                if order.len() != rank {
                    self.report(
                        args[1].expr.span,
                        format_args!("`permute` needs every axis once: `{}` has {rank}", text(of.expr)),
                    );
                    return None;
                }
                self.permuted(x, &order, span)
            }
            "reshape" => {
                let to = self.lengths(&args[1])?;
                if elements(&to) != elements(&shape) {
                    self.report(
                        span,
                        format_args!(
                            "`{}` is {} and has {} elements, but {} has {}: they must have equally many",
                            text(of.expr),
                            show(&shape),
                            elements(&shape),
                            show(&to),
                            elements(&to)
                        ),
                    );
                    return None;
                }
                self.regrouped(x, &to, of, span)?
            }
            "flatten" => self.regrouped(x, &[elements(&shape)], of, span)?,
            "unsqueeze" => {
                let axis = self.axis(&args[1], rank + 1, of)?;
                self.unsqueezed(x, axis, span)
            }
            "squeeze" => {
                let axis = self.axis(&args[1], rank, of)?;
                if shape[axis] != 1 {
                    self.report(
                        span,
                        format_args!(
                            "`{}` is {}: only an axis of length 1 can be removed",
                            text(of.expr),
                            show(&shape)
                        ),
                    );
                    return None;
                }
                self.at(x, axis, 0, span)
            }
            "broadcast" => {
                let to = self.lengths(&args[1])?;
                if joined(&shape, &to).as_ref() != Some(&to) {
                    self.report(
                        span,
                        format_args!("`{}` is {} and cannot be repeated to {}", text(of.expr), show(&shape), show(&to)),
                    );
                    return None;
                }
                self.expand(x, &to, span)
            }
            "slice" => {
                let axis = self.axis(&args[1], rank, of)?;
                let mut indices = vec![Value::Range(None, None); axis];
                if !matches!(args[2].value, Value::Range(..)) {
                    self.report(args[2].expr.span, format_args!("`{}` is not a range, `0..2`", text(args[2].expr)));
                    return None;
                }
                indices.push(args[2].value.clone());
                match self.indexed(x, &indices, of, args[2].expr, span) {
                    Value::Tensor(tensor) => self.builder.id(tensor),
                    _ => return None,
                }
            }
            _ => {
                let axis = self.axis(&args[1], rank, of)?;
                let (size, stride) = (self.positive(&args[2])?, self.positive(&args[3])?);
                self.long_enough(of, &shape, axis, size, span)?;
                self.windowed(x, &[axis], size, stride, span)
            }
        })
    }

    /// Reshapes a tensor. Integers are never materialised, so their reshape must be a view, or one of a whole argument.
    fn regrouped(&mut self, x: Id, to: &[usize], of: &Arg, span: Span) -> Option<Id> {
        let id = self.reshaped(x, to, span);
        let graph = self.builder.graph();
        if let Kind::Reshape(source) = graph.kind(id)
            && graph.node(id).dtype == Dtype::Int
            && !matches!(graph.kind(*source), Kind::Input(_))
        {
            self.report(
                span,
                format_args!("`{}` is a part of integers, whose axes cannot be joined: use it as it is", text(of.expr)),
            );
            return None;
        }
        Some(id)
    }

    pub(super) fn long_enough(
        &mut self,
        of: &Arg,
        shape: &[usize],
        axis: usize,
        size: usize,
        span: Span,
    ) -> Option<()> {
        if shape[axis] < size {
            self.report(
                span,
                format_args!("`{}` is {}: axis {axis} is shorter than a window of {size}", text(of.expr), show(shape)),
            );
            return None;
        }
        Some(())
    }

    pub(super) fn reduced(&mut self, name: &str, args: &[Arg], span: Span) -> Option<Id> {
        let x = self.float_tensor(&args[0])?;
        let shape = self.shape(x);
        let axes = self.axes(args.get(1), shape.len(), &args[0])?;
        Some(match name {
            "sum" => self.sum(x, &axes, span),
            "mean" => self.mean(x, &axes, span),
            "max" => self.maximum(x, &axes, span),
            "min" => self.minimum(x, &axes, span),
            "variance" => self.variance(x, &axes, 0, span),
            _ => {
                if axes.iter().map(|&axis| shape[axis]).product::<usize>() < 2 {
                    self.report(span, "the unbiased variance needs at least two numbers");
                    return None;
                }
                self.variance(x, &axes, 1, span)
            }
        })
    }

    pub(super) fn dropped(&mut self, x: &Arg, p: &Arg, seed: &Arg, span: Span) -> Option<Id> {
        let id = self.float_tensor(x)?;
        let probability = self.number(p)?;
        if !(0.0..1.0).contains(&probability) {
            self.report(p.expr.span, "the probability of `dropout` is at least 0 and less than 1");
            return None;
        }
        let number = self.int_tensor(seed)?;
        if !self.shape(number).is_empty() {
            self.report(seed.expr.span, "the seed of `dropout` is one integer: take it as an argument, `seed: u64`");
            return None;
        }
        Some(self.dropout(id, probability, number, span))
    }

    pub(super) fn pooled(&mut self, name: &str, x: &Arg, size: &Arg, span: Span) -> Option<Id> {
        let dimensions = if name.ends_with("2d") { 2 } else { 1 };
        let id = self.with_rank(x, dimensions, name)?;
        let size = self.positive(size)?;
        let shape = self.shape(id);
        let axes: Vec<usize> = (shape.len() - dimensions..shape.len()).collect();
        for &axis in &axes {
            self.long_enough(x, &shape, axis, size, span)?;
        }
        let windows = self.windowed(id, &axes, size, size, span);
        let inner: Vec<usize> = (shape.len()..shape.len() + dimensions).collect();
        Some(if name.starts_with("max") {
            self.maximum(windows, &inner, span)
        } else {
            self.mean(windows, &inner, span)
        })
    }
}
