//! Tokens → graph.
//!
//! Afterwards every node is in one cluster: where a statement of its own stands, or else where it is named first.

use std::collections::HashMap;
use std::prelude::v1::*;

use super::error::DotError;
use super::lex::{Kind, Token, lex};
use super::{Cluster, Dash, Edge, Graph, Node, Shape};

/// How deep subgraphs may be inside of each other.
const DEPTH: usize = 100;
/// A line of a label is broken after about so many letters.
const LINE: usize = 44;

type Attributes = HashMap<String, String>;

/// The default attributes that `node [...]` and `edge [...]` have set so far.
#[derive(Clone, Default)]
struct Defaults {
    node: Attributes,
    edge: Attributes,
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    directed: bool,
    graph: Graph,
    names: HashMap<String, usize>,
    /// Whether a node had a statement of its own.
    stated: Vec<bool>,
}

pub(super) fn parse(text: &str) -> Result<Graph, DotError> {
    let root = Cluster { label: String::new(), parent: 0, depth: 0 };
    let graph =
        Graph { text: text.to_owned(), title: String::new(), nodes: vec![], edges: vec![], clusters: vec![root] };
    let (names, stated) = (HashMap::new(), vec![]);
    let mut parser = Parser { tokens: lex(text)?, at: 0, directed: true, graph, names, stated };
    parser.keyword("strict");
    if !parser.keyword("digraph") {
        let token = parser.peek().clone();
        if !parser.keyword("graph") {
            return Err(token.error(format!("expected `digraph` or `graph`, found {}", token.said())));
        }
        parser.directed = false;
    }
    if let Kind::Id(title, _) = parser.peek().kind.clone() {
        parser.at += 1;
        parser.graph.title = plain(&title, "").join(" ");
    }
    parser.expect('{')?;
    parser.statements(0, &mut Defaults::default(), 0)?;
    let rest = parser.peek();
    if rest.kind != Kind::End {
        return Err(rest.error(format!("the graph ended before {}: draw one graph at a time", rest.said())));
    }
    if !parser.graph.clusters[0].label.is_empty() {
        parser.graph.title = parser.graph.clusters[0].label.clone();
    }
    Ok(parser.graph)
}

