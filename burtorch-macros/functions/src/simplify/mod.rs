//! Graph → smaller graph, with bit-identical results.
//!
//! Only rewrites that are exact in IEEE arithmetic: `x * 1` goes, `x * 0` stays (`x` may be NaN).
//! Afterwards every row is one that generated code can call, no two nodes are equal, and none is dead.

mod hoist;
mod prune;
mod record;
mod rewrite;
mod stacks;

use crate::ast::Precision;
use crate::graph::{Graph, Id, Kind, verify};
pub use hoist::hoist;

/// Simplifies until nothing changes; rows stay rows, so that they can be differentiated again.
pub fn simplify(graph: &Graph, precision: Precision) -> Graph {
    verify(graph, "differentiate");
    fixpoint(graph, precision, Rows::Keep)
}

/// Simplifies until nothing changes, and writes rows out until generated code can call each one.
///
/// After this point there are no rows made of other rows.
pub fn finish(graph: &Graph, precision: Precision) -> Graph {
    verify(graph, "differentiate");
    fixpoint(graph, precision, Rows::Lower)
}

/// Whether rows are replaced by those that they are made of, and `powi` by multiplications.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rows {
    Keep,
    Lower,
}

fn fixpoint(graph: &Graph, precision: Precision, rows: Rows) -> Graph {
    let walk = |graph: &Graph| {
        let graph = rewrite::rewrite(graph, precision, rows);
        verify(&graph, "rewrite");
        let graph = if graph.has_regions() { prune::prune(&graph) } else { prune::unlist(graph) };
        verify(&graph, "prune");
        graph
    };
    let (mut graph, mut before) = (walk(graph), usize::MAX);
    while may_find_more(&graph) && graph.len() < before {
        before = graph.len();
        graph = walk(&graph);
    }
    graph
}

/// Whether another walk may find more. Mostly one is enough, for a walk sees a node after all that it uses. But that a loop does not
/// change what it carries is known at its end, and opens new ways in its body; and constants of offsets are written without a look
/// at those that are there.
fn may_find_more(graph: &Graph) -> bool {
    let opens = |id: Id| match graph.kind(id) {
        Kind::For { body, .. } => {
            let body = graph.region(*body);
            body.results.iter().zip(body.params.iter().skip(1)).any(|(result, param)| result == param)
        }
        Kind::Offset(..) => true,
        _ => false,
    };
    graph.has_regions() && graph.all().into_iter().any(opens)
}

/// The graph without what no result needs.
pub fn pruned(graph: &Graph) -> Graph {
    prune::prune(graph)
}

/// How many operations there would be without the laws: rows lowered, dead code gone, no more.
pub fn operations_before(graph: &Graph) -> usize {
    let live = prune::live(graph);
    let operations = graph.all().into_iter().filter(|&id| live.contains(id) && graph.is_operation(id));
    operations
        .map(|id| match graph.kind(id) {
            Kind::Op(op, _) => op.operations(),
            _ => 1,
        })
        .sum()
}
