//! Calls that the sweep need not make a second time: value and adjoints by one pass over the callee.
//!
//! The forward pass calls for a value, and the sweep for the adjoints, which computes the value once more. Where the adjoint of
//! the value does not depend on the value, as that of a term of a sum, the sweep's call can stand in the place of the first
//! one and yield both. If the two stand in the arms of a branch and in those of its sweep, both branches become one first, for
//! the same reason: nothing that the sweep starts from depends on what the branch yields. The same with a loop, if its sweep
//! does nothing but add: then its iterations may come in any order, so they come in that of the loop.
//!
//! A loop without calls whose sweep computes all again that it needs is one with its sweep as well.
//!
//! So a recursion whose results are added up is swept by one recursion, whatever its depth. Bits are those of two calls, but for
//! sums over the iterations of such a loop, which are in another order.
//!
//! Effects keep their order: nothing that has some passes by anything else that has. Afterwards no call of the forward pass is
//! one of two, where that was possible.

mod gain;
mod order;

use crate::each::Each;
use crate::graph::{CalleePass, Graph, Id, Kind, Node, RegionId, Set, Step, Table, Type};

/// Makes one pass of two, where that can be: `pairs` are the calls, branches and loops of the forward pass, and what the sweep
/// made of each.
pub(super) fn fuse(graph: &mut Graph, pairs: &[(Id, Id)]) {
    let has_two_passes = |&(first, _): &(Id, Id)| matches!(graph.kind(first), Kind::Call(_) | Kind::For { .. });
    if !pairs.iter().any(has_two_passes) {
        return;
    }
    let mut fuse = Fuse { graph: graph.clone(), sweeps: pairs.iter().copied().collect(), merged: 0 };
    fuse.region(Graph::ROOT);
    if fuse.merged > 0 {
        *graph = fuse.graph;
    }
}

struct Fuse {
    graph: Graph,
    /// What the sweep made of a node of the forward pass.
    sweeps: Table<Id, Id>,
    /// How many calls became one with their sweep.
    merged: usize,
}

impl Fuse {
    /// The last ones first: what comes later in the forward pass is swept earlier.
    fn region(&mut self, at: RegionId) {
        for first in self.graph.region(at).nodes.clone().into_iter().rev() {
            let Some(&sweep) = self.sweeps.get(&first) else { continue };
            if self.graph.node(sweep).region != at {
                continue;
            }
            if matches!(self.graph.kind(first), Kind::Call(_)) {
                self.call(at, first, sweep);
                continue;
            }
            let gains = self.gains(first, sweep);
            if gains || self.holds_calls(first) {
                let (before, merged) = (self.graph.clone(), self.merged);
                if self.regions(at, first, sweep).is_some() {
                    self.merged += usize::from(gains);
                    for inner in self.graph.regions_of(sweep) {
                        self.region(inner);
                    }
                }
                if self.merged == merged {
                    self.graph = before;
                }
            }
        }
    }

    /// Whether calls that are swept stand inside.
    fn holds_calls(&self, id: Id) -> bool {
        let inside = |region: RegionId| self.graph.region(region).nodes.clone();
        self.graph.regions_of(id).into_iter().flat_map(inside).any(|id| {
            let is_call = matches!(self.graph.kind(id), Kind::Call(_)) && self.sweeps.contains_key(&id);
            is_call || self.holds_calls(id)
        })
    }

    /// One call of two.
    fn call(&mut self, at: RegionId, first: Id, sweep: Id) -> Option<()> {
        let Kind::Call(call) = self.graph.kind(sweep) else { return None };
        let CalleePass::Second(position) = call.pass else { return None };
        let ty = self.graph.node(first).ty.clone();
        if call.changes() || call.unused || ty.has_slices() {
            return None;
        }
        self.set_pass(sweep, CalleePass::Only);
        if self.advance(at, first, sweep).is_none() {
            self.set_pass(sweep, CalleePass::Second(position));
            return None;
        }
        let Node { span, .. } = *self.graph.node(sweep);
        let name = self.graph.node(first).name.clone();
        let kind = Kind::Get(sweep, vec![Step::At(0)]);
        let value = self.graph.add_node(Node { kind, ty, active: false, region: at, span, name });
        let nodes = &mut self.graph.region_mut(at).nodes;
        nodes.retain(|&id| id != first);
        let place = nodes.iter().position(|&id| id == sweep)?;
        nodes.insert(place + 1, value);
        self.replace_in(Graph::ROOT, &mut |id| if id == first { value } else { id });
        // Nothing is read back from there any more.
        let mut is_used = false;
        self.replace_in(Graph::ROOT, &mut |id| {
            is_used |= id == position;
            id
        });
        if !is_used {
            let region = self.graph.node(position).region;
            self.graph.region_mut(region).nodes.retain(|&id| id != position);
        }
        self.merged += 1;
        Some(())
    }

