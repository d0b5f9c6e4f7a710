//! What the training examples share: arguments, data, lines of progress, and the choice of a letter.

use std::env;
use std::error::Error;
use std::fs;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::str::FromStr;
use std::time::{Duration, Instant};

use burtorch::Rng;

/// What went wrong, in words that say what to do.
pub type Failure = Box<dyn Error>;

/// Runs `train` on the arguments of the program, or prints `help`. After a failure the exit code is 2.
pub fn run(help: &str, train: impl Fn(Arguments) -> Result<(), Failure>) -> ExitCode {
    let help_is_wanted = env::args_os().any(|word| word == "--help" || word == "-h");
    let result = if help_is_wanted {
        writeln!(io::stdout(), "{help}").map_err(Failure::from)
    } else {
        Arguments::read().and_then(train)
    };
    // Who reads the output may have seen enough of it: `| head`.
    let enough = |failure: &Failure| {
        failure.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) if enough(&failure) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::from(2)
        }
    }
}

/// The options that the user gave, as pairs of `--name` and value; those that were looked at are gone.
pub struct Arguments(Vec<(String, String)>);

/// The options of every training.
pub struct Options {
    pub steps: usize,
    pub batch: usize,
    /// The learning rate of the first step.
    pub rate: f32,
    pub seed: u64,
    /// The path of the data, unless it is the data that ships with the project.
    pub data: Option<String>,
}

impl Arguments {
    fn read() -> Result<Self, Failure> {
        let mut pairs: Vec<(String, String)> = Vec::new();
        let mut words = env::args_os()
            .skip(1)
            .map(|word| word.into_string().map_err(|word| format!("the argument `{}` is not UTF-8", word.display())));
        while let Some(word) = words.next().transpose()? {
            if !word.starts_with("--") {
                return Err(format!("`{word}` is not an option: options are `--name value`, --help lists them").into());
            }
            let (name, value) = match word.split_once('=') {
                Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
                None => (word, words.next().transpose()?.filter(|value| !value.starts_with("--"))),
            };
            let Some(value) = value else { return Err(format!("`{name}` needs a value: `{name} …`").into()) };
            if pairs.iter().any(|(other, _)| *other == name) {
                return Err(format!("`{name}` is given twice: keep one").into());
            }
            pairs.push((name, value));
        }
        Ok(Self(pairs))
    }

    fn take(&mut self, name: &str) -> Option<String> {
        let at = self.0.iter().position(|(other, _)| other == name)?;
        Some(self.0.swap_remove(at).1)
    }

    fn number<T: FromStr>(&mut self, name: &str, default: T, wanted: &str) -> Result<T, Failure> {
        let Some(value) = self.take(name) else { return Ok(default) };
        value.parse().map_err(|_| format!("`{name} {value}`: `{name}` must be {wanted}").into())
    }

    /// A whole number, not zero.
    pub fn count(&mut self, name: &str, default: usize) -> Result<usize, Failure> {
        match self.number(name, default, "a whole number")? {
            0 => Err(format!("`{name} 0`: `{name}` must be at least 1").into()),
            count => Ok(count),
        }
    }

    /// The options of every training. No others may be left.
    pub fn options(mut self, default: Options) -> Result<Options, Failure> {
        let options = Options {
            steps: self.count("--steps", default.steps)?,
            batch: self.count("--batch", default.batch)?,
            rate: self.number("--lr", default.rate, "a number")?,
            seed: self.number("--seed", default.seed, "a whole number")?,
            data: self.take("--data").or(default.data),
        };
        if let Some((name, _)) = self.0.first() {
            return Err(format!("there is no option `{name}`: --help lists them").into());
        }
        if !(options.rate > 0.0 && options.rate.is_finite()) {
            return Err(format!("`--lr {}`: `--lr` must be above 0", options.rate).into());
        }
        Ok(options)
    }
}

/// A text and the name of its file.
pub struct Source {
    pub name: String,
    pub text: String,
}

