//! The error function.
//!
//! `erf a ≈ a + a p(a²)` below 1 and `1 − e^(−a²) q(1 / (a + 3))` from there to 6, beyond which it is 1. Both are
//! computed and one is selected; the second polynomial needs little accuracy, since it is subtracted from 1.

use super::exp::{Constants as Exp, exp_moderate};
use super::layout::{fused, polynomial};

/// The constants of `erf` for a floating-point type.
pub trait Constants: Exp {
    const THREE: Self;
    /// From here on `erf x` rounds to 1.
    const ONE_ABOVE: Self;
    /// `p`: relative error of the result 2⁻²⁹ in `f32`, 2⁻⁵⁶ in `f64`.
    const BELOW: &'static [Self];
    /// `q`: relative error of the result 2⁻³³ in `f32`, 2⁻⁶¹ in `f64`.
    const ABOVE: &'static [Self];
}

impl Constants for f32 {
    const THREE: Self = 3.0;
    const ONE_ABOVE: Self = 6.0;
    const BELOW: &'static [Self] =
        &[7.806_904e-5, -0.000_799_785_3, 0.005_187_162, -0.026_853_347, 0.112_835_79, -0.376_126_26, 0.128_379_17];
    const ABOVE: &'static [Self] =
        &[42.224_834, 176.104_17, -74.023_11, 29.072_428, -2.002_437_4, 0.861_029_45, -0.009_910_891];
}

impl Constants for f64 {
    const THREE: Self = 3.0;
    const ONE_ABOVE: Self = 6.0;
    const BELOW: &'static [Self] = &[
        -7.608_493_136_885_339e-10,
        1.361_689_494_732_281e-8,
        -1.618_399_856_509_460_3e-7,
        1.644_414_693_784_289_1e-6,
        -1.492_446_502_049_248_8e-5,
        0.000_120_552_804_513_156_26,
        -0.000_854_832_548_324_186_3,
        0.005_223_977_596_699_784,
        -0.026_866_170_641_955_706,
        0.112_837_916_709_369_4,
        -0.376_126_389_031_833_43,
        0.128_379_167_095_512_56,
    ];
    const ABOVE: &'static [Self] = &[
        -14_266.485_219_043_29,
        30_839.990_581_898_986,
        -26_046.931_501_496_478,
        10_318.545_702_129_86,
        -2_027.766_233_043_317,
        257.667_921_350_587_45,
        133.750_989_956_825_75,
        7.234_759_216_525_288,
        16.781_413_638_014_467,
        4.357_774_228_764_804_5,
        1.722_168_125_337_409_3,
        0.563_023_173_709_868_3,
        2.054_966_347_520_987e-5,
    ];
}

/// `erf x`.
#[inline(always)]
pub fn erf<F: Constants, const FMA: bool>(x: F) -> F {
    let a = x.magnitude();
    let a = if a > F::ONE_ABOVE { F::ONE_ABOVE } else { a };
    let square = a * a;
    let below = erf_below::<F, FMA>(a);
    let q = polynomial::<F, FMA>(F::ABOVE, F::ONE / (a + F::THREE));
    let above = F::ONE - exp_moderate::<F, FMA>(-square) * q;
    (if a < F::ONE { below } else { above }).signed(x)
}

/// `erf x` where `|x| < 1`.
#[inline(always)]
pub fn erf_below<F: Constants, const FMA: bool>(x: F) -> F {
    fused::<F, FMA>(x, polynomial::<F, FMA>(F::BELOW, x * x), x)
}
