//! A table as text → rows of numbers.

mod cells;
mod labels;
mod number;

use std::path::Path;

use self::cells::{Cell, cells};
pub use self::labels::Labels;
pub use self::number::Number;
use super::source::place;
use super::{Error, Source};
use crate::text::append;
use burtorch_runtime::__train::Quoted;

/// A table: a line of column names, which may be missing, and lines of cells.
///
/// Only the columns that are asked for must be numbers. Cells are separated by `,`, `;` or tabs, may stand in `"quotes"`,
/// and every line has as many as the first. Empty lines are left out.
///
/// ```
/// use burtorch_train::data::{Csv, Source};
///
/// let flowers = Csv::new(Source::new("flowers.csv", "
/// length;width;kind;class
/// 5.1;3.5;setosa;0
/// 7.0;3.2;versicolor;1
/// "))?;
///
/// // As `loss(x: Tensor<2>, class: u8)` takes them.
/// let samples: Vec<([f32; 2], u8)> = flowers.samples(["length", "width"], "class")?;
/// assert_eq!(samples, [([5.1, 3.5], 0), ([7.0, 3.2], 1)]);
///
/// // By index, from 0.
/// let rows: Vec<[f64; 2]> = flowers.rows([1, 3])?;
/// assert_eq!(rows, [[3.5, 0.0], [3.2, 1.0]]);
///
/// let error = flowers.rows::<f32, 1>(["kind"]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "flowers.csv:3:9: `setosa` in column `kind` is not a number; write it like 1.5 or 2e-3",
/// );
/// # Ok::<(), burtorch_train::data::Error>(())
/// ```
#[derive(Debug)]
pub struct Csv {
    source: Source,
    separator: char,
    names: Option<Vec<String>>,
    /// Whether nobody said if there are names.
    guessed: bool,
    columns: usize,
    /// The number of the first line that is not empty.
    first: usize,
}

/// How a table is written. What is `None` is found out from its first line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CsvFormat {
    /// The separator of cells. Without it: a tab if the first line has one, or else `;` if it has one, or else `,`.
    pub separator: Option<char>,
    /// Whether the first line has the names of the columns. If not given: if none of its cells is a number.
    pub header: Option<bool>,
}

impl Csv {
    /// The table in a file.
    ///
    /// # Errors
    /// If the file cannot be read, is empty, or is not UTF-8.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        Self::new(Source::open(path)?)
    }

    /// The table of a source.
    ///
    /// # Errors
    /// If it is empty or not UTF-8.
    pub fn new(source: Source) -> Result<Self, Error> {
        Self::with_format(source, CsvFormat::default())
    }

    /// The table of a source that is written in a given way.
    ///
    /// # Errors
    /// If it is empty or not UTF-8.
    pub fn with_format(source: Source, format: CsvFormat) -> Result<Self, Error> {
        let Some((first, line)) = lines(source.text()?).next() else {
            return Err(Error::of(source.name(), "the file is empty; it needs at least one line of numbers"));
        };
        let has = |separator: char| line.contains(separator).then_some(separator);
        let separator = format.separator.or_else(|| has('\t')).or_else(|| has(';')).unwrap_or(',');
        let row = split(&source, first, line, separator)?;
        let is_number = |cell: &Cell<'_>| cell.text.parse::<f64>().is_ok();
        let named = format.header.unwrap_or_else(|| !row.iter().any(is_number));
        let columns = row.len();
        let names = named.then(|| row.into_iter().map(|cell| cell.text.into_owned()).collect());
        Ok(Self { source, separator, names, guessed: format.header.is_none(), columns, first })
    }

    /// The path, or the name that was given.
    #[must_use]
    pub fn name(&self) -> &str {
        self.source.name()
    }

    /// The names of the columns, if the first line has them.
    #[must_use]
    pub fn names(&self) -> Option<&[String]> {
        self.names.as_deref()
    }

    /// How many columns there are.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The rows of some columns, in the order in which they are given.
    ///
    /// All columns of a table without names: `rows(core::array::from_fn::<usize, 785, _>(|column| column))`.
    ///
    /// # Errors
    /// If there is no such column, if there are no rows, if a line has more or fewer cells than the first, or if a cell
    /// is not a number. The message has the line and the column of the cell, and shows it.
    pub fn rows<T: Number, const N: usize>(&self, columns: [impl Column; N]) -> Result<Vec<[T; N]>, Error> {
        let columns = self.find(columns)?;
        self.each(|row| row.numbers(&columns))
    }

    /// The rows as samples of some columns and another: what a model sees, and what it should say.
    ///
    /// # Errors
    /// As for [`rows`](Csv::rows).
    pub fn samples<T: Number, U: Number, const N: usize>(
        &self,
        features: [impl Column; N],
        target: impl Column,
    ) -> Result<Vec<([T; N], U)>, Error> {
        let features = self.find(features)?;
        let target = target.index(self)?;
        self.each(|row| Ok((row.numbers(&features)?, row.number(target)?)))
    }

    /// The name of a column in messages.
    fn label(&self, column: usize) -> String {
        match &self.names {
            Some(names) => format!("column `{}`", Quoted(&names[column])),
            None => format!("column {column}"),
        }
    }

    fn find<const N: usize>(&self, columns: [impl Column; N]) -> Result<[usize; N], Error> {
        let mut indices = [0; N];
        for (index, column) in indices.iter_mut().zip(columns) {
            *index = column.index(self)?;
        }
        Ok(indices)
    }

    /// Applies `read` to each row and collects the results.
    fn each<R>(&self, read: impl Fn(&Row<'_, '_>) -> Result<R, Error>) -> Result<Vec<R>, Error> {
        let mut rows = Vec::new();
        for (number, line) in lines(self.source.text()?).skip(usize::from(self.names.is_some())) {
            let cells = split(&self.source, number, line, self.separator)?;
            let found = cells.len();
            if found != self.columns {
                // Where the first cell is too many, or where one is missing.
                let at = cells.get(self.columns).map_or(line.len(), |cell| cell.at);
                let (first, expected) = (self.first, self.columns);
                let things = if found == 1 { "cell" } else { "cells" };
                let message =
                    format!("{found} {things}, but line {first} has {expected}; complete the line or remove it");
                return Err(Error::at(self.name(), (number, place(&line[..at]).1), message));
            }
            rows.push(read(&Row { table: self, number, line, cells: &cells })?);
        }
        if rows.is_empty() {
            return Err(Error::of(self.name(), "there are names of columns but no rows; add lines of numbers"));
        }
        Ok(rows)
    }
}

