//! `lstm`: the loss of a recurrent net that predicts the next letter of a text, bit by bit. All its weights are diagonal
//! matrices.

pub use super::evals::loss;
use super::runs::{Evaluation, Runs};
use super::{check, flat, read, unknown};
use burtorch::Scratch;
use serde::Deserialize;
use serde_json::Value;

/// Adds the gradient to `d_main` and `d_extra`; returns the value.
pub fn gradient(
    (main, extra): (&[f64], &[f64]),
    state: &[f64],
    sequence: &[f64],
    (d_main, d_extra): (&mut [f64], &mut [f64]),
    scratch: &mut Scratch,
) -> f64 {
    loss::grad_into(main, extra, state, sequence, (d_main, d_extra), scratch)
}

#[derive(Deserialize)]
struct Input {
    main_params: Vec<Vec<f64>>,
    extra_params: Vec<Vec<f64>>,
    state: Vec<Vec<f64>>,
    sequence: Vec<Vec<f64>>,
}

pub fn evaluate(function: &str, input: Value, runs: &Runs) -> Result<Evaluation, String> {
    let Input { main_params, extra_params, state, sequence } = read(input)?;
    let b = extra_params.first().map_or(0, Vec::len);
    check(b > 0 && extra_params.len() == 3, "`extra_params` must have three rows")?;
    check(main_params.len() == state.len() && state.len() % 2 == 0, "`main_params` and `state` are of other layers")?;
    check(sequence.len() > 1, "`sequence` must have two rows at least")?;
    let main = flat("main_params", &main_params, 4 * b)?;
    let extra = flat("extra_params", &extra_params, b)?;
    let state = flat("state", &state, b)?;
    let sequence = flat("sequence", &sequence, b)?;
    match function {
        "objective" => {
            let (value, timings) = runs.repeat(|| loss(&main, &extra, &state, &sequence));
            Evaluation::new(value, timings)
        }
        "jacobian" => {
            let mut derivative = vec![0.0; main.len() + extra.len()];
            let mut scratch = Scratch::new();
            let (_, timings) = runs.repeat(|| {
                derivative.fill(0.0);
                let to = derivative.split_at_mut(main.len());
                gradient((&main, &extra), &state, &sequence, to, &mut scratch)
            });
            Evaluation::new(derivative, timings)
        }
        _ => Err(unknown(function, &["objective", "jacobian"])),
    }
}
