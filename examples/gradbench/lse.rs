//! `lse`: the logarithm of a sum of exponentials.

pub use super::evals::log_sum_exp;
use super::runs::{Evaluation, Runs};
use super::{check, read, unknown};
use burtorch::Scratch;
use serde::Deserialize;
use serde_json::Value;

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
