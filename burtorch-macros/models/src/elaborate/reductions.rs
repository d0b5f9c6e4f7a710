//! Sums, products and what is made of them: matrix products, means, softmax, norms, losses.
//!
//! These work on nodes whose shapes were checked already.

use burtorch_runtime::rules::Op;
use proc_macro2::Span;

use super::eval::Evaluator;
use crate::ast::BinaryOp;
use crate::each::Each;
use crate::tensor::{Affine, Dtype, Id, Kind, Reduction, identity};

impl Evaluator<'_> {
    pub(super) fn op(&mut self, op: Op, args: &[Id], span: Span) -> Id {
        self.builder.graph().op(op, args, span)
    }

    /// A row on a tensor and a number.
    pub(super) fn op_number(&mut self, op: Op, a: Id, number: f64, span: Span) -> Id {
        let shape = self.shape(a);
        let number = self.builder.graph().constant(number, &shape, span);
        self.op(op, &[a, number], span)
    }

    /// Broadcasts a tensor along axes that were reduced.
    fn restored(&mut self, reduced: Id, axes: &[usize], to: &[usize], span: Span) -> Id {
        let kept: Vec<usize> = (0..to.len()).only(|axis| !axes.contains(axis));
        self.spread(reduced, &kept, to, span)
    }

    /// A row on a tensor and one without some of its axes.
    fn op_restored(&mut self, op: Op, a: Id, reduced: Id, axes: &[usize], span: Span) -> Id {
        let shape = self.shape(a);
        let b = self.restored(reduced, axes, &shape, span);
        self.op(op, &[a, b], span)
    }

    /// The sum of products over the last axis of `shape`, where `a_axes` and `b_axes` say where the axes of the
    /// operands are.
    pub(super) fn contract(&mut self, a: (Id, &[usize]), b: (Id, &[usize]), shape: &[usize], span: Span) -> Id {
        let x = self.spread(a.0, a.1, shape, span);
        let y = self.spread(b.0, b.1, shape, span);
        let product = self.op(Op::Mul, &[x, y], span);
        self.builder.graph().reduce(Reduction::Sum, product, &[shape.len() - 1], span)
    }

    pub(super) fn sum(&mut self, x: Id, axes: &[usize], span: Span) -> Id {
        self.builder.graph().reduce(Reduction::Sum, x, axes, span)
    }

    pub(super) fn maximum(&mut self, x: Id, axes: &[usize], span: Span) -> Id {
        self.builder.graph().reduce(Reduction::Max, x, axes, span)
    }

    pub(super) fn minimum(&mut self, x: Id, axes: &[usize], span: Span) -> Id {
        let negative = self.op(Op::Neg, &[x], span);
        let largest = self.maximum(negative, axes, span);
        self.op(Op::Neg, &[largest], span)
    }

    /// The sum divided by the number of terms, of which `less` are not counted.
    fn averaged(&mut self, x: Id, axes: &[usize], less: usize, span: Span) -> Id {
        let shape = self.shape(x);
        let count: usize = axes.iter().map(|&axis| shape[axis]).product();
        let sum = self.sum(x, axes, span);
        #[allow(clippy::cast_precision_loss, reason = "a tensor has fewer than 2^52 elements")]
        let scale = 1.0 / (count - less) as f64;
        if scale.to_bits() == 1.0_f64.to_bits() { sum } else { self.op_number(Op::Mul, sum, scale, span) }
    }

    pub(super) fn mean(&mut self, x: Id, axes: &[usize], span: Span) -> Id {
        self.averaged(x, axes, 0, span)
    }

    /// The mean squared distance from the mean; `less` is 1 for the unbiased estimate.
    pub(super) fn variance(&mut self, x: Id, axes: &[usize], less: usize, span: Span) -> Id {
        let mean = self.mean(x, axes, span);
        let centered = self.op_restored(Op::Sub, x, mean, axes, span);
        let squares = self.op(Op::Sqr, &[centered], span);
        self.averaged(squares, axes, less, span)
    }

    /// `x` minus its largest element along an axis, which is not differentiated.
    fn shifted(&mut self, x: Id, axis: usize, span: Span) -> Id {
        let largest = self.maximum(x, &[axis], span);
        let shape = self.shape(largest);
        let largest = self.builder.graph().add(Kind::Detach(largest), &shape, Dtype::Float, span);
        self.op_restored(Op::Sub, x, largest, &[axis], span)
    }

    pub(super) fn softmax(&mut self, x: Id, axis: usize, span: Span) -> Id {
        let shifted = self.shifted(x, axis, span);
        let powers = self.op(Op::Exp, &[shifted], span);
        // `save_or_recompute` computes a product again but saves a quotient, so this multiplies by the reciprocal of the sum.
        let sum = self.sum(powers, &[axis], span);
        let scale = self.op(Op::Recip, &[sum], span);
        self.op_restored(Op::Mul, powers, scale, &[axis], span)
    }

    /// The logarithm of the sum of the exponentials of what is shifted already, so that the largest of them is 1.
    ///
    /// `ln(1 + r)`, where `r` is the sum of all others: beside the 1 their digits would be lost, and the loss of a confident
    /// prediction is made of nothing else. Subtracting the 1 from its own power is exact and leaves the gradient as it is. Of
    /// several that are largest, all but one are added again.
    fn log_sum(&mut self, shifted: Id, axis: usize, span: Span) -> Id {
        let shape = self.shape(shifted);
        let powers = self.op(Op::Exp, &[shifted], span);
        let graph = self.builder.graph();
        let (one, zero) = (graph.constant(1.0, &shape, span), graph.constant(0.0, &shape, span));
        let is_largest = graph.compare(BinaryOp::Eq, shifted, zero, span);
        let largest = graph.select(is_largest, one, zero, span);
        let rest = self.op(Op::Sub, &[powers, largest], span);
        let rest = self.sum(rest, &[axis], span);
        let count = self.sum(largest, &[axis], span);
        let others = self.op_number(Op::Sub, count, 1.0, span);
        let sum = self.op(Op::Add, &[rest, others], span);
        self.op(Op::Ln1p, &[sum], span)
    }

    pub(super) fn log_softmax(&mut self, x: Id, axis: usize, span: Span) -> Id {
        let shifted = self.shifted(x, axis, span);
        let log = self.log_sum(shifted, axis, span);
        self.op_restored(Op::Sub, shifted, log, &[axis], span)
    }

    /// Of nothing but `−∞` it is `−∞`, and with `∞` among them it is `∞`; the gradient there is NaN: all as in PyTorch.
    pub(super) fn logsumexp(&mut self, x: Id, axis: usize, span: Span) -> Id {
        let largest = self.maximum(x, &[axis], span);
        // `∞ − ∞` would be NaN, so nothing is subtracted then.
        let shape = self.shape(largest);
        let magnitude = self.op(Op::Abs, &[largest], span);
        let graph = self.builder.graph();
        let (infinite, zero) = (graph.constant(f64::INFINITY, &shape, span), graph.constant(0.0, &shape, span));
        let is_infinite = graph.compare(BinaryOp::Eq, magnitude, infinite, span);
        let shift = graph.select(is_infinite, zero, largest, span);
        let shift = graph.add(Kind::Detach(shift), &shape, Dtype::Float, span);
        let shifted = self.op_restored(Op::Sub, x, shift, &[axis], span);
        let log = self.log_sum(shifted, axis, span);
        self.op(Op::Add, &[log, shift], span)
    }

    /// `-ln softmax(x)[target]` over the last axis; `targets` has the shape of the axes before it.
    /// Nothing if the targets are looked up themselves.
    ///
    /// With `sᵢ = xᵢ − max x`, `eᵢ` their powers, `s` and `e` those of the target and `r` the sum of all other powers it is
    /// `ln(e + r) − s`, as `ln_1p(r + (e − 1)) − s`: if the target is the largest, `e − 1` is zero, and the loss of a confident
    /// prediction keeps its digits; if not, nothing cancels.
    ///
    /// The slope of the target, `−r / (e + r)`, would be the difference of two numbers near 1. So `e` and `s` are not
    /// differentiated, and all other powers are taken relative to the target instead: times `exp(s' − s)`, where `s'` is `s`
    /// without its slope, which is 1. Of an improbable target the slope is that of `−s`, which may be infinite.
    pub(super) fn cross_entropy(&mut self, x: Id, targets: Id, span: Span) -> Option<Id> {
        /// Smaller logarithms of `e` are of improbable targets: `e` is less than half an ulp of 1 in each precision.
        const IMPROBABLE: f64 = -40.0;
        let shape = self.shape(x);
        let axis = shape.len() - 1;
        let mut coords = identity(axis);
        let at: Vec<Affine> = (0..axis).each(|at| Affine::axis(at, axis));
        coords.push(self.looked_up(targets, &at, axis)?);
        let rows = &shape[..axis];
        let shifted = self.shifted(x, axis, span);
        let powers = self.op(Op::Exp, &[shifted], span);
        let axes: Vec<usize> = (0..axis).collect();
        let spread = self.spread(targets, &axes, &shape, span);
        let graph = self.builder.graph();
        let index = graph.add(Kind::Index(axis), &shape, Dtype::Int, span);
        let is_target = graph.compare(BinaryOp::Eq, spread, index, span);
        let zero = graph.constant(0.0, &shape, span);
        let others = graph.select(is_target, zero, powers, span);
        let rest = self.sum(others, &[axis], span);

        let target = self.view(shifted, coords.clone(), rows, span);
        let power = self.view(powers, coords, rows, span);
        let graph = self.builder.graph();
        let (bound, zero) = (graph.constant(IMPROBABLE, rows, span), graph.constant(0.0, rows, span));
        let is_probable = graph.compare(BinaryOp::Gt, target, bound, span);
        let sloping = graph.select(is_probable, target, zero, span);
        let mut detached = |of: Id| graph.add(Kind::Detach(of), rows, Dtype::Float, span);
        let (still, power, constant) = (detached(sloping), detached(power), detached(target));
        let logarithm = graph.select(is_probable, constant, target, span);
        let nothing = self.op(Op::Sub, &[still, sloping], span);
        let relative = self.op(Op::Exp, &[nothing], span);
        let rest = self.op(Op::Mul, &[rest, relative], span);
        let less = self.op_number(Op::Sub, power, 1.0, span);
        let sum = self.op(Op::Add, &[rest, less], span);
        let log = self.op(Op::Ln1p, &[sum], span);
        Some(self.op(Op::Sub, &[log, logarithm], span))
    }

    /// `(x − mean) / √(variance + eps)` over the last axis.
    pub(super) fn layer_norm(&mut self, x: Id, eps: f64, span: Span) -> Id {
        let axes = [self.shape(x).len() - 1];
        let mean = self.mean(x, &axes, span);
        let centered = self.op_restored(Op::Sub, x, mean, &axes, span);
        self.rms_norm(centered, eps, span)
    }

    /// `x / √(mean of x² + eps)` over the last axis.
    pub(super) fn rms_norm(&mut self, x: Id, eps: f64, span: Span) -> Id {
        let axes = [self.shape(x).len() - 1];
        let squares = self.op(Op::Sqr, &[x], span);
        let mean = self.mean(squares, &axes, span);
        let sum = self.op_number(Op::Add, mean, eps, span);
        let scale = self.op(Op::InvSqrt, &[sum], span);
        self.op_restored(Op::Mul, x, scale, &axes, span)
    }

    /// `−∞` where the last coordinate is larger than the one before it.
    pub(super) fn causal_mask(&mut self, x: Id, span: Span) -> Id {
        let shape = self.shape(x);
        let rank = shape.len();
        let graph = self.builder.graph();
        let row = graph.add(Kind::Index(rank - 2), &shape, Dtype::Int, span);
        let column = graph.add(Kind::Index(rank - 1), &shape, Dtype::Int, span);
        let later = graph.compare(BinaryOp::Gt, column, row, span);
        let low = graph.constant(f64::NEG_INFINITY, &shape, span);
        graph.select(later, low, x, span)
    }

    /// The sum of all elements along an axis up to each. An element behind it is no term, whatever it is.
    pub(super) fn sums_so_far(&mut self, x: Id, axis: usize, span: Span) -> Id {
        let mut shape = self.shape(x);
        let rank = shape.len();
        // The terms are one more axis, the last.
        let axes: Vec<usize> = (0..rank).each(|at| if at == axis { rank } else { at });
        shape.push(shape[axis]);
        let terms = self.spread(x, &axes, &shape, span);
        let graph = self.builder.graph();
        let (end, at) = (Kind::Index(axis), Kind::Index(rank));
        let [end, at] = [end, at].map(|kind| graph.add(kind, &shape, Dtype::Int, span));
        let counts = graph.compare(BinaryOp::Le, at, end, span);
        let zero = graph.constant(0.0, &shape, span);
        let terms = graph.select(counts, terms, zero, span);
        self.sum(terms, &[rank], span)
    }

    /// Zero with probability `p`, else `x / (1 − p)`.
    pub(super) fn dropout(&mut self, x: Id, p: f64, seed: Id, span: Span) -> Id {
        let shape = self.shape(x);
        let seed = self.spread(seed, &[], &shape, span);
        let mut strides = vec![1; shape.len()];
        for axis in (1..shape.len()).rev() {
            strides[axis - 1] = strides[axis] * shape[axis];
        }
        let stream = self.streams;
        self.streams += 1;
        let scaled = self.op_number(Op::Mul, x, 1.0 / (1.0 - p), span);
        let graph = self.builder.graph();
        let random = graph.add(Kind::Random { seed, stream, strides }, &shape, Dtype::Float, span);
        let threshold = graph.constant(p, &shape, span);
        let kept = graph.compare(BinaryOp::Ge, random, threshold, span);
        let zero = graph.constant(0.0, &shape, span);
        graph.select(kept, scaled, zero, span)
    }

    /// One where the last coordinate is the index, else zero.
    pub(super) fn one_hot(&mut self, indices: Id, count: usize, span: Span) -> Id {
        let mut shape = self.shape(indices);
        let axes: Vec<usize> = (0..shape.len()).collect();
        shape.push(count);
        let indices = self.spread(indices, &axes, &shape, span);
        let graph = self.builder.graph();
        let at = graph.add(Kind::Index(axes.len()), &shape, Dtype::Int, span);
        let hit = graph.compare(BinaryOp::Eq, indices, at, span);
        let (one, zero) = (graph.constant(1.0, &shape, span), graph.constant(0.0, &shape, span));
        graph.select(hit, one, zero, span)
    }
}
