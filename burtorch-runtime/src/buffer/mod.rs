//! Flat buffers seen as nested arrays and as bytes, and workspaces.
//!
//! Generated code keeps everything in flat slices and works on nested arrays of known lengths, whose indices the
//! optimizer can check while it compiles. `unsafe` code turns one into the other, after it has checked lengths.
#![allow(unsafe_code)]

#[cfg(feature = "alloc")]
mod aligned;
pub mod border;
mod bytes;
mod workspace;

#[cfg(feature = "alloc")]
pub use aligned::Aligned;
pub use bytes::Number;
#[cfg(feature = "std")]
pub use bytes::{bytes, bytes_mut};
pub use workspace::{BatchWorkspace, Buffer, Workspace, WorkspaceBuffers};

/// A number, or an array of numbers, or an array of those…
///
/// # Safety
/// The type is laid out as an array of `T`: it has the alignment of `T`, and consists of nothing but `T`s.
pub unsafe trait Nested<T>: Sized {
    /// How many numbers it holds.
    const LEN: usize = size_of::<Self>() / size_of::<T>();
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        // SAFETY: one number is laid out as an array of one.
        unsafe impl Nested<$number> for $number {}
    )*};
}

numbers! { f32 f64 i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

// SAFETY: arrays have no padding, so an array of arrays of `T` is an array of `T`.
unsafe impl<T, A: Nested<T>, const N: usize> Nested<T> for [A; N] {}

/// Where an array of `count` numbers starts in a buffer of `length`, which the compiler of models has planned.
///
/// As [`within`](crate::kernel::within): with the standard library a wrong plan is a panic. Without it there is nobody to catch one, and whether
/// the optimizer sees that a place which depends on a loop fits is up to its version, so the place is clamped.
#[inline(always)]
#[allow(clippy::inline_always, reason = "where it stands, everything but the address is a constant")]
fn fitting(at: usize, count: usize, length: usize) -> usize {
    debug_assert!(at <= length && count <= length - at, "memory was planned");
    if cfg!(feature = "std") { at } else { at.min(length.saturating_sub(count)) }
}

/// The array that starts at `at`.
///
/// # Panics
/// If the buffer is too short.
#[inline(always)]
#[allow(clippy::inline_always, reason = "where it stands, everything but the address is a constant")]
pub fn read<T, A: Nested<T>>(buffer: &[T], at: usize) -> &A {
    let at = fitting(at, A::LEN, buffer.len());
    let part = &buffer[at..at + A::LEN];
    // SAFETY: `part` holds `A::LEN` numbers, which is what `A` is laid out as.
    unsafe { &*part.as_ptr().cast::<A>() }
}

/// The array that starts at `at`, to write to.
///
/// # Panics
/// If the buffer is too short.
#[inline(always)]
#[allow(clippy::inline_always, reason = "where it stands, everything but the address is a constant")]
pub fn read_mut<T, A: Nested<T>>(buffer: &mut [T], at: usize) -> &mut A {
    let at = fitting(at, A::LEN, buffer.len());
    let part = &mut buffer[at..at + A::LEN];
    // SAFETY: `part` holds `A::LEN` numbers, which is what `A` is laid out as, and it is borrowed mutably.
    unsafe { &mut *part.as_mut_ptr().cast::<A>() }
}

/// The numbers of an array.
#[inline]
pub fn flat<T, A: Nested<T>>(array: &A) -> &[T] {
    // SAFETY: `A` is laid out as an array of `A::LEN` numbers.
    unsafe { core::slice::from_raw_parts(core::ptr::from_ref(array).cast(), A::LEN) }
}

/// The numbers of an array, to write to.
#[inline]
pub fn flat_mut<T, A: Nested<T>>(array: &mut A) -> &mut [T] {
    // SAFETY: `A` is laid out as an array of `A::LEN` numbers, and it is borrowed mutably.
    unsafe { core::slice::from_raw_parts_mut(core::ptr::from_mut(array).cast(), A::LEN) }
}

/// The array that starts at `at`, to write to, and what is around it, to read from.
///
/// # Panics
/// If the buffer is too short.
#[inline(always)]
#[allow(clippy::inline_always, reason = "where it stands, everything but the address is a constant")]
pub fn write<T, A: Nested<T>>(buffer: &mut [T], at: usize) -> (&mut A, Around<'_, T>) {
    let (before, rest) = buffer.split_at_mut(at);
    let (target, after) = rest.split_at_mut(A::LEN);
    (read_mut(target, 0), Around { before, after, end: at + A::LEN })
}

/// A buffer without the part that is being written.
#[derive(Clone, Copy, Debug)]
pub struct Around<'b, T> {
    before: &'b [T],
    after: &'b [T],
    /// Where `after` starts.
    end: usize,
}

impl<'b, T> Around<'b, T> {
    /// The array that starts at `at`, counted from the start of the whole buffer.
    ///
    /// # Panics
    /// If some of it is being written, or beyond the end.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "where it stands, everything but the address is a constant")]
    #[must_use]
    pub fn read<A: Nested<T>>(&self, at: usize) -> &'b A {
        if at < self.before.len() { read(self.before, at) } else { read(self.after, at - self.end) }
    }
}
