//! Dead code goes, down to single results of branches and loops, and to the tangents of calls of which only the value is read.

use crate::each::Each;
use crate::graph::{
    Arm, Call, Graph, Id, IdMap, Kind, RegionId, SaveStack, Set, Step, Table, Type, Writer, element_type,
};

/// The graph without the nodes that no result needs.
pub(super) fn prune(graph: &Graph) -> Graph {
    let live = live(graph);
    let mut copy = Copy {
        old: graph,
        live: &live,
        w: Writer::new(Graph::with_room(graph.len())),
        map: IdMap::new(),
        slots: Table::default(),
    };
    for &param in &graph.root().params {
        copy.param(param);
    }
    copy.nodes(Graph::ROOT);
    let results = graph.root().results.each(|id| copy.map[*id]);
    copy.w.graph.region_mut(Graph::ROOT).results = results;
    copy.w.graph.inherit(graph);
    copy.w.graph
}

/// Prunes straight-line code without a copy: what no result needs is not listed any more.
pub(super) fn unlist(mut graph: Graph) -> Graph {
    let live = live(&graph);
    if graph.root().nodes.iter().any(|&id| live.drops_tangents(id)) {
        return prune(&graph);
    }
    let mut needed = graph.root().nodes.clone();
    needed.retain(|&id| live.contains(id));
    graph.region_mut(Graph::ROOT).nodes = needed;
    graph
}

/// What the results of the graph need, and what happens for its effect.
pub(super) fn live(graph: &Graph) -> Live<'_> {
    let mut live = Live {
        graph,
        nodes: IdMap::new(),
        slots: Set::default(),
        carried: IdMap::new(),
        keepers: Table::default(),
        moving: IdMap::new(),
        open: Vec::new(),
    };
    live.observers(Graph::ROOT);
    for &result in &graph.root().results {
        live.need(result);
    }
    live.spread();
    live
}

pub(super) struct Live<'g> {
    graph: &'g Graph,
    nodes: IdMap<()>,
    /// Results of branches and loops that are needed.
    slots: Set<(Id, usize)>,
    /// What a body's parameter is a result of, one iteration earlier.
    carried: IdMap<(Id, usize)>,
    /// The node that fills each stack.
    keepers: Table<SaveStack, Id>,
    /// Calls with tangents whose results have tangents that are needed.
    moving: IdMap<()>,
    open: Vec<Id>,
}

impl Live<'_> {
    pub(super) fn contains(&self, id: Id) -> bool {
        self.nodes.contains(id)
    }

    /// Whether a call has tangents that nothing needs: a call for the value will do.
    fn drops_tangents(&self, id: Id) -> bool {
        self.contains(id) && has_tangents(self.graph, id) && !self.moving.contains(id)
    }

    /// Notes that a node is needed, with all that it yields.
    fn need(&mut self, id: Id) {
        self.open.push(id);
        if !has_tangents(self.graph, id) || self.moving.contains(id) {
            return;
        }
        self.moving.insert(id, ());
        let graph = self.graph;
        graph.kind(id).visit_inputs(&mut |input| self.need(input));
    }

    /// Notes what happens for its effect, and what loops carry; true if something does.
    fn observers(&mut self, region: RegionId) -> bool {
        let mut any = false;
        for &id in &self.graph.region(region).nodes {
            let here = match self.graph.kind(id) {
                Kind::Observe(_) => true,
                Kind::Opaque(template) => template.effects,
                Kind::Call(call) => call.has_effects(),
                Kind::Save(stack, _) => {
                    self.keepers.insert(*stack, id);
                    false
                }
                Kind::Branch { arms, .. } => {
                    let mut here = false;
                    for arm in arms {
                        here |= self.observers(arm.region);
                    }
                    here
                }
                Kind::For { body, .. } => {
                    for (slot, &param) in self.graph.region(*body).params.iter().skip(1).enumerate() {
                        self.carried.insert(param, (id, slot));
                    }
                    self.observers(*body)
                }
                _ => continue,
            };
            if here {
                self.open.push(id);
            }
            any |= here;
        }
        any
    }

    fn spread(&mut self) {
        while let Some(id) = self.open.pop() {
            if self.nodes.contains(id) {
                continue;
            }
            self.nodes.insert(id, ());
            match self.graph.kind(id) {
                Kind::Get(base, path) if matches!(self.graph.kind(*base), Kind::Branch { .. } | Kind::For { .. }) => {
                    if let Some(Step::At(slot)) = path.first() {
                        self.slot(*base, *slot);
                    }
                    self.open.extend(self.graph.kind(id).inputs());
                }
                Kind::Get(base, path) if has_tangents(self.graph, *base) && path.first() == Some(&Step::At(0)) => {
                    self.open.extend(self.graph.kind(id).inputs());
                }
                Kind::Call(call) if has_tangents(self.graph, id) => {
                    let value = Kind::Call(Box::new(without_tangents(call)));
                    value.visit_inputs(&mut |input| self.need(input));
                }
                Kind::For { range, body, again, .. } => {
                    self.open.extend([range.start, range.end]);
                    if *again {
                        self.open.extend(self.graph.region(*body).results.last());
                    }
                }
                Kind::Restore(stack) => {
                    let keeper = self.keepers[stack];
                    self.open.push(keeper);
                    let mut region = self.graph.region(self.graph.node(keeper).region);
                    while let Some(owner) = region.owner {
                        self.open.push(owner);
                        region = self.graph.region(self.graph.node(owner).region);
                    }
                }
                Kind::Argument => {
                    if let Some(&(owner, slot)) = self.carried.get(id) {
                        self.slot(owner, slot);
                    }
                }
                kind => kind.visit_inputs(&mut |input| self.need(input)),
            }
        }
    }

    fn slot(&mut self, owner: Id, slot: usize) {
        if !self.slots.insert((owner, slot)) {
            return;
        }
        self.open.push(owner);
        match self.graph.kind(owner) {
            Kind::Branch { arms, .. } => {
                for arm in arms.iter().filter(|arm| arm.diverges.is_none()) {
                    self.need(self.graph.region(arm.region).results[slot]);
                }
            }
            // The number of iterations comes last; nothing flows into it.
            Kind::For { init, .. } if slot == init.len() => {}
            Kind::For { init, body, .. } => {
                self.need(init[slot]);
                self.need(self.graph.region(*body).results[slot]);
            }
            kind => unreachable!("{kind:?} has no slots"),
        }
    }

    fn kept(&self, owner: Id, slots: usize) -> Vec<usize> {
        (0..slots).only(|&slot| self.slots.contains(&(owner, slot)))
    }
}

