//! Prints g = 612.5, ∂a = -35, ∂b = 1050, the graph as Graphviz text, and a few nanoseconds for value and gradient.

use std::hint::black_box;
use std::time::Instant;

const CALLS: u32 = 10_000_000;

fn main() {
    let tiny = burtorch::graph!(|a: f64, b: f64| {
        let c = a + b;
        let d = a * b + b.powi(3);
        let e = c - d;
        let f = e.powi(2);
        f / 2.0
    });

    let (g, (da, db)) = tiny.value_and_grad(-41.0, 2.0);
    println!("g  = {g}\n∂a = {da}\n∂b = {db}");

    let ops = tiny.ops();
    println!("{} operations; with the gradient {}, simplified to {}", ops.value, ops.before, ops.after);
    println!("{}", tiny.dot());

    let start = Instant::now();
    for _ in 0..CALLS {
        black_box(tiny.value_and_grad(black_box(-41.0), black_box(2.0)));
    }
    let nanoseconds = start.elapsed().as_secs_f64() * 1e9 / f64::from(CALLS);
    println!(
        "{nanoseconds:.1} ns for value and gradient{}",
        if cfg!(debug_assertions) { "; try --release" } else { "" }
    );
}
