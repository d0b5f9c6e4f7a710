//! What stands around optimizers: clipping, decay by name, means.

use burtorch::model::{Parameter, Slot};
use burtorch::optimizer::{Any, Average, Decay, DecayError, Optimizer, Schedule, Sgd, clip_norm, clip_value};
use burtorch::{Error, Init};

use crate::functions::{START, assert_near, evaluate, reference, waves};

#[test]
fn gradients_are_clipped_as_by_pytorch() {
    let clipped = |clip: &dyn Fn(&mut [f64])| {
        let mut gradient = waves::grad(&START);
        clip(&mut gradient);
        gradient
    };
    let expected = |name| reference(name).remove(0);
    assert_near("by value", &clipped(&|gradient| clip_value(gradient, 2.0)), &expected("clip_value"));
    let by_norm = |limit: f64| move |gradient: &mut [f64]| assert!((clip_norm(gradient, limit) - 35.273).abs() < 1e-3);
    assert_near("by norm", &clipped(&by_norm(2.0)), &expected("clip_norm"));
    assert_near("by a large norm", &clipped(&by_norm(200.0)), &expected("clip_norm_above"));
    assert_eq!(clipped(&by_norm(200.0)), waves::grad(&START));
}

#[test]
fn what_is_not_finite_is_not_hidden_by_clipping() {
    let mut gradient = [1.0, f64::NAN, f64::INFINITY];
    clip_value(&mut gradient, 0.5);
    assert!(gradient[0] == 0.5 && gradient[1].is_nan() && gradient[2] == 0.5);
    let mut gradient = [1.0, f64::NAN];
    assert!(clip_norm(&mut gradient, 1.0).is_nan() && gradient.iter().all(|slope| slope.is_nan()));
    // Squares of these overflow in single precision. The norm does not.
    let mut gradient = [3e30_f32, 4e30];
    assert!((clip_norm(&mut gradient, 1.0) / 5e30 - 1.0).abs() < 1e-6);
    assert!((gradient[0] - 0.6).abs() < 1e-6);
    assert_eq!(clip_norm::<f32>(&mut [], 1.0), 0.0);
}

#[test]
fn means_are_those_of_pytorch() {
    let (mut params, mut sgd, mut average) = (START, Sgd::new(0.04), Average::new(0.8, [0.0; 4]));
    for expected in reference("average") {
        let gradient = waves::grad(&params);
        sgd.update(&mut params, &gradient).expect("lengths that fit");
        average.update(&params).expect("lengths that fit");
        assert_near("mean", &average.mean, &expected);
    }
    assert_eq!(average.steps, 20);
    let error = Error::Length { argument: "mean", expected: 3, found: 4 };
    assert_eq!(average.update(&[0.0; 3]), Err(error));
}

const fn parameter(name: &'static str, offset: usize, shape: &'static [usize]) -> Parameter {
    Parameter { name, slot: Slot { offset, shape, init: Init::Zeros, fan: None }, frozen: false }
}

#[test]
fn groups_with_a_schedule_and_clipping_are_those_of_pytorch() {
    let parameters = [
        parameter("up.weight", 0, &[1]),
        parameter("up.bias", 1, &[1]),
        parameter("norm.weight", 2, &[1]),
        parameter("down.weight", 3, &[1]),
    ];
    let decay = Decay::new(&[("*.weight", 0.5), ("*norm*", 0.0)], &parameters).expect("names");
    let mut waves = evaluate(waves::value_and_grad);
    // What Adam decays by these rules is what `AdamW` does, whose own decay gives way to them.
    for name in ["adam", "adamw"] {
        let mut optimizer = Any::new(name, 0.1, 4).expect("an optimizer");
        optimizer.set_decay(decay.clone()).expect("four parameters");
        let (mut params, mut gradient) = (START, [0.0; 4]);
        let norms = reference("groups_norms").remove(0);
        for (step, (expected, norm)) in (0..).zip(reference("groups").iter().zip(norms)) {
            optimizer.rate = 0.1 * Schedule::cosine().factor(step, 20);
            let clipped = |x: &[f64], gradient: &mut [f64]| {
                let value = waves(x, gradient)?;
                assert_near("norm", &[clip_norm(gradient, 3.0)], &[norm]);
                Ok::<_, Error>(value)
            };
            optimizer.step(&mut params, &mut gradient, clipped).expect("lengths that fit");
            assert_near(&format!("{name}, step {step}"), &params, expected);
        }
    }
}

