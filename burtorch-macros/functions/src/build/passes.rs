//! What is remembered of a loop from one pass over its body to the next.
//!
//! The body of a loop is built until it is known what the loop carries, so a loop inside of another is built in each pass over
//! the outer one. What a pass finds out of the inner loops holds in the next pass as well, in which less is constant and more
//! is carried. So the next pass starts from there, and a loop inside of `n` others is built about `n` times, not `2^n` times.

use proc_macro2::Span;

use super::loops::Carried;
use crate::graph::{Set, Table};

/// What the passes so far found out of each loop.
#[derive(Default)]
pub(super) struct Passes {
    /// The loop whose body is being built; none for that of the function.
    around: Option<LoopId>,
    /// How many loops of each span this pass has met.
    met: Table<String, usize>,
    places: Table<(Option<LoopId>, String, usize), LoopId>,
    /// What each loop carried in the end, and how many variables it saw.
    carried: Table<LoopId, (usize, Vec<Carried>)>,
    /// Loops that were too long to be written out.
    too_long: Set<LoopId>,
}

/// Which loop it is: the one around it, its span, and how many loops of that span came before it in the same pass. A loop of a
/// closure that is called twice is two of these.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct LoopId(usize);

/// The state of the pass over the loop around.
pub(super) struct Outside {
    around: Option<LoopId>,
    met: Table<String, usize>,
}

impl Passes {
    /// The place of the loop that this pass meets next.
    pub(super) fn next(&mut self, span: Span) -> LoopId {
        let span = format!("{span:?}");
        let count = self.met.entry(span.clone()).or_default();
        *count += 1;
        let new = LoopId(self.places.len());
        *self.places.entry((self.around, span, *count)).or_insert(new)
    }

    /// Starts a pass over the body of a loop.
    pub(super) fn enter(&mut self, place: LoopId) -> Outside {
        Outside { around: self.around.replace(place), met: std::mem::take(&mut self.met) }
    }

    /// How many loops of each span this pass has met so far.
    pub(super) fn met(&self) -> Table<String, usize> {
        self.met.clone()
    }

    /// Takes back what this pass has met since.
    pub(super) fn forget(&mut self, met: Table<String, usize>) {
        self.met = met;
    }

    /// Ends the pass.
    pub(super) fn leave(&mut self, outside: Outside) {
        (self.around, self.met) = (outside.around, outside.met);
    }

    /// What a loop carried in an earlier pass that saw as many variables.
    pub(super) fn carried(&self, place: LoopId, variables: usize) -> Vec<Carried> {
        match self.carried.get(&place) {
            Some((count, carried)) if *count == variables => carried.clone(),
            _ => Vec::new(),
        }
    }

    pub(super) fn note_carried(&mut self, place: LoopId, variables: usize, carried: &[Carried]) {
        self.carried.insert(place, (variables, carried.to_vec()));
    }

    pub(super) fn was_too_long(&self, place: LoopId) -> bool {
        self.too_long.contains(&place)
    }

    pub(super) fn note_too_long(&mut self, place: LoopId) {
        self.too_long.insert(place);
    }
}
