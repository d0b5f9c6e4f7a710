//! What happened so far: the log, one JSON object in a line, and the curve that is drawn from it.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::Failure;
use crate::io::replace;
use crate::viz::Plot;
use burtorch_runtime::__train::open;

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
    /// One JSON object, without the end of the line.
    pub fn to_json(self) -> String {
        let validation = number(self.validation.unwrap_or(f64::NAN));
        let microseconds = number((self.microseconds * 1000.0).round() / 1000.0);
        let (step, loss, rate) = (self.step, number(self.loss), number(self.rate));
        format!(
            "{{\"loss\":{loss},\"lr\":{rate},\"step\":{step},\"step_us\":{microseconds},\"validation\":{validation}}}"
        )
    }

    /// One JSON object and the end of the line.
    fn to_line(self) -> String {
        self.to_json() + "\n"
    }

    /// Reads a line of a log. The last one may be half a line, of a run that died.
    fn from_json(line: &str) -> Option<Self> {
        let members: serde_json::Map<String, Value> = serde_json::from_str(line).ok()?;
        // `null` stands for what is not finite.
        let number = |key| members.get(key).and_then(Value::as_f64).unwrap_or(f64::NAN);
        Some(Self {
            step: members.get("step")?.as_u64()?,
            loss: number("loss"),
            validation: members.get("validation").and_then(Value::as_f64),
            rate: number("lr"),
            microseconds: number("step_us"),
        })
    }
}

/// The shortest text that is read as the same number; `null` for what JSON has no text for.
pub(super) fn number(value: f64) -> String {
    if value.is_finite() { format!("{value:?}") } else { "null".into() }
}

/// The records of a run, in its log as well.
#[derive(Debug)]
pub(super) struct History {
    path: PathBuf,
    /// The log; none for a worker that is not the first one.
    file: Option<File>,
    records: Vec<Record>,
}

impl History {
    /// The log of a run that has taken so many steps; what it says of later ones did not happen any more.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn open(path: &Path, step: u64) -> Result<Self, Failure> {
        // What cannot be read is written anew; if it cannot be written either, that is said.
        let text = open(path).ok().and_then(|file| io::read_to_string(file).ok()).unwrap_or_default();
        let (mut records, mut lines) = (Vec::new(), String::new());
        for record in text.lines().filter_map(Record::from_json).filter(|record| record.step <= step) {
            records.push(record);
            lines += &record.to_line();
        }
        replace(path, |file| file.write_all(lines.as_bytes()))?;
        let file = OpenOptions::new().append(true).open(path).map_err(|error| cannot(path, &error))?;
        Ok(Self { path: path.into(), file: Some(file), records })
    }

    /// Records without a log.
    pub fn unwritten() -> Self {
        Self { path: PathBuf::new(), file: None, records: Vec::new() }
    }

    /// # Errors
    /// If the log cannot be written.
    pub fn add(&mut self, record: Record) -> Result<(), Failure> {
        self.records.push(record);
        let Some(file) = &mut self.file else { return Ok(()) };
        file.write_all(record.to_line().as_bytes()).map_err(|error| cannot(&self.path, &error))
    }

    /// The mean loss of the last steps, if there is a record of them.
    pub fn last_loss(&self) -> Option<f64> {
        self.records.last().map(|record| record.loss)
    }

    /// The step with the smallest validation loss, or without validation the smallest loss, and that loss.
    pub fn best(&self) -> Option<(u64, f64)> {
        let validated = self.records.iter().any(|record| record.validation.is_some());
        let judged = |record: &Record| if validated { record.validation } else { Some(record.loss) };
        let losses = self.records.iter().filter_map(|record| Some((record.step, judged(record)?)));
        losses.filter(|(_, loss)| loss.is_finite()).min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// The last validation loss, if there is one.
    pub fn last_validation(&self) -> Option<f64> {
        self.records.last().and_then(|record| record.validation)
    }

    /// The losses over the steps, with a mark at the best one.
    pub fn plot(&self, title: &str) -> Plot {
        let training = self.records.iter().map(|record| (record.step, record.loss));
        let plot = Plot::new(title).x("step").y("loss").line("training", training.collect::<Vec<_>>());
        let validation: Vec<_> = self.records.iter().filter_map(|r| Some((r.step, r.validation?))).collect();
        let plot = if validation.is_empty() { plot } else { plot.line("validation", validation) };
        let plot = match self.best() {
            Some((step, loss)) => plot.mark(&format!("best: {} at step {step}", brief(loss)), (step, loss)),
            None => plot,
        };
        // What falls by orders of magnitude is seen on a logarithmic axis only.
        let losses = self.records.iter().flat_map(|record| [Some(record.loss), record.validation]).flatten();
        let (low, high) = losses.fold((f64::INFINITY, 0.0), |(low, high): (f64, f64), x| (low.min(x), high.max(x)));
        if low > 0.0 && high > 20.0 * low { plot.log_y() } else { plot }
    }
}

/// A loss of any size, in a few letters.
pub(super) fn brief(loss: f64) -> String {
    if loss.abs() < 1e6 { format!("{loss:.4}") } else { format!("{loss:.2e}") }
}

fn cannot(path: &Path, error: &io::Error) -> Failure {
    format!("cannot write {}: {error}; choose another folder with --out", path.display()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let record = Record { step: 7, loss: 0.1, validation: None, rate: 1e-5, microseconds: 12.3456 };
        let line = record.to_json();
        assert_eq!(line, r#"{"loss":0.1,"lr":1e-5,"step":7,"step_us":12.346,"validation":null}"#);
        assert_eq!(Record::from_json(&line), Some(Record { microseconds: 12.346, ..record }));
        let record = Record { validation: Some(2.0), microseconds: 1.0, ..record };
        assert_eq!(Record::from_json(&record.to_json()), Some(record));
        // What a run that died left behind.
        for length in 0..line.len() {
            assert_eq!(Record::from_json(&line[..length]), None);
        }
        for line in ["{}", r#"{"step":-1}"#, r#"{"step":1.5}"#, r#"{"step":"1"}"#, r#"{"step":null}"#, r#"{"step":1}}"#]
        {
            assert_eq!(Record::from_json(line), None, "{line}");
        }
    }
}
