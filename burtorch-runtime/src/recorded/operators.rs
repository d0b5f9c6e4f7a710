//! Operators, comparisons, sums and the rows of the table as methods.

use core::cmp::Ordering;
use core::iter::{Product, Sum};
use core::num::ParseFloatError;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, RemAssign, Sub, SubAssign};
use core::str::FromStr;

use super::number::{Plain, RecordedNumber};
use crate::math::over;
use crate::rules::{Many, Op, Operand, with_rows};

/// Declares a method for each row that is not an operator of Rust's: those that floats have by themselves, and those that they
/// have where `Real` is in scope. Another trait may have methods of the latter names.
macro_rules! methods {
    ($y:ident $g:ident $(
        $(#[$doc:meta])*
        $op:ident($($arg:ident),+) $name:ident [$home:tt, $($fact:ident),+] = $value:expr => [$($adjoint:expr),+];
    )*) => {
        impl RecordedNumber {
            $(method! { Float $home $(#[$doc])* $op $name($($arg),+) })*
        }

        /// The rows that floats lack.
        pub trait RealOfARecord: Sized {
            $(method! { Declared $home $(#[$doc])* $op $name($($arg),+) })*
        }

        impl RealOfARecord for RecordedNumber {
            $(method! { Own $home $(#[$doc])* $op $name($($arg),+) })*
        }
    };
}

/// Declares the method of a row, where it belongs.
macro_rules! method {
    (Float Float $(#[$doc:meta])* $op:ident $name:ident($a:ident $(, $arg:ident)*)) => {
        $(#[$doc])*
        #[inline]
        #[must_use]
        pub fn $name(self $(, $arg: Self)*) -> Self {
            Self::__row(Op::$op, [self $(, $arg)*])
        }
    };
    (Declared Own $(#[$doc:meta])* $op:ident $name:ident($a:ident $(, $arg:ident)*)) => {
        $(#[$doc])*
        #[must_use]
        fn $name(self $(, $arg: Self)*) -> Self;
    };
    (Own Own $(#[$doc:meta])* $op:ident $name:ident($a:ident $(, $arg:ident)*)) => {
        #[inline]
        fn $name(self $(, $arg: Self)*) -> Self {
            Self::__row(Op::$op, [self $(, $arg)*])
        }
    };
    ($place:ident $home:tt $($row:tt)*) => {};
}

with_rows!(methods);

macro_rules! operators {
    ($($op:ident $method:ident $assign:ident $assigned:ident;)*) => {$(
        operators! { @ $op $method RecordedNumber RecordedNumber }
        operators! { @ $op $method RecordedNumber f64 }
        operators! { @ $op $method f64 RecordedNumber }

        impl<B> $assign<B> for RecordedNumber
        where
            RecordedNumber: $op<B, Output = RecordedNumber>,
        {
            #[inline]
            fn $assigned(&mut self, b: B) {
                *self = $op::$method(*self, b);
            }
        }
    )*};
    (@ $op:ident $method:ident $a:ident $b:ident) => {
        impl $op<$b> for $a {
            type Output = RecordedNumber;

            #[inline]
            fn $method(self, b: $b) -> RecordedNumber {
                RecordedNumber::__row(Op::$op, [self.into(), b.into()])
            }
        }

        impl $op<&$b> for $a {
            type Output = RecordedNumber;

            #[inline]
            fn $method(self, b: &$b) -> RecordedNumber {
                $op::$method(self, *b)
            }
        }

        impl $op<$b> for &$a {
            type Output = RecordedNumber;

            #[inline]
            fn $method(self, b: $b) -> RecordedNumber {
                $op::$method(*self, b)
            }
        }

        impl $op<&$b> for &$a {
            type Output = RecordedNumber;

            #[inline]
            fn $method(self, b: &$b) -> RecordedNumber {
                $op::$method(*self, *b)
            }
        }
    };
}

operators! {
    Add add AddAssign add_assign;
    Sub sub SubAssign sub_assign;
    Mul mul MulAssign mul_assign;
    Div div DivAssign div_assign;
    Rem rem RemAssign rem_assign;
}

impl Neg for RecordedNumber {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self::__row(Op::Neg, [self])
    }
}

impl Neg for &RecordedNumber {
    type Output = RecordedNumber;

    #[inline]
    fn neg(self) -> RecordedNumber {
        -*self
    }
}

/// Rows run on recorded numbers as on any.
impl Operand for RecordedNumber {
    type Truth = bool;

    fn lit(self, value: f64) -> Self {
        Self::__of(value)
    }

    fn call(self, op: Op) -> Self {
        Self::__row(op, [self])
    }

    fn call2(self, op: Op, b: Self) -> Self {
        Self::__row(op, [self, b])
    }

    fn call3(self, op: Op, b: Self, c: Self) -> Self {
        Self::__row(op, [self, b, c])
    }

    fn lt(self, b: Self) -> bool {
        self < b
    }

    fn le(self, b: Self) -> bool {
        self <= b
    }

    fn eq(self, b: Self) -> bool {
        self == b
    }

    fn select(truth: bool, a: Self, b: Self) -> Self {
        if truth { a } else { b }
    }
}

// Comparisons look at values alone.

impl PartialEq for RecordedNumber {
    fn eq(&self, other: &Self) -> bool {
        self.__plain() == other.__plain()
    }
}

impl PartialOrd for RecordedNumber {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.__plain().partial_cmp(&other.__plain())
    }
}

impl PartialEq<f64> for RecordedNumber {
    fn eq(&self, other: &f64) -> bool {
        self.__plain() == *other
    }
}

impl PartialOrd<f64> for RecordedNumber {
    fn partial_cmp(&self, other: &f64) -> Option<Ordering> {
        self.__plain().partial_cmp(other)
    }
}

impl PartialEq<RecordedNumber> for f64 {
    fn eq(&self, other: &RecordedNumber) -> bool {
        *self == other.__plain()
    }
}

impl PartialOrd<RecordedNumber> for f64 {
    fn partial_cmp(&self, other: &RecordedNumber) -> Option<Ordering> {
        self.partial_cmp(&other.__plain())
    }
}

impl Default for RecordedNumber {
    fn default() -> Self {
        Self::__of(0.0)
    }
}

// As for floats, an empty sum is minus zero.
impl Sum for RecordedNumber {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::__of(-0.0), |sum, term| sum + term)
    }
}

impl<'a> Sum<&'a RecordedNumber> for RecordedNumber {
    fn sum<I: Iterator<Item = &'a Self>>(all: I) -> Self {
        all.copied().sum()
    }
}

impl Product for RecordedNumber {
    fn product<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::__of(1.0), |product, factor| product * factor)
    }
}

impl<'a> Product<&'a RecordedNumber> for RecordedNumber {
    fn product<I: Iterator<Item = &'a Self>>(all: I) -> Self {
        all.copied().product()
    }
}

macro_rules! from {
    ($($number:ident)*) => {$(
        impl From<$number> for RecordedNumber {
            #[inline]
            fn from(value: $number) -> Self {
                Self::__of(f64::from(value))
            }
        }
    )*};
}

from! { bool i8 i16 i32 u8 u16 u32 f32 f64 }

impl FromStr for RecordedNumber {
    type Err = ParseFloatError;

    fn from_str(text: &str) -> Result<Self, ParseFloatError> {
        text.parse().map(Self::__of)
    }
}

/// What stands before `as usize`, where it is no recorded number.
pub trait AsItIs {
    /// What it is.
    type Inner;

    /// The value itself.
    fn plain(self) -> Self::Inner;
}

impl<T> AsItIs for Plain<T> {
    type Inner = T;

    fn plain(self) -> T {
        self.0
    }
}

macro_rules! reductions {
    ($($many:ident $name:ident;)*) => {
        impl crate::Reduce<RecordedNumber> for [RecordedNumber] {
            $(fn $name(&self) -> RecordedNumber {
                over(Many::$many, RecordedNumber::__of(0.0), &[self])
            })*

            fn mean_and_mean_of_squares(&self) -> (RecordedNumber, RecordedNumber) {
                (crate::Reduce::mean(self), crate::Reduce::mean_of_squares(self))
            }

            fn dot(&self, w: &[RecordedNumber]) -> RecordedNumber {
                over(Many::Dot, RecordedNumber::__of(0.0), &[self, w])
            }

            fn dot_bias(&self, w: &[RecordedNumber], bias: RecordedNumber) -> RecordedNumber {
                over(Many::DotBias, RecordedNumber::__of(0.0), &[self, w, &[bias]])
            }
        }
    };
}

reductions! {
    Sum sum;
    Difference difference;
    Product product;
    Mean mean;
    NegMean neg_mean;
    SumOfSquares sum_of_squares;
    MeanOfSquares mean_of_squares;
    Variance variance;
    VarianceBiased variance_biased;
}
