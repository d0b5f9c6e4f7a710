//! The graph as Graphviz text.

use std::fmt::Write;

use super::{Graph, Kind};

/// Draws the graph of a function; the bodies of loops are boxes.
pub fn dot(graph: &Graph, name: &str) -> String {
    let mut text = format!("digraph \"{name}\" {{\n  node [shape=box, fontname=monospace];\n");
    body(graph, "n", "  ", &mut text);
    text.push_str("}\n");
    text
}

fn body(graph: &Graph, prefix: &str, indent: &str, text: &mut String) {
    for id in graph.ids() {
        let (node, at) = (graph.node(id), id.index());
        if let Kind::Repeat(repeat) = &node.kind {
            let inner = format!("{prefix}{at}_");
            writeln!(text, "{indent}subgraph \"cluster_{inner}\" {{ label=\"{} times\";", repeat.count)
                .expect("a string can always grow");
            body(&repeat.body, &inner, &format!("{indent}  "), text);
            writeln!(text, "{indent}}}").expect("a string can always grow");
        }
        writeln!(text, "{indent}{prefix}{at} [label=\"{}\\n{:?}\"];", label(&node.kind), node.shape)
            .expect("a string can always grow");
        for input in node.kind.inputs() {
            writeln!(text, "{indent}{prefix}{} -> {prefix}{at};", input.index()).expect("a string can always grow");
        }
    }
}

fn label(kind: &Kind) -> String {
    match kind {
        Kind::Param(leaf) => format!("param @{}", leaf.offset),
        Kind::Frozen(leaf) => format!("frozen @{}", leaf.offset),
        Kind::Input(at) => format!("input {at}"),
        Kind::Seed => "seed".to_owned(),
        Kind::Carried(at) => format!("carried {at}"),
        Kind::Sliced(at) => format!("slice {at}"),
        Kind::Invariant(at) => format!("outer {at}"),
        Kind::Const(value) => format!("{}", value.value()),
        Kind::Index(axis) => format!("index of axis {axis}"),
        Kind::Random { .. } => "random".to_owned(),
        Kind::Op(op, _) => op.name().to_owned(),
        Kind::Compare(op, ..) => op.symbol().to_owned(),
        Kind::Select(..) => "select".to_owned(),
        Kind::ToFloat(_) => "to float".to_owned(),
        Kind::Detach(_) => "stop gradient".to_owned(),
        Kind::View(..) => "view".to_owned(),
        Kind::Copy(_) => "copy".to_owned(),
        Kind::Reshape(_) => "reshape".to_owned(),
        Kind::Reduce(reduction, _, axes) => format!("{reduction:?} over {axes:?}").to_lowercase(),
        Kind::Assemble { .. } => "assemble".to_owned(),
        Kind::Repeat(repeat) => format!("{} times", repeat.count),
        Kind::Result(_, at) => format!("result {at}"),
    }
}
