//! Every optimizer finds known minima, from the usual starts, to the accuracy that is said here.

use burtorch::Error;
use burtorch::optimizer::{Any, Lbfgs, Minimizer, Schedule};

use crate::functions::{bowl, evaluate, rosenbrock};

/// How far from the minimum an optimizer of this name is after a training.
fn distance(
    (name, rate, schedule, steps): (&str, f64, &str, u64),
    start: [f64; 2],
    minimum: [f64; 2],
    mut evaluate: impl FnMut(&[f64], &mut [f64]) -> Result<f64, Error>,
) -> f64 {
    let schedule: Schedule = schedule.parse().expect("a schedule");
    let mut optimizer = Any::new(name, rate, 2).expect("an optimizer");
    let (mut params, mut gradient) = (start, [0.0; 2]);
    for step in 0..steps {
        optimizer.rate = rate * schedule.factor(step, steps);
        optimizer.step(&mut params, &mut gradient, &mut evaluate).expect("lengths that fit");
    }
    (params[0] - minimum[0]).hypot(params[1] - minimum[1])
}

/// Whether a table has a line for every optimizer.
fn assert_complete(names: impl Iterator<Item = &'static str>) {
    assert_eq!(names.collect::<Vec<_>>(), Any::NAMES);
}

// Decay pulls `adamw` away from the minimum, towards zero, and steps of `lion` are never smaller than the rate.
#[test]
fn all_reach_the_bottom_of_a_bowl() {
    let table = [
        (("sgd", 0.05, "constant", 1000), 1e-9),
        (("momentum", 0.02, "constant", 1000), 1e-9),
        (("nesterov", 0.02, "constant", 1000), 1e-9),
        (("rmsprop", 0.05, "cosine", 1000), 1e-6),
        (("adagrad", 2.0, "constant", 1000), 1e-6),
        (("adam", 0.2, "cosine", 1000), 1e-6),
        (("adamw", 0.2, "cosine", 1000), 1e-1),
        (("lion", 0.05, "linear", 1000), 1e-3),
        (("armijo", 1.0, "constant", 200), 1e-6),
        (("lbfgs", 1.0, "constant", 20), 1e-8),
    ];
    assert_complete(table.iter().map(|((name, ..), _)| *name));
    for (training, accuracy) in table {
        let far = distance(training, [3.0, 1.0], [1.0, -2.0], evaluate(bowl::value_and_grad));
        assert!(far < accuracy, "{training:?} is {far} away");
    }
}

#[test]
fn all_reach_the_end_of_rosenbrocks_valley() {
    let table = [
        (("sgd", 0.001, "constant", 50_000), 1e-6),
        (("momentum", 0.001, "constant", 10_000), 1e-6),
        (("nesterov", 0.001, "constant", 10_000), 1e-6),
        (("rmsprop", 0.01, "cosine", 10_000), 1e-3),
        (("adagrad", 0.5, "constant", 20_000), 1e-3),
        (("adam", 0.05, "cosine", 5_000), 1e-3),
        (("adamw", 0.05, "cosine", 5_000), 1e-1),
        (("lion", 0.01, "linear", 10_000), 1e-2),
        (("armijo", 1.0, "constant", 20_000), 1e-3),
        (("lbfgs", 1.0, "constant", 60), 1e-8),
    ];
    assert_complete(table.iter().map(|((name, ..), _)| *name));
    for (training, accuracy) in table {
        let far = distance(training, [-1.2, 1.0], [1.0, 1.0], evaluate(rosenbrock::value_and_grad));
        assert!(far < accuracy, "{training:?} is {far} away");
    }
}

/// `Σ (i + 1) · (xᵢ − i/10)²`, whose minimum is known.
fn parabola(x: &[f64], gradient: &mut [f64]) -> f64 {
    let mut sum = 0.0;
    for ((i, x), slope) in (0_u32..).zip(x).zip(gradient) {
        let (scale, far) = (f64::from(i) + 1.0, x - f64::from(i) / 10.0);
        sum += scale * far * far;
        *slope += 2.0 * scale * far;
    }
    sum
}

#[test]
fn lbfgs_solves_a_parabola_of_fifty_dimensions() {
    const N: usize = 50;
    let mut evaluations = 0;
    let mut lbfgs = Lbfgs::new(1.0, 10, vec![0.0; Lbfgs::state_len(10, N)]);
    let (mut params, mut gradient) = ([1.0; N], [0.0; N]);
    for _ in 0..100 {
        let evaluate = |x: &[f64], gradient: &mut [f64]| {
            evaluations += 1;
            Ok::<_, Error>(parabola(x, gradient))
        };
        lbfgs.step(&mut params, &mut gradient, evaluate).expect("lengths that fit");
    }
    for (i, x) in (0_u32..).zip(params) {
        assert!((x - f64::from(i) / 10.0).abs() < 1e-9, "parameter {i} is {x}");
    }
    // Two for almost every step: the first length fits.
    assert!(evaluations < 220, "{evaluations} evaluations");
}

