//! A line → its cells.

use std::borrow::Cow;

/// A cell, and where in the line it starts, in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell<'a> {
    pub at: usize,
    pub text: Cow<'a, str>,
}

/// The cells of a line, without the blanks around them.
///
/// A cell may stand in quotes. Then it may hold the separator, and quotes that are doubled.
pub struct Cells<'a> {
    line: &'a str,
    separator: char,
    /// The rest of the line; nothing after the last cell was read.
    rest: Option<&'a str>,
}

pub fn cells(line: &str, separator: char) -> Cells<'_> {
    Cells { line, separator, rest: Some(line) }
}

impl<'a> Iterator for Cells<'a> {
    /// A cell, or where the quotes are wrong.
    type Item = Result<Cell<'a>, usize>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.rest.take()?;
        let blank = |c: char| c != self.separator && c.is_whitespace();
        let start = rest.trim_start_matches(blank);
        let at = self.line.len() - start.len();
        let Some(quoted) = start.strip_prefix('"') else {
            let cell = match start.split_once(self.separator) {
                Some((cell, after)) => {
                    self.rest = Some(after);
                    cell
                }
                None => start,
            };
            return Some(Ok(Cell { at, text: cell.trim_end().into() }));
        };
        let mut end = 0;
        loop {
            match quoted[end..].find('"') {
                Some(quote) if quoted[end + quote + 1..].starts_with('"') => end += quote + 2,
                Some(quote) => {
                    end += quote;
                    break;
                }
                None => return Some(Err(at)),
            }
        }
        let (text, after) = (&quoted[..end], quoted[end + 1..].trim_start_matches(blank));
        if let Some(after) = after.strip_prefix(self.separator) {
            self.rest = Some(after);
        } else if !after.is_empty() {
            return Some(Err(at));
        }
        let text = if text.contains('"') { text.replace("\"\"", "\"").into() } else { text.into() };
        Some(Ok(Cell { at, text }))
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    fn texts(line: &str, separator: char) -> Result<Vec<(usize, String)>, usize> {
        cells(line, separator).map(|cell| cell.map(|cell| (cell.at, cell.text.into_owned()))).collect()
    }

    fn cell(at: usize, text: &str) -> (usize, String) {
        (at, text.into())
    }

    #[test]
    fn blanks_around_cells_are_none_of_theirs() {
        assert_eq!(texts("1, 2 ,3", ','), Ok([cell(0, "1"), cell(3, "2"), cell(6, "3")].into()));
        assert_eq!(texts(" 1\t 2", '\t'), Ok([cell(1, "1"), cell(4, "2")].into()));
    }

    #[test]
    fn empty_cells_are_cells() {
        assert_eq!(texts(",;", ','), Ok([cell(0, ""), cell(1, ";")].into()));
        assert_eq!(texts("\t\t", '\t'), Ok([cell(0, ""), cell(1, ""), cell(2, "")].into()));
        assert_eq!(texts("", ','), Ok([cell(0, "")].into()));
    }

    #[test]
    fn quotes_hold_separators_and_doubled_quotes() {
        assert_eq!(
            texts(r#" "a, b" ,"5"" wide",c"#, ','),
            Ok([cell(1, "a, b"), cell(9, "5\" wide"), cell(20, "c")].into())
        );
        assert_eq!(texts(r#""","#, ','), Ok([cell(0, ""), cell(3, "")].into()));
    }

    #[test]
    fn quotes_that_do_not_close_are_reported_where_they_open() {
        assert_eq!(texts(r#"1,"2"#, ','), Err(2));
        assert_eq!(texts(r#"1,"2"3,4"#, ','), Err(2));
        // A quote inside is part of the text.
        assert_eq!(texts(r#"5"",6"#, ','), Ok([cell(0, "5\"\""), cell(4, "6")].into()));
    }
}
