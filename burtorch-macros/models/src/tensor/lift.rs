//! Nodes of a loop's body, outside of the loop and for all iterations at once: each gets one more axis, the outermost.

use proc_macro2::Span;

use super::{Affine, Coord, Dtype, Graph, Id, Kind, Node, Repeat, ScatterPart, signed};
use crate::each::Each;

/// A node of a body, as the graph around the loop has it.
#[derive(Clone, Copy)]
pub(super) struct Lifted {
    pub id: Id,
    /// Whether its first axis is the iterations; otherwise it is the same in all of them.
    pub stacked: bool,
}

/// Writes nodes of a body into the graph around its loop.
pub(super) struct Lift<'g> {
    repeat: &'g Repeat,
    pub outside: &'g mut Graph,
    /// Which nodes are outside, by their numbers in the body.
    map: Vec<Option<Lifted>>,
}

/// Whether a node can be computed for all iterations at once, if its inputs can.
pub(super) fn is_liftable(kind: &Kind) -> bool {
    match kind {
        Kind::Param(leaf) | Kind::Frozen(leaf) => leaf.steps.last() == Some(&0),
        Kind::Carried(_) | Kind::Random { .. } | Kind::Repeat(_) | Kind::Result(..) | Kind::Seed => false,
        _ => true,
    }
}

impl<'g> Lift<'g> {
    pub fn new(repeat: &'g Repeat, outside: &'g mut Graph) -> Self {
        Lift { repeat, outside, map: vec![None; repeat.body.len()] }
    }

    /// States where the node of the body is outside: in a stack with one entry for each iteration.
    pub fn set(&mut self, id: Id, stack: Id) {
        self.map[id.index()] = Some(Lifted { id: stack, stacked: true });
    }

    pub fn get(&self, id: Id) -> Lifted {
        self.map[id.index()].expect("inputs are lifted first")
    }

    /// Lifts a node, after all that it needs.
    pub fn all(&mut self, roots: &[Id]) {
        let body = &self.repeat.body;
        let mut needed = vec![false; body.len()];
        let mut open = roots.to_vec();
        while let Some(id) = open.pop() {
            if self.map[id.index()].is_none() && !std::mem::replace(&mut needed[id.index()], true) {
                open.extend(body.kind(id).inputs());
            }
        }
        for id in body.ids().filter(|id| needed[id.index()]) {
            let lifted = self.node(id);
            self.map[id.index()] = Some(lifted);
        }
    }

    fn node(&mut self, id: Id) -> Lifted {
        let Node { kind, shape, dtype, span } = self.repeat.body.node(id).clone();
        let same = |id| Lifted { id, stacked: false };
        match kind {
            Kind::Sliced(at) => return Lifted { id: self.repeat.sliced[at], stacked: true },
            Kind::Invariant(at) => return same(self.repeat.invariant[at]),
            Kind::Param(mut leaf) => {
                leaf.steps.pop();
                return same(self.source(Kind::Param(leaf), id));
            }
            Kind::Frozen(mut leaf) => {
                leaf.steps.pop();
                return same(self.source(Kind::Frozen(leaf), id));
            }
            Kind::Input(at) => return same(self.source(Kind::Input(at), id)),
            _ => {}
        }
        let stacked = kind.inputs().iter().any(|&input| self.get(input).stacked);
        let mut kind = kind;
        if !stacked {
            kind.each_input(&mut |input| *input = self.get(*input).id);
            return same(self.outside.push(Node { kind, shape, dtype, span }));
        }
        match &mut kind {
            Kind::View(source, coords) => {
                let from = self.get(*source);
                *source = from.id;
                self.coords(coords, shape.len(), from.stacked);
            }
            Kind::Assemble { parts, .. } => {
                for ScatterPart { value, to } in parts {
                    let rank = self.repeat.body.shape(*value).len();
                    *value = self.stacked(*value);
                    self.coords(to, rank, true);
                }
            }
            Kind::Reduce(_, source, axes) => {
                *source = self.stacked(*source);
                for axis in axes {
                    *axis += 1;
                }
            }
            kind => kind.each_input(&mut |input| *input = self.stacked(*input)),
        }
        let shape = [&[self.repeat.count], &*shape].concat();
        Lifted { id: self.outside.push(Node { kind, shape, dtype, span }), stacked: true }
    }

