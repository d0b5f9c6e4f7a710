//! The order of the axes of what products read.
//!
//! A sum of products is fast if the elements along one axis of its result lie side by side in memory, in what it reads
//! and in what it writes. The gradient of a weight is the one product of a layer for which they do not: it sums over the
//! samples, which lie side by side. So one of its operands is copied, with the axis in question last.

use std::collections::HashMap;

use burtorch_runtime::rules::Op;

use crate::each::Each;
use crate::tensor::{Coord, Graph, Id, Kind, Node, Reduction, Repeat, Shape, elements};

/// A product with fewer rows than this, or with fewer numbers in one, is not worth a copy.
const LEAST: [usize; 2] = [2, 8];
/// A copy that only makes writing faster pays if so many times more is written.
const WRITTEN: usize = 8;
/// So many numbers fill the widest register.
const LANES: usize = 16;

/// The graph with copies where they pay.
pub fn layout(graph: &Graph) -> Graph {
    let mut layout = Layout { old: graph, new: Graph::new(), ids: Vec::new(), copies: HashMap::new() };
    for id in graph.ids() {
        let mut node = graph.node(id).clone();
        let kind = match &node.kind {
            Kind::Repeat(repeat) => {
                let body = self::layout(&repeat.body);
                Some(Kind::Repeat(Box::new(Repeat { body, ..(**repeat).clone() })))
            }
            Kind::Reduce(Reduction::Sum, source, axes) => layout.product(&node, *source, axes),
            _ => None,
        };
        let new = match kind {
            Some(Kind::Reduce(..)) => {
                // Its operands are new already.
                node.kind = kind.expect("it was matched");
                layout.new.push(node)
            }
            kind => {
                node.kind = kind.unwrap_or(node.kind);
                node.kind.each_input(&mut |input| *input = layout.ids[input.index()]);
                layout.new.push(node)
            }
        };
        layout.ids.push(new);
    }
    let at = |id: &Id| layout.ids[id.index()];
    layout.new.results = graph.results.each(at);
    layout.new.gradients.clone_from(&graph.gradients);
    layout.new.gradients.iter_mut().for_each(|gradient| gradient.value = at(&gradient.value));
    layout.new
}

struct Layout<'g> {
    old: &'g Graph,
    new: Graph,
    ids: Vec<Id>,
    /// Copies that were made: of what, with which axis last.
    copies: HashMap<(Id, usize), Id>,
}

/// An operand of a product: a view of something in memory, or that itself.
struct Operand {
    source: Id,
    coords: Vec<Coord>,
}

impl Layout<'_> {
    /// The sum of products with one operand copied, if that makes it faster.
    fn product(&mut self, node: &Node, source: Id, axes: &[usize]) -> Option<Kind> {
        let Kind::Op(Op::Mul, factors) = self.old.kind(source) else { return None };
        let operands = [self.operand(factors[0])?, self.operand(factors[1])?];
        let shape = self.old.shape(source);
        let kept: Vec<usize> = (0..shape.len()).only(|axis| !axes.contains(axis));
        let contiguous = |axis: usize| {
            shape[axis] >= 4 && operands.iter().all(|operand| matches!(self.stride(operand, axis), Some(0 | 1)))
        };
        // Where nothing lies side by side, only sums over samples are worth it: others are short or have one row.
        let last = *kept.last()?;
        let beside = kept.iter().any(|&axis| contiguous(axis));
        if contiguous(last) || !beside && !axes.iter().any(|&axis| contiguous(axis)) {
            return None;
        }
        let rows: usize = kept.iter().filter(|&&axis| axis != last).map(|&axis| shape[axis]).product();
        if rows < LEAST[0] || shape[last] < LEAST[1] {
            return None;
        }
        // The operand that has the last axis is copied; the other one must not depend on it.
        let (at, axis) = operands.iter().enumerate().find_map(|(at, operand)| {
            let axis = operand.coords.iter().position(|coord| coord.as_axis() == Some(last))?;
            (self.stride(&operands[1 - at], last) == Some(0)).then_some((at, axis))
        })?;
        // If there are other axes along which elements lie side by side, and enough of them, only the way into memory is at stake.
        let (copied, written) = (elements(self.old.shape(operands[at].source)), elements(&node.shape));
        let full = kept.iter().any(|&axis| shape[axis] >= LANES && contiguous(axis));
        if beside && copied * if full { WRITTEN } else { 1 } > written {
            return None;
        }
        let copied = self.copy(&operands[at], axis, shape, node);
        let other = self.ids[factors[1 - at].index()];
        let new = if at == 0 { [copied, other] } else { [other, copied] };
        let product = self.new.op(Op::Mul, &new, node.span);
        Some(Kind::Reduce(Reduction::Sum, product, axes.to_vec()))
    }

    fn operand(&self, id: Id) -> Option<Operand> {
        let operand = match self.old.kind(id) {
            Kind::View(source, coords) => Operand { source: *source, coords: coords.clone() },
            _ => Operand { source: id, coords: crate::tensor::identity(self.old.shape(id).len()) },
        };
        operand.coords.iter().all(|coord| coord.affine().is_some()).then_some(operand)
    }

    /// How far apart elements are that follow each other along an axis of the product.
    fn stride(&self, operand: &Operand, axis: usize) -> Option<isize> {
        let mut step = 1;
        let mut stride = 0;
        for (coord, &length) in operand.coords.iter().zip(self.old.shape(operand.source)).rev() {
            stride += step * coord.affine()?.terms[axis];
            step *= crate::tensor::signed(length);
        }
        Some(stride)
    }

    /// A view of shape `shape` of a copy of the operand, in which `axis` is last.
    fn copy(&mut self, operand: &Operand, axis: usize, shape: &[usize], node: &Node) -> Id {
        let source = self.ids[operand.source.index()];
        let lengths = self.old.shape(operand.source);
        let order: Vec<usize> = (0..lengths.len()).filter(|other| *other != axis).chain([axis]).collect();
        let copy = match self.copies.get(&(operand.source, axis)) {
            Some(&known) => known,
            None => {
                let moved = self.new.permute(source, &order, node.span);
                let lengths: Shape = order.each(|&axis| lengths[axis]);
                let dtype = self.new.node(source).dtype;
                let copy = self.new.add(Kind::Copy(moved), &lengths, dtype, node.span);
                self.copies.insert((operand.source, axis), copy);
                copy
            }
        };
        let coords = order.each(|&axis| operand.coords[axis].clone());
        self.new.view(copy, coords, shape, node.span)
    }
}
