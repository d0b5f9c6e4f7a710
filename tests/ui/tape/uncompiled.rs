//! What the compiler does not take is recorded, and rustc warns of it at the place where the compiler gave up; warnings can be
//! made errors, for all functions or for one.

#![deny(deprecated)]

use burtorch::differentiable;

#[differentiable]
fn around(x: &[f64]) -> f64 {
    x.iter().zip(x.iter().cycle().skip(1)).map(|(a, b)| a * b).sum()
}

#[differentiable(compiled, wrt(x))]
fn compiled(x: &[f64], n: usize) -> f64 {
    let mut items = x.iter().peekable();
    items.next().map_or(0.0, |first| first * n as f64)
}

#[differentiable(tape)]
fn meant(x: &[f64]) -> f64 {
    x.iter().cycle().take(2 * x.len()).sum()
}

fn main() {
    around::grad(&[1.0, 2.0]);
    compiled::grad(&[1.0, 2.0], 1);
    meant::grad(&[1.0]);
}
