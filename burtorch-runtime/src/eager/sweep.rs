//! An order and the adjoints of its roots in, adjoints out: the other two phases of a gradient.

use alloc::vec::Vec;
use core::array;

use super::list::Lists;
use super::node::{Node, Note, Run, leaves, number};
use super::order::arguments;
use super::{Order, Scalar};
use crate::buffer::Columns;
use crate::rules::{Op, Place, adjoint_at};

/// Which adjoints a sweep adds to.
pub(super) trait Target: Copy {
    /// Whether it is all of them.
    const ALL: bool = false;

    fn wants(self, nodes: &[Note], at: usize) -> bool;
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
    fn wants(self, _: &[Note], _: usize) -> bool {
        true
    }
}

impl Target for Inner {
    #[inline]
    fn wants(self, nodes: &[Note], at: usize) -> bool {
        nodes[at].is_inner()
    }
}

impl Target for Leaves {
    #[inline]
    fn wants(self, nodes: &[Note], at: usize) -> bool {
        nodes[at].is_leaf()
    }
}

impl Target for Wanted<'_> {
    #[inline]
    fn wants(self, _: &[Note], at: usize) -> bool {
        self.0[at]
    }
}

/// A graph to be differentiated.
pub(super) struct Graph<'g, T> {
    pub cells: Columns<'g, T, Note>,
    pub lists: &'g mut Lists<T>,
}

/// A node, and what its adjoint has just become: reading back what was written a moment ago takes longer than the arithmetic.
pub(super) type Sum<T> = (u32, T);

/// The sum of no node.
#[inline]
pub(super) fn no_sum<T: Scalar>() -> Sum<T> {
    (u32::MAX, T::zero())
}

impl<T: Scalar> Graph<'_, T> {
    /// Makes the adjoints of all that is visited zero, and gives each root its own. Nodes from `swept` on have none yet. Returns the
    /// last of the sums.
    #[inline]
    pub fn seed(&mut self, order: &Order, swept: usize, seeds: impl Iterator<Item = T>) -> Sum<T> {
        let adjoints = &mut *self.cells.adjoints;
        // The oldest nodes are visited last.
        for &node in order.visits.iter().rev().take_while(|&&node| (node as usize) < swept) {
            adjoints[node as usize] = T::zero();
        }
        let mut last = no_sum();
        for (&root, seed) in order.roots.iter().zip(seeds) {
            let sum = adjoints[root as usize] + seed;
            adjoints[root as usize] = sum;
            last = (root, sum);
        }
        last
    }

    /// Adds to the adjoints of the arguments of every node that is visited, as long as `go_on` says so. Returns whether it was
    /// to the end. The last sum before is `last`.
    #[inline(never)]
    pub fn sweep<G: Target>(
        &mut self,
        order: &Order,
        target: G,
        last: Sum<T>,
        mut go_on: impl FnMut() -> bool,
    ) -> bool {
        let mut recent = [last, no_sum()];
        let mut visits = order.visits.iter();
        loop {
            let Columns { values, adjoints, notes } = &mut self.cells;
            // One length for all columns, so that an index is checked once.
            let nodes = &notes[..values.len()];
            let adjoints = &mut adjoints[..values.len()];
            let at = loop {
                let Some(&node) = visits.next() else { return true };
                if !go_on() {
                    return false;
                }
                let at = node as usize;
                let (note, g) = (nodes[at], adjoint_of(at, recent, adjoints));
                match quick(note, Row { values, nodes, adjoints, at: Some(at), g, args: note.args(), recent, target }) {
                    Some(sums) => recent = sums,
                    None => break at,
                }
            };
            let next = visits.as_slice();
            let Some(with) = self.visit_with(at, next, target, &mut go_on) else { return false };
            visits = next[with..].iter();
            recent = [no_sum(); 2];
        }
    }

    /// Visits a node and those of the next that can be visited together with it: the rows of a layer. Returns how many they are, or
    /// none if `go_on` stopped it before the last.
    #[inline(never)]
    fn visit_with<G: Target>(
        &mut self,
        at: usize,
        next: &[u32],
        target: G,
        go_on: &mut impl FnMut() -> bool,
    ) -> Option<usize> {
        let is_next = |before: usize| next.get(at - before - 1) == Some(&number(before));
        let more = if G::ALL { self.rows_before(at, is_next) } else { 0 };
        if more == 0 {
            self.visit(at, target);
            return Some(0);
        }
        let with = (0..more).take_while(|_| go_on()).count();
        self.visit_layer(at - with..=at);
        (with == more).then_some(with)
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
            let note = nodes[at];
            if let Some(first) = note.first_leaf() {
                // Leaves that came together are passed at once.
                end = first as usize;
                continue;
            }
            if !note.is_inner() || !marked[at] {
                continue;
            }
            if note.is_row() {
                for arg in note.args().map(|arg| arg as usize) {
                    if !marked[arg] {
                        marked[arg] = true;
                        if arg < swept && nodes[arg].is_inner() {
                            adjoints[arg] = T::zero();
                        }
                    }
                }
                let (g, recent) = (adjoints[at], [no_sum(); 2]);
                let row = Row { values, nodes, adjoints, at: Some(at), g, args: note.args(), recent, target: All };
                if quick(note, row).is_none() {
                    self.visit(at, All);
                }
                continue;
            }
            arguments(note.node(), self.lists, |run| mark(nodes, adjoints, marked, swept, run));
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

    /// Adds what a node contributes to the adjoints of its arguments.
    #[inline(never)]
    pub fn visit<G: Target>(&mut self, at: usize, target: G) {
        let Columns { values, adjoints, notes: nodes } = &mut self.cells;
        match nodes[at].node() {
            Node::Leaf { .. } | Node::Constant => {}
            Node::Row { op, args } => {
                let g = adjoints[at];
                adjoint_at(op, Row { values, nodes, adjoints, at: Some(at), g, args, recent: [no_sum(); 2], target });
            }
            Node::Deferred { op, args } => {
                let g = adjoints[at];
                adjoint_at(op, Row { values, nodes, adjoints, at: None, g, args, recent: [no_sum(); 2], target });
            }
            Node::Rows { many, deferred, args } => self.visit_rows(at, many, deferred, args, target),
            Node::Call { args, slopes } => self.visit_call(at, args, slopes, target),
        }
    }
}

