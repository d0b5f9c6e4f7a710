//! Training: the command line, the loop, the log and the progress of a training binary.
//!
//! [`train!`](crate::train!) makes `main` of such a binary from a model, its data and defaults. What it is made of is here,
//! for binaries that need something else: `examples/pendulum.rs` of the repository trains what is no model of `graph!`.
//!
//! ```
//! use burtorch_train::train::{Defaults, Program};
//!
//! let program = Program {
//!     about: "fits a line",
//!     version: "1.0.0",
//!     defaults: Defaults::default(),
//!     choice: None,
//!     samples: false,
//!     prompts: false,
//!     workers: false,
//! };
//! let error = program.parse(["line", "--steps", "0"]).unwrap_err();
//! assert_eq!(error.to_string(), "invalid value '0' for '--steps <N>': 0 is not in 1..18446744073709551615");
//! ```

mod arguments;
mod bar;
mod command;
mod folder;
mod functions;
mod history;
mod lock;
mod macros;
mod origin;
mod parts;
mod progress;
mod run;
mod settings;
mod signal;
mod together;
mod training;

use core::fmt;
use std::env;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use crate::console::{Colour, Console};
use burtorch_runtime::workers::Workers;
use folder::Folder;

pub use arguments::{Action, Arguments, Choice, Defaults, Program};
#[doc(hidden)]
pub use burtorch_runtime::workers::Alone;
pub use folder::Pictures;
pub use functions::{Functions, Workspaces};
#[doc(hidden)]
pub use parts::{is_a_part, written_like_this};
pub use run::{Ending, Run};

/// What went wrong, in words that say what to do.
pub type Failure = Box<dyn std::error::Error>;

/// The exit code of a program that could not do what it was asked for.
const FAILED: u8 = 2;

/// The exit code of a run that diverged.
const DIVERGED: u8 = 3;

/// How much later than the one before it a worker says what went wrong.
const LATER: Duration = Duration::from_millis(500);

/// The exit code of a program that was interrupted, as shells have it.
const INTERRUPTED: u8 = 130;

/// A run diverged: the line that says so.
#[derive(Debug)]
pub(crate) struct Diverged(String);

impl fmt::Display for Diverged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for Diverged {}

/// Reads the arguments of the program and does what they say.
///
/// The exit code says how it ended. If it is not 0, there is one line on the standard error output.
///
/// | code | |
/// |---|---|
/// | 0 | all that was asked for is done |
/// | 2 | something was wrong: an argument, data, a checkpoint, a disk; the line says what to do |
/// | 3 | the run diverged: a loss is not finite, or at the end more than ten times that of the model before training |
/// | 130 | Ctrl-C: everything is saved, and the line says where |
///
/// A run that diverged leaves the parameters of its best record in `best.safetensors`.
pub fn main(program: &Program, go: impl FnOnce(&Run<'_>) -> Result<Ending, Failure>) -> ExitCode {
    main_with(program, || Ok(Alone), go)
}

/// [`main`] of one of several workers that train together; `start` finds the others.
///
/// The first worker says what went wrong. If that concerns another one alone, it says so itself and ends them all.
pub fn main_with<W: Workers>(
    program: &Program,
    start: impl FnOnce() -> Result<W, Failure>,
    go: impl FnOnce(&Run<'_>) -> Result<Ending, Failure>,
) -> ExitCode {
    match start() {
        Ok(workers) => work(program, &workers, go),
        Err(failure) => finish(Err(failure)),
    }
}

fn work(program: &Program, workers: &dyn Workers, go: impl FnOnce(&Run<'_>) -> Result<Ending, Failure>) -> ExitCode {
    let arguments = match program.parse_words(env::args_os().collect()) {
        Ok(arguments) => arguments,
        // All workers have the same words.
        Err(error) => match error.help() {
            _ if workers.rank() > 0 => return ExitCode::from(if error.help().is_some() { 0 } else { FAILED }),
            Some(text) => {
                // Who reads it may have seen enough.
                let _ = write!(io::stdout(), "{text}");
                return ExitCode::SUCCESS;
            }
            None => return fail(&error, FAILED),
        },
    };
    let result = Run::new(&arguments, workers).and_then(|run| go(&run));
    match result {
        Err(failure) if workers.size() > 1 && !failure.is::<Diverged>() => end_all(workers, failure),
        // The first worker says what all of them know.
        Err(_) if workers.rank() > 0 => ExitCode::from(DIVERGED),
        result => finish(result),
    }
}

/// How one of several workers ends that failed: the others would wait for it.
fn end_all(workers: &dyn Workers, failure: Failure) -> ExitCode {
    let code = if is_broken_pipe(&failure) { 0 } else { FAILED };
    if workers.rank() == 0 {
        let ended = finish(Err(failure));
        workers.abort(code);
        return ended;
    }
    // What is wrong is most often wrong for all of them. Then the first worker says it, and this one is ended meanwhile.
    thread::sleep(LATER * u32::try_from(workers.rank()).unwrap_or(u32::MAX).min(20));
    let ended = fail(&format_args!("worker {}: {failure}", workers.rank()), code);
    workers.abort(code);
    ended
}

/// How a program ends: with the exit code of its result, after saying in one line what went wrong.
///
/// That whoever reads the output has seen enough is not wrong.
///
/// ```
/// use std::process::ExitCode;
///
/// use burtorch_train::train::{Ending, Failure, finish};
///
/// fn work(arguments: &[&str]) -> Result<Ending, Failure> {
///     if let Some(word) = arguments.first() {
///         return Err(format!("`{word}`: there are no options").into());
///     }
///     Ok(Ending::Done)
/// }
///
/// assert_eq!(finish(work(&[])), ExitCode::SUCCESS);
/// assert_eq!(finish(work(&["--fast"])), ExitCode::from(2));
/// ```
#[must_use]
pub fn finish(result: Result<Ending, Failure>) -> ExitCode {
    match result {
        Ok(Ending::Done) => ExitCode::SUCCESS,
        Ok(Ending::Interrupted) => ExitCode::from(INTERRUPTED),
        // Who reads the output may have seen enough of it: `| head`.
        Err(failure) if is_broken_pipe(&failure) => ExitCode::SUCCESS,
        Err(failure) => {
            let code = if failure.is::<Diverged>() { DIVERGED } else { FAILED };
            fail(&failure, code)
        }
    }
}

/// A folder for the files of a program: `out`, or else `runs/name-1`, or the next one that is free.
///
/// ```
/// use burtorch_train::train::new_folder;
/// use burtorch_train::viz::Plot;
///
/// # let directory = std::env::temp_dir().join(format!("burtorch-folder-{}", std::process::id()));
/// # let out = Some(directory.as_path());
/// let folder = new_folder(out, "waves")?;
/// Plot::new("sine").function("", 0.0..=6.3, f64::sin).save(folder.join("sine.svg"))?;
/// # assert!(directory.join("sine.svg").exists());
/// # std::fs::remove_dir_all(directory)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If it holds the checkpoint of a run, or cannot be written to.
pub fn new_folder(out: Option<&Path>, name: &str) -> Result<PathBuf, Failure> {
    Ok(Folder::new(out, name)?.path().to_path_buf())
}

/// One line, if there is someone to read it.
fn fail(failure: &dyn fmt::Display, code: u8) -> ExitCode {
    let error = Console::stderr().paint(Colour::Error, "error:");
    let _ = writeln!(io::stderr(), "{error} {failure}");
    ExitCode::from(code)
}

fn is_broken_pipe(failure: &Failure) -> bool {
    failure.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
