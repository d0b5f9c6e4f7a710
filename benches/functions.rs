//! What a derivative of a function costs: in evaluations of the function, and against a derivative by hand.
//!
//! All runs of a case take turns, for processor time of this thread, so that little depends on what else the machine does:
//! `cargo bench --bench functions`; names of cases after `--` choose among them. Each number is the ratio of the smallest
//! times, with that of the medians behind it. `BENCH_SECONDS` says how long a case is measured.
//!
//! The columns: gradient / function, gradient by hand / function, gradient / gradient by hand, product with the Hessian /
//! function, and the gradient with the option `fast` or `vector` / without.

#![allow(clippy::cast_precision_loss, reason = "counts are far below 2⁵³")]

use burtorch::{Rng, Scratch};
use std::hint::black_box;

#[allow(dead_code, reason = "the example talks, the benchmark does not")]
#[path = "../examples/gradbench/protocol.rs"]
mod protocol;

mod hand {
    #[path = "../hand/functions.rs"]
    pub mod functions;
    #[allow(dead_code, reason = "some are for other benchmarks")]
    #[path = "../hand/graphs.rs"]
    pub mod graphs;
}

mod ours {
    #[path = "../ours/functions.rs"]
    pub mod functions;
    #[path = "../ours/graphs.rs"]
    pub mod graphs;
}

use hand::functions as by_hand;
use ours::functions as own;
use ours::graphs;
use protocol::{det, kmeans};

type Run = Box<dyn FnMut()>;

/// The runs of a case, each under the name of its column.
struct Case {
    name: &'static str,
    runs: Vec<(Way, Run)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Function,
    Hand,
    Gradient,
    Product,
    /// The gradient with an option.
    Option,
}

use Way::{Function, Gradient, Hand, Option as WithOption, Product};

/// A case: its name, and for each way what it runs.
macro_rules! case {
    ($name:literal, $($way:ident: $body:expr),* $(,)?) => {
        Case {
            name: $name,
            runs: vec![$((
                $way,
                Box::new(move || {
                    black_box($body);
                }) as Run,
            )),*],
        }
    };
}

/// Data lives as long as the program: closures share it.
fn random(n: usize, rng: &mut Rng) -> &'static [f64] {
    Box::leak((0..n).map(|_| rng.normal()).collect())
}

fn zeros(n: usize) -> Vec<f64> {
    vec![0.0; n]
}

/// Fails if two gradients differ by more than rounding.
fn agree(name: &str, a: &[f64], b: &[f64]) {
    let scale = a.iter().fold(1e-300f64, |scale, a| scale.max(a.abs()));
    for (a, b) in a.iter().zip(b) {
        assert!((a - b).abs() <= 1e-10 * scale, "{name}: {a} is not {b}");
    }
}

fn helpers(rng: &mut Rng) -> Case {
    let (w, rows) = (random(32, rng), random(32 * 200, rng));
    let (mut dw, mut ours, mut other) = (zeros(32), zeros(32), zeros(32));
    let (mut scratch, mut spare) = (Scratch::new(), Scratch::new());
    by_hand::helpers(w, rows, &mut dw);
    own::helpers::grad_into(w, rows, &mut ours, &mut scratch);
    agree("helpers", &dw, &ours);
    case! {
        "helpers over slices",
        Function: own::helpers(black_box(w), rows),
        Hand: by_hand::helpers(black_box(w), rows, &mut dw),
        Gradient: own::helpers::grad_into(black_box(w), rows, &mut ours, &mut scratch),
        Product: own::helpers::hvp_into((black_box(w), rows), w, &mut other, &mut spare),
    }
}

fn matmul(rng: &mut Rng) -> Case {
    let n = 48;
    let (a, b) = (random(n * n, rng), random(n * n, rng));
    let (mut da, mut db, mut c) = (zeros(n * n), zeros(n * n), Vec::new());
    let (mut oa, mut ob, mut scratch) = (zeros(n * n), zeros(n * n), Scratch::new());
    let (mut pa, mut pb, mut spare) = (zeros(n * n), zeros(n * n), Scratch::new());
    by_hand::matmul(a, b, n, &mut da, &mut db, &mut c);
    own::matmul::grad_into(a, b, n, (&mut oa, &mut ob), &mut scratch);
    agree("matmul", &da, &oa);
    agree("matmul", &db, &ob);
    case! {
        "matmul ikj",
        Function: own::matmul(black_box(a), b, n),
        Hand: by_hand::matmul(black_box(a), b, n, &mut da, &mut db, &mut c),
        Gradient: own::matmul::grad_into(black_box(a), b, n, (&mut oa, &mut ob), &mut scratch),
        Product: own::matmul::hvp_into((black_box(a), b, n), (a, b), (&mut pa, &mut pb), &mut spare),
    }
}

