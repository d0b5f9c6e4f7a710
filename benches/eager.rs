//! The graphs and models of the paper on a tape: `case median_ns min_ns`, one line for each case.
//!
//! ```sh
//! taskset -c 1 cargo bench --bench eager
//! taskset -c 1 cargo bench --bench eager -- tiny_order gpt
//! ```
//!
//! A call builds the graph, computes its gradient and rewinds the tape; of a model it is a step of training with one
//! sample. All cases are measured in turn, for a short time each, so that whatever else the machine does falls on all alike.
//! With `_order` the order of the graph is found once, with `_scratch` each time in memory of the caller, and `_simple` is
//! `root.backward()`; `small` is simple too, and models without `_order` find it each time. `SECS` is the time for each case.
//!
//! `build` and `build_parts` build a graph on one thread and on two, which must not be pinned to one core:
//! `cargo bench --bench eager -- build build_parts`.
//!
//! `benches/peers/original.py` compares it with the C++ library of the paper.

use std::collections::BTreeSet;
use std::env;
use std::hint::black_box;
use std::slice;
use std::thread;
use std::time::{Duration, Instant};

use burtorch::Rng;
use burtorch::eager::{Checkpoint, Order, Tape, Value, Var};

#[path = "ours/eager.rs"]
mod ours;

use ours::{Gpt, Model, Names, Training, small, tiny};

/// What is timed at once: so short that most are not interrupted.
const GROUP: Duration = Duration::from_micros(200);

/// How often all cases have their turn.
const ROUNDS: u32 = 50;

const RATE: f64 = 0.01;

/// Something to measure.
struct Case {
    name: &'static str,
    /// Does the work so many times.
    run: Box<dyn FnMut(usize)>,
}

fn case(name: &'static str, mut call: impl FnMut(usize) + 'static) -> Case {
    let mut at = 0;
    let run = move |count| {
        for _ in 0..count {
            call(at);
            at += 1;
        }
    };
    Case { name, run: Box::new(run) }
}

