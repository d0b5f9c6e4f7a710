//! Graph → Graphviz text.

use std::fmt::Write;

use super::{Graph, Id, Kind, RegionId, Step};

/// The graph as a `digraph`, arguments at the top, regions as boxes.
pub fn dot(graph: &Graph, title: &str) -> String {
    let mut text = format!("digraph {title:?} {{\n  node [shape=box, style=rounded, fontname=\"monospace\"];\n");
    region(graph, Graph::ROOT, 1, &mut text);
    for (at, result) in graph.root().results.iter().enumerate() {
        let _ = writeln!(text, "  result{at} [label=\"result\", shape=plaintext];");
        let _ = writeln!(text, "  n{} -> result{at};", result.index());
    }
    text.push_str("}\n");
    text
}

fn region(graph: &Graph, id: RegionId, depth: usize, text: &mut String) {
    let indent = "  ".repeat(depth);
    let region_nodes = graph.region(id);
    for &node in region_nodes.params.iter().chain(&region_nodes.nodes) {
        let shape = if matches!(graph.kind(node), Kind::Param) { ", shape=ellipse" } else { "" };
        let label = label(graph, node);
        let _ = writeln!(text, "{indent}n{} [label=\"{label}\"{shape}];", node.index());
        for input in graph.kind(node).inputs() {
            let _ = writeln!(text, "{indent}n{} -> n{};", input.index(), node.index());
        }
        for (at, inner) in graph.regions_of(node).into_iter().enumerate() {
            let _ = writeln!(text, "{indent}subgraph cluster_{}_{at} {{", node.index());
            let title = match graph.kind(node) {
                Kind::Branch { arms, .. } => format!("case {}", arms[at].pattern),
                _ => "each iteration".to_owned(),
            };
            let _ = writeln!(text, "{indent}  label=\"{}\";", escape(&title));
            region(graph, inner, depth + 1, text);
            let _ = writeln!(text, "{indent}}}");
            for result in &graph.region(inner).results {
                let _ = writeln!(text, "{indent}n{} -> n{} [style=dashed];", result.index(), node.index());
            }
        }
    }
}

/// What the node does, and what the user calls it, as it may stand between quotes.
fn label(graph: &Graph, id: Id) -> String {
    let node = graph.node(id);
    let what = match &node.kind {
        Kind::Param | Kind::Argument => String::new(),
        Kind::Const(value) => format!("{value:?}"),
        Kind::Int(value, _) => value.to_string(),
        Kind::Bool(value) => value.to_string(),
        Kind::Op(op, _) => op.name().to_owned(),
        Kind::Compare(op, ..) => op.symbol().to_owned(),
        Kind::Not(_) => "!".to_owned(),
        Kind::ToIndex(..) => "index".to_owned(),
        Kind::Select(..) => "select".to_owned(),
        Kind::Opaque(template) | Kind::Observe(template) => escape(&template.tokens.to_string()),
        Kind::Pack(_) => "pack".to_owned(),
        Kind::Splat(_) => "repeat".to_owned(),
        Kind::Get(_, path) => format!("get {}", steps(path)),
        Kind::Set(_, path, _) => format!("set {}", steps(path)),
        Kind::AddAt(_, path, _) => format!("add at {}", steps(path)),
        Kind::Sum(..) => "sum".to_owned(),
        Kind::Zero | Kind::ZeroLike(_) => "zero".to_owned(),
        Kind::Len(_) => "len".to_owned(),
        Kind::Fill(..) => "fill".to_owned(),
        Kind::Push(..) => "push".to_owned(),
        Kind::Offset(..) => "+".to_owned(),
        Kind::Save(..) => "save".to_owned(),
        Kind::Restore(_) => "restore".to_owned(),
        Kind::Branch { .. } => "branch".to_owned(),
        Kind::For { .. } => "for".to_owned(),
        Kind::Call(call) => match &call.callee {
            super::Callee::Path { path, .. } => format!("call {}", escape(&path.to_string().replace(' ', ""))),
            super::Callee::Associated { name, .. } | super::Callee::Method(_, name) => format!("call {name}"),
            super::Callee::Derivative { path, name, .. } => {
                format!("call {}::{name}", escape(&path.to_string().replace(' ', "")))
            }
        },
        Kind::Poison => "error".to_owned(),
    };
    match &node.name {
        Some(name) if what.is_empty() => name.to_string(),
        Some(name) => format!("{name} = {what}"),
        None if what.is_empty() => "index".to_owned(),
        None => what,
    }
}

fn steps(path: &[Step]) -> String {
    path.iter()
        .map(|step| match step {
            Step::At(at) => format!("[{at}]"),
            Step::Index(_) => "[i]".to_owned(),
            Step::Range(..) => "[i..j]".to_owned(),
        })
        .collect()
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " ")
}
