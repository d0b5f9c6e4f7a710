//! How long arrays of the forward pass are, for adjoints that have as many elements.

use super::reverse::Reverse;
use crate::graph::{Id, Kind, Step, Type};

impl Reverse {
    /// How long a primal array is, as a value of the forward pass.
    ///
    /// It is asked where the array is made: later, that may have been overwritten.
    pub(super) fn length(&mut self, array: Id) -> Id {
        let array = self.same_length(array);
        if let Some(&known) = self.lengths.get(&array) {
            return known;
        }
        let len = match *self.w.graph.kind(array) {
            Kind::Fill(_, count) => count,
            _ => self.insert_after(array, Kind::Len(array), Type::Other),
        };
        self.lengths.insert(array, len);
        len
    }

    /// The first array from which this one got its length.
    fn same_length(&self, mut array: Id) -> Id {
        loop {
            let source = match self.w.graph.kind(array) {
                Kind::Argument => {
                    let body = self.w.graph.region(self.w.graph.node(array).region);
                    let slot = body.params.iter().position(|&param| param == array).and_then(|at| at.checked_sub(1));
                    body.owner.zip(slot).and_then(|(owner, slot)| self.carried_length(owner, slot))
                }
                _ => self.source_of_length(array),
            };
            match source {
                Some(source) => array = source,
                None => return array,
            }
        }
    }

    /// An array that is as long as this one, one step back.
    fn source_of_length(&self, array: Id) -> Option<Id> {
        match self.w.graph.kind(array) {
            &(Kind::Set(base, ..) | Kind::AddAt(base, ..) | Kind::Sum(base, _)) => Some(base),
            Kind::Get(owner, path) => match (self.w.graph.kind(*owner), &path[..]) {
                (Kind::Call(call), &[Step::At(at)]) => call.changed(at),
                (Kind::For { .. }, &[Step::At(slot)]) => self.carried_length(*owner, slot),
                (Kind::Branch { arms, .. }, &[Step::At(slot)]) => {
                    let yielding = arms.iter().filter(|arm| arm.diverges.is_none());
                    let mut sources = yielding.map(|arm| {
                        let mut result = self.w.graph.region(arm.region).results[slot];
                        while self.w.graph.node(result).region == arm.region {
                            result = self.source_of_length(result)?;
                        }
                        Some(result)
                    });
                    let first = sources.next()??;
                    sources.all(|source| source == Some(first)).then_some(first)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The array that a loop starts with, if it carries one and never changes its length.
    fn carried_length(&self, owner: Id, slot: usize) -> Option<Id> {
        let Kind::For { init, body, .. } = self.w.graph.kind(owner) else { return None };
        let (param, mut end) = (self.w.graph.region(*body).params[slot + 1], self.w.graph.region(*body).results[slot]);
        while end != param {
            end = self.source_of_length(end)?;
        }
        Some(init[slot])
    }

    /// Result `slot` of a primal branch or loop, as a node of the forward pass.
    pub(super) fn slot(&mut self, owner: Id, slot: usize) -> Id {
        let region = self.w.graph.node(owner).region;
        let is_slot = |id: &Id| match self.w.graph.kind(*id) {
            Kind::Get(base, path) => *base == owner && path[..] == [Step::At(slot)],
            _ => false,
        };
        if let Some(known) = self.w.graph.region(region).nodes.iter().copied().find(|id| is_slot(id)) {
            return known;
        }
        let Type::Tuple(types) = &self.w.graph.node(owner).ty else { unreachable!("it yields a tuple") };
        let ty = types[slot].clone();
        self.insert_after(owner, Kind::Get(owner, vec![Step::At(slot)]), ty)
    }
}
