//! `#[derivative(of = path)]`: derivatives by hand, of first and second order.

use crate::check::scalar;
use burtorch::{Float, derivative, differentiable};
use std::cell::Cell;

thread_local!(static SLOPES: Cell<usize> = const { Cell::new(0) });

fn counted(x: f64) -> f64 {
    x * x
}

#[derivative(of = counted)]
fn counted_slope(x: f64) -> f64 {
    SLOPES.set(SLOPES.get() + 1);
    2.0 * x
}

thread_local!(static EVALUATIONS: Cell<usize> = const { Cell::new(0) });

fn leaf(x: f64) -> f64 {
    EVALUATIONS.set(EVALUATIONS.get() + 1);
    x.sin()
}

#[derivative(of = leaf)]
fn leaf_slope(x: f64) -> f64 {
    x.cos()
}

#[differentiable(wrt(x))]
fn tree(x: f64, depth: u32) -> f64 {
    if depth == 0 {
        return leaf(x);
    }
    tree(x * 0.5, depth - 1) * tree(x + 1.0, depth - 1)
}

#[test]
fn a_gradient_of_a_recursion_costs_as_many_evaluations_at_any_depth() {
    scalar!(|x| tree(x[0], 3); along (x[0]); at [0.3], [-0.8]);
    let evaluations = |depth: u32| {
        EVALUATIONS.set(0);
        let _ = tree::grad(0.3, depth);
        EVALUATIONS.get() >> depth
    };
    assert_eq!(evaluations(2), evaluations(9));
    assert!(evaluations(9) <= 3, "{}", evaluations(9));
}

/// The adjoints of both calls are known before their values.
#[differentiable(wrt(x))]
fn sums(x: f64, depth: u32) -> f64 {
    if depth == 0 {
        return leaf(x);
    }
    sums(x * 0.5, depth - 1) * 2.0 + sums(x + 1.0, depth - 1) * x
}

#[test]
fn a_gradient_of_sums_of_calls_evaluates_each_once() {
    scalar!(|x| sums(x[0], 3); along (x[0]); at [0.3], [-0.8]);
    EVALUATIONS.set(0);
    let _ = sums::grad(0.3, 9);
    // Values are factors of adjoints of `x`, which no call waits for.
    assert_eq!(EVALUATIONS.get() >> 9, 1);
}

/// Where only a comparison reads what a call yields, no pass asks for its derivative.
#[differentiable]
fn nearest(x: f64, y: f64) -> f64 {
    let (mut least, mut at) = (f64::INFINITY, 0);
    for (j, z) in [x, y, x - y].into_iter().enumerate() {
        let squared = counted(z);
        if squared < least {
            least = squared;
            at = j;
        }
    }
    [x, y, x - y][at].powi(3)
}

#[test]
fn a_call_that_only_a_comparison_reads_has_no_tangent() {
    scalar!(|x| nearest(x[0], x[1]); at [0.3, 0.8], [0.9, 0.2], [0.9, 0.7]);
    SLOPES.set(0);
    assert_eq!(nearest::jvp((0.5, 2.0), (1.0, 0.0)), (0.125, 0.75));
    assert_eq!(nearest::value_grad_hvp((0.5, 2.0), (1.0, 0.0)), (0.125, (0.75, 0.0), (3.0, 0.0)));
    assert_eq!(SLOPES.get(), 0);
}

fn square(x: f64) -> f64 {
    x * x
}

#[derivative(of = square)]
fn square_slope(x: f64) -> f64 {
    2.0 * x
}

fn ratio(x: f64, y: f64) -> f64 {
    x / y
}

#[derivative(of = ratio)]
fn ratio_slopes(x: f64, y: f64) -> (f64, f64) {
    (1.0 / y, -x / (y * y))
}

fn norm(x: &[f64; 3]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}

#[derivative(of = norm)]
fn norm_slope(x: &[f64; 3]) -> [f64; 3] {
    let y = norm_again(x);
    [x[0] / y, x[1] / y, x[2] / y]
}

#[differentiable]
fn norm_again(x: &[f64; 3]) -> f64 {
    (x[0] * x[0] + x[1] * x[1] + x[2] * x[2]).sqrt()
}

fn bessel(n: u32, x: f64, alternate: bool) -> f64 {
    let y = x.powi(i32::try_from(n).unwrap());
    if alternate { -y } else { y }
}

#[derivative(of = bessel)]
fn bessel_slope(n: u32, x: f64, alternate: bool) -> f64 {
    let m = n as i32;
    let y = f64::from(n) * x.powi(m - 1);
    if alternate { -y } else { y }
}

mod elsewhere {
    pub fn cube(x: f64) -> f64 {
        x * x * x
    }
}

