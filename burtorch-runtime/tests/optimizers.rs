//! Optimizers do what PyTorch's do, and say what does not fit.

use burtorch_runtime::Error;
use burtorch_runtime::optimizer::{Adam, Momentum, Optimizer, Sgd};

const COUNT: usize = 5;

/// The parameters after each step of one of PyTorch's optimizers; see `data/optimizers.py`.
fn expected(name: &str) -> Vec<Vec<f64>> {
    let lines = include_str!("data/optimizers.txt").lines();
    let own = lines.filter_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    own.map(|line| line.split(' ').map(|word| word.parse().expect("a number")).collect()).collect()
}

fn gradient(step: u32) -> [f64; COUNT] {
    std::array::from_fn(|at| {
        let at = i32::try_from(at).expect("it is small");
        10_f64.powi(at - 3) * (0.7 * f64::from(at) + 1.3 * f64::from(step)).sin()
    })
}

fn follow(name: &str, mut optimizer: impl Optimizer<f64>) {
    let mut params = [0.0, 0.1, 0.2, 0.1 * 3.0, 0.4];
    let expected = expected(name);
    assert_eq!(expected.len(), 20, "{name}");
    for (step, expected) in (0..).zip(&expected) {
        optimizer.update(&mut params, &gradient(step)).expect("lengths that fit");
        for (found, expected) in params.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-14, "{name}, step {step}: {found} and {expected}");
        }
    }
}

#[test]
fn steps_are_those_of_pytorch() {
    follow("sgd", Sgd::new(0.05));
    follow("momentum", Momentum::new(0.05, 0.9, [0.0; COUNT * Momentum::SLOTS]));
    follow("adam", Adam::new(0.01, [0.0; COUNT * Adam::SLOTS]));
    let options = Adam { betas: (0.8, 0.95), epsilon: 1e-3, ..Adam::new(0.02, [0.0; COUNT * Adam::SLOTS]) };
    follow("adam_with_options", options);
}

#[test]
#[allow(clippy::cast_possible_truncation, reason = "single precision is what is tested")]
fn single_precision_is_close() {
    let mut params: [f32; COUNT] = [0.0, 0.1, 0.2, 0.3, 0.4];
    let mut adam = Adam::new(0.01, [0.0; COUNT * Adam::SLOTS]);
    for (step, expected) in (0..).zip(expected("adam")) {
        adam.update(&mut params, &gradient(step).map(|slope| slope as f32)).expect("lengths that fit");
        for (found, expected) in params.iter().zip(expected) {
            assert!((f64::from(*found) - expected).abs() < 1e-6, "step {step}: {found} and {expected}");
        }
    }
}

#[test]
fn training_goes_on_from_a_saved_state() {
    let fresh = || (vec![0.3; 40], Adam::new(0.01, vec![0.0; 80]));
    let slopes = |step: u32| (0..40).map(|at| (f64::from(at * 7 + step)).sin()).collect::<Vec<f64>>();
    let (mut whole, mut adam) = fresh();
    for step in 0..6 {
        adam.update(&mut whole, &slopes(step)).expect("lengths that fit");
    }
    let (mut params, mut first) = fresh();
    for step in 0..3 {
        first.update(&mut params, &slopes(step)).expect("lengths that fit");
    }
    // What is saved is one buffer and a number; it may be borrowed.
    let (mut saved, steps) = (first.state.clone(), first.steps);
    let mut second = Adam { steps, ..Adam::new(0.01, saved.as_mut_slice()) };
    for step in 3..6 {
        second.update(&mut params, &slopes(step)).expect("lengths that fit");
    }
    assert_eq!(params, whole);
    assert_eq!(saved, adam.state);
}

#[test]
fn lengths_are_checked_before_anything_is_changed() {
    let mut params = [1.0; 3];
    let mut adam = Adam::new(0.1, [0.0; 5]);
    let error = Error::Length { argument: "state", expected: 6, found: 5 };
    assert_eq!(adam.update(&mut params, &[1.0; 3]), Err(error));
    assert_eq!(error.to_string(), "`state` has length 5, but the model needs 6");
    let mut adam = Adam::new(0.1, [0.0; 6]);
    let error = Error::Length { argument: "gradient", expected: 3, found: 2 };
    assert_eq!(adam.update(&mut params, &[1.0; 2]), Err(error));
    assert_eq!((params, adam.steps, adam.state), ([1.0; 3], 0, [0.0; 6]));
    assert_eq!(Adam::new(0.1, [0.0_f64; 0]).update(&mut [], &[]), Ok(()));
}
