//! Packs operands of matrix products: copies with another axis innermost, where that makes the product faster.
//!
//! A product (GEMM) is fast if one axis of its result is contiguous in its operands and in the result. For the gradient of a
//! weight none is: it sums over the samples, which are the contiguous axis of a tile. So one operand is copied, with an axis of
//! the result innermost. A copy has as many elements as the tensor; the product reads each of them many times.

use std::collections::HashMap;

use burtorch_runtime::rules::Op;

use crate::each::Each;
use crate::tensor::{Coord, Graph, Id, Kind, Node, Reduction, Repeat, Shape, elements};

/// A product with fewer rows than this, or shorter ones, is not worth a copy.
const LEAST: [usize; 2] = [2, 8];
/// A copy that only makes the stores contiguous pays if this many times more is stored than copied.
const WRITTEN: usize = 8;
/// The `f32` lanes of a 512-bit register.
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
                // `product` has put nodes of the new graph in it.
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
    /// The copies so far, by the copied node and the axis that is last in the copy.
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
        // If no axis of the result is contiguous, a copy pays only for sums over a contiguous axis: gradients of weights.
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
        // If another axis of the result is contiguous and fills a register, the copy only makes the stores contiguous.
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

    /// The stride in memory of an operand along an axis of the product.
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
