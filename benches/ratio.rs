//! Ours and by hand in turn, in many short rounds: the ratios of the medians.
//!
//! Whatever else the machine does falls on all variants alike. Pin it to a core:
//! `taskset -c 1 cargo bench --bench ratio`. Two ways to call a gradient are measured:
//!
//! - apart: nothing connects one call with the next, the processor overlaps them;
//! - descent: each call starts from the result of the one before, as in an optimiser.
//!
//! The ratios of the first quartiles stand beside those of the medians: they agree when the machine is quiet.

use std::hint::black_box;
use std::time::Instant;

#[path = "hand/graphs.rs"]
mod hand;
#[path = "ours/graphs.rs"]
mod ours;

use hand::Gradient;

const ROUNDS: usize = 3001;
const CALLS: u32 = 1000;

/// Calls a gradient `CALLS` times.
type Loop = fn(f64, f64);

struct Variant {
    name: &'static str,
    apart: Loop,
    descent: Loop,
}

/// Loops around one gradient, each compiled by itself.
macro_rules! variant {
    ($name:literal, $gradient:expr) => {{
        #[inline(never)]
        fn apart(a: f64, b: f64) {
            // By reference: boxed by value, arguments and results may share a slot of the stack, and then the
            // processor waits for the one while it wants the other.
            let point = (a, b);
            let mut gradient: Gradient = (0.0, (0.0, 0.0));
            for _ in 0..CALLS {
                let &(a, b) = black_box(&point);
                gradient = $gradient(a, b);
                black_box(&mut gradient);
            }
            black_box(gradient);
        }
        #[inline(never)]
        fn descent(from_a: f64, from_b: f64) {
            let (mut a, mut b, mut sum) = (from_a, from_b, 0.0);
            // Steps too small to leave the start, which the compiler cannot know.
            let rate = black_box(1e-300);
            for _ in 0..CALLS {
                let (value, (da, db)): Gradient = $gradient(a, b);
                sum += value;
                a = from_a - rate * da;
                b = from_b - rate * db;
            }
            black_box((a, b, sum));
        }
        Variant { name: $name, apart, descent }
    }};
}

/// The first quartile and the median of the nanoseconds per call, for each loop.
fn times(loops: &[Loop], a: f64, b: f64) -> Vec<[f64; 2]> {
    let mut times = vec![Vec::with_capacity(ROUNDS); loops.len()];
    for round in 0..ROUNDS {
        // Each round starts with another variant, so that none always follows the same one.
        for turn in 0..loops.len() {
            let which = (round + turn) % loops.len();
            let start = Instant::now();
            loops[which](black_box(a), black_box(b));
            times[which].push(start.elapsed().as_secs_f64() * 1e9 / f64::from(CALLS));
        }
    }
    times
        .into_iter()
        .map(|mut times| {
            times.sort_by(f64::total_cmp);
            [times[ROUNDS / 4], times[ROUNDS / 2]]
        })
        .collect()
}

/// Ours come first in `variants`, exact and with the options `factored` and `fast`; by hand after all of ours.
fn compare(graph: &str, (a, b): (f64, f64), variants: &[Variant]) {
    type Pick = fn(&Variant) -> Loop;
    let ways: [(&str, Pick); 2] = [("apart", |variant| variant.apart), ("descent", |variant| variant.descent)];
    for (way, pick) in ways {
        let loops: Vec<Loop> = variants.iter().map(pick).collect();
        let times = times(&loops, a, b);
        println!("{graph}, {way}");
        for (variant, [quartile, median]) in variants.iter().zip(&times) {
            print!("  {:<18} {median:7.3} ns", variant.name);
            if variant.name.starts_with("hand") {
                for (name, ours) in [("ours", times[0]), ("factored", times[1]), ("fast", times[2])] {
                    print!("   {name} {:.3} of that, by quartiles {:.3}", ours[1] / median, ours[0] / quartile);
                }
            }
            println!();
        }
    }
}

fn main() {
    let tiny = [
        variant!("#[differentiable]", ours::tiny::value_and_grad),
        variant!("factored", ours::tiny_factored::value_and_grad),
        variant!("fast", ours::tiny_fast::value_and_grad),
        variant!("graph!", ours::tiny_expression),
        variant!("graph!, factored", ours::tiny_factored_expression),
        variant!("hand", hand::tiny),
        variant!("hand, by edge", hand::tiny_by_edge),
        variant!("hand, factored", hand::tiny_factored),
    ];
    let small = [
        variant!("#[differentiable]", ours::small::value_and_grad),
        variant!("factored", ours::small_factored::value_and_grad),
        variant!("fast", ours::small_fast::value_and_grad),
        variant!("graph!", ours::small_expression),
        variant!("graph!, factored", ours::small_factored_expression),
        variant!("hand", hand::small),
        variant!("hand, by edge", hand::small_by_edge),
        variant!("hand, factored", hand::small_factored),
    ];
    compare("tiny", (-41.0, 2.0), &tiny);
    compare("small", (-4.0, 2.0), &small);
}
