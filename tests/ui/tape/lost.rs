//! What would lose the derivative does not compile.

use burtorch::differentiable;

/// An integer is flat between its steps, so this is right.
#[differentiable(tape)]
fn table(x: f64) -> f64 {
    let place = x * 2.0;
    let at = place as usize;
    let left = [1.0, 4.0, 9.0][at];
    let right = [4.0, 9.0, 16.0][at];
    let part = place - at as f64;
    left + part * (right - left)
}

// What follows is not: the bits of a number have no derivative, and
// there are no recorded numbers in single precision.

#[differentiable(tape)]
fn bits(x: f64) -> u64 {
    x.to_bits()
}

#[differentiable(tape)]
fn single(x: f64) -> f64 {
    (x as f32) as f64
}

fn main() {}
