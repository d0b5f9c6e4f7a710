//! A whole tape as bytes, one after the other: to memory, to a file, and back.
//!
//! A range of values or adjoints needs nothing of its own: [`Tape::values`] and [`Tape::adjoints`] are slices for
//! [`io::save_raw`](crate::io::save_raw) and [`io::write_raw`](crate::io::write_raw).
//!
//! The bytes are little-endian: a head, then values, adjoints, nodes, lists and slopes as they are in memory. Names are not
//! among them. A node is four numbers: what made it, and three arguments.

use std::io::{BufReader, Error, ErrorKind, Read, Result, Write};
use std::path::Path;
use std::vec::Vec;

use super::node::{List, Node, Note, Run};
use super::order::arguments;
use super::{Scalar, Tape};
use crate::buffer::Number;
use crate::io::{self, read_raw, write_raw};
use crate::rules::{Many, Op};

/// The first bytes of a tape.
const MAGIC: [u8; 8] = *b"burtape\x01";

impl<T: Scalar + Number> Tape<T> {
    /// Writes all of the tape but its names.
    ///
    /// ```
    /// use burtorch_runtime::eager::Tape;
    ///
    /// let mut tape = Tape::new();
    /// let (a, b) = (tape.leaf(2.0), tape.leaf(3.0));
    /// let root = (a * b).id();
    /// let mut bytes = Vec::new();
    /// tape.write(&mut bytes)?;
    ///
    /// let mut copy = Tape::<f64>::read(bytes.as_slice())?;
    /// copy.backward(root);
    /// assert_eq!((copy.value(root), copy.adjoint(copy.at(root))), (6.0, 1.0));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the writer cannot take it.
    pub fn write(&mut self, mut writer: impl Write) -> Result<()> {
        self.give_adjoints();
        let lists = self.lists.get_mut();
        let cells = self.cells.columns();
        writer.write_all(&MAGIC)?;
        let lengths = [size_of::<T>(), cells.values.len(), lists.runs.len(), lists.slopes.len()];
        write_raw(&mut writer, &[table(), lengths[0] as u64, lengths[1] as u64, lengths[2] as u64, lengths[3] as u64])?;
        write_raw(&mut writer, cells.values)?;
        write_raw(&mut writer, cells.adjoints)?;
        // Some nodes at a time, so that no second copy of a large tape is needed.
        let mut buffer: Vec<u32> = Vec::with_capacity(4 * 256);
        for nodes in cells.notes.chunks(256) {
            buffer.clear();
            buffer.extend(nodes.iter().flat_map(|note| note.numbers()));
            write_raw(&mut writer, &buffer)?;
        }
        for runs in lists.runs.chunks(512) {
            buffer.clear();
            buffer.extend(runs.iter().flat_map(|run| [run.first, run.len]));
            write_raw(&mut writer, &buffer)?;
        }
        write_raw(&mut writer, &lists.slopes)
    }

    /// Reads a tape that [`write`](Self::write) wrote. What follows is left.
    ///
    /// # Errors
    /// If the reader fails, or if this is not a tape of such numbers.
    pub fn read(mut reader: impl Read) -> Result<Self> {
        let mut magic = [0; 8];
        reader.read_exact(&mut magic)?;
        if magic != MAGIC {
            return Err(wrong("these bytes are not a tape"));
        }
        let mut head = [0_u64; 5];
        read_raw(&mut reader, &mut head)?;
        if head[0] != table() {
            return Err(wrong("the tape was written by another version of burtorch, which has other operators"));
        }
        if head[1] != size_of::<T>() as u64 {
            return Err(wrong("the tape has numbers of another type: read it as a tape of these"));
        }
        let [values, runs, slopes] = [head[2], head[3], head[4]];
        if values.max(runs).max(slopes) >= u64::from(u32::MAX) {
            return Err(wrong("the lengths of the tape are too large"));
        }
        let numbers = read_all(&mut reader, values, T::zero())?;
        let adjoints = read_all(&mut reader, values, T::zero())?;
        let nodes = read_all(&mut reader, 4 * values, 0_u32)?;
        let runs = read_all(&mut reader, 2 * runs, 0_u32)?;
        let slopes = read_all(&mut reader, slopes, T::zero())?;

        let mut tape = Tape::with_capacity(numbers.len());
        let lists = tape.lists.get_mut();
        lists.runs = runs.chunks_exact(2).map(|run| Run { first: run[0], len: run[1] }).collect();
        lists.slopes = slopes;
        let heads = heads(&lists.runs)?;
        // Where the leaves start that go on up to here.
        let mut leaves = 0;
        for (at, (&value, node)) in numbers.iter().zip(nodes.chunks_exact(4)).enumerate() {
            let note = Note::from_numbers([node[0], node[1], node[2], node[3]]);
            let node = note.ok_or_else(|| wrong("a node of no kind"))?.node();
            tape.check(node, at, leaves, &heads)?;
            tape.push(value, node);
            if !matches!(node, Node::Leaf { .. }) {
                leaves = at + 1;
            }
        }
        tape.give_adjoints();
        tape.cells.columns().adjoints.copy_from_slice(&adjoints);
        Ok(tape)
    }