    fn set_pass(&mut self, id: Id, pass: CalleePass) {
        if let Kind::Call(call) = &mut self.graph.node_mut(id).kind {
            call.pass = pass;
        }
    }

    /// One branch or loop of two. If it cannot be, the graph may be half changed.
    fn regions(&mut self, at: RegionId, first: Id, sweep: Id) -> Option<()> {
        let (of_first, of_sweep) = (self.graph.regions_of(first), self.graph.regions_of(sweep));
        let is_loop = matches!(self.graph.kind(first), Kind::For { .. });
        if is_loop {
            self.is_in_any_order(first, sweep)?;
        }
        let Type::Tuple(own) = self.graph.node(sweep).ty.clone() else { return None };
        let Type::Tuple(types) = self.graph.node(first).ty.clone() else { return None };
        for (&from, &to) in of_first.iter().zip(&of_sweep) {
            self.join(from, to, is_loop)?;
        }
        self.hand_over(first, sweep, own.len())?;
        if let (Kind::For { init, range, .. }, Kind::For { .. }) =
            (self.graph.kind(first).clone(), self.graph.kind(sweep))
        {
            let Kind::For { init: own, range: swept, .. } = &mut self.graph.node_mut(sweep).kind else { return None };
            own.extend(init);
            *swept = range;
        }
        self.graph.node_mut(sweep).ty = Type::Tuple(own.into_iter().chain(types).collect());
        for &region in &of_sweep {
            self.unsave(region)?;
        }
        self.advance(at, first, sweep)?;
        self.graph.region_mut(at).nodes.retain(|&id| id != first);
        Some(())
    }

    /// Puts the nodes of a region of the forward pass before those of its sweep.
    fn join(&mut self, from: RegionId, to: RegionId, is_loop: bool) -> Option<()> {
        let first = std::mem::take(self.graph.region_mut(from));
        let mut params = first.params;
        if is_loop {
            let mut own = std::mem::take(&mut self.graph.region_mut(to).params).into_iter();
            // The iterations are those of the forward pass.
            let (index, new) = (own.next()?, *params.first()?);
            self.replace_in(to, &mut |id| if id == index { new } else { id });
            params.splice(1..1, own);
        } else if !self.graph.region(to).params.is_empty() {
            return None;
        }
        for &id in params.iter().chain(&first.nodes) {
            self.graph.node_mut(id).region = to;
            for inner in self.graph.regions_of(id) {
                self.graph.region_mut(inner).parent = Some(to);
            }
        }
        let region = self.graph.region_mut(to);
        region.params = params;
        region.nodes.splice(0..0, first.nodes);
        region.results.extend(first.results);
        Some(())
    }

    /// What reads results of `first` reads those that `sweep` has behind its own `count`; inside, it is the results themselves.
    fn hand_over(&mut self, first: Id, sweep: Id, count: usize) -> Option<()> {
        let regions = self.graph.regions_of(sweep);
        let mut inside = Set::default();
        for &region in &regions {
            self.collect(region, &mut inside);
        }
        // What is read of `first`, and in which slot.
        let mut reads: Table<Id, usize> = Table::default();
        for id in self.graph.all() {
            match self.graph.kind(id) {
                Kind::Get(base, path) if *base == first => match path[..] {
                    [Step::At(slot)] => _ = reads.insert(id, slot),
                    _ => return None,
                },
                kind if kind.inputs().contains(&first) => return None,
                _ => {}
            }
        }
        for &region in &regions {
            let results =
                self.graph.region(region).results[count.min(self.graph.region(region).results.len())..].to_vec();
            let is_loop = matches!(self.graph.kind(first), Kind::For { .. });
            if is_loop && self.reads_inside(region, &reads) {
                // What a loop yields in the end is not what an iteration has: only what it keeps for each can be handed over.
                self.hand_over_kept(region, &reads, &results)?;
                continue;
            }
            self.replace_in(region, &mut |id| match reads.get(&id) {
                Some(&slot) => results.get(slot).copied().unwrap_or(id),
                None => id,
            });
            self.remove(region, &|id| reads.contains_key(&id));
        }
        for (&id, &slot) in &reads {
            if !inside.contains(&id) {
                self.graph.node_mut(id).kind = Kind::Get(sweep, vec![Step::At(count + slot)]);
            }
        }
        Some(())
    }

