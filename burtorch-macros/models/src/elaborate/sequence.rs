//! Loops over time: over a range, the rows of tensors, or several of these side by side.
//!
//! Such a loop stays a loop if its body does the same in each step: the variables that it assigns to keep their shape, and the
//! number of the step is only used to pick rows, `x[t]`, `x[t + 1]`, and to fill them, `y[t] = …`. That is found by trying: the
//! body is run once, with a number of the step that nothing else takes. If that reports a mistake, it is forgotten, and the loop
//! is written out.

use std::collections::{BTreeSet, HashSet};

use proc_macro2::Span;

use super::eval::Evaluator;
use super::loops::assigned;
use super::source::text;
use super::value::{Arg, Value};
use crate::ast::{BinaryOp, Block, Expr, ExprKind, Pattern};
use crate::each::Each;
use crate::tensor::{Builder, Dtype, Kind, Tensor};

/// The number of the step of a loop, times `stride`, plus `start`.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Step {
    /// How many loops are open inside of the loop that it belongs to, and that one itself.
    pub depth: usize,
    pub start: i128,
    pub stride: i128,
}

/// A variable whose rows a loop fills.
pub(super) struct Filled {
    name: String,
    /// The variable before the loop.
    before: Value,
    /// Which row, and what goes there.
    row: Option<(Step, Tensor)>,
}

/// What a loop walks over.
enum Walk {
    Steps(Step),
    Rows(Tensor, Step),
    Both(Box<Walk>, Box<Walk>),
}

/// The state that a trial may change.
struct Snapshot {
    builder: Builder,
    leaves: Vec<Vec<(Kind, Tensor)>>,
    loops: usize,
    vars: Vec<(String, Value)>,
    frames: usize,
    evaluated: usize,
    streams: u64,
    used: BTreeSet<usize>,
    broken: BTreeSet<String>,
    reported: HashSet<String>,
    errors: usize,
    filled: usize,
}

