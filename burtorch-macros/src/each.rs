//! `items.each(f)` is `items.iter().map(f).collect()`, a vector, for slices and ranges.
//!
//! Proc macros are not optimized, so an iterator's chain is as many functions as it passes through, each compiled for
//! each closure and called for each item. This is one.

use std::ops::Range;

/// What a function gives for each item, as a vector.
pub(crate) trait Each<'a> {
    type Item;

    fn each<U>(&'a self, f: impl FnMut(Self::Item) -> U) -> Vec<U>;
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
}
