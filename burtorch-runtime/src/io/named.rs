//! Things by their names.

use core::fmt::Display;
use std::format;
use std::string::String;
use std::vec::Vec;

/// Things in the order of their names. They are few, or mostly added in that order, so it takes no tree, which would be more
/// code than all that is done with them.
#[derive(Debug)]
pub(crate) struct Named<T>(Vec<(String, T)>);

impl<T> Default for Named<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Named<T> {
    /// Returns what had the name before.
    pub fn insert(&mut self, name: &str, thing: T) -> Option<T> {
        match self.place(name) {
            Ok(at) => Some(core::mem::replace(&mut self.0[at].1, thing)),
            Err(at) => {
                self.0.insert(at, (name.into(), thing));
                None
            }
        }
    }

    pub fn get(&self, name: &str) -> Option<&T> {
        self.place(name).ok().map(|at| &self.0[at].1)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn iter(&self) -> core::slice::Iter<'_, (String, T)> {
        self.0.iter()
    }

    fn place(&self, name: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|(known, _)| known.as_str().cmp(name))
    }
}

impl Named<String> {
    /// Keeps something as its text.
    #[inline(never)]
    pub fn keep(&mut self, name: &str, thing: &dyn Display) {
        self.insert(name, format!("{thing}"));
    }
}

impl<T> IntoIterator for Named<T> {
    type Item = (String, T);
    type IntoIter = std::vec::IntoIter<(String, T)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
