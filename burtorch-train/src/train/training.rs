//! A training: from the settings and the model to files, figures and pictures.

use std::io::{self, Write as _};
use std::path::Path;

use num_traits::{Float, NumCast, Zero};

use super::folder::Folder;
use super::functions::{Functions, Workspaces};
use super::history::{History, Record, brief};
use super::progress::{Progress, hint, print};
use super::run::{number, say};
use super::settings::{Settings, from, keep};
use super::together::{Place, Sums, check_data, first_has, share_start};
use super::{Diverged, Ending, Failure, Run, signal};
use crate::data::Batches;
use crate::io::{Checkpoint, Tensors, save};
use burtorch_runtime::optimizer::{Any, clip_norm};
use burtorch_runtime::workers::{Workers, broadcast};
use burtorch_runtime::{Aligned, Model, Rng};

/// Validation on the way looks at so many samples at most.
const SOME: usize = 4096;

/// A loss that is so many times that of the model before training is of a run that diverged. Overfitting and noise do not get
/// there, as the losses of the last steps and those on the same samples as before must both be that large.
const DIVERGED: f64 = 10.0;

/// A validation loss has risen if it has given back more than this part of what it fell by. Noise of a run that still falls stays
/// below.
const RISEN: f64 = 0.05;

/// A training under way.
pub(super) struct Training<'r, M: Model> {
    run: &'r Run<'r>,
    settings: &'r Settings,
    workers: &'r dyn Workers,
    sums: Sums<'r, M::Scalar>,
    /// Where files go; of several workers the first one has it.
    folder: Option<Folder>,
    history: History,
    progress: Progress,
    batches: Batches,
    optimizer: Any<M::Scalar>,
    workspaces: Workspaces<M>,
    params: Aligned<M::Scalar>,
    gradient: Aligned<M::Scalar>,
    rng: Rng,
    step: u64,
    /// The best validation loss so far, and how many were not better since.
    best: (f64, u64),
    /// The loss of the model before training, once it is known.
    start: Option<f64>,
    /// Without `--patience`: loss, step and parameters of the best record since the program started, to be kept if it diverges.
    spare: Option<(f64, u64, Vec<M::Scalar>)>,
}

