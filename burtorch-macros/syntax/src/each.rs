//! Vectors made of slices, ranges and vectors, in one step: `items.each(f)` is `items.iter().map(f).collect()`,
//! `items.only(f)` is `items.iter().filter(f).collect()`, and `items.into_each(f)` is `items.into_iter().map(f).collect()`.
//!
//! Proc macros are not optimized, so an iterator's chain is as many functions as it passes through, each compiled for
//! each closure and called for each item. These are one.

use std::ops::Range;

/// Slices and ranges, item by item.
pub trait Each<'a> {
    type Item;

    /// What `f` gives for each item.
    fn each<U>(&'a self, f: impl FnMut(Self::Item) -> U) -> Vec<U>;

    /// The items for which `f` holds.
    fn only(&'a self, f: impl FnMut(&Self::Item) -> bool) -> Vec<Self::Item>;
}

impl<'a, T: 'a> Each<'a> for [T] {
    type Item = &'a T;

    fn each<U>(&'a self, mut f: impl FnMut(&'a T) -> U) -> Vec<U> {
        let mut all = Vec::with_capacity(self.len());
        for item in self {
            all.push(f(item));
        }
        all
    }

    fn only(&'a self, mut f: impl FnMut(&&'a T) -> bool) -> Vec<&'a T> {
        let mut some = Vec::new();
        for item in self {
            if f(&item) {
                some.push(item);
            }
        }
        some
    }
}

impl Each<'_> for Range<usize> {
    type Item = usize;

    fn each<U>(&self, mut f: impl FnMut(usize) -> U) -> Vec<U> {
        let mut all = Vec::with_capacity(self.len());
        for item in self.start..self.end {
            all.push(f(item));
        }
        all
    }

    fn only(&self, mut f: impl FnMut(&usize) -> bool) -> Vec<usize> {
        let mut some = Vec::new();
        for item in self.start..self.end {
            if f(&item) {
                some.push(item);
            }
        }
        some
    }
}

/// Vectors, item by item, when they are not needed any more.
pub trait IntoEach<T> {
    /// What `f` gives for each item.
    fn into_each<U>(self, f: impl FnMut(T) -> U) -> Vec<U>;
}

impl<T> IntoEach<T> for Vec<T> {
    fn into_each<U>(self, mut f: impl FnMut(T) -> U) -> Vec<U> {
        let mut all = Vec::with_capacity(self.len());
        for item in self {
            all.push(f(item));
        }
        all
    }
}
