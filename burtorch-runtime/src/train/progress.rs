//! What is seen of a training while it runs.

use core::fmt::Display;
use std::io::{self, IsTerminal as _, Write as _};
use std::string::String;
use std::time::{Duration, Instant};
use std::{format, writeln};

use indicatif::{ProgressBar, ProgressStyle};

use super::history::Record;
use super::{Arguments, Failure};

/// How a training shows itself.
#[derive(Debug)]
enum Show {
    /// A bar below the lines.
    Bar(ProgressBar),
    /// Lines alone, where nobody watches.
    Lines,
    /// The log itself.
    Json,
    Nothing,
}

/// How often the bar moves, at most.
const TICK: Duration = Duration::from_millis(100);

#[derive(Debug)]
pub(super) struct Progress {
    show: Show,
    steps: u64,
    /// The losses since the last record.
    sum: f64,
    count: u32,
    /// When training went on after the last record, and how many steps it took since.
    since: Instant,
    timed: u32,
    ticked: Instant,
}

impl Progress {
    /// What is shown of a training that has taken so many steps, with the losses that are not in a record yet.
    pub fn new(arguments: &Arguments, step: u64, steps: u64, (sum, count): (f64, u32)) -> Result<Self, Failure> {
        let show = if arguments.json {
            Show::Json
        } else if arguments.quiet {
            Show::Nothing
        } else if io::stderr().is_terminal() {
            let bar = ProgressBar::new(steps).with_position(step);
            let style = "{bar:30} {pos}/{len} {msg} {eta} left";
            bar.set_style(ProgressStyle::with_template(style)?.progress_chars("━╸ "));
            Show::Bar(bar)
        } else {
            Show::Lines
        };
        if let Show::Bar(_) | Show::Lines = show {
            if cfg!(debug_assertions) {
                print("this is slow without optimization; try --release")?;
            }
            print("     step   training  validation    µs/step  time left")?;
        }
        let now = Instant::now();
        Ok(Self { show, steps, sum, count, since: now, timed: 0, ticked: now })
    }

    /// Counts a step and its loss.
    pub fn step(&mut self, step: u64, loss: f64) {
        self.sum += loss;
        self.count += 1;
        self.timed += 1;
        if let Show::Bar(bar) = &self.show
            && self.ticked.elapsed() > TICK
        {
            self.ticked = Instant::now();
            bar.set_message(format!("loss {:.4}, {:.1} µs/step,", self.mean(), self.microseconds()));
            bar.set_position(step);
        }
    }

    fn mean(&self) -> f64 {
        self.sum / f64::from(self.count)
    }

    fn microseconds(&self) -> f64 {
        self.since.elapsed().as_secs_f64() * 1e6 / f64::from(self.timed)
    }

    /// The mean loss since the last record and the time of a step, for the next one.
    pub fn take(&mut self) -> (f64, f64) {
        let taken = (self.mean(), self.microseconds());
        (self.sum, self.count) = (0.0, 0);
        taken
    }

    /// The losses that are not in a record yet: their sum, and how many they are.
    pub fn pending(&self) -> (f64, u32) {
        (self.sum, self.count)
    }

    /// Shows a record.
    pub fn record(&self, record: &Record) -> Result<(), Failure> {
        match &self.show {
            Show::Nothing => {}
            Show::Json => print(record.to_json())?,
            Show::Lines => print(self.line(record))?,
            Show::Bar(bar) => bar.suspend(|| print(self.line(record)))?,
        }
        Ok(())
    }

    /// Goes on from here: what came in between is not time of training.
    pub fn go_on(&mut self) {
        (self.since, self.timed) = (Instant::now(), 0);
    }

    #[allow(clippy::cast_precision_loss, reason = "nobody takes 2⁵³ steps")]
    fn line(&self, record: &Record) -> String {
        let validation = record.validation.map_or_else(|| "–".into(), |loss| format!("{loss:.4}"));
        let seconds = record.microseconds * 1e-6 * (self.steps - record.step) as f64;
        let left = Duration::try_from_secs_f64(seconds).unwrap_or_default().as_secs();
        format!(
            "{:>9} {:>10.4} {validation:>11} {:>10.1} {:>7}:{:02}",
            record.step,
            record.loss,
            record.microseconds,
            left / 60,
            left % 60
        )
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        if let Show::Bar(bar) = &self.show {
            bar.finish_and_clear();
        }
    }
}

/// Prints a line. Who trains without a reader is told: it would be a training that nobody knows of.
pub(super) fn print(line: impl Display) -> Result<(), Failure> {
    writeln!(io::stdout(), "{line}").map_err(|error| format!("cannot print: {error}; add --quiet").into())
}
