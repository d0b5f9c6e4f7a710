//! Names for values, and where each value is used for the last time.

use std::collections::hash_map::Entry;
use std::hash::BuildHasherDefault;

use crate::graph::{Graph, Id, IdMap, Kind, RegionId, Set, Step, Table};

/// Hands out names, each once.
pub(super) struct Names {
    /// The names that are taken, each with the last number that was given to it as a hint; 1 is the name itself.
    taken: Table<String, usize>,
}

impl Names {
    /// Room for the names of `values`.
    pub(super) fn with_room(values: usize) -> Self {
        Names { taken: Table::with_capacity_and_hasher(values, BuildHasherDefault::default()) }
    }

    pub(super) fn reserve(&mut self, name: &str) {
        self.taken.insert(name.to_owned(), 1);
    }

    /// `hint`, or `hint` with a number.
    pub(super) fn fresh(&mut self, hint: &str) -> String {
        let raw = hint.strip_prefix("r#");
        // What was a raw identifier may be a keyword, which needs a number.
        if raw.is_none()
            && hint != "_"
            && let Entry::Vacant(free) = self.taken.entry(hint.to_owned())
        {
            free.insert(1);
            return hint.to_owned();
        }
        let hint = raw.unwrap_or(hint);
        let mut number = self.taken.get(hint).copied().unwrap_or(0);
        loop {
            number += 1;
            let name = format!("{hint}_{number}");
            if let Entry::Vacant(free) = self.taken.entry(name.clone()) {
                free.insert(1);
                self.taken.insert(hint.to_owned(), number);
                return name;
            }
        }
    }
}

/// How often and how late values are used.
pub(super) struct Uses {
    values: IdMap<Use>,
    positions: IdMap<usize>,
    /// Which branches and loops use a value inside of their regions.
    inside: Set<(Id, Id)>,
    /// Gets of one result of a branch or loop are one variable.
    aliases: Table<(Id, usize), Id>,
}

/// The uses of one value.
#[derive(Clone, Default)]
struct Use {
    count: usize,
    /// The regions that use it.
    regions: Vec<RegionUse>,
    /// The nodes that use it, if it is an array of any length.
    users: Vec<Id>,
    /// It is a result of a region.
    result: bool,
}

/// The uses of one value in one region.
#[derive(Clone)]
struct RegionUse {
    region: RegionId,
    /// The last position, there or further inside.
    last: usize,
    /// The region uses it itself.
    direct: bool,
}

/// The position of a region's results.
const END: usize = usize::MAX;

impl Uses {
    pub(super) fn of(graph: &Graph) -> Self {
        let mut uses =
            Uses { values: IdMap::new(), positions: IdMap::new(), inside: Set::default(), aliases: Table::default() };
        uses.region(graph, Graph::ROOT);
        uses
    }

    /// Records the uses in a region; yields the values that it uses, some more than once.
    fn region(&mut self, graph: &Graph, region: RegionId) -> Vec<Id> {
        let mut all = Vec::new();
        for (at, &id) in graph.region(region).nodes.iter().enumerate() {
            self.positions.insert(id, at);
            graph.kind(id).visit_inputs(&mut |input| {
                let input = self.canonical(graph, input);
                self.record(input, region, at, true);
                if graph.node(input).ty.is_slice() {
                    self.values.get_or_default(input).users.push(id);
                }
                all.push(input);
            });
            for inner in graph.regions_of(id) {
                let mut inputs = self.region(graph, inner);
                inputs.sort_unstable();
                inputs.dedup();
                for input in inputs {
                    self.inside.insert((id, input));
                    self.record(input, region, at, false);
                    all.push(input);
                }
            }
        }
        for &result in &graph.region(region).results {
            let result = self.canonical(graph, result);
            self.record(result, region, END, true);
            self.values.get_or_default(result).result = true;
            all.push(result);
        }
        all
    }

    fn record(&mut self, id: Id, region: RegionId, at: usize, direct: bool) {
        let value = self.values.get_or_default(id);
        value.count += usize::from(direct);
        match value.regions.iter_mut().find(|place| place.region == region) {
            Some(place) => (place.last, place.direct) = (at, place.direct || direct),
            None => value.regions.push(RegionUse { region, last: at, direct }),
        }
    }

    /// The one node that stands for a result of a branch or loop.
    pub(super) fn canonical(&mut self, graph: &Graph, id: Id) -> Id {
        match graph.kind(id) {
            Kind::Get(base, path) => match (graph.kind(*base), path[..].split_first()) {
                (Kind::Branch { .. } | Kind::For { .. }, Some((Step::At(slot), []))) => {
                    *self.aliases.entry((*base, *slot)).or_insert(id)
                }
                _ => id,
            },
            _ => id,
        }
    }

    /// The node that stands for result `slot` of `owner`, if something uses it.
    pub(super) fn alias(&self, owner: Id, slot: usize) -> Option<Id> {
        self.aliases.get(&(owner, slot)).copied()
    }

    /// Whether `id` is used by `region` itself and not from inside of it.
    pub(super) fn is_local(&self, id: Id, region: RegionId) -> bool {
        self.values
            .get(id)
            .is_some_and(|value| value.regions.iter().any(|place| place.direct && place.region == region))
    }

    /// The nodes that use an array of any length.
    pub(super) fn users(&self, id: Id) -> &[Id] {
        self.values.get(id).map_or(&[], |value| &value.users)
    }

    /// Whether it is a result of a region.
    pub(super) fn is_result(&self, id: Id) -> bool {
        self.values.get(id).is_some_and(|value| value.result)
    }

    pub(super) fn count(&self, id: Id) -> usize {
        self.values.get(id).map_or(0, |value| value.count)
    }

    fn last(&self, region: RegionId, id: Id) -> Option<usize> {
        let value = self.values.get(id)?;
        value.regions.iter().find(|place| place.region == region).map(|place| place.last)
    }

    /// Whether nothing uses `id` after `user`, which stands in `region` and uses it once.
    ///
    /// Out of the body of a loop, a value of outside may be used again in the next iteration.
    pub(super) fn ends_at(&mut self, graph: &Graph, id: Id, user: Id, region: RegionId) -> bool {
        let id = self.canonical(graph, id);
        let home = graph.node(id).region;
        let (mut region, mut position) = (region, self.positions.get(user).copied());
        if graph.kind(user).inputs().into_iter().filter(|&input| self.canonical(graph, input) == id).count() > 1 {
            return false;
        }
        if self.inside.contains(&(user, id)) {
            return false;
        }
        loop {
            if self.last(region, id) != position {
                return false;
            }
            if region == home {
                return true;
            }
            let Some(owner) = graph.region(region).owner else { return false };
            if matches!(graph.kind(owner), Kind::For { .. }) {
                return false;
            }
            position = self.positions.get(owner).copied();
            region = graph.node(owner).region;
        }
    }
}
