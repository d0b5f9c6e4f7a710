//! What can go wrong with a file.

use core::fmt;
use std::borrow::ToOwned;
use std::boxed::Box;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::string::String;
use std::vec::Vec;

use crate::quote::{Quoted, Shape};

/// A file could not be written or read. It says which file, what is wrong with it, and what to do.
///
/// ```
/// use burtorch_runtime::io;
///
/// let error = io::load_raw("no/such/file", &mut [0.0_f32]).unwrap_err();
/// assert!(error.to_string().starts_with("no/such/file: cannot open the file"));
/// assert!(matches!(error.problem(), io::Problem::System { .. }));
/// ```
pub struct Error(Box<Inside>);

struct Inside {
    path: Option<PathBuf>,
    problem: Problem,
}

/// What is wrong with a file.
#[derive(Debug)]
#[non_exhaustive]
pub enum Problem {
    /// The system refused.
    System {
        /// What was tried, after "cannot".
        action: &'static str,
        /// What the system said.
        source: io::Error,
    },
    /// A file could not be replaced. What was there before is as it was.
    NotReplaced {
        /// What the system said.
        source: io::Error,
    },
    /// There is something at the path that is no file: a directory or a device.
    NotAFile,
    /// What was to be read is a pipe, a socket or a device: there may never be an end of it, nor a beginning.
    Stream,
    /// A file of numbers has another length than they take.
    Length {
        /// How many bytes the numbers take.
        expected: u64,
        /// How many bytes the file has.
        found: u64,
    },
    /// The file is not in the format safetensors, or not all of it is there.
    Format {
        /// What shows that.
        reason: String,
    },
    /// The model has a parameter that the file does not have.
    Missing {
        /// The name of the parameter.
        tensor: String,
        /// Its shape in the model.
        expected: Vec<usize>,
    },
    /// The file has a tensor that the model does not have.
    Unexpected {
        /// The name of the tensor.
        tensor: String,
        /// Its shape in the file.
        found: Vec<usize>,
    },
    /// A tensor has another shape.
    Shape {
        /// The name of the tensor.
        tensor: String,
        /// Its shape in the model.
        expected: Vec<usize>,
        /// Its shape in the file.
        found: Vec<usize>,
    },
    /// A tensor has elements of a type that is not read as that of the model.
    Type {
        /// The name of the tensor.
        tensor: String,
        /// The type of the model: `f32`.
        expected: &'static str,
        /// The type in the file, in the words of the format: `F64`.
        found: String,
    },
    /// A name that cannot be written: it means something else in the file.
    Name {
        /// The name.
        name: String,
    },
    /// A slice does not fit the model.
    Argument(crate::Error),
    /// The file has tensors, but is not a checkpoint.
    NotACheckpoint,
    /// The checkpoint was written by a version of burtorch that this one does not know.
    Version {
        /// What it calls its format.
        found: String,
    },
    /// An entry of a checkpoint is not there, or says something that cannot be.
    Entry {
        /// Its key.
        key: String,
        /// What it says, if it is there.
        found: Option<String>,
    },
    /// The checkpoint is not the one that was saved: some of its bytes have changed.
    Changed,
    /// All parameters are there, but the model had them in another order.
    Order,
    /// The optimizer that was saved remembers another number of values.
    State {
        /// The name of the optimizer that was saved.
        optimizer: String,
        /// How many values there is room for.
        expected: usize,
        /// How many were saved.
        found: usize,
    },
}

impl Error {
    /// A problem with what is not in a file.
    #[cold]
    #[inline(never)]
    pub(super) fn new(problem: Problem) -> Self {
        Self(Box::new(Inside { path: None, problem }))
    }

    /// The system refused to do something with a file.
    #[doc(hidden)]
    #[cold]
    #[must_use]
    pub fn system(path: &Path, action: &'static str, source: io::Error) -> Self {
        Self::new(Problem::System { action, source }).at(path)
    }

    /// Adds the path of the file that the error is about.
    #[doc(hidden)]
    #[must_use]
    #[cold]
    #[inline(never)]
    pub fn at(mut self, path: &Path) -> Self {
        self.0.path = Some(path.to_owned());
        self
    }

