//! A picture and a path in, a file out. The ending of the path says what is written.

use std::error::Error;
use std::fmt;
use std::path::{Path, PathBuf};
use std::prelude::v1::*;

/// What a file can contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Svg,
    Matplotlib,
    Text,
    Dot,
}

impl Format {
    fn ending(self) -> &'static str {
        match self {
            Format::Svg => "svg",
            Format::Matplotlib => "py",
            Format::Text => "txt",
            Format::Dot => "dot",
        }
    }
}

/// A picture was not saved.
#[derive(Debug)]
#[non_exhaustive]
pub enum SaveError {
    /// The path does not end in a format that the picture has.
    Format {
        /// Where the picture should go.
        path: PathBuf,
        /// The endings that say a format, separated by commas.
        endings: String,
    },
    /// The file could not be written.
    Write {
        /// Where the picture should go.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
}

impl fmt::Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SaveError::Format { path, endings } => {
                write!(f, "`{}` does not say what to write: let it end in {endings}", path.display())
            }
            SaveError::Write { path, error } => write!(f, "`{}` cannot be written: {error}", path.display()),
        }
    }
}

impl Error for SaveError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            SaveError::Format { .. } => None,
            SaveError::Write { error, .. } => Some(error),
        }
    }
}

/// Writes what `text` gives for the format that the path asks for.
pub(super) fn save(path: &Path, formats: &[Format], text: impl Fn(Format) -> String) -> Result<(), SaveError> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
    let Some(&format) = formats.iter().find(|format| format.ending() == ending) else {
        let mut endings: Vec<_> = formats.iter().map(|format| format!(".{}", format.ending())).collect();
        let last = endings.pop().unwrap_or_default();
        let endings = if endings.is_empty() { last } else { format!("{} or {last}", endings.join(", ")) };
        return Err(SaveError::Format { path: path.to_owned(), endings });
    };
    std::fs::write(path, text(format)).map_err(|error| SaveError::Write { path: path.to_owned(), error })
}

/// Gives a picture with `to_svg`, `to_matplotlib` and `to_terminal` the method `save`.
macro_rules! savable {
    ($($t:ty)*) => { $(
        impl $t {
            /// Writes the picture to a file: `.svg`, `.py` for a Matplotlib script, or `.txt` for a terminal of 80 by
            /// 24 letters.
            ///
            /// # Errors
            /// If the path ends in something else, or if the file cannot be written.
            pub fn save(&self, path: impl AsRef<std::path::Path>) -> Result<(), $crate::viz::SaveError> {
                use $crate::viz::save::Format;
                let formats = [Format::Svg, Format::Matplotlib, Format::Text];
                $crate::viz::save::save(path.as_ref(), &formats, |format| match format {
                    Format::Matplotlib => self.to_matplotlib(),
                    Format::Text => self.to_terminal(80, 24),
                    Format::Svg | Format::Dot => self.to_svg(),
                })
            }
        }
    )* };
}
pub(super) use savable;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_ending_is_refused_with_those_that_are_known() {
        let error = save(Path::new("loss.png"), &[Format::Svg, Format::Text], |_| String::new()).unwrap_err();
        assert_eq!(error.to_string(), "`loss.png` does not say what to write: let it end in .svg or .txt");
        let error = save(Path::new("loss"), &[Format::Svg], |_| String::new()).unwrap_err();
        assert_eq!(error.to_string(), "`loss` does not say what to write: let it end in .svg");
    }

    #[test]
    fn a_directory_that_is_not_there_is_an_error_with_the_path() {
        let error = save(Path::new("/no/such/directory/loss.svg"), &[Format::Svg], |_| String::new()).unwrap_err();
        assert!(error.to_string().starts_with("`/no/such/directory/loss.svg` cannot be written: "), "{error}");
    }
}