impl Evaluator<'_> {
    /// Runs a loop that stays one; false if it has to be written out, of which nothing is left then.
    pub(super) fn over_time(&mut self, pattern: &Pattern, iter: &Expr, body: &Block, span: Span) -> bool {
        let before = Snapshot {
            builder: self.builder.clone(),
            leaves: self.leaves.clone(),
            loops: self.loops.len(),
            vars: self.frame().vars.clone(),
            frames: self.frames.len(),
            evaluated: self.evaluated,
            streams: self.streams,
            used: self.used.clone(),
            broken: self.broken.clone(),
            reported: self.reported.clone(),
            errors: self.errors.count(),
            filled: self.filled.len(),
        };
        let done = self.tried(pattern, iter, body, span).is_some() && self.errors.count() == before.errors;
        if !done {
            self.builder = before.builder;
            self.leaves = before.leaves;
            self.loops.truncate(before.loops);
            self.frames.truncate(before.frames);
            self.frame().vars = before.vars;
            self.evaluated = before.evaluated;
            self.streams = before.streams;
            self.used = before.used;
            self.broken = before.broken;
            self.reported = before.reported;
            self.errors.truncate(before.errors);
            self.filled.truncate(before.filled);
        }
        done
    }

    fn tried(&mut self, pattern: &Pattern, iter: &Expr, body: &Block, span: Span) -> Option<()> {
        let errors = self.errors.count();
        let (count, walk) = self.walked(iter)?;
        if count < 2 || self.errors.count() > errors {
            return None;
        }
        let mut places = Vec::new();
        assigned(body, &mut places);
        let mut carried: Vec<(String, Value)> = Vec::new();
        let outer = self.filled.len();
        for place in places {
            let whole = matches!(place.kind, ExprKind::Name(_));
            let Some(name) = place.root().map(ToString::to_string) else { continue };
            let Some(value) = self.variable(&name).cloned() else { continue };
            let known = carried.iter().any(|(known, _)| *known == name);
            let filled = self.filled[outer..].iter().any(|filled| filled.name == name);
            match (whole, known, filled) {
                (true, true, _) | (false, _, true) => {}
                (true, false, true) | (false, true, _) => return None,
                (true, false, false) => carried.push((name, value)),
                (false, false, false) => self.filled.push(Filled { name, before: value, row: None }),
            }
        }
        let leaves = carried.iter().map(|(_, value)| value.leaves()).collect::<Option<Vec<_>>>()?.concat();
        if leaves.is_empty() && self.filled.len() == outer {
            return None;
        }
        let init: Vec<Tensor> = leaves.each(|leaf| self.as_tensor(leaf, span));
        if init.iter().any(|tensor| self.builder.dtype(*tensor) != Dtype::Float) {
            return None;
        }

        let inside = self.open_loop(count, &init);
        self.renew(&carried, &inside);
        for at in outer..self.filled.len() {
            let name = self.filled[at].name.clone();
            *self.variable(&name)? = Value::Step(None);
        }
        let item = self.item(&walk)?;
        let vars = self.frame().vars.len();
        self.bind(pattern, item);
        self.statements(body);
        self.frame().vars.truncate(vars);
        if self.errors.count() > errors || self.full {
            return None;
        }

        let mut next: Vec<Tensor> = Vec::new();
        for (name, before) in &carried {
            let old = before.leaves()?.len();
            let value = self.variable(name).cloned()?;
            let new = value.leaves().filter(|new| new.len() == old)?;
            for leaf in &new {
                next.push(self.as_tensor(leaf, span));
            }
        }
        let alike = |&(old, new): &(&Tensor, &Tensor)| {
            self.builder.shape(*old) == self.builder.shape(*new) && self.builder.dtype(*new) == Dtype::Float
        };
        if next.len() != inside.len() || !inside.iter().zip(&next).all(|pair| alike(&pair)) {
            return None;
        }
        let filled: Vec<Filled> = self.filled.drain(outer..).collect();
        let rows: Vec<Tensor> = filled.iter().filter_map(|filled| Some(filled.row?.1)).collect();
        self.loops.pop();
        self.leaves.pop();
        let (last, stacks) = self.builder.close_over_time(&next, &rows, span)?;
        self.renew(&carried, &last);
        let mut stacks = stacks.into_iter();
        for Filled { name, before, row } in filled {
            let value = match row {
                Some((step, _)) => self.filled_up(&before, step, count, stacks.next()?, span)?,
                None => before,
            };
            *self.variable(&name)? = value;
        }
        Some(())
    }

    /// Gives variables new tensors.
    fn renew(&mut self, carried: &[(String, Value)], tensors: &[Tensor]) {
        let mut values = tensors.iter().map(|tensor| Value::Tensor(*tensor));
        for (name, value) in carried {
            let value = value.rebuild(&mut values);
            if let Some(variable) = self.variable(name) {
                *variable = value;
            }
        }
    }

    /// What a loop walks over, and in how many steps; `None` for what is walked in other ways.
    fn walked(&mut self, iter: &Expr) -> Option<(usize, Walk)> {
        let depth = self.loops.len() + 1;
        match &iter.kind {
            ExprKind::Reference(inner) => self.walked(inner),
            ExprKind::Method { receiver, name, args, .. } if args.is_empty() => match name.to_string().as_str() {
                "iter" | "into_iter" => self.walked(receiver),
                "enumerate" => {
                    let (count, walk) = self.walked(receiver)?;
                    let steps = Walk::Steps(Step { depth, start: 0, stride: 1 });
                    Some((count, Walk::Both(Box::new(steps), Box::new(walk))))
                }
                "rev" => {
                    let (count, walk) = self.walked(receiver)?;
                    Some((count, walk.reversed(count)))
                }
                _ => self.walked_value(iter, depth),
            },
            ExprKind::Method { receiver, name, args, .. } if name == "zip" && args.len() == 1 => {
                let ((count, a), (other, b)) = (self.walked(receiver)?, self.walked(&args[0])?);
                Some((count.min(other), Walk::Both(Box::new(a), Box::new(b))))
            }
            _ => self.walked_value(iter, depth),
        }
    }

    fn walked_value(&mut self, iter: &Expr, depth: usize) -> Option<(usize, Walk)> {
        match self.expr(iter) {
            Value::Range(Some(start), Some(end)) => {
                let count = usize::try_from(end.checked_sub(start)?).ok()?;
                Some((count, Walk::Steps(Step { depth, start, stride: 1 })))
            }
            Value::Tensor(tensor) => {
                let count = *self.builder.shape(tensor).first()?;
                Some((count, Walk::Rows(tensor, Step { depth, start: 0, stride: 1 })))
            }
            _ => None,
        }
    }

    /// What the pattern of the loop that was just opened is bound to.
    fn item(&mut self, walk: &Walk) -> Option<Value> {
        match walk {
            Walk::Steps(step) => Some(Value::Step(Some(*step))),
            Walk::Rows(tensor, step) => self.row_of_step(*tensor, *step),
            Walk::Both(a, b) => Some(Value::Tuple(vec![self.item(a)?, self.item(b)?])),
        }
    }

    /// The row of a tensor that belongs to the step; `None` if there is none in some step.
    pub(super) fn row_of_step(&mut self, tensor: Tensor, step: Step) -> Option<Value> {
        let (&length, &count) = (self.builder.shape(tensor).first()?, self.loops.last()?);
        let first = usize::try_from(step.start).ok().filter(|first| *first < length)?;
        let last = step.start + step.stride * (count as i128 - 1);
        if step.depth != self.loops.len() || !(0..length as i128).contains(&last) {
            return None;
        }
        let stride = isize::try_from(step.stride).ok()?;
        self.builder.row(tensor, first, stride).map(Value::Tensor)
    }

    /// `name[t] = value` in a loop over time, or `name[3] = value`; whether it is one of these.
    pub(super) fn fill(&mut self, base: &Expr, index: &Expr, value: &Expr, span: Span) -> bool {
        let ExprKind::Name(name) = &base.kind else { return false };
        let name = name.to_string();
        let variable = self.variable(&name).cloned();
        let at = match variable {
            Some(Value::Tensor(_) | Value::Step(None)) => self.expr(index),
            _ => return false,
        };
        let new = self.expr(value);
        let new = self.float_tensor(&Arg { value: new, expr: value });
        let (Some(variable), Some(new)) = (variable, new) else { return true };
        let new = self.builder.tensor(new);
        match (variable, at) {
            (Value::Tensor(whole), Value::Int(at)) => {
                let shape = self.builder.shape(whole).to_vec();
                let fits = shape.first().is_some_and(|length| usize::try_from(at).is_ok_and(|at| at < *length));
                if !fits || self.builder.shape(new) != &shape[1..] || self.builder.dtype(whole) != Dtype::Float {
                    self.unfit(base, index, value, span);
                    return true;
                }
                let step = Step { depth: 0, start: at, stride: 1 };
                let new = self.builder.id(new);
                let row = self.unsqueezed(new, 0, span);
                let row = self.builder.tensor(row);
                let filled = self.filled_up(&Value::Tensor(whole), step, 1, row, span);
                if let (Some(filled), Some(variable)) = (filled, self.variable(&name)) {
                    *variable = filled;
                }
            }
            (Value::Step(None), Value::Step(Some(step))) if step.depth == self.loops.len() => {
                let found = self.filled.iter_mut().rev().find(|filled| filled.name == name);
                match found {
                    Some(Filled { row: row @ None, .. }) => *row = Some((step, new)),
                    _ => self.unfit(base, index, value, span),
                }
            }
            (_, Value::Poison) => {}
            _ => self.unfit(base, index, value, span),
        }
        true
    }

    fn unfit(&mut self, base: &Expr, index: &Expr, value: &Expr, span: Span) {
        let message = format!(
            "`{}` cannot become row `{}` of `{}`: a row is filled with a tensor of its shape, at a constant or at the number of a step",
            text(value),
            text(index),
            text(base)
        );
        self.report(span, message);
    }

    /// The tensor with `count` of its rows replaced by those of `stack`; `None` if they do not fit.
    fn filled_up(&mut self, before: &Value, step: Step, count: usize, stack: Tensor, span: Span) -> Option<Value> {
        let Value::Tensor(whole) = *before else { return None };
        let shape = self.builder.shape(whole).to_vec();
        let length = *shape.first()? as i128;
        let end = step.start + step.stride * (count as i128 - 1);
        let (first, last) = (step.start.min(end), step.start.max(end));
        if first < 0
            || last >= length
            || self.builder.dtype(whole) != Dtype::Float
            || self.builder.shape(stack)[1..] != shape[1..]
        {
            return None;
        }
        let [first, length] = [first, length].map(|at| usize::try_from(at).ok());
        let (first, length) = (first?, length?);
        let (whole, mut stack) = (self.builder.id(whole), self.builder.id(stack));
        if step.stride < 0 {
            stack = self.part(stack, count - 1, -1, count, span);
        }
        let mut parts = Vec::new();
        if first > 0 {
            parts.push(self.part(whole, 0, 1, first, span));
        }
        parts.push(stack);
        if first + count < length {
            parts.push(self.part(whole, first + count, 1, length - first - count, span));
        }
        let filled = if let [one] = parts[..] { one } else { self.builder.graph().concat(&parts, 0, span) };
        Some(self.done(filled))
    }
}

impl Walk {
    /// The walk over a sequence from its last item to its first.
    fn reversed(self, count: usize) -> Walk {
        let turned = |step: Step| {
            let last = step.start + step.stride * (count as i128 - 1);
            Step { start: last, stride: -step.stride, ..step }
        };
        match self {
            Walk::Steps(step) => Walk::Steps(turned(step)),
            Walk::Rows(tensor, step) => Walk::Rows(tensor, turned(step)),
            Walk::Both(a, b) => Walk::Both(Box::new(a.reversed(count)), Box::new(b.reversed(count))),
        }
    }
}

impl Step {
    /// The number of the step plus or minus a constant.
    pub(super) fn shifted(self, op: BinaryOp, by: i128) -> Option<Step> {
        let start = match op {
            BinaryOp::Add => self.start.checked_add(by)?,
            BinaryOp::Sub => self.start.checked_sub(by)?,
            _ => return None,
        };
        Some(Step { start, ..self })
    }
}
