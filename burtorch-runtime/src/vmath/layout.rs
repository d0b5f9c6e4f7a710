//! What the functions do to the bits of a number, and how they evaluate a polynomial.

use num_traits::Float;

/// The layout of a binary floating-point type.
///
/// An integer `n` travels as `t = MAGIC + n`, in whose last bits it stands; `t − MAGIC` is `n` as a number.
pub trait Layout: Float {
    /// 1.5 times the power of two whose last bit counts ones.
    const MAGIC: Self;
    /// The exponent of 1 in its field.
    const BIAS: Self;
    /// One half, 0, 1 and 2: literals of generic code.
    const HALF: Self;
    const ZERO: Self;
    const ONE: Self;
    const TWO: Self;
    /// Below it, numbers are subnormal.
    const SMALLEST: Self;
    /// A power of two that makes subnormal numbers normal and whose last bit counts ones, and its exponent.
    const LIFT: Self;
    const LIFT_EXPONENT: Self;
    /// Half an ulp of 1: `x² / 2` is lost beside an `x` below it.
    const TINY: Self;

    /// `|x|`.
    fn magnitude(self) -> Self;

    /// The magnitude of `self`, the sign of `sign`.
    fn signed(self, sign: Self) -> Self;

    /// The number without the second half of its digits: its square is exact.
    fn first_half(self) -> Self;

    /// `2^n` from `MAGIC + BIAS + n`, if it is a normal number.
    fn power(t: Self) -> Self;

    /// Two normal numbers with the product `2^n` from `MAGIC + 2 BIAS + n`, where `2^n` itself may be too large or too
    /// small by half the range of exponents.
    fn halves(t: Self) -> (Self, Self);

    /// `k`, `z` and `2^(2 − k)` for a normal positive number `2^k · z` with `√½ ≤ z < √2`.
    fn parts(self) -> (Self, Self, Self);
}

macro_rules! layout {
    ($float:ident, $bits:ident, mantissa $mantissa:literal, bias $bias:literal) => {
        #[allow(clippy::cast_precision_loss, reason = "the widths of fields are small integers")]
        impl Layout for $float {
            const MAGIC: Self = 1.5 / $float::EPSILON;
            const BIAS: Self = $bias as Self;
            const HALF: Self = 0.5;
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const TWO: Self = 2.0;
            const SMALLEST: Self = $float::MIN_POSITIVE;
            const LIFT: Self = 1.0 / $float::EPSILON;
            const LIFT_EXPONENT: Self = $mantissa as Self;
            const TINY: Self = $float::EPSILON / 2.0;

            #[inline(always)]
            fn magnitude(self) -> Self {
                $float::from_bits(self.to_bits() & ($bits::MAX >> 1))
            }

            #[inline(always)]
            fn signed(self, sign: Self) -> Self {
                let mask = $bits::MAX >> 1;
                $float::from_bits(self.to_bits() & mask | sign.to_bits() & !mask)
            }

            #[inline(always)]
            fn first_half(self) -> Self {
                $float::from_bits(self.to_bits() & !((1 << ($mantissa / 2 + 1)) - 1))
            }

            #[inline(always)]
            fn power(t: Self) -> Self {
                $float::from_bits(t.to_bits() << $mantissa)
            }

            #[inline(always)]
            fn halves(t: Self) -> (Self, Self) {
                let half = t.to_bits() >> 1;
                let rest = t.to_bits().wrapping_sub(half);
                ($float::from_bits(half << $mantissa), $float::from_bits(rest << $mantissa))
            }

            #[inline(always)]
            fn parts(self) -> (Self, Self, Self) {
                const ONE: $bits = (1.0 as $float).to_bits();
                const START: $bits = core::$float::consts::FRAC_1_SQRT_2.to_bits();
                const FRACTION: $bits = (1 << $mantissa) - 1;
                let shifted = self.to_bits().wrapping_add(ONE - START);
                let exponent = shifted >> $mantissa;
                let k = $float::from_bits(exponent | Self::LIFT.to_bits()) - (Self::LIFT + Self::BIAS);
                let z = $float::from_bits((shifted & FRACTION) + START);
                let down = $float::from_bits($bits::wrapping_sub(2 * $bias + 2, exponent) << $mantissa);
                (k, z, down)
            }
        }
    };
}

layout!(f32, u32, mantissa 23, bias 127);
layout!(f64, u64, mantissa 52, bias 1023);

/// `a · b + c`, fused if `FMA`: without the instruction, fusing is a call of a function.
#[inline(always)]
pub fn fused<F: Float, const FMA: bool>(a: F, b: F, c: F) -> F {
    if FMA { a.mul_add(b, c) } else { a * b + c }
}

/// A polynomial from its coefficients, highest power first (Horner).
#[inline(always)]
pub fn polynomial<F: Float, const FMA: bool>(coefficients: &[F], x: F) -> F {
    let [first, rest @ ..] = coefficients else { return F::zero() };
    let mut sum = *first;
    for &c in rest {
        sum = fused::<F, FMA>(sum, x, c);
    }
    sum
}

/// `x` between two bounds; NaN stays.
#[inline(always)]
pub fn clamp<F: Float>(x: F, low: F, high: F) -> F {
    let x = if x < low { low } else { x };
    if x > high { high } else { x }
}
