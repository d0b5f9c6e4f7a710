//! What depends on seeds and tangents, how often nodes are used, and how many operations loops have.

use burtorch_runtime::rules::Op;

use crate::graph::{Graph, Id, IdMap, Kind, RegionId, Step};

/// The nodes that depend on the parameters after the first `arity`.
///
/// All of those are linear in seeds or tangents. Values are not among them, nor are those that the sweep computes once
/// more: both depend on arguments only.
pub fn derivatives(graph: &Graph, arity: usize) -> IdMap<()> {
    let mut found = IdMap::new();
    for &param in &graph.root().params[arity..] {
        found.insert(param, ());
    }
    // What a loop carries is known to depend when its body was seen.
    while spread(graph, Graph::ROOT, &mut found) && graph.has_regions() {}
    found
}

/// Adds the nodes of a region that depend on some that were found; true if there are any.
fn spread(graph: &Graph, region: RegionId, found: &mut IdMap<()>) -> bool {
    let mut more = false;
    for &id in &graph.region(region).nodes {
        if let Kind::For { init, body, .. } = graph.kind(id) {
            for slot in 0..init.len() {
                let param = graph.region(*body).params[slot + 1];
                more |= depends(graph, id, slot, found) && insert(param, found);
            }
        }
        for inside in graph.regions_of(id) {
            more |= spread(graph, inside, found);
        }
        let here = match graph.kind(id) {
            // Single results of these may depend; they are asked for where they are read.
            Kind::Branch { .. } | Kind::For { .. } => false,
            Kind::Get(base, path) => match (graph.kind(*base), path.first()) {
                (Kind::Branch { .. } | Kind::For { .. }, Some(Step::At(slot))) => depends(graph, *base, *slot, found),
                // The value comes first.
                (Kind::Call(_), Some(Step::At(0))) => false,
                _ => found.contains(*base),
            },
            kind => kind.inputs().into_iter().any(|input| found.contains(input)),
        };
        more |= here && insert(id, found);
    }
    more
}

/// Whether one result of a branch or loop depends on what was found.
fn depends(graph: &Graph, owner: Id, slot: usize, found: &IdMap<()>) -> bool {
    let is_found = |id: Option<&Id>| id.is_some_and(|id| found.contains(*id));
    let in_region = |region: RegionId| is_found(graph.region(region).results.get(slot));
    match graph.kind(owner) {
        Kind::Branch { arms, .. } => arms.iter().any(|arm| in_region(arm.region)),
        Kind::For { init, body, .. } => slot < init.len() && (is_found(init.get(slot)) || in_region(*body)),
        _ => false,
    }
}

fn insert(id: Id, found: &mut IdMap<()>) -> bool {
    let new = !found.contains(id);
    found.insert(id, ());
    new
}

/// How often each node is used, by nodes and as a result of a region. The double of a number uses it once.
pub(super) fn uses(graph: &Graph) -> IdMap<usize> {
    let mut uses = IdMap::new();
    let mut regions = vec![Graph::ROOT];
    while let Some(region) = regions.pop() {
        for &id in &graph.region(region).nodes {
            match graph.kind(id) {
                Kind::Op(Op::Add, args) if args[0] == args[1] => *uses.get_or_default(args[0]) += 1,
                kind => kind.visit_inputs(&mut |input| *uses.get_or_default(input) += 1),
            }
            regions.extend(graph.regions_of(id));
        }
        for &result in &graph.region(region).results {
            *uses.get_or_default(result) += 1;
        }
    }
    uses
}

/// Products that are one operation with the sum or difference that alone uses them.
pub(super) fn fused(graph: &Graph) -> IdMap<()> {
    let (uses, mut fused) = (uses(graph), IdMap::new());
    for id in graph.all() {
        let Kind::Op(Op::Add | Op::Sub, args) = graph.kind(id) else { continue };
        let is_own = |&&arg: &&Id| {
            let is_product = matches!(graph.kind(arg), Kind::Op(Op::Mul, _));
            is_product && uses.get(arg) == Some(&1) && graph.node(arg).region == graph.node(id).region
        };
        if let Some(&product) = args.iter().rev().find(is_own) {
            fused.insert(product, ());
        }
    }
    fused
}

/// How many operations each node waits for, if these are one with those that use them.
pub(super) fn depths(graph: &Graph, fused: &IdMap<()>) -> IdMap<usize> {
    let mut depths: IdMap<usize> = IdMap::new();
    for id in graph.all() {
        let inputs = graph.kind(id).inputs();
        let before = inputs.into_iter().filter_map(|input| depths.get(input).copied()).max().unwrap_or(0);
        depths.insert(id, before + operations_of(graph, id, fused));
    }
    depths
}

/// What is used in a product, a quotient or a multiple. Laws: `-a * b = -(a * b)`, `-a / b = -(a / b)`.
pub(super) fn factors(graph: &Graph) -> IdMap<()> {
    let mut factors = IdMap::new();
    for id in graph.all() {
        match graph.kind(id) {
            Kind::Op(Op::Mul | Op::Div, args) => args.iter().for_each(|&arg| factors.insert(arg, ())),
            Kind::Op(Op::Add, args) if args[0] == args[1] => factors.insert(args[0], ()),
            _ => {}
        }
    }
    factors
}

/// The operations outside of loops, and those of each loop without the loops in it, in the order of the graph; but for
/// those that are one with others.
pub(super) fn operations_by_loop(graph: &Graph, fused: &IdMap<()>) -> Vec<usize> {
    let mut counts = vec![0];
    count(graph, fused, Graph::ROOT, 0, &mut counts);
    counts
}

fn operations_of(graph: &Graph, id: Id, fused: &IdMap<()>) -> usize {
    match graph.kind(id) {
        _ if fused.contains(id) => 0,
        Kind::Op(op, _) => op.cost(),
        _ => usize::from(graph.is_operation(id)),
    }
}

fn count(graph: &Graph, fused: &IdMap<()>, region: RegionId, at: usize, counts: &mut Vec<usize>) {
    for &id in &graph.region(region).nodes {
        counts[at] += operations_of(graph, id, fused);
        let mut inner = at;
        if matches!(graph.kind(id), Kind::For { .. }) {
            inner = counts.len();
            counts.push(0);
        }
        for inside in graph.regions_of(id) {
            count(graph, fused, inside, inner, counts);
        }
    }
}
