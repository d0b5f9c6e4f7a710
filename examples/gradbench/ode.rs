//! `ode`: a system of linear differential equations, solved by the method of Runge and Kutta.

use super::runs::{Evaluation, Runs};
use super::{check, read, unknown};
use burtorch::{Scratch, differentiable};
use serde::Deserialize;
use serde_json::Value;

/// `y` at time 2, from `y = 0` at time 0, in that many steps. The slope is `k₀ = x₀` and `kᵢ = xᵢ yᵢ₋₁`.
#[differentiable]
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