/// `parameters` after they decayed by half, from 1.
fn halved(rules: &[(&str, f64)], parameters: &[Parameter]) -> Vec<f64> {
    let mut params = vec![1.0; 6];
    Decay::new(rules, parameters).expect("names").apply(&mut params, 0.5).expect("six parameters");
    params
}

#[test]
fn the_last_rule_that_matches_decides() {
    let parameters = [
        parameter("blocks.0.up.weight", 0, &[2]),
        parameter("blocks.0.norm1.weight", 2, &[1]),
        parameter("blocks.1.up.weight", 3, &[1, 1]),
        Parameter { frozen: true, ..parameter("table", 4, &[1]) },
        parameter("gain", 5, &[]),
    ];
    let halved = |rules: &[(&str, f64)]| halved(rules, &parameters);
    assert_eq!(halved(&[]), [1.0; 6]);
    // What is frozen stays.
    assert_eq!(halved(&[("*", 1.0)]), [0.5, 0.5, 0.5, 0.5, 1.0, 0.5]);
    assert_eq!(halved(&[("*.weight", 1.0), ("blocks.*.norm*", 0.0)]), [0.5, 0.5, 1.0, 0.5, 1.0, 1.0]);
    assert_eq!(halved(&[("blocks.*.norm*", 0.0), ("*.weight", 1.0)]), [0.5, 0.5, 0.5, 0.5, 1.0, 1.0]);
    assert_eq!(halved(&[("*0*up*", 0.5), ("gain", 1.0)]), [0.75, 0.75, 1.0, 1.0, 1.0, 0.5]);
    assert_eq!(halved(&[("*.1.*", 1.0)]), [1.0, 1.0, 1.0, 0.5, 1.0, 1.0]);
    let decay = Decay::parse("*.weight=1, blocks.*.norm*=0", &parameters).expect("rules");
    assert_eq!(decay, Decay::new(&[("*.weight", 1.0), ("blocks.*.norm*", 0.0)], &parameters).expect("names"));
    assert_eq!(Decay::parse("1", &parameters), Decay::new(&[("*", 1.0)], &parameters));
    let error = Error::Length { argument: "params", expected: 6, found: 5 };
    assert_eq!(decay.apply(&mut [0.0; 5], 1.0), Err(error));
}

#[test]
fn rules_that_say_nothing_are_refused() {
    let parameters = [parameter("up.weight", 0, &[2]), parameter("up.bias", 2, &[1])];
    // A pattern is the whole name, and stars do not overlap.
    for pattern in ["weight", "up", "up*b", "up.weight.*", "", "*norm*", "up.w*weight"] {
        let names = vec!["up.weight", "up.bias"];
        let expected = DecayError::Unmatched { pattern: pattern.to_owned(), names };
        assert_eq!(Decay::new(&[("*", 1.0), (pattern, 0.0)], &parameters), Err(expected), "{pattern}");
    }
    for rule in ["*.weight", "*.weight=", "*.weight=much", "*.weight=-1", "*.weight=NaN", ""] {
        let error = Decay::parse(&format!("*=0.1,{rule}"), &parameters).expect_err(rule);
        assert_eq!(error, DecayError::Text { rule: rule.to_owned() });
        assert!(error.to_string().starts_with(&format!("`{rule}` is not a decay: write it as `*.weight=0.01")));
    }
}
