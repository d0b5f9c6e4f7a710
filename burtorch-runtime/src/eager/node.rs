//! How a value came about, in sixteen bytes.

use crate::rules::{Many, Op};

/// A value by its place on the tape.
///
/// It is what outlives an expression: parameters, roots, whatever is looked at after the tape has changed. To go on
/// computing with it, see [`Tape::at`](super::Tape::at). After a [`rewind`](super::Tape::rewind) past it, its place is free and
/// may be taken by another value; as with any index, nothing remembers which one was meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(pub(super) u32);

impl Value {
    /// The place: values of a tape are counted from zero, in the order in which they came.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Consecutive values: a view of the tape, without a copy.
///
/// ```
/// use burtorch_runtime::eager::Tape;
///
/// let tape = Tape::new();
/// let numbers = tape.leaves(&[2.0, 3.0, 70.0]);
/// assert_eq!(tape.mean(numbers).value(), 25.0);
/// assert_eq!(tape.mean(numbers.part(0..2)).value(), 2.5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Run {
    pub(super) first: u32,
    pub(super) len: u32,
}

impl Run {
    /// The values from `first` to `last`, both included, and all that came between them.
    ///
    /// # Panics
    /// If `last` came before `first`.
    #[must_use]
    pub fn between(first: impl Into<Value>, last: impl Into<Value>) -> Self {
        let (first, last) = (first.into().0, last.into().0);
        assert!(first <= last, "a run goes from an older value to a newer one: swap the two");
        Self { first, len: last - first + 1 }
    }

    /// How many values there are.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.len as usize
    }

    /// Whether there are none.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The value at `index`.
    ///
    /// # Panics
    /// If there are not that many.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn get(self, index: usize) -> Value {
        assert!(index < self.len(), "value {index} of a run of {}", self.len);
        Value(self.first + number(index))
    }

    /// The values in a range of the run.
    ///
    /// # Panics
    /// If the range does not lie in it.
    #[must_use]
    #[track_caller]
    pub fn part(self, range: core::ops::Range<usize>) -> Self {
        assert!(range.start <= range.end && range.end <= self.len(), "{range:?} of a run of {}", self.len);
        Self { first: self.first + number(range.start), len: number(range.len()) }
    }

    /// The first `count` values, and the rest.
    ///
    /// # Panics
    /// If there are fewer.
    #[must_use]
    #[track_caller]
    pub fn split_at(self, count: usize) -> (Self, Self) {
        (self.part(0..count), self.part(count..self.len()))
    }

    /// The values, one by one.
    #[must_use]
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Value> + ExactSizeIterator {
        self.range().map(|index| Value(number(index)))
    }

    /// The places of the values.
    #[inline]
    #[must_use]
    pub const fn range(self) -> core::ops::Range<usize> {
        self.first as usize..self.first as usize + self.len as usize
    }
}

/// A place as it is stored. A tape has less than 2³² values, which [`Arena`](crate::buffer::Arena) sees to.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "a tape has less than 2^32 values")]
pub(super) const fn number(index: usize) -> u32 {
    index as u32
}

/// Several values: where their list starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct List(pub u32);

impl List {
    /// For an argument that a row does not have.
    pub const NONE: List = List(u32::MAX);
}

/// How a value came about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Node {
    /// It was given. Adjoints add up in it. From `first` to it, all are leaves.
    Leaf { first: u32 },
    /// It was given, and has no adjoint. What is in the place of one means nothing.
    Constant,
    /// By a row of the table.
    Row { op: Op, args: [u32; 3] },
    /// By a row of the table, and was not computed.
    Deferred { op: Op, args: [u32; 3] },
    /// By a row over lists. A deferred value was not computed.
    Rows { many: Many, deferred: bool, args: [List; 3] },
    /// By a function outside of the tape: the list of its arguments, and where the slopes along these start.
    Call { args: List, slopes: u32 },
}

impl Node {
    /// Whether its adjoint is found on the way to those of leaves.
    #[inline]
    pub const fn is_inner(self) -> bool {
        !matches!(self, Node::Leaf { .. } | Node::Constant)
    }
}

impl From<Value> for Run {
    #[inline]
    fn from(value: Value) -> Self {
        Self { first: value.0, len: 1 }
    }
}
