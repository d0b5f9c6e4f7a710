//! How a value came about, in sixteen bytes.

use core::array;

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

/// An index as it is stored, in 32 bits. [`Arena`](super::arena::Arena) refuses to grow beyond 2³² values.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "a tape has less than 2^32 values")]
pub(super) const fn number(index: usize) -> u32 {
    index as u32
}

/// Several values: where their list starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct List(pub u32);

impl List {
    /// The placeholder for an argument that a row does not have.
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

/// A node as it is stored, and written to files: what made it, and three arguments. Two words, because a tape is built as fast as
/// words are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Note(u64, u64);

/// What made a node. Rows of the table follow, in its order: `ROW`, `ROW + 1`, …
const LEAF: u32 = 0;
const CONSTANT: u32 = 1;
const CALL: u32 = 2;
const ROW: u32 = 1 << 8;
const DEFERRED: u32 = 2 << 8;
const ROWS: u32 = 3 << 8;
const DEFERRED_ROWS: u32 = 4 << 8;

impl Note {
    /// The note of a constant.
    pub const CONSTANT: Note = Note::of([CONSTANT, 0, 0, 0]);

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is the inside of all operators")]
    const fn of([maker, a, b, c]: [u32; 4]) -> Self {
        Self(maker as u64 | (a as u64) << 32, b as u64 | (c as u64) << 32)
    }

    /// What made it, and three arguments.
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "the halves of words")]
    pub const fn numbers(self) -> [u32; 4] {
        [self.0 as u32, (self.0 >> 32) as u32, self.1 as u32, (self.1 >> 32) as u32]
    }

    /// The note of these numbers, if there is one.
    pub fn from_numbers([maker, a, b, c]: [u32; 4]) -> Option<Self> {
        let row = (maker & 0xff) as usize;
        let (arity, none) = match maker & !0xff {
            0 => ([1, 0, 2].get(row).copied()?, 0),
            ROW | DEFERRED => (Op::ALL.get(row)?.arity(), 0),
            ROWS | DEFERRED_ROWS => (Many::ALL.get(row)?.arity(), List::NONE.0),
            _ => return None,
        };
        // Unused arguments must be the placeholder, so that each node has one representation.
        let [a, b, c] = array::from_fn(|at| if at < arity { [a, b, c][at] } else { none });
        Some(Self::of([maker, a, b, c]))
    }

    /// The node of which this is the note.
    #[inline]
    pub fn node(self) -> Node {
        let [maker, a, b, c] = self.numbers();
        let row = (maker & 0xff) as usize;
        match maker & !0xff {
            ROW => Node::Row { op: Op::ALL[row], args: [a, b, c] },
            DEFERRED => Node::Deferred { op: Op::ALL[row], args: [a, b, c] },
            kind @ (ROWS | DEFERRED_ROWS) => {
                Node::Rows { many: Many::ALL[row], deferred: kind == DEFERRED_ROWS, args: [a, b, c].map(List) }
            }
            _ if maker == CALL => Node::Call { args: List(a), slopes: b },
            _ if maker == CONSTANT => Node::Constant,
            _ => Node::Leaf { first: a },
        }
    }

    /// The arguments of a row.
    #[inline]
    pub const fn args(self) -> [u32; 3] {
        let [_, a, b, c] = self.numbers();
        [a, b, c]
    }

    /// Whether a row of the table computed the value.
    #[inline]
    pub const fn is_row(self) -> bool {
        self.numbers()[0] & !0xff == ROW
    }

    /// Whether this row of the table computed the value.
    #[inline]
    pub const fn is_row_of(self, op: Op) -> bool {
        self.numbers()[0] == ROW + op as u32
    }

    /// Whether it is an inner node: computed, neither a leaf nor a constant.
    #[inline]
    pub const fn is_inner(self) -> bool {
        self.numbers()[0] > CONSTANT
    }

    /// Whether adjoints add up in it.
    #[inline]
    pub const fn is_leaf(self) -> bool {
        self.numbers()[0] == LEAF
    }

    /// Whether it has no adjoint.
    #[inline]
    pub const fn is_constant(self) -> bool {
        self.numbers()[0] == CONSTANT
    }

    /// If the node is a leaf, the first of the consecutive leaves that end with it.
    #[inline]
    pub const fn first_leaf(self) -> Option<u32> {
        if self.is_leaf() { Some(self.numbers()[1]) } else { None }
    }
}

/// If a run consists of leaves, the first of the consecutive leaves that end with it.
#[inline]
pub(super) fn leaves(nodes: &[Note], run: Run) -> Option<u32> {
    nodes[run.range()].last()?.first_leaf().filter(|&first| first <= run.first)
}

impl From<Node> for Note {
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is the inside of all operators")]
    fn from(node: Node) -> Self {
        Self::of(match node {
            Node::Leaf { first } => [LEAF, first, 0, 0],
            Node::Constant => [CONSTANT, 0, 0, 0],
            Node::Row { op, args: [a, b, c] } => [ROW + op as u32, a, b, c],
            Node::Deferred { op, args: [a, b, c] } => [DEFERRED + op as u32, a, b, c],
            Node::Rows { many, deferred, args: [a, b, c] } => {
                let kind = if deferred { DEFERRED_ROWS } else { ROWS };
                [kind + many as u32, a.0, b.0, c.0]
            }
            Node::Call { args, slopes } => [CALL, args.0, slopes, 0],
        })
    }
}

impl From<Value> for Run {
    #[inline]
    fn from(value: Value) -> Self {
        Self { first: value.0, len: 1 }
    }
}
