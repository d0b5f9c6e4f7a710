//! Where a model keeps what it computes.

use core::fmt;

/// An array of numbers, all zero at first.
///
/// # Safety
/// All bits zero is a value of the type.
pub unsafe trait Buffer<T>: AsRef<[T]> + AsMut<[T]> + Send + Sync + Sized {
    /// All zero.
    const ZERO: Self;
}

macro_rules! buffers {
    ($($number:ty = $zero:literal)*) => {$(
        // SAFETY: zero is all bits zero.
        unsafe impl<const N: usize> Buffer<$number> for [$number; N] {
            const ZERO: Self = [$zero; N];
        }
    )*};
}

buffers! { f32 = 0.0  f64 = 0.0  i64 = 0 }

/// The types of the buffers that workspaces are made of. Every model has them.
pub trait WorkspaceBuffers {
    /// What the model computes with.
    type Scalar;
    /// The numbers of one sample.
    type Floats: Buffer<Self::Scalar>;
    /// The numbers of a tile of samples.
    type TileFloats: Buffer<Self::Scalar>;
    /// The indices of a tile of samples.
    type TileIndices: Buffer<i64>;
}

/// A workspace with more bytes than this is not made on the stack, of which a thread may have no more than twice as much.
const STACK: usize = 1 << 20;

/// What a model computes on the way, for one sample.
///
/// Its size is known while the program compiles, so it can be a `static`, a local variable, a field, or
/// [boxed](Workspace::boxed) if it is large. What it held before a call does not matter.
#[repr(C, align(64))]
pub struct Workspace<M: WorkspaceBuffers> {
    floats: M::Floats,
}

/// What a model computes on the way, for a tile of samples: batches of any size run in it.
#[repr(C, align(64))]
pub struct BatchWorkspace<M: WorkspaceBuffers> {
    floats: M::TileFloats,
    indices: M::TileIndices,
}

impl<M: WorkspaceBuffers> Workspace<M> {
    /// A workspace of zeros, for a `static` of any size.
    pub const ZERO: Self = Self { floats: M::Floats::ZERO };

    /// A workspace of zeros. One of more than 1 MB, which may not fit on the stack, is refused when the program is built.
    #[must_use]
    pub const fn new() -> Self {
        const {
            assert!(
                size_of::<Self>() <= STACK,
                "this workspace has more than 1 MB, which may not fit on the stack: use `Workspace::boxed()`, or \
                 `Workspace::ZERO` in a `static`"
            );
        }
        Self::ZERO
    }

    /// A workspace on the heap, which never was on the stack.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn boxed() -> alloc::boxed::Box<Self> {
        // SAFETY: it holds nothing but a buffer, for which all bits zero is a value.
        unsafe { zeroed() }
    }

    #[doc(hidden)]
    pub fn floats(&mut self) -> &mut [M::Scalar] {
        self.floats.as_mut()
    }
}

impl<M: WorkspaceBuffers> BatchWorkspace<M> {
    /// A workspace of zeros, for a `static` of any size.
    pub const ZERO: Self = Self { floats: M::TileFloats::ZERO, indices: M::TileIndices::ZERO };

    /// A workspace of zeros. One of more than 1 MB, which may not fit on the stack, is refused when the program is built.
    #[must_use]
    pub const fn new() -> Self {
        const {
            assert!(
                size_of::<Self>() <= STACK,
                "this workspace has more than 1 MB, which may not fit on the stack: use `BatchWorkspace::boxed()`, or \
                 `BatchWorkspace::ZERO` in a `static`"
            );
        }
        Self::ZERO
    }

    /// A workspace on the heap, which never was on the stack.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn boxed() -> alloc::boxed::Box<Self> {
        // SAFETY: it holds nothing but buffers, for which all bits zero is a value.
        unsafe { zeroed() }
    }

    #[doc(hidden)]
    pub fn parts(&mut self) -> (&mut [M::Scalar], &mut [i64]) {
        (self.floats.as_mut(), self.indices.as_mut())
    }
}

/// A value of zeros on the heap.
///
/// # Safety
/// All bits zero is a value of `W`.
#[cfg(feature = "alloc")]
#[allow(clippy::unnecessary_box_returns, reason = "it may be too large for the stack")]
unsafe fn zeroed<W>() -> alloc::boxed::Box<W> {
    use alloc::alloc::{alloc_zeroed, handle_alloc_error};
    use alloc::boxed::Box;
    use core::alloc::Layout;
    use core::ptr::NonNull;

    let layout = Layout::new::<W>();
    if layout.size() == 0 {
        // SAFETY: a value without bytes is anywhere; the caller says that it is a value.
        return unsafe { Box::from_raw(NonNull::dangling().as_ptr()) };
    }
    // SAFETY: the size is not zero.
    let bytes = unsafe { alloc_zeroed(layout) };
    if bytes.is_null() {
        handle_alloc_error(layout);
    }
    // SAFETY: the memory was allocated with the layout of `W`, and the caller says that zeros are a value of it.
    unsafe { Box::from_raw(bytes.cast::<W>()) }
}

impl<M: WorkspaceBuffers> Default for Workspace<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<M: WorkspaceBuffers> Default for BatchWorkspace<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<M: WorkspaceBuffers> fmt::Debug for Workspace<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Workspace").field("floats", &self.floats.as_ref().len()).finish()
    }
}

impl<M: WorkspaceBuffers> fmt::Debug for BatchWorkspace<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BatchWorkspace")
            .field("floats", &self.floats.as_ref().len())
            .field("indices", &self.indices.as_ref().len())
            .finish()
    }
}
