//! PyTorch's values and gradients at kinks, ties, zeros, infinities and NaN.
//!
//! `data/kinks.txt` is what PyTorch answers, as written by `data/kinks.py`: `op args = value gradients`.
//! The table of rules gives the same, except for what `EXCEPTIONS` lists with its reason.

#![allow(clippy::float_cmp, reason = "a kink is one exact number")]

use burtorch_runtime::rules::{Op, adjoint, value};

const TABLE: &str = include_str!("data/kinks.txt");

/// Operators that PyTorch does not have as one function.
const NOT_IN_PYTORCH: [Op; 4] = [Op::Cbrt, Op::NegMean2, Op::AddSquares, Op::MeanSquares2];

/// Where the rows differ from PyTorch, and why.
struct Exception {
    op: Op,
    reason: &'static str,
    at: fn(&Case) -> bool,
}

const EXCEPTIONS: [Exception; 6] = [
    Exception {
        op: Op::Signum,
        reason: "Rust's signum(±0) is ±1 and signum(NaN) is NaN; PyTorch's are 0",
        at: |case| case.args[0] == 0.0 || case.args[0].is_nan(),
    },
    Exception {
        op: Op::Round,
        reason: "Rust rounds halves away from zero, PyTorch to even",
        at: |case| case.args[0].fract().abs() == 0.5,
    },
    Exception {
        op: Op::Min,
        reason: "Rust's min prefers a number to NaN, so the number gets the adjoint; of two NaN the first",
        at: |case| case.args.iter().any(|x| x.is_nan()),
    },
    Exception {
        op: Op::Max,
        reason: "Rust's max prefers a number to NaN, so the number gets the adjoint; of two NaN the first",
        at: |case| case.args.iter().any(|x| x.is_nan()),
    },
    Exception {
        op: Op::Acosh,
        reason: "there is no value at or below -1 and so no slope; PyTorch's 1/√(a² − 1) has one",
        at: |case| case.args[0] <= -1.0,
    },
    Exception {
        op: Op::Clamp,
        reason: "on a bound, and at NaN, PyTorch has one rule for numbers as bounds and another for tensors; ours is the first",
        at: |case| {
            let tensors = case.gradients[1].is_some();
            tensors && (case.args[0] == case.args[1] || case.args[0] == case.args[2] || case.args[0].is_nan())
        },
    },
];

struct Case {
    line: &'static str,
    op: Op,
    args: Vec<f64>,
    value: f64,
    /// `None` where PyTorch takes a plain number and so has no gradient.
    gradients: Vec<Option<f64>>,
}

fn cases() -> impl Iterator<Item = Case> {
    let number = |x: &str| x.parse::<f64>().expect("a number");
    TABLE.lines().filter(|line| !line.starts_with('#')).map(move |line| {
        let (call, outcome) = line.split_once(" = ").expect("`op args = value gradients`");
        let mut call = call.split(' ');
        let name = call.next().expect("an operator");
        let args: Vec<f64> = call.map(number).collect();
        let mut outcome = outcome.split(' ');
        Case {
            line,
            op: Op::from_method(name, args.len()).unwrap_or_else(|| panic!("no operator {name}")),
            args,
            value: number(outcome.next().expect("a value")),
            gradients: outcome.map(|x| (x != "-").then(|| number(x))).collect(),
        }
    })
}

/// Equal up to rounding; NaN equals NaN, and an infinity only itself.
fn agree(a: f64, b: f64) -> bool {
    (a.is_nan() && b.is_nan()) || a == b || (a - b).abs() <= 1e-12 * b.abs()
}

/// Whether the row gives PyTorch's value and gradients, and what it gives.
fn compare(case: &Case) -> (bool, String) {
    let y = value(case.op, &case.args);
    let adjoints = adjoint(case.op, &case.args, y, 1.0).map(|adjoint| adjoint.unwrap_or(0.0));
    let gradients = case.gradients.iter().zip(adjoints);
    let agrees = agree(y, case.value)
        && gradients.clone().all(|(&theirs, ours)| theirs.is_none_or(|theirs| agree(ours, theirs)));
    (agrees, format!("{y} {:?}", &adjoints[..case.args.len()]))
}

#[test]
fn rows_follow_pytorch_at_kinks() {
    let differences: Vec<String> = cases()
        .filter(|case| !EXCEPTIONS.iter().any(|e| e.op == case.op && (e.at)(case)))
        .filter_map(|case| match compare(&case) {
            (true, _) => None,
            (false, ours) => Some(format!("PyTorch: {}\n   ours: {ours}", case.line)),
        })
        .collect();
    assert!(differences.is_empty(), "\n{}", differences.join("\n"));
}

#[test]
fn every_exception_is_needed() {
    for exception in &EXCEPTIONS {
        let differs = |case: &Case| case.op == exception.op && (exception.at)(case) && !compare(case).0;
        assert!(cases().any(|case| differs(&case)), "PyTorch agrees now: {}", exception.reason);
    }
}

#[test]
fn every_operator_is_compared() {
    for &op in Op::ALL {
        let compared = cases().any(|case| case.op == op);
        assert_ne!(compared, NOT_IN_PYTORCH.contains(&op), "{op:?}");
    }
}

#[track_caller]
fn check(op: Op, args: &[f64], expected: f64, gradients: &[f64]) {
    let y = value(op, args);
    let adjoints = adjoint(op, args, y, 1.0).map(|adjoint| adjoint.unwrap_or(0.0));
    assert!(agree(y, expected), "{op:?}{args:?} is {y}, not {expected}");
    for (&ours, &theirs) in adjoints.iter().zip(gradients) {
        assert!(agree(ours, theirs), "{op:?}{args:?} has slope {ours}, not {theirs}");
    }
}

// The exceptions, one by one.

#[test]
fn the_number_gets_the_adjoint_of_min_and_max_with_nan() {
    for op in [Op::Min, Op::Max] {
        check(op, &[2.0, f64::NAN], 2.0, &[1.0, 0.0]);
        check(op, &[f64::NAN, 2.0], 2.0, &[0.0, 1.0]);
        check(op, &[f64::NAN, f64::NAN], f64::NAN, &[1.0, 0.0]);
    }
}

#[test]
fn clamp_gives_the_adjoint_to_the_bound_that_is_met() {
    check(Op::Clamp, &[-1.0, -1.0, 1.0], -1.0, &[0.0, 1.0, 0.0]);
    check(Op::Clamp, &[1.0, -1.0, 1.0], 1.0, &[0.0, 0.0, 1.0]);
    check(Op::Clamp, &[1.0, 1.0, 1.0], 1.0, &[0.0, 1.0, 0.0]);
    check(Op::Clamp, &[f64::NAN, -1.0, 1.0], f64::NAN, &[0.0, 0.0, 0.0]);
}

#[test]
fn signum_and_round_are_flat_where_their_values_are_rusts() {
    check(Op::Signum, &[0.0], 1.0, &[0.0]);
    check(Op::Signum, &[-0.0], -1.0, &[0.0]);
    check(Op::Round, &[0.5], 1.0, &[0.0]);
    check(Op::Round, &[-0.5], -1.0, &[0.0]);
}

#[test]
fn acosh_has_no_slope_where_it_has_no_value() {
    check(Op::Acosh, &[-2.0], f64::NAN, &[f64::NAN]);
}

#[test]
fn cbrt_is_vertical_at_zero() {
    check(Op::Cbrt, &[0.0], 0.0, &[f64::INFINITY]);
}
