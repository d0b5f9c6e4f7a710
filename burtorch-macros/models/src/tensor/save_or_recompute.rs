//! Rematerialisation: decides which values of a forward loop its sweep reads back and which it computes again.
//!
//! In: the body of a loop with its sweep, in one graph. Out: the body of the forward loop, which saves values in stacks with one
//! entry per iteration, and the body of the sweep, which reads them. A value is computed again if that is cheap and does not
//! make the stacks larger.

use std::collections::BTreeSet;

use super::{Dtype, Gradient, Graph, Id, Kind, Shape, elements};
use crate::each::{Each, IntoEach};

pub(super) struct SplitBody {
    /// The forward body. Its last results are the saved values.
    pub forward: Graph,
    /// The body of the sweep. The saved values are its first slices; then come those of the forward loop and of the sweep.
    pub backward: Graph,
    /// The shapes of the saved values, for one iteration.
    pub saved: Vec<Shape>,
}

/// `both` is the body `primal` with the sweep's nodes after its own; `results` and `gradients` are those of the loop
/// that runs backward. Of `both`, the first `carried` arguments are the body's.
pub(super) fn split(
    primal: &Graph,
    both: &Graph,
    results: Vec<Id>,
    gradients: Vec<Gradient>,
    carried: usize,
) -> SplitBody {
    let mut saved = SavedValues { graph: both, primal: primal.len(), ids: BTreeSet::new() };
    let mut roots: Vec<Id> = results.iter().copied().chain(gradients.iter().map(|gradient| gradient.value)).collect();
    // A loop of the sweep may add to the gradient though nothing uses its results.
    let adds = |id: &Id| matches!(both.kind(*id), Kind::Repeat(repeat) if repeat.body.has_gradients());
    roots.extend(both.ids().filter(|id| !saved.is_primal(*id)).filter(adds));
    let reached = reach(both, &roots, &|id| !saved.is_primal(id));
    for id in reached {
        if saved.is_primal(id) {
            saved.decide(id);
        }
    }
    let saved: Vec<Id> = saved.ids.into_iter().collect();

    let mut backward = Graph::new();
    let mut map = vec![None; both.len()];
    for id in reach(both, &roots, &|id| !saved.contains(&id)) {
        let mut node = both.node(id).clone();
        match &mut node.kind {
            _ if saved.contains(&id) => {
                node.kind = Kind::Sliced(saved.iter().position(|other| *other == id).expect("it is in the list"));
            }
            Kind::Carried(at) => *at -= carried,
            Kind::Sliced(at) => *at += saved.len(),
            kind => kind.each_input(&mut |input| *input = map[input.index()].expect("inputs come first")),
        }
        map[id.index()] = Some(backward.push(node));
    }
    let new = |id: Id| map[id.index()].expect("roots are reached");
    backward.results = results.into_each(new);
    backward.gradients = gradients.into_each(|gradient| Gradient { value: new(gradient.value), ..gradient });

    let shapes = saved.each(|&id| both.shape(id).to_vec());
    // Only what the results and the saved values need: a loop of the sweep would add to the gradient here.
    let ends: Vec<Id> = primal.results.iter().copied().chain(saved).collect();
    let mut forward = Graph::new();
    let mut map = vec![None; both.len()];
    for id in reach(both, &ends, &|_| true) {
        let mut node = both.node(id).clone();
        node.kind.each_input(&mut |input| *input = map[input.index()].expect("inputs come first"));
        map[id.index()] = Some(forward.push(node));
    }
    forward.results = ends.into_each(|id| map[id.index()].expect("results are reached"));
    SplitBody { forward, backward, saved: shapes }
}

/// The nodes that the roots depend on, in order. The walk stops at nodes for which `enter` is false, and includes these.
fn reach(graph: &Graph, roots: &[Id], enter: &dyn Fn(Id) -> bool) -> Vec<Id> {
    let mut found = vec![false; graph.len()];
    let mut open = roots.to_vec();
    while let Some(id) = open.pop() {
        if !std::mem::replace(&mut found[id.index()], true) && enter(id) {
            open.extend(graph.kind(id).inputs());
        }
    }
    graph.ids().filter(|id| found[id.index()]).collect()
}

struct SavedValues<'g> {
    graph: &'g Graph,
    /// How many nodes the body had before it was swept.
    primal: usize,
    ids: BTreeSet<Id>,
}

impl SavedValues<'_> {
    /// Whether a node belongs to the forward body. The values that an inner loop saved for its own sweep do, too.
    fn is_primal(&self, id: Id) -> bool {
        match self.graph.kind(id) {
            Kind::Result(repeat, _) => repeat.index() < self.primal,
            _ => id.index() < self.primal,
        }
    }

    fn decide(&mut self, id: Id) {
        let base = self.base(id);
        let cost: usize = base.difference(&self.ids).map(|&id| elements(self.graph.shape(id))).sum();
        let storable = self.graph.node(id).dtype == Dtype::Float;
        // At equal cost the later value is saved: more of the forward pass is then not repeated.
        if storable && cost >= elements(self.graph.shape(id)) {
            self.ids.insert(id);
        } else {
            self.ids.extend(base);
        }
    }

    /// The values that must be saved so that `id` can be computed again by cheap operations.
    fn base(&self, id: Id) -> BTreeSet<Id> {
        let (mut base, mut seen, mut open) = (BTreeSet::new(), BTreeSet::new(), vec![id]);
        while let Some(id) = open.pop() {
            if !seen.insert(id) {
                continue;
            }
            if self.ids.contains(&id) || !self.is_cheap(id) {
                base.insert(id);
            } else {
                open.extend(self.graph.kind(id).inputs());
            }
        }
        base
    }

    fn is_cheap(&self, id: Id) -> bool {
        let node = self.graph.node(id);
        match &node.kind {
            Kind::Param(_)
            | Kind::Frozen(_)
            | Kind::Input(_)
            | Kind::Sliced(_)
            | Kind::Invariant(_)
            | Kind::Const(_)
            | Kind::Index(_)
            | Kind::Random { .. }
            | Kind::Select(..)
            | Kind::ToFloat(_)
            | Kind::Detach(_)
            | Kind::View(..)
            | Kind::Reshape(_) => true,
            Kind::Op(op, _) => op.is_cheap(),
            _ => node.dtype != Dtype::Float,
        }
    }
}