/// Says of some nodes that they lead to the root. Those that are inner and may have an adjoint lose it.
fn mark<T: Scalar>(nodes: &[Note], adjoints: &mut [T], marked: &mut [bool], swept: usize, run: Run) {
    let range = run.range();
    // Leaves keep their adjoints, and nobody asks whether they are marked.
    if leaves(nodes, run).is_some() {
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
        /// Visits a quick row. Others it does not visit. A loop has these in itself.
        #[inline(always)]
        #[allow(clippy::inline_always, reason = "it is the body of a loop")]
        fn quick<T: Scalar, P: Place<T>>(note: Note, place: P) -> Option<P::Sums> {
            $(if note.is_row_of(Op::$op) {
                return Some(adjoint_at(Op::$op, place));
            })*
            None
        }
    };
}

quick! { Add Sub Mul Div Neg Sqr Pow3 Recip Sqrt InvSqrt Exp Ln Tanh Sigmoid Relu }

/// A node that came about by a row of the table, to be visited.
struct Row<'g, T, G> {
    values: &'g [T],
    nodes: &'g [Note],
    adjoints: &'g mut [T],
    /// The place of the value, if it was computed.
    at: Option<usize>,
    g: T,
    args: [u32; 3],
    /// What the last row added to.
    recent: [Sum<T>; 2],
    target: G,
}

#[allow(clippy::inline_always, reason = "there is code of its own for each row")]
impl<T: Scalar, G: Target> Place<T> for Row<'_, T, G> {
    type Sums = [Sum<T>; 2];

    #[inline(always)]
    fn args<const N: usize>(&self) -> [T; N] {
        array::from_fn(|at| self.values[self.args[at] as usize])
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
    fn add<const N: usize>(self, parts: [Option<T>; N]) -> [Sum<T>; 2] {
        let mut sums = [no_sum(); 2];
        for (at, part) in parts.into_iter().enumerate() {
            let arg = self.args[at];
            if let Some(part) = part
                && self.target.wants(self.nodes, arg as usize)
            {
                let is_first = arg == self.args[0];
                let before = match (at, self.recent) {
                    (0, [a, _]) if arg == a.0 => a.1,
                    (1, [_, b]) if arg == b.0 && !is_first => b.1,
                    _ => self.adjoints[arg as usize],
                };
                let sum = before + part;
                self.adjoints[arg as usize] = sum;
                match at {
                    0 if N > 1 => sums[0] = (arg, sum),
                    1 if !is_first => sums[1] = (arg, sum),
                    0 | 1 => sums = [(arg, sum); 2],
                    _ => {}
                }
            }
        }
        sums
    }
}

/// The adjoint of a node, which may be one of the sums.
#[inline(always)]
#[allow(clippy::inline_always, reason = "it is a part of the body of a loop")]
fn adjoint_of<T: Scalar>(at: usize, [a, b]: [Sum<T>; 2], adjoints: &[T]) -> T {
    if at == b.0 as usize {
        b.1
    } else if at == a.0 as usize {
        a.1
    } else {
        adjoints[at]
    }
}
