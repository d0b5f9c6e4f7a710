//! An order and the adjoints of its roots in, adjoints out: the other two phases of a gradient.

use alloc::vec::Vec;
use core::array;

use super::list::Lists;
use super::node::{Node, Run, number};
use super::order::arguments;
use super::{Order, Scalar};
use crate::buffer::Columns;
use crate::rules::{Op, Place, adjoint_at};

/// Which adjoints a sweep adds to.
pub(super) trait Target: Copy {
    /// Whether it is all of them.
    const ALL: bool = false;

    fn wants(self, nodes: &[Node], at: usize) -> bool;
}

/// All adjoints.
#[derive(Clone, Copy)]
pub(super) struct All;

/// Those of inner nodes: the second phase.
#[derive(Clone, Copy)]
pub(super) struct Inner;

/// Those of leaves: the third phase.
#[derive(Clone, Copy)]
pub(super) struct Leaves;

/// Those that were asked for.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'o>(pub &'o [bool]);

impl Target for All {
    const ALL: bool = true;

    #[inline]
    fn wants(self, _: &[Node], _: usize) -> bool {
        true
    }
}

impl Target for Inner {
    #[inline]
    fn wants(self, nodes: &[Node], at: usize) -> bool {
        nodes[at].is_inner()
    }
}

impl Target for Leaves {
    #[inline]
    fn wants(self, nodes: &[Node], at: usize) -> bool {
        matches!(nodes[at], Node::Leaf { .. })
    }
}

impl Target for Wanted<'_> {
    #[inline]
    fn wants(self, _: &[Node], at: usize) -> bool {
        self.0[at]
    }
}

/// A graph to be differentiated.
pub(super) struct Graph<'g, T> {
    pub cells: Columns<'g, T, Node>,
    pub lists: &'g mut Lists<T>,
}

impl<T: Scalar> Graph<'_, T> {
    /// Makes the adjoints of all that is visited zero, and gives each root its own. Nodes from `swept` on have none yet.
    #[inline]
    pub fn seed(&mut self, order: &Order, swept: usize, seeds: impl Iterator<Item = T>) {
        let adjoints = &mut *self.cells.adjoints;
        // The oldest nodes are visited last.
        for &node in order.visits.iter().rev().take_while(|&&node| (node as usize) < swept) {
            adjoints[node as usize] = T::zero();
        }
        for (&root, seed) in order.roots.iter().zip(seeds) {
            adjoints[root as usize] = adjoints[root as usize] + seed;
        }
    }

    /// Adds to the adjoints of the arguments of every node that is visited, as long as `go_on` says so. Returns whether it was
    /// to the end.
    #[inline(never)]
    pub fn sweep<G: Target>(&mut self, order: &Order, target: G, mut go_on: impl FnMut() -> bool) -> bool {
        // The arguments of the last node and what their adjoints have become: often one of them is next, and reading back what
        // was written a moment ago takes longer than the arithmetic.
        let none = [(u32::MAX, T::zero()); 2];
        let [mut a, mut b] = none;
        let mut visits = order.visits.iter();
        while let Some(&node) = visits.next() {
            if !go_on() {
                return false;
            }
            let at = node as usize;
            let Columns { values, adjoints, notes } = &mut self.cells;
            // One length for all columns, so that an index is checked once.
            let nodes = &notes[..values.len()];
            let adjoints = &mut adjoints[..values.len()];
            if let Node::Row { op, args } = nodes[at] {
                let g = if G::ALL && node == b.0 {
                    b.1
                } else if G::ALL && node == a.0 {
                    a.1
                } else {
                    adjoints[at]
                };
                if let Some(sums) = quick(op, Row { values, nodes, adjoints, at: Some(at), g, args, target }) {
                    (a, b) = ((args[0], sums[0]), (args[1], sums[1]));
                    continue;
                }
            }
            let next = visits.as_slice();
            let is_next = |before: usize| next.get(at - before - 1) == Some(&number(before));
            match if G::ALL { self.rows_before(at, is_next) } else { 0 } {
                0 => self.visit(at, target),
                // The rows of a layer are visited together.
                more => {
                    let with = (0..more).take_while(|_| go_on()).count();
                    self.visit_layer(at - with..=at);
                    visits = next[with..].iter();
                    if with < more {
                        return false;
                    }
                }
            }
            [a, b] = none;
        }
        true
    }

    /// All three phases of the gradient of `root` in one pass, for which `marked` is the scratch.
    pub fn sweep_from(&mut self, root: usize, swept: usize, marked: &mut Vec<bool>) {
        marked.clear();
        marked.resize(root + 1, false);
        let Columns { adjoints, notes, .. } = &mut self.cells;
        mark(notes, adjoints, marked, swept, Run { first: number(root), len: 1 });
        self.cells.adjoints[root] = self.cells.adjoints[root] + T::zero().lit(1.0);
        // Arguments come first, so a walk backwards meets every use of a node before the node.
        let mut end = root + 1;
        while let Some(at) = end.checked_sub(1) {
            end = at;
            let Columns { values, adjoints, notes } = &mut self.cells;
            let nodes = &notes[..values.len()];
            let adjoints = &mut adjoints[..values.len()];
            match nodes[at] {
                // Leaves that came together are passed at once.
                Node::Leaf { first } => end = first as usize,
                Node::Constant => {}
                _ if !marked[at] => {}
                Node::Row { op, args: args @ [a, b, c] } => {
                    for arg in [a, b, c].map(|arg| arg as usize) {
                        if !marked[arg] {
                            marked[arg] = true;
                            if arg < swept && nodes[arg].is_inner() {
                                adjoints[arg] = T::zero();
                            }
                        }
                    }
                    let g = adjoints[at];
                    if quick(op, Row { values, nodes, adjoints, at: Some(at), g, args, target: All }).is_none() {
                        self.visit(at, All);
                    }
                }
                node => {
                    arguments(node, self.lists, |run| mark(nodes, adjoints, marked, swept, run));
                    match self.rows_before(at, |before| marked[before]) {
                        0 => self.visit(at, All),
                        // The rows of a layer are visited together. Their inputs are the same, and are marked.
                        more => {
                            end = at - more;
                            let rows = end..=at;
                            if let Some((_, weights, biases)) = self.layer(&rows) {
                                let Columns { adjoints, notes, .. } = &mut self.cells;
                                mark(notes, adjoints, marked, swept, weights);
                                mark(notes, adjoints, marked, swept, biases);
                            }
                            self.visit_layer(rows);
                        }
                    }
                }
            }
        }
    }

    /// Adds what a node contributes to the adjoints of its arguments.
    #[inline(never)]
    pub fn visit<G: Target>(&mut self, at: usize, target: G) {
        let Columns { values, adjoints, notes: nodes } = &mut self.cells;
        match nodes[at] {
            Node::Leaf { .. } | Node::Constant => {}
            Node::Row { op, args } => {
                let g = adjoints[at];
                adjoint_at(op, Row { values, nodes, adjoints, at: Some(at), g, args, target });
            }
            Node::Deferred { op, args } => {
                let g = adjoints[at];
                adjoint_at(op, Row { values, nodes, adjoints, at: None, g, args, target });
            }
            Node::Rows { many, deferred, args } => self.visit_rows(at, many, deferred, args, target),
            Node::Call { args, slopes } => self.visit_call(at, args, slopes, target),
        }
    }
}

