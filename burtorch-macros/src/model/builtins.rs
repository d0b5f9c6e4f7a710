//! Functions on tensors by name: their arguments are checked here, `shape_ops` and `reductions` do the work.
//!
//! Each is both a function and a method: `softmax(x)` and `x.softmax()` are the same.

use burtorch_runtime::rules::Op;
use proc_macro2::Span;

use super::eval::Evaluator;
use super::operators::joined;
use super::source::{shape as show, text};
use super::value::{Arg, Value};
use crate::tensor::{Dtype, Id, Kind, Shape, elements};

/// The names, each with the numbers of arguments it takes.
const FUNCTIONS: &[(&str, &[usize])] = &[
    ("matmul", &[2]),
    ("matvec", &[2]),
    ("dot", &[2]),
    ("outer", &[2]),
    ("transpose", &[1, 3]),
    ("permute", &[2]),
    ("reshape", &[2]),
    ("flatten", &[1]),
    ("unsqueeze", &[2]),
    ("squeeze", &[2]),
    ("broadcast", &[2]),
    ("slice", &[3]),
    ("concat", &[2]),
    ("stack", &[2]),
    ("gather", &[2]),
    ("sum", &[1, 2]),
    ("mean", &[1, 2]),
    ("max", &[1, 2]),
    ("min", &[1, 2]),
    ("variance", &[1, 2]),
    ("variance_unbiased", &[1, 2]),
    ("softmax", &[1, 2]),
    ("log_softmax", &[1, 2]),
    ("logsumexp", &[1, 2]),
    ("cross_entropy", &[2]),
    ("mse", &[2]),
    ("logistic_loss", &[2]),
    ("hinge_loss", &[2]),
    ("layer_norm", &[1, 2]),
    ("rms_norm", &[1, 2]),
    ("causal_mask", &[1]),
    ("dropout", &[3]),
    ("stop_gradient", &[1]),
    ("select", &[3]),
    ("one_hot", &[2]),
    ("iota", &[1]),
    ("zeros", &[1]),
    ("ones", &[1]),
    ("full", &[2]),
    ("windows", &[4]),
    ("pad", &[4]),
    ("max_pool1d", &[2]),
    ("avg_pool1d", &[2]),
    ("max_pool2d", &[2]),
    ("avg_pool2d", &[2]),
];

/// Whether a function of this name is built in.
pub(super) fn exists(name: &str) -> bool {
    FUNCTIONS.iter().any(|(known, _)| *known == name) || Op::ALL.iter().any(|op| op.name() == name)
}

/// A function whose name looks like `name`.
pub(super) fn similar<'n>(name: &str, others: impl Iterator<Item = &'n String>) -> Option<String> {
    let built_in = FUNCTIONS.iter().map(|(name, _)| *name).chain(Op::ALL.iter().map(|op| op.name()));
    super::prelude::closest(name, built_in.map(ToOwned::to_owned).chain(others.cloned()))
}

