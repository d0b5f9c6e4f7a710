//! Memory for derivatives of functions whose loops and arrays have any length.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::{Any, TypeId};
use core::fmt;

use crate::effects::Direct;

/// Memory that derivatives use again from call to call.
///
/// A gradient of a function over slices saves values in its forward pass and reads them back in its reverse sweep. The first call
/// with a scratch allocates what it needs; a second call of the same size finds all of it there and allocates nothing.
pub struct Scratch {
    doubles: Shelf<f64>,
    singles: Shelf<f32>,
    indices: Shelf<usize>,
    flags: Shelf<bool>,
    /// The memory of a log of effects.
    log: Vec<u64>,
    /// A [`Shelf`] for each other type of elements.
    others: Vec<(TypeId, Box<dyn Any + Send>)>,
}

/// A free list: the memory for elements of one type that is not in use.
struct Shelf<T> {
    arrays: Vec<Vec<T>>,
    /// Stacks of saved values are returned in the opposite order, so that each gets the same memory in every call.
    columns: Vec<Vec<T>>,
}

impl<T> Shelf<T> {
    const fn new() -> Self {
        Shelf { arrays: Vec::new(), columns: Vec::new() }
    }
}

impl Default for Scratch {
    fn default() -> Self {
        Self::new()
    }
}

impl Scratch {
    /// A scratch without memory.
    #[must_use]
    pub const fn new() -> Self {
        Scratch {
            doubles: Shelf::new(),
            singles: Shelf::new(),
            indices: Shelf::new(),
            flags: Shelf::new(),
            log: Vec::new(),
            others: Vec::new(),
        }
    }

    /// The memory for elements of a type. A recursion asks for it at every level, so for the commonest types the answer is
    /// known while the program compiles.
    #[inline]
    fn shelf<T: Send + 'static>(&mut self) -> &mut Shelf<T> {
        let of = TypeId::of::<T>();
        let common: &mut dyn Any = if of == TypeId::of::<f64>() {
            &mut self.doubles
        } else if of == TypeId::of::<usize>() {
            &mut self.indices
        } else if of == TypeId::of::<f32>() {
            &mut self.singles
        } else if of == TypeId::of::<bool>() {
            &mut self.flags
        } else {
            self.other(of, || Box::new(Shelf::<T>::new()))
        };
        common.downcast_mut().expect("it was found by its type")
    }

    fn other(&mut self, of: TypeId, new: impl FnOnce() -> Box<dyn Any + Send>) -> &mut (dyn Any + Send) {
        let known = self.others.iter().position(|(known, _)| *known == of);
        let at = known.unwrap_or_else(|| {
            self.others.push((of, new()));
            self.others.len() - 1
        });
        &mut *self.others[at].1
    }

    /// For a function that a user calls: its log has the memory of the one before.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub fn direct(&mut self) -> Direct {
        Direct::with_memory(core::mem::take(&mut self.log))
    }

    /// Returns the memory of the log of such a function.
    #[doc(hidden)]
    #[inline]
    pub fn keep_log(&mut self, of: Direct) {
        self.log = of.into_memory();
    }

    /// An empty array that may grow, with the largest capacity there is.
    #[doc(hidden)]
    #[must_use]
    pub fn take<T: Send + 'static>(&mut self) -> Vec<T> {
        self.take_for(usize::MAX)
    }

    /// An empty array, best fit: with the smallest capacity of at least `len`, or else the largest.
    fn take_for<T: Send + 'static>(&mut self, len: usize) -> Vec<T> {
        let arrays = &mut self.shelf::<T>().arrays;
        // Best fit leaves larger arrays to callers that need more.
        let enough = (0..arrays.len()).filter(|&at| arrays[at].capacity() >= len);
        let best = enough.min_by_key(|&at| arrays[at].capacity());
        let best = best.or_else(|| (0..arrays.len()).max_by_key(|&at| arrays[at].capacity()));
        let mut array = best.map(|at| arrays.swap_remove(at)).unwrap_or_default();
        array.clear();
        array
    }

    /// `vec![value; len]`
    #[doc(hidden)]
    #[must_use]
    pub fn fill<T: Clone + Send + 'static>(&mut self, value: T, len: usize) -> Vec<T> {
        let mut array = self.take_for(len);
        array.resize(len, value);
        array
    }

    /// `vec![a, b]`
    #[doc(hidden)]
    #[must_use]
    pub fn list<T: Send + 'static, const N: usize>(&mut self, elements: [T; N]) -> Vec<T> {
        let mut array = self.take_for(N);
        array.extend(elements);
        array
    }

    /// A copy of the elements.
    #[doc(hidden)]
    #[must_use]
    pub fn copy<T: Clone + Send + 'static>(&mut self, of: &[T]) -> Vec<T> {
        let mut array = self.take_for(of.len());
        array.extend_from_slice(of);
        array
    }

    /// An empty stack of saved values.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub fn column<T: Send + 'static>(&mut self) -> Column<T> {
        let mut column = self.column_later();
        self.open(&mut column);
        column
    }

    /// A stack that gets its memory by [`open`](Self::open), if at all.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub fn column_later<T>(&self) -> Column<T> {
        Column { memory: Vec::new(), len: 0, is_open: false }
    }

    /// Gives a stack its memory.
    #[doc(hidden)]
    #[inline]
    pub fn open<T: Send + 'static>(&mut self, column: &mut Column<T>) {
        // Values without a size need no memory.
        if size_of::<T>() > 0 {
            column.memory = self.shelf().columns.pop().unwrap_or_default();
            column.is_open = true;
        }
    }

    /// An empty stack of saved arrays.
    #[doc(hidden)]
    #[must_use]
    pub fn array_column<T: Send + 'static>(&mut self) -> ArrayColumn<T> {
        let mut arrays = self.shelf::<T>().columns.pop().unwrap_or_default();
        let mut ends = self.shelf::<usize>().columns.pop().unwrap_or_default();
        arrays.clear();
        ends.clear();
        ArrayColumn { arrays, ends }
    }

    /// Returns the memory of a stack, if it got some. That may be empty: it holds its place for the next call.
    #[doc(hidden)]
    #[inline]
    pub fn close<T: Send + 'static>(&mut self, column: Column<T>) {
        if column.is_open {
            self.shelf().columns.push(column.memory);
        }
    }

    /// Returns the memory of a stack of arrays.
    #[doc(hidden)]
    pub fn close_arrays<T: Send + 'static>(&mut self, column: ArrayColumn<T>) {
        self.shelf().columns.push(column.ends);
        self.shelf().columns.push(column.arrays);
    }

    /// Returns the memory of an array.
    #[doc(hidden)]
    pub fn recycle<T: Send + 'static>(&mut self, array: Vec<T>) {
        // An array that was moved out of has no memory.
        if array.capacity() > 0 {
            self.shelf().arrays.push(array);
        }
    }
}

