//! Learns to swing up a pendulum with a weak motor: it ends within 0.05 rad of upright from each of 100 starts.
//!
//! ```sh
//! cargo run --release --example pendulum
//! ```
//!
//! What is differentiated is the motion itself: 300 steps of the controller and of what it controls. That is no model of
//! `graph!`, so what `train!` writes for one is here by hand.
#![allow(clippy::cast_precision_loss, reason = "counts are small numbers")]

use std::f64::consts::{PI, TAU};
use std::iter;
use std::process::ExitCode;

use burtorch::model::{Parameter, Slot};
use burtorch::train::{self, Defaults, Ending, Failure, Functions, Program, Run};
use burtorch::viz::Plot;
use burtorch::{Init, Model, Rng, Scratch, differentiable};

/// Of a mass of 1 kg on a rod of 1 m: to hold that level takes 9.81 N m, to hold it upright nothing.
const GRAVITY: f64 = 9.81;
/// What the motor has, in N m.
const LIMIT: f64 = 4.0;
/// Seconds in a step.
const STEP: f64 = 0.02;
/// It learns from six seconds, and is tried for ten.
const LEARNED: usize = 300;
const TRIED: usize = 500;

/// Hidden units, each with four weights for what comes in and one for what goes out.
const UNITS: usize = 16;
const WEIGHTS: usize = 5;

/// What the controller makes of an angle from upright and a speed.
#[differentiable]
fn torque(params: &[f64], angle: f64, speed: f64) -> f64 {
    let mut sum = 0.0;
    for unit in params.chunks_exact(WEIGHTS) {
        sum += unit[4] * (unit[0] * angle.sin() + unit[1] * angle.cos() + unit[2] * speed + unit[3]).tanh();
    }
    LIMIT * sum.tanh()
}

/// Angle and speed a step later.
#[differentiable]
fn later(params: &[f64], angle: f64, speed: f64) -> (f64, f64) {
    let speed = speed + STEP * (GRAVITY * angle.sin() + torque(params, angle, speed));
    (angle + STEP * speed, speed)
}

/// How far its end is from the top, `√(2 − 2 cos θ)`, as a mean over time. Speed counts a little, too.
#[differentiable(wrt(params))]
fn cost(params: &[f64], start: (f64, f64), steps: usize) -> f64 {
    let (mut angle, mut speed) = start;
    let mut sum = 0.0;
    for _ in 0..steps {
        (angle, speed) = later(params, angle, speed);
        // The last term makes the kink at the top smooth.
        sum += (2.0 - 2.0 * angle.cos() + 0.01 * speed.powi(2) + 1e-4).sqrt();
    }
    sum / steps as f64
}

/// The mean cost of some starts. Its gradient is added.
fn mean_cost(params: &[f64], gradient: &mut [f64], starts: impl ExactSizeIterator<Item = (f64, f64)>) -> f64 {
    let (mut sum, mut slope, mut scratch) = (0.0, vec![0.0; params.len()], Scratch::new());
    let count = starts.len() as f64;
    for start in starts {
        sum += cost::grad_into(params, start, LEARNED, &mut slope, &mut scratch);
    }
    for (total, slope) in gradient.iter_mut().zip(slope) {
        *total += slope / count;
    }
    sum / count
}

/// The angles of a motion, step by step.
fn motion(params: &[f64], start: (f64, f64)) -> impl Iterator<Item = f64> {
    iter::successors(Some(start), |&(angle, speed)| Some(later(params, angle, speed)))
        .map(|(angle, _)| angle)
        .take(TRIED)
}

/// What a training knows of the controller: how many parameters there are, how they start, their names in files.
struct Controller;

impl Model for Controller {
    type Scalar = f64;
    type Floats = [f64; 0];
    type TileFloats = [f64; 0];
    type TileIndices = [i64; 0];

    const PARAMS: usize = UNITS * WEIGHTS;
    const PARAMETERS: &'static [Parameter] = &[Parameter {
        name: "units",
        slot: Slot { offset: 0, shape: &[UNITS, WEIGHTS], init: Init::Normal { mean: 0.0, std: 0.5 }, fan: None },
        frozen: false,
    }];
}

fn learn(run: &Run<'_>) -> Result<Ending, Failure> {
    let mut rng = Rng::seed(run.seed());
    let mut start = || (PI * (2.0 * rng.uniform() - 1.0), rng.normal());
    let starts: Vec<_> = iter::repeat_with(&mut start).take(1000).collect();
    // Half of these are at rest, the first one hangs.
    let at_rest = (0..50).map(|part| (PI - TAU * f64::from(part) / 50.0, 0.0));
    let tests: Vec<_> = at_rest.chain(iter::repeat_with(&mut start).take(50)).collect();

    run.go::<Controller>(Functions {
        training: starts.len(),
        validation: tests.len(),
        loss: &mut |params, _, range| {
            let some = &tests[range];
            Ok(some.iter().map(|&start| cost(params, start, LEARNED)).sum::<f64>() / some.len() as f64)
        },
        gradient: &mut |params, gradient, _, samples| {
            Ok(mean_cost(params, gradient, samples.iter().map(|&sample| starts[sample])))
        },
        descend: &mut |params, gradient, rate, _, samples| {
            gradient.fill(0.0);
            let value = mean_cost(params, gradient, samples.iter().map(|&sample| starts[sample]));
            for (param, slope) in params.iter_mut().zip(gradient) {
                *param -= rate * *slope;
            }
            Ok(value)
        },
        measure: Some(&mut |params| {
            // The largest angle of the last two seconds; a whole turn is none.
            let last = |start| {
                motion(params, start).skip(TRIED - 100).map(|angle| (angle - TAU * (angle / TAU).round()).abs())
            };
            let angles: Vec<f64> = tests.iter().map(|&start| last(start).fold(0.0, f64::max)).collect();
            let upright = angles.iter().filter(|angle| **angle < 0.05).count();
            let largest = angles.iter().copied().fold(0.0, f64::max);
            Ok(vec![
                ("of 100 starts, upright in the end".into(), upright as f64),
                ("largest angle in the end".into(), largest),
            ])
        }),
        draw: Some(&mut |params, pictures| {
            let mut plot =
                Plot::new("pendulum, from rest: upright is 0°, and a turn away ±360°").x("seconds").y("degrees");
            for start in [180.0_f64, 140.0, 90.0, 40.0, 5.0, -120.0] {
                let angles = motion(params, (start.to_radians(), 0.0)).map(f64::to_degrees);
                plot = plot.line(&format!("{start}°"), (0..).map(|step| STEP * f64::from(step)).zip(angles));
            }
            pictures.add("angles", &plot.to_svg())
        }),
        sample: None,
    })
}

fn main() -> ExitCode {
    let about = "Learns to swing up a pendulum with a motor that is too weak to lift it.";
    let defaults = Defaults { batch: 32, rate: Some(0.01), schedule: "cosine", clip: Some(1.0), ..Defaults::default() };
    train::main(
        &Program {
            about,
            version: env!("CARGO_PKG_VERSION"),
            defaults,
            choice: None,
            samples: false,
            prompts: false,
            workers: false,
        },
        learn,
    )
}
