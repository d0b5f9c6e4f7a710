//! An order and the adjoints of its roots in, adjoints out: the other two phases of a gradient.

use core::array;
use core::ops::RangeInclusive;

use super::list::{Lists, gather, runs_of};
use super::loops::{self, Adjoints, Multiple};
use super::node::{List, Node, Run, number};
use super::{Order, Scalar};
use crate::buffer::Columns;
use crate::rules::{Many, Op, Place, adjoint_at, many};

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
            let Node::Row { op, args } = nodes[at] else {
                let alike = if G::ALL { self.alike(at, visits.as_slice()) } else { 0 };
                if alike == 0 {
                    self.visit(at, target);
                    continue;
                }
                // The rows of a layer are visited together.
                let with = (0..alike).take_while(|_| go_on()).count();
                self.visit_layer(at - with..=at, target);
                visits = order.visits[order.visits.len() - visits.len() + with..].iter();
                if with < alike {
                    return false;
                }
                continue;
            };
            let row = Row { values, nodes, adjoints, at, y: Some(values[at]), args, target };
            // Rows that call no function stay in this loop. The others are as many again.
            match op {
                Op::Add => adjoint_at(Op::Add, row),
                Op::Sub => adjoint_at(Op::Sub, row),
                Op::Mul => adjoint_at(Op::Mul, row),
                Op::Div => adjoint_at(Op::Div, row),
                Op::Neg => adjoint_at(Op::Neg, row),
                Op::Sqr => adjoint_at(Op::Sqr, row),
                Op::Pow3 => adjoint_at(Op::Pow3, row),
                Op::Recip => adjoint_at(Op::Recip, row),
                Op::Sqrt => adjoint_at(Op::Sqrt, row),
                Op::InvSqrt => adjoint_at(Op::InvSqrt, row),
                Op::Exp => adjoint_at(Op::Exp, row),
                Op::Ln => adjoint_at(Op::Ln, row),
                Op::Tanh => adjoint_at(Op::Tanh, row),
                Op::Sigmoid => adjoint_at(Op::Sigmoid, row),
                Op::Relu => adjoint_at(Op::Relu, row),
                _ => self.visit(at, target),
            }
        }
        true
    }

    /// How many of the next nodes are rows of the same layer as this one, and come right before it.
    fn alike(&self, at: usize, next: &[u32]) -> usize {
        let Node::Rows { many: many @ (Many::Dot | Many::DotBias), args: [xs, ..], .. } = self.cells.notes[at] else {
            return 0;
        };
        // Only the rows of a layer have a list in common.
        let is_alike = |&(&node, expected): &(&u32, usize)| {
            node as usize == expected
                && matches!(self.cells.notes[expected],
                    Node::Rows { many: other, args: [others, ..], .. } if (other, others) == (many, xs))
        };
        next.iter().zip((0..at).rev()).take_while(is_alike).count()
    }

    /// Adds what the rows of a layer contribute to the adjoints of their arguments.
    #[inline(never)]
    fn visit_layer<G: Target>(&mut self, rows: RangeInclusive<usize>, target: G) {
        let Node::Rows { many, args: [xs, weights, bias], .. } = self.cells.notes[*rows.start()] else { return };
        let (xs, weights, count) = (self.lists.of(xs), self.lists.of(weights)[0], rows.clone().count());
        let weights = Run { len: weights.len * number(count), ..weights };
        let bias = match many {
            Many::DotBias => self.lists.of(bias)[0].range().start,
            _ => *rows.start(),
        };
        let biases = if many == Many::DotBias { bias..bias + count } else { bias..bias };
        let apart = xs.is_sorted_by(|a, b| a.range().end <= b.range().start);
        let around = xs.first().map_or(0, |run| run.range().start)..xs.last().map_or(0, |run| run.range().end);
        let places = [around, weights.range(), biases, *rows.start()..*rows.end() + 1];
        // An argument that is there twice gets its parts one row after the other, as it does from single nodes.
        match self.cells.adjoints.get_disjoint_mut(places) {
            Ok([dx, dw, db, gs]) if apart => {
                db.iter_mut().zip(&*gs).for_each(|(adjoint, &g)| *adjoint = *adjoint + g);
                loops::run(Adjoints { values: self.cells.values, xs, weights, gs, dx, dw });
            }
            _ => rows.rev().for_each(|at| self.visit(at, target)),
        }
    }

    /// Adds what a node contributes to the adjoints of its arguments.
    #[inline(never)]
    fn visit<G: Target>(&mut self, at: usize, target: G) {
        let Columns { values, adjoints, notes: nodes } = &mut self.cells;
        match nodes[at] {
            Node::Leaf { .. } | Node::Constant => {}
            Node::Row { op, args } => {
                let y = Some(values[at]);
                adjoint_at(op, Row { values, nodes, adjoints, at, y, args, target });
            }
            Node::Deferred { op, args } => {
                adjoint_at(op, Row { values, nodes, adjoints, at, y: None, args, target });
            }
            Node::Rows { many, deferred, args } => self.visit_rows(at, many, deferred, args, target),
            Node::Call { args, slopes } => self.visit_call(at, args, slopes, target),
        }
    }

    /// The same for a function outside of the tape.
    fn visit_call<G: Target>(&mut self, at: usize, args: List, slopes: u32, target: G) {
        let Columns { adjoints, notes, .. } = &mut self.cells;
        let g = adjoints[at];
        let mut slopes = self.lists.slopes[slopes as usize..].iter().map(|&slope| g * slope);
        for &run in self.lists.of(args) {
            add(adjoints, notes, target, run, slopes.by_ref().take(run.len()));
        }
    }

    /// The same for a row over lists.
    fn visit_rows<G: Target>(&mut self, at: usize, many: Many, deferred: bool, args: [List; 3], target: G) {
        let Columns { values, adjoints, notes } = &mut self.cells;
        let Lists { runs, gathered, parts, .. } = &mut *self.lists;
        let g = adjoints[at];
        if matches!(many, Many::Dot | Many::DotBias)
            && let [weights] = *runs_of(runs, args[1])
        {
            add_products(values, adjoints, notes, target, runs_of(runs, args[0]), weights, g);
            if many == Many::DotBias {
                add(adjoints, notes, target, runs_of(runs, args[2])[0], core::iter::once(g));
            }
            return;
        }
        let args = &args[..many.arity()];
        let all = gather(runs, gathered, values, args);
        let all = &all[..args.len()];
        let y = if deferred && !all[0].is_empty() { many::value(many, all) } else { values[at] };
        let mut out = parts.each_mut().map(|part| {
            part.clear();
            part
        });
        for (part, arg) in out.iter_mut().zip(all) {
            part.resize(arg.len(), g);
        }
        let mut out = out.map(|part| part.as_mut_slice());
        many::adjoint(many, all, y, g, &mut out[..args.len()]);
        for (&list, part) in args.iter().zip(out) {
            let mut part = part.iter().copied();
            for &run in runs_of(runs, list) {
                add(adjoints, notes, target, run, part.by_ref().take(run.len()));
            }
        }
    }
}

