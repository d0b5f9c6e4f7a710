//! The evals of gradbench at their middle sizes: the function, its derivative by hand, ours, and ours with the option
//! `vector` where there are loops for it, in turn.
//!
//! Whatever else the machine does falls on all alike. Pin it to a core: `taskset -c 1 cargo bench --bench gradbench`; names of
//! evals after `--` choose among them. Times are medians; beside the ratios of medians stand those of first quartiles, which
//! agree with them when the machine is quiet. Inputs are random, of the sizes and distributions that the evals have.

#![allow(clippy::cast_precision_loss, reason = "counts are far below 2⁵³")]

use burtorch::{Rng, Scratch};
use std::hint::black_box;
use std::time::{Duration, Instant};

#[allow(dead_code, reason = "the example talks, the benchmark does not")]
#[path = "../examples/gradbench/protocol.rs"]
mod protocol;

#[path = "hand/gradbench.rs"]
mod hand;

#[path = "ours/gradbench.rs"]
mod vector;

use protocol::{ba, det, gmm, hello, ht, kmeans, llsq, lse, lstm, ode, particle, saddle};

/// How long an eval is measured.
const TIME: Duration = Duration::from_secs(3);
/// A shorter run than this is repeated until it takes as long.
const SHORTEST: Duration = Duration::from_micros(50);

type Run = Box<dyn FnMut()>;

struct Case {
    name: &'static str,
    size: &'static str,
    function: Run,
    hand: Option<Run>,
    ours: Option<Run>,
    vector: Option<Run>,
}

/// A closure that runs, its result kept from the optimiser.
macro_rules! run {
    ($body:expr) => {
        Box::new(move || {
            black_box($body);
        }) as Run
    };
}

/// Data lives as long as the program: closures share it.
fn leak<T: ?Sized>(data: impl Into<Box<T>>) -> &'static T {
    Box::leak(data.into())
}

fn uniform(n: usize, rng: &mut Rng) -> &'static [f64] {
    leak((0..n).map(|_| rng.uniform()).collect::<Vec<_>>())
}

fn normal(n: usize, rng: &mut Rng) -> &'static [f64] {
    leak((0..n).map(|_| rng.normal()).collect::<Vec<_>>())
}

fn zeros(n: usize) -> Vec<f64> {
    vec![0.0; n]
}

fn hello() -> Case {
    Case {
        name: "hello",
        size: "",
        function: run!(hello::square(black_box(3.0))),
        hand: None,
        ours: Some(run!(hello::square::grad(black_box(3.0)))),
        vector: None,
    }
}

fn llsq(rng: &mut Rng) -> Case {
    let (x, n) = (uniform(128, rng), 512);
    let (mut dx, mut buffer) = (zeros(128), Vec::new());
    let (mut our_dx, mut scratch) = (zeros(128), Scratch::new());
    Case {
        name: "llsq",
        size: "m = 128, n = 512",
        function: run!(llsq::squares(black_box(x), n)),
        hand: Some(run!(hand::llsq::squares(black_box(x), n, &mut dx, &mut buffer))),
        ours: Some(run!(llsq::gradient(black_box(x), n, &mut our_dx, &mut scratch))),
        vector: None,
    }
}

fn lse(rng: &mut Rng) -> Case {
    let x = uniform(40_000, rng);
    let (mut dx, mut buffer) = (zeros(x.len()), Vec::new());
    let (mut our_dx, mut scratch) = (zeros(x.len()), Scratch::new());
    let (mut vector_dx, mut vector_scratch) = (zeros(x.len()), Scratch::new());
    Case {
        name: "lse",
        size: "n = 40,000",
        function: run!(lse::log_sum_exp(black_box(x))),
        hand: Some(run!(hand::lse::log_sum_exp(black_box(x), &mut dx, &mut buffer))),
        ours: Some(run!(lse::gradient(black_box(x), &mut our_dx, &mut scratch))),
        vector: Some(run!(vector::log_sum_exp::grad_into(black_box(x), &mut vector_dx, &mut vector_scratch))),
    }
}

fn det(rng: &mut Rng) -> Case {
    let (a, n) = (uniform(64, rng), 8);
    let (mut da, mut scratch) = (zeros(64), Scratch::new());
    Case {
        name: "det",
        size: "ℓ = 8",
        function: run!(det::determinant(black_box(a), n)),
        hand: None,
        ours: Some(run!(det::gradient(black_box(a), n, &mut da, &mut scratch))),
        vector: None,
    }
}

