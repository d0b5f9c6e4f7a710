//! NaN, infinities, signed zeros, and what must not be simplified away.

use burtorch::differentiable;

#[differentiable]
fn times_zero(x: f64) -> f64 {
    x * 0.0
}

#[differentiable]
fn minus_itself(x: f64) -> f64 {
    x - x
}

#[differentiable]
fn plus_zero(x: f64) -> f64 {
    x + 0.0
}

#[differentiable]
fn minus_zero(x: f64) -> f64 {
    x - 0.0
}

#[differentiable]
fn zero_minus(x: f64) -> f64 {
    0.0 - x
}

#[differentiable]
fn over_itself(x: f64) -> f64 {
    x / x
}

#[differentiable]
fn infinite_slope(x: f64) -> f64 {
    x.sqrt()
}

#[differentiable]
fn hidden_infinity(x: f64, y: f64) -> f64 {
    (x.sqrt() + y) * 1.0
}

#[differentiable]
fn zero_power(x: f64) -> f64 {
    x.powi(0)
}

#[differentiable]
fn named_constants(x: f64) -> f64 {
    x * f64::INFINITY + x.max(f64::NEG_INFINITY) + f64::MIN_POSITIVE
}

#[differentiable]
fn not_a_number(x: f64) -> f64 {
    x * f64::NAN
}

#[differentiable]
fn nan_is_not_less(x: f64) -> f64 {
    if x < 1.0 { x * 2.0 } else { x * 3.0 }
}

#[differentiable]
fn not_less(x: f64) -> f64 {
    if !(x < 1.0) { x * 2.0 } else { x * 3.0 }
}

#[differentiable]
fn tiny_and_huge(x: f64) -> f64 {
    x * 1e-320 + x * 1.797_693_134_862_315_7e308 * 1e-308 - 5e-324
}

#[differentiable]
fn order_of_addition(a: f64, b: f64, c: f64) -> f64 {
    (a + b) + c - (a + (b + c))
}

#[differentiable]
fn running_sum(x: &[f64; 4]) -> f64 {
    let mut sum = 0.0;
    for v in x {
        sum += v;
    }
    sum
}

#[differentiable]
fn negative_zero(x: f64) -> f64 {
    let mut a = -0.0;
    a += x;
    a
}

#[differentiable]
fn steps(x: f64) -> f64 {
    x.floor() + x.ceil() * 2.0 + x.round() + x.trunc() + x.signum() + x.fract()
}

fn same(a: f64, b: f64) {
    assert!(a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan(), "{a} is not {b}");
}

#[test]
fn values_are_those_of_the_plain_function() {
    let points = [0.0, -0.0, 1.0, -1.0, 0.5, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1e308, 5e-324];
    macro_rules! agree {
        ($($f:ident)*) => {$(for x in points {
            same($f::value_and_grad(x).0, $f(x));
            same($f::jvp(x, 1.0).0, $f(x));
            same($f::grad(x), $f::jvp(x, 1.0).1);
            same($f::hvp(x, 1.0), $f::hessian(x)[0][0]);
        })*};
    }
    agree!(times_zero minus_itself plus_zero minus_zero zero_minus over_itself infinite_slope zero_power
        named_constants not_a_number nan_is_not_less not_less tiny_and_huge negative_zero steps);
}

#[test]
fn what_is_infinite_stays_so() {
    assert!(times_zero::value_and_grad(f64::INFINITY).0.is_nan());
    assert!(minus_itself::value_and_grad(f64::INFINITY).0.is_nan());
    same(times_zero::grad(f64::INFINITY), 0.0);
    same(infinite_slope::grad(0.0), f64::INFINITY);
    same(hidden_infinity(0.0, 2.0), 2.0);
    assert_eq!(hidden_infinity::grad(0.0, 2.0), (f64::INFINITY, 1.0));
    same(named_constants::grad(1.0), f64::INFINITY);
    assert!(not_a_number::grad(1.0).is_nan());
    same(nan_is_not_less::grad(f64::NAN), 3.0);
    same(not_less::grad(f64::NAN), 2.0);
    same(zero_power::grad(0.0), 0.0);
    same(steps::grad(0.3), 1.0);
}

#[test]
fn sums_are_not_reordered() {
    let (a, b, c) = (1e16, -1e16, 1.0);
    same(order_of_addition::value_and_grad(a, b, c).0, order_of_addition(a, b, c));
    same(order_of_addition(a, b, c), 1.0);
    let x = [1e16, 1.0, -1e16, 1.0];
    same(running_sum::value_and_grad(&x).0, running_sum(&x));
    same(running_sum::value_and_grad(&[-0.0; 4]).0, running_sum(&[-0.0; 4]));
}
