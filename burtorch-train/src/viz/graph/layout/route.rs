//! Links → the corners that they go through, and what joins neighbouring layers.

use std::collections::HashMap;
use std::prelude::v1::*;

use super::connect::Way;
use super::level::{Joint, Level, Vertex};

/// A level with more corners than this has its long links drawn straight: routing them would take too long.
const CORNERS: usize = 150_000;

/// The way of a link through the layers between its ends.
pub(super) struct Route {
    pub corners: Vec<usize>,
    /// How many joints from the upper end another link has already.
    pub shared: usize,
    pub label: Option<usize>,
}

/// Finds the ways of all links. Links that may share a way do so as far as they can.
pub(super) fn routes(level: &Level, vertices: &mut Vec<Vertex>) -> Vec<Route> {
    let rank = |vertices: &Vec<Vertex>, at: usize| vertices[at].rank;
    let spans = level.links.iter().map(|link| vertices[link.lower].rank - vertices[link.upper].rank);
    let mut longest: HashMap<(usize, Way), usize> = HashMap::new();
    for (link, span) in level.links.iter().zip(spans) {
        let entry = longest.entry((link.upper, link.way)).or_insert(0);
        *entry = (*entry).max(span);
    }
    let straight = longest.values().sum::<usize>() > CORNERS;
    let mut trunks: HashMap<(usize, Way), Vec<usize>> = HashMap::new();
    let mut routes = vec![];
    for link in &level.links {
        let (from, to) = (rank(vertices, link.upper), rank(vertices, link.lower));
        if straight && to - from > 4 {
            routes.push(Route { corners: vec![], shared: 0, label: None });
            continue;
        }
        let trunk = trunks.entry((link.upper, link.way)).or_default();
        let shared = trunk.len().min(to - from - 1);
        for rank in from + 1 + trunk.len()..to {
            trunk.push(vertices.len());
            vertices.push(Vertex { rank, width: 0.0, height: 0.0, is_item: false });
        }
        let corners = trunk[..to - from - 1].to_vec();
        let label = link.label.map(|(width, height)| {
            let middle = corners[corners.len() / 2];
            // The line passes behind its label.
            (vertices[middle].width, vertices[middle].height) = (width, height);
            middle
        });
        routes.push(Route { corners, shared, label });
    }
    routes
}

/// The joints of all links, each once. `offset` says where an edge meets an item, from its middle.
pub(super) fn joints(
    level: &Level,
    vertices: &[Vertex],
    routes: &[Route],
    offset: &impl Fn(usize, usize, bool) -> f64,
) -> Vec<Joint> {
    let mut joints = vec![];
    for (link, route) in level.links.iter().zip(routes) {
        let stops: Vec<usize> =
            std::iter::once(link.upper).chain(route.corners.iter().copied()).chain([link.lower]).collect();
        for (at, pair) in stops.windows(2).enumerate().skip(route.shared) {
            // A link that is drawn straight is no joint: its ends are in layers far apart.
            if vertices[pair[1]].rank == vertices[pair[0]].rank + 1 {
                let leaves = if at == 0 { offset(link.upper, link.edge, false) } else { 0.0 };
                let enters = if at + 2 == stops.len() { offset(link.lower, link.edge, true) } else { 0.0 };
                joints.push(Joint { upper: pair[0], lower: pair[1], leaves, enters });
            }
        }
    }
    joints
}