    /// Writes all of the tape but its names to a file, which is replaced at once.
    ///
    /// # Errors
    /// If the file cannot be written. An old one is as it was then.
    pub fn save(&mut self, path: impl AsRef<Path>) -> core::result::Result<(), io::Error> {
        io::replace(path, |file| self.write(file))
    }

    /// Reads a tape from a file that [`save`](Self::save) wrote.
    ///
    /// # Errors
    /// If there is no such file, or it is not a tape of such numbers.
    pub fn load(path: impl AsRef<Path>) -> core::result::Result<Self, io::Error> {
        let path = path.as_ref();
        let file = io::open(path)?;
        Self::read(BufReader::new(file)).map_err(|error| io::Error::system(path, "read the tape", error))
    }

    /// Whether a node that was read holds together.
    fn check(&self, node: Node, at: usize, leaves: usize, heads: &[bool]) -> Result<()> {
        let lists = self.lists.borrow();
        let is_list = |List(at): List| heads.get(at as usize).copied().unwrap_or(false);
        let sound = match node {
            Node::Leaf { first } => (leaves..=at).contains(&(first as usize)),
            Node::Constant | Node::Row { .. } | Node::Deferred { .. } => true,
            Node::Rows { many, args, .. } => {
                args[..many.arity()].iter().all(|&list| is_list(list))
                    && (many.arity() < 2 || lists.len(args[0]) == lists.len(args[1]))
                    && (many.arity() < 3 || lists.len(args[2]) == 1)
            }
            Node::Call { args, slopes } => is_list(args) && slopes as usize + lists.len(args) <= lists.slopes.len(),
        };
        if !sound {
            return Err(wrong("a node of the tape does not hold together"));
        }
        let mut sound = true;
        arguments(node, &lists, |run| sound &= run.first as usize + run.len() <= at);
        if sound { Ok(()) } else { Err(wrong("a node of the tape has an argument that comes later")) }
    }
}

/// Reads numbers, as many as there are: a wrong length ends with the reader, not with the memory.
fn read_all<T: Number>(reader: &mut impl Read, count: u64, zero: T) -> Result<Vec<T>> {
    const PART: usize = 1 << 16;
    let mut left = usize::try_from(count).map_err(|_| wrong("the lengths of the tape are too large"))?;
    let mut all = Vec::new();
    while left > 0 {
        let old = all.len();
        all.resize(old + left.min(PART), zero);
        read_raw(&mut *reader, &mut all[old..])?;
        left -= all.len() - old;
    }
    Ok(all)
}

/// By place, whether a list starts there.
fn heads(runs: &[Run]) -> Result<Vec<bool>> {
    let mut heads = std::vec![false; runs.len()];
    let mut at = 0;
    while let Some(&head) = runs.get(at) {
        let list = runs.get(at + 1..).and_then(|rest| rest.get(..head.first as usize));
        let total = list.map(|list| list.iter().map(|run| u64::from(run.len)).sum::<u64>());
        if total != Some(u64::from(head.len)) {
            return Err(wrong("a list of the tape does not hold together"));
        }
        heads[at] = true;
        at += 1 + head.first as usize;
    }
    Ok(heads)
}

fn wrong(what: &str) -> Error {
    Error::new(ErrorKind::InvalidData, what)
}

/// A few bits of all rows of the table in their order: other tables have others.
fn table() -> u64 {
    let names = Op::ALL.iter().map(|op| op.name()).chain(Many::ALL.iter().map(|many| many.name()));
    // FNV-1a; a zero ends each name.
    names
        .flat_map(|name| name.bytes().chain([0]))
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