impl<'r, M: Model> Training<'r, M> {
    /// Everything that can be found wrong is found here.
    pub fn new(run: &'r Run<'r>, functions: &Functions<'_, M>, resumed: bool) -> Result<Self, Failure> {
        let (arguments, settings, workers) = (run.arguments, &run.settings, run.workers);
        let is_first = workers.rank() == 0;
        check_data(workers, functions.training, functions.validation)?;
        let mut optimizer = Any::for_model::<M>(&settings.optimizer, settings.rate)?;
        if let Some(decay) = settings.decay(M::PARAMETERS)? {
            optimizer.set_decay(decay)?;
        }
        let batches = Self::batches(settings, functions.training)
            .map_err(|error| format!("`--batch {}`: {error}", settings.batch))?;
        let workspaces = Workspaces::new(settings.threads)?;
        let mut params = Aligned::zeros(M::PARAMS);
        let mut rng = Rng::seed(settings.seed);
        let mut place = Place { step: 0, best: (f64::INFINITY, 0), pending: (0.0, 0), start: None };
        let folder = match &run.checkpoint {
            _ if !is_first => None,
            Some(path) if resumed => {
                let mut state = optimizer.state().to_vec();
                // What is wrong with it is found before a folder is made.
                Checkpoint::read::<M>(&Tensors::open(path)?, &mut params, &mut state)?;
                let beside = path.parent().unwrap_or(Path::new(""));
                let folder = Folder::again(arguments.out.as_deref().unwrap_or(beside), path)?;
                // From here on no other run writes to the folder; until here one may have gone on.
                let checkpoint = Checkpoint::read::<M>(&Tensors::open(path)?, &mut params, &mut state)?;
                optimizer.restore(&state, checkpoint.optimizer.steps)?;
                rng = checkpoint.rng;
                let step = checkpoint.step;
                if let Some(steps) = arguments.steps.filter(|&steps| steps < step) {
                    return Err(format!(
                        "`--steps {steps}`: the checkpoint has taken {step} steps already; say how many there are to be in all"
                    )
                    .into());
                }
                let saved = &checkpoint.metadata;
                place = Place {
                    step,
                    best: (from(saved, "best")?.unwrap_or(f64::INFINITY), from(saved, "worse")?.unwrap_or(0)),
                    pending: (from(saved, "pending-sum")?.unwrap_or(0.0), from(saved, "pending-count")?.unwrap_or(0)),
                    start: from(saved, "start")?,
                };
                if !folder.take_best(path)? {
                    place.best.0 = f64::INFINITY;
                }
                Some(folder)
            }
            _ => {
                M::init(&mut params, &mut rng)?;
                Some(Folder::new(arguments.out.as_deref(), &arguments.name)?)
            }
        };
        let place = share_start(workers, place, &mut params, &mut optimizer)?;
        let Place { step, best, pending, start } = place;
        if let Some(folder) = &folder {
            introduce(run, functions, folder, resumed, &place)?;
        }
        signal::listen();
        Ok(Self {
            history: folder
                .as_ref()
                .map_or_else(|| Ok(History::unwritten()), |folder| History::open(&folder.log(), step))?,
            progress: Progress::new(arguments, is_first, settings.steps, pending)?,
            gradient: Aligned::zeros(M::PARAMS),
            sums: Sums::new(workers, settings.compress, M::PARAMS),
            run,
            settings,
            workers,
            folder,
            batches,
            optimizer,
            workspaces,
            params,
            rng,
            step,
            best,
            start,
            spare: None,
        })
    }

    /// A batch of more samples than there are is a mistake, also where samples are drawn with replacement: it takes the time
    /// of several steps for one.
    fn batches(settings: &Settings, samples: usize) -> Result<Batches, Failure> {
        let (batch, seed) = (settings.batch, settings.seed);
        if batch > samples && samples > 0 {
            return Err(format!("a batch has {batch} samples, but there are only {samples}; make it smaller").into());
        }
        let batches = if settings.draw { Batches::with_replacement } else { Batches::new };
        Ok(batches(samples, batch, seed)?)
    }

    pub fn run(&mut self, functions: &mut Functions<'_, M>) -> Result<Ending, Failure> {
        if self.start.is_none() {
            self.start = Some(self.loss(functions)?);
        }
        while self.step < self.settings.steps && !self.is_enough() {
            self.one_step(functions)?;
            let interrupted = if self.workers.size() > 1 { self.sums.is_asked() } else { signal::is_asked() };
            let looks = self.step.is_multiple_of(self.settings.eval_every) || self.step == self.settings.steps;
            if !looks && !interrupted {
                continue;
            }
            let validation = self.validate(functions)?;
            let record = if looks { Some(self.look(validation)?) } else { None };
            self.save()?;
            // Nothing is lost if this fails.
            let shown = record.map_or(Ok(()), |record| self.progress.record(&record));
            let stopped = |folder: &Folder| {
                format!("stopped after step {}; --resume {} goes on", self.step, folder.checkpoint().display())
            };
            let stopped = self.folder.as_ref().map(stopped).unwrap_or_default();
            if interrupted {
                self.progress.finish();
                if self.folder.is_some() {
                    let _ = writeln!(io::stderr(), "{stopped}");
                }
                return Ok(Ending::Interrupted);
            }
            shown.map_err(|failure| format!("{failure}; {stopped}"))?;
            self.progress.go_on();
        }
        self.progress.finish();
        self.end(functions)?;
        self.judge(functions)?;
        Ok(Ending::Done)
    }

