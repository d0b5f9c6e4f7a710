//! Broken input: whatever tokens come in, code or errors come out, and never a panic.
//!
//! Programs that use every part of the language are mutated token by token, with fixed seeds. What comes
//! out without an error must at least be Rust. In this repository the graph is verified after every pass, so
//! a program that is accepted and should not be is often found here. The folder `fuzz` of the repository has a command that does
//! the same with other seeds, for hours.

mod input;
mod mutate;
mod programs;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};

use proc_macro2::TokenStream;

pub(crate) use input::has_errors;
use input::{Entry, Input, kind, shrink};
use mutate::{Corpus, Random};

/// Panics with one small input for every kind of wrong answer.
fn none_fails(inputs: impl Iterator<Item = Input>) {
    let mut report = String::new();
    let mut kinds = BTreeSet::new();
    for input in inputs {
        if let Some(fault) = input.fault()
            && kinds.insert(kind(&fault))
        {
            let mut is_same = |input: &Input| input.fault().is_some_and(|other| kind(&other) == kind(&fault));
            let _ = write!(report, "\n\n{}\n    {fault}", shrink(input, &mut is_same));
        }
    }
    assert!(report.is_empty(), "{report}");
}

#[test]
fn the_programs_are_valid() {
    for input in Corpus::new(Vec::new()).inputs {
        let output = input.expand();
        assert!(!has_errors(&output), "{input}\n{output}");
    }
}

/// Inputs that made a compiler panic once, each as small as it gets.
#[test]
fn what_failed_once_does_not_again() {
    let functions = [
        // A value without a length in the place of an array.
        "fn f(x: f64) -> f64 { let y = () = 0.0; for _ in .. { for v in y.iter_mut() { } } }",
        // A jump out of a loop that stands in an expression.
        "fn f(x: f64) -> f64 { for _ in { if () { 'l1: for i2 in .. { return } } 0 + total }.n { } }",
        // Integers at the end of their range.
        "fn f(x: f64) -> f64 { -170141183460469231731687303715884105727 - 1 - 1 }",
        "fn f(x: f64) -> f64 { -(-170141183460469231731687303715884105727 - 1) }",
        "fn f(x: [Vec<f64>]) -> f64 { dot(x, x[1][-170141183460469231731687303715884105727 .. 1]) }",
        // A literal that is none.
        "fn f(x: f64) -> f64 { m[1e400f32] * x }",
        // An array that is longer than what can be listed, number by number.
        "fn f(x: [f32; 4294967296], k: f32) -> f32 { }",
        "fn f(z: f64) -> [f64; 4294967296] { let lat = z.atan2(()); lat }",
    ];
    none_fails(functions.iter().map(|item| Input {
        entry: Entry::Differentiable,
        options: TokenStream::new(),
        item: item.parse().expect("tokens"),
    }));
}

#[test]
fn mutated_programs_give_code_or_errors() {
    let corpus = Corpus::new(Vec::new());
    let mut random = Random(1);
    none_fails((0..3000).map(|_| {
        let mut input = random.pick(&corpus.inputs).clone();
        for _ in 0..=random.below(3) {
            corpus.mutate(&mut input, &mut random);
        }
        input
    }));
}

#[test]
fn random_tokens_give_errors_or_code() {
    let corpus = Corpus::new(Vec::new());
    let mut random = Random(2);
    none_fails((0..2000).map(|case| {
        let entry = [Entry::Differentiable, Entry::Derivative, Entry::Graph, Entry::Derive][case % 4];
        corpus.random(entry, &mut random)
    }));
}

#[test]
fn the_same_input_gives_the_same_output() {
    let corpus = Corpus::new(Vec::new());
    let mut random = Random(3);
    for case in 0..300 {
        let mut input = corpus.inputs[case % corpus.inputs.len()].clone();
        if case >= corpus.inputs.len() {
            corpus.mutate(&mut input, &mut random);
        }
        let [first, second] = [(); 2].map(|()| catch_unwind(AssertUnwindSafe(|| input.expand().to_string())).ok());
        assert_eq!(first, second, "{input}");
    }
}
