//! Prints one line of JSON: how long a gradient or a training step of the paper takes, and what memory.
//!
//! ```sh
//! cargo run --release --example paper -- mlp --hidden 64 --batch 1
//! cargo run --release --example paper -- gpt --batch 64 --iters 1000
//! cargo run --release --features parallel --example paper -- mlp --hidden 1024 --batch 64 --threads 2
//! cargo run --release --example paper -- gpt --batch 64 --mode eager
//! ```
//!
//! Of the two graphs, `tiny` has the option `factored` and `small` has `fast`. `benches/peers/run.py` runs it beside other
//! frameworks and prints the tables of the paper.

#[path = "../benches/ours/eager.rs"]
mod eager;
#[path = "../benches/ours/graphs.rs"]
mod graphs;
#[path = "../benches/ours/models.rs"]
mod models;

use std::env;
use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::iter;
use std::path::PathBuf;
use std::process::{self, ExitCode};
use std::str::FromStr;
use std::time::{Duration, Instant};

use burtorch::eager::{Tape, Var};
use burtorch::{Aligned, BatchWorkspace, Rng, Workspace, io};
use eager::Training;
use graphs::Gradient;
use models::{Gpt, Trained, mlp_4, mlp_16, mlp_32, mlp_64, mlp_64_early, mlp_128, mlp_512, mlp_1024, mlp_1024_early};

const HELP: &str = "\
Measures one task of the paper: paper -- tiny|small|saveload|mlp|gpt

  --hidden E   hidden units of mlp: 4, 16, 32, 64, 128, 512 or 1024 (64)
  --batch B    samples in a step of mlp or gpt (1)
  --mode M     compiled, or eager: tiny, small, mlp and gpt on a tape, sample by sample (compiled)
  --tables T   when mlp looks up letters: planned, or early (64 and 1024 hidden units)
  --threads N  threads of a step of mlp or gpt; more than one needs the feature `parallel` (1)
  --iters N    gradients, files or steps to measure (as many as fit into the time)
  --seconds S  the time to measure for, without --iters (1)
  --part P     what saveload does: save, load or both (both)";

/// So small that training on random tokens stays where it is: every step is like the first.
const RATE: f32 = 0.01;

/// The samples that training takes one after the other, again and again.
const POOL: usize = 4096;

/// What is timed at once. The clock is far finer, and one interruption does not spoil many of these.
const GROUP: Duration = Duration::from_millis(1);

type Failure = Box<dyn Error>;

fn main() -> ExitCode {
    let start = Instant::now();
    match Options::read(start).and_then(|options| options.map_or_else(|| Ok(HELP.to_owned()), |options| run(&options)))
    {
        Ok(line) => {
            println!("{line}");
            ExitCode::SUCCESS
        }
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::from(2)
        }
    }
}

/// What to measure.
struct Options {
    /// When the program started.
    start: Instant,
    task: String,
    hidden: usize,
    batch: usize,
    threads: usize,
    /// On a tape.
    eager: bool,
    /// Letters are looked up before they are multiplied, whatever the planner says.
    early: bool,
    /// How many, or for how long.
    iters: Option<usize>,
    time: Duration,
    part: String,
}

impl Options {
    /// The arguments of the program; nothing without any.
    fn read(start: Instant) -> Result<Option<Self>, Failure> {
        fn number<T: FromStr>(name: &str, value: &str) -> Result<T, Failure> {
            value.parse().map_err(|_| format!("`{name} {value}`: `{name}` must be a number").into())
        }

        let mut words = env::args().skip(1);
        let Some(task) = words.next().filter(|task| task != "--help" && task != "-h") else { return Ok(None) };
        let time = Duration::from_secs(1);
        let mut options = Self {
            start,
            task,
            hidden: 64,
            batch: 1,
            threads: 1,
            eager: false,
            early: false,
            iters: None,
            time,
            part: "both".to_owned(),
        };
        while let Some(name) = words.next() {
            let value = words.next().ok_or_else(|| format!("`{name}` needs a value: `{name} …`"))?;
            match name.as_str() {
                "--hidden" => options.hidden = number(&name, &value)?,
                "--batch" => options.batch = number(&name, &value)?,
                "--threads" => options.threads = number(&name, &value)?,
                "--iters" => options.iters = Some(number(&name, &value)?),
                "--seconds" => {
                    let seconds = number(&name, &value)?;
                    options.time = Duration::try_from_secs_f64(seconds)
                        .map_err(|_| format!("`--seconds {value}`: `--seconds` must be above 0"))?;
                }
                "--mode" => {
                    options.eager = match value.as_str() {
                        "eager" => true,
                        "compiled" => false,
                        _ => return Err(format!("`--mode {value}`: there is `compiled` and `eager`").into()),
                    }
                }
                "--tables" => {
                    options.early = match value.as_str() {
                        "early" => true,
                        "planned" => false,
                        _ => return Err(format!("`--tables {value}`: there is `planned` and `early`").into()),
                    }
                }
                "--part" => options.part = value,
                _ => return Err(format!("there is no option `{name}`: --help lists them").into()),
            }
        }
        if options.batch == 0 || options.threads == 0 || options.iters == Some(0) {
            return Err("`--batch`, `--threads` and `--iters` must be at least 1".into());
        }
        Ok(Some(options))
    }
}

