//! The functions of lanes: their errors in ulp, and what they are at zeros, infinities, NaN and the ends of the range.
//!
//! In `f32` the oracle is the same function in `f64`, over a sweep of all bit patterns; in `f64` it is
//! `data/vmath.txt`, as written by `data/vmath.py`. Both run with and without FMA. `--nocapture` shows the largest
//! errors.

#![allow(clippy::float_cmp, reason = "zeros and infinities are exact")]
#![allow(clippy::cast_possible_truncation, reason = "results are rounded to the smaller type")]

use burtorch_runtime::VectorMath;

const TABLE: &str = include_str!("data/vmath.txt");

/// The distance between the bit patterns of a sweep: a prime, so that all digits change.
const STRIDE: usize = if cfg!(debug_assertions) { 100_003 } else { 1009 };

/// `[without FMA, with FMA]`.
type Both<T> = [fn(T) -> T; 2];

/// Declares tests of functions with the bounds of their documentation.
macro_rules! functions {
    ($($name:ident($lane:ident), within $bound:literal ulp, exact $exact:expr;)*) => {
        mod f32_sweep {$(
            #[test]
            fn $name() {
                super::sweep(stringify!($name), super::f32_lane(stringify!($name)), $exact, $bound);
            }
        )*}

        mod f64_table {$(
            #[test]
            fn $name() {
                super::look_up(stringify!($name), super::f64_lane(stringify!($name)), $bound);
                super::look_up_single(stringify!($name), super::f32_lane(stringify!($name)), $bound);
            }
        )*}

        fn f32_lane(name: &str) -> Both<f32> {
            match name {
                $(stringify!($name) => [f32::$lane::<false>, f32::$lane::<true>],)*
                _ => panic!("there is no {name}"),
            }
        }

        fn f64_lane(name: &str) -> Both<f64> {
            match name {
                $(stringify!($name) => [f64::$lane::<false>, f64::$lane::<true>],)*
                _ => panic!("there is no {name}"),
            }
        }
    };
}

functions! {
    exp(lane_exp), within 1.25 ulp, exact f64::exp;
    exp_m1(lane_exp_m1), within 2.0 ulp, exact f64::exp_m1;
    ln(lane_ln), within 1.0 ulp, exact f64::ln;
    ln_1p(lane_ln_1p), within 2.0 ulp, exact f64::ln_1p;
    tanh(lane_tanh), within 3.0 ulp, exact f64::tanh;
    sigmoid(lane_sigmoid), within 2.5 ulp, exact |x| 1.0 / (1.0 + (-x).exp());
    gelu(lane_gelu), within 4.0 ulp, exact |x| 0.5 * x * libm::erfc(-x * std::f64::consts::FRAC_1_SQRT_2);
    normal_cdf(lane_normal_cdf), within 6.0 ulp, exact |x| 0.5 * libm::erfc(-x * std::f64::consts::FRAC_1_SQRT_2);
    erf(lane_erf), within 2.0 ulp, exact libm::erf;
    sin(any_sin), within 1.0 ulp, exact f64::sin;
    cos(any_cos), within 1.0 ulp, exact f64::cos;
}

/// Every `STRIDE`th `f32`, NaN and infinities among them, against the function in `f64`.
fn sweep(name: &str, lane: Both<f32>, exact: impl Fn(f64) -> f64, bound: f64) {
    let mut worst = [(0.0, 0.0_f32); 2];
    for bits in (0..=u32::MAX).step_by(STRIDE) {
        let x = f32::from_bits(bits);
        let y = exact(f64::from(x));
        for (worst, lane) in worst.iter_mut().zip(lane) {
            let error = error(lane(x), y);
            assert!(!error.is_nan(), "{name}({x:e}) = {:e}, not {y:e}", lane(x));
            if error > worst.0 {
                *worst = (error, x);
            }
        }
    }
    report(name, "f32", worst.map(|(error, x)| (error, f64::from(x))), bound);
}

/// The distance of an `f32` from the exact value, in ulp of it; NaN if only one of them is finite.
fn error(y: f32, exact: f64) -> f64 {
    let rounded = exact as f32;
    if rounded.is_nan() || rounded.is_infinite() {
        return if rounded == y || rounded.is_nan() && y.is_nan() { 0.0 } else { f64::NAN };
    }
    let exponent = (exact.to_bits() >> 52 & 0x7FF) as i32 - 1023;
    (f64::from(y) - exact).abs() / f64::powi(2.0, (exponent - 23).max(-149))
}

/// The lines of the table for a function: argument, bits of the value, and what the exact value has in excess of it.
fn lines(name: &str) -> impl Iterator<Item = (f64, u64, f64)> {
    TABLE.lines().filter(move |line| line.split(' ').next() == Some(name)).map(|line| {
        let mut fields = line.split(' ').skip(1);
        let mut number = || u64::from_str_radix(fields.next().unwrap(), 16).unwrap();
        let (x, y) = (f64::from_bits(number()), number());
        (x, y, fields.next().unwrap().parse::<f64>().unwrap() / 100.0)
    })
}