fn ode(rng: &mut Rng) -> Case {
    let (x, steps) = (uniform(10_000, rng), 10);
    let (mut dx, mut buffer) = (zeros(x.len()), Vec::new());
    let (mut our_dx, mut scratch) = (zeros(x.len()), Scratch::new());
    let (mut vector_dx, mut vector_scratch) = (zeros(x.len()), Scratch::new());
    Case {
        name: "ode",
        size: "n = 10,000, s = 10",
        function: run!(ode::solve(black_box(x), steps)),
        hand: Some(run!(hand::ode::last(black_box(x), steps, &mut dx, &mut buffer))),
        ours: Some(run!(ode::gradient(black_box(x), steps, &mut our_dx, &mut scratch))),
        vector: Some(run!({
            let mut seed = zeros(x.len());
            seed[x.len() - 1] = 1.0;
            vector::solve::vjp_into((black_box(x), steps), &seed, &mut vector_dx, &mut vector_scratch)
        })),
    }
}

fn kmeans(rng: &mut Rng) -> Case {
    let (k, n, d) = (100, 1000, 16);
    let points = uniform(n * d, rng);
    let centroids = &points[(n - k) * d..];
    Case {
        name: "kmeans",
        size: "k = 100, n = 1000, d = 16",
        function: run!(kmeans::cost(black_box(points), black_box(centroids), d)),
        hand: None,
        ours: Some(run!(kmeans::direction(black_box(points), black_box(centroids), d))),
        vector: None,
    }
}

fn gmm(rng: &mut Rng) -> Case {
    let (d, k, n) = (20, 25, 1000);
    let x = normal(n * d, rng);
    let (alpha, mu, q, l) = (normal(k, rng), uniform(k * d, rng), normal(k * d, rng), normal(k * d * (d - 1) / 2, rng));
    let (mut d_alpha, mut d_mu, mut d_q, mut d_l) = (zeros(k), zeros(k * d), zeros(k * d), zeros(l.len()));
    let mut buffer = Vec::new();
    let mixture: &gmm::Mixture =
        leak(Box::new(gmm::Mixture { alpha: alpha.to_vec(), mu: mu.to_vec(), q: q.to_vec(), l: l.to_vec() }));
    let (mut to, mut scratch) = (mixture.clone(), Scratch::new());
    let (mut vector_to, mut vector_scratch) = (mixture.clone(), Scratch::new());
    Case {
        name: "gmm",
        size: "d = 20, k = 25, n = 1000",
        function: run!(gmm::log_posterior(black_box(alpha), mu, q, l, x, 1.0, 0)),
        hand: Some(run!({
            let to = (&mut d_alpha[..], &mut d_mu[..], &mut d_q[..], &mut d_l[..]);
            hand::gmm::log_posterior(black_box(alpha), mu, q, l, x, 1.0, 0, to, &mut buffer)
        })),
        ours: Some(run!(gmm::gradient(black_box(mixture), x, 1.0, 0, &mut to, &mut scratch))),
        vector: Some(run!({
            let gmm::Mixture { alpha, mu, q, l } = black_box(mixture);
            let to = &mut vector_to;
            let to = (&mut to.alpha[..], &mut to.mu[..], &mut to.q[..], &mut to.l[..]);
            vector::log_posterior::grad_into(alpha, mu, q, l, x, 1.0, 0, to, &mut vector_scratch)
        })),
    }
}

/// Writes the derivatives of all observations and of all weights.
fn blocks(
    scene: &ba::Scene,
    (of_observations, of_weights): &mut (Vec<[[f64; 15]; 2]>, Vec<f64>),
    jacobian: impl Fn(&[f64; 11], &[f64; 3], f64, &[f64; 2], &mut [[f64; 15]; 2]),
    weight_error: impl Fn(f64) -> f64,
) {
    for (i, (rows, &(camera, point))) in of_observations.iter_mut().zip(&scene.observations).enumerate() {
        jacobian(&scene.cameras[camera], &scene.points[point], scene.weights[i], &scene.seen[i], rows);
    }
    for (value, &weight) in of_weights.iter_mut().zip(&scene.weights) {
        *value = weight_error(weight);
    }
}

