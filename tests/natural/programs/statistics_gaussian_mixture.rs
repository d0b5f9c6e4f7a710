// Log likelihood of a mixture of Gaussians, with a log-sum-exp of its own.
use burtorch::differentiable;

#[differentiable]
fn log_sum_exp(v: &[f64]) -> f64 {
    let top = v.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
    top + v.iter().map(|x| (x - top).exp()).sum::<f64>().ln()
}

#[differentiable(wrt(weights, means, log_sigmas))]
fn log_likelihood(data: &[f64], weights: &[f64], means: &[f64], log_sigmas: &[f64]) -> f64 {
    let norm = log_sum_exp(weights);
    let mut total = 0.0;
    for x in data {
        let terms: Vec<f64> = (0..means.len())
            .map(|k| {
                let z = (x - means[k]) / log_sigmas[k].exp();
                weights[k] - norm - log_sigmas[k] - 0.5 * z * z
            })
            .collect();
        total += log_sum_exp(&terms);
    }
    total
}

// checks
fn main() {
    let data = [0.3, -1.2, 2.5, 0.9, 1.7];
    let x = [0.1, -0.4, 0.0, 1.5, -0.2, 0.3];
    let f = |x: &[f64]| log_likelihood(&data, &x[..2], &x[2..4], &x[4..]);
    check::grad("log_likelihood", &x, f, |x| log_likelihood::grad(&data, &x[..2], &x[2..4], &x[4..]));
}
