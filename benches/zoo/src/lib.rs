//! What the programs of the models share: steps of training on random samples, measured, and one gradient as files.
//!
//! ```sh
//! cargo run --release --bin lstm -- step --batch 16            # microseconds of a step, as a line of JSON
//! cargo run --release --bin lstm -- gradient --batch 3 FOLDER  # parameters, samples and gradient, for another framework to check
//! ```

mod data;

use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use burtorch::{BatchWorkspace, Model, ParallelWorkspace, Rng, Workspace};

pub use data::{Data, below, uniform};

/// So small that training on random samples stays where it is: every step is like the first.
const RATE: f32 = 1e-3;

/// What is timed at once: the clock is far finer.
const GROUP: Duration = Duration::from_millis(1);

/// A model with a loss of an input and a target.
pub trait Trained: Model<Scalar = f32> + Sized {
    type Input: Data;
    type Target: Data;

    fn sample(rng: &mut Rng) -> (Self::Input, Self::Target);

    /// One step of plain SGD on a sample; the loss before it.
    fn step(
        params: &mut [f32],
        workspace: &mut Workspace<Self>,
        rate: f32,
        sample: &(Self::Input, Self::Target),
    ) -> Result<f32, burtorch::Error>;

    /// One step of plain SGD on the mean over samples; the loss before it.
    fn step_batch(
        params: &mut [f32],
        gradient: &mut [f32],
        workspace: &mut BatchWorkspace<Self>,
        rate: f32,
        samples: &[(Self::Input, Self::Target)],
    ) -> Result<f32, burtorch::Error>;

    /// One step of plain SGD on the mean over samples, on several threads; the loss before it.
    fn step_parallel(
        params: &mut [f32],
        gradient: &mut [f32],
        workspace: &mut ParallelWorkspace<Self>,
        rate: f32,
        samples: &[(Self::Input, Self::Target)],
    ) -> Result<f32, burtorch::Error>;

    /// The mean loss of samples; adds its gradient to `gradient`.
    fn gradient(
        params: &[f32],
        gradient: &mut [f32],
        workspace: &mut BatchWorkspace<Self>,
        samples: &[(Self::Input, Self::Target)],
    ) -> Result<f32, burtorch::Error>;
}

/// `main` of a model: `(input, target)` and how to draw them; the last pattern turns a `&target` into what the loss takes.
#[macro_export]
macro_rules! zoo {
    ($model:ty, ($input:ty, $target:ty), |$rng:ident| $sample:expr, |$y:pat_param| $pass:expr) => {
        impl $crate::Trained for $model {
            type Input = $input;
            type Target = $target;

            fn sample($rng: &mut ::burtorch::Rng) -> ($input, $target) {
                $sample
            }

            fn step(
                params: &mut [f32],
                workspace: &mut ::burtorch::Workspace<Self>,
                rate: f32,
                (x, $y): &($input, $target),
            ) -> Result<f32, ::burtorch::Error> {
                Self::loss_sgd(params, rate, workspace, x, $pass)
            }

            fn step_batch(
                params: &mut [f32],
                gradient: &mut [f32],
                workspace: &mut ::burtorch::BatchWorkspace<Self>,
                rate: f32,
                samples: &[($input, $target)],
            ) -> Result<f32, ::burtorch::Error> {
                Self::loss_sgd_batch(params, gradient, rate, workspace, samples)
            }

            fn step_parallel(
                params: &mut [f32],
                gradient: &mut [f32],
                workspace: &mut ::burtorch::ParallelWorkspace<Self>,
                rate: f32,
                samples: &[($input, $target)],
            ) -> Result<f32, ::burtorch::Error> {
                Self::loss_sgd_parallel(params, gradient, rate, workspace, samples)
            }

            fn gradient(
                params: &[f32],
                gradient: &mut [f32],
                workspace: &mut ::burtorch::BatchWorkspace<Self>,
                samples: &[($input, $target)],
            ) -> Result<f32, ::burtorch::Error> {
                Self::loss_grad_batch(params, gradient, workspace, samples)
            }
        }

        fn main() -> ::std::process::ExitCode {
            $crate::main::<$model>()
        }
    };
}

