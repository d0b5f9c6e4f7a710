//! Memory that grows while it is in use: the columns of a tape.
#![allow(unsafe_code)]

use alloc::boxed::Box;
use core::cell::UnsafeCell;

/// The most rows. Indices have 32 bits, and one of them is left to stand for no row.
const MOST: usize = u32::MAX as usize;

/// A struct of arrays: each row has a value, an adjoint and a note, and each of the three is a contiguous column. The adjoint of a
/// new row is not initialised but whatever was there before, because appending must be as fast as storing its words. Whoever reads
/// adjoints has cleared them, many at once.
///
/// Rows are appended and read through a shared reference, because a tape is shared by all expressions on it. No reference to what
/// is inside leaves such a method: numbers go in and come out. What needs slices has the arena for itself, or takes its
/// contents out as long as it needs them ([`with`](Self::with)).
///
/// Numbers may be types of users. So no code of theirs runs while there is a reference to the memory: items are copied bit by
/// bit and never cloned, and they have no destructor, both because they are `Copy`. Nor does a panic come in between, whose hook
/// would be such code: memory is allocated before the old is looked at.
pub struct Arena<T, N>(UnsafeCell<Memory<T, N>>);

/// The columns are equally long. Of their rows, `len` are in use.
struct Memory<T, N> {
    values: Box<[T]>,
    adjoints: Box<[T]>,
    notes: Box<[N]>,
    len: usize,
}

/// The rows in use, as slices of equal length.
#[derive(Debug)]
pub struct Columns<'a, T, N> {
    pub values: &'a mut [T],
    pub adjoints: &'a mut [T],
    pub notes: &'a [N],
}

impl<T: Copy, N: Copy> Arena<T, N> {
    /// An arena with memory for `rows`, which are filled with the zero and the note.
    pub fn with_capacity(rows: usize, zero: T, note: N) -> Self {
        Self(UnsafeCell::new(Memory::filled(rows, zero, note)))
    }

    /// How many rows are in use.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is the inside of all operators")]
    pub fn len(&self) -> usize {
        // SAFETY: a number is read, and nothing writes meanwhile: an arena is not `Sync`, and no reference outlives a method.
        unsafe { (*self.0.get()).len }
    }

    /// How many rows there is memory for.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is the inside of all operators")]
    pub fn capacity(&self) -> usize {
        // SAFETY: as for `len`.
        let memory = unsafe { &*self.0.get() };
        memory.values.len()
    }

    /// Reallocates, so that there is memory for at least one more row.
    #[cold]
    #[inline(never)]
    fn grow(&self, zero: T, note: N) {
        let mut new = Memory::filled(more(self.len(), 1), zero, note);
        // SAFETY: this is the only reference to the memory, and nothing of others runs meanwhile: what could panic is done.
        unsafe { &mut *self.0.get() }.move_to(&mut new);
    }

    /// Appends a row, and returns its index.
    ///
    /// # Panics
    /// If there are 2³² rows.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is the inside of all operators")]
    pub fn push(&self, value: T, note: N) -> usize {
        let row = self.len();
        if row == self.capacity() {
            self.grow(value, note);
        }
        // SAFETY: this is the only reference to the memory: an arena is not `Sync`, no other method's reference outlives it, and
        // nothing of others runs from here on, because the items are `Copy`.
        let memory = unsafe { &mut *self.0.get() };
        // SAFETY: the columns are equally long, and longer than `row`: if they were not, they have grown, and have kept `len`.
        unsafe {
            *memory.values.get_unchecked_mut(row) = value;
            *memory.notes.get_unchecked_mut(row) = note;
        }
        memory.len = row + 1;
        row
    }

    /// Appends rows. If there is not enough memory, the new is filled with the zero and the note.
    ///
    /// # Panics
    /// If there are 2³² rows.
    pub fn extend(&mut self, zero: T, filler: N, rows: impl ExactSizeIterator<Item = (T, N)>) {
        let memory = self.0.get_mut();
        // An iterator may say another length each time that it is asked.
        let (old, new) = (memory.len, rows.len());
        let len = old + new;
        if len > memory.values.len() {
            memory.move_to(&mut Memory::filled(more(old, new), zero, filler));
        }
        memory.len = len;
        for ((value, note), row) in memory.values[old..len].iter_mut().zip(&mut memory.notes[old..len]).zip(rows) {
            (*value, *note) = row;
        }
    }

    /// The value, the adjoint and the note of a row.
    ///
    /// # Panics
    /// If there is no such row.
    #[inline]
    #[track_caller]
    pub fn get(&self, row: usize) -> (T, T, N) {
        if row >= self.len() {
            gone(row, self.len());
        }
        // SAFETY: nothing writes meanwhile, as for `len`, and the row is inside of all columns.
        unsafe {
            let memory = &*self.0.get();
            (*memory.values.get_unchecked(row), *memory.adjoints.get_unchecked(row), *memory.notes.get_unchecked(row))
        }
    }

