//! Sums in blocks of accumulators that stay in registers, as matrix products are computed.
//!
//! A block is `R` rows of `C` vectors. The lanes of a vector are elements of the target that lie side by side, and the rows are elements
//! that share what the lanes are multiplied by: a vector is loaded once for all rows, a number once for all vectors. Where nothing
//! lies side by side in the target, the lanes are partial sums of one element instead, which are added up at the end.
#![allow(clippy::inline_always, reason = "what it is inlined into decides on the instructions")]

use core::ops::Range;

use super::cut::Cut;
use super::isa::Isa;
use super::larger;
use super::nest::LoopNest;
use super::sum::Element;
use super::two_k_per_register::TwoK;
use super::unroll::opaque;
use super::vector::{One, Vector};

/// A kernel whose elements are sums. A place is the coordinates of an element of the target, and those of the terms or of the part
/// of a sum if it is computed in parts.
///
/// What is written of a kernel adds terms to the sums of a block, and stores them. All loops around that are here.
pub trait Blocks<T: Element, const N: usize>: LoopNest {
    /// The coordinate along which lanes lie.
    const LANES: usize;
    /// The coordinate along which rows lie.
    const ROWS: usize;
    /// How many rows there are.
    const COUNT: usize;
    /// Where lanes are partial sums of an element, how many terms lie along them.
    const TERMS: usize = 0;
    /// Whether lanes are partial sums.
    const IS_DOT: bool = false;
    /// Whether the largest term is looked for, and not the sum.
    const IS_MAX: bool = false;
    /// Whether all columns of some rows come before the next rows: what the rows share is in the cache anyway.
    const ROWS_FIRST: bool = false;
    /// Whether sums go on from where they are [stored](Self::resume).
    const RESUMES: bool = false;
    /// Whether [two terms](Self::add_two_k) go into a register of which one would fill half.
    const TWO_K: bool = false;
    /// Whether in the widest registers the half vector that is left of a row is computed [beside](Self::add_beside) the first.
    const HALF_BESIDE: bool = false;
    /// Whether in the widest registers the vector one step further along the coordinate `BESIDE` is.
    const NEXT_BESIDE: bool = false;
    /// See [`NEXT_BESIDE`](Self::NEXT_BESIDE).
    const BESIDE: usize = 0;

    /// Adds terms to the sums of the block at a place: all of them, or where lanes are partial sums, those at that place.
    fn add<I: Isa, V: Vector<T, Proof = I>, const R: usize, const C: usize>(
        isa: I,
        arguments: &Self::Arguments<'_>,
        at: &[usize; N],
        sums: &mut [[V; C]; R],
    );

    /// Stores the block at a place: as it is, in [rows](Self::row) of the target.
    #[inline(always)]
    fn store<I: Isa, V: Vector<T, Proof = I>, const R: usize, const C: usize>(
        _isa: I,
        target: &mut Self::Target<'_>,
        _arguments: &Self::Arguments<'_>,
        at: &[usize; N],
        sums: &[[V; C]; R],
    ) {
        let mut at = *at;
        for sums in sums {
            let (row, start) = Self::row(target, &at);
            for (c, sum) in sums.iter().enumerate() {
                sum.store(row, start + c * V::N);
            }
            at[Self::ROWS] += 1;
        }
    }