    /// The file; none if the bytes were in memory.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.0.path.as_deref()
    }

    /// What is wrong.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.0.problem
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Error").field("path", &self.0.path).field("problem", &self.0.problem).finish()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.path {
            Some(path) => write!(f, "{}: {}", path.display(), self.0.problem),
            None => self.0.problem.fmt(f),
        }
    }
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.0.problem {
            Problem::System { source, .. } | Problem::NotReplaced { source } => Some(source),
            Problem::Argument(source) => Some(source),
            _ => None,
        }
    }
}

impl From<Problem> for Error {
    fn from(problem: Problem) -> Self {
        Self::new(problem)
    }
}

impl From<crate::Error> for Error {
    fn from(error: crate::Error) -> Self {
        Self::new(Problem::Argument(error))
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::System { action, source } => write!(f, "cannot {action}: {source}; {}", way_out(source)),
            Problem::NotReplaced { source } => {
                write!(f, "cannot save: {source}; what was there before is untouched; {}", way_out(source))
            }
            Problem::NotAFile => f.write_str("there is something else than a file; save to another path"),
            Problem::Stream => {
                f.write_str("this is a pipe or a device, not a file; copy what it gives to a file, and read that")
            }
            Problem::Length { expected, found } => {
                write!(f, "the file has {found} bytes, but the values take {expected}; load as many as were saved")
            }
            Problem::Format { reason } => {
                write!(f, "not a whole safetensors file: {reason}; load another file, or save this one anew")
            }
            Problem::Missing { tensor, expected } => {
                let (tensor, expected) = (Quoted(tensor), Shape(expected));
                write!(f, "there is no tensor `{tensor}`, which has shape {expected} in the model; {MODEL}")
            }
            Problem::Unexpected { tensor, found } => {
                let (tensor, found) = (Quoted(tensor), Shape(found));
                write!(f, "the tensor `{tensor}` of shape {found} is not in the model; {MODEL}")
            }
            Problem::Shape { tensor, expected, found } => {
                let (tensor, expected, found) = (Quoted(tensor), Shape(expected), Shape(found));
                write!(f, "the tensor `{tensor}` has shape {found}, but {expected} in the model; {MODEL}")
            }
            Problem::Type { tensor, expected, found } => {
                let tensor = Quoted(tensor);
                write!(f, "the tensor `{tensor}` has elements of type {found}, but the model has {expected}; ")?;
                match found.as_str() {
                    "F64" => f.write_str("`load_rounded` rounds them"),
                    "F16" | "BF16" | "F32" => f.write_str("`load` converts them, for parameters without a checkpoint"),
                    _ => f.write_str("convert them before"),
                }
            }
            Problem::Name { name } => {
                let name = Quoted(name);
                write!(f, "`{name}` means something else in such a file; choose another name")
            }
            Problem::Argument(error) => error.fmt(f),
            Problem::NotACheckpoint => {
                f.write_str("there are tensors, but no checkpoint; `load` reads parameters without one")
            }
            Problem::Version { found } => {
                let found = Quoted(found);
                write!(f, "the checkpoint has the format `{found}`, which is not known; use the burtorch that wrote it")
            }
            Problem::Entry { key, found: None } => {
                let key = Quoted(key);
                write!(f, "the checkpoint has no entry `{key}`; load another one, or the parameters alone with `load`")
            }
            Problem::Entry { key, found: Some(found) } => {
                let (key, found) = (Quoted(key), Quoted(found));
                write!(
                    f,
                    "the checkpoint says \"{found}\" for `{key}`, which cannot be; load another one, or the parameters \
                     alone with `load`"
                )
            }
            Problem::Changed => f.write_str(
                "the checkpoint has changed since it was saved; load another one, or set its entry \
                 `burtorch.checksum` to `none` if that was meant",
            ),
            Problem::Order => f.write_str(
                "the model had the same parameters in another order, in which the optimizer's state still is; restore \
                 the order, or load the parameters alone with `load`",
            ),
            Problem::State { optimizer, expected, found } => {
                let optimizer = Quoted(optimizer);
                write!(
                    f,
                    "the optimizer `{optimizer}` that was saved remembers {found} values, but there is room for \
                     {expected}; go on with that optimizer, or load the parameters alone with `load`"
                )
            }
        }
    }
}

const MODEL: &str = "load it with the model that saved it";

/// What to do when the system refuses.
fn way_out(error: &io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::NotFound => "check the path",
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => "check who may write or read there",
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "free some space and save again",
        ErrorKind::IsADirectory | ErrorKind::NotADirectory => "give the path of a file",
        _ => "try another path",
    }
}
