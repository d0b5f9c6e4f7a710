//! Loops that are not unrolled.
#![allow(unsafe_code)]

/// `N`, as a number of which the optimizer knows no more than that it is not above `N`.
///
/// A loop that runs so often is not unrolled as a whole. That would be much code, three times over on processors with three
/// instruction sets, and what is in the loop takes long enough to hide the counting.
#[inline(always)]
#[allow(clippy::inline_always, reason = "it is one register")]
#[must_use]
pub fn times<const N: usize>() -> usize {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        let mut n = N;
        // SAFETY: it is no instruction at all; it reads and writes nothing but the register that it is given.
        unsafe { core::arch::asm!("/* {0} */", inout(reg) n, options(pure, nomem, nostack, preserves_flags)) };
        n.min(N)
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    N
}