    /// The loss on some samples, the same ones every time: those for validation, or else those to learn from.
    fn loss(&mut self, functions: &mut Functions<'_, M>) -> Result<f64, Failure> {
        if functions.validation > 0 {
            return Ok(number(self.validation_loss(functions, functions.validation.min(SOME))?));
        }
        let samples: Vec<usize> = (0..functions.training.min(SOME)).collect();
        Ok(number(self.training_loss(functions, &samples)?))
    }

    /// The mean loss of the first so many samples for validation; each worker looks at its part.
    fn validation_loss(&mut self, functions: &mut Functions<'_, M>, count: usize) -> Result<M::Scalar, Failure> {
        let own = self.sums.share(count);
        let loss = if own.is_empty() {
            M::Scalar::zero()
        } else {
            (functions.loss)(&self.params, &mut self.workspaces, own.clone())?
        };
        Ok(self.sums.mean(loss, own.len(), count)?)
    }

    /// The mean loss of samples to learn from.
    fn training_loss(&mut self, functions: &mut Functions<'_, M>, samples: &[usize]) -> Result<M::Scalar, Failure> {
        let own = &samples[self.sums.share(samples.len())];
        self.gradient.fill(M::Scalar::zero());
        let loss = if own.is_empty() {
            M::Scalar::zero()
        } else {
            (functions.gradient)(&self.params, &mut self.gradient, &mut self.workspaces, own)?
        };
        self.gradient.fill(M::Scalar::zero());
        Ok(self.sums.mean(loss, own.len(), samples.len())?)
    }

    /// # Errors
    /// If the model is much worse than it was before training.
    fn judge(&mut self, functions: &mut Functions<'_, M>) -> Result<(), Failure> {
        // The log of a run that goes on is known to the first worker alone.
        let last = match self.history.last_loss() {
            last if self.workers.size() > 1 => first_has(self.workers, last)?,
            last => last,
        };
        let (Some(start), Some(last)) = (self.start.filter(|&start| start != 0.0), last) else { return Ok(()) };
        let limit = start + (DIVERGED - 1.0) * start.abs();
        if last <= limit || self.loss(functions)? <= limit {
            return Ok(());
        }
        let kept = self.keep_best()?;
        let (last, start) = (brief(last), brief(start));
        let what = format!("the run diverged: the loss is {last} in the last steps, and was {start} before training");
        Err(Diverged(format!("{what}: try a smaller --lr{kept}")).into())
    }

    /// Writes the best parameters that are known, and says so.
    fn keep_best(&self) -> Result<String, Failure> {
        let (Some((loss, step, params)), Some(folder)) = (&self.spare, &self.folder) else { return Ok(String::new()) };
        let path = folder.best();
        self.save_params(&path, params, &step.to_string())?;
        Ok(format!("; {} is of the best step, {step}, with a loss of {}", path.display(), brief(*loss)))
    }

    /// Whether validation has not become better for long enough.
    fn is_enough(&self) -> bool {
        self.settings.patience.is_some_and(|patience| self.best.1 >= patience)
    }

    /// One step of the optimizer. Gradient descent that does nothing else has a step of its own, which is faster.
    fn one_step(&mut self, functions: &mut Functions<'_, M>) -> Result<(), Failure> {
        let settings = self.settings;
        let rate = settings.rate * settings.schedule.factor(self.step, settings.steps);
        let samples = self.batches.at(usize::try_from(self.step)?);
        let (params, gradient, workspaces) = (&mut self.params, &mut self.gradient, &mut self.workspaces);
        let own = self.sums.share(samples.len());
        let sums = &mut self.sums;
        let loss = if settings.is_plain() && self.workers.size() == 1 {
            let rate = <M::Scalar as NumCast>::from(rate).unwrap_or_else(M::Scalar::nan);
            (functions.descend)(params, gradient, rate, workspaces, samples)?
        } else {
            self.optimizer.rate = rate;
            self.optimizer.step(params, gradient, |params, gradient| {
                let loss = match &samples[own.clone()] {
                    [] => M::Scalar::zero(),
                    own => (functions.gradient)(params, gradient, workspaces, own)?,
                };
                let loss = sums.add((loss, gradient), own.len(), samples.len(), signal::is_asked())?;
                if let Some(limit) = settings.clip {
                    clip_norm(gradient, limit);
                }
                Ok::<_, Failure>(loss)
            })?
        };
        self.step += 1;
        let loss = number(loss);
        if !loss.is_finite() {
            return Err(self.diverged(&format!("the loss is {loss} in step {}", self.step)));
        }
        self.progress.step(self.step, loss);
        Ok(())
    }

