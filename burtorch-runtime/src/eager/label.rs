//! Names of values. Without the feature `labels` there are none, and nothing is left of them.

#![cfg_attr(not(feature = "labels"), allow(clippy::unused_self, reason = "without names there is nothing to look at"))]

use alloc::string::String;
#[cfg(feature = "labels")]
use alloc::vec::Vec;

use super::{Scalar, Value, Var};

/// The names of values, sorted by these.
#[derive(Clone, Debug, Default)]
pub(super) struct Labels {
    #[cfg(feature = "labels")]
    names: Vec<(u32, String)>,
}

impl Labels {
    #[cfg(feature = "labels")]
    fn set(&mut self, value: Value, name: &str) {
        match self.names.binary_search_by_key(&value.0, |&(value, _)| value) {
            Ok(at) => self.names[at].1 = name.into(),
            Err(at) => self.names.insert(at, (value.0, name.into())),
        }
    }

    #[cfg(feature = "labels")]
    pub fn get(&self, value: Value) -> Option<&str> {
        let at = self.names.binary_search_by_key(&value.0, |&(value, _)| value).ok()?;
        Some(&self.names[at].1)
    }

    #[cfg(not(feature = "labels"))]
    pub fn get(&self, _: Value) -> Option<&str> {
        None
    }

    /// Forgets the names of values from `end` on.
    #[inline]
    pub fn truncate(&mut self, end: usize) {
        #[cfg(feature = "labels")]
        while self.names.last().is_some_and(|&(value, _)| value as usize >= end) {
            self.names.pop();
        }
        let _ = end;
    }

    /// Takes over the names of values that come after all others, at new places.
    pub fn append(&mut self, others: &mut Labels, moved: impl Fn(u32) -> u32) {
        #[cfg(feature = "labels")]
        self.names.extend(others.names.drain(..).map(|(value, name)| (moved(value), name)));
        let _ = (others, moved);
    }

    /// The bytes that they occupy.
    #[cfg(feature = "labels")]
    pub fn bytes(&self) -> usize {
        size_of::<(u32, String)>() * self.names.capacity()
            + self.names.iter().map(|(_, name)| name.capacity()).sum::<usize>()
    }

    #[cfg(not(feature = "labels"))]
    pub fn bytes(&self) -> usize {
        0
    }
}

impl<T: Scalar> Var<'_, T> {
    /// Gives the value a name, by which it is shown. Without the feature `labels` this does nothing.
    ///
    /// A name is allocated, also after the tape has all its memory.
    #[inline]
    #[allow(clippy::return_self_not_must_use, reason = "the name is what it is called for")]
    pub fn label(self, name: &str) -> Self {
        #[cfg(feature = "labels")]
        self.tape().labels.borrow_mut().set(self.id(), name);
        let _ = name;
        self
    }

    /// The name of the value, if it has one.
    #[must_use]
    pub fn name(self) -> Option<String> {
        self.tape().labels.borrow().get(self.id()).map(String::from)
    }
}
