//! A tape in a hundred lines: numbers that remember how they came about, over the same table of rules.

use std::cell::RefCell;
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use burtorch::rules::{Op, adjoint, value};

thread_local! {
    static TAPE: RefCell<Vec<Entry>> = const { RefCell::new(Vec::new()) };
}

struct Entry {
    value: f64,
    /// The operator and its arguments; none for a leaf.
    row: Option<(Op, Vec<usize>)>,
}

/// A number on the tape.
#[derive(Clone, Copy, Debug)]
pub struct Var(usize);

/// A constant, or an argument.
pub fn lit(value: f64) -> Var {
    push(value, None)
}

fn push(value: f64, row: Option<(Op, Vec<usize>)>) -> Var {
    TAPE.with_borrow_mut(|tape| {
        tape.push(Entry { value, row });
        Var(tape.len() - 1)
    })
}

fn apply(op: Op, args: &[Var]) -> Var {
    let values: Vec<f64> = args.iter().map(|arg| arg.value()).collect();
    push(value(op, &values), Some((op, args.iter().map(|arg| arg.0).collect())))
}

/// Forgets everything.
pub fn clear() {
    TAPE.with_borrow_mut(Vec::clear);
}

impl Var {
    pub fn value(self) -> f64 {
        TAPE.with_borrow(|tape| tape[self.0].value)
    }

    /// Whether it is the constant one; no argument of the programs is.
    #[allow(clippy::float_cmp, reason = "one is exact")]
    fn is_one(self) -> bool {
        TAPE.with_borrow(|tape| tape[self.0].row.is_none() && tape[self.0].value == 1.0)
    }

    /// The adjoints of everything on the tape.
    pub fn backward(self) -> Vec<f64> {
        TAPE.with_borrow(|tape| {
            let mut adjoints: Vec<Option<f64>> = vec![None; tape.len()];
            adjoints[self.0] = Some(1.0);
            for (at, entry) in tape.iter().enumerate().rev() {
                let (Some(g), Some((op, args))) = (adjoints[at], &entry.row) else { continue };
                let values: Vec<f64> = args.iter().map(|&arg| tape[arg].value).collect();
                for (&arg, contribution) in args.iter().zip(adjoint(*op, &values, entry.value, g)) {
                    if let Some(contribution) = contribution {
                        // The first contribution is the sum: a missing adjoint is not a zero.
                        adjoints[arg] = Some(adjoints[arg].map_or(contribution, |sum| sum + contribution));
                    }
                }
            }
            adjoints.into_iter().map(|adjoint| adjoint.unwrap_or(0.0)).collect()
        })
    }

    pub fn index(self) -> usize {
        self.0
    }

    /// Like the compiler, a square and a cube are rows of their own.
    pub fn powi(self, n: i32) -> Var {
        match n {
            2 => apply(Op::Sqr, &[self]),
            3 => apply(Op::Pow3, &[self]),
            n => apply(Op::Powi, &[self, lit(f64::from(n))]),
        }
    }

    pub fn max(self, b: Var) -> Var {
        apply(Op::Max, &[self, b])
    }
}

macro_rules! methods {
    ($($name:ident $op:ident)*) => {
        impl Var {$(
            pub fn $name(self) -> Var {
                apply(Op::$op, &[self])
            }
        )*}
    };
}

methods! { sin Sin cos Cos tanh Tanh abs Abs relu Relu sigmoid Sigmoid exp Exp }

macro_rules! operators {
    ($($op:ident $method:ident $assign:ident $method_assign:ident)*) => {$(
        impl $op for Var {
            type Output = Var;

            fn $method(self, b: Var) -> Var {
                // Like the compiler: the product of a number with itself is its square.
                if Op::$op == Op::Mul && self.0 == b.0 {
                    return apply(Op::Sqr, &[self]);
                }
                // And one divided by a number is its reciprocal.
                if Op::$op == Op::Div && self.is_one() {
                    return apply(Op::Recip, &[b]);
                }
                apply(Op::$op, &[self, b])
            }
        }

        impl $assign for Var {
            fn $method_assign(&mut self, b: Var) {
                *self = $op::$method(*self, b);
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
        apply(Op::Neg, &[self])
    }
}

impl PartialEq for Var {
    fn eq(&self, b: &Var) -> bool {
        self.value() == b.value()
    }
}

impl PartialOrd for Var {
    fn partial_cmp(&self, b: &Var) -> Option<std::cmp::Ordering> {
        self.value().partial_cmp(&b.value())
    }
}

impl std::iter::Sum for Var {
    /// As for floats: the sum of nothing is minus zero.
    fn sum<I: Iterator<Item = Var>>(all: I) -> Var {
        all.fold(lit(-0.0), |sum, number| sum + number)
    }
}
