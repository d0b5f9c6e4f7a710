//! Packing: what one term of the sums needs of a factor comes to lie side by side.

use super::super::chunks::{chunk, chunk_mut};
use super::super::isa::{Isa, Kernel};
use super::super::sum::Element;
use super::super::transpose::{Transpose, TransposeBlock};
use super::super::vector::{Vector, vectors};
use super::{STRIPE, VECTORS};

/// A factor of a product of matrices: numbers, from the first one on.
#[derive(Clone, Copy, Debug)]
pub struct Factor<'a, T> {
    /// The numbers.
    pub numbers: &'a [T],
    /// From one row of `A`, or one column of `B`, to the next.
    pub across: usize,
    /// From one term of the sums to the next.
    pub along: usize,
}

impl<T> Factor<'_, T> {
    /// The same from a later row or column and a later term on.
    #[inline(always)]
    pub(super) fn from(self, place: usize, term: usize) -> Self {
        let start = (place * self.across + term * self.along).min(self.numbers.len());
        Self { numbers: &self.numbers[start..], ..self }
    }
}

/// Copies the first rows of a factor to stripes.
///
/// For each term, the numbers of the rows of a stripe lie side by side. The last stripe is filled up with zeros.
pub(super) struct PackRows {
    /// How many rows, and how many terms.
    pub(super) size: [usize; 2],
}

impl<T: Element + TransposeBlock> Kernel<&mut [T], Factor<'_, T>> for PackRows {
    /// Blocks are as wide as half of the widest registers.
    const WIDE: bool = false;

    #[inline(always)]
    #[allow(clippy::mut_mut, reason = "targets of kernels have a size, slices have not")]
    fn run<I: Isa>(self, isa: I, stripes: &mut &mut [T], factor: Factor<'_, T>) {
        let [rows, terms] = self.size;
        for (row, stripe) in (0..rows).step_by(STRIPE).zip(stripes.chunks_mut((STRIPE * terms).max(1))) {
            let (factor, filled) = (factor.from(row, 0), STRIPE.min(rows - row));
            if filled < STRIPE {
                stripe.fill(T::zero());
            }
            if factor.along == 1 && filled == STRIPE {
                side_by_side::<T, 0>(factor, terms, stripe);
                side_by_side::<T, 4>(factor, terms, stripe);
                side_by_side::<T, 8>(factor, terms, stripe);
            } else {
                panel(isa, stripe, [STRIPE, filled, terms], factor);
            }
        }
    }
}

/// Four rows of a stripe, from row `FIRST` on, of a factor whose terms lie side by side.
#[inline(always)]
fn side_by_side<T: TransposeBlock, const FIRST: usize>(factor: Factor<'_, T>, terms: usize, stripe: &mut [T]) {
    let rows: [&[T]; 4] = core::array::from_fn(|row| &factor.numbers[(FIRST + row) * factor.across..][..terms]);
    let [a, b, c, d] = rows.map(|row| row.chunks_exact(4));
    let last = terms / 4 * 4;
    for ((((a, b), c), d), to) in a.zip(b).zip(c).zip(d).zip(stripe.chunks_exact_mut(4 * STRIPE)) {
        let block = T::transposed([a, b, c, d].map(|row| *chunk(row, 0)));
        for (to, numbers) in to.chunks_exact_mut(STRIPE).zip(block) {
            *chunk_mut(to, FIRST) = numbers;
        }
    }
    for (term, to) in (last..terms).zip(stripe[last * STRIPE..].chunks_exact_mut(STRIPE)) {
        for (to, row) in to[FIRST..].iter_mut().zip(rows) {
            *to = row[term];
        }
    }
}

/// Copies the first columns of a factor to panels.
///
/// For each term, the numbers of the columns of a panel lie side by side. The last panel is narrower, if it can be, and filled up with
/// zeros to whole vectors.
pub(super) struct PackColumns {
    /// How many columns, and how many terms.
    pub(super) size: [usize; 2],
}

impl<T: Element + TransposeBlock> Kernel<&mut [T], Factor<'_, T>> for PackColumns {
    #[inline(always)]
    #[allow(clippy::mut_mut, reason = "targets of kernels have a size, slices have not")]
    fn run<I: Isa>(self, isa: I, panels: &mut &mut [T], factor: Factor<'_, T>) {
        let ([columns, terms], width) = (self.size, VECTORS * T::Vector::<I>::N);
        let (whole, rest) = (columns / width * width, columns % width);
        let (panels, narrow) = panels.split_at_mut(whole * terms);
        if whole > 0 && factor.across == 1 {
            // Row by row, as they lie in memory.
            for term in 0..terms {
                let from = &factor.from(0, term).numbers[..whole];
                let to = panels[term * width..].chunks_mut(width * terms);
                for (from, to) in from.chunks_exact(width).zip(to) {
                    for (c, vector) in vectors::<T, T::Vector<I>, VECTORS>(isa, from, 0).into_iter().enumerate() {
                        vector.store(to, c * T::Vector::<I>::N);
                    }
                }
            }
        } else {
            for (at, to) in panels.chunks_exact_mut((width * terms).max(1)).enumerate() {
                panel(isa, to, [width, width, terms], factor.from(at * width, 0));
            }
        }
        if rest > 0 {
            let width = rest.next_multiple_of(T::Vector::<I>::N);
            let narrow = &mut narrow[..width * terms];
            narrow.fill(T::zero());
            panel(isa, narrow, [width, rest, terms], factor.from(whole, 0));
        }
    }
}

/// One panel of some width, of which a part is filled.
#[inline(always)]
fn panel<I: Isa, T: Element + TransposeBlock>(
    isa: I,
    panel: &mut [T],
    [width, filled, terms]: [usize; 3],
    Factor { numbers, across, along }: Factor<'_, T>,
) {
    if along == 1 {
        Transpose { rows: filled, columns: terms, step: across, to_step: width }.copy(isa, numbers, panel);
        return;
    }
    for (term, row) in panel.chunks_exact_mut(width).take(terms).enumerate() {
        let from = &numbers[term * along..];
        if across == 1 {
            row[..filled].copy_from_slice(&from[..filled]);
            continue;
        }
        for (place, number) in row[..filled].iter_mut().enumerate() {
            *number = from[place * across];
        }
    }
}
