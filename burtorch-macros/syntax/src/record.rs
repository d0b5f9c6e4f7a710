//! The table of rules, run on graphs: what a row does to its operands is recorded as nodes.

use std::cell::RefCell;
use std::ops::{Add, Div, Mul, Neg, Rem, Sub};

use burtorch_runtime::rules::{self, Op, Operand};

use crate::ast::BinaryOp;
use crate::each::Each;

/// A graph that rows can write to.
pub trait Record {
    type Id: Copy;

    fn op(&mut self, op: Op, args: &[Self::Id]) -> Self::Id;

    /// A constant that can be combined with `like`.
    fn constant(&mut self, value: f64, like: Self::Id) -> Self::Id;

    fn compare(&mut self, op: BinaryOp, a: Self::Id, b: Self::Id) -> Self::Id;

    fn select(&mut self, truth: Self::Id, a: Self::Id, b: Self::Id) -> Self::Id;
}

/// The adjoints of the arguments of a row, given its value `y` and the adjoint `g` of that.
pub fn adjoint<W: Record>(w: &mut W, op: Op, args: &[W::Id], y: W::Id, g: W::Id) -> [Option<W::Id>; 3] {
    let w = &RefCell::new(w);
    let handle = |id| Handle { w, id };
    let args: Vec<_> = args.iter().copied().map(handle).collect();
    rules::adjoint(op, &args, handle(y), handle(g)).map(|adjoint| adjoint.map(|handle| handle.id))
}

/// The tangent of a row's value, from those of its arguments.
pub fn tangent<W: Record>(w: &mut W, op: Op, args: &[W::Id], y: W::Id, tangents: &[Option<W::Id>]) -> Option<W::Id> {
    let w = &RefCell::new(w);
    let handle = |id| Handle { w, id };
    let args: Vec<_> = args.iter().copied().map(handle).collect();
    let tangents: Vec<_> = tangents.each(|tangent| tangent.map(handle));
    rules::tangent(op, &args, handle(y), &tangents).map(|handle| handle.id)
}

/// The value of a row, in terms of the rows that it is made of.
pub fn value<W: Record>(w: &mut W, op: Op, args: &[W::Id]) -> W::Id {
    let w = &RefCell::new(w);
    let args: Vec<_> = args.each(|&id| Handle { w, id });
    rules::value(op, &args).id
}

/// A node, and the graph that it is in: while a row runs, its operands share the graph.
struct Handle<'w, W: Record> {
    w: &'w RefCell<&'w mut W>,
    id: W::Id,
}

impl<W: Record> Clone for Handle<'_, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W: Record> Copy for Handle<'_, W> {}

impl<W: Record> Handle<'_, W> {
    fn row(self, op: Op, args: &[W::Id]) -> Self {
        let id = self.w.borrow_mut().op(op, args);
        Handle { id, ..self }
    }

    fn compare(self, op: BinaryOp, b: Self) -> Self {
        let id = self.w.borrow_mut().compare(op, self.id, b.id);
        Handle { id, ..self }
    }
}

macro_rules! operators {
    ($($op:ident $method:ident),*) => {$(
        impl<W: Record> $op for Handle<'_, W> {
            type Output = Self;

            fn $method(self, b: Self) -> Self {
                self.row(Op::$op, &[self.id, b.id])
            }
        }
    )*};
}

operators!(Add add, Sub sub, Mul mul, Div div, Rem rem);

impl<W: Record> Neg for Handle<'_, W> {
    type Output = Self;

    fn neg(self) -> Self {
        self.row(Op::Neg, &[self.id])
    }
}

impl<W: Record> Operand for Handle<'_, W> {
    /// The comparison's node.
    type Truth = Self;

    fn lit(self, value: f64) -> Self {
        let id = self.w.borrow_mut().constant(value, self.id);
        Handle { id, ..self }
    }

    fn call(self, op: Op) -> Self {
        self.row(op, &[self.id])
    }

    fn call2(self, op: Op, b: Self) -> Self {
        self.row(op, &[self.id, b.id])
    }

    fn call3(self, op: Op, b: Self, c: Self) -> Self {
        self.row(op, &[self.id, b.id, c.id])
    }

    fn lt(self, b: Self) -> Self {
        self.compare(BinaryOp::Lt, b)
    }

    fn le(self, b: Self) -> Self {
        self.compare(BinaryOp::Le, b)
    }

    fn eq(self, b: Self) -> Self {
        self.compare(BinaryOp::Eq, b)
    }

    fn select(truth: Self, a: Self, b: Self) -> Self {
        let id = truth.w.borrow_mut().select(truth.id, a.id, b.id);
        Handle { id, ..a }
    }
}
