//! What happened so far: the log, one JSON object in a line, and the curve that is drawn from it.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::string::{String, ToString};
use std::vec::Vec;
use std::{format, fs};

use serde_json::{Value, json};

use super::Failure;
use crate::io::replace;
use crate::viz::Plot;

/// One line of the log: what is known after so many steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Record {
    pub step: u64,
    /// The mean loss of the steps since the last record.
    pub loss: f64,
    pub validation: Option<f64>,
    /// The learning rate of the last step.
    pub rate: f64,
    /// The mean time of a step.
    pub microseconds: f64,
}

impl Record {
    pub fn to_json(self) -> Value {
        json!({
            "step": self.step,
            "loss": self.loss,
            "validation": self.validation,
            "lr": self.rate,
            "step_us": (self.microseconds * 1000.0).round() / 1000.0,
        })
    }

    fn from_json(line: &Value) -> Option<Self> {
        let number = |key: &str| line.get(key).and_then(Value::as_f64);
        Some(Self {
            step: line.get("step")?.as_u64()?,
            loss: number("loss").unwrap_or(f64::NAN),
            validation: number("validation"),
            rate: number("lr").unwrap_or(f64::NAN),
            microseconds: number("step_us").unwrap_or(f64::NAN),
        })
    }
}

/// The records of a run, in its log as well.
#[derive(Debug)]
pub(super) struct History {
    path: PathBuf,
    file: File,
    records: Vec<Record>,
}

impl History {
    /// The log of a run that has taken so many steps; what it says of later ones did not happen any more.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn open(path: &Path, step: u64) -> Result<Self, Failure> {
        let text = fs::read_to_string(path).unwrap_or_default();
        let parsed = text.lines().filter_map(|line| Record::from_json(&serde_json::from_str(line).ok()?));
        let records: Vec<Record> = parsed.filter(|record| record.step <= step).collect();
        let lines: String = records.iter().map(|record| record.to_json().to_string() + "\n").collect();
        replace(path, |file| file.write_all(lines.as_bytes()))?;
        let file = OpenOptions::new().append(true).open(path).map_err(|error| cannot(path, &error))?;
        Ok(Self { path: path.into(), file, records })
    }

    /// # Errors
    /// If the log cannot be written.
    pub fn add(&mut self, record: Record) -> Result<(), Failure> {
        self.records.push(record);
        let line = record.to_json().to_string() + "\n";
        self.file.write_all(line.as_bytes()).map_err(|error| cannot(&self.path, &error))
    }

    /// The losses over the steps.
    pub fn plot(&self, title: &str) -> Plot {
        let training = self.records.iter().map(|record| (record.step, record.loss));
        let plot = Plot::new(title).x("step").y("loss").line("training", training.collect::<Vec<_>>());
        let validation: Vec<_> = self.records.iter().filter_map(|r| Some((r.step, r.validation?))).collect();
        let plot = if validation.is_empty() { plot } else { plot.line("validation", validation) };
        // What falls by orders of magnitude is seen on a logarithmic axis only.
        let losses = self.records.iter().flat_map(|record| [Some(record.loss), record.validation]).flatten();
        let (low, high) = losses.fold((f64::INFINITY, 0.0), |(low, high): (f64, f64), x| (low.min(x), high.max(x)));
        if low > 0.0 && high > 20.0 * low { plot.log_y() } else { plot }
    }
}

fn cannot(path: &Path, error: &io::Error) -> Failure {
    format!("cannot write {}: {error}; choose another folder with --out", path.display()).into()
}