/// The adjoints of `xs · weights`: those of the table, added where they belong at once. Training spends most of its time here.
#[inline]
fn add_products<T: Scalar, G: Target>(
    values: &[T],
    adjoints: &mut [T],
    nodes: &[Node],
    target: G,
    xs: &[Run],
    weights: Run,
    g: T,
) {
    let mut first = weights.first;
    for &xs in xs {
        if G::ALL && xs.len == 1 {
            let (x, weight) = (xs.first as usize, first as usize);
            adjoints[x] = adjoints[x] + g * values[weight];
            adjoints[weight] = adjoints[weight] + g * values[x];
            first += 1;
            continue;
        }
        let weights = Run { first, len: xs.len };
        add_product(adjoints, nodes, target, xs, g, &values[weights.range()]);
        add_product(adjoints, nodes, target, weights, g, &values[xs.range()]);
        first += xs.len;
    }
}

/// Adds `g · factor` to the adjoints of a run, as far as they are wanted.
#[inline]
fn add_product<T: Scalar, G: Target>(adjoints: &mut [T], nodes: &[Node], target: G, run: Run, g: T, factors: &[T]) {
    if G::ALL && factors.len() >= LONG {
        loops::run(Multiple { ys: &mut adjoints[run.range()], g, xs: factors });
    } else {
        add(adjoints, nodes, target, run, factors.iter().map(|&factor| g * factor));
    }
}

/// The length from which on a loop is worth a call of one for the instruction set.
const LONG: usize = 16;

/// Adds the parts to the adjoints of a run, as far as they are wanted.
#[inline]
fn add<T: Scalar, G: Target>(adjoints: &mut [T], nodes: &[Node], target: G, run: Run, parts: impl Iterator<Item = T>) {
    if G::ALL {
        adjoints[run.range()].iter_mut().zip(parts).for_each(|(adjoint, part)| *adjoint = *adjoint + part);
        return;
    }
    for (at, part) in run.range().zip(parts) {
        if target.wants(nodes, at) {
            adjoints[at] = adjoints[at] + part;
        }
    }
}

/// A node that came about by a row of the table, to be visited.
struct Row<'g, T, G> {
    values: &'g [T],
    nodes: &'g [Node],
    adjoints: &'g mut [T],
    at: usize,
    y: Option<T>,
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
        self.y.unwrap_or_else(compute)
    }

    #[inline(always)]
    fn adjoint(&self) -> T {
        self.adjoints[self.at]
    }

    #[inline(always)]
    fn add<const N: usize>(self, parts: [Option<T>; N]) {
        for (part, arg) in parts.into_iter().zip(self.args) {
            if let Some(part) = part
                && self.target.wants(self.nodes, arg as usize)
            {
                self.adjoints[arg as usize] = self.adjoints[arg as usize] + part;
            }
        }
    }
}
