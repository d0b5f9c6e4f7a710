//! What can be said only of the whole graph: derivatives that are zero by mistake, and calls whose results are not used.

use super::Builder;
use crate::graph::{Callee, Id, Kind, Step, Type};

impl Builder<'_> {
    /// Marks the calls whose results nobody needs. A method may keep what it gets, and give it back without its derivative:
    /// that is an error. A function has a derivative of its own, which would not allow that.
    pub(super) fn mark_unused_calls(&mut self, results: &[Id]) {
        let used = self.used(results);
        let mut values_read = vec![false; used.len()];
        for id in self.w.graph.all() {
            if let (Kind::Get(base, path), true) = (self.w.graph.kind(id), used[id.index()])
                && path.first() == Some(&Step::At(0))
            {
                values_read[base.index()] = true;
            }
        }
        for id in self.w.graph.all() {
            let node = self.w.graph.node_mut(id);
            let (span, is_used) = (node.span, used[id.index()]);
            match (&mut node.kind, &mut node.ty) {
                // Only what becomes of its arguments is used; of its value not even the type need be known.
                (Kind::Call(call), Type::Tuple(types)) if is_used && call.changes() && !values_read[id.index()] => {
                    let is_guess = types[0] == Type::Float || types[0] == Type::Tuple(Vec::new());
                    if is_guess {
                        types[0] = Type::Other;
                    }
                }
                (Kind::Call(call), _) if !is_used => match call.callee {
                    Callee::Path { .. } | Callee::Derivative { .. } => {
                        call.unused = true;
                        node.active = false;
                    }
                    Callee::Associated { .. } | Callee::Method(..) => self.errors.report(
                        span,
                        "the result of this call never reaches that of the function, and what it may keep is not differentiated: use its result, or remove it",
                    ),
                },
                _ => {}
            }
        }
    }

    /// Which nodes the results need, or what happens for its effect.
    fn used(&self, results: &[Id]) -> Vec<bool> {
        let graph = &self.w.graph;
        let all = graph.all();
        let mut used = vec![false; graph.len()];
        let mut open = results.to_vec();
        open.extend(all.iter().copied().filter(|&id| match graph.kind(id) {
            Kind::Observe(_) => true,
            Kind::Opaque(template) => template.effects,
            _ => false,
        }));
        while let Some(id) = open.pop() {
            if std::mem::replace(&mut used[id.index()], true) {
                continue;
            }
            open.extend(graph.kind(id).inputs());
            for region in graph.regions_of(id) {
                open.extend(&graph.region(region).results);
            }
        }
        used
    }

    /// An argument whose derivative is zero whatever its value is a mistake, not an answer.
    pub(super) fn check_that_arguments_reach(&mut self, results: &[Id]) {
        let graph = &self.w.graph;
        let mut reached = vec![false; graph.len()];
        let mut open = results.to_vec();
        while let Some(id) = open.pop() {
            if std::mem::replace(&mut reached[id.index()], true) || !graph.node(id).active {
                continue;
            }
            open.extend(graph.kind(id).inputs());
            for region in graph.regions_of(id) {
                open.extend(&graph.region(region).results);
            }
        }
        for (param, &id) in self.function.params.iter().zip(&graph.root().params) {
            // A leading underscore says that the user knows.
            if param.active && !param.mutable && !reached[id.index()] && !param.name.to_string().starts_with('_') {
                let name = &param.name;
                self.errors.report(
                    name.span(),
                    format_args!(
                        "the derivative with respect to `{name}` is always zero: `{name}` never reaches the result; leave it out with `wrt(…)`"
                    ),
                );
            }
        }
    }
}
