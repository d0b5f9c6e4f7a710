//! Which entries of a matrix may be other than zero.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

/// Which entries of a matrix may be other than zero, row by row (CSR).
///
/// Entries are numbered row by row, in the order in which the columns of a row are named. Rows may be empty.
///
/// ```
/// use burtorch_runtime::Sparsity;
///
/// let pattern = Sparsity::new(3, [vec![0, 1], vec![], vec![2, 0]])?;
/// assert_eq!((pattern.rows(), pattern.columns(), pattern.entries()), (3, 3, 4));
/// assert_eq!(pattern.row(2), [2, 0]);
///
/// let mistake = Sparsity::new(2, [[0, 1], [1, 2]]).unwrap_err();
/// assert_eq!(mistake.to_string(), "row 1 names column 2, but there are 2 columns");
/// # Ok::<(), burtorch_runtime::sparse::PatternError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sparsity {
    columns: usize,
    /// Where each row starts in `indices`, and where the last one ends.
    starts: Vec<usize>,
    indices: Vec<usize>,
}

impl Sparsity {
    /// A pattern from the columns of each row, in any order.
    ///
    /// # Errors
    /// If a row names a column that there is not, or one twice.
    pub fn new<R>(columns: usize, rows: impl IntoIterator<Item = R>) -> Result<Self, PatternError>
    where
        R: IntoIterator<Item = usize>,
    {
        let (mut starts, mut indices) = (vec![0], Vec::new());
        for row in rows {
            indices.extend(row);
            starts.push(indices.len());
        }
        Self::from_csr(columns, starts, indices)
    }

    /// A pattern from its two arrays: the entries of row `i` are those from `starts[i]` to `starts[i + 1]`, and
    /// `indices` has the column of each.
    ///
    /// ```
    /// use burtorch_runtime::Sparsity;
    ///
    /// let pattern = Sparsity::from_csr(3, vec![0, 2, 3], vec![0, 1, 2])?;
    /// assert_eq!(pattern, Sparsity::new(3, [vec![0, 1], vec![2]])?);
    /// # Ok::<(), burtorch_runtime::sparse::PatternError>(())
    /// ```
    ///
    /// # Errors
    /// If `starts` does not go from zero to the number of entries without falling, or if a row names a column that there
    /// is not, or one twice.
    pub fn from_csr(columns: usize, starts: Vec<usize>, indices: Vec<usize>) -> Result<Self, PatternError> {
        if starts.first() != Some(&0) || starts.last() != Some(&indices.len()) || !starts.is_sorted() {
            return Err(PatternError::Starts { entries: indices.len() });
        }
        let pattern = Sparsity { columns, starts, indices };
        // The last row that named each column, plus one.
        let mut named = vec![0; columns];
        for row in 0..pattern.rows() {
            for &column in pattern.row(row) {
                match named.get_mut(column) {
                    None => return Err(PatternError::Column { row, column, columns }),
                    Some(last) if *last == row + 1 => return Err(PatternError::Twice { row, column }),
                    Some(last) => *last = row + 1,
                }
            }
        }
        Ok(pattern)
    }

    /// Every entry.
    ///
    /// ```
    /// use burtorch_runtime::Sparsity;
    ///
    /// assert_eq!(Sparsity::dense(2, 3).entries(), 6);
    /// ```
    #[must_use]
    pub fn dense(rows: usize, columns: usize) -> Self {
        Sparsity {
            columns,
            starts: (0..=rows).map(|row| row * columns).collect(),
            indices: (0..rows).flat_map(|_| 0..columns).collect(),
        }
    }

    /// The entries whose row and column differ by at most `width`: 1 is tridiagonal.
    ///
    /// ```
    /// use burtorch_runtime::Sparsity;
    ///
    /// assert_eq!(Sparsity::banded(4, 1).row(2), [1, 2, 3]);
    /// ```
    #[must_use]
    pub fn banded(size: usize, width: usize) -> Self {
        let (mut starts, mut indices) = (vec![0], Vec::new());
        for row in 0..size {
            indices.extend(row.saturating_sub(width)..size.min(row.saturating_add(width).saturating_add(1)));
            starts.push(indices.len());
        }
        Sparsity { columns: size, starts, indices }
    }

    /// How many rows there are: one for each result of the function.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.starts.len() - 1
    }

    /// How many columns there are: one for each number that it takes.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// How many entries there are.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.indices.len()
    }

    /// Where each row starts among the entries, and where the last one ends.
    #[must_use]
    pub fn starts(&self) -> &[usize] {
        &self.starts
    }

    /// The column of each entry.
    #[must_use]
    pub fn indices(&self) -> &[usize] {
        &self.indices
    }

    /// The columns of a row.
    ///
    /// # Panics
    /// If there is no such row.
    #[must_use]
    pub fn row(&self, row: usize) -> &[usize] {
        &self.indices[self.starts[row]..self.starts[row + 1]]
    }

    /// Rows for columns, and for each entry which one it is here.
    pub(super) fn transposed(&self) -> (Self, Vec<usize>) {
        let mut starts = vec![0; self.columns + 1];
        for &column in &self.indices {
            starts[column + 1] += 1;
        }
        for column in 0..self.columns {
            starts[column + 1] += starts[column];
        }
        let mut next = starts.clone();
        let (mut indices, mut entries) = (vec![0; self.entries()], vec![0; self.entries()]);
        for row in 0..self.rows() {
            for entry in self.starts[row]..self.starts[row + 1] {
                let at = &mut next[self.indices[entry]];
                (indices[*at], entries[*at]) = (row, entry);
                *at += 1;
            }
        }
        (Sparsity { columns: self.rows(), starts, indices }, entries)
    }
}

/// What is wrong with a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PatternError {
    /// A row names a column that there is not.
    Column {
        /// The row.
        row: usize,
        /// The column that it names.
        column: usize,
        /// How many columns there are.
        columns: usize,
    },
    /// A row names a column twice.
    Twice {
        /// The row.
        row: usize,
        /// The column.
        column: usize,
    },
    /// The starts of the rows do not fit the entries.
    Starts {
        /// How many entries there are.
        entries: usize,
    },
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PatternError::Column { row, column, columns } => {
                write!(f, "row {row} names column {column}, but there are {columns} columns")
            }
            PatternError::Twice { row, column } => write!(f, "row {row} names column {column} twice"),
            PatternError::Starts { entries } => {
                write!(f, "the starts of the rows must go from 0 to the number of entries, {entries}, and never fall")
            }
        }
    }
}

impl core::error::Error for PatternError {}
