//! Random models: what every pass of the compiler must keep, and the file of models that are compiled.

mod constructs;
mod found;
mod kernels;
mod loops;
mod many;
#[path = "../../../../tests/random_models/numbers.rs"]
mod numbers;
mod over_time;
mod passes;
mod program;
mod write;

use crate::elaborate::{Model, elaborate};
use crate::error::Errors;
use crate::tensor::interpret::Value;
use program::Program;

/// The model of a program.
fn elaborated(program: &Program) -> Model {
    let mut errors = Errors::default();
    let tokens = program.items.parse().unwrap_or_else(|error| panic!("{error}\n{}", program.items));
    let models = elaborate(tokens, &mut errors).models;
    if let Err(errors) = errors.finish() {
        panic!("model {} is not one: {errors}\n{}", program.seed, program.items);
    }
    models.into_iter().next().expect("a model")
}

/// The arguments of a sample.
fn inputs(program: &Program, sample: u64) -> Vec<Value> {
    let one = |(at, input): (usize, &program::Input)| {
        let mut numbers = numbers::argument(program.seed, sample, at);
        let count: usize = input.shape.iter().product();
        match input.int {
            Some((_, bound)) => {
                Value::Int((0..count).map(|_| i64::try_from(numbers.below(bound)).expect("a small number")).collect())
            }
            None => Value::Float((0..count).map(|_| numbers::rounded(numbers.float(), program.double)).collect()),
        }
    };
    program.inputs.iter().enumerate().map(one).collect()
}

/// A number from the environment.
fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}
