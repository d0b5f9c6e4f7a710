//! Two terms of a sum in one register.
//!
//! Eight `f32` fill half a register of AVX-512. Where a sum has so many lanes, the other half takes its next term: lane `2 j` is
//! of the first term, lane `2 j + 1` of the second. The factors of the two, if they lie side by side in memory, come to all lanes
//! by one instruction.
#![allow(unsafe_code)]
#![allow(clippy::inline_always, reason = "each function is an instruction or two")]

use super::vector::Vector;

/// Two vectors.
pub trait TwoK<T>: Copy {
    /// What proves that the processor has such vectors.
    type Proof: Copy;
    /// One of the two.
    type One: Vector<T, Proof = Self::Proof>;

    /// Whether the two are in one register.
    const IN_ONE_REGISTER: bool;

    /// These two.
    fn of(first: Self::One, second: Self::One) -> Self;

    /// The number at `at` in all lanes of the first, and the next number in all lanes of the second.
    ///
    /// # Panics
    /// If there are fewer than two.
    fn splat(proof: Self::Proof, row: &[T], at: usize) -> Self;

    /// `self · b + c`
    #[must_use]
    fn fma(self, b: Self, c: Self) -> Self;

    /// The sum of the two.
    fn total(self) -> Self::One;
}

/// Two vectors in registers of their own.
impl<T: Copy, V: Vector<T>> TwoK<T> for [V; 2] {
    type Proof = V::Proof;
    type One = V;
    const IN_ONE_REGISTER: bool = false;

    #[inline(always)]
    fn of(first: V, second: V) -> Self {
        [first, second]
    }

    #[inline(always)]
    fn splat(proof: V::Proof, row: &[T], at: usize) -> Self {
        [V::splat(proof, row[at]), V::splat(proof, row[at + 1])]
    }

    #[inline(always)]
    fn fma(self, b: Self, c: Self) -> Self {
        [self[0].fma(b[0], c[0]), self[1].fma(b[1], c[1])]
    }

    #[inline(always)]
    fn total(self) -> V {
        self[0].add(self[1])
    }
}

#[cfg(target_arch = "x86_64")]
pub use x86::TwoK32x8;

#[cfg(target_arch = "x86_64")]
mod x86 {
    use core::arch::x86_64::{
        __m512, _mm_load_sd, _mm256_add_ps, _mm512_add_epi32, _mm512_broadcastsd_pd, _mm512_castpd_ps,
        _mm512_castps256_ps512, _mm512_castps512_ps256, _mm512_extractf32x8_ps, _mm512_fmadd_ps,
        _mm512_permutex2var_ps, _mm512_permutexvar_ps, _mm512_set1_epi32, _mm512_setr_epi32,
    };

    use super::super::isa::V4;
    use super::super::unroll::opaque;
    use super::super::vector::Half32x8;
    use super::TwoK;

    /// Twice eight `f32`, lane by lane beside each other.
    #[derive(Clone, Copy, Debug)]
    pub struct TwoK32x8(__m512);

    // SAFETY of every block below: a vector exists only if there was a proof that the processor has it.
    impl TwoK<f32> for TwoK32x8 {
        type Proof = V4;
        type One = Half32x8;
        const IN_ONE_REGISTER: bool = true;

        #[inline(always)]
        fn of(first: Half32x8, second: Half32x8) -> Self {
            // SAFETY: see above; lanes of the second count from 16, and those that are undefined are not taken.
            Self(unsafe {
                let beside = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
                _mm512_permutex2var_ps(_mm512_castps256_ps512(first.0), beside, _mm512_castps256_ps512(second.0))
            })
        }

        #[inline(always)]
        fn splat(_: V4, row: &[f32], at: usize) -> Self {
            let two = &row[at..at + 2];
            // SAFETY: see above; two numbers are as long as one of twice the size, which is read from anywhere.
            Self(unsafe { _mm512_castpd_ps(_mm512_broadcastsd_pd(_mm_load_sd(two.as_ptr().cast()))) })
        }

        #[inline(always)]
        fn fma(self, b: Self, c: Self) -> Self {
            // SAFETY: see above.
            Self(unsafe { _mm512_fmadd_ps(self.0, b.0, c.0) })
        }

        #[inline(always)]
        fn total(self) -> Half32x8 {
            // If the optimizer knew the lanes, it would compute with halves again.
            #[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "it is zero")]
            let zero = opaque(0) as i32;
            // SAFETY: see above.
            Half32x8(unsafe {
                let apart = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15);
                let sorted = _mm512_permutexvar_ps(_mm512_add_epi32(apart, _mm512_set1_epi32(zero)), self.0);
                _mm256_add_ps(_mm512_castps512_ps256(sorted), _mm512_extractf32x8_ps::<1>(sorted))
            })
        }
    }
}