/// A line of a table.
struct Row<'r, 'a> {
    table: &'r Csv,
    number: usize,
    line: &'a str,
    cells: &'r [Cell<'a>],
}

impl Row<'_, '_> {
    fn numbers<T: Number, const N: usize>(&self, columns: &[usize; N]) -> Result<[T; N], Error> {
        let mut numbers = [T::default(); N];
        for (number, &column) in numbers.iter_mut().zip(columns) {
            *number = self.number(column)?;
        }
        Ok(numbers)
    }

    fn number<T: Number>(&self, column: usize) -> Result<T, Error> {
        let cell = &self.cells[column];
        T::read(&cell.text).map_err(|wrong| self.wrong(column, cell, &wrong))
    }

    /// A cell that is not empty, as it stands there.
    fn text(&self, column: usize) -> Result<String, Error> {
        let cell = &self.cells[column];
        if cell.text.is_empty() { Err(self.wrong(column, cell, "")) } else { Ok(cell.text.clone().into_owned()) }
    }

    fn wrong(&self, column: usize, cell: &Cell<'_>, wrong: &str) -> Error {
        let label = self.table.label(column);
        let mut message = match cell.text.as_ref() {
            "" => format!("the cell in {label} is empty; fill it or remove the line"),
            text => format!("`{}` in {label} {wrong}", Quoted(text)),
        };
        if self.number == self.table.first && self.table.guessed {
            message += ", or set `header` if the line has the names of the columns";
        }
        Error::at(self.table.name(), (self.number, place(&self.line[..cell.at]).1), message)
    }
}

/// A column of a table: its index from 0, or its name.
pub trait Column {
    /// The index.
    ///
    /// # Errors
    /// If the table has no such column.
    fn index(self, table: &Csv) -> Result<usize, Error>;
}

impl Column for usize {
    fn index(self, table: &Csv) -> Result<usize, Error> {
        if self < table.columns {
            return Ok(self);
        }
        let last = table.columns - 1;
        Err(Error::of(table.name(), format!("there is no column {self}; the columns are 0 to {last}")))
    }
}

impl Column for &str {
    fn index(self, table: &Csv) -> Result<usize, Error> {
        let Some(names) = &table.names else {
            let message = format!(
                "column `{}` cannot be found, as line {} has numbers and no names; choose columns by index, from 0",
                Quoted(self),
                table.first
            );
            return Err(Error::of(table.name(), message));
        };
        let mut found = (0..).zip(names).filter(|(_, name)| *name == self).map(|(index, _)| index);
        match (found.next(), found.next()) {
            (Some(index), None) => Ok(index),
            (Some(first), Some(second)) => {
                let name = Quoted(self);
                let message = format!("columns {first} and {second} are called `{name}`; choose one by its index");
                Err(Error::of(table.name(), message))
            }
            _ => {
                let (name, names) = (Quoted(self), listed(names));
                Err(Error::of(table.name(), format!("there is no column `{name}`; the columns are {names}")))
            }
        }
    }
}

/// The first names of columns, in quotes.
fn listed(names: &[String]) -> String {
    const SHOWN: usize = 20;
    let mut list = String::new();
    for (at, name) in names.iter().take(SHOWN).enumerate() {
        append(&mut list, format_args!("{}`{}`", if at > 0 { ", " } else { "" }, Quoted(name)));
    }
    if names.len() > SHOWN {
        append(&mut list, format_args!(" and {} more", names.len() - SHOWN));
    }
    list
}

/// The lines that are not empty, with their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty())
}

fn split<'a>(source: &Source, number: usize, line: &'a str, separator: char) -> Result<Vec<Cell<'a>>, Error> {
    cells(line, separator).collect::<Result<_, _>>().map_err(|at| {
        let message = "a quote is opened here but not closed before the cell ends; close or remove it".to_owned();
        Error::at(source.name(), (number, place(&line[..at]).1), message)
    })
}
