//! What a loop computes in every iteration alike is computed once, before it.

use crate::graph::{Graph, Id, Kind, RegionId};

/// The graph with rows moved out of loops that do not depend on the iteration.
pub fn hoist(mut graph: Graph) -> Graph {
    region(&mut graph, Graph::ROOT);
    graph
}

fn region(graph: &mut Graph, id: RegionId) {
    let mut at = 0;
    while at < graph.region(id).nodes.len() {
        let node = graph.region(id).nodes[at];
        for inner in graph.regions_of(node) {
            region(graph, inner);
        }
        if let Kind::For { body, .. } = *graph.kind(node) {
            at += move_out(graph, body, id, at);
        }
        at += 1;
    }
}

/// Moves what depends on nothing inside from a loop's body to before the loop; yields how many nodes that are.
fn move_out(graph: &mut Graph, body: RegionId, to: RegionId, before: usize) -> usize {
    let mut moved = Vec::new();
    for node in graph.region(body).nodes.clone() {
        let is_outside = |input: Id| graph.node(input).region != body;
        // Rows cannot fail, so they may be computed even if the loop is never entered.
        if matches!(graph.kind(node), Kind::Op(..) | Kind::Const(_) | Kind::Compare(..) | Kind::Select(..))
            && graph.kind(node).inputs().into_iter().all(is_outside)
        {
            graph.node_mut(node).region = to;
            moved.push(node);
        }
    }
    graph.region_mut(body).nodes.retain(|node| !moved.contains(node));
    let count = moved.len();
    graph.region_mut(to).nodes.splice(before..before, moved);
    count
}
