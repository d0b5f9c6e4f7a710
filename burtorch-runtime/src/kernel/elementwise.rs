//! Kernels of one step per element, on vectors.
//!
//! The optimizer unrolls a short loop before it looks for vectors, and then may not find any: so short rows are computed on vectors
//! by this driver. Functions that have no vector instruction are left to the optimizer, in one long loop over all elements.
#![allow(clippy::inline_always, reason = "what it is inlined into decides on the instructions")]

use super::cut::Cut;
use super::isa::Isa;
use super::nest::LoopNest;
use super::sum::Element;
use super::vector::{One, Vector};
use crate::vmath::VectorMath;

/// A kernel whose elements are computed on vectors, along the innermost of its `N` loops.
pub trait Elementwise<T: Element, const N: usize>: LoopNest {
    /// Computes the vector that starts at `at`.
    fn step<I: Isa, V: Vector<T, Proof = I>>(
        isa: I,
        target: &mut Self::Target<'_>,
        arguments: &Self::Arguments<'_>,
        at: &[usize; N],
    );

    /// Computes a row of `LENGTH` elements, which starts at `at`: by whole vectors, a half, and single numbers.
    #[inline(always)]
    fn row<I: Isa, const LENGTH: usize>(
        isa: I,
        target: &mut Self::Target<'_>,
        arguments: &Self::Arguments<'_>,
        mut at: [usize; N],
    ) {
        if Cut::<T, I, LENGTH, 1>::BLOCKS {
            while at[N - 1] <= LENGTH - T::Vector::<I>::N {
                Self::step::<I, T::Vector<I>>(isa, target, arguments, &at);
                at[N - 1] = isa.next(at[N - 1] + T::Vector::<I>::N);
            }
        }
        if Cut::<T, I, LENGTH, 1>::HALF {
            while at[N - 1] <= LENGTH - T::Half::<I>::N {
                Self::step::<I, T::Half<I>>(isa, target, arguments, &at);
                at[N - 1] = isa.next(at[N - 1] + T::Half::<I>::N);
            }
        }
        if Cut::<T, I, LENGTH, 1>::NUMBERS {
            while at[N - 1] < LENGTH {
                Self::step::<I, One<T, I>>(isa, target, arguments, &at);
                at[N - 1] = isa.next(at[N - 1] + 1);
            }
        }
    }
}

/// Applies a function to all numbers.
#[inline(always)]
pub fn map<T: Copy>(all: &mut [T], function: impl Fn(T) -> T) {
    for x in all {
        *x = function(*x);
    }
}

/// Applies a sine or cosine to all numbers: `near` if none of them is very large, else `any`, which is a call.
#[inline(always)]
pub fn map_angles<I: Isa, T: VectorMath>(isa: I, all: &mut [T], near: impl Fn(T) -> T, any: impl Fn(T) -> T) {
    let mut far = false;
    for &mut x in &mut *all {
        far |= isa.is_far(x);
    }
    if far { map(all, any) } else { map(all, near) }
}
