//! Random models as the text of a test, with what the interpreter says of each.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::found::found;
use super::program::{Program, program};
use super::{elaborated, inputs, numbers};
use crate::ast::Precision;
use crate::elaborate::Model;
use crate::tensor::interpret::{evaluate, evaluate_rounded};
use crate::tensor::{Graph, reverse, simplify};

/// How many models CI compiles.
const COMPILED: u64 = 40;

/// How far off a compiled model may be, beside an interpreter that adds up sums in one order and in double precision.
const MARGIN: f64 = 30.0;

pub(super) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the root of the repository")
}

/// The module of a model.
pub(super) fn module(program: &Program) -> String {
    let Program { seed, items, inputs, wrt, partial, double, .. } = program;
    let scalar = if *double { "f64" } else { "f32" };
    let types: Vec<String> = inputs.iter().map(|input| input.array(scalar)).collect();
    let fills: Vec<String> = inputs
        .iter()
        .enumerate()
        .map(|(at, input)| format!("crate::check::fill({seed}, at, {at}, {})", input.int.map_or(0, |(_, bound)| bound)))
        .collect();
    let reference = |scalar: bool| if scalar { "" } else { "&" };
    // A function of one argument takes samples that are that argument.
    let (sample, make, pass) = match &inputs[..] {
        [only] => (types[0].clone(), fills[0].clone(), (if only.shape.is_empty() { "*s" } else { "s" }).to_owned()),
        _ => {
            let pass =
                inputs.iter().enumerate().map(|(at, input)| format!("{}s.{at}", reference(input.shape.is_empty())));
            (format!("({})", types.join(", ")), format!("({})", fills.join(", ")), pass.collect::<Vec<_>>().join(", "))
        }
    };
    let out = program.out.as_ref().map(|shape| {
        let ty = shape.iter().rev().fold(scalar.to_owned(), |inner, length| format!("[{inner}; {length}]"));
        format!("type Out = {ty};\n")
    });
    let mut text = format!(
        "#[allow(unused, clippy::all, clippy::pedantic)]\nmod model_{seed} {{\nburtorch::graph! {{\n{items}}}\n"
    );
    if let Some(out) = &out {
        text.push_str(out);
    }
    let name = if out.is_some() { "Out" } else { "" };
    let wrt: Vec<String> = wrt.iter().map(|&at| format!("g{at}: {}", types[at])).collect();
    let wrt = if wrt.is_empty() { String::new() } else { format!("[{}]", wrt.join(", ")) };
    let partial = if *partial { "partial" } else { "" };
    writeln!(text, "subject!({scalar}, {sample}, |at| {make}, |s| ({pass}), {name} {wrt} {partial});")
        .expect("a string can always grow");
    writeln!(
        text,
        "#[test]\nfn agrees() {{\ncrate::check::check(&mut Compiled::new(), {seed}, &{});\n}}\n}}\n",
        expected(program)
    )
    .expect("a string can always grow");
    text
}

/// What the interpreter says, as the text of an `Expected`.
fn expected(program: &Program) -> String {
    let model = elaborated(program);
    let (params, sample) = (numbers::params(program.seed, model.count, program.double), inputs(program, 0));
    let swept = simplify(&reverse(graph(&model, "loss"), &[]), Precision::F64);
    let run = |rounded: bool| {
        let mut gradient = vec![0.0; params.len()];
        let value = if rounded {
            evaluate_rounded(&swept, &params, &sample, &mut gradient)
        } else {
            evaluate(&swept, &params, &sample, 1.0, &mut gradient)
        };
        (value[0][0], gradient)
    };
    let ((loss, gradient), (rounded_loss, rounded)) = (run(false), run(true));
    let out = program
        .out
        .as_ref()
        .map_or([0.0; 4], |_| numbers::projections(&evaluate(graph(&model, "out"), &params, &sample, 1.0, &mut [])[0]));
    let size = gradient.iter().fold(loss.abs().max(1e-2), |size, slope| size.max(slope.abs()));
    let errors = gradient.iter().zip(&rounded).map(|(exact, rounded)| (exact - rounded).abs());
    let worst = errors.fold((loss - rounded_loss).abs(), f64::max) / size;
    let tolerance = if program.double { 1e-9 } else { 1e-5 + MARGIN * worst };
    // Of the gradients with respect to inputs, one after the other.
    let swept = simplify(&reverse(graph(&model, "loss"), &program.wrt), Precision::F64);
    let slopes = evaluate(&swept, &params, &sample, 1.0, &mut vec![0.0; params.len()])[1..].concat();
    let inputs = numbers::projections(&slopes);
    let norm = gradient.iter().map(|slope| slope * slope).sum::<f64>().sqrt();
    let slopes = numbers::projections(&gradient);
    format!(
        "crate::check::Expected {{ loss: {loss:e}, gradient: {slopes:?}, norm: {norm:e}, out: {out:?}, inputs: {inputs:?}, tolerance: {tolerance:.1e} }}"
    )
}

fn graph<'m>(model: &'m Model, name: &str) -> &'m Graph {
    &model.functions.iter().find(|function| function.name == name).expect("a function of the model").graph
}

/// `tests/random_models/models.rs` holds the first models, and those that were wrong once.
#[test]
fn random_models_that_are_compiled_are_those_of_the_generator() {
    let mut text =
        "//! Random models, and what the interpreter says of each. Written by a test of burtorch-models.\n\n"
            .to_owned();
    for program in (0..COMPILED).map(program).chain(found()) {
        text.push_str(&module(&program));
    }
    let path = root().join("tests/random_models/models.rs");
    if std::env::var_os("BURTORCH_BLESS").is_some() {
        std::fs::write(&path, &text).expect("the file can be written");
    }
    let found = std::fs::read_to_string(&path).expect("the file is there");
    assert!(is_same(&found, &text), "{} is not what is generated: BURTORCH_BLESS=1 writes it", path.display());
}

/// Whether two texts are the same but for the last digits of numbers: which functions of the standard library or of `libm` the
/// interpreter calls depends on what else is built.
fn is_same(a: &str, b: &str) -> bool {
    fn words(text: &str) -> impl Iterator<Item = &str> {
        text.split([' ', '\n', ',', '[', ']', '(', ')', ';'])
    }
    let number = |word: &str| word.trim_end_matches("f32").trim_end_matches("f64").parse::<f64>().ok();
    let close = |(a, b): (&str, &str)| match (number(a), number(b)) {
        (Some(x), Some(y)) => a == b || (x - y).abs() <= 1e-9 * x.abs().max(y.abs()).max(1e-6),
        _ => a == b,
    };
    words(a).count() == words(b).count() && words(a).zip(words(b)).all(close)
}