    /// A parameter or an argument, which is one node of the graph.
    fn source(&mut self, kind: Kind, like: Id) -> Id {
        let known = self.outside.ids().find(|&id| *self.outside.kind(id) == kind);
        known.unwrap_or_else(|| self.outside.push(Node { kind, ..self.repeat.body.node(like).clone() }))
    }

    /// A lifted node with one entry for each iteration.
    pub fn stacked(&mut self, id: Id) -> Id {
        let lifted = self.get(id);
        if lifted.stacked {
            return lifted.id;
        }
        let Node { kind, shape, dtype, span } = self.outside.node(lifted.id).clone();
        let stacked = [&[self.repeat.count], &*shape].concat();
        match kind {
            // A coordinate stays one: bounds of indices are found where they are compared with it.
            Kind::Index(axis) => self.outside.add(Kind::Index(axis + 1), &stacked, dtype, span),
            Kind::Const(value) => self.outside.add(Kind::Const(value), &stacked, dtype, span),
            _ => {
                let rank = stacked.len();
                let coords = (1..rank).each(|axis| Coord::Affine(Affine::axis(axis, rank)));
                self.outside.view(lifted.id, coords, &stacked, span)
            }
        }
    }

    /// Coordinates in terms of a result that has the iterations as its first axis, before `rank` others; with `all`, for a source
    /// that has it too.
    fn coords(&self, coords: &mut Vec<Coord>, rank: usize, all: bool) {
        let iteration = Affine::axis(0, rank + 1);
        for coord in &mut *coords {
            match coord {
                Coord::Affine(affine) => affine.terms.insert(0, 0),
                Coord::At(indices, at) => {
                    for affine in &mut *at {
                        affine.terms.insert(0, 0);
                    }
                    let lifted = self.get(*indices);
                    if lifted.stacked {
                        at.insert(0, iteration.clone());
                    }
                    *indices = lifted.id;
                }
            }
        }
        if all {
            coords.insert(0, Coord::Affine(iteration));
        }
    }

    /// A mask that was lifted, as numbers: one where it holds, else zero.
    pub fn mask(&mut self, id: Id) -> Id {
        let mask = self.stacked(id);
        let Node { shape, span, .. } = self.outside.node(mask).clone();
        let [one, zero] = [1.0, 0.0].map(|value| self.outside.constant(value, &shape, span));
        self.outside.select(mask, one, zero, span)
    }

    /// Adds the loop that stays, unless it does nothing; yields its results.
    pub fn add(&mut self, repeat: Repeat, span: Span) -> Vec<Id> {
        if repeat.body.results.is_empty() && !repeat.body.has_gradients() {
            return Vec::new();
        }
        let (count, carried) = (repeat.count, repeat.init.len());
        let made = repeat.body.results.each(|&id| repeat.body.node(id).clone());
        let of = self.outside.add(Kind::Repeat(Box::new(repeat)), &[], Dtype::Float, span);
        let result = |(at, Node { shape, dtype, .. }): (usize, Node)| {
            let shape = if at < carried { shape } else { [&[count], &*shape].concat() };
            self.outside.add(Kind::Result(of, at), &shape, dtype, span)
        };
        made.into_iter().enumerate().map(result).collect()
    }

    /// The sum over all iterations of a node that was lifted.
    pub fn total(&mut self, id: Id) -> Id {
        let Node { shape, dtype, span, .. } = self.repeat.body.node(id).clone();
        let lifted = self.stacked(id);
        // What is scattered is added up where it lands.
        if let Kind::Assemble { parts, add: true } = self.outside.kind(lifted).clone() {
            let parts = parts.into_iter().map(|part| ScatterPart { to: part.to[1..].to_vec(), ..part });
            let parts = parts.collect();
            return self.outside.add(Kind::Assemble { parts, add: true }, &shape, dtype, span);
        }
        self.outside.reduce(super::Reduction::Sum, lifted, &[0], span)
    }
}

/// The entries `start`, `start + step`, … along the first axis, `count` of them.
pub(super) fn rows(graph: &mut Graph, source: Id, start: usize, step: isize, count: usize) -> Id {
    let Node { mut shape, span, .. } = graph.node(source).clone();
    if start == 0 && step == 1 && shape[0] == count {
        return source;
    }
    shape[0] = count;
    let rank = shape.len();
    let mut coords = super::identity(rank);
    let mut terms = vec![0; rank];
    terms[0] = step;
    coords[0] = Coord::Affine(Affine { offset: signed(start), terms });
    graph.view(source, coords, &shape, span)
}
