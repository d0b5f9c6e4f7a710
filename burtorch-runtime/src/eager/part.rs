//! Several threads build one graph: each its part, and then they are joined.

use core::array;
use core::ops::Deref;

use super::node::{List, Node, Note, Run, Value, number};
use super::{Checkpoint, Scalar, Tape};
use crate::rules::Op;

/// A tape that goes on where another one was, to be joined to it later.
///
/// It is a [`Tape`] that begins with the values of the other, and it can be sent to another thread. What a thread puts on its part
/// no other thread sees before the parts are joined, so there is nothing to lock.
///
/// ```
/// use std::thread;
/// use burtorch_runtime::eager::{Part, Tape};
///
/// let mut tape = Tape::new();
/// let weight = tape.leaf(3.0).id();
/// let build = |part: Part<f64>, x: f64| {
///     let square = (part.at(weight) * x).sqr().id();
///     (part, square)
/// };
/// let (first, second) = (tape.part(), tape.part());
/// let parts = thread::scope(|scope| {
///     let thread = scope.spawn(|| build(first, 1.0));
///     [build(second, 2.0), thread.join().unwrap()]
/// });
/// let squares = parts.map(|(mut part, square)| tape.join(&mut part).value(square));
/// let sum = tape.sum(squares).id();
/// tape.backward(sum);
/// assert_eq!((tape.value(sum), tape.adjoint(weight)), (45.0, 30.0));
/// ```
///
/// Parts joined in one order give one graph, whichever thread was faster. A part copies what the tape has, and joining copies the
/// part, some 30 bytes for each value. So it pays where much is computed for each value; [`Tape::restart`] uses the memory of a part
/// again.
#[derive(Debug)]
pub struct Part<T: Scalar> {
    tape: Tape<T>,
    start: Checkpoint,
}

impl<T: Scalar> Deref for Part<T> {
    type Target = Tape<T>;

    fn deref(&self) -> &Tape<T> {
        &self.tape
    }
}

/// Where the values of a [`Part`] are after it was joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joined {
    start: u32,
    shift: u32,
}

impl Joined {
    /// The place of a value of the part on the tape.
    #[must_use]
    pub fn value(self, value: impl Into<Value>) -> Value {
        Value(self.moved(value.into().0))
    }

    /// The place of consecutive values of the part on the tape.
    ///
    /// # Panics
    /// If some of them are the tape's own and some the part's: these are not consecutive any more.
    #[must_use]
    pub fn run(self, run: Run) -> Run {
        assert!(
            run.first >= self.start || run.first + run.len <= self.start,
            "a run of values before and after a part began"
        );
        Run { first: self.moved(run.first), len: run.len }
    }

    #[inline]
    fn moved(self, at: u32) -> u32 {
        at + if at < self.start { 0 } else { self.shift }
    }
}

impl<T: Scalar> Tape<T> {
    /// A part that goes on from here.
    #[must_use]
    pub fn part(&self) -> Part<T> {
        let tape = Tape::new();
        let mut part = Part { start: tape.checkpoint(), tape };
        self.restart(&mut part);
        part
    }

    /// Makes a part go on from here. What it had is gone, and its memory is used again.
    pub fn restart(&self, part: &mut Part<T>) {
        let Part { tape, start } = part;
        *start = self.checkpoint();
        tape.clear();
        tape.start = start.values;
        self.cells.with(|cells| {
            let rows = cells.values.iter().copied().zip(cells.notes.iter().copied());
            tape.cells.extend(T::zero(), Note::CONSTANT, rows);
        });
        tape.lists.get_mut().extend(&self.lists.borrow());
    }

    /// Appends what is on a part. Its values get new places; the result knows them. Their adjoints are zero. The part has only its
    /// beginning left.
    ///
    /// # Panics
    /// If this tape has fewer values than when the part began.
    pub fn join(&mut self, part: &mut Part<T>) -> Joined {
        let Part { tape: part, start } = part;
        let start = *start;
        assert!(start.values <= self.len(), "the tape was rewound to before the part began");
        let joined = Joined { start: number(start.values), shift: number(self.len() - start.values) };
        let (from, to) = (part.lists.get_mut(), self.lists.get_mut());
        let slopes_shift = number(to.slopes.len() - start.slopes);
        to.slopes.extend_from_slice(&from.slopes[start.slopes..]);
        let lists_shift = number(to.runs.len() - start.runs);
        let mut rest = &from.runs[start.runs..];
        while let [head, tail @ ..] = rest {
            let (runs, tail) = tail.split_at(head.first as usize);
            to.runs.push(*head);
            to.runs.extend(runs.iter().map(|&run| joined.run(run)));
            rest = tail;
        }
        let list = |List(at): List| List(if (at as usize) < start.runs { at } else { at + lists_shift });
        // Arguments that a row does not have are node 0, which stays where it is, unless there was nothing before the part.
        let moved = |args: [u32; 3], op: Op| {
            let arity = if start.values > 0 { 3 } else { op.arity() };
            array::from_fn(|at| if at < arity { joined.moved(args[at]) } else { 0 })
        };
        let moved_node = |node: Node| match node {
            Node::Leaf { first } => Node::Leaf { first: joined.moved(first) },
            Node::Constant => Node::Constant,
            Node::Row { op, args } => Node::Row { op, args: moved(args, op) },
            Node::Deferred { op, args } => Node::Deferred { op, args: moved(args, op) },
            Node::Rows { many, deferred, mut args } => {
                args[..many.arity()].iter_mut().for_each(|arg| *arg = list(*arg));
                Node::Rows { many, deferred, args }
            }
            Node::Call { args, slopes } => Node::Call { args: list(args), slopes: slopes + slopes_shift },
        };
        let cells = part.cells.columns();
        let nodes = cells.notes[start.values..].iter().map(|note| moved_node(note.node()).into());
        self.cells.extend(T::zero(), Note::CONSTANT, cells.values[start.values..].iter().copied().zip(nodes));
        self.labels.get_mut().append(part.labels.get_mut(), |at| joined.moved(at));
        part.rewind(start);
        joined
    }
}
