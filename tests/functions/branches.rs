//! `if`, `match`, `&&` and `||`.

use crate::check::{scalar, several};
use burtorch::differentiable;

#[differentiable]
fn one_arm(x: f64, y: f64) -> f64 {
    let mut a = x;
    if x > y {
        a = a * y;
    }
    a + x
}

#[differentiable]
fn only_in_a_branch(x: f64, y: f64) -> f64 {
    if x > 0.0 { x * y } else { x }
}

#[differentiable]
fn threshold(x: f64, threshold: f64) -> f64 {
    if x > threshold { x * x } else { x.sin() }
}

#[differentiable]
fn threshold_in_a_loop(x: &[f64; 3], threshold: f64) -> f64 {
    let mut sum = 0.0;
    for v in x {
        if *v < threshold {
            break;
        }
        sum += v * v;
    }
    sum
}

#[differentiable]
fn threshold_in_a_call(x: f64, limit: f64) -> f64 {
    threshold(x * x, limit) + x
}

#[differentiable]
fn nested(x: f64, y: f64) -> f64 {
    let mut a = x * y;
    let mut b = y;
    if x > 0.0 {
        if y > 0.0 {
            a += b * b;
        } else {
            b = a.sin();
            if a < -1.0 {
                a = b * x;
            }
        }
        b *= 2.0;
    } else if y > x {
        a = a * a;
    }
    a * b
}

#[differentiable]
fn as_expression(x: f64, y: f64) -> f64 {
    let a = if x > y { x.sin() } else { y * y };
    let (b, c) = if x < 1.0 { (a, x) } else { (y, a * y) };
    a * b - if c > 0.0 { c } else { c * c }
}

#[differentiable]
fn arrays_as_values(x: &[f64; 2]) -> [f64; 2] {
    if x[0] > x[1] { [x[0] * x[1], 1.0] } else { *x }
}

#[differentiable]
fn match_expression(x: f64, n: i32) -> f64 {
    match n {
        0 => x,
        1 | 2 => x * x,
        3..=5 => x.sin() * f64::from(n),
        i32::MIN..=-1 => {
            let a = x * 2.0;
            a.exp()
        }
        other => x.powi(other) * 0.5,
    }
}

#[differentiable]
fn match_statement(x: f64, n: usize) -> f64 {
    let mut a = x;
    let mut b = 1.0;
    match n {
        0 => a = x * x,
        1 => {
            b = a * 3.0;
            a += b;
        }
        2 | 3 => {}
        k => b = x / (k as f64),
    }
    a * b
}

#[differentiable]
fn match_on_bool(x: f64, yes: bool) -> f64 {
    match yes {
        true => x.cos(),
        false => x.sin(),
    }
}

const FIRST: u8 = 7;

#[differentiable]
fn match_on_constants(x: f64, n: u8) -> f64 {
    match n {
        FIRST => x * x,
        u8::MAX => x * 3.0,
        _ => -x,
    }
}

#[differentiable]
fn match_on_char(x: f64, c: char) -> f64 {
    match c {
        'a'..='f' => x * x,
        'z' => x.sin(),
        _ => x,
    }
}

#[derive(Clone, Copy)]
enum Shape {
    Flat,
    Round,
}

#[differentiable]
fn match_on_enum(x: f64, shape: Shape) -> f64 {
    match shape {
        Shape::Flat => x * 2.0,
        Shape::Round => x * x,
    }
}

#[differentiable]
fn match_on_pair(x: f64, a: bool, n: i32) -> f64 {
    match (a, n) {
        (true, 0) => x * 2.0,
        (true, _) => x * x,
        (false, 1) => x.exp(),
        _ => x,
    }
}

#[differentiable]
fn match_in_loop(x: f64) -> f64 {
    let mut a = x;
    for i in 0..9 {
        a = match i % 3 {
            0 => a.sin(),
            1 => a * x,
            _ => a + x,
        };
    }
    a
}

#[differentiable]
fn match_in_long_loop(x: f64) -> f64 {
    let mut a = x;
    for i in 0..3000 {
        match i % 3 {
            0 => a = a.sin(),
            1 => a = a * 0.9 + x * 0.1,
            _ => a += 0.01,
        }
    }
    a
}

#[differentiable]
fn panics(x: f64, n: i32) -> f64 {
    match n {
        0 => x * x,
        1 => x.sin(),
        _ => panic!("no such case: {n} at {x}"),
    }
}

#[differentiable]
fn unreachable_arm(x: f64, n: u32) -> f64 {
    let a = match n % 2 {
        0 => x,
        1 => x * x,
        _ => unreachable!(),
    };
    a * x
}

