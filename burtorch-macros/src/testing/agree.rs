//! Random programs: every way to compute a derivative gives the same one.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use quote::quote;

use super::interpret::{Value, interpret, stays_finite};
use super::program::{LEN, Literals, Random, body};
use super::slices;
use crate::ast::Precision;
use crate::build::build;
use crate::differentiate::{Directions, reverse, tangent};
use crate::error::Errors;
use crate::graph::{Graph, verify};
use crate::parse;
use crate::simplify::{finish, simplify};

/// The graph of a random program.
pub(super) fn program(seed: u64, unroll: usize) -> Graph {
    graph("x: f64, y: f64, v: &[f64; 4]", &body(seed, Literals::Bare), unroll)
}

/// The graph of a random program over slices.
pub(super) fn sliced(seed: u64) -> Graph {
    graph("x: &[f64], n: usize", &slices::alone(seed), 200)
}

fn graph(arguments: &str, body: &str, unroll: usize) -> Graph {
    let text = format!("fn program({arguments}) -> f64 {{ {body} }}");
    let item = syn::parse_str(&text).expect("programs are Rust");
    let mut errors = Errors::default();
    let mut options = parse::Options::parse(quote!(), &mut errors);
    options.unroll = unroll;
    let (function, in_body) = parse::function(&item, &options, &mut errors);
    errors.append(in_body);
    let built = build(&function, &mut errors);
    assert!(errors.finish().is_ok(), "a program is refused:\n{body}");
    verify(&built.graph, "build");
    built.graph
}

/// A point, away from zero where the programs have kinks.
pub(super) fn point(random: &mut Random) -> [f64; 2 + LEN] {
    std::array::from_fn(|_| random.number() * 1.7 + 0.011)
}

pub(super) fn arguments(point: &[f64; 2 + LEN], extra: &[Value]) -> Vec<Value> {
    let [x, y, v @ ..] = *point;
    let v = Value::Many(v.into_iter().map(Value::Float).collect());
    let mut args = vec![Value::Float(x), Value::Float(y), v];
    args.extend_from_slice(extra);
    args
}

/// `value, adjoints…` of a graph that `reverse` made.
pub(super) fn gradient(graph: &Graph, at: &[f64; 2 + LEN]) -> Vec<f64> {
    interpret(graph, &arguments(at, &[Value::Float(1.0)])).iter().flat_map(Value::numbers).collect()
}

pub(super) fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|value| if value.is_nan() { f64::NAN.to_bits() } else { value.to_bits() }).collect()
}

/// Whether a sweep gives the gradient that differences of the values give.
pub(super) fn agrees_with_differences(
    primal: &Graph,
    sweep: &Graph,
    at: &[f64; 2 + LEN],
    seed: u64,
) -> Result<(), TestCaseError> {
    let value = |at: &[f64; 2 + LEN]| interpret(primal, &arguments(at, &[]))[0].float();
    let gradient = gradient(sweep, at);
    for k in 0..2 + LEN {
        let difference = |h: f64| {
            let (mut up, mut down) = (*at, *at);
            up[k] += h;
            down[k] -= h;
            (value(&up) - value(&down)) / (2.0 * h)
        };
        // Where two steps disagree, or the two sides, there is a kink or a jump nearby; a huge value drowns its differences.
        let (coarse, fine) = (difference(2e-5), difference(1e-5));
        let scale = 1.0 + fine.abs() + gradient[k + 1].abs();
        let side = |h: f64| {
            let mut beside = *at;
            beside[k] += h;
            (value(&beside) - gradient[0]) / h
        };
        let jumps = (side(1e-5) - side(-1e-5)).abs() > 0.1 * (1.0 + fine.abs());
        if gradient[0].abs() < 1e3 && !jumps && (coarse - fine).abs() < 1e-6 * scale {
            let close = (gradient[k + 1] - fine).abs() < 1e-5 * scale;
            prop_assert!(close, "{k}: {} {fine}\n{}", gradient[k + 1], body(seed, Literals::Bare));
        }
    }
    Ok(())
}

