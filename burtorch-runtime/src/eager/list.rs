//! Arguments of nodes that have any number of them: values given in some form in, runs out.

use alloc::vec::Vec;

use super::node::{List, Run, Value, number};
use super::{Scalar, Var};

/// Several values, in whatever form they are at hand: a [`Run`], a [`Value`], a [`Var`], or arrays, slices, vectors and pairs of
/// those.
///
/// ```
/// use burtorch_runtime::eager::Tape;
///
/// let tape = Tape::new();
/// let (some, others) = (tape.leaves(&[1.0, 2.0]), tape.leaves(&[3.0, 4.0]));
/// let first = some.get(0);
/// assert_eq!(tape.sum([some, others]).value(), 10.0);
/// assert_eq!(tape.sum((first, [others, others])).value(), 15.0);
/// ```
pub trait Nodes {
    #[doc(hidden)]
    fn write(&self, writer: &mut Writer<'_>);
}

/// Appends values to a list. Consecutive ones become one run.
#[derive(Debug)]
pub struct Writer<'g> {
    runs: &'g mut Vec<Run>,
    /// The head of the list: how many runs, how many values.
    head: usize,
    whole: Whole,
}

/// The bounds that the values of a list are checked against.
#[derive(Clone, Copy, Debug)]
pub(super) struct Whole {
    /// How many values are on the tape.
    pub end: usize,
    /// Where the tape's own values start: a run ends here.
    pub start: usize,
    /// Where the tape is in memory.
    pub address: usize,
}

impl Writer<'_> {
    fn add(&mut self, run: Run) {
        let Run { first, len } = run;
        let Whole { end, start, .. } = self.whole;
        assert!(run.range().end <= end, "values {:?} are not on the tape: it has {end}", run.range());
        if (first as usize) < start && start < run.range().end {
            let (before, after) = run.split_at(start - first as usize);
            self.add(before);
            return self.add(after);
        }
        if len == 0 {
            return;
        }
        self.runs[self.head].len += len;
        if self.runs[self.head].first > 0
            && first as usize != start
            && let Some(last) = self.runs.last_mut()
            && last.first + last.len == first
        {
            last.len += len;
            return;
        }
        self.runs[self.head].first += 1;
        self.runs.push(run);
    }
}

impl Nodes for Run {
    #[inline]
    fn write(&self, writer: &mut Writer<'_>) {
        writer.add(*self);
    }
}

impl Nodes for Value {
    #[inline]
    fn write(&self, writer: &mut Writer<'_>) {
        writer.add(Run::from(*self));
    }
}

impl<T: Scalar> Nodes for Var<'_, T> {
    #[inline]
    fn write(&self, writer: &mut Writer<'_>) {
        assert_eq!(self.tape().address(), writer.whole.address, "values of two tapes do not go into one expression");
        self.id().write(writer);
    }
}

impl<N: Nodes> Nodes for [N] {
    #[inline]
    fn write(&self, writer: &mut Writer<'_>) {
        for nodes in self {
            nodes.write(writer);
        }
    }
}

impl<N: Nodes, const LEN: usize> Nodes for [N; LEN] {
    #[inline]
    fn write(&self, writer: &mut Writer<'_>) {
        self.as_slice().write(writer);
    }
}

impl<N: Nodes> Nodes for Vec<N> {
    #[inline]
    fn write(&self, writer: &mut Writer<'_>) {
        self.as_slice().write(writer);
    }
}

impl<N: Nodes + ?Sized> Nodes for &N {
    #[inline]
    fn write(&self, writer: &mut Writer<'_>) {
        (**self).write(writer);
    }
}

impl<A: Nodes, B: Nodes> Nodes for (A, B) {
    #[inline]
    fn write(&self, writer: &mut Writer<'_>) {
        self.0.write(writer);
        self.1.write(writer);
    }
}

/// All lists of a tape, and the slopes of its calls.
#[derive(Debug)]
pub(super) struct Lists<T> {
    /// For each list a head, with the number of runs and of values, and then the runs.
    pub runs: Vec<Run>,
    pub slopes: Vec<T>,
    /// Scratch memory: the values of lists that consist of several runs, gathered.
    pub gathered: [Vec<T>; 3],
    /// Scratch memory: the adjoints of lists.
    pub parts: [Vec<T>; 3],
}

impl<T: Scalar> Lists<T> {
    pub const fn new() -> Self {
        Self {
            runs: Vec::new(),
            slopes: Vec::new(),
            gathered: [const { Vec::new() }; 3],
            parts: [const { Vec::new() }; 3],
        }
    }

    /// Makes a list of values of a tape.
    #[inline]
    pub fn add(&mut self, nodes: &(impl Nodes + ?Sized), whole: Whole) -> List {
        let head = self.runs.len();
        self.runs.push(Run { first: 0, len: 0 });
        nodes.write(&mut Writer { runs: &mut self.runs, head, whole });
        List(number(head))
    }

    /// The runs of some values, without storing a list.
    pub fn runs(&mut self, nodes: &dyn Nodes, whole: Whole) -> Vec<Run> {
        let old = self.runs.len();
        let list = self.add(nodes, whole);
        let runs = self.of(list).to_vec();
        self.runs.truncate(old);
        runs
    }

    /// Makes a list of one run.
    #[inline]
    pub fn add_run(&mut self, run: Run) -> List {
        let head = self.runs.len();
        self.runs.extend([Run { first: 1, len: run.len }, run]);
        List(number(head))
    }

    /// Takes over the lists of another tape, which come first.
    pub fn extend(&mut self, first: &Self) {
        self.runs.extend_from_slice(&first.runs);
        self.slopes.extend_from_slice(&first.slopes);
    }

    /// Truncates to the given lengths. If they are the current ones, nothing is written.
    #[inline]
    pub fn truncate(&mut self, runs: usize, slopes: usize) {
        if self.runs.len() > runs {
            self.runs.truncate(runs);
        }
        if self.slopes.len() > slopes {
            self.slopes.truncate(slopes);
        }
    }

    /// The runs of a list.
    #[inline]
    pub fn of(&self, list: List) -> &[Run] {
        runs_of(&self.runs, list)
    }

    /// How many values a list has.
    #[inline]
    pub fn len(&self, list: List) -> usize {
        self.runs[list.0 as usize].len()
    }

    /// The values of lists as slices: borrowed from the tape if a list is one run, otherwise gathered into scratch memory.
    #[inline]
    pub fn gather<'a>(&'a mut self, values: &'a [T], lists: &[List]) -> [&'a [T]; 3] {
        gather(&self.runs, &mut self.gathered, values, lists)
    }
}

#[inline]
pub(super) fn runs_of(runs: &[Run], list: List) -> &[Run] {
    let head = list.0 as usize;
    &runs[head + 1..][..runs[head].first as usize]
}

#[inline]
pub(super) fn gather<'a, T: Copy>(
    runs: &[Run],
    buffers: &'a mut [Vec<T>; 3],
    values: &'a [T],
    lists: &[List],
) -> [&'a [T]; 3] {
    let mut all: [&[T]; 3] = [&[]; 3];
    for ((slice, &list), buffer) in all.iter_mut().zip(lists).zip(buffers) {
        *slice = match runs_of(runs, list) {
            [run] => &values[run.range()],
            runs => {
                buffer.clear();
                for run in runs {
                    match values[run.range()] {
                        [value] => buffer.push(value),
                        ref values => buffer.extend_from_slice(values),
                    }
                }
                buffer
            }
        };
    }
    all
}
