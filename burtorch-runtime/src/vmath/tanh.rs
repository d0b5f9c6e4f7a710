//! `tanh x` and the logistic function.

use super::exp::{Constants as Exp, exp, exp_m1_moderate};

/// The constants of `tanh` for a floating-point type.
pub trait Constants: Exp {
    /// From here on `tanh x` rounds to 1.
    const ONE_ABOVE: Self;
}

impl Constants for f32 {
    const ONE_ABOVE: Self = 10.0;
}

impl Constants for f64 {
    const ONE_ABOVE: Self = 20.0;
}

/// `tanh |x| = m / (m + 2)` with `m = e^(2|x|) − 1`, which keeps the relative accuracy near 0 that `1 − 2 / (m + 2)`
/// would lose.
#[inline(always)]
pub fn tanh<F: Constants, const FMA: bool>(x: F) -> F {
    let a = x.magnitude();
    let a = if a > F::ONE_ABOVE { F::ONE_ABOVE } else { a };
    let m = exp_m1_moderate::<F, FMA>(a + a);
    (m / (m + F::TWO)).signed(x)
}

/// `1 / (1 + e⁻ˣ)`, for negative `x` as `eˣ / (1 + eˣ)`: the exponential never overflows, and small results keep their
/// digits.
#[inline(always)]
pub fn sigmoid<F: Exp, const FMA: bool>(x: F) -> F {
    let e = exp::<F, FMA>(-x.magnitude());
    let above = if x < F::zero() { e } else { F::ONE };
    above / (F::ONE + e)
}
