//! `Φ(x)`, the normal distribution function.
//!
//! `Φ(−a) = e^(−a²/2) q((a − 4) / (a + 4)) / (a + 4)` for positive `a`, and `Φ(a) = 1 − Φ(−a)`. So small results keep their
//! digits, which `(1 + erf(x/√2)) / 2` loses.

use super::exp::{Constants as Exp, exp_of_sum};
use super::gelu::{SHORT_TAIL, TAIL};
use super::layout::polynomial;

/// The constants of `Φ` for a floating-point type.
pub trait Constants: Exp {
    const FOUR: Self;
    /// For arguments beyond this, `Φ(−x)` rounds to zero.
    const ZERO_BEYOND: Self;
    /// `q`: relative error 2⁻²⁸ in `f32`, 2⁻⁵⁴ in `f64`.
    const TAIL: &'static [Self];
}

impl Constants for f32 {
    const FOUR: Self = 4.0;
    const ZERO_BEYOND: Self = 15.0;
    #[allow(clippy::cast_possible_truncation, reason = "they are rounded to the type of the argument")]
    const TAIL: &'static [Self] = &{
        let mut tail = [0.0; SHORT_TAIL.len()];
        let mut at = 0;
        while at < tail.len() {
            tail[at] = SHORT_TAIL[at] as f32;
            at += 1;
        }
        tail
    };
}

impl Constants for f64 {
    const FOUR: Self = 4.0;
    const ZERO_BEYOND: Self = 40.0;
    const TAIL: &'static [Self] = TAIL;
}

/// `Φ(x)`.
#[inline(always)]
pub fn normal_cdf<F: Constants, const FMA: bool>(x: F) -> F {
    let a = x.magnitude();
    let a = if a > F::ZERO_BEYOND { F::ZERO_BEYOND } else { a };
    // An error of `a²` would be one of the power. The square of the first half of the digits is exact.
    let first = a.first_half();
    let (power, [one, two]) = exp_of_sum::<F, FMA>(-F::HALF * first * first, -F::HALF * (a - first) * (a + first));
    let r = F::ONE / (a + F::FOUR);
    let tail = power * (polynomial::<F, FMA>(F::TAIL, (a - F::FOUR) * r) * r);
    // The last product alone may round to a subnormal number.
    let tail = tail * one * two;
    let tail = if x.magnitude() > F::ZERO_BEYOND { F::ZERO } else { tail };
    if x < F::ZERO { tail } else { F::ONE - tail }
}
