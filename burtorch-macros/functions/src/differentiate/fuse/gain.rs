//! Which loops without calls are less work together with their sweeps.

use super::Fuse;
use crate::graph::{Id, Kind, RegionId};

/// So many operations of a sweep take no longer than the wait of a sum.
const SHORT: usize = 8;

impl Fuse {
    /// Whether a loop and its sweep are less work together, though they make no calls: the sweep computes all that it needs again, and
    /// its iterations wait for each other, so that they are no vector code by themselves, or are so short that they fit in while the
    /// sum of the loop waits. Where something is kept for the sweep, that need not wait for what is slow to compute, and so is
    /// quicker apart.
    pub(super) fn gains(&self, first: Id, sweep: Id) -> bool {
        let (Kind::For { body: from, range, .. }, Kind::For { body: to, .. }) =
            (self.graph.kind(first), self.graph.kind(sweep))
        else {
            return false;
        };
        // A loop over a fixed number of elements has the bits of one that is written out.
        if range.bound.is_some() {
            return false;
        }
        let mut depends = false;
        self.each_use(sweep, &mut |id| depends |= matches!(self.graph.kind(id), Kind::Get(base, _) if *base == first));
        let nodes = |region: RegionId| self.graph.region(region).nodes.iter();
        if depends || nodes(*from).any(|&id| matches!(self.graph.kind(id), Kind::Save(..))) {
            return false;
        }
        let inner = |region: RegionId| nodes(region).copied().filter(|&id| !self.graph.regions_of(id).is_empty());
        let holds_loops = |id: Id| self.holds_loops(id);
        if !inner(*from).chain(inner(*to)).any(holds_loops) {
            return inner(*to).next().is_some() || self.is_short(*to) || self.waits_for_itself(*to);
        }
        inner(*from).all(|id| self.sweeps.get(&id).is_some_and(|&sweep| self.gains(id, sweep)))
    }

    /// Whether it is a loop, or there is one inside.
    fn holds_loops(&self, id: Id) -> bool {
        let nodes = |region: RegionId| self.graph.region(region).nodes.iter().copied();
        let mut inside = self.graph.regions_of(id).into_iter().flat_map(nodes);
        matches!(self.graph.kind(id), Kind::For { .. }) || inside.any(|id| self.holds_loops(id))
    }

    /// Whether a body has so few operations that they cost nothing beside a sum, each addition of which waits for the one before.
    fn is_short(&self, body: RegionId) -> bool {
        let nodes = self.graph.region(body).nodes.iter();
        nodes.filter(|&&id| matches!(self.graph.kind(id), Kind::Op(..))).count() <= SHORT
    }

    /// Whether iterations of a sweep must wait for each other: they add to one number, or to several elements of one array.
    fn waits_for_itself(&self, body: RegionId) -> bool {
        let region = self.graph.region(body);
        let carried = region.params.iter().skip(1).zip(&region.results).filter(|(param, result)| param != result);
        carried.into_iter().any(|(&param, _)| {
            let mut array = param;
            let mut added = 0;
            for &id in &region.nodes {
                if let Kind::AddAt(base, ..) = self.graph.kind(id)
                    && *base == array
                {
                    (array, added) = (id, added + 1);
                }
            }
            !self.graph.node(param).ty.is_slice() || added > 1
        })
    }
}
