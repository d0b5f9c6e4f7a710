//! Value and gradient of the two graphs of the paper: ours beside the derivative written by hand.
//!
//! `taskset -c 1 cargo bench --bench graphs`; `ratio` gives the same as ratios, less disturbed by noise.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};

#[path = "hand/graphs.rs"]
mod hand;
#[path = "ours/graphs.rs"]
mod ours;

/// One group per graph, its variants one after the other.
macro_rules! group {
    ($criterion:expr, $graph:literal, ($a:literal, $b:literal), $($name:literal: $gradient:expr),*) => {
        let mut group = $criterion.benchmark_group($graph);
        let point = ($a, $b);
        $(group.bench_function($name, |bench| {
            bench.iter(|| {
                let &(a, b) = black_box(&point);
                $gradient(a, b)
            });
        });)*
        group.finish();
    };
}

fn graphs(criterion: &mut Criterion) {
    group!(criterion, "tiny", (-41.0, 2.0),
        "function": ours::tiny::value_and_grad, "hand": hand::tiny,
        "expression": ours::tiny_expression, "hand by edge": hand::tiny_by_edge,
        "hand factored": hand::tiny_factored);
    group!(criterion, "small", (-4.0, 2.0),
        "function": ours::small::value_and_grad, "hand": hand::small,
        "expression": ours::small_expression, "hand by edge": hand::small_by_edge,
        "hand factored": hand::small_factored);
}

criterion_group! {
    name = benches;
    config = Criterion::default().warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
    targets = graphs
}
criterion_main!(benches);
