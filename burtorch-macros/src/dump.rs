//! Looking inside while a program compiles: `BURTORCH_DUMP=graph|code|dot` prints a phase of every
//! function, `BURTORCH_DUMP=code:name` of one; `BURTORCH_TIME=1` prints how long each function takes.

use std::fmt;
use std::time::Instant;

use proc_macro2::Ident;

use crate::each::Each;
use crate::graph::{Graph, Kind, RegionId};

/// Prints `text` to the standard error if the environment asks for `phase` of `function`.
pub(crate) fn dump(function: &Ident, phase: &str, text: impl FnOnce() -> String) {
    let Ok(wanted) = std::env::var("BURTORCH_DUMP") else { return };
    let (wanted, name) = wanted.split_once(':').unwrap_or((wanted.as_str(), ""));
    if wanted == phase && (name.is_empty() || function == name) {
        let text = if phase == "code" { indented(&text()) } else { text() };
        eprintln!("// burtorch: {phase} of `{function}`\n{text}");
    }
}

/// Prints how long a function took since `start`, if the environment asks for it.
pub(crate) fn report_time(function: &Ident, start: Instant) {
    if std::env::var_os("BURTORCH_TIME").is_some() {
        eprintln!("burtorch: time of `{function}`: {} µs", start.elapsed().as_micros());
    }
}

/// Tokens with a line per statement.
fn indented(code: &str) -> String {
    let mut lines = String::new();
    let mut depth = 0_usize;
    for (at, piece) in code.split_inclusive(['{', '}', ';']).enumerate() {
        let piece = piece.trim();
        if piece.ends_with('}') {
            depth = depth.saturating_sub(1);
        }
        if at > 0 {
            lines.push('\n');
        }
        lines.push_str(&"    ".repeat(depth));
        lines.push_str(piece);
        if piece.ends_with('{') {
            depth += 1;
        }
    }
    lines
}

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
