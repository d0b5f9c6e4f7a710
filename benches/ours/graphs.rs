//! The two graphs of the paper, as one would write them without a thought for derivatives.

#![allow(dead_code, reason = "only the derivatives are measured")]
#![allow(clippy::misrefactored_assign_op, reason = "the graph is written as the paper has it")]

use burtorch::{Real as _, differentiable};

/// The value, and the derivatives with respect to `a` and `b`.
pub type Gradient = (f64, (f64, f64));

/// `(a + b − (a b + b³))² / 2`
#[differentiable]
pub fn tiny(a: f64, b: f64) -> f64 {
    let c = a + b;
    let d = a * b + b.powi(3);
    let e = c - d;
    let f = e.powi(2);
    f / 2.0
}

/// The graph of micrograd's README, 32 nodes.
#[differentiable]
pub fn small(a: f64, b: f64) -> f64 {
    let mut c = a + b;
    let mut d = a * b + b.powi(3);
    c += c + 1.0;
    c += 1.0 + c - a;
    d += d * 2.0 + (b + a).relu();
    d += 3.0 * d + (b - a).relu();
    let e = c - d;
    let f = e.powi(2);
    let mut g = f / 2.0;
    g += 10.0 / f;
    g
}

/// [`tiny`](tiny()) as an expression.
#[inline]
pub fn tiny_expression(a: f64, b: f64) -> Gradient {
    let graph = burtorch::graph!(|a: f64, b: f64| {
        let c = a + b;
        let d = a * b + b.powi(3);
        let e = c - d;
        let f = e.powi(2);
        f / 2.0
    });
    graph.value_and_grad(a, b)
}

/// [`small`](small()) as an expression.
#[inline]
pub fn small_expression(a: f64, b: f64) -> Gradient {
    let graph = burtorch::graph!(|a: f64, b: f64| {
        let mut c = a + b;
        let mut d = a * b + b.powi(3);
        c += c + 1.0;
        c += 1.0 + c - a;
        d += d * 2.0 + (b + a).relu();
        d += 3.0 * d + (b - a).relu();
        let e = c - d;
        let f = e.powi(2);
        let mut g = f / 2.0;
        g += 10.0 / f;
        g
    });
    graph.value_and_grad(a, b)
}

/// [`tiny`](tiny()) with factored sums.
#[differentiable(factored)]
pub fn tiny_factored(a: f64, b: f64) -> f64 {
    let c = a + b;
    let d = a * b + b.powi(3);
    let e = c - d;
    let f = e.powi(2);
    f / 2.0
}

/// [`small`](small()) with factored sums.
#[differentiable(factored)]
pub fn small_factored(a: f64, b: f64) -> f64 {
    let mut c = a + b;
    let mut d = a * b + b.powi(3);
    c += c + 1.0;
    c += 1.0 + c - a;
    d += d * 2.0 + (b + a).relu();
    d += 3.0 * d + (b - a).relu();
    let e = c - d;
    let f = e.powi(2);
    let mut g = f / 2.0;
    g += 10.0 / f;
    g
}

/// [`tiny_factored`](tiny_factored()) as an expression.
#[inline]
pub fn tiny_factored_expression(a: f64, b: f64) -> Gradient {
    let graph = burtorch::graph!(
        #[differentiable(factored)]
        |a: f64, b: f64| {
            let c = a + b;
            let d = a * b + b.powi(3);
            let e = c - d;
            let f = e.powi(2);
            f / 2.0
        }
    );
    graph.value_and_grad(a, b)
}

/// [`small_factored`](small_factored()) as an expression.
#[inline]
pub fn small_factored_expression(a: f64, b: f64) -> Gradient {
    let graph = burtorch::graph!(
        #[differentiable(factored)]
        |a: f64, b: f64| {
            let mut c = a + b;
            let mut d = a * b + b.powi(3);
            c += c + 1.0;
            c += 1.0 + c - a;
            d += d * 2.0 + (b + a).relu();
            d += 3.0 * d + (b - a).relu();
            let e = c - d;
            let f = e.powi(2);
            let mut g = f / 2.0;
            g += 10.0 / f;
            g
        }
    );
    graph.value_and_grad(a, b)
}

/// [`tiny`](tiny()), fast.
#[differentiable(fast)]
pub fn tiny_fast(a: f64, b: f64) -> f64 {
    let c = a + b;
    let d = a * b + b.powi(3);
    let e = c - d;
    let f = e.powi(2);
    f / 2.0
}

/// [`small`](small()), fast.
#[differentiable(fast)]
pub fn small_fast(a: f64, b: f64) -> f64 {
    let mut c = a + b;
    let mut d = a * b + b.powi(3);
    c += c + 1.0;
    c += 1.0 + c - a;
    d += d * 2.0 + (b + a).relu();
    d += 3.0 * d + (b - a).relu();
    let e = c - d;
    let f = e.powi(2);
    let mut g = f / 2.0;
    g += 10.0 / f;
    g
}