    fn reads_inside(&mut self, region: RegionId, reads: &Table<Id, usize>) -> bool {
        let mut any = false;
        self.replace_in(region, &mut |id| {
            any |= reads.contains_key(&id);
            id
        });
        any
    }

    /// Inside of a loop: elements of arrays in which the forward pass kept one value for each iteration.
    fn hand_over_kept(&mut self, region: RegionId, reads: &Table<Id, usize>, results: &[Id]) -> Option<()> {
        let own = *self.graph.region(region).params.first()?;
        let mut inside = Set::default();
        self.collect(region, &mut inside);
        let mut values: Table<Id, Id> = Table::default();
        for &id in &inside {
            if let Kind::Get(base, path) = self.graph.kind(id)
                && let Some(&slot) = reads.get(base)
            {
                let Kind::Set(kept, at, value) = self.graph.kind(*results.get(slot)?) else { return None };
                let is_carried = self.graph.region(region).params.contains(kept);
                if !is_carried || !self.is_at(own, path) || !self.is_at(own, at) {
                    return None;
                }
                values.insert(id, *value);
            }
        }
        self.replace_in(region, &mut |id| values.get(&id).copied().unwrap_or(id));
        self.remove(region, &|id| values.contains_key(&id));
        (!self.reads_inside(region, reads)).then_some(())
    }

    /// Whether a path leads to the element of an iteration.
    fn is_at(&self, own: Id, path: &[Step]) -> bool {
        let [Step::Index(index)] = *path else { return false };
        matches!(self.graph.kind(index), Kind::ToIndex(index, _) if *index == own)
    }

    /// Within one iteration a value need not be saved.
    fn unsave(&mut self, region: RegionId) -> Option<()> {
        let nodes = self.graph.region(region).nodes.clone();
        let mut values: Table<Id, Id> = Table::default();
        let mut gone = Set::default();
        for &id in &nodes {
            let Kind::Save(stack, value) = *self.graph.kind(id) else { continue };
            let restores = |&id: &Id| matches!(self.graph.kind(id), Kind::Restore(other) if *other == stack);
            let restored = nodes.iter().copied().find(|id| restores(id))?;
            values.insert(restored, value);
            gone.insert(id);
            gone.insert(restored);
        }
        // A value may be one that was saved itself.
        self.replace_in(region, &mut |mut id| {
            while let Some(&value) = values.get(&id) {
                id = value;
            }
            id
        });
        self.remove(region, &|id| gone.contains(&id));
        Some(())
    }

    /// The nodes in a region and those inside.
    fn collect(&self, region: RegionId, all: &mut Set<Id>) {
        for &id in &self.graph.region(region).nodes {
            all.insert(id);
            for inner in self.graph.regions_of(id) {
                self.collect(inner, all);
            }
        }
    }

    /// Takes nodes out of a region and those inside.
    fn remove(&mut self, region: RegionId, gone: &dyn Fn(Id) -> bool) {
        self.graph.region_mut(region).nodes.retain(|&id| !gone(id));
        for id in self.graph.region(region).nodes.clone() {
            for inner in self.graph.regions_of(id) {
                self.remove(inner, gone);
            }
        }
    }

    /// Replaces what is used in a region and those inside.
    fn replace_in(&mut self, region: RegionId, by: &mut dyn FnMut(Id) -> Id) {
        for id in self.graph.region(region).nodes.clone() {
            self.graph.node_mut(id).kind.each_input(&mut |input| *input = by(*input));
            for inner in self.graph.regions_of(id) {
                self.replace_in(inner, by);
            }
        }
        let results = self.graph.region(region).results.each(|&id| by(id));
        self.graph.region_mut(region).results = results;
    }
}
