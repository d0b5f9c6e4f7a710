//! What the sweep makes of one node: the adjoint of its value becomes adjoints of what it was computed from.

use burtorch_runtime::rules::Op;

use super::adjoint::Adjoint;
use super::reverse::Reverse;
use crate::each::Each;
use crate::graph::{Id, Kind, Node, Step, Type, element_type};
use crate::record;

impl Reverse {
    pub(super) fn node(&mut self, id: Id, adjoint: Adjoint) {
        let ty = self.w.graph.node(id).ty.clone();
        match self.w.graph.kind(id).clone() {
            Kind::Op(op, args) => {
                let g = adjoint.materialize(&mut self.w, &ty);
                let (g, negative) = self.without_sign(g);
                let before = self.mark();
                let adjoints = record::adjoint(&mut self.w, op, &args, id, g);
                let wanted: Vec<_> = args
                    .iter()
                    .zip(adjoints)
                    .filter_map(|(&arg, adjoint)| adjoint.filter(|_| self.w.graph.node(arg).active).map(|g| (arg, g)))
                    .collect();
                let mut adjoints: Vec<Id> = wanted.each(|&(_, g)| g);
                self.settle(before, &mut adjoints);
                for ((arg, _), g) in wanted.into_iter().zip(adjoints) {
                    let g = if negative { self.w.op(Op::Neg, &[g]) } else { g };
                    self.contribute_at(arg, &[], g);
                }
            }
            Kind::Select(cond, a, b) => {
                let g = adjoint.materialize(&mut self.w, &ty);
                let cond = self.fetch(cond);
                let zero = self.w.zero(&ty);
                for (arg, yes, no) in [(a, g, zero), (b, zero, g)] {
                    if self.w.graph.node(arg).active {
                        let g = self.w.push(Kind::Select(cond, yes, no), ty.clone());
                        self.contribute_at(arg, &[], g);
                    }
                }
            }
            Kind::Get(base, path) => {
                let path = self.fetch_path(&path);
                for (mut rest, g) in adjoint.leaves() {
                    rest.splice(0..0, path.iter().copied());
                    self.contribute_at(base, &rest, g);
                }
            }
            Kind::Set(base, path, value) => {
                let sum = self.added(base, &path, value);
                let (steps, path) = (path.clone(), self.fetch_path(&path));
                if let Some((term, negative)) = sum {
                    // `a[i] += x`: the adjoint of the element stays what it is.
                    let part = adjoint.part(&mut self.w, &ty, &path);
                    let part = match (part, negative) {
                        (Adjoint::Whole(g), true) => Adjoint::Whole(self.w.op(Op::Neg, &[g])),
                        (part, _) => part,
                    };
                    self.contribute(term, part);
                    return self.contribute(base, adjoint);
                }
                let part = adjoint.part(&mut self.w, &ty, &path);
                self.contribute(value, part);
                let rest = self.without(id, adjoint, (&steps, &path));
                self.contribute(base, rest);
            }
            Kind::Pack(elements) => {
                for (at, element) in elements.into_iter().enumerate() {
                    let part = adjoint.part(&mut self.w, &ty, &[Step::At(at)]);
                    self.contribute(element, part);
                }
            }
            Kind::Splat(element) => {
                let Type::Array(_, len) = &ty else { unreachable!("a repetition is an array") };
                let whole = adjoint.materialize(&mut self.w, &ty);
                let end = self.w.length(len);
                self.splat(element, whole, end, Some(len.clone()));
            }
            Kind::Fill(element, count) => {
                let whole = self.materialize(adjoint, id);
                let end = self.fetch(count);
                self.splat(element, whole, end, None);
            }
            Kind::Push(base, value) => {
                // The longer array's adjoint goes on as that of the shorter one: nothing reads its last element.
                let last = self.length(base);
                let last = self.fetch(last);
                let g = adjoint.part(&mut self.w, &ty, &[Step::Index(last)]);
                self.contribute(value, g);
                self.contribute(base, adjoint);
            }
            Kind::Call(call) => self.call(*call, id, &adjoint, ty),
            Kind::Branch { on, arms } => self.branch(id, (on, &arms), &adjoint, &ty),
            Kind::For { init, recompute: true, .. } => {
                let copy = self.run_again(id);
                self.for_loop(copy, &init, &adjoint, &ty);
            }
            Kind::For { init, .. } => self.for_loop(id, &init, &adjoint, &ty),
            kind => unreachable!("{kind:?} has no adjoint"),
        }
    }

    /// The adjoint of what an aggregate was before the node `set` replaced an element of it; the steps to that are those of
    /// the forward pass, and those of the sweep.
    pub(super) fn without(&mut self, set: Id, adjoint: Adjoint, (steps, path): (&[Step], &[Step])) -> Adjoint {
        let Node { kind: Kind::Set(base, ..), ty, .. } = self.w.graph.node(set).clone() else {
            unreachable!("asked for what replaces an element")
        };
        let element = element_type(&ty, path);
        if !element.has_slices() || matches!(path.last(), Some(Step::Range(..))) {
            return adjoint.without(&mut self.w, &ty, path);
        }
        // The array that was there may have been longer or shorter.
        let before = self.insert_before(set, Kind::Get(base, steps.to_vec()), element);
        let zeros = self.zeros_like(before);
        let whole = self.materialize(adjoint, base);
        Adjoint::Whole(self.w.set(whole, path, zeros))
    }

    /// What is added to an element that is replaced by the sum, and whether it is subtracted.
    pub(super) fn added(&self, base: Id, path: &[Step], value: Id) -> Option<(Id, bool)> {
        let Kind::Op(op @ (Op::Add | Op::Sub), args) = self.w.graph.kind(value) else { return None };
        let is_old = |id: Id| match self.w.graph.kind(id) {
            Kind::Get(from, steps) => *from == base && steps[..] == *path,
            _ => false,
        };
        if !self.w.graph.node(base).active || !self.w.graph.node(base).ty.is_slice() {
            return None;
        }
        match (is_old(args[0]), is_old(args[1]), op) {
            (true, false, op) => Some((args[1], *op == Op::Sub)),
            (false, true, Op::Add) => Some((args[0], false)),
            _ => None,
        }
    }

    /// An adjoint and its sign, if that is a negation of its own.
    ///
    /// Rows are linear, so the sign can be applied to what they make of the rest. There it goes into a
    /// sum, where inside of a row's choice it would be in the way.
    fn without_sign(&self, g: Id) -> (Id, bool) {
        match self.w.graph.kind(g) {
            Kind::Op(Op::Neg, args) if g.index() >= self.first => (args[0], true),
            _ => (g, false),
        }
    }
}
