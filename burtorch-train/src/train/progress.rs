//! What is seen of a training while it runs.

use core::fmt;
use std::io::{self, Write as _};
use std::time::Instant;

use super::bar::{Bar, left};
use super::history::Record;
use super::{Arguments, Failure};
use crate::console::{Colour, Console};

/// How a training shows itself.
#[derive(Debug)]
enum Show {
    /// A bar below the lines.
    Bar(Bar),
    /// Lines alone, where nobody watches.
    Lines,
    /// The log itself.
    Json,
    Nothing,
}

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
}

impl Progress {
    /// What is shown of a training of so many steps, with the losses that are not in a record yet.
    ///
    /// Of several workers the first one `talks`.
    pub fn new(arguments: &Arguments, talks: bool, steps: u64, (sum, count): (f64, u32)) -> Result<Self, Failure> {
        let show = if !talks {
            Show::Nothing
        } else if arguments.json {
            Show::Json
        } else if arguments.quiet {
            Show::Nothing
        } else {
            Bar::new(steps).map_or(Show::Lines, Show::Bar)
        };
        if let Show::Bar(_) | Show::Lines = show {
            if cfg!(debug_assertions) {
                print("this is slow without optimization; try --release")?;
            }
            let time = microsecond();
            print(&format!("     step   training  validation    {time}/step  time left"))?;
        }
        Ok(Self { show, steps, sum, count, since: Instant::now(), timed: 0 })
    }

    /// Counts a step and its loss.
    pub fn step(&mut self, step: u64, loss: f64) {
        self.sum += loss;
        self.count += 1;
        self.timed += 1;
        let (mean, since, timed) = (self.mean(), self.since, self.timed);
        if let Show::Bar(bar) = &mut self.show
            && bar.is_due()
        {
            bar.draw(step, mean, microseconds(since, timed));
        }
    }

    fn mean(&self) -> f64 {
        self.sum / f64::from(self.count)
    }

    /// The mean loss since the last record and the time of a step, for the next one.
    pub fn take(&mut self) -> (f64, f64) {
        let taken = (self.mean(), microseconds(self.since, self.timed));
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
            Show::Json => print(&record.to_json())?,
            Show::Lines => print(&self.line(record))?,
            Show::Bar(bar) => {
                bar.clear();
                print(&self.line(record))?;
                bar.show();
            }
        }
        Ok(())
    }

    /// Goes on from here: what came in between is not time of training.
    pub fn go_on(&mut self) {
        (self.since, self.timed) = (Instant::now(), 0);
    }

    fn line(&self, record: &Record) -> String {
        let none = if Console::stdout().unicode { "–" } else { "-" };
        let validation = record.validation.map_or_else(|| none.into(), |loss| format!("{loss:.4}"));
        let left = left(self.steps - record.step, record.microseconds);
        format!("{:>9} {:>10.4} {validation:>11} {:>10.1} {left:>10}", record.step, record.loss, record.microseconds)
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        if let Show::Bar(bar) = &self.show {
            bar.clear();
        }
    }
}

/// The mean time of so many steps.
fn microseconds(since: Instant, steps: u32) -> f64 {
    since.elapsed().as_secs_f64() * 1e6 / f64::from(steps)
}

/// The unit, in letters that the terminal has.
pub(super) fn microsecond() -> &'static str {
    if Console::stdout().unicode { "µs" } else { "us" }
}

/// A line that says what to do next.
pub(super) fn hint(text: fmt::Arguments<'_>) -> String {
    format!("{} {text}", Console::stdout().paint(Colour::Hint, "hint:"))
}

/// Prints a line. Who trains without a reader is told: it would be a training that nobody knows of.
pub(super) fn print(line: &str) -> Result<(), Failure> {
    writeln!(io::stdout(), "{line}").map_err(|error| format!("cannot print: {error}; add --quiet").into())
}
