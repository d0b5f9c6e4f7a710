//! `llsq`: how far a polynomial is from the sign function, at `n` points of [−1, 1], by least squares.

use super::runs::{Evaluation, Runs};
use super::{check, read, unknown};
use burtorch::{Scratch, differentiable};
use serde::Deserialize;
use serde_json::Value;

/// `½ Σᵢ (sign tᵢ − Σⱼ xⱼ tᵢʲ)²` with `tᵢ = −1 + 2i / (n − 1)`.
#[differentiable]
pub fn squares(x: &[f64], n: usize) -> f64 {
    let mut sum = 0.0;
    for i in 0..n {
        let t = -1.0 + i as f64 * 2.0 / (n as f64 - 1.0);
        let mut residual = if t > 0.0 {
            1.0
        } else if t < 0.0 {
            -1.0
        } else {
            0.0
        };
        let mut power = 1.0;
        for coefficient in x {
            residual -= coefficient * power;
            power *= t;
        }
        sum += residual * residual;
    }
    0.5 * sum
}

/// Adds the gradient to `dx`; returns the value.
pub fn gradient(x: &[f64], n: usize, dx: &mut [f64], scratch: &mut Scratch) -> f64 {
    squares::grad_into(x, n, dx, scratch)
}

#[derive(Deserialize)]
struct Input {
    x: Vec<f64>,
    n: usize,
}

pub fn evaluate(function: &str, input: Value, runs: &Runs) -> Result<Evaluation, String> {
    let Input { x, n } = read(input)?;
    check(n > 1, "`n` must be at least 2")?;
    match function {
        "primal" => {
            let (value, timings) = runs.repeat(|| squares(&x, n));
            Evaluation::new(value, timings)
        }
        "gradient" => {
            let mut dx = vec![0.0; x.len()];
            let mut scratch = Scratch::new();
            let (_, timings) = runs.repeat(|| {
                dx.fill(0.0);
                gradient(&x, n, &mut dx, &mut scratch)
            });
            Evaluation::new(dx, timings)
        }
        _ => Err(unknown(function, &["primal", "gradient"])),
    }
}
