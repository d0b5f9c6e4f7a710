//! Steps of PAGE, SAGA and EF21 that look at one term each, as lines of JSON: `benches/peers/oracles.py` runs it beside other frameworks.
//!
//! `oracle METHOD SECONDS MODE` measures one of them, and nothing measures all. The mode is `function`, a loss that the compiler
//! differentiates, or `linear`, the library's own `LinearModel`. `f` is the value after as many steps as every framework
//! takes first, so that all are seen to do the same.

use std::env;
use std::hint::black_box;
use std::time::Instant;

use burtorch::oracle::{Ef21, LinearModel, Link, Method, Nice, Page, Problem, Rows, Run, Saga, Terms, TopK};
use burtorch::{Real, Rng, Scratch, differentiable};

/// How many numbers a point has, and how many of them a client sends.
const D: usize = 50;
const K: usize = 5;
const ROWS: usize = 500;
const CLIENTS: usize = 20;
/// The steps after which `f` is looked at: of the random methods so many that they are at the optimum.
const STEPS: u32 = 100_000;
const ROUNDS: u32 = 200;

/// Logistic regression with `½ 0.1 ‖x‖²`.
#[differentiable(wrt(x))]
fn loss(x: &[f64], row: &[f64; D], target: f64) -> f64 {
    let (mut margin, mut square) = (0.0, 0.0);
    for j in 0..D {
        margin += row[j] * x[j];
        square += x[j] * x[j];
    }
    (-target * margin).softplus() + 0.05 * square
}

/// Rows and targets: those that the script makes, too.
fn rows(count: u32) -> Vec<([f64; D], f64)> {
    let row = |i: u32| {
        let mut at = 50 * i;
        let row = [(); D].map(|()| {
            at += 1;
            (0.37 * f64::from(at * (at % 7 + 1))).sin()
        });
        (row, if (1.3 * f64::from(i)).cos() + 0.5 * row[0] > 0.0 { 1.0 } else { -1.0 })
    };
    (0..count).map(row).collect()
}

/// What is asked for: a method or all, in a mode or both, for so many seconds each.
struct Asked {
    method: Option<String>,
    seconds: f64,
    mode: Option<String>,
}

impl Asked {
    fn methods<T: Terms, C: Terms>(&self, mode: &str, sum: T, clients: C) {
        let is_asked = |asked: &Option<String>, name: &str| asked.as_deref().is_none_or(|asked| asked == name);
        if !is_asked(&self.mode, mode) {
            return;
        }
        let nice = || Nice::new(ROWS, 1).expect("there are rows");
        let problem = &mut Problem::new(sum).expect("there are terms");
        if is_asked(&self.method, "saga") {
            self.measure(mode, "saga", problem, Saga { step: 0.02, sampling: nice() }, STEPS);
        }
        if is_asked(&self.method, "page") {
            self.measure(mode, "page", problem, Page { step: 0.02, p: 0.002, sampling: nice() }, STEPS);
        }
        let problem = &mut Problem::new(clients).expect("there are terms");
        if is_asked(&self.method, "ef21") {
            let top = TopK::new(D, K).expect("K is at most D");
            self.measure(mode, "ef21", problem, Ef21 { step: 0.02, compressor: top }, ROUNDS);
        }
    }

    fn measure<M: Method, T: Terms>(&self, mode: &str, task: &str, problem: &mut Problem<T>, method: M, first: u32) {
        let mut run = Run::new(problem, &[0.0; D], method).expect("the parameters are right");
        let mut rng = Rng::seed(1);
        for _ in 0..first {
            run.step(problem, &mut rng);
        }
        let f = problem.value(run.point());
        let (mut groups, start) = (Vec::new(), Instant::now());
        while start.elapsed().as_secs_f64() < self.seconds {
            let group = Instant::now();
            // So short that most groups are not interrupted.
            for _ in 0..100 {
                run.step(problem, &mut rng);
            }
            black_box(run.point());
            groups.push(group.elapsed().as_secs_f64() * 1e4);
        }
        groups.sort_by(f64::total_cmp);
        let median_us = groups[groups.len() / 2];
        let line =
            serde_json::json!({ "framework": "burtorch", "mode": mode, "task": task, "median_us": median_us, "f": f });
        println!("{line}");
    }
}

fn main() {
    let mut arguments = env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    let method = arguments.next();
    let seconds = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(0.5);
    let asked = Asked { method, seconds, mode: arguments.next() };

    let (samples, clients) = (rows(500), rows(20));
    assert_eq!((samples.len(), clients.len()), (ROWS, CLIENTS));
    let [mut one, mut other] = [Scratch::new(), Scratch::new()];
    let gradient = |scratch: &mut Scratch, (row, target): &([f64; D], f64), x: &[f64], scale: f64, out: &mut [f64]| {
        loss::vjp_into((x, row, *target), scale, out, scratch)
    };
    let sum = Rows::new(&samples, D, |row, x: &[f64], scale, out: &mut [f64]| gradient(&mut one, row, x, scale, out));
    let of_clients =
        Rows::new(&clients, D, |row, x: &[f64], scale, out: &mut [f64]| gradient(&mut other, row, x, scale, out));
    asked.methods("function", sum, of_clients);

    let split = |rows: &[([f64; D], f64)]| -> (Vec<f64>, Vec<f64>) {
        (rows.iter().flat_map(|(row, _)| *row).collect(), rows.iter().map(|(_, target)| *target).collect())
    };
    let (samples, clients) = (split(&samples), split(&clients));
    asked.methods("linear", linear(&samples), linear(&clients));
}

fn linear((rows, targets): &(Vec<f64>, Vec<f64>)) -> LinearModel<'_> {
    LinearModel::new(Link::Logistic, D, rows, targets).and_then(|model| model.l2(0.1)).expect("the data are right")
}
