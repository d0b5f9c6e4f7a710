//! The two models on a tape.

use crate::eager::{Gpt, Model, Names, Training};
use crate::reference::{Reference, difference};
use burtorch::Rng;
use burtorch::eager::{Order, Tape};

/// A model with the parameters of the file.
fn training<M: Model<f64>>(reference: &Reference, make: impl FnOnce(&Tape<f64>) -> M) -> Training<f64, M> {
    let mut training = Training::new(make);
    let params = training.model.params();
    training.tape.values(params).copy_from_slice(&reference.params);
    training
}

fn check<M: Model<f64>>(
    reference: &Reference,
    make: impl Fn(&Tape<f64>) -> M,
    sample: &M::Sample,
    others: &[M::Sample],
) {
    let Training { mut tape, model, .. } = training(reference, &make);
    let loss = model.loss(&tape, sample);
    assert!((loss.value() - reference.loss).abs() < 1e-12, "{} and {}", loss.value(), reference.loss);
    loss.backward();
    assert!(difference(tape.adjoints(model.params()), &reference.gradient) < 1e-10);

    // The order of another sample, on the tape that is rewound.
    let Training { mut tape, model, .. } = training(reference, &make);
    let start = tape.checkpoint();
    let root = model.loss(&tape, &others[0]).id();
    let mut order = Order::new();
    tape.order(root, &mut order);
    tape.rewind(start);
    assert_eq!(model.loss(&tape, sample).id(), root);
    tape.backward_in(&order);
    assert!(difference(tape.adjoints(model.params()), &reference.gradient) < 1e-10);

    for in_order in [false, true] {
        let mut training = training(reference, &make);
        training.find_order(&others[0]);
        for expected in &reference.losses {
            let samples = std::slice::from_ref(sample);
            let loss = if in_order { training.step_in_order(samples, 0.1) } else { training.step(samples, 0.1) };
            assert!((loss - expected).abs() < 1e-11, "{loss} and {expected}");
        }
    }
}

/// The gradients of several samples, one after the other on the same memory, add up to that of their mean.
#[allow(clippy::cast_precision_loss, reason = "there are five samples")]
fn check_batch<M: Model<f64>>(reference: &Reference, make: impl Fn(&Tape<f64>) -> M, samples: &[M::Sample]) {
    let mut apart = vec![0.0; reference.params.len()];
    let mut total = 0.0;
    for sample in samples {
        let Training { mut tape, model, .. } = training(reference, &make);
        let loss = model.loss(&tape, sample);
        total += loss.value();
        loss.backward();
        apart.iter_mut().zip(tape.adjoints(model.params())).for_each(|(sum, part)| *sum += *part);
    }
    let mut training = training(reference, &make);
    assert!((training.step(samples, 0.1) - total).abs() < 1e-12);
    let rate = 0.1 / samples.len() as f64;
    let expected: Vec<f64> = reference.params.iter().zip(&apart).map(|(value, slope)| value - rate * slope).collect();
    let params = training.model.params();
    assert!(difference(training.tape.values(params), &expected) < 1e-14);
    assert!(training.tape.adjoints(params).iter().all(|&adjoint| adjoint == 0.0));
}

/// Tokens of the file, which are all below 256.
fn tokens<const N: usize>(of: &[usize]) -> [u8; N] {
    let tokens: Vec<u8> = of.iter().map(|&token| token.try_into().expect("a token")).collect();
    tokens.try_into().expect("as many as the context has")
}

#[test]
fn mlp_is_that_of_pytorch() {
    let reference = Reference::read("mlp_e4");
    let sample = (tokens(&reference.x), tokens::<1>(&reference.y)[0]);
    let mut rng = Rng::seed(1);
    let others: Vec<_> = (0..5).map(|_| Names::sample(&mut rng)).collect();
    let make = |tape: &Tape<f64>| Names::new(tape, 4, &mut Rng::seed(1));
    check(&reference, make, &sample, &others);
    check_batch(&reference, make, &others);
}

#[test]
fn gpt_is_that_of_pytorch() {
    let reference = Reference::read("gpt");
    let sample = (tokens(&reference.x), tokens(&reference.y));
    let mut rng = Rng::seed(1);
    let others: Vec<_> = (0..5).map(|_| Gpt::sample(&mut rng)).collect();
    let make = |tape: &Tape<f64>| Gpt::new(tape, &mut Rng::seed(1));
    check(&reference, make, &sample, &others);
    check_batch(&reference, make, &others);
}
