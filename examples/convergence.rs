//! Compares the methods of `burtorch::oracle` on a problem that is not convex and on a small network, in a few seconds.
//!
//! ```sh
//! cargo run --release --example convergence
//! ```
//!
//! The problem is logistic regression with a bounded regulariser, on data from a seeded generator, with step sizes of theorems. Three
//! pictures in `target/convergence` show `‖∇f(x)‖²` against passes over the data, against seconds, and against what clients send;
//! tables say the same in numbers. SAGA needs the fewest passes to 1e-6, EF21 with numbers of 12 bits the fewest bits. On the network
//! SAGA and plain SGD are ahead, and PAGE is behind.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::Instant;

use burtorch::oracle::{
    self, Clients, Compose, CompressedGd, Constants, Diana, Ef14, Ef21, Ef21W, Epoch, Identity, LSvrg, LinearModel,
    Link, Marina, Method, Natural, Nice, Page, Problem, RandK, Run, Saga, Samples, Sarah, Sgd, Step, Storm, Svrg,
    Terms, TopK,
};
use burtorch::viz::Plot;
use burtorch::{Rng, Workspace, graph};

const ROWS: usize = 600;
const D: usize = 40;
const CLIENTS: usize = 20;

graph! {
    type Scalar = f64;

    /// Which of two moons a point is on.
    pub struct Net {
        net: Mlp<2, 8, 1>,
    }

    impl Net {
        pub fn loss(&self, point: Tensor<2>, moon: f64) -> f64 {
            softplus(-moon * self.net.forward(point)[0])
        }
    }
}

/// How a method went: passes over the data, seconds, bits from the clients, and `‖∇f(x)‖²`.
struct Trace {
    name: &'static str,
    points: Vec<[f64; 4]>,
    /// `f(x)` at the end.
    value: f64,
}

/// A method that is ready to take steps.
type Ready<'a, T> = (&'static str, Box<dyn Step<Problem<T>> + 'a>);

fn ready<'a, M: Method + 'a, T: Terms>(
    name: &'static str,
    problem: &Problem<T>,
    x: &[f64],
    method: M,
) -> Result<Ready<'a, T>, oracle::Error> {
    Ok((name, Box::new(Run::new(problem, x, method)?)))
}

/// Takes steps until the data was gone through so often. What is measured counts neither as work nor as time.
#[allow(clippy::cast_precision_loss, reason = "counts are far below 2⁵³")]
fn trace<T: Terms>(problem: &mut Problem<T>, samples: usize, passes: f64, (name, mut run): Ready<'_, T>) -> Trace {
    let (mut rng, mut gradient) = (Rng::seed(1), vec![0.0; problem.dim()]);
    let (mut points, mut seconds, mut next) = (Vec::new(), 0.0, 0.0);
    problem.counters = oracle::Counters::default();
    loop {
        let now = problem.counters.gradients as f64 / samples as f64;
        if now >= next {
            let counters = problem.counters;
            let value = problem.gradient(run.point(), &mut gradient);
            problem.counters = counters;
            let slope: f64 = gradient.iter().map(|g| g * g).sum();
            points.push([now, seconds, counters.bits_up as f64, slope]);
            if now >= passes {
                return Trace { name, points, value };
            }
            next = now + passes / 100.0;
        }
        let start = Instant::now();
        while (problem.counters.gradients as f64) < next * samples as f64 || problem.counters.gradients == 0 {
            run.step(problem, &mut rng);
        }
        seconds += start.elapsed().as_secs_f64();
    }
}

/// Rows with a few directions that matter more, and targets that a plane tells apart but for noise.
fn rows() -> (Vec<f64>, Vec<f64>) {
    let mut rng = Rng::seed(7);
    let plane: Vec<f64> = (0..D).map(|_| rng.normal()).collect();
    let (mut rows, mut targets) = (Vec::new(), Vec::new());
    for _ in 0..ROWS {
        let length = 0.3 + rng.uniform();
        let row: Vec<f64> = (1_u32..).take(D).map(|j| length * rng.normal() / f64::from(j).sqrt()).collect();
        let score: f64 = row.iter().zip(&plane).map(|(a, b)| a * b).sum();
        targets.push(if score + 0.3 * rng.normal() > 0.0 { 1.0 } else { -1.0 });
        rows.extend(row);
    }
    (rows, targets)
}

