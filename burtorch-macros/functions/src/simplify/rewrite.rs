//! One walk over the graph that folds constants, applies the laws and merges equal nodes.

use std::collections::hash_map::Entry;
use std::hash::BuildHasherDefault;

use burtorch_runtime::rules::Op;

use super::Rows;
use super::stacks::Stacks;
use crate::ast::Precision;
use crate::each::{Each, IntoEach};
use crate::graph::{
    Args, Arm, BinaryOp, Graph, Id, IdMap, IntType, Kind, PatternTest, RegionId, Step, Table, Type, Writer,
};
use crate::laws::{self, Rewrite as _};

/// Copies `graph`, rewriting as it goes.
pub(super) fn rewrite(graph: &Graph, precision: Precision, rows: Rows) -> Graph {
    let mut rewriter = Rewriter {
        old: graph,
        w: Writer::new(Graph::with_room(graph.len())),
        map: IdMap::new(),
        slots: Table::default(),
        known: Table::with_capacity_and_hasher(graph.len(), BuildHasherDefault::default()),
        learned: Vec::new(),
        precision,
        rows,
        stacks: Stacks::of(graph),
    };
    for &param in &graph.root().params {
        rewriter.param(param);
    }
    rewriter.nodes(Graph::ROOT);
    let results = graph.root().results.each(|id| rewriter.map[*id]);
    rewriter.w.graph.region_mut(Graph::ROOT).results = results;
    rewriter.w.graph.inherit(graph);
    rewriter.w.graph
}

pub(super) struct Rewriter<'g> {
    old: &'g Graph,
    pub w: Writer,
    /// The new node of each old one.
    map: IdMap<Id>,
    /// Results of old branches and loops that are known without them.
    slots: Table<(Id, usize), Id>,
    /// Nodes that are there already, in this region and those around it.
    known: Table<Key, Id>,
    /// Which of them the regions that are being rewritten added, to be forgotten at their ends.
    learned: Vec<Key>,
    pub(super) precision: Precision,
    rows: Rows,
    pub(super) stacks: Stacks,
}

/// What makes two nodes equal.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Key {
    Const(u64),
    Int(i128, Option<IntType>),
    Bool(bool),
    Op(Op, Args),
    Compare(BinaryOp, Id, Id),
    Not(Id),
    ToIndex(Id, Id),
    Select(Id, Id, Id),
    Get(Id, Vec<Step>),
}

