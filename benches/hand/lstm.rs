//! The gradient of `lstm` by hand.
//!
//! A layer computes, element by element, from its input `x`, its output before `h` and its memory before `c`
//!
//! ```text
//! f = σ(x w₀ + b₀)   i = σ(h w₁ + b₁)   o = σ(x w₂ + b₂)   n = tanh(h w₃ + b₃)   c' = c f + i n   h' = o tanh c'
//! ```
//!
//! The way back needs these values of every letter and layer, and computes no exponential again: the derivative of σ is
//! `σ (1 − σ)`, that of tanh `1 − tanh²`.

#![allow(clippy::cast_precision_loss, reason = "counts are far below 2⁵³")]

/// What is kept of a layer: f, i, o, n, tanh c', then h' and c'.
const KEPT: usize = 7;

/// Adds the gradient by `main` and `extra` to the slices of the tuple; returns the value.
pub fn loss(
    main: &[f64],
    extra: &[f64],
    state: &[f64],
    sequence: &[f64],
    (d_main, d_extra): (&mut [f64], &mut [f64]),
    scratch: &mut Vec<f64>,
) -> f64 {
    let b = extra.len() / 3;
    let layers = state.len() / (2 * b);
    let steps = sequence.len() / b - 1;
    let per_layer = KEPT * b;
    let per_step = layers * per_layer;
    scratch.resize((steps + 1) * per_step + steps * b + (2 * layers + 1) * b, 0.0);
    let (kept, rest) = scratch.split_at_mut((steps + 1) * per_step);
    let (shares, rest) = rest.split_at_mut(steps * b);
    let (input, adjoints) = rest.split_at_mut(b);
    let (in_weight, rest) = extra.split_at(b);
    let (out_weight, out_bias) = rest.split_at(b);

    // Before the first letter there is only the state.
    for (kept, state) in kept.chunks_exact_mut(per_layer).zip(state.chunks_exact(2 * b)) {
        kept[5 * b..].copy_from_slice(state);
    }

    let mut total = 0.0;
    for t in 0..steps {
        let letter = &sequence[t * b..(t + 1) * b];
        for i in 0..b {
            input[i] = letter[i] * in_weight[i];
        }
        let (before, now) = kept[t * per_step..(t + 2) * per_step].split_at_mut(per_step);
        for l in 0..layers {
            let layer = l * per_layer..(l + 1) * per_layer;
            forward(&main[8 * l * b..8 * (l + 1) * b], input, &before[layer.clone()], &mut now[layer.clone()]);
            input.copy_from_slice(&now[layer][5 * b..6 * b]);
        }
        let next = &sequence[(t + 1) * b..(t + 2) * b];
        let shares = &mut shares[t * b..(t + 1) * b];
        let (mut exponentials, mut score, mut ones) = (2.0, 0.0, 0.0);
        for i in 0..b {
            let prediction = input[i] * out_weight[i] + out_bias[i];
            shares[i] = prediction.exp();
            exponentials += shares[i];
            score += next[i] * prediction;
            ones += next[i];
        }
        total += score - ones * exponentials.ln();
        let scale = ones / exponentials;
        for share in shares {
            *share *= scale;
        }
    }

    let count = (steps * b) as f64;
    let (d_in_weight, rest) = d_extra.split_at_mut(b);
    let (d_out_weight, d_out_bias) = rest.split_at_mut(b);
    let (g_hidden, g_cell) = adjoints.split_at_mut(layers * b);
    g_hidden.fill(0.0);
    g_cell.fill(0.0);
    for t in (0..steps).rev() {
        let (before, now) = kept[t * per_step..(t + 2) * per_step].split_at(per_step);
        let (letter, next) = sequence[t * b..(t + 2) * b].split_at(b);
        let output = &now[per_step - 2 * b..per_step - b];
        let g_output = &mut g_hidden[(layers - 1) * b..];
        for i in 0..b {
            let g = (shares[t * b + i] - next[i]) / count;
            d_out_weight[i] += g * output[i];
            d_out_bias[i] += g;
            g_output[i] += g * out_weight[i];
        }
        for l in (0..layers).rev() {
            let layer = l * per_layer..(l + 1) * per_layer;
            if l == 0 {
                for i in 0..b {
                    input[i] = letter[i] * in_weight[i];
                }
            } else {
                input.copy_from_slice(&now[(l - 1) * per_layer..l * per_layer][5 * b..6 * b]);
            }
            let (below, g_hidden) = g_hidden[..(l + 1) * b].split_at_mut(l * b);
            reverse(
                &main[8 * l * b..8 * (l + 1) * b],
                (&before[layer.clone()], &now[layer]),
                (g_hidden, &mut g_cell[l * b..(l + 1) * b]),
                input,
                &mut d_main[8 * l * b..8 * (l + 1) * b],
            );
            // `input` has become the adjoint of the input.
            if l == 0 {
                for i in 0..b {
                    d_in_weight[i] += input[i] * letter[i];
                }
            } else {
                for (g, input) in below[(l - 1) * b..].iter_mut().zip(&*input) {
                    *g += input;
                }
            }
        }
    }
    -total / count
}

