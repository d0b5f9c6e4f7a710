//! PAGE and SGD with one sample in a step, on the transformer of the paper: after how many gradients of samples is the loss so low?
//!
//! ```sh
//! cargo bench --bench page              # some minutes; `-- 20` for 20 passes over the data, instead of 100
//! ```
//!
//! The loss is that of all samples, 2,000 windows of the text that comes with the examples. Each method is run with several step sizes and
//! is judged by its best. A step of PAGE is two gradients of a sample, and with the probability `p = 1/(n + 1)` one of all samples.

use std::env;

use burtorch::oracle::{Counters, Method, Nice, Page, Problem, Run, Samples, Sgd, Terms};
use burtorch::{Rng, Workspace};

#[path = "ours/gpt.rs"]
mod gpt;

use gpt::{Gpt, T};

const N: usize = 2000;
const LOSSES: [f64; 5] = [3.2, 3.0, 2.8, 2.6, 2.4];

/// Windows of the text, and what comes next: all characters that are in it, the most frequent 64 by their place and others as one.
fn samples() -> Vec<([u8; T], [u8; T])> {
    let text = include_bytes!("../examples/data/text.txt");
    let mut counts: Vec<(usize, u8)> = (0..=u8::MAX).map(|byte| (0, byte)).collect();
    for &byte in text {
        counts[usize::from(byte)].0 += 1;
    }
    counts.sort_by(|a, b| b.cmp(a));
    let token = |byte: &u8| {
        let place = counts.iter().position(|(_, other)| other == byte).expect("all bytes are there");
        u8::try_from(place.min(64)).expect("at most 64")
    };
    let tokens: Vec<u8> = text.iter().map(token).collect();
    let stride = (tokens.len() - T - 1) / N;
    let window = |start: usize| {
        let take = |from: usize| tokens[from..from + T].try_into().expect("so many are taken");
        (take(start), take(start + 1))
    };
    (0..N).map(|at| window(at * stride)).collect()
}

/// How many gradients of samples it took to each of [`LOSSES`], in passes over the data, and the lowest loss.
fn run<M: Method, T: Terms>(problem: &mut Problem<T>, x: &[f64], method: M, passes: u32) -> ([Option<f64>; 5], f64) {
    let mut run = Run::new(problem, x, method).expect("the parameters are right");
    let (mut rng, mut reached, mut lowest) = (Rng::seed(1), [None; 5], f64::INFINITY);
    problem.counters = Counters::default();
    for pass in 1..=2 * passes {
        // Twice in a pass.
        while problem.counters.gradients < u64::from(pass) * N as u64 / 2 {
            run.step(problem, &mut rng);
        }
        let counters = problem.counters;
        let loss = problem.value(run.point());
        problem.counters = counters;
        for (reached, bound) in reached.iter_mut().zip(LOSSES) {
            if loss <= bound && reached.is_none() {
                *reached = Some(f64::from(pass) / 2.0);
            }
        }
        lowest = lowest.min(loss);
        if !loss.is_finite() {
            break;
        }
    }
    (reached, lowest)
}

fn main() {
    let passes = env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(100);
    let (samples, mut workspace) = (samples(), Workspace::<Gpt>::new());
    let mut first = vec![0.0; Gpt::PARAMS];
    Gpt::init(&mut first, &mut Rng::seed(3)).expect("room for all parameters");
    let x: Vec<f64> = first.iter().copied().map(f64::from).collect();
    let terms = Samples::new(&samples, Gpt::PARAMS, |(tokens, targets), params, gradient| {
        Gpt::loss_grad(params, gradient, &mut workspace, tokens, targets)
    });
    let problem = &mut Problem::new(terms.expect("tokens of the vocabulary")).expect("there are terms");
    let nice = || Nice::new(N, 1).expect("there are samples");
    println!(
        "passes over {N} samples to a loss of\n{:<22}{}  lowest",
        "",
        LOSSES.map(|loss| format!("{loss:>8}")).concat()
    );
    for step in [0.001, 0.003, 0.01, 0.03, 0.1] {
        #[allow(clippy::cast_precision_loss, reason = "it is small")]
        let p = 1.0 / (N as f64 + 1.0);
        let found = [
            ("SGD", run(problem, &x, Sgd { step, sampling: nice() }, passes)),
            ("PAGE", run(problem, &x, Page { step, p, sampling: nice() }, passes)),
        ];
        for (name, (reached, lowest)) in found {
            let cells = reached.map(|passes| passes.map_or("       -".to_owned(), |passes| format!("{passes:>8}")));
            println!("{:<22}{}  {lowest:.3}", format!("{name}, γ = {step}"), cells.concat());
        }
    }
}
