//! FedNL finds solutions in as many rounds as the papers report, tens where gradient descent takes thousands.
#![allow(clippy::cast_precision_loss, reason = "counts are small")]

use alloc::vec::Vec;

use super::*;
use crate::oracle::{Clients, Compressor, Identity, LinearModel, Link, RandK, RandSeqK, Scaled, TopK};

const D: usize = 6;
const N: usize = 40;

/// Rows whose coordinates have scales from 1 to 0.03, so that the problem is ill conditioned.
fn data() -> (Vec<f64>, Vec<f64>) {
    let mut rng = Rng::seed(31);
    let rows: Vec<f64> = (0..N * D).map(|at| rng.normal() / 2_f64.powi(i32::try_from(at % D).unwrap())).collect();
    let targets =
        rows.chunks(D).map(|a| if a[0] + 4.0 * a[2] + 0.5 * rng.normal() > 0.0 { 1.0 } else { -1.0 }).collect();
    (rows, targets)
}

fn slope<T: Terms>(problem: &mut Problem<T>, x: &[f64]) -> f64 {
    let mut gradient = [0.0; D];
    problem.gradient(x, &mut gradient);
    norm(&gradient)
}

/// How many rounds it takes from zero to a gradient of 10⁻¹², and the bits that clients send.
fn rounds<C: Compressor>(alpha: f64, compressor: C) -> (usize, u64) {
    let (rows, targets) = data();
    let model = LinearModel::new(Link::Logistic, D, &rows, &targets).unwrap().l2(1e-3).unwrap();
    let mut problem = Problem::new(Clients::even(model, 8).unwrap()).unwrap();
    let (mut run, mut rng) = (FedNlRun::new(&problem, &[0.0; D], FedNl { alpha, compressor }).unwrap(), Rng::seed(1));
    for round in 1..1000 {
        run.step(&mut problem, &mut rng);
        if slope(&mut problem, run.point()) < 1e-12 {
            return (round, problem.counters.bits_up);
        }
    }
    panic!("{} after 1000 rounds", slope(&mut problem, run.point()));
}

#[test]
fn solutions_are_found_in_tens_of_rounds() {
    let numbers = FedNl::numbers(D);
    let (full, bits) = rounds(1.0, Identity);
    assert!(full <= 20, "{full}");
    let (top, fewer) = rounds(1.0, TopK::new(numbers, D).unwrap());
    assert!(top <= 40 && fewer < bits * top as u64 / full as u64, "{top}");
    let (random, _) = rounds(1.0, Scaled(RandK::new(numbers, D).unwrap()));
    assert!(random <= 80, "{random}");
    let (sequence, _) = rounds(D as f64 / numbers as f64, RandSeqK::new(numbers, D).unwrap());
    assert!(sequence <= 80, "{sequence}");

    // Gradient descent takes as many rounds as the problem is ill conditioned.
    let (rows, targets) = data();
    let model = LinearModel::new(Link::Logistic, D, &rows, &targets).unwrap().l2(1e-3).unwrap();
    let constants = model.constants();
    let mut problem = Problem::new(model).unwrap();
    let (mut x, mut gradient) = ([0.0; D], [0.0; D]);
    for _ in 0..20 * top {
        problem.gradient(&x, &mut gradient);
        add_scaled(&mut x, -1.0 / constants.l, &gradient);
    }
    assert!(slope(&mut problem, &x) > 1e-12, "{top}");
}

#[test]
fn the_first_step_is_newtons() {
    // (½ a x² − b x) / n has its solution after one step, however the compressor is.
    let (rows, targets) = ([2.0, 1.0, 0.0, 3.0, 1.0, -1.0], [1.0, 2.0, 3.0]);
    let mut problem = Problem::new(LinearModel::new(Link::Squares, 2, &rows, &targets).unwrap()).unwrap();
    let method = FedNl { alpha: 1.0, compressor: TopK::new(3, 1).unwrap() };
    let mut run = FedNlRun::new(&problem, &[5.0, -5.0], method).unwrap();
    run.step(&mut problem, &mut Rng::seed(1));
    let mut gradient = [0.0; 2];
    problem.gradient(run.point(), &mut gradient);
    assert!(norm(&gradient) < 1e-12, "{gradient:?}");
    // Point and gradient of two numbers, three clients, a triangle of three numbers each.
    assert_eq!((problem.counters.bits_down, problem.counters.bits_up), (64 * 6, 64 * (6 + 9)));
}