fn ba() -> Case {
    let camera = [-0.76, -1.1, -0.85, 34.6, 39.7, 53.9, 419.2, 5.9, -8.5, 0.088, 0.0027];
    let (n, m, p) = (93, 61_203, 287_451);
    let scene: &ba::Scene = leak(Box::new(ba::scene(n, m, p, camera, [7.2, 0.0011, 3.0], 0.42, [-150.3, 81.2])));
    let (mut reprojection, mut weights) = (Vec::new(), Vec::new());
    let values = || (vec![[[0.0; 15]; 2]; p], zeros(p));
    let (mut of_hand, mut of_ours) = (values(), values());
    Case {
        name: "ba",
        size: "n = 93, m = 61,203, p = 287,451",
        function: run!(black_box(scene).errors(&mut reprojection, &mut weights)),
        hand: Some(run!(blocks(black_box(scene), &mut of_hand, hand::ba::jacobian, hand::ba::weight_error))),
        ours: Some(run!(blocks(
            black_box(scene),
            &mut of_ours,
            |camera, point, weight, seen, rows| {
                *rows = ba::reprojection_error::jacobian(camera, point, weight, seen);
            },
            ba::weight_error::grad
        ))),
        vector: None,
    }
}

/// A hand of random shape: a wrist, five fingers of four bones, an arm.
fn ht(rng: &mut Rng) -> Case {
    let (vertices, points) = (544, 1600);
    let mut coordinates = || [rng.normal(), rng.normal(), rng.normal()];
    let mut transform = || {
        let [x, y, z] = coordinates();
        [1.0, 0.0, 0.0, x, 0.0, 1.0, 0.0, y, 0.0, 0.0, 1.0, z]
    };
    let relatives = (0..22).map(|_| transform()).collect();
    let inverses = (0..22).map(|_| transform()).collect();
    let hand: &ht::Hand = leak(Box::new(ht::Hand {
        parents: (0..22usize).map(|bone| if bone % 4 == 1 { 0 } else { bone.saturating_sub(1) }).collect(),
        relatives,
        inverses,
        vertices: (0..vertices).map(|_| coordinates()).collect(),
        starts: (0..=vertices).map(|v| 2 * v).collect(),
        bones: (0..2 * vertices).map(|_| rng.below(22)).collect(),
        weights: (0..2 * vertices).map(|_| 0.5).collect(),
        triangles: (0..1084).map(|_| [rng.below(vertices), rng.below(vertices), rng.below(vertices)]).collect(),
        mirrored: false,
        correspondences: (0..points).map(|_| rng.below(1084)).collect(),
        points: vec![[0.1, 0.2, 0.3]; points],
    }));
    let (theta, us) = (uniform(26, rng), uniform(2 * points, rng));
    let mut scratch = Scratch::new();
    Case {
        name: "ht",
        size: "544 vertices, 1600 points in triangles",
        function: run!(ht::errors(black_box(theta), us, hand)),
        hand: None,
        ours: Some(run!(ht::jacobian(black_box(theta), us, hand, &mut scratch))),
        vector: None,
    }
}

fn lstm(rng: &mut Rng) -> Case {
    let (layers, letters, b) = (4, 4096, 14);
    let (main, extra, state) = (uniform(8 * layers * b, rng), uniform(3 * b, rng), uniform(2 * layers * b, rng));
    let sequence: &[f64] = leak((0..letters * b).map(|_| rng.below(2) as f64).collect::<Vec<_>>());
    let (mut d_main, mut d_extra, mut buffer) = (zeros(main.len()), zeros(extra.len()), Vec::new());
    let (mut our_main, mut our_extra, mut scratch) = (zeros(main.len()), zeros(extra.len()), Scratch::new());
    let (mut vector_main, mut vector_extra, mut vector_scratch) =
        (zeros(main.len()), zeros(extra.len()), Scratch::new());
    Case {
        name: "lstm",
        size: "l = 4, c = 4096",
        function: run!(lstm::loss(black_box(main), extra, state, sequence)),
        hand: Some(run!({
            let to = (&mut d_main[..], &mut d_extra[..]);
            hand::lstm::loss(black_box(main), extra, state, sequence, to, &mut buffer)
        })),
        ours: Some(run!({
            let to = (&mut our_main[..], &mut our_extra[..]);
            lstm::gradient((black_box(main), extra), state, sequence, to, &mut scratch)
        })),
        vector: Some(run!({
            let to = (&mut vector_main[..], &mut vector_extra[..]);
            vector::loss::grad_into(black_box(main), extra, state, sequence, to, &mut vector_scratch)
        })),
    }
}

/// One flight of the particle; the whole eval takes some hundred.
fn particle() -> Case {
    Case {
        name: "particle",
        size: "one flight, rr",
        function: run!(particle::miss(black_box(0.2), false)),
        hand: None,
        ours: Some(run!(particle::slope(black_box(0.2), false, false))),
        vector: None,
    }
}

/// One maximum; the whole eval takes some hundred.
fn saddle() -> Case {
    let (x, start) = ([0.5, 0.25], [1.0, 1.0]);
    Case {
        name: "saddle",
        size: "one maximum, rr",
        function: run!(saddle::height(black_box(&x), &start, false)),
        hand: None,
        ours: Some(run!(saddle::height_slope(black_box(&x), &start, false, false))),
        vector: None,
    }
}

