//! First values of parameters: bounds and spread by PyTorch's formulas, and the same values again.

#![allow(clippy::float_cmp, reason = "the same values are the same to the bit")]
#![allow(clippy::cast_possible_truncation, reason = "rounding to f32 is what is tested")]
#![allow(clippy::cast_precision_loss, reason = "counts are small")]

use burtorch_runtime::{Init, Rng};

const RANDOM: [Init; 7] = [
    Init::Uniform { low: -2.0, high: 5.0 },
    Init::Normal { mean: 3.0, std: 0.5 },
    Init::FanIn,
    Init::KaimingUniform,
    Init::KaimingNormal,
    Init::XavierUniform,
    Init::XavierNormal,
];

fn filled(init: Init, shape: &[usize], fan: Option<usize>) -> Vec<f64> {
    let mut values = vec![f64::NAN; shape.iter().product()];
    init.fill(&mut Rng::seed(1), shape, fan, &mut values);
    values
}

fn mean_and_std(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (mean, (values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / count).sqrt())
}

/// All values are within the bounds and reach nearly to both; the mean and the spread fit.
#[track_caller]
fn assert_uniform(values: &[f64], low: f64, high: f64) {
    let (least, most) = values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), &x| (a.min(x), b.max(x)));
    let width = high - low;
    assert!(low <= least && least < low + 0.01 * width, "{least} is the least, not {low}");
    assert!(high - 0.01 * width < most && most <= high, "{most} is the most, not {high}");
    let (mean, std) = mean_and_std(values);
    let expected = width / 12.0_f64.sqrt();
    assert!((mean - f64::midpoint(low, high)).abs() < 0.05 * expected, "the mean is {mean}");
    assert!((std / expected - 1.0).abs() < 0.03, "the spread is {std}, not {expected}");
}

#[track_caller]
fn assert_normal(values: &[f64], expected_mean: f64, expected: f64) {
    let (mean, std) = mean_and_std(values);
    assert!((mean - expected_mean).abs() < 0.05 * expected, "the mean is {mean}, not {expected_mean}");
    assert!((std / expected - 1.0).abs() < 0.05, "the spread is {std}, not {expected}");
    let beyond = values.iter().filter(|&x| (x - expected_mean).abs() > 2.0 * expected).count();
    let share = beyond as f64 / values.len() as f64;
    assert!((share - 0.0455).abs() < 0.015, "{share} of the values are beyond two deviations");
}

#[test]
fn constants() {
    assert_eq!(filled(Init::Zeros, &[2, 2], None), [0.0; 4]);
    assert_eq!(filled(Init::Ones, &[3], None), [1.0; 3]);
    assert_eq!(filled(Init::Constant(0.1), &[2], None), [0.1; 2]);
    assert_eq!(filled(Init::Constant(-7.5), &[], None), [-7.5]);
}

#[test]
fn constants_do_not_use_the_generator() {
    let mut rng = Rng::seed(1);
    for init in [Init::Zeros, Init::Ones, Init::Constant(2.0)] {
        init.fill(&mut rng, &[4], None, &mut [0.0_f32; 4]);
    }
    assert_eq!(rng, Rng::seed(1));
}

#[test]
fn given_bounds_and_spread() {
    assert_uniform(&filled(Init::Uniform { low: -2.0, high: 5.0 }, &[50, 100], None), -2.0, 5.0);
    assert_normal(&filled(Init::Normal { mean: 3.0, std: 0.5 }, &[50, 100], None), 3.0, 0.5);
}

// The numbers are what PyTorch computes for the shape: 1/√fan_in in `Linear`, and gain √(3/fan) or gain/√fan in
// `nn.init`, with gain √2 (relu) for Kaiming and 1 for Xavier.
#[test]
fn a_matrix() {
    // fan_in 100, fan_out 60
    let shape = [60, 100];
    assert_uniform(&filled(Init::FanIn, &shape, None), -0.1, 0.1);
    assert_uniform(&filled(Init::KaimingUniform, &shape, None), -0.244_948_974_278_317_8, 0.244_948_974_278_317_8);
    assert_normal(&filled(Init::KaimingNormal, &shape, None), 0.0, 0.141_421_356_237_309_5);
    assert_uniform(&filled(Init::XavierUniform, &shape, None), -0.193_649_167_310_370_84, 0.193_649_167_310_370_84);
    assert_normal(&filled(Init::XavierNormal, &shape, None), 0.0, 0.111_803_398_874_989_48);
}

