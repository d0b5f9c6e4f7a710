//! The adjoints of calls: those of the callee, which knows its own.

use super::adjoint::Adjoint;
use super::reverse::Reverse;
use crate::each::Each;
use crate::graph::{Call, CallArg, CalleePass, Id, Kind, Step, Template, Type, element_type};

impl Reverse {
    pub(super) fn call(&mut self, call: Call, id: Id, adjoint: &Adjoint, ty: Type) {
        let args = call.args.clone();
        let (g, ends) = if call.changes() {
            let value = element_type(&ty, &[Step::At(0)]);
            let g = adjoint.part(&mut self.w, &ty, &[Step::At(0)]);
            let g = if value.has_slices() && g.is_missing() {
                let result = self.slot(id, 0);
                self.zeros_like(result)
            } else {
                g.materialize(&mut self.w, &value)
            };
            let count = args.iter().filter(|arg| arg.mutable).count();
            (g, (1..=count).map(|at| adjoint.part(&mut self.w, &ty, &[Step::At(at)])).collect())
        } else {
            (self.materialize(adjoint.clone(), id), Vec::new())
        };
        let mut ends = ends.into_iter();
        let mut kind = Kind::Call(Box::new(call));
        kind.each_input(&mut |id| *id = self.fetch(*id));
        let Kind::Call(mut call) = kind else { unreachable!("it is still a call") };
        let paths: Vec<_> = call.args.each(|arg| arg.path.clone());
        let mut sums: Vec<Option<Sum>> = Vec::new();
        for (at, arg) in args.iter().enumerate() {
            sums.push(if arg.mutable {
                let end = ends.next().unwrap_or_default();
                // What the call makes of the adjoint of the end is that of the start.
                Some(Sum { array: self.materialize(end, arg.id), kind: SumKind::End })
            } else {
                self.sum(&args, &paths[at], at)
            });
        }
        call.seed = Some(g);
        call.pass = CalleePass::Second(self.position(id));
        call.sums = sums
            .iter()
            .zip(&paths)
            .map(|(sum, path)| {
                let sum = sum.as_ref()?;
                let path = if sum.kind == SumKind::Part { Vec::new() } else { path.clone() };
                Some(CallArg { id: sum.array, path, by_ref: true, mutable: true })
            })
            .collect();
        let adjoints = args.iter().zip(&sums).map(|(arg, sum)| match sum {
            Some(sum) => self.w.graph.node(sum.array).ty.clone(),
            None => self.w.graph.node(arg.id).ty.clone(),
        });
        let ty = Type::Tuple(vec![ty, Type::Tuple(adjoints.collect())]);
        let first = id;
        let id = self.w.push(Kind::Call(call), ty);
        self.pairs.push((first, id));
        for (at, arg) in args.into_iter().enumerate() {
            if !self.w.graph.node(arg.id).active {
                continue;
            }
            let g = self.w.get(id, &[Step::At(1), Step::At(at)]);
            match sums[at].as_ref().map(|sum| sum.kind) {
                Some(SumKind::Own) => self.store(arg.id, Adjoint::Whole(g)),
                Some(SumKind::End) => self.contribute(arg.id, Adjoint::Whole(g)),
                Some(SumKind::Part) | None => self.contribute_at(arg.id, &paths[at], g),
            }
        }
    }

    /// From where on the effects of a call of the forward pass are recorded.
    fn position(&mut self, call: Id) -> Id {
        let position = match self.positions.get(&call) {
            Some(&known) => known,
            None => {
                let Kind::Call(called) = &mut self.w.graph.node_mut(call).kind else { unreachable!("it is a call") };
                called.pass = CalleePass::First;
                let position = Kind::Opaque(Template::position_before(called));
                let position = self.insert_before(call, position, Type::Other);
                self.positions.insert(call, position);
                position
            }
        };
        self.fetch(position)
    }

    /// Where the adjoint of a slice is added up: in that of the array itself, unless another argument has it.
    fn sum(&mut self, args: &[CallArg], path: &[Step], at: usize) -> Option<Sum> {
        let arg = &args[at];
        let whole = self.w.graph.node(arg.id).ty.clone();
        let ty = element_type(&whole, &arg.path);
        if !self.w.graph.node(arg.id).active || !ty.is_slice() {
            return None;
        }
        let own = !args.iter().enumerate().any(|(k, other)| other.id == arg.id && (k < at || other.mutable));
        // A slice of an array whose length is a constant has an adjoint of its own as well.
        if own && whole.has_slices() {
            let before = self.current(arg.id);
            return Some(Sum { array: self.materialize(before, arg.id), kind: SumKind::Own });
        }
        let array = match path.last() {
            Some(&Step::Range(start, end)) => {
                let len = self.w.distance(start, end);
                self.w.zeros(&ty, len)
            }
            Some(_) => {
                let array = self.fetch(arg.id);
                let part = self.w.get(array, path);
                self.w.zero_like(part, &ty)
            }
            None => self.zeros_like(arg.id),
        };
        Some(Sum { array, kind: SumKind::Part })
    }
}

/// An array to which the adjoint of a slice is added.
struct Sum {
    array: Id,
    kind: SumKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum SumKind {
    /// The adjoint of the whole array, of which the slice may be a part.
    Own,
    /// One of the slice alone.
    Part,
    /// The adjoint of what the call makes of the array.
    End,
}
