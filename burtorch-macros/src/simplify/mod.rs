//! Graph → smaller graph, with bit-identical results.
//!
//! Only rewrites that are exact in IEEE arithmetic: `x * 1` goes, `x * 0` stays (`x` may be NaN).
//! Afterwards every row is one that generated code can call, no two nodes are equal, and none is dead.

mod fold;
mod lower;
mod prune;
mod rewrite;

use crate::ast::Precision;
use crate::graph::{Graph, verify};

/// Simplifies until nothing changes; rows stay rows, so that they can be differentiated again.
pub(crate) fn simplify(graph: Graph, precision: Precision) -> Graph {
    verify(&graph, "differentiate");
    fixpoint(graph, precision, Powers::Keep)
}

/// The same, and down to rows that generated code can call.
///
/// After this point there are no rows made of other rows.
pub(crate) fn finish(graph: &Graph, precision: Precision) -> Graph {
    let graph = lower::lower(graph);
    verify(&graph, "lower");
    fixpoint(graph, precision, Powers::Multiply)
}

/// Whether `powi` becomes multiplications.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Powers {
    Keep,
    Multiply,
}

fn fixpoint(mut graph: Graph, precision: Precision, powers: Powers) -> Graph {
    loop {
        let before = graph.len();
        graph = rewrite::rewrite(&graph, precision, powers);
        verify(&graph, "rewrite");
        graph = prune::prune(&graph);
        verify(&graph, "prune");
        // One walk is enough for straight-line code; what a branch or loop yields may open new ways.
        if graph.len() >= before || !graph.has_regions() {
            return graph;
        }
    }
}

/// The graph without what no result needs.
pub(crate) fn pruned(graph: &Graph) -> Graph {
    prune::prune(graph)
}

/// How many operations there would be without the laws: rows lowered, dead code gone, no more.
pub(crate) fn operations_before(graph: &Graph) -> usize {
    prune::prune(&lower::lower(graph)).operations()
}
