//! What the programs share: arguments, the paper's models as data, clocks, and the line of JSON. It is `common.py` once more.

use std::env;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

pub const LN_EPS: f64 = 1e-5;
pub const LAYERS: usize = 6;
pub const HEADS: usize = 6;
pub const WIDTH: usize = 24;
pub const LENGTH: usize = 8;
pub const VOCAB: usize = 65;
pub const CONTEXT: usize = 16;
pub const LETTERS: usize = 27;

/// So small that training on random tokens stays where it is: every step is like the first.
const RATE: f64 = 0.01;

/// The samples that training takes one after the other, again and again.
const POOL: usize = 4096;

/// What is timed at once.
const GROUP: f64 = 1e-3;

pub type Failure = Box<dyn Error>;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Graph {
    Tiny,
    Small,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Net {
    Mlp,
    Gpt,
}

/// A parameter: its name, its shape and its first values, row-major, weights as outputs times inputs.
pub struct Param {
    pub name: String,
    pub shape: Vec<usize>,
    pub values: Vec<f32>,
}

/// Batches of tokens; each is as many samples as `batch`, one after the other.
pub struct Batches {
    pub batch: usize,
    /// Tokens of one input, and of one target.
    pub lengths: (usize, usize),
    pub x: Vec<Vec<u32>>,
    pub y: Vec<Vec<u32>>,
}

/// Something to measure.
pub trait Work {
    /// One gradient or step of training, the nth.
    fn step(&mut self, n: usize) -> Result<(), Failure>;
    /// Of the last step the loss; of a graph its value and gradient.
    fn result(&self) -> Result<Vec<f64>, Failure>;
}

/// A framework.
pub struct Peer {
    pub name: &'static str,
    pub mode: &'static str,
    pub graph: fn(Graph, Vec<(f64, f64)>) -> Result<Box<dyn Work>, Failure>,
    pub model: fn(Net, Vec<Param>, Batches, f64) -> Result<Box<dyn Work>, Failure>,
}

/// The program of a framework.
pub fn main(peer: &Peer) -> ExitCode {
    let start = Instant::now();
    match Options::read(peer).and_then(|options| run(peer, &options, start)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::from(2)
        }
    }
}

struct Options {
    task: String,
    hidden: usize,
    batch: usize,
    iters: Option<usize>,
    seconds: f64,
    check: bool,
    list: bool,
}

impl Options {
    fn read(peer: &Peer) -> Result<Self, Failure> {
        let mut words = env::args().skip(1);
        let task = words.next().ok_or("name a task: tiny, small, mlp or gpt")?;
        if !["tiny", "small", "mlp", "gpt"].contains(&&*task) {
            return Err(format!("there is no task {task}: there is tiny, small, mlp and gpt").into());
        }
        let mut options = Self { task, hidden: 64, batch: 1, iters: None, seconds: 1.0, check: false, list: false };
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
            match &*word {
                "--hidden" => options.hidden = value()?.parse()?,
                "--batch" => options.batch = value()?.parse()?,
                "--iters" => options.iters = Some(value()?.parse()?),
                "--seconds" => options.seconds = value()?.parse()?,
                "--check" => options.check = true,
                "--list" => options.list = true,
                "--mode" => {
                    let mode = value()?;
                    if mode != peer.mode {
                        return Err(format!("{} has no mode {mode}: there is {}", peer.name, peer.mode).into());
                    }
                }
                _ => return Err(format!("there is no option {word}").into()),
            }
        }
        if options.batch == 0 || options.hidden == 0 || options.iters == Some(0) {
            return Err("--batch, --hidden and --iters are at least 1".into());
        }
        Ok(options)
    }

    /// What the task is: a graph or a model.
    fn kind(&self) -> Result<Graph, Net> {
        match &*self.task {
            "tiny" => Ok(Graph::Tiny),
            "small" => Ok(Graph::Small),
            "mlp" => Err(Net::Mlp),
            _ => Err(Net::Gpt),
        }
    }
}

