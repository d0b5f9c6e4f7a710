//! The tape: what a user holds.

use alloc::vec::Vec;
use core::array;
use core::cell::{Cell, RefCell};
use core::fmt;

use super::arena::{Arena, Columns};
use super::label::Labels;
use super::list::{Lists, Whole};
use super::loops::{self, Descent};
use super::node::{List, Node, Note, Run, Value, number};
use super::{Nodes, Order, Scalar, Var};
use crate::math::over;
use crate::rules::{self, Many, Op};

/// How many constants are remembered, to be found when they are needed again.
const SHARED: usize = 16;

/// A graph that is built while the program runs, and differentiated.
///
/// Expressions are made of [`Var`]s, which borrow the tape. What outlives them is a [`Value`], an index. So whatever changes the
/// tape as a whole needs it for itself, and the compiler sees to it that no expression is cut off:
///
/// ```
/// use burtorch_runtime::eager::Tape;
///
/// let mut tape = Tape::new();
/// let weight = tape.leaf(0.5_f64).id();
/// let start = tape.checkpoint();
/// for (x, y) in [(1.0, 3.0), (2.0, 6.0), (3.0, 9.0)].into_iter().cycle().take(60) {
///     let error = tape.at(weight) * x - y;
///     let loss = (error * error).id();
///     tape.backward(loss);
///     tape.descend(weight, 0.05);
///     tape.rewind(start); // the graph of this sample is gone, its memory is used again
/// }
/// assert!((tape.value(weight) - 3.0).abs() < 1e-6);
/// ```
pub struct Tape<T> {
    /// Arguments come before what is made of them, so indices are topologically sorted.
    pub(super) cells: Arena<T, Note>,
    pub(super) lists: RefCell<Lists<T>>,
    pub(super) labels: RefCell<Labels>,
    /// Where the values start that are this tape's own; not zero for a [`Part`](super::Part).
    pub(super) start: usize,
    /// A cache: where constants were stored last. An entry may be stale after a rewind, so it is compared before use.
    shared: [Cell<u32>; SHARED],
    /// Nodes from here on were appended after the last gradient: their adjoints are not initialised, and count as zero.
    pub(super) swept: Cell<usize>,
    /// The scratch memory of gradients that are called without one.
    pub(super) order: RefCell<Order>,
}

/// A moment in the life of a tape, to go back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    pub(super) values: usize,
    pub(super) runs: usize,
    pub(super) slopes: usize,
}

impl<T: Scalar> fmt::Debug for Tape<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tape").field("len", &self.len()).finish_non_exhaustive()
    }
}

impl<T: Scalar> Default for Tape<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Scalar> Tape<T> {
    /// A tape without values.
    #[must_use]
    pub fn new() -> Self {
        Self::with_capacity(0)
    }

    /// A tape with memory for so many values and their adjoints. Operators with lists of arguments need some memory for these,
    /// which is allocated when they are used for the first time.
    #[must_use]
    pub fn with_capacity(values: usize) -> Self {
        Self {
            cells: Arena::with_capacity(values, T::zero(), Note::CONSTANT),
            lists: RefCell::new(Lists::new()),
            labels: RefCell::default(),
            start: 0,
            shared: array::from_fn(|_| Cell::new(u32::MAX)),
            swept: Cell::new(0),
            order: RefCell::new(Order::new()),
        }
    }

