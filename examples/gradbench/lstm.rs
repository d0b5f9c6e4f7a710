//! `lstm`: the loss of a recurrent net that predicts the next letter of a text, bit by bit. All its weights are diagonal
//! matrices.

use super::runs::{Evaluation, Runs};
use super::{check, flat, read, unknown};
use burtorch::{Scratch, differentiable};
use serde::Deserialize;
use serde_json::Value;

/// The mean cross entropy of predicting each letter of a text from those before.
///
/// A letter is `b` bits, a row of `sequence`. `main` has weights and biases, `8 b` for each layer; `extra` the weight of
/// the input and the weight and bias of the output, `b` each; `state` the hidden state and the memory at the start,
/// `2 b` for each layer.
#[differentiable(wrt(main, extra))]
pub fn loss(main: &[f64], extra: &[f64], state: &[f64], sequence: &[f64]) -> f64 {
    let b = extra.len() / 3;
    let layers = state.len() / (2 * b);
    let letters = sequence.len() / b;

    let sigmoid = |x: f64| 1.0 / (1.0 + (-x).exp());
    // One layer: its output replaces `hidden`, its memory is `cell`. Weight and bias have four parts each: those of the
    // forget gate, the input gate, the output gate and the change.
    let layer = |weight: &[f64], bias: &[f64], input: &[f64], hidden: &mut [f64], cell: &mut [f64]| {
        for i in 0..b {
            let forget = sigmoid(input[i] * weight[i] + bias[i]);
            let ingate = sigmoid(hidden[i] * weight[b + i] + bias[b + i]);
            let outgate = sigmoid(input[i] * weight[2 * b + i] + bias[2 * b + i]);
            let change = (hidden[i] * weight[3 * b + i] + bias[3 * b + i]).tanh();
            cell[i] = cell[i] * forget + ingate * change;
            hidden[i] = outgate * cell[i].tanh();
        }
    };

    let mut hidden = vec![0.0; layers * b];
    let mut cell = vec![0.0; layers * b];
    for l in 0..layers {
        for i in 0..b {
            hidden[l * b + i] = state[2 * l * b + i];
            cell[l * b + i] = state[(2 * l + 1) * b + i];
        }
    }

    let mut input = vec![0.0; b];
    let mut total = 0.0;
    for t in 0..letters - 1 {
        for i in 0..b {
            input[i] = sequence[t * b + i] * extra[i];
        }
        for l in 0..layers {
            let weight = &main[8 * l * b..(8 * l + 4) * b];
            let bias = &main[(8 * l + 4) * b..(8 * l + 8) * b];
            layer(weight, bias, &input, &mut hidden[l * b..(l + 1) * b], &mut cell[l * b..(l + 1) * b]);
            for i in 0..b {
                input[i] = hidden[l * b + i];
            }
        }
        // A prediction is normalised by the sum of its exponentials and two.
        let mut exponentials = 2.0;
        let mut score = 0.0;
        let mut ones = 0.0;
        for i in 0..b {
            let prediction = input[i] * extra[b + i] + extra[2 * b + i];
            let next = sequence[(t + 1) * b + i];
            exponentials += prediction.exp();
            score += next * prediction;
            ones += next;
        }
        total += score - ones * exponentials.ln();
    }
    -total / ((letters - 1) * b) as f64
}

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