fn run(peer: &Peer, options: &Options, start: Instant) -> Result<(), Failure> {
    if options.list {
        println!("{}", peer.mode);
        return Ok(());
    }
    if options.check {
        return check(peer, options);
    }
    let (mut work, params) = match options.kind() {
        Ok(graph) => ((peer.graph)(graph, points(graph))?, 2),
        Err(net) => {
            let params = parameters(net, options.hidden);
            let count = params.iter().map(|param| param.values.len()).sum();
            ((peer.model)(net, params, batches(net, options.batch), RATE)?, count)
        }
    };
    report(peer, options, start, &mut *work, params)
}

/// The point of the paper, and other points not far from it.
fn points(graph: Graph) -> Vec<(f64, f64)> {
    let (a, b) = if graph == Graph::Tiny { (-41.0, 2.0) } else { (-4.0, 2.0) };
    (0..1024).map(f64::from).map(|k| (a + k / 1024.0, b + k / 2048.0)).collect()
}

/// Names and shapes of the parameters in the order of the flat vector; query, key and value are one weight.
fn layout(net: Net, hidden: usize) -> Vec<(String, Vec<usize>)> {
    let named =
        |names: &[(&str, &[usize])]| names.iter().map(|&(name, shape)| (name.to_owned(), shape.to_vec())).collect();
    if net == Net::Mlp {
        let inputs = CONTEXT * 64;
        return named(&[
            ("C", &[LETTERS, 64]),
            ("W1", &[hidden, inputs]),
            ("b1", &[hidden]),
            ("W2", &[LETTERS, hidden]),
            ("b2", &[LETTERS]),
        ]);
    }
    let mut shapes: Vec<_> = named(&[("tok", &[VOCAB, WIDTH]), ("pos", &[LENGTH, WIDTH])]);
    for layer in 0..LAYERS {
        let block: Vec<(String, Vec<usize>)> = named(&[
            ("ln1.g", &[WIDTH]),
            ("ln1.b", &[WIDTH]),
            ("Wqkv", &[3 * WIDTH, WIDTH]),
            ("Wo", &[WIDTH, WIDTH]),
            ("bo", &[WIDTH]),
            ("ln2.g", &[WIDTH]),
            ("ln2.b", &[WIDTH]),
            ("Wf", &[4 * WIDTH, WIDTH]),
            ("bf", &[4 * WIDTH]),
            ("Wg", &[WIDTH, 4 * WIDTH]),
            ("bg", &[WIDTH]),
        ]);
        shapes.extend(block.into_iter().map(|(name, shape)| (format!("h{layer}.{name}"), shape)));
    }
    shapes.extend(named(&[("Whead", &[VOCAB, WIDTH]), ("bhead", &[VOCAB])]));
    shapes
}

/// The parameters of tests/data, which serve as well as random ones.
fn parameters(net: Net, hidden: usize) -> Vec<Param> {
    let mut at = 0u32;
    let filled = |(name, shape): (String, Vec<usize>)| {
        let offset = if name.ends_with(".g") { 1.0 } else { 0.0 };
        let values = (0..shape.iter().product())
            .map(|_| {
                at += 1;
                (0.1 * (0.37 * f64::from(at - 1) + 0.1).sin() + offset) as f32
            })
            .collect();
        Param { name, shape, values }
    };
    layout(net, hidden).into_iter().map(filled).collect()
}

/// Batches of random tokens.
fn batches(net: Net, batch: usize) -> Batches {
    let (lengths, vocabulary) = if net == Net::Mlp { ((CONTEXT, 1), LETTERS) } else { ((LENGTH, LENGTH), VOCAB) };
    let mut state = 1u64;
    let mut tokens = |count: usize| -> Vec<u32> {
        let token = |_| {
            // Knuth's generator; its high bits.
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) % vocabulary as u64) as u32
        };
        (0..count).map(token).collect()
    };
    let count = (POOL / batch).max(16);
    let x = (0..count).map(|_| tokens(batch * lengths.0)).collect();
    let y = (0..count).map(|_| tokens(batch * lengths.1)).collect();
    Batches { batch, lengths, x, y }
}

