//! Loops: those over layers and over time stay loops, all others are unrolled.

use proc_macro2::Span;

use super::eval::Evaluator;
use super::layers::Slot;
use super::source::{shape, text};
use super::value::{ParameterRef, Value};
use crate::ast::{Block, Expr, ExprKind, Pattern, Stmt};
use crate::each::Each;
use crate::tensor::{Dtype, Kind, Tensor};

/// The most iterations of a loop that is unrolled.
pub(super) const UNROLL: usize = 4096;

impl Evaluator<'_> {
    pub(super) fn for_loop(&mut self, pattern: &Pattern, iter: &Expr, body: &Block, span: Span) -> Value {
        if self.over_time(pattern, iter, body, span) {
            return Value::unit();
        }
        let over = self.iterated(iter);
        match over {
            Value::Parameters(place) => {
                if let Slot::Array(_, count) = *place.slot
                    && count > 1
                    && self.repeated(pattern, &place, count, body, span)
                {
                    return Value::unit();
                }
                let elements = self.elements(&place);
                self.unrolled(pattern, elements, body, iter.span);
            }
            Value::Array(values) => self.unrolled(pattern, values, body, iter.span),
            Value::Range(Some(start), Some(end)) => {
                if end.saturating_sub(start) > UNROLL as i128 {
                    return self.report(
                        iter.span,
                        format_args!(
                            "this loop has {} steps and would be written out: at most {UNROLL} are, use operators on whole tensors",
                            end.saturating_sub(start)
                        ),
                    );
                }
                self.unrolled(pattern, (start..end).map(Value::Int).collect(), body, iter.span);
            }
            Value::Range(..) => {
                self.report(iter.span, "this range has no end: write `0..N`");
            }
            Value::Tensor(tensor) if !self.builder.shape(tensor).is_empty() => {
                if let Some(rows) = self.rows(tensor, span) {
                    self.unrolled(pattern, rows, body, iter.span);
                }
            }
            Value::Poison => {}
            _ => {
                self.report(
                    iter.span,
                    format_args!("`{}` cannot be walked: use an array of layers or tensors, or a range", text(iter)),
                );
            }
        }
        Value::unit()
    }

    /// The value that a loop iterates over; `.iter()` of an array is the array itself.
    fn iterated(&mut self, iter: &Expr) -> Value {
        match &iter.kind {
            ExprKind::Method { receiver, name, args, .. } if args.is_empty() => match name.to_string().as_str() {
                "iter" | "into_iter" => self.iterated(receiver),
                "enumerate" => {
                    let values = self.listed(receiver);
                    let pairs = values.map(|values| {
                        let pairs = values.into_iter().enumerate();
                        pairs.map(|(at, value)| Value::Tuple(vec![Value::Int(at as i128), value])).collect()
                    });
                    pairs.map_or(Value::Poison, Value::Array)
                }
                "rev" => self.listed(receiver).map_or(Value::Poison, |mut values| {
                    values.reverse();
                    Value::Array(values)
                }),
                _ => self.expr(iter),
            },
            ExprKind::Method { receiver, name, args, .. } if name == "zip" && args.len() == 1 => {
                match (self.listed(receiver), self.listed(&args[0])) {
                    (Some(a), Some(b)) => {
                        Value::Array(a.into_iter().zip(b).map(|(a, b)| Value::Tuple(vec![a, b])).collect())
                    }
                    _ => Value::Poison,
                }
            }
            ExprKind::Reference(inner) => self.iterated(inner),
            _ => self.expr(iter),
        }
    }

    /// The rows of a tensor, one by one; too many are reported.
    fn rows(&mut self, tensor: Tensor, span: Span) -> Option<Vec<Value>> {
        let count = self.builder.shape(tensor)[0];
        if count > UNROLL {
            self.report(span, "this loop would be written out and is too long: use operators on whole tensors");
            return None;
        }
        let id = self.builder.id(tensor);
        let mut rows = Vec::new();
        for at in 0..count {
            let row = self.at(id, 0, at, span);
            rows.push(self.done(row));
        }
        Some(rows)
    }

    /// The items of an iteration, one by one.
    fn listed(&mut self, iter: &Expr) -> Option<Vec<Value>> {
        match self.iterated(iter) {
            Value::Array(values) => Some(values),
            Value::Parameters(place) if matches!(*place.slot, Slot::Array(..)) => Some(self.elements(&place)),
            Value::Range(Some(start), Some(end)) if end.saturating_sub(start) <= UNROLL as i128 => {
                Some((start..end).map(Value::Int).collect())
            }
            Value::Tensor(tensor) if !self.builder.shape(tensor).is_empty() => self.rows(tensor, iter.span),
            Value::Poison => None,
            _ => {
                self.report(iter.span, format_args!("`{}` cannot be walked here", text(iter)));
                None
            }
        }
    }

    /// The elements of an array of layers or parameters.
    pub(super) fn elements(&mut self, place: &ParameterRef) -> Vec<Value> {
        let Slot::Array(element, count) = &*place.slot else { return Vec::new() };
        let part = |at| ParameterRef {
            slot: element.clone(),
            offset: place.offset + at * element.size(),
            steps: place.steps.clone(),
        };
        (0..*count).each(|at| self.place(part(at)))
    }

    fn unrolled(&mut self, pattern: &Pattern, elements: Vec<Value>, body: &Block, span: Span) {
        let count = self.errors.count();
        let steps = elements.len();
        for (at, element) in elements.into_iter().enumerate() {
            let before = self.written();
            let outer = self.frame().vars.len();
            self.bind(pattern, element);
            self.statements(body);
            self.frame().vars.truncate(outer);
            // The next iteration would only repeat the message.
            if self.errors.count() > count || self.is_full() || at == 1 && self.is_too_long(before, steps, span) {
                break;
            }
        }
    }

    /// A loop over layers that stays a loop. Its loop-carried values are the variables that the body assigns to. If one of them is
    /// not made of floats, this returns false and the loop is unrolled.
    fn repeated(&mut self, pattern: &Pattern, place: &ParameterRef, count: usize, body: &Block, span: Span) -> bool {
        let Slot::Array(element, _) = &*place.slot else { return false };
        // Only floats are materialised, so a mask or a computed index from outside could not be read inside of the loop.
        let visible: Vec<Value> = self.frame().vars.each(|(_, value)| value.clone());
        if visible.iter().any(|value| self.only_computed(value)) {
            return false;
        }
        let mut places = Vec::new();
        assigned(body, &mut places);
        let mut carried: Vec<(String, Value)> = Vec::new();
        for name in places.iter().filter_map(|place| place.root()) {
            let name = name.to_string();
            let Some(value) = self.variable(&name).cloned() else { continue };
            if carried.iter().all(|(known, _)| *known != name) {
                carried.push((name, value));
            }
        }
        let Some(leaves) = carried.iter().map(|(_, value)| value.leaves()).collect::<Option<Vec<_>>>() else {
            return false;
        };
        let leaves = leaves.concat();
        if leaves.is_empty() {
            return false;
        }
        let init: Vec<Tensor> = leaves.each(|leaf| self.as_tensor(leaf, span));
        if init.iter().any(|tensor| self.builder.dtype(*tensor) != Dtype::Float) {
            return false;
        }
        let inside = self.open_loop(count, &init);
        let mut values = inside.iter().map(|tensor| Value::Tensor(*tensor));
        for (name, value) in &carried {
            let value = value.rebuild(&mut values);
            if let Some(variable) = self.variable(name) {
                *variable = value;
            }
        }
        let mut steps = place.steps.clone();
        steps.resize(self.loops.len() - 1, 0);
        steps.push(element.size());
        let layer = self.place(ParameterRef { slot: element.clone(), offset: place.offset, steps });
        let outer = self.frame().vars.len();
        self.bind(pattern, layer);
        self.statements(body);
        self.frame().vars.truncate(outer);
        let next = self.carried_on(&carried, &inside, span);
        let last = self.close_loop(&next, span);
        let mut values = last.iter().map(|tensor| Value::Tensor(*tensor));
        for (name, value) in &carried {
            let value = value.rebuild(&mut values);
            if let Some(variable) = self.variable(name)
                && !variable.is_poison()
            {
                *variable = value;
            }
        }
        true
    }

    /// Whether a value contains a mask, or integers other than an argument of the function.
    fn only_computed(&mut self, value: &Value) -> bool {
        match value {
            Value::Tensor(tensor) => match self.builder.dtype(*tensor) {
                Dtype::Float => false,
                Dtype::Bool => true,
                Dtype::Int => {
                    let id = self.builder.id(*tensor);
                    !matches!(self.builder.graph().kind(id), Kind::Input(_))
                }
            },
            Value::Array(values) | Value::Tuple(values) => values.iter().any(|value| self.only_computed(value)),
            _ => false,
        }
    }

    /// The loop-carried values for the next iteration; reports a variable whose shape changes.
    fn carried_on(&mut self, carried: &[(String, Value)], inside: &[Tensor], span: Span) -> Vec<Tensor> {
        let mut next = Vec::new();
        for (name, before) in carried {
            let start = next.len();
            let width = before.leaves().map_or(0, |leaves| leaves.len());
            let old = &inside[start..start + width];
            let value = self.variable(name).cloned().unwrap_or(Value::Poison);
            let new: Vec<Tensor> = match value.leaves() {
                Some(leaves) if leaves.len() == width => leaves.each(|leaf| self.as_tensor(leaf, span)),
                _ if value.is_poison() => old.to_vec(),
                _ => {
                    self.report(span, format_args!("`{name}` becomes another kind of value inside this loop"));
                    old.to_vec()
                }
            };
            for (&old, &new) in old.iter().zip(&new) {
                let (from, to) = (self.builder.shape(old).to_vec(), self.builder.shape(new).to_vec());
                if from == to && self.builder.dtype(new) == Dtype::Float {
                    next.push(new);
                    continue;
                }
                self.report(
                    span,
                    format_args!(
                        "`{name}` is {} before this loop and {} after one step of it: it must keep its shape",
                        shape(&from),
                        shape(&to)
                    ),
                );
                if let Some(variable) = self.variable(name) {
                    *variable = Value::Poison;
                }
                next.push(old);
            }
        }
        next
    }
}

