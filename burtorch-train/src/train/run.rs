//! A run: from the arguments to what they ask for: a training, figures, or something made up.

use core::cell::Cell;
use core::fmt;
use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use num_traits::{Float, Zero};

use super::folder::Folder;
use super::functions::{Functions, Workspaces};
use super::history;
use super::settings::Settings;
use super::together::{Said, told};
use super::training::Training;
use super::{Action, Arguments, Failure, Pictures};
use crate::data::{Samples, Source};
use crate::io::{Checkpoint, Problem, Tensors, load, object};
use burtorch_runtime::model::{Loss, SampleOf};
use burtorch_runtime::workers::Workers;
use burtorch_runtime::{Model, Rng};

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
    pub(super) arguments: &'a Arguments,
    pub(super) workers: &'a dyn Workers,
    pub(super) settings: Settings,
    pub(super) checkpoint: Option<PathBuf>,
    /// Whether the program wants a file of data at all.
    reads: Cell<bool>,
}

impl<'a> Run<'a> {
    /// # Errors
    /// If there is no such checkpoint.
    pub(super) fn new(arguments: &'a Arguments, workers: &'a dyn Workers) -> Result<Self, Failure> {
        // The first worker has the files.
        let checkpoint = if workers.rank() == 0 { Self::goes_on_from(arguments)? } else { None };
        let said = match &checkpoint {
            Some(path) => said(path, matches!(arguments.action, Action::Train { .. }))?,
            None => Default::default(),
        };
        let (saved, optimizer) = told(workers, said)?;
        let settings = Settings::new(arguments, &saved)?;
        if let Some(optimizer) = optimizer {
            settings.check_resumed(&optimizer)?;
        }
        // What `--patience` takes at the end.
        let best = checkpoint.as_deref().map(Folder::best_beside);
        let best = best.filter(|best| arguments.wants_last() && saved.contains_key("best") && best.exists());
        Ok(Self { arguments, workers, settings, checkpoint: best.or(checkpoint), reads: Cell::new(false) })
    }