impl Evaluator<'_> {
    pub(super) fn builtin(&mut self, name: &str, args: &[Arg], span: Span) -> Value {
        if args.iter().any(|arg| arg.value.is_poison()) {
            return Value::Poison;
        }
        if let [Arg { value: Value::Int(a), .. }, Arg { value: Value::Int(b), .. }] = args {
            match name {
                "min" => return Value::Int(*a.min(b)),
                "max" => return Value::Int(*a.max(b)),
                _ => {}
            }
        }
        // `max(x, 1)` is about an axis, `max(x, y)` and `max(x, 0.0)` about elements.
        let over_axes = !matches!(args, [_, Arg { value: Value::Float(_) | Value::Tensor(_), .. }]);
        let row = Op::from_method(name, args.len()).filter(|_| !(matches!(name, "max" | "min") && over_axes));
        if let Some(op) = row {
            return self.row(op, &args.iter().collect::<Vec<_>>(), span);
        }
        let Some((_, counts)) = FUNCTIONS.iter().find(|(known, _)| *known == name) else {
            let wanted = Op::ALL.iter().find(|op| op.name() == name).map_or(1, |op| op.arity());
            return self.report(span, format_args!("`{name}` takes {wanted} arguments, not {}", args.len()));
        };
        if !counts.contains(&args.len()) {
            let counts: Vec<_> = counts.iter().map(ToString::to_string).collect();
            return self
                .report(span, format_args!("`{name}` takes {} arguments, not {}", counts.join(" or "), args.len()));
        }
        self.function(name, args, span).unwrap_or(Value::Poison)
    }

    /// `None` if something was reported.
    fn function(&mut self, name: &str, args: &[Arg], span: Span) -> Option<Value> {
        let id = match name {
            "matmul" => self.matmul(&args[0], &args[1], span)?,
            "matvec" => self.matvec(&args[0], &args[1], span)?,
            "dot" | "outer" => self.vectors(name, &args[0], &args[1], span)?,
            "concat" | "stack" => return self.combined(name, &args[0], &args[1]),
            "gather" => {
                let table = self.any_tensor(&args[0])?;
                self.int_tensor(&args[1])?;
                return Some(self.indexed(table, &[args[1].value.clone()], &args[0], args[1].expr, span));
            }
            "select" => return Some(self.choose(&args[0], &args[1], &args[2], span)),
            "cross_entropy" => self.entropy(&args[0], &args[1], span)?,
            "mse" | "logistic_loss" | "hinge_loss" => return self.loss(name, &args[0], &args[1], span),
            "one_hot" => {
                let indices = self.int_tensor(&args[0])?;
                let count = self.positive(&args[1])?;
                self.one_hot(indices, count, span)
            }
            "iota" => {
                let count = self.positive(&args[0])?;
                let graph = self.builder.graph();
                let index = graph.add(Kind::Index(0), &[count], Dtype::Int, span);
                graph.add(Kind::ToFloat(index), &[count], Dtype::Float, span)
            }
            "zeros" | "ones" | "full" => {
                let shape = self.lengths(&args[0])?;
                match args.get(1) {
                    Some(value) => {
                        let id = self.float_tensor(value)?;
                        if !self.shape(id).is_empty() {
                            self.report(value.expr.span, "`full` repeats a number: use `broadcast` for tensors");
                            return None;
                        }
                        self.expand(id, &shape, span)
                    }
                    None => self.builder.graph().constant(if name == "ones" { 1.0 } else { 0.0 }, &shape, span),
                }
            }
            "transpose" | "permute" | "reshape" | "flatten" | "unsqueeze" | "squeeze" | "broadcast" | "slice"
            | "windows" => self.rearranged(name, args, span)?,
            "sum" | "mean" | "max" | "min" | "variance" | "variance_unbiased" => self.reduced(name, args, span)?,
            "softmax" | "log_softmax" | "logsumexp" => {
                let x = self.with_rank(&args[0], 1, name)?;
                let rank = self.shape(x).len();
                let axis = match args.get(1) {
                    Some(axis) => self.axis(axis, rank, &args[0])?,
                    None => rank - 1,
                };
                match name {
                    "softmax" => self.softmax(x, axis, span),
                    "log_softmax" => self.log_softmax(x, axis, span),
                    _ => self.logsumexp(x, axis, span),
                }
            }
            "layer_norm" | "rms_norm" => {
                let x = self.with_rank(&args[0], 1, name)?;
                let eps = match args.get(1) {
                    Some(eps) => self.number(eps)?,
                    None => 1e-5,
                };
                if name == "layer_norm" { self.layer_norm(x, eps, span) } else { self.rms_norm(x, eps, span) }
            }
            "causal_mask" => {
                let x = self.with_rank(&args[0], 2, name)?;
                self.causal_mask(x, span)
            }
            "dropout" => self.dropped(&args[0], &args[1], &args[2], span)?,
            "stop_gradient" => {
                let x = self.float_tensor(&args[0])?;
                let shape = self.shape(x);
                self.builder.graph().add(Kind::Detach(x), &shape, Dtype::Float, span)
            }
            "pad" => {
                let x = self.with_rank(&args[0], 1, name)?;
                let rank = self.shape(x).len();
                let axis = self.axis(&args[1], rank, &args[0])?;
                let (before, after) = (self.count(&args[2])?, self.count(&args[3])?);
                self.padded(x, axis, before, after, span)
            }
            _ => self.pooled(name, &args[0], &args[1], span)?,
        };
        Some(self.done(id))
    }

    /// A tensor of floats or integers.
    fn any_tensor(&mut self, arg: &Arg) -> Option<Id> {
        match &arg.value {
            Value::Tensor(tensor) if self.builder.dtype(*tensor) == Dtype::Int => Some(self.builder.id(*tensor)),
            _ => self.float_tensor(arg),
        }
    }

    /// A tensor of floats with at least `rank` axes.
    fn with_rank(&mut self, arg: &Arg, rank: usize, name: &str) -> Option<Id> {
        let id = self.float_tensor(arg)?;
        let shape = self.shape(id);
        if shape.len() < rank {
            let axes = if rank == 1 { "axis" } else { "axes" };
            self.report(
                arg.expr.span,
                format_args!("`{}` is {}, but `{name}` needs at least {rank} {axes}", text(arg.expr), show(&shape)),
            );
            return None;
        }
        Some(id)
    }

    /// A constant integer that is not negative.
    fn count(&mut self, arg: &Arg) -> Option<usize> {
        let count = match arg.value {
            Value::Int(value) => usize::try_from(value).ok(),
            _ => None,
        };
        if count.is_none() {
            self.report(arg.expr.span, format_args!("`{}` is not a constant integer of at least 0", text(arg.expr)));
        }
        count
    }

    fn positive(&mut self, arg: &Arg) -> Option<usize> {
        let count = self.count(arg)?;
        if count == 0 {
            self.report(arg.expr.span, format_args!("`{}` is zero: it must be at least 1", text(arg.expr)));
            return None;
        }
        Some(count)
    }

    fn number(&mut self, arg: &Arg) -> Option<f64> {
        match arg.value {
            Value::Float(value) => Some(value),
            Value::Tensor(_) => {
                self.report(arg.expr.span, format_args!("`{}` must be a constant", text(arg.expr)));
                None
            }
            _ => {
                self.not_float(arg);
                None
            }
        }
    }

    /// An axis of a tensor; negative ones count from the end.
    fn axis(&mut self, arg: &Arg, rank: usize, of: &Arg) -> Option<usize> {
        let Value::Int(value) = arg.value else {
            self.report(arg.expr.span, format_args!("`{}` is not an axis: give a constant integer", text(arg.expr)));
            return None;
        };
        let axis = if value < 0 { value + rank as i128 } else { value };
        let axis = usize::try_from(axis).ok().filter(|axis| *axis < rank);
        if axis.is_none() {
            self.report(
                arg.expr.span,
                format_args!("there is no axis {value}: `{}` has {rank} axes, counted from 0", text(of.expr)),
            );
        }
        axis
    }

    /// `[2, 3]`: several constants.
    fn list<'a>(&mut self, arg: &Arg<'a>) -> Option<Vec<Arg<'a>>> {
        match &arg.value {
            Value::Array(values) | Value::Tuple(values) => {
                Some(values.iter().map(|value| Arg { value: value.clone(), expr: arg.expr }).collect())
            }
            _ => {
                self.report(arg.expr.span, format_args!("`{}` is not a list of constants, `[2, 3]`", text(arg.expr)));
                None
            }
        }
    }

    fn lengths(&mut self, arg: &Arg) -> Option<Shape> {
        let list = self.list(arg)?;
        list.iter().map(|length| self.positive(length)).collect()
    }

    /// The axes that an optional argument names; all if it is missing.
    fn axes(&mut self, arg: Option<&Arg>, rank: usize, of: &Arg) -> Option<Vec<usize>> {
        let Some(arg) = arg else { return Some((0..rank).collect()) };
        if let Value::Int(_) = arg.value {
            return Some(vec![self.axis(arg, rank, of)?]);
        }
        let list = self.list(arg)?;
        let axes: Vec<usize> = list.iter().map(|axis| self.axis(axis, rank, of)).collect::<Option<_>>()?;
        if (1..axes.len()).any(|at| axes[..at].contains(&axes[at])) {
            self.report(arg.expr.span, format_args!("`{}` names an axis twice", text(arg.expr)));
            return None;
        }
        Some(axes)
    }

    /// Reports two shapes that do not go together.
    fn apart(&mut self, a: (&Arg, &[usize]), b: (&Arg, &[usize]), why: &str, span: Span) {
        let (first, second) = (text(a.0.expr), text(b.0.expr));
        self.report(span, format_args!("`{first}` is {} but `{second}` is {}: {why}", show(a.1), show(b.1)));
    }

    fn matmul(&mut self, a: &Arg, b: &Arg, span: Span) -> Option<Id> {
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
    fn matvec(&mut self, a: &Arg, b: &Arg, span: Span) -> Option<Id> {
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

    fn vectors(&mut self, name: &str, a: &Arg, b: &Arg, span: Span) -> Option<Id> {
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

    fn combined(&mut self, name: &str, parts: &Arg, axis: &Arg) -> Option<Value> {
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
        let rank = self.shape(first).len() + usize::from(name == "stack");
        let axis = self.axis(axis, rank, parts)?;
        Some(if name == "stack" {
            self.stacked(&ids, axis, parts.expr)
        } else {
            self.joined_along(&ids, axis, parts.expr)
        })
    }

    fn entropy(&mut self, logits: &Arg, targets: &Arg, span: Span) -> Option<Id> {
        let x = self.with_rank(logits, 1, "cross_entropy")?;
        let t = self.int_tensor(targets)?;
        let (shape, own) = (self.shape(x), self.shape(t));
        if shape[..shape.len() - 1] != *own {
            let why = "there must be one target for each row of the logits";
            self.apart((logits, &shape), (targets, &own), why, span);
            return None;
        }
        Some(self.cross_entropy(x, t, span))
    }

    fn loss(&mut self, name: &str, a: &Arg, b: &Arg, span: Span) -> Option<Value> {
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
            "logistic_loss" => {
                let product = binary(self, Op::Mul, x, y);
                let soft = self.row(Op::Softplus, &[a], span);
                binary(self, Op::Sub, soft, product)
            }
            _ => {
                let product = binary(self, Op::Mul, x, y);
                let margin = binary(self, Op::Sub, Value::Float(1.0), product);
                self.row(Op::Relu, &[&Arg { value: margin, expr: a.expr }], span)
            }
        };
        Some(value)
    }

    #[allow(clippy::too_many_lines, reason = "one arm per function")]
    fn rearranged(&mut self, name: &str, args: &[Arg], span: Span) -> Option<Id> {
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
                            "`{}` is {} and has {} elements, but {} has {}",
                            text(of.expr),
                            show(&shape),
                            elements(&shape),
                            show(&to),
                            elements(&to)
                        ),
                    );
                    return None;
                }
                self.reshaped(x, &to, span)
            }
            "flatten" => self.reshaped(x, &[elements(&shape)], span),
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

    fn long_enough(&mut self, of: &Arg, shape: &[usize], axis: usize, size: usize, span: Span) -> Option<()> {
        if shape[axis] < size {
            self.report(
                span,
                format_args!("`{}` is {}: axis {axis} is shorter than a window of {size}", text(of.expr), show(shape)),
            );
            return None;
        }
        Some(())
    }

    fn reduced(&mut self, name: &str, args: &[Arg], span: Span) -> Option<Id> {
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

    fn dropped(&mut self, x: &Arg, p: &Arg, seed: &Arg, span: Span) -> Option<Id> {
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

    fn pooled(&mut self, name: &str, x: &Arg, size: &Arg, span: Span) -> Option<Id> {
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