/// Measures what the options ask for; a line of JSON.
fn run(options: &Options) -> Result<String, Failure> {
    if options.eager {
        return run_eager(options);
    }
    match options.task.as_str() {
        "tiny" => graph(options, (-41.0, 2.0), graphs::tiny_factored::value_and_grad),
        "small" => graph(options, (-4.0, 2.0), graphs::small_fast::value_and_grad),
        "saveload" => save_and_load(options),
        "mlp" if options.early => match options.hidden {
            64 => train::<mlp_64_early::Names>(options),
            1024 => train::<mlp_1024_early::Names>(options),
            other => Err(format!("`--hidden {other} --tables early`: there is 64 and 1024").into()),
        },
        "mlp" => match options.hidden {
            4 => train::<mlp_4::Names>(options),
            16 => train::<mlp_16::Names>(options),
            32 => train::<mlp_32::Names>(options),
            64 => train::<mlp_64::Names>(options),
            128 => train::<mlp_128::Names>(options),
            512 => train::<mlp_512::Names>(options),
            1024 => train::<mlp_1024::Names>(options),
            other => Err(format!("`--hidden {other}`: there is 4, 16, 32, 64, 128, 512 and 1024").into()),
        },
        "gpt" => train::<Gpt>(options),
        other => Err(format!("there is no task `{other}`: there is tiny, small, saveload, mlp and gpt").into()),
    }
}

/// Runs a graph on a tape.
fn run_eager(options: &Options) -> Result<String, Failure> {
    if options.threads > 1 || options.early {
        return Err("`--mode eager` goes without `--threads` and `--tables`".into());
    }
    let mut rng = Rng::seed(1);
    match options.task.as_str() {
        "tiny" => graph(options, (-41.0, 2.0), on_tape(eager::tiny)),
        "small" => graph(options, (-4.0, 2.0), on_tape(eager::small)),
        "mlp" => {
            let make = |tape: &Tape<f32>| eager::Names::new(tape, options.hidden, &mut Rng::seed(1));
            train_eager(options, make, || eager::Names::sample(&mut rng))
        }
        "gpt" => {
            let make = |tape: &Tape<f32>| eager::Gpt::new(tape, &mut Rng::seed(1));
            train_eager(options, make, || eager::Gpt::sample(&mut rng))
        }
        other => Err(format!("`{other} --mode eager`: there is tiny, small, mlp and gpt").into()),
    }
}

/// Value and gradient of a function of two numbers, on a tape that is used again.
fn on_tape(graph: impl for<'t> Fn(Var<'t, f64>, Var<'t, f64>) -> Var<'t, f64>) -> impl FnMut(f64, f64) -> Gradient {
    let mut tape = Tape::with_capacity(64);
    let start = tape.checkpoint();
    move |a, b| {
        let (a, b) = (tape.leaf(a), tape.leaf(b));
        let root = graph(a, b);
        root.backward();
        let gradient = (root.value(), (a.adjoint(), b.adjoint()));
        tape.rewind(start);
        gradient
    }
}

