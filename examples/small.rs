//! Prints g = 24.70408163265306, ∂a = 138.83381924198252, ∂b = 645.577259475218…, the work and the time they take.
//!
//! With `dot` as its argument it prints the graph instead: `cargo run --example small dot | dot -Tsvg > small.svg`.

use std::env;
use std::hint::black_box;
use std::time::Instant;

use burtorch::{Real as _, differentiable};

const CALLS: u32 = 10_000_000;

/// The graph of micrograd's README.
#[allow(clippy::misrefactored_assign_op, reason = "written as it is there")]
#[differentiable]
fn small(a: f64, b: f64) -> f64 {
    let mut c = a + b;
    let mut d = a * b + b.powi(3);
    c += c + 1.0;
    c += 1.0 + c - a;
    d += d * 2.0 + (b + a).relu();
    d += 3.0 * d + (b - a).relu();
    let e = c - d;
    let f = e.powi(2);
    let mut g = f / 2.0;
    g += 10.0 / f;
    g
}

fn main() {
    if env::args().nth(1).as_deref() == Some("dot") {
        print!("{}", small::DOT);
        return;
    }
    println!("g  = {}", small(-4.0, 2.0));
    let (da, db) = small::grad(-4.0, 2.0);
    println!("∂a = {da}\n∂b = {db}");

    let ops = small::OPS;
    println!("{} operations; with the gradient {}, simplified to {}", ops.value, ops.before, ops.after);

    let start = Instant::now();
    for _ in 0..CALLS {
        black_box(small::value_and_grad(black_box(-4.0), black_box(2.0)));
    }
    let nanoseconds = start.elapsed().as_secs_f64() * 1e9 / f64::from(CALLS);
    println!(
        "{nanoseconds:.1} ns for value and gradient{}",
        if cfg!(debug_assertions) { "; try --release" } else { "" }
    );
}
