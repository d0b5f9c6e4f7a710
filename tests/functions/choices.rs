//! `Option` and `Result` of differentiated values, and `?`.

use crate::check::scalar;
use burtorch::differentiable;
use std::cell::Cell;

#[differentiable]
fn root(x: f64) -> Option<f64> {
    if x < 0.0 { None } else { Some(x.sqrt() * x) }
}

#[differentiable(wrt(x))]
fn looked_up(table: &[f64], x: f64) -> Result<f64, String> {
    if table.is_empty() {
        return Err("empty".to_string());
    }
    for (at, &entry) in table.iter().enumerate() {
        if x < entry {
            return Ok(x * x * entry + at as f64);
        }
    }
    Err(format!("{x} is beyond the table"))
}

fn both(x: f64, y: f64) -> Option<(f64, f64)> {
    let a = root(x)?;
    Some((a * y, root(y)? + 2.0 * a))
}

#[differentiable]
fn consumed(x: f64, y: f64) -> f64 {
    let a = root(x).unwrap_or(y * y);
    let b = root(y).map(|v| v * x).unwrap_or_else(|| x * y);
    let c = match both(x, y) {
        Some((p, q)) => p * q,
        None => x - y,
    };
    let d = if let Ok(v) = looked_up(&[0.5, 1.5], x) { v * y } else { y };
    let e = root(x).and_then(|v| root(v - y)).map_or(1.0, |v| v.sin());
    let f = if root(y).is_some() { x } else { 2.0 };
    a * b + c * d + e * f
}

#[differentiable]
fn left_early(x: f64, y: f64) -> f64 {
    let Some(a) = root(x) else { return y * y * x };
    let Some((p, _)) = both(a, y) else {
        return a;
    };
    p * root(y * y).expect("a square is not negative")
}

#[differentiable(wrt(x))]
fn carried(x: f64, missing: &[Option<f64>; 4]) -> f64 {
    let mut last: Option<(f64, f64)> = None;
    let mut sum = x;
    for m in missing.iter() {
        let Some(m) = m else {
            last = None;
            continue;
        };
        if let Some((p, q)) = last {
            sum += (p - m * x) * q;
        }
        last = Some((sum * m, x * x));
    }
    sum + last.map(|(p, q)| p * q).unwrap_or(0.0)
}

#[differentiable(wrt(x, y))]
fn tried(x: f64, y: f64, table: &[f64; 2]) -> f64 {
    total(x, y, table).unwrap_or(0.25 * x)
}

fn total(x: f64, y: f64, table: &[f64]) -> Result<f64, String> {
    let mut total = 0.0;
    let first = table.first().ok_or_else(|| "empty".to_string())?;
    for k in 0..3 {
        total += x * looked_up(table, y * k as f64)?;
    }
    Ok(total * looked_up(table, x)? + first * x)
}

#[differentiable]
fn in_a_closure(x: &[f64; 2]) -> f64 {
    let g = |at: usize| -> Option<f64> {
        let a = x.get(at)?;
        Some(a * a * x[1])
    };
    g(0).unwrap() + g(1).unwrap_or(7.0) + g(2).unwrap_or(x[0])
}

#[test]
fn closures_try() {
    scalar!(|x| in_a_closure(&[x[0], x[1]]); at [0.3, 0.9], [1.3, -0.4]);
}

#[test]
fn values_are_taken_out() {
    scalar!(|x| consumed(x[0], x[1]); at [0.3, 0.9], [1.3, -0.4], [-0.8, 0.5], [1.7, 0.2]);
    scalar!(|x| left_early(x[0], x[1]); at [0.3, 0.9], [1.3, -0.4], [-0.8, 0.5]);
}

#[test]
fn loops_carry_options() {
    let missing = [Some(0.4), Some(-1.2), None, Some(0.7)];
    scalar!(|x| carried(x[0], &missing); along (x[0]); no hessian; at [0.3], [-1.1]);
    let missing = [Some(0.4), Some(-1.2), Some(2.0), None];
    scalar!(|x| carried(x[0], &missing); along (x[0]); no hessian; at [0.3], [-1.1]);
}

#[test]
fn errors_are_passed_on() {
    let table = [0.5, 1.5];
    scalar!(|x| tried(x[0], x[1], &table); along (x[0], x[1]); no hessian; at [0.3, 0.6], [1.2, 0.1], [0.3, 0.9], [2.0, 0.1]);
}

#[test]
fn their_derivatives_are_options_and_results() {
    assert_eq!(root::grad(-1.0), None);
    assert!((root::grad(4.0).unwrap() - 3.0).abs() < 1e-12);
    assert_eq!(root::value_and_grad(4.0), Some((8.0, root::grad(4.0).unwrap())));
    assert_eq!(looked_up::grad(&[], 1.0), Err("empty".to_string()));
    assert_eq!(looked_up::grad(&[0.5], 1.0), Err("1 is beyond the table".to_string()));
    assert_eq!(looked_up::grad(&[0.5, 1.5], 1.0), Ok(3.0));
}

