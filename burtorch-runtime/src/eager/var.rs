//! Values in expressions: operators and functions on numbers.

use core::cmp::Ordering;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, RemAssign, Sub, SubAssign};

use super::node::Value;
use super::{Scalar, Tape};
use crate::rules::Op;

/// A value of a tape, to compute with: `a * b + b.pow3()`.
///
/// Every operation puts a new value on the tape. `x += y` makes `x` the name of such a new value; the old one stays as it is.
#[derive(Clone, Copy)]
pub struct Var<'t, T> {
    tape: &'t Tape<T>,
    id: Value,
    /// What is on the tape, too, and can be computed with at once.
    value: T,
}

impl<T> From<Var<'_, T>> for Value {
    #[inline]
    fn from(var: Var<'_, T>) -> Self {
        var.id
    }
}

/// What stands for a value in an expression: a [`Var`], or a number, which becomes a constant.
pub trait Term<'t, T> {
    #[doc(hidden)]
    fn on(self, tape: &'t Tape<T>) -> Var<'t, T>;
}

impl<'t, T: Scalar> Term<'t, T> for Var<'t, T> {
    #[inline]
    #[track_caller]
    fn on(self, tape: &'t Tape<T>) -> Var<'t, T> {
        assert!(core::ptr::eq(self.tape, tape), "values of two tapes do not go into one expression");
        self
    }
}

impl<'t, T: Scalar> Term<'t, T> for T {
    #[inline]
    fn on(self, tape: &'t Tape<T>) -> Var<'t, T> {
        tape.constant(self)
    }
}

#[allow(clippy::inline_always, reason = "where they stand, the operator is a constant")]
impl<'t, T: Scalar> Var<'t, T> {
    #[inline(always)]
    pub(super) fn new(tape: &'t Tape<T>, id: Value, value: T) -> Self {
        Self { tape, id, value }
    }

    /// The index of the value, which outlives the expression.
    #[inline]
    #[must_use]
    pub fn id(self) -> Value {
        self.id
    }

    /// The tape on which it is.
    #[inline]
    #[must_use]
    pub fn tape(self) -> &'t Tape<T> {
        self.tape
    }

    /// The number.
    #[inline]
    #[must_use]
    pub fn value(self) -> T {
        self.value
    }

    /// The adjoint; see [`Tape::adjoint`].
    #[inline]
    #[must_use]
    pub fn adjoint(self) -> T {
        self.tape.adjoint(self.id)
    }

    /// The gradient of this value; see [`Tape::backward`].
    pub fn backward(self) {
        self.tape.backward_shared(self.id);
    }

    /// A row of the table with one argument.
    #[inline(always)]
    pub(super) fn row(self, op: Op) -> Self {
        self.tape.row(op, [self])
    }

    /// A row of the table with two arguments.
    #[inline(always)]
    #[track_caller]
    pub(super) fn row2(self, op: Op, b: impl Term<'t, T>) -> Self {
        self.tape.row(op, [self, b.on(self.tape)])
    }

    /// A row of the table with three arguments.
    #[inline(always)]
    #[track_caller]
    pub(super) fn row3(self, op: Op, b: impl Term<'t, T>, c: impl Term<'t, T>) -> Self {
        self.tape.row(op, [self, b.on(self.tape), c.on(self.tape)])
    }

    /// Like the compiler: the product of a number with itself is its square.
    #[inline(always)]
    #[track_caller]
    fn times(self, b: Self) -> Self {
        if self.id == b.id { self.row(Op::Sqr) } else { self.row2(Op::Mul, b) }
    }

    /// Like the compiler: one divided by a number is its reciprocal.
    #[inline(always)]
    #[track_caller]
    fn over(self, b: Self) -> Self {
        if self.is_constant_one() { b.row(Op::Recip) } else { self.row2(Op::Div, b) }
    }

    #[inline]
    fn is_constant_one(self) -> bool {
        self.value == T::zero().lit(1.0) && self.tape.cells.get(self.id.index()).2.is_constant()
    }
}

impl<T: Scalar> Neg for Var<'_, T> {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        self.row(Op::Neg)
    }
}

/// Operators with a value or a number on the right, and those that replace their left side.
macro_rules! operators {
    ($($op:ident $method:ident $assign:ident $method_assign:ident: $apply:expr;)*) => {$(
        impl<'t, T: Scalar, B: Term<'t, T>> $op<B> for Var<'t, T> {
            type Output = Self;

            #[inline]
            #[track_caller]
            fn $method(self, b: B) -> Self {
                $apply(self, b.on(self.tape))
            }
        }

        impl<'t, T: Scalar, B: Term<'t, T>> $assign<B> for Var<'t, T> {
            #[inline]
            #[track_caller]
            fn $method_assign(&mut self, b: B) {
                *self = $op::$method(*self, b);
            }
        }

        operators! { $op $method f32 }
        operators! { $op $method f64 }
    )*};
    // A number on the left.
    ($op:ident $method:ident $number:ident) => {
        impl<'t> $op<Var<'t, $number>> for $number {
            type Output = Var<'t, $number>;

            #[inline]
            fn $method(self, b: Var<'t, $number>) -> Var<'t, $number> {
                $op::$method(b.tape.constant(self), b)
            }
        }
    };
}

operators! {
    Add add AddAssign add_assign: |a: Self, b| a.row2(Op::Add, b);
    Sub sub SubAssign sub_assign: |a: Self, b| a.row2(Op::Sub, b);
    Mul mul MulAssign mul_assign: |a: Self, b| a.times(b);
    Div div DivAssign div_assign: |a: Self, b| a.over(b);
    Rem rem RemAssign rem_assign: |a: Self, b| a.row2(Op::Rem, b);
}

/// Compares the numbers, of one tape or of two.
impl<T: Scalar> PartialEq for Var<'_, T> {
    fn eq(&self, b: &Self) -> bool {
        self.value() == b.value()
    }
}

impl<T: Scalar> PartialEq<T> for Var<'_, T> {
    fn eq(&self, b: &T) -> bool {
        self.value() == *b
    }
}

impl<T: Scalar + PartialOrd> PartialOrd for Var<'_, T> {
    fn partial_cmp(&self, b: &Self) -> Option<Ordering> {
        self.value().partial_cmp(&b.value())
    }
}

impl<T: Scalar + PartialOrd> PartialOrd<T> for Var<'_, T> {
    fn partial_cmp(&self, b: &T) -> Option<Ordering> {
        self.value().partial_cmp(b)
    }
}
