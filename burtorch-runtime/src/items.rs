//! Random access to the items of loops over data that is not differentiated.
//!
//! The forward pass of a derivative counts the items of a loop, and the reverse sweep needs them in the opposite order. Slices are
//! indexed directly. The items of anything else are collected first.

use core::cell::Cell;

#[cfg(feature = "alloc")]
use alloc::{rc::Rc, vec::Vec};

#[cfg(feature = "alloc")]
use crate::effects::{Plain, put_all};

/// The expression that a loop iterates over. Method resolution chooses between the two traits below by its type.
#[allow(missing_debug_implementations, reason = "it lives for one expression")]
pub struct Source<I>(Cell<Option<I>>);

impl<I> Source<I> {
    /// Wraps the expression after `in`.
    pub const fn new(source: I) -> Self {
        Source(Cell::new(Some(source)))
    }
}

/// The elements of a slice.
#[derive(Debug)]
pub enum Elements<'a, T> {
    /// The slice itself.
    Slice(&'a [T]),
    /// The elements that an earlier pass recorded.
    #[cfg(feature = "alloc")]
    Recorded(Rc<[T]>),
}

// A branch keeps them for the sweep. The elements themselves need not be copied for that.
impl<T> Clone for Elements<'_, T> {
    fn clone(&self) -> Self {
        match self {
            Elements::Slice(slice) => Elements::Slice(slice),
            #[cfg(feature = "alloc")]
            Elements::Recorded(elements) => Elements::Recorded(Rc::clone(elements)),
        }
    }
}

impl<T> Elements<'_, T> {
    #[inline]
    fn all(&self) -> &[T] {
        match self {
            Elements::Slice(slice) => slice,
            #[cfg(feature = "alloc")]
            Elements::Recorded(elements) => elements,
        }
    }

    /// How many there are.
    #[inline]
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "only loops ask")]
    pub fn len(&self) -> usize {
        self.all().len()
    }

    /// The element at a place.
    #[inline]
    #[must_use]
    pub fn item(&self, at: usize) -> &T {
        &self.all()[at]
    }
}

#[cfg(feature = "alloc")]
impl<T: Plain> Plain for Elements<'_, T> {
    const WORDS: usize = usize::MAX;

    fn put(&self, word: &mut dyn FnMut(u64)) {
        put_all(self.all(), word);
    }

    fn take(word: &mut dyn FnMut() -> u64) -> Self {
        Elements::Recorded(Vec::take(word).into())
    }
}

#[cfg(feature = "alloc")]
impl<T: Plain> Plain for Collected<T> {
    const WORDS: usize = usize::MAX;

    fn put(&self, word: &mut dyn FnMut(u64)) {
        put_all(&self.0, word);
    }

    fn take(word: &mut dyn FnMut() -> u64) -> Self {
        Collected(Vec::take(word))
    }
}

/// Sources that are slices.
pub trait SliceSource<'a, T> {
    /// The elements.
    fn items(&self) -> Elements<'a, T>;
}

impl<'a, T> SliceSource<'a, T> for Source<&'a [T]> {
    #[inline]
    fn items(&self) -> Elements<'a, T> {
        Elements::Slice(self.0.take().unwrap_or_default())
    }
}

impl<'a, T, const N: usize> SliceSource<'a, T> for Source<&'a [T; N]> {
    #[inline]
    fn items(&self) -> Elements<'a, T> {
        Elements::Slice(self.0.take().map_or(&[], |array| &array[..]))
    }
}

#[cfg(feature = "alloc")]
impl<'a, T> SliceSource<'a, T> for Source<&'a Vec<T>> {
    #[inline]
    fn items(&self) -> Elements<'a, T> {
        Elements::Slice(self.0.take().map_or(&[], |vector| &vector[..]))
    }
}

impl<'a, T> SliceSource<'a, T> for Source<core::slice::Iter<'a, T>> {
    #[inline]
    fn items(&self) -> Elements<'a, T> {
        Elements::Slice(self.0.take().map_or(&[], |iter| iter.as_slice()))
    }
}

/// Items that were collected.
#[cfg(feature = "alloc")]
#[derive(Clone, Debug)]
pub struct Collected<T>(Vec<T>);

#[cfg(feature = "alloc")]
impl<T> Collected<T> {
    /// How many there are.
    #[inline]
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "only loops ask")]
    pub const fn len(&self) -> usize {
        self.0.len()
    }
}

#[cfg(feature = "alloc")]
impl<T: Clone> Collected<T> {
    /// The item at a place.
    #[inline]
    #[must_use]
    pub fn item(&self, at: usize) -> T {
        self.0[at].clone()
    }
}

/// All other sources, which method resolution finds after slices.
#[cfg(feature = "alloc")]
pub trait AnySource<I: IntoIterator> {
    /// The items, collected.
    fn items(&self) -> Collected<I::Item>;
}

