//! A number that may have a tangent.

use core::ops::{Add, Div, Mul, Neg, Rem, Sub};

use crate::rules::{Op, Operand, tangent, value};

/// A value, and its tangent if it moves at all.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Moving {
    pub value: f64,
    pub tangent: Option<f64>,
}

impl Moving {
    #[inline]
    pub(super) fn row<const N: usize>(op: Op, args: [Moving; N]) -> Moving {
        let values = args.map(|arg| arg.value);
        let y = value(op, &values);
        let moves = args.iter().any(|arg| arg.tangent.is_some());
        let tangent = if moves { tangent(op, &values, y, &args.map(|arg| arg.tangent)) } else { None };
        Moving { value: y, tangent }
    }
}

impl Operand for Moving {
    type Truth = bool;

    fn lit(self, value: f64) -> Self {
        Moving { value, tangent: None }
    }

    fn call(self, op: Op) -> Self {
        Moving::row(op, [self])
    }

    fn call2(self, op: Op, b: Self) -> Self {
        Moving::row(op, [self, b])
    }

    fn call3(self, op: Op, b: Self, c: Self) -> Self {
        Moving::row(op, [self, b, c])
    }

    fn lt(self, b: Self) -> bool {
        self.value < b.value
    }

    fn le(self, b: Self) -> bool {
        self.value <= b.value
    }

    #[allow(clippy::float_cmp, reason = "that is what is asked")]
    fn eq(self, b: Self) -> bool {
        self.value == b.value
    }

    fn select(truth: bool, a: Self, b: Self) -> Self {
        if truth { a } else { b }
    }
}

impl Neg for Moving {
    type Output = Self;

    fn neg(self) -> Self {
        Moving::row(Op::Neg, [self])
    }
}

macro_rules! operators {
    ($($op:ident $method:ident;)*) => {$(
        impl $op for Moving {
            type Output = Self;

            #[inline]
            fn $method(self, b: Self) -> Self {
                if self.tangent.is_none() && b.tangent.is_none() {
                    return Moving { value: self.value.$method(b.value), tangent: None };
                }
                Moving::row(Op::$op, [self, b])
            }
        }
    )*};
}

operators! {
    Add add;
    Sub sub;
    Mul mul;
    Div div;
    Rem rem;
}