    /// The validation loss, if there are samples for it.
    ///
    /// # Errors
    /// If the parameters are not worth keeping in the place of those from before. Without samples for validation, the
    /// next batch shows that.
    fn validate(&mut self, functions: &mut Functions<'_, M>) -> Result<Option<f64>, Failure> {
        if self.workers.size() > 1 {
            // Processors of other kinds may round differently in the steps since.
            broadcast(self.workers, &mut self.params)?;
        }
        let loss = if functions.validation > 0 {
            self.validation_loss(functions, functions.validation.min(SOME))?
        } else {
            let samples = self.batches.at(usize::try_from(self.step)?).to_vec();
            self.training_loss(functions, &samples)?
        };
        let loss = number(loss);
        if !loss.is_finite() || self.params.iter().any(|value| !value.is_finite()) {
            return Err(self.diverged(&format!("the loss is {loss} after step {}", self.step)));
        }
        Ok((functions.validation > 0).then_some(loss))
    }

    fn diverged(&self, what: &str) -> Failure {
        self.progress.finish();
        let checkpoint = self.folder.as_ref().map(Folder::checkpoint).filter(|path| path.exists());
        let before = checkpoint.map(|path| format!("; {} is from before", path.display())).unwrap_or_default();
        match self.keep_best() {
            Ok(best) => Diverged(format!("{what}: try a smaller --lr{best}{before}")).into(),
            Err(failure) => failure,
        }
    }

    /// Writes a record, and keeps the best parameters.
    fn look(&mut self, validation: Option<f64>) -> Result<Record, Failure> {
        let (loss, microseconds) = self.progress.take();
        let rate = self.settings.rate * self.settings.schedule.factor(self.step - 1, self.settings.steps);
        let record = Record { step: self.step, loss, validation, rate, microseconds };
        self.history.add(record)?;
        if self.settings.patience.is_some() {
            let judged = validation.unwrap_or(loss);
            if judged < self.best.0 {
                self.best = (judged, 0);
                if let Some(folder) = &self.folder {
                    self.save_params(&folder.best(), &self.params, &self.step.to_string())?;
                }
            } else {
                self.best.1 += 1;
            }
        } else if self.folder.is_some() {
            let judged = validation.unwrap_or(loss);
            if self.spare.as_ref().is_none_or(|(best, ..)| judged < *best) {
                self.spare = Some((judged, self.step, self.params.to_vec()));
            }
        }
        Ok(record)
    }

    /// What to do if the validation loss has risen since its best, unless it was told to stop there.
    fn risen(&self) -> Option<String> {
        let (step, best) = self.history.best()?;
        let (last, start) = (self.history.last_validation()?, self.start?);
        if self.settings.patience.is_some() || last - best <= RISEN * (start - best).abs() {
            return None;
        }
        let (best, last) = (brief(best), brief(last));
        Some(hint(format_args!(
            "the validation loss was best at step {step}, {best}, and is {last} now; try --patience 3, which stops early and keeps the best"
        )))
    }

    /// The parameters alone, and what is needed to know what they are of.
    fn save_params(&self, path: &Path, params: &[M::Scalar], step: &str) -> Result<(), Failure> {
        let seed = self.settings.seed.to_string();
        let mut metadata = vec![("step", step), ("seed", &seed)];
        metadata.extend(self.settings.choice.as_deref().map(|choice| ("choice", choice)));
        Ok(save::<M>(path, params, &metadata)?)
    }

