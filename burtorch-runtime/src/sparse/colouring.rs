//! Pattern → groups of columns, or of rows, that one product can tell apart.

use alloc::vec;
use alloc::vec::Vec;

use super::Sparsity;

/// Groups of columns of which no two have a row in common, or of rows of which no two have a column in common.
///
/// ```
/// use burtorch_runtime::{Sparsity, sparse::Colouring};
///
/// // However large: three products give all of a tridiagonal matrix.
/// let colouring = Colouring::of_columns(&Sparsity::banded(1000, 1));
/// assert_eq!(colouring.count(), 3);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Colouring {
    /// Where each group starts in `members`, and where the last one ends.
    starts: Vec<usize>,
    members: Vec<usize>,
}

impl Colouring {
    /// Groups of columns, for products with directions (forward mode).
    #[must_use]
    pub fn of_columns(pattern: &Sparsity) -> Self {
        let (transposed, _) = pattern.transposed();
        Self::of(&transposed, pattern)
    }

    /// Groups of rows, for products with seeds (reverse mode).
    ///
    /// ```
    /// use burtorch_runtime::{Sparsity, sparse::Colouring};
    ///
    /// // A diagonal, and a last row that is full: no two columns go together, but all rows but one.
    /// let arrow = Sparsity::new(4, [vec![0], vec![1], vec![2], vec![0, 1, 2, 3]])?;
    /// assert_eq!(Colouring::of_columns(&arrow).count(), 4);
    /// assert_eq!(Colouring::of_rows(&arrow).count(), 2);
    /// # Ok::<(), burtorch_runtime::sparse::PatternError>(())
    /// ```
    #[must_use]
    pub fn of_rows(pattern: &Sparsity) -> Self {
        let (transposed, _) = pattern.transposed();
        Self::of(pattern, &transposed)
    }

    /// How many groups there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.starts.len() - 1
    }

    /// The columns of a group, or the rows.
    ///
    /// # Panics
    /// If there is no such group.
    #[must_use]
    pub fn group(&self, group: usize) -> &[usize] {
        &self.members[self.starts[group]..self.starts[group + 1]]
    }

    /// Groups of `lines`; what each of these crosses, and `crossing`, the same the other way round.
    ///
    /// Greedy: each line gets the first colour that none has with which it shares a crossing. How good that is depends on
    /// the order. The natural one is perfect for bands, that of falling length is mostly better for the rest.
    pub(super) fn of(lines: &Sparsity, crossing: &Sparsity) -> Self {
        let count = lines.rows();
        let natural = (0..count).collect::<Vec<_>>();
        // What cannot be beaten: the lines of one crossing all differ.
        let bound = at_least(crossing);
        let mut colours = if bound == count { natural.clone() } else { greedy(lines, crossing, &natural) };
        if largest(&colours) > bound {
            let mut falling = natural;
            falling.sort_by_key(|&line| core::cmp::Reverse(lines.row(line).len()));
            let others = greedy(lines, crossing, &falling);
            if largest(&others) < largest(&colours) {
                colours = others;
            }
        }
        // Lines without entries need no product.
        let mut starts = vec![0; largest(&colours) + 1];
        let used = |line: &usize| !lines.row(*line).is_empty();
        for line in (0..count).filter(used) {
            starts[colours[line] + 1] += 1;
        }
        for colour in 1..starts.len() {
            starts[colour] += starts[colour - 1];
        }
        let mut next = starts.clone();
        let mut members = vec![0; starts[starts.len() - 1]];
        for line in (0..count).filter(used) {
            let at = &mut next[colours[line]];
            members[*at] = line;
            *at += 1;
        }
        starts.dedup();
        Colouring { starts, members }
    }
}

/// How many colours the lines that cross need at least.
pub(super) fn at_least(crossing: &Sparsity) -> usize {
    (0..crossing.rows()).map(|line| crossing.row(line).len()).max().unwrap_or(0)
}

/// How many colours there are.
fn largest(colours: &[usize]) -> usize {
    colours.iter().map(|colour| colour + 1).max().unwrap_or(0)
}

/// The first colour for each line that is still free, in the given order.
fn greedy(lines: &Sparsity, crossing: &Sparsity, order: &[usize]) -> Vec<usize> {
    const NONE: usize = usize::MAX;
    let mut colours = vec![NONE; lines.rows()];
    // For each colour the last line to which it was forbidden.
    let mut forbidden = vec![NONE; lines.rows()];
    for &line in order {
        for &across in lines.row(line) {
            for &other in crossing.row(across) {
                if let Some(last) = forbidden.get_mut(colours[other]) {
                    *last = line;
                }
            }
        }
        let free = forbidden.iter().position(|&last| last != line);
        colours[line] = free.expect("there are as many colours as lines");
    }
    colours
}