/// One layer: what is kept of it goes to `now`.
fn forward(params: &[f64], input: &[f64], before: &[f64], now: &mut [f64]) {
    let b = input.len();
    let (weight, bias) = params.split_at(4 * b);
    for i in 0..b {
        let (h, c) = (before[5 * b + i], before[6 * b + i]);
        let forget = sigmoid(input[i] * weight[i] + bias[i]);
        let ingate = sigmoid(h * weight[b + i] + bias[b + i]);
        let outgate = sigmoid(input[i] * weight[2 * b + i] + bias[2 * b + i]);
        let change = (h * weight[3 * b + i] + bias[3 * b + i]).tanh();
        let cell = c * forget + ingate * change;
        let squashed = cell.tanh();
        now[i] = forget;
        now[b + i] = ingate;
        now[2 * b + i] = outgate;
        now[3 * b + i] = change;
        now[4 * b + i] = squashed;
        now[5 * b + i] = outgate * squashed;
        now[6 * b + i] = cell;
    }
}

/// The way back through a layer. The adjoints of the hidden state and of the memory after it become those before it;
/// `input` becomes its adjoint.
fn reverse(
    params: &[f64],
    (before, now): (&[f64], &[f64]),
    (g_hidden, g_cell): (&mut [f64], &mut [f64]),
    input: &mut [f64],
    d_params: &mut [f64],
) {
    let b = input.len();
    let weight = &params[..4 * b];
    let (d_weight, d_bias) = d_params.split_at_mut(4 * b);
    let (before, now) = (&before[..KEPT * b], &now[..KEPT * b]);
    let (g_hidden, g_cell, d_bias) = (&mut g_hidden[..b], &mut g_cell[..b], &mut d_bias[..4 * b]);
    for i in 0..b {
        let (x, h, c) = (input[i], before[5 * b + i], before[6 * b + i]);
        let (forget, ingate, outgate) = (now[i], now[b + i], now[2 * b + i]);
        let (change, squashed) = (now[3 * b + i], now[4 * b + i]);
        let g = g_hidden[i];
        let g_after = g_cell[i] + g * outgate * (1.0 - squashed * squashed);
        let g_forget = g_after * c * forget * (1.0 - forget);
        let g_ingate = g_after * change * ingate * (1.0 - ingate);
        let g_outgate = g * squashed * outgate * (1.0 - outgate);
        let g_change = g_after * ingate * (1.0 - change * change);
        d_weight[i] += g_forget * x;
        d_weight[b + i] += g_ingate * h;
        d_weight[2 * b + i] += g_outgate * x;
        d_weight[3 * b + i] += g_change * h;
        d_bias[i] += g_forget;
        d_bias[b + i] += g_ingate;
        d_bias[2 * b + i] += g_outgate;
        d_bias[3 * b + i] += g_change;
        g_cell[i] = g_after * forget;
        g_hidden[i] = g_ingate * weight[b + i] + g_change * weight[3 * b + i];
        input[i] = g_forget * weight[i] + g_outgate * weight[2 * b + i];
    }
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}
