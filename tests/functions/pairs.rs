//! Loops over pairs and structures that are not differentiated: names are bound as Rust binds them.

use crate::witness::gradient;
use burtorch::differentiable;

pub struct Data {
    powers: Vec<(usize, f64)>,
    nested: Vec<((f64, f64), [f64; 2])>,
    weights: Vec<f64>,
}

#[differentiable(wrt(x))]
fn references(x: f64, data: &Data) -> f64 {
    let mut s = 0.0;
    for (i, c) in &data.powers {
        s += x.powi(*i as i32) * *c;
    }
    for (i, c) in data.powers.iter() {
        s += x.powi(*i as i32) * c;
    }
    s
}

#[differentiable(wrt(x))]
fn values(x: f64, data: &Data) -> f64 {
    let mut s = 0.0;
    for &(i, c) in &data.powers {
        s += x.powi(i as i32) * c;
    }
    for pair in &data.powers {
        s += x.powi(pair.0 as i32) * pair.1;
        let (_, c) = pair;
        s += c * x;
        let &(i, c) = pair;
        s += c * x * i as f64;
    }
    s
}

#[differentiable(wrt(x))]
fn what_is_kept(x: f64, data: &Data) -> f64 {
    let mut s: f64 = 0.1;
    for (i, c) in &data.powers {
        let y = (x * c).sin() * c;
        s += (y * s + c.sin()).cos() + *i as f64;
    }
    for ((a, b), c) in &data.nested {
        s += (x * a).sin() * (b * s).cos() * c[0];
    }
    s
}

#[differentiable(wrt(x))]
fn side_by_side(x: f64, data: &Data) -> f64 {
    let mut s: f64 = 0.0;
    for (j, (i, c)) in data.powers.iter().enumerate() {
        s += (x * c).sin() * j as f64 * *i as f64;
    }
    for ((i, c), w) in data.powers.iter().zip(&data.weights) {
        s += (x * c).sin() * w * *i as f64;
    }
    s
}

#[differentiable(wrt(x))]
fn in_chains(x: f64, data: &Data) -> f64 {
    data.powers.iter().map(|(i, c)| x.powi(*i as i32) * c).sum::<f64>()
        + data.powers.iter().map(|&(i, c)| x.powi(i as i32) * c).sum::<f64>()
        + data.powers.iter().fold(0.0, |s, (_, c)| s + c * x)
}

#[differentiable(wrt(x))]
fn in_bindings(x: f64, data: &Data) -> f64 {
    let (i, c) = &data.powers[0];
    let (j, e) = data.powers[1];
    x * c * *i as f64 + e * x * x * j as f64
}

/// What is not differentiated may hold floats beside other things.
#[differentiable(wrt(x))]
fn as_an_argument(x: f64, pairs: &[(usize, f64)], owned: Vec<(usize, f64)>) -> f64 {
    let mut s = 0.0;
    for (i, c) in pairs {
        s += x.powi(*i as i32) * *c;
    }
    for (i, c) in owned {
        s += x.powi(i as i32) * c;
    }
    s
}

#[test]
fn agree_with_differences() {
    let data = Data {
        powers: vec![(2, 0.5), (3, 1.5), (1, -0.7)],
        nested: vec![((1.0, 2.0), [3.0, 4.0]), ((0.3, -1.0), [0.5, 0.0])],
        weights: vec![0.3, 0.9],
    };
    let all: [(fn(f64, &Data) -> f64, fn(f64, &Data) -> f64); 6] = [
        (references, references::grad),
        (values, values::grad),
        (what_is_kept, what_is_kept::grad),
        (side_by_side, side_by_side::grad),
        (in_chains, in_chains::grad),
        (in_bindings, in_bindings::grad),
    ];
    for (at, (plain, derivative)) in all.into_iter().enumerate() {
        let slope = gradient(|x| plain(x[0], &data), &[1.2])[0];
        let found = derivative(1.2, &data);
        assert!((found - slope).abs() < 1e-7, "function {at}: {found}, by differences {slope}");
    }
    let pairs = &data.powers;
    let slope = gradient(|x| as_an_argument(x[0], pairs, pairs.clone()), &[1.2])[0];
    assert!((as_an_argument::grad(1.2, pairs, pairs.clone()) - slope).abs() < 1e-7);
}
