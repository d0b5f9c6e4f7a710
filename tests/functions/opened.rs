//! `match`, `if let`, `let … else` and `while let` on what is not differentiated, with patterns that take it apart.

use crate::check::scalar;
use burtorch::differentiable;
use std::cell::Cell;

enum Shape {
    Sphere { r: f64 },
    Box(f64, [f64; 2]),
    Union(Box<Shape>, Box<Shape>),
    Nothing,
}

#[differentiable(wrt(x, y))]
fn distance(shape: &Shape, x: f64, y: f64) -> f64 {
    match shape {
        Shape::Sphere { r } if *r > 1.0 => (x * x + y * y).sqrt() - r,
        Shape::Sphere { r } => (x * x + y * y) * *r,
        &Shape::Box(w, [h, _]) => {
            let mut d = x * x - w;
            if h > 0.0 {
                d *= y * h;
            }
            d
        }
        Shape::Union(a, b) => distance(a, x, y) * distance(b, y, x),
        Shape::Nothing => y,
    }
}

#[differentiable(wrt(x))]
fn searched(table: &[(usize, Option<f64>)], x: &[f64; 3]) -> f64 {
    let mut sum = x[0];
    let mut missing = 0;
    for entry in table {
        let (at, Some(weight)) = entry else {
            missing += 1;
            continue;
        };
        if let (0 | 2, &Some(w)) = (*at, &entry.1) {
            sum += w * x[1].sin();
        } else if let Some(w) = entry.1 {
            sum *= w + x[2];
        }
        sum += weight * x[*at];
    }
    sum * (1.0 + missing as f64)
}

#[differentiable(wrt(x))]
fn drained(x: f64, first: usize) -> f64 {
    let mut stack = vec![first];
    let mut y = x;
    while let Some(k) = stack.pop() {
        if k > 5 {
            continue;
        }
        if k < 3 {
            stack.push(k + 1);
            stack.push(k + 2);
        }
        y = (y * (k as f64 + 1.0)).sin() + x;
    }
    y
}

#[differentiable]
fn number(x: f64, y: f64) -> f64 {
    let z = match x * y {
        d if d < 0.0 => d * x,
        d if d < 0.5 => (0.5 - d).powi(2),
        _ => y,
    };
    match z {
        z if z > 0.1 => return z * z * y,
        other => other * x,
    }
}

#[test]
fn enums_with_data() {
    let both = Shape::Union(Box::new(Shape::Sphere { r: 0.5 }), Box::new(Shape::Box(0.3, [1.2, 0.0])));
    for shape in [&Shape::Sphere { r: 1.5 }, &Shape::Box(0.3, [-1.0, 0.0]), &both, &Shape::Nothing] {
        scalar!(|x| distance(shape, x[0], x[1]); along (x[0], x[1]); no hessian; at [0.3, 0.9], [1.3, -0.4]);
    }
}

#[test]
fn options() {
    let table = [(0, Some(0.5)), (1, None), (1, Some(1.4)), (2, Some(-0.3))];
    scalar!(|x| searched(&table[..], &[x[0], x[1], x[2]]); along (&[x[0], x[1], x[2]]); no hessian; at [0.3, 0.9, 1.1]);
}

#[test]
fn loops_until_nothing_is_left() {
    scalar!(|x| drained(x[0], 0); along (x[0]); no hessian; at [0.3], [1.7]);
}

#[test]
fn numbers_with_guards() {
    scalar!(|x| number(x[0], x[1]); at [0.3, 0.9], [1.3, -0.4], [1.1, 1.7], [-0.2, -0.3]);
}

fn counted(calls: &Cell<usize>, at: usize) -> Option<usize> {
    calls.set(calls.get() + 1);
    at.checked_sub(1)
}

#[differentiable(wrt(x))]
fn asks(x: f64, calls: &Cell<usize>) -> f64 {
    let mut y = x;
    let mut at = 3;
    while let Some(next) = counted(calls, at) {
        at = next;
        if let Some(k) = counted(calls, at) {
            y += x * y * k as f64;
        }
    }
    y
}

#[differentiable(wrt(x))]
fn asks_twice(x: f64, calls: &Cell<usize>) -> f64 {
    asks(x, calls) * asks(x * x, calls)
}

#[test]
fn what_is_matched_is_computed_once() {
    let calls = Cell::new(0);
    asks_twice(0.7, &calls);
    let once = calls.replace(0);
    let _ = asks_twice::grad(0.7, &calls);
    assert_eq!(calls.replace(0), once);
    let _ = asks_twice::jvp((0.7, &calls), 1.0);
    assert_eq!(calls.replace(0), once);
    let _ = asks_twice::hvp((0.7, &calls), 1.0);
    assert_eq!(calls.replace(0), once);
    let at = |h: f64| asks_twice(0.7 + h, &calls);
    let difference = (at(1e-6) - at(-1e-6)) / 2e-6;
    assert!((asks_twice::grad(0.7, &calls) - difference).abs() < 1e-7 * difference.abs());
}

#[differentiable(wrt(x))]
fn behind_references(x: f64, count: Option<usize>, name: &Result<usize, String>) -> f64 {
    let own = name.clone();
    let n = match &own {
        Ok(n) => *n,
        Err(text) if text.is_empty() => return x.sin(),
        Err(text) => text.len(),
    };
    let k = if let Some(k) = &count { *k + own.iter().count() } else { 1 };
    x * (n * k) as f64
}

#[test]
fn patterns_of_a_reference_bind_references() {
    for name in [Ok(3), Err(String::new()), Err("ab".to_string())] {
        for count in [None, Some(4)] {
            scalar!(|x| behind_references(x[0], count, &name); along (x[0]); no hessian; at [0.7]);
        }
    }
}
