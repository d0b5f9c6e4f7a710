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
