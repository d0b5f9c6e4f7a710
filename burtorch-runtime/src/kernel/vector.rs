//! Vectors: the registers of an instruction set.
//!
//! Loops over arrays of numbers are turned into vector code by the optimizer most of the time, and into code that is
//! forty times slower the rest of the time. Where it matters, generated code uses these types.
#![allow(unsafe_code)]
#![allow(clippy::inline_always, reason = "each function is an instruction or two")]

use core::marker::PhantomData;

use num_traits::Float;

use super::two_k_per_register::TwoK;

/// A vector of numbers.
pub trait Vector<T>: Copy {
    /// What proves that the processor has such vectors; a vector is made with it alone.
    type Proof: Copy;
    /// Two of them, side by side in one register if each fills half of one.
    type TwoK: TwoK<T, Proof = Self::Proof, One = Self>;
    /// How many numbers it holds.
    const N: usize;

    /// A vector that holds this number in all lanes.
    fn splat(proof: Self::Proof, number: T) -> Self;

    /// The numbers that start at `at`.
    ///
    /// # Panics
    /// If there are fewer than `N`.
    fn load(proof: Self::Proof, row: &[T], at: usize) -> Self;

    /// Writes the numbers to the places that start at `at`.
    ///
    /// # Panics
    /// If there are fewer than `N`.
    fn store(self, row: &mut [T], at: usize);

    /// `self · b + c`
    #[must_use]
    fn fma(self, b: Self, c: Self) -> Self;

    /// `self + b`
    #[must_use]
    fn add(self, b: Self) -> Self;

    /// `self − b`
    #[must_use]
    fn sub(self, b: Self) -> Self;

    /// `self · b`
    #[must_use]
    fn mul(self, b: Self) -> Self;

    /// `x` where `self ≤ b`, else `y`.
    #[must_use]
    fn if_le(self, b: Self, x: Self, y: Self) -> Self;

    /// The larger of the two; NaN if one is.
    #[must_use]
    fn larger(self, b: Self) -> Self;

    /// The sum of the lanes, added pairwise.
    fn sum(self) -> T;

    /// The largest lane; NaN if one is.
    fn max(self) -> T;
}

/// Several vectors that lie side by side.
#[inline(always)]
pub fn vectors<T: Float, V: Vector<T>, const C: usize>(proof: V::Proof, row: &[T], at: usize) -> [V; C] {
    let mut vectors = [V::splat(proof, T::zero()); C];
    for (c, vector) in vectors.iter_mut().enumerate() {
        *vector = V::load(proof, row, at + c * V::N);
    }
    vectors
}

/// A vector of one number, for what is left over.
#[derive(Clone, Copy, Debug)]
pub struct One<T, I>(T, PhantomData<I>);

impl<T: Float, I: super::Isa> Vector<T> for One<T, I> {
    type Proof = I;
    type TwoK = [Self; 2];
    const N: usize = 1;

    #[inline(always)]
    fn splat(_: I, number: T) -> Self {
        One(number, PhantomData)
    }

    #[inline(always)]
    fn load(_: I, row: &[T], at: usize) -> Self {
        One(row[at], PhantomData)
    }

    #[inline(always)]
    fn store(self, row: &mut [T], at: usize) {
        row[at] = self.0;
    }

    #[inline(always)]
    fn fma(self, b: Self, c: Self) -> Self {
        One(if I::FMA { self.0.mul_add(b.0, c.0) } else { self.0 * b.0 + c.0 }, PhantomData)
    }

    #[inline(always)]
    fn add(self, b: Self) -> Self {
        One(self.0 + b.0, PhantomData)
    }

    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        One(self.0 - b.0, PhantomData)
    }

    #[inline(always)]
    fn mul(self, b: Self) -> Self {
        One(self.0 * b.0, PhantomData)
    }

    #[inline(always)]
    fn if_le(self, b: Self, x: Self, y: Self) -> Self {
        if self.0 <= b.0 { x } else { y }
    }

    #[inline(always)]
    fn larger(self, b: Self) -> Self {
        One(super::larger(self.0, b.0), PhantomData)
    }

    #[inline(always)]
    fn sum(self) -> T {
        self.0
    }

    #[inline(always)]
    fn max(self) -> T {
        self.0
    }
}