type Failure = Box<dyn Error>;

/// The program of a model.
#[must_use]
pub fn main<M: Trained>() -> ExitCode {
    match run::<M>() {
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

fn run<M: Trained>() -> Result<String, Failure> {
    const USAGE: &str = "step|gradient [--batch N] [--seconds S] [--threads N] [FOLDER]";
    let mut words = std::env::args().skip(1);
    let task = words.next().ok_or(USAGE)?;
    let (mut batch, mut seconds, mut threads, mut folder) = (1_usize, 1.0_f64, 1_usize, None);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("`{word}` needs a value"));
        match word.as_str() {
            "--batch" => batch = value()?.parse()?,
            "--seconds" => seconds = value()?.parse()?,
            "--threads" => threads = value()?.parse()?,
            _ if !word.starts_with('-') => folder = Some(word),
            _ => return Err(format!("there is no option `{word}`: {USAGE}").into()),
        }
    }
    if batch == 0 || threads == 0 {
        return Err("`--batch` and `--threads` must be at least 1".into());
    }
    match (task.as_str(), folder) {
        ("step", None) => step::<M>(batch, threads, Duration::try_from_secs_f64(seconds)?),
        ("gradient", Some(folder)) => gradient::<M>(batch, Path::new(&folder)),
        _ => Err(USAGE.into()),
    }
}

/// Steps of training, each on other samples.
fn step<M: Trained>(batch: usize, threads: usize, time: Duration) -> Result<String, Failure> {
    let mut rng = Rng::seed(1);
    let batches = (1024 / batch).clamp(4, 256);
    let pool: Vec<_> = (0..batches * batch).map(|_| M::sample(&mut rng)).collect();
    let (mut params, mut gradient) = (vec![0.0; M::PARAMS], vec![0.0; M::PARAMS]);
    M::init(&mut params, &mut rng)?;
    if threads > 1 {
        let mut workspace = ParallelWorkspace::<M>::new(threads);
        measure::<M>(batch, time, |at| {
            let samples = &pool[at % batches * batch..][..batch];
            M::step_parallel(&mut params, &mut gradient, &mut workspace, RATE, samples)
        })
    } else if batch == 1 {
        let mut workspace = Workspace::<M>::boxed();
        measure::<M>(batch, time, |at| M::step(&mut params, &mut workspace, RATE, &pool[at % batches]))
    } else {
        let mut workspace = BatchWorkspace::<M>::boxed();
        measure::<M>(batch, time, |at| {
            let samples = &pool[at % batches * batch..][..batch];
            M::step_batch(&mut params, &mut gradient, &mut workspace, RATE, samples)
        })
    }
}

/// Processor time of this process, so that what else runs on the machine does not count.
fn processor_time() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Seconds of processor time of a step, in groups of about a millisecond, after a fifth of the time to warm up.
fn measure<M: Trained>(
    batch: usize,
    time: Duration,
    mut step: impl FnMut(usize) -> Result<f32, burtorch::Error>,
) -> Result<String, Failure> {
    let (start, used, mut steps) = (Instant::now(), processor_time(), 0);
    while steps < 2 || start.elapsed() < time / 5 {
        step(steps)?;
        steps += 1;
    }
    let each = (processor_time() - used) / steps as f64;
    let group = (GROUP.as_secs_f64() / each).ceil().max(1.0) as usize;
    let (start, mut times, mut loss) = (Instant::now(), Vec::new(), 0.0);
    while times.len() < 5 || start.elapsed() < time {
        let used = processor_time();
        for _ in 0..group {
            loss = step(steps)?;
            steps += 1;
        }
        times.push((processor_time() - used) / group as f64);
    }
    if !loss.is_finite() {
        return Err(format!("the loss is {loss}").into());
    }
    times.sort_by(f64::total_cmp);
    let (median, least) = (times[times.len() / 2] * 1e6, times[0] * 1e6);
    Ok(format!(
        "{{\"params\": {}, \"batch\": {batch}, \"median_us\": {median:.3}, \"min_us\": {least:.3}, \"peak_rss_mb\": {:.1}, \"loss\": {loss}}}",
        M::PARAMS,
        peak_rss()
    ))
}