    /// How many values there are.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A number to differentiate with respect to.
    #[inline]
    pub fn leaf(&self, value: T) -> Var<'_, T> {
        self.push(value, Node::Leaf { first: number(self.len()) })
    }

    /// Consecutive numbers to differentiate with respect to.
    pub fn leaves(&self, values: &[T]) -> Run {
        let first = number(self.len());
        for &value in values {
            self.push(value, Node::Leaf { first });
        }
        Run { first, len: number(values.len()) }
    }

    /// A number that is not differentiated. One that was used not long ago is used again.
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "any bits will do")]
    pub fn constant(&self, value: T) -> Var<'_, T> {
        let seen = &self.shared[value.mixed() as usize % SHARED];
        let at = seen.get();
        if (at as usize) < self.len()
            && let (old, _, note) = self.cells.get(at as usize)
            && note.is_constant()
            && old.is(value)
        {
            return Var::new(self, Value(at), value);
        }
        let new = self.push(value, Node::Constant);
        seen.set(new.id().0);
        new
    }

    /// A value to go on computing with.
    ///
    /// # Panics
    /// If it is not on the tape any more.
    #[inline]
    #[track_caller]
    pub fn at(&self, value: Value) -> Var<'_, T> {
        Var::new(self, value, self.cells.get(value.index()).0)
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is the inside of all operators")]
    pub(super) fn push(&self, value: T, node: Node) -> Var<'_, T> {
        let index = self.cells.push(value, node.into());
        Var::new(self, Value(number(index)), value)
    }

    /// A row of the table.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "where it stands, the operator is a constant")]
    pub(super) fn row<const N: usize>(&self, op: Op, args: [Var<'_, T>; N]) -> Var<'_, T> {
        let value = rules::value(op, &args.map(Var::value));
        let args = array::from_fn(|at| args.get(at).map_or(0, |arg| arg.id().0));
        self.push(value, Node::Row { op, args })
    }

    /// A row of the table whose value is not computed.
    pub(super) fn deferred_row(&self, op: Op, args: &[Value]) -> Var<'_, T> {
        let args = array::from_fn(|at| args.get(at).map_or(0, |&arg| self.at(arg).id().0));
        self.push(T::zero(), Node::Deferred { op, args })
    }

    /// A row over lists.
    pub(super) fn rows(&self, many: Many, args: &[&dyn Nodes], deferred: bool) -> Var<'_, T> {
        assert_eq!(many.arity(), args.len(), "{many:?} takes {} lists", many.arity());
        let mut lists = self.lists.borrow_mut();
        let mut all = [List::NONE; 3];
        for (list, arg) in all.iter_mut().zip(args) {
            *list = lists.add(*arg, self.whole());
        }
        if args.len() > 1 {
            assert_eq!(lists.len(all[0]), lists.len(all[1]), "{many:?} takes lists of equal length");
        }
        let value = if deferred {
            T::zero()
        } else {
            self.cells.with(|cells| {
                let slices = lists.gather(cells.values, &all[..args.len()]);
                over(many, T::zero(), &slices[..args.len()])
            })
        };
        self.push(value, Node::Rows { many, deferred, args: all })
    }

    /// A function outside of the tape, with its value and its slopes.
    pub(super) fn called(&self, args: &dyn Nodes, value: T, slopes: &[T]) -> Var<'_, T> {
        let lists = &mut *self.lists.borrow_mut();
        let args = lists.add(args, self.whole());
        let at = number(lists.slopes.len());
        lists.slopes.extend_from_slice(slopes);
        self.push(value, Node::Call { args, slopes: at })
    }

    /// The numbers of some values.
    pub(super) fn listed(&self, nodes: &dyn Nodes) -> Vec<T> {
        let runs = self.lists.borrow_mut().runs(nodes, self.whole());
        runs.iter().flat_map(|run| run.iter()).map(|value| self.value(value)).collect()
    }

    /// What lists of values are checked against.
    #[inline]
    pub(super) fn whole(&self) -> Whole {
        Whole { end: self.len(), start: self.start, address: self.address() }
    }

    /// Clears the adjoints that are not initialised yet. Returns the first node that had none.
    #[inline]
    pub(super) fn give_adjoints(&mut self) -> usize {
        let adjoints = self.cells.columns().adjoints;
        let swept = self.swept.replace(adjoints.len());
        adjoints[swept..].fill(T::zero());
        swept
    }

    /// The bytes of the tape's own scratch memory.
    pub(super) fn scratch_bytes(&self) -> usize {
        self.order.borrow().bytes()
    }

    /// The address of the tape, which tells tapes apart.
    #[inline]
    pub(super) fn address(&self) -> usize {
        core::ptr::from_ref(self).addr()
    }

    /// The number that a value is.
    ///
    /// # Panics
    /// If it is not on the tape any more.
    #[inline]
    pub fn value(&self, value: impl Into<Value>) -> T {
        self.cells.get(value.into().index()).0
    }

    /// The adjoint of a value: the derivative of the root along it, by the last gradient; of a leaf, the sum of all gradients since
    /// it was cleared.
    ///
    /// # Panics
    /// If it is not on the tape any more.
    #[inline]
    pub fn adjoint(&self, value: impl Into<Value>) -> T {
        let at = value.into().index();
        match self.cells.get(at) {
            (_, _, note) if at >= self.swept.get() || note.is_constant() => T::zero(),
            (_, adjoint, _) => adjoint,
        }
    }

    /// The numbers of consecutive values, to be read or changed. What was computed from them stays as it is.
    ///
    /// # Panics
    /// If they are not on the tape any more.
    pub fn values(&mut self, run: impl Into<Run>) -> &mut [T] {
        &mut self.cells.columns().values[run.into().range()]
    }

    /// The adjoints of consecutive values, to be read or changed.
    ///
    /// # Panics
    /// If they are not on the tape any more.
    pub fn adjoints(&mut self, run: impl Into<Run>) -> &mut [T] {
        self.values_and_adjoints(run).1
    }

    /// The numbers and the adjoints of consecutive values: what an optimizer takes.
    ///
    /// # Panics
    /// If they are not on the tape any more.
    pub fn values_and_adjoints(&mut self, run: impl Into<Run>) -> (&mut [T], &mut [T]) {
        let run = run.into();
        self.give_adjoints();
        let Columns { values, adjoints, notes } = self.cells.columns();
        let range = run.range();
        let (values, adjoints, nodes) = (&mut values[range.clone()], &mut adjoints[range.clone()], &notes[range]);
        // A constant has no adjoint, whatever a sweep left in its place. Consecutive leaves are skipped in one step.
        let mut end = nodes.len();
        while let Some(at) = end.checked_sub(1) {
            end = match nodes[at].node() {
                Node::Leaf { first } => first.saturating_sub(run.first) as usize,
                Node::Constant => {
                    adjoints[at] = T::zero();
                    at
                }
                _ => at,
            };
        }
        (values, adjoints)
    }

    /// `x ← x − rate · adjoint`, and the adjoint is cleared, for consecutive values.
    ///
    /// # Panics
    /// If they are not on the tape any more.
    pub fn descend(&mut self, run: impl Into<Run>, rate: f64) {
        let rate = T::zero().lit(rate);
        let (values, adjoints) = self.values_and_adjoints(run);
        loops::run(Descent { values, adjoints, rate });
    }

    /// Makes all adjoints zero.
    pub fn clear_adjoints(&mut self) {
        self.cells.columns().adjoints.fill(T::zero());
        self.swept.set(self.len());
    }

    /// Makes the adjoints of all but leaves zero. A gradient does that by itself to what it visits.
    pub fn clear_inner_adjoints(&mut self) {
        self.give_adjoints();
        let cells = self.cells.columns();
        for (_, adjoint) in cells.notes.iter().zip(cells.adjoints).filter(|(node, _)| node.is_inner()) {
            *adjoint = T::zero();
        }
    }

    /// Drops all values; their memory is used again.
    pub fn clear(&mut self) {
        self.rewind(Checkpoint { values: 0, runs: 0, slopes: 0 });
    }

    /// This moment.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint {
        let lists = self.lists.borrow();
        Checkpoint { values: self.len(), runs: lists.runs.len(), slopes: lists.slopes.len() }
    }

    /// Drops all values that came after the checkpoint; their memory is used again. It takes the same time for any number of
    /// values. What came before keeps its value and its adjoint.
    ///
    /// # Panics
    /// If the tape was rewound to an earlier moment already.
    #[inline]
    pub fn rewind(&mut self, to: Checkpoint) {
        assert!(to.values <= self.len(), "the tape was rewound past this checkpoint already");
        self.cells.truncate(to.values);
        self.swept.set(self.swept.get().min(to.values));
        let lists = self.lists.get_mut();
        lists.truncate(to.runs, to.slopes);
        self.labels.get_mut().truncate(to.values);
    }
}
