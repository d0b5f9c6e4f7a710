//! Steps of each optimizer are PyTorch's.

use burtorch::optimizer::{AdaGrad, Adam, AdamW, Armijo, Lbfgs, Lion, Minimizer, Momentum, Nesterov, RmsProp, Sgd};

use crate::functions::{START, assert_near, evaluate, quartic, reference, ripples, waves};

fn follow(name: &str, mut optimizer: impl Minimizer<f64>) {
    let (mut params, mut gradient) = (START, [0.0; 4]);
    let expected = reference(name);
    assert_eq!(expected.len(), 20, "{name}");
    for (step, expected) in expected.iter().enumerate() {
        let before = waves(&params);
        let loss = optimizer.step(&mut params, &mut gradient, evaluate(waves::value_and_grad));
        assert_eq!(loss, Ok(before), "{name}, step {step}");
        assert_near(&format!("{name}, step {step}"), &params, expected);
    }
}

#[test]
fn gradient_descent_and_momentum() {
    follow("sgd", Sgd::new(0.04));
    follow("momentum", Momentum::new(0.02, 0.9, [0.0; 4]));
    follow("nesterov", Nesterov::new(0.02, 0.9, [0.0; 4]));
}

#[test]
fn rates_of_their_own() {
    follow("rmsprop", RmsProp::new(0.05, [0.0; 4]));
    follow("rmsprop_with_options", RmsProp { alpha: 0.9, epsilon: 1e-3, ..RmsProp::new(0.1, [0.0; 4]) });
    follow("adagrad", AdaGrad::new(0.5, [0.0; 4]));
    follow("adagrad_with_options", AdaGrad { epsilon: 1e-2, ..AdaGrad::new(0.5, [0.0; 4]) });
}

#[test]
fn adam_and_its_kin() {
    follow("adam", Adam::new(0.1, [0.0; 8]));
    follow("adamw", AdamW::new(0.1, [0.0; 8]));
    let options = AdamW { betas: (0.8, 0.95), epsilon: 1e-3, decay: 0.3, ..AdamW::new(0.1, [0.0; 8]) };
    follow("adamw_with_options", options);
}

#[test]
fn lion_is_that_of_its_paper() {
    follow("lion", Lion::new(0.2, [0.0; 4]));
    follow("lion_with_options", Lion { betas: (0.95, 0.98), decay: 0.5, ..Lion::new(0.15, [0.0; 4]) });
}

#[test]
fn armijo_follows_its_rule() {
    follow("armijo", Armijo::new(4.0, [0.0; Armijo::state_len(4)]));
}

#[test]
fn lbfgs_is_that_of_pytorch_where_the_first_length_fits() {
    lbfgs("lbfgs_3", 3, [2.0, 1.5, -0.5, 1.5], 8, ripples::value_and_grad);
    lbfgs("lbfgs_10", 10, START, 10, ripples::value_and_grad);
    lbfgs("lbfgs_3_quartic", 3, [-1.5, 1.5, 1.5, 1.5], 20, quartic::value_and_grad);
    lbfgs("lbfgs_10_quartic", 10, START, 20, quartic::value_and_grad);
}

fn lbfgs(name: &str, pairs: usize, start: [f64; 4], steps: usize, function: fn(&[f64; 4]) -> (f64, [f64; 4])) {
    let mut lbfgs = Lbfgs::new(1.0, pairs, vec![0.0; Lbfgs::state_len(pairs, 4)]);
    let (mut params, mut gradient) = (start, [0.0; 4]);
    let expected = reference(name);
    assert_eq!(expected.len(), steps, "{name}");
    for (step, expected) in expected.iter().enumerate() {
        lbfgs.step(&mut params, &mut gradient, evaluate(function)).expect("lengths that fit");
        assert_near(&format!("{name}, step {step}"), &params, expected);
    }
}
