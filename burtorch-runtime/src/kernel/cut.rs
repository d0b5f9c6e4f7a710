//! What of a row is left for which vectors.

use core::marker::PhantomData;

use super::isa::Isa;
use super::sum::Element;
use super::vector::Vector;

/// How a row of `LENGTH` elements is cut: into blocks of `COUNT` vectors, and what these leave into vectors, halves of them, and single
/// numbers. It does not depend on the kernel, so it is computed once for all that have rows of this length, and what nothing is left
/// for is not compiled.
pub(super) struct Cut<T, I, const LENGTH: usize, const COUNT: usize>(PhantomData<(T, I)>);

impl<T: Element, I: Isa, const LENGTH: usize, const COUNT: usize> Cut<T, I, LENGTH, COUNT> {
    pub(super) const BLOCKS: bool = LENGTH >= COUNT * T::Vector::<I>::N;
    pub(super) const VECTORS: bool = LENGTH % (COUNT * T::Vector::<I>::N) >= T::Vector::<I>::N;
    pub(super) const HALF: bool = LENGTH % T::Vector::<I>::N >= T::Half::<I>::N;
    pub(super) const NUMBERS: bool = LENGTH % T::Vector::<I>::N % T::Half::<I>::N >= 1;
}