impl Options {
    /// The text at `--data`, or else the shipped one.
    pub fn source(&self, shipped_name: &str, shipped: &str) -> Result<Source, Failure> {
        let Some(path) = &self.data else {
            return Ok(Source { name: shipped_name.to_owned(), text: shipped.to_owned() });
        };
        match fs::read_to_string(path) {
            Ok(text) => Ok(Source { name: path.clone(), text }),
            Err(error) => Err(format!("cannot read {path}: {error}; --data takes the path of a text file").into()),
        }
    }
}

/// The last tenth, for validation, after the rest, for training.
pub fn split<T>(items: &[T]) -> (&[T], &[T]) {
    items.split_at(items.len() - items.len() / 10)
}

/// `−Σ p ln p` over the frequencies of the tokens: the loss of knowing how common each is, and nothing else.
pub fn entropy(tokens: impl Iterator<Item = u8>) -> f64 {
    let mut counts = [0_u32; 256];
    tokens.for_each(|token| counts[usize::from(token)] += 1);
    let counts = counts.iter().filter(|&&count| count > 0).map(|&count| f64::from(count));
    let total: f64 = counts.clone().sum();
    counts.map(|count| count / total * (total / count).ln()).sum()
}

/// A token, chosen with probability `softmax(logits / temperature)`.
pub fn choose(logits: &[f32], temperature: f32, rng: &mut Rng) -> u8 {
    let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let weight = |logit: f32| ((logit - largest) / temperature).exp();
    let mut left = rng.uniform_f32() * logits.iter().copied().map(weight).sum::<f32>();
    let chosen = (0..).zip(logits).find(|&(_, &logit)| {
        left -= weight(logit);
        left < 0.0
    });
    chosen.map_or(0, |(token, _)| token)
}

/// A training prints so many lines of progress, and more if these are too far apart.
const LINES: usize = 20;
const FAR: Duration = Duration::from_secs(10);

/// Prints a line of progress now and then: mean training loss since the last one, validation loss, speed, time left.
pub struct Progress {
    steps: usize,
    step: usize,
    /// The step of the last line, the sum of the losses since, and when training went on after it.
    last: usize,
    sum: f32,
    since: Instant,
}

impl Progress {
    pub fn new(steps: usize) -> Result<Self, Failure> {
        if cfg!(debug_assertions) {
            writeln!(io::stdout(), "this is slow without optimization; try --release")?;
        }
        writeln!(io::stdout(), "     step   training   validation    µs/step  time left")?;
        Ok(Self { steps, step: 0, last: 0, sum: 0.0, since: Instant::now() })
    }

    /// Counts a step and its loss. Now and then it prints a line, for which it asks for the validation loss.
    #[allow(clippy::cast_precision_loss, reason = "counts are small enough")]
    pub fn step<E: Into<Failure>>(
        &mut self,
        loss: f32,
        validate: impl FnOnce() -> Result<f32, E>,
    ) -> Result<(), Failure> {
        self.step += 1;
        self.sum += loss;
        if !loss.is_finite() {
            return Err(format!("the loss is {loss} at step {}: try a smaller --lr", self.step).into());
        }
        let elapsed = self.since.elapsed();
        if self.step * LINES / self.steps == (self.step - 1) * LINES / self.steps && elapsed < FAR {
            return Ok(());
        }
        let count = self.step - self.last;
        let seconds = elapsed.as_secs_f64() / count as f64;
        let left = Duration::from_secs_f64(seconds * (self.steps - self.step) as f64).as_secs();
        let validation = validate().map_err(Into::into)?;
        writeln!(
            io::stdout(),
            "{:>9} {:>10.4} {validation:>12.4} {:>10.1} {:>7}:{:02}",
            self.step,
            self.sum / count as f32,
            seconds * 1e6,
            left / 60,
            left % 60,
        )?;
        (self.last, self.sum, self.since) = (self.step, 0.0, Instant::now());
        Ok(())
    }
}
