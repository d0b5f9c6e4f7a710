//! What can be said only of the whole graph: derivatives that are zero by mistake.

use proc_macro2::Span;

use super::Builder;
use crate::graph::{Id, Kind};

impl Builder<'_> {
    /// A call whose result nobody needs can only be for an effect, which has no derivative.
    pub(super) fn check_that_calls_are_used(&mut self, results: &[Id]) {
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
        let dropped: Vec<Span> = all
            .into_iter()
            .filter(|&id| matches!(graph.kind(id), Kind::Call(_)) && !used[id.index()])
            .map(|id| graph.node(id).span)
            .collect();
        for span in dropped {
            self.errors.report(
                span,
                "the result of this call never reaches that of the function, and what it may keep is not differentiated: use its result, or remove it",
            );
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
