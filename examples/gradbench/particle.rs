//! `particle`: where must a charge be, for a particle that flies past it to meet the origin?
//!
//! The force on the particle is a derivative, and the charge is moved along the derivative of the whole flight: one
//! derivative inside another. Each is taken forward or in reverse, which gives the four functions `ff` to `rr`: the first
//! letter is the outer one.

use super::descent::minimize;
use super::runs::{Evaluation, Runs};
use super::{read, unknown};
use burtorch::differentiable;
use serde::Deserialize;
use serde_json::Value;

/// The potential at `x` of charges at (10, 10 − w) and (10, 0).
#[differentiable(nested)]
fn potential(x: &[f64; 2], w: f64) -> f64 {
    let (right, up, above) = (x[0] - 10.0, x[1], x[1] - (10.0 - w));
    1.0 / (right * right + above * above).sqrt() + 1.0 / (right * right + up * up).sqrt()
}

/// The acceleration of a particle at `x`: the potential's negative gradient.
#[differentiable]
fn acceleration(x: &[f64; 2], w: f64, forward: bool) -> [f64; 2] {
    if forward {
        let (_, right) = potential::jvp((x, w), (&[1.0, 0.0], 0.0));
        let (_, up) = potential::jvp((x, w), (&[0.0, 1.0], 0.0));
        [-right, -up]
    } else {
        let (slope, _): ([f64; 2], f64) = potential::grad(x, w);
        [-slope[0], -slope[1]]
    }
}

/// The squared distance from the origin at which a particle meets the x-axis; it starts at (0, 8) with the velocity
/// (0.75, 0), and Euler's method takes it along.
#[differentiable]
pub fn miss(w: f64, forward: bool) -> f64 {
    let time = 0.1;
    let mut x = [0.0, 8.0];
    let mut velocity = [0.75, 0.0];
    loop {
        let next = [x[0] + time * velocity[0], x[1] + time * velocity[1]];
        if next[1] <= 0.0 {
            break;
        }
        let acceleration: [f64; 2] = acceleration(&x, w, forward);
        velocity = [velocity[0] + time * acceleration[0], velocity[1] + time * acceleration[1]];
        x = next;
    }
    let rest = -x[1] / velocity[1];
    let at = x[0] + rest * velocity[0];
    at * at
}

/// The derivative of `miss` by `w`.
pub fn slope(w: f64, outer_forward: bool, inner_forward: bool) -> f64 {
    if outer_forward { miss::jvp((w, inner_forward), 1.0).1 } else { miss::grad(w, inner_forward) }
}

#[derive(Deserialize)]
struct Input {
    w: f64,
}

pub fn evaluate(function: &str, input: Value, runs: &Runs) -> Result<Evaluation, String> {
    let Input { w } = read(input)?;
    let (outer_forward, inner_forward) = match function {
        "ff" => (true, true),
        "fr" => (true, false),
        "rf" => (false, true),
        "rr" => (false, false),
        _ => return Err(unknown(function, &["ff", "fr", "rf", "rr"])),
    };
    let ([w], timings) =
        runs.repeat(|| minimize([w], |&[w]| miss(w, inner_forward), |&[w]| [slope(w, outer_forward, inner_forward)]));
    Evaluation::new(w, timings)
}
