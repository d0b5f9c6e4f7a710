//! The record: what was computed, in order, and the sweep over it.

use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

use super::moving::Moving;
use super::number::RecordedNumber;
use crate::rules::{Op, adjoint};

/// What a run of a recorded function is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// The value alone, and what its arguments are at the end.
    Value,
    /// Adjoints.
    Gradient,
    /// A tangent.
    Tangent,
    /// Adjoints and their tangents.
    Both,
}

/// A number that is not on the record because nothing that it depends on is differentiated.
pub(super) const CONSTANT: u32 = u32::MAX;
/// A number that has a tangent and is not on the record.
pub(super) const UNRECORDED: u32 = u32::MAX - 1;

/// How a number came about.
enum Node {
    Leaf,
    /// By a row of the table.
    Row {
        op: Op,
        args: [u32; 3],
        at: [Moving; 3],
        y: Moving,
    },
    /// By a function outside of the record: its arguments on the record, with the derivative by each.
    Call {
        args: Vec<(u32, Moving)>,
    },
}

std::thread_local! {
    static NODES: RefCell<Vec<Node>> = const { RefCell::new(Vec::new()) };
    /// The run that records now; runs are counted, so that numbers of an earlier one are noticed.
    static CURRENT: Cell<u32> = const { Cell::new(0) };
    static STARTED: Cell<u32> = const { Cell::new(0) };
}

/// A run of a function. What is recorded belongs to it until it is dropped.
pub(super) struct Recording {
    before: Vec<Node>,
    run_before: u32,
}

impl Recording {
    /// One run may start inside of another, whose record waits meanwhile.
    pub(super) fn start() -> Self {
        let run = STARTED.get().wrapping_add(1).max(1);
        STARTED.set(run);
        Recording { before: NODES.take(), run_before: CURRENT.replace(run) }
    }

    /// The adjoint of each of the first `leaves` numbers, for these adjoints of results.
    #[allow(clippy::unused_self, reason = "what is on the record belongs to the run that goes on")]
    pub(super) fn sweep(&self, leaves: usize, seeds: impl Iterator<Item = (RecordedNumber, Moving)>) -> Vec<Moving> {
        NODES.with_borrow(|nodes| {
            let mut adjoints: Vec<Option<Moving>> = Vec::new();
            adjoints.resize(nodes.len(), None);
            let add = |adjoints: &mut [Option<Moving>], node: u32, term: Moving| {
                if let Some(sum) = adjoints.get_mut(node as usize) {
                    *sum = Some(sum.map_or(term, |sum| sum + term));
                }
            };
            for (number, seed) in seeds {
                number.__check();
                add(&mut adjoints, number.node, seed);
            }
            for at in (0..nodes.len()).rev() {
                let Some(g) = adjoints[at] else { continue };
                match &nodes[at] {
                    Node::Leaf => {}
                    Node::Row { op, args, at, y } => {
                        let arity = op.arity();
                        let plain = |value| Moving { value, tangent: None };
                        // Without tangents, numbers are quicker.
                        let terms = if g.tangent.is_none() && y.tangent.is_none() {
                            let at = at.map(|number| number.value);
                            adjoint(*op, &at[..arity], y.value, g.value).map(|term| term.map(plain))
                        } else {
                            adjoint(*op, &at[..arity], *y, g)
                        };
                        for (&arg, term) in args.iter().zip(terms).take(arity) {
                            if let Some(term) = term {
                                add(&mut adjoints, arg, term);
                            }
                        }
                    }
                    Node::Call { args } => args.iter().for_each(|&(arg, slope)| add(&mut adjoints, arg, g * slope)),
                }
            }
            adjoints.truncate(leaves);
            adjoints.into_iter().map(Option::unwrap_or_default).collect()
        })
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        NODES.set(core::mem::take(&mut self.before));
        CURRENT.set(self.run_before);
    }
}

/// The run that records now.
pub(super) fn current() -> u32 {
    CURRENT.get()
}

/// How many numbers are on the record.
pub(super) fn len() -> usize {
    NODES.with_borrow(Vec::len)
}

fn push(node: Node) -> u32 {
    NODES.with_borrow_mut(|nodes| {
        let at = u32::try_from(nodes.len()).ok().filter(|&at| at < UNRECORDED);
        nodes.push(node);
        at.expect("a record has less than 2^32 numbers: take fewer steps, or give the function a derivative of its own")
    })
}

/// A number to differentiate with respect to.
pub(super) fn leaf() -> u32 {
    push(Node::Leaf)
}

/// The outcome of a row of the table, on the record.
pub(super) fn row<const N: usize>(op: Op, numbers: [RecordedNumber; N], y: Moving) -> u32 {
    let (mut args, mut at) = ([CONSTANT; 3], [Moving::default(); 3]);
    for (place, number) in numbers.into_iter().enumerate() {
        (args[place], at[place]) = (number.node, number.moving);
    }
    push(Node::Row { op, args, at, y })
}

/// The outcome of a function outside of the record.
pub(super) fn call(args: Vec<(u32, Moving)>) -> u32 {
    push(Node::Call { args })
}