impl Parser {
    fn peek(&self) -> &Token {
        // The last token is the end, and nothing goes beyond it.
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn symbol(&mut self, symbol: char) -> bool {
        let found = self.peek().kind == Kind::Symbol(symbol);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, symbol: char) -> Result<(), DotError> {
        if self.symbol(symbol) {
            return Ok(());
        }
        let token = self.peek();
        Err(token.error(format!("expected `{symbol}`, found {}", token.said())))
    }

    fn is_keyword(&self, word: &str) -> bool {
        matches!(&self.peek().kind, Kind::Id(id, false) if id.eq_ignore_ascii_case(word))
    }

    fn keyword(&mut self, word: &str) -> bool {
        let found = self.is_keyword(word);
        self.at += usize::from(found);
        found
    }

    fn id(&mut self, what: &str) -> Result<String, DotError> {
        let token = self.peek().clone();
        match token.kind {
            Kind::Id(id, _) => {
                self.at += 1;
                Ok(id)
            }
            _ => Err(token.error(format!("expected {what}, found {}", token.said()))),
        }
    }

    /// Statements up to and with the closing brace; returns the nodes that they name.
    fn statements(&mut self, cluster: usize, defaults: &mut Defaults, depth: usize) -> Result<Vec<usize>, DotError> {
        let mut named = vec![];
        while !self.symbol('}') {
            if self.symbol(';') || self.symbol(',') {
                continue;
            }
            self.statement(cluster, defaults, depth, &mut named)?;
        }
        Ok(named)
    }

    fn statement(
        &mut self,
        cluster: usize,
        defaults: &mut Defaults,
        depth: usize,
        named: &mut Vec<usize>,
    ) -> Result<(), DotError> {
        for word in ["graph", "node", "edge"] {
            if self.is_keyword(word) && self.tokens[self.at + 1].kind == Kind::Symbol('[') {
                self.at += 1;
                let attributes = self.attributes()?;
                match word {
                    "node" => defaults.node.extend(attributes),
                    "edge" => defaults.edge.extend(attributes),
                    _ => self.label_cluster(cluster, &attributes),
                }
                return Ok(());
            }
        }
        if matches!(self.peek().kind, Kind::Id(..)) && self.tokens[self.at + 1].kind == Kind::Symbol('=') {
            let name = self.id("an attribute")?;
            self.expect('=')?;
            let value = self.id("a value")?;
            self.label_cluster(cluster, &Attributes::from([(name, value)]));
            return Ok(());
        }

        let begins_with_node = matches!(self.peek().kind, Kind::Id(..)) && !self.is_keyword("subgraph");
        let mut ends = vec![self.operand(cluster, defaults, depth)?];
        while let Kind::Edge(arrow) = self.peek().kind {
            if arrow != self.directed {
                let (right, kind) = if self.directed { ("->", "digraph") } else { ("--", "graph") };
                return Err(self.peek().error(format!("edges of a `{kind}` are written `{right}`")));
            }
            self.at += 1;
            ends.push(self.operand(cluster, defaults, depth)?);
        }
        let has_attributes = self.peek().kind == Kind::Symbol('[');
        let attributes = if has_attributes { self.attributes()? } else { Attributes::new() };
        if let [nodes] = ends.as_slice() {
            if begins_with_node {
                for &node in nodes {
                    self.state(node, cluster, &attributes);
                }
            }
        } else {
            let mut all = defaults.edge.clone();
            all.extend(attributes);
            let label = all.get("label").map(|label| plain(label, "").join(" ")).unwrap_or_default();
            let arrow = self.directed && all.get("dir").is_none_or(|dir| dir != "none");
            for pair in ends.windows(2) {
                for (&from, &to) in pair[0].iter().flat_map(|from| pair[1].iter().map(move |to| (from, to))) {
                    self.graph.edges.push(Edge { from, to, label: label.clone(), dash: dash(&all), arrow });
                }
            }
        }
        named.extend(ends.into_iter().flatten());
        Ok(())
    }

    /// A node or a subgraph; returns the nodes.
    fn operand(&mut self, cluster: usize, defaults: &Defaults, depth: usize) -> Result<Vec<usize>, DotError> {
        let start = self.peek().clone();
        let is_subgraph = self.keyword("subgraph");
        let name = match &self.peek().kind {
            Kind::Id(name, _) if is_subgraph => {
                let name = name.clone();
                self.at += 1;
                name
            }
            _ => String::new(),
        };
        if is_subgraph || self.peek().kind == Kind::Symbol('{') {
            self.expect('{')?;
            if depth == DEPTH {
                return Err(start.error(format!("more than {DEPTH} subgraphs inside of each other: join some of them")));
            }
            let mut inner = cluster;
            if name.starts_with("cluster") {
                inner = self.graph.clusters.len();
                let depth = self.graph.clusters[cluster].depth + 1;
                self.graph.clusters.push(Cluster { label: String::new(), parent: cluster, depth });
            }
            return self.statements(inner, &mut defaults.clone(), depth + 1);
        }
        let name = self.id("the name of a node")?;
        // Ports are ignored: the layout decides where an edge meets its node.
        while self.symbol(':') {
            self.id("a side of the node")?;
        }
        let node = match self.names.get(&name) {
            Some(&node) => node,
            None => {
                let node = self.graph.nodes.len();
                self.names.insert(name.clone(), node);
                let lines = vec![name.clone()];
                self.graph.nodes.push(Node { name, lines, shape: Shape::Ellipse, dash: Dash::None, cluster });
                self.stated.push(false);
                self.dress(node, &defaults.node);
                node
            }
        };
        Ok(vec![node])
    }

    /// Applies a statement of a node.
    fn state(&mut self, node: usize, cluster: usize, attributes: &Attributes) {
        if !self.stated[node] {
            self.stated[node] = true;
            self.graph.nodes[node].cluster = cluster;
        }
        self.dress(node, attributes);
    }

    fn dress(&mut self, node: usize, attributes: &Attributes) {
        let node = &mut self.graph.nodes[node];
        if let Some(label) = attributes.get("label") {
            node.lines = plain(label, &node.name).iter().flat_map(|line| wrapped(line)).collect();
        }
        if let Some(shape) = attributes.get("shape") {
            node.shape = match shape.as_str() {
                "ellipse" | "oval" | "circle" | "doublecircle" => Shape::Ellipse,
                "plaintext" | "plain" | "none" => Shape::Plain,
                _ => Shape::Box,
            };
        }
        if attributes.contains_key("style") {
            node.dash = dash(attributes);
        }
    }

    /// Of a cluster, only the label is drawn.
    fn label_cluster(&mut self, cluster: usize, attributes: &Attributes) {
        if let Some(label) = attributes.get("label") {
            self.graph.clusters[cluster].label = plain(label, "").join(" ");
        }
    }

    /// One or more lists of attributes.
    fn attributes(&mut self) -> Result<Attributes, DotError> {
        let mut attributes = Attributes::new();
        while self.symbol('[') {
            while !self.symbol(']') {
                let name = self.id("an attribute or `]`")?;
                let value = if self.symbol('=') { self.id("a value")? } else { "true".to_owned() };
                attributes.insert(name, value);
                if !self.symbol(',') {
                    self.symbol(';');
                }
            }
        }
        Ok(attributes)
    }
}

fn dash(attributes: &Attributes) -> Dash {
    match attributes.get("style") {
        Some(style) if style.contains("dashed") => Dash::Dashed,
        Some(style) if style.contains("dotted") => Dash::Dotted,
        _ => Dash::None,
    }
}

/// The lines of a label, without its escapes.
fn plain(label: &str, node: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut letters = label.chars();
    while let Some(letter) = letters.next() {
        let last = lines.len() - 1;
        match letter {
            '\\' => match letters.next() {
                Some('n' | 'l' | 'r') => lines.push(String::new()),
                Some('N') => lines[last].push_str(node),
                Some(letter) => lines[last].push(letter),
                None => {}
            },
            '\n' => lines.push(String::new()),
            letter => lines[last].push(letter),
        }
    }
    // Graphviz ends labels with \l, which is no line of its own.
    if lines.len() > 1 && lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

/// A long line, broken at spaces where there are some.
fn wrapped(line: &str) -> Vec<String> {
    let mut lines = vec![];
    let mut rest: Vec<char> = line.chars().collect();
    while rest.len() > LINE {
        let space = (LINE / 2..LINE).rev().find(|&at| rest[at] == ' ');
        let tail = rest.split_off(space.unwrap_or(LINE));
        lines.push(rest.into_iter().collect());
        rest = tail.into_iter().skip_while(|letter| *letter == ' ').collect();
    }
    lines.push(rest.into_iter().collect());
    lines
}
