//! The command line: words in, settings out, all checked before anything is done.

use clap::ArgMatches;
use core::fmt;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::command::parse;
use burtorch_runtime::optimizer::{Any, Schedule};

/// The most threads that are accepted: more than any processor runs at once, and fewer than a system refuses.
const MOST_THREADS: usize = 1024;

/// What a training does if it is not told otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Defaults {
    /// How many steps are taken; 1,000.
    pub steps: u64,
    /// How many samples a step learns from; 16.
    pub batch: usize,
    /// The name of the optimizer; `adam`.
    pub optimizer: &'static str,
    /// The learning rate; the optimizer's own if it is `None`.
    pub rate: Option<f64>,
    /// The schedule of the learning rate; `constant`.
    pub schedule: &'static str,
    /// The largest norm of a gradient.
    pub clip: Option<f64>,
    /// The seed of all that is random; 1.
    pub seed: u64,
    /// Samples are drawn with replacement, and not in epochs.
    pub draw: bool,
}

impl Default for Defaults {
    fn default() -> Self {
        Self {
            steps: 1000,
            batch: 16,
            optimizer: "adam",
            rate: None,
            schedule: "constant",
            clip: None,
            seed: 1,
            draw: false,
        }
    }
}

/// One model of several, chosen by an option.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The name of the option, without its dashes.
    pub option: &'static str,
    /// What may be chosen.
    pub values: &'static [&'static str],
    /// What is chosen if nothing is said.
    pub default: &'static str,
}

/// What a training binary is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Program {
    /// What it does, in a sentence.
    pub about: &'static str,
    /// Its version, for `--version`; empty if it has none.
    pub version: &'static str,
    /// What it does if it is not told otherwise.
    pub defaults: Defaults,
    /// The models there are, if there are several.
    pub choice: Option<Choice>,
    /// The model makes something up.
    pub samples: bool,
    /// It can go on from a text.
    pub prompts: bool,
    /// Several processes can train together.
    pub workers: bool,
}

/// What the program is to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Train, from the start or from a checkpoint; without a path, from that of the folder.
    Train {
        /// Go on from here.
        resume: Option<Option<PathBuf>>,
    },
    /// Say how good a trained model is; with `--out`, in files too.
    Eval {
        /// The checkpoint; without it, that of the last run.
        from: Option<PathBuf>,
    },
    /// Let a trained model make something up.
    Sample {
        /// The checkpoint; without it, that of the last run.
        from: Option<PathBuf>,
    },
}

/// What the user wants. `None` is what was not said.
#[derive(Clone, Debug, PartialEq)]
pub struct Arguments {
    /// The name of the program.
    pub name: String,
    /// What to do.
    pub action: Action,
    /// Which of several models.
    pub choice: Option<String>,
    /// Which one if nothing is said.
    pub default_choice: Option<String>,
    /// What holds where nothing is said.
    pub defaults: Defaults,
    /// `--steps`
    pub steps: Option<u64>,
    /// `--batch`
    pub batch: Option<usize>,
    /// `--lr` or `--rate`
    pub rate: Option<f64>,
    /// `--optimizer`
    pub optimizer: Option<String>,
    /// `--schedule`
    pub schedule: Option<String>,
    /// `--clip`
    pub clip: Option<f64>,
    /// `--decay`
    pub decay: Option<String>,
    /// `--seed`
    pub seed: Option<u64>,
    /// `--prompt`
    pub prompt: Option<String>,
    /// `--data`
    pub data: Option<PathBuf>,
    /// `--out`
    pub out: Option<PathBuf>,
    /// `--eval-every`
    pub eval_every: Option<u64>,
    /// `--patience`
    pub patience: Option<u64>,
    /// `--threads`
    pub threads: Option<usize>,
    /// `--compress`
    pub compress: Option<f64>,
    /// `--quiet`
    pub quiet: bool,
    /// `--json`
    pub json: bool,
}

/// The words are not a command, or they ask for help or the version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgumentError {
    text: String,
    is_help: bool,
}

impl ArgumentError {
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), is_help: false }
    }

    /// No error, but the help or the version that was asked for.
    pub(super) fn help_text(text: String) -> Self {
        Self { text, is_help: true }
    }

    /// The help or the version, if one was asked for.
    #[must_use]
    pub fn help(&self) -> Option<&str> {
        self.is_help.then_some(&self.text)
    }
}

impl fmt::Display for ArgumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl core::error::Error for ArgumentError {}

impl Program {
    /// What these words mean, the first of which is the name of the program.
    ///
    /// # Errors
    /// If they mean nothing, or something that cannot be; or if they ask for help or the version.
    pub fn parse<W: Into<OsString>>(&self, words: impl IntoIterator<Item = W>) -> Result<Arguments, ArgumentError> {
        self.parse_words(words.into_iter().map(Into::into).collect())
    }

