//! A tape as text: one value, or the graph of a root for Graphviz.

use alloc::string::{String, ToString};
use core::fmt;

use super::node::{Node, Run, Value};
use super::order::arguments;
use super::{Order, Scalar, Tape, Var};
use crate::dot::short;
use crate::{Dot, DotNode};

impl Node {
    /// What made the value.
    pub(super) fn name(self) -> &'static str {
        match self {
            Node::Leaf { .. } => "leaf",
            Node::Constant => "constant",
            Node::Row { op, .. } | Node::Deferred { op, .. } => op.name(),
            Node::Rows { many, .. } => many.name(),
            Node::Call { .. } => "call",
        }
    }
}

/// The name and the place of the value, how it came about, its number and its adjoint: `c #2 = add(a #0, b #1) = -39, adjoint -35`.
impl<T: Scalar> fmt::Display for Var<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (tape, node) = (self.tape(), self.tape().node(self.id()));
        write!(f, "{} = {}", tape.title(self.id()), node.name())?;
        if !matches!(node, Node::Leaf { .. } | Node::Constant) {
            let mut list = String::new();
            arguments(node, &tape.lists.borrow(), |run| {
                if !list.is_empty() {
                    list.push_str(", ");
                }
                list.push_str(&tape.title(Value(run.first)));
                if run.len() > 1 {
                    list.push_str(" … ");
                    list.push_str(&tape.title(run.get(run.len() - 1)));
                }
            });
            write!(f, "({list})")?;
        }
        write!(f, " = {}", short(self.value().first(), 6))?;
        if !matches!(node, Node::Constant) {
            write!(f, ", adjoint {}", short(self.adjoint().first(), 6))?;
        }
        Ok(())
    }
}

impl<T: Scalar> fmt::Debug for Var<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<T: Scalar> Tape<T> {
    /// How a value came about.
    pub(super) fn node(&self, value: Value) -> Node {
        self.cells.get(value.index()).2.node()
    }

    fn title(&self, value: Value) -> String {
        let place = alloc::format!("#{}", value.index());
        match self.labels.borrow().get(value) {
            Some(name) => alloc::format!("{name} {place}"),
            None => place,
        }
    }

    /// The graph of a root as Graphviz text, with the names, values and adjoints of its nodes.
    ///
    /// ```
    /// use burtorch_runtime::eager::Tape;
    ///
    /// let mut tape = Tape::new();
    /// let (a, b) = (tape.leaf(-41.0).label("a"), tape.leaf(2.0).label("b"));
    /// let c = (a * b).label("c");
    /// c.backward();
    /// assert_eq!(c.to_string(), "c #2 = mul(a #0, b #1) = -82, adjoint 1");
    /// let c = c.id();
    /// assert!(tape.to_dot(c).contains(r#"n2 [label="c = mul\nvalue -82\nadjoint 1"]"#));
    /// ```
    ///
    /// # Panics
    /// If the root is not on the tape any more.
    #[must_use]
    pub fn to_dot(&mut self, root: impl Into<Value>) -> String {
        let root = root.into();
        let mut order = Order::new();
        self.order(root, &mut order);
        let mut shown: alloc::collections::BTreeSet<u32> = order.visits().map(|value| value.0).collect();
        shown.insert(root.0);
        let mut edges = alloc::vec::Vec::new();
        for at in order.visits().map(|value| value.0) {
            arguments(self.node(Value(at)), &self.lists.borrow(), |run: Run| {
                edges.extend(run.iter().map(|from| (from.0, at)));
            });
        }
        shown.extend(edges.iter().map(|&(from, _)| from));
        edges.sort_by_key(|&(_, to)| to);
        let mut dot = Dot::new("tape");
        for &at in &shown {
            let var = self.at(Value(at));
            let (node, name) = (self.node(var.id()), var.name());
            let value = var.value().first();
            let shown = match (node, name) {
                (Node::Constant, _) => DotNode::leaf("constant").value(value),
                (Node::Leaf { .. }, name) => {
                    DotNode::leaf(name.as_deref().unwrap_or("leaf")).value(value).adjoint(var.adjoint().first())
                }
                (node, name) => {
                    let shown = DotNode::new(node.name()).value(value).adjoint(var.adjoint().first());
                    if let Some(name) = name { shown.name(&name) } else { shown }
                }
            };
            dot.node(at as usize, shown);
        }
        for (from, to) in edges {
            dot.edge(from as usize, to as usize);
        }
        dot.to_string()
    }
}