/// The places that a block assigns to.
pub(super) fn assigned<'b>(block: &'b Block, places: &mut Vec<&'b Expr>) {
    for stmt in &block.stmts {
        match stmt {
            Stmt::Let { init: Some(expr), .. } | Stmt::Expr(expr) => assigned_in(expr, places),
            Stmt::Let { .. } | Stmt::Item(_) => {}
        }
    }
    if let Some(value) = &block.value {
        assigned_in(value, places);
    }
}

fn assigned_in<'b>(expr: &'b Expr, places: &mut Vec<&'b Expr>) {
    let mut inside = |exprs: &mut dyn Iterator<Item = &'b Expr>| exprs.for_each(|expr| assigned_in(expr, places));
    match &expr.kind {
        ExprKind::Assign { place, value, .. } => {
            inside(&mut [&**place, value].into_iter());
            places.push(place);
        }
        ExprKind::Block(block) => assigned(block, places),
        ExprKind::For { iter, body, .. } => {
            inside(&mut [&**iter].into_iter());
            assigned(body, places);
        }
        ExprKind::If { cond, then, other } => {
            inside(&mut std::iter::once(&**cond).chain(other.as_deref()));
            assigned(then, places);
        }
        ExprKind::Unary(_, a) | ExprKind::Field(a, _) | ExprKind::Reference(a) | ExprKind::Cast(a, ..) => {
            inside(&mut [&**a].into_iter());
        }
        ExprKind::Binary(_, a, b) | ExprKind::Index(a, b) => inside(&mut [&**a, b].into_iter()),
        ExprKind::Method { receiver, args, .. } => inside(&mut std::iter::once(&**receiver).chain(args)),
        ExprKind::Call(call) => inside(&mut call.args.iter()),
        ExprKind::Array(exprs) | ExprKind::Tuple(exprs) => inside(&mut exprs.iter()),
        _ => {}
    }
}
