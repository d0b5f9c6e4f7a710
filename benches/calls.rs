//! `calls VARIANT N` calls one gradient N times and does nothing else: `instructions.sh` counts what that costs.
//!
//! Without arguments it checks that all variants agree.

use std::env;
use std::hint::black_box;

#[path = "hand/graphs.rs"]
mod hand;
#[path = "ours/graphs.rs"]
mod ours;

use hand::Gradient;

/// Not inlined: the loop of every variant is compiled by itself, and the empty one costs what is subtracted.
macro_rules! variants {
    ($($name:literal $a:literal $b:literal $gradient:expr;)*) => {
        const NAMES: &[&str] = &[$($name),*];

        fn repeat(name: &str, times: u64) -> Option<Gradient> {
            match name {
                $($name => {
                    #[inline(never)]
                    fn run(times: u64) -> Gradient {
                        let point = ($a, $b);
                        let mut last = (0.0, (0.0, 0.0));
                        for _ in 0..times {
                            let &(a, b) = black_box(&point);
                            last = $gradient(a, b);
                            black_box(&mut last);
                        }
                        last
                    }
                    Some(run(times))
                })*
                _ => None,
            }
        }
    };
}

variants! {
    "empty" -41.0 2.0 (|a, b| (a, (b, a)));
    "tiny:function" -41.0 2.0 ours::tiny::value_and_grad;
    "tiny:expression" -41.0 2.0 ours::tiny_expression;
    "tiny:function-factored" -41.0 2.0 ours::tiny_factored::value_and_grad;
    "tiny:function-fast" -41.0 2.0 ours::tiny_fast::value_and_grad;
    "tiny:expression-factored" -41.0 2.0 ours::tiny_factored_expression;
    "tiny:edge" -41.0 2.0 hand::tiny_by_edge;
    "tiny:hand" -41.0 2.0 hand::tiny;
    "tiny:factored" -41.0 2.0 hand::tiny_factored;
    "small:function" -4.0 2.0 ours::small::value_and_grad;
    "small:expression" -4.0 2.0 ours::small_expression;
    "small:function-factored" -4.0 2.0 ours::small_factored::value_and_grad;
    "small:function-fast" -4.0 2.0 ours::small_fast::value_and_grad;
    "small:expression-factored" -4.0 2.0 ours::small_factored_expression;
    "small:edge" -4.0 2.0 hand::small_by_edge;
    "small:hand" -4.0 2.0 hand::small;
    "small:factored" -4.0 2.0 hand::small_factored;
}

fn main() {
    let args: Vec<String> = env::args().skip(1).collect();
    if let [name, times] = args.as_slice() {
        let times = times.parse().expect("a number of calls");
        repeat(name, times).unwrap_or_else(|| panic!("no variant `{name}`: there are {NAMES:?}"));
        return;
    }
    for (graph, value, da, db) in [
        ("tiny", 612.5, -35.0, 1050.0),
        ("small", 24.704_081_632_653_06, 138.833_819_241_982_52, 645.577_259_475_218_7),
    ] {
        for name in NAMES.iter().filter(|name| name.starts_with(graph)) {
            let (v, (a, b)) = repeat(name, 1).expect("a known name");
            for (ours, expected) in [(v, value), (a, da), (b, db)] {
                assert!((ours - expected).abs() <= 1e-14 * f64::abs(expected), "{name}: {ours} is not {expected}");
            }
            println!("{name}: {v} {a} {b}");
        }
    }
}