#[differentiable]
fn both_of(x: f64, y: f64) -> Option<(f64, f64)> {
    if x < 0.0 { None } else { Some((x * y, y * y * x)) }
}

#[differentiable]
fn scaled(table: &[f64], x: f64) -> Result<f64, String> {
    let first = table.first().ok_or_else(|| "empty".to_string())?;
    if x < 0.0 {
        return Err("negative".into());
    }
    Ok(first * x * x * x)
}

#[differentiable]
fn taken(table: Vec<f64>, x: f64) -> Result<f64, String> {
    if x < 0.0 { Err(format!("{x}")) } else { Ok(table[0] * x) }
}

struct Limit(f64);

impl Limit {
    #[differentiable(wrt(x))]
    fn above(&self, x: f64) -> Result<f64, &'static str> {
        if x < self.0 { Err("below") } else { Ok(x * x * x) }
    }
}

#[test]
fn every_derivative_is_an_option_or_a_result() {
    let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-7 * b.abs().max(1.0), "{a} {b}");
    let slope = |f: &dyn Fn(f64) -> f64| (f(1e-4) - f(-1e-4)) / 2e-4;
    let (x, y) = (1.3, -0.4);
    let (value, (x_adjoint, y_adjoint)) = both_of::vjp((x, y), (0.7, 2.0)).unwrap();
    assert_eq!(Some(value), both_of(x, y));
    let seeded = |x: f64, y: f64| both_of(x, y).map(|(p, q)| 0.7 * p + 2.0 * q).unwrap();
    close(x_adjoint, slope(&|h| seeded(x + h, y)));
    close(y_adjoint, slope(&|h| seeded(x, y + h)));
    let (_, (p, q)) = both_of::jvp((x, y), (1.0, 0.5)).unwrap();
    close(p, slope(&|h| both_of(x + h, y + 0.5 * h).unwrap().0));
    close(q, slope(&|h| both_of(x + h, y + 0.5 * h).unwrap().1));
    assert_eq!((both_of::vjp((-x, y), (1.0, 1.0)), both_of::jvp((-x, y), (1.0, 1.0))), (None, None));

    let (table, along) = ([0.8, 0.1], [0.3, 2.0]);
    let at = |h: f64| [table[0] + h * along[0], table[1] + h * along[1]];
    let (_, tangent) = scaled::jvp((&table, x), (&along, 0.5)).unwrap();
    close(tangent, slope(&|h| scaled(&at(h), x + 0.5 * h).unwrap()));
    let (_, (adjoint, _)) = scaled::vjp((&table, x), 2.0).unwrap();
    close(adjoint[0], 2.0 * scaled::grad(&table, x).unwrap().0[0]);
    let (product, second) = scaled::hvp((&table, x), (&along, 0.5)).unwrap();
    close(product[0], slope(&|h| scaled::grad(&at(h), x + 0.5 * h).unwrap().0[0]));
    close(second, slope(&|h| scaled::grad(&at(h), x + 0.5 * h).unwrap().1));
    let empty = Err("empty".to_string());
    assert_eq!(
        (scaled::jvp((&[], x), (&[], 1.0)), scaled::hvp((&[], x), (&[], 1.0)).map(|_| (0.0, 0.0))),
        (empty.clone(), empty)
    );
    assert_eq!(scaled::vjp((&table, -1.0), 1.0), Err("negative".to_string()));

    assert_eq!(taken::grad(vec![2.0], 3.0), Ok((vec![3.0], 2.0)));
    assert_eq!(taken::grad(vec![2.0], -3.0), Err("-3".to_string()));
    let limit = Limit(1.0);
    close(limit.above_hvp(x, 2.0).unwrap(), slope(&|h| limit.above_grad(x + 2.0 * h).unwrap()));
    assert_eq!((limit.above_grad(0.5), limit.above_vjp(0.5, 1.0)), (Err("below"), Err("below")));
    assert_eq!(root::hvp(-1.0, 1.0), None);
}

fn counted(count: &Cell<u32>) -> u32 {
    count.set(count.get() + 1);
    count.get()
}

fn checked(x: f64, count: &Cell<u32>) -> Result<f64, String> {
    if x < 0.0 {
        return Err(format!("{} at {x}", counted(count)));
    }
    let a = root(x - 1.0).ok_or_else(|| {
        counted(count);
        "small".to_string()
    })?;
    let b = root(x - 2.0).ok_or(format!("eager {}", counted(count)))?;
    Ok(a * b)
}