/// The most memory that the process had, in megabytes; 0 where the system does not say.
fn peak_rss() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    kilobytes.map_or(0.0, |kilobytes| kilobytes / 1024.0)
}

/// Loss and gradient of the mean over samples. Writes `params`, `x`, `y` and `gradient` as numbers of 32 bits, little-endian.
fn gradient<M: Trained>(batch: usize, folder: &Path) -> Result<String, Failure> {
    let mut rng = Rng::seed(7);
    let samples: Vec<_> = (0..batch).map(|_| M::sample(&mut rng)).collect();
    let (mut params, mut gradient) = (vec![0.0; M::PARAMS], vec![0.0; M::PARAMS]);
    M::init(&mut params, &mut rng)?;
    let mut workspace = BatchWorkspace::<M>::boxed();
    let loss = M::gradient(&params, &mut gradient, &mut workspace, &samples)?;
    let write = |name: &str, bytes: Vec<u8>| std::fs::write(folder.join(name), bytes);
    let (mut x, mut y) = (Vec::new(), Vec::new());
    for (input, target) in &samples {
        input.put(&mut x);
        target.put(&mut y);
    }
    std::fs::create_dir_all(folder)?;
    write("x", x)?;
    write("y", y)?;
    write("params", params.iter().flat_map(|value| value.to_le_bytes()).collect())?;
    write("gradient", gradient.iter().flat_map(|value| value.to_le_bytes()).collect())?;

    let mut table = String::new();
    for parameter in M::PARAMETERS {
        let comma = if table.is_empty() { "" } else { ", " };
        write!(table, "{comma}{:?}: [{}, {:?}]", parameter.name, parameter.slot.offset, parameter.slot.shape)?;
    }
    let kind = |name: &str, shape: Vec<usize>| format!("{{\"type\": \"{name}\", \"shape\": {shape:?}}}");
    let x = kind(<M::Input as Data>::TYPE, <M::Input as Data>::shape());
    let y = kind(<M::Target as Data>::TYPE, <M::Target as Data>::shape());
    Ok(format!("{{\"loss\": {loss}, \"x\": {x}, \"y\": {y}, \"parameters\": {{{table}}}}}"))
}

/// The program of a transformer as in the paper: its width, layers, heads and length.
#[macro_export]
macro_rules! gpt {
    ($width:literal, $layers:literal, $heads:literal, $length:literal) => {
        ::burtorch::graph! {
            const VOCAB: usize = 65;
            const T: usize = $length;
            const C: usize = $width;

            struct Block {
                norm1: LayerNorm<C>,
                attention: CausalAttention<T, C, $heads>,
                norm2: LayerNorm<C>,
                think: FeedForward<C, { 4 * C }>,
            }

            impl Block {
                fn forward(&self, x: Tensor<T, C>) -> Tensor<T, C> {
                    let x = x + self.attention.forward(self.norm1.forward(x));
                    x + self.think.forward(self.norm2.forward(x))
                }
            }

            pub struct Net {
                token: Embedding<VOCAB, C>,
                position: Param<T, C>,
                blocks: [Block; $layers],
                head: Linear<C, VOCAB>,
            }

            impl Net {
                pub fn loss(&self, text: [u8; T], next: [u8; T]) -> f32 {
                    let mut x = self.token.forward(text) + self.position;
                    for block in &self.blocks {
                        x = block.forward(x);
                    }
                    mean(cross_entropy(self.head.forward(x), next))
                }
            }
        }

        $crate::zoo!(
            Net,
            ([u8; $length], [u8; $length]),
            |rng| (
                ::std::array::from_fn(|_| $crate::below(rng, 65)),
                ::std::array::from_fn(|_| $crate::below(rng, 65))
            ),
            |y| y
        );
    };
}
