//! Tables, made for a compiler that is itself not optimized: proc macros never are.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Index;

use super::Id;

/// A map from nodes, with one place per node.
#[derive(Clone)]
pub struct IdMap<T>(Vec<Option<T>>);

impl<T> IdMap<T> {
    pub fn new() -> Self {
        IdMap(Vec::new())
    }

    pub fn insert(&mut self, id: Id, value: T) {
        while self.0.len() <= id.index() {
            self.0.push(None);
        }
        self.0[id.index()] = Some(value);
    }

    pub fn contains(&self, id: Id) -> bool {
        matches!(self.0.get(id.index()), Some(Some(_)))
    }

    pub fn get(&self, id: Id) -> Option<&T> {
        self.0.get(id.index())?.as_ref()
    }

    pub fn get_or_default(&mut self, id: Id) -> &mut T
    where
        T: Default,
    {
        while self.0.len() <= id.index() {
            self.0.push(None);
        }
        self.0[id.index()].get_or_insert_default()
    }

    pub fn remove(&mut self, id: Id) -> Option<T> {
        self.0.get_mut(id.index())?.take()
    }
}

impl<T> Index<Id> for IdMap<T> {
    type Output = T;

    fn index(&self, id: Id) -> &T {
        self.get(id).unwrap_or_else(|| panic!("{id:?} is used before it is there"))
    }
}

/// A map from anything else.
pub type Table<K, V> = HashMap<K, V, BuildHasherDefault<Mix>>;

/// A set of anything else.
pub type Set<K> = HashSet<K, BuildHasherDefault<Mix>>;

/// A hash of few steps.
#[derive(Clone, Default)]
pub struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = 0;
            for &byte in chunk {
                word = word << 8 | u64::from(byte);
            }
            self.write_u64(word);
        }
    }

    fn write_u8(&mut self, word: u8) {
        self.write_u64(u64::from(word));
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn write_isize(&mut self, word: isize) {
        self.write_u64(u64::from_ne_bytes((word as i64).to_ne_bytes()));
    }
}