    pub(super) fn parse_words(&self, mut words: Vec<OsString>) -> Result<Arguments, ArgumentError> {
        let own = if words.is_empty() { OsString::new() } else { words.remove(0) };
        let name = Path::new(&own).file_stem().and_then(OsStr::to_str).unwrap_or("train").to_string();
        let given = parse(self, &name, words)?;
        let (command, given) = given.subcommand().unwrap_or(("train", &given));
        let mut arguments = Arguments::new(name, self);
        arguments.action = match command {
            "eval" => Action::Eval { from: value(given, "from") },
            "sample" => Action::Sample { from: value(given, "from") },
            _ => Action::Train { resume: has(given, "resume").then(|| value(given, "resume")) },
        };
        if let Some(choice) = &self.choice {
            arguments.choice = value(given, choice.option);
        }
        arguments.steps = value(given, "steps");
        arguments.batch = size(value(given, "batch"));
        arguments.rate = value(given, "lr");
        arguments.optimizer = value(given, "optimizer");
        arguments.schedule = value(given, "schedule");
        arguments.clip = value(given, "clip");
        arguments.decay = value(given, "decay");
        arguments.seed = value(given, "seed");
        arguments.prompt = value(given, "prompt");
        arguments.data = value(given, "data");
        arguments.out = value(given, "out");
        arguments.eval_every = value(given, "eval-every");
        arguments.patience = value(given, "patience");
        arguments.threads = size(value(given, "threads"));
        arguments.compress = value(given, "compress");
        arguments.quiet = value(given, "quiet").unwrap_or(false);
        arguments.json = value(given, "json").unwrap_or(false);
        arguments.check()?;
        Ok(arguments)
    }
}

/// The value of an option; `None` if it was not given, or the command does not have it.
fn value<T: Clone + Send + Sync + 'static>(given: &ArgMatches, name: &str) -> Option<T> {
    given.try_get_one::<T>(name).ok().flatten().cloned()
}

/// Whether an option was given, with a value or without.
fn has(given: &ArgMatches, name: &str) -> bool {
    given.try_contains_id(name).unwrap_or(false)
}

/// A number of things in memory.
fn size(count: Option<u64>) -> Option<usize> {
    count.map(|count| usize::try_from(count).unwrap_or(usize::MAX))
}

impl Arguments {
    /// Nothing is said but the name.
    fn new(name: String, program: &Program) -> Self {
        Self {
            name,
            action: Action::Train { resume: None },
            choice: None,
            default_choice: program.choice.map(|choice| choice.default.to_string()),
            defaults: program.defaults,
            steps: None,
            batch: None,
            rate: None,
            optimizer: None,
            schedule: None,
            clip: None,
            decay: None,
            seed: None,
            prompt: None,
            data: None,
            out: None,
            eval_every: None,
            patience: None,
            threads: None,
            compress: None,
            quiet: false,
            json: false,
        }
    }

    /// Whether a model is asked for that was trained before, and not said which one.
    pub(super) fn wants_last(&self) -> bool {
        matches!(self.action, Action::Eval { from: None } | Action::Sample { from: None })
    }

    /// What is said of the optimizer, as far as it can be judged without the model.
    fn check(&self) -> Result<(), ArgumentError> {
        for (option, value) in [("--lr", self.rate), ("--clip", self.clip)] {
            if let Some(value) = value
                && !(value > 0.0 && value.is_finite())
            {
                return Err(ArgumentError::new(format!("`{option} {value}`: it must be a number above 0")));
            }
        }
        if let Some(part) = self.compress.filter(|part| !(*part > 0.0 && *part <= 1.0)) {
            return Err(ArgumentError::new(format!("`--compress {part}`: it must be a number above 0, and 1 at most")));
        }
        if let Some(threads) = self.threads.filter(|&threads| threads > MOST_THREADS) {
            let message = format!("`--threads {threads}`: there can be {MOST_THREADS} at most");
            return Err(ArgumentError::new(message));
        }
        if let Some(data) = self.data.as_ref().filter(|data| data.to_str().is_none()) {
            let data = data.display();
            let message = format!("`--data {data}`: a checkpoint cannot keep a name that is not UTF-8; rename it");
            return Err(ArgumentError::new(message));
        }
        if let Some(name) = &self.optimizer {
            Any::default_rate(name).map_err(|error| ArgumentError::new(format!("{error}")))?;
        }
        if let Some(text) = &self.schedule {
            let parsed = text.parse::<Schedule>();
            parsed.map_err(|error| ArgumentError::new(format!("`--schedule {text}`: {error}")))?;
        }
        Ok(())
    }
}
