//! One level: items and links in, places and curves out.

use std::collections::HashMap;
use std::prelude::v1::*;

use super::connect::Way;
use super::curves::{Sketch, curves, loops_of};
use super::order::order;
use super::place::place;
use super::rank::rank;
use super::route::{joints, routes};
use super::{LABEL, PADDING, Rect};

/// The space between ranks.
const GAP: f64 = 34.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item {
    Node(usize),
    Cluster(usize),
    /// A port on the upper border.
    Top,
    /// A port on the lower border.
    Bottom,
}

/// A part of an edge that goes down through a level.
pub(super) struct Link {
    pub edge: usize,
    pub upper: usize,
    pub lower: usize,
    pub way: Way,
    /// The edge goes up.
    pub back: bool,
    /// The size of a label in the middle of it.
    pub label: Option<(f64, f64)>,
}

/// A curve in a level: through corners, vertical along `layers`.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::viz::graph) struct Piece {
    /// Where the curve passes: x, and from which y to which y it is vertical there.
    pub stops: Vec<(f64, f64, f64)>,
    /// The head of the arrow, at the lower end or at the upper one.
    pub arrow: Option<Arrow>,
    /// The edge leads from a node to itself.
    pub is_loop: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::viz::graph) enum Arrow {
    Down,
    Up,
}

impl Piece {
    pub fn moved(&self, dx: f64, dy: f64) -> Self {
        let stops = self.stops.iter().map(|&(x, from, to)| (x + dx, from + dy, to + dy)).collect();
        Self { stops, ..self.clone() }
    }
}

#[derive(Default)]
pub(super) struct Level {
    pub items: Vec<Item>,
    pub links: Vec<Link>,
    /// Edges from an item to itself, with the widths of their labels.
    pub loops: Vec<(usize, usize, f64)>,
    /// The item at which an edge enters, from above or not.
    pub ports: HashMap<(usize, bool), usize>,
    pub places: Vec<Rect>,
    pub pieces: Vec<(usize, Piece)>,
    pub labels: Vec<(usize, (f64, f64))>,
    pub size: (f64, f64),
    /// Where the label begins.
    pub title: f64,
}

/// Something that has a place in a layer: an item, a corner of a link, or the label of an edge.
#[derive(Clone, Debug)]
pub(super) struct Vertex {
    pub rank: usize,
    pub width: f64,
    pub height: f64,
    pub is_item: bool,
}

/// A connection of vertices in neighbouring layers; the numbers are where it meets them, from their middles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Joint {
    pub upper: usize,
    pub lower: usize,
    pub leaves: f64,
    pub enters: f64,
}

/// Lays out a level; the clusters in it are laid out already.
pub(super) fn lay_out<'a>(
    level: &mut Level,
    nodes: &[(f64, f64)],
    inner: impl Fn(usize) -> &'a Level,
    label_width: f64,
) {
    let ranks = ranks(level);
    // The width of the loops on each side.
    let loops = |item: usize| {
        let own = level.loops.iter().filter(|entry| entry.1 == item);
        2.0 * own.map(|&(_, _, label)| 22.0 + label).sum::<f64>()
    };
    let mut vertices: Vec<Vertex> = level
        .items
        .iter()
        .enumerate()
        .map(|(at, item)| {
            let (width, height) = match *item {
                Item::Node(node) => nodes[node],
                Item::Cluster(cluster) => inner(cluster).size,
                Item::Top | Item::Bottom => (0.0, 0.0),
            };
            // Loops stand at the right; room on both sides keeps the middle.
            Vertex { rank: ranks[at], width: width + loops(at), height, is_item: true }
        })
        .collect();
    let offset = |item: usize, edge: usize, from_above: bool| match level.items[item] {
        Item::Cluster(cluster) => {
            let inner = inner(cluster);
            inner.ports.get(&(edge, from_above)).map_or(0.0, |&port| inner.places[port].x - inner.size.0 / 2.0)
        }
        _ => 0.0,
    };
    let routes = routes(level, &mut vertices);
    let joints = joints(level, &vertices, &routes, &offset);
    let layers = order(&vertices, &joints);
    let xs = place(&vertices, &joints, &layers);

    let has_top = level.items.contains(&Item::Top);
    let left = vertices.iter().zip(&xs).map(|(vertex, x)| x - vertex.width / 2.0).fold(f64::INFINITY, f64::min);
    let right = vertices.iter().zip(&xs).map(|(vertex, x)| x + vertex.width / 2.0).fold(f64::NEG_INFINITY, f64::max);
    let content = if vertices.is_empty() { 0.0 } else { right - left };
    let width = (content + 2.0 * PADDING).max(label_width + 2.0 * PADDING);
    let shift = (width - content) / 2.0 - if vertices.is_empty() { 0.0 } else { left };
    let xs: Vec<f64> = xs.iter().map(|x| x + shift).collect();
    let head = PADDING + if label_width > 0.0 { LABEL } else { 0.0 };
    let title = title(level, &xs, label_width);
    let width = width.max(title + label_width + PADDING / 2.0);
    let (bands, height) = bands(level, &vertices, &joints, &xs, &layers, head, has_top);
    level.size = (width, height);
    level.title = title;

    let (mut enters, mut leaves) = (vec![false; level.items.len()], vec![false; level.items.len()]);
    for link in &level.links {
        (enters[link.lower], leaves[link.upper]) = (true, true);
    }
    level.places = (0..level.items.len())
        .map(|at| {
            let (top, bottom) = bands[vertices[at].rank];
            let (width, height) = (vertices[at].width - loops(at), vertices[at].height);
            // In a high layer, what nothing leads to is near to its users, and results are near to where they are from.
            let y = match (enters[at], leaves[at]) {
                _ if level.items[at] == Item::Top => top,
                (false, true) => bottom - height / 2.0,
                (true, false) => top + height / 2.0,
                _ => f64::midpoint(top, bottom),
            };
            Rect { x: xs[at], y, width, height }
        })
        .collect();
    let sketch = Sketch { vertices: &vertices, routes: &routes, xs: &xs, bands: &bands };
    let (mut pieces, mut labels) = curves(level, &sketch, &offset);
    loops_of(level, &mut pieces, &mut labels);
    (level.pieces, level.labels) = (pieces, labels);
}