/// The constants of clients: those of the functions that are made of their rows.
#[allow(clippy::cast_precision_loss, reason = "counts are small")]
fn constants_of_clients(
    clients: &Clients<LinearModel<'_>>,
    rows: &[f64],
    targets: &[f64],
) -> Result<Constants, oracle::Error> {
    let mut constants = clients.terms().constants();
    constants.terms.clear();
    for client in 0..CLIENTS {
        let range = clients.range(client);
        let own = LinearModel::new(Link::Logistic, D, &rows[range.start * D..range.end * D], &targets[range.clone()])?;
        let weight = range.len() as f64 * CLIENTS as f64 / ROWS as f64;
        constants.terms.push(weight * own.bounded(0.05)?.constants().l);
    }
    constants.l_plus = constants.quadratic_mean();
    constants.l_plus_minus = constants.l_plus;
    Ok(constants)
}

/// Points of two moons, which are 1 and −1.
fn moons() -> Vec<([f64; 2], f64)> {
    let mut rng = Rng::seed(3);
    let mut point = |at: i32| {
        let (angle, upper) = (std::f64::consts::PI * rng.uniform(), at % 2 == 0);
        let (x, y) = if upper { (angle.cos(), angle.sin()) } else { (1.0 - angle.cos(), 0.5 - angle.sin()) };
        ([x + 0.1 * rng.normal(), y + 0.1 * rng.normal()], if upper { 1.0 } else { -1.0 })
    };
    (0..200).map(&mut point).collect()
}

/// The first measurement with `‖∇f(x)‖²` at most this.
fn reached(trace: &Trace, slope: f64) -> Option<&[f64; 4]> {
    trace.points.iter().find(|point| point[3] <= slope)
}

fn table(title: &str, traces: &[Trace], slope: f64) {
    println!(
        "\n{title}\n{:<14}{:>10}{:>12}{:>14}{:>14}{:>12}",
        "", "passes", "seconds", "kbit sent", "at the end", "f(x)"
    );
    for trace in traces {
        let [passes, seconds, kbits] = match reached(trace, slope) {
            Some([passes, seconds, bits, _]) => {
                let sent = if *bits > 0.0 { format!("{:.0}", bits / 1000.0) } else { String::new() };
                [format!("{passes:.1}"), format!("{seconds:.4}"), sent]
            }
            None => [(); 3].map(|()| "-".to_owned()),
        };
        let end = trace.points.last().map_or(f64::NAN, |point| point[3]);
        println!("{:<14}{passes:>10}{seconds:>12}{kbits:>14}{end:>14.1e}{:>12.6}", trace.name, trace.value);
    }
}