/// Those whose argument is an `f32`: the worst ones are among them, and in no sweep.
fn look_up_single(name: &str, lane: Both<f32>, bound: f64) {
    for (x, y, _) in lines(name).filter(|(x, ..)| f64::from(*x as f32).to_bits() == x.to_bits()) {
        for lane in lane {
            let (found, y) = (lane(x as f32), f64::from_bits(y));
            assert!(error(found, y) <= bound, "{name}({x:e}) = {found:e}, not {y:e}");
        }
    }
}

/// All of them.
fn look_up(name: &str, lane: Both<f64>, bound: f64) {
    let mut worst = [(0.0, 0.0); 2];
    for (x, y, rest) in lines(name) {
        for (worst, lane) in worst.iter_mut().zip(lane) {
            // Neighbours have neighbouring bits. Where the table and the result are on two sides of a power of two,
            // an ulp is counted as the smaller of two sizes.
            let steps = i128::from(lane(x).to_bits()) - i128::from(y);
            let steps = i32::try_from(steps).unwrap_or_else(|_| panic!("{name}({x:e}) = {:e}", lane(x)));
            // The rest is signed as the value is; bits count magnitudes.
            let rest = if f64::from_bits(y).is_sign_negative() { -rest } else { rest };
            let error = (f64::from(steps) - rest).abs();
            if error > worst.0 {
                *worst = (error, x);
            }
        }
    }
    report(name, "f64", worst, bound);
}

fn report(name: &str, kind: &str, [plain, fma]: [(f64, f64); 2], bound: f64) {
    assert!(plain.0 > 0.0 && fma.0 > 0.0, "{name} of {kind} was not measured");
    println!(
        "{name:8} {kind} {:.2} ulp at {:e}, with FMA {:.2} ulp at {:e}; bound {bound}",
        plain.0, plain.1, fma.0, fma.1
    );
    assert!(plain.0 <= bound && fma.0 <= bound, "{name} of {kind} errs by {} and {} ulp", plain.0, fma.0);
}

/// Exact values at the ends of the range; NaN gives NaN everywhere.
#[test]
fn zeros_and_infinities_are_exact() {
    const INF: f64 = f64::INFINITY;
    const NAN: f64 = f64::NAN;
    let cases: [(&str, &[(f64, f64)]); 11] = [
        ("exp", &[(0.0, 1.0), (-0.0, 1.0), (INF, INF), (-INF, 0.0), (1e6, INF), (-1e6, 0.0)]),
        ("exp_m1", &[(0.0, 0.0), (-0.0, -0.0), (INF, INF), (-INF, -1.0), (1e6, INF), (-1e6, -1.0)]),
        ("ln", &[(1.0, 0.0), (0.0, -INF), (-0.0, -INF), (INF, INF), (-INF, NAN), (-1.0, NAN), (-1e-40, NAN)]),
        ("ln_1p", &[(0.0, 0.0), (-0.0, -0.0), (-1.0, -INF), (INF, INF), (-INF, NAN), (-2.0, NAN)]),
        ("tanh", &[(0.0, 0.0), (-0.0, -0.0), (INF, 1.0), (-INF, -1.0), (30.0, 1.0), (-30.0, -1.0)]),
        ("sigmoid", &[(0.0, 0.5), (-0.0, 0.5), (INF, 1.0), (-INF, 0.0), (50.0, 1.0), (-1e6, 0.0)]),
        ("gelu", &[(0.0, 0.0), (-0.0, -0.0), (INF, INF), (-INF, NAN), (50.0, 50.0), (-50.0, -0.0), (-1e30, -0.0)]),
        ("normal_cdf", &[(0.0, 0.5), (-0.0, 0.5), (INF, 1.0), (-INF, 0.0), (50.0, 1.0), (-50.0, 0.0), (-1e30, 0.0)]),
        ("erf", &[(0.0, 0.0), (-0.0, -0.0), (INF, 1.0), (-INF, -1.0), (7.0, 1.0), (-7.0, -1.0)]),
        ("sin", &[(0.0, 0.0), (-0.0, -0.0), (INF, NAN), (-INF, NAN)]),
        ("cos", &[(0.0, 1.0), (-0.0, 1.0), (INF, NAN), (-INF, NAN)]),
    ];
    for (name, values) in cases {
        for &(x, y) in values.iter().chain([&(NAN, NAN), &(-NAN, NAN)]) {
            for lane in f64_lane(name) {
                assert!(same(lane(x), y), "{name}({x}) = {}, not {y}", lane(x));
            }
            for lane in f32_lane(name) {
                let got = lane(x as f32);
                assert!(same(f64::from(got), y), "{name}({x}) = {got}, not {y}, in f32");
            }
        }
    }
}

/// Equal with the sign of zero, or both NaN.
fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
}