#[test]
fn with_no_pairs_lbfgs_is_a_search_along_the_gradient() {
    let mut lbfgs = Lbfgs::new(1.0, 0, [0.0; Lbfgs::state_len(0, 2)]);
    let (mut params, mut gradient) = ([3.0, 1.0], [0.0; 2]);
    for _ in 0..300 {
        lbfgs.step(&mut params, &mut gradient, evaluate(bowl::value_and_grad)).expect("lengths that fit");
    }
    assert!((params[0] - 1.0).hypot(params[1] + 2.0) < 1e-6, "{params:?}");
}

/// The losses before each step of a search, in Rosenbrock's valley with some points where the loss is not a number.
fn losses(name: &str, steps: usize) -> Vec<f64> {
    let mut optimizer = Any::new(name, 1.0, 2).expect("an optimizer");
    let (mut params, mut gradient) = ([-1.2, 1.0], [0.0; 2]);
    let mut rosenbrock = evaluate(rosenbrock::value_and_grad);
    let mut evaluate = |x: &[f64], gradient: &mut [f64]| {
        if x[0] < -1.3 { Ok(f64::NAN) } else { rosenbrock(x, gradient) }
    };
    let mut step = |_| optimizer.step(&mut params, &mut gradient, &mut evaluate).expect("lengths that fit");
    (0..steps).map(&mut step).collect()
}

#[test]
fn the_loss_of_a_search_never_grows() {
    for name in ["armijo", "lbfgs"] {
        let losses = losses(name, 100);
        assert!(losses.windows(2).all(|pair| pair[1] <= pair[0]), "{name}: {losses:?}");
        assert!(losses[99] < 0.3 * losses[0], "{name}: {losses:?}");
    }
}

#[test]
fn a_search_stays_where_it_cannot_go_down() {
    for name in ["armijo", "lbfgs"] {
        let mut optimizer = Any::new(name, 1.0, 2).expect("an optimizer");
        let (mut params, mut gradient) = ([1.0, 1.0], [0.0; 2]);
        let stay = optimizer.step(&mut params, &mut gradient, evaluate(rosenbrock::value_and_grad));
        assert_eq!((stay, params), (Ok(0.0), [1.0, 1.0]), "{name}");

        // The slope that it is told is not that of the loss: it is up everywhere.
        let up = |x: &[f64], gradient: &mut [f64]| {
            gradient.fill(1.0);
            Ok::<_, Error>(-x[0] - x[1])
        };
        assert_eq!((optimizer.step(&mut params, &mut gradient, up), params), (Ok(-2.0), [1.0, 1.0]), "{name}");

        let nothing = |_: &[f64], gradient: &mut [f64]| {
            gradient.fill(f64::NAN);
            Ok::<_, Error>(f64::NAN)
        };
        let loss = optimizer.step(&mut params, &mut gradient, nothing).expect("lengths that fit");
        assert!(loss.is_nan() && params == [1.0, 1.0], "{name}");
        // It is not broken by that.
        params = [0.0, 0.0];
        for _ in 0..200 {
            optimizer.step(&mut params, &mut gradient, evaluate(bowl::value_and_grad)).expect("lengths that fit");
        }
        assert!((params[0] - 1.0).hypot(params[1] + 2.0) < 1e-6, "{name}: {params:?}");
    }
}

#[test]
#[allow(clippy::cast_possible_truncation, reason = "single precision is what is tested")]
fn searches_work_in_single_precision() {
    for (name, steps, accuracy) in [("armijo", 20_000, 0.05), ("lbfgs", 60, 1e-3)] {
        let mut optimizer = Any::<f32>::new(name, 1.0, 2).expect("an optimizer");
        let (mut params, mut gradient) = ([-1.2_f32, 1.0], [0.0_f32; 2]);
        for _ in 0..steps {
            let evaluate = |x: &[f32], gradient: &mut [f32]| {
                let (value, slopes) = rosenbrock::value_and_grad(&[x[0].into(), x[1].into()]);
                gradient.copy_from_slice(&slopes.map(|slope| slope as f32));
                Ok::<_, Error>(value as f32)
            };
            optimizer.step(&mut params, &mut gradient, evaluate).expect("lengths that fit");
        }
        assert!((params[0] - 1.0).hypot(params[1] - 1.0) < accuracy, "{name}: {params:?}");
    }
}

#[test]
fn a_search_that_is_done_does_not_try_for_long() {
    for name in ["armijo", "lbfgs"] {
        let mut optimizer = Any::new(name, 1.0, 2).expect("an optimizer");
        let (mut params, mut gradient) = ([3.0, 1.0], [0.0; 2]);
        let mut most = 0;
        for step in 0..300 {
            let mut evaluations = 0;
            let evaluate = |x: &[f64], gradient: &mut [f64]| {
                evaluations += 1;
                let (value, slopes) = bowl::value_and_grad(&[x[0], x[1]]);
                gradient.copy_from_slice(&slopes);
                // The loss is known to ten digits after the point, and errors are always against going on.
                let error = if evaluations == 1 { 0.0 } else { 1e-10 };
                Ok::<_, Error>(1000.0 + value + error)
            };
            optimizer.step(&mut params, &mut gradient, evaluate).expect("lengths that fit");
            most = if step < 200 { 0 } else { most.max(evaluations) };
        }
        assert!((params[0] - 1.0).hypot(params[1] + 2.0) < 1e-4, "{name}: {params:?}");
        assert!((3..=20).contains(&most), "{name}: {most} evaluations in a step");
    }
}
