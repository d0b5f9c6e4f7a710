//! Several numbers at once, lane by lane: directions of a derivative, or samples on a tape.

use core::array;
use core::ops::{Add, Div, Index, IndexMut, Mul, Neg, Rem, Sub};

use num_traits::Float;

use crate::rules::{Op, Operand};

/// One number for each of `N` directions: `f::jvp_lanes` takes and returns these where `f::jvp` has numbers. On a
/// tape ([`eager`](crate::eager)), one number for each of `N` samples.
///
/// ```
/// use burtorch_runtime::Lanes;
///
/// let along_x_and_y = [Lanes([1.0, 0.0]), Lanes([0.0, 1.0])];
/// assert_eq!(along_x_and_y[0], Lanes::along(0));
/// assert_eq!((along_x_and_y[0] * 3.0 + along_x_and_y[1])[0], 3.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lanes<T, const N: usize>(
    /// The number of each direction.
    pub [T; N],
);

impl<T: Float, const N: usize> Lanes<T, N> {
    /// Zero in every direction.
    #[inline]
    #[must_use]
    pub fn zero() -> Self {
        Lanes([T::zero(); N])
    }

    /// One in a direction, zero in the others. Zero in all if there is no such direction.
    #[inline]
    #[must_use]
    pub fn along(direction: usize) -> Self {
        Lanes(array::from_fn(|at| if at == direction { T::one() } else { T::zero() }))
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is the inside of all arithmetic")]
    fn zip(self, other: Self, both: impl Fn(T, T) -> T) -> Self {
        Lanes(array::from_fn(|at| both(self.0[at], other.0[at])))
    }

    /// A function of each number.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is the inside of all arithmetic")]
    #[must_use]
    pub fn map(self, each: impl Fn(T) -> T) -> Self {
        Lanes(self.0.map(each))
    }
}

impl<T, const N: usize> Index<usize> for Lanes<T, N> {
    type Output = T;

    #[inline]
    fn index(&self, direction: usize) -> &T {
        &self.0[direction]
    }
}

impl<T, const N: usize> IndexMut<usize> for Lanes<T, N> {
    #[inline]
    fn index_mut(&mut self, direction: usize) -> &mut T {
        &mut self.0[direction]
    }
}

/// Operators between two, lane by lane, and with one number for all lanes.
macro_rules! operators {
    ($($name:ident $method:ident $other:ty: $each:expr;)*) => {$(
        impl<T: Float, const N: usize> $name<$other> for Lanes<T, N> {
            type Output = Self;

            #[inline(always)]
            #[allow(clippy::inline_always, reason = "what it is inlined into decides on the instructions")]
            fn $method(self, other: $other) -> Self {
                $each(self, other)
            }
        }
    )*};
}

operators! {
    Add add Self: |a: Self, b| a.zip(b, |a, b| a + b);
    Sub sub Self: |a: Self, b| a.zip(b, |a, b| a - b);
    Mul mul Self: |a: Self, b| a.zip(b, |a, b| a * b);
    Div div Self: |a: Self, b| a.zip(b, |a, b| a / b);
    Rem rem Self: |a: Self, b| a.zip(b, |a, b| a % b);
    Mul mul T: |a: Self, b| a.map(|a| a * b);
    Div div T: |a: Self, b| a.map(|a| a / b);
}

impl<T: Float, const N: usize> Neg for Lanes<T, N> {
    type Output = Self;

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "what it is inlined into decides on the instructions")]
    fn neg(self) -> Self {
        self.map(|a| -a)
    }
}

/// What a row does to a number it does to every lane.
impl<T: Float, const N: usize> Operand for Lanes<T, N> {
    type Truth = [bool; N];

    #[inline]
    fn lit(self, value: f64) -> Self {
        Lanes([T::zero().lit(value); N])
    }

    #[inline]
    fn call(self, op: Op) -> Self {
        self.map(|a| a.call(op))
    }

    #[inline]
    fn call2(self, op: Op, b: Self) -> Self {
        self.zip(b, |a, b| a.call2(op, b))
    }

    #[inline]
    fn call3(self, op: Op, b: Self, c: Self) -> Self {
        Lanes(array::from_fn(|at| self.0[at].call3(op, b.0[at], c.0[at])))
    }

    #[inline]
    fn lt(self, b: Self) -> [bool; N] {
        array::from_fn(|at| Operand::lt(self.0[at], b.0[at]))
    }

    #[inline]
    fn le(self, b: Self) -> [bool; N] {
        array::from_fn(|at| Operand::le(self.0[at], b.0[at]))
    }

    #[inline]
    fn eq(self, b: Self) -> [bool; N] {
        array::from_fn(|at| Operand::eq(self.0[at], b.0[at]))
    }

    #[inline]
    fn select(truth: [bool; N], a: Self, b: Self) -> Self {
        Lanes(array::from_fn(|at| if truth[at] { a.0[at] } else { b.0[at] }))
    }
}
