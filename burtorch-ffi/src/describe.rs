//! What a caller may know of a function.

use core::fmt::Write as _;

use crate::parameter::Parameter;
use crate::plain::Number;

/// The arguments of an entry as text, one per line: a name, the type of its numbers, and the lengths of its axes. A length
/// that the caller chooses is `-`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description {
    text: String,
}

impl Description {
    /// Adds an argument.
    pub fn parameter<'a, P: Parameter<'a>>(&mut self, name: &str) -> &mut Self {
        let mut dims = Vec::new();
        P::dims(&mut dims);
        self.line::<P::Number>(name, P::IS_SLICE, &dims)
    }

    /// Adds an argument of which there is one for each sample of a batch, along a first axis.
    pub fn samples<'a, P: Parameter<'a>>(&mut self, name: &str) -> &mut Self {
        let mut dims = Vec::new();
        P::dims(&mut dims);
        self.line::<P::Number>(name, true, &dims)
    }

    /// Adds an array of numbers with these axes.
    pub fn array<T: Number>(&mut self, name: &str, dims: &[usize]) -> &mut Self {
        self.line::<T>(name, false, dims)
    }

    fn line<T: Number>(&mut self, name: &str, free: bool, dims: &[usize]) -> &mut Self {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        let _ = write!(self.text, "{name} {}", T::NAME);
        if free {
            self.text.push_str(" -");
        }
        for length in dims {
            let _ = write!(self.text, " {length}");
        }
        self
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}