fn lennard_jones(rng: &mut Rng) -> Case {
    let x = random(3 * 40, rng);
    let (mut dx, mut ours, mut other) = (zeros(x.len()), zeros(x.len()), zeros(x.len()));
    let (mut scratch, mut spare) = (Scratch::new(), Scratch::new());
    by_hand::lennard_jones(x, &mut dx);
    own::lennard_jones::grad_into(x, &mut ours, &mut scratch);
    agree("lennard_jones", &dx, &ours);
    case! {
        "Lennard-Jones",
        Function: own::lennard_jones(black_box(x)),
        Hand: by_hand::lennard_jones(black_box(x), &mut dx),
        Gradient: own::lennard_jones::grad_into(black_box(x), &mut ours, &mut scratch),
        Product: own::lennard_jones::hvp_into(black_box(x), x, &mut other, &mut spare),
    }
}

fn arithmetic() -> Case {
    let x: &[f64; 8] = &[0.3, 1.2, -0.7, 0.9, 1.4, -0.2, 0.8, 0.5];
    agree("arithmetic", &by_hand::arithmetic(x).1, &own::arithmetic::grad(x));
    case! {
        "arithmetic",
        Function: own::arithmetic(black_box(x)),
        Hand: by_hand::arithmetic(black_box(x)),
        Gradient: own::arithmetic::value_and_grad(black_box(x)),
        Product: own::arithmetic::hvp(black_box(x), x),
    }
}

fn tree() -> Case {
    let (_, dx, da) = by_hand::tree(10, 0.3, 0.7, 1.0);
    let ours = own::tree::grad(10, 0.3, 0.7);
    agree("tree", &[dx, da], &[ours.0, ours.1]);
    case! {
        "tree recursion",
        Function: own::tree(black_box(10), 0.3, 0.7),
        Hand: by_hand::tree(black_box(10), 0.3, 0.7, 1.0),
        Gradient: own::tree::value_and_grad(black_box(10), 0.3, 0.7),
        Product: own::tree::hvp((black_box(10), 0.3, 0.7), (1.0, 0.5)),
    }
}

fn levels(rng: &mut Rng) -> Case {
    let x = random(64, rng);
    let (mut dx, mut da, mut sums) = (zeros(64), 0.0, Vec::new());
    let (mut ours, mut of_a, mut scratch) = (zeros(64), 0.0, Scratch::new());
    let (mut other, mut of_other, mut spare) = (zeros(64), 0.0, Scratch::new());
    let (_, by_a) = by_hand::levels(5, x, 0.8, &mut dx, &mut sums);
    own::level_5::grad_into(x, 0.8, (&mut ours, &mut da), &mut scratch);
    agree("levels", &dx, &ours);
    agree("levels", &[by_a], &[da]);
    case! {
        "chain of calls",
        Function: own::level_5(black_box(x), 0.8),
        Hand: by_hand::levels(5, black_box(x), 0.8, &mut dx, &mut sums),
        Gradient: own::level_5::grad_into(black_box(x), 0.8, (&mut ours, &mut of_a), &mut scratch),
        Product: own::level_5::hvp_into((black_box(x), 0.8), (x, 1.0), (&mut other, &mut of_other), &mut spare),
    }
}

fn determinant(rng: &mut Rng) -> Case {
    let n = 7;
    let a = random(n * n, rng);
    let (mut da, mut buffer) = (zeros(n * n), zeros(400));
    let (mut ours, mut scratch) = (zeros(n * n), Scratch::new());
    let (mut other, mut spare) = (zeros(n * n), Scratch::new());
    by_hand::determinant(a, n, 1.0, &mut da, &mut buffer);
    own::determinant::grad_into(a, n, &mut ours, &mut scratch);
    agree("determinant", &da, &ours);
    case! {
        "det by matrices",
        Function: own::determinant(black_box(a), n),
        Hand: by_hand::determinant(black_box(a), n, 1.0, &mut da, &mut buffer),
        Gradient: own::determinant::grad_into(black_box(a), n, &mut ours, &mut scratch),
        Product: own::determinant::hvp_into((black_box(a), n), a, &mut other, &mut spare),
    }
}

fn minors(rng: &mut Rng) -> Case {
    let n = 7;
    let a = random(n * n, rng);
    let (mut da, mut ours, mut scratch) = (zeros(n * n), zeros(n * n), Scratch::new());
    let (mut other, mut spare) = (zeros(n * n), Scratch::new());
    by_hand::minor(a, n, n, (1 << n) - 1, 1.0, &mut da);
    det::gradient(a, n, &mut ours, &mut scratch);
    agree("minor", &da, &ours);
    case! {
        "det of gradbench",
        Function: det::determinant(black_box(a), n),
        Hand: by_hand::minor(black_box(a), n, n, (1 << n) - 1, 1.0, &mut da),
        Gradient: det::gradient(black_box(a), n, &mut ours, &mut scratch),
        Product: det::determinant::hvp_into((black_box(a), n), a, &mut other, &mut spare),
    }
}

