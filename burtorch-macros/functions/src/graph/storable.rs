//! Which values can be saved for the sweep in an array that starts as zeros.

use super::{Graph, Id, Kind, Number, Set, Step, Type};

impl Graph {
    /// Whether a value is a number of any type, or made of those: it can be copied, and there are arrays of zeros to put
    /// it aside.
    pub fn is_storable(&self, id: Id) -> bool {
        // Each value is asked once, however many others are made of it.
        let (mut asked, mut open) = (Set::default(), vec![id]);
        while let Some(id) = open.pop() {
            if asked.insert(id) && !self.is_storable_if(id, &mut open) {
                return false;
            }
        }
        true
    }

    /// Whether a value is storable if those are that this adds to `open`.
    fn is_storable_if(&self, id: Id, open: &mut Vec<Id>) -> bool {
        let node = self.node(id);
        if node.ty.is_known() {
            return true;
        }
        match &node.kind {
            Kind::Int(..)
            | Kind::Bool(_)
            | Kind::Compare(..)
            | Kind::Not(_)
            | Kind::ToIndex(..)
            | Kind::Len(_)
            | Kind::Offset(..) => {}
            Kind::Opaque(template) => match template.number {
                Number::Unknown => return false,
                Number::IfItsValuesAre => open.extend(template.holes.iter().map(|(_, id)| *id)),
                Number::Yes => {}
            },
            Kind::Param => {
                let at = self.root().params.iter().position(|&param| param == id);
                return at.and_then(|at| self.number_params.get(at)).is_some_and(|&is_number| is_number);
            }
            Kind::Zero => return node.ty != Type::Other,
            Kind::Pack(elements) => open.extend(elements),
            Kind::Splat(element) => open.push(*element),
            &Kind::Select(_, a, b) | &Kind::Set(a, _, b) => open.extend([a, b]),
            Kind::Argument => {
                let region = self.region(node.region);
                let slot = region.params.iter().position(|&param| param == id).and_then(|at| at.checked_sub(1));
                match (slot, region.owner.map(|owner| self.kind(owner))) {
                    (Some(slot), Some(Kind::For { init, .. })) => match init.get(slot) {
                        Some(&start) => open.push(start),
                        None => return false,
                    },
                    // The index of a loop. While a loop is being built, nothing is known of what it carries.
                    (slot, _) => return slot.is_none(),
                }
            }
            Kind::Get(base, path) => match (self.kind(*base), &path[..]) {
                (Kind::For { init, .. }, &[Step::At(slot)]) => open.extend(init.get(slot)),
                (Kind::Branch { arms, .. }, &[Step::At(slot)]) => {
                    let before = open.len();
                    for arm in arms.iter().filter(|arm| arm.diverges.is_none()) {
                        let result = self.region(arm.region).results.get(slot);
                        // A zero stands in for what an arm does not make.
                        open.extend(result.filter(|&&result| !matches!(self.kind(result), Kind::Zero)));
                    }
                    return open.len() > before;
                }
                _ => open.push(*base),
            },
            Kind::Restore(stack) => {
                let keeps = |&id: &Id| matches!(self.kind(id), Kind::Save(kept, _) if kept == stack);
                match self.all().into_iter().find(keeps) {
                    Some(keeper) => open.extend(self.kind(keeper).inputs()),
                    None => return false,
                }
            }
            _ => return false,
        }
        true
    }
}