#[test]
fn a_convolution() {
    // fan_in 16 · 3 · 5 = 240, fan_out 32 · 3 · 5 = 480
    let shape = [32, 16, 3, 5];
    assert_uniform(&filled(Init::FanIn, &shape, None), -0.064_549_722_436_790_28, 0.064_549_722_436_790_28);
    assert_uniform(&filled(Init::KaimingUniform, &shape, None), -0.158_113_883_008_418_97, 0.158_113_883_008_418_97);
    assert_normal(&filled(Init::KaimingNormal, &shape, None), 0.0, 0.091_287_092_917_527_69);
    assert_uniform(&filled(Init::XavierUniform, &shape, None), -0.091_287_092_917_527_69, 0.091_287_092_917_527_69);
    assert_normal(&filled(Init::XavierNormal, &shape, None), 0.0, 0.052_704_627_669_472_99);
}

#[test]
fn a_vector_has_its_length_for_both_fans() {
    assert_uniform(&filled(Init::FanIn, &[2500], None), -0.02, 0.02);
    let bound = (6.0_f64 / 5000.0).sqrt();
    assert_uniform(&filled(Init::XavierUniform, &[2500], None), -bound, bound);
}

#[test]
fn a_bias_is_started_by_the_fan_of_its_weight() {
    assert_uniform(&filled(Init::FanIn, &[2500], Some(16)), -0.25, 0.25);
    assert_normal(&filled(Init::KaimingNormal, &[2500], Some(8)), 0.0, 0.5);
    // Only fan_in is replaced: 100 + 2500.
    let bound = (6.0_f64 / 2600.0).sqrt();
    assert_uniform(&filled(Init::XavierUniform, &[2500], Some(100)), -bound, bound);
}

#[test]
fn a_number_has_fan_one() {
    for seed in 0..100 {
        let mut value = [f64::NAN];
        Init::FanIn.fill(&mut Rng::seed(seed), &[], None, &mut value);
        assert!(value[0].abs() <= 1.0);
    }
}

#[test]
fn no_inputs_are_no_spread() {
    for init in [Init::FanIn, Init::KaimingUniform, Init::KaimingNormal] {
        assert!(filled(init, &[3], Some(0)).iter().all(|&x| x == 0.0));
        assert!(filled(init, &[3, 0], None).is_empty());
    }
}

#[test]
fn the_same_seed_gives_the_same_values() {
    for init in RANDOM {
        assert_eq!(filled(init, &[6, 7], None), filled(init, &[6, 7], None));
        let mut other = [0.0; 42];
        init.fill(&mut Rng::seed(2), &[6, 7], None, &mut other);
        assert_ne!(filled(init, &[6, 7], None), other);
    }
}

#[test]
fn two_parameters_in_a_row_differ() {
    for init in RANDOM {
        let mut rng = Rng::seed(1);
        let (mut first, mut second) = ([0.0_f64; 6], [0.0_f64; 6]);
        init.fill(&mut rng, &[2, 3], None, &mut first);
        init.fill(&mut rng, &[2, 3], None, &mut second);
        assert!(first.iter().zip(&second).all(|(a, b)| a != b), "{init:?}");
    }
}

#[test]
fn single_precision_is_double_precision_rounded() {
    for init in RANDOM.into_iter().chain([Init::Zeros, Init::Ones, Init::Constant(0.1)]) {
        let (mut narrow, mut wide) = ([0.0_f32; 42], [0.0_f64; 42]);
        let (mut rng, mut other) = (Rng::seed(8), Rng::seed(8));
        init.fill(&mut rng, &[6, 7], None, &mut narrow);
        init.fill(&mut other, &[6, 7], None, &mut wide);
        assert_eq!(narrow, wide.map(|x| x as f32), "{init:?}");
        assert_eq!(rng, other);
    }
}

#[test]
#[should_panic(expected = "a parameter of shape [2, 3] has 6 values, but there are 5")]
fn the_shape_must_fit() {
    Init::Ones.fill(&mut Rng::seed(0), &[2, 3], None, &mut [0.0_f32; 5]);
}
