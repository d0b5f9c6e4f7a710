//! Known values and gradients of single operators: what BurTorch's own tests state, and what is right
//! where BurTorch is not.

#![allow(clippy::float_cmp, reason = "these facts are exact")]

use burtorch_runtime::__private::Direct;
use burtorch_runtime::math::{self, *};
use burtorch_runtime::{Real, Reduce};

#[track_caller]
fn near(actual: f64, expected: f64) {
    assert!((actual - expected).abs() <= 1e-14 * expected.abs().max(1e-3), "{actual} is not {expected}");
}

#[track_caller]
fn all_near(actual: &[f64], expected: &[f64]) {
    assert_eq!(actual.len(), expected.len());
    for (&actual, &expected) in actual.iter().zip(expected) {
        near(actual, expected);
    }
}

/// The gradient at seed one.
macro_rules! gradient {
    ($name:ident($($arg:expr),+)) => { math::$name::__vjp($($arg),+, 1.0, &mut Direct::new()).1 };
}

const EIGHT: [f64; 8] = [-41.0, -42.0, 11.0, -43.0, -44.5, -1.0, 2.0, 3.5];

#[test]
fn values_of_reductions() {
    let xs = [2.0, 3.0, 70.0];
    near(mean(&xs), 25.0);
    near(sum(&xs), 75.0);
    near(variance(&xs), 1519.0);
    near(variance_biased(&xs), 3038.0 / 3.0);
    near(mean2(2.0, 3.0), 2.5);
    near(mean(&[2.0, 3.0, 5.0]), 10.0 / 3.0);
    near(neg_mean2(2.0, 3.0), -2.5);
    near(neg_mean(&[2.0, 3.0, 5.0]), -10.0 / 3.0);
    near(dot(&[-41.0, 2.5], &[5.0, 4.0]), -195.0);
    near(dot_bias(&[-41.0, 2.5], &[5.0, 4.0], 3.0), -192.0);
    near(sum(&EIGHT), -155.0);
}

#[test]
fn values_of_functions() {
    near(sqrt(16.0), 4.0);
    near(inv_sqrt(1.0 / 16.0), 4.0);
    near(sigmoid(1.0), 0.731_058_578_630_004_9);
    near(sigmoid(-1.0), 0.268_941_421_369_995_1);
    near(relu(1.0), 1.0);
    near(relu(-1.0), 0.0);
    near(exp(-41.0), 1.562_882_189_334_988_8e-18);
    near(recip(-41.0), -1.0 / 41.0);
    near(sqr(-41.0), 1681.0);
    near(pow3(-41.0), -68921.0);
    near(neg_ln(11.0), -2.397_895_272_798_370_7);
    near(ln(11.0), 2.397_895_272_798_370_7);
}

#[test]
fn gradients_of_functions() {
    near(gradient!(sqrt(16.0)).0, 0.125);
    near(gradient!(inv_sqrt(1.0 / 16.0)).0, -32.0);
    near(gradient!(exp(-1.5)).0, 0.223_130_160_148_429_82);
    near(gradient!(tanh(-1.0)).0, 0.419_974_341_614_026_14);
    near(gradient!(recip(-41.0)).0, -1.0 / 1681.0);
    near(gradient!(sqr(-41.0)).0, -82.0);
    near(gradient!(pow3(-41.0)).0, 5043.0);
    near(gradient!(neg_ln(11.0)).0, -1.0 / 11.0);
    near(gradient!(sigmoid(1.0)).0, 0.196_611_933_241_481_85);
    near(gradient!(sigmoid(-1.0)).0, 0.196_611_933_241_481_85);
    near(gradient!(relu(1.0)).0, 1.0);
    near(gradient!(relu(-1.0)).0, 0.0);
    assert_eq!(gradient!(neg_mean2(2.0, 3.0)), (-0.5, -0.5));
    assert_eq!(add_squares::__vjp(11.0, 23.0, 1.0, &mut Direct::new()), (650.0, (22.0, 46.0)));
    assert_eq!(mean_squares2::__vjp(11.0, 23.0, 1.0, &mut Direct::new()), (325.0, (11.0, 23.0)));
}

#[test]
fn gradients_of_reductions() {
    let xs = [2.0, 3.0, 5.0];
    all_near(&gradient!(sum(&EIGHT)).0, &[1.0; 8]);
    all_near(&gradient!(mean(&xs)).0, &[1.0 / 3.0; 3]);
    assert_eq!(gradient!(dot(&[-41.0, 2.5], &[5.0, 4.0])), ([5.0, 4.0], [-41.0, 2.5]));
    let (value, gradient) = dot_bias::__vjp(&[-41.0, 2.5], &[5.0, 4.0], 3.5, 1.0, &mut Direct::new());
    near(value, -191.5);
    assert_eq!(gradient, ([5.0, 4.0], [-41.0, 2.5], 1.0));
    assert_eq!(sum_of_squares::__vjp(&[11.0, 23.0], 1.0, &mut Direct::new()), (650.0, ([22.0, 46.0],)));
    assert_eq!(mean_of_squares::__vjp(&[11.0, 23.0], 1.0, &mut Direct::new()), (325.0, ([11.0, 23.0],)));
    assert_eq!(product::__vjp(&xs, 1.0, &mut Direct::new()), (30.0, ([15.0, 10.0, 6.0],)));
    assert_eq!(difference::__vjp(&xs, 1.0, &mut Direct::new()), (-6.0, ([1.0, -1.0, -1.0],)));
    let (value, (gradient,)) = variance::__vjp(&xs, 1.0, &mut Direct::new());
    near(value, 7.0 / 3.0);
    all_near(&gradient, &[-4.0 / 3.0, -1.0 / 3.0, 5.0 / 3.0]);
}