/// Ranks with ports at the borders.
fn ranks(level: &Level) -> Vec<usize> {
    let links: Vec<_> =
        level.links.iter().map(|link| (link.upper, link.lower, 1 + usize::from(link.label.is_some()))).collect();
    let mut ranks = rank(level.items.len(), &links);
    let is_port = |at: usize| matches!(level.items[at], Item::Top | Item::Bottom);
    // Below the upper border there is a rank for the ports, and above the lower one.
    if let Some(first) = (0..ranks.len()).filter(|&at| !is_port(at)).map(|at| ranks[at]).min() {
        let down = usize::from(level.items.contains(&Item::Top));
        for rank in &mut ranks {
            *rank = (*rank + down).saturating_sub(first);
        }
    }
    let last = (0..ranks.len()).filter(|&at| !is_port(at)).map(|at| ranks[at]).max().unwrap_or(0);
    for (at, item) in level.items.iter().enumerate() {
        match item {
            Item::Top => ranks[at] = 0,
            Item::Bottom => ranks[at] = last + 1,
            _ => {}
        }
    }
    ranks
}

/// From where to where each layer goes, and the height of the level.
fn bands(
    level: &Level,
    vertices: &[Vertex],
    joints: &[Joint],
    xs: &[f64],
    layers: &[Vec<usize>],
    head: f64,
    has_top: bool,
) -> (Vec<(f64, f64)>, f64) {
    // Where a line goes far to the side, more space keeps it from lying flat.
    let mut reach = vec![0.0_f64; layers.len()];
    for joint in joints {
        let aside = (xs[joint.upper] + joint.leaves - xs[joint.lower] - joint.enters).abs();
        let rank = vertices[joint.upper].rank;
        reach[rank] = reach[rank].max(aside);
    }
    let mut y = if has_top { 0.0 } else { head };
    let mut bands = vec![];
    for (at, layer) in layers.iter().enumerate() {
        let height = layer.iter().map(|&vertex| vertices[vertex].height).fold(0.0, f64::max);
        // Lines from the upper border are vertical until they are past the label.
        let height = if at == 0 && has_top { head - PADDING } else { height };
        bands.push((y, y + height));
        let gap = GAP + (reach[at] / 12.0).min(50.0);
        y += height + gap;
        if at + 1 == layers.len() {
            y -= gap;
        }
    }
    let foot = if level.items.contains(&Item::Bottom) { 0.0 } else { PADDING };
    (bands, y + foot)
}

/// Where the label of a level begins, so that no line from the upper border goes through it.
fn title(level: &Level, xs: &[f64], label_width: f64) -> f64 {
    let tops = level.items.iter().zip(xs).filter(|(item, _)| **item == Item::Top);
    let mut lines: Vec<f64> = tops.map(|(_, x)| *x).collect();
    lines.sort_by(f64::total_cmp);
    let mut start = PADDING / 2.0 + 3.0;
    for line in lines {
        if start + label_width + 4.0 > line {
            start = start.max(line + 7.0);
        } else {
            break;
        }
    }
    start
}
