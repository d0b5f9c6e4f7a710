//! Tapes turned into source text, compiled, and compared: the same numbers to the bit.
//!
//! `compiled.rs` is that text. `BURTORCH_BLESS=1 cargo test --test eager source` writes it anew.

use std::fmt::Write as _;

use burtorch::eager::{Tape, Var};
use burtorch::rules::Op;

use super::{compiled, gradient, small, tiny};

type Recorded = for<'t> fn(&'t Tape<f64>, [Var<'t, f64>; 3]) -> Var<'t, f64>;

/// What is recorded. Together they use every row.
const RECORDED: &[Recorded] = &[
    |_, [a, b, c]| tiny(a, b) + c,
    |_, [a, b, c]| small(a, b) * c,
    |tape, [a, b, c]| {
        let xs = [a, b.sqr(), c.exp(), a * b];
        let ws = [c, a.cos(), b, tape.constant(-0.25)];
        let dots = tape.dot(xs, ws) + tape.dot_bias(xs, ws, a / c);
        let means = tape.mean(xs) - tape.neg_mean(ws) * tape.mean_of_squares(xs);
        dots + means + tape.variance(xs) * tape.variance_biased(ws) + tape.product(xs) - tape.difference([a, b, c])
            + tape.sum([a, a, b]) * tape.sum_of_squares(ws)
    },
    |_, [a, b, c]| every_function(a, b, c),
];

/// A sum of all functions of numbers, each at a point of its domain.
fn every_function<'t>(a: Var<'t, f64>, b: Var<'t, f64>, c: Var<'t, f64>) -> Var<'t, f64> {
    let tape = a.tape();
    let operators = [Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Rem, Op::Neg, Op::Powi];
    let mut sum = a % b + (-c).sqr() + a.powi(5) + b.powi(-2) + 2.0 / c;
    for &op in Op::ALL.iter().filter(|op| !operators.contains(op)) {
        let args = [a.id(), b.id(), c.id()];
        let y = match op {
            // Above one.
            Op::Acosh => tape.op(op, &[c.id()]),
            op => tape.op(op, &args[..op.arity()]),
        };
        sum += y * 0.5;
    }
    sum
}

/// Where they are recorded and evaluated: all inside of the domains of all functions.
const POINTS: [[f64; 3]; 3] = [[0.4, 0.6, 1.7], [0.15, 1.2, 2.5], [0.83, 0.91, 1.1]];

fn text() -> String {
    let mut text = String::from("//! Graphs that were recorded on a tape. Written by a test of `source.rs`.\n");
    for (at, recorded) in RECORDED.iter().enumerate() {
        let mut tape = Tape::new();
        let args = POINTS[0].map(|number| tape.leaf(number));
        let root = recorded(&tape, args).id();
        let source = tape.source(root).unwrap();
        assert_eq!(source.arguments.len(), 3);
        let _ = write!(
            text,
            "\npub fn recorded_{at}([a, b, c]: [f64; 3]) -> (f64, [f64; 3]) {{\n\
             let graph = {};\n\
             let (value, (da, db, dc)) = graph.value_and_grad(a, b, c);\n(value, [da, db, dc])\n}}\n",
            source.text
        );
    }
    text
}

#[test]
fn the_text_is_what_was_recorded() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/eager/compiled.rs");
    let text = text();
    if std::env::var_os("BURTORCH_BLESS").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), text, "BURTORCH_BLESS=1 writes it anew");
}

#[test]
fn compiled_text_gives_the_bits_of_the_tape() {
    type Compiled = fn([f64; 3]) -> (f64, [f64; 3]);
    let all: [Compiled; 4] = [compiled::recorded_0, compiled::recorded_1, compiled::recorded_2, compiled::recorded_3];
    for (at, (compiled, recorded)) in all.iter().zip(RECORDED).enumerate() {
        for point in POINTS {
            assert_eq!(compiled(point), gradient(point, recorded), "recorded_{at} at {point:?}");
        }
    }
}

#[test]
fn functions_outside_of_the_tape_have_no_text() {
    let mut tape = Tape::new();
    let x = tape.leaf(1.0);
    let y = tape.call([x.id()], |[x]| (x, [1.0]));
    let root = (y * 2.0).id();
    let error = tape.source(root).unwrap_err();
    assert_eq!(
        error.to_string(),
        "value 1 comes from a function outside of the tape; make it a leaf, or compute it on the tape"
    );
}
