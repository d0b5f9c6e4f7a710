//! Fits a damped oscillation to noisy samples with L-BFGS, in some 20 iterations; reduced χ² is close to one.
//!
//! ```sh
//! cargo run --release --features argmin --example fit
//! ```

use argmin::core::observers::{Observe, ObserverMode};
use argmin::core::{Error, Executor, KV, State};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;
use burtorch::argmin::ArrayObjective;
use burtorch::{Rng, check_gradient, differentiable};

const SAMPLES: usize = 120;
const NAMES: [&str; 5] = ["amplitude", "decay", "frequency", "phase", "offset"];
const TRUTH: [f64; 5] = [2.5, 0.35, 4.2, 0.6, 1.0];
const START: [f64; 5] = [1.0, 0.1, 4.0, 0.0, 0.0];
/// The standard deviation of the noise.
const NOISE: f64 = 0.1;

/// `a e^(−d t) cos(f t + p) + c`, at time `t`.
#[differentiable(wrt(params))]
fn oscillation(params: &[f64; 5], t: f64) -> f64 {
    let [amplitude, decay, frequency, phase, offset] = *params;
    amplitude * (-decay * t).exp() * (frequency * t + phase).cos() + offset
}

/// χ²: the sum of the squares of what the samples are off, in terms of the noise.
#[differentiable(wrt(params))]
fn misfit(params: &[f64; 5], times: &[f64; SAMPLES], values: &[f64; SAMPLES]) -> f64 {
    let mut sum = 0.0;
    for i in 0..SAMPLES {
        sum += ((values[i] - oscillation(params, times[i])) / NOISE).powi(2);
    }
    sum
}

/// Prints a line for each iteration.
struct Progress;

impl<I: State<Float = f64>> Observe<I> for Progress {
    fn observe_iter(&mut self, state: &I, _: &KV) -> Result<(), Error> {
        println!("{:9} {:12.3}", state.get_iter(), state.get_cost());
        Ok(())
    }
}

/// Of a positive definite matrix, by elimination.
fn inverse<const N: usize>(mut a: [[f64; N]; N]) -> [[f64; N]; N] {
    for k in 0..N {
        let pivot = a[k][k];
        a[k][k] = 1.0;
        a[k] = a[k].map(|entry| entry / pivot);
        let from = a[k];
        for (_, row) in a.iter_mut().enumerate().filter(|(i, _)| *i != k) {
            let times = row[k];
            row[k] = 0.0;
            for (entry, from) in row.iter_mut().zip(from) {
                *entry -= times * from;
            }
        }
    }
    a
}

fn main() -> Result<(), Error> {
    let mut rng = Rng::seed(1);
    let mut t = 0.0;
    let times = [(); SAMPLES].map(|()| {
        t += 0.05;
        t
    });
    let values = times.map(|t| oscillation(&TRUTH, t) + NOISE * rng.normal());

    let value = |params: &[f64; 5]| misfit(params, &times, &values);
    let gradient = |params: &[f64; 5]| misfit::grad(params, &times, &values);
    println!("gradient: {}\n", check_gradient(value, &START, &gradient(&START))?);

    println!("iteration           χ²");
    let solver = LBFGS::new(MoreThuenteLineSearch::new(), 7).with_tolerance_grad(1e-3)?;
    let result = Executor::new(ArrayObjective::new(value, gradient), solver)
        .configure(|state| state.param(START.to_vec()).max_iters(100))
        .add_observer(Progress, ObserverMode::Always)
        .run()?;
    let state = result.state();
    let best = state.get_best_param().ok_or_else(|| Error::msg("no parameters were found"))?;

    // Near the minimum χ² is a parabola, and half its Hessian the inverse of the covariance.
    let hessian = misfit::hessian(best.as_slice().try_into()?, &times, &values);
    let covariance = inverse(hessian.map(|row| row.map(|entry| entry / 2.0)));
    println!("\n{:>10} {:>10} {:>10} {:>10}", "", "fit", "±", "truth");
    for (i, name) in NAMES.iter().enumerate() {
        println!("{name:>10} {:>10.4} {:>10.4} {:>10.4}", best[i], covariance[i][i].sqrt(), TRUTH[i]);
    }
    let freedom = f64::from(u32::try_from(SAMPLES - NAMES.len())?);
    let reduced = state.get_best_cost() / freedom;
    println!("\nreduced χ²: {reduced:.3} after {} iterations", state.get_iter());
    assert!((0.6..1.4).contains(&reduced), "not a fit");
    Ok(())
}