/// The settings of a run with `cases` programs, the same ones in every run; `PROPTEST_CASES` and `PROPTEST_RNG_SEED` ask for more and for others.
pub(super) fn programs(cases: u32) -> ProptestConfig {
    let asked = ProptestConfig::default();
    ProptestConfig {
        cases: if std::env::var_os("PROPTEST_CASES").is_some() { asked.cases } else { cases },
        rng_seed: if asked.rng_seed == RngSeed::Random { RngSeed::Fixed(1) } else { asked.rng_seed },
        failure_persistence: None,
        ..asked
    }
}

proptest! {
    #![proptest_config(programs(96))]

    #[test]
    fn simplified_programs_give_the_bits_of_unsimplified_ones(seed: u64, looped: bool) {
        let raw = reverse(&program(seed, if looped { 0 } else { 1500 }), &[]);
        let finished = finish(&raw, Precision::F64);
        // Whether to walk once more is decided by a look at the graph; here all are walked.
        prop_assert_eq!(finish(&finished, Precision::F64).operations(), finished.operations(), "{}", body(seed, Literals::Bare));
        let mut random = Random(seed ^ 1);
        for _ in 0..4 {
            let at = point(&mut random);
            prop_assert_eq!(bits(&gradient(&raw, &at)), bits(&gradient(&finished, &at)), "{}", body(seed, Literals::Bare));
        }
    }

    #[test]
    fn loops_give_the_numbers_of_unrolled_loops(seed: u64) {
        let (looped, unrolled) = (reverse(&program(seed, 0), &[]), reverse(&program(seed, 100_000), &[]));
        let mut random = Random(seed ^ 2);
        for _ in 0..4 {
            let at = point(&mut random);
            let judged = stays_finite(&looped, &arguments(&at, &[Value::Float(1.0)]));
            let (looped, unrolled) = (gradient(&looped, &at), gradient(&unrolled, &at));
            // Elements of an array that a loop carries have sums of their own, so additions come in another order.
            let close = |a: f64, b: f64| (a - b).abs() <= 1e-12 * (1.0 + a.abs() + b.abs());
            let same = !judged || looped.iter().zip(&unrolled).all(|(&a, &b)| close(a, b));
            prop_assert!(same, "{looped:?} {unrolled:?}\n{}", body(seed, Literals::Bare));
        }
    }

    #[test]
    fn forward_mode_gives_the_derivatives_of_reverse_mode(seed: u64, looped: bool) {
        let primal = program(seed, if looped { 0 } else { 1500 });
        let sweep = reverse(&primal, &[]);
        let forward = finish(&tangent(&primal, &primal.active_params(), Directions::One), Precision::F64);
        let mut random = Random(seed ^ 3);
        let at = point(&mut random);
        let judged = stays_finite(&sweep, &arguments(&at, &[Value::Float(1.0)]));
        let gradient = gradient(&sweep, &at);
        for k in 0..2 + LEN {
            let mut direction = [0.0; 2 + LEN];
            direction[k] = 1.0;
            let tangents = arguments(&direction, &[]);
            let results = interpret(&forward, &arguments(&at, &tangents));
            let (reverse, forward) = (gradient[k + 1], results[1].float());
            let close = (reverse - forward).abs() <= 1e-9 * (1.0 + reverse.abs() + forward.abs());
            prop_assert!(close || !judged, "{k}: {reverse} {forward}\n{}", body(seed, Literals::Bare));
        }
    }

    #[test]
    fn gradients_agree_with_differences_of_the_values(seed: u64, looped: bool) {
        let primal = program(seed, if looped { 0 } else { 1500 });
        let at = point(&mut Random(seed ^ 4));
        agrees_with_differences(&primal, &reverse(&primal, &[]), &at, seed)?;
    }

    #[test]
    fn second_derivatives_agree_with_differences_of_gradients(seed: u64, looped: bool) {
        let sweep = simplify(&reverse(&program(seed, if looped { 0 } else { 1500 }), &[]), Precision::F64);
        let second = finish(&tangent(&sweep, &sweep.active_params(), Directions::One), Precision::F64);
        let mut random = Random(seed ^ 5);
        let (at, direction) = (point(&mut random), point(&mut random));
        let mut args = arguments(&at, &[Value::Float(1.0)]);
        args.extend(arguments(&direction, &[]));
        let results: Vec<f64> = interpret(&second, &args).iter().flat_map(Value::numbers).collect();
        let moving = &results[results.len() / 2 + 1..];
        let difference = |h: f64, k: usize| {
            let step = |sign: f64| std::array::from_fn(|k| at[k] + sign * h * direction[k]);
            (gradient(&sweep, &step(1.0))[k + 1] - gradient(&sweep, &step(-1.0))[k + 1]) / (2.0 * h)
        };
        for (k, &ours) in moving.iter().enumerate() {
            let (coarse, fine) = (difference(2e-5, k), difference(1e-5, k));
            let scale = 1.0 + fine.abs() + ours.abs();
            // Nor are differences of huge derivatives of use.
            if results[0].abs() < 1e3 && scale < 1e6 && (coarse - fine).abs() < 1e-5 * scale {
                let close = (ours - fine).abs() < 1e-4 * scale;
                prop_assert!(close, "{k}: {ours} {fine}\n{}", body(seed, Literals::Bare));
            }
        }
    }

    #[test]
    fn programs_over_slices_agree_with_differences(seed: u64, len in 1..6_usize, n in 0..5_usize) {
        let primal = sliced(seed);
        let raw = reverse(&primal, &[]);
        let finished = finish(&raw, Precision::F64);
        let forward = finish(&tangent(&primal, &primal.active_params(), Directions::One), Precision::F64);
        let mut random = Random(seed ^ 6);
        let x: Vec<f64> = (0..len).map(|_| random.number() * 1.7 + 0.011).collect();
        let many = |x: &[f64]| Value::Many(x.iter().map(|&x| Value::Float(x)).collect());
        let n = Value::Int(i128::try_from(n).expect("it is small"));
        let gradient = |graph: &Graph| -> Vec<f64> {
            let args = [many(&x), n.clone(), Value::Float(1.0), many(&vec![0.0; len])];
            interpret(graph, &args).iter().flat_map(Value::numbers).collect()
        };
        let value = |x: &[f64]| interpret(&primal, &[many(x), n.clone()])[0].float();
        let ours = gradient(&raw);
        prop_assert_eq!(bits(&ours), bits(&gradient(&finished)), "{}", slices::alone(seed));
        prop_assert_eq!(ours[0].to_bits(), value(&x).to_bits(), "{}", slices::alone(seed));
        for k in 0..len {
            let mut direction = vec![0.0; len];
            direction[k] = 1.0;
            let tangent = interpret(&forward, &[many(&x), n.clone(), many(&direction)])[1].float();
            let scale = 1.0 + tangent.abs() + ours[k + 1].abs();
            prop_assert!((tangent - ours[k + 1]).abs() < 1e-9 * scale, "{k}: {tangent} {}\n{}", ours[k + 1], slices::alone(seed));
            let difference = |h: f64| {
                let (mut up, mut down) = (x.clone(), x.clone());
                up[k] += h;
                down[k] -= h;
                (value(&up) - value(&down)) / (2.0 * h)
            };
            let (coarse, fine) = (difference(2e-5), difference(1e-5));
            if (coarse - fine).abs() < 1e-6 * scale {
                prop_assert!((ours[k + 1] - fine).abs() < 1e-5 * scale, "{k}: {} {fine}\n{}", ours[k + 1], slices::alone(seed));
            }
        }
    }
}
