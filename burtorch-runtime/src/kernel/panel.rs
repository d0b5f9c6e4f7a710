//! A kernel on several threads: each fills some rows of the target, or some columns.
#![allow(clippy::inline_always, reason = "each function is an instruction or two")]

use core::ops::{Index, IndexMut, Range};

use super::{IsaToken, Kernel, Team};

/// Some rows of an array, which know their places in the whole.
#[derive(Debug)]
pub struct RowPanel<'r, R> {
    rows: &'r mut [R],
    first: usize,
}

impl<R> RowPanel<'_, R> {
    /// Reborrows the rows in a value of the caller's, which the optimizer can keep in registers.
    #[inline(always)]
    pub fn again(&mut self) -> RowPanel<'_, R> {
        RowPanel { rows: self.rows, first: self.first }
    }

    /// Where its rows are.
    #[inline(always)]
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.first..self.first + self.rows.len()
    }

    /// All of its rows.
    #[inline(always)]
    pub fn as_mut_slice(&mut self) -> &mut [R] {
        self.rows
    }
}

impl<R> Index<usize> for RowPanel<'_, R> {
    type Output = R;

    #[inline(always)]
    fn index(&self, row: usize) -> &R {
        &self.rows[row - self.first]
    }
}

impl<R> IndexMut<usize> for RowPanel<'_, R> {
    #[inline(always)]
    fn index_mut(&mut self, row: usize) -> &mut R {
        &mut self.rows[row - self.first]
    }
}

/// How long the first of so many parts is: about as long as the others, and a multiple of `step` unless it is the last.
fn fair(length: usize, parts: usize, step: usize) -> usize {
    if parts <= 1 {
        return length;
    }
    let nearest = (length.div_ceil(parts) + step / 2) / step * step;
    nearest.max(step).min(length)
}

/// Splits rows into parts of about the same size, each of which starts at a multiple of `step`.
struct RowSplit<'r, R> {
    rest: &'r mut [R],
    first: usize,
    step: usize,
    parts: usize,
}

impl<'r, R> Iterator for RowSplit<'r, R> {
    type Item = RowPanel<'r, R>;

    fn next(&mut self) -> Option<RowPanel<'r, R>> {
        let RowSplit { first, step, parts, .. } = *self;
        let rest = core::mem::take(&mut self.rest);
        if rest.is_empty() {
            return None;
        }
        let length = fair(rest.len(), parts, step);
        let (rows, rest) = rest.split_at_mut(length);
        *self = RowSplit { rest, first: first + length, step, parts: parts.saturating_sub(1) };
        Some(RowPanel { rows, first })
    }
}

/// Runs a kernel on all rows of its target, on all threads of a team. Parts of the target start at multiples of `step`.
pub fn split<R: Send, A: Copy + Sync, K>(
    isa: IsaToken,
    team: &mut Team,
    kernel: K,
    rows: &mut [R],
    step: usize,
    arguments: A,
) where
    K: for<'r> Kernel<RowPanel<'r, R>, A> + Copy + Sync,
{
    let parts = team.threads();
    team.each(parts, RowSplit { rest: rows, first: 0, step, parts }, |mut part| isa.call(kernel, &mut part, arguments));
}

/// Some columns of a matrix of so many rows. A row is indexed from the first of them on.
#[derive(Debug)]
pub struct ColumnPanel<'t, T, const ROWS: usize> {
    rows: [&'t mut [T]; ROWS],
    first: usize,
}

impl<T, const ROWS: usize> ColumnPanel<'_, T, ROWS> {
    /// Where its columns are in the whole.
    #[inline(always)]
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.first..self.first + self.rows.first().map_or(0, |row| row.len())
    }
}

impl<T, const ROWS: usize> Index<usize> for ColumnPanel<'_, T, ROWS> {
    type Output = [T];

    #[inline(always)]
    fn index(&self, row: usize) -> &[T] {
        self.rows[row]
    }
}

impl<T, const ROWS: usize> IndexMut<usize> for ColumnPanel<'_, T, ROWS> {
    #[inline(always)]
    fn index_mut(&mut self, row: usize) -> &mut [T] {
        self.rows[row]
    }
}

/// Splits columns into parts of about the same size, each of which starts at a multiple of `step`.
struct ColumnSplit<'t, T, const ROWS: usize> {
    rest: ColumnPanel<'t, T, ROWS>,
    step: usize,
    parts: usize,
}

impl<'t, T, const ROWS: usize> Iterator for ColumnSplit<'t, T, ROWS> {
    type Item = ColumnPanel<'t, T, ROWS>;

    fn next(&mut self) -> Option<ColumnPanel<'t, T, ROWS>> {
        let Range { start: first, end } = self.rest.range();
        if first == end {
            return None;
        }
        let length = fair(end - first, self.parts, self.step);
        let rows = self.rest.rows.each_mut().map(|rest| {
            let (row, behind) = core::mem::take(rest).split_at_mut(length);
            *rest = behind;
            row
        });
        self.rest.first += length;
        self.parts = self.parts.saturating_sub(1);
        Some(ColumnPanel { rows, first })
    }
}