/// Measures, and prints the line of JSON.
fn report(peer: &Peer, options: &Options, start: Instant, work: &mut dyn Work, params: usize) -> Result<(), Failure> {
    work.step(0)?;
    let first = work.result()?[0];
    let init = start.elapsed();

    // Warm up, and see how many calls make a group.
    let (warm, mut calls) = (Instant::now(), 1);
    while calls < 4 || warm.elapsed() < Duration::from_secs_f64(options.seconds / 5.0) {
        work.step(calls)?;
        calls += 1;
    }
    let each = warm.elapsed().as_secs_f64() / (calls - 1) as f64;
    let group = (GROUP / each).ceil().max(1.0) as usize;
    let total = options.iters.unwrap_or((options.seconds / each).ceil() as usize).max(1);
    let (mut left, mut groups) = (total, Vec::new());
    while left > 0 {
        let count = group.min(left);
        let start = Instant::now();
        for n in calls..calls + count {
            work.step(n)?;
        }
        groups.push(start.elapsed().as_secs_f64() / count as f64 * 1e6);
        calls += count;
        left -= count;
    }
    groups.sort_by(f64::total_cmp);
    let graph = options.kind().is_ok();
    let line = serde_json::json!({
        "framework": peer.name,
        "mode": peer.mode,
        "task": options.task,
        "hidden": if options.task == "mlp" { options.hidden } else { 0 },
        "batch": if graph { 1 } else { options.batch },
        "params": params,
        "iters": total,
        "median_us": groups[groups.len() / 2],
        "mean_us": groups.iter().sum::<f64>() / groups.len() as f64,
        "min_us": groups[0],
        "init_ms": init.as_secs_f64() * 1e3,
        "peak_rss_mb": peak_rss(),
        "loss": if graph { first } else { work.result()?[0] },
    });
    println!("{line}");
    Ok(())
}

/// The most memory that the process had, in megabytes; 0 where the system does not say.
fn peak_rss() -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
}

/// A model must train as tests/data says, and a graph must have the gradient of the paper.
fn check(peer: &Peer, options: &Options) -> Result<(), Failure> {
    let Peer { mode, .. } = peer;
    let net = match options.kind() {
        Ok(graph) => {
            let mut work = (peer.graph)(graph, points(graph))?;
            work.step(0)?;
            let expected = match graph {
                Graph::Tiny => [612.5, -35.0, 1050.0],
                Graph::Small => [24.70408163265306, 138.83381924198252, 645.5772594752187],
            };
            for (ours, expected) in work.result()?.into_iter().zip(expected) {
                if (ours - expected).abs() > 1e-12 * expected.abs() {
                    return Err(format!("{mode}: {ours} instead of {expected}").into());
                }
            }
            println!("{}, {mode}: value and gradient are right", options.task);
            return Ok(());
        }
        Err(net) => net,
    };
    let name = if net == Net::Gpt { "gpt" } else { "mlp_e4" };
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/data");
    let losses = fs::read_to_string(data.join(format!("{name}_losses.txt")))?;
    let expected: Vec<f64> =
        losses.lines().filter(|line| !line.starts_with('#')).map(str::parse).collect::<Result<_, _>>()?;
    let case = fs::read_to_string(data.join(format!("{name}.txt")))?;
    let tokens = |key: &str| -> Result<Vec<Vec<u32>>, Failure> {
        let line = case.lines().find_map(|line| line.strip_prefix(key)).ok_or("the stored sample has no tokens")?;
        Ok(vec![line.split_whitespace().map(str::parse).collect::<Result<_, _>>()?])
    };
    // The same sample again and again.
    let (x, y) = (tokens("x ")?, tokens("y ")?);
    let sample = Batches { batch: 1, lengths: (x[0].len(), y[0].len()), x, y };
    let mut work = (peer.model)(net, parameters(net, 4), sample, 0.1)?;
    let mut error = 0.0f64;
    for (step, loss) in expected.iter().enumerate() {
        work.step(step)?;
        let ours = work.result()?[0];
        error = error.max((ours / loss - 1.0).abs());
        if error.is_nan() || error >= 2e-5 {
            return Err(format!("{mode}: the loss of step {step} is {ours} and not {loss}").into());
        }
    }
    println!("{}, {mode}: ten losses of training agree within {error:.1e}", options.task);
    Ok(())
}
