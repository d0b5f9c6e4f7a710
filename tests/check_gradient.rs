//! The public helper on derivatives that others worked out by hand, and on ours.
//!
//! `argmin_testfunctions` has 23 functions with their gradients. They pass at random points, in `f64` and `f32`, and do not
//! pass once an entry is changed.

use argmin_testfunctions as published;
use burtorch::check::Mismatch;
use burtorch::{check_gradient, check_jacobian, differentiable};

#[path = "common/random.rs"]
mod random;

use random::Random;

const POINTS: usize = 100;

struct Case {
    name: &'static str,
    reach: f64,
    value: fn(&[f64; 2]) -> f64,
    gradient: fn(&[f64; 2]) -> [f64; 2],
    value_f32: fn(&[f32; 2]) -> f32,
    gradient_f32: fn(&[f32; 2]) -> [f32; 2],
}

macro_rules! cases {
    ($($name:ident, $derivative:ident, $reach:literal;)*) => {
        [$(Case {
            name: stringify!($name),
            reach: $reach,
            value: |x| published::$name::<f64>(x),
            gradient: |x| published::$derivative(x),
            value_f32: |x| published::$name::<f32>(x),
            gradient_f32: |x| published::$derivative(x),
        }),*]
    };
}

fn cases() -> impl IntoIterator<Item = Case> {
    cases! {
        ackley, ackley_derivative_const, 32.0;
        beale, beale_derivative, 4.5;
        booth, booth_derivative, 10.0;
        bukin_n6, bukin_n6_derivative, 10.0;
        cross_in_tray, cross_in_tray_derivative, 10.0;
        easom, easom_derivative, 2.0;
        eggholder, eggholder_derivative, 512.0;
        goldsteinprice, goldsteinprice_derivative, 2.0;
        himmelblau, himmelblau_derivative, 5.0;
        holder_table, holder_table_derivative, 10.0;
        levy, levy_derivative_const, 10.0;
        levy_n13, levy_n13_derivative, 10.0;
        matyas, matyas_derivative, 10.0;
        mccormick, mccormick_derivative, 3.0;
        rastrigin, rastrigin_derivative_const, 5.12;
        rosenbrock, rosenbrock_derivative_const, 3.0;
        schaffer_n2, schaffer_n2_derivative, 100.0;
        schaffer_n4, schaffer_n4_derivative, 100.0;
        sphere, sphere_derivative_const, 1000.0;
        styblinski_tang, styblinski_tang_derivative_const, 5.0;
        threehumpcamel, threehumpcamel_derivative, 5.0;
        picheny, picheny_derivative, 2.0;
        zero, zero_derivative_const, 5.0;
    }
}

fn points(case: &Case) -> impl Iterator<Item = [f64; 2]> {
    let mut random = Random::seeded(7);
    let reach = case.reach;
    (0..POINTS).map(move |_| [(); 2].map(|()| random.between(-reach, reach)))
}

#[test]
fn published_gradients_pass() {
    for case in cases() {
        for point in points(&case) {
            match check_gradient(case.value, &point, &(case.gradient)(&point)) {
                Ok(checked) => assert_eq!(checked.unjudged, 0, "{} at {point:?}: {checked}", case.name),
                Err(mismatch) => panic!("{} at {point:?}: {mismatch}", case.name),
            }
        }
    }
}

#[test]
fn published_gradients_pass_in_single_precision() {
    #[allow(clippy::cast_possible_truncation, reason = "that is what is meant")]
    let single = |x: f64| x as f32;
    for case in cases() {
        let mut unjudged = 0;
        for point in points(&case) {
            // Further out Schaffer's functions oscillate faster than single precision can follow.
            let closer = if case.name.starts_with("schaffer") { 0.1 } else { 1.0 };
            let point = point.map(|x| single(closer * x));
            match check_gradient(case.value_f32, &point, &(case.gradient_f32)(&point)) {
                Ok(checked) => unjudged += checked.unjudged,
                Err(Mismatch::Unjudged { entries, .. }) => unjudged += entries,
                Err(mismatch) => panic!("{} at {point:?}: {mismatch}", case.name),
            }
        }
        assert!(unjudged <= POINTS / 50, "{}: {unjudged} entries", case.name);
    }
}

/// At how many points a gradient passes one entry of which was changed.
fn passes(case: &Case, change: impl Fn(f64) -> f64) -> usize {
    let changed = |(i, point): (usize, [f64; 2])| {
        let mut gradient = (case.gradient)(&point);
        gradient[i % 2] = change(gradient[i % 2]);
        check_gradient(case.value, &point, &gradient)
    };
    points(case).enumerate().filter_map(|point| changed(point).ok()).count()
}

#[test]
fn changed_gradients_do_not_pass() {
    for case in cases().into_iter().filter(|case| case.name != "zero") {
        for change in [|entry: f64| -entry, |entry| 2.0 * entry, |_| 0.0, |_| f64::NAN] {
            assert_eq!(passes(&case, change), 0, "{}", case.name);
        }
        // Hidden by noise only where the entry is small.
        assert!(passes(&case, |entry| entry * (1.0 + 1e-6)) <= POINTS / 50, "{}", case.name);
    }
}

#[differentiable]
fn energy(x: &[f64; 3], stiffness: f64, rest: f64) -> f64 {
    let mut sum = 0.0;
    for i in 1..3 {
        sum += stiffness * (x[i] - x[i - 1] - rest).powi(2);
    }
    sum
}

#[differentiable]
fn polar(r: f64, angle: f64) -> (f64, f64) {
    (r * angle.cos(), r * angle.sin())
}

#[differentiable]
fn rosenbrock(x: &[f64; 2]) -> f64 {
    (1.0 - x[0]).powi(2) + 100.0 * (x[1] - x[0] * x[0]).powi(2)
}

#[test]
fn derivatives_are_compared_as_they_come() {
    let point = ([0.0, 1.5, 2.25], 2.0, 0.7);
    let (x, stiffness, rest) = point;
    let checked =
        check_gradient(|(x, k, rest)| energy(x, *k, *rest), &point, &energy::grad(&x, stiffness, rest)).unwrap();
    assert_eq!((checked.entries, checked.unjudged), (5, 0));

    let checked = check_jacobian(|&(r, angle)| polar(r, angle), &(2.0, 0.5), &polar::jacobian(2.0, 0.5)).unwrap();
    assert_eq!((checked.entries, checked.unjudged), (4, 0));

    let point = [-1.2, 1.0];
    assert!(check_gradient(rosenbrock, &point, &rosenbrock::grad(&point)).is_ok());
    assert!(check_jacobian(rosenbrock::grad, &point, &rosenbrock::hessian(&point)).is_ok());
}
