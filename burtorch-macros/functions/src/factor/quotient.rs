//! Quotients by the same number: `x / f = x · ((c / f) · (1 / c))` where `c / f` is computed anyway.

use burtorch_runtime::rules::Op;

use super::term::is_moderate;
use crate::graph::{Graph, Id, IdMap, Kind, RegionId, Writer};

/// The graph with a product in the place of each quotient among `derivatives` whose divisor also divides a constant, before
/// it in the same region or in one around it. Nothing if there is none.
///
/// Constants are moderate, so the product overflows only where that other quotient or this one does.
pub(super) fn share_quotients(graph: &Graph, derivatives: &IdMap<()>) -> Option<Graph> {
    let mut sharing = Sharing { derivatives, known: Vec::new(), found: false, w: Writer::new(graph.clone()) };
    sharing.region(Graph::ROOT);
    sharing.found.then_some(sharing.w.graph)
}

struct Sharing<'g> {
    derivatives: &'g IdMap<()>,
    /// Quotients of constants that are in scope: the divisor, the constant, and the quotient.
    known: Vec<(Id, f64, Id)>,
    found: bool,
    w: Writer,
}

impl Sharing<'_> {
    fn region(&mut self, region: RegionId) {
        let (outer, in_scope) = (std::mem::replace(&mut self.w.at, region), self.known.len());
        for id in std::mem::take(&mut self.w.graph.region_mut(region).nodes) {
            for inside in self.w.graph.regions_of(id) {
                self.region(inside);
            }
            self.quotient(id);
            self.w.graph.region_mut(region).nodes.push(id);
        }
        self.known.truncate(in_scope);
        self.w.at = outer;
    }

    fn quotient(&mut self, id: Id) {
        let Kind::Op(Op::Div, args) = self.w.graph.kind(id) else { return };
        let (x, divisor) = (args[0], args[1]);
        if let Kind::Const(value) = *self.w.graph.kind(x) {
            if is_moderate(value) {
                self.known.push((divisor, value, id));
            }
            return;
        }
        let Some(&(_, constant, quotient)) = self.known.iter().find(|(known, ..)| *known == divisor) else { return };
        if !self.derivatives.contains(id) {
            return;
        }
        self.w.span = self.w.graph.node(id).span;
        let scale = self.w.constant(1.0 / constant);
        let inverse = self.w.op(Op::Mul, &[quotient, scale]);
        self.w.graph.node_mut(id).kind = Kind::Op(Op::Mul, [x, inverse][..].into());
        self.found = true;
    }
}
