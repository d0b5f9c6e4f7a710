//! The arguments of functions on tensors: tensors, axes, lengths and numbers.

use proc_macro2::Span;

use super::eval::Evaluator;
use super::source::{element, plural, shape as show, text};
use super::value::{Arg, Value};
use crate::tensor::{Dtype, Id, Shape};

impl Evaluator<'_> {
    /// A tensor of floats or integers.
    pub(super) fn any_tensor(&mut self, arg: &Arg) -> Option<Id> {
        match &arg.value {
            Value::Tensor(tensor) if self.builder.dtype(*tensor) == Dtype::Int => Some(self.builder.id(*tensor)),
            _ => self.float_tensor(arg),
        }
    }

    /// A tensor of floats with at least `rank` axes.
    pub(super) fn with_rank(&mut self, arg: &Arg, rank: usize, name: &str) -> Option<Id> {
        let id = self.float_tensor(arg)?;
        let shape = self.shape(id);
        if shape.len() < rank {
            let axes = plural(rank, "axis");
            self.report(
                arg.expr.span,
                format_args!("`{}` is {}, but `{name}` needs at least {axes}", text(arg.expr), show(&shape)),
            );
            return None;
        }
        Some(id)
    }

    /// A constant integer that is not negative.
    pub(super) fn count(&mut self, arg: &Arg) -> Option<usize> {
        let count = match arg.value {
            Value::Int(value) => usize::try_from(value).ok(),
            _ => None,
        };
        if count.is_none() {
            self.report(arg.expr.span, format_args!("`{}` is not a constant integer of at least 0: use a literal, a `const` or what is computed from these", text(arg.expr)));
        }
        count
    }

    pub(super) fn positive(&mut self, arg: &Arg) -> Option<usize> {
        let count = self.count(arg)?;
        if count == 0 {
            self.report(arg.expr.span, format_args!("`{}` is zero: it must be at least 1", text(arg.expr)));
            return None;
        }
        Some(count)
    }

    pub(super) fn number(&mut self, arg: &Arg) -> Option<f64> {
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
    pub(super) fn axis(&mut self, arg: &Arg, rank: usize, of: &Arg) -> Option<usize> {
        let Value::Int(value) = arg.value else {
            self.report(arg.expr.span, format_args!("`{}` is not an axis: give a constant integer", text(arg.expr)));
            return None;
        };
        let axis = if value < 0 { value + rank as i128 } else { value };
        let axis = usize::try_from(axis).ok().filter(|axis| *axis < rank);
        if axis.is_none() {
            self.report(
                arg.expr.span,
                format_args!(
                    "there is no axis {value}: `{}` has {}, counted from 0",
                    text(of.expr),
                    plural(rank, "axis")
                ),
            );
        }
        axis
    }

    /// `[2, 3]`: several constants.
    pub(super) fn list<'a>(&mut self, arg: &Arg<'a>) -> Option<Vec<Arg<'a>>> {
        match &arg.value {
            Value::Array(values) | Value::Tuple(values) => {
                let values = values.iter().enumerate();
                Some(values.map(|(at, value)| Arg { value: value.clone(), expr: element(arg.expr, at) }).collect())
            }
            _ => {
                self.report(arg.expr.span, format_args!("`{}` is not a list of constants, `[2, 3]`", text(arg.expr)));
                None
            }
        }
    }

    pub(super) fn lengths(&mut self, arg: &Arg) -> Option<Shape> {
        let list = self.list(arg)?;
        list.iter().map(|length| self.positive(length)).collect()
    }

    /// The axes that an optional argument names; all if it is missing.
    pub(super) fn axes(&mut self, arg: Option<&Arg>, rank: usize, of: &Arg) -> Option<Vec<usize>> {
        let Some(arg) = arg else { return Some((0..rank).collect()) };
        if let Value::Int(_) = arg.value {
            return Some(vec![self.axis(arg, rank, of)?]);
        }
        let list = self.list(arg)?;
        let axes: Vec<usize> = list.iter().map(|axis| self.axis(axis, rank, of)).collect::<Option<_>>()?;
        if (1..axes.len()).any(|at| axes[..at].contains(&axes[at])) {
            self.report(arg.expr.span, format_args!("`{}` names an axis twice: name each once", text(arg.expr)));
            return None;
        }
        Some(axes)
    }

    /// Reports two shapes that do not go together.
    pub(super) fn apart(&mut self, a: (&Arg, &[usize]), b: (&Arg, &[usize]), why: &str, span: Span) {
        let (first, second) = (text(a.0.expr), text(b.0.expr));
        self.report(span, format_args!("`{first}` is {} but `{second}` is {}: {why}", show(a.1), show(b.1)));
    }
}
