//! Numbers that start where a cache line does.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt::{self, Debug, Formatter};
use core::ops::{Deref, DerefMut};

use num_traits::Zero;

/// The bytes of a cache line, which are those of the widest register.
const LINE: usize = 64;

/// Numbers on the heap, the first of them at the start of a cache line: a slice, for parameters and gradients.
///
/// A `Vec` will do. But it starts anywhere, and then every vector that is read from it lies in two cache lines. A step of one
/// sample takes up to a quarter longer.
///
/// ```
/// use burtorch_runtime::Aligned;
///
/// let mut params = Aligned::<f32>::zeros(3);
/// params[1] = 2.0;
/// assert_eq!(*params, [0.0, 2.0, 0.0]);
/// assert!(params.as_ptr().addr() % 64 == 0);
/// ```
pub struct Aligned<T> {
    /// Never changes its length, so nothing in it moves.
    all: Vec<T>,
    start: usize,
    end: usize,
}

impl<T: Copy + Zero> Aligned<T> {
    /// A buffer of `length` zeros.
    #[must_use]
    pub fn zeros(length: usize) -> Self {
        let spare = LINE / size_of::<T>().max(1);
        let all = vec![T::zero(); length + spare];
        let start = all.as_ptr().align_offset(LINE).min(spare);
        Self { all, start, end: start + length }
    }
}

impl<T: Copy + Zero> From<&[T]> for Aligned<T> {
    fn from(numbers: &[T]) -> Self {
        let mut aligned = Self::zeros(numbers.len());
        aligned.copy_from_slice(numbers);
        aligned
    }
}

impl<T: Copy + Zero> Clone for Aligned<T> {
    fn clone(&self) -> Self {
        Self::from(&**self)
    }
}

impl<T> Deref for Aligned<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.all[self.start..self.end]
    }
}

impl<T> DerefMut for Aligned<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.all[self.start..self.end]
    }
}

impl<T: Debug> Debug for Aligned<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_number_starts_a_line() {
        for length in [0, 1, 5, 1000] {
            let mut numbers = Aligned::<f64>::zeros(length);
            numbers.fill(0.5);
            let copy = numbers.clone();
            for aligned in [&numbers, &copy] {
                assert_eq!(aligned.as_ptr().align_offset(LINE), 0);
                assert!(aligned.len() == length && aligned.iter().all(|number| (number - 0.5).abs() < 1e-9));
            }
        }
    }
}