fn small_helpers(rng: &mut Rng) -> Case {
    let x = random(1000, rng);
    let (mut dx, mut ours, mut scratch) = (zeros(1000), zeros(1000), Scratch::new());
    let (mut fast, mut fast_scratch) = (zeros(1000), Scratch::new());
    let (mut other, mut spare) = (zeros(1000), Scratch::new());
    by_hand::small_helpers(x, &mut dx);
    own::small_helpers::grad_into(x, &mut ours, &mut scratch);
    agree("small helpers", &dx, &ours);
    case! {
        "small helpers, fast",
        Function: own::small_helpers(black_box(x)),
        Hand: by_hand::small_helpers(black_box(x), &mut dx),
        Gradient: own::small_helpers::grad_into(black_box(x), &mut ours, &mut scratch),
        Product: own::small_helpers::hvp_into(black_box(x), x, &mut other, &mut spare),
        WithOption: own::fast_small_helpers::grad_into(black_box(x), &mut fast, &mut fast_scratch),
    }
}

fn called_helpers(rng: &mut Rng) -> Case {
    let x = random(1000, rng);
    let (mut dx, mut ours, mut scratch) = (zeros(1000), zeros(1000), Scratch::new());
    let (mut fast, mut fast_scratch) = (zeros(1000), Scratch::new());
    let (mut other, mut spare) = (zeros(1000), Scratch::new());
    by_hand::small_helpers(x, &mut dx);
    own::called_helpers::grad_into(x, &mut ours, &mut scratch);
    agree("called helpers", &dx, &ours);
    case! {
        "called helpers, fast",
        Function: own::called_helpers(black_box(x)),
        Hand: by_hand::small_helpers(black_box(x), &mut dx),
        Gradient: own::called_helpers::grad_into(black_box(x), &mut ours, &mut scratch),
        Product: own::called_helpers::hvp_into(black_box(x), x, &mut other, &mut spare),
        WithOption: own::fast_called_helpers::grad_into(black_box(x), &mut fast, &mut fast_scratch),
    }
}

fn huber(rng: &mut Rng) -> Case {
    let (x, y) = (random(1000, rng), random(1000, rng));
    let (mut dx, mut ours, mut scratch) = (zeros(1000), zeros(1000), Scratch::new());
    let (mut vector, mut vector_scratch) = (zeros(1000), Scratch::new());
    let (mut other, mut spare) = (zeros(1000), Scratch::new());
    by_hand::huber(x, y, &mut dx);
    own::huber::grad_into(x, y, &mut ours, &mut scratch);
    agree("huber", &dx, &ours);
    case! {
        "Huber's loss, vector",
        Function: own::huber(black_box(x), y),
        Hand: by_hand::huber(black_box(x), y, &mut dx),
        Gradient: own::huber::grad_into(black_box(x), y, &mut ours, &mut scratch),
        Product: own::huber::hvp_into((black_box(x), y), x, &mut other, &mut spare),
        WithOption: own::vector_huber::grad_into(black_box(x), y, &mut vector, &mut vector_scratch),
    }
}

fn stencil(rng: &mut Rng) -> Case {
    let n = 32;
    let u = random(n * n, rng);
    let (mut du, mut ours, mut scratch) = (zeros(n * n), zeros(n * n), Scratch::new());
    let (mut vector, mut vector_scratch) = (zeros(n * n), Scratch::new());
    let (mut other, mut spare) = (zeros(n * n), Scratch::new());
    by_hand::stencil(u, n, &mut du);
    own::stencil::grad_into(u, n, &mut ours, &mut scratch);
    agree("stencil", &du, &ours);
    case! {
        "stencil, vector",
        Function: own::stencil(black_box(u), n),
        Hand: by_hand::stencil(black_box(u), n, &mut du),
        Gradient: own::stencil::grad_into(black_box(u), n, &mut ours, &mut scratch),
        Product: own::stencil::hvp_into((black_box(u), n), u, &mut other, &mut spare),
        WithOption: own::vector_stencil::grad_into(black_box(u), n, &mut vector, &mut vector_scratch),
    }
}

