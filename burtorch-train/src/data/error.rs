//! What is wrong with data, and where.

use core::fmt;

/// What is wrong with a file or with what is asked of it, and what to do.
///
/// It is shown as `file:line:column: what is wrong; what to do`, so that editors find the place. Lines and columns
/// count from 1, columns in characters. What concerns a whole file has no line. What concerns no file has no name.
///
/// ```
/// use burtorch_train::data::{Csv, Source};
///
/// let table = Csv::new(Source::new("points.csv", "x,y\n1,2\n3,four\n"))?;
/// let error = table.rows::<f32, 2>(["x", "y"]).unwrap_err();
/// assert_eq!(error.to_string(), "points.csv:3:3: `four` in column `y` is not a number; write it like 1.5 or 2e-3");
/// assert_eq!(error.place(), Some((3, 3)));
/// # Ok::<(), burtorch_train::data::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    name: Option<String>,
    place: Option<(usize, usize)>,
    message: String,
}

impl Error {
    /// Wrong whatever the file.
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self { name: None, place: None, message: message.into() }
    }

    /// Wrong with a file as a whole.
    pub(super) fn of(name: &str, message: impl Into<String>) -> Self {
        Self { name: Some(name.into()), place: None, message: message.into() }
    }

    /// Wrong at a line and column of a file.
    pub(super) fn at(name: &str, place: (usize, usize), message: impl Into<String>) -> Self {
        Self { name: Some(name.into()), place: Some(place), message: message.into() }
    }

    /// The name of the file, if it is about one.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Line and column, if it is about a place in a text.
    #[must_use]
    pub fn place(&self) -> Option<(usize, usize)> {
        self.place
    }

    /// What is wrong and what to do, without the place.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.name {
            write!(f, "{name}:")?;
            if let Some((line, column)) = self.place {
                write!(f, "{line}:{column}:")?;
            }
            f.write_str(" ")?;
        }
        f.write_str(&self.message)
    }
}

impl core::error::Error for Error {}
