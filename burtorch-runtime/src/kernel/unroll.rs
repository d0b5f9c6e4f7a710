//! Loops that are not unrolled.
#![allow(unsafe_code)]

use super::isa::Isa;

/// The numbers below `N`, in a loop that is not unrolled as a whole.
///
/// That would be much code, three times over on processors with three instruction sets, and what is in the loop takes long
/// enough to hide the counting.
#[inline(always)]
#[allow(clippy::inline_always, reason = "it is two registers")]
#[must_use]
pub fn no_unroll<const N: usize>() -> NoUnroll<N> {
    NoUnroll { at: 0, end: if N > FEW { opaque(N).min(N) } else { N } }
}

/// The numbers below `N`, in a loop that is unrolled unless code is to be [small](Isa::next).
#[inline(always)]
#[allow(clippy::inline_always, reason = "it is one register")]
#[must_use]
pub fn maybe_unroll<I: Isa, const N: usize>(isa: I) -> MaybeUnroll<I, N> {
    MaybeUnroll { isa, at: 0 }
}

/// See [`maybe_unroll`].
#[derive(Clone, Debug)]
pub struct MaybeUnroll<I, const N: usize> {
    isa: I,
    at: usize,
}

impl<I: Isa, const N: usize> Iterator for MaybeUnroll<I, N> {
    type Item = usize;

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is the head of a loop")]
    fn next(&mut self) -> Option<usize> {
        let at = self.at;
        if at >= N {
            return None;
        }
        self.at = self.isa.next(at + 1);
        Some(at)
    }
}

/// What runs no more often than this is unrolled even if it is not known how often it runs. So that must not be known in any
/// iteration.
const FEW: usize = 8;

/// See [`no_unroll`].
#[derive(Clone, Debug)]
pub struct NoUnroll<const N: usize> {
    at: usize,
    end: usize,
}

impl<const N: usize> Iterator for NoUnroll<N> {
    type Item = usize;

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is the head of a loop")]
    fn next(&mut self) -> Option<usize> {
        let at = self.at;
        if at >= self.end {
            return None;
        }
        self.at = if N > FEW { at + 1 } else { opaque(at + 1) };
        Some(at)
    }
}

/// Returns its argument, as a number of which the optimizer knows nothing.
#[inline(always)]
#[allow(clippy::inline_always, reason = "it is one register")]
#[must_use]
pub fn opaque(n: usize) -> usize {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        let mut n = n;
        // SAFETY: it is no instruction at all; it reads and writes nothing but the register that it is given.
        unsafe { core::arch::asm!("/* {0} */", inout(reg) n, options(pure, nomem, nostack, preserves_flags)) };
        n
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    n
}

#[cfg(test)]
mod tests {
    use super::super::isa::Baseline;
    use super::*;

    #[test]
    fn times_counts_from_zero_to_the_end() {
        assert!(no_unroll::<9>().eq(0..9));
        assert!(no_unroll::<0>().eq(0..0));
        assert!(maybe_unroll::<_, 3>(Baseline).eq(0..3));
        assert!(maybe_unroll::<_, 0>(Baseline).eq(0..0));
    }
}
