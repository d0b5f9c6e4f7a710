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

/// Sums of products of a stripe and a panel of `C` vectors, of which so many rows are looked at: all at once in the widest registers, of
/// which there are more, else half of them at a time.
pub(super) struct Micro<const C: usize> {
    pub(super) height: usize,
}

impl<T: Element, const C: usize> Kernel<Sums<T>, (&[T], &[T])> for Micro<C> {
    #[inline(always)]
    fn run<I: Isa>(self, isa: I, sums: &mut Sums<T>, (stripe, panel): (&[T], &[T])) {
        const HALF: usize = STRIPE / 2;
        match self.height {
            1..=4 => rows::<I, T, 4, C>(isa, stripe, panel, &mut sums.0, 0),
            5..=8 if I::WIDTH == 64 => rows::<I, T, 8, C>(isa, stripe, panel, &mut sums.0, 0),
            _ if I::WIDTH == 64 => rows::<I, T, STRIPE, C>(isa, stripe, panel, &mut sums.0, 0),
            _ => {
                rows::<I, T, HALF, C>(isa, stripe, panel, &mut sums.0, 0);
                if self.height > HALF {
                    rows::<I, T, HALF, C>(isa, stripe, panel, &mut sums.0, HALF);
                }
            }
        }
    }
}

/// The sums of `R` rows from `first` on.
#[inline(always)]
fn rows<I: Isa, T: Element, const R: usize, const C: usize>(
    isa: I,
    stripe: &[T],
    panel: &[T],
    sums: &mut [T; STRIPE * PANEL],
    first: usize,
) {
    let mut sum = [[T::Vector::<I>::splat(isa, T::zero()); C]; R];
    for (a, b) in stripe.chunks_exact(STRIPE).zip(panel.chunks_exact(C * T::Vector::<I>::N)) {
        let b = vectors::<T, T::Vector<I>, C>(isa, b, 0);
        for q in 0..R {
            let a = T::Vector::<I>::splat(isa, a[first + q]);
            for c in 0..C {
                sum[q][c] = a.fma(b[c], sum[q][c]);
            }
        }
    }
    for (q, row) in sum.into_iter().enumerate() {
        for (c, vector) in row.into_iter().enumerate() {
            vector.store(sums, (first + q) * PANEL + c * T::Vector::<I>::N);
        }
    }
}
