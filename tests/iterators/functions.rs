//! Functions as arguments: a quadrature, a Newton iteration and a Runge-Kutta step, differentiated with the closures that they get.

use burtorch::differentiable;

use crate::check::scalar;

type State = [f64; 2];

fn simpson(f: impl Fn(f64) -> f64, a: f64, b: f64, pieces: usize) -> f64 {
    let h = (b - a) / pieces as f64;
    let middle: f64 = (1..pieces).map(|k| f(a + k as f64 * h) * if k % 2 == 1 { 4.0 } else { 2.0 }).sum();
    h / 3.0 * (f(a) + middle + f(b))
}

/// With the attribute it is the same: there is no derivative of its own.
#[differentiable]
fn rk4<const N: usize, F>(f: F, t: f64, y: &[f64; N], h: f64) -> [f64; N]
where
    F: Fn(f64, &[f64; N]) -> [f64; N],
{
    let add = |a: &[f64; N], k: &[f64; N], s: f64| -> [f64; N] { std::array::from_fn(|i| a[i] + s * k[i]) };
    let k1 = f(t, y);
    let k2 = f(t + 0.5 * h, &add(y, &k1, 0.5 * h));
    let k3 = f(t + 0.5 * h, &add(y, &k2, 0.5 * h));
    let k4 = f(t + h, &add(y, &k3, h));
    std::array::from_fn(|i| y[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]))
}

fn step(f: impl Fn(&State) -> State, y: &State, h: f64) -> State {
    let shift = |k: &State, s: f64| -> State { std::array::from_fn(|i| y[i] + s * k[i]) };
    let k = f(&shift(&f(y), h / 2.0));
    std::array::from_fn(|i| y[i] + h * k[i])
}

fn newton(f: &dyn Fn(f64) -> f64, df: &dyn Fn(f64) -> f64, start: f64) -> f64 {
    let mut x = start;
    let mut tries = 0;
    while f(x).abs() > 1e-13 && tries < 40 {
        x -= f(x) / df(x);
        tries += 1;
    }
    x
}

#[differentiable]
fn area(a: f64, b: f64) -> f64 {
    simpson(|x| (a * x).sin() * x, 0.2, b, 8) + simpson(|x| x * x, a, b, 4)
}

#[differentiable]
fn orbit(x: f64, v: f64, stiffness: f64) -> f64 {
    let rhs = |t: f64, y: &[f64; 2]| [y[1], -stiffness * y[0] + 0.1 * t];
    let mut y = [x, v];
    for k in 0..5 {
        y = rk4(&rhs, 0.1 * k as f64, &y, 0.1);
    }
    let pulled = |s: &State| [s[1], -stiffness * s[0].sin()];
    y = step(pulled, &y, 0.05);
    y[0] * y[1]
}

#[differentiable]
fn root(a: f64, b: f64) -> f64 {
    newton(&|x| x * x * x + a * x - b, &|x| 3.0 * x * x + a, 1.0)
}

#[test]
fn closures_are_differentiated_where_they_are_passed() {
    scalar! { |x| area(x[0], x[1]); at [0.7, 1.3], [0.2, 0.9] }
    scalar! { |x| orbit(x[0], x[1], x[2]); at [0.5, -0.3, 1.7] }
    scalar! { |x| root(x[0], x[1]); no hessian; at [1.3, 2.0] }
}