/// Whether a call yields tangents beside what it yields without them. Of one that changes its arguments, that is not apart.
fn has_tangents(graph: &Graph, id: Id) -> bool {
    matches!(graph.kind(id), Kind::Call(call) if call.tangents.is_some() && !call.changes())
}

/// The call without its tangents.
fn without_tangents(call: &Call) -> Call {
    Call { tangents: None, lanes: false, seed_tangent: None, sum_tangents: Vec::new(), ..call.clone() }
}

struct Copy<'g> {
    old: &'g Graph,
    live: &'g Live<'g>,
    w: Writer,
    map: IdMap<Id>,
    /// The new places of the results that are kept.
    slots: Table<(Id, usize), usize>,
}

impl Copy<'_> {
    fn param(&mut self, old: Id) {
        let new = self.w.copy_param(self.old.node(old));
        self.map.insert(old, new);
    }

    fn nodes(&mut self, region: RegionId) {
        for &id in &self.old.region(region).nodes {
            if !self.live.contains(id) {
                continue;
            }
            let node = self.old.node(id);
            self.w.span = node.span;
            let (kind, ty) = match &node.kind {
                Kind::Branch { .. } | Kind::For { .. } => self.owner(id),
                Kind::Get(base, path) if self.live.drops_tangents(*base) && path.len() == 1 => {
                    self.map.insert(id, self.map[*base]);
                    continue;
                }
                Kind::Get(base, path) => {
                    let mut kind = node.kind.clone();
                    if let (Kind::Get(_, new), true) = (&mut kind, self.live.drops_tangents(*base)) {
                        new.remove(0);
                    }
                    if let (Kind::Get(_, new), Some(Step::At(slot))) = (&mut kind, path.first())
                        && let Some(&kept) = self.slots.get(&(*base, *slot))
                    {
                        new[0] = Step::At(kept);
                    }
                    kind.each_input(&mut |input| *input = self.map[*input]);
                    (kind, node.ty.clone())
                }
                Kind::Call(call) if self.live.drops_tangents(id) => {
                    let mut kind = Kind::Call(Box::new(without_tangents(call)));
                    kind.each_input(&mut |input| *input = self.map[*input]);
                    (kind, element_type(&node.ty, &[Step::At(0)]))
                }
                kind => {
                    let mut kind = kind.clone();
                    kind.each_input(&mut |input| *input = self.map[*input]);
                    (kind, node.ty.clone())
                }
            };
            let new = self.w.push_as(kind, ty, node.active);
            if let Some(name) = &node.name {
                self.w.name(new, name);
            }
            self.map.insert(id, new);
        }
    }

    /// A branch or loop with the results that are kept.
    fn owner(&mut self, id: Id) -> (Kind, Type) {
        let Type::Tuple(types) = &self.old.node(id).ty else { unreachable!("it yields a tuple") };
        let kept = self.live.kept(id, types.len());
        for (new, &old) in kept.iter().enumerate() {
            self.slots.insert((id, old), new);
        }
        let ty = Type::Tuple(kept.each(|&slot| types[slot].clone()));
        let kind = match self.old.kind(id) {
            Kind::Branch { on, arms } => {
                let on = self.map[*on];
                let arms = arms.each(|arm| Arm {
                    region: self.region(arm.region, &[], &kept, arm.diverges.is_some()),
                    ..arm.clone()
                });
                Kind::Branch { on, arms }
            }
            Kind::For { range, init, body, again, recompute } => {
                let mut range = range.clone();
                (range.start, range.end) = (self.map[range.start], self.map[range.end]);
                let mut carried: Vec<usize> = kept.iter().copied().filter(|&slot| slot < init.len()).collect();
                let old_params = &self.old.region(*body).params;
                let mut params = vec![old_params[0]];
                params.extend(carried.iter().map(|&slot| old_params[slot + 1]));
                let start = carried.each(|&slot| self.map[init[slot]]);
                // Whether to go on is the last of the body's results.
                carried.extend(again.then_some(init.len()));
                let body = self.region(*body, &params, &carried, false);
                Kind::For { range, init: start, body, again: *again, recompute: *recompute }
            }
            kind => unreachable!("{kind:?} owns no region"),
        };
        (kind, ty)
    }

    fn region(&mut self, old: RegionId, params: &[Id], kept: &[usize], diverges: bool) -> RegionId {
        let region = self.w.graph.add_region(self.w.at);
        let outer = std::mem::replace(&mut self.w.at, region);
        for &param in params {
            self.param(param);
        }
        self.nodes(old);
        if !diverges {
            let results = kept.each(|&slot| self.map[self.old.region(old).results[slot]]);
            self.w.graph.region_mut(region).results = results;
        }
        self.w.at = outer;
        region
    }
}