    fn save(&self) -> Result<(), Failure> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let optimizer = (self.optimizer.name(), self.optimizer.steps());
        let pending = self.progress.pending();
        let mut checkpoint = self.settings.checkpoint(self.step, self.rng.clone(), optimizer, self.best, pending);
        self.start.inspect(|start| keep(&mut checkpoint.metadata, "start", start));
        Ok(checkpoint.save::<M>(&folder.checkpoint(), &self.params, self.optimizer.state())?)
    }

    /// The figures of the model, its pictures, and what it makes up.
    fn end(&mut self, functions: &mut Functions<'_, M>) -> Result<(), Failure> {
        let mut step = self.step.to_string();
        if let (true, Some(folder)) = (self.best.0 < f64::INFINITY, &self.folder) {
            let best = Tensors::open(folder.best())?;
            best.load::<M>(&mut self.params)?;
            step = best.metadata("step").map_or(step, ToString::to_string);
        }
        if let Some(folder) = &self.folder {
            self.save_params(&folder.model(), &self.params, &step)?;
        }
        if self.workers.size() > 1 {
            broadcast(self.workers, &mut self.params)?;
        }
        let mut figures = Vec::new();
        if functions.validation > 0 {
            let loss = self.validation_loss(functions, functions.validation)?;
            figures.push(("validation loss".to_string(), number(loss)));
        }
        let Some(folder) = &self.folder else { return Ok(()) };
        if let Some(measure) = &mut functions.measure {
            figures.extend(measure(&self.params)?);
        }
        let arguments = self.run.arguments;
        let plot = self.history.plot(&arguments.name);
        let mut pictures = folder.pictures();
        let [learning, course] = &self.settings.values;
        pictures.add("loss", &plot.clone().note(learning).note(course).to_svg())?;
        if let Some(draw) = &mut functions.draw {
            draw(&self.params, &mut pictures)?;
        }
        // All files are there. From here on it does not matter who reads.
        let talks = !arguments.quiet && !arguments.json;
        if talks {
            say(format_args!("\n{}", plot.to_stdout(12)))?;
        }
        self.run.print(&figures)?;
        if talks {
            pictures.print("pictures")?;
            if let Some(hint) = self.risen() {
                say(format_args!("{hint}"))?;
            }
            if let Some(sample) = &mut functions.sample {
                say(format_args!(""))?;
                sample(&self.params, &mut self.rng, &mut io::stdout())?;
            }
        }
        Ok(())
    }
}

/// Says what is about to be done, to whoever wants to know.
fn introduce<M: Model>(
    run: &Run<'_>,
    functions: &Functions<'_, M>,
    folder: &Folder,
    resumed: bool,
    &Place { step, best, .. }: &Place,
) -> Result<(), Failure> {
    let (arguments, settings, workers) = (run.arguments, &run.settings, run.workers);
    if arguments.quiet || arguments.json {
        return Ok(());
    }
    print(&format!("{} samples to learn from, {} for validation", functions.training, functions.validation))?;
    print(&format!("{} parameters; files go to {}", M::PARAMS, folder.path().display()))?;
    let size = workers.size();
    if size > 1 {
        print(&format!("{size} workers, each with its part of every batch"))?;
    }
    if size > settings.batch {
        print(&hint(format_args!("a batch of {} is for as many workers; raise --batch", settings.batch)))?;
    }
    for line in &settings.described {
        print(line)?;
    }
    if resumed {
        print(&format!("going on after step {step}"))?;
    }
    if resumed && step >= settings.steps {
        print(&hint(format_args!("all {step} steps are taken; raise --steps to train on")))?;
    } else if let Some(patience) = settings.patience.filter(|&patience| best.1 >= patience) {
        let message = format_args!(
            "the last {} validations were not better; raise --patience, now {patience}, to train on",
            best.1
        );
        print(&hint(message))?;
    }
    Ok(())
}
