//! `ode`: a system of linear differential equations, solved by the method of Runge and Kutta.

pub use super::evals::solve;
use super::runs::{Evaluation, Runs};
use super::{check, read, unknown};
use burtorch::Scratch;
use serde::Deserialize;
use serde_json::Value;

/// Adds the gradient of the last element of the solution to `dx`.
pub fn gradient(x: &[f64], steps: usize, dx: &mut [f64], scratch: &mut Scratch) {
    let mut seed = vec![0.0; x.len()];
    seed[x.len() - 1] = 1.0;
    solve::vjp_into((x, steps), &seed, dx, scratch);
}

#[derive(Deserialize)]
struct Input {
    x: Vec<f64>,
    s: usize,
}

pub fn evaluate(function: &str, input: Value, runs: &Runs) -> Result<Evaluation, String> {
    let Input { x, s: steps } = read(input)?;
    check(!x.is_empty(), "`x` is empty")?;
    match function {
        "primal" => {
            let (y, timings) = runs.repeat(|| solve(&x, steps));
            Evaluation::new(y, timings)
        }
        "gradient" => {
            let mut dx = vec![0.0; x.len()];
            let mut scratch = Scratch::new();
            let ((), timings) = runs.repeat(|| {
                dx.fill(0.0);
                gradient(&x, steps, &mut dx, &mut scratch);
            });
            Evaluation::new(dx, timings)
        }
        _ => Err(unknown(function, &["primal", "gradient"])),
    }
}
