//! The command line.

use std::time::Duration;

pub struct Options {
    pub mode: Mode,
    pub inputs: u64,
    pub minutes: u64,
    pub workers: u64,
    pub seed: u64,
    /// The only input that is run.
    pub input: Option<u64>,
    /// How long one input may take.
    pub limit: Duration,
    /// Models alone, or all but models.
    pub models: Option<bool>,
}

/// What this process does.
pub enum Mode {
    Run,
    /// Every `workers`-th input from this one on.
    Work {
        from: u64,
    },
    /// The input that comes as text.
    Check,
}

impl Options {
    pub fn parse(mut args: impl Iterator<Item = String>) -> Result<Self, String> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let mut options = Options {
            mode: Mode::Run,
            inputs: u64::MAX,
            minutes: 60,
            workers: u64::try_from(cores).unwrap_or(1),
            seed: 1,
            input: None,
            limit: Duration::from_secs(20),
            models: None,
        };
        while let Some(name) = args.next() {
            if name == "--check" {
                options.mode = Mode::Check;
                continue;
            }
            let value = args.next().ok_or_else(|| format!("{name} needs a value"))?;
            if name == "--only" {
                options.models = match value.as_str() {
                    "models" => Some(true),
                    "functions" => Some(false),
                    _ => return Err(format!("--only {value}: there are `functions` and `models`")),
                };
                continue;
            }
            let number: u64 = value.parse().map_err(|_| format!("{name} {value}: it takes a number"))?;
            match name.as_str() {
                "--work" => options.mode = Mode::Work { from: number },
                "--inputs" => options.inputs = number,
                "--minutes" => options.minutes = number,
                "--workers" => options.workers = number.max(1),
                "--seed" => options.seed = number,
                "--input" => options.input = Some(number),
                "--limit" => options.limit = Duration::from_secs(number),
                _ => {
                    return Err(format!(
                        "{name}: there are --inputs, --minutes, --workers, --seed, --input, --limit and --only"
                    ));
                }
            }
        }
        Ok(options)
    }

    /// The arguments that make a worker generate the same inputs.
    pub fn of_worker(&self, from: u64) -> Vec<String> {
        let mut args = vec!["--seed".to_owned(), self.seed.to_string(), "--work".to_owned(), from.to_string()];
        args.extend(["--workers".to_owned(), self.workers.to_string()]);
        if let Some(models) = self.models {
            args.extend(["--only".to_owned(), if models { "models" } else { "functions" }.to_owned()]);
        }
        args
    }
}