#[derivative(of = elsewhere::cube)]
fn cube_slope(x: f64) -> f64 {
    3.0 * x * x
}

fn mixed(x: &[f64; 2], y: f64, p: (f64, f64)) -> f64 {
    x[0] * x[1] * y + p.0 * p.1 * y
}

#[derivative(of = mixed)]
fn mixed_slopes(x: &[f64; 2], y: f64, p: (f64, f64)) -> ([f64; 2], f64, (f64, f64)) {
    ([x[1] * y, x[0] * y], x[0] * x[1] + p.0 * p.1, (p.1 * y, p.0 * y))
}

fn rough(x: f64) -> f64 {
    x.sin()
}

#[derivative(of = rough, first_order)]
fn rough_slope(x: f64) -> f64 {
    x.cos()
}

fn series(x: f64) -> f64 {
    x.exp()
}

/// A rule of first order is not differentiated, so it may be any code.
#[derivative(of = series, first_order)]
fn series_slope(x: f64) -> f64 {
    let (mut sum, mut term, mut k) = (1.0, 1.0, 0.0);
    while k < 30.0 {
        k += 1.0;
        term *= x / k;
        sum += term;
    }
    sum
}

fn generic<T: Float>(x: T) -> T {
    x * x * x
}

#[derivative(of = generic)]
fn generic_slope<T: Float>(x: T) -> T {
    T::from(3.0).unwrap() * x * x
}

#[differentiable]
fn of_one(x: f64) -> f64 {
    square(x) * x + square(square(x))
}

#[differentiable]
fn of_two(x: f64, y: f64) -> f64 {
    ratio(x, y * y) * ratio(y, x) + ratio(x, 2.0) * ratio(3.0, y)
}

#[differentiable]
fn of_an_array(x: &[f64; 3], y: f64) -> f64 {
    norm(x) * norm(&[y, x[0], 1.0])
}

#[differentiable]
fn of_integers(x: f64, n: u32) -> f64 {
    bessel(n, x, true) * bessel(2, x * x, false)
}

#[differentiable]
fn of_a_path(x: f64) -> f64 {
    cube(x) * x
}

use elsewhere::cube;

#[differentiable]
fn of_many(x: &[f64; 2], y: f64) -> f64 {
    let p = (y, x[0]);
    mixed(x, y * y, p) * y
}

#[differentiable]
fn of_a_generic(x: f64) -> f64 {
    generic(x) * x
}

#[differentiable]
fn in_a_loop<const N: usize>(x: &[f64; N]) -> f64 {
    let mut a = 1.0;
    for i in 0..N {
        a = ratio(square(x[i]) + a, 2.0);
    }
    a
}

#[differentiable]
fn of_first_order(x: f64) -> f64 {
    rough(x) * x
}

#[differentiable]
fn of_any_code(x: f64) -> f64 {
    series(x) * x
}

#[test]
fn rules_by_hand_are_used() {
    scalar!(|x| of_one(x[0]); at [0.7], [-1.3]);
    scalar!(|x| of_two(x[0], x[1]); at [0.7, 1.2]);
    scalar!(|x| of_an_array(&[x[0], x[1], x[2]], x[3]); at [0.7, 1.2, -0.3, 0.5]);
    for n in [1, 2, 5] {
        scalar!(|x| of_integers(x[0], n); along (x[0]); at [0.7], [-1.3]);
    }
    scalar!(|x| of_many(&[x[0], x[1]], x[2]); at [0.7, 1.2, -0.3]);
    scalar!(|x| of_a_generic(x[0]); at [0.7], [-1.3]);
    scalar!(|x| in_a_loop(&[x[0], x[1], x[2]]); at [0.7, 1.2, -0.3]);
    scalar!(|x| of_a_path(x[0]); at [0.7], [-1.3]);
}

#[test]
fn a_rule_of_first_order_gives_first_derivatives() {
    let (value, slope) = of_first_order::value_and_grad(0.7);
    assert_eq!(value.to_bits(), of_first_order(0.7).to_bits());
    assert!((slope - (0.7_f64.cos() * 0.7 + 0.7_f64.sin())).abs() < 1e-14);
    assert!((of_first_order::jvp(0.7, 2.0).1 - 2.0 * slope).abs() < 1e-14);
}

#[test]
fn a_rule_of_first_order_may_be_any_code() {
    let (value, slope) = of_any_code::value_and_grad(0.7);
    assert_eq!(value.to_bits(), of_any_code(0.7).to_bits());
    assert!((slope - 1.7 * 0.7_f64.exp()).abs() < 1e-14);
    assert!((of_any_code::jvp(0.7, 2.0).1 - 2.0 * slope).abs() < 1e-14);
}
