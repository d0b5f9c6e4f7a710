//! A run: from the arguments and the model to files, figures and pictures.

use core::cell::Cell;
use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::string::{String, ToString};
use std::vec::Vec;
use std::{format, vec, writeln};

use num_traits::{Float, NumCast, ToPrimitive, Zero};
use serde_json::{Map, Value};

use super::folder::Folder;
use super::functions::{Functions, Room};
use super::history::{History, Record};
use super::progress::Progress;
use super::settings::Settings;
use super::{Action, Arguments, Failure, signal};
use crate::data::{Batches, Source};
use crate::io::{Checkpoint, SavedOptimizer, load, save};
use crate::optimizer::{Any, clip_norm};
use crate::{Error, Model, Rng};

/// Validation on the way looks at so many samples at most.
const SOME: usize = 4096;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It did what it was asked for.
    Done,
    /// It was asked to end early, and saved where it was.
    Interrupted,
}

/// What a program was told, and the checkpoint that it goes on from, if there is one.
#[derive(Debug)]
pub struct Run<'a> {
    arguments: &'a Arguments,
    settings: Settings,
    checkpoint: Option<PathBuf>,
    /// Whether the program wants a file of data at all.
    reads: Cell<bool>,
}

impl<'a> Run<'a> {
    /// # Errors
    /// If there is no such checkpoint.
    pub(super) fn new(arguments: &'a Arguments) -> Result<Self, Failure> {
        let checkpoint = match &arguments.action {
            Action::Train { resume: None } => None,
            Action::Train { resume: Some(None) } => match &arguments.out {
                Some(out) => Some(Folder::checkpoint_in(out)),
                None => Some(last(&arguments.name, "--resume FILE")?),
            },
            Action::Train { resume: Some(Some(path)) } => Some(path.clone()),
            Action::Eval { from } | Action::Sample { from } => match from {
                Some(path) => Some(path.clone()),
                None => Some(last(&arguments.name, "--from FILE")?),
            },
        };
        let saved = match &checkpoint {
            Some(path) => Checkpoint::peek(path)?.metadata,
            None => BTreeMap::new(),
        };
        let settings = Settings::new(arguments, &saved)?;
        Ok(Self { arguments, settings, checkpoint, reads: Cell::new(false) })
    }

    /// The data: the file that `--data` names, or what comes with the program.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn source(&self, name: &str, shipped: &[u8]) -> Result<Source, Failure> {
        self.reads.set(true);
        match &self.settings.data {
            Some(path) => Ok(Source::open(path)?),
            None => Ok(Source::new(name, shipped)),
        }
    }

    /// What `--data` names, for data that are not one file.
    #[must_use]
    pub fn data(&self) -> Option<&Path> {
        self.reads.set(true);
        self.settings.data.as_deref()
    }

    /// The seed of all that is random.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.settings.seed
    }

    /// The text that the model is to go on from; empty if nothing was said.
    #[must_use]
    pub fn prompt(&self) -> &str {
        self.arguments.prompt.as_deref().unwrap_or_default()
    }

    /// Which of several models.
    #[must_use]
    pub fn choice(&self) -> &str {
        self.settings.choice.as_deref().unwrap_or_default()
    }

    /// Does what the arguments say.
    ///
    /// # Errors
    /// If something does not fit or goes wrong. What was saved before is still there.
    pub fn go<M: Model>(&self, mut functions: Functions<'_, M>) -> Result<Ending, Failure> {
        if let (Some(path), false) = (&self.arguments.data, self.reads.get()) {
            let path = path.display();
            return Err(format!("`--data {path}`: this program makes its own data; leave the option out").into());
        }
        match &self.arguments.action {
            Action::Train { resume } => Training::<M>::new(self, &functions, resume.is_some())?.run(&mut functions),
            Action::Eval { .. } => self.evaluate(&mut functions),
            Action::Sample { .. } => {
                let params = self.trained::<M>()?;
                let mut rng = Rng::seed(self.arguments.seed.unwrap_or(self.settings.seed));
                if let Some(sample) = functions.sample {
                    sample(&params, &mut rng, &mut io::stdout().lock())?;
                }
                Ok(Ending::Done)
            }
        }
    }

    /// The parameters of the checkpoint.
    fn trained<M: Model>(&self) -> Result<Vec<M::Scalar>, Failure> {
        let mut params = vec![M::Scalar::zero(); M::PARAMS];
        if let Some(path) = &self.checkpoint {
            load::<M>(path, &mut params)?;
        }
        Ok(params)
    }

    fn evaluate<M: Model>(&self, functions: &mut Functions<'_, M>) -> Result<Ending, Failure> {
        let (params, mut room) = (self.trained::<M>()?, Room::new(1)?);
        let mut figures = Vec::new();
        if functions.validation > 0 {
            let loss = (functions.loss)(&params, &mut room, usize::MAX)?;
            figures.push(("validation loss".to_string(), number(loss)));
        }
        if let Some(measure) = &mut functions.measure {
            figures.extend(measure(&params)?);
        }
        self.print(&figures)?;
        Ok(Ending::Done)
    }

    /// Figures with their names, as lines or as one JSON object.
    fn print(&self, figures: &[(String, f64)]) -> Result<(), Failure> {
        let mut out = io::stdout();
        if self.arguments.json {
            let object: Map<String, Value> =
                figures.iter().map(|(name, figure)| (name.replace(' ', "_"), (*figure).into())).collect();
            writeln!(out, "{}", Value::from(object))?;
        } else {
            for (name, figure) in figures {
                writeln!(out, "{name} {figure:.4}")?;
            }
        }
        Ok(())
    }
}

