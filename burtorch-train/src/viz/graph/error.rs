//! What is wrong with a Graphviz text, and where.

use std::fmt;
use std::prelude::v1::*;

/// A text that is not understood as a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DotError {
    /// The line of the mistake; the first one is 1.
    pub line: usize,
    /// Which letter of the line; the first one is 1.
    pub column: usize,
    pub(super) message: String,
}

impl fmt::Display for DotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for DotError {}
