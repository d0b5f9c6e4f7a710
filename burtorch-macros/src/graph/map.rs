//! Tables with one place per node.

use std::ops::Index;

use super::Id;

/// A map from nodes, as a vector.
#[derive(Clone)]
pub(crate) struct IdMap<T>(Vec<Option<T>>);

impl<T> IdMap<T> {
    pub(crate) fn new() -> Self {
        IdMap(Vec::new())
    }

    pub(crate) fn insert(&mut self, id: Id, value: T) {
        if self.0.len() <= id.index() {
            self.0.resize_with(id.index() + 1, || None);
        }
        self.0[id.index()] = Some(value);
    }

    pub(crate) fn get(&self, id: Id) -> Option<&T> {
        self.0.get(id.index())?.as_ref()
    }

    pub(crate) fn get_or_default(&mut self, id: Id) -> &mut T
    where
        T: Default,
    {
        if self.get(id).is_none() {
            self.insert(id, T::default());
        }
        self.0[id.index()].get_or_insert_default()
    }

    pub(crate) fn remove(&mut self, id: Id) -> Option<T> {
        self.0.get_mut(id.index())?.take()
    }
}

impl<T> Index<Id> for IdMap<T> {
    type Output = T;

    fn index(&self, id: Id) -> &T {
        self.get(id).unwrap_or_else(|| panic!("{id:?} is used before it is there"))
    }
}
