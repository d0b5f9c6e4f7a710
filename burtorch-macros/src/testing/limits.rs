//! Large programs: the work grows with what is written, and nothing is as deep as the program is long.
//!
//! Work is counted in nodes that were ever made, in the graph and in attempts that were given up, so these tests know nothing of
//! time. `tests/natural/sizes.rs` gives such programs to rustc.

use std::fmt::Write as _;

use quote::quote;

use crate::build::build;
use crate::differentiate::{Directions, reverse, tangent};
use crate::error::Errors;
use crate::fuzz::has_errors;
use crate::{expand, parse};

/// How many nodes the graph, its sweep and its tangent took to make.
fn work(source: &str) -> [usize; 3] {
    let item = parse::item(source.parse().expect("tokens")).expect("a function");
    let mut errors = Errors::default();
    let options = parse::Options::parse(quote!(), &mut errors);
    let (function, in_body) = parse::function(&item, &options, &mut errors);
    errors.append(in_body);
    let graph = build(&function, &mut errors).graph;
    assert!(errors.finish().is_ok(), "it is refused: {source}");
    let (swept, moved) = (reverse(&graph, &[]), tangent(&graph, &graph.active_params(), Directions::One));
    [graph.len(), swept.len(), moved.len()]
}

/// Twice the size is at most `factor` times the work, in each pass.
fn grows(program: impl Fn(usize) -> String, size: usize, factor: usize) {
    let (half, whole) = (work(&program(size)), work(&program(2 * size)));
    for (half, whole) in half.into_iter().zip(whole) {
        assert!(whole <= factor * half, "{half} nodes, then {whole}: {}", program(2));
    }
}

/// `start`, then `part` for each number, then `end`.
fn repeated(start: &str, count: usize, part: impl Fn(usize) -> String, end: &str) -> String {
    let mut text = start.to_owned();
    for at in 0..count {
        let _ = write!(text, "{} ", part(at));
    }
    text + end
}

#[test]
fn a_long_function_is_linear_work() {
    let body = |part: fn(usize) -> String, end: &'static str| {
        move |size: usize| {
            repeated("fn f(x: f64, y: f64, n: usize) -> f64 { let mut v = x * y; ", size, part, "") + end + " }"
        }
    };
    grows(body(|at| format!("v += x.sin() * {at}.5;"), "v"), 200, 3);
    grows(body(|at| format!("if v > {at}.5 {{ v *= y; }}"), "v"), 100, 3);
    grows(body(|_| "for _ in 0..n { v = v.sin() * y; }".to_owned(), "v"), 50, 3);
    grows(|size| repeated("fn f(x: f64, y: f64) -> f64 { x", size, |_| "+ x * y".to_owned(), "}"), 500, 3);
    grows(|size| repeated("fn f(x: f64) -> f64 { x", size, |_| ".sin().max(x)".to_owned(), "}"), 500, 3);
    grows(
        |size| {
            repeated("fn f(x: f64, n: usize) -> f64 { let k = n", size, |at| format!("+ n * {at}"), "; x * k as f64 }")
        },
        200,
        3,
    );
}

#[test]
fn nested_loops_do_not_double_with_every_level() {
    let nested = |size: usize, head: &str| {
        let start = "fn f(x: f64, y: f64, n: usize) -> f64 { let mut v = x; ";
        repeated(start, size, |_| format!("{head} {{ v = v.sin() * y;"), &"}".repeat(size)) + " v }"
    };
    // A loop is built once more for each loop around it, so twice the depth is four times the work.
    for head in ["for _ in 0..n", "for _ in 0..100000", "for _ in 0..2", "for _ in 0..9"] {
        grows(|size| nested(size, head), 16, 5);
    }
    let sums = |size: usize| {
        let start = "fn f(x: &[f64], y: f64) -> f64 { ";
        repeated(start, size, |at| format!("x.iter().map(|a{at}| a{at} * "), "y")
            + &").sum::<f64>()".repeat(size)
            + " }"
    };
    grows(sums, 12, 5);
    let conditions = |size: usize| {
        repeated("fn f(x: f64) -> f64 { if ", size, |at| format!("x > {at}.0 && ("), "x < 1.0")
            + &")".repeat(size)
            + " { x } else { -x } }"
    };
    grows(conditions, 16, 5);
}

#[test]
fn values_that_are_used_twice_are_looked_at_once() {
    let doubled = |size: usize| {
        let start = "fn f(x: f64, n: usize) -> f64 { let mut v = x; for i in 0..n { let k0 = i; ";
        repeated(start, size, |at| format!("let k{} = k{at} + k{at};", at + 1), "")
            + &format!("v = v.sin() * k{size} as f64; }} v }}")
    };
    // 2^200 ways lead from the last of them to the first.
    grows(doubled, 100, 3);
}

/// The message of the only error, if there is one.
fn refusal(item: &str) -> Option<String> {
    let output = expand::differentiable(quote!(), &item.parse().expect("tokens"));
    if !has_errors(&output) {
        return None;
    }
    let text = output.to_string();
    let message = text.split("compile_error ! { ").nth(1)?;
    Some(message.split('}').next()?.to_owned())
}

#[test]
fn closures_that_double_are_refused_before_they_are_written_out() {
    let doubling = |size: usize| {
        let start = "fn f(x: f64) -> f64 { let c0 = |a: f64| a * x; ";
        let part = |at: usize| format!("let c{} = |a: f64| c{at}(a) + c{at}(a * 2.0);", at + 1);
        repeated(start, size, part, "") + &format!("c{size}(x) }}")
    };
    assert_eq!(refusal(&doubling(8)), None);
    let message = refusal(&doubling(60)).expect("it is refused");
    assert!(message.contains("at most 30000 can be: make `c60` a function with `#[differentiable]`"), "{message}");
}

#[test]
fn what_nests_too_deep_is_refused_and_what_is_long_is_not() {
    // A macro has 8 MB of stack in rustc; a test has 2.
    let work = || {
        let around = |open: &str, count: usize, close: &str| {
            format!("fn f(x: f64, n: usize) -> f64 {{ {} x {} }}", open.repeat(count), close.repeat(count))
        };
        let nests = [
            ("(", " * x)"),
            ("-", ""),
            ("f64::sin(", ")"),
            ("{ let y = x;", "}"),
            ("if x > 1.0 {", "} else { x }"),
            ("if x > 1.0 { x } else ", ""),
            ("match n { 0 => x, _ =>", "}"),
        ];
        for (open, close) in nests {
            let close_last = if open.ends_with("else ") { "{ x }" } else { "" };
            let nested = |count: usize| around(open, count, close).replace("else  x ", &format!("else {close_last}"));
            assert_eq!(refusal(&nested(100)), None, "{open}");
            let message = refusal(&nested(1000)).expect("it is refused");
            assert!(message.contains("at most 128 can be read: bind inner parts"), "{open}: {message}");
        }
        for chain in [" + x * n as f64", ".sin().max(x)"] {
            assert_eq!(refusal(&format!("fn f(x: f64, n: usize) -> f64 {{ x {} }}", chain.repeat(5000))), None);
        }
    };
    let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(work).expect("a thread");
    assert!(thread.join().is_ok());
}
