//! What can be wrong with what a problem, a sampling, a compressor or a method is made of.

use core::fmt;

/// Something that a constructor was given does not fit. Nothing was made.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// There must be at least one.
    Empty {
        /// What there is none of.
        what: &'static str,
    },
    /// A length is not that of the problem.
    Length {
        /// Whose length.
        what: &'static str,
        /// What it must be.
        expected: usize,
        /// What it is.
        found: usize,
    },
    /// A count is outside of its range.
    Count {
        /// Which count.
        what: &'static str,
        /// What it is.
        found: usize,
        /// The least that it may be.
        least: usize,
        /// The most that it may be.
        most: usize,
    },
    /// A number is outside of its range.
    Range {
        /// Which number.
        what: &'static str,
        /// What it is.
        found: f64,
        /// What it must be, in words or as an interval.
        range: &'static str,
    },
    /// One of several numbers is outside of its range.
    Entry {
        /// Which numbers.
        what: &'static str,
        /// The place of the wrong one.
        position: usize,
        /// What it is.
        found: f64,
        /// What it must be, in words or as an interval.
        range: &'static str,
    },
    /// A compressor is of the wrong class for a method.
    Class {
        /// The method.
        method: &'static str,
        /// What it needs.
        needs: &'static str,
        /// What gives that.
        instead: &'static str,
    },
    /// A method asks for single terms, and some are in another process.
    Elsewhere {
        /// What is asked.
        method: &'static str,
    },
    /// The other workers could not be reached.
    Workers {
        /// What they say.
        error: crate::workers::Error,
    },
    /// A sample does not fit the model.
    Sample {
        /// Its place.
        position: usize,
        /// What the model says.
        error: crate::Error,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Empty { what } => write!(f, "there are no {what}: give at least one"),
            Error::Length { what, expected, found } => {
                write!(f, "`{what}` has length {found}, but the problem needs {expected}")
            }
            Error::Count { what, found, least, most: usize::MAX } => {
                write!(f, "`{what}` is {found}: choose one that is at least {least}")
            }
            Error::Count { what, found, least, most } => {
                write!(f, "`{what}` is {found}: choose one in {least}..={most}")
            }
            Error::Range { what, found, range } => write!(f, "`{what}` is {found}: choose one that is {range}"),
            Error::Entry { what, position, found, range } => {
                write!(f, "`{what}` holds {found} at position {position}: each must be {range}")
            }
            Error::Class { method, needs, instead } => {
                write!(f, "{method} needs {needs}: take {instead}")
            }
            Error::Elsewhere { method } => {
                write!(
                    f,
                    "{method} needs all terms in this process: over several, take a method with clients, such as EF21"
                )
            }
            Error::Workers { error } => error.fmt(f),
            Error::Sample { position, error } => write!(f, "sample {position} does not fit the model: {error}"),
        }
    }
}

impl core::error::Error for Error {}

/// That there is at least one.
pub(super) fn check_some(what: &'static str, count: usize) -> Result<(), Error> {
    if count == 0 { Err(Error::Empty { what }) } else { Ok(()) }
}

/// That a length is that of the problem.
pub(super) fn check_length(what: &'static str, found: usize, expected: usize) -> Result<(), Error> {
    if found == expected { Ok(()) } else { Err(Error::Length { what, expected, found }) }
}

/// That a count lies in a range, both ends of which belong to it.
pub(super) fn check_count(what: &'static str, found: usize, least: usize, most: usize) -> Result<(), Error> {
    if (least..=most).contains(&found) { Ok(()) } else { Err(Error::Count { what, found, least, most }) }
}

/// That a number is above zero and finite: a step size, a scale.
pub(super) fn check_positive(what: &'static str, found: f64) -> Result<(), Error> {
    let ok = found > 0.0 && found.is_finite();
    if ok { Ok(()) } else { Err(Error::Range { what, found, range: "above zero and finite" }) }
}

/// That a number is not below zero, and finite: a weight of a regulariser.
pub(super) fn check_nonnegative(what: &'static str, found: f64) -> Result<(), Error> {
    let ok = found >= 0.0 && found.is_finite();
    if ok { Ok(()) } else { Err(Error::Range { what, found, range: "zero or above, and finite" }) }
}

/// That a number is a probability with which something happens at all.
pub(super) fn check_probability(what: &'static str, found: f64) -> Result<(), Error> {
    let ok = found > 0.0 && found <= 1.0;
    if ok { Ok(()) } else { Err(Error::Range { what, found, range: "in (0, 1]" }) }
}

/// That all numbers are finite.
pub(super) fn check_finite(what: &'static str, numbers: &[f64]) -> Result<(), Error> {
    match numbers.iter().position(|number| !number.is_finite()) {
        Some(position) => Err(Error::Entry { what, position, found: numbers[position], range: "finite" }),
        None => Ok(()),
    }
}