/// Says of some nodes that they lead to the root. Those that are inner and may have an adjoint lose it.
fn mark<T: Scalar>(nodes: &[Node], adjoints: &mut [T], marked: &mut [bool], swept: usize, run: Run) {
    let range = run.range();
    // Leaves keep their adjoints, and nobody asks whether they are marked.
    if matches!(nodes[range.clone()], [.., Node::Leaf { first }] if first <= run.first) {
        return;
    }
    for at in range.start..range.end.min(swept) {
        if !marked[at] && nodes[at].is_inner() {
            adjoints[at] = T::zero();
        }
    }
    marked[range].fill(true);
}

/// Declares the quick rows: at most two arguments, and no function is called.
macro_rules! quick {
    ($($op:ident)*) => {
        /// Visits a quick row, and returns the sums that the adjoints of its arguments have become. Others it does not visit. A
        /// loop has these in itself.
        #[inline(always)]
        #[allow(clippy::inline_always, reason = "it is the body of a loop")]
        fn quick<T: Scalar>(op: Op, place: impl Place<T>) -> Option<[T; 2]> {
            match op {
                $(Op::$op => Some(adjoint_at(Op::$op, place)),)*
                _ => None,
            }
        }
    };
}

quick! { Add Sub Mul Div Neg Sqr Pow3 Recip Sqrt InvSqrt Exp Ln Tanh Sigmoid Relu }

/// A node that came about by a row of the table, to be visited.
struct Row<'g, T, G, A> {
    values: &'g [T],
    nodes: &'g [Node],
    adjoints: &'g mut [T],
    /// The place of the value, if it was computed.
    at: Option<usize>,
    g: T,
    args: A,
    target: G,
}

#[allow(clippy::inline_always, reason = "there is code of its own for each row")]
impl<T: Scalar, G: Target, A: AsRef<[u32]>> Place<T> for Row<'_, T, G, A> {
    #[inline(always)]
    fn args<const N: usize>(&self) -> [T; N] {
        array::from_fn(|at| self.values[self.args.as_ref()[at] as usize])
    }

    #[inline(always)]
    fn value(&self, compute: impl FnOnce() -> T) -> T {
        match self.at {
            Some(at) => self.values[at],
            None => compute(),
        }
    }

    #[inline(always)]
    fn adjoint(&self) -> T {
        self.g
    }

    #[inline(always)]
    fn add<const N: usize>(self, parts: [Option<T>; N]) -> [T; 2] {
        let mut sums = [T::zero(); 2];
        for (at, part) in parts.into_iter().enumerate() {
            let arg = self.args.as_ref()[at] as usize;
            if let Some(part) = part
                && self.target.wants(self.nodes, arg)
            {
                let sum = self.adjoints[arg] + part;
                self.adjoints[arg] = sum;
                if at < 2 {
                    sums[at] = sum;
                }
            }
        }
        sums
    }
}
