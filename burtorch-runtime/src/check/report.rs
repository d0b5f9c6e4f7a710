//! What came out of a comparison, in words.

use core::fmt::{self, Write as _};

use num_traits::Float;

/// One entry of a derivative, and what finite differences say of it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Entry {
    /// Which result of the function, if there are several.
    pub row: Option<usize>,
    /// Which number of the point.
    pub column: usize,
    /// What the derivative says.
    pub claimed: f64,
    /// What finite differences say; NaN if nothing.
    pub differences: f64,
    /// How far they may be off.
    pub error: f64,
    /// Why they are not the last word, if they are not.
    pub doubt: Option<Doubt>,
}

/// Why finite differences cannot judge an entry.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Doubt {
    /// There is a kink at the point, or so close to it that it cannot be told apart.
    Kink {
        /// The slope to the left.
        left: f64,
        /// The slope to the right.
        right: f64,
    },
    /// The function is not finite on one side of the point or on both.
    NotFinite,
    /// The differences have an error that is as large as what they should judge: the function is noisy, it jumps, or
    /// its slope is infinite.
    Vague,
}

/// A derivative that agrees with finite differences.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Checked {
    /// How many entries the derivative has.
    pub entries: usize,
    /// The entry that agrees least; none if there are no entries.
    pub worst: Option<Entry>,
    /// How many entries could not be judged.
    pub unjudged: usize,
    /// The first one of them.
    pub first_unjudged: Option<Entry>,
}

/// A derivative that does not agree with finite differences, or that cannot be compared with them.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Mismatch {
    /// The gradient has not as many entries as the point.
    Length {
        /// How many numbers the point has.
        expected: usize,
        /// How many the gradient has.
        found: usize,
    },
    /// The Jacobian has not one entry for each result and each number of the point.
    Shape {
        /// How many numbers the function returns.
        rows: usize,
        /// How many numbers the point has.
        columns: usize,
        /// How many numbers the Jacobian has.
        found: usize,
    },
    /// The function is not finite at the point itself.
    Value {
        /// Which result of the function, if there are several.
        row: Option<usize>,
        /// What it is.
        value: f64,
    },
    /// Some entries disagree.
    Entries {
        /// How many.
        wrong: usize,
        /// How many entries the derivative has.
        entries: usize,
        /// The one that disagrees most, in terms of what is tolerated.
        worst: Entry,
    },
    /// Not one entry can be judged.
    Unjudged {
        /// How many entries the derivative has.
        entries: usize,
        /// The first one.
        first: Entry,
    },
}

impl core::error::Error for Mismatch {}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.row {
            Some(row) => write!(f, "entry ({row}, {}): the Jacobian says ", self.column)?,
            None => write!(f, "entry {}: the gradient says ", self.column)?,
        }
        number(f, self.claimed, self.error)?;
        match self.doubt {
            Some(Doubt::Kink { left, right }) => {
                f.write_str(", and the function has a kink: its slope is ")?;
                number(f, left, self.error)?;
                f.write_str(" to the left and ")?;
                number(f, right, self.error)?;
                return f.write_str(" to the right");
            }
            Some(Doubt::NotFinite) => return f.write_str(", and the function is not finite beside the point"),
            Some(Doubt::Vague) | None => {}
        }
        f.write_str(", finite differences say ")?;
        number(f, self.differences, self.error)?;
        f.write_str(" ± ")?;
        number(f, self.error, self.error)?;
        if self.doubt.is_some() { f.write_str(", which is too vague to judge it") } else { Ok(()) }
    }
}

impl Entry {
    /// What the mistake may be.
    fn hint(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ratio = self.claimed / self.differences;
        // NaN where there is nothing to compare; then no hint fits.
        let close = |to: f64| (ratio - to).abs() <= 1e-3 * to.abs() && self.error <= 1e-3 * self.differences.abs();
        if self.doubt.is_some() {
            return Ok(());
        }
        if close(-1.0) {
            return f.write_str("; the sign is wrong");
        }
        for times in 2..10_u8 {
            if close(times.into()) {
                return write!(f, "; the gradient is {times} times too large");
            }
            if close(1.0 / f64::from(times)) {
                return write!(f, "; a factor of {times} is missing");
            }
        }
        Ok(())
    }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let agree = self.entries - self.unjudged;
        if self.unjudged == 0 {
            write!(f, "all {} agree", Entries(self.entries))?;
        } else {
            write!(f, "{agree} of {} agree", Entries(self.entries))?;
        }
        if let Some(worst) = &self.worst {
            write!(f, "; the worst is {worst}")?;
        }
        if let Some(first) = &self.first_unjudged {
            write!(f, "; {} cannot be judged, the first is {first}", self.unjudged)?;
        }
        Ok(())
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mismatch::Length { expected, found } => {
                write!(f, "the gradient has {}, but the point has {expected}", Entries(*found))
            }
            Mismatch::Shape { rows, columns, found } => {
                let expected = rows * columns;
                write!(f, "the Jacobian has {}, but {rows} results by {columns} arguments", Entries(*found))?;
                write!(f, " are {expected}; it is expected row by row, one row for each result")
            }
            Mismatch::Value { row, value } => {
                match row {
                    Some(row) => write!(f, "result {row} of the function")?,
                    None => f.write_str("the function")?,
                }
                write!(f, " is {value} at the point, so there is nothing to compare with")
            }
            Mismatch::Entries { wrong, entries, worst } => {
                let disagree = if *wrong == 1 { "disagrees" } else { "disagree" };
                write!(f, "{wrong} of {} {disagree}; the worst is {worst}", Entries(*entries))?;
                worst.hint(f)
            }
            Mismatch::Unjudged { entries, first } => {
                write!(f, "none of {} can be judged; the first is {first}", Entries(*entries))
            }
        }
    }
}

/// A number of entries.
struct Entries(usize);

impl fmt::Display for Entries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, if self.0 == 1 { "entry" } else { "entries" })
    }
}

/// Writes a number without the digits that are smaller than its error.
fn number(f: &mut fmt::Formatter<'_>, value: f64, error: f64) -> fmt::Result {
    let digits = Float::floor(Float::log10(value.abs() / error)) + 1.0;
    let digits = if digits.is_nan() { 17.0 } else { digits.clamp(1.0, 17.0) };
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and 17")]
    let value = rounded(value, digits as usize);
    let size = value.abs();
    if size == 0.0 || !size.is_finite() || (1e-4..1e15).contains(&size) {
        // Without the sign of a zero.
        write!(f, "{}", value + 0.0)
    } else {
        write!(f, "{value:e}")
    }
}

/// The nearest number with so many decimal digits.
fn rounded(value: f64, digits: usize) -> f64 {
    struct Text([u8; 32], usize);

    impl fmt::Write for Text {
        fn write_str(&mut self, part: &str) -> fmt::Result {
            let end = self.1 + part.len();
            self.0.get_mut(self.1..end).ok_or(fmt::Error)?.copy_from_slice(part.as_bytes());
            self.1 = end;
            Ok(())
        }
    }

    let mut text = Text([0; 32], 0);
    let written = write!(text, "{value:.*e}", digits - 1);
    let read = core::str::from_utf8(&text.0[..text.1]).ok().and_then(|text| text.parse().ok());
    written.ok().and(read).unwrap_or(value)
}
