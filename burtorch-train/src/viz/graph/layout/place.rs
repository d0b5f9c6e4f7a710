//! Layers → where each vertex is, so that lines are straight where they can be.

use std::prelude::v1::*;

use super::level::{Joint, Vertex};

/// The least space between two items, and beside a line.
const ITEMS: f64 = 22.0;
const LINES: f64 = 12.0;
const SWEEPS: usize = 30;

/// The joints of each vertex to one side: the other vertex, how far aside it is met, and how much that matters.
type Sides = Vec<Vec<(usize, f64, f64)>>;

/// The middle of each vertex. Neighbours of a layer keep their order and their distance.
pub(super) fn place(vertices: &[Vertex], joints: &[Joint], layers: &[Vec<usize>]) -> Vec<f64> {
    let (mut up, mut down): (Sides, Sides) = (vec![vec![]; vertices.len()], vec![vec![]; vertices.len()]);
    for joint in joints {
        // Long lines should be straight more than short ones.
        let weight = match (vertices[joint.upper].is_item, vertices[joint.lower].is_item) {
            (true, true) => 1.0,
            (false, false) => 8.0,
            _ => 2.0,
        };
        up[joint.lower].push((joint.upper, joint.leaves - joint.enters, weight));
        down[joint.upper].push((joint.lower, joint.enters - joint.leaves, weight));
    }
    let mut xs = vec![0.0; vertices.len()];
    for layer in layers {
        let starts = distances(vertices, layer);
        let middle = starts.last().map_or(0.0, |last| last / 2.0);
        for (&vertex, start) in layer.iter().zip(starts) {
            xs[vertex] = start - middle;
        }
    }
    for sweep in 0..SWEEPS {
        let downwards = sweep % 2 == 0;
        for step in 0..layers.len() {
            let at = if downwards { step } else { layers.len() - 1 - step };
            // At first layers follow each other; at last each is between its neighbours.
            let sides: &[_] = match (sweep * 3 / SWEEPS, downwards) {
                (2, _) => &[&up, &down],
                (_, true) => &[&up],
                (_, false) => &[&down],
            };
            settle(vertices, &layers[at], sides, &mut xs);
        }
    }
    xs
}

/// The distance of each vertex from the first one of its layer, if all are as close as they may be.
fn distances(vertices: &[Vertex], layer: &[usize]) -> Vec<f64> {
    let mut distance = 0.0;
    let mut before: Option<usize> = None;
    layer
        .iter()
        .map(|&vertex| {
            if let Some(before) = before {
                let (a, b) = (&vertices[before], &vertices[vertex]);
                let is_line = |vertex: &Vertex| vertex.width == 0.0;
                let space = if is_line(a) || is_line(b) { LINES } else { ITEMS };
                distance += f64::midpoint(a.width, b.width) + space;
            }
            before = Some(vertex);
            distance
        })
        .collect()
}

/// Moves the vertices of a layer as near as possible to where their joints want them.
///
/// With distances subtracted, the order is all that must hold: a regression by a rising sequence, which pooling
/// neighbours that are in the wrong order solves exactly.
fn settle(vertices: &[Vertex], layer: &[usize], sides: &[&Sides], xs: &mut [f64]) {
    // The weight, the sum of wishes times weights, and the number of vertices of each pool.
    let mut pools: Vec<(f64, f64, usize)> = vec![];
    let distances = distances(vertices, layer);
    for (&vertex, distance) in layer.iter().zip(&distances) {
        let (mut weight, mut sum) = (0.0, 0.0);
        for &(other, shift, importance) in sides.iter().flat_map(|side| &side[vertex]) {
            weight += importance;
            sum += importance * (xs[other] + shift);
        }
        if weight == 0.0 {
            (weight, sum) = (0.01, 0.01 * xs[vertex]);
        }
        let mut pool = (weight, sum - weight * distance, 1);
        while let Some(&(weight, sum, count)) = pools.last() {
            if sum / weight <= pool.1 / pool.0 {
                break;
            }
            pool = (pool.0 + weight, pool.1 + sum, pool.2 + count);
            pools.pop();
        }
        pools.push(pool);
    }
    let wishes = pools.iter().flat_map(|&(weight, sum, count)| std::iter::repeat_n(sum / weight, count));
    for ((&vertex, distance), wish) in layer.iter().zip(distances).zip(wishes) {
        xs[vertex] = wish + distance;
    }
}