/// Value and gradient of a function of two numbers, near the point of the paper: found in an order that is known, in
/// memory of the caller, and simply.
fn graph<G>(names: [&'static str; 3], (a, b): (f64, f64), graph: G) -> [Case; 3]
where
    G: for<'t> Fn(Var<'t, f64>, Var<'t, f64>) -> Var<'t, f64> + Copy + 'static,
{
    let mut rng = Rng::seed(1);
    let points: [(f64, f64); 256] = [(); 256].map(|()| (a + 0.1 * rng.uniform(), b + 0.1 * rng.uniform()));
    let [in_order, scratch, simple] = names;
    let fresh = || {
        let mut tape = Tape::with_capacity(64);
        let (start, mut order) = (tape.checkpoint(), Order::with_capacity(64));
        let root = graph(tape.leaf(a), tape.leaf(b)).id();
        tape.order(root, &mut order);
        tape.rewind(start);
        (tape, start, order)
    };
    let (mut tape, start, order) = fresh();
    let in_order = case(in_order, move |at| {
        let (a, b) = points[at % points.len()];
        let (a, b) = (tape.leaf(a), tape.leaf(b));
        let (value, a, b) = (graph(a, b).value(), a.id(), b.id());
        tape.backward_in(&order);
        black_box((value, tape.adjoint(a), tape.adjoint(b)));
        tape.rewind(start);
    });
    let (mut tape, start, mut order) = fresh();
    let scratch = case(scratch, move |at| {
        let (a, b) = points[at % points.len()];
        let (a, b) = (tape.leaf(a), tape.leaf(b));
        let root = graph(a, b);
        let (value, root, a, b) = (root.value(), root.id(), a.id(), b.id());
        tape.backward_with(root, &mut order);
        black_box((value, tape.adjoint(a), tape.adjoint(b)));
        tape.rewind(start);
    });
    let (mut tape, start, _) = fresh();
    let simple = case(simple, move |at| {
        let (a, b) = points[at % points.len()];
        let (a, b) = (tape.leaf(a), tape.leaf(b));
        let root = graph(a, b);
        root.backward();
        black_box((root.value(), a.adjoint(), b.adjoint()));
        tape.rewind(start);
    });
    [in_order, scratch, simple]
}

/// Steps of training with one sample: with an order that is known, and with one that is found each time.
fn model<M: Model<f32> + 'static>(
    names: [&'static str; 2],
    make: impl Fn(&Tape<f32>) -> M,
    samples: fn() -> Vec<M::Sample>,
) -> [Case; 2] {
    let [in_order, name] = names;
    let (mut training, pool) = (Training::new(&make), samples());
    training.find_order(&pool[0]);
    let in_order = case(in_order, move |at| {
        black_box(training.step_in_order(slice::from_ref(&pool[at % pool.len()]), RATE));
    });
    let (mut training, pool) = (Training::new(&make), samples());
    let each_time = case(name, move |at| {
        black_box(training.step(slice::from_ref(&pool[at % pool.len()]), RATE));
    });
    [in_order, each_time]
}

/// Two halves of a graph of 120,000 nodes, one after the other, and as two parts that two threads build and that are joined.
fn build() -> [Case; 2] {
    fn half(tape: &Tape<f64>, x: Value) -> Value {
        let x = tape.at(x);
        let mut y = x;
        for _ in 0..20_000 {
            y = (y * 1.01 + x).tanh();
        }
        y.id()
    }
    fn fresh() -> (Tape<f64>, Checkpoint, Value) {
        let tape = Tape::with_capacity(150_000);
        let x = tape.leaf(0.5).id();
        let start = tape.checkpoint();
        (tape, start, x)
    }
    let (mut tape, start, x) = fresh();
    let one = case("build", move |_| {
        black_box((half(&tape, x), half(&tape, x)));
        tape.rewind(start);
    });
    let (mut tape, start, x) = fresh();
    let (mut first, mut second) = (tape.part(), tape.part());
    let parts = case("build_parts", move |_| {
        tape.restart(&mut first);
        tape.restart(&mut second);
        let halves = thread::scope(|scope| {
            let second = &mut second;
            let other = scope.spawn(move || half(second, x));
            [half(&first, x), other.join().expect("it does not panic")]
        });
        black_box([tape.join(&mut first).value(halves[0]), tape.join(&mut second).value(halves[1])]);
        tape.rewind(start);
    });
    [one, parts]
}

/// Letters of names, and the one that comes next.
fn names() -> Vec<([u8; 16], u8)> {
    let mut samples = Vec::new();
    for name in include_str!("../examples/data/names.txt").lines() {
        let mut context = [0; 16];
        for next in name.bytes().map(|letter| letter - b'a' + 1).chain([0]) {
            samples.push((context, next));
            context.rotate_left(1);
            context[15] = next;
        }
    }
    Rng::seed(1).shuffle(&mut samples);
    samples
}

/// Eight characters, and the one that comes after each of them.
fn text() -> Vec<([u8; 8], [u8; 8])> {
    let text = include_str!("../examples/data/text.txt").as_bytes();
    let characters: Vec<u8> = text.iter().copied().collect::<BTreeSet<u8>>().into_iter().collect();
    let place = |character: u8| characters.binary_search(&character).expect("it is one of them");
    let token = |at: usize| u8::try_from(place(text[at])).expect("there are not that many");
    let mut samples: Vec<_> = (0..text.len() - 8)
        .map(|at| (std::array::from_fn(|place| token(at + place)), std::array::from_fn(|place| token(at + place + 1))))
        .collect();
    Rng::seed(1).shuffle(&mut samples);
    samples.truncate(1024);
    samples
}

fn cases() -> Vec<Case> {
    let mlp = |hidden| move |tape: &Tape<f32>| Names::new(tape, hidden, &mut Rng::seed(1));
    let gpt = |tape: &Tape<f32>| Gpt::new(tape, &mut Rng::seed(1));
    graph(["tiny_order", "tiny_scratch", "tiny_simple"], (-41.0, 2.0), tiny)
        .into_iter()
        .chain(graph(["small_order", "small_scratch", "small"], (-4.0, 2.0), small))
        .chain(model(["mlp_e4_order", "mlp_e4"], mlp(4), names))
        .chain(model(["mlp_e64_order", "mlp_e64"], mlp(64), names))
        .chain(model(["gpt_order", "gpt"], gpt, text))
        .chain(build())
        .collect()
}

#[allow(clippy::cast_precision_loss, reason = "there are not that many calls")]
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count, positive and not too large")]
fn main() {
    let wanted: Vec<String> = env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let seconds = env::var("SECS").map_or(1.0, |word| word.parse().expect("`SECS` must be a number of seconds"));
    let mut cases = cases();
    if let Some(name) = wanted.iter().find(|&name| cases.iter().all(|case| case.name != name)) {
        let all: Vec<&str> = cases.iter().map(|case| case.name).collect();
        panic!("there is no case `{name}`: there is {}", all.join(", "));
    }
    cases.retain(|case| wanted.is_empty() || wanted.iter().any(|name| name == case.name));

    // Warm up, and see how many calls make a group.
    let mut groups: Vec<(usize, Vec<f64>)> = Vec::new();
    for case in &mut cases {
        let start = Instant::now();
        let mut calls = 0_u32;
        while start.elapsed() < Duration::from_millis(50) {
            (case.run)(16);
            calls += 16;
        }
        let each = start.elapsed().as_secs_f64() / f64::from(calls);
        groups.push(((GROUP.as_secs_f64() / each).ceil() as usize, Vec::new()));
    }
    let turn = Duration::from_secs_f64(seconds) / ROUNDS;
    for _ in 0..ROUNDS {
        for (case, (count, times)) in cases.iter_mut().zip(&mut groups) {
            let end = Instant::now() + turn;
            // What the other cases left in the caches goes first.
            (case.run)(*count);
            while {
                let start = Instant::now();
                (case.run)(*count);
                times.push(start.elapsed().as_secs_f64() * 1e9 / *count as f64);
                Instant::now() < end
            } {}
        }
    }
    for (case, (_, mut times)) in cases.iter().zip(groups) {
        times.sort_by(f64::total_cmp);
        println!("{} {:.1} {:.1}", case.name, times[times.len() / 2], times[0]);
    }
}
