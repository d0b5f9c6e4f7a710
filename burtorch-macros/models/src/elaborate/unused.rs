//! Parameters that no function of a model reads.

use super::Parameter;
use super::eval::Evaluator;
use super::layers::{Instance, Slot};
use crate::each::Each;

impl Evaluator<'_> {
    /// Reports the fields of the user's structs that no function of the model reads.
    pub(super) fn unused(&mut self, slot: &Slot, parameters: &[Parameter]) {
        let unused: Vec<usize> = parameters
            .iter()
            .filter(|parameter| !parameter.frozen && !self.used.contains(&parameter.offset))
            .map(|parameter| parameter.offset)
            .collect();
        if let Slot::Layer(instance) = slot {
            self.unused_fields(instance, 0, &unused, parameters);
        }
    }

    fn unused_fields(&mut self, instance: &Instance, offset: usize, unused: &[usize], all: &[Parameter]) {
        for part in &instance.fields {
            let start = offset + part.offset;
            let end = start + part.slot.size();
            let count = unused.iter().filter(|offset| (start..end).contains(*offset)).count();
            let inside: Vec<_> = all.only(|parameter| (start..end).contains(&parameter.offset));
            if count == 0 || part.name.starts_with('_') {
                continue;
            }
            let mut element = part.slot.clone();
            while let Slot::Array(inner, _) = &*element.clone() {
                element = inner.clone();
            }
            match &*element {
                // Some parameters of a user's layer are used: the unused field is inside of that layer.
                Slot::Layer(inner) if count < inside.len() && !inner.item.prelude => {
                    let mut at = start;
                    while at < end {
                        self.unused_fields(inner, at, unused, all);
                        at += inner.size.max(1);
                    }
                }
                _ => {
                    let first = inside.iter().find(|parameter| unused.contains(&parameter.offset));
                    let name = if count == inside.len() {
                        part.name.clone()
                    } else {
                        first.map(|parameter| parameter.name.clone()).unwrap_or_default()
                    };
                    self.report(
                        part.span,
                        format_args!(
                            "`{name}` is never used by a function of the model: use it, remove it, mark it `#[frozen]`, or start its name with `_`"
                        ),
                    );
                }
            }
        }
    }
}
