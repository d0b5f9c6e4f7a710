//! How a model is trained: what was said, else what the checkpoint says, else the defaults.

use core::fmt::Display;
use core::str::FromStr;
use std::collections::BTreeMap;
use std::path::PathBuf;

use super::origin::{Described, Origin};
use super::{Arguments, Defaults, Failure};
use crate::io::{Checkpoint, SavedOptimizer};
use burtorch_runtime::__train::Quoted;
use burtorch_runtime::Rng;
use burtorch_runtime::model::Parameter;
use burtorch_runtime::optimizer::{Any, Decay, Schedule};

/// Without `--eval-every`, so many records are made.
const RECORDS: u64 = 20;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Settings {
    pub choice: Option<String>,
    pub steps: u64,
    pub batch: usize,
    pub rate: f64,
    pub optimizer: String,
    pub schedule: Schedule,
    pub clip: Option<f64>,
    decay: Option<String>,
    pub seed: u64,
    pub data: Option<PathBuf>,
    pub eval_every: u64,
    pub patience: Option<u64>,
    pub threads: usize,
    /// Which part of a gradient is sent to other workers.
    pub compress: Option<f64>,
    pub draw: bool,
    /// All of these that decide the result, and where each comes from, in two lines.
    pub described: [String; 2],
    /// The values alone, for the picture.
    pub values: [String; 2],
}

impl Settings {
    /// # Errors
    /// If what was saved cannot be understood.
    pub fn new(arguments: &Arguments, saved: &BTreeMap<String, String>) -> Result<Self, Failure> {
        let defaults = &arguments.defaults;
        let optimizer = match (&arguments.optimizer, saved.get("optimizer")) {
            (Some(name), _) | (None, Some(name)) => name,
            (None, None) => defaults.optimizer,
        };
        let own_rate = Any::default_rate(optimizer)?;
        let program_rate = defaults.rate.filter(|_| optimizer == defaults.optimizer);
        // A rate that was saved belongs to the optimizer that was saved.
        let is_same = saved.get("optimizer").is_some_and(|saved| saved == optimizer);
        let saved_rate = if is_same { from(saved, "lr")? } else { None };
        let schedule = match (&arguments.schedule, saved.get("schedule")) {
            (Some(text), _) | (None, Some(text)) => text,
            (None, None) => defaults.schedule,
        };
        let schedule = schedule.parse()?;
        let sampling = matches!(arguments.action, super::Action::Sample { .. });
        let said_seed = arguments.seed.filter(|_| !sampling);
        let steps = arguments.steps.or(from(saved, "steps")?).unwrap_or(defaults.steps);
        let every = arguments.eval_every.or(from(saved, "eval-every")?);
        // What can fail comes first: there is nothing to drop yet.
        let mut settings = Self {
            batch: arguments.batch.or(from(saved, "batch")?).unwrap_or(defaults.batch),
            rate: arguments.rate.or(saved_rate).or(program_rate).unwrap_or(own_rate),
            clip: arguments.clip.or(from(saved, "clip")?).or(defaults.clip),
            seed: said_seed.or(from(saved, "seed")?).unwrap_or(defaults.seed),
            eval_every: every.unwrap_or(steps.div_ceil(RECORDS)),
            patience: arguments.patience.or(from(saved, "patience")?),
            compress: arguments.compress.or(from(saved, "compress")?),
            threads: arguments.threads.or(from(saved, "threads")?).unwrap_or(1),
            choice: arguments.choice.clone().or(saved.get("choice").cloned()).or(arguments.default_choice.clone()),
            decay: arguments.decay.clone().or(saved.get("decay").cloned()),
            data: arguments.data.clone().or(saved.get("data").map(PathBuf::from)),
            draw: defaults.draw,
            optimizer: optimizer.to_owned(),
            schedule,
            steps,
            described: Default::default(),
            values: Default::default(),
        };
        let lines = settings.describe(arguments, saved);
        (settings.described, settings.values) =
            (lines.each_ref().map(|line| line.text.clone()), lines.map(|line| line.values));
        Ok(settings)
    }