#[test]
fn results_may_be_the_largest_and_the_smallest_number() {
    for lane in f64_lane("exp") {
        assert!(lane(709.782_712_893_383_9).is_finite());
        assert_eq!(lane(709.782_712_893_384_1), f64::INFINITY);
        assert_eq!(lane(-745.133_219_101_941_1), f64::from_bits(1));
        assert_eq!(lane(-745.133_219_101_941_2), 0.0);
    }
    for lane in f32_lane("exp") {
        assert!(lane(88.722_83).is_finite());
        assert_eq!(lane(88.722_84), f32::INFINITY);
        assert_eq!(lane(-103.972_07), f32::from_bits(1));
        assert_eq!(lane(-103.972_085), 0.0);
    }
    for lane in f64_lane("exp_m1") {
        assert!(lane(709.782_712_893_383_9).is_finite());
        assert_eq!(lane(709.782_712_893_384_1), f64::INFINITY);
    }
    for lane in f64_lane("ln_1p") {
        assert_eq!(lane(f64::MAX), f64::MAX.ln());
    }
}

#[test]
fn odd_functions_are_odd() {
    for name in ["tanh", "erf", "sin"] {
        for lane in f64_lane(name) {
            for step in 0..2000 {
                let x = f64::from(step) * 0.007;
                assert_eq!(lane(-x).to_bits(), (-lane(x)).to_bits(), "{name}({x})");
            }
        }
    }
}

#[test]
fn small_numbers_are_their_own_tanh_and_sine() {
    for name in ["tanh", "sin", "exp_m1", "ln_1p"] {
        for x in [f64::from_bits(1), f64::from_bits(3), -f64::MIN_POSITIVE, 1e-200, -1e-20] {
            for lane in f64_lane(name) {
                assert_eq!(lane(x), x, "{name}");
            }
        }
        for x in [f32::from_bits(1), f32::from_bits(3), -f32::MIN_POSITIVE, 1e-30, -1e-10] {
            for lane in f32_lane(name) {
                assert_eq!(lane(x), x, "{name} in f32");
            }
        }
    }
}

/// The forms without branches are the others as far as they go, and NaN rather than wrong from there on.
#[test]
fn far_angles_have_no_lane() {
    fn check<T: VectorMath + std::fmt::LowerExp>(angles: impl IntoIterator<Item = T>) {
        let mut count = [0; 2];
        for x in angles {
            assert_eq!(x.is_far(), x.abs() > T::TRIG_LIMIT, "{x:e}");
            count[usize::from(x.is_far())] += 1;
            let pairs = [
                (x.lane_sin::<false>(), x.any_sin::<false>()),
                (x.lane_sin::<true>(), x.any_sin::<true>()),
                (x.lane_cos::<false>(), x.any_cos::<false>()),
                (x.lane_cos::<true>(), x.any_cos::<true>()),
            ];
            for (lane, any) in pairs {
                if x.is_far() {
                    assert!(lane.is_nan() && any.is_nan() == x.is_infinite(), "{x:e}");
                } else {
                    assert!(lane == any || lane.is_nan() && x.is_nan(), "{x:e}");
                }
            }
        }
        assert!(count[0] > 100 && count[1] > 100, "{count:?}");
    }
    check((0..=u32::MAX).step_by(1_000_003).map(f32::from_bits));
    check((0..=u64::MAX).step_by(9_000_000_000_000_037).map(f64::from_bits));
    check(lines("sin").map(|(x, ..)| x));
    check(lines("cos").map(|(x, ..)| x as f32));
    assert!(!f32::TRIG_LIMIT.is_far() && f32::TRIG_LIMIT.next_up().is_far());
    assert!(!(-f64::TRIG_LIMIT).is_far() && (-f64::TRIG_LIMIT).next_down().is_far());
}

/// All exponents, against the standard library, which errs by less than 1 ulp if the result is not next to zero.
#[test]
fn sines_of_all_sizes_are_those_of_the_standard_library() {
    let mut bits: u64 = 1;
    for exponent in 0..0x7FF_u64 {
        for _ in 0..if cfg!(debug_assertions) { 20 } else { 200 } {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let x = f64::from_bits(exponent << 52 | bits >> 12);
            for (name, exact) in [("sin", x.sin()), ("cos", x.cos())] {
                for lane in f64_lane(name) {
                    let steps = i128::from(lane(x).to_bits()) - i128::from(exact.to_bits());
                    assert!(steps.abs() <= 1, "{name}({x:e}) = {:e}, not {exact:e}", lane(x));
                }
            }
        }
    }
}

/// `(1 + 2⁻³⁰)² − 1 − 2⁻²⁹` is `2⁻⁶⁰` if the product is not rounded, else 0.
#[test]
fn fused_rounds_once_with_fma_and_twice_without() {
    let (a, c) = (1.0 + f64::powi(2.0, -30), -(1.0 + f64::powi(2.0, -29)));
    assert_eq!(a.fused::<true>(a, c), f64::powi(2.0, -60));
    assert_eq!(a.fused::<false>(a, c), 0.0);
}
