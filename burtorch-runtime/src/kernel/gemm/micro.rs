//! The micro-kernel: sums that stay in registers while the terms of a stripe and a panel come by.

use super::super::isa::{Isa, Kernel};
use super::super::sum::Element;
use super::super::vector::{Vector, vectors};
use super::{PANEL, STRIPE};

/// The sums of a stripe and a panel, row by row.
#[repr(align(64))]
pub(super) struct Sums<T>([T; STRIPE * PANEL]);

impl<T: Element> Sums<T> {
    #[inline(always)]
    pub(super) fn zero() -> Self {
        Self([T::zero(); STRIPE * PANEL])
    }

    /// Its rows, as long as the widest panel.
    #[inline(always)]
    pub(super) fn rows(&self) -> impl Iterator<Item = &[T]> {
        self.0.chunks_exact(PANEL)
    }
}

/// Rows of `A`: packed, or as they lie in memory.
#[derive(Clone, Copy)]
pub(super) enum Rows<'a, T> {
    /// What one term needs of all rows of a stripe lies side by side.
    Packed(&'a [T]),
    /// The terms of a row lie side by side; the next row starts so far behind.
    Apart(&'a [T], usize),
}

/// Sums of products of a stripe and a panel of `C` vectors, of which so many rows are looked at: all at once in the widest registers, of
/// which there are more, else half of them at a time.
pub(super) struct Micro<const C: usize> {
    pub(super) height: usize,
}

impl<T: Element, const C: usize> Kernel<Sums<T>, (Rows<'_, T>, &[T])> for Micro<C> {
    #[inline(always)]
    fn run<I: Isa>(self, isa: I, sums: &mut Sums<T>, (rows, panel): (Rows<'_, T>, &[T])) {
        const HALF: usize = STRIPE / 2;
        let mut place = Place { height: self.height, first: 0 };
        match self.height {
            1..=4 => place.sums::<I, T, 4, C>(isa, rows, panel, sums),
            5..=8 if I::WIDTH == 64 => place.sums::<I, T, 8, C>(isa, rows, panel, sums),
            _ if I::WIDTH == 64 => place.sums::<I, T, STRIPE, C>(isa, rows, panel, sums),
            _ => {
                place.sums::<I, T, HALF, C>(isa, rows, panel, sums);
                if self.height > HALF {
                    place.first = HALF;
                    place.sums::<I, T, HALF, C>(isa, rows, panel, sums);
                }
            }
        }
    }
}

/// Which rows of a stripe: from the first on, of so many.
#[derive(Clone, Copy)]
struct Place {
    height: usize,
    first: usize,
}

impl Place {
    /// The sums of `R` rows.
    #[inline(always)]
    fn sums<I: Isa, T: Element, const R: usize, const C: usize>(
        self,
        isa: I,
        rows: Rows<'_, T>,
        panel: &[T],
        sums: &mut Sums<T>,
    ) {
        let mut sum = [[T::Vector::<I>::splat(isa, T::zero()); C]; R];
        let panel = panel.chunks_exact(C * T::Vector::<I>::N);
        match rows {
            Rows::Packed(stripe) => {
                for (a, b) in stripe.chunks_exact(STRIPE).zip(panel) {
                    let b = vectors::<T, T::Vector<I>, C>(isa, b, 0);
                    for q in 0..R {
                        let a = T::Vector::<I>::splat(isa, a[self.first + q]);
                        for c in 0..C {
                            sum[q][c] = a.fma(b[c], sum[q][c]);
                        }
                    }
                }
            }
            Rows::Apart(numbers, step) => {
                let terms = panel.len();
                // What is behind the last row is that row again.
                let rows: [&[T]; R] =
                    core::array::from_fn(|q| &numbers[(self.first + q).min(self.height - 1) * step..][..terms]);
                for (k, b) in panel.enumerate() {
                    let b = vectors::<T, T::Vector<I>, C>(isa, b, 0);
                    for q in 0..R {
                        let a = T::Vector::<I>::splat(isa, rows[q][k]);
                        for c in 0..C {
                            sum[q][c] = a.fma(b[c], sum[q][c]);
                        }
                    }
                }
            }
        }
        for (q, row) in sum.into_iter().enumerate() {
            for (c, vector) in row.into_iter().enumerate() {
                vector.store(&mut sums.0, (self.first + q) * PANEL + c * T::Vector::<I>::N);
            }
        }
    }
}