/// Registers of x86-64: the type, its element, how many, the proof, and the instructions.
#[cfg(target_arch = "x86_64")]
macro_rules! registers {
    ($($(#[$doc:meta])* $name:ident($register:ident of $number:ident * $n:literal) by $proof:ident, two $two_k:ty:
        $splat:ident $load:ident $store:ident $add:ident $sub:ident $mul:ident,
        fma($fa:ident $fb:ident $fc:ident) $fma:expr, select($sa:ident $sb:ident $sx:ident $sy:ident) $select:expr,
        larger($la:ident $lb:ident) $larger:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name(pub(in crate::kernel) $register);

        // SAFETY of every block below: a vector exists only if there was a proof that the processor has it.
        impl Vector<$number> for $name {
            type Proof = $proof;
            type TwoK = $two_k;
            const N: usize = $n;

            #[inline(always)]
            fn splat(_: $proof, number: $number) -> Self {
                // SAFETY: see above.
                Self(unsafe { $splat(number) })
            }

            #[inline(always)]
            fn load(_: $proof, row: &[$number], at: usize) -> Self {
                let part = &row[at..at + $n];
                // SAFETY: see above; `part` has as many numbers as the register.
                Self(unsafe { $load(part.as_ptr()) })
            }

            #[inline(always)]
            fn store(self, row: &mut [$number], at: usize) {
                let part = &mut row[at..at + $n];
                // SAFETY: see above; `part` has as many numbers as the register.
                unsafe { $store(part.as_mut_ptr(), self.0) }
            }

            #[inline(always)]
            fn fma(self, b: Self, c: Self) -> Self {
                let ($fa, $fb, $fc) = (self.0, b.0, c.0);
                // SAFETY: see above.
                Self(unsafe { $fma })
            }

            #[inline(always)]
            fn add(self, b: Self) -> Self {
                // SAFETY: see above.
                Self(unsafe { $add(self.0, b.0) })
            }

            #[inline(always)]
            fn sub(self, b: Self) -> Self {
                // SAFETY: see above.
                Self(unsafe { $sub(self.0, b.0) })
            }

            #[inline(always)]
            fn mul(self, b: Self) -> Self {
                // SAFETY: see above.
                Self(unsafe { $mul(self.0, b.0) })
            }

            #[inline(always)]
            fn if_le(self, b: Self, x: Self, y: Self) -> Self {
                let ($sa, $sb, $sx, $sy) = (self.0, b.0, x.0, y.0);
                // SAFETY: see above.
                Self(unsafe { $select })
            }

            #[inline(always)]
            fn larger(self, b: Self) -> Self {
                let ($la, $lb) = (self.0, b.0);
                // SAFETY: see above.
                Self(unsafe { $larger })
            }

            #[inline(always)]
            fn sum(self) -> $number {
                let mut lanes = [0.0; $n];
                self.store(&mut lanes, 0);
                crate::kernel::sum_of(lanes)
            }

            #[inline(always)]
            fn max(self) -> $number {
                let mut lanes = [0.0; $n];
                self.store(&mut lanes, 0);
                crate::kernel::max_of(lanes)
            }
        }
    )*};
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    #[allow(clippy::wildcard_imports, reason = "the instructions of three instruction sets")]
    use core::arch::x86_64::*;

    use super::super::isa::{Baseline, V3, V4};
    use super::super::two_k_per_register::TwoK32x8;
    use super::Vector;

    registers! {
        /// Four `f32`.
        F32x4(__m128 of f32 * 4) by Baseline, two [Self; 2]: _mm_set1_ps _mm_loadu_ps _mm_storeu_ps _mm_add_ps _mm_sub_ps _mm_mul_ps,
            fma(a b c) _mm_add_ps(_mm_mul_ps(a, b), c),
            select(a b x y) {
                let m = _mm_cmple_ps(a, b);
                _mm_or_ps(_mm_and_ps(m, x), _mm_andnot_ps(m, y))
            },
            larger(a b) {
                // `max` takes its second operand if one is NaN.
                let nan = _mm_cmpunord_ps(b, b);
                let larger = _mm_max_ps(b, a);
                _mm_or_ps(_mm_and_ps(nan, b), _mm_andnot_ps(nan, larger))
            };
        /// Two `f64`.
        F64x2(__m128d of f64 * 2) by Baseline, two [Self; 2]:
            _mm_set1_pd _mm_loadu_pd _mm_storeu_pd _mm_add_pd _mm_sub_pd _mm_mul_pd,
            fma(a b c) _mm_add_pd(_mm_mul_pd(a, b), c),
            select(a b x y) {
                let m = _mm_cmple_pd(a, b);
                _mm_or_pd(_mm_and_pd(m, x), _mm_andnot_pd(m, y))
            },
            larger(a b) {
                let nan = _mm_cmpunord_pd(b, b);
                let larger = _mm_max_pd(b, a);
                _mm_or_pd(_mm_and_pd(nan, b), _mm_andnot_pd(nan, larger))
            };
        /// Eight `f32`.
        F32x8(__m256 of f32 * 8) by V3, two [Self; 2]:
            _mm256_set1_ps _mm256_loadu_ps _mm256_storeu_ps _mm256_add_ps _mm256_sub_ps _mm256_mul_ps,
            fma(a b c) _mm256_fmadd_ps(a, b, c),
            select(a b x y) _mm256_blendv_ps(y, x, _mm256_cmp_ps::<_CMP_LE_OQ>(a, b)),
            larger(a b) _mm256_blendv_ps(_mm256_max_ps(b, a), b, _mm256_cmp_ps::<_CMP_UNORD_Q>(b, b));
        /// Four `f64`.
        F64x4(__m256d of f64 * 4) by V3, two [Self; 2]:
            _mm256_set1_pd _mm256_loadu_pd _mm256_storeu_pd _mm256_add_pd _mm256_sub_pd _mm256_mul_pd,
            fma(a b c) _mm256_fmadd_pd(a, b, c),
            select(a b x y) _mm256_blendv_pd(y, x, _mm256_cmp_pd::<_CMP_LE_OQ>(a, b)),
            larger(a b) _mm256_blendv_pd(_mm256_max_pd(b, a), b, _mm256_cmp_pd::<_CMP_UNORD_Q>(b, b));
        /// Four `f32`: half of a register.
        Half32x4(__m128 of f32 * 4) by V3, two [Self; 2]: _mm_set1_ps _mm_loadu_ps _mm_storeu_ps _mm_add_ps _mm_sub_ps _mm_mul_ps,
            fma(a b c) _mm_fmadd_ps(a, b, c),
            select(a b x y) _mm_blendv_ps(y, x, _mm_cmple_ps(a, b)),
            larger(a b) _mm_blendv_ps(_mm_max_ps(b, a), b, _mm_cmpunord_ps(b, b));
        /// Two `f64`: half of a register.
        Half64x2(__m128d of f64 * 2) by V3, two [Self; 2]:
            _mm_set1_pd _mm_loadu_pd _mm_storeu_pd _mm_add_pd _mm_sub_pd _mm_mul_pd,
            fma(a b c) _mm_fmadd_pd(a, b, c),
            select(a b x y) _mm_blendv_pd(y, x, _mm_cmple_pd(a, b)),
            larger(a b) _mm_blendv_pd(_mm_max_pd(b, a), b, _mm_cmpunord_pd(b, b));
        /// Eight `f32`: half of a register.
        Half32x8(__m256 of f32 * 8) by V4, two TwoK32x8:
            _mm256_set1_ps _mm256_loadu_ps _mm256_storeu_ps _mm256_add_ps _mm256_sub_ps _mm256_mul_ps,
            fma(a b c) _mm256_fmadd_ps(a, b, c),
            select(a b x y) _mm256_blendv_ps(y, x, _mm256_cmp_ps::<_CMP_LE_OQ>(a, b)),
            larger(a b) _mm256_blendv_ps(_mm256_max_ps(b, a), b, _mm256_cmp_ps::<_CMP_UNORD_Q>(b, b));
        /// Four `f64`: half of a register.
        Half64x4(__m256d of f64 * 4) by V4, two [Self; 2]:
            _mm256_set1_pd _mm256_loadu_pd _mm256_storeu_pd _mm256_add_pd _mm256_sub_pd _mm256_mul_pd,
            fma(a b c) _mm256_fmadd_pd(a, b, c),
            select(a b x y) _mm256_blendv_pd(y, x, _mm256_cmp_pd::<_CMP_LE_OQ>(a, b)),
            larger(a b) _mm256_blendv_pd(_mm256_max_pd(b, a), b, _mm256_cmp_pd::<_CMP_UNORD_Q>(b, b));
        /// Sixteen `f32`.
        F32x16(__m512 of f32 * 16) by V4, two [Self; 2]:
            _mm512_set1_ps _mm512_loadu_ps _mm512_storeu_ps _mm512_add_ps _mm512_sub_ps _mm512_mul_ps,
            fma(a b c) _mm512_fmadd_ps(a, b, c),
            select(a b x y) _mm512_mask_blend_ps(_mm512_cmp_ps_mask::<_CMP_LE_OQ>(a, b), y, x),
            larger(a b) _mm512_mask_blend_ps(_mm512_cmp_ps_mask::<_CMP_UNORD_Q>(b, b), _mm512_max_ps(b, a), b);
        /// Eight `f64`.
        F64x8(__m512d of f64 * 8) by V4, two [Self; 2]:
            _mm512_set1_pd _mm512_loadu_pd _mm512_storeu_pd _mm512_add_pd _mm512_sub_pd _mm512_mul_pd,
            fma(a b c) _mm512_fmadd_pd(a, b, c),
            select(a b x y) _mm512_mask_blend_pd(_mm512_cmp_pd_mask::<_CMP_LE_OQ>(a, b), y, x),
            larger(a b) _mm512_mask_blend_pd(_mm512_cmp_pd_mask::<_CMP_UNORD_Q>(b, b), _mm512_max_pd(b, a), b);
    }
}

#[cfg(target_arch = "x86_64")]
pub use x86::{F32x4, F32x8, F32x16, F64x2, F64x4, F64x8, Half32x4, Half32x8, Half64x2, Half64x4};

/// A vector as an array, where there is nothing better: the optimizer knows what to do with so few lanes.
#[cfg_attr(target_arch = "x86_64", allow(dead_code, reason = "for the other processors"))]
#[derive(Clone, Copy, Debug)]
pub struct Array<T, const N: usize>([T; N]);

#[cfg_attr(target_arch = "x86_64", allow(dead_code, reason = "for the other processors"))]
impl<T: Float, const N: usize> Array<T, N> {
    #[inline(always)]
    fn zip(self, b: Self, join: impl Fn(T, T) -> T) -> Self {
        Array(core::array::from_fn(|lane| join(self.0[lane], b.0[lane])))
    }
}

impl<T: Float, const N: usize> Vector<T> for Array<T, N> {
    type Proof = super::isa::Baseline;
    type TwoK = [Self; 2];
    const N: usize = N;

    #[inline(always)]
    fn splat(_: Self::Proof, number: T) -> Self {
        Array([number; N])
    }

    #[inline(always)]
    fn load(_: Self::Proof, row: &[T], at: usize) -> Self {
        Array(*super::chunk(row, at))
    }

    #[inline(always)]
    fn store(self, row: &mut [T], at: usize) {
        *super::chunk_mut(row, at) = self.0;
    }

    #[inline(always)]
    fn fma(self, b: Self, c: Self) -> Self {
        let fused = <Self::Proof as super::Isa>::FMA;
        Array(core::array::from_fn(|lane| {
            let (a, b, c) = (self.0[lane], b.0[lane], c.0[lane]);
            if fused { a.mul_add(b, c) } else { a * b + c }
        }))
    }

    #[inline(always)]
    fn add(self, b: Self) -> Self {
        self.zip(b, |a, b| a + b)
    }

    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        self.zip(b, |a, b| a - b)
    }

    #[inline(always)]
    fn mul(self, b: Self) -> Self {
        self.zip(b, |a, b| a * b)
    }

    #[inline(always)]
    fn if_le(self, b: Self, x: Self, y: Self) -> Self {
        Array(core::array::from_fn(|lane| if self.0[lane] <= b.0[lane] { x.0[lane] } else { y.0[lane] }))
    }

    #[inline(always)]
    fn larger(self, b: Self) -> Self {
        self.zip(b, super::larger)
    }

    #[inline(always)]
    fn sum(self) -> T {
        super::sum_of(self.0)
    }

    #[inline(always)]
    fn max(self) -> T {
        super::max_of(self.0)
    }
}
