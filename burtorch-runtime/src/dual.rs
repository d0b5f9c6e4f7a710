//! Dual numbers: a value and its tangent, carried together.

use core::ops::{Add, Div, Mul, Neg, Rem, Sub};

use crate::rules::{Op, Operand, tangent};

/// `value + tangent · ε` with `ε² = 0`: a number and its derivative in one direction.
///
/// The tangents come from the rule table, so there is no formula here. A rule that runs on dual numbers
/// is a rule differentiated: an adjoint gives its own tangent, and `Dual<Dual<f64>>` second derivatives.
///
/// ```
/// use burtorch_runtime::{Dual, rules::{Op, Operand}};
///
/// let x = Dual { value: 3.0, tangent: 1.0 };
/// let y = x * x + x.call(Op::Relu);
/// assert_eq!(y, Dual { value: 12.0, tangent: 7.0 });
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Dual<T> {
    /// The number itself.
    pub value: T,
    /// Its derivative in the direction that is asked for.
    pub tangent: T,
}

impl<T: Operand> Dual<T> {
    /// The dual number whose value is `y`, the outcome of `op` at `args`.
    #[inline]
    pub(crate) fn result<const N: usize>(op: Op, args: [Dual<T>; N], y: T) -> Dual<T> {
        let values = args.map(|arg| arg.value);
        let tangents = args.map(|arg| Some(arg.tangent));
        Dual { value: y, tangent: tangent(op, &values, y, &tangents).unwrap_or_else(|| y.lit(0.0)) }
    }
}

/// Dual numbers made of these values and tangents.
#[inline]
pub(crate) fn join<T: Copy, const N: usize>(values: [T; N], tangents: [T; N]) -> [Dual<T>; N] {
    core::array::from_fn(|i| Dual { value: values[i], tangent: tangents[i] })
}

/// Comparisons look at the value alone; a choice takes the tangent of what it chooses.
impl<T: Operand> Operand for Dual<T> {
    type Truth = T::Truth;

    #[inline]
    fn lit(self, value: f64) -> Self {
        Dual { value: self.value.lit(value), tangent: self.value.lit(0.0) }
    }

    #[inline]
    fn call(self, op: Op) -> Self {
        Dual::result(op, [self], self.value.call(op))
    }

    #[inline]
    fn call2(self, op: Op, b: Self) -> Self {
        Dual::result(op, [self, b], self.value.call2(op, b.value))
    }

    #[inline]
    fn call3(self, op: Op, b: Self, c: Self) -> Self {
        Dual::result(op, [self, b, c], self.value.call3(op, b.value, c.value))
    }

    #[inline]
    fn lt(self, b: Self) -> T::Truth {
        self.value.lt(b.value)
    }

    #[inline]
    fn le(self, b: Self) -> T::Truth {
        self.value.le(b.value)
    }

    #[inline]
    fn eq(self, b: Self) -> T::Truth {
        self.value.eq(b.value)
    }

    #[inline]
    fn select(truth: T::Truth, a: Self, b: Self) -> Self {
        Dual { value: T::select(truth, a.value, b.value), tangent: T::select(truth, a.tangent, b.tangent) }
    }
}

impl<T: Operand> Neg for Dual<T> {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Dual::result(Op::Neg, [self], -self.value)
    }
}

macro_rules! operators {
    ($($op:ident $method:ident $sign:tt;)*) => {$(
        impl<T: Operand> $op for Dual<T> {
            type Output = Self;

            #[inline]
            fn $method(self, b: Self) -> Self {
                Dual::result(Op::$op, [self, b], self.value $sign b.value)
            }
        }
    )*};
}

operators! {
    Add add +;
    Sub sub -;
    Mul mul *;
    Div div /;
    Rem rem %;
}
