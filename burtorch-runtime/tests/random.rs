//! The generator against numbers of the published algorithms, computed elsewhere, and against its distributions.
//!
//! Seeds are fixed: a test of a distribution passes or fails, it does not do so by chance.

#![allow(clippy::float_cmp, reason = "random numbers are the same to the bit")]
#![allow(clippy::cast_precision_loss, reason = "counts are small")]

use burtorch_runtime::Rng;

#[test]
fn the_numbers_are_those_of_xoshiro256_plus_plus() {
    let mut rng = Rng::from_state([1, 2, 3, 4]);
    let expected = [
        41_943_041,
        58_720_359,
        3_588_806_011_781_223,
        3_591_011_842_654_386,
        9_228_616_714_210_784_205,
        9_973_669_472_204_895_162,
        14_011_001_112_246_962_877,
        12_406_186_145_184_390_807,
        15_849_039_046_786_891_736,
        10_450_023_813_501_588_000,
    ];
    assert_eq!(expected.map(|_| rng.next_u64()), expected);
}

#[test]
fn a_seed_is_spread_by_split_mix_64() {
    let states = [
        (
            0,
            [
                16_294_208_416_658_607_535,
                7_960_286_522_194_355_700,
                487_617_019_471_545_679,
                17_909_611_376_780_542_444,
            ],
        ),
        (
            1,
            [
                10_451_216_379_200_822_465,
                13_757_245_211_066_428_519,
                17_911_839_290_282_890_590,
                8_196_980_753_821_780_235,
            ],
        ),
        (
            42,
            [
                13_679_457_532_755_275_413,
                2_949_826_092_126_892_291,
                5_139_283_748_462_763_858,
                6_349_198_060_258_255_764,
            ],
        ),
        (
            u64::MAX,
            [
                16_490_336_266_968_443_936,
                16_834_447_057_089_888_969,
                4_048_727_598_324_417_001,
                7_862_637_804_313_477_842,
            ],
        ),
    ];
    for (seed, state) in states {
        assert_eq!(Rng::seed(seed).state(), state, "seed {seed}");
    }
}

#[test]
fn the_thousandth_number_of_a_seed() {
    let mut rng = Rng::seed(42);
    let last = (0..1000).map(|_| rng.next_u64()).last();
    assert_eq!(last, Some(11_812_103_565_718_292_368));
    assert_eq!(
        rng.state(),
        [8_583_998_692_697_165_931, 15_743_975_224_493_221_381, 17_390_275_292_466_850_645, 783_564_098_686_142_641]
    );
}

#[test]
fn what_is_made_from_the_bits() {
    let start = Rng::seed(42);

    let mut rng = start.clone();
    let expected = [0.814_305_145_122_909_9, 0.318_821_040_061_661_1, 0.983_894_168_177_488_8];
    assert_eq!(expected.map(|_| rng.uniform()), expected);

    let mut rng = start.clone();
    let expected = [0.814_305_1_f32, 0.318_821, 0.983_894_1];
    assert_eq!(expected.map(|_| rng.uniform_f32()), expected);

    let mut rng = start.clone();
    let expected = [814, 318, 983, 701, 793, 588, 125, 605, 207, 933, 559, 850, 680, 69, 403, 546, 212, 50, 576, 466];
    assert_eq!(expected.map(|_| rng.below(1000)), expected);

    let mut rng = start.clone();
    let mut items = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    rng.shuffle(&mut items);
    assert_eq!(items, [5, 3, 1, 0, 9, 6, 4, 7, 2, 8]);

    // Another library's logarithm and cosine may differ in the last place, so these are not compared to the bit.
    let mut rng = start;
    let expected = [
        -0.768_993_053_821_006_1,
        -0.868_446_107_470_245_4,
        -1.510_974_983_000_670_7,
        -0.408_708_585_455_293_6,
        0.623_430_086_862_734_3,
        0.752_896_448_922_934_5,
    ];
    for expected in expected {
        let actual = rng.normal();
        assert!((actual - expected).abs() < 1e-14, "{actual} is not {expected}");
    }
}

