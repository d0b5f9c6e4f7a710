//! Sums of rows, `o = Σ c[k] · a[k]`, a few rows at a time: a matrix from the left times a vector.
//!
//! The sums stay in the cache, and the rows come by in the order in which they lie in memory, so the kernel is as fast
//! as they can be read. A training step updates the rows in the same pass, while they are in registers.
#![allow(clippy::inline_always, reason = "what it is inlined into decides on the instructions")]
#![allow(
    clippy::needless_range_loop,
    reason = "a loop of few steps over several arrays, which builds without optimization run, too"
)]

use super::cut::Cut;
use super::isa::Isa;
use super::nest::LoopNest;
use super::sum::Element;
use super::vector::{One, Vector, vectors};

/// How many rows come by at a time: enough to make up for reading and writing the sums.
const ROWS: usize = 4;

/// A kernel that adds up rows, each times a number. A place is the coordinates of an element of the target, the last of which is
/// along a row, and the number of a row.
pub trait RowSums<T: Element, const N: usize>: LoopNest {
    /// How many rows there are.
    const COUNT: usize;

    /// What the row at a place is multiplied by.
    fn factor(arguments: &Self::Arguments<'_>, at: &[usize; N]) -> T;

    /// What the row at a place lies in, and where the place is.
    fn row<'a>(arguments: &'a Self::Arguments<'_>, at: &[usize; N]) -> (&'a [T], usize);

