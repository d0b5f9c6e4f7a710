//! Loops: written out where that is short, loops where it is not.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::iterators::Iter;
use super::jumps::LoopScope;
use super::passes::LoopId;
use super::{Builder, Value, Variable, join};
use crate::ast::{BinaryOp, Block, Expr, ExprKind, IntType, Len, Pattern, Type};
use crate::each::Each;
use crate::graph::{Id, Kind, Range, Step};

/// Inside a loop that stays a loop, only short ones are written out.
const INNER_UNROLL: usize = 200;

/// Loops of more iterations than this, if it is known, keep what the sweep needs in the scratch. Those of loops inside of each
/// other are counted together.
const ON_THE_STACK: usize = 10_000;

/// What a loop goes over.
pub(super) enum Iteration {
    /// `natural` if the start cannot be negative, so that the bound is one for the index too.
    Range { start: Value, end: Value, inclusive: bool, bound: Option<Len>, natural: bool, reversed: bool },
    /// Anything else: the first item, the second…
    Chain(Iter),
    /// No end of its own.
    Endless,
}

/// What a loop does with an item; yields whether to go on, if that is ever in question.
pub(super) type Body<'b> = dyn FnMut(&mut Builder, Value) -> Option<Id> + 'b;

impl Builder<'_> {
    pub(super) fn for_loop(&mut self, label: Option<&Ident>, pattern: &Pattern, iter: &Expr, body: &Block) {
        if self.is_flow(iter) {
            return self.for_each_of(label, pattern, iter, body);
        }
        if self.is_pulled(pattern, iter, body) {
            return self.pulled_loop(label, pattern, iter, body);
        }
        let Some(iteration) = self.iteration(iter) else { return };
        let by_ref = matches!(&iteration, Iteration::Chain(iter) if iter.by_ref());
        let declared = self.declared_items(iter);
        let jumps = !body.jumps().is_empty();
        let scope = LoopScope { label: label.cloned(), depth: self.vars.len(), value: None, wanted: None };
        self.repeat(&iteration, jumps.then_some(scope), iter.span, &mut |builder, item| {
            builder.bind(pattern, item, by_ref, iter.span);
            builder.declare(pattern, declared.as_ref());
            if jumps {
                return Some(builder.jumping_body(body));
            }
            builder.block(body, None);
            None
        });
    }

    /// `for` over an iterator whose items are not known by their places.
    fn for_each_of(&mut self, label: Option<&Ident>, pattern: &Pattern, iter: &Expr, body: &Block) {
        let (outer, jumps) = (self.vars.len(), !body.jumps().is_empty());
        let Some(flow) = self.flow(iter) else { return self.vars.truncate(outer) };
        let go_on = jumps.then(|| self.flag(" going", true));
        self.drive(&flow, &go_on.into_iter().collect::<Vec<_>>(), iter.span, &mut |builder, item, by_ref| {
            // The body does not see what the closures of the chain bind.
            let depth = builder.vars.len();
            builder.hidden.push(outer..depth);
            if let Some(go_on) = go_on {
                builder.loops.push(LoopScope { label: label.cloned(), depth, value: None, wanted: None });
                builder.bind(pattern, item, by_ref, iter.span);
                let on = builder.jumping_body(body);
                builder.loops.pop();
                builder.vars[go_on].id = on;
            } else {
                builder.bind(pattern, item, by_ref, iter.span);
                builder.block(body, None);
            }
            builder.vars.truncate(depth);
            builder.hidden.pop();
        });
        self.vars.truncate(outer);
    }

    /// `while` and `loop`.
    pub(super) fn endless_loop(
        &mut self,
        label: Option<&Ident>,
        cond: Option<&Expr>,
        body: &Block,
        wanted: Option<&Type>,
    ) -> Value {
        let depth = self.vars.len();
        // Only of an `Option` must be known what it may hold.
        let wanted = wanted.filter(|ty| ty.payload().is_some()).cloned();
        let mut scope = LoopScope { label: label.cloned(), depth, value: None, wanted };
        if cond.is_none() {
            // What `break` yields; its type shows when it is assigned.
            let none = self.w.push(Kind::Zero, Type::Other);
            self.vars.push(Variable::ours(" value", none));
            scope.value = Some(depth);
            scope.depth += 1;
        }
        let span = self.w.span;
        self.repeat(&Iteration::Endless, Some(scope), span, &mut |builder, _| {
            Some(match cond {
                Some(cond) => builder.while_body(cond, body),
                None => builder.jumping_body(body),
            })
        });
        let value = self.vars.get(depth).map(|variable| variable.id);
        self.vars.truncate(depth);
        match value {
            Some(id) if !matches!(self.w.graph.kind(id), Kind::Zero) => Value::Node(id),
            _ => self.unit(),
        }
    }

    /// Understands what stands behind `in`.
    fn iteration(&mut self, iter: &Expr) -> Option<Iteration> {
        let (range, reversed) = match &iter.kind {
            ExprKind::Method { receiver, name, args, .. } if args.is_empty() && name == "rev" => (&**receiver, true),
            _ => (iter, false),
        };
        let ExprKind::Range { start: Some(start), end: Some(end), inclusive } = &range.kind else {
            return self.iterator(iter).map(Iteration::Chain);
        };
        let from = self.expr(start, None);
        let (from, to) = (self.once(from), self.expr(end, None));
        let to = self.once(to);
        for (value, at) in [(&from, start), (&to, end)] {
            if self.is_poison(value) {
                return None;
            }
            if self.is_active(value) {
                self.errors
                    .report(at.span, "the bound of a loop cannot depend on a differentiated value: use integers");
                return None;
            }
        }
        let bound = self.bound((start, &from), (end, &to), *inclusive).filter(is_short);
        let natural = self.is_natural(start);
        Some(Iteration::Range { start: from, end: to, inclusive: *inclusive, bound, natural, reversed })
    }

    /// Does something with every item; a loop out of which jumps lead has a scope.
    pub(super) fn repeat(&mut self, iteration: &Iteration, scope: Option<LoopScope>, span: Span, body: &mut Body) {
        let place = self.passes.next(span);
        if scope.is_none() && self.unroll(iteration, place, body) {
            return;
        }
        self.keep(iteration, scope, place, span, body);
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
            Value::Code(_) | Value::Place(..) | Value::Several(_) | Value::Closure(_) | Value::Maybe(_) => None,
            Value::Node(_) => self.int(value).and_then(|int| format!("({int})").parse().ok()),
        }
    }

    fn mentions_generic(&self, tokens: &TokenStream) -> bool {
        let text = tokens.to_string();
        let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.any(|word| self.function.const_generics.iter().any(|name| name == word))
    }

    /// Writes the loop out, if its bounds are known and the budget allows.
    fn unroll(&mut self, iteration: &Iteration, place: LoopId, body: &mut Body) -> bool {
        let (start, end) = match iteration {
            Iteration::Range { start, end, inclusive, .. } => match (self.int(start), self.int(end)) {
                (Some(start), Some(end)) => (start, end.saturating_add(i128::from(*inclusive))),
                _ => return false,
            },
            Iteration::Chain(iter) => {
                let count = self.count(iter);
                match self.int(&count) {
                    Some(count) => (0, count),
                    None => return false,
                }
            }
            Iteration::Endless => return false,
        };
        let budget = if self.in_loop { self.function.unroll.min(INNER_UNROLL) } else { self.function.unroll };
        let nested = self.unrolling;
        let limit = nested.unwrap_or(self.w.graph.len().saturating_add(budget));
        if end.saturating_sub(start) > i128::try_from(limit.saturating_sub(self.w.graph.len())).unwrap_or(0) {
            // Not even empty iterations fit. Where an outer loop is being written out, that fails too.
            self.gave_up = nested.is_some();
            return self.gave_up;
        }
        // What was too long in an earlier pass over the loop around is not tried again: less is known now, not more.
        if nested.is_none() && self.passes.was_too_long(place) {
            return false;
        }
        self.unrolling = Some(limit);
        let before = self.checkpoint();
        let errors = self.errors.count();
        let mut step = |builder: &mut Self, at: i128| {
            let depth = builder.vars.len();
            let item = builder.item_at(iteration, at);
            body(builder, item);
            builder.vars.truncate(depth);
            // One mistake in the body is one mistake, not one per iteration.
            builder.errors.count() == errors && !builder.gave_up && builder.w.graph.len() <= limit
        };
        let reversed = matches!(iteration, Iteration::Range { reversed: true, .. });
        let whole =
            if reversed { (start..end).rev().all(|at| step(self, at)) } else { (start..end).all(|at| step(self, at)) };
        self.unrolling = nested;
        if whole || self.errors.count() > errors {
            return true;
        }
        self.gave_up = nested.is_some();
        if !self.gave_up {
            self.rollback(before);
            self.passes.note_too_long(place);
        }
        self.gave_up
    }

    /// What a loop that is written out does something with in iteration `at`.
    fn item_at(&mut self, iteration: &Iteration, at: i128) -> Value {
        match iteration {
            Iteration::Range { start, end, .. } => {
                let ty = [start, end].into_iter().find_map(|bound| self.typed_int(bound)?.1);
                Value::Node(self.w.push(Kind::Int(at, ty), Type::Other))
            }
            Iteration::Chain(iter) => {
                let index = self.push_int(at, IntType::named("usize"));
                self.item(iter, index)
            }
            Iteration::Endless => self.unit(),
        }
    }

    /// The range of a loop that stays one, and whether its index is that of the items.
    fn range(&mut self, iteration: &Iteration, jumps: bool) -> (Range, bool) {
        match iteration {
            Iteration::Range { start, end, inclusive, bound, reversed, .. } if !jumps => {
                let (start, end) = (self.node(start.clone()), self.node(end.clone()));
                let range = Range { start, end, inclusive: *inclusive, reversed: *reversed, bound: bound.clone() };
                (range, true)
            }
            _ => {
                let start = self.w.index(0);
                let (end, bound) = match iteration {
                    Iteration::Range { start, end, inclusive, bound, .. } => {
                        let count = self.distance_of(start, end, *inclusive);
                        (self.node(count), bound.clone())
                    }
                    Iteration::Chain(iter) => {
                        let (count, bound) = (self.count(iter), self.bound_of(iter).filter(is_short));
                        (self.node(count), bound)
                    }
                    Iteration::Endless => {
                        let end = Value::Code(super::Template::verbatim(quote!(::core::primitive::usize::MAX)));
                        (self.node(end), None)
                    }
                };
                (Range { start, end, inclusive: false, reversed: false, bound }, false)
            }
        }
    }

    /// The item of a kept loop whose index is `index`.
    fn item_of(&mut self, iteration: &Iteration, is_index: bool, range: &Range, index: Id) -> Value {
        match iteration {
            Iteration::Range { .. } if is_index => Value::Node(index),
            Iteration::Range { start, end, reversed, .. } => {
                let at = if *reversed { self.counted_back(range.end, Value::Node(index)) } else { Value::Node(index) };
                self.nth(start, Some(end), at)
            }
            Iteration::Chain(iter) => self.item(iter, Value::Node(index)),
            Iteration::Endless => self.unit(),
        }
    }

    /// Builds a loop that stays one.
    ///
    /// Which variables it carries from one iteration to the next shows when its body is built, so the
    /// body is built again until nothing new is carried. If an earlier pass over the loop around has built this one, what it
    /// carried then is where this pass starts: else each level of nesting would double the work.
    fn keep(&mut self, iteration: &Iteration, scope: Option<LoopScope>, place: LoopId, span: Span, body: &mut Body) {
        let natural = !matches!(iteration, Iteration::Range { natural: false, .. });
        let (mut range, is_index) = self.range(iteration, scope.is_some());
        let outer_iterations = self.iterations;
        let iterations =
            range.bound.as_ref().map(|bound| outer_iterations.saturating_mul(bound.literal().unwrap_or(1)));
        range.bound = range.bound.filter(|_| iterations.is_some_and(|all| all <= ON_THE_STACK));
        self.iterations = if range.bound.is_some() { iterations.unwrap_or(1) } else { 1 };
        let jumps = scope.is_some();
        self.loops.extend(scope);
        let outer: Vec<Id> = self.vars.each(|variable| variable.id);
        let before = self.checkpoint();
        let mut carried: Vec<Carried> = self.passes.carried(place, outer.len());
        for slot in &mut carried {
            // The loop around may carry more than in its earlier pass: what this one starts from may be differentiated now.
            let start = self.w.graph.node(outer[slot.var]);
            slot.active |= start.active;
            if !(matches!(start.kind, Kind::Zero) && start.ty.is_slice()) {
                slot.ty = join(start.ty.clone(), slot.ty.clone());
            }
        }
        let (written, in_place, resumed) = (self.written, self.in_place, self.resumed);
        let mut go_on;
        let region = loop {
            // Each pass takes the place of the one before.
            (self.written, self.in_place, self.resumed) = (written, in_place, resumed);
            let outside = self.passes.enter(place);
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
                let id = self.w.param(Kind::Argument, slot.ty.clone(), slot.active, Some(&name));
                if self.is_known_node(outer[slot.var]) {
                    self.known.insert(id);
                }
                self.vars[slot.var].id = id;
            }
            let started: Vec<Id> = self.vars.each(|variable| variable.id);
            let depth = self.vars.len();
            self.w.span = span;
            let item = self.item_of(iteration, is_index, &range, index);
            go_on = body(self, item);
            self.vars.truncate(depth);
            self.bounds.retain(|(known, _)| *known != index);
            self.passes.leave(outside);
            (self.unrolling, self.gave_up) = (unrolling, gave_up);
            self.in_loop = in_loop;
            self.w.at = around;
            let grew = self.grow(&mut carried, &started);
            if !grew || self.errors.count() > before.errors() {
                let results = carried.iter().map(|slot| self.vars[slot.var].id);
                self.w.graph.region_mut(region).results = results.chain(go_on).collect();
                self.passes.note_carried(place, outer.len(), &carried);
                break region;
            }
            for (variable, &id) in self.vars.iter_mut().zip(&outer) {
                variable.id = id;
            }
        };
        self.iterations = outer_iterations;
        if jumps {
            self.loops.pop();
        }
        for slot in &carried {
            // What a loop yields by `break` has a type once it is assigned, an empty `Vec` once something is pushed.
            let start = self.w.graph.node_mut(outer[slot.var]);
            if matches!(start.kind, Kind::Zero) && (start.ty == Type::Other || start.ty.is_slice()) {
                start.ty = slot.ty.clone();
            }
        }
        let init = carried.each(|slot| outer[slot.var]);
        let mut types: Vec<Type> = carried.each(|slot| slot.ty.clone());
        let active = carried.iter().any(|slot| slot.active);
        let again = go_on.is_some();
        types.extend(again.then_some(Type::Other));
        let id = self.w.push_as(
            Kind::For { range, init, body: region, again, recompute: false },
            Type::Tuple(types),
            active,
        );
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
            let is_empty = matches!(old.kind, Kind::Zero) && old.ty.is_slice();
            let ty = if is_empty { new.ty.clone() } else { join(old.ty.clone(), new.ty.clone()) };
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

/// Whether what a loop keeps of its iterations may be on the stack.
fn is_short(bound: &Len) -> bool {
    bound.literal().is_none_or(|len| len <= ON_THE_STACK)
}

/// A variable that a loop carries from one iteration to the next.
#[derive(Clone)]
pub(super) struct Carried {
    pub var: usize,
    pub ty: Type,
    pub active: bool,
}
