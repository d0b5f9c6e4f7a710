//! Which parameters a function trains, and where their gradients come from.

use std::ops::Range;

use super::Leaf;
use crate::each::{Each, IntoEach};
use crate::tensor::{Graph, Kind, elements};

/// A parameter that gets a gradient in one body, in all iterations of the loops around it.
#[derive(PartialEq)]
pub(super) struct Trained {
    leaf: Leaf,
    size: usize,
    /// For each step of the leaf, how many parameters it leads through: one where all iterations share the parameter.
    pub counts: Vec<usize>,
    /// The body that adds to it.
    body: usize,
    /// Whether several iterations of a loop add to it.
    shared: bool,
}

impl Trained {
    fn new(leaf: &Leaf, size: usize, counts: &[usize], body: usize) -> Self {
        let step = |at: usize| leaf.steps.get(at).copied().unwrap_or(0);
        let shared = (0..counts.len()).any(|at| step(at) == 0);
        let used = (0..counts.len()).rposition(|at| step(at) != 0).map_or(0, |at| at + 1);
        let steps = (0..used).each(step);
        let counts = (0..used).each(|at| if step(at) == 0 { 1 } else { counts[at] });
        Trained { leaf: Leaf { offset: leaf.offset, steps }, size, counts, body, shared }
    }

    /// Whether it is the same parameter.
    fn is(&self, other: &Trained) -> bool {
        self.leaf == other.leaf && self.size == other.size && self.counts == other.counts
    }

    /// Where it lies, one range for each of the iterations.
    fn ranges(&self) -> Vec<Range<usize>> {
        let mut starts = vec![self.leaf.offset];
        for (step, count) in self.leaf.steps.iter().zip(&self.counts) {
            starts = starts.iter().flat_map(|start| (0..*count).map(move |at| start + at * step)).collect();
        }
        starts.into_each(|start| start..start + self.size)
    }
}

/// All parameters that get a gradient.
pub(super) struct Training {
    all: Vec<Trained>,
}

impl Training {
    pub(super) fn new(graph: &Graph) -> Self {
        let mut training = Training { all: Vec::new() };
        training.body(graph, &mut Vec::new(), &mut 0);
        training
    }

    fn body(&mut self, graph: &Graph, counts: &mut Vec<usize>, bodies: &mut usize) {
        let own = *bodies;
        for gradient in &graph.gradients {
            let trained = Trained::new(&gradient.leaf, elements(graph.shape(gradient.value)), counts, own);
            if !self.all.contains(&trained) {
                self.all.push(trained);
            }
        }
        for id in graph.ids() {
            let Kind::Repeat(repeat) = graph.kind(id) else { continue };
            *bodies += 1;
            counts.push(repeat.count);
            self.body(&repeat.body, counts, bodies);
            counts.pop();
        }
    }

    /// Where the parameters lie, in order.
    fn ranges(&self) -> Vec<Range<usize>> {
        let first = |at: usize| !self.all[..at].iter().any(|other| other.is(&self.all[at]));
        let distinct = (0..self.all.len()).filter(|at| first(*at));
        let mut ranges: Vec<Range<usize>> = distinct.flat_map(|at| self.all[at].ranges()).collect();
        ranges.sort_by_key(|range| range.start);
        ranges
    }

    /// Whether some parameter is reached in two ways, for example by a loop over an array of layers and by a layer of the array.
    pub(super) fn overlaps(&self) -> bool {
        self.ranges().windows(2).any(|pair| pair[0].end > pair[1].start)
    }

    /// The counts of the steps of a leaf, and whether one body alone adds to it, each iteration to a parameter of its own.
    pub(super) fn find(&self, leaf: &Leaf, size: usize, counts: &[usize]) -> (Vec<usize>, bool) {
        let wanted = Trained::new(leaf, size, counts, 0);
        let mut bodies = self.all.iter().filter(|trained| trained.is(&wanted));
        let first = bodies.next().expect("it gets a gradient");
        let own = !first.shared && bodies.next().is_none();
        (wanted.counts, own)
    }
}

/// The parameters that a function trains, as sorted, disjoint ranges.
pub fn trained(graph: &Graph) -> Vec<Range<usize>> {
    let mut merged: Vec<Range<usize>> = Vec::new();
    for range in Training::new(graph).ranges() {
        match merged.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
    }
    merged
}
