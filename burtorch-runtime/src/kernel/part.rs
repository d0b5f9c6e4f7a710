//! A kernel on several threads: each fills some rows of the target, or some columns.
#![allow(clippy::inline_always, reason = "each function is an instruction or two")]

use core::ops::{Index, IndexMut, Range};

use super::{Chosen, Kernel, Team};

/// Some rows of an array, which know their places in the whole.
#[derive(Debug)]
pub struct Part<'r, R> {
    rows: &'r mut [R],
    first: usize,
}

impl<R> Part<'_, R> {
    /// The same rows, in a value of the caller's, which the optimizer can keep in registers.
    #[inline(always)]
    pub fn again(&mut self) -> Part<'_, R> {
        Part { rows: self.rows, first: self.first }
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

impl<R> Index<usize> for Part<'_, R> {
    type Output = R;

    #[inline(always)]
    fn index(&self, row: usize) -> &R {
        &self.rows[row - self.first]
    }
}

impl<R> IndexMut<usize> for Part<'_, R> {
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

/// Cuts rows into parts of about the same size, each of which starts at a multiple of `step`.
struct Cuts<'r, R> {
    rest: &'r mut [R],
    first: usize,
    step: usize,
    parts: usize,
}

impl<'r, R> Iterator for Cuts<'r, R> {
    type Item = Part<'r, R>;

    fn next(&mut self) -> Option<Part<'r, R>> {
        let Cuts { first, step, parts, .. } = *self;
        let rest = core::mem::take(&mut self.rest);
        if rest.is_empty() {
            return None;
        }
        let length = fair(rest.len(), parts, step);
        let (rows, rest) = rest.split_at_mut(length);
        *self = Cuts { rest, first: first + length, step, parts: parts.saturating_sub(1) };
        Some(Part { rows, first })
    }
}

/// Runs a kernel on all rows of its target, on all threads of a team. Parts of the target start at multiples of `step`.
pub fn split<R: Send, A: Copy + Sync, K>(
    isa: Chosen,
    team: &mut Team,
    kernel: K,
    rows: &mut [R],
    step: usize,
    arguments: A,
) where
    K: for<'r> Kernel<Part<'r, R>, A> + Copy + Sync,
{
    let parts = team.threads();
    team.each(parts, Cuts { rest: rows, first: 0, step, parts }, |mut part| isa.call(kernel, &mut part, arguments));
}

/// Some columns of a matrix of so many rows. A row is indexed from the first of them on.
#[derive(Debug)]
pub struct Columns<'t, T, const ROWS: usize> {
    rows: [&'t mut [T]; ROWS],
    first: usize,
}

impl<T, const ROWS: usize> Columns<'_, T, ROWS> {
    /// Where its columns are in the whole.
    #[inline(always)]
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.first..self.first + self.rows.first().map_or(0, |row| row.len())
    }
}

impl<T, const ROWS: usize> Index<usize> for Columns<'_, T, ROWS> {
    type Output = [T];

    #[inline(always)]
    fn index(&self, row: usize) -> &[T] {
        self.rows[row]
    }
}

impl<T, const ROWS: usize> IndexMut<usize> for Columns<'_, T, ROWS> {
    #[inline(always)]
    fn index_mut(&mut self, row: usize) -> &mut [T] {
        self.rows[row]
    }
}

/// Cuts columns into parts of about the same size, each of which starts at a multiple of `step`.
struct ColumnCuts<'t, T, const ROWS: usize> {
    rest: Columns<'t, T, ROWS>,
    step: usize,
    parts: usize,
}

impl<'t, T, const ROWS: usize> Iterator for ColumnCuts<'t, T, ROWS> {
    type Item = Columns<'t, T, ROWS>;

    fn next(&mut self) -> Option<Columns<'t, T, ROWS>> {
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
        Some(Columns { rows, first })
    }
}

/// Runs a kernel on all columns of its target, on all threads of a team. Parts of the target start at multiples of `step`.
pub fn split_columns<T: Send, A: Copy + Sync, K, const COLUMNS: usize, const ROWS: usize>(
    isa: Chosen,
    team: &mut Team,
    kernel: K,
    target: &mut [[T; COLUMNS]; ROWS],
    step: usize,
    arguments: A,
) where
    K: for<'t> Kernel<Columns<'t, T, ROWS>, A> + Copy + Sync,
{
    let parts = team.threads();
    let rest = Columns { rows: target.each_mut().map(<[T; COLUMNS]>::as_mut_slice), first: 0 };
    team.each(parts, ColumnCuts { rest, step, parts }, |mut part| isa.call(kernel, &mut part, arguments));
}

/// Some columns of an array of so many rows, as parts of them. An element may be an array itself.
#[derive(Debug)]
pub struct Strips<'t, R, const ROWS: usize> {
    rows: [Part<'t, R>; ROWS],
}

impl<R, const ROWS: usize> Strips<'_, R, ROWS> {
    /// Where its columns are in the whole.
    #[inline(always)]
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.rows.first().map_or(0..0, Part::range)
    }
}

impl<'t, R, const ROWS: usize> Index<usize> for Strips<'t, R, ROWS> {
    type Output = Part<'t, R>;

    #[inline(always)]
    fn index(&self, row: usize) -> &Part<'t, R> {
        &self.rows[row]
    }
}

impl<'t, R, const ROWS: usize> IndexMut<usize> for Strips<'t, R, ROWS> {
    #[inline(always)]
    fn index_mut(&mut self, row: usize) -> &mut Part<'t, R> {
        &mut self.rows[row]
    }
}

/// Runs a kernel on all columns of its target, on all threads of a team.
pub fn split_strips<R: Send, A: Copy + Sync, K, const COLUMNS: usize, const ROWS: usize>(
    isa: Chosen,
    team: &mut Team,
    kernel: K,
    target: &mut [[R; COLUMNS]; ROWS],
    step: usize,
    arguments: A,
) where
    K: for<'t> Kernel<Strips<'t, R, ROWS>, A> + Copy + Sync,
{
    let parts = team.threads();
    let rest = Columns { rows: target.each_mut().map(<[R; COLUMNS]>::as_mut_slice), first: 0 };
    team.each(parts, ColumnCuts { rest, step, parts }, |part| {
        let first = part.first;
        isa.call(kernel, &mut Strips { rows: part.rows.map(|rows| Part { rows, first }) }, arguments);
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
            let cuts: Vec<Part<'_, usize>> = Cuts { rest: &mut rows, first: 0, step, parts }.collect();
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
        let [first, second] = matrix.each_mut().map(|row| Part { rows: &mut row[2..], first: 2 });
        let mut strips = Strips { rows: [first, second] };
        assert_eq!(strips.range(), 2..5);
        strips[1][3] += 100;
        assert_eq!((strips[0][2], strips[1][3]), (2, 113));
    }

    #[test]
    fn columns_are_cut_in_all_rows() {
        let mut matrix = [[0, 1, 2, 3, 4, 5, 6], [10, 11, 12, 13, 14, 15, 16]];
        let rest = Columns { rows: matrix.each_mut().map(<[usize; 7]>::as_mut_slice), first: 0 };
        let cuts: Vec<Columns<'_, usize, 2>> = ColumnCuts { rest, step: 2, parts: 2 }.collect();
        let ranges: Vec<Range<usize>> = cuts.iter().map(Columns::range).collect();
        assert_eq!(ranges, [0..4, 4..7]);
        assert_eq!((&cuts[0][1], &cuts[1][0]), (&[10, 11, 12, 13][..], &[4, 5, 6][..]));
    }
}
