//! Training: the command line, the loop, the log and the progress of a training binary.
//!
//! [`train!`](crate::train!) makes `main` of such a binary from a model, its data and defaults. What it is made of is here,
//! for binaries that need something else.
//!
//! ```
//! use burtorch_runtime::train::{Defaults, Program};
//!
//! let program = Program { about: "fits a line", defaults: Defaults::default(), choice: None, samples: false };
//! let error = program.parse(["line", "--steps", "0"]).unwrap_err();
//! assert_eq!(error.to_string(), "invalid value '0' for '--steps <N>': 0 is not in 1..18446744073709551615");
//! ```

mod arguments;
mod command;
mod folder;
mod functions;
mod history;
mod macros;
mod progress;
mod run;
mod settings;
mod signal;
mod training;

use core::fmt;
use std::boxed::Box;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::{env, write, writeln};

pub use arguments::{Action, Arguments, Choice, Defaults, Program};
pub use folder::Pictures;
pub use functions::{Functions, Room};
pub use run::{Ending, Run};

/// What went wrong, in words that say what to do.
pub type Failure = Box<dyn std::error::Error>;

/// The exit code of a program that was interrupted, as shells have it.
const INTERRUPTED: u8 = 130;

/// Reads the arguments of the program and does what they say.
///
/// After a failure there is one line on the standard error output, and the exit code is 2. After Ctrl-C everything is
/// saved, a line there says where, and the exit code is 130.
pub fn main(program: &Program, go: impl FnOnce(&Run<'_>) -> Result<Ending, Failure>) -> ExitCode {
    let arguments = match program.parse(env::args_os()) {
        Ok(arguments) => arguments,
        Err(error) => {
            let Some(text) = error.help() else {
                return fail(&error);
            };
            // Who reads it may have seen enough.
            let _ = write!(io::stdout(), "{text}");
            return ExitCode::SUCCESS;
        }
    };
    match Run::new(&arguments).and_then(|run| go(&run)) {
        Ok(Ending::Done) => ExitCode::SUCCESS,
        Ok(Ending::Interrupted) => ExitCode::from(INTERRUPTED),
        // Who reads the output may have seen enough of it: `| head`.
        Err(failure) if is_broken_pipe(&failure) => ExitCode::SUCCESS,
        Err(failure) => fail(&failure),
    }
}

/// One line, if there is someone to read it.
fn fail(failure: &dyn fmt::Display) -> ExitCode {
    let _ = writeln!(io::stderr(), "error: {failure}");
    ExitCode::from(2)
}

fn is_broken_pipe(failure: &Failure) -> bool {
    failure.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
