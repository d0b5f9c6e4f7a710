//! Makes up names: in some ten seconds the validation loss reaches 2.3, where letter frequencies alone give 2.9.
//!
//! ```sh
//! cargo run --release --example names
//! cargo run --release --example names -- --hidden 128 --steps 20000 --data my_names.txt
//! ```
//!
//! The model sees the last 16 letters of a name and says how likely each letter is to come next. A list of names
//! gives one sample for each letter.

mod common;

use std::io::{self, Write as _};
use std::process::ExitCode;

use burtorch::{BatchWorkspace, Model, Rng, Workspace};
use common::{Arguments, Failure, Options, Progress, Source, choose, entropy, split};

const HELP: &str = "\
Learns from a list of names to make up new ones.

  --hidden N   hidden units: 4, 16, 64 or 128 (64)
  --steps N    steps of training (3000)
  --batch N    samples in a step (64)
  --lr X       learning rate of the first step; it falls to zero (0.2)
  --seed N     seed of all that is random (1)
  --data PATH  names of letters a–z, one in a line (the list that ships with burtorch)";

/// The letters that the model sees.
const CONTEXT: usize = 16;

/// Stands before the first letter of a name and after its last. The letters `a` to `z` are 1 to 26.
const END: u8 = 0;

/// What the model sees, and what comes next.
type Sample = ([u8; CONTEXT], u8);

/// The model with some number of hidden units, in a module of its own.
///
/// Its sizes are constants: while it compiles, shapes are checked, the derivative is written and memory is planned.
macro_rules! model {
    ($module:ident, $hidden:literal) => {
        mod $module {
            burtorch::graph! {
                const CONTEXT: usize = 16;
                const WIDTH: usize = 64;
                const HIDDEN: usize = $hidden;

                pub struct Names {
                    letters: Embedding<27, WIDTH>,
                    up: Linear<{ CONTEXT * WIDTH }, HIDDEN>,
                    down: Linear<HIDDEN, 27>,
                }

                impl Names {
                    /// The logarithms of the probabilities of the next letter, up to a constant.
                    pub fn logits(&self, context: [u8; CONTEXT]) -> Tensor<27> {
                        let x = reshape(self.letters.forward(context), [CONTEXT * WIDTH]);
                        self.down.forward(tanh(self.up.forward(x)))
                    }

                    pub fn loss(&self, context: [u8; CONTEXT], next: u8) -> f32 {
                        cross_entropy(self.logits(context), next)
                    }
                }
            }
        }

        // The functions called here are the ones that `graph!` wrote: of one sample, of a batch, and a step of training.
        impl Network for $module::Names {
            fn logits<'w>(
                params: &[f32],
                workspace: &'w mut Workspace<Self>,
                context: &[u8; CONTEXT],
            ) -> Result<&'w [f32; 27], burtorch::Error> {
                Self::logits(params, workspace, context)
            }

            fn loss(
                params: &[f32],
                workspace: &mut BatchWorkspace<Self>,
                samples: &[Sample],
            ) -> Result<f32, burtorch::Error> {
                Self::loss_batch(params, workspace, samples)
            }

            fn step(
                params: &mut [f32],
                gradient: &mut [f32],
                rate: f32,
                workspace: &mut BatchWorkspace<Self>,
                samples: &[Sample],
            ) -> Result<f32, burtorch::Error> {
                Self::loss_sgd_batch(params, gradient, rate, workspace, samples)
            }
        }
    };
}

model!(hidden_4, 4);
model!(hidden_16, 16);
model!(hidden_64, 64);
model!(hidden_128, 128);

/// What training needs of a model, whatever its size. A program with one model calls its functions as they are.
trait Network: Model<Scalar = f32> + Sized {
    fn logits<'w>(
        params: &[f32],
        workspace: &'w mut Workspace<Self>,
        context: &[u8; CONTEXT],
    ) -> Result<&'w [f32; 27], burtorch::Error>;

    /// The mean loss of the samples.
    fn loss(params: &[f32], workspace: &mut BatchWorkspace<Self>, samples: &[Sample]) -> Result<f32, burtorch::Error>;

    /// One step of gradient descent on the mean loss of the samples, which is returned.
    fn step(
        params: &mut [f32],
        gradient: &mut [f32],
        rate: f32,
        workspace: &mut BatchWorkspace<Self>,
        samples: &[Sample],
    ) -> Result<f32, burtorch::Error>;
}