    /// The rows in use.
    #[inline]
    pub fn columns(&mut self) -> Columns<'_, T, N> {
        self.0.get_mut().columns()
    }

    /// Calls `then` with the rows in use. Meanwhile the arena is empty.
    ///
    /// # Panics
    /// If `then` appends rows.
    pub fn with<R>(&self, then: impl FnOnce(Columns<'_, T, N>) -> R) -> R {
        let mut lent = Lent { arena: self, memory: Memory::empty() };
        lent.swap();
        let result = then(lent.memory.columns());
        assert_eq!(self.len(), 0, "a tape was appended to while it was differentiated");
        result
    }

    /// Forgets all rows from `len` on. Their memory is kept.
    #[inline]
    pub fn truncate(&mut self, len: usize) {
        let memory = self.0.get_mut();
        memory.len = memory.len.min(len);
    }
}

/// The contents of an arena, outside of it. They go back in the end, also after a panic.
struct Lent<'a, T, N> {
    arena: &'a Arena<T, N>,
    memory: Memory<T, N>,
}

impl<T, N> Lent<'_, T, N> {
    fn swap(&mut self) {
        // SAFETY: this is the only reference to the memory, and nothing of others runs meanwhile.
        core::mem::swap(&mut self.memory, unsafe { &mut *self.arena.0.get() });
    }
}

impl<T, N> Drop for Lent<'_, T, N> {
    fn drop(&mut self) {
        self.swap();
    }
}

impl<T, N> Memory<T, N> {
    fn empty() -> Self {
        Self { values: Box::default(), adjoints: Box::default(), notes: Box::default(), len: 0 }
    }
}

impl<T: Copy, N: Copy> Memory<T, N> {
    fn columns(&mut self) -> Columns<'_, T, N> {
        let Self { values, adjoints, notes, len } = self;
        // SAFETY: the columns are equally long, and no shorter than what is in use.
        unsafe {
            Columns {
                values: values.get_unchecked_mut(..*len),
                adjoints: adjoints.get_unchecked_mut(..*len),
                notes: notes.get_unchecked(..*len),
            }
        }
    }

    /// Memory for `rows` rows, none of which is in use.
    ///
    /// # Panics
    /// If there can be no more rows, or no memory for them.
    #[cold]
    #[inline(never)]
    fn filled(rows: usize, zero: T, note: N) -> Self {
        assert!(rows <= MOST, "a tape is full at 2^32 values: rewind it to a checkpoint");
        Self { values: filled(rows, zero), adjoints: filled(rows, zero), notes: filled(rows, note), len: 0 }
    }

    /// Moves all rows to larger memory and swaps the two. It does not panic, so the columns always have one length.
    fn move_to(&mut self, larger: &mut Self) {
        larger.values[..self.len].copy_from_slice(&self.values[..self.len]);
        larger.adjoints[..self.len].copy_from_slice(&self.adjoints[..self.len]);
        larger.notes[..self.len].copy_from_slice(&self.notes[..self.len]);
        larger.len = self.len;
        core::mem::swap(self, larger);
    }
}

/// The rows to allocate for `used` rows and `new` further ones: at least twice as many, so that appending is amortised.
fn more(used: usize, new: usize) -> usize {
    let rows = used + new;
    if rows > MOST { rows } else { rows.max(2 * used).min(MOST) }
}

/// `rows` copies, made bit by bit. `vec!` would call `clone`, which is code of the user's.
fn filled<T: Copy>(rows: usize, item: T) -> Box<[T]> {
    (0..rows).map(|_| item).collect()
}

/// The panic of [`Arena::get`], in a cold function, so that `get` stays small where it is inlined.
#[cold]
#[inline(never)]
#[track_caller]
fn gone(row: usize, len: usize) -> ! {
    panic!("value {row} is not on the tape: it has {len}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stay_while_it_grows() {
        let arena = Arena::with_capacity(0, 0.0, ' ');
        for (row, value) in (0..1000_u16).enumerate() {
            assert_eq!(arena.push(f64::from(value), 'x'), row);
        }
        for (row, value) in (0..1000_u16).enumerate() {
            let (stored, _, note) = arena.get(row);
            assert_eq!((stored, note), (f64::from(value), 'x'));
        }
    }

    #[test]
    fn rows_are_appended_together_too() {
        let mut arena = Arena::with_capacity(3, 0.0, ' ');
        arena.push(1.0, 'x');
        arena.columns().adjoints[0] = 5.0;
        arena.extend(0.0, ' ', [(2.0, 'y'), (3.0, 'z'), (4.0, 'w')].into_iter());
        let all: [(f64, f64, char); 4] = core::array::from_fn(|row| arena.get(row));
        assert_eq!(all, [(1.0, 5.0, 'x'), (2.0, 0.0, 'y'), (3.0, 0.0, 'z'), (4.0, 0.0, 'w')]);
    }

    #[test]
    #[should_panic(expected = "appended to while")]
    fn nothing_is_appended_while_slices_are_out() {
        let arena = Arena::with_capacity(2, 0.0, ' ');
        arena.with(|_| arena.push(1.0, 'x'));
    }

    #[test]
    #[should_panic(expected = "value 1 is not on the tape: it has 1")]
    fn rows_that_are_gone_are_not_read() {
        let mut arena = Arena::with_capacity(2, 0.0, ' ');
        arena.push(1.0, 'x');
        arena.push(1.0, 'x');
        arena.truncate(1);
        arena.get(1);
    }
}
