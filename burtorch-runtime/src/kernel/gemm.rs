//! Products of large matrices: `C += A · B`, blocked for the caches.
//!
//! In: two factors with any two strides, sizes, and [`Product`]: what becomes of a sum. A block of `B` that stays in the second cache is
//! copied to panels, in which the columns of one register or two lie side by side. Then stripes of some rows of `A` come by: as they lie in
//! memory if the terms of a row lie side by side, else copied as well. The micro-kernel keeps the sums of a stripe and a panel in
//! registers. Panels and the stripe lie in memory of the caller, of [`scratch`] numbers.
//!
//! The order in which terms are added depends on the sizes and on the instruction set alone.
#![allow(clippy::inline_always, reason = "what it is inlined into decides on the instructions")]

mod micro;
mod pack;
#[cfg(all(test, feature = "alloc"))]
mod tests;

use super::isa::Isa;
use super::nest::LoopNest;
use super::sum::Element;
use super::transpose::TransposeBlock;
use super::vector::{One, Vector};
use micro::{Micro, Rows, Sums};
pub use pack::Factor;
use pack::{PackColumns, PackRows};

/// The rows of a stripe of `A`.
const STRIPE: usize = 12;
/// How many registers side by side a panel of `B` has.
const VECTORS: usize = 2;
/// The columns of the widest panel.
const PANEL: usize = 32;
/// The most terms that are added up before the sums go to memory, which takes longer the fewer they are.
const TERMS: usize = 512;
/// The most columns of a block of `B`, which stays in the second cache.
const COLUMNS: usize = 256;

/// How many numbers the panels have for a product of so many rows, columns and terms, whatever the instruction set.
#[must_use]
pub const fn scratch(size: [usize; 3]) -> usize {
    let [columns, terms] = blocks(size);
    (STRIPE + columns) * terms
}

/// The columns and terms of a block of a product of so many rows, columns and terms.
const fn blocks([_, columns, terms]: [usize; 3]) -> [usize; 2] {
    [length(columns, COLUMNS, PANEL), length(terms, TERMS, 1)]
}

/// How long a block is, where `whole` is cut into as few as possible that have at most `most` each, all of about the same size and a
/// multiple of `step`.
const fn length(whole: usize, most: usize, step: usize) -> usize {
    if whole == 0 {
        return step;
    }
    whole.div_ceil(whole.div_ceil(most)).next_multiple_of(step)
}

/// A kernel whose elements are sums of products, each at one of the `L` coordinates of its loops over elements.
pub trait Product<T: Element, const L: usize>: LoopNest {
    /// What it fills.
    type Output;
    /// Whether sums are added to what the target holds.
    const ADDS: bool;

    /// The elements from `at` on, as [`keep`](Product::keep) has left them; or what the sums are added to.
    fn load<I: Isa, V: Vector<T, Proof = I>>(isa: I, target: &Self::Output, at: &[usize; L]) -> V;

    /// Stores a part of each sum.
    fn keep<I: Isa, V: Vector<T, Proof = I>>(isa: I, target: &mut Self::Output, at: &[usize; L], sum: V);

    /// Stores what becomes of the sums.
    fn finish<I: Isa, V: Vector<T, Proof = I>>(
        isa: I,
        target: &mut Self::Output,
        arguments: &Self::Arguments<'_>,
        at: &[usize; L],
        sum: V,
    );
}

/// A target, and memory for panels beside it.
#[derive(Debug)]
pub struct WithScratch<'o, O, T> {
    /// What is filled.
    pub target: &'o mut O,
    /// At least as many numbers as [`scratch`] says.
    pub scratch: &'o mut [T],
}

/// The sizes of a product, and its place in the loops around.
#[derive(Clone, Copy, Debug)]
pub struct Extent<const L: usize> {
    /// Rows, columns and terms.
    pub size: [usize; 3],
    /// The loops over rows and columns.
    pub axes: [usize; 2],
    /// The coordinates of the first element.
    pub at: [usize; L],
}

impl<const L: usize> Extent<L> {
    /// The same from a later row and column on.
    #[inline(always)]
    fn after(&self, row: usize, column: usize) -> Self {
        let mut at = self.at;
        at[self.axes[0]] += row;
        at[self.axes[1]] += column;
        Self { at, ..*self }
    }
}