/// Value and gradient of a function of two numbers, at the point of the paper and points beside it.
fn graph(
    options: &Options,
    (a, b): (f64, f64),
    mut gradient: impl FnMut(f64, f64) -> Gradient,
) -> Result<String, Failure> {
    let points: [(f64, f64); 1024] = points(a, b);
    let (value, _) = gradient(a, b);
    let times = measure(options, points.len(), |_| {
        for point in &points {
            let &(a, b) = black_box(point);
            black_box(&gradient(a, b));
        }
        Ok(())
    })?;
    Ok(times.line(options, 2, value))
}

/// `(a, b)`, and other points not far from it.
fn points<const N: usize>(a: f64, b: f64) -> [(f64, f64); N] {
    let mut at = 0.0;
    [(); N].map(|()| {
        let point = (a + at / 1024.0, b + at / 2048.0);
        at += 1.0;
        point
    })
}

/// Seven values of the small graph to a file of 56 bytes, and back.
fn save_and_load(options: &Options) -> Result<String, Failure> {
    let points: [(f64, f64); 1024] = points(-4.0, 2.0);
    let path = Scratch(env::temp_dir().join(format!("burtorch-paper-{}.f64", process::id())));
    let (saves, loads) = match options.part.as_str() {
        "save" => (true, false),
        "load" => (false, true),
        "both" => (true, true),
        other => return Err(format!("`--part {other}`: there is save, load and both").into()),
    };
    let values: Vec<[f64; 7]> = points.iter().map(|&(a, b)| activations(a, b)).collect();
    let mut loaded = values[0];
    io::save_raw(&path.0, &loaded)?;
    let times = measure(options, 1, |at| {
        if saves {
            io::save_raw(&path.0, &values[at % values.len()])?;
        }
        if loads {
            io::load_raw(&path.0, &mut loaded)?;
        }
        Ok(())
    })?;
    if saves {
        io::load_raw(&path.0, &mut loaded)?;
    }
    Ok(times.line(options, 7, loaded[6]))
}

/// `a`, `b` and what the small graph computes on the way to `g`.
fn activations(a: f64, b: f64) -> [f64; 7] {
    let c = 4.0 * (a + b) + 3.0 - a;
    let d = 4.0 * (3.0 * (a * b + b.powi(3)) + (b + a).max(0.0)) + (b - a).max(0.0);
    let e = c - d;
    let f = e.powi(2);
    [a, b, c, d, e, f, f / 2.0 + 10.0 / f]
}

/// A file that goes when the measurement ends.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        // Nothing is lost if it stays.
        fs::remove_file(&self.0).ok();
    }
}

/// Steps of training on random tokens.
fn train<M: Trained>(options: &Options) -> Result<String, Failure> {
    let mut rng = Rng::seed(1);
    let batches = (POOL / options.batch).max(16);
    let pool: Vec<M::Sample> = (0..batches * options.batch).map(|_| M::sample(&mut rng)).collect();
    let (mut params, mut gradient) = (Aligned::zeros(M::PARAMS), Aligned::zeros(M::PARAMS));
    M::init(&mut params, &mut rng)?;
    let mut loss = 0.0;
    let times = if options.threads > 1 {
        measure_parallel::<M>(options, &mut params, &mut gradient, &pool, &mut loss)?
    } else if options.batch == 1 {
        let mut workspace = Workspace::<M>::boxed();
        measure(options, 1, |at| {
            loss = M::step(&mut params, RATE, &mut workspace, &pool[at % batches])?;
            Ok(())
        })?
    } else {
        let mut workspace = BatchWorkspace::<M>::boxed();
        measure(options, 1, |at| {
            let samples = &pool[at % batches * options.batch..][..options.batch];
            loss = M::step_batch(&mut params, &mut gradient, RATE, &mut workspace, samples)?;
            Ok(())
        })?
    };
    if !loss.is_finite() {
        return Err(format!("the loss is {loss}").into());
    }
    Ok(times.line(options, M::PARAMS, f64::from(loss)))
}

/// Trains a model on a tape.
fn train_eager<M: eager::Model<f32>>(
    options: &Options,
    make: impl FnOnce(&Tape<f32>) -> M,
    sample: impl FnMut() -> M::Sample,
) -> Result<String, Failure> {
    let batches = (POOL / options.batch).max(16);
    let pool: Vec<M::Sample> = iter::repeat_with(sample).take(batches * options.batch).collect();
    let mut training = Training::new(make);
    let mut total = 0.0;
    let times = measure(options, 1, |at| {
        let samples = &pool[at % batches * options.batch..][..options.batch];
        total = training.step(samples, RATE.into());
        Ok(())
    })?;
    #[allow(clippy::cast_precision_loss, reason = "no batch is that large")]
    let loss = f64::from(total) / options.batch as f64;
    if !loss.is_finite() {
        return Err(format!("the loss is {loss}").into());
    }
    Ok(times.line(options, training.model.params().len(), loss))
}

