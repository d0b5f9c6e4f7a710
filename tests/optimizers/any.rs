//! Optimizers that are chosen by name.

use burtorch::optimizer::{AdamW, Any, AnyError, Minimizer};
use burtorch::{Error, Workspace};

use crate::allocations::allocations;
use crate::functions::{START, assert_near, evaluate, reference, waves};

#[test]
fn a_name_is_the_optimizer() {
    for (name, rate, line) in [
        ("sgd", 0.04, "sgd"),
        ("momentum", 0.02, "momentum"),
        ("nesterov", 0.02, "nesterov"),
        ("rmsprop", 0.05, "rmsprop"),
        ("adagrad", 0.5, "adagrad"),
        ("adam", 0.1, "adam"),
        ("adamw", 0.1, "adamw"),
        ("lion", 0.2, "lion"),
    ] {
        let mut optimizer = Any::new(name, 0.0, 4).expect("an optimizer");
        let (mut params, mut gradient) = (START, [0.0; 4]);
        for expected in reference(line) {
            // The rate is that of the step, whatever it was before.
            optimizer.rate = rate;
            optimizer.step(&mut params, &mut gradient, evaluate(waves::value_and_grad)).expect("lengths that fit");
            assert_near(name, &params, &expected);
        }
        assert_eq!((optimizer.steps(), optimizer.name(), optimizer.searches()), (20, name, false));
    }
}

#[test]
fn every_name_trains_and_goes_on_to_the_bit() {
    for name in Any::NAMES {
        let rate = Any::default_rate(name).expect("a name");
        let walk = |optimizer: &mut Any<f64>, params: &mut [f64], steps: usize| {
            let mut gradient = [0.0; 4];
            for _ in 0..steps {
                // By the trait that all have in common.
                Minimizer::step(optimizer, params, &mut gradient, evaluate(waves::value_and_grad)).expect("a step");
            }
        };
        let (mut whole, mut optimizer) = (START, Any::new(name, rate, 4).expect("a name"));
        walk(&mut optimizer, &mut whole, 6);
        assert!(waves(&whole) < waves(&START), "{name}");
        let (mut params, mut first) = (START, Any::new(name, rate, 4).expect("a name"));
        walk(&mut first, &mut params, 4);
        let mut second = Any::new(name, rate, 4).expect("a name");
        second.restore(first.state(), first.steps()).expect("its own state");
        assert_eq!(second, first, "{name}");
        walk(&mut second, &mut params, 2);
        assert_eq!((params, &second), (whole, &optimizer), "{name}");
    }
}

burtorch::graph! {
    type Scalar = f64;

    pub struct Frozen { #[frozen] gain: Param<2>, slope: Param<2> }

    impl Frozen {
        pub fn loss(&self, x: Tensor<2>) -> f64 {
            sqr(dot(self.gain * self.slope, x))
        }
    }
}

#[test]
fn what_is_frozen_stays_with_every_optimizer_of_a_model() {
    let mut workspace = Workspace::new();
    for name in Any::NAMES {
        let mut optimizer = Any::for_model::<Frozen>(name, Any::default_rate(name).expect("a name")).expect("a name");
        let (mut params, mut gradient) = ([3.0, 2.0, 0.3, 0.5], [0.0; Frozen::PARAMS]);
        let mut expected = params;
        let mut adamw = AdamW::new(0.001, [0.0; 2 * Frozen::PARAMS]);
        for _ in 0..5 {
            let evaluate =
                |x: &[f64], gradient: &mut [f64]| Frozen::loss_grad(x, gradient, &mut workspace, &[0.5, 1.0]);
            optimizer.step(&mut params, &mut gradient, evaluate).expect("a step");
            Frozen::loss_step(&mut expected, &mut adamw, &mut workspace, &[0.5, 1.0]).expect("a step");
        }
        assert!(params[..2] == [3.0, 2.0] && params[2] < 0.3, "{name}: {params:?}");
        if name == "adamw" {
            assert_near(name, &params, &expected);
        }
    }
}

#[test]
fn what_is_wrong_is_said() {
    let error = Any::<f64>::new("adm", 0.1, 4).expect_err("no such name");
    assert_eq!(error, AnyError::Name { name: "adm".to_owned() });
    assert_eq!(
        error.to_string(),
        "no optimizer is called `adm`: there are sgd, momentum, nesterov, rmsprop, adagrad, adam, adamw, lion, armijo, \
         lbfgs"
    );
    assert_eq!(Any::default_rate("adm"), Err(error));
    let mut adam = Any::<f64>::new("adam", 0.1, 4).expect("a name");
    let error = adam.restore(&[0.0; 4], 3).expect_err("a state of another one");
    assert_eq!(error, AnyError::State { name: "adam", params: 4, expected: 8, found: 4 });
    assert_eq!(
        error.to_string(),
        "a state of 4 numbers was not saved by `adam` for 4 parameters, which has 8: choose the optimizer and the model \
         that it was saved with"
    );
    assert_eq!(adam.steps(), 0);
}

#[test]
fn a_step_that_fails_changes_nothing() {
    for name in Any::NAMES {
        let mut optimizer = Any::new(name, Any::default_rate(name).expect("a name"), 4).expect("a name");
        let (mut params, mut gradient) = (START, [0.0; 4]);
        optimizer.step(&mut params, &mut gradient, evaluate(waves::value_and_grad)).expect("a step");
        let before = params;
        // At once, and for those that search in the middle of it.
        for good in 0..=usize::from(optimizer.searches()) {
            let (mut count, mut waves) = (0, evaluate(waves::value_and_grad));
            let fail = |x: &[f64], gradient: &mut [f64]| {
                assert!(gradient.iter().all(|slope| *slope == 0.0), "{name}");
                count += 1;
                if count > good { Err(Error::Empty) } else { waves(x, gradient) }
            };
            assert_eq!(optimizer.step(&mut params, &mut gradient, fail), Err(Error::Empty), "{name}");
            assert_eq!((params, optimizer.steps()), (before, 1), "{name}");
        }
        let never = |_: &[f64], _: &mut [f64]| -> Result<f64, Error> { panic!("lengths come first") };
        let error = Error::Length { argument: "params", expected: 4, found: 3 };
        assert_eq!(optimizer.step(&mut params[..3], &mut gradient[..3], never), Err(error));
        let error = Error::Length { argument: "gradient", expected: 4, found: 3 };
        assert_eq!(optimizer.step(&mut params, &mut gradient[..3], never), Err(error));
    }
}

#[test]
fn a_step_allocates_nothing() {
    for name in Any::NAMES {
        let mut optimizer = Any::new(name, Any::default_rate(name).expect("a name"), 4).expect("a name");
        let (mut params, mut gradient) = (START, [0.0; 4]);
        let steps = || {
            for _ in 0..20 {
                optimizer.step(&mut params, &mut gradient, evaluate(waves::value_and_grad)).expect("a step");
            }
        };
        assert_eq!(allocations(steps), 0, "{name}");
    }
}
