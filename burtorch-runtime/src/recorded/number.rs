//! The number that stands in the place of `f64`.

use core::cmp::Ordering;
use core::fmt;

use super::moving::Moving;
use super::record::{self, CONSTANT, UNRECORDED, Wanted};
use crate::rules::{Op, value};

/// A number that remembers how it was computed. It can do what `f64` can, but for becoming an `f64`: that would lose its
/// derivative without a word.
#[derive(Clone, Copy)]
pub struct RecordedNumber {
    pub(super) moving: Moving,
    pub(super) node: u32,
    /// The run that it belongs to.
    pub(super) run: u32,
}

impl RecordedNumber {
    /// A number that is not differentiated.
    #[inline]
    #[must_use]
    pub const fn __of(value: f64) -> Self {
        RecordedNumber { moving: Moving { value, tangent: None }, node: CONSTANT, run: 0 }
    }

    /// A number from its bits.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self::__of(f64::from_bits(bits))
    }

    /// The number itself.
    pub(super) const fn __plain(self) -> f64 {
        self.moving.value
    }

    /// A number to differentiate with respect to, with its tangent if there is one.
    pub(super) fn __leaf(value: f64, tangent: Option<f64>, wanted: Wanted) -> Self {
        let node = match wanted {
            Wanted::Value => return Self::__of(value),
            Wanted::Tangent => UNRECORDED,
            Wanted::Gradient | Wanted::Both => record::leaf(),
        };
        RecordedNumber { moving: Moving { value, tangent }, node, run: record::current() }
    }

    /// The number belongs to the run that is going on.
    #[inline]
    pub(super) fn __check(self) {
        assert!(
            self.node == CONSTANT || self.run == record::current(),
            "a number was kept from another call or another thread, where its derivative is not known: a function with `#[differentiable(tape)]` must compute on one thread, and keep numbers in its arguments and results alone"
        );
    }

    /// A row of the table.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "where it stands, the operator is a constant")]
    pub(super) fn __row<const N: usize>(op: Op, args: [RecordedNumber; N]) -> Self {
        if args.iter().all(|arg| arg.node == CONSTANT) {
            return Self::__of(value(op, &args.map(Self::__plain)));
        }
        for arg in args {
            arg.__check();
        }
        let moving = Moving::row(op, args.map(|arg| arg.moving));
        Self::__outcome(moving, &args, || record::row(op, args, moving))
    }

    /// What was computed of these, which need not be on the record.
    pub(super) fn __outcome(moving: Moving, args: &[RecordedNumber], node: impl FnOnce() -> u32) -> Self {
        let unrecorded = args.iter().any(|arg| arg.node == UNRECORDED);
        let node = if unrecorded { UNRECORDED } else { node() };
        RecordedNumber { moving, node, run: record::current() }
    }

    /// `aⁿ`
    #[must_use]
    pub fn powi(self, n: i32) -> Self {
        match n {
            // A square and a cube are rows of their own, as for the compiler.
            2 => Self::__row(Op::Sqr, [self]),
            3 => Self::__row(Op::Pow3, [self]),
            n => Self::__row(Op::Powi, [self, Self::__of(f64::from(n))]),
        }
    }

    /// `(a + b) / 2`
    #[must_use]
    pub fn midpoint(self, other: Self) -> Self {
        Self::__row(Op::Mean2, [self, other])
    }

    /// `(sin a, cos a)`
    #[must_use]
    pub fn sin_cos(self) -> (Self, Self) {
        (self.sin(), self.cos())
    }

    /// As [`f64::div_euclid`], flat between its steps.
    #[must_use]
    pub fn div_euclid(self, by: Self) -> Self {
        Self::__of(self.__plain().div_euclid(by.__plain()))
    }
}

/// What floats know of themselves; nothing of it has a derivative.
#[allow(missing_docs, reason = "as `f64` has them")]
impl RecordedNumber {
    pub const MAX: Self = Self::__of(f64::MAX);
    pub const MIN: Self = Self::__of(f64::MIN);
    pub const MIN_POSITIVE: Self = Self::__of(f64::MIN_POSITIVE);
    pub const EPSILON: Self = Self::__of(f64::EPSILON);
    pub const INFINITY: Self = Self::__of(f64::INFINITY);
    pub const NEG_INFINITY: Self = Self::__of(f64::NEG_INFINITY);
    pub const NAN: Self = Self::__of(f64::NAN);

    #[must_use]
    pub fn is_nan(self) -> bool {
        self.__plain().is_nan()
    }

    #[must_use]
    pub fn is_finite(self) -> bool {
        self.__plain().is_finite()
    }

    #[must_use]
    pub fn is_infinite(self) -> bool {
        self.__plain().is_infinite()
    }

    #[must_use]
    pub fn is_normal(self) -> bool {
        self.__plain().is_normal()
    }