fn main() -> ExitCode {
    common::run(HELP, |mut arguments: Arguments| {
        let train = match arguments.count("--hidden", 64)? {
            4 => train::<hidden_4::Names>,
            16 => train::<hidden_16::Names>,
            64 => train::<hidden_64::Names>,
            128 => train::<hidden_128::Names>,
            other => return Err(format!("`--hidden {other}`: `--hidden` must be 4, 16, 64 or 128").into()),
        };
        train(&arguments.options(Options { steps: 3000, batch: 64, rate: 0.2, seed: 1, data: None })?)
    })
}

#[allow(clippy::cast_precision_loss, reason = "there are not that many steps")]
fn train<M: Network>(options: &Options) -> Result<(), Failure> {
    let mut out = io::stdout();
    let mut rng = Rng::seed(options.seed);
    let source = options.source("examples/data/names.txt", include_str!("data/names.txt"))?;
    let mut names = names(&source)?;
    rng.shuffle(&mut names);
    let (training, validation) = split(&names);
    let (mut training, validation) = (samples(training), samples(validation));
    if options.batch > training.len() {
        return Err(format!("`--batch {}`: there are only {} samples", options.batch, training.len()).into());
    }
    writeln!(out, "{}: {} names, {} samples to learn from", source.name, names.len(), training.len())?;
    writeln!(out, "{} parameters", M::PARAMS)?;

    // All memory there is: parameters, their gradient, and room to compute in. Training allocates nothing.
    let mut params = vec![0.0; M::PARAMS];
    let mut gradient = vec![0.0; M::PARAMS];
    let mut workspace = BatchWorkspace::boxed();
    M::init(&mut params, &mut rng)?;

    // Enough to see how it goes.
    let some = &validation[..validation.len().min(4096)];
    let mut progress = Progress::new(options.steps)?;
    let mut next = training.len();
    for step in 0..options.steps {
        if next + options.batch > training.len() {
            rng.shuffle(&mut training);
            next = 0;
        }
        let batch = &training[next..next + options.batch];
        next += options.batch;

        let rate = options.rate * (1.0 - step as f32 / options.steps as f32);
        let loss = M::step(&mut params, &mut gradient, rate, &mut workspace, batch)?;
        progress.step(loss, || M::loss(&params, &mut workspace, some))?;
    }

    let loss = M::loss(&params, &mut workspace, &validation)?;
    let entropy = entropy(training.iter().chain(&validation).map(|&(_, next)| next));
    let count = validation.len();
    writeln!(out, "validation loss {loss:.4} on all {count} samples; letter frequencies alone give {entropy:.4}\n")?;
    let mut workspace = Workspace::boxed();
    for _ in 0..20 {
        writeln!(out, "{}", make_up::<M>(&params, &mut workspace, &mut rng)?)?;
    }
    Ok(())
}

/// A new name, letter by letter.
fn make_up<M: Network>(params: &[f32], workspace: &mut Workspace<M>, rng: &mut Rng) -> Result<String, Failure> {
    let mut context = [END; CONTEXT];
    let mut name = String::new();
    while name.len() < 30 {
        // A temperature below 1 makes likely letters likelier.
        let letter = choose(M::logits(params, workspace, &context)?, 0.8, rng);
        if letter == END {
            break;
        }
        name.push(char::from(b'a' + letter - 1));
        push(&mut context, letter);
    }
    Ok(name)
}

/// The names of a file as numbers.
fn names(source: &Source) -> Result<Vec<Vec<u8>>, Failure> {
    let mut names = Vec::new();
    for (line, text) in (1..).zip(source.text.lines()).filter(|(_, text)| !text.is_empty()) {
        let number = |(column, letter): (usize, char)| match u8::try_from(letter) {
            Ok(byte @ b'a'..=b'z') => Ok(byte - b'a' + 1),
            _ => Err(format!(
                "{}:{line}:{column}: {letter:?} is not a letter a–z; write one name in a line, in lower case",
                source.name
            )),
        };
        names.push((1..).zip(text.chars()).map(number).collect::<Result<Vec<u8>, String>>()?);
    }
    if names.len() < 10 {
        return Err(format!("{}: {} names; give at least 10, one in a line", source.name, names.len()).into());
    }
    Ok(names)
}

/// For each letter of each name, and for its end, what comes before.
fn samples(names: &[Vec<u8>]) -> Vec<Sample> {
    let mut samples = Vec::new();
    for name in names {
        let mut context = [END; CONTEXT];
        for &next in name.iter().chain(&[END]) {
            samples.push((context, next));
            push(&mut context, next);
        }
    }
    samples
}

/// Moves the context on by one letter.
fn push(context: &mut [u8; CONTEXT], letter: u8) {
    context.rotate_left(1);
    context[CONTEXT - 1] = letter;
}
