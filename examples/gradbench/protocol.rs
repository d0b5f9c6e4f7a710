//! A message in, the reply to it out.
//!
//! Every message is answered with its `id`. `define` says whether there is such a module; `evaluate` runs a function of
//! a module as often and as long as its input asks, and answers with the last output and all times, or with an error
//! in words. Other messages are merely acknowledged.

#![allow(clippy::cast_precision_loss, reason = "counts and indices are far below 2⁵³")]
#![allow(clippy::needless_range_loop, reason = "the indices are those of the formulas")]

pub mod ba;
mod descent;
pub mod det;
pub mod evals;
pub mod gmm;
pub mod hello;
pub mod ht;
pub mod kmeans;
pub mod llsq;
pub mod lse;
pub mod lstm;
pub mod ode;
pub mod particle;
mod runs;
pub mod saddle;

use runs::{Evaluation, Runs, Timing};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

/// Runs the function of a name on an input.
type Evaluate = fn(&str, Value, &Runs) -> Result<Evaluation, String>;

const MODULES: [(&str, Evaluate); 12] = [
    ("ba", ba::evaluate),
    ("det", det::evaluate),
    ("gmm", gmm::evaluate),
    ("hello", hello::evaluate),
    ("ht", ht::evaluate),
    ("kmeans", kmeans::evaluate),
    ("llsq", llsq::evaluate),
    ("lse", lse::evaluate),
    ("lstm", lstm::evaluate),
    ("ode", ode::evaluate),
    ("particle", particle::evaluate),
    ("saddle", saddle::evaluate),
];

#[derive(Deserialize)]
struct Message {
    id: Value,
    kind: String,
    #[serde(default)]
    module: String,
    #[serde(default)]
    function: String,
    #[serde(default)]
    input: Value,
}

/// What is absent is not written.
#[derive(Default, Serialize)]
struct Reply {
    id: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    success: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    timings: Vec<Timing>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl Reply {
    fn failure(id: Value, error: String) -> Reply {
        Reply { id, success: Some(false), error: Some(error), ..Reply::default() }
    }
}

/// The reply to a message, both as one line of JSON.
pub fn reply(line: &str) -> String {
    let reply = match serde_json::from_str(line) {
        Ok(message) => answer(message),
        Err(error) => Reply::failure(Value::Null, format!("not a message: {error}")),
    };
    serde_json::to_string(&reply).expect("a reply has only strings for keys")
}

fn answer(Message { id, kind, module, function, input }: Message) -> Reply {
    let result = match kind.as_str() {
        "start" => return Reply { id, tool: Some("burtorch"), ..Reply::default() },
        "define" => find(&module).map(|_| None),
        "evaluate" => evaluate(&module, &function, input).map(Some),
        _ => return Reply { id, ..Reply::default() },
    };
    match result {
        Ok(None) => Reply { id, success: Some(true), ..Reply::default() },
        Ok(Some(Evaluation { output, timings })) => {
            Reply { id, success: Some(true), output: Some(output), timings, ..Reply::default() }
        }
        Err(error) => Reply::failure(id, error),
    }
}

fn find(module: &str) -> Result<Evaluate, String> {
    let names = || MODULES.map(|(name, _)| name).join(", ");
    let found = MODULES.iter().find(|(name, _)| *name == module);
    found.map(|(_, evaluate)| *evaluate).ok_or_else(|| format!("no module `{module}`; there are {}", names()))
}

fn evaluate(module: &str, function: &str, input: Value) -> Result<Evaluation, String> {
    let evaluate = find(module)?;
    let runs = Runs::of(&input)?;
    evaluate(function, input, &runs).map_err(|error| format!("{module}: {error}"))
}

/// The input of an eval, taken from JSON.
fn read<T: DeserializeOwned>(input: Value) -> Result<T, String> {
    serde_json::from_value(input).map_err(|error| format!("bad input: {error}"))
}

/// The error for a name that is not among the functions of a module.
fn unknown(function: &str, known: &[&str]) -> String {
    format!("no function `{function}`; there are {}", known.join(", "))
}

/// Fails unless `holds`.
fn check(holds: bool, error: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(format!("bad input: {error}")) }
}

/// A matrix as one slice, row after row.
fn flat(name: &str, rows: &[Vec<f64>], width: usize) -> Result<Vec<f64>, String> {
    check(rows.iter().all(|row| row.len() == width), &format!("a row of `{name}` is not {width} long"))?;
    Ok(rows.concat())
}

/// The rows of a matrix: `flat` undone.
fn rows(matrix: &[f64], width: usize) -> Vec<&[f64]> {
    matrix.chunks(width).collect()
}
