//! `sin x` and `cos x`.
//!
//! Cody and Waite's reduction: `x = m π/2 + r`, where `π/2` is a sum of numbers of 27 bits. `m` has 26 bits as long as `x` is
//! below the limit, so its product with each of them is exact in `f64`.
//!
//! In `f64` the sine and the cosine of `r` are both computed, and `m` selects; `|r| ≤ π/4`. An `f32` is computed in `f64`, so
//! there are digits to spare: `m` is even for a sine and odd for a cosine, and the result is `± sin r` with `|r| ≤ π/2`.
//!
//! Larger angles have a slower reduction of their own, with branches and a table (`far`). The standard library is no help:
//! next to a zero it may err by thousands of ulp (glibc 2.36: `sin(2.4189825415928567e23)`).

use super::far;
use super::layout::{Layout, fused, polynomial};

/// `π / 2`: four times the next 27 bits, and the rest.
const FRAC_PI_2: [f64; 5] = [
    1.570_796_325_802_803,
    9.920_935_184_482_005e-10,
    6.123_233_932_053_594e-17,
    6.368_317_116_855_041e-25,
    4.665_590_917_179_985e-33,
];

/// `π / 2` rounded, and the rest.
const FRAC_PI_2_FUSED: [f64; 2] = [core::f64::consts::FRAC_PI_2, 6.123_233_995_736_766e-17];

/// `sin r ≈ r + r³ S(r²)` up to `π/2`: relative error 2⁻²⁷.
const SIN_TO_PI_2: &[f64] =
    &[2.605_751_717_255_981e-6, -0.000_198_095_906_287_716_63, 0.008_333_066_091_138_115, -0.166_666_595_449_562_53];

/// `sin r ≈ r + r³ S(r²)` up to `π/4`: relative error 2⁻⁵⁷.
const SIN: &[f64] = &[
    1.589_501_047_244_391e-10,
    -2.505_072_820_059_046e-8,
    2.755_731_350_678_17e-6,
    -0.000_198_412_698_292_924_35,
    0.008_333_333_333_321_796,
    -0.166_666_666_666_666_3,
];

/// `cos r ≈ 1 − r²/2 + r⁴ C(r²)` up to `π/4`: relative error 2⁻⁶³.
const COS: &[f64] = &[
    -1.135_733_967_560_953_5e-11,
    2.087_567_811_134_865e-9,
    -2.755_731_401_517_857e-7,
    2.480_158_728_829_538e-5,
    -0.001_388_888_888_887_218_6,
    0.041_666_666_666_666_59,
];

/// A type of angles.
pub trait Angle: Layout {
    /// The largest magnitude with a result.
    const LIMIT: Self;

    /// `sin x` within the limit.
    fn near_sin<const FMA: bool>(self) -> Self;

    /// `cos x` within the limit.
    fn near_cos<const FMA: bool>(self) -> Self;

    /// `sin x` beyond the limit, by the slower reduction of `far`.
    fn far_sin(self) -> Self;

    /// `cos x` beyond the limit, by the slower reduction of `far`.
    fn far_cos(self) -> Self;
}

impl Angle for f32 {
    const LIMIT: Self = 1e8;

    #[inline(always)]
    fn near_sin<const FMA: bool>(self) -> Self {
        let x = f64::from(self);
        let t = fused::<f64, FMA>(x, core::f64::consts::FRAC_1_PI, f64::MAGIC);
        let n = t - f64::MAGIC;
        half_turns::<FMA>(x, n + n, t)
    }

    #[inline(always)]
    fn near_cos<const FMA: bool>(self) -> Self {
        let x = f64::from(self);
        let t = fused::<f64, FMA>(x, core::f64::consts::FRAC_1_PI, 0.5) + f64::MAGIC;
        let n = t - f64::MAGIC;
        half_turns::<FMA>(x, n + n - 1.0, t)
    }

    #[cold]
    #[allow(clippy::cast_possible_truncation, reason = "it is rounded to the type of the argument")]
    fn far_sin(self) -> Self {
        f64::from(self).far_sin() as f32
    }

    #[cold]
    #[allow(clippy::cast_possible_truncation, reason = "it is rounded to the type of the argument")]
    fn far_cos(self) -> Self {
        f64::from(self).far_cos() as f32
    }
}

/// `sin(x − m π/2)`, with the other sign if the last bit of `t` is set.
#[inline(always)]
#[allow(clippy::cast_possible_truncation, reason = "it is rounded to the type of the argument")]
fn half_turns<const FMA: bool>(x: f64, m: f64, t: f64) -> f32 {
    let r = if FMA {
        // Nothing is lost of a fused product, so a number of 53 bits and the rest are enough.
        let [first, rest] = FRAC_PI_2_FUSED;
        fused::<f64, true>(m, -rest, fused::<f64, true>(m, -first, x))
    } else {
        let [first, second, third, ..] = FRAC_PI_2;
        x - m * first - m * second - m * third
    };
    let z = r * r;
    // A product, so that −0 keeps its sign.
    let y = r * fused::<f64, FMA>(z, polynomial::<f64, FMA>(SIN_TO_PI_2, z), 1.0);
    f64::from_bits(y.to_bits() ^ t.to_bits() << 63) as f32
}

