//! Nodes and edges in, Graphviz text out. The same calls give the same text.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::{self, Write};

/// A graph as Graphviz text, with the value and the adjoint of every node.
///
/// ```
/// use burtorch_runtime::{Dot, DotNode};
///
/// let mut dot = Dot::new("product");
/// dot.node(0, DotNode::leaf("a").value(-41.0).adjoint(2.0));
/// dot.node(1, DotNode::leaf("b").value(2.0).adjoint(-41.0));
/// dot.node(2, DotNode::new("mul").name("c").value(-82.0).adjoint(1.0));
/// dot.edge(0, 2);
/// dot.edge(1, 2);
/// assert_eq!(
///     dot.to_string(),
///     r#"digraph "product" {
///   node [shape=box, style=rounded, fontname="monospace"];
///   n0 [label="a\nvalue -41\nadjoint 2", shape=ellipse];
///   n1 [label="b\nvalue 2\nadjoint -41", shape=ellipse];
///   n2 [label="c = mul\nvalue -82\nadjoint 1"];
///   n0 -> n2;
///   n1 -> n2;
/// }
/// "#
/// );
/// ```
#[derive(Clone, Debug)]
pub struct Dot {
    text: String,
}

impl Dot {
    /// A graph without nodes.
    #[must_use]
    pub fn new(title: &str) -> Self {
        let title = escape(title);
        Self { text: format!("digraph \"{title}\" {{\n  node [shape=box, style=rounded, fontname=\"monospace\"];\n") }
    }

    /// Writes the node with this number.
    pub fn node(&mut self, number: usize, node: DotNode) {
        let DotNode { what, name, value, adjoint, leaf } = node;
        let mut label = match name {
            Some(name) => format!("{name} = {what}"),
            None => what,
        };
        if let Some(value) = value {
            let _ = write!(label, "\nvalue {}", short(value, 6));
        }
        if let Some(adjoint) = adjoint {
            let _ = write!(label, "\nadjoint {}", short(adjoint, 6));
        }
        let shape = if leaf { ", shape=ellipse" } else { "" };
        let _ = writeln!(self.text, "  n{number} [label=\"{}\"{shape}];", escape(&label));
    }

    /// Writes an edge from the argument `from` to the result `to`.
    pub fn edge(&mut self, from: usize, to: usize) {
        let _ = writeln!(self.text, "  n{from} -> n{to};");
    }
}

impl fmt::Display for Dot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        f.write_str("}\n")
    }
}

/// What [`Dot::node`] writes of a node.
#[derive(Clone, Debug, PartialEq)]
pub struct DotNode {
    what: String,
    name: Option<String>,
    value: Option<f64>,
    adjoint: Option<f64>,
    leaf: bool,
}

impl DotNode {
    /// The result of an operator.
    #[must_use]
    pub fn new(operator: &str) -> Self {
        Self { what: operator.to_string(), name: None, value: None, adjoint: None, leaf: false }
    }

    /// What is not computed: an argument, a parameter, a constant.
    #[must_use]
    pub fn leaf(name: &str) -> Self {
        Self { leaf: true, ..Self::new(name) }
    }

    /// What the user calls it.
    #[must_use]
    pub fn name(mut self, name: &str) -> Self {
        self.name = Some(name.to_string());
        self
    }

    /// Its value; six digits of it are written.
    #[must_use]
    pub fn value(mut self, value: impl Into<f64>) -> Self {
        self.value = Some(value.into());
        self
    }

    /// Its adjoint; six digits of it are written.
    #[must_use]
    pub fn adjoint(mut self, adjoint: impl Into<f64>) -> Self {
        self.adjoint = Some(adjoint.into());
        self
    }
}

/// `text` as it may stand between quotes.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' => escaped.push_str("\\\\"),
            '"' => escaped.push_str("\\\""),
            '\n' => escaped.push_str("\\n"),
            letter if letter.is_control() => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// The number with at most so many digits, in the shorter of the two usual ways.
#[must_use]
pub fn short(value: f64, digits: usize) -> String {
    if value.is_nan() {
        return "NaN".to_string();
    }
    if value.is_infinite() {
        return if value > 0.0 { "∞" } else { "−∞" }.to_string();
    }
    let scientific = format!("{value:.*e}", digits.saturating_sub(1));
    let rounded: f64 = scientific.parse().unwrap_or(value);
    // Without the sign of a zero.
    let rounded = rounded + 0.0;
    if rounded == 0.0 || (1e-4..1e7).contains(&rounded.abs()) { format!("{rounded}") } else { format!("{rounded:e}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_six_digits_and_no_more() {
        let cases = [
            (0.1 + 0.2, "0.3"),
            (24.704_082_4, "24.7041"),
            (-0.0, "0"),
            (1e300, "1e300"),
            (1.234_567_8e-9, "1.23457e-9"),
            (123_456.0, "123456"),
            (f64::NAN, "NaN"),
            (f64::NEG_INFINITY, "−∞"),
        ];
        for (value, text) in cases {
            assert_eq!(short(value, 6), text);
        }
    }

    #[test]
    fn quotes_and_line_ends_are_escaped() {
        let mut dot = Dot::new("a \"quoted\" title");
        dot.node(0, DotNode::new("x\\y\nz"));
        let text = dot.to_string();
        assert!(text.starts_with("digraph \"a \\\"quoted\\\" title\" {\n"), "{text}");
        assert!(text.contains("n0 [label=\"x\\\\y\\nz\"];"), "{text}");
    }
}
