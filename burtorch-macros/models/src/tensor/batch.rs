//! A function of one sample → the same function of a tile of samples.
//!
//! Whatever depends on an input gets one more axis, the innermost: the samples of the tile lie side by side, so
//! that a loop over them is a vector. Parameters and what is made of them alone stay as they are.

use burtorch_runtime::rules::Op;

use super::{Affine, Coord, Dtype, Graph, Id, Kind, Node, Reduction, Repeat, ScatterPart};
use crate::each::Each;

/// The graph for `tile` samples. A function with a number as its result yields the sum over the samples, each times its
/// weight, which is the input behind all others. With weights that add up to one it is a mean, and no sum of losses
/// overflows on the way.
pub fn batch(graph: &Graph, tile: usize, inputs: usize) -> Graph {
    let mut batch = Batch { tile, old: graph, new: Graph::new(), ids: Vec::new(), varying: Vec::new() };
    batch.nodes(&Varying::default());
    let results = graph.results.each(|&id| batch.whole(id));
    batch.new.results = results;
    if let [result] = batch.new.results[..]
        && batch.new.shape(result).len() == 1
        && batch.new.node(result).dtype == Dtype::Float
    {
        let span = batch.new.node(result).span;
        let weights = batch.new.add(Kind::Input(inputs), &[tile], Dtype::Float, span);
        let weighted = batch.new.op(Op::Mul, &[result, weights], span);
        batch.new.results = vec![batch.new.reduce(Reduction::Sum, weighted, &[0], span)];
    }
    batch.new
}

/// Which arguments of a loop's body depend on the sample.
#[derive(Clone, Default, PartialEq)]
struct Varying {
    carried: Vec<bool>,
    sliced: Vec<bool>,
    invariant: Vec<bool>,
}

struct Batch<'g> {
    tile: usize,
    old: &'g Graph,
    new: Graph,
    ids: Vec<Id>,
    varying: Vec<bool>,
}

impl Batch<'_> {
    fn nodes(&mut self, arguments: &Varying) {
        for id in self.old.ids() {
            let node = self.old.node(id).clone();
            let varying = match &node.kind {
                Kind::Input(_) => true,
                Kind::Carried(at) => arguments.carried[*at],
                Kind::Invariant(at) => arguments.invariant[*at],
                Kind::Sliced(at) => arguments.sliced[*at],
                Kind::Repeat(repeat) => {
                    self.repeat(repeat, &node);
                    continue;
                }
                Kind::Result(repeat, at) => {
                    let Kind::Repeat(repeat) = self.new.kind(self.ids[repeat.index()]) else {
                        unreachable!("results belong to loops")
                    };
                    let stacked = usize::from(*at >= repeat.init.len());
                    repeat.body.shape(repeat.body.results[*at]).len() + stacked > node.shape.len()
                }
                kind => kind.inputs().iter().any(|input| self.varying[input.index()]),
            };
            let new = if varying { self.extended(node) } else { self.copied(node) };
            self.ids.push(new);
            self.varying.push(varying);
        }
    }

    fn copied(&mut self, mut node: Node) -> Id {
        node.kind.each_input(&mut |input| *input = self.ids[input.index()]);
        self.new.push(node)
    }

    /// A node as an operand of a node that depends on the sample: broadcast along the samples if it does not depend on them.
    fn whole(&mut self, id: Id) -> Id {
        let new = self.ids[id.index()];
        if self.varying[id.index()] {
            return new;
        }
        let Node { mut shape, span, .. } = self.new.node(new).clone();
        let axes: Vec<usize> = (0..shape.len()).collect();
        shape.push(self.tile);
        self.new.broadcast(new, &axes, &shape, span)
    }

    /// The node with the samples as one more axis, the innermost.
    fn extended(&mut self, mut node: Node) -> Id {
        let rank = node.shape.len();
        node.shape.push(self.tile);
        match &mut node.kind {
            Kind::View(source, coords) => {
                let all = self.varying[source.index()];
                *source = self.ids[source.index()];
                self.coords(coords, rank, all);
            }
            Kind::Assemble { parts, .. } => {
                for ScatterPart { value, to } in parts {
                    let rank = self.old.shape(*value).len();
                    *value = self.whole(*value);
                    self.coords(to, rank, true);
                }
            }
            Kind::Random { seed, strides, .. } => {
                *seed = self.whole(*seed);
                strides.push(0);
            }
            Kind::Result(repeat, _) => *repeat = self.ids[repeat.index()],
            kind => kind.each_input(&mut |input| *input = self.whole(*input)),
        }
        self.new.push(node)
    }

    /// Coordinates in terms of a result with the sample as its last axis; with `all`, for a source that has it too.
    fn coords(&self, coords: &mut Vec<Coord>, rank: usize, all: bool) {
        let sample = Affine::axis(rank, rank + 1);
        for coord in &mut *coords {
            match coord {
                Coord::Affine(affine) => affine.terms.push(0),
                Coord::At(indices, at) => {
                    for affine in &mut *at {
                        affine.terms.push(0);
                    }
                    if self.varying[indices.index()] {
                        at.push(sample.clone());
                    }
                    *indices = self.ids[indices.index()];
                }
            }
        }
        if all {
            coords.push(Coord::Affine(sample));
        }
    }

    fn repeat(&mut self, repeat: &Repeat, node: &Node) {
        let of = |ids: &[Id]| ids.each(|id| self.varying[id.index()]);
        let mut arguments =
            Varying { carried: of(&repeat.init), sliced: of(&repeat.sliced), invariant: of(&repeat.invariant) };
        // A loop-carried value that depends on the sample after one iteration does so in the next: iterate to a fixed point.
        let body = loop {
            let mut inner =
                Batch { tile: self.tile, old: &repeat.body, new: Graph::new(), ids: Vec::new(), varying: Vec::new() };
            inner.nodes(&arguments);
            let next: Vec<bool> = repeat.body.results.each(|id| inner.varying[id.index()]);
            let grown: Vec<bool> = arguments.carried.iter().zip(&next).map(|(a, b)| *a || *b).collect();
            if grown == arguments.carried {
                let collected = &next[grown.len()..];
                let results = repeat.body.results.iter().zip(grown.iter().chain(collected));
                inner.new.results = results
                    .map(|(&id, &varying)| if varying { inner.whole(id) } else { inner.ids[id.index()] })
                    .collect();
                break inner.new;
            }
            arguments.carried = grown;
        };
        let init = repeat.init.iter().zip(&arguments.carried);
        let init = init.map(|(&id, &varying)| if varying { self.whole(id) } else { self.ids[id.index()] }).collect();
        let [sliced, invariant] = [&repeat.sliced, &repeat.invariant].map(|ids| ids.each(|id| self.ids[id.index()]));
        let repeat = Repeat { init, sliced, invariant, body, ..*repeat };
        let id = self.new.add(Kind::Repeat(Box::new(repeat)), &node.shape, node.dtype, node.span);
        self.ids.push(id);
        self.varying.push(false);
    }
}
