//! `sin x` and `cos x`.
//!
//! Cody and Waite's reduction: `x = n π/2 + r + l` with `|r| ≤ π/4` and `l` below half an ulp of `r`. `π/2` is a sum
//! of five numbers; `n` times each of the first four is exact as long as `|x|` is at most the limit. The sine and the
//! cosine of `r` are both computed, and `n` selects.

use super::layout::{Layout, fused, polynomial};

/// The numbers of a type.
pub trait Constants: Layout + 'static {
    /// The largest `|x|` with a result: `n` has 13 bits in `f32`, 26 in `f64`.
    const LIMIT: Self;
    /// `2 / π`.
    const FRAC_2_PI: Self;
    /// `π / 2`: four times the next 11 bits in `f32`, 27 in `f64`, and the rest.
    const FRAC_PI_2: [Self; 5];
    /// `sin r ≈ r + r³ S(r²)`: relative error 2⁻²⁷ in `f32`, 2⁻⁵⁷ in `f64`.
    const SIN: &'static [Self];
    /// `cos r ≈ 1 − r²/2 + r⁴ C(r²)`: 2⁻³² and 2⁻⁶³.
    const COS: &'static [Self];
}

impl Constants for f32 {
    const LIMIT: Self = 1e4;
    const FRAC_2_PI: Self = core::f32::consts::FRAC_2_PI;
    const FRAC_PI_2: [Self; 5] = [1.570_312_5, 0.000_483_512_88, 3.138_557e-7, 6.070_877e-11, 6.223_372e-14];
    const SIN: &'static [Self] = &[-0.000_195_174_14, 0.008_332_185, -0.166_666_55];
    const COS: &'static [Self] = &[2.443_165e-5, -0.001_388_730_6, 0.041_666_646];
}

impl Constants for f64 {
    const LIMIT: Self = 1e8;
    const FRAC_2_PI: Self = core::f64::consts::FRAC_2_PI;
    const FRAC_PI_2: [Self; 5] = [
        1.570_796_325_802_803,
        9.920_935_184_482_005e-10,
        6.123_233_932_053_594e-17,
        6.368_317_116_855_041e-25,
        4.665_590_917_179_985e-33,
    ];
    const SIN: &'static [Self] = &[
        1.589_501_047_244_391e-10,
        -2.505_072_820_059_046e-8,
        2.755_731_350_678_17e-6,
        -0.000_198_412_698_292_924_35,
        0.008_333_333_333_321_796,
        -0.166_666_666_666_666_3,
    ];
    const COS: &'static [Self] = &[
        -1.135_733_967_560_953_5e-11,
        2.087_567_811_134_865e-9,
        -2.755_731_401_517_857e-7,
        2.480_158_728_829_538e-5,
        -0.001_388_888_888_887_218_6,
        0.041_666_666_666_666_59,
    ];
}

/// `MAGIC + n`, and the sine and cosine of `r + l`.
#[inline(always)]
fn reduce<F: Constants, const FMA: bool>(x: F) -> (F, F, F) {
    let t = fused::<F, FMA>(x, F::FRAC_2_PI, F::MAGIC);
    let n = t - F::MAGIC;
    let c = F::FRAC_PI_2;
    // Exact: the differences are multiples of an ulp of `x` or of the product, and smaller than 2.
    let r = fused::<F, FMA>(n, -c[0], x);
    let r0 = fused::<F, FMA>(n, -c[1], r);
    // Each of these two may round; what it drops goes to `l`. Where `r` is small they are exact, too.
    let r1 = fused::<F, FMA>(n, -c[2], r0);
    let l1 = fused::<F, FMA>(n, -c[2], r0 - r1);
    let r2 = fused::<F, FMA>(n, -c[3], r1);
    let l2 = fused::<F, FMA>(n, -c[3], r1 - r2);
    let l = fused::<F, FMA>(n, -c[4], l1 + l2);

    let z = r2 * r2;
    let half = F::HALF * z;
    let cosine = F::ONE - half;
    let s = polynomial::<F, FMA>(F::SIN, z);
    // sin(r + l) ≈ sin r + l cos r, and cos(r + l) ≈ cos r − l sin r.
    let sin = r2 + fused::<F, FMA>(r2 * z, s, l * cosine);
    let s = polynomial::<F, FMA>(F::COS, z);
    let cos = cosine + ((F::ONE - cosine - half) + fused::<F, FMA>(z * z, s, -(l * r2)));
    (t, sin, cos)
}

/// `y` within the limit, NaN outside.
#[inline(always)]
fn within<F: Constants>(x: F, y: F) -> F {
    if x.magnitude() <= F::LIMIT { y } else { F::nan() }
}

/// `sin x`.
#[inline(always)]
pub fn sin<F: Constants, const FMA: bool>(x: F) -> F {
    let (t, sin, cos) = reduce::<F, FMA>(x);
    let y = within(x, F::turn(t, sin, cos));
    // The sums above make +0 of −0.
    if x == F::zero() { x } else { y }
}

/// `cos x = sin(x + π/2)`.
#[inline(always)]
pub fn cos<F: Constants, const FMA: bool>(x: F) -> F {
    let (t, sin, cos) = reduce::<F, FMA>(x);
    within(x, F::turn(t + F::ONE, sin, cos))
}
