// Generic over the float by an own trait; instantiated with f64 in what is differentiated.
use burtorch::differentiable;
use std::ops::{Add, Div, Mul, Neg, Sub};

trait Real:
    Copy
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    fn from_f64(v: f64) -> Self;
    fn sqrt(self) -> Self;
    fn zero() -> Self {
        Self::from_f64(0.0)
    }
    fn one() -> Self {
        Self::from_f64(1.0)
    }
}
impl Real for f64 {
    fn from_f64(v: f64) -> Self {
        v
    }
    fn sqrt(self) -> Self {
        f64::sqrt(self)
    }
}
impl Real for f32 {
    fn from_f64(v: f64) -> Self {
        v as f32
    }
    fn sqrt(self) -> Self {
        f32::sqrt(self)
    }
}

fn norm<T: Real>(v: &[T]) -> T {
    let mut s = T::zero();
    for &x in v {
        s = s + x * x;
    }
    s.sqrt()
}

fn solve_quadratic<T: Real>(a: T, b: T, c: T) -> Option<(T, T)> {
    let four = T::from_f64(4.0);
    let disc = b * b - four * a * c;
    if disc < T::zero() {
        return None;
    }
    let two = T::one() + T::one();
    let s = disc.sqrt();
    Some(((-b - s) / (two * a), (-b + s) / (two * a)))
}

#[differentiable]
fn gap(a: f64, b: f64, c: f64) -> f64 {
    match solve_quadratic(a, b, c) {
        Some((x, y)) => norm(&[x, y, y - x]),
        None => 0.0,
    }
}

// checks
fn main() {
    check::grad("gap", &[1.0, -3.0, 1.2], |x| gap(x[0], x[1], x[2]), |x| gap::grad(x[0], x[1], x[2]));
    let _ = norm(&[1.0_f32]);
}
