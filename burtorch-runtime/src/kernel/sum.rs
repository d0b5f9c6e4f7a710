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

/// So many terms are written by vectors; fewer may be written one by one.
const SHORT: usize = 64;

/// The sum of all terms; -0 if there are none.
///
/// Each lane of two vectors has a sum of its own. These are added pairwise, then what is left over.
#[inline(always)]
#[allow(clippy::inline_always, reason = "it is the end of a loop and must be compiled with it")]
pub fn sum<I: Isa, T: Element>(isa: I, terms: &[T]) -> T {
    if terms.len() < SHORT {
        return sum_of_few(terms);
    }
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

/// The sum of terms that were just written one by one: a vector that is read at once would wait until all of them are in the cache.
///
/// Each half has a sum of its own, so that what is read is not consecutive, which the optimizer would make a vector of.
#[inline(always)]
#[allow(clippy::inline_always, reason = "it is the end of a loop and must be compiled with it")]
fn sum_of_few<T: Element>(terms: &[T]) -> T {
    let (first, rest) = terms.split_at(terms.len() / 2);
    let (mut a, mut b) = (T::neg_zero(), T::neg_zero());
    for (&x, &y) in first.iter().zip(rest) {
        a = a + x;
        b = b + y;
    }
    if rest.len() > first.len() {
        b = b + rest[first.len()];
    }
    a + b
}
