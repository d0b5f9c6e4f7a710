//! Graph → levels with their items and links, before there are places.

use std::collections::HashMap;
use std::prelude::v1::*;

use super::level::{Item, Level, Link};
use super::rank::back_edges;
use crate::viz::graph::{Dash, Graph};

/// The key by which links are bundled into one curve: where they come from and how they look, or else the edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Way {
    From(usize, Dash),
    Own(usize),
}

/// A part of an edge in a level, in the direction of the edge.
struct Part {
    edge: usize,
    from: usize,
    to: usize,
}

/// The levels, outer ones first. Links go down.
pub(super) fn connect(graph: &Graph, labels: &[(f64, f64)]) -> Vec<Level> {
    let mut levels: Vec<Level> = graph.clusters.iter().map(|_| Level::default()).collect();
    // Which item a node or a cluster is in the level around it.
    let (mut node_items, mut cluster_items) = (vec![0; graph.nodes.len()], vec![0; graph.clusters.len()]);
    for (at, node) in graph.nodes.iter().enumerate() {
        let level = &mut levels[node.cluster];
        node_items[at] = level.items.len();
        level.items.push(Item::Node(at));
    }
    for (at, cluster) in graph.clusters.iter().enumerate().skip(1) {
        let level = &mut levels[cluster.parent];
        cluster_items[at] = level.items.len();
        level.items.push(Item::Cluster(at));
    }
    // The item that a node is in, or is inside of, in a level around it.
    let item_in = |node: usize, level: usize| {
        let mut cluster = graph.nodes[node].cluster;
        if cluster == level {
            return node_items[node];
        }
        while graph.clusters[cluster].parent != level {
            cluster = graph.clusters[cluster].parent;
        }
        cluster_items[cluster]
    };

    // Links that come from ports, by level; filled by the level around it.
    let mut inherited: Vec<Vec<(usize, bool, bool)>> = vec![vec![]; levels.len()];
    let mut parts: Vec<Vec<Part>> = graph.clusters.iter().map(|_| vec![]).collect();
    for (edge, ends) in graph.edges.iter().enumerate() {
        let level = meeting(graph, graph.nodes[ends.from].cluster, graph.nodes[ends.to].cluster);
        parts[level].push(Part { edge, from: item_in(ends.from, level), to: item_in(ends.to, level) });
    }
    for at in 0..levels.len() {
        let pairs: Vec<_> = parts[at].iter().map(|part| (part.from, part.to)).collect();
        let back = back_edges(levels[at].items.len(), &pairs);
        for (part, back) in parts[at].iter().zip(back) {
            let edge = &graph.edges[part.edge];
            if part.from == part.to {
                let label = if edge.label.is_empty() { 0.0 } else { labels[part.edge].0 };
                levels[at].loops.push((part.edge, part.from, label));
                continue;
            }
            let (upper, lower) = if back { (part.to, part.from) } else { (part.from, part.to) };
            let shared = !back && edge.label.is_empty();
            let way = if shared { Way::From(edge.from, edge.dash) } else { Way::Own(part.edge) };
            let label = Some(labels[part.edge]).filter(|_| !edge.label.is_empty());
            levels[at].links.push(Link { edge: part.edge, upper, lower, way, back, label });
            for (item, is_lower, is_source) in [(upper, false, !back), (lower, true, back)] {
                if let Item::Cluster(cluster) = levels[at].items[item] {
                    inherited[cluster].push((part.edge, is_lower, is_source));
                }
            }
        }
        // Links that continue below the ports of this level.
        let mut ports: HashMap<(Way, bool), usize> = HashMap::new();
        for (edge_at, from_above, is_source) in std::mem::take(&mut inherited[at]) {
            let edge = &graph.edges[edge_at];
            let node = if is_source { edge.from } else { edge.to };
            let item = item_in(node, at);
            // An edge that goes up through this level.
            let back = from_above == is_source;
            let shared = !back && edge.label.is_empty();
            let way = if shared { Way::From(edge.from, edge.dash) } else { Way::Own(edge_at) };
            let level = &mut levels[at];
            let port = *ports.entry((way, from_above)).or_insert_with(|| {
                level.items.push(if from_above { Item::Top } else { Item::Bottom });
                level.items.len() - 1
            });
            level.ports.insert((edge_at, from_above), port);
            let (upper, lower) = if from_above { (port, item) } else { (item, port) };
            level.links.push(Link { edge: edge_at, upper, lower, way, back, label: None });
            if let Item::Cluster(cluster) = level.items[item] {
                inherited[cluster].push((edge_at, from_above, is_source));
            }
        }
    }
    levels
}

/// The innermost cluster around both.
fn meeting(graph: &Graph, mut a: usize, mut b: usize) -> usize {
    while a != b {
        if graph.clusters[a].depth >= graph.clusters[b].depth {
            a = graph.clusters[a].parent;
        } else {
            b = graph.clusters[b].parent;
        }
    }
    a
}