impl fmt::Debug for Scratch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scratch").finish_non_exhaustive()
    }
}

/// A stack of the values that loops save for the reverse sweep.
///
/// Popping values leaves its memory initialised, also from one call to the next, so memory is cleared once, when it is allocated.
#[doc(hidden)]
#[derive(Debug)]
pub struct Column<T> {
    memory: Vec<T>,
    len: usize,
    /// Its memory is that of a scratch.
    is_open: bool,
}

#[doc(hidden)]
impl<T: Clone> Column<T> {
    /// Room for `count` more values.
    #[inline]
    pub fn grow(&mut self, count: usize, zero: T) -> &mut [T] {
        let (start, end) = (self.len, self.len + count);
        if end > self.memory.len() {
            self.memory.resize(end, zero);
        }
        self.len = end;
        &mut self.memory[start..end]
    }

    #[inline]
    pub fn push(&mut self, value: T) {
        match self.memory.get_mut(self.len) {
            Some(place) => *place = value,
            None => self.memory.push(value),
        }
        self.len += 1;
    }

    /// The last `count` values.
    #[inline]
    #[must_use]
    pub fn top(&self, count: usize) -> &[T] {
        &self.memory[self.len - count..self.len]
    }

    /// Pops the last `count` values.
    #[inline]
    pub fn shrink(&mut self, count: usize) {
        self.len -= count;
    }
}

/// A stack of arrays that loops save for the reverse sweep.
#[doc(hidden)]
#[derive(Debug)]
pub struct ArrayColumn<T> {
    arrays: Vec<T>,
    ends: Vec<usize>,
}

#[doc(hidden)]
impl<T: Clone> ArrayColumn<T> {
    #[inline]
    pub fn push(&mut self, array: &[T]) {
        self.arrays.extend_from_slice(array);
        self.ends.push(self.arrays.len());
    }

    /// The last array.
    #[inline]
    #[must_use]
    pub fn top(&self) -> &[T] {
        &self.arrays[self.start()..]
    }

    /// Pops the last array.
    #[inline]
    pub fn shrink(&mut self) {
        self.arrays.truncate(self.start());
        self.ends.pop();
    }

    fn start(&self) -> usize {
        // The end of the one before, if there is one.
        self.ends.len().checked_sub(2).map_or(0, |before| self.ends[before])
    }
}

/// `vec![zero; len]`, for a result.
#[doc(hidden)]
#[inline]
#[must_use]
pub fn zeros<T: Clone>(zero: T, len: usize) -> Vec<T> {
    alloc::vec![zero; len]
}

/// An array of zeros, each in the shape of an element of another.
#[doc(hidden)]
#[must_use]
pub fn zeros_like<T, U>(array: &[T], zero: impl FnMut(&T) -> U) -> Vec<U> {
    array.iter().map(zero).collect()
}

/// The elements that a loop of `count` iterations goes along, from the one at `first`.
#[doc(hidden)]
#[inline]
#[must_use]
pub fn window<T>(array: &[T], count: usize, first: impl FnOnce() -> usize) -> &[T] {
    // Without iterations, nothing says that the first one is there.
    if count == 0 { &[] } else { &array[first()..][..count] }
}

/// The elements that a loop of `count` iterations goes along, from the one at `first`, to be changed.
#[doc(hidden)]
#[inline]
#[must_use]
pub fn window_mut<T>(array: &mut [T], count: usize, first: impl FnOnce() -> usize) -> &mut [T] {
    if count == 0 { &mut [] } else { &mut array[first()..][..count] }
}

/// The elements to which a loop of `count` iterations adds, if each adds to as many and `more` from the first one at `first`.
#[doc(hidden)]
#[inline]
#[must_use]
pub fn neighbours_mut<T>(array: &mut [T], count: usize, more: usize, first: impl FnOnce() -> usize) -> &mut [T] {
    // So the sum does not overflow, and the optimizer knows that it is more than `count`.
    assert!(isize::try_from(count).is_ok(), "a loop along an array has no more iterations than that has elements");
    if count == 0 { &mut [] } else { &mut array[first()..][..count + more] }
}

/// In how many segments a loop is run that is swept with checkpoints: as many as a segment has iterations, or one more.
#[doc(hidden)]
#[inline]
#[must_use]
pub fn segments(count: usize) -> usize {
    count.div_ceil(segment_length(count))
}

/// Where a segment starts, which is where the one before ends.
#[doc(hidden)]
#[inline]
#[must_use]
pub fn segment_bound(segment: usize, count: usize) -> usize {
    (segment * segment_length(count)).min(count)
}

fn segment_length(count: usize) -> usize {
    count.isqrt().max(1)
}
