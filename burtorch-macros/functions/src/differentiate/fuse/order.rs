//! What may be moved: a node to an earlier place, and iterations to another order.

use super::Fuse;
use crate::graph::{Id, Kind, RegionId, Set, Step, Table};
use burtorch_runtime::rules::Op;

impl Fuse {
    /// Moves `sweep`, and what it needs, to the place of `first`, if nothing of that depends on `first` and no effects change
    /// their order.
    pub(super) fn advance(&mut self, at: RegionId, first: Id, sweep: Id) -> Option<()> {
        let nodes = &self.graph.region(at).nodes;
        let start = nodes.iter().position(|&id| id == first)?;
        let end = nodes.iter().position(|&id| id == sweep)?;
        let mut needed = Set::default();
        self.each_use(sweep, &mut |id| _ = needed.insert(id));
        for &id in nodes[start + 1..end].iter().rev() {
            if needed.contains(&id) {
                if self.is_ordered(id) {
                    return None;
                }
                self.each_use(id, &mut |id| _ = needed.insert(id));
            }
        }
        // What read `first` may read `sweep` by now.
        if needed.contains(&first) || needed.contains(&sweep) {
            return None;
        }
        let (moved, rest): (Vec<Id>, Vec<Id>) = nodes[start + 1..end].iter().partition(|id| needed.contains(id));
        let order = moved.into_iter().chain([sweep, first]).chain(rest).collect::<Vec<_>>();
        self.graph.region_mut(at).nodes.splice(start..=end, order);
        Some(())
    }

    /// What a node uses, inside of its regions too.
    pub(super) fn each_use(&self, id: Id, visit: &mut dyn FnMut(Id)) {
        self.graph.kind(id).visit_inputs(visit);
        for region in self.graph.regions_of(id) {
            let region = self.graph.region(region);
            for &inner in &region.nodes {
                self.each_use(inner, visit);
            }
            region.results.iter().for_each(|&id| visit(id));
        }
    }

    /// Whether it must stay behind what has effects: it has some, or a stack of saved values changes.
    fn is_ordered(&self, id: Id) -> bool {
        match self.graph.kind(id) {
            Kind::Opaque(template) => template.effects,
            Kind::Observe(_) | Kind::Save(..) | Kind::Restore(_) => true,
            Kind::Call(call) => call.has_effects(),
            _ => {
                let regions = self.graph.regions_of(id);
                regions.into_iter().any(|region| self.graph.region(region).nodes.iter().any(|&id| self.is_ordered(id)))
            }
        }
    }

    /// Whether the sweep over a loop does nothing but add, so that its iterations may come in any order.
    pub(super) fn is_in_any_order(&self, first: Id, sweep: Id) -> Option<()> {
        let (Kind::For { again: false, recompute: false, .. }, Kind::For { body, .. }) =
            (self.graph.kind(first), self.graph.kind(sweep))
        else {
            return None;
        };
        let region = self.graph.region(*body);
        for (slot, &param) in region.params.iter().skip(1).enumerate() {
            let result = *region.results.get(slot)?;
            if self.resolved(result) == param {
                continue;
            }
            let others = region.results.iter().enumerate().filter(|&(at, _)| at != slot);
            let chain = self.chain(param, *body, result)?;
            if others.into_iter().any(|(_, id)| chain.contains(id)) {
                return None;
            }
        }
        Some(())
    }

    /// What a value is, if all arms of a branch yield the same, or a loop hands it through.
    fn resolved(&self, mut id: Id) -> Id {
        while let Some(same) = self.handed_through(id) {
            id = same;
        }
        id
    }

