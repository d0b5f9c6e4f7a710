//! How much memory a tape has, and for what.

use core::fmt;

use super::node::{Note, Run};
use super::{Scalar, Tape};

/// Bytes of one kind: in use, and allocated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bytes {
    /// What is in use.
    pub used: usize,
    /// What is allocated, and will be in use before anything else is.
    pub reserved: usize,
}

/// The memory of a tape by kind. It is shown as a table.
///
/// ```
/// use burtorch_runtime::eager::Tape;
///
/// let tape = Tape::<f32>::with_capacity(100);
/// let (a, b) = (tape.leaf(1.0), tape.leaf(2.0));
/// let _ = a * b;
/// let memory = tape.memory();
/// assert_eq!((memory.values.used, memory.values.reserved), (12, 400));
/// assert_eq!(memory.nodes.used, 48);
/// println!("{memory}");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// The numbers.
    pub values: Bytes,
    /// Their adjoints.
    pub adjoints: Bytes,
    /// How they came about.
    pub nodes: Bytes,
    /// The arguments of nodes that have any number of them.
    pub lists: Bytes,
    /// The slopes of functions outside of the tape.
    pub slopes: Bytes,
    /// The names of values.
    pub labels: Bytes,
    /// What is only used while something is computed.
    pub scratch: Bytes,
}

impl Memory {
    /// The kinds with their names.
    fn kinds(&self) -> [(&'static str, Bytes); 7] {
        [
            ("values", self.values),
            ("adjoints", self.adjoints),
            ("nodes", self.nodes),
            ("lists", self.lists),
            ("slopes", self.slopes),
            ("labels", self.labels),
            ("scratch", self.scratch),
        ]
    }

    /// All kinds together.
    #[must_use]
    pub fn total(&self) -> Bytes {
        self.kinds().iter().fold(Bytes::default(), |sum, (_, bytes)| Bytes {
            used: sum.used + bytes.used,
            reserved: sum.reserved + bytes.reserved,
        })
    }
}

impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<9} {:>12} {:>12}", "bytes", "used", "reserved")?;
        for (name, Bytes { used, reserved }) in self.kinds().into_iter().chain([("total", self.total())]) {
            writeln!(f, "{name:<9} {used:>12} {reserved:>12}")?;
        }
        Ok(())
    }
}

impl<T: Scalar> Tape<T> {
    /// How much memory there is, and for what.
    #[must_use]
    pub fn memory(&self) -> Memory {
        let lists = self.lists.borrow();
        let rows = |size| Bytes { used: size * self.len(), reserved: size * self.cells.capacity() };
        let labels = self.labels.borrow().bytes();
        let buffers = lists.gathered.iter().chain(&lists.parts).map(|buffer| size_of::<T>() * buffer.capacity());
        let scratch = buffers.sum::<usize>() + self.scratch_bytes();
        Memory {
            values: rows(size_of::<T>()),
            adjoints: rows(size_of::<T>()),
            nodes: rows(size_of::<Note>()),
            lists: bytes_of::<Run>(lists.runs.len(), lists.runs.capacity()),
            slopes: bytes_of::<T>(lists.slopes.len(), lists.slopes.capacity()),
            labels: Bytes { used: labels, reserved: labels },
            scratch: Bytes { used: 0, reserved: scratch },
        }
    }
}

fn bytes_of<T>(len: usize, capacity: usize) -> Bytes {
    Bytes { used: size_of::<T>() * len, reserved: size_of::<T>() * capacity }
}