impl Angle for f64 {
    const LIMIT: Self = 1e8;

    #[inline(always)]
    fn near_sin<const FMA: bool>(self) -> Self {
        let (t, r, l) = right_angles::<FMA>(self);
        let y = turned::<FMA>(t.to_bits(), r, l);
        // The sums of the reduction turn −0 into +0, so −0 is returned as it is.
        if self == 0.0 { self } else { y }
    }

    #[inline(always)]
    fn near_cos<const FMA: bool>(self) -> Self {
        let (t, r, l) = right_angles::<FMA>(self);
        turned::<FMA>((t + 1.0).to_bits(), r, l)
    }

    #[cold]
    fn far_sin(self) -> Self {
        if self.is_infinite() {
            return f64::NAN;
        }
        let (n, r, l) = far::reduce(self);
        let y = turned::<false>(n, r, l);
        if self < 0.0 { -y } else { y }
    }

    #[cold]
    fn far_cos(self) -> Self {
        if self.is_infinite() {
            return f64::NAN;
        }
        let (n, r, l) = far::reduce(self);
        turned::<false>(n + 1, r, l)
    }
}

/// `MAGIC + m`, `r` and `l`, where `l` is below half an ulp of `r`.
#[inline(always)]
fn right_angles<const FMA: bool>(x: f64) -> (f64, f64, f64) {
    let t = fused::<f64, FMA>(x, core::f64::consts::FRAC_2_PI, f64::MAGIC);
    let m = t - f64::MAGIC;
    let c = FRAC_PI_2;
    // Exact: the differences are multiples of an ulp of `x` or of the product, and smaller than 2.
    let r = fused::<f64, FMA>(m, -c[0], x);
    let r0 = fused::<f64, FMA>(m, -c[1], r);
    // Each of these two may round; what it drops goes to `l`. Where `r` is small they are exact, too.
    let r1 = fused::<f64, FMA>(m, -c[2], r0);
    let l1 = fused::<f64, FMA>(m, -c[2], r0 - r1);
    let r2 = fused::<f64, FMA>(m, -c[3], r1);
    let l2 = fused::<f64, FMA>(m, -c[3], r1 - r2);
    (t, r2, fused::<f64, FMA>(m, -c[4], l1 + l2))
}

/// The sine of `r + l` and as many right angles as the last two bits of `quadrant` say.
#[inline(always)]
fn turned<const FMA: bool>(quadrant: u64, r: f64, l: f64) -> f64 {
    let z = r * r;
    let half = 0.5 * z;
    let cosine = 1.0 - half;
    let s = polynomial::<f64, FMA>(SIN, z);
    // sin(r + l) ≈ sin r + l cos r, and cos(r + l) ≈ cos r − l sin r.
    let sin = r + fused::<f64, FMA>(r * z, s, l * cosine);
    let s = polynomial::<f64, FMA>(COS, z);
    let cos = cosine + ((1.0 - cosine - half) + fused::<f64, FMA>(z * z, s, -(l * r)));
    // A mask: SSE2 cannot compare integers of 64 bits.
    let odd = (quadrant & 1).wrapping_neg();
    f64::from_bits((sin.to_bits() & !odd | cos.to_bits() & odd) ^ (quadrant & 2) << 62)
}

/// Whether `x` is beyond the limit of the fast reduction.
#[inline(always)]
pub fn is_far<F: Angle>(x: F) -> bool {
    x.magnitude() > F::LIMIT
}

/// `sin x`, NaN where `x` is far.
#[inline(always)]
pub fn sin<F: Angle, const FMA: bool>(x: F) -> F {
    if is_far(x) { F::nan() } else { x.near_sin::<FMA>() }
}

/// `cos x`, NaN where `x` is far.
#[inline(always)]
pub fn cos<F: Angle, const FMA: bool>(x: F) -> F {
    if is_far(x) { F::nan() } else { x.near_cos::<FMA>() }
}

/// `sin x`.
#[inline(always)]
pub fn any_sin<F: Angle, const FMA: bool>(x: F) -> F {
    if is_far(x) { x.far_sin() } else { x.near_sin::<FMA>() }
}

/// `cos x`.
#[inline(always)]
pub fn any_cos<F: Angle, const FMA: bool>(x: F) -> F {
    if is_far(x) { x.far_cos() } else { x.near_cos::<FMA>() }
}
