//! Roots in, the nodes to visit out: the first phase of a gradient.

use alloc::vec::Vec;
use core::ops::Range;

use super::Scalar;
use super::list::Lists;
use super::node::{self, List, Node, Note, Run, Value, number};

/// Which nodes a gradient visits, in which order. It is also the scratch in which that is found out.
///
/// An order holds for every graph that has the same nodes between its leaves and its roots: one that was built by as many
/// operations after the same [`rewind`](super::Tape::rewind), whatever leaves they use. Whoever reuses it sees to that; with other
/// nodes the adjoints are wrong, or the sweep panics. Equal constants are stored once, so numbers that change from graph to graph are
/// better leaves.
#[derive(Clone, Debug, Default)]
pub struct Order {
    /// Inner nodes, the latest first.
    pub(super) visits: Vec<u32>,
    pub(super) roots: Vec<u32>,
    /// By node, whether it leads to a root.
    pub(super) marked: Vec<bool>,
    /// By node, whether its adjoint is asked for; empty if all are.
    pub(super) wanted: Vec<bool>,
}

impl Order {
    /// An order of nothing. Memory is allocated when it is used for the first time.
    #[must_use]
    pub const fn new() -> Self {
        Self { visits: Vec::new(), roots: Vec::new(), marked: Vec::new(), wanted: Vec::new() }
    }

    /// An order with memory for a tape of so many values.
    #[must_use]
    pub fn with_capacity(values: usize) -> Self {
        Self {
            visits: Vec::with_capacity(values),
            roots: Vec::with_capacity(1),
            marked: Vec::with_capacity(values),
            wanted: Vec::new(),
        }
    }

    /// The nodes that are visited: those between leaves and roots, the latest first.
    #[must_use]
    pub fn visits(&self) -> impl DoubleEndedIterator<Item = Value> + ExactSizeIterator {
        self.visits.iter().map(|&node| Value(node))
    }

    /// The bytes that it occupies.
    #[must_use]
    pub fn bytes(&self) -> usize {
        4 * (self.visits.capacity() + self.roots.capacity()) + self.marked.capacity() + self.wanted.capacity()
    }

    /// Finds the order of some roots, for the adjoints of all leaves.
    pub(super) fn find<T: Scalar>(&mut self, nodes: &[Note], lists: &Lists<T>, roots: impl Iterator<Item = Value>) {
        self.wanted.clear();
        self.walk(nodes, lists, roots);
    }

    /// Finds the order of some roots, for the adjoints of some leaves.
    pub(super) fn find_for<T: Scalar>(
        &mut self,
        nodes: &[Note],
        lists: &Lists<T>,
        roots: impl Iterator<Item = Value>,
        leaves: &[Run],
    ) {
        self.wanted.clear();
        self.wanted.resize(nodes.len(), false);
        for run in leaves {
            self.wanted[run.range()].fill(true);
        }
        // Arguments come first, so one pass finds all that depends on what is wanted.
        for (at, note) in nodes.iter().enumerate() {
            if !self.wanted[at] {
                let mut wanted = false;
                arguments(note.node(), lists, |run| wanted |= self.wanted[run.range()].contains(&true));
                self.wanted[at] = wanted;
            }
        }
        self.walk(nodes, lists, roots);
        let Self { visits, wanted, .. } = self;
        visits.retain(|&node| wanted[node as usize]);
    }

    #[inline]
    fn walk<T: Scalar>(&mut self, nodes: &[Note], lists: &Lists<T>, roots: impl Iterator<Item = Value>) {
        let Self { visits, marked, .. } = self;
        visits.clear();
        self.roots.clear();
        self.roots.extend(roots.map(|root| root.0));
        let mut end = self.roots.iter().max().map_or(0, |&root| root as usize + 1);
        assert!(end <= nodes.len(), "the root is not on the tape");
        marked.clear();
        marked.resize(end, false);
        for &root in &self.roots {
            marked[root as usize] = true;
        }
        visits.reserve(end);
        // Arguments come first, so a walk from the last root backwards meets every use of a node before the node.
        let (mut leaves, mut seen) = (0..0, List::NONE);
        while let Some(at) = end.checked_sub(1) {
            end = at;
            match nodes[at].node() {
                // Consecutive leaves are skipped in one step.
                Node::Leaf { first } => end = first as usize,
                Node::Constant => {}
                _ if !marked[at] => {}
                // Arguments that a row does not have are node 0, which is never inner: there is nothing before it.
                Node::Row { args, .. } => {
                    visits.push(number(at));
                    for arg in args {
                        marked[arg as usize] = true;
                    }
                }
                // The rows of a layer have the list of their inputs in common.
                Node::Rows { many, args, .. } => {
                    visits.push(number(at));
                    for &list in &args[usize::from(args[0] == seen)..many.arity()] {
                        lists.of(list).iter().for_each(|&run| mark(marked, nodes, &mut leaves, run));
                    }
                    seen = args[0];
                }
                node => {
                    visits.push(number(at));
                    arguments(node, lists, |run| mark(marked, nodes, &mut leaves, run));
                }
            }
        }
    }
}

/// Marks a run. Runs of leaves are skipped, because leaves are never visited; `leaves` caches the last leaves that were found, since
/// the next run of weights is likely among them.
#[inline]
fn mark(marked: &mut [bool], nodes: &[Note], leaves: &mut Range<usize>, run: Run) {
    let range = run.range();
    if run.len == 1 {
        marked[range.start] = true;
    } else if leaves.start <= range.start && range.end <= leaves.end {
    } else if let Some(first) = node::leaves(nodes, run) {
        *leaves = first as usize..range.end;
    } else {
        marked[range].fill(true);
    }
}

/// Calls `each` with the arguments of a node.
#[inline]
pub(super) fn arguments<T: Scalar>(node: Node, lists: &Lists<T>, mut each: impl FnMut(Run)) {
    match node {
        Node::Leaf { .. } | Node::Constant => {}
        Node::Row { op, args } | Node::Deferred { op, args } => {
            args[..op.arity()].iter().for_each(|&arg| each(Run { first: arg, len: 1 }));
        }
        Node::Rows { many, args, .. } => {
            args[..many.arity()].iter().for_each(|&list| lists.of(list).iter().for_each(|&run| each(run)));
        }
        Node::Call { args, .. } => lists.of(args).iter().for_each(|&run| each(run)),
    }
}