    #[must_use]
    pub fn is_sign_negative(self) -> bool {
        self.__plain().is_sign_negative()
    }

    #[must_use]
    pub fn is_sign_positive(self) -> bool {
        self.__plain().is_sign_positive()
    }

    #[must_use]
    pub fn is_subnormal(self) -> bool {
        self.__plain().is_subnormal()
    }

    #[must_use]
    pub fn classify(self) -> core::num::FpCategory {
        self.__plain().classify()
    }

    #[must_use]
    pub fn total_cmp(&self, other: &Self) -> Ordering {
        self.__plain().total_cmp(&other.__plain())
    }
}

/// The bits of a number are those of its value; a derivative they have none.
#[diagnostic::on_unimplemented(
    message = "the bits of a differentiated number have no derivative: compute them from a value that is not differentiated, outside of the function",
    label = "this loses the derivative"
)]
pub trait BitsOfARecordedNumber {}

/// Methods that would lose the derivative.
#[allow(missing_docs, clippy::missing_docs_in_private_items, reason = "they say that they are not there")]
pub trait Refused: Sized {
    #[must_use]
    fn to_bits(self) -> u64
    where
        Self: BitsOfARecordedNumber,
    {
        0
    }

    #[must_use]
    fn next_up(self) -> Self
    where
        Self: BitsOfARecordedNumber,
    {
        self
    }

    #[must_use]
    fn next_down(self) -> Self
    where
        Self: BitsOfARecordedNumber,
    {
        self
    }

    #[must_use]
    fn abs_sub(self, _: Self) -> Self
    where
        Self: BitsOfARecordedNumber,
    {
        self
    }

    #[must_use]
    fn to_ne_bytes(self) -> [u8; 8]
    where
        Self: BitsOfARecordedNumber,
    {
        [0; 8]
    }

    #[must_use]
    fn to_le_bytes(self) -> [u8; 8]
    where
        Self: BitsOfARecordedNumber,
    {
        [0; 8]
    }

    #[must_use]
    fn to_be_bytes(self) -> [u8; 8]
    where
        Self: BitsOfARecordedNumber,
    {
        [0; 8]
    }
}

impl Refused for RecordedNumber {}

impl fmt::Debug for RecordedNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.__plain(), f)
    }
}

impl fmt::Display for RecordedNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.__plain(), f)
    }
}

impl fmt::LowerExp for RecordedNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerExp::fmt(&self.__plain(), f)
    }
}

/// What stands before `as f64`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number that `as f64` takes in a function with `#[differentiable(tape)]`"
)]
pub trait CastToNumber {
    /// The number.
    fn number(self) -> RecordedNumber;
}

/// What may stand before `as f32`.
#[diagnostic::on_unimplemented(
    message = "a differentiated number cannot become an `f32` in a function with `#[differentiable(tape)]`: the derivative would be lost; compute in `f64`",
    label = "this loses the derivative"
)]
pub trait CastToSingle {
    /// The number.
    fn single(self) -> f32;
}

/// `value as f32`
#[must_use]
pub fn cast_single(value: impl CastToSingle) -> f32 {
    value.single()
}

/// `value as f64`
#[must_use]
pub fn cast(value: impl CastToNumber) -> RecordedNumber {
    value.number()
}

impl CastToNumber for RecordedNumber {
    #[inline]
    fn number(self) -> RecordedNumber {
        self
    }
}

macro_rules! casts {
    ($($number:ident)*) => {$(
        impl CastToNumber for $number {
            #[inline]
            #[allow(clippy::cast_precision_loss, clippy::cast_lossless, trivial_numeric_casts, reason = "as was written")]
            fn number(self) -> RecordedNumber {
                RecordedNumber::__of(self as f64)
            }
        }

        impl CastToSingle for $number {
            #[inline]
            #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::cast_lossless, trivial_numeric_casts, reason = "as was written")]
            fn single(self) -> f32 {
                self as f32
            }
        }
    )*};
}

casts! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 }

/// What stands before `as usize`: of a recorded number its value, for an integer is flat between its steps.
#[derive(Clone, Copy, Debug)]
pub struct Plain<T>(pub T);

impl Plain<RecordedNumber> {
    /// The number itself.
    #[must_use]
    pub const fn plain(self) -> f64 {
        self.0.__plain()
    }
}

/// A constant in the value of another one.
#[derive(Clone, Copy, Debug)]
pub struct Constant<T>(pub T);

impl Constant<RecordedNumber> {
    /// The number itself.
    #[must_use]
    pub const fn get(self) -> f64 {
        self.0.__plain()
    }
}

macro_rules! constants {
    ($($number:ident)*) => {$(
        impl Constant<$number> {
            /// The number itself.
            #[must_use]
            pub const fn get(self) -> $number {
                self.0
            }
        }
    )*};
}

constants! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 bool }
