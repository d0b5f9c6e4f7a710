//! How a model is trained: what was said, else what the checkpoint says, else the defaults.

use core::str::FromStr;
use std::borrow::ToOwned;
use std::collections::BTreeMap;
use std::format;
use std::path::PathBuf;
use std::string::{String, ToString};

use super::{Arguments, Failure};
use crate::Rng;
use crate::io::{Checkpoint, SavedOptimizer};
use crate::model::Parameter;
use crate::optimizer::{Any, Decay, Schedule};

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
    pub draw: bool,
}

impl Settings {
    /// # Errors
    /// If what was saved cannot be understood.
    pub fn new(arguments: &Arguments, saved: &BTreeMap<String, String>) -> Result<Self, Failure> {
        let defaults = &arguments.defaults;
        let optimizer = match (&arguments.optimizer, saved.get("optimizer")) {
            (Some(name), _) | (None, Some(name)) => name.clone(),
            (None, None) => defaults.optimizer.to_owned(),
        };
        let own = optimizer == defaults.optimizer;
        let rate = match defaults.rate.filter(|_| own) {
            Some(rate) => rate,
            None => Any::default_rate(&optimizer)?,
        };
        // A rate that was saved belongs to the optimizer that was saved.
        let saved_rate = if saved.get("optimizer") == Some(&optimizer) { from(saved, "lr")? } else { None };
        let schedule = match (&arguments.schedule, saved.get("schedule")) {
            (Some(text), _) | (None, Some(text)) => text.parse()?,
            (None, None) => defaults.schedule.parse()?,
        };
        let sampling = matches!(arguments.action, super::Action::Sample { .. });
        let said_seed = arguments.seed.filter(|_| !sampling);
        let steps = arguments.steps.or(from(saved, "steps")?).unwrap_or(defaults.steps);
        let every = arguments.eval_every.or(from(saved, "eval-every")?);
        Ok(Self {
            choice: arguments.choice.clone().or(saved.get("choice").cloned()).or(arguments.default_choice.clone()),
            batch: arguments.batch.or(from(saved, "batch")?).unwrap_or(defaults.batch),
            rate: arguments.rate.or(saved_rate).unwrap_or(rate),
            clip: arguments.clip.or(from(saved, "clip")?).or(defaults.clip),
            decay: arguments.decay.clone().or(saved.get("decay").cloned()),
            seed: said_seed.or(from(saved, "seed")?).unwrap_or(defaults.seed),
            data: arguments.data.clone().or(saved.get("data").map(PathBuf::from)),
            eval_every: every.unwrap_or(steps.div_ceil(RECORDS)),
            patience: arguments.patience.or(from(saved, "patience")?),
            threads: arguments.threads.or(from(saved, "threads")?).unwrap_or(1),
            draw: defaults.draw,
            optimizer,
            schedule,
            steps,
        })
    }

    /// What a checkpoint keeps of them.
    fn saved(&self) -> BTreeMap<String, String> {
        let entries = [
            ("steps", Some(self.steps.to_string())),
            ("batch", Some(self.batch.to_string())),
            ("lr", Some(self.rate.to_string())),
            ("optimizer", Some(self.optimizer.clone())),
            ("schedule", Some(self.schedule.to_string())),
            ("seed", Some(self.seed.to_string())),
            ("eval-every", Some(self.eval_every.to_string())),
            ("clip", self.clip.map(|clip| clip.to_string())),
            ("decay", self.decay.clone()),
            ("patience", self.patience.map(|patience| patience.to_string())),
            // Sums of several threads have other last digits than those of one.
            ("threads", (self.threads > 1).then(|| self.threads.to_string())),
            ("choice", self.choice.clone()),
            ("data", self.data.as_ref().and_then(|path| path.to_str()).map(ToOwned::to_owned)),
        ];
        let mut saved = BTreeMap::new();
        for (key, value) in entries {
            value.and_then(|value| saved.insert(key.to_owned(), value));
        }
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
            metadata.insert("best".into(), best.to_string());
            metadata.insert("worse".into(), worse.to_string());
        }
        if count > 0 {
            metadata.insert("pending-sum".into(), sum.to_string());
            metadata.insert("pending-count".into(), count.to_string());
        }
        let mut settings = BTreeMap::new();
        settings.insert("rate".into(), self.rate);
        Checkpoint { step, rng, optimizer: SavedOptimizer { name: name.into(), settings, steps }, metadata }
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
        Err(format!("`--optimizer {wanted}`: the checkpoint is of `{saved}`; leave the option out to go on").into())
    }
}

/// A number of a checkpoint.
pub(super) fn from<T: FromStr>(saved: &BTreeMap<String, String>, key: &str) -> Result<Option<T>, Failure> {
    let Some(text) = saved.get(key) else { return Ok(None) };
    match text.parse() {
        Ok(number) => Ok(Some(number)),
        Err(_) => {
            Err(format!("the checkpoint says `{key}` is `{text}`, which is no number: take another checkpoint").into())
        }
    }
}