#[differentiable]
fn asserts(x: f64, n: usize) -> f64 {
    assert!(x > 0.0, "not positive: {x}");
    debug_assert!(n < 10);
    let y = x.ln();
    assert_ne!(n, 7, "{y} {}", n + 1);
    debug_assert_eq!(n, n);
    y * x
}

#[differentiable]
fn short_circuit(x: &[f64; 3], i: usize) -> f64 {
    if i < 3 && x[i] > 0.5 { x[i] * x[0] } else { x[1] * x[1] }
}

#[differentiable]
fn short_circuit_or(x: &[f64; 3], i: usize) -> f64 {
    let mut a = x[0];
    if i >= 3 || x[i] < 0.5 || !(x[i] * x[0] > 1.0) {
        a *= x[1];
    }
    a * x[2]
}

#[differentiable]
fn short_circuit_in_loop<const N: usize>(x: &[f64; N]) -> f64 {
    let mut sum = 0.0;
    for i in 0..N {
        if i > 0 && x[i - 1] < x[i] {
            sum += x[i - 1] * x[i];
        }
        let last = i + 1 >= N || x[i + 1] > 1.0;
        if last && !(sum > 100.0) {
            sum += x[i].sin();
        }
    }
    sum
}

#[differentiable]
fn comparisons(x: f64, y: f64) -> f64 {
    let mut a = x * y;
    let both = x > 0.0 && y > 0.0;
    let either = x > 1.0 || y > 1.0;
    let differ = both != either;
    if differ {
        a += x;
    }
    if !both && x != y {
        a *= y;
    }
    if x.is_nan() | y.is_infinite() {
        a = 0.0;
    }
    a
}

#[differentiable]
fn never_taken(x: f64, zero: bool) -> f64 {
    if zero { x / 0.0 } else { x * 2.0 }
}

#[differentiable]
fn safe_root(x: f64) -> f64 {
    if x > 0.0 { x.sqrt() * x } else { 0.0 }
}

#[differentiable]
fn guarded_division(x: f64, y: f64) -> f64 {
    let q = if y == 0.0 { 0.0 } else { x / y };
    q * q + x
}

#[differentiable]
fn constant_arm(x: f64) -> f64 {
    let y = if x > 0.0 { 1.0 } else { x };
    y * x
}

/// The branch gives two results, and both are one array when `flip` is false.
#[differentiable]
fn two_arrays_of_one_branch(x: &[f64; 2], flip: bool) -> f64 {
    let mut a = *x;
    let mut b = *x;
    b[0] *= x[1];
    if flip {
        b[0] = x[1] * 3.0;
    } else {
        a = b;
    }
    a[0] * b[1] + a[1] * b[0]
}

#[differentiable(unroll = 0)]
fn arrays_through_branches(x: &[f64; 2], flip: bool) -> f64 {
    let mut a = *x;
    let mut b = [0.5; 2];
    for _ in 0..2 {
        if flip {
            b[1] = a[0];
            a = b;
        }
    }
    a[0] * b[1]
}

#[differentiable(unroll = 0)]
fn one_or_the_other(x: &[f64; 2], flip: bool) -> f64 {
    let mut a = *x;
    let mut b = [0.5; 2];
    for _ in 0..2 {
        if flip {
            a = b;
        } else {
            b = a;
        }
    }
    a[0] * b[1] * x[0]
}

#[test]
fn ifs() {
    scalar!(|x| one_arm(x[0], x[1]); at [0.7, 1.2], [1.7, 1.2]);
    scalar!(|x| only_in_a_branch(x[0], x[1]); at [0.7, 1.2], [-0.7, 1.2]);
    scalar!(|x| nested(x[0], x[1]); at [0.7, 1.2], [0.7, -1.2], [2.7, -1.2], [-0.7, 1.2], [-0.7, -1.2]);
    scalar!(|x| as_expression(x[0], x[1]); at [0.7, 1.2], [0.7, -1.2], [2.7, -1.2], [-0.7, 1.2], [-0.7, -1.2]);
    several!(|x, y| arrays_as_values(&[x[0], x[1]]) -> [y[0], y[1]]; at [0.7, 1.2], [0.7, -1.2]);
    scalar!(|x| comparisons(x[0], x[1]); at [0.7, 1.2], [0.7, -1.2], [2.7, 0.4], [-0.7, 1.2], [-0.7, -1.2], [0.3, 0.5]);
    scalar!(|x| constant_arm(x[0]); at [0.7], [-0.7]);
    scalar!(|x| guarded_division(x[0], x[1]); at [0.7, 0.4]);
    assert_eq!(guarded_division::grad(3.0, 0.0), (1.0, 0.0));
    assert_eq!(safe_root::value_and_grad(0.0), (0.0, 0.0));
    assert_eq!(safe_root::value_and_grad(-1.0), (0.0, 0.0));
    assert_eq!(safe_root::hvp(-1.0, 1.0).to_bits(), 0.0_f64.to_bits());
    assert_eq!(never_taken::value_and_grad(3.0, false), (6.0, 2.0));
    assert_eq!(never_taken::value_and_grad(3.0, true), (f64::INFINITY, f64::INFINITY));
    assert_eq!(safe_root(4.0).to_bits(), 8.0_f64.to_bits());
    assert_eq!(never_taken(4.0, false).to_bits(), 8.0_f64.to_bits());
}

