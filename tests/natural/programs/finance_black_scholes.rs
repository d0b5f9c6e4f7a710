// Black-Scholes with an enum for the kind of option.
use burtorch::differentiable;
use std::f64::consts::{PI, SQRT_2};

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Call,
    Put,
}

/// Abramowitz and Stegun 26.2.17.
#[differentiable]
fn cdf(x: f64) -> f64 {
    const B: [f64; 5] = [0.319381530, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
    let k = 1.0 / (1.0 + 0.2316419 * x.abs());
    let poly = B.iter().rev().fold(0.0, |acc, b| (acc + b) * k);
    let tail = (-x * x / 2.0).exp() / (2.0 * PI).sqrt() * poly;
    if x >= 0.0 { 1.0 - tail } else { tail }
}

#[differentiable(wrt(s, sigma, r, t))]
fn price(kind: Kind, s: f64, k: f64, sigma: f64, r: f64, t: f64) -> f64 {
    if t <= 0.0 {
        return match kind {
            Kind::Call => (s - k).max(0.0),
            Kind::Put => (k - s).max(0.0),
        };
    }
    let d1 = ((s / k).ln() + (r + 0.5 * sigma.powi(2)) * t) / (sigma * t.sqrt());
    let d2 = d1 - sigma * t.sqrt();
    let sign = if kind == Kind::Call { 1.0 } else { -1.0 };
    sign * (s * cdf(sign * d1) - k * (-r * t).exp() * cdf(sign * d2)) / SQRT_2 * 2f64.sqrt()
}

// checks
fn main() {
    for kind in [Kind::Call, Kind::Put] {
        let x = [105.0, 0.2, 0.03, 1.5];
        let f = |x: &[f64]| price(kind, x[0], 100.0, x[1], x[2], x[3]);
        let g = |x: &[f64]| price::grad(kind, x[0], 100.0, x[1], x[2], x[3]);
        check::grad("price", &x, f, g);
        check::hvp("price", &x, &check::direction(4), g, |x, v| {
            price::hvp((kind, x[0], 100.0, x[1], x[2], x[3]), (v[0], v[1], v[2], v[3]))
        });
    }
}
