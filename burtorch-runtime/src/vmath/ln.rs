//! `ln x` and `ln(1 + x)`.
//!
//! `x = 2^k (1 + f)` with `√½ ≤ 1 + f < √2`, and `ln(1 + f) = 2s + s³ q(s²)` with `s = f / (2 + f)`, summed as
//! `f − (f²/2 − s (f²/2 + s² q))`, where the largest term is exact (the form of Sun's fdlibm).

use super::layout::{Layout, fused, polynomial};

/// The constants of the logarithm for a floating-point type.
pub trait Constants: Layout + 'static {
    /// A part of `ln 2` so short that `k` times it is exact, and the rest.
    const LN_2: [Self; 2];
    /// `q`: relative error of the logarithm 2⁻³⁰ in `f32`, 2⁻⁵⁹ in `f64`.
    const Q: &'static [Self];
}

impl Constants for f32 {
    const LN_2: [Self; 2] = <Self as super::exp::Constants>::LN_2;
    const Q: &'static [Self] = &[0.298_734_58, 0.399_775_24, 0.666_667_76];
}

impl Constants for f64 {
    const LN_2: [Self; 2] = <Self as super::exp::Constants>::LN_2;
    const Q: &'static [Self] = &[
        0.148_020_860_458_341_26,
        0.153_134_708_357_841_04,
        0.181_835_855_978_741_88,
        0.222_221_981_923_558_74,
        0.285_714_287_457_987_77,
        0.399_999_999_994_008_3,
        0.666_666_666_666_673_6,
    ];
}

/// `k ln 2 + ln(1 + f)`.
#[inline(always)]
fn sum<F: Constants, const FMA: bool>(k: F, f: F) -> F {
    let s = f / (f + F::TWO);
    let z = s * s;
    let q = polynomial::<F, FMA>(F::Q, z);
    let square = F::HALF * f * f;
    let small = fused::<F, FMA>(s, fused::<F, FMA>(z, q, square), k * F::LN_2[1]);
    fused::<F, FMA>(k, F::LN_2[0], f - (square - small))
}

/// `y`, or what a logarithm is at the ends of its domain and outside; `x` is its argument.
#[inline(always)]
fn ends<F: Constants>(x: F, y: F) -> F {
    let y = if x == F::zero() { F::neg_infinity() } else { y };
    let y = if x == F::infinity() { x } else { y };
    if x >= F::zero() { y } else { F::nan() }
}

/// `ln x`.
#[inline(always)]
pub fn ln<F: Constants, const FMA: bool>(x: F) -> F {
    let subnormal = x < F::SMALLEST;
    let (k, z, _) = (if subnormal { x * F::LIFT } else { x }).parts();
    let k = k - if subnormal { F::LIFT_EXPONENT } else { F::zero() };
    ends(x, sum::<F, FMA>(k, z - F::ONE))
}

/// `ln(1 + x)`.
#[inline(always)]
pub fn ln_1p<F: Constants, const FMA: bool>(x: F) -> F {
    let near = x + F::ONE;
    // The rounded sum gives only `k`; `f = 2⁻ᵏ x + (2⁻ᵏ − 1)` does not know that it was rounded. The quarter keeps
    // the power of two normal for the largest `x`.
    let (k, _, down) = near.parts();
    let quarter = F::HALF * F::HALF;
    let f = fused::<F, FMA>(quarter * x, down, quarter * down - F::ONE);
    let y = ends(near, sum::<F, FMA>(k, f));
    if x.magnitude() < F::TINY { x } else { y }
}