/// Runs a kernel on all columns of its target, on all threads of a team. Parts of the target start at multiples of `step`.
pub fn split_columns<T: Send, A: Copy + Sync, K, const COLUMNS: usize, const ROWS: usize>(
    isa: IsaToken,
    team: &mut Team,
    kernel: K,
    target: &mut [[T; COLUMNS]; ROWS],
    step: usize,
    arguments: A,
) where
    K: for<'t> Kernel<ColumnPanel<'t, T, ROWS>, A> + Copy + Sync,
{
    let parts = team.threads();
    let rest = ColumnPanel { rows: target.each_mut().map(<[T; COLUMNS]>::as_mut_slice), first: 0 };
    team.each(parts, ColumnSplit { rest, step, parts }, |mut part| isa.call(kernel, &mut part, arguments));
}

/// Some columns of an array of so many rows, as parts of them. An element may be an array itself.
#[derive(Debug)]
pub struct SubPanel<'t, R, const ROWS: usize> {
    rows: [RowPanel<'t, R>; ROWS],
}

impl<R, const ROWS: usize> SubPanel<'_, R, ROWS> {
    /// Where its columns are in the whole.
    #[inline(always)]
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.rows.first().map_or(0..0, RowPanel::range)
    }
}

impl<'t, R, const ROWS: usize> Index<usize> for SubPanel<'t, R, ROWS> {
    type Output = RowPanel<'t, R>;

    #[inline(always)]
    fn index(&self, row: usize) -> &RowPanel<'t, R> {
        &self.rows[row]
    }
}

impl<'t, R, const ROWS: usize> IndexMut<usize> for SubPanel<'t, R, ROWS> {
    #[inline(always)]
    fn index_mut(&mut self, row: usize) -> &mut RowPanel<'t, R> {
        &mut self.rows[row]
    }
}

/// Runs a kernel on all columns of its target, on all threads of a team.
pub fn split_sub_panels<R: Send, A: Copy + Sync, K, const COLUMNS: usize, const ROWS: usize>(
    isa: IsaToken,
    team: &mut Team,
    kernel: K,
    target: &mut [[R; COLUMNS]; ROWS],
    step: usize,
    arguments: A,
) where
    K: for<'t> Kernel<SubPanel<'t, R, ROWS>, A> + Copy + Sync,
{
    let parts = team.threads();
    let rest = ColumnPanel { rows: target.each_mut().map(<[R; COLUMNS]>::as_mut_slice), first: 0 };
    team.each(parts, ColumnSplit { rest, step, parts }, |part| {
        let first = part.first;
        isa.call(kernel, &mut SubPanel { rows: part.rows.map(|rows| RowPanel { rows, first }) }, arguments);
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    #[test]
    fn parts_follow_each_other_and_are_about_as_large() {
        for (length, parts, step) in [(27, 2, 6), (1024, 3, 6), (5, 4, 1), (3, 8, 2), (16, 2, 1), (0, 2, 4), (7, 1, 4)]
        {
            let mut rows: Vec<usize> = (0..length).collect();
            let mut next = 0;
            let cuts: Vec<RowPanel<'_, usize>> = RowSplit { rest: &mut rows, first: 0, step, parts }.collect();
            assert!(cuts.len() <= parts);
            for part in &cuts {
                assert_eq!(part.range().start, next);
                assert!(next.is_multiple_of(step));
                assert!(part.range().all(|row| part[row] == row));
                assert!(part.rows.len() <= length.div_ceil(parts) + step, "{length} rows in {parts} parts: {part:?}");
                next = part.range().end;
            }
            assert_eq!(next, length);
        }
    }

    #[test]
    fn strips_know_their_places() {
        let mut matrix = [[0, 1, 2, 3, 4], [10, 11, 12, 13, 14]];
        let [first, second] = matrix.each_mut().map(|row| RowPanel { rows: &mut row[2..], first: 2 });
        let mut strips = SubPanel { rows: [first, second] };
        assert_eq!(strips.range(), 2..5);
        strips[1][3] += 100;
        assert_eq!((strips[0][2], strips[1][3]), (2, 113));
    }

    #[test]
    fn columns_are_cut_in_all_rows() {
        let mut matrix = [[0, 1, 2, 3, 4, 5, 6], [10, 11, 12, 13, 14, 15, 16]];
        let rest = ColumnPanel { rows: matrix.each_mut().map(<[usize; 7]>::as_mut_slice), first: 0 };
        let cuts: Vec<ColumnPanel<'_, usize, 2>> = ColumnSplit { rest, step: 2, parts: 2 }.collect();
        let ranges: Vec<Range<usize>> = cuts.iter().map(ColumnPanel::range).collect();
        assert_eq!(ranges, [0..4, 4..7]);
        assert_eq!((&cuts[0][1], &cuts[1][0]), (&[10, 11, 12, 13][..], &[4, 5, 6][..]));
    }
}
