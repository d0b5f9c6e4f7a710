//! What can be said only of the whole graph: derivatives that are zero by mistake, and calls whose results are not used.

use super::Builder;
use crate::ast::Len;
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

    /// What a `Vec` holds is copied. A struct without the derive that has no `Clone` cannot be.
    pub(super) fn check_that_vectors_can_be_copied(&mut self) {
        let graph = &self.w.graph;
        let found = graph.all().into_iter().find_map(|id| match &graph.node(id).ty {
            Type::Array(element, Len::Dynamic) => element.without_clone().map(|name| (id, name)),
            _ => None,
        });
        if let Some((id, name)) = found {
            let message = format!("`{name}` needs `#[derive(Clone)]` to be held in a `Vec` here");
            self.errors.report(self.w.graph.node(id).span, message);
        }
    }

    /// A derivative that is zero everywhere is a mistake, unless the argument decides something: `if x > threshold`.
    pub(super) fn check_that_arguments_reach(&mut self, results: &[Id]) {
        let (reached, used) = (self.used_by(results, true), self.used_by(results, false));
        let params = || self.function.params.iter().zip(&self.w.graph.root().params).filter(|(param, _)| param.active);
        let any = params().any(|(param, id)| param.mutable || reached[id.index()]);
        let lost = params().find(|(param, id)| {
            let serves = reached[id.index()] || any && used[id.index()];
            // A leading underscore says that the user knows.
            !param.mutable && !serves && !param.name.to_string().starts_with('_')
        });
        if let Some((param, _)) = lost {
            let name = &param.name;
            let message = format!(
                "the derivative with respect to `{name}` is always zero: `{name}` never reaches the result; leave it out with `wrt(…)`"
            );
            self.errors.report(name.span(), message);
        }
    }

    /// Which nodes results are made of: only by values with derivatives, or by conditions and other code, too.
    fn used_by(&self, results: &[Id], smoothly: bool) -> Vec<bool> {
        let graph = &self.w.graph;
        let mut used = vec![false; graph.len()];
        let mut open = results.to_vec();
        while let Some(id) = open.pop() {
            if std::mem::replace(&mut used[id.index()], true) || smoothly && !graph.node(id).active {
                continue;
            }
            open.extend(graph.kind(id).inputs());
            for region in graph.regions_of(id) {
                open.extend(&graph.region(region).results);
            }
        }
        used
    }
}