    /// What the sum at a place lies in, and where that is.
    fn sums<'o>(target: &'o mut Self::Target<'_>, at: &[usize; N]) -> (&'o mut [T], usize);

    /// Updates `C` vectors of each of the `R` rows at a place; a kernel that does not is one that only adds up.
    ///
    /// All that it reads is read before it writes, see [`vectors_of_rows`](Self::vectors_of_rows).
    #[inline(always)]
    fn update<I: Isa, V: Vector<T, Proof = I>, const R: usize, const C: usize>(
        _isa: I,
        _arguments: &mut Self::Arguments<'_>,
        _at: &[usize; N],
        _factors: &[T; R],
        _rows: &[[V; C]; R],
    ) {
    }

    /// Adds up `R` rows: a loop around [`columns`](Self::columns) for each axis of the target but the last.
    fn axes<I: Isa, const R: usize, const FIRST: bool>(
        isa: I,
        target: &mut Self::Target<'_>,
        arguments: &mut Self::Arguments<'_>,
        factors: &[T; R],
        row: usize,
    );

    /// Computes all sums, over rows of `LENGTH` elements; `LAST` of them are what fours leave over, or four.
    ///
    /// The last rows come first: whoever read them before, from the first on, has left those in the cache.
    #[inline(always)]
    fn all_rows<I: Isa, const LENGTH: usize, const LAST: usize>(
        isa: I,
        target: &mut Self::Target<'_>,
        arguments: &mut Self::Arguments<'_>,
    ) {
        Self::some_rows::<I, LAST, true>(isa, target, arguments, Self::COUNT - LAST);
        for fours in (0..(Self::COUNT - LAST) / ROWS).rev() {
            Self::some_rows::<I, ROWS, false>(isa, target, arguments, fours * ROWS);
        }
    }

    /// Adds `R` rows to the sums, or sets these to them if they are the first.
    #[inline(always)]
    fn some_rows<I: Isa, const R: usize, const FIRST: bool>(
        isa: I,
        target: &mut Self::Target<'_>,
        arguments: &mut Self::Arguments<'_>,
        row: usize,
    ) {
        let (mut factors, mut at) = ([T::zero(); R], [0; N]);
        for (q, factor) in factors.iter_mut().enumerate() {
            at[N - 1] = row + q;
            *factor = Self::factor(arguments, &at);
        }
        Self::axes::<I, R, FIRST>(isa, target, arguments, &factors, row);
    }

    /// Adds `R` rows to a row of `LENGTH` sums: two vectors at a time, one, a half, and single numbers.
    #[inline(always)]
    fn columns<I: Isa, const LENGTH: usize, const R: usize, const FIRST: bool>(
        isa: I,
        target: &mut Self::Target<'_>,
        arguments: &mut Self::Arguments<'_>,
        factors: &[T; R],
        mut at: [usize; N],
    ) {
        let (one, half) = (T::Vector::<I>::N, T::Half::<I>::N);
        if Cut::<T, I, LENGTH, 2>::BLOCKS {
            while at[N - 2] <= LENGTH - 2 * one {
                Self::vectors_of_rows::<I, T::Vector<I>, R, 2, FIRST>(isa, target, arguments, factors, &at);
                at[N - 2] = isa.next(at[N - 2] + 2 * one);
            }
        }
        if Cut::<T, I, LENGTH, 2>::VECTORS {
            while at[N - 2] <= LENGTH - one {
                Self::vectors_of_rows::<I, T::Vector<I>, R, 1, FIRST>(isa, target, arguments, factors, &at);
                at[N - 2] = isa.next(at[N - 2] + one);
            }
        }
        if Cut::<T, I, LENGTH, 2>::HALF {
            while at[N - 2] <= LENGTH - half {
                Self::vectors_of_rows::<I, T::Half<I>, R, 1, FIRST>(isa, target, arguments, factors, &at);
                at[N - 2] = isa.next(at[N - 2] + half);
            }
        }
        if Cut::<T, I, LENGTH, 2>::NUMBERS {
            while at[N - 2] < LENGTH {
                Self::vectors_of_rows::<I, One<T, I>, R, 1, FIRST>(isa, target, arguments, factors, &at);
                at[N - 2] = isa.next(at[N - 2] + 1);
            }
        }
    }

    /// Adds `C` vectors of each of `R` rows to those of the sums.
    ///
    /// All of them are read before any is written. A processor that reads asks whether the number is still on its way to memory,
    /// and looks at the last 12 bits of the address alone. So it waits where what is read and what was just written are a multiple
    /// of 4096 bytes apart, as rows of 1024 floats are, or any two arrays by chance: the fewer turns, the less often.
    #[inline(always)]
    fn vectors_of_rows<I: Isa, V: Vector<T, Proof = I>, const R: usize, const C: usize, const FIRST: bool>(
        isa: I,
        target: &mut Self::Target<'_>,
        arguments: &mut Self::Arguments<'_>,
        factors: &[T; R],
        at: &[usize; N],
    ) {
        let (sums, start) = Self::sums(target, at);
        let mut sum = [V::splat(isa, T::zero()); C];
        if !FIRST {
            sum = vectors::<T, V, C>(isa, sums, start);
        }
        let (mut rows, mut place) = ([[V::splat(isa, T::zero()); C]; R], *at);
        for row in &mut rows {
            let (numbers, start) = Self::row(arguments, &place);
            *row = vectors::<T, V, C>(isa, numbers, start);
            place[N - 1] += 1;
        }
        for q in 0..R {
            for c in 0..C {
                sum[c] = rows[q][c].fma(V::splat(isa, factors[q]), sum[c]);
            }
        }
        Self::update::<I, V, R, C>(isa, arguments, at, factors, &rows);
        for c in 0..C {
            sum[c].store(sums, start + c * V::N);
        }
    }

    /// What [`all_rows`](Self::all_rows) computes of one row of sums, in plain loops and without updates: for readers and for tests.
    fn plain(target: &mut Self::Target<'_>, arguments: &Self::Arguments<'_>, mut at: [usize; N], length: usize) {
        for column in 0..length {
            at[N - 2] = column;
            let mut sum = T::zero();
            for row in 0..Self::COUNT {
                at[N - 1] = row;
                let (numbers, start) = Self::row(arguments, &at);
                sum = sum + Self::factor(arguments, &at) * numbers[start];
            }
            let (sums, start) = Self::sums(target, &at);
            sums[start] = sum;
        }
    }
}
