//! A function, run as often and as long as asked, with the time of every run.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// How often and how long a function is to run; evals that do not say run it once.
#[derive(Deserialize)]
#[serde(default)]
pub struct Runs {
    min_runs: usize,
    min_seconds: f64,
}

impl Default for Runs {
    fn default() -> Self {
        Runs { min_runs: 1, min_seconds: 0.0 }
    }
}

/// The time of one run.
#[derive(Serialize)]
pub struct Timing {
    name: &'static str,
    nanoseconds: u64,
}

/// The output of the last run and the times of all.
pub struct Evaluation {
    pub output: Value,
    pub timings: Vec<Timing>,
}

impl Evaluation {
    pub fn new(output: impl Serialize, timings: Vec<Timing>) -> Result<Evaluation, String> {
        let output = serde_json::to_value(output).map_err(|error| error.to_string())?;
        Ok(Evaluation { output, timings })
    }
}

impl Runs {
    /// What an input says of runs.
    pub fn of(input: &Value) -> Result<Runs, String> {
        if input.is_object() {
            Runs::deserialize(input).map_err(|error| format!("bad input: {error}"))
        } else {
            Ok(Runs::default())
        }
    }

    /// Runs a function at least once; gives its last result.
    pub fn repeat<T>(&self, mut function: impl FnMut() -> T) -> (T, Vec<Timing>) {
        let mut total = Duration::ZERO;
        let mut timings = Vec::with_capacity(self.min_runs);
        loop {
            let start = Instant::now();
            let result = black_box(function());
            let elapsed = start.elapsed();
            total += elapsed;
            let nanoseconds = u64::try_from(elapsed.as_nanos()).unwrap_or(u64::MAX);
            timings.push(Timing { name: "evaluate", nanoseconds });
            if timings.len() >= self.min_runs && total.as_secs_f64() >= self.min_seconds {
                return (result, timings);
            }
        }
    }
}
