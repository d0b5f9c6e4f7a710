//! The graph as Graphviz text.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::{Graph, Kind, Leaf};

/// What the leaves of a graph are called.
#[derive(Default)]
pub struct Names {
    /// Parameters, by their offsets.
    pub parameters: BTreeMap<usize, String>,
    /// Arguments of the function, in their order.
    pub inputs: Vec<String>,
}

impl Names {
    /// The name of a parameter. Of one that a loop steps through, `*` stands for what differs from iteration to iteration:
    /// `blocks.*.norm.gain`.
    fn parameter(&self, leaf: &Leaf) -> String {
        let Some(name) = self.parameters.get(&leaf.offset) else { return format!("@{}", leaf.offset) };
        let mut parts: Vec<&str> = name.split('.').collect();
        for next in leaf.steps.iter().filter_map(|step| self.parameters.get(&(leaf.offset + step))) {
            for (part, other) in parts.iter_mut().zip(next.split('.')) {
                if *part != other {
                    *part = "*";
                }
            }
        }
        parts.join(".")
    }

    fn input(&self, at: usize) -> String {
        self.inputs.get(at).cloned().unwrap_or_else(|| at.to_string())
    }
}

/// Draws the graph of a function; the bodies of loops are boxes.
pub fn dot(graph: &Graph, name: &str, names: &Names) -> String {
    let mut text = format!("digraph \"{name}\" {{\n  node [shape=box, fontname=monospace];\n");
    body(graph, names, "n", "  ", &mut text);
    text.push_str("}\n");
    text
}

fn body(graph: &Graph, names: &Names, prefix: &str, indent: &str, text: &mut String) {
    for id in graph.ids() {
        let (node, at) = (graph.node(id), id.index());
        if let Kind::Repeat(repeat) = &node.kind {
            let inner = format!("{prefix}{at}_");
            writeln!(text, "{indent}subgraph \"cluster_{inner}\" {{ label=\"{} times\";", repeat.count)
                .expect("a string can always grow");
            body(&repeat.body, names, &inner, &format!("{indent}  "), text);
            writeln!(text, "{indent}}}").expect("a string can always grow");
        }
        writeln!(text, "{indent}{prefix}{at} [label=\"{}\\n{:?}\"];", label(&node.kind, names), node.shape)
            .expect("a string can always grow");
        for input in node.kind.inputs() {
            writeln!(text, "{indent}{prefix}{} -> {prefix}{at};", input.index()).expect("a string can always grow");
        }
    }
}

fn label(kind: &Kind, names: &Names) -> String {
    match kind {
        Kind::Param(leaf) => format!("param {}", names.parameter(leaf)),
        Kind::Frozen(leaf) => format!("frozen {}", names.parameter(leaf)),
        Kind::Input(at) => format!("input {}", names.input(*at)),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_of_a_loop_have_a_star_for_what_differs() {
        let parameters = [(0, "table"), (4, "blocks.0.norm.gain"), (6, "blocks.0.bias"), (8, "blocks.1.norm.gain")];
        let names =
            Names { parameters: parameters.map(|(at, name)| (at, name.to_owned())).into(), inputs: vec!["x".into()] };
        let name = |offset, steps: &[usize]| names.parameter(&Leaf { offset, steps: steps.to_vec() });
        assert_eq!(name(0, &[]), "table");
        assert_eq!(name(4, &[]), "blocks.0.norm.gain");
        assert_eq!(name(4, &[4]), "blocks.*.norm.gain");
        assert_eq!(name(5, &[]), "@5");
        assert_eq!((names.input(0), names.input(1)), ("x".to_owned(), "1".to_owned()));
    }
}
