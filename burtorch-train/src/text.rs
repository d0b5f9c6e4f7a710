//! Text that grows.

use std::fmt;

/// Adds to a text. There is one copy of this in a program; `write!` would be one in each unit that the compiler makes of it.
#[inline(never)]
pub(crate) fn append(text: &mut String, more: fmt::Arguments<'_>) {
    *text += &fmt::format(more);
}