#[test]
#[cfg(target_pointer_width = "64")]
fn numbers_that_would_favour_some_results_are_drawn_again() {
    // Almost half of all draws are refused at this bound.
    let mut rng = Rng::seed(42);
    let expected = [
        2_940_605_065_665_682_376,
        9_074_821_957_992_740_550,
        6_466_834_469_879_552_732,
        5_581_269_471_817_655_715,
        1_915_852_752_325_109_347,
        8_608_607_705_564_336_234,
        5_160_840_725_889_760_417,
        6_271_952_665_884_413_388,
    ];
    assert_eq!(expected.map(|_| rng.below((1 << 63) + 1)), expected);
    assert_eq!(
        rng.state(),
        [11_045_594_956_808_527_488, 12_516_632_784_409_550_167, 4_714_008_115_164_898_230, 4_797_640_757_930_895_681]
    );
}

#[test]
fn a_run_can_be_resumed() {
    let mut rng = Rng::seed(11);
    rng.normal();
    let mut resumed = Rng::from_state(rng.state());
    assert_eq!(resumed, rng);
    assert_eq!([(); 5].map(|()| resumed.normal()), [(); 5].map(|()| rng.normal()));
}

#[test]
#[should_panic(expected = "state of zeros")]
fn a_state_of_zeros_is_refused() {
    let _ = Rng::from_state([0; 4]);
}

#[test]
#[should_panic(expected = "no number below zero")]
fn there_is_nothing_below_zero() {
    Rng::seed(0).below(0);
}

/// Mean, variance, and the third and fourth moments of the standardised numbers.
fn moments(draw: impl FnMut() -> f64) -> [f64; 4] {
    const COUNT: usize = 200_000;
    let values: Vec<f64> = std::iter::repeat_with(draw).take(COUNT).collect();
    let mean = values.iter().sum::<f64>() / COUNT as f64;
    let central = |power| values.iter().map(|x| (x - mean).powi(power)).sum::<f64>() / COUNT as f64;
    let variance = central(2);
    [mean, variance, central(3) / variance.powf(1.5), central(4) / variance.powi(2)]
}

#[track_caller]
fn assert_moments(actual: [f64; 4], expected: [f64; 4], tolerance: [f64; 4]) {
    for ((actual, expected), tolerance) in actual.into_iter().zip(expected).zip(tolerance) {
        assert!((actual - expected).abs() < tolerance, "{actual} is not {expected}");
    }
}

// The tolerances are five standard errors of 200,000 draws.
#[test]
fn moments_of_uniform_numbers() {
    for seed in 0..4 {
        let mut rng = Rng::seed(seed);
        let expected = [0.5, 1.0 / 12.0, 0.0, 1.8];
        let tolerance = [0.0033, 0.000_84, 0.02, 0.02];
        assert_moments(moments(|| rng.uniform()), expected, tolerance);
        assert_moments(moments(|| f64::from(rng.uniform_f32())), expected, tolerance);
    }
}

#[test]
fn moments_of_normal_numbers() {
    for seed in 0..4 {
        let mut rng = Rng::seed(seed);
        assert_moments(moments(|| rng.normal()), [0.0, 1.0, 0.0, 3.0], [0.0112, 0.0159, 0.0274, 0.11]);
    }
}

#[test]
fn normal_numbers_have_normal_tails() {
    const COUNT: usize = 200_000;
    let mut rng = Rng::seed(2);
    let mut beyond = [0_u32; 3];
    for _ in 0..COUNT {
        let size = rng.normal().abs();
        for (count, bound) in beyond.iter_mut().zip([1.0, 2.0, 3.0]) {
            *count += u32::from(size > bound);
        }
    }
    for (count, share) in beyond.into_iter().zip([0.317_310_5, 0.045_500_3, 0.002_699_8]) {
        let error = (share * (1.0 - share) / COUNT as f64).sqrt();
        assert!((f64::from(count) / COUNT as f64 - share).abs() < 5.0 * error, "{count} of {COUNT} is not {share}");
    }
}

