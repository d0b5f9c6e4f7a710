//! The 23 test functions of the crate `argmin_testfunctions`, whose authors worked out every
//! gradient and Hessian by hand. Ours, compiled from the functions alone, agree with theirs at a
//! hundred random points of each function's usual domain.

#![allow(clippy::needless_range_loop, reason = "loops over indices are part of what is differentiated")]

mod functions;
#[path = "../common/random.rs"]
mod random;

use argmin_testfunctions as published;
use functions::*;
use random::Random;
use std::f64::consts::PI;

const POINTS: usize = 100;

/// Relative to the published result, or to one where that is smaller.
const AGREEMENT: f64 = 1.0e-10;

/// Points closer than this to a kink are not drawn: a square root or a quotient that vanishes
/// there multiplies the rounding of both formulas.
const CLEARANCE: f64 = 1.0e-2;

/// A function's value and derivatives at one point, the Hessian row by row.
struct Jet {
    value: f64,
    gradient: Vec<f64>,
    hessian: Vec<f64>,
}

struct Case {
    name: &'static str,
    domain: Vec<(f64, f64)>,
    /// How far a point is from the nearest kink.
    clearance: fn(&[f64]) -> f64,
    hessian_agreement: f64,
    ours: fn(&[f64]) -> Jet,
    published: fn(&[f64]) -> Jet,
}

macro_rules! case {
    ($function:ident, $derivative:ident, $hessian:ident, $domain:expr) => {
        Case {
            name: stringify!($function),
            domain: $domain.to_vec(),
            clearance: |_| f64::INFINITY,
            hessian_agreement: AGREEMENT,
            ours: |x| Jet {
                value: $function(array(x)),
                gradient: $function::grad(array(x)).to_vec(),
                hessian: $function::hessian(array(x)).as_flattened().to_vec(),
            },
            published: |x| {
                let x = same_point($function, x);
                Jet {
                    value: published::$function(x),
                    gradient: published::$derivative(x).to_vec(),
                    hessian: published::$hessian(x).as_flattened().to_vec(),
                }
            },
        }
    };
}

#[rustfmt::skip]
fn cases() -> Vec<Case> {
    vec![
        case!(ackley, ackley_derivative_const, ackley_hessian_const, [(-32.0, 32.0); 4]),
        case!(beale, beale_derivative, beale_hessian, [(-4.5, 4.5); 2]),
        case!(booth, booth_derivative, booth_hessian, [(-10.0, 10.0); 2]),
        case!(bukin_n6, bukin_n6_derivative, bukin_n6_hessian, [(-15.0, -5.0), (-3.0, 3.0)])
            .clear_of(|x| (x[1] - 0.01 * x[0] * x[0]).abs().min((x[0] + 10.0).abs())),
        case!(cross_in_tray, cross_in_tray_derivative, cross_in_tray_hessian, [(-10.0, 10.0); 2])
            .clear_of(|x| x[0].sin().abs().min(x[1].sin().abs())),
        // Farther out, Easom's function is zero to machine precision.
        case!(easom, easom_derivative, easom_hessian, [(0.0, 2.0 * PI); 2]),
        case!(eggholder, eggholder_derivative, eggholder_hessian, [(-512.0, 512.0); 2])
            .clear_of(|x| {
                let shifted = x[1] + 47.0;
                (shifted + x[0] / 2.0).abs().min((x[0] - shifted).abs())
            }),
        case!(goldsteinprice, goldsteinprice_derivative, goldsteinprice_hessian, [(-2.0, 2.0); 2]),
        case!(himmelblau, himmelblau_derivative, himmelblau_hessian, [(-5.0, 5.0); 2]),
        case!(holder_table, holder_table_derivative, holder_table_hessian, [(-10.0, 10.0); 2])
            .clear_of(|x| {
                let rim = (x[0].hypot(x[1]) - PI).abs();
                rim.min(x[0].sin().abs()).min(x[1].cos().abs())
            }),
        case!(levy, levy_derivative_const, levy_hessian_const, [(-10.0, 10.0); 4]),
        case!(levy_n13, levy_n13_derivative, levy_n13_hessian, [(-10.0, 10.0); 2]),
        case!(matyas, matyas_derivative, matyas_hessian, [(-10.0, 10.0); 2]),
        case!(mccormick, mccormick_derivative, mccormick_hessian, [(-1.5, 4.0), (-3.0, 4.0)]),
        // The published Hessian is multiplied out into powers of x with coefficients in the
        // millions, whose sum loses half of the digits: exact arithmetic sides with ours.
        case!(picheny, picheny_derivative, picheny_hessian, [(0.0, 1.0); 2])
            .with_hessian_to(1.0e-8),
        case!(rastrigin, rastrigin_derivative_const, rastrigin_hessian_const, [(-5.12, 5.12); 4]),
        case!(rosenbrock, rosenbrock_derivative_const, rosenbrock_hessian_const, [(-5.0, 5.0); 4]),
        case!(schaffer_n2, schaffer_n2_derivative, schaffer_n2_hessian, [(-100.0, 100.0); 2]),
        case!(schaffer_n4, schaffer_n4_derivative, schaffer_n4_hessian, [(-100.0, 100.0); 2])
            .clear_of(|x| (x[0] * x[0] - x[1] * x[1]).abs()),
        case!(sphere, sphere_derivative_const, sphere_hessian_const, [(-10.0, 10.0); 4]),
        case!(
            styblinski_tang, styblinski_tang_derivative_const, styblinski_tang_hessian_const,
            [(-5.0, 5.0); 4]
        ),
        case!(threehumpcamel, threehumpcamel_derivative, threehumpcamel_hessian, [(-5.0, 5.0); 2]),
        case!(zero, zero_derivative_const, zero_hessian_const, [(-10.0, 10.0); 4]),
    ]
}

