//! `hello`: a square, and its derivative.

use super::runs::{Evaluation, Runs};
use super::{read, unknown};
use burtorch::differentiable;
use serde_json::Value;

#[differentiable]
pub fn square(x: f64) -> f64 {
    x * x
}

pub fn evaluate(function: &str, input: Value, runs: &Runs) -> Result<Evaluation, String> {
    let x: f64 = read(input)?;
    let (output, timings) = match function {
        "square" => runs.repeat(|| square(x)),
        "double" => runs.repeat(|| square::grad(x)),
        _ => return Err(unknown(function, &["square", "double"])),
    };
    Evaluation::new(output, timings)
}
