//! Calls whose results are not used, and calls that change one variable after the other.

use std::cell::Cell;

use crate::witness::gradient;
use burtorch::differentiable;

#[differentiable]
fn square(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn pair(x: f64) -> [f64; 2] {
    [x, x * x]
}

#[differentiable]
fn rows(x: f64) -> Vec<f64> {
    vec![x, x * x]
}

#[differentiable(wrt(x))]
fn counted(x: f64, count: &Cell<usize>) -> f64 {
    count.set(count.get() + 1);
    x.sin()
}

#[differentiable]
fn bump(m: &mut f64, by: f64) {
    *m += by * by;
}

#[differentiable]
fn bump_and_tell(m: &mut f64, by: f64) -> f64 {
    *m += by * by;
    *m * by
}

#[differentiable]
fn bump_and_tell_three(m: &mut f64, by: f64) -> ([f64; 2], f64) {
    *m *= by;
    ([*m, by], by)
}

#[differentiable]
fn bump_and_list(m: &mut f64, by: f64) -> Vec<f64> {
    *m *= by;
    vec![*m, by]
}

#[differentiable]
fn statements(x: f64, y: f64) -> f64 {
    square(x);
    pair(y);
    let _ = square(y);
    let _unused = square(x * y);
    let _pair: [f64; 2] = pair(x);
    rows(x);
    (x * y).sin()
}

#[differentiable]
fn in_loops_and_branches(x: f64, y: f64) -> f64 {
    let mut s = x;
    for i in 0..20 {
        square(s);
        if s > y {
            let dropped = square(s);
            square(dropped);
        }
        s += (y * s).sin() * i as f64 * 0.01;
    }
    s
}

#[differentiable]
fn what_is_changed_counts(x: f64, y: f64) -> f64 {
    let mut m = x;
    bump_and_tell(&mut m, y);
    let by = m * y;
    let _ = bump_and_tell(&mut m, by);
    let _told = bump_and_tell(&mut m, 2.0);
    bump_and_tell_three(&mut m, y);
    let _ = bump_and_tell_three(&mut m, x);
    let _list: Vec<f64> = bump_and_list(&mut m, y);
    m
}

#[differentiable]
fn changed_and_dropped(x: f64, y: f64) -> f64 {
    let mut m = x;
    bump(&mut m, y);
    x * y
}

#[differentiable]
fn one_after_the_other(a: f64, b: f64) -> f64 {
    let mut m = a;
    bump(&mut m, b);
    let c = m.sin();
    bump(&mut m, c);
    m
}

#[differentiable]
fn what_it_was_before_the_call(a: f64, b: f64) -> f64 {
    let mut m = a;
    bump(&mut m, b);
    let r = m.sin() * bump_and_tell(&mut m, b);
    r + m
}

#[differentiable]
fn before_the_call_in_a_loop(a: f64, b: f64) -> f64 {
    let mut m = a;
    for _ in 0..30 {
        bump(&mut m, b * 0.1);
        let r = m.sin() * bump_and_tell(&mut m, b * 0.1);
        m += (r + m.cos()) * 0.01;
    }
    m
}

#[test]
fn derivatives_are_those_of_the_rest() {
    let all: [(fn(f64, f64) -> f64, fn(f64, f64) -> (f64, (f64, f64)), fn((f64, f64), (f64, f64)) -> (f64, f64)); 7] = [
        (statements, statements::value_and_grad, statements::jvp),
        (in_loops_and_branches, in_loops_and_branches::value_and_grad, in_loops_and_branches::jvp),
        (what_is_changed_counts, what_is_changed_counts::value_and_grad, what_is_changed_counts::jvp),
        (changed_and_dropped, changed_and_dropped::value_and_grad, changed_and_dropped::jvp),
        (one_after_the_other, one_after_the_other::value_and_grad, one_after_the_other::jvp),
        (what_it_was_before_the_call, what_it_was_before_the_call::value_and_grad, what_it_was_before_the_call::jvp),
        (before_the_call_in_a_loop, before_the_call_in_a_loop::value_and_grad, before_the_call_in_a_loop::jvp),
    ];
    for (at, (plain, derivative, jvp)) in all.into_iter().enumerate() {
        let (x, y) = (0.7, 1.3);
        let (value, (dx, dy)) = derivative(x, y);
        assert_eq!(value, plain(x, y), "function {at}");
        let slopes = gradient(|x| plain(x[0], x[1]), &[x, y]);
        assert!((dx - slopes[0]).abs() < 1e-7 * (1.0 + dx.abs()), "function {at}: {dx}, not {}", slopes[0]);
        assert!((dy - slopes[1]).abs() < 1e-7 * (1.0 + dy.abs()), "function {at}: {dy}, not {}", slopes[1]);
        let (_, along) = jvp((x, y), (1.0, -2.0));
        assert!((along - (dx - 2.0 * dy)).abs() < 1e-9 * (1.0 + along.abs()), "function {at}");
    }
}

#[differentiable(wrt(x))]
fn counts(x: f64, count: &Cell<usize>) -> f64 {
    counted(x, count);
    let _ = counted(x * x, count);
    x * x
}

#[test]
fn what_else_a_call_does_happens() {
    let count = Cell::new(0);
    assert_eq!(counts::grad(1.5, &count), 3.0);
    assert_eq!(count.get(), 2);
    assert_eq!(counts::jvp((1.5, &count), 1.0), (2.25, 3.0));
    assert_eq!(count.get(), 4);
}
