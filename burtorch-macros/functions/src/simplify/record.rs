//! The graph that is being written, as the rules and the laws see it: what they record comes out simplified.

use burtorch_runtime::rules::Op;

use super::rewrite::Rewriter;
use crate::ast::Precision;
use crate::graph::{BinaryOp, Id, Kind, Type};
use crate::laws::Rewrite;
use crate::record::Record;

impl Record for Rewriter<'_> {
    type Id = Id;

    fn op(&mut self, op: Op, args: &[Id]) -> Id {
        self.row(op, args)
    }

    fn constant(&mut self, value: f64, _like: Id) -> Id {
        self.push(Kind::Const(value), &Type::Float, false)
    }

    fn compare(&mut self, op: BinaryOp, a: Id, b: Id) -> Id {
        self.push(Kind::Compare(op, a, b), &Type::Other, false)
    }

    fn select(&mut self, truth: Id, a: Id, b: Id) -> Id {
        let ty = self.w.type_of_row(&[a, b]);
        self.push(Kind::Select(truth, a, b), &ty, false)
    }
}

impl Rewrite for Rewriter<'_> {
    fn precision(&self) -> Precision {
        self.precision
    }

    fn constant_of(&self, id: Id) -> Option<f64> {
        match self.w.graph.kind(id) {
            Kind::Const(value) => Some(*value),
            _ => None,
        }
    }

    fn row_of_one(&self, id: Id) -> Option<(Op, Id)> {
        match self.w.graph.kind(id) {
            Kind::Op(op, args) => <[Id; 1]>::try_from(&args[..]).ok().map(|[a]| (*op, a)),
            _ => None,
        }
    }

    fn row_of_two(&self, id: Id) -> Option<(Op, [Id; 2])> {
        match self.w.graph.kind(id) {
            Kind::Op(op, args) => <[Id; 2]>::try_from(&args[..]).ok().map(|args| (*op, args)),
            _ => None,
        }
    }
}