/// The product of two matrices: `a` has its rows, `b` its columns.
///
/// # Panics
/// If a factor ends before its last row or column, or if there is too little scratch memory.
#[inline(always)]
pub fn gemm<I: Isa, T: Element + TransposeBlock, P: Product<T, L>, const L: usize>(
    isa: I,
    WithScratch { target, scratch }: &mut WithScratch<'_, P::Output, T>,
    arguments: &P::Arguments<'_>,
    [a, b]: [Factor<'_, T>; 2],
    extent: &Extent<L>,
) {
    let [rows, columns, terms] = extent.size;
    let [most_columns, most_terms] = blocks(extent.size);
    let (stripe, panels) = scratch.split_at_mut(STRIPE * most_terms);
    // If there are no terms, the sums are zero.
    for k in (0..terms.max(1)).step_by(most_terms) {
        let count = most_terms.min(terms - k);
        let part = Part { is_first: k == 0, is_last: k + count == terms };
        for column in (0..columns).step_by(most_columns) {
            let block_columns = most_columns.min(columns - column);
            isa.call(PackColumns { size: [block_columns, count] }, &mut &mut *panels, b.from(column, k));
            for row in (0..rows).step_by(STRIPE) {
                let height = STRIPE.min(rows - row);
                let a = a.from(row, k);
                let rows_of_a = if a.along == 1 {
                    Rows::Apart(a.numbers, a.across)
                } else {
                    isa.call(PackRows { size: [height, count] }, &mut &mut *stripe, a);
                    Rows::Packed(&stripe[..STRIPE * count])
                };
                let extent = Extent { size: [height, block_columns, count], ..*extent }.after(row, column);
                strip::<I, T, P, L>(isa, target, arguments, (rows_of_a, panels), &extent, part);
            }
        }
    }
}

/// Some terms of the sums.
#[derive(Clone, Copy)]
struct Part {
    is_first: bool,
    is_last: bool,
}

/// A stripe of `A` times a block of `B`, both packed.
#[inline(always)]
fn strip<I: Isa, T: Element, P: Product<T, L>, const L: usize>(
    isa: I,
    target: &mut P::Output,
    arguments: &P::Arguments<'_>,
    (stripe, panels): (Rows<'_, T>, &[T]),
    extent: &Extent<L>,
    part: Part,
) {
    let [height, columns, count] = extent.size;
    let lanes = T::Vector::<I>::N;
    let width = VECTORS * lanes;
    let mut sums = Sums::zero();
    for column in (0..columns).step_by(width) {
        let filled = width.min(columns - column);
        let vectors = filled.div_ceil(lanes);
        let panel = &panels[column * count..][..vectors * lanes * count];
        if vectors == 1 {
            isa.call(Micro::<1> { height }, &mut sums, (stripe, panel));
        } else {
            isa.call(Micro::<VECTORS> { height }, &mut sums, (stripe, panel));
        }
        for (q, sums) in sums.rows().take(height).enumerate() {
            let at = extent.after(q, column).at;
            if filled < width {
                row_of_sums::<I, T, P, L>(isa, target, arguments, &sums[..filled], (at, extent.axes[1]), part);
                continue;
            }
            for vector in 0..VECTORS {
                let at = extent.after(q, column + vector * lanes).at;
                store::<I, T, T::Vector<I>, P, L>(isa, target, arguments, (sums, vector * lanes), &at, part);
            }
        }
    }
}

/// Stores the sums of a row, by whole vectors, halves and single numbers.
#[inline(always)]
fn row_of_sums<I: Isa, T: Element, P: Product<T, L>, const L: usize>(
    isa: I,
    target: &mut P::Output,
    arguments: &P::Arguments<'_>,
    sums: &[T],
    (mut at, axis): ([usize; L], usize),
    part: Part,
) {
    let (start, mut done) = (at[axis], 0);
    while done + T::Vector::<I>::N <= sums.len() {
        at[axis] = start + done;
        store::<I, T, T::Vector<I>, P, L>(isa, target, arguments, (sums, done), &at, part);
        done += T::Vector::<I>::N;
    }
    while done + T::Half::<I>::N <= sums.len() {
        at[axis] = start + done;
        store::<I, T, T::Half<I>, P, L>(isa, target, arguments, (sums, done), &at, part);
        done += T::Half::<I>::N;
    }
    while done < sums.len() {
        at[axis] = start + done;
        store::<I, T, One<T, I>, P, L>(isa, target, arguments, (sums, done), &at, part);
        done += 1;
    }
}

/// Stores a vector of sums.
#[inline(always)]
fn store<I: Isa, T: Element, V: Vector<T, Proof = I>, P: Product<T, L>, const L: usize>(
    isa: I,
    target: &mut P::Output,
    arguments: &P::Arguments<'_>,
    (sums, start): (&[T], usize),
    at: &[usize; L],
    part: Part,
) {
    let mut sum = V::load(isa, sums, start);
    if P::ADDS || !part.is_first {
        sum = sum.add(P::load(isa, target, at));
    }
    if part.is_last { P::finish(isa, target, arguments, at, sum) } else { P::keep(isa, target, at, sum) }
}
