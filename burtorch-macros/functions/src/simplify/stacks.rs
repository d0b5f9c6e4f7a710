//! What is kept for the sweep under two names is kept once.

use super::rewrite::Rewriter;
use crate::graph::{Graph, Id, Kind, RegionId, SaveStack, Table, Type};

/// The stacks of saved values of a graph that is being rewritten.
#[derive(Default)]
pub(super) struct Stacks {
    /// The region in which what a stack holds is taken back.
    restored_in: Table<SaveStack, RegionId>,
    /// Where each value of a region is saved: the node, and the stack.
    saved: Table<(RegionId, Id), (Id, SaveStack)>,
    /// Stacks that would hold what another one holds.
    same: Table<SaveStack, SaveStack>,
    /// What was taken back of each stack.
    restored: Table<SaveStack, Id>,
}

impl Stacks {
    pub(super) fn of(graph: &Graph) -> Self {
        let mut stacks = Stacks::default();
        if graph.has_regions() {
            for id in graph.all() {
                if let Kind::Restore(stack) = *graph.kind(id) {
                    stacks.restored_in.insert(stack, graph.node(id).region);
                }
            }
        }
        stacks
    }
}

impl Rewriter<'_> {
    /// Saves a value, unless the same region saved it for the same region of the sweep.
    pub(super) fn save(&mut self, stack: SaveStack, value: Id) -> Id {
        let stacks = &mut self.stacks;
        let at = (self.w.at, value);
        if let Some(&(id, first)) = stacks.saved.get(&at)
            && stacks.restored_in.get(&first) == stacks.restored_in.get(&stack)
        {
            stacks.same.insert(stack, first);
            return id;
        }
        let id = self.w.push_as(Kind::Save(stack, value), Type::Tuple(Vec::new()), false);
        self.stacks.saved.insert(at, (id, stack));
        id
    }

    /// Takes back what was saved, once for all stacks that would hold the same.
    pub(super) fn restore(&mut self, stack: SaveStack, ty: &Type, active: bool) -> Id {
        let stack = self.stacks.same.get(&stack).copied().unwrap_or(stack);
        if let Some(&known) = self.stacks.restored.get(&stack) {
            return known;
        }
        let id = self.w.push_as(Kind::Restore(stack), ty.clone(), active);
        self.stacks.restored.insert(stack, id);
        id
    }
}
