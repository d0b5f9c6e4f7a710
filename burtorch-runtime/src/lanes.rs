//! Several directions at once: what is a number in one direction is an array of numbers in several.

use core::array;
use core::ops::{Add, Div, Index, IndexMut, Mul, Neg, Sub};

use num_traits::Float;

/// One number for each of `N` directions: `f::jvp_lanes` takes and returns these where `f::jvp` has numbers.
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