    /// What the element at a place lies in, and where it is.
    fn row<'o>(_target: &'o mut Self::Target<'_>, _at: &[usize; N]) -> (&'o mut [T], usize) {
        unreachable!("sums are stored in another way")
    }

    /// Stores the element at a place, if lanes are partial sums.
    fn store_one<I: Isa>(
        _isa: I,
        _target: &mut Self::Target<'_>,
        _arguments: &Self::Arguments<'_>,
        _at: &[usize; N],
        _sum: T,
    ) {
        unreachable!("elements are stored in vectors")
    }

    /// Reads the sums that a part of a sum goes on from.
    #[inline(always)]
    fn resume<I: Isa, V: Vector<T, Proof = I>, const R: usize, const C: usize>(
        _isa: I,
        _target: &Self::Target<'_>,
        _at: &[usize; N],
        _sums: &mut [[V; C]; R],
    ) {
    }

    /// Copies the vectors that all rows of a column share to a panel, one after the other: where they lie far apart, reading them with
    /// a long stride would miss the cache in each block.
    fn pack<I: Isa, V: Vector<T, Proof = I>, const C: usize>(
        _isa: I,
        _arguments: &Self::Arguments<'_>,
        _at: &[usize; N],
        _panel: &mut [[V; C]],
    ) {
        unreachable!("there is no panel")
    }

    /// What [`add`](Self::add) does, from the panel.
    fn add_packed<I: Isa, V: Vector<T, Proof = I>, const R: usize, const C: usize>(
        _isa: I,
        _panel: &[[V; C]],
        _arguments: &Self::Arguments<'_>,
        _at: &[usize; N],
        _sums: &mut [[V; C]; R],
    ) {
        unreachable!("there is no panel")
    }

    /// What [`add`](Self::add) does, two terms at a time.
    fn add_two_k<I: Isa, V: Vector<T, Proof = I>, P: TwoK<T, Proof = I, One = V>, const R: usize>(
        _isa: I,
        _arguments: &Self::Arguments<'_>,
        _at: &[usize; N],
        _sums: &mut [P; R],
    ) {
        unreachable!("terms are added one by one")
    }

    /// Adds terms to the sums of the block at a place, one vector per row, and to those of what lies beside it. Both are multiplied by the
    /// same numbers, so each number is loaded for two products: some processors load one number in a cycle into their widest
    /// registers, and multiply two.
    fn add_beside<I: Isa, V: Vector<T, Proof = I>, W: Vector<T, Proof = I>, const R: usize>(
        _isa: I,
        _arguments: &Self::Arguments<'_>,
        _at: &[usize; N],
        _sums: &mut [[V; 1]; R],
        _beside: &mut [[W; 1]; R],
    ) {
        unreachable!("vectors are computed one by one")
    }

    /// Adds all terms to partial sums: a loop around [`terms`](Self::terms) for each axis of the sum but that of the lanes.
    #[inline(always)]
    fn axes<I: Isa, V: Vector<T, Proof = I>, const R: usize, const C: usize>(
        isa: I,
        arguments: &Self::Arguments<'_>,
        at: &mut [usize; N],
        sums: &mut [[V; C]; R],
        rest: &mut [[One<T, I>; 1]; R],
    ) {
        Self::terms(isa, arguments, at, sums, rest);
    }

    /// The rows that are filled; not all of them if several threads fill the target.
    #[inline(always)]
    fn row_range(_target: &Self::Target<'_>) -> Range<usize> {
        0..Self::COUNT
    }

    /// The columns that are filled, of `length`.
    #[inline(always)]
    fn column_range(_target: &Self::Target<'_>, length: usize) -> Range<usize> {
        0..length
    }

    /// Fills rows of `LENGTH` elements, column by column, in blocks of `R` rows, of which `Q` are left over, and `C` vectors, whose shared
    /// vectors are in a panel of `P`, if that is not zero.
    #[inline(always)]
    fn columns<I: Isa, const LENGTH: usize, const R: usize, const Q: usize, const C: usize, const P: usize>(
        isa: I,
        target: &mut Self::Target<'_>,
        arguments: &Self::Arguments<'_>,
        at: &mut [usize; N],
    ) {
        let (one, half) = (T::Vector::<I>::N, T::Half::<I>::N);
        let block = C * one;
        if Cut::<T, I, LENGTH, C>::BLOCKS {
            // The optimizer does not know where a part of the columns ends; with the second condition it knows what is inside.
            let Range { start, end } = Self::column_range(target, LENGTH);
            at[Self::LANES] = start;
            while at[Self::LANES] + block <= end && at[Self::LANES] <= LENGTH - block {
                Self::column::<I, T::Vector<I>, R, Q, C, P>(isa, target, arguments, at);
                at[Self::LANES] = next(at[Self::LANES], block, LENGTH);
            }
        }
        if Cut::<T, I, LENGTH, C>::VECTORS {
            at[Self::LANES] = LENGTH / block * block;
            while at[Self::LANES] + one <= LENGTH {
                Self::column::<I, T::Vector<I>, R, Q, 1, P>(isa, target, arguments, at);
                at[Self::LANES] += one;
            }
        }
        if Cut::<T, I, LENGTH, C>::HALF {
            at[Self::LANES] = LENGTH / one * one;
            while at[Self::LANES] + half <= LENGTH {
                Self::column::<I, T::Half<I>, R, Q, 1, P>(isa, target, arguments, at);
                at[Self::LANES] += half;
            }
        }
        if Cut::<T, I, LENGTH, C>::NUMBERS {
            at[Self::LANES] = LENGTH / half * half;
            while at[Self::LANES] < LENGTH {
                Self::column::<I, One<T, I>, R, Q, 1, P>(isa, target, arguments, at);
                at[Self::LANES] += 1;
            }
        }
    }

    /// The same, row by row.
    #[inline(always)]
    fn rows_first<I: Isa, const LENGTH: usize, const R: usize, const Q: usize, const C: usize>(
        isa: I,
        target: &mut Self::Target<'_>,
        arguments: &Self::Arguments<'_>,
        at: &mut [usize; N],
    ) {
        let Range { start, end } = Self::row_range(target);
        at[Self::ROWS] = start;
        while at[Self::ROWS] + R <= end && at[Self::ROWS] <= Self::COUNT - R {
            Self::columns::<I, LENGTH, R, 0, C, 0>(isa, target, arguments, at);
            at[Self::ROWS] = next(at[Self::ROWS], R, Self::COUNT);
        }
        match Q {
            0 => {}
            _ if Self::COUNT / R * R < end => {
                at[Self::ROWS] = Self::COUNT / R * R;
                Self::columns::<I, LENGTH, Q, 0, C, 0>(isa, target, arguments, at);
            }
            _ => {}
        }
    }

    /// Fills a column of blocks; if rows come first, one block of it.
    #[inline(always)]
    fn column<I: Isa, V: Vector<T, Proof = I>, const R: usize, const Q: usize, const C: usize, const P: usize>(
        isa: I,
        target: &mut Self::Target<'_>,
        arguments: &Self::Arguments<'_>,
        at: &mut [usize; N],
    ) {
        if Self::ROWS_FIRST {
            Self::block::<I, V, R, C, 0>(isa, target, arguments, &[], at);
            return;
        }
        let mut panel = [[V::splat(isa, T::zero()); C]; P];
        match P {
            0 => {}
            _ => Self::pack(isa, arguments, at, &mut panel),
        }
        Self::rows::<I, V, R, Q, C, P>(isa, target, arguments, &panel, at);
    }

    /// Fills blocks of `R` rows, and one of the `Q` that are left over.
    #[inline(always)]
    fn rows<I: Isa, V: Vector<T, Proof = I>, const R: usize, const Q: usize, const C: usize, const P: usize>(
        isa: I,
        target: &mut Self::Target<'_>,
        arguments: &Self::Arguments<'_>,
        panel: &[[V; C]; P],
        at: &mut [usize; N],
    ) {
        // Parts of the rows start where blocks do, so what is left over is the same. The optimizer does not know where they end; with
        // the second condition it knows what is inside.
        let Range { start, end } = Self::row_range(target);
        at[Self::ROWS] = start;
        while at[Self::ROWS] + R <= end && at[Self::ROWS] <= Self::COUNT - R {
            Self::block::<I, V, R, C, P>(isa, target, arguments, panel, at);
            at[Self::ROWS] = next(at[Self::ROWS], R, Self::COUNT);
        }
        match Q {
            0 => {}
            _ if Self::COUNT / R * R < end => {
                at[Self::ROWS] = Self::COUNT / R * R;
                Self::block::<I, V, Q, C, P>(isa, target, arguments, panel, at);
            }
            _ => {}
        }
    }

    /// Fills the block at a place.
    #[inline(always)]
    fn block<I: Isa, V: Vector<T, Proof = I>, const R: usize, const C: usize, const P: usize>(
        isa: I,
        target: &mut Self::Target<'_>,
        arguments: &Self::Arguments<'_>,
        panel: &[[V; C]; P],
        at: &mut [usize; N],
    ) {
        if Self::IS_DOT {
            Self::dots::<I, V, R, C>(isa, target, arguments, at);
            return;
        }
        if Self::HALF_BESIDE
            && let 64 = I::WIDTH
        {
            Self::beside::<I, V, T::Half<I>, R>(isa, target, arguments, at);
            return;
        }
        if Self::NEXT_BESIDE
            && let 64 = I::WIDTH
        {
            Self::beside::<I, V, V, R>(isa, target, arguments, at);
            return;
        }
        let mut sums = [[V::splat(isa, if Self::IS_MAX { T::neg_infinity() } else { T::zero() }); C]; R];
        if Self::TWO_K && <V::TwoK as TwoK<T>>::IN_ONE_REGISTER {
            let mut both = [<V::TwoK as TwoK<T>>::of(sums[0][0], sums[0][0]); R];
            Self::add_two_k(isa, arguments, at, &mut both);
            for q in 0..R {
                sums[q][0] = both[q].total();
            }
            Self::store(isa, target, arguments, at, &sums);
            return;
        }
        if Self::RESUMES {
            Self::resume(isa, target, at, &mut sums);
        }
        match P {
            0 => Self::add(isa, arguments, at, &mut sums),
            _ => Self::add_packed(isa, panel, arguments, at, &mut sums),
        }
        Self::store(isa, target, arguments, at, &sums);
    }

    /// Fills the block at a place, one vector per row, and what lies beside it.
    #[inline(always)]
    fn beside<I: Isa, V: Vector<T, Proof = I>, W: Vector<T, Proof = I>, const R: usize>(
        isa: I,
        target: &mut Self::Target<'_>,
        arguments: &Self::Arguments<'_>,
        at: &[usize; N],
    ) {
        let mut sums = [[V::splat(isa, T::zero()); 1]; R];
        let mut beside = [[W::splat(isa, T::zero()); 1]; R];
        Self::add_beside(isa, arguments, at, &mut sums, &mut beside);
        Self::store(isa, target, arguments, at, &sums);
        let mut next = *at;
        if Self::HALF_BESIDE {
            next[Self::LANES] += V::N;
        } else {
            next[Self::BESIDE] += 1;
        }
        Self::store(isa, target, arguments, &next, &beside);
    }

    /// Fills `R` elements from partial sums.
    #[inline(always)]
    fn dots<I: Isa, V: Vector<T, Proof = I>, const R: usize, const C: usize>(
        isa: I,
        target: &mut Self::Target<'_>,
        arguments: &Self::Arguments<'_>,
        at: &mut [usize; N],
    ) {
        let start = if Self::IS_MAX { T::neg_infinity() } else { T::zero() };
        let (mut sums, mut rest) = ([[V::splat(isa, start); C]; R], [[One::splat(isa, start); 1]; R]);
        Self::axes(isa, arguments, at, &mut sums, &mut rest);
        let row = at[Self::ROWS];
        for q in 0..R {
            let mut all = sums[q][0];
            for &sum in &sums[q][1..] {
                all = if Self::IS_MAX { all.larger(sum) } else { all.add(sum) };
            }
            let rest = rest[q][0];
            let total = if Self::IS_MAX { larger(all.max(), rest.max()) } else { all.sum() + rest.sum() };
            at[Self::ROWS] = row + q;
            Self::store_one(isa, target, arguments, at, total);
        }
        at[Self::ROWS] = row;
    }

    /// Adds the terms along the lanes to partial sums: whole blocks of vectors, then one term at a time.
    #[inline(always)]
    fn terms<I: Isa, V: Vector<T, Proof = I>, const R: usize, const C: usize>(
        isa: I,
        arguments: &Self::Arguments<'_>,
        at: &mut [usize; N],
        sums: &mut [[V; C]; R],
        rest: &mut [[One<T, I>; 1]; R],
    ) {
        let blocks = Self::TERMS / (C * V::N);
        for k in 0..blocks {
            at[Self::LANES] = k * C * V::N;
            Self::add(isa, arguments, at, sums);
        }
        for k in blocks * C * V::N..Self::TERMS {
            at[Self::LANES] = k;
            Self::add(isa, arguments, at, rest);
        }
    }

    /// What [`columns`](Self::columns) fills, element by element: for readers and for tests.
    fn plain<I: Isa>(
        isa: I,
        target: &mut Self::Target<'_>,
        arguments: &Self::Arguments<'_>,
        mut at: [usize; N],
        length: usize,
    ) {
        for row in 0..Self::COUNT {
            for column in 0..length {
                at[Self::ROWS] = row;
                at[Self::LANES] = column;
                let mut sum = [[One::<T, I>::splat(isa, T::zero()); 1]; 1];
                Self::add(isa, arguments, &at, &mut sum);
                Self::store(isa, target, arguments, &at, &sum);
            }
        }
    }
}

/// The next step of a loop to `length`. If there are a few, the optimizer does not know how many, and does not unroll the loop as a whole;
/// if there are many, it does not anyway.
#[inline(always)]
fn next(at: usize, step: usize, length: usize) -> usize {
    if matches!(length / step, 2..=8) { opaque(at + step) } else { at + step }
}
