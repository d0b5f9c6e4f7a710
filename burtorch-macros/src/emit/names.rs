//! Names for values, and where each value is used for the last time.

use std::collections::{HashMap, HashSet};

use proc_macro2::{Ident, TokenStream, TokenTree};

use crate::graph::{Graph, Id, IdMap, Kind, RegionId, Step};

/// Hands out names, each once.
#[derive(Default)]
pub(super) struct Names {
    taken: HashSet<String>,
    /// The last number that was given to a hint.
    last: HashMap<String, usize>,
}

impl Names {
    pub(super) fn reserve(&mut self, name: &str) {
        self.taken.insert(name.to_owned());
    }

    /// `hint`, or `hint` with a number.
    pub(super) fn fresh(&mut self, hint: &str) -> String {
        let hint = hint.trim_start_matches("r#");
        let count = self.last.entry(hint.to_owned()).or_insert(0);
        loop {
            *count += 1;
            // A keyword that was a raw identifier needs a number too.
            let name = if *count == 1 && is_plain(hint) { hint.to_owned() } else { format!("{hint}_{count}") };
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }
}

/// Calls `found` for every name in the tokens.
pub(super) fn collect(tokens: TokenStream, found: &mut dyn FnMut(&str)) {
    for token in tokens {
        match token {
            TokenTree::Ident(name) => found(&name.to_string()),
            TokenTree::Group(group) => collect(group.stream(), found),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// Whether a word can be a variable as it is.
fn is_plain(word: &str) -> bool {
    word != "_" && syn::parse_str::<Ident>(word).is_ok()
}

/// How often and how late values are used.
pub(super) struct Uses {
    counts: IdMap<usize>,
    /// The last position in a region at which a value is used, there or further inside.
    last: HashMap<(RegionId, Id), usize>,
    positions: IdMap<usize>,
    /// Which branches and loops use a value inside of their regions.
    inside: HashSet<(Id, Id)>,
    /// Which regions use a value themselves.
    direct: HashSet<(RegionId, Id)>,
    /// Gets of one result of a branch or loop are one variable.
    aliases: HashMap<(Id, usize), Id>,
}

/// The position of a region's results.
const END: usize = usize::MAX;

impl Uses {
    pub(super) fn of(graph: &Graph) -> Self {
        let mut uses = Uses {
            counts: IdMap::new(),
            last: HashMap::new(),
            positions: IdMap::new(),
            inside: HashSet::new(),
            direct: HashSet::new(),
            aliases: HashMap::new(),
        };
        uses.region(graph, Graph::ROOT);
        uses
    }

    /// Records the uses in a region; yields the values that it uses.
    fn region(&mut self, graph: &Graph, region: RegionId) -> HashSet<Id> {
        let mut all = HashSet::new();
        for (at, &id) in graph.region(region).nodes.iter().enumerate() {
            self.positions.insert(id, at);
            let mut used: HashSet<Id> = HashSet::new();
            for input in graph.kind(id).inputs() {
                let input = self.canonical(graph, input);
                self.counts.insert(input, self.count(input) + 1);
                self.direct.insert((region, input));
                used.insert(input);
            }
            for inner in graph.regions_of(id) {
                let used_inside = self.region(graph, inner);
                self.inside.extend(used_inside.iter().map(|&input| (id, input)));
                used.extend(used_inside);
            }
            for &input in &used {
                self.last.insert((region, input), at);
            }
            all.extend(used);
        }
        for &result in &graph.region(region).results {
            let result = self.canonical(graph, result);
            self.counts.insert(result, self.count(result) + 1);
            self.last.insert((region, result), END);
            self.direct.insert((region, result));
            all.insert(result);
        }
        all
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
        self.direct.contains(&(region, id))
    }

    pub(super) fn count(&self, id: Id) -> usize {
        self.counts.get(id).copied().unwrap_or(0)
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
            if self.last.get(&(region, id)).copied() != position {
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