fn last(name: &str, option: &str) -> Result<PathBuf, Failure> {
    Folder::last(name).ok_or_else(|| {
        format!("there is no checkpoint of `{name}` in runs/: train first, or name one with `{option}`").into()
    })
}

/// A training under way.
struct Training<'r, M: Model> {
    run: &'r Run<'r>,
    settings: &'r Settings,
    folder: Folder,
    history: History,
    progress: Progress,
    batches: Batches,
    optimizer: Any<M::Scalar>,
    room: Room<M>,
    params: Vec<M::Scalar>,
    gradient: Vec<M::Scalar>,
    rng: Rng,
    step: u64,
    /// The best validation loss so far, and how many were not better since.
    best: (f64, u64),
}

impl<'r, M: Model> Training<'r, M> {
    /// Everything that can be found wrong is found here.
    fn new(run: &'r Run<'r>, functions: &Functions<'_, M>, resumed: bool) -> Result<Self, Failure> {
        let (arguments, settings) = (run.arguments, &run.settings);
        let mut optimizer = Any::for_model::<M>(&settings.optimizer, settings.rate)?;
        if let Some(decay) = settings.decay(M::PARAMETERS)? {
            optimizer.set_decay(decay)?;
        }
        let batches = if settings.draw { Batches::drawn } else { Batches::new };
        let batches = batches(functions.training, settings.batch, settings.seed)
            .map_err(|error| format!("`--batch {}`: {error}", settings.batch))?;
        let room = Room::new(arguments.threads)?;
        let mut params = vec![M::Scalar::zero(); M::PARAMS];
        let mut rng = Rng::seed(settings.seed);
        let (mut step, mut best) = (0, (f64::INFINITY, 0));
        let folder = match &run.checkpoint {
            Some(path) if resumed => {
                let mut state = optimizer.state().to_vec();
                let checkpoint = Checkpoint::load::<M>(path, &mut params, &mut state)?;
                settings.check_resumed(&checkpoint.optimizer.name)?;
                optimizer.restore(&state, checkpoint.optimizer.steps)?;
                (step, rng) = (checkpoint.step, checkpoint.rng);
                let saved = |key: &str| checkpoint.metadata.get(key).and_then(|text| text.parse().ok());
                best = (saved("best").unwrap_or(f64::INFINITY), saved("worse").unwrap_or(0.0).to_u64().unwrap_or(0));
                let beside = path.parent().unwrap_or(Path::new(""));
                Folder::again(arguments.out.as_deref().unwrap_or(beside))?
            }
            _ => {
                M::init(&mut params, &mut rng)?;
                Folder::new(arguments.out.as_deref(), &arguments.name)?
            }
        };
        if !arguments.quiet && !arguments.json {
            let mut out = io::stdout();
            writeln!(out, "{} samples to learn from, {} for validation", functions.training, functions.validation)?;
            writeln!(out, "{} parameters; files go to {}", M::PARAMS, folder.path().display())?;
            if resumed {
                writeln!(out, "going on after step {step}")?;
            }
        }
        signal::listen();
        Ok(Self {
            history: History::open(&folder.log(), step)?,
            progress: Progress::new(arguments, step, settings.steps)?,
            gradient: vec![M::Scalar::zero(); M::PARAMS],
            run,
            settings,
            folder,
            batches,
            optimizer,
            room,
            params,
            rng,
            step,
            best,
        })
    }

    fn run(mut self, functions: &mut Functions<'_, M>) -> Result<Ending, Failure> {
        while self.step < self.settings.steps {
            self.one_step(functions)?;
            let interrupted = signal::is_asked();
            if self.step.is_multiple_of(self.settings.eval_every) || self.step == self.settings.steps || interrupted {
                let enough = self.look(functions)?;
                self.save()?;
                self.progress.go_on();
                if interrupted {
                    self.progress.finish();
                    let (step, path) = (self.step, self.folder.checkpoint());
                    writeln!(io::stdout(), "stopped after step {step}; --resume {} goes on", path.display())?;
                    return Ok(Ending::Interrupted);
                }
                if enough {
                    break;
                }
            }
        }
        self.progress.finish();
        self.end(functions)?;
        Ok(Ending::Done)
    }

