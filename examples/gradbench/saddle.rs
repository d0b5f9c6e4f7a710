//! `saddle`: the point `x` at which the maximum over `y` of a function is least, and that `y`.
//!
//! Both are found by gradient descent, the maximum inside the minimum, so that a derivative is taken of a loop which takes
//! derivatives. Each is taken forward or in reverse, which gives the four functions `ff` to `rr`: the first letter is the
//! outer one.

use super::descent::minimize;
use super::runs::{Evaluation, Runs};
use super::{read, unknown};
use burtorch::differentiable;
use serde::Deserialize;
use serde_json::Value;

/// `|x|² − |y|²`.
#[differentiable(nested)]
fn objective(x: &[f64; 2], y: &[f64; 2]) -> f64 {
    (x[0] * x[0] + x[1] * x[1]) - (y[0] * y[0] + y[1] * y[1])
}

/// The derivative of the objective by `y`.
#[differentiable]
fn slope(x: &[f64; 2], y: &[f64; 2], forward: bool) -> [f64; 2] {
    if forward {
        let (_, first) = objective::jvp((x, y), (&[0.0, 0.0], &[1.0, 0.0]));
        let (_, second) = objective::jvp((x, y), (&[0.0, 0.0], &[0.0, 1.0]));
        [first, second]
    } else {
        let (_, slope): ([f64; 2], [f64; 2]) = objective::grad(x, y);
        slope
    }
}

/// The `y` near `start` at which the objective is greatest: `descent::minimize`, uphill, for a derivative through it.
#[differentiable(wrt(x))]
fn summit(x: &[f64; 2], start: &[f64; 2], forward: bool) -> [f64; 2] {
    let mut y = [start[0], start[1]];
    let mut value = objective(x, &y);
    let mut gradient: [f64; 2] = slope(x, &y, forward);
    let mut rate = 1e-5;
    let mut ups = 0;
    while (gradient[0] * gradient[0] + gradient[1] * gradient[1]).sqrt() > 1e-5 {
        if ups == 10 {
            rate *= 2.0;
            ups = 0;
            continue;
        }
        let next = [y[0] + rate * gradient[0], y[1] + rate * gradient[1]];
        let step = [y[0] - next[0], y[1] - next[1]];
        if (step[0] * step[0] + step[1] * step[1]).sqrt() <= 1e-5 {
            break;
        }
        let next_value = objective(x, &next);
        if next_value > value {
            y = next;
            value = next_value;
            gradient = slope(x, &y, forward);
            ups += 1;
        } else {
            rate /= 2.0;
            ups = 0;
        }
    }
    y
}

/// The maximum of the objective over `y`.
#[differentiable(wrt(x))]
pub fn height(x: &[f64; 2], start: &[f64; 2], forward: bool) -> f64 {
    let y: [f64; 2] = summit(x, start, forward);
    objective(x, &y)
}

/// The derivative of `height` by `x`.
pub fn height_slope(x: &[f64; 2], start: &[f64; 2], outer_forward: bool, inner_forward: bool) -> [f64; 2] {
    if outer_forward {
        let (_, first) = height::jvp((x, start, inner_forward), &[1.0, 0.0]);
        let (_, second) = height::jvp((x, start, inner_forward), &[0.0, 1.0]);
        [first, second]
    } else {
        height::grad(x, start, inner_forward)
    }
}

/// `x`, then `y`.
pub fn saddle(start: &[f64; 2], outer_forward: bool, inner_forward: bool) -> [f64; 4] {
    let x =
        minimize(*start, |x| height(x, start, inner_forward), |x| height_slope(x, start, outer_forward, inner_forward));
    // The last search takes derivatives as the outer one did.
    let y = summit(&x, start, outer_forward);
    [x[0], x[1], y[0], y[1]]
}

#[derive(Deserialize)]
struct Input {
    start: [f64; 2],
}

pub fn evaluate(function: &str, input: Value, runs: &Runs) -> Result<Evaluation, String> {
    let Input { start } = read(input)?;
    let (outer_forward, inner_forward) = match function {
        "ff" => (true, true),
        "fr" => (true, false),
        "rf" => (false, true),
        "rr" => (false, false),
        _ => return Err(unknown(function, &["ff", "fr", "rf", "rr"])),
    };
    let (points, timings) = runs.repeat(|| saddle(&start, outer_forward, inner_forward));
    Evaluation::new(points, timings)
}