    /// Which settings decide the result, and where each comes from: as `new` has chosen them.
    fn describe(&self, arguments: &Arguments, saved: &BTreeMap<String, String>) -> [Described; 2] {
        let (defaults, usual) = (&arguments.defaults, Defaults::default());
        let origin = |is_said, key, is_usual| Origin::of(is_said, saved.contains_key(key), is_usual);
        let mut learning = Described::default();
        let by = origin(arguments.optimizer.is_some(), "optimizer", defaults.optimizer == usual.optimizer);
        learning.add("optimizer", &self.optimizer, "optimizer", by);
        match origin(arguments.rate.is_some(), "lr", defaults.rate.is_none()) {
            by @ (Origin::Said | Origin::Saved) => learning.add("rate", &self.rate, "lr", by),
            by @ Origin::Program if self.optimizer == defaults.optimizer => learning.add("rate", &self.rate, "lr", by),
            _ => learning.add_own_rate(self.rate, &self.optimizer, defaults),
        }
        let by = origin(arguments.schedule.is_some(), "schedule", defaults.schedule == usual.schedule);
        learning.add("schedule", &self.schedule, "schedule", by);
        if let Some(clip) = self.clip {
            learning.add("clip", &clip, "clip", origin(arguments.clip.is_some(), "clip", false));
        }
        if let Some(decay) = &self.decay {
            learning.add("decay", decay, "decay", origin(arguments.decay.is_some(), "decay", false));
        }

        let mut course = Described::default();
        let by = origin(arguments.steps.is_some(), "steps", defaults.steps == usual.steps);
        course.add("steps", &self.steps, "steps", by);
        let by = origin(arguments.batch.is_some(), "batch", defaults.batch == usual.batch);
        course.add("batch", &self.batch, "batch", by);
        if self.draw {
            course.add("drawn with", &"replacement", "", Origin::Program);
        }
        let by = origin(arguments.seed.is_some(), "seed", defaults.seed == usual.seed);
        course.add("seed", &self.seed, "seed", by);
        if let Some(patience) = self.patience {
            course.add("patience", &patience, "patience", origin(arguments.patience.is_some(), "patience", false));
        }
        if self.threads > 1 {
            course.add("threads", &self.threads, "threads", origin(arguments.threads.is_some(), "threads", false));
        }
        if let Some(part) = self.compress {
            course.add("compress", &part, "compress", origin(arguments.compress.is_some(), "compress", false));
        }
        if let Some(data) = &self.data {
            course.add("data", &data.display(), "data", origin(arguments.data.is_some(), "data", false));
        }
        [learning, course]
    }

    /// What a checkpoint keeps of them.
    fn saved(&self) -> BTreeMap<String, String> {
        let mut saved = BTreeMap::new();
        let mut keep = |key, value: &dyn Display| keep(&mut saved, key, value);
        keep("steps", &self.steps);
        keep("batch", &self.batch);
        keep("lr", &self.rate);
        keep("optimizer", &self.optimizer);
        keep("schedule", &self.schedule);
        keep("seed", &self.seed);
        keep("eval-every", &self.eval_every);
        self.clip.inspect(|clip| keep("clip", clip));
        self.decay.as_ref().inspect(|decay| keep("decay", decay));
        self.patience.inspect(|patience| keep("patience", patience));
        // Sums of several threads have other last digits than those of one.
        if self.threads > 1 {
            keep("threads", &self.threads);
        }
        self.compress.inspect(|part| keep("compress", part));
        self.choice.as_ref().inspect(|choice| keep("choice", choice));
        self.data.as_ref().and_then(|path| path.to_str()).inspect(|path| keep("data", path));
        saved
    }

    /// A checkpoint of a run after so many steps: with the name of its optimizer and how often that has stepped, the best
    /// validation loss and how many were not better since, and the losses that are not in a record yet.
    pub fn checkpoint(
        &self,
        step: u64,
        rng: Rng,
        (name, steps): (&str, u64),
        (best, worse): (f64, u64),
        (sum, count): (f64, u32),
    ) -> Checkpoint {
        let mut metadata = self.saved();
        if self.patience.is_some() {
            keep(&mut metadata, "best", &best);
            keep(&mut metadata, "worse", &worse);
        }
        if count > 0 {
            keep(&mut metadata, "pending-sum", &sum);
            keep(&mut metadata, "pending-count", &count);
        }
        let optimizer = SavedOptimizer { name: name.into(), settings: [("rate".into(), self.rate)].into(), steps };
        Checkpoint { step, rng, optimizer, metadata }
    }

    /// Whether a step is nothing but gradient descent.
    pub fn is_plain(&self) -> bool {
        self.optimizer == "sgd" && self.clip.is_none() && self.decay.is_none()
    }

    /// # Errors
    /// If a rule is not one, or fits no parameter.
    pub fn decay(&self, parameters: &[Parameter]) -> Result<Option<Decay>, Failure> {
        let Some(rules) = &self.decay else { return Ok(None) };
        let decay = Decay::parse(rules, parameters).map_err(|error| format!("`--decay {rules}`: {error}"))?;
        Ok(Some(decay))
    }

    /// # Errors
    /// If the checkpoint is of another optimizer.
    pub fn check_resumed(&self, saved: &str) -> Result<(), Failure> {
        if self.optimizer == saved {
            return Ok(());
        }
        let wanted = &self.optimizer;
        let saved = Quoted(saved);
        Err(format!("`--optimizer {wanted}`: the checkpoint is of `{saved}`; leave the option out to go on").into())
    }
}

/// Adds a value to what a checkpoint keeps, as text.
pub(super) fn keep(saved: &mut BTreeMap<String, String>, key: &str, value: &dyn Display) {
    saved.insert(key.to_owned(), value.to_string());
}

/// A number of a checkpoint.
pub(super) fn from<T: FromStr>(saved: &BTreeMap<String, String>, key: &str) -> Result<Option<T>, Failure> {
    let Some(text) = saved.get(key) else { return Ok(None) };
    match text.parse() {
        Ok(number) => Ok(Some(number)),
        Err(_) => {
            let text = Quoted(text);
            Err(format!("the checkpoint says `{key}` is `{text}`, which is no number: take another checkpoint").into())
        }
    }
}
