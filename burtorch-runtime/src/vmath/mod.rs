//! The elementary functions, as lanes of a vector.
//!
//! In goes one number, out comes one number, through straight-line code: no call, no table, no jump. A loop over a
//! slice is therefore turned into vector code as wide as the function around it allows (`#[target_feature]`). Where
//! the standard library would branch, both sides are computed and one is selected. Sines and cosines of very large angles
//! are the exception: a loop first asks whether there are any ([`VectorMath::is_far`]), and takes `any_sin` if so.
//!
//! Rounding to integers and powers of two work on the bits of a sum with 1.5·2²³ (`f32`) or 1.5·2⁵² (`f64`), whose
//! last bits are the integer. The polynomials are our own minimax fits: `tests/data/vmath_fit.py` makes them.
//! `tests/vmath.rs` measures the errors that the functions state; they hold with and without FMA.
//!
//! ```
//! use burtorch_runtime::VectorMath;
//!
//! fn tanh(x: &[f32], y: &mut [f32]) {
//!     for (y, x) in y.iter_mut().zip(x) {
//!         *y = x.lane_tanh::<false>();
//!     }
//! }
//!
//! let mut y = [0.0; 3];
//! tanh(&[-0.0, 1e-30, 100.0], &mut y);
//! assert_eq!(y, [-0.0, 1e-30, 1.0]);
//! ```

#![allow(clippy::inline_always, reason = "a lane is vector code only if it is compiled with the loop around it")]

mod erf;
mod exp;
mod far;
mod gelu;
mod layout;
mod ln;
mod normal;
mod tanh;
mod trig;

use num_traits::Float;

/// A number as the lane of a vector: functions without branches or calls, which the optimizer turns into vector code.
///
/// `FMA` says whether `a · b + c` is one instruction on the machine the code is compiled for. Where it is not, `true`
/// is as accurate but costs a call for every sum; without the feature `std` it always does. The errors are distances
/// from the exact value, in ulp: the distance between the two numbers around it. NaN gives NaN.
pub trait VectorMath: Float {
    /// The largest magnitude for which [`lane_sin`](VectorMath::lane_sin) and [`lane_cos`](VectorMath::lane_cos) have a value: 10⁸.
    const TRIG_LIMIT: Self;

    /// `self · b + c`, rounded once if `FMA`, twice otherwise.
    #[must_use]
    fn fused<const FMA: bool>(self, b: Self, c: Self) -> Self;

    /// `eˣ`, within 1.25 ulp; overflow gives ∞, and subnormal results are rounded once.
    #[must_use]
    fn lane_exp<const FMA: bool>(self) -> Self;

    /// `eˣ − 1`, within 2 ulp, also near 0, where the result is `x`.
    #[must_use]
    fn lane_exp_m1<const FMA: bool>(self) -> Self;

    /// `ln x`, within 1 ulp, for subnormal numbers too; −∞ at ±0, NaN below.
    #[must_use]
    fn lane_ln<const FMA: bool>(self) -> Self;

    /// `ln(1 + x)`, within 2 ulp, also near 0, where the result is `x`; −∞ at −1, NaN below.
    #[must_use]
    fn lane_ln_1p<const FMA: bool>(self) -> Self;

    /// `tanh x`, within 3 ulp, also near 0, where the result is `x`.
    #[must_use]
    fn lane_tanh<const FMA: bool>(self) -> Self;

    /// `1 / (1 + e⁻ˣ)`, within 2.5 ulp, down to subnormal results.
    #[must_use]
    fn lane_sigmoid<const FMA: bool>(self) -> Self;

    /// `x Φ(x)` with the normal distribution function `Φ`, within 4 ulp, down to subnormal results; NaN at −∞.
    #[must_use]
    fn lane_gelu<const FMA: bool>(self) -> Self;

    /// `Φ(x)`, the normal distribution function, within 6 ulp, down to subnormal results.
    #[must_use]
    fn lane_normal_cdf<const FMA: bool>(self) -> Self;

    /// `erf x = 2/√π · ∫₀ˣ e^(−t²) dt`, within 2 ulp.
    #[must_use]
    fn lane_erf<const FMA: bool>(self) -> Self;

    /// Whether an angle is beyond [`TRIG_LIMIT`](VectorMath::TRIG_LIMIT) in magnitude.
    #[must_use]
    fn is_far(self) -> bool;

    /// `sin x`, within 1 ulp, unless [`is_far`](VectorMath::is_far).
    ///
    /// There the result is NaN rather than a wrong number: call [`any_sin`](VectorMath::any_sin).
    #[must_use]
    fn lane_sin<const FMA: bool>(self) -> Self;

    /// `cos x`, within 1 ulp, unless [`is_far`](VectorMath::is_far).
    ///
    /// There the result is NaN rather than a wrong number: call [`any_cos`](VectorMath::any_cos).
    #[must_use]
    fn lane_cos<const FMA: bool>(self) -> Self;

    /// `sin x`, within 1 ulp: [`lane_sin`](VectorMath::lane_sin), or a call where that has no value. A loop over it is not vector
    /// code.
    #[must_use]
    fn any_sin<const FMA: bool>(self) -> Self;

    /// `cos x`, within 1 ulp: [`lane_cos`](VectorMath::lane_cos), or a call where that has no value. A loop over it is not vector
    /// code.
    #[must_use]
    fn any_cos<const FMA: bool>(self) -> Self;
}

/// Hands the methods of a type to the generic functions.
macro_rules! lane {
    ($float:ty: $($method:ident = $module:ident::$function:ident),*) => {
        impl VectorMath for $float {
            const TRIG_LIMIT: Self = <Self as trig::Angle>::LIMIT;

            #[inline(always)]
            fn fused<const FMA: bool>(self, b: Self, c: Self) -> Self {
                layout::fused::<Self, FMA>(self, b, c)
            }

            #[inline(always)]
            fn is_far(self) -> bool {
                trig::is_far(self)
            }

            $(
                #[inline(always)]
                fn $method<const FMA: bool>(self) -> Self {
                    $module::$function::<Self, FMA>(self)
                }
            )*
        }
    };
    ($($float:ty),*) => {$(
        lane! { $float:
            lane_exp = exp::exp,
            lane_exp_m1 = exp::exp_m1,
            lane_ln = ln::ln,
            lane_ln_1p = ln::ln_1p,
            lane_tanh = tanh::tanh,
            lane_sigmoid = tanh::sigmoid,
            lane_gelu = gelu::gelu,
            lane_normal_cdf = normal::normal_cdf,
            lane_erf = erf::erf,
            lane_sin = trig::sin,
            lane_cos = trig::cos,
            any_sin = trig::any_sin,
            any_cos = trig::any_cos
        }
    )*};
}

lane!(f32, f64);
