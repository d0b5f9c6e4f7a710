//! Graph → places of nodes, boxes and curves.
//!
//! The graph and every cluster is a level of its own: its items are nodes, inner clusters as one item each, and ports on
//! its upper and lower border where edges from outside go on. Levels are connected from the outside in, which decides the
//! side of every port, and are laid out from the inside out, which needs the sizes of the inner ones.
//!
//! Afterwards no two nodes overlap, a box contains its nodes and no others, and edges go around nodes: in a layer they
//! are vertical, between layers they bend.

mod connect;
mod curves;
mod level;
mod order;
mod place;
mod rank;
mod route;

use std::prelude::v1::*;

use self::connect::connect;
pub(super) use self::level::{Arrow, Piece};
use self::level::{Level, lay_out};
use super::Graph;

/// The space between the border of a cluster and what is in it.
pub(super) const PADDING: f64 = 14.0;
/// The space for the label of a cluster.
pub(super) const LABEL: f64 = 22.0;

/// A rectangle: the middle, then the size.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Rect {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

/// Places of everything. What belongs to nodes, edges and clusters is in their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Layout {
    pub nodes: Vec<Rect>,
    pub clusters: Vec<Rect>,
    /// How far right of its corner the label of each cluster begins.
    pub titles: Vec<f64>,
    /// The pieces of each edge; what edges share is with one of them.
    pub edges: Vec<Vec<Piece>>,
    /// The middles of the labels of edges.
    pub labels: Vec<Option<(f64, f64)>>,
    pub width: f64,
    pub height: f64,
}

/// Lays out nodes of the given sizes; `labels` are the sizes of the labels of edges and of clusters.
pub(super) fn layout(
    graph: &Graph,
    nodes: &[(f64, f64)],
    edge_labels: &[(f64, f64)],
    cluster_labels: &[f64],
) -> Layout {
    let mut levels = connect(graph, edge_labels);
    // A cluster comes after the one around it.
    for at in (0..levels.len()).rev() {
        let (before, after) = levels.split_at_mut(at + 1);
        let first = at + 1;
        lay_out(&mut before[at], nodes, |cluster| &after[cluster - first], cluster_labels[at]);
    }
    let mut layout = Layout {
        nodes: vec![Rect::default(); graph.nodes.len()],
        clusters: vec![Rect::default(); levels.len()],
        titles: levels.iter().map(|level| level.title).collect(),
        edges: vec![vec![]; graph.edges.len()],
        labels: vec![None; graph.edges.len()],
        width: levels[0].size.0,
        height: levels[0].size.1,
    };
    let mut corners = vec![(0.0, 0.0); levels.len()];
    for (at, level) in levels.iter().enumerate() {
        let (left, top) = corners[at];
        let (width, height) = level.size;
        layout.clusters[at] = Rect { x: left + width / 2.0, y: top + height / 2.0, width, height };
        collect(level, (left, top), &mut layout, &mut corners);
    }
    layout
}

/// Moves what a level contains to its place.
fn collect(level: &Level, (left, top): (f64, f64), layout: &mut Layout, corners: &mut [(f64, f64)]) {
    for (item, rect) in level.items.iter().zip(&level.places) {
        let rect = Rect { x: rect.x + left, y: rect.y + top, ..*rect };
        match *item {
            level::Item::Node(node) => layout.nodes[node] = rect,
            level::Item::Cluster(cluster) => {
                corners[cluster] = (rect.x - rect.width / 2.0, rect.y - rect.height / 2.0);
            }
            level::Item::Top | level::Item::Bottom => {}
        }
    }
    for (edge, piece) in &level.pieces {
        layout.edges[*edge].push(piece.moved(left, top));
    }
    for &(edge, (x, y)) in &level.labels {
        layout.labels[edge] = Some((x + left, y + top));
    }
}