/// The gradient and the product together, as Newton's method needs them.
fn clusters(rng: &mut Rng) -> Case {
    let (k, n, d) = (50, 500, 16);
    let points = random(n * d, rng);
    let centroids = &points[(n - k) * d..];
    let (mut gradient, mut product) = (zeros(k * d), zeros(k * d));
    case! {
        "kmeans, grad and hvp",
        Function: kmeans::cost(black_box(points), centroids, d),
        Hand: by_hand::kmeans(black_box(points), centroids, d, &mut gradient, &mut product),
        Gradient: kmeans::direction(black_box(points), centroids, d),
    }
}

/// The graphs of the paper, many points from an array.
macro_rules! graph {
    ($label:literal, $function:path, $gradient:path, $fast:path, $hand:path, $rng:expr) => {{
        let x = random(200, $rng);
        /// All points, the sum of what is made of each.
        macro_rules! over {
            ($f:path) => {{
                let mut sums = (0.0, 0.0, 0.0);
                for point in black_box(x).chunks_exact(2) {
                    let (value, (da, db)) = $f(point[0], point[1]);
                    sums = (sums.0 + value, sums.1 + da, sums.2 + db);
                }
                sums
            }};
        }
        case! {
            $label,
            Function: {
                let mut sum = 0.0;
                for point in black_box(x).chunks_exact(2) {
                    sum += $function(point[0], point[1]);
                }
                sum
            },
            Hand: over!($hand),
            Gradient: over!($gradient),
            WithOption: over!($fast),
        }
    }};
}

/// Seconds of processor time of this thread.
#[cfg(unix)]
fn now() -> f64 {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Elsewhere seconds of the clock.
#[cfg(not(unix))]
fn now() -> f64 {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed().as_secs_f64()
}

/// The smallest and the median time of each run.
fn times(runs: &mut [(Way, Run)], seconds: f64) -> Vec<[f64; 2]> {
    let time = |run: &mut Run, calls: u32| {
        let start = now();
        for _ in 0..calls {
            run();
        }
        now() - start
    };
    let calls: Vec<u32> = runs
        .iter_mut()
        .map(|(_, run)| {
            run();
            let mut calls = 1;
            while calls < 1 << 24 && time(run, calls) < 100e-6 {
                calls *= 2;
            }
            calls
        })
        .collect();
    let mut times = vec![Vec::new(); runs.len()];
    let (start, mut round) = (now(), 0);
    while round < 21 || now() - start < seconds {
        // Each round starts with another one, so that none always follows the same one.
        for turn in 0..runs.len() {
            let which = (round + turn) % runs.len();
            times[which].push(time(&mut runs[which].1, calls[which]) / f64::from(calls[which]));
        }
        round += 1;
    }
    times
        .into_iter()
        .map(|mut times| {
            times.sort_by(f64::total_cmp);
            [times[0], times[times.len() / 2]]
        })
        .collect()
}

fn main() {
    let chosen: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let seconds = std::env::var("BENCH_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(1.0);
    let rng = &mut Rng::seed(1);
    let cases = [
        helpers(rng),
        matmul(rng),
        lennard_jones(rng),
        arithmetic(),
        tree(),
        levels(rng),
        determinant(rng),
        minors(rng),
        small_helpers(rng),
        called_helpers(rng),
        huber(rng),
        stencil(rng),
        clusters(rng),
        graph!(
            "tiny",
            graphs::tiny,
            graphs::tiny::value_and_grad,
            graphs::tiny_fast::value_and_grad,
            hand::graphs::tiny,
            rng
        ),
        graph!(
            "small",
            graphs::small,
            graphs::small::value_and_grad,
            graphs::small_fast::value_and_grad,
            hand::graphs::small,
            rng
        ),
    ];
    println!("ratios of smallest times (of medians)\n");
    println!(
        "{:<22} {:>11}  {:<14} {:<14} {:<14} {:<14} option/grad",
        "case", "function/ns", "grad/f", "hand/f", "grad/hand", "hvp/f"
    );
    for Case { name, mut runs } in cases {
        if !chosen.is_empty() && !chosen.iter().any(|part| name.contains(part.as_str())) {
            continue;
        }
        let times = times(&mut runs, seconds);
        let of = |way: Way| runs.iter().position(|(of, _)| *of == way).map(|at| times[at]);
        let ratio = |a: Way, b: Way| match (of(a), of(b)) {
            (Some(a), Some(b)) => format!("{:.2} ({:.2})", a[0] / b[0], a[1] / b[1]),
            _ => "–".to_owned(),
        };
        println!(
            "{name:<22} {:>11.1}  {:<14} {:<14} {:<14} {:<14} {}",
            of(Function).map_or(0.0, |times| times[0] * 1e9),
            ratio(Gradient, Function),
            ratio(Hand, Function),
            ratio(Gradient, Hand),
            ratio(Product, Function),
            ratio(WithOption, Gradient),
        );
    }
}