#[test]
fn matches() {
    for n in [-4, 0, 1, 2, 4, 5, 7] {
        scalar!(|x| match_expression(x[0], n); along (x[0]); inexact; at [0.7], [-0.3]);
    }
    for n in [0, 1, 2, 3, 9] {
        scalar!(|x| match_statement(x[0], n); along (x[0]); at [0.7]);
    }
    for yes in [true, false] {
        scalar!(|x| match_on_bool(x[0], yes); along (x[0]); at [0.7]);
        for n in 0..2 {
            scalar!(|x| match_on_pair(x[0], yes, n); along (x[0]); at [0.7]);
        }
    }
    for n in [7, 255, 1] {
        scalar!(|x| match_on_constants(x[0], n); along (x[0]); at [0.7]);
    }
    for c in ['b', 'z', 'q'] {
        scalar!(|x| match_on_char(x[0], c); along (x[0]); at [0.7]);
    }
    for shape in [Shape::Flat, Shape::Round] {
        scalar!(|x| match_on_enum(x[0], shape); along (x[0]); at [0.7]);
    }
    scalar!(|x| match_in_loop(x[0]); at [0.7], [-0.3]);
    scalar!(|x| match_in_long_loop(x[0]); at [0.7], [-0.3]);
    for n in 0..2 {
        scalar!(|x| panics(x[0], i32::try_from(n).unwrap()); along (x[0]); at [0.7]);
        scalar!(|x| unreachable_arm(x[0], n); along (x[0]); at [0.7]);
    }
    scalar!(|x| asserts(x[0], 3); along (x[0]); at [0.7]);
}

#[test]
#[should_panic(expected = "no such case: 5 at 0.5")]
fn a_panic_of_the_function_is_one_of_its_gradient() {
    let _ = panics::grad(0.5, 5);
}

#[test]
#[should_panic(expected = "not positive: -1")]
fn an_assertion_of_the_function_is_one_of_its_gradient() {
    let _ = asserts::grad(-1.0, 5);
}

#[test]
fn arguments_that_only_decide() {
    scalar!(|x| threshold(x[0], x[1]); at [0.7, 0.2], [0.7, 1.2]);
    scalar!(|x| threshold_in_a_loop(&[x[0], x[1], x[2]], x[3]); at [0.7, 0.9, 0.3, 0.5], [0.7, 0.9, 0.3, -0.5]);
    scalar!(|x| threshold_in_a_call(x[0], x[1]); at [0.7, 0.2], [0.7, 1.2]);
    assert_eq!(threshold::grad(3.0, 1.0), (6.0, 0.0));
}

#[test]
fn conditions_that_look_no_further_than_they_need() {
    for i in [0, 1, 2, 3, 99] {
        scalar!(|x| short_circuit(&[x[0], x[1], x[2]], i); along (&[x[0], x[1], x[2]]); at [0.7, 1.2, -0.3]);
        scalar!(|x| short_circuit_or(&[x[0], x[1], x[2]], i); along (&[x[0], x[1], x[2]]); at [0.7, 1.9, -0.3]);
    }
    scalar!(|x| short_circuit_in_loop(&[x[0], x[1], x[2], x[3]]); at [0.7, 1.2, -0.3, 0.5], [0.5, 0.3, 1.4, 2.0]);
}

#[test]
fn arrays_that_branches_replace() {
    for flip in [true, false] {
        scalar!(|x| two_arrays_of_one_branch(&[x[0], x[1]], flip); along (&[x[0], x[1]]); at [0.7, 1.2]);
        scalar!(|x| arrays_through_branches(&[x[0], x[1]], flip); along (&[x[0], x[1]]); at [0.7, 1.2]);
        scalar!(|x| one_or_the_other(&[x[0], x[1]], flip); along (&[x[0], x[1]]); at [0.7, 1.2]);
    }
}