    /// One step of the optimizer. Gradient descent that does nothing else has a step of its own, which is faster.
    fn one_step(&mut self, functions: &mut Functions<'_, M>) -> Result<(), Failure> {
        let settings = self.settings;
        let rate = settings.rate * settings.schedule.factor(self.step, settings.steps);
        let samples = self.batches.at(usize::try_from(self.step)?);
        let (params, gradient, room) = (&mut self.params, &mut self.gradient, &mut self.room);
        let loss = if settings.is_plain() {
            let rate = <M::Scalar as NumCast>::from(rate).unwrap_or_else(M::Scalar::nan);
            (functions.descend)(params, gradient, rate, room, samples)?
        } else {
            self.optimizer.rate = rate;
            self.optimizer.step(params, gradient, |params, gradient| {
                let loss = (functions.gradient)(params, gradient, room, samples)?;
                if let Some(limit) = settings.clip {
                    clip_norm(gradient, limit);
                }
                Ok::<_, Error>(loss)
            })?
        };
        self.step += 1;
        let loss = number(loss);
        if !loss.is_finite() {
            self.progress.finish();
            let checkpoint = self.folder.checkpoint();
            let kept =
                if checkpoint.exists() { format!("; {} is from before", checkpoint.display()) } else { String::new() };
            return Err(format!("the loss is {loss} in step {}: try a smaller --lr{kept}", self.step).into());
        }
        self.progress.step(self.step, loss);
        Ok(())
    }

    /// Validates, and writes a record. Returns whether it has not become better for long enough.
    fn look(&mut self, functions: &mut Functions<'_, M>) -> Result<bool, Failure> {
        let Some((loss, microseconds)) = self.progress.since_last() else { return Ok(false) };
        let validation = match functions.validation {
            0 => None,
            count => Some(number((functions.loss)(&self.params, &mut self.room, count.min(SOME))?)),
        };
        let rate = self.settings.rate * self.settings.schedule.factor(self.step - 1, self.settings.steps);
        let record = Record { step: self.step, loss, validation, rate, microseconds };
        self.history.add(record)?;
        self.progress.record(&record)?;
        let Some(patience) = self.settings.patience else { return Ok(false) };
        let judged = validation.unwrap_or(loss);
        if judged < self.best.0 {
            self.best = (judged, 0);
            save::<M>(self.folder.best(), &self.params, &[("step", &self.step.to_string())])?;
        } else {
            self.best.1 += 1;
        }
        Ok(self.best.1 >= patience)
    }

    fn save(&self) -> Result<(), Failure> {
        let mut metadata = self.settings.saved();
        if self.settings.patience.is_some() {
            metadata.insert("best".into(), self.best.0.to_string());
            metadata.insert("worse".into(), self.best.1.to_string());
        }
        let optimizer = SavedOptimizer {
            name: self.optimizer.name().into(),
            settings: BTreeMap::from([("rate".into(), self.settings.rate)]),
            steps: self.optimizer.steps(),
        };
        let checkpoint = Checkpoint { step: self.step, rng: self.rng.clone(), optimizer, metadata };
        Ok(checkpoint.save::<M>(self.folder.checkpoint(), &self.params, self.optimizer.state())?)
    }

    /// The figures of the model, its pictures, and what it makes up.
    fn end(mut self, functions: &mut Functions<'_, M>) -> Result<(), Failure> {
        let arguments = self.run.arguments;
        let mut out = io::stdout();
        let talks = !arguments.quiet && !arguments.json;
        if self.settings.patience.is_some() && self.folder.best().exists() {
            load::<M>(self.folder.best(), &mut self.params)?;
        }
        save::<M>(self.folder.model(), &self.params, &[("step", &self.step.to_string())])?;
        let mut figures = Vec::new();
        if functions.validation > 0 {
            let loss = (functions.loss)(&self.params, &mut self.room, usize::MAX)?;
            figures.push(("validation loss".to_string(), number(loss)));
        }
        if let Some(measure) = &mut functions.measure {
            figures.extend(measure(&self.params)?);
        }
        let plot = self.history.plot(&arguments.name);
        if talks {
            writeln!(out, "\n{}", plot.to_terminal(80, 12))?;
        }
        self.run.print(&figures)?;
        let mut pictures = self.folder.pictures(talks);
        pictures.add("loss", &plot.to_svg())?;
        if let Some(draw) = &mut functions.draw {
            draw(&self.params, &mut pictures)?;
        }
        if talks {
            let written: Vec<String> = pictures.written.iter().map(|path| path.display().to_string()).collect();
            writeln!(out, "pictures: {}", written.join(", "))?;
            if let Some(sample) = &mut functions.sample {
                writeln!(out)?;
                sample(&self.params, &mut self.rng, &mut out)?;
            }
        }
        Ok(())
    }
}

fn number<T: Float>(value: T) -> f64 {
    value.to_f64().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::{Defaults, Program};

    #[test]
    fn data_may_be_a_folder() {
        let program =
            Program { about: "", defaults: Defaults::default(), choice: None, samples: false, prompts: false };
        for (words, expected) in [(&["digits", "--data", "mnist"][..], Some(Path::new("mnist"))), (&["digits"], None)] {
            let arguments = program.parse(words.iter().copied()).unwrap();
            let run = Run::new(&arguments).unwrap();
            assert_eq!(run.data(), expected);
            // Who asks for it is not told that the option is of no use.
            assert!(run.reads.get());
        }
    }
}
