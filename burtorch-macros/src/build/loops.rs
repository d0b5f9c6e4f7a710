//! `for`: written out where that is short, a loop where it is not.

use proc_macro2::{Span, TokenStream};
use quote::quote;

use super::{Builder, Value, Variable, join};
use crate::ast::{BinaryOp, Block, Expr, ExprKind, IntType, Len, Pattern, Type};
use crate::graph::{Id, Kind, Range, Step};

/// Inside a loop that stays a loop, only short ones are written out.
const INNER_UNROLL: usize = 200;

/// What a `for` goes over.
enum Iteration {
    /// `natural` if the start cannot be negative, so that the bound is one for the index too.
    Range { start: Value, end: Value, inclusive: bool, bound: Option<Len>, natural: bool },
    /// `by_ref` if the elements are references.
    Array { array: Id, len: Len, enumerate: bool, by_ref: bool },
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
                let bound = self.bound((start, &from), (end, &to), *inclusive);
                let natural = self.is_natural(start);
                Some((Iteration::Range { start: from, end: to, inclusive: *inclusive, bound, natural }, false))
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
        if let Value::Node(array) = value
            && let Type::Array(_, len) = self.ty(array)
        {
            let len = len.clone();
            let by_ref = self.is_reference(expr);
            return Some((Iteration::Array { array, len, enumerate: false, by_ref }, false));
        }
        self.errors.report(
            expr.span,
            "this loop cannot be differentiated: loop over a range of integers, or over an array whose length is known",
        );
        None
    }

    /// A constant that is at least the number of iterations.
    fn bound(&self, (from, start): (&Expr, &Value), (end, value): (&Expr, &Value), inclusive: bool) -> Option<Len> {
        if !self.is_natural(from) {
            return self.distance(start, value, inclusive);
        }
        if let Some(end) = self.int(value) {
            let end = end.saturating_add(i128::from(inclusive));
            return Some(Len::Literal(usize::try_from(end.max(0)).ok()?));
        }
        // An index of an outer loop: `0..i`, `0..=i`, `0..i + 1`, `0..i - 1`.
        if let Value::Node(id) = value {
            return self.index_bound(*id);
        }
        if let ExprKind::Binary(op, left, right) = &end.kind {
            let natural = self.is_natural(right);
            match &left.kind {
                ExprKind::Name(name) if natural => {
                    let one = matches!(right.kind, ExprKind::Int(0..=1, _));
                    let below = *op == BinaryOp::Sub || *op == BinaryOp::Add && one && !inclusive;
                    if let Some(var) = self.lookup(name).filter(|_| below) {
                        return self.index_bound(self.vars[var].id);
                    }
                    // `N - 1` of a generic `N` is no length that Rust accepts; `N` itself is long enough.
                    if *op == BinaryOp::Sub && self.lookup(name).is_none() {
                        let generic = self.function.const_generics.contains(name);
                        return Some(Len::Constant(if generic { quote!(#name) } else { quote!((#name) as usize) }));
                    }
                }
                ExprKind::Int(len, _) if natural && *op == BinaryOp::Sub => {
                    return Some(Len::Literal(usize::try_from(len.saturating_add(i128::from(inclusive))).ok()?));
                }
                _ => {}
            }
        }
        let end = self.constant_tokens(value)?;
        match (self.mentions_generic(&end), inclusive) {
            // Rust accepts no arithmetic on generic constants.
            (true, true) => None,
            (true, false) => (end.clone().into_iter().count() == 1).then_some(Len::Constant(end)),
            (false, true) => Some(Len::Constant(quote!((#end) as usize + 1))),
            (false, false) => Some(Len::Constant(quote!((#end) as usize))),
        }
    }

    /// Whether an integer cannot be negative: a literal, an index, a length, or a sum of these.
    fn is_natural(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Int(value, _) => *value >= 0,
            ExprKind::Name(name) => match self.lookup(name) {
                Some(var) => {
                    let id = self.vars[var].id;
                    self.int(&Value::Node(id)).is_some_and(|value| value >= 0) || self.index_bound(id).is_some()
                }
                None => self.function.const_generics.contains(name),
            },
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Mul, a, b) => self.is_natural(a) && self.is_natural(b),
            _ => false,
        }
    }

    /// The number of iterations between two constants, the first of which may be negative.
    fn distance(&self, start: &Value, end: &Value, inclusive: bool) -> Option<Len> {
        if let (Some(start), Some(end)) = (self.int(start), self.int(end)) {
            let count = end.checked_sub(start)?.checked_add(i128::from(inclusive))?;
            return Some(Len::Literal(usize::try_from(count.max(0)).ok()?));
        }
        let (start, end) = (self.constant_tokens(start)?, self.constant_tokens(end)?);
        if self.mentions_generic(&start) || self.mentions_generic(&end) {
            return None;
        }
        let one = usize::from(inclusive);
        Some(Len::Constant(quote!(((#end) - (#start)) as usize + #one)))
    }

    /// What the index of a loop around stays below.
    fn index_bound(&self, id: Id) -> Option<Len> {
        self.bounds.iter().find(|(index, _)| *index == id).map(|(_, bound)| bound.clone())
    }

    /// A value as a constant expression.
    fn constant_tokens(&self, value: &Value) -> Option<TokenStream> {
        match value {
            Value::Code(code) if code.holes.is_empty() => Some(code.tokens.clone()),
            Value::Code(_) => None,
            Value::Node(_) => self.int(value).and_then(|int| format!("({int})").parse().ok()),
        }
    }

    fn mentions_generic(&self, tokens: &TokenStream) -> bool {
        let text = tokens.to_string();
        let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.any(|word| self.function.const_generics.iter().any(|name| name == word))
    }

    /// Writes the loop out, if its bounds are known and the budget allows.
    fn unroll(&mut self, iteration: &Iteration, reversed: bool, pattern: &Pattern, body: &Block, span: Span) -> bool {
        let (start, end) = match iteration {
            Iteration::Range { start, end, inclusive, .. } => match (self.int(start), self.int(end)) {
                (Some(start), Some(end)) => (start, end.saturating_add(i128::from(*inclusive))),
                _ => return false,
            },
            Iteration::Array { len, .. } => match len.literal() {
                Some(len) => (0, i128::try_from(len).unwrap_or(i128::MAX)),
                None => return false,
            },
        };
        let budget = if self.in_loop { self.function.unroll.min(INNER_UNROLL) } else { self.function.unroll };
        let nested = self.unrolling;
        let limit = nested.unwrap_or(self.w.graph.len().saturating_add(budget));
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
        let ty = match iteration {
            Iteration::Range { start, end, .. } => [start, end].into_iter().find_map(|bound| self.typed_int(bound)?.1),
            Iteration::Array { .. } => IntType::named("usize"),
        };
        let index = self.w.push(Kind::Int(at, ty), Type::Other);
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
        let natural = !matches!(iteration, Iteration::Range { natural: false, .. });
        let (range, array, enumerate) = match iteration {
            Iteration::Range { start, end, inclusive, bound, .. } => {
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
                let start = self.w.push(Kind::Int(0, None), Type::Other);
                let end = self.w.length(&len);
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
            if let Some(bound) = range.bound.as_ref().filter(|_| natural) {
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