#[test]
fn what_burtorch_gets_wrong() {
    let xs = [2.0, 3.0, 5.0];
    assert_eq!(gradient!(relu(3.0)).0, 1.0);
    assert_eq!(gradient!(relu(0.5)).0, 1.0);
    all_near(&gradient!(neg_mean(&xs)).0, &[-1.0 / 3.0; 3]);

    let (value, (gradient,)) = mean_and_mean_of_squares::__vjp(&xs, (1.0, 0.0), &mut Direct::new());
    near(value.0, 10.0 / 3.0);
    near(value.1, 38.0 / 3.0);
    all_near(&gradient, &[1.0 / 3.0; 3]);
    let (_, (gradient,)) = mean_and_mean_of_squares::__vjp(&xs, (0.0, 1.0), &mut Direct::new());
    all_near(&gradient, &[4.0 / 3.0, 2.0, 10.0 / 3.0]);

    // Sums of odd length.
    near(sum(&[1.0, 2.0, 3.0]), 6.0);
    near(sum(&core::array::from_fn::<f64, 27, _>(|i| f64::from(u8::try_from(i + 1).unwrap()))), 378.0);
}

#[test]
fn sigmoid_saturates_without_nan() {
    assert_eq!(sigmoid::__vjp(-1000.0, 1.0, &mut Direct::new()), (0.0, (0.0,)));
    assert_eq!(sigmoid::__vjp(1000.0, 1.0, &mut Direct::new()), (1.0, (0.0,)));
    assert_eq!(softplus::__vjp(-1000.0, 1.0, &mut Direct::new()), (0.0, (0.0,)));
    assert_eq!(softplus::__vjp(1000.0, 1.0, &mut Direct::new()), (1000.0, (1.0,)));
    let seconds = softplus::__vjp_jvp(-1000.0, 1.0, (1.0,), 0.0, &mut Direct::new());
    assert_eq!(seconds, ((0.0, (0.0,)), (0.0, (0.0,))));
}

#[test]
fn a_product_may_contain_zeros() {
    assert_eq!(product::__vjp(&[2.0, 0.0, 5.0], 3.0, &mut Direct::new()), (0.0, ([0.0, 30.0, 0.0],)));
    assert_eq!(product::__vjp(&[0.0, 0.0, 5.0], 1.0, &mut Direct::new()), (0.0, ([0.0, 0.0, 0.0],)));
}

#[test]
fn a_variance_does_not_suffer_from_a_large_mean() {
    let xs = [1e9 + 4.0, 1e9 + 7.0, 1e9 + 13.0, 1e9 + 16.0];
    assert_eq!(variance(&xs), 30.0);
    assert_eq!(variance_biased(&xs), 22.5);
    assert!(variance(&[1.0_f64]).is_nan());
    assert_eq!(variance_biased(&[1.0]), 0.0);
}

#[test]
fn gradients_survive_very_large_and_very_small_arguments() {
    let (da, db) = gradient!(atan2(1e-200, 1e-200));
    near(da / 5e199, 1.0);
    near(db / -5e199, 1.0);
    near(gradient!(asinh(1e200)).0 * 1e200, 1.0);
    near(gradient!(acosh(1e200)).0 * 1e200, 1.0);
    near(gradient!(hypot(3e200, 4e200)).0, 0.6);
    near(gradient!(exp_m1(-50.0)).0 / (-50.0_f64).exp(), 1.0);
    assert_eq!(gradient!(powf(0.0, 0.0)), (0.0, 0.0));
}

#[test]
fn methods_are_the_functions() {
    assert_eq!(1.5_f64.gelu().to_bits(), math::gelu(1.5_f64).to_bits());
    assert_eq!((-1.5_f64).leaky_relu(0.1).to_bits(), math::leaky_relu(-1.5_f64, 0.1).to_bits());
    assert_eq!(EIGHT.variance().to_bits(), math::variance(&EIGHT).to_bits());
    assert_eq!(EIGHT[..].sum().to_bits(), math::sum(&EIGHT).to_bits());
    assert_eq!([1.0, 2.0].dot_bias(&[3.0, 4.0], 0.5), 11.5);
}

#[test]
fn no_numbers_at_all() {
    let none: [f64; 0] = [];
    assert_eq!(sum(&none), 0.0);
    assert_eq!(none.product(), 1.0);
    assert!(mean(&none).is_nan());
    assert_eq!(dot(&none, &none), 0.0);
    assert_eq!(dot_bias(&none, &none, 2.0), 2.0);
    assert_eq!(variance_biased::__vjp(&none, 1.0, &mut Direct::new()).1, ([],));
}
