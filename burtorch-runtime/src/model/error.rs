//! What can be wrong with what a model is given.

use core::fmt;

/// Something is wrong with an argument of a model's function. Nothing was computed or changed.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A slice has the wrong length.
    Length {
        /// Which argument.
        argument: &'static str,
        /// How long it must be.
        expected: usize,
        /// How long it is.
        found: usize,
    },
    /// An index is out of range.
    Index {
        /// Which argument.
        argument: &'static str,
        /// The position of the index in the argument.
        position: usize,
        /// The index.
        index: i128,
        /// What it must be smaller than.
        bound: usize,
    },
    /// A batch has no samples, so it has no mean.
    Empty,
    /// A name is none of the model's parameters.
    Field {
        /// The place of the name in the list.
        position: usize,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Length { argument, expected, found } => {
                write!(f, "`{argument}` has length {found}, but the model needs {expected}")
            }
            Error::Index { argument, position, index, bound } => {
                write!(f, "`{argument}` holds {index} at position {position}, but indices must be in 0..{bound}")
            }
            Error::Empty => f.write_str("the batch has no samples"),
            Error::Field { position } => write!(f, "name {position} of the list is none of the model's parameters"),
        }
    }
}

/// As it would be derived; but a derived one would be copied to wherever such an error becomes part of another.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Length { argument, expected, found } => f
                .debug_struct("Length")
                .field("argument", argument)
                .field("expected", expected)
                .field("found", found)
                .finish(),
            Error::Index { argument, position, index, bound } => f
                .debug_struct("Index")
                .field("argument", argument)
                .field("position", position)
                .field("index", index)
                .field("bound", bound)
                .finish(),
            Error::Empty => f.write_str("Empty"),
            Error::Field { position } => f.debug_struct("Field").field("position", position).finish(),
        }
    }
}

impl core::error::Error for Error {}
