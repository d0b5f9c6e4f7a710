//! `Option` and `Result` of differentiated values, and `?`.

use crate::check::scalar;
use burtorch::differentiable;

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