/// Training on several threads.
#[cfg(feature = "parallel")]
fn measure_parallel<M: Trained>(
    options: &Options,
    params: &mut [f32],
    gradient: &mut [f32],
    pool: &[M::Sample],
    loss: &mut f32,
) -> Result<Times, Failure> {
    let batches = pool.len() / options.batch;
    let mut workspace = burtorch::ParallelWorkspace::<M>::new(options.threads);
    measure(options, 1, |at| {
        let samples = &pool[at % batches * options.batch..][..options.batch];
        *loss = M::step_parallel(params, gradient, RATE, &mut workspace, samples)?;
        Ok(())
    })
}

#[cfg(not(feature = "parallel"))]
fn measure_parallel<M: Trained>(
    options: &Options,
    _: &mut [f32],
    _: &mut [f32],
    _: &[M::Sample],
    _: &mut f32,
) -> Result<Times, Failure> {
    let Options { threads, .. } = options;
    Err(format!("`--threads {threads}` needs a feature: cargo run --release --features parallel --example paper")
        .into())
}

/// Seconds for each of something, group by group.
struct Times {
    init: Duration,
    iters: usize,
    /// Sorted.
    groups: Vec<f64>,
}

/// Times `call(n)`, which does `each` of what is measured, the `n`th time. The first call belongs to initialisation.
#[allow(clippy::cast_precision_loss, reason = "there are not that many calls")]
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count, positive and not too large")]
fn measure(
    options: &Options,
    each: usize,
    mut call: impl FnMut(usize) -> Result<(), Failure>,
) -> Result<Times, Failure> {
    call(0)?;
    let init = options.start.elapsed();

    // Warm up, and see how many calls make a group.
    let start = Instant::now();
    let mut calls = 1;
    while calls < 4 || start.elapsed() < options.time / 5 {
        call(calls)?;
        calls += 1;
    }
    let seconds = start.elapsed().as_secs_f64() / (calls - 1) as f64;
    let group = (GROUP.as_secs_f64() / seconds).ceil() as usize;
    let fit = (options.time.as_secs_f64() / seconds).ceil() as usize;
    let mut left = options.iters.map_or(fit, |iters| iters.div_ceil(each)).max(1);
    let mut groups = Vec::with_capacity(left / group + 1);
    let iters = left * each;
    while left > 0 {
        let count = group.min(left);
        let start = Instant::now();
        for at in calls..calls + count {
            call(at)?;
        }
        groups.push(start.elapsed().as_secs_f64() / (count * each) as f64);
        calls += count;
        left -= count;
    }
    groups.sort_by(f64::total_cmp);
    Ok(Times { init, iters, groups })
}

impl Times {
    #[allow(clippy::cast_precision_loss, reason = "there are not that many groups")]
    fn line(&self, options: &Options, params: usize, loss: f64) -> String {
        let Options { task, hidden, batch, threads, .. } = options;
        let hidden = if task == "mlp" { *hidden } else { 0 };
        let median = self.groups[self.groups.len() / 2] * 1e6;
        let mean = self.groups.iter().sum::<f64>() / self.groups.len() as f64 * 1e6;
        let min = self.groups[0] * 1e6;
        format!(
            "{{\"task\": \"{task}\", \"hidden\": {hidden}, \"batch\": {batch}, \"threads\": {threads}, \"params\": {params}, \
             \"iters\": {}, \"median_us\": {median:.6}, \"mean_us\": {mean:.6}, \"min_us\": {min:.6}, \
             \"init_ms\": {:.3}, \"peak_rss_mb\": {:.2}, \"loss\": {loss}}}",
            self.iters,
            self.init.as_secs_f64() * 1e3,
            peak_rss(),
        )
    }
}

/// The most memory that the process had, in megabytes; 0 where the system does not say.
fn peak_rss() -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<f64>().ok());
    kilobytes.unwrap_or(0.0) / 1024.0
}
