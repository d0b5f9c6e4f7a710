//! `eˣ` and `eˣ − 1`.
//!
//! Cody and Waite's reduction: `x = n ln 2 + r` with `|r| ≤ ½ ln 2`, where `ln 2` is a sum of two numbers, the first
//! so short that `n` times it is exact. Then `eˣ = 2ⁿ (1 + p)` with `p = eʳ − 1 ≈ r + r² q(r)`.

use super::layout::{Layout, clamp, fused, polynomial};

/// The constants of `eˣ` and `eˣ − 1` for a floating-point type.
pub trait Constants: Layout + 'static {
    /// `1 / ln 2`.
    const LOG2_E: Self;
    /// The short part of `ln 2`, and the rest.
    const LN_2: [Self; 2];
    /// `q`: relative error of `eʳ − 1` 2⁻²⁵·⁹ in `f32`, 2⁻⁵⁵ in `f64`.
    const Q: &'static [Self];
    /// For arguments below this, `eˣ` rounds to 0.
    const ZERO_BELOW: Self;
    /// For arguments below this, `eˣ − 1` rounds to −1.
    const MINUS_ONE_BELOW: Self;
    /// For arguments above this, `eˣ` and `eˣ − 1` overflow to infinity.
    const INFINITE_ABOVE: Self;
}

impl Constants for f32 {
    const LOG2_E: Self = core::f32::consts::LOG2_E;
    const LN_2: [Self; 2] = [0.693_145_75, 1.428_606_8e-6];
    const Q: &'static [Self] = &[0.001_394_689_5, 0.008_366_844, 0.041_666_277, 0.166_665_4, 0.5];
    const ZERO_BELOW: Self = -104.0;
    const MINUS_ONE_BELOW: Self = -18.0;
    const INFINITE_ABOVE: Self = 89.0;
}

impl Constants for f64 {
    const LOG2_E: Self = core::f64::consts::LOG2_E;
    const LN_2: [Self; 2] = [0.693_147_180_369_123_8, 1.908_214_929_270_587_7e-10];
    const Q: &'static [Self] = &[
        2.511_496_391_939_891_8e-8,
        2.762_686_589_577_207e-7,
        2.755_722_651_273_417e-6,
        2.480_150_314_643_033_7e-5,
        0.000_198_412_699_044_969_75,
        0.001_388_888_893_340_535_7,
        0.008_333_333_333_313_996,
        0.041_666_666_666_570_686,
        0.166_666_666_666_666_88,
        0.500_000_000_000_000_6,
    ];
    const ZERO_BELOW: Self = -746.0;
    const MINUS_ONE_BELOW: Self = -38.0;
    const INFINITE_ABOVE: Self = 710.0;
}

/// `start + n` and `p`, where `eˣ = 2ⁿ (1 + p)`; `start` is `MAGIC` and an offset.
#[inline(always)]
fn reduce<F: Constants, const FMA: bool>(x: F, start: F) -> (F, F) {
    let t = fused::<F, FMA>(x, F::LOG2_E, start);
    let n = t - start;
    let r = fused::<F, FMA>(n, -F::LN_2[0], x);
    let r = fused::<F, FMA>(n, -F::LN_2[1], r);
    let q = polynomial::<F, FMA>(F::Q, r);
    (t, fused::<F, FMA>(r * r, q, r))
}

/// `eˣ`.
#[inline(always)]
pub fn exp<F: Constants, const FMA: bool>(x: F) -> F {
    let clamped = clamp(x, F::ZERO_BELOW, F::INFINITE_ABOVE);
    let (t, p) = reduce::<F, FMA>(clamped, F::MAGIC + F::BIAS + F::BIAS);
    // The first product is exact; the second may round to a subnormal number or overflow.
    let (first, second) = F::halves(t);
    // Rounding down to zero takes a hundred cycles on some processors, and half of the scores of causal attention are −∞.
    let second = if x <= F::ZERO_BELOW { F::ZERO } else { second };
    (p + F::ONE) * first * second
}

/// `e^(high + low)` as a number between ½ and 2 and two powers of two, for sums between the bounds of `eˣ`. `high` has half of
/// the digits, so `high − n ln 2` is exact but for the rest of `ln 2`.
#[inline(always)]
pub fn exp_of_sum<F: Constants, const FMA: bool>(high: F, low: F) -> (F, [F; 2]) {
    let start = F::MAGIC + F::BIAS + F::BIAS;
    let t = fused::<F, FMA>(high + low, F::LOG2_E, start);
    let n = t - start;
    let r = fused::<F, FMA>(n, -F::LN_2[0], high);
    let r = fused::<F, FMA>(n, -F::LN_2[1], r) + low;
    let q = polynomial::<F, FMA>(F::Q, r);
    let (first, second) = F::halves(t);
    (fused::<F, FMA>(r * r, q, r) + F::ONE, [first, second])
}

/// `eˣ` where neither `x` nor the result is extreme: `2ⁿ` is a normal number.
#[inline(always)]
pub fn exp_moderate<F: Constants, const FMA: bool>(x: F) -> F {
    let (t, p) = reduce::<F, FMA>(x, F::MAGIC + F::BIAS);
    (p + F::ONE) * F::power(t)
}

/// `eˣ − 1` under the same condition.
#[inline(always)]
pub fn exp_m1_moderate<F: Constants, const FMA: bool>(x: F) -> F {
    let (t, p) = reduce::<F, FMA>(x, F::MAGIC + F::BIAS);
    let scale = F::power(t);
    fused::<F, FMA>(scale, p, scale - F::ONE)
}

/// `eˣ − 1`.
#[inline(always)]
pub fn exp_m1<F: Constants, const FMA: bool>(x: F) -> F {
    let clamped = clamp(x, F::MINUS_ONE_BELOW, F::INFINITE_ABOVE);
    // Half of the result is computed, and doubled at the end: its scale `2ⁿ⁻¹` is finite up to the overflow.
    let (t, p) = reduce::<F, FMA>(clamped, F::MAGIC + F::BIAS - F::ONE);
    let scale = F::power(t);
    let half = fused::<F, FMA>(scale, p, scale - F::HALF);
    if x.magnitude() < F::TINY { x } else { half + half }
}