fn picture(path: &Path, label: &str, traces: &[Trace], axis: usize) -> Result<(), Box<dyn Error>> {
    let mut plot = Plot::new("logistic regression, not convex").x(label).y("‖∇f(x)‖²").log_x().log_y().size(900, 500);
    for trace in traces {
        plot = plot.line(trace.name, trace.points.iter().map(|point| (point[axis], point[3])));
    }
    Ok(plot.save(path)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let (rows, targets) = rows();
    let model = LinearModel::new(Link::Logistic, D, &rows, &targets)?.bounded(0.05)?;
    let (constants, x) = (model.constants(), [1.0; D]);
    let nice = || Nice::new(ROWS, 1);

    // PAGE's step size is the only one of these whose theorem is for problems that are not convex; the others take it, too.
    let page = Page::theory(&constants, nice()?);
    let (step, epoch) = (page.step, 2 * ROWS as u64);
    let problem = &mut Problem::new(model)?;
    let sampled = vec![
        ready("SGD", problem, &x, Sgd::theory(&constants, nice()?))?,
        ready("PAGE", problem, &x, page)?,
        ready("SVRG", problem, &x, Svrg { step, epoch: Epoch::Fixed(epoch), sampling: nice()? })?,
        ready("L-SVRG", problem, &x, LSvrg { step, p: 1.0 / 600.0, sampling: nice()? })?,
        ready("SAGA", problem, &x, Saga { step, sampling: nice()? })?,
        ready("SARAH", problem, &x, Sarah { step, epoch, sampling: nice()? })?,
        ready("STORM", problem, &x, Storm::theory(&constants, 0.01, nice()?))?,
    ];
    let mut traces: Vec<_> = sampled.into_iter().map(|run| trace(problem, ROWS, 300.0, run)).collect();

    let clients = Clients::even(model, CLIENTS)?;
    let constants = constants_of_clients(&clients, &rows, &targets)?;
    let problem = &mut Problem::new(clients)?;
    let (top, rand) = (|| TopK::new(D, 8), || RandK::new(D, 8));
    let compressed = vec![
        ready("GD", problem, &x, CompressedGd { step: 1.0 / constants.l, compressor: Identity })?,
        ready("DCGD", problem, &x, CompressedGd::theory(&constants, D, rand()?))?,
        ready("MARINA", problem, &x, Marina::theory(&constants, D, rand()?))?,
        ready("DIANA", problem, &x, Diana::theory(&constants, D, rand()?))?,
        ready("EF14", problem, &x, Ef14::theory(&constants, D, top()?))?,
        ready("EF21", problem, &x, Ef21::theory(&constants, D, top()?))?,
        ready("EF21-W", problem, &x, Ef21W::theory(&constants, D, top()?))?,
        ready("EF21, 12 bits", problem, &x, Ef21::theory(&constants, D, Compose::new(top()?, Natural)))?,
    ];
    let compressed: Vec<_> = compressed.into_iter().map(|run| trace(problem, ROWS, 4000.0, run)).collect();

    let folder = Path::new("target/convergence");
    fs::create_dir_all(folder)?;
    table("logistic regression, to ‖∇f(x)‖² ≤ 1e-6", &traces, 1e-6);
    table("the same with 20 clients", &compressed, 1e-6);
    picture(&folder.join("bits.svg"), "bits that clients send", &compressed, 2)?;
    traces.extend(compressed);
    picture(&folder.join("passes.svg"), "passes over the data", &traces, 0)?;
    picture(&folder.join("seconds.svg"), "seconds", &traces, 1)?;
    println!("\npictures: passes.svg, seconds.svg and bits.svg in {}", folder.display());

    let (samples, mut workspace) = (moons(), Workspace::<Net>::new());
    let (mut x, n) = (vec![0.0; Net::PARAMS], samples.len());
    Net::init(&mut x, &mut Rng::seed(5))?;
    let terms = Samples::new(&samples, Net::PARAMS, |(point, moon), params, gradient| {
        Net::loss_grad(params, gradient, &mut workspace, point, *moon)
    })?;
    let problem = &mut Problem::new(terms)?;
    let (step, nice) = (0.1, || Nice::new(n, 1));
    let network = vec![
        ready("SGD", problem, &x, Sgd { step, sampling: nice()? })?,
        ready("PAGE", problem, &x, Page { step, p: 1.0 / 201.0, sampling: nice()? })?,
        ready("SVRG", problem, &x, Svrg { step, epoch: Epoch::Fixed(400), sampling: nice()? })?,
        ready("L-SVRG", problem, &x, LSvrg { step, p: 1.0 / 200.0, sampling: nice()? })?,
        ready("SAGA", problem, &x, Saga { step, sampling: nice()? })?,
        ready("SARAH", problem, &x, Sarah { step, epoch: 400, sampling: nice()? })?,
        ready("STORM", problem, &x, Storm { step, a: 0.1, sampling: nice()? })?,
    ];
    let network: Vec<_> = network.into_iter().map(|run| trace(problem, n, 100.0, run)).collect();
    table("a network of 33 parameters, γ = 0.1, to ‖∇f(x)‖² ≤ 1e-5", &network, 1e-5);
    Ok(())
}