    fn handed_through(&self, id: Id) -> Option<Id> {
        let Kind::Get(base, path) = self.graph.kind(id) else { return None };
        let [Step::At(slot)] = path[..] else { return None };
        match self.graph.kind(*base) {
            Kind::Branch { arms, .. } => {
                let mut all = arms.iter().filter(|arm| arm.diverges.is_none()).map(|arm| {
                    let result = self.graph.region(arm.region).results.get(slot)?;
                    Some(self.resolved(*result))
                });
                let one = all.next()??;
                all.all(|other| other == Some(one)).then_some(one)
            }
            Kind::For { init, body, .. } => {
                let region = self.graph.region(*body);
                let (param, result) = (*region.params.get(slot + 1)?, *region.results.get(slot)?);
                (self.resolved(result) == param).then(|| init.get(slot).copied()).flatten()
            }
            _ => None,
        }
    }

    /// The sums that start with `start` in a region and end in `end`; nothing else uses them.
    fn chain(&self, start: Id, region: RegionId, end: Id) -> Option<Set<Id>> {
        let mut sums = Set::default();
        sums.insert(start);
        // Where in what a node yields the sum is.
        let mut yielded: Table<Id, Vec<Step>> = Table::default();
        for &id in &self.graph.region(region).nodes {
            if let Kind::Get(base, path) = self.graph.kind(id)
                && let Some(known) = yielded.get(base)
            {
                if *path == *known {
                    sums.insert(id);
                } else if path.starts_with(known) || known.starts_with(path) {
                    return None;
                }
                continue;
            }
            let mut uses = 0;
            self.each_use(id, &mut |id| uses += usize::from(sums.contains(&id)));
            if uses == 0 {
                continue;
            }
            match self.graph.kind(id) {
                Kind::Op(Op::Add, _) | Kind::Sum(..) if uses == 1 => _ = sums.insert(id),
                Kind::Op(Op::Sub, args) if uses == 1 && sums.contains(&args[0]) => _ = sums.insert(id),
                Kind::AddAt(base, ..) if uses == 1 && sums.contains(base) => _ = sums.insert(id),
                Kind::Call(call) if uses == 1 => {
                    let is_it =
                        |sum: &Option<_>| matches!(sum, Some(crate::graph::CallArg { id, .. }) if sums.contains(id));
                    let at = call.sums.iter().position(is_it)?;
                    yielded.insert(id, vec![Step::At(1), Step::At(at)]);
                }
                Kind::For { init, body, .. } if uses == 1 => {
                    let slot = init.iter().position(|id| sums.contains(id))?;
                    let inner = self.graph.region(*body);
                    let (param, result) = (*inner.params.get(slot + 1)?, *inner.results.get(slot)?);
                    self.alone(param, *body, (slot, result))?;
                    yielded.insert(id, vec![Step::At(slot)]);
                }
                Kind::Branch { on, arms } if !sums.contains(on) => {
                    let all: Vec<Id> = sums.iter().copied().collect();
                    let used = |sum: &Id| {
                        let mut found = false;
                        self.each_use(id, &mut |id| found |= id == *sum);
                        found
                    };
                    let mut used = all.into_iter().filter(used);
                    let (Some(sum), None) = (used.next(), used.next()) else { return None };
                    let slots = self.graph.region(arms.iter().find(|arm| arm.diverges.is_none())?.region).results.len();
                    let is_slot = |slot: usize| {
                        arms.iter().filter(|arm| arm.diverges.is_none()).all(|arm| {
                            let result = self.graph.region(arm.region).results.get(slot).copied();
                            result.is_some_and(|result| self.alone(sum, arm.region, (slot, result)).is_some())
                        })
                    };
                    let slot = (0..slots).find(|&slot| is_slot(slot))?;
                    yielded.insert(id, vec![Step::At(slot)]);
                }
                _ => return None,
            }
        }
        sums.contains(&end).then_some(sums)
    }

    /// Succeeds if the result in this slot is a chain of additions that no other result of the region takes part in.
    fn alone(&self, start: Id, region: RegionId, (slot, end): (usize, Id)) -> Option<()> {
        let sums = self.chain(start, region, end)?;
        let others = self.graph.region(region).results.iter().enumerate().filter(|&(at, _)| at != slot);
        (!others.into_iter().any(|(_, id)| sums.contains(id))).then_some(())
    }
}
