//! Estimates over many draws, given where a run is.

use super::*;
use crate::oracle::{Compressor, Dithering, Importance, Independent, Natural, Nice, RandK, Sampling, WithReplacement};

const DRAWS: usize = 100_000;
const N: usize = 5;

/// The means of `g − ∇f(x)` over many next estimates, and of its square, after a few steps; what it was before, and the way between.
struct Next {
    error: [Statistic; D],
    square: f64,
    before: Vec<f64>,
    moved: f64,
}

fn next<M: Method + Clone>(problem: &mut Problem<LinearModel<'_>>, method: M) -> Next {
    let mut run = Run::new(problem, &[0.5, -1.0, 1.5, 0.0], method).unwrap();
    let mut rng = Rng::seed(3);
    for _ in 0..4 {
        run.step(problem, &mut rng);
    }
    let exact = gradient(problem, run.point());
    let last = gradient(problem, run.before());
    let before = run.estimate().iter().zip(&last).map(|(g, exact)| g - exact).collect();
    let moved = distance_squared(run.point(), run.before());
    let (mut error, mut square) = ([Statistic::default(); D], 0.0);
    for _ in 0..DRAWS {
        let mut next = run.clone();
        next.step(problem, &mut rng);
        for j in 0..D {
            error[j].add(next.estimate()[j] - exact[j]);
        }
        square += distance_squared(next.estimate(), &exact) / DRAWS as f64;
    }
    Next { error, square, before, moved }
}

/// The error is `kept` times what it was, within five standard errors.
fn keeps(name: &str, next: &Next, kept: f64) {
    for (found, before) in next.error.iter().zip(&next.before) {
        let (mean, error) = (found.mean(), 5.0 * found.error() + 1e-12);
        assert!((mean - kept * before).abs() <= error, "{name}: {mean} is not {} ± {error}", kept * before);
    }
}

/// `1/n Σ ‖∇fᵢ(x) − ∇f(x)‖²` at the point where the runs of `next` are after SGD's first steps is not known outside; so at `x`.
fn spread(problem: &mut Problem<LinearModel<'_>>, x: &[f64]) -> f64 {
    let mean = gradient(problem, x);
    (0..N).map(|i| distance_squared(&term_gradient(problem, i, x), &mean)).sum::<f64>() / N as f64
}

#[test]
fn estimates_from_samples_are_unbiased_or_keep_a_share_of_their_error() {
    let (rows, targets) = data(N);
    let mut problem = Problem::new(convex(&rows, &targets)).unwrap();
    let problem = &mut problem;
    let nice = || Nice::new(N, 2).unwrap();
    let importance = || Importance::new(&[1.0, 2.0, 3.0, 1.0, 0.5], 2).unwrap();
    let coins = || Independent::new(&[0.5, 0.9, 0.2, 1.0, 0.4]).unwrap();
    let step = 0.1;

    keeps("SGD", &next(problem, Sgd { step, sampling: nice() }), 0.0);
    keeps("SGD, importance", &next(problem, Sgd { step, sampling: importance() }), 0.0);
    keeps("SGD, coins", &next(problem, Sgd { step, sampling: coins() }), 0.0);
    keeps("SVRG", &next(problem, Svrg { step, epoch: Epoch::Fixed(3), sampling: importance() }), 0.0);
    keeps("SVRG, random epochs", &next(problem, Svrg { step, epoch: Epoch::Random(5), sampling: nice() }), 0.0);
    keeps("L-SVRG", &next(problem, LSvrg { step, p: 0.3, sampling: coins() }), 0.0);
    keeps("SAGA", &next(problem, Saga { step, sampling: nice() }), 0.0);
    let repeating = WithReplacement::new(N, 3).unwrap();
    keeps("SAGA with repetitions", &next(problem, Saga { step, sampling: repeating }), 0.0);

    keeps("SARAH", &next(problem, Sarah { step, epoch: 9, sampling: importance() }), 1.0);
    keeps("STORM", &next(problem, Storm { step, a: 0.3, sampling: nice() }), 0.7);
    keeps("PAGE", &next(problem, Page { step, p: 0.3, sampling: coins() }), 0.7);
}

#[test]
fn the_variance_of_sgd_is_that_of_its_sampling() {
    let (rows, targets) = data(N);
    let mut problem = Problem::new(convex(&rows, &targets)).unwrap();
    let x = [0.5, -1.0, 1.5, 0.0];
    for size in [1, 2, 4] {
        let sampling = Nice::new(N, size).unwrap();
        let expected = sampling.variance().unwrap() * spread(&mut problem, &x);
        let exact = gradient(&mut problem, &x);
        let (mut rng, mut square) = (Rng::seed(5), 0.0);
        let run = Run::new(&problem, &x, Sgd { step: 0.1, sampling }).unwrap();
        for _ in 0..DRAWS {
            let mut run = run.clone();
            run.step(&mut problem, &mut rng);
            square += distance_squared(run.estimate(), &exact) / DRAWS as f64;
        }
        assert!((square / expected - 1.0).abs() < 0.03, "{size}: {square} {expected}");
    }
}

#[test]
fn the_variance_of_page_and_marina_is_within_its_bound() {
    let (rows, targets) = data(N);
    let mut problem = Problem::new(convex(&rows, &targets)).unwrap();
    let constants = problem.terms().constants();
    for p in [0.3] {
        for sampling in [Nice::new(N, 1).unwrap(), Nice::new(N, 3).unwrap()] {
            let spread = sampling.second_moment(&constants);
            let next = next(&mut problem, Page { step: 0.1, p, sampling });
            let bound = (1.0 - p) * (dot(&next.before, &next.before) + spread * next.moved);
            assert!(next.square <= bound, "PAGE: {} {bound}", next.square);
        }
        let compressor = RandK::new(D, 1).unwrap();
        let omega = Compressor::class(&compressor, D).omega().unwrap();
        let next = next(&mut problem, Marina { step: 0.1, p, compressor });
        let spread = omega / N as f64 * constants.l_plus * constants.l_plus;
        let bound = (1.0 - p) * (dot(&next.before, &next.before) + spread * next.moved);
        assert!(next.square <= bound, "MARINA: {} {bound}", next.square);
    }
}

#[test]
fn estimates_from_messages_are_unbiased_or_keep_a_share_of_their_error() {
    let (rows, targets) = data(N);
    let mut problem = Problem::new(convex(&rows, &targets)).unwrap();
    let problem = &mut problem;
    let step = 0.1;
    keeps("compressed", &next(problem, CompressedGd { step, compressor: RandK::new(D, 2).unwrap() }), 0.0);
    keeps("compressed, dithering", &next(problem, CompressedGd { step, compressor: Dithering::new(2).unwrap() }), 0.0);
    keeps("DIANA", &next(problem, Diana { step, alpha: 0.4, compressor: RandK::new(D, 2).unwrap() }), 0.0);
    keeps("MARINA", &next(problem, Marina { step, p: 0.2, compressor: Natural }), 0.8);
}
