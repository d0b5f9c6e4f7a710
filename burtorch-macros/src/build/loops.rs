//! `for`: written out where that is short, a loop where it is not.

use proc_macro2::Span;
use quote::quote;

use super::{Builder, Value, Variable, join};
use crate::ast::{BinaryOp, Block, Expr, ExprKind, Len, Pattern, Type};
use crate::graph::{Id, Kind, Range, Step};

/// Inside a loop that stays a loop, only short ones are written out.
const INNER_UNROLL: usize = 200;

/// What a `for` goes over.
enum Iteration {
    Range {
        start: Value,
        end: Value,
        inclusive: bool,
        bound: Option<Len>,
    },
    /// `by_ref` if the elements are references.
    Array {
        array: Id,
        len: Len,
        enumerate: bool,
        by_ref: bool,
    },
}

impl Iteration {
    fn by_ref(&self) -> bool {
        matches!(self, Iteration::Array { by_ref: true, .. })
    }
}

impl Builder<'_> {
    pub(super) fn for_loop(&mut self, pattern: &Pattern, iter: &Expr, body: &Block) {
        if body.returns() {
            self.errors.report(
                iter.span,
                "`return` inside a loop cannot be differentiated: keep the result in a variable and guard the rest of the body with `if`",
            );
            return;
        }
        let Some((iteration, reversed)) = self.iteration(iter) else { return };
        if !self.unroll(&iteration, reversed, pattern, body, iter.span) {
            self.keep(iteration, reversed, pattern, body, iter.span);
        }
    }

    /// Understands what stands behind `in`.
    fn iteration(&mut self, iter: &Expr) -> Option<(Iteration, bool)> {
        match &iter.kind {
            ExprKind::Range { start: Some(start), end: Some(end), inclusive } => {
                let (from, to) = (self.expr(start, None), self.expr(end, None));
                for (value, at) in [(&from, start), (&to, end)] {
                    if self.is_poison(value) {
                        return None;
                    }
                    if self.is_active(value) {
                        self.errors.report(
                            at.span,
                            "the bound of a loop cannot depend on a differentiated value: use integers",
                        );
                        return None;
                    }
                }
                let bound = self.bound(end, &to, *inclusive);
                Some((Iteration::Range { start: from, end: to, inclusive: *inclusive, bound }, false))
            }
            ExprKind::Method { receiver, name, args, .. } if args.is_empty() && name == "rev" => {
                let (iteration, reversed) = self.iteration(receiver)?;
                if let Iteration::Array { enumerate: true, .. } = iteration {
                    self.errors.report(
                        name.span(),
                        "`enumerate().rev()` cannot be differentiated: loop over `(0..N).rev()` and index",
                    );
                    return None;
                }
                Some((iteration, !reversed))
            }
            ExprKind::Method { receiver, name, args, .. } if args.is_empty() && name == "enumerate" => {
                match self.iteration(receiver)? {
                    (Iteration::Array { array, len, by_ref, .. }, false) => {
                        Some((Iteration::Array { array, len, enumerate: true, by_ref }, false))
                    }
                    _ => {
                        self.errors.report(
                            name.span(),
                            "`enumerate` can be differentiated on `array.iter()` only: loop over a range and index",
                        );
                        None
                    }
                }
            }
            ExprKind::Method { receiver, name, args, .. }
                if args.is_empty() && ["iter", "into_iter", "copied", "cloned"].iter().any(|known| name == known) =>
            {
                let (mut iteration, reversed) = if matches!(receiver.kind, ExprKind::Method { .. }) {
                    self.iteration(receiver)?
                } else {
                    self.array(receiver)?
                };
                if let Iteration::Array { by_ref, .. } = &mut iteration {
                    *by_ref = name == "iter" || (name == "into_iter" && *by_ref);
                }
                Some((iteration, reversed))
            }
            ExprKind::Method { name, .. } => {
                self.errors.report(
                    name.span(),
                    format_args!("a loop over `{name}` cannot be differentiated: loop over a range, an array, `array.iter()` or `array.iter().enumerate()`"),
                );
                None
            }
            _ => self.array(iter),
        }
    }

    fn array(&mut self, expr: &Expr) -> Option<(Iteration, bool)> {
        let value = self.expr(expr, None);
        if self.is_poison(&value) {
            return None;
        }
        if let Value::Node(array) = value {
            if let Type::Array(_, len) = self.ty(array) {
                let len = len.clone();
                let by_ref = self.is_reference(expr);
                return Some((Iteration::Array { array, len, enumerate: false, by_ref }, false));
            }
        }
        self.errors.report(
            expr.span,
            "this loop cannot be differentiated: loop over a range of integers, or over an array whose length is known",
        );
        None
    }

    /// A constant that the index stays below.
    fn bound(&self, end: &Expr, value: &Value, inclusive: bool) -> Option<Len> {
        if let Some(end) = self.int(value) {
            let end = if inclusive { end + 1 } else { end };
            return Some(Len::Literal(usize::try_from(end).unwrap_or(0)));
        }
        let index_bound = |value: &Value| match value {
            Value::Node(id) => self.bounds.iter().find(|(index, _)| index == id).map(|(_, bound)| bound.clone()),
            Value::Code(_) => None,
        };
        // An index of an outer loop: `0..i`, `0..=i`, `0..i + 1`.
        if let Some(bound) = index_bound(value) {
            return Some(bound);
        }
        if let ExprKind::Binary(op, left, right) = &end.kind {
            if let ExprKind::Name(name) = &left.kind {
                let by_one = *op == BinaryOp::Add && matches!(right.kind, ExprKind::Int(1, _)) && !inclusive;
                if let Some(var) = self.lookup(name).filter(|_| by_one || *op == BinaryOp::Sub) {
                    return index_bound(&Value::Node(self.vars[var].id));
                }
                // `N - 1` of a generic `N` is no length that Rust accepts; `N` itself is long enough.
                if *op == BinaryOp::Sub && self.function.const_generics.contains(name) {
                    return Some(Len::Constant(quote!(#name)));
                }
            }
        }
        match value {
            Value::Code(code) if code.holes.is_empty() => {
                let tokens = &code.tokens;
                let text = tokens.to_string();
                let generic = self
                    .function
                    .const_generics
                    .iter()
                    .any(|name| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| *name == word));
                match (generic, inclusive) {
                    (true, true) => None,
                    (true, false) => self
                        .function
                        .const_generics
                        .iter()
                        .any(|name| *name == text)
                        .then(|| Len::Constant(tokens.clone())),
                    (false, true) => Some(Len::Constant(quote!((#tokens) as usize + 1))),
                    (false, false) => Some(Len::Constant(quote!((#tokens) as usize))),
                }
            }
            _ => None,
        }
    }

    /// Writes the loop out, if its bounds are known and the budget allows.
    fn unroll(&mut self, iteration: &Iteration, reversed: bool, pattern: &Pattern, body: &Block, span: Span) -> bool {
        let (start, end) = match iteration {
            Iteration::Range { start, end, inclusive, .. } => match (self.int(start), self.int(end)) {
                (Some(start), Some(end)) => (start, if *inclusive { end + 1 } else { end }),
                _ => return false,
            },
            Iteration::Array { len, .. } => match len.literal() {
                Some(len) => (0, i128::try_from(len).unwrap_or(i128::MAX)),
                None => return false,
            },
        };
        let budget = if self.in_loop { self.function.unroll.min(INNER_UNROLL) } else { self.function.unroll };
        let nested = self.unrolling;
        let limit = nested.unwrap_or(self.w.graph.len() + budget);
        if end.saturating_sub(start) > i128::try_from(limit.saturating_sub(self.w.graph.len())).unwrap_or(0) {
            // Not even empty iterations fit. Where an outer loop is being written out, that fails too.
            self.gave_up = nested.is_some();
            return self.gave_up;
        }
        self.unrolling = Some(limit);
        let before = self.checkpoint();
        let errors = self.errors.count();
        let step = |builder: &mut Self, at: i128| {
            let depth = builder.vars.len();
            let value = builder.item(iteration, at);
            builder.bind(pattern, value, iteration.by_ref(), span);
            builder.block(body, None);
            builder.vars.truncate(depth);
            // One mistake in the body is one mistake, not one per iteration.
            builder.errors.count() == errors && !builder.gave_up && builder.w.graph.len() <= limit
        };
        let whole =
            if reversed { (start..end).rev().all(|at| step(self, at)) } else { (start..end).all(|at| step(self, at)) };
        self.unrolling = nested;
        if whole || self.errors.count() > errors {
            return true;
        }
        self.gave_up = nested.is_some();
        if !self.gave_up {
            self.rollback(before);
        }
        self.gave_up
    }

    /// What the loop's pattern is bound to in iteration `at`.
    fn item(&mut self, iteration: &Iteration, at: i128) -> Value {
        let index = self.w.push(Kind::Int(at), Type::Other);
        match iteration {
            Iteration::Range { .. } => Value::Node(index),
            Iteration::Array { array, enumerate, .. } => {
                let step = Step::At(usize::try_from(at).unwrap_or(0));
                let element = self.w.get(*array, &[step]);
                if *enumerate { Value::Node(self.pair(index, element)) } else { Value::Node(element) }
            }
        }
    }

    fn pair(&mut self, index: Id, element: Id) -> Id {
        let ty = self.ty(element).clone();
        self.w.pack(vec![index, element], Type::Tuple(vec![Type::Other, ty]))
    }

    /// Builds a loop that stays one.
    ///
    /// Which variables it carries from one iteration to the next shows when its body is built, so the
    /// body is built again until nothing new is carried.
    fn keep(&mut self, iteration: Iteration, reversed: bool, pattern: &Pattern, body: &Block, span: Span) {
        let by_ref = iteration.by_ref();
        let (range, array, enumerate) = match iteration {
            Iteration::Range { start, end, inclusive, bound } => {
                if bound.is_none() {
                    self.errors.report(
                        span,
                        "the length of this loop is not a constant: loop to a literal, a `const`, a const generic or an array's length, and guard the body with `if`",
                    );
                    return;
                }
                let (start, end) = (self.node(start), self.node(end));
                (Range { start, end, inclusive, reversed, bound }, None, false)
            }
            Iteration::Array { array, len, enumerate, .. } => {
                let start = self.w.push(Kind::Int(0), Type::Other);
                let end = match &len {
                    Len::Literal(len) => Kind::Int(i128::try_from(*len).unwrap_or(i128::MAX)),
                    Len::Constant(tokens) => {
                        Kind::Opaque(crate::graph::Template { tokens: tokens.clone(), holes: Vec::new() })
                    }
                };
                let end = self.w.push(end, Type::Other);
                (Range { start, end, inclusive: false, reversed, bound: Some(len) }, Some(array), enumerate)
            }
        };
        let outer: Vec<Id> = self.vars.iter().map(|variable| variable.id).collect();
        let before = self.checkpoint();
        let mut carried: Vec<Carried> = Vec::new();
        let region = loop {
            let region = self.w.graph.add_region(self.w.at);
            let around = std::mem::replace(&mut self.w.at, region);
            let in_loop = std::mem::replace(&mut self.in_loop, true);
            let unrolling = self.unrolling.take();
            let gave_up = std::mem::replace(&mut self.gave_up, false);
            let index = self.w.param(Kind::Argument, Type::Other, false, None);
            if let Some(bound) = &range.bound {
                self.bounds.push((index, bound.clone()));
            }
            for slot in &carried {
                let name = self.vars[slot.var].name.clone();
                self.vars[slot.var].id = self.w.param(Kind::Argument, slot.ty.clone(), slot.active, Some(&name));
            }
            let started: Vec<Id> = self.vars.iter().map(|variable| variable.id).collect();
            let value = match array {
                None => index,
                Some(array) => {
                    let element = self.w.get(array, &[Step::Index(index)]);
                    if enumerate { self.pair(index, element) } else { element }
                }
            };
            if let (Pattern::Name(name), None) = (pattern, array) {
                self.w.name(index, name);
            }
            let depth = self.vars.len();
            self.bind(pattern, Value::Node(value), by_ref, span);
            self.block(body, None);
            self.vars.truncate(depth);
            self.bounds.retain(|(known, _)| *known != index);
            (self.unrolling, self.gave_up) = (unrolling, gave_up);
            self.in_loop = in_loop;
            self.w.at = around;
            let grew = self.grow(&mut carried, &started);
            if !grew || self.errors.count() > before.errors() {
                let results = carried.iter().map(|slot| self.vars[slot.var].id).collect();
                self.w.graph.region_mut(region).results = results;
                break region;
            }
            for (variable, &id) in self.vars.iter_mut().zip(&outer) {
                variable.id = id;
            }
        };
        let init = carried.iter().map(|slot| outer[slot.var]).collect();
        let types = carried.iter().map(|slot| slot.ty.clone()).collect();
        let active = carried.iter().any(|slot| slot.active);
        let id = self.w.push_as(Kind::For { range, init, body: region }, Type::Tuple(types), active);
        for (at, slot) in carried.iter().enumerate() {
            let result = self.w.get(id, &[Step::At(at)]);
            // The loop is active as a whole; each of its results only if it is itself.
            self.w.graph.node_mut(result).active = slot.active;
            let name = self.vars[slot.var].name.clone();
            self.w.name(result, &name);
            self.vars[slot.var].id = result;
        }
    }

    /// Adds the variables that the body changed, widens what is known of the others; false if nothing is new.
    fn grow(&self, carried: &mut Vec<Carried>, started: &[Id]) -> bool {
        let mut grew = false;
        for (var, &before) in started.iter().enumerate() {
            let Variable { id, .. } = &self.vars[var];
            if *id == before {
                continue;
            }
            let (old, new) = (self.w.graph.node(before), self.w.graph.node(*id));
            let ty = join(old.ty.clone(), new.ty.clone());
            let active = old.active || new.active;
            match carried.iter_mut().find(|slot| slot.var == var) {
                None => {
                    carried.push(Carried { var, ty, active });
                    grew = true;
                }
                Some(slot) if slot.active != active || slot.ty != ty => {
                    (slot.active, slot.ty) = (active, ty);
                    grew = true;
                }
                Some(_) => {}
            }
        }
        grew
    }
}

/// A variable that a loop carries from one iteration to the next.
struct Carried {
    var: usize,
    ty: Type,
    active: bool,
}
