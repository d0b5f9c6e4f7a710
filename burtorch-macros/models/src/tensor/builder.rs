//! Builds the graph of a function, loop by loop.

use std::collections::HashMap;

use proc_macro2::Span;

use super::distribute::distribute;
use super::lift::rows;
use super::{Dtype, Graph, Id, Kind, Repeat};
use crate::each::Each;

/// A tensor of the function that is being built, and how many loops are around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tensor {
    level: usize,
    id: Id,
}

/// The function, and the loops that are open in it.
#[derive(Clone)]
pub struct Builder {
    bodies: Vec<OpenBody>,
    /// How many nodes the bodies of closed loops have.
    closed: usize,
}

#[derive(Clone, Default)]
struct OpenBody {
    graph: Graph,
    count: usize,
    init: Vec<Id>,
    sliced: Vec<Id>,
    invariant: Vec<Id>,
    /// The tensors from outside that the body uses already.
    imported: HashMap<Id, Id>,
    /// The tensors of which it uses one row in each iteration: the first row, and how far it is to the next.
    rows: HashMap<(Id, usize, isize), Id>,
    /// Whether it takes an element of an iteration's integers further inside, where nothing can find it.
    lost: bool,
}

impl Builder {
    pub fn new() -> Self {
        Builder { bodies: vec![OpenBody::default()], closed: 0 }
    }

    /// How many nodes there are, those of loops too.
    pub fn len(&self) -> usize {
        self.bodies.iter().fold(self.closed, |sum, level| sum + level.graph.len())
    }

    /// How many loops are open.
    pub fn depth(&self) -> usize {
        self.bodies.len() - 1
    }

    /// Where new nodes go: the innermost body.
    pub fn graph(&mut self) -> &mut Graph {
        &mut self.bodies.last_mut().expect("the function itself is never closed").graph
    }

    /// A node of the innermost body, as a tensor.
    pub fn tensor(&self, id: Id) -> Tensor {
        Tensor { level: self.depth(), id }
    }

    /// A tensor as a node of the innermost body.
    ///
    /// # Panics
    /// If the loop that it belongs to is closed.
    pub fn id(&mut self, tensor: Tensor) -> Id {
        assert!(tensor.level < self.bodies.len(), "the loop of this tensor is closed");
        (tensor.level + 1..self.bodies.len()).fold(tensor.id, |id, level| self.import(id, level))
    }

    pub fn shape(&self, tensor: Tensor) -> &[usize] {
        self.bodies[tensor.level].graph.shape(tensor.id)
    }

    pub fn dtype(&self, tensor: Tensor) -> Dtype {
        self.bodies[tensor.level].graph.node(tensor.id).dtype
    }

    /// Brings a node of the enclosing body into the body `level`.
    fn import(&mut self, id: Id, level: usize) -> Id {
        if let Some(&known) = self.bodies[level].imported.get(&id) {
            return known;
        }
        let mut node = self.bodies[level - 1].graph.node(id).clone();
        // Computed floats are in memory and become invariants of the loop. Integers and masks are never in memory, so their nodes
        // are repeated inside; so are parameters, arguments and constants.
        let constant = matches!(node.kind, Kind::Param(_) | Kind::Frozen(_) | Kind::Const(_) | Kind::Input(_));
        if node.dtype == Dtype::Float && !constant {
            node.kind = Kind::Invariant(self.bodies[level].invariant.len());
            self.bodies[level].invariant.push(id);
        } else {
            if let Kind::Param(leaf) | Kind::Frozen(leaf) = &mut node.kind {
                leaf.steps.resize(level, 0);
            }
            self.bodies[level].lost |= matches!(node.kind, Kind::Sliced(_));
            node.kind.each_input(&mut |input| *input = self.import(*input, level));
        }
        let inside = self.bodies[level].graph.push(node);
        self.bodies[level].imported.insert(id, inside);
        inside
    }

    /// Opens a loop; yields what it carries, as its body sees it.
    pub fn open(&mut self, count: usize, init: &[Tensor]) -> Vec<Tensor> {
        let init: Vec<Id> = init.each(|&tensor| self.id(tensor));
        let outside = &self.bodies.last().expect("the function itself is never closed").graph;
        let nodes: Vec<_> = init.each(|&id| outside.node(id).clone());
        self.bodies.push(OpenBody { count, init, ..OpenBody::default() });
        let carried = nodes.into_iter().enumerate().map(|(at, mut node)| {
            node.kind = Kind::Carried(at);
            let id = self.graph().push(node);
            self.tensor(id)
        });
        carried.collect()
    }

