//! What messages quote of files: short, and in one line.
//!
//! A file can hold anything: a cell of 50 MB, a name with line breaks. A message shows how it begins.

use core::fmt::{self, Display, Write as _};

/// The number of characters of a text that are shown.
const SHOWN: usize = 60;

/// The number of lengths of a shape that are shown.
const SHOWN_AXES: usize = 8;

/// A text as a message shows it: the beginning of a long one and how long it is, and control characters as escapes.
pub struct Quoted<'t>(pub &'t str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // One character more does not make a text long.
        let long = self.0.char_indices().nth(SHOWN).map(|(at, _)| at);
        for letter in self.0[..long.unwrap_or(self.0.len())].chars() {
            if letter.is_control() {
                write!(f, "{}", letter.escape_debug())?;
            } else {
                f.write_char(letter)?;
            }
        }
        if long.is_some() {
            write!(f, "… ({} bytes)", self.0.len())?;
        }
        Ok(())
    }
}

/// A shape as a message shows it: `[2, 3]`, or the first axes of one that has many.
pub struct Shape<'s>(pub &'s [usize]);

impl Display for Shape<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.len() <= SHOWN_AXES {
            return write!(f, "{:?}", self.0);
        }
        f.write_str("[")?;
        for length in &self.0[..SHOWN_AXES] {
            write!(f, "{length}, ")?;
        }
        write!(f, "…] of {} axes", self.0.len())
    }
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;

    #[test]
    fn a_long_text_is_shown_by_its_beginning_and_its_length() {
        let exact = "é".repeat(SHOWN);
        assert_eq!(Quoted(&exact).to_string(), exact);
        let long = "é".repeat(50_000_000);
        assert_eq!(Quoted(&long).to_string(), exact + "… (100000000 bytes)");
    }

    #[test]
    fn a_text_is_one_line() {
        assert_eq!(Quoted("a\nb\t\u{7}\u{85}\"'").to_string(), "a\\nb\\t\\u{7}\\u{85}\"'");
    }

    #[test]
    fn a_shape_of_many_axes_is_shown_by_its_first() {
        assert_eq!(Shape(&[]).to_string(), "[]");
        assert_eq!(Shape(&[1, 2, 3, 4, 5, 6, 7, 8]).to_string(), "[1, 2, 3, 4, 5, 6, 7, 8]");
        assert_eq!(Shape(&[1; 100]).to_string(), "[1, 1, 1, 1, 1, 1, 1, 1, …] of 100 axes");
    }
}