#[cfg(feature = "alloc")]
impl<I: IntoIterator> AnySource<I> for &Source<I> {
    fn items(&self) -> Collected<I::Item> {
        Collected(self.0.take().into_iter().flatten().collect())
    }
}

/// Copies of the elements of something that changes later.
#[cfg(feature = "alloc")]
#[derive(Debug)]
pub struct Copies<T>(Rc<[T]>);

#[cfg(feature = "alloc")]
impl<T> Clone for Copies<T> {
    fn clone(&self) -> Self {
        Copies(Rc::clone(&self.0))
    }
}

#[cfg(feature = "alloc")]
impl<T> Copies<T> {
    /// How many there are.
    #[inline]
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "only loops ask")]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The element at a place.
    #[inline]
    #[must_use]
    pub fn item(&self, at: usize) -> &T {
        &self.0[at]
    }
}

#[cfg(feature = "alloc")]
impl<T: Plain> Plain for Copies<T> {
    const WORDS: usize = usize::MAX;

    fn put(&self, word: &mut dyn FnMut(u64)) {
        put_all(&self.0, word);
    }

    fn take(word: &mut dyn FnMut() -> u64) -> Self {
        Copies(Vec::take(word).into())
    }
}

/// Sources whose items are references to what can be copied.
#[cfg(feature = "alloc")]
pub trait CopiedSource<T> {
    /// Copies of the items.
    fn items(&self) -> Copies<T>;
}

// What is `Sync` and can be cloned has nothing inside that changes behind a reference: a copy is as good.
#[cfg(feature = "alloc")]
impl<'a, T: Clone + Sync + 'a, I: IntoIterator<Item = &'a T>> CopiedSource<T> for Source<I> {
    fn items(&self) -> Copies<T> {
        Copies(self.0.take().into_iter().flatten().cloned().collect())
    }
}

/// Copies of pairs of elements.
#[cfg(feature = "alloc")]
#[derive(Debug)]
pub struct CopiedPairs<A, B>(Rc<[(A, B)]>);

#[cfg(feature = "alloc")]
impl<A, B> Clone for CopiedPairs<A, B> {
    fn clone(&self) -> Self {
        CopiedPairs(Rc::clone(&self.0))
    }
}

#[cfg(feature = "alloc")]
impl<A, B> CopiedPairs<A, B> {
    /// How many there are.
    #[inline]
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "only loops ask")]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The pair at a place.
    #[inline]
    #[must_use]
    pub fn item(&self, at: usize) -> (&A, &B) {
        let (a, b) = &self.0[at];
        (a, b)
    }
}

#[cfg(feature = "alloc")]
impl<A: Plain, B: Plain> Plain for CopiedPairs<A, B>
where
    (A, B): Plain,
{
    const WORDS: usize = usize::MAX;

    fn put(&self, word: &mut dyn FnMut(u64)) {
        put_all(&self.0, word);
    }

    fn take(word: &mut dyn FnMut() -> u64) -> Self {
        CopiedPairs(Vec::take(word).into())
    }
}

/// Sources whose items are pairs of references to what can be copied: those of `zip`, and of maps.
#[cfg(feature = "alloc")]
pub trait CopiedPairsSource<A, B> {
    /// Copies of the items.
    fn items(&self) -> CopiedPairs<A, B>;
}

#[cfg(feature = "alloc")]
impl<'a, A: Clone + Sync + 'a, B: Clone + Sync + 'a, I: IntoIterator<Item = (&'a A, &'a B)>> CopiedPairsSource<A, B>
    for Source<I>
{
    fn items(&self) -> CopiedPairs<A, B> {
        CopiedPairs(self.0.take().into_iter().flatten().map(|(a, b)| (a.clone(), b.clone())).collect())
    }
}

/// What a loop goes over, if it is changed later: copies of its elements.
#[cfg(feature = "alloc")]
#[doc(hidden)]
#[macro_export]
macro_rules! __owned_items {
    ($source:expr) => {{
        #[allow(unused_imports)]
        use $crate::__private::{AnySource as _, CopiedPairsSource as _, CopiedSource as _};
        (&$crate::__private::Source::new($source)).items()
    }};
}

/// Without memory to copy anything to, what a loop goes over stays where it is.
#[cfg(not(feature = "alloc"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __owned_items {
    ($source:expr) => {
        $crate::__private::items!($source)
    };
}

/// What a loop goes over.
#[cfg(feature = "alloc")]
#[doc(hidden)]
#[macro_export]
macro_rules! __items {
    ($source:expr) => {{
        #[allow(unused_imports)]
        use $crate::__private::{AnySource as _, SliceSource as _};
        (&$crate::__private::Source::new($source)).items()
    }};
}

/// What a loop goes over: a slice, without memory to collect anything else in.
#[cfg(not(feature = "alloc"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __items {
    ($source:expr) => {{
        use $crate::__private::SliceSource as _;
        (&$crate::__private::Source::new($source)).items()
    }};
}