    /// The checkpoint that the arguments name.
    fn goes_on_from(arguments: &Arguments) -> Result<Option<PathBuf>, Failure> {
        Ok(match &arguments.action {
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
        })
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

    /// Does what the arguments say, with a model that has a function `loss`.
    ///
    /// The samples are those to learn from and those for validation; for the rest see [`Functions`].
    ///
    /// # Errors
    /// If something does not fit or goes wrong. What was saved before is still there.
    #[allow(clippy::type_complexity, reason = "each is said once in `Functions`")]
    pub fn train<M: Loss>(
        &self,
        (training, validation): (
            impl Samples<Sample: SampleOf<M::Arguments>> + Shared,
            impl Samples<Sample: SampleOf<M::Arguments>>,
        ),
        measure: Option<&mut dyn FnMut(&[M::Scalar]) -> Result<Vec<(String, f64)>, Failure>>,
        draw: Option<&mut dyn FnMut(&[M::Scalar], &mut Pictures<'_>) -> Result<(), Failure>>,
        sample: Option<&mut dyn FnMut(&[M::Scalar], &mut Rng, &mut dyn io::Write) -> Result<(), Failure>>,
    ) -> Result<Ending, Failure> {
        self.go::<M>(Functions {
            training: training.len(),
            validation: validation.len(),
            loss: &mut |params, workspaces, range| {
                M::mean_loss(params, workspaces.batch(), validation.all().skip(range.start).take(range.len()))
            },
            gradient: &mut |params, gradient, workspaces, samples| {
                let samples = training.pick(samples);
                #[cfg(feature = "parallel")]
                if let Some(threads) = workspaces.threads() {
                    return M::add_gradient_parallel(params, gradient, threads, samples);
                }
                M::add_gradient(params, gradient, workspaces.batch(), samples)
            },
            descend: &mut |params, gradient, rate, workspaces, samples| {
                let samples = training.pick(samples);
                #[cfg(feature = "parallel")]
                if let Some(threads) = workspaces.threads() {
                    return M::descend_parallel(params, gradient, rate, threads, samples);
                }
                M::descend(params, gradient, rate, workspaces.batch(), samples)
            },
            // Each for as long as the functions above.
            measure: match measure {
                Some(measure) => Some(&mut *measure),
                None => None,
            },
            draw: match draw {
                Some(draw) => Some(&mut *draw),
                None => None,
            },
            sample: match sample {
                Some(sample) => Some(&mut *sample),
                None => None,
            },
        })
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
            Action::Eval { .. } | Action::Sample { .. } if self.workers.rank() > 0 => Ok(Ending::Done),
            Action::Train { resume } => Training::<M>::new(self, &functions, resume.is_some())?.run(&mut functions),
            Action::Eval { .. } => self.evaluate(&mut functions),
            Action::Sample { .. } => {
                let params = self.trained::<M>()?;
                let mut rng = Rng::seed(self.arguments.seed.unwrap_or(self.settings.seed));
                if let Some(sample) = functions.sample {
                    sample(&params, &mut rng, &mut io::stdout())?;
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
        let folder = match &self.arguments.out {
            Some(out) => Some(Folder::of_figures(out)?),
            None => None,
        };
        let (params, mut workspaces) = (self.trained::<M>()?, Workspaces::new(1)?);
        let mut figures = Vec::new();
        if functions.validation > 0 {
            let loss = (functions.loss)(&params, &mut workspaces, 0..functions.validation)?;
            figures.push(("validation loss".to_string(), number(loss)));
        }
        if let Some(measure) = &mut functions.measure {
            figures.extend(measure(&params)?);
        }
        let Some(folder) = &folder else {
            self.print(&figures)?;
            return Ok(Ending::Done);
        };
        let mut files = folder.pictures();
        files.write("figures.json", &(to_json(&figures) + "\n"))?;
        if let Some(draw) = &mut functions.draw {
            draw(&params, &mut files)?;
        }
        self.print(&figures)?;
        if !self.arguments.json {
            files.print("files")?;
        }
        Ok(Ending::Done)
    }

    /// Figures with their names, as lines or as one JSON object.
    pub(super) fn print(&self, figures: &[(String, f64)]) -> Result<(), Failure> {
        if self.arguments.json {
            say(format_args!("{}", to_json(figures)))?;
        } else {
            for (name, figure) in figures {
                say(format_args!("{name} {figure:.4}"))?;
            }
        }
        Ok(())
    }
}

/// Figures as one JSON object, in the order of their names; of two with one name, the last.
fn to_json(figures: &[(String, f64)]) -> String {
    let names: Vec<_> = figures.iter().map(|(name, _)| name.replace(' ', "_")).collect();
    let members = names.iter().zip(figures).map(|(name, (_, figure))| (name.as_str(), history::number(*figure)));
    object(members.collect::<BTreeMap<_, _>>())
}

/// What several threads may read; without the feature `parallel`, anything.
#[cfg(feature = "parallel")]
pub trait Shared: Sync {}
#[cfg(feature = "parallel")]
impl<T: Sync> Shared for T {}
/// What several threads may read; without the feature `parallel`, anything.
#[cfg(not(feature = "parallel"))]
pub trait Shared {}
#[cfg(not(feature = "parallel"))]
impl<T> Shared for T {}

/// What a file says of the settings, and with which optimizer a training goes on that goes on from it. To evaluate a model
/// and to let it make something up, its parameters are enough.
fn said(path: &Path, trains: bool) -> Result<Said, Failure> {
    match Checkpoint::peek(path) {
        Ok(saved) => Ok((saved.metadata, trains.then_some(saved.optimizer.name))),
        Err(error) if !trains && matches!(error.problem(), Problem::NotACheckpoint) => {
            let file = Tensors::open(path)?;
            let mut texts = BTreeMap::new();
            for key in file.keys() {
                texts.insert(key.to_owned(), file.metadata(key).unwrap_or_default().to_string());
            }
            Ok((texts, None))
        }
        Err(error) => Err(error.into()),
    }
}

fn last(name: &str, option: &str) -> Result<PathBuf, Failure> {
    Folder::last(name).ok_or_else(|| {
        format!("there is no checkpoint of `{name}` in runs/: train first, or name one with `{option}`").into()
    })
}

/// A line of what was asked for.
pub(super) fn say(line: fmt::Arguments<'_>) -> Result<(), Failure> {
    Ok(writeln!(io::stdout(), "{line}")?)
}

/// For figures.
pub(super) fn number<T: Float>(value: T) -> f64 {
    value.to_f64().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::{Alone, Defaults, Program};

    #[test]
    fn data_may_be_a_folder() {
        let program = Program {
            about: "",
            version: "",
            defaults: Defaults::default(),
            choice: None,
            samples: false,
            prompts: false,
            workers: false,
        };
        for (words, expected) in [(&["digits", "--data", "mnist"][..], Some(Path::new("mnist"))), (&["digits"], None)] {
            let arguments = program.parse(words.iter().copied()).unwrap();
            let run = Run::new(&arguments, &Alone).unwrap();
            assert_eq!(run.data(), expected);
            // Who asks for it is not told that the option is of no use.
            assert!(run.reads.get());
        }
    }
}
