//! What a tape may hold.

use core::fmt::Debug;

use num_traits::Float;

use crate::Lanes;
use crate::rules::Operand;

/// A number of a tape: `f32`, `f64`, or [`Lanes`] of them, one lane for each of several samples; or a type of your own.
///
/// Your own needs the operators and comparisons of [`Operand`], and these few. The trait is open and safe to implement: numbers are
/// stored as bits that are copied, and no code of yours runs while a tape changes its memory. So whatever that code does, panic or
/// go back to the tape, the tape keeps its values. What it computes is as right as the operators are, and a value that is
/// appended while a gradient is computed is a panic.
pub trait Scalar: Operand + Debug + PartialEq {
    /// The type of the number in Rust: `f64`; of lanes, the type of one.
    const NAME: &'static str;

    /// Zero.
    #[must_use]
    fn zero() -> Self;

    /// The number, to be shown; of lanes, the first one.
    #[must_use]
    fn first(self) -> f64;

    /// A few bits, the same for equal numbers and likely different for others.
    #[must_use]
    fn mixed(self) -> u64;

    /// Whether the two are the same to the bit.
    #[must_use]
    fn is(self, other: Self) -> bool;
}

macro_rules! numbers {
    ($($number:ident)*) => {$(
        impl Scalar for $number {
            const NAME: &'static str = stringify!($number);

            #[inline]
            fn zero() -> Self {
                0.0
            }

            #[inline]
            fn first(self) -> f64 {
                f64::from(self)
            }

            #[inline]
            fn mixed(self) -> u64 {
                // The high half of a product depends on all bits of its factors.
                u64::from(self.to_bits()).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32
            }

            #[inline]
            fn is(self, other: Self) -> bool {
                self.to_bits() == other.to_bits()
            }
        }
    )*};
}

numbers! { f32 f64 }

impl<T: Scalar + Float, const N: usize> Scalar for Lanes<T, N> {
    const NAME: &'static str = T::NAME;

    #[inline]
    fn zero() -> Self {
        Lanes::zero()
    }

    #[inline]
    fn first(self) -> f64 {
        self.0.first().map_or(f64::NAN, |&lane| Scalar::first(lane))
    }

    #[inline]
    fn mixed(self) -> u64 {
        self.0.iter().fold(0, |mixed, lane| mixed.rotate_left(5) ^ lane.mixed())
    }

    #[inline]
    fn is(self, other: Self) -> bool {
        self.0.iter().zip(other.0).all(|(&a, b)| a.is(b))
    }
}
