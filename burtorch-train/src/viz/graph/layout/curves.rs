//! Places of items and corners → the curves of edges.

use std::prelude::v1::*;

use super::level::{Arrow, Item, Level, Piece, Vertex};
use super::route::Route;

/// The input of the curves of a level: its ranks and links, already placed.
pub(super) struct Sketch<'a> {
    pub vertices: &'a [Vertex],
    pub routes: &'a [Route],
    /// The middle of each vertex.
    pub xs: &'a [f64],
    /// From where to where each layer goes.
    pub bands: &'a [(f64, f64)],
}

/// The pieces of edges, and the middles of their labels.
type Curves = (Vec<(usize, Piece)>, Vec<(usize, (f64, f64))>);

/// The curves of all links. `offset` says where an edge meets an item, from its middle.
pub(super) fn curves(level: &Level, sketch: &Sketch, offset: &impl Fn(usize, usize, bool) -> f64) -> Curves {
    let &Sketch { vertices, routes, xs, bands } = sketch;
    let entries = entries(level, routes, xs, offset);
    let (mut pieces, mut labels) = (vec![], vec![]);
    for (at, (link, route)) in level.links.iter().zip(routes).enumerate() {
        let (upper, lower) = (&level.places[link.upper], &level.places[link.lower]);
        let mut stops = vec![];
        if route.shared == 0 {
            let x = upper.x + offset(link.upper, link.edge, false);
            stops.push((x, upper.y + upper.height / 2.0, bands[vertices[link.upper].rank].1));
        }
        for &corner in &route.corners[route.shared.saturating_sub(1)..] {
            let (top, bottom) = bands[vertices[corner].rank];
            stops.push((xs[corner], top, bottom));
        }
        let top = bands[vertices[link.lower].rank].0;
        stops.push((lower.x + entries[at], top, lower.y - lower.height / 2.0));
        let arrow = match (link.back, level.items[link.lower], level.items[link.upper]) {
            (false, Item::Node(_), _) => Some(Arrow::Down),
            (true, _, Item::Node(_)) => Some(Arrow::Up),
            _ => None,
        };
        pieces.push((link.edge, Piece { stops, arrow, is_loop: false }));
        if let Some(label) = route.label {
            let (top, bottom) = bands[vertices[label].rank];
            labels.push((link.edge, (xs[label], f64::midpoint(top, bottom))));
        }
    }
    (pieces, labels)
}

/// Adds the edges from an item to itself, at its right.
pub(super) fn loops_of(level: &Level, pieces: &mut Vec<(usize, Piece)>, labels: &mut Vec<(usize, (f64, f64))>) {
    for (at, &(edge, item, label)) in level.loops.iter().enumerate() {
        let place = level.places[item];
        let before: f64 = level.loops[..at].iter().filter(|entry| entry.1 == item).map(|entry| 22.0 + entry.2).sum();
        let x = place.x + place.width / 2.0;
        let reach = place.height / 2.0 * 0.5;
        let stops = vec![(x, place.y - reach, place.y + reach), (x + 16.0 + before, place.y, place.y)];
        pieces.push((edge, Piece { stops, arrow: None, is_loop: true }));
        if label > 0.0 {
            labels.push((edge, (x + before + 19.0 + label / 2.0, place.y)));
        }
    }
}

/// Where each link meets its lower end, from the middle: links to a node are spread, in the order in which they come.
fn entries(level: &Level, routes: &[Route], xs: &[f64], offset: &impl Fn(usize, usize, bool) -> f64) -> Vec<f64> {
    let mut entries = vec![0.0; level.links.len()];
    let mut arriving: Vec<Vec<usize>> = vec![vec![]; level.items.len()];
    for (at, link) in level.links.iter().enumerate() {
        match level.items[link.lower] {
            Item::Node(_) => arriving[link.lower].push(at),
            _ => entries[at] = offset(link.lower, link.edge, true),
        }
    }
    let comes_from = |at: usize| match routes[at].corners.last() {
        Some(&corner) => xs[corner],
        None => xs[level.links[at].upper] + offset(level.links[at].upper, level.links[at].edge, false),
    };
    for (item, mut links) in arriving.into_iter().enumerate() {
        links.sort_by(|a, b| comes_from(*a).total_cmp(&comes_from(*b)));
        let room = level.places[item].width * 0.6;
        let step = if links.len() > 1 { (room / (links.len() - 1) as f64).min(14.0) } else { 0.0 };
        for (position, &link) in links.iter().enumerate() {
            entries[link] = (position as f64 - (links.len() - 1) as f64 / 2.0) * step;
        }
    }
    entries
}