    /// Closes the innermost loop, whose next iteration starts with `next`; yields what the last one left.
    pub fn close(&mut self, next: &[Tensor], span: Span) -> Vec<Tensor> {
        let results = next.each(|&tensor| self.id(tensor));
        let level = self.bodies.pop().expect("a loop is open");
        self.closed += level.graph.len();
        let shapes: Vec<_> = level.init.each(|&id| self.graph().node(id).clone());
        let repeat = Repeat {
            count: level.count,
            reversed: false,
            init: level.init,
            sliced: level.sliced,
            invariant: level.invariant,
            body: Graph { results, ..level.graph },
        };
        let id = self.graph().add(Kind::Repeat(Box::new(repeat)), &[], Dtype::Float, span);
        let last = shapes.into_iter().enumerate().map(|(at, node)| {
            let id = self.graph().add(Kind::Result(id, at), &node.shape, node.dtype, span);
            self.tensor(id)
        });
        last.collect()
    }

    /// The row of a tensor from outside of the innermost loop that belongs to the iteration: `start` in the first one, `step`
    /// further in each. `None` if it is a tensor of the loop itself.
    pub fn row(&mut self, tensor: Tensor, start: usize, step: isize) -> Option<Tensor> {
        let level = self.depth();
        if tensor.level >= level {
            return None;
        }
        let outside = (tensor.level + 1..level).fold(tensor.id, |id, level| self.import(id, level));
        let key = (outside, start, step);
        if let Some(&id) = self.bodies[level].rows.get(&key) {
            return Some(Tensor { level, id });
        }
        let count = self.bodies[level].count;
        let stack = rows(&mut self.bodies[level - 1].graph, outside, start, step, count);
        let mut node = self.bodies[level - 1].graph.node(stack).clone();
        node.shape.remove(0);
        let body = &mut self.bodies[level];
        node.kind = Kind::Sliced(body.sliced.len());
        body.sliced.push(stack);
        let id = body.graph.push(node);
        body.rows.insert(key, id);
        Some(Tensor { level, id })
    }

    /// Closes a loop over time, whose next iteration starts with `next` and of which `collected` are kept of all iterations.
    /// Yields what the last one left, and what was collected, with the iterations as the first axis. `None` if it has to be
    /// written out.
    pub fn close_over_time(
        &mut self,
        next: &[Tensor],
        collected: &[Tensor],
        span: Span,
    ) -> Option<(Vec<Tensor>, Vec<Tensor>)> {
        let mut results = next.each(|&tensor| self.id(tensor));
        results.extend(collected.each(|&tensor| self.id(tensor)));
        let level = self.bodies.pop().expect("a loop is open");
        if level.lost || !is_worth_a_loop(&level.graph, level.count) {
            return None;
        }
        self.closed += level.graph.len();
        let repeat = Repeat {
            count: level.count,
            reversed: false,
            init: level.init,
            sliced: level.sliced,
            invariant: level.invariant,
            body: Graph { results, ..level.graph },
        };
        let mut last = distribute(self.graph(), &repeat, true, span)?.each(|&id| self.tensor(id));
        let stacks = last.split_off(next.len());
        Some((last, stacks))
    }

    /// The finished graph.
    ///
    /// # Panics
    /// If a loop is open.
    pub fn finish(mut self, results: &[Tensor]) -> Graph {
        assert_eq!(self.bodies.len(), 1, "every loop is closed");
        let results = results.each(|&tensor| self.id(tensor));
        let level = self.bodies.remove(0);
        Graph { results, ..level.graph }
    }
}

/// The most operations, of all iterations, of a loop that is written out although it could stay one.
const WRITTEN_OUT: usize = 64;

/// Whether a loop over time is less work as a loop: short ones of numbers and vectors become a few kernels, or one.
fn is_worth_a_loop(body: &Graph, count: usize) -> bool {
    let large = |id: Id| matches!(body.kind(id), Kind::Reduce(..) | Kind::Repeat(_));
    body.ids().any(large) || body.len() * count > WRITTEN_OUT
}
