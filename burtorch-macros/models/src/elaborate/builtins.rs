//! Functions on tensors by name: which there are, and what each is called with.
//!
//! Each is both a function and a method: `softmax(x)` and `x.softmax()` are the same.

use burtorch_runtime::rules::Op;
use proc_macro2::Span;

use super::eval::Evaluator;
use super::source::plural;
use super::value::{Arg, Value};
use crate::nearest::nearest;
use crate::tensor::{Dtype, Kind};

/// The names, each with the numbers of arguments it takes.
pub(super) const FUNCTIONS: &[(&str, &[usize])] = &[
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
    ("cumsum", &[1, 2]),
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
    nearest(name, built_in.chain(others.map(String::as_str)))
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
            return self
                .report(span, format_args!("`{name}` takes {}, not {}", plural(wanted, "argument"), args.len()));
        };
        if !counts.contains(&args.len()) {
            let wanted = match counts {
                [first, second] => format!("{first} or {}", plural(*second, "argument")),
                _ => plural(counts[0], "argument"),
            };
            return self.report(span, format_args!("`{name}` takes {wanted}, not {}", args.len()));
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
            "softmax" | "log_softmax" | "logsumexp" | "cumsum" => {
                let x = self.with_rank(&args[0], 1, name)?;
                let rank = self.shape(x).len();
                let axis = match args.get(1) {
                    Some(axis) => self.axis(axis, rank, &args[0])?,
                    None => rank - 1,
                };
                match name {
                    "softmax" => self.softmax(x, axis, span),
                    "log_softmax" => self.log_softmax(x, axis, span),
                    "cumsum" => self.sums_so_far(x, axis, span),
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
}