impl Rewriter<'_> {
    fn param(&mut self, old: Id) {
        let new = self.w.copy_param(self.old.node(old));
        self.map.insert(old, new);
    }

    fn nodes(&mut self, region: RegionId) {
        for &id in &self.old.region(region).nodes {
            self.w.span = self.old.node(id).span;
            let new = match self.old.kind(id) {
                Kind::Branch { on, arms } => self.branch(id, *on, arms),
                Kind::For { .. } => Some(self.for_loop(id)),
                Kind::Get(base, path) => Some(match path[..] {
                    [Step::At(slot)] if self.slots.contains_key(&(*base, slot)) => self.slots[&(*base, slot)],
                    _ => {
                        let path = self.path(path);
                        self.get(self.map[*base], &path)
                    }
                }),
                _ => Some(self.plain(id)),
            };
            if let Some(new) = new {
                if let Some(name) = &self.old.node(id).name {
                    self.w.name(new, name);
                }
                self.map.insert(id, new);
            }
        }
    }

    /// A path of the old graph in the new one.
    fn path(&self, path: &[Step]) -> Vec<Step> {
        let mapped = path.iter().map(|step| match step {
            Step::At(at) => Step::At(*at),
            Step::Index(id) => Step::Index(self.map[*id]),
            Step::Range(start, end) => Step::Range(self.map[*start], self.map[*end]),
        });
        self.steps(mapped.collect())
    }

    fn get(&mut self, base: Id, path: &[Step]) -> Id {
        match self.known.entry(Key::Get(base, path.to_vec())) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                if self.w.at != Graph::ROOT {
                    self.learned.push(new.key().clone());
                }
                *new.insert(self.w.get(base, path))
            }
        }
    }

    /// A node without regions.
    fn plain(&mut self, id: Id) -> Id {
        let node = self.old.node(id);
        let mut kind = node.kind.clone();
        kind.each_input(&mut |input| *input = self.map[*input]);
        match kind {
            Kind::Op(op, args) => self.row(op, &args),
            Kind::Set(base, path, value) => {
                let path = self.steps(path);
                self.w.set(base, &path, value)
            }
            Kind::AddAt(base, path, value) => {
                let path = self.steps(path);
                self.w.push(Kind::AddAt(base, path, value), node.ty.clone())
            }
            Kind::Len(array) => self.w.length_of(array),
            Kind::Offset(a, b) => self.w.offset(a, b),
            Kind::Save(stack, value) => self.save(stack, value),
            Kind::Restore(stack) => self.restore(stack, &node.ty, node.active),
            kind => self.push(kind, &node.ty, node.active),
        }
    }

    /// Steps by indices that turned out constant.
    fn steps(&self, path: Vec<Step>) -> Vec<Step> {
        let constant = |step| match step {
            Step::Index(id) => match self.w.graph.kind(id) {
                Kind::Int(at, _) => usize::try_from(*at).map_or(step, Step::At),
                _ => step,
            },
            Step::At(_) | Step::Range(..) => step,
        };
        path.into_each(constant)
    }

    /// A row, simplified.
    pub(super) fn row(&mut self, op: Op, args: &[Id]) -> Id {
        if self.rows == Rows::Lower
            && let Some(lowered) = laws::lower(self, op, args)
        {
            return lowered;
        }
        if let Some(simpler) = laws::simpler(self, op, args).or_else(|| laws::signs_outwards(self, op, args)) {
            return simpler;
        }
        let ty = self.w.type_of_row(args);
        self.push(Kind::Op(op, args.into()), &ty, false)
    }

    /// Writes a node unless an equal one is there.
    pub(super) fn push(&mut self, kind: Kind, ty: &Type, active: bool) -> Id {
        if let Some(simpler) = self.fold_choice(&kind) {
            return simpler;
        }
        let Some(key) = key(&kind) else { return self.w.push_as(kind, ty.clone(), active) };
        match self.known.entry(key) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                if self.w.at != Graph::ROOT {
                    self.learned.push(new.key().clone());
                }
                *new.insert(self.w.push(kind, ty.clone()))
            }
        }
    }

    /// Laws: `select(true, a, b) = a`; `select(c, a, a) = a`; `!true = false`; comparisons of constants; `(relu(a) ≤ 0) = (a ≤ 0)`.
    fn fold_choice(&mut self, kind: &Kind) -> Option<Id> {
        match *kind {
            Kind::Select(_, a, b) if a == b => Some(a),
            Kind::Select(cond, a, b) => match self.w.graph.kind(cond) {
                Kind::Bool(true) => Some(a),
                Kind::Bool(false) => Some(b),
                _ => None,
            },
            Kind::Not(a) => match *self.w.graph.kind(a) {
                Kind::Bool(value) => Some(self.push(Kind::Bool(!value), &Type::Other, false)),
                Kind::Not(inner) => Some(inner),
                _ => None,
            },
            Kind::Compare(BinaryOp::Le, a, b) if self.is_zero(b) && self.below_zero(a).is_some() => self.below_zero(a),
            Kind::Compare(op, a, b) => {
                let (a, b) = (self.constant_of(a)?, self.constant_of(b)?);
                let value = match op {
                    BinaryOp::Lt => a < b,
                    BinaryOp::Le => a <= b,
                    BinaryOp::Gt => a > b,
                    BinaryOp::Ge => a >= b,
                    #[allow(clippy::float_cmp, reason = "the same comparison as in the user's code")]
                    BinaryOp::Eq => a == b,
                    #[allow(clippy::float_cmp, reason = "the same comparison as in the user's code")]
                    BinaryOp::Ne => a != b,
                    _ => return None,
                };
                Some(self.push(Kind::Bool(value), &Type::Other, false))
            }
            _ => None,
        }
    }

    /// `a ≤ 0`, if this is `relu(a)`, made of other rows.
    fn below_zero(&self, id: Id) -> Option<Id> {
        let &Kind::Select(below, zero, a) = self.w.graph.kind(id) else { return None };
        let same =
            matches!(*self.w.graph.kind(below), Kind::Compare(BinaryOp::Le, x, end) if x == a && self.is_zero(end));
        (same && self.is_zero(zero)).then_some(below)
    }

    #[allow(clippy::float_cmp, reason = "of either sign")]
    fn is_zero(&self, id: Id) -> bool {
        self.constant_of(id) == Some(0.0)
    }

    /// Rewrites a region into a new one; what it learns is forgotten afterwards.
    fn region(&mut self, old: RegionId, prepare: impl FnOnce(&mut Self)) -> RegionId {
        let region = self.w.graph.add_region(self.w.at);
        let outer = std::mem::replace(&mut self.w.at, region);
        let learned = self.learned.len();
        prepare(self);
        self.nodes(old);
        let results = self.old.region(old).results.each(|id| self.map[*id]);
        self.w.graph.region_mut(region).results = results;
        for key in self.learned.split_off(learned) {
            self.known.remove(&key);
        }
        self.w.at = outer;
        region
    }

    fn branch(&mut self, id: Id, on: Id, arms: &[Arm]) -> Option<Id> {
        let on = self.map[on];
        if let Some(arm) = self.chosen(on, arms) {
            // Law: `if true { a } else { b } = a`.
            self.nodes(arm.region);
            for (slot, result) in self.old.region(arm.region).results.iter().enumerate() {
                self.slots.insert((id, slot), self.map[*result]);
            }
            return None;
        }
        let arms: Vec<_> = arms.each(|arm| Arm { region: self.region(arm.region, |_| {}), ..arm.clone() });
        let regions: Vec<_> = arms.each(|arm| arm.region);
        let yielding: Vec<_> = arms.iter().filter(|arm| arm.diverges.is_none()).map(|arm| arm.region).collect();
        let slots = yielding.first().map_or(0, |&region| self.w.graph.region(region).results.len());
        for slot in 0..slots {
            let first = self.w.graph.region(yielding[0]).results[slot];
            let same = yielding.iter().all(|&region| self.w.graph.region(region).results[slot] == first);
            // Law: `if c { a } else { a } = a`, where `a` comes from outside.
            if same && !regions.contains(&self.w.graph.node(first).region) {
                self.slots.insert((id, slot), first);
            }
        }
        let ty = self.old.node(id).ty.clone();
        let new = self.w.push_as(Kind::Branch { on, arms }, ty, self.old.node(id).active);
        Some(new)
    }

    fn chosen<'a>(&self, on: Id, arms: &'a [Arm]) -> Option<&'a Arm> {
        let &Kind::Bool(value) = self.w.graph.kind(on) else { return None };
        arms.iter()
            .find(|arm| matches!(arm.test, PatternTest::Bool(test) if test == value))
            .filter(|arm| arm.diverges.is_none())
    }

    fn for_loop(&mut self, id: Id) -> Id {
        let Kind::For { range, init, body, again, recompute } = self.old.kind(id) else {
            unreachable!("asked for a loop")
        };
        let mut range = range.clone();
        (range.start, range.end) = (self.map[range.start], self.map[range.end]);
        let init: Vec<Id> = init.each(|id| self.map[*id]);
        let (old_params, old_results) = (&self.old.region(*body).params, &self.old.region(*body).results);
        for (slot, &start) in init.iter().enumerate() {
            // Law: what a loop carries and does not change is what it started with.
            if old_results[slot] == old_params[slot + 1] {
                self.slots.insert((id, slot), start);
            }
        }
        let region = self.region(*body, |this| {
            for (at, &param) in old_params.iter().enumerate() {
                this.param(param);
                if let Some(&constant) = at.checked_sub(1).and_then(|slot| this.slots.get(&(id, slot))) {
                    this.map.insert(param, constant);
                }
            }
        });
        let node = self.old.node(id);
        let kind = Kind::For { range, init, body: region, again: *again, recompute: *recompute };
        self.w.push_as(kind, node.ty.clone(), node.active)
    }
}

fn key(kind: &Kind) -> Option<Key> {
    Some(match kind {
        Kind::Const(value) => Key::Const(value.to_bits()),
        Kind::Int(value, ty) => Key::Int(*value, *ty),
        Kind::Bool(value) => Key::Bool(*value),
        Kind::Op(op, args) if laws::commutes(*op) && args[0] > args[1] => Key::Op(*op, [args[1], args[0]][..].into()),
        Kind::Op(op, args) => Key::Op(*op, *args),
        Kind::Compare(op, a, b) => Key::Compare(*op, *a, *b),
        Kind::Not(a) => Key::Not(*a),
        Kind::ToIndex(a, start) => Key::ToIndex(*a, *start),
        Kind::Select(cond, a, b) => Key::Select(*cond, *a, *b),
        _ => return None,
    })
}
