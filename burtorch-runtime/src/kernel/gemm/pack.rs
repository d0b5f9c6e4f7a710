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

/// Copies the first rows of a factor to a stripe: for each term, the numbers of the rows lie side by side. What is missing to a stripe
/// is filled up with zeros.
pub(super) struct PackRows {
    /// How many rows, and how many terms.
    pub(super) size: [usize; 2],
}

impl<T: Element + TransposeBlock> Kernel<&mut [T], Factor<'_, T>> for PackRows {
    #[inline(always)]
    #[allow(clippy::mut_mut, reason = "targets of kernels have a size, slices have not")]
    fn run<I: Isa>(self, isa: I, stripe: &mut &mut [T], factor: Factor<'_, T>) {
        let [filled, terms] = self.size;
        let stripe = &mut stripe[..STRIPE * terms];
        if factor.across == 1 && filled == STRIPE {
            for (term, to) in stripe.chunks_exact_mut(STRIPE).enumerate() {
                *chunk_mut::<T, STRIPE>(to, 0) = *chunk(factor.from(0, term).numbers, 0);
            }
            return;
        }
        if filled < STRIPE {
            stripe.fill(T::zero());
        }
        panel(isa, stripe, [STRIPE, filled, terms], factor);
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
