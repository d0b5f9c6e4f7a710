//! A vector type of one's own, with operators and methods: the gradient of a spring's energy with respect to both ends.
//!
//! Prints a gradient that points along the spring: `(-0.8, -0.6)` and `(0.8, 0.6)` times the force.

use burtorch::{Differentiable, differentiable};
use std::ops::{Mul, Sub};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Vec2 {
    x: f64,
    y: f64,
}

impl Vec2 {
    const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    fn norm(self) -> f64 {
        self.dot(self).sqrt()
    }
}

impl Sub for Vec2 {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Vec2 {
    type Output = Self;

    fn mul(self, by: f64) -> Self {
        Self::new(self.x * by, self.y * by)
    }
}

/// The energy of a spring that is stretched by so much; no attribute, since it stands in the same module.
fn harmonic(stretch: f64, stiffness: f64) -> f64 {
    0.5 * stiffness * stretch * stretch
}

#[differentiable(wrt(a, b))]
fn energy(a: Vec2, b: Vec2, rest: f64) -> f64 {
    harmonic((b - a).norm() - rest, 2.0)
}

fn main() {
    let (a, b) = (Vec2::new(0.0, 0.0), Vec2::new(4.0, 3.0));
    let (da, db) = energy::grad(a, b, 2.0);
    println!("{da:?} {db:?}");
    let force = 2.0 * (5.0 - 2.0);
    let along = (b - a) * (force / 5.0);
    assert!((db.x - along.x).abs() < 1e-12 && (db.y - along.y).abs() < 1e-12);
    assert!((da.x + along.x).abs() < 1e-12 && (da.y + along.y).abs() < 1e-12);
}
