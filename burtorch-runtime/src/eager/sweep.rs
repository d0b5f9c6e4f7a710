//! The reverse sweep over a tape. An order and the adjoints of its roots in, all adjoints out: the second and third phase of a
//! gradient.

use alloc::vec::Vec;
use core::array;

use super::arena::Columns;
use super::list::Lists;
use super::node::{Node, Note, Run, leaves, number};
use super::order::arguments;
use super::{Order, Scalar, Tape};
use crate::rules::{Op, Place, adjoint_at};

/// Which adjoints a sweep adds to.
pub(super) trait Target: Copy {
    /// Whether the sweep adds to all adjoints.
    const ALL: bool = false;

    fn wants(self, nodes: &[Note], at: usize) -> bool;
}

/// All adjoints.
#[derive(Clone, Copy)]
pub(super) struct All;

/// The adjoints of inner nodes: the second phase.
#[derive(Clone, Copy)]
pub(super) struct Inner;

/// The adjoints of leaves: the third phase.
#[derive(Clone, Copy)]
pub(super) struct Leaves;

/// The adjoints of marked nodes, by node.
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

impl<T: Scalar> Graph<'_, T> {
    /// Visits a node together with those following nodes that are rows of the same layer. Returns how many of these there were, or
    /// `None` if `go_on` stopped it before the last.
    #[inline(never)]
    pub fn visit_with<G: Target>(
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

    /// All three phases of the gradient of `root` in one pass; `marked` is scratch memory.
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
                // Consecutive leaves are skipped in one step.
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
                let g = adjoints[at];
                let row = Row { values, nodes, adjoints, at: Some(at), g, args: note.args(), target: All };
                if !quick(note, row) {
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

/// Marks nodes as leading to the root, and clears the adjoints of those that are inner nodes.
fn mark<T: Scalar>(nodes: &[Note], adjoints: &mut [T], marked: &mut [bool], swept: usize, run: Run) {
    let range = run.range();
    // Leaves accumulate their adjoints over several gradients, and their marks are never read.
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

impl<T: Scalar> Tape<T> {
    /// Clears the adjoints of all visited nodes, and sets those of the roots.
    #[inline]
    pub(super) fn seed(&mut self, order: &Order, seeds: impl Iterator<Item = T>) {
        let swept = self.give_adjoints();
        let adjoints = self.cells.columns().adjoints;
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
    #[inline]
    pub(super) fn sweep<G: Target>(&mut self, order: &Order, target: G, mut go_on: impl FnMut() -> bool) -> bool {
        match self.visit_quick(order, 0, target, &mut go_on) {
            None => false,
            Some(next) if next == order.visits.len() => true,
            Some(next) => self.sweep_on(order, next, target, go_on),
        }
    }

    /// Continues the sweep from a node on that is not a quick row.
    #[inline(never)]
    fn sweep_on<G: Target>(
        &mut self,
        order: &Order,
        mut next: usize,
        target: G,
        mut go_on: impl FnMut() -> bool,
    ) -> bool {
        while let [at, rest @ ..] = &order.visits[next..] {
            let mut graph = Graph { cells: self.cells.columns(), lists: self.lists.get_mut() };
            let Some(with) = graph.visit_with(*at as usize, rest, target, &mut go_on) else { return false };
            let Some(to) = self.visit_quick(order, next + 1 + with, target, &mut go_on) else { return false };
            next = to;
        }
        true
    }

    /// Visits quick rows from the `next` on, up to a node of another kind, and returns where that is; none if `go_on` stopped it.
    /// Quick rows call no function, so everything the loop needs stays in registers.
    #[inline(never)]
    fn visit_quick<G: Target>(
        &mut self,
        order: &Order,
        mut next: usize,
        target: G,
        go_on: &mut impl FnMut() -> bool,
    ) -> Option<usize> {
        let Columns { values, adjoints, notes } = self.cells.columns();
        // All columns are cut to one length, so that rustc checks an index once for all of them.
        let (nodes, adjoints) = (&notes[..values.len()], &mut adjoints[..values.len()]);
        while let Some(&node) = order.visits.get(next) {
            if !go_on() {
                return None;
            }
            let at = node as usize;
            let (note, g) = (nodes[at], adjoints[at]);
            if !quick(note, Row { values, nodes, adjoints, at: Some(at), g, args: note.args(), target }) {
                break;
            }
            next += 1;
        }
        Some(next)
    }
}

/// Declares the quick rows: at most two arguments, and no function is called.
macro_rules! quick {
    ($($op:ident)*) => {
        /// Visits a quick row, and returns whether the node was one. It is inlined into the loop over nodes.
        #[inline(always)]
        #[allow(clippy::inline_always, reason = "it is the body of a loop")]
        fn quick<T: Scalar, P: Place<T>>(note: Note, place: P) -> bool {
            $(if note.is_row_of(Op::$op) {
                adjoint_at(Op::$op, place);
                return true;
            })*
            false
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
    target: G,
}

#[allow(clippy::inline_always, reason = "there is code of its own for each row")]
impl<T: Scalar, G: Target> Place<T> for Row<'_, T, G> {
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
    fn add<const N: usize>(self, parts: [Option<T>; N]) {
        for (&arg, part) in self.args.iter().zip(parts) {
            let arg = arg as usize;
            if let Some(part) = part
                && self.target.wants(self.nodes, arg)
            {
                self.adjoints[arg] = self.adjoints[arg] + part;
            }
        }
    }
}
