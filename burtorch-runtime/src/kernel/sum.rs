//! Sums of slices, in the order that suits the registers.

use super::isa::Isa;
use super::vector::Vector;
use crate::vmath::VectorMath;

/// A number that vectors are made of.
pub trait Element: VectorMath {
    /// The vector of an instruction set.
    type Vector<I: Isa>: Vector<Self, Proof = I>;
    /// Half of one, for what is left over.
    type Half<I: Isa>: Vector<Self, Proof = I>;
}

impl Element for f32 {
    type Vector<I: Isa> = I::F32;
    type Half<I: Isa> = I::Half32;
}

impl Element for f64 {
    type Vector<I: Isa> = I::F64;
    type Half<I: Isa> = I::Half64;
}

/// The sum of all terms; -0 if there are none.
///
/// Each lane of two vectors has a sum of its own. These are added pairwise, then what is left over.
#[inline(always)]
#[allow(clippy::inline_always, reason = "it is the end of a loop and must be compiled with it")]
pub fn sum<I: Isa, T: Element>(isa: I, terms: &[T]) -> T {
    let lanes = T::Vector::<I>::N;
    // Zeros that no sum shows, not even one of zeros.
    let zero = T::Vector::<I>::splat(isa, T::neg_zero());
    let (mut even, mut odd) = (zero, zero);
    let mut at = 0;
    while terms.len() - at >= 2 * lanes {
        even = even.add(T::Vector::<I>::load(isa, terms, at));
        odd = odd.add(T::Vector::<I>::load(isa, terms, at + lanes));
        at += 2 * lanes;
    }
    if terms.len() - at >= lanes {
        even = even.add(T::Vector::<I>::load(isa, terms, at));
        at += lanes;
    }
    let mut sum = even.add(odd).sum();
    for &term in &terms[at..] {
        sum = sum + term;
    }
    sum
}
