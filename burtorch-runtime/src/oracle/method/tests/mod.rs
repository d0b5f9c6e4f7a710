//! Methods against their theorems.
#![allow(clippy::cast_precision_loss, clippy::float_cmp, reason = "counts are small, and some numbers are exact")]

mod lyapunov;
mod reach;
mod unbiased;

use alloc::vec;
use alloc::vec::Vec;

use num_traits::Float;

use super::*;
use crate::oracle::vector::{distance_squared, dot, float};
use crate::oracle::{Constants, LinearModel, Link};

const D: usize = 4;

/// Rows of a small logistic regression, and its targets.
fn data(n: usize) -> (Vec<f64>, Vec<f64>) {
    let mut rng = Rng::seed(21);
    let rows: Vec<f64> = (0..n * D).map(|at| rng.normal() * (1.0 + 0.2 * float(at % 3))).collect();
    let targets = rows.chunks(D).map(|a| if a[0] - a[1] + rng.normal() > 0.0 { 1.0 } else { -1.0 }).collect();
    (rows, targets)
}

/// Strongly convex.
fn convex<'a>(rows: &'a [f64], targets: &'a [f64]) -> LinearModel<'a> {
    LinearModel::new(Link::Logistic, D, rows, targets).unwrap().l2(0.2).unwrap()
}

/// Not convex.
fn bounded<'a>(rows: &'a [f64], targets: &'a [f64]) -> LinearModel<'a> {
    LinearModel::new(Link::Logistic, D, rows, targets).unwrap().bounded(0.3).unwrap()
}

/// The solution of a strongly convex problem, by gradient descent until nothing changes.
fn solution<T: Terms>(problem: &mut Problem<T>, constants: &Constants) -> Vec<f64> {
    let (mut x, mut g) = (vec![0.0; D], vec![0.0; D]);
    for _ in 0..5000 {
        problem.gradient(&x, &mut g);
        add_scaled(&mut x, -1.0 / constants.l, &g);
    }
    assert!(dot(&g, &g) < 1e-26);
    x
}

fn gradient<T: Terms>(problem: &mut Problem<T>, x: &[f64]) -> Vec<f64> {
    let mut g = vec![0.0; D];
    problem.gradient(x, &mut g);
    g
}

fn term_gradient<T: Terms>(problem: &mut Problem<T>, i: usize, x: &[f64]) -> Vec<f64> {
    let mut g = vec![0.0; D];
    problem.add_gradient(i, x, 1.0, &mut g);
    g
}

/// Mean and standard error of numbers.
#[derive(Clone, Copy, Default)]
struct Statistic {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Statistic {
    fn add(&mut self, x: f64) {
        self.count += 1.0;
        self.sum += x;
        self.squares += x * x;
    }

    fn mean(&self) -> f64 {
        self.sum / self.count
    }

    fn error(&self) -> f64 {
        Float::sqrt((self.squares / self.count - self.mean() * self.mean()).max(0.0) / self.count)
    }
}
