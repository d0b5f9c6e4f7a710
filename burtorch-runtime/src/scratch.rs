//! Memory for derivatives of functions whose loops and arrays have any length.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;
use core::fmt;

/// Memory that derivatives use again from call to call.
///
/// A gradient of a function over slices puts values aside on the way to its result and takes them back on the way
/// to the gradient. The first call with a scratch allocates what it needs; a second call of the same size finds all
/// of it there and allocates nothing.
///
/// ```
/// use burtorch::{Scratch, differentiable};
///
/// #[differentiable]
/// fn energy(x: &[f64]) -> f64 {
///     let mut sum = 0.0;
///     for i in 1..x.len() {
///         sum += (x[i] - x[i - 1]).cosh();
///     }
///     sum
/// }
///
/// let mut scratch = Scratch::new();
/// let mut gradient = [0.0; 3];
/// for x in [[0.0, 1.0, 3.0], [1.0, 1.0, 2.0]] {
///     gradient.fill(0.0);
///     let value = energy::grad_into(&x, &mut gradient, &mut scratch);
///     assert_eq!(value, energy(&x));
/// }
/// ```
#[derive(Default)]
pub struct Scratch {
    /// Each holds a `Vec`, which is empty while it is lent out.
    shelves: Vec<Box<dyn Any + Send>>,
}

impl Scratch {
    /// A scratch without memory.
    #[must_use]
    pub const fn new() -> Self {
        Scratch { shelves: Vec::new() }
    }

    /// An empty array.
    #[doc(hidden)]
    #[must_use]
    pub fn take<T: Send + 'static>(&mut self) -> Vec<T> {
        let mut held = self.shelves.iter_mut().filter_map(|shelf| shelf.downcast_mut::<Vec<T>>());
        held.find(|held| held.capacity() > 0).map(core::mem::take).unwrap_or_default()
    }

    /// An empty array with room for `len` elements.
    fn take_for<T: Send + 'static>(&mut self, len: usize) -> Vec<T> {
        let mut largest: Option<&mut Vec<T>> = None;
        for held in self.shelves.iter_mut().filter_map(|shelf| shelf.downcast_mut::<Vec<T>>()) {
            if held.capacity() >= len && held.capacity() > 0 {
                return core::mem::take(held);
            }
            if largest.as_ref().is_none_or(|largest| held.capacity() > largest.capacity()) {
                largest = Some(held);
            }
        }
        largest.map(core::mem::take).unwrap_or_default()
    }

    /// `vec![value; len]`
    #[doc(hidden)]
    #[must_use]
    pub fn fill<T: Clone + Send + 'static>(&mut self, value: T, len: usize) -> Vec<T> {
        let mut array = self.take_for(len);
        array.resize(len, value);
        array
    }

    /// The same elements once more.
    #[doc(hidden)]
    #[must_use]
    pub fn copy<T: Clone + Send + 'static>(&mut self, of: &[T]) -> Vec<T> {
        let mut array = self.take_for(of.len());
        array.extend_from_slice(of);
        array
    }

    /// Takes the memory of an array back.
    #[doc(hidden)]
    pub fn recycle<T: Send + 'static>(&mut self, mut array: Vec<T>) {
        if array.capacity() == 0 {
            return;
        }
        array.clear();
        // Arrays come back in the opposite order, so that each finds its own place.
        let mut held = self.shelves.iter_mut().rev().filter_map(|shelf| shelf.downcast_mut::<Vec<T>>());
        match held.find(|held| held.capacity() == 0) {
            Some(empty) => *empty = array,
            None => self.shelves.push(Box::new(array)),
        }
    }
}

impl fmt::Debug for Scratch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scratch").field("arrays", &self.shelves.len()).finish()
    }
}

/// Room for `count` more values at the end of a column.
#[doc(hidden)]
#[inline]
pub fn grow<T: Clone>(column: &mut Vec<T>, count: usize, zero: T) -> &mut [T] {
    let start = column.len();
    column.resize(start + count, zero);
    &mut column[start..]
}

/// The last `count` values of a column.
#[doc(hidden)]
#[inline]
#[must_use]
pub fn top<T>(column: &[T], count: usize) -> &[T] {
    &column[column.len() - count..]
}

/// Drops the last `count` values of a column.
#[doc(hidden)]
#[inline]
pub fn shrink<T>(column: &mut Vec<T>, count: usize) {
    column.truncate(column.len() - count);
}

/// Puts an array at the end of a column of arrays.
#[doc(hidden)]
#[inline]
pub fn push_slice<T: Clone>(column: &mut Vec<T>, ends: &mut Vec<usize>, array: &[T]) {
    column.extend_from_slice(array);
    ends.push(column.len());
}

/// Takes the last array of a column of arrays back.
#[doc(hidden)]
#[inline]
#[must_use]
pub fn pop_slice<T: Clone + Send + 'static>(
    column: &mut Vec<T>,
    ends: &mut Vec<usize>,
    scratch: &mut Scratch,
) -> Vec<T> {
    ends.pop();
    let start = ends.last().copied().unwrap_or(0);
    let array = scratch.copy(&column[start..]);
    column.truncate(start);
    array
}

/// `vec![zero; len]`, for a result.
#[doc(hidden)]
#[inline]
#[must_use]
pub fn zeros<T: Clone>(zero: T, len: usize) -> Vec<T> {
    alloc::vec![zero; len]
}

/// The elements that a loop of `count` iterations goes along, from the one at `first`.
#[doc(hidden)]
#[inline]
#[must_use]
pub fn window<T>(array: &[T], count: usize, first: impl FnOnce() -> usize) -> &[T] {
    // Without iterations, nothing says that the first one is there.
    if count == 0 { &[] } else { &array[first()..][..count] }
}

/// The same, to be changed.
#[doc(hidden)]
#[inline]
#[must_use]
pub fn window_mut<T>(array: &mut [T], count: usize, first: impl FnOnce() -> usize) -> &mut [T] {
    if count == 0 { &mut [] } else { &mut array[first()..][..count] }
}
