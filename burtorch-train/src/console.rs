//! What the terminal can show: how many columns it has, which letters and which colours.

use std::env;
use std::ffi::OsString;
use std::io::IsTerminal;

/// Columns of what is no terminal, or of a terminal that does not say how many it has.
const COLUMNS: usize = 80;

/// The place where a program prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Console {
    /// Whether letters beyond ASCII can be read there.
    pub unicode: bool,
    /// Whether colours are wanted there.
    pub colour: bool,
}

/// The colours of text, by what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colour {
    Error,
    Hint,
    Progress,
    /// A series of a plot, by its number.
    Series(usize),
}

impl Console {
    pub fn stdout() -> Self {
        Self::new(std::io::stdout().is_terminal(), &|name| env::var_os(name))
    }

    pub fn stderr() -> Self {
        Self::new(std::io::stderr().is_terminal(), &|name| env::var_os(name))
    }

    fn new(is_terminal: bool, variable: &dyn Fn(&str) -> Option<OsString>) -> Self {
        // https://no-color.org: any value but the empty one.
        let no_colour = variable("NO_COLOR").is_some_and(|value| !value.is_empty());
        let is_dumb = variable("TERM").is_some_and(|term| term == "dumb");
        Self { unicode: is_utf8(variable), colour: is_terminal && !no_colour && !is_dumb }
    }

    /// The text in a colour, if there are colours.
    pub fn paint(self, colour: Colour, text: &str) -> String {
        if self.colour { format!("{}{text}\x1b[0m", colour.code()) } else { text.to_owned() }
    }
}

impl Colour {
    /// The escape sequence that begins it. The terminal's own palette decides how it looks, on dark and on light.
    pub fn code(self) -> &'static str {
        const SERIES: [&str; 6] = ["\x1b[36m", "\x1b[33m", "\x1b[35m", "\x1b[32m", "\x1b[31m", "\x1b[34m"];
        match self {
            Colour::Error => "\x1b[1;31m",
            Colour::Hint => "\x1b[1;33m",
            Colour::Progress => "\x1b[36m",
            Colour::Series(at) => SERIES[at % SERIES.len()],
        }
    }
}

/// How many columns the terminal of the standard output has; 80 if there is none.
pub(crate) fn stdout_columns() -> usize {
    columns_of(1)
}

/// How many columns the terminal of the standard error output has; 80 if there is none.
pub(crate) fn stderr_columns() -> usize {
    columns_of(2)
}

#[cfg(unix)]
fn columns_of(descriptor: i32) -> usize {
    crate::sys::columns(descriptor).map_or(COLUMNS, usize::from)
}

#[cfg(not(unix))]
fn columns_of(_descriptor: i32) -> usize {
    env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).filter(|&columns| columns > 0).unwrap_or(COLUMNS)
}

/// Whether the locale has UTF-8: the first of these variables that is set and not empty decides, as POSIX says.
#[cfg(unix)]
fn is_utf8(variable: &dyn Fn(&str) -> Option<OsString>) -> bool {
    let locale =
        ["LC_ALL", "LC_CTYPE", "LANG"].iter().filter_map(|name| variable(name)).find(|value| !value.is_empty());
    locale.is_some_and(|locale| {
        let locale = locale.to_string_lossy().to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

/// Rust prints to a console of Windows in UTF-16, whatever its code page.
#[cfg(not(unix))]
fn is_utf8(_variable: &dyn Fn(&str) -> Option<OsString>) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn console(is_terminal: bool, variables: &[(&str, &str)]) -> Console {
        Console::new(is_terminal, &|name| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| OsString::from(value))
        })
    }

    #[test]
    fn no_color_switches_colours_off() {
        assert!(console(true, &[("TERM", "xterm")]).colour);
        assert!(console(true, &[("NO_COLOR", "")]).colour);
        assert!(!console(true, &[("NO_COLOR", "1")]).colour);
        assert!(!console(true, &[("TERM", "dumb")]).colour);
        assert!(!console(false, &[("TERM", "xterm")]).colour);
    }

    #[test]
    #[cfg(unix)]
    fn the_locale_decides_on_letters() {
        for (variables, unicode) in [
            (&[("LANG", "de_DE.UTF-8")][..], true),
            (&[("LANG", "C.utf8")], true),
            (&[("LANG", "de_DE.UTF-8"), ("LC_ALL", "C")], false),
            (&[("LANG", "C"), ("LC_CTYPE", "en_US.UTF-8")], true),
            (&[("LANG", "en_US.UTF-8"), ("LC_ALL", "")], true),
            (&[("LANG", "de_DE.ISO-8859-1")], false),
            (&[], false),
        ] {
            assert_eq!(console(true, variables).unicode, unicode, "{variables:?}");
        }
    }

    #[test]
    fn text_is_painted_where_there_are_colours() {
        let plain = Console { unicode: true, colour: false };
        assert_eq!(plain.paint(Colour::Error, "error:"), "error:");
        assert_eq!(Console { colour: true, ..plain }.paint(Colour::Error, "error:"), "\x1b[1;31merror:\x1b[0m");
    }
}
