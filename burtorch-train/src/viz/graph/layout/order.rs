//! Vertices → layers, each in an order with few crossings.

use std::prelude::v1::*;

use super::level::{Joint, Vertex};

/// How often the layers are gone through without a better order.
const PATIENCE: usize = 4;
const ROUNDS: usize = 24;

/// The joints of each vertex to one side: the other vertex, and where both are met, as parts of their widths.
type Sides = Vec<Vec<(usize, f64, f64)>>;

/// The vertices of each rank from left to right.
pub(super) fn order(vertices: &[Vertex], joints: &[Joint]) -> Vec<Vec<usize>> {
    let (mut up, mut down): (Sides, Sides) = (vec![vec![]; vertices.len()], vec![vec![]; vertices.len()]);
    let part = |vertex: usize, offset: f64| offset / (vertices[vertex].width + 1.0) * 0.9;
    for joint in joints {
        let (leaves, enters) = (part(joint.upper, joint.leaves), part(joint.lower, joint.enters));
        up[joint.lower].push((joint.upper, enters, leaves));
        down[joint.upper].push((joint.lower, leaves, enters));
    }
    let mut layers = first_order(vertices, &up, &down);
    let mut positions = vec![0.0; vertices.len()];
    for layer in &layers {
        number(layer, &mut positions);
    }
    let (mut best, mut least, mut tried) = (layers.clone(), crossings(&layers, &down, &positions), 0);
    for round in 0..ROUNDS {
        if least == 0 || tried == PATIENCE {
            break;
        }
        let downwards = round % 2 == 0;
        let sides = if downwards { &up } else { &down };
        for step in 0..layers.len() {
            let at = if downwards { step } else { layers.len() - 1 - step };
            sort(&mut layers[at], sides, &mut positions);
        }
        for layer in &mut layers {
            exchange(layer, &up, &down, &mut positions);
        }
        let now = crossings(&layers, &down, &positions);
        tried += 1;
        if now < least {
            (best, least, tried) = (layers.clone(), now, 0);
        }
    }
    best
}

/// Vertices in the order in which a walk along the joints meets them: what belongs together is near.
fn first_order(vertices: &[Vertex], up: &Sides, down: &Sides) -> Vec<Vec<usize>> {
    let count = vertices.iter().map(|vertex| vertex.rank + 1).max().unwrap_or(0);
    let mut layers = vec![vec![]; count];
    let mut seen = vec![false; vertices.len()];
    let mut starts: Vec<usize> = (0..vertices.len()).collect();
    starts.sort_by_key(|&vertex| vertices[vertex].rank);
    for start in starts {
        let mut way = vec![start];
        while let Some(vertex) = way.pop() {
            if std::mem::replace(&mut seen[vertex], true) {
                continue;
            }
            layers[vertices[vertex].rank].push(vertex);
            // The last one is walked first, so that the first joint is the leftmost.
            way.extend(up[vertex].iter().map(|joint| joint.0));
            way.extend(down[vertex].iter().rev().map(|joint| joint.0));
        }
    }
    layers
}

fn number(layer: &[usize], positions: &mut [f64]) {
    for (at, &vertex) in layer.iter().enumerate() {
        positions[vertex] = at as f64;
    }
}

/// Sorts a layer by the middles of what its vertices are joined to; vertices without joints stay where they are.
fn sort(layer: &mut Vec<usize>, sides: &Sides, positions: &mut [f64]) {
    let middle = |vertex: usize| {
        let joints = &sides[vertex];
        let sum: f64 = joints.iter().map(|&(other, own, part)| positions[other] + part - own).sum();
        (!joints.is_empty()).then(|| sum / joints.len() as f64)
    };
    let mut moving: Vec<(f64, usize)> =
        layer.iter().filter_map(|&vertex| middle(vertex).map(|middle| (middle, vertex))).collect();
    moving.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut moving = moving.into_iter().map(|entry| entry.1);
    let sorted: Vec<usize> = layer
        .iter()
        .map(|&vertex| if sides[vertex].is_empty() { vertex } else { moving.next().unwrap_or(vertex) })
        .collect();
    *layer = sorted;
    number(layer, positions);
}

/// Exchanges neighbours where that removes crossings.
fn exchange(layer: &mut [usize], up: &Sides, down: &Sides, positions: &mut [f64]) {
    // Crossings of the joints of two vertices if `a` is left of `b`. Vertices with very many joints would take too long.
    let crossing = |sides: &Sides, a: usize, b: usize, positions: &[f64]| {
        let ends = |vertex: usize| sides[vertex].iter().map(|&(other, _, part)| positions[other] + part);
        if sides[a].len() * sides[b].len() > 400 {
            return 0;
        }
        ends(a).map(|one| ends(b).filter(|other| one > *other).count()).sum::<usize>()
    };
    for _ in 0..4 {
        let mut improved = false;
        for at in 1..layer.len() {
            let (a, b) = (layer[at - 1], layer[at]);
            let now = crossing(up, a, b, positions) + crossing(down, a, b, positions);
            if now > 0 && crossing(up, b, a, positions) + crossing(down, b, a, positions) < now {
                layer.swap(at - 1, at);
                positions.swap(a, b);
                improved = true;
            }
        }
        if !improved {
            return;
        }
    }
}

/// How many pairs of joints cross.
fn crossings(layers: &[Vec<usize>], down: &Sides, positions: &[f64]) -> usize {
    let between = |layer: &Vec<usize>| {
        let mut joints: Vec<(f64, f64)> = layer
            .iter()
            .flat_map(|&vertex| down[vertex].iter().map(move |joint| (vertex, joint)))
            .map(|(vertex, &(other, own, part))| (positions[vertex] + own, positions[other] + part))
            .collect();
        joints.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        inversions(joints.into_iter().map(|joint| joint.1).collect()).1
    };
    layers.iter().map(between).sum()
}

/// The numbers in order, and how many pairs of them were not.
fn inversions(numbers: Vec<f64>) -> (Vec<f64>, usize) {
    if numbers.len() < 2 {
        return (numbers, 0);
    }
    let (left, in_left) = inversions(numbers[..numbers.len() / 2].to_vec());
    let (right, in_right) = inversions(numbers[numbers.len() / 2..].to_vec());
    let (mut merged, mut count) = (Vec::with_capacity(numbers.len()), in_left + in_right);
    let (mut i, mut j) = (0, 0);
    while i < left.len() || j < right.len() {
        if j == right.len() || i < left.len() && left[i] <= right[j] {
            merged.push(left[i]);
            i += 1;
        } else {
            merged.push(right[j]);
            count += left.len() - i;
            j += 1;
        }
    }
    (merged, count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inversions_are_the_pairs_in_the_wrong_order() {
        let numbers = vec![3.0, 1.0, 2.0, 2.0, 0.5];
        let slow =
            (0..5).flat_map(|i| (i + 1..5).map(move |j| (i, j))).filter(|&(i, j)| numbers[i] > numbers[j]).count();
        assert_eq!(inversions(numbers).1, slow);
    }
}
