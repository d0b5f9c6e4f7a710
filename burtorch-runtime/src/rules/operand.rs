//! What a rule may run on.

use core::ops::{Add, Div, Mul, Neg, Rem, Sub};

use num_traits::Float;

use super::{Op, value};
use crate::vmath::VectorMath as _;

/// A number, or a handle that records what is done to it.
///
/// Rows of the table use nothing but this trait, so whatever implements it can be evaluated and
/// differentiated by the table.
pub trait Operand:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Rem<Output = Self>
    + Neg<Output = Self>
{
    /// The outcome of a comparison.
    type Truth: Copy;

    /// The constant `value`, in the same place (precision, graph) as `self`.
    #[must_use]
    fn lit(self, value: f64) -> Self;

    /// The operator `op` of one argument: `self.call(Op::Exp)`.
    ///
    /// Values of rows call only what cannot be said by other operators; adjoints call any operator.
    #[must_use]
    fn call(self, op: Op) -> Self;

    /// The operator `op` of two arguments: `self.call2(Op::Atan2, b)`.
    #[must_use]
    fn call2(self, op: Op, b: Self) -> Self;

    /// The operator `op` of three arguments.
    #[must_use]
    fn call3(self, op: Op, b: Self, c: Self) -> Self;

    /// `self < b`
    fn lt(self, b: Self) -> Self::Truth;

    /// `self <= b`
    fn le(self, b: Self) -> Self::Truth;

    /// `self == b`
    fn eq(self, b: Self) -> Self::Truth;

    /// `a` where `truth` holds, else `b`.
    #[must_use]
    fn select(truth: Self::Truth, a: Self, b: Self) -> Self;
}

/// Numbers compute at once, with the methods of [`Float`] wherever it has one, so that a row's value has
/// the bits of the same method called by hand. `erf` and `normal_cdf` go through `f64`.
impl<T: Float> Operand for T {
    type Truth = bool;

    #[inline]
    fn lit(self, value: f64) -> Self {
        T::from(value).unwrap_or_else(T::nan)
    }

    #[inline]
    fn call(self, op: Op) -> Self {
        match op {
            Op::Sqrt => self.sqrt(),
            Op::Cbrt => self.cbrt(),
            Op::Exp => self.exp(),
            Op::Exp2 => self.exp2(),
            Op::ExpM1 => self.exp_m1(),
            Op::Ln => self.ln(),
            Op::Log2 => self.log2(),
            Op::Log10 => self.log10(),
            Op::Ln1p => self.ln_1p(),
            Op::Sin => self.sin(),
            Op::Cos => self.cos(),
            Op::Tan => self.tan(),
            Op::Asin => self.asin(),
            Op::Acos => self.acos(),
            Op::Atan => self.atan(),
            Op::Sinh => self.sinh(),
            Op::Cosh => self.cosh(),
            Op::Tanh => self.tanh(),
            Op::Asinh => self.asinh(),
            Op::Acosh => self.acosh(),
            Op::Atanh => self.atanh(),
            Op::ToRadians => self.to_radians(),
            Op::ToDegrees => self.to_degrees(),
            Op::Abs => self.abs(),
            Op::Signum => self.signum(),
            Op::Floor => self.floor(),
            Op::Ceil => self.ceil(),
            Op::Round => self.round(),
            Op::Trunc => self.trunc(),
            Op::Fract => self.fract(),
            Op::NormalCdf => normal_cdf(self),
            Op::Erf => erf(self),
            _ => value(op, &[self]),
        }
    }

    #[inline]
    fn call2(self, op: Op, b: Self) -> Self {
        match op {
            Op::Hypot => self.hypot(b),
            Op::Powi => powi(self, b),
            Op::Powf => self.powf(b),
            Op::Atan2 => self.atan2(b),
            Op::Copysign => self.copysign(b),
            Op::Min => self.min(b),
            Op::Max => self.max(b),
            _ => value(op, &[self, b]),
        }
    }

    #[inline]
    fn call3(self, op: Op, b: Self, c: Self) -> Self {
        match op {
            Op::MulAdd => self.mul_add(b, c),
            _ => value(op, &[self, b, c]),
        }
    }

    #[inline]
    fn lt(self, b: Self) -> bool {
        self < b
    }

    #[inline]
    fn le(self, b: Self) -> bool {
        self <= b
    }

    #[inline]
    #[allow(clippy::float_cmp, reason = "the rows ask for exact ties")]
    fn eq(self, b: Self) -> bool {
        self == b
    }

    #[inline]
    fn select(truth: bool, a: Self, b: Self) -> Self {
        if truth { a } else { b }
    }
}

/// `aⁿ` by repeated squaring, NaN if `n` is not a whole number in the range of an `i64`.
///
/// The multiplications come in the order in which [`f64::powi`] is compiled, so the bits are the same
/// whether a power is called or multiplied out.
#[inline]
fn powi<T: Float>(mut a: T, n: T) -> T {
    let Some(whole) = n.to_i64().filter(|_| n == n.trunc()) else {
        return T::nan();
    };
    let mut rest = whole.unsigned_abs();
    let mut power = T::one();
    loop {
        if rest & 1 == 1 {
            power = power * a;
        }
        rest /= 2;
        if rest == 0 {
            break;
        }
        a = a * a;
    }
    if whole < 0 { power.recip() } else { power }
}

/// The error function, computed in `f64` whatever `T` is: neither Rust nor `num_traits` has one.
#[inline]
fn erf<T: Float>(a: T) -> T {
    a.to_f64().and_then(|a| T::from(libm::erf(a))).unwrap_or_else(T::nan)
}

/// The normal distribution function, computed in `f64` whatever `T` is, as [`erf`].
#[inline]
fn normal_cdf<T: Float>(a: T) -> T {
    a.to_f64().and_then(|a| T::from(a.lane_normal_cdf::<false>())).unwrap_or_else(T::nan)
}
