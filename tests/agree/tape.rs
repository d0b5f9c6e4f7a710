//! The library's tape for programs that are plain functions of numbers: one for each thread, which lives until its end.

use std::cell::Cell;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use burtorch::eager::{self, Tape};

thread_local! {
    static TAPE: Cell<&'static Tape<f64>> = Cell::new(new());
}

fn new() -> &'static Tape<f64> {
    Box::leak(Box::new(Tape::new()))
}

/// Starts a new tape. The programs hold on to theirs without a lifetime, so the old one is never freed.
pub fn clear() {
    TAPE.set(new());
}

/// A number on the tape.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub struct Var(eager::Var<'static, f64>);

/// A constant.
pub fn lit(value: f64) -> Var {
    Var(TAPE.get().constant(value))
}

/// An argument.
pub fn leaf(value: f64) -> Var {
    Var(TAPE.get().leaf(value))
}

impl Var {
    pub fn value(self) -> f64 {
        self.0.value()
    }

    pub fn adjoint(self) -> f64 {
        self.0.adjoint()
    }

    pub fn backward(self) {
        self.0.backward();
    }

    pub fn powi(self, n: i32) -> Var {
        Var(self.0.powi(n))
    }

    pub fn max(self, b: Var) -> Var {
        Var(self.0.max(b.0))
    }
}

macro_rules! methods {
    ($($name:ident)*) => {
        impl Var {$(
            pub fn $name(self) -> Var {
                Var(self.0.$name())
            }
        )*}
    };
}

methods! { sin cos tanh abs relu sigmoid exp }

macro_rules! operators {
    ($($op:ident $method:ident $assign:ident $method_assign:ident)*) => {$(
        impl $op for Var {
            type Output = Var;

            fn $method(self, b: Var) -> Var {
                Var($op::$method(self.0, b.0))
            }
        }

        impl $assign for Var {
            fn $method_assign(&mut self, b: Var) {
                $assign::$method_assign(&mut self.0, b.0);
            }
        }
    )*};
}

operators! {
    Add add AddAssign add_assign
    Sub sub SubAssign sub_assign
    Mul mul MulAssign mul_assign
    Div div DivAssign div_assign
}

impl Neg for Var {
    type Output = Var;

    fn neg(self) -> Var {
        Var(-self.0)
    }
}

impl Sum for Var {
    /// As for floats: the sum of nothing is minus zero.
    fn sum<I: Iterator<Item = Var>>(all: I) -> Var {
        all.fold(lit(-0.0), |sum, number| sum + number)
    }
}