#[test]
fn every_value_agrees_with_the_published_one() {
    compare("value", |jet| vec![jet.value], |_| AGREEMENT);
}

#[test]
fn every_gradient_agrees_with_the_published_one() {
    compare("gradient", |jet| jet.gradient, |_| AGREEMENT);
}

#[test]
fn every_hessian_agrees_with_the_published_one() {
    compare("Hessian", |jet| jet.hessian, |case| case.hessian_agreement);
}

fn compare(what: &str, part: fn(Jet) -> Vec<f64>, agreement: fn(&Case) -> f64) {
    let mut random = Random::seeded(23);
    for case in cases() {
        for _ in 0..POINTS {
            let x = case.draw(&mut random);
            let (ours, theirs) = (part((case.ours)(&x)), part((case.published)(&x)));
            let difference: Vec<f64> = ours.iter().zip(&theirs).map(|(a, b)| a - b).collect();
            let error = norm(&difference) / norm(&theirs).max(1.0);
            assert!(
                error < agreement(&case),
                "{what} of {} at {x:?}: {ours:?} is off {theirs:?} by {error:e}",
                case.name,
            );
        }
    }
}

impl Case {
    fn clear_of(self, clearance: fn(&[f64]) -> f64) -> Self {
        Self { clearance, ..self }
    }

    fn with_hessian_to(self, hessian_agreement: f64) -> Self {
        Self { hessian_agreement, ..self }
    }

    /// A random point of the domain that keeps clear of the kinks.
    fn draw(&self, random: &mut Random) -> Vec<f64> {
        loop {
            let coordinate = |&(low, high): &(f64, f64)| random.between(low, high);
            let x: Vec<f64> = self.domain.iter().map(coordinate).collect();
            if (self.clearance)(&x) > CLEARANCE {
                return x;
            }
        }
    }
}

fn array<const N: usize>(x: &[f64]) -> &[f64; N] {
    x.try_into().expect("a point of the function's dimension")
}

/// The point as an array of as many coordinates as our function takes. Some of the published
/// functions take slices, which do not tell.
fn same_point<const N: usize>(_function: fn(&[f64; N]) -> f64, x: &[f64]) -> &[f64; N] {
    array(x)
}

fn norm(a: &[f64]) -> f64 {
    a.iter().map(|a| a * a).sum::<f64>().sqrt()
}