/// `Σ (count − expected)² / expected`, for counts that should be equal.
fn chi_squared(counts: &[u32]) -> f64 {
    let expected = counts.iter().copied().map(f64::from).sum::<f64>() / counts.len() as f64;
    counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum()
}

/// What `chi_squared` exceeds once in about three million cases: five standard deviations, by the approximation of
/// Wilson and Hilferty.
fn chi_squared_bound(counts: &[u32]) -> f64 {
    let freedom = (counts.len() - 1) as f64;
    let part = 2.0 / (9.0 * freedom);
    freedom * (1.0 - part + 5.0 * part.sqrt()).powi(3)
}

#[test]
fn numbers_below_a_bound_are_equally_likely() {
    let mut rng = Rng::seed(3);
    for n in [2, 3, 7, 27, 64, 65, 1000] {
        let mut counts = vec![0; n];
        for _ in 0..200 * n {
            counts[rng.below(n)] += 1;
        }
        assert!(chi_squared(&counts) < chi_squared_bound(&counts), "below {n}: {}", chi_squared(&counts));
    }
    assert_eq!(rng.below(1), 0);
}

#[test]
#[cfg(target_pointer_width = "64")]
fn a_large_bound_has_no_bias() {
    // If no draw were refused, every third number below ¾ · 2⁶⁴ would be twice as likely as the others.
    let n = 3 << 62;
    let mut rng = Rng::seed(4);
    let mut counts = [0; 3];
    for _ in 0..30_000 {
        counts[rng.below(n) % 3] += 1;
    }
    assert!(chi_squared(&counts) < chi_squared_bound(&counts), "{counts:?}");
}

#[test]
fn all_orders_of_four_items_are_equally_likely() {
    let mut rng = Rng::seed(5);
    let mut counts = [0; 256];
    for _ in 0..24_000 {
        let mut items = [0, 1, 2, 3];
        rng.shuffle(&mut items);
        counts[items.iter().fold(0, |code, item| 4 * code + item)] += 1;
    }
    let seen: Vec<u32> = counts.into_iter().filter(|&count| count > 0).collect();
    assert_eq!(seen.len(), 24);
    assert!(chi_squared(&seen) < chi_squared_bound(&seen), "{seen:?}");
}

#[test]
fn short_slices_are_shuffled() {
    let mut rng = Rng::seed(6);
    let before = rng.clone();
    rng.shuffle::<u8>(&mut []);
    rng.shuffle(&mut [1]);
    assert_eq!(rng, before);
}

#[test]
fn near_seeds_are_unrelated() {
    // Each bit of the first number changes in half of the cases.
    let mut changes = [0_u32; 64];
    for seed in 0..1000 {
        let difference = Rng::seed(seed).next_u64() ^ Rng::seed(seed + 1).next_u64();
        for (bit, count) in changes.iter_mut().enumerate() {
            *count += u32::from(difference >> bit & 1 == 1);
        }
    }
    assert!(changes.iter().all(|count| (420..580).contains(count)), "{changes:?}");
}

#[test]
fn things_are_chosen_as_often_as_their_weights_say() {
    let mut rng = Rng::seed(8);
    let weights = [0.5_f32, 0.0, 1.5, 2.0];
    let mut counts = [0_u32; 4];
    for _ in 0..40_000 {
        counts[rng.weighted(&weights)] += 1;
    }
    assert_eq!(counts[1], 0);
    // Five standard deviations.
    for (count, expected) in [(counts[0], 5_000.0), (counts[2], 15_000.0), (counts[3], 20_000.0)] {
        let deviation = (f64::from(count) - expected).abs();
        assert!(deviation < 5.0 * (expected * (1.0 - expected / 40_000.0_f64)).sqrt(), "{counts:?}");
    }
    assert_eq!(rng.weighted(&[0.0, 3.0, 0.0]), 1);
    assert_eq!(rng.weighted(&[0.0, 0.0]), 1);
}
