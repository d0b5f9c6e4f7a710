//! Graphviz text in, a layered drawing out. Graphviz is not needed.

mod draw;
mod error;
mod layout;
mod lex;
mod parse;

use std::path::Path;
use std::prelude::v1::*;

pub use self::error::DotError;
use super::save::{Format, SaveError, save};

/// A graph that was read from Graphviz text, such as the constant `DOT` of a differentiable function.
///
/// Nodes are in layers, every edge goes down where it can. Clusters are boxes. Of the attributes these matter: `label`,
/// `shape` (`ellipse`, `plaintext`; all others are boxes) and `style` (`dashed`, `dotted`). The first line of a label
/// stands out, lines that begin with `value` or `adjoint` have a colour.
///
/// ```
/// use burtorch_train::viz::Graph;
///
/// let graph = Graph::parse("digraph { x [shape=ellipse]; x -> sin; x -> mul; sin -> mul; }")?;
/// let svg = graph.to_svg();
/// assert!(svg.contains("<title>sin → mul</title>"));
///
/// let error = Graph::parse("digraph { a -> }").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 16: expected the name of a node, found `}`");
/// # Ok::<(), burtorch_train::viz::DotError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Graph {
    text: String,
    title: String,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// The clusters; the first one is the graph itself.
    clusters: Vec<Cluster>,
}

#[derive(Clone, Debug)]
struct Node {
    name: String,
    lines: Vec<String>,
    shape: Shape,
    dash: Dash,
    cluster: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Box,
    Ellipse,
    Plain,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Dash {
    None,
    Dashed,
    Dotted,
}

#[derive(Clone, Debug)]
struct Edge {
    from: usize,
    to: usize,
    label: String,
    dash: Dash,
    arrow: bool,
}

#[derive(Clone, Debug)]
struct Cluster {
    label: String,
    parent: usize,
    depth: usize,
}

impl Graph {
    /// Reads Graphviz text.
    ///
    /// # Errors
    /// If the text is not in that language, or if it uses labels like HTML. The error says where.
    pub fn parse(text: &str) -> Result<Self, DotError> {
        parse::parse(text)
    }

    /// The graph as an SVG file.
    #[must_use]
    pub fn to_svg(&self) -> String {
        draw::draw(self)
    }

    /// Writes the graph to a file: `.svg`, or `.dot` for the text that it was read from.
    ///
    /// # Errors
    /// If the path ends in something else, or if the file cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), SaveError> {
        save(path.as_ref(), &[Format::Svg, Format::Dot], |format| match format {
            Format::Dot => self.text.clone(),
            _ => self.to_svg(),
        })
    }
}

#[cfg(test)]
mod tests;
