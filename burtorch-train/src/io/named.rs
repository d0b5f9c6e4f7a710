//! Things by their names.

use core::cmp::Ordering;
use core::fmt::Display;

/// Things in the order of their names. Those that are inserted one by one are few, or mostly come in that order, so it takes no
/// tree, which would be more code than all that is done with them. Many in any order come [at once](Named::from_any_order).
#[derive(Debug)]
pub(crate) struct Named<T>(Vec<(String, T)>);

impl<T> Default for Named<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Named<T> {
    /// All of these. It takes `n ln n` steps, where inserting one by one would take `n²`.
    ///
    /// # Errors
    /// If a name is there twice: that name.
    pub fn from_any_order(things: Vec<(String, T)>) -> Result<Self, String> {
        let order = order(things.len(), &mut |a, b| things[a].0.cmp(&things[b].0));
        let mut things: Vec<Option<(String, T)>> = things.into_iter().map(Some).collect();
        let things: Vec<(String, T)> = order.into_iter().filter_map(|at| things[at].take()).collect();
        match things.windows(2).find(|two| two[0].0 == two[1].0) {
            Some(two) => Err(two[0].0.clone()),
            None => Ok(Self(things)),
        }
    }

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

/// The numbers below `count`, sorted. There is one copy of this in a program, whatever it sorts.
#[inline(never)]
pub(super) fn order(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_unstable_by(|&a, &b| compare(a, b));
    order
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
