//! The evals whose loops can be SIMD code, each once: the example compiles them as they are, the benchmark with the option
//! `vector`, too.

use burtorch::differentiable;

/// The functions, compiled with an option or without.
macro_rules! evals {
    ($($option:ident)?) => {
        /// `ln Σᵢ exp xᵢ`, computed without overflow.
        #[differentiable($($option)?)]
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

        /// `y` at time 2, from `y = 0` at time 0, in that many steps. The slope is `k₀ = x₀` and `kᵢ = xᵢ yᵢ₋₁`.
        #[differentiable($($option)?)]
        pub fn solve(x: &[f64], steps: usize) -> Vec<f64> {
            let n = x.len();
            let h = 2.0 / steps as f64;
            let slope = |y: &[f64], k: &mut [f64]| {
                k[0] = x[0];
                for i in 1..n {
                    k[i] = x[i] * y[i - 1];
                }
            };
            let slope_beyond = |y: &[f64], h: f64, k: &[f64], next: &mut [f64]| {
                next[0] = x[0];
                for i in 1..n {
                    next[i] = x[i] * (y[i - 1] + h * k[i - 1]);
                }
            };
            let mut y = vec![0.0; n];
            let mut k1 = vec![0.0; n];
            let mut k2 = vec![0.0; n];
            let mut k3 = vec![0.0; n];
            let mut k4 = vec![0.0; n];
            for _ in 0..steps {
                slope(&y, &mut k1);
                slope_beyond(&y, 0.5 * h, &k1, &mut k2);
                slope_beyond(&y, 0.5 * h, &k2, &mut k3);
                slope_beyond(&y, h, &k3, &mut k4);
                for i in 0..n {
                    y[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
                }
            }
            y
        }

        /// The log posterior, up to what does not depend on the parameters: `constant`.
        ///
        /// `alpha` has a number for each component, `mu` and `q` a row of `d`, `l` a row of `d (d − 1) / 2`; `x` has a row of `d`
        /// for each point. `gamma` and `m` are the precision and the additional degrees of freedom of the prior.
        #[differentiable(wrt(alpha, mu, q, l)$(, $option)?)]
        pub fn log_posterior(alpha: &[f64], mu: &[f64], q: &[f64], l: &[f64], x: &[f64], gamma: f64, m: usize) -> f64 {
            let components = alpha.len();
            let d = mu.len() / components;
            let below = d * (d - 1) / 2;

            // `z = Q x`, of a lower triangular `Q` with this diagonal and these columns below.
            let triangular_product = |diagonal: &[f64], below: &[f64], x: &[f64], z: &mut [f64]| {
                for i in 0..d {
                    z[i] = diagonal[i] * x[i];
                }
                let mut start = 0;
                for i in 0..d {
                    let length = d - 1 - i;
                    let column = &below[start..start + length];
                    let z = &mut z[i + 1..i + 1 + length];
                    for j in 0..length {
                        z[j] += column[j] * x[i];
                    }
                    start += length;
                }
            };

            let mut diagonal = vec![0.0; components * d];
            for i in 0..components * d {
                diagonal[i] = q[i].exp();
            }

            // Q (x − μ) is Q x − Q μ, and Q μ is the same for all points.
            let mut center = vec![0.0; components * d];
            let mut offset = vec![0.0; components];
            let mut prior = 0.0;
            for k in 0..components {
                let (from, to) = (k * d, (k + 1) * d);
                let l = &l[k * below..(k + 1) * below];
                triangular_product(&diagonal[from..to], l, &mu[from..to], &mut center[from..to]);
                let trace = q[from..to].iter().sum::<f64>();
                offset[k] = alpha[k] + trace;
                let norm = diagonal[from..to].iter().map(|x| x * x).sum::<f64>() + l.iter().map(|x| x * x).sum::<f64>();
                prior += m as f64 * trace - 0.5 * gamma * gamma * norm;
            }

            let mut z = vec![0.0; d];
            let mut terms = vec![0.0; components];
            let mut likelihood = 0.0;
            for x in x.chunks_exact(d) {
                for k in 0..components {
                    let (from, to) = (k * d, (k + 1) * d);
                    triangular_product(&diagonal[from..to], &l[k * below..(k + 1) * below], x, &mut z);
                    let norm = z.iter().zip(&center[from..to]).map(|(z, c)| (z - c) * (z - c)).sum::<f64>();
                    terms[k] = offset[k] - 0.5 * norm;
                }
                likelihood += log_sum_exp(&terms);
            }
            let points = (x.len() / d) as f64;
            likelihood - points * log_sum_exp(alpha) + prior
        }

        /// The mean cross entropy of predicting each letter of a text from those before.
        ///
        /// A letter is `b` bits, a row of `sequence`. `main` has weights and biases, `8 b` for each layer; `extra` the weight of
        /// the input and the weight and bias of the output, `b` each; `state` the hidden state and the memory at the start,
        /// `2 b` for each layer.
        #[differentiable(wrt(main, extra)$(, $option)?)]
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
    };
}
#[allow(unused_imports, reason = "only the benchmark has another option")]
pub(crate) use evals;

evals!();