#[differentiable(wrt(x))]
fn errors_with_effects(x: f64, count: &Cell<u32>) -> f64 {
    let mut sum = x * x;
    for k in 0..4 {
        sum += checked(x * k as f64 - 1.0, count).unwrap_or(x);
    }
    sum
}

#[differentiable(wrt(x))]
fn nothing_with_effects(x: f64, count: &Cell<u32>) -> Option<f64> {
    let a = root(x).ok_or(counted(count)).ok()?;
    counted(count);
    let b = root(a - 1.0)?;
    counted(count);
    Some(a * b)
}

/// How often effects happen, beside what is yielded.
fn effects<T>(count: &Cell<u32>, run: impl FnOnce() -> T) -> (T, u32) {
    count.set(0);
    let value = run();
    (value, count.get())
}

#[test]
fn what_errors_are_made_of_runs_as_often_as_in_the_function() {
    let count = Cell::new(0);
    for x in [0.3, 1.1, 2.2] {
        let (_, often) = effects(&count, || errors_with_effects(x, &count));
        assert_eq!(effects(&count, || errors_with_effects::grad(x, &count)).1, often);
        assert_eq!(effects(&count, || errors_with_effects::jvp((x, &count), 1.0)).1, often);
        assert_eq!(effects(&count, || errors_with_effects::hvp((x, &count), 1.0)).1, often);
    }
    scalar!(|x| errors_with_effects(x[0], &count); along (x[0]); no hessian; at [0.3], [1.1], [2.2]);
    for x in [-1.0, 0.5, 2.0] {
        let (value, often) = effects(&count, || nothing_with_effects(x, &count));
        let (found, seen) = effects(&count, || nothing_with_effects::value_and_grad(x, &count));
        assert_eq!((found.map(|(value, _)| value), seen), (value, often));
        assert_eq!(effects(&count, || nothing_with_effects::jvp((x, &count), 1.0)).1, often);
        assert_eq!(effects(&count, || nothing_with_effects::vjp((x, &count), 1.0)).1, often);
        assert_eq!(effects(&count, || nothing_with_effects::hvp((x, &count), 1.0)).1, often);
    }
}

#[differentiable]
fn unwrapped(x: f64) -> f64 {
    root(x).unwrap()
}

#[differentiable]
fn expected(x: f64) -> f64 {
    let n = 3;
    root(x).expect(&format!("no root {n}"))
}

#[differentiable]
fn elements(x: &[f64]) -> f64 {
    x.first().expect("no first") * x.get(1).unwrap()
}

fn message<T>(run: impl FnOnce() -> T) -> String {
    let Err(found) = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)) else { return String::new() };
    let text = found.downcast_ref::<String>().cloned();
    text.or_else(|| found.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default()
}

#[test]
fn panics_say_what_those_of_the_function_say() {
    assert_eq!(message(|| unwrapped(-1.0)), message(|| unwrapped::grad(-1.0)));
    assert_eq!(
        (message(|| expected(-1.0)), message(|| expected::grad(-1.0))),
        ("no root 3".into(), "no root 3".into())
    );
    for x in [&[][..], &[1.0]] {
        let said = message(|| elements(x));
        assert!(!said.is_empty());
        assert_eq!((message(|| elements::grad(x)), message(|| elements::jvp(x, x))), (said.clone(), said));
    }
}

/// Nothing says what a variable holds that starts as `None`, but for what is assigned later.
#[differentiable]
fn found_later(x: f64, y: f64) -> f64 {
    let mut best = None;
    for k in 0..4 {
        let distance = (x - k as f64).powi(2) * y;
        if best.is_none() || best.unwrap() > distance {
            best = Some(distance);
        }
    }
    let mut last = None;
    let mut sum = x;
    for k in 1..4 {
        if let Some(before) = last {
            sum += before * y * k as f64;
        }
        last = Some(sum * x);
    }
    let square;
    if x > 1.0 {
        square = Some(x * x);
    } else {
        square = None;
    }
    best.unwrap() * sum + last.unwrap_or(x) * square.unwrap_or(3.0 * y)
}

#[test]
fn variables_start_as_none() {
    scalar!(|x| found_later(x[0], x[1]); at [0.3, 0.9], [1.3, 0.4], [2.8, 0.5]);
}

#[differentiable(wrt(x))]
fn narrowed(x: f64, n: usize) -> f64 {
    let first: Option<f64> = (0..n).map(|i| x * i as f64).find(|v| *v > 1.0);
    first.and_then(|v| if v > 1.2 { Some(v * x) } else { None }).unwrap_or_else(|| x.cos())
}

#[test]
fn a_closure_may_yield_none() {
    for n in [0, 2, 3, 5] {
        scalar!(|x| narrowed(x[0], n); along (x[0]); no hessian; at [0.7]);
    }
}
