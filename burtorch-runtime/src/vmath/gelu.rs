//! `x Φ(x)`, where `Φ` is the normal distribution function.
//!
//! `Φ(−a) = e^(−a²/2) q((a − 4) / (a + 4)) / (a + 4)` for positive `a`, and `Φ(a) = 1 − Φ(−a)`. So small results keep their
//! digits, which `Φ(x) = (1 + erf(x/√2)) / 2` loses; the latter is used next to 0, where it is more accurate.
//!
//! Arguments in `f32` are computed in `f64`: there are digits to spare, and one formula is enough.

use super::erf::erf_below;
use super::exp::{exp_moderate, exp_of_sum};
use super::layout::{Layout, polynomial};

/// `q` up to 15: relative error 2⁻²⁸.
pub(super) const SHORT_TAIL: &[f64] = &[
    -4.506_113_245_567_630_4e-5,
    -0.000_219_284_556_640_495_24,
    0.000_171_859_218_991_967_88,
    0.001_635_486_470_758_948_8,
    -0.003_492_219_713_418_946,
    -0.007_542_613_490_045_685_5,
    0.060_398_353_104_690_8,
    -0.186_521_573_954_846_5,
    0.387_137_304_948_819_04,
    -0.607_896_649_355_850_3,
    0.755_285_131_295_594_9,
];

/// `q` up to 40: relative error 2⁻⁵⁴.
pub(super) const TAIL: &[f64] = &[
    -6.616_559_696_953_27e-10,
    -2.397_984_007_097_128_2e-9,
    1.732_163_413_506_111_4e-9,
    1.916_192_077_068_229_8e-8,
    1.347_815_600_559_380_2e-8,
    -8.467_646_527_048_927e-8,
    -1.550_341_356_583_117_8e-7,
    2.711_396_546_377_218e-7,
    1.021_517_470_225_760_7e-6,
    -6.293_193_243_991_815e-7,
    -5.920_125_754_976_508e-6,
    7.165_279_115_267_564e-7,
    3.514_466_460_868_526e-5,
    -1.908_225_627_834_669_3e-6,
    -0.000_231_094_930_000_163_33,
    0.000_133_344_307_512_069_2,
    0.001_630_818_456_893_518,
    -0.003_479_692_366_964_54,
    -0.007_540_188_966_677_712_5,
    0.060_396_574_890_917_16,
    -0.186_521_857_959_658_78,
    0.387_137_400_742_214_87,
    -0.607_896_641_971_892_1,
    0.755_285_130_415_751_5,
];

/// A floating-point type with `x Φ(x)`.
pub trait Gelu {
    /// `x Φ(x)`; NaN at −∞, as the product of the two.
    fn gelu<const FMA: bool>(self) -> Self;
}

impl Gelu for f32 {
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, reason = "it is rounded to the type of the argument")]
    fn gelu<const FMA: bool>(self) -> Self {
        let x = f64::from(self);
        let a = x.magnitude();
        let r = 1.0 / (a + 4.0);
        let q = polynomial::<f64, FMA>(SHORT_TAIL, (a - 4.0) * r);
        let tail = exp_moderate::<f64, FMA>(-0.5 * a * a) * (q * r);
        // Beyond, `x Φ(−x)` rounds to zero.
        let tail = if a > 15.0 { 0.0 } else { tail };
        (x * if x < 0.0 { tail } else { 1.0 - tail }) as f32
    }
}

impl Gelu for f64 {
    #[inline(always)]
    fn gelu<const FMA: bool>(self) -> Self {
        let x = self;
        let a = if x.magnitude() > 40.0 { 40.0 } else { x.magnitude() };
        // An error of `a²` would be one of the power. The square of the first half of the digits is exact.
        let first = a.first_half();
        let (power, [one, two]) = exp_of_sum::<f64, FMA>(-0.5 * first * first, -0.5 * (a - first) * (a + first));
        let r = 1.0 / (a + 4.0);
        let tail = power * (polynomial::<f64, FMA>(TAIL, (a - 4.0) * r) * r);
        // Beyond, `x Φ(−x)` rounds to zero. The last product alone may round to a subnormal number.
        let tail = if x.magnitude() > 40.0 { 0.0 } else { tail };
        let far = if x < 0.0 { x * tail * one * two } else { x * (1.0 - tail * one * two) };
        let near = x * (0.5 + 0.5 * erf_below::<f64, FMA>(x * core::f64::consts::FRAC_1_SQRT_2));
        if a < 0.5 { near } else { far }
    }
}

/// `x Φ(x)`.
#[inline(always)]
pub fn gelu<F: Gelu, const FMA: bool>(x: F) -> F {
    x.gelu::<FMA>()
}
