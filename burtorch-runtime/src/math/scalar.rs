//! The scalar functions.

use num_traits::Float;

use crate::abi::Tangent;
use crate::dual::{Dual, join};
use crate::effects::{Callee, Effects, Nowhere};
use crate::rules::{Op, Operand, adjoint, tangent, value};

/// Declares functions by rows of the table, and the types that carry their derivatives.
macro_rules! functions {
    ($($(#[$doc:meta])* $op:ident $name:ident($($arg:ident: $ty:ty),+);)*) => {$(
        $(#[$doc])*
        #[inline]
        #[must_use]
        pub fn $name<T: Float>($($arg: $ty),+) -> T {
            value(Op::$op, &[$($arg),+])
        }

        #[doc(hidden)]
        pub use crate::__burtorch_number as $name;

        #[doc(hidden)]
        #[derive(Debug)]
        #[allow(non_camel_case_types, reason = "stands beside the function, under its name")]
        pub enum $name {}

        impl Callee for $name {
            type Position = Nowhere;
        }

        #[doc(hidden)]
        impl $name {
            #[inline]
            pub fn __value<T: Float>($($arg: $ty),+, _: &mut impl Effects) -> T {
                value(Op::$op, &[$($arg),+])
            }

            #[inline]
            pub fn __vjp<T: Float>($($arg: $ty),+, seed: T, _: &mut impl Effects) -> (T, ($($ty,)+)) {
                let args = [$($arg),+];
                let y = value(Op::$op, &args);
                let [$($arg),+, ..] = adjoint(Op::$op, &args, y, seed);
                (y, ($($arg.unwrap_or_else(T::zero),)+))
            }

            #[inline]
            pub fn __jvp<T: Float>(
                $($arg: $ty),+,
                tangents: ($(impl Tangent<$ty>,)+),
                _: &mut impl Effects,
            ) -> (T, T) {
                let args = [$($arg),+];
                let y = value(Op::$op, &args);
                let ($($arg,)+) = tangents;
                let tangents = [$($arg.optional()),+];
                (y, tangent(Op::$op, &args, y, &tangents).unwrap_or_else(T::zero))
            }

            #[inline]
            #[allow(clippy::type_complexity, reason = "a result and its tangent, in the same shape")]
            pub fn __vjp_jvp<T: Float>(
                $($arg: $ty),+,
                seed: T,
                tangents: ($(impl Tangent<$ty>,)+),
                seed_tangent: T,
                _: &mut impl Effects,
            ) -> ((T, ($($ty,)+)), (T, ($($ty,)+))) {
                let args = [$($arg),+];
                let y = value(Op::$op, &args);
                let ($($arg,)+) = tangents;
                let args = join(args, [$($arg.optional().unwrap_or_else(T::zero)),+]);
                let y = Dual::result(Op::$op, args, y);
                let g = Dual { value: seed, tangent: seed_tangent };
                let [$($arg),+, ..] = adjoint(Op::$op, &args, y, g).map(|dual| dual.unwrap_or_else(|| y.lit(0.0)));
                ((y.value, ($($arg.value,)+)), (y.tangent, ($($arg.tangent,)+)))
            }
        }
    )*};
}

functions! {
    // Powers and roots.

    /// `a²`
    Sqr sqr(a: T);
    /// `a³`
    Pow3 pow3(a: T);
    /// `1 / a`
    Recip recip(a: T);
    /// `√a`
    Sqrt sqrt(a: T);
    /// `1 / √a`
    InvSqrt inv_sqrt(a: T);
    /// `∛a`
    Cbrt cbrt(a: T);
    /// `√(a² + b²)` without overflow.
    Hypot hypot(a: T, b: T);
    /// `aᵇ`
    Powf powf(a: T, b: T);

    // Exponentials and logarithms.

    /// `eᵃ`
    Exp exp(a: T);
    /// `2ᵃ`
    Exp2 exp2(a: T);
    /// `eᵃ − 1`, accurate near zero.
    ExpM1 exp_m1(a: T);
    /// `ln a`
    Ln ln(a: T);
    /// `−ln a`
    NegLn neg_ln(a: T);
    /// `log₂ a`
    Log2 log2(a: T);
    /// `log₁₀ a`
    Log10 log10(a: T);
    /// `ln a / ln base`
    Log log(a: T, base: T);
    /// `ln(1 + a)`, accurate near zero.
    Ln1p ln_1p(a: T);

    // Circular and hyperbolic functions.

    /// `sin a`
    Sin sin(a: T);
    /// `cos a`
    Cos cos(a: T);
    /// `tan a`
    Tan tan(a: T);
    /// `arcsin a`
    Asin asin(a: T);
    /// `arccos a`
    Acos acos(a: T);
    /// `arctan a`
    Atan atan(a: T);
    /// The angle of the point `(b, a)`.
    Atan2 atan2(a: T, b: T);
    /// `sinh a`
    Sinh sinh(a: T);
    /// `cosh a`
    Cosh cosh(a: T);
    /// `tanh a`
    Tanh tanh(a: T);
    /// `arsinh a`
    Asinh asinh(a: T);
    /// `arcosh a`
    Acosh acosh(a: T);
    /// `artanh a`
    Atanh atanh(a: T);
    /// `a π / 180`
    ToRadians to_radians(a: T);
    /// `a 180 / π`
    ToDegrees to_degrees(a: T);

    // Signs, choices and steps.

    /// `|a|`; zero slope at zero.
    Abs abs(a: T);
    /// `1` or `−1` with the sign of `a`.
    Signum signum(a: T);
    /// `|a|` with the sign of `b`.
    Copysign copysign(a: T, b: T);
    /// The smaller of the two; on a tie each has slope one half.
    Min min(a: T, b: T);
    /// The larger of the two; on a tie each has slope one half.
    Max max(a: T, b: T);
    /// `min(max(a, lo), hi)`; slope zero on the bounds.
    Clamp clamp(a: T, lo: T, hi: T);
    /// `a mod |b|`, never negative.
    RemEuclid rem_euclid(a: T, b: T);
    /// Rounds down.
    Floor floor(a: T);
    /// Rounds up.
    Ceil ceil(a: T);
    /// Rounds to nearest, halves away from zero.
    Round round(a: T);
    /// Rounds towards zero.
    Trunc trunc(a: T);
    /// `a − trunc a`
    Fract fract(a: T);
    /// `a · b + c` with one rounding.
    MulAdd mul_add(a: T, b: T, c: T);

    // Activations.

    /// `max(a, 0)`; zero slope at zero.
    Relu relu(a: T);
    /// `a` if positive, else `slope · a`.
    LeakyRelu leaky_relu(a: T, slope: T);
    /// `a` if positive, else `alpha (eᵃ − 1)`.
    Elu elu(a: T, alpha: T);
    /// `1 / (1 + e⁻ᵃ)`
    Sigmoid sigmoid(a: T);
    /// `ln(1 + eᵃ)` without overflow.
    Softplus softplus(a: T);
    /// `a Φ(a)`, `Φ` the normal distribution function.
    Gelu gelu(a: T);
    /// `a / (1 + e⁻ᵃ)`
    Silu silu(a: T);
    /// `1/√(2π) ∫₋∞ᵃ e^(−t²/2) dt`: the normal distribution function, computed in `f64`.
    NormalCdf normal_cdf(a: T);
    /// `2/√π ∫₀ᵃ e^(−t²) dt`, computed in `f64`.
    Erf erf(a: T);

    // Pairs.

    /// `(a + b) / 2`
    Mean2 mean2(a: T, b: T);
    /// `−(a + b) / 2`
    NegMean2 neg_mean2(a: T, b: T);
    /// `a² + b²`
    AddSquares add_squares(a: T, b: T);
    /// `(a² + b²) / 2`
    MeanSquares2 mean_squares2(a: T, b: T);
}
