//! Graph → text: what `BURTORCH_DUMP=graph` shows.

use std::fmt;

use super::{Graph, Kind, RegionId};
use crate::each::Each;

impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        region(self, Graph::ROOT, 0, f)
    }
}

fn region(graph: &Graph, id: RegionId, depth: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let indent = "  ".repeat(depth);
    let inside = graph.region(id);
    for &node in inside.params.iter().chain(&inside.nodes) {
        let data = graph.node(node);
        let name = data.name.as_ref().map(|name| format!(" // {name}")).unwrap_or_default();
        let what = match &data.kind {
            Kind::Op(op, args) => {
                let args: Vec<_> = args.each(|arg| format!("n{}", arg.index()));
                format!("{} {}", op.name(), args.join(" "))
            }
            Kind::Opaque(template) | Kind::Observe(template) => format!("code {}", template.tokens),
            kind => format!("{kind:?}"),
        };
        writeln!(f, "{indent}n{} = {what}{name}", node.index())?;
        for inner in graph.regions_of(node) {
            region(graph, inner, depth + 1, f)?;
        }
    }
    let results: Vec<_> = inside.results.each(|result| format!("n{}", result.index()));
    writeln!(f, "{indent}=> {}", results.join(", "))
}