/// The example of `docs/4-speed.md`, which is no eval.
fn logistic(rng: &mut Rng) -> Case {
    let x = normal(10_000, rng);
    let y: &[f64] = leak(x.iter().map(|x| if *x > 0.2 { 1.0 } else { -1.0 }).collect::<Vec<_>>());
    let (mut slopes, mut scratch) = ((0.0, 0.0), Scratch::new());
    let (mut vector_slopes, mut vector_scratch) = ((0.0, 0.0), Scratch::new());
    Case {
        name: "logistic",
        size: "n = 10,000",
        function: run!(vector::plain(black_box(x), y, 1.0, 0.5)),
        hand: None,
        ours: Some(run!({
            let to = (&mut slopes.0, &mut slopes.1);
            vector::plain::grad_into(black_box(x), y, 1.0, 0.5, to, &mut scratch)
        })),
        vector: Some(run!({
            let to = (&mut vector_slopes.0, &mut vector_slopes.1);
            vector::logistic::grad_into(black_box(x), y, 1.0, 0.5, to, &mut vector_scratch)
        })),
    }
}

/// The first quartile and the median of the microseconds that each run takes.
fn times(runs: &mut [Run]) -> Vec<[f64; 2]> {
    // The first calls allocate, and say how many make up a measurable time.
    let calls: Vec<u32> = runs
        .iter_mut()
        .map(|run| {
            run();
            let mut calls = 1;
            while calls < 1 << 24 && time(run, calls) < SHORTEST {
                calls *= 2;
            }
            calls
        })
        .collect();
    let mut times = vec![Vec::new(); runs.len()];
    let start = Instant::now();
    let mut round = 0;
    while round < 11 || start.elapsed() < TIME {
        // Each round starts with another one, so that none always follows the same one.
        for turn in 0..runs.len() {
            let which = (round + turn) % runs.len();
            times[which].push(time(&mut runs[which], calls[which]).as_secs_f64() * 1e6 / f64::from(calls[which]));
        }
        round += 1;
    }
    times
        .into_iter()
        .map(|mut times| {
            times.sort_by(f64::total_cmp);
            [times[times.len() / 4], times[times.len() / 2]]
        })
        .collect()
}

fn time(run: &mut Run, calls: u32) -> Duration {
    let start = Instant::now();
    for _ in 0..calls {
        run();
    }
    start.elapsed()
}

fn main() {
    let chosen: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let rng = &mut Rng::seed(1);
    let cases = [
        hello(),
        llsq(rng),
        lse(rng),
        det(rng),
        ode(rng),
        kmeans(rng),
        gmm(rng),
        ba(),
        ht(rng),
        lstm(rng),
        particle(),
        saddle(),
        logistic(rng),
    ];
    println!("microseconds, and ratios of medians (of first quartiles)\n");
    println!(
        "{:<9} {:>11} {:>11} {:>11} {:>11}  {:<14} {:<14} {:<14} {:<14} size",
        "eval", "function", "hand", "ours", "vector", "hand/function", "ours/function", "ours/hand", "ours/vector"
    );
    for case in cases {
        if !chosen.is_empty() && !chosen.iter().any(|name| name == case.name) {
            continue;
        }
        let (by_hand, by_us, in_vectors) = (case.hand.is_some(), case.ours.is_some(), case.vector.is_some());
        let mut runs: Vec<Run> =
            [Some(case.function), case.hand, case.ours, case.vector].into_iter().flatten().collect();
        let mut times = times(&mut runs).into_iter();
        let function = times.next();
        let hand = if by_hand { times.next() } else { None };
        let ours = if by_us { times.next() } else { None };
        let vector = if in_vectors { times.next() } else { None };
        let median = |times: Option<[f64; 2]>| times.map_or("–".to_string(), |[_, median]| format!("{median:.4}"));
        let ratio = |a: Option<[f64; 2]>, b: Option<[f64; 2]>| match (a, b) {
            (Some(a), Some(b)) => format!("{:.2} ({:.2})", a[1] / b[1], a[0] / b[0]),
            _ => "–".to_string(),
        };
        println!(
            "{:<9} {:>11} {:>11} {:>11} {:>11}  {:<14} {:<14} {:<14} {:<14} {}",
            case.name,
            median(function),
            median(hand),
            median(ours),
            median(vector),
            ratio(hand, function),
            ratio(ours, function),
            ratio(ours, hand),
            ratio(ours, vector),
            case.size
        );
    }
}
