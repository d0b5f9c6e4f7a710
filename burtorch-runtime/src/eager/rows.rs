//! Nodes with lists of arguments, visited: by the table, or, where training spends its time, the rows of a layer together.

use core::ops::RangeInclusive;

use super::Scalar;
use super::arena::Columns;
use super::list::{Lists, gather, runs_of};
use super::loops::{self, Adjoints, Multiple};
use super::node::{List, Node, Note, Run, number};
use super::sweep::{All, Graph, Target};
use crate::rules::{Many, many};

/// The least length at which a call of a loop compiled for the processor's instruction set pays.
const LONG: usize = 16;

/// The dot product of one output of a layer: the inputs, which all outputs share, and weights that follow those of the row before.
struct LayerRow {
    many: Many,
    xs: List,
    weights: Run,
    bias: Option<Run>,
}

impl LayerRow {
    /// Whether `next` is the row after this one.
    fn is_before(&self, next: &LayerRow) -> bool {
        let adjacent = |a: Run, b: Run| a.len == b.len && a.first + a.len == b.first;
        (self.many, self.xs) == (next.many, next.xs)
            && adjacent(self.weights, next.weights)
            && match (self.bias, next.bias) {
                (Some(a), Some(b)) => adjacent(a, b),
                (a, b) => a.is_none() && b.is_none(),
            }
    }
}

impl<T: Scalar> Graph<'_, T> {
    /// Adds what a function outside of the tape contributes to the adjoints of its arguments.
    pub fn visit_call<G: Target>(&mut self, at: usize, args: List, slopes: u32, target: G) {
        let Columns { adjoints, notes, .. } = &mut self.cells;
        let g = adjoints[at];
        let mut slopes = self.lists.slopes[slopes as usize..].iter().map(|&slope| g * slope);
        for &run in self.lists.of(args) {
            add(adjoints, notes, target, run, slopes.by_ref().take(run.len()));
        }
    }

    /// Adds what a row over lists contributes to the adjoints of its arguments.
    pub fn visit_rows<G: Target>(&mut self, at: usize, many: Many, deferred: bool, args: [List; 3], target: G) {
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
        let mut out = out.map(alloc::vec::Vec::as_mut_slice);
        many::adjoint(many, all, y, g, &mut out[..args.len()]);
        for (&list, part) in args.iter().zip(out) {
            let mut part = part.iter().copied();
            for &run in runs_of(runs, list) {
                add(adjoints, notes, target, run, part.by_ref().take(run.len()));
            }
        }
    }

    /// The node as a row of a layer, if it can be one.
    #[inline]
    fn layer_row(&self, at: usize) -> Option<LayerRow> {
        let Node::Rows { many: many @ (Many::Dot | Many::DotBias), args: [xs, weights, bias], .. } =
            self.cells.notes[at].node()
        else {
            return None;
        };
        let [weights] = *self.lists.of(weights) else { return None };
        let bias = match many {
            Many::DotBias => Some(*self.lists.of(bias).first()?),
            _ => None,
        };
        Some(LayerRow { many, xs, weights, bias })
    }

    /// How many of the nodes right before this one, as far as they are `visited`, are rows of the same layer.
    pub fn rows_before(&self, at: usize, visited: impl Fn(usize) -> bool) -> usize {
        let Some(mut last) = self.layer_row(at) else { return 0 };
        let mut count = 0;
        while let Some(before) = at.checked_sub(count + 1)
            && visited(before)
            && let Some(row) = self.layer_row(before)
            && row.is_before(&last)
        {
            last = row;
            count += 1;
        }
        count
    }

    /// The inputs of the rows of a layer, all their weights, and all their biases.
    pub fn layer(&self, rows: &RangeInclusive<usize>) -> Option<(List, Run, Run)> {
        let LayerRow { xs, weights, bias, .. } = self.layer_row(*rows.start())?;
        let count = number(rows.end() - rows.start() + 1);
        let none = Run { first: number(*rows.start()), len: 0 };
        Some((xs, Run { len: weights.len * count, ..weights }, bias.map_or(none, |bias| Run { len: count, ..bias })))
    }

    /// Adds what the rows of a layer contribute to the adjoints of their arguments.
    #[inline(never)]
    pub fn visit_layer(&mut self, rows: RangeInclusive<usize>) {
        let Some((xs, weights, biases)) = self.layer(&rows) else { return };
        let xs = self.lists.of(xs);
        let apart = xs.is_sorted_by(|a, b| a.range().end <= b.range().start);
        let around = xs.first().map_or(0, |run| run.range().start)..xs.last().map_or(0, |run| run.range().end);
        let places = [around, weights.range(), biases.range(), *rows.start()..rows.end() + 1];
        // An argument that is there twice gets its parts one row after the other, as it does from single nodes.
        match self.cells.adjoints.get_disjoint_mut(places) {
            Ok([dx, dw, db, gs]) if apart => {
                for (adjoint, &g) in db.iter_mut().zip(&*gs) {
                    *adjoint = *adjoint + g;
                }
                loops::run(Adjoints { values: self.cells.values, xs, weights, gs, dx, dw });
            }
            _ => rows.rev().for_each(|at| self.visit(at, All)),
        }
    }
}

/// The adjoints of `xs · weights`: those of the table, added where they belong at once. Training spends most of its time here.
#[inline]
fn add_products<T: Scalar, G: Target>(
    values: &[T],
    adjoints: &mut [T],
    nodes: &[Note],
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
fn add_product<T: Scalar, G: Target>(adjoints: &mut [T], nodes: &[Note], target: G, run: Run, g: T, factors: &[T]) {
    if G::ALL && factors.len() >= LONG {
        loops::run(Multiple { ys: &mut adjoints[run.range()], g, xs: factors });
    } else {
        add(adjoints, nodes, target, run, factors.iter().map(|&factor| g * factor));
    }
}

/// Adds the parts to the adjoints of a run, as far as they are wanted.
#[inline]
fn add<T: Scalar, G: Target>(adjoints: &mut [T], nodes: &[Note], target: G, run: Run, parts: impl Iterator<Item = T>) {
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
