//! `lse`: the logarithm of a sum of exponentials.

use super::runs::{Evaluation, Runs};
use super::{check, read, unknown};
use burtorch::{Scratch, differentiable};
use serde::Deserialize;
use serde_json::Value;

/// `ln Σᵢ exp xᵢ`, computed without overflow.
#[differentiable]
pub fn log_sum_exp(x: &[f64]) -> f64 {
    let mut max = x[0];
    for &x in x {
        if x > max {
            max = x;
        }
    }
    let sum = x.iter().map(|x| (x - max).exp()).sum::<f64>();
    sum.ln() + max
}

/// Adds the gradient to `dx`; returns the value.
pub fn gradient(x: &[f64], dx: &mut [f64], scratch: &mut Scratch) -> f64 {
    log_sum_exp::grad_into(x, dx, scratch)
}

#[derive(Deserialize)]
struct Input {
    x: Vec<f64>,
}

pub fn evaluate(function: &str, input: Value, runs: &Runs) -> Result<Evaluation, String> {
    let Input { x } = read(input)?;
    check(!x.is_empty(), "`x` is empty")?;
    match function {
        "primal" => {
            let (value, timings) = runs.repeat(|| log_sum_exp(&x));
            Evaluation::new(value, timings)
        }
        "gradient" => {
            let mut dx = vec![0.0; x.len()];
            let mut scratch = Scratch::new();
            let (_, timings) = runs.repeat(|| {
                dx.fill(0.0);
                gradient(&x, &mut dx, &mut scratch)
            });
            Evaluation::new(dx, timings)
        }
        _ => Err(unknown(function, &["primal", "gradient"])),
    }
}
