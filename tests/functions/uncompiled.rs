//! Functions that the compiler does not take are recorded, with the derivatives that they have otherwise, and others call them.

#![allow(deprecated, reason = "that is how rustc warns of such functions")]

use std::cell::Cell;
use std::collections::VecDeque;

use burtorch::{Differentiable, differentiable};

use crate::check::{scalar, several};

/// Stands before what it calls.
#[differentiable(wrt(x))]
fn caller(x: &[f64], width: usize) -> f64 {
    2.0 * smoothed(x, width) + x[0] * x[1]
}

#[differentiable(wrt(x))]
fn smoothed(x: &[f64], width: usize) -> f64 {
    let mut window = VecDeque::with_capacity(width);
    let mut sum = 0.0;
    for v in x {
        if window.len() == width {
            window.pop_front();
        }
        window.push_back(*v);
        sum += window.iter().sum::<f64>().sin();
    }
    sum
}

/// Stands behind what it calls.
#[differentiable(wrt(x))]
fn later(x: &[f64]) -> f64 {
    smoothed(x, 2) * x[2]
}

/// Is compiled, and calls one that is not, of numbers alone.
#[differentiable]
fn compiled(x: f64, y: f64) -> f64 {
    sequence(x * y) * y.sin()
}

#[differentiable]
fn sequence(x: f64) -> f64 {
    let mut powers = [1.0, x, x * x].into_iter().peekable();
    let mut sum = 0.0;
    while let Some(power) = powers.next() {
        sum += if powers.peek().is_some() { power } else { power * 3.0 };
    }
    sum
}

#[test]
fn recorded_functions_call_each_other_whatever_stands_first() {
    scalar!(|x| smoothed(x, 2); along (x); no hessian; at [0.3, -0.7, 1.1, 0.4]);
    scalar!(|x| caller(x, 3); along (x); no hessian; at [0.3, -0.7, 1.1, 0.4]);
    scalar!(|x| later(x); no hessian; at [0.3, -0.7, 1.1, 0.4]);
    scalar!(|x| sequence(x[0]); at [0.7]);
    scalar!(|x| compiled(x[0], x[1]); at [0.7, 1.2]);
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Filter {
    gain: f64,
    // It needs no mark.
    taps: usize,
    weights: [f64; 2],
}

impl crate::check::Flat for Filter {
    fn flatten(&self, into: &mut Vec<f64>) {
        self.gain.flatten(into);
        self.weights.flatten(into);
    }
}

impl Filter {
    #[differentiable]
    fn energy(&self, x: f64) -> f64 {
        let mut line: VecDeque<f64> = std::iter::repeat_n(x, self.taps).collect();
        let mut sum = 0.0_f64;
        while let Some(v) = line.pop_front() {
            sum = self.gain * sum.sin() + v * self.weights[line.len() % 2];
        }
        sum
    }

    /// Calls a method that records itself.
    #[differentiable]
    fn doubled(&self, x: f64) -> f64 {
        2.0 * self.energy(x * x)
    }
}

#[differentiable]
fn of_filter(filter: &Filter, x: f64) -> f64 {
    filter.energy(x) * filter.doubled(1.5) * filter.gain
}

fn filter(x: &[f64]) -> Filter {
    Filter { gain: x[0], taps: 3, weights: [x[1], x[2]] }
}

#[test]
fn methods_are_recorded_too() {
    scalar!(|x| of_filter(&filter(x), x[3]); no hessian; at [0.4, 0.9, -0.3, 1.3]);
    let at = filter(&[0.4, 0.9, -0.3]);
    let (by_filter, by_x) = at.energy_grad(1.3);
    let difference = (at.energy(1.3 + 1e-5) - at.energy(1.3 - 1e-5)) / 2e-5;
    assert!((by_x - difference).abs() < 1e-8);
    assert!(by_filter.weights[1] != 0.0);
}

/// An array as result; the sum of its Jacobian's rows is a gradient.
#[differentiable]
fn turned(x: [f64; 2], angle: f64) -> [f64; 3] {
    let mut items = x.iter().peekable();
    let mut out = [0.0; 3];
    while let Some(v) = items.next() {
        out[if items.peek().is_some() { 0 } else { 2 }] = v * angle.cos();
    }
    out
}

#[differentiable]
fn fitted(p: &[f64]) -> Vec<f64> {
    let list: VecDeque<f64> = p.iter().copied().collect();
    list.iter().zip(list.iter().skip(1)).map(|(a, b)| a * b.sin()).collect()
}

#[differentiable]
fn of_numbers(x: f64, y: f64) -> [f64; 2] {
    let mut items = [x, y].into_iter().peekable();
    let first = items.next().unwrap_or(0.0);
    [items.peek().map_or(1.0, |second| first * second), first.sin()]
}

#[test]
fn results_that_are_lists_have_jacobians() {
    several!(|x, y| turned([x[0], x[1]], x[2]) -> [y[0], y[1], y[2]]; no jacobian; at [0.3, 0.8, 1.2]);
    several!(|x, y| of_numbers(x[0], x[1]) -> [y[0], y[1]]; at [0.3, 0.8]);
    let (x, y, z) = (0.3, 0.8, -0.4);
    let rows = fitted::jacobian(&[x, y, z]);
    for (row, wanted) in rows.iter().flatten().zip([y.sin(), x * y.cos(), 0.0, 0.0, z.sin(), y * z.cos()]) {
        assert!((row - wanted).abs() < 1e-15);
    }
}

/// A counter that is asked in a function that records itself.
#[differentiable(wrt(x))]
fn counted(x: f64, n: usize, calls: &Cell<usize>) -> f64 {
    let mut values = VecDeque::new();
    for i in 0..n {
        calls.set(calls.get() + 1);
        values.push_back(x * (i + calls.get()) as f64);
    }
    values.into_iter().map(f64::cos).sum()
}

#[test]
fn effects_happen_as_often_as_in_the_function() {
    let calls = Cell::new(0);
    let (value, gradient) = counted::value_and_grad(0.3, 4, &calls);
    assert_eq!(calls.replace(0), 4);
    assert_eq!(counted(0.3, 4, &calls).to_bits(), value.to_bits());
    calls.set(0);
    let (_, tangent) = counted::jvp((0.3, 4, &calls), 1.0);
    assert_eq!(calls.replace(0), 4);
    assert!((tangent - gradient).abs() < 1e-14 * gradient.abs());
    let _ = counted::hvp((0.3, 4, &calls), 1.0);
    assert_eq!(calls.get(), 4);
}
