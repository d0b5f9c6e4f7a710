//! `gmm`: the logarithm of the posterior probability of a mixture of Gaussians.
//!
//! Component `k` has the weight `exp αₖ / Σ exp α`, the mean `μₖ` and the precision `QₖᵀQₖ`. `Qₖ` is lower triangular, with
//! `exp qₖ` on the diagonal and `lₖ` below, column by column. The precisions have a Wishart prior.

pub use super::evals::log_posterior;
use super::runs::{Evaluation, Runs};
use super::{check, flat, read, rows, unknown};
use burtorch::Scratch;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::f64::consts::{LN_2, PI};

/// What the log posterior has besides: the constants of the Gaussian and of the Wishart distribution,
/// `−n d/2 ln 2π + k (ν d ln (γ/√2) − ln Γ_d(ν/2))` with `ν = d + m + 1`.
fn constant(d: usize, components: usize, points: usize, gamma: f64, m: usize) -> f64 {
    let freedom = d + m + 1;
    let size = d as f64;
    let gaussian = -0.5 * points as f64 * size * (2.0 * PI).ln();
    let log_gamma = 0.25 * size * (size - 1.0) * PI.ln() + (0..d).map(|j| log_gamma_of_half(freedom - j)).sum::<f64>();
    gaussian + components as f64 * (freedom as f64 * size * (gamma.ln() - 0.5 * LN_2) - log_gamma)
}

/// `ln Γ(n / 2)`, from `Γ(1/2) = √π`, `Γ(1) = 1` and `Γ(x + 1) = x Γ(x)`.
fn log_gamma_of_half(n: usize) -> f64 {
    let (first, start) = if n.is_multiple_of(2) { (2, 0.0) } else { (1, 0.5 * PI.ln()) };
    start + (first..n).step_by(2).map(|i| (0.5 * i as f64).ln()).sum::<f64>()
}

/// The parameters of a mixture, or the derivatives with respect to them.
#[derive(Clone)]
pub struct Mixture {
    pub alpha: Vec<f64>,
    pub mu: Vec<f64>,
    pub q: Vec<f64>,
    pub l: Vec<f64>,
}

/// Adds the gradient to that mixture; returns the value of `log_posterior`.
pub fn gradient(at: &Mixture, x: &[f64], gamma: f64, m: usize, to: &mut Mixture, scratch: &mut Scratch) -> f64 {
    let Mixture { alpha, mu, q, l } = at;
    let to = (&mut to.alpha[..], &mut to.mu[..], &mut to.q[..], &mut to.l[..]);
    log_posterior::grad_into(alpha, mu, q, l, x, gamma, m, to, scratch)
}

#[derive(Deserialize)]
struct Input {
    d: usize,
    k: usize,
    n: usize,
    alpha: Vec<f64>,
    mu: Vec<Vec<f64>>,
    q: Vec<Vec<f64>>,
    l: Vec<Vec<f64>>,
    x: Vec<Vec<f64>>,
    gamma: f64,
    m: usize,
}

#[derive(Serialize)]
struct Output<'a> {
    alpha: &'a [f64],
    mu: Vec<&'a [f64]>,
    q: Vec<&'a [f64]>,
    l: Vec<&'a [f64]>,
}

pub fn evaluate(function: &str, input: Value, runs: &Runs) -> Result<Evaluation, String> {
    let Input { d, k, n, alpha, mu, q, l, x, gamma, m } = read(input)?;
    check(d > 0 && k > 0, "`d` and `k` must not be zero")?;
    check(alpha.len() == k && mu.len() == k && q.len() == k && l.len() == k, "there are not `k` components")?;
    check(x.len() == n, "there are not `n` points")?;
    let below = d * (d - 1) / 2;
    let mixture = Mixture { alpha, mu: flat("mu", &mu, d)?, q: flat("q", &q, d)?, l: flat("l", &l, below)? };
    let x = flat("x", &x, d)?;
    match function {
        "objective" => {
            let Mixture { alpha, mu, q, l } = &mixture;
            let (value, timings) =
                runs.repeat(|| log_posterior(alpha, mu, q, l, &x, gamma, m) + constant(d, k, n, gamma, m));
            Evaluation::new(value, timings)
        }
        "jacobian" => {
            let mut derivative = mixture.clone();
            let mut scratch = Scratch::new();
            let (_, timings) = runs.repeat(|| {
                for part in [&mut derivative.alpha, &mut derivative.mu, &mut derivative.q, &mut derivative.l] {
                    part.fill(0.0);
                }
                gradient(&mixture, &x, gamma, m, &mut derivative, &mut scratch)
            });
            let Mixture { alpha, mu, q, l } = &derivative;
            // Without rows below the diagonal there are still `k` of them.
            let l = if below == 0 { vec![&[][..]; k] } else { rows(l, below) };
            Evaluation::new(Output { alpha, mu: rows(mu, d), q: rows(q, d), l }, timings)
        }
        _ => Err(unknown(function, &["objective", "jacobian"])),
    }
}
