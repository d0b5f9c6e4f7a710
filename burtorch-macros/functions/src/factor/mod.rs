//! Sums in derivatives, with common factors taken out: `g·x + g·y = g·(x + y)`.
//!
//! A finished graph goes in, a finished graph comes out. What depends on a seed or on a tangent is a derivative; only
//! sums of those are rewritten, so values keep their bits. Derivatives do not: each sum is the same number but for
//! rounding. So this is no law of `simplify`, and it is done only where it was asked for.
//!
//! No loop takes more operations than before, and the whole graph takes fewer or is the old one.

mod depend;
mod term;
#[cfg(test)]
mod tests;

use burtorch_runtime::rules::Op;

use crate::ast::Precision;
use crate::graph::{Graph, Id, IdMap, Kind, RegionId, Writer};
use crate::simplify::finish;
pub use depend::derivatives;
use depend::{factors, operations_by_loop, uses};
use term::{Found, Term, factored, is_moderate};

/// Factors the sums of what depends on the parameters after the first `arity`.
pub fn factor(graph: &Graph, arity: usize, precision: Precision) -> Graph {
    let mut best = None;
    let before = operations_by_loop(graph);
    let mut fewest = graph.operations();
    for through_multiples in [false, true] {
        let factored = finish(&rewrite(graph, arity, through_multiples), precision);
        let after = operations_by_loop(&factored);
        // Nobody knows how often loops run: what is saved in one does not pay for another.
        let no_heavier =
            after.len() == before.len() && after.iter().zip(&before).all(|(after, before)| after <= before);
        if no_heavier && factored.operations() < fewest {
            fewest = factored.operations();
            best = Some(factored);
        }
    }
    best.unwrap_or_else(|| graph.clone())
}

/// The graph with its sums rewritten; what they do not need any more is still there.
///
/// Where others use `4g` too, it is a factor of its own. With `through_multiples` it is four times `g`: that may save
/// it in all its uses, which shows only when all of them are rewritten.
fn rewrite(graph: &Graph, arity: usize, through_multiples: bool) -> Graph {
    let (derivatives, uses, factors) = (derivatives(graph, arity), uses(graph), factors(graph));
    let mut factoring = Factoring { derivatives, uses, factors, through_multiples, w: Writer::new(graph.clone()) };
    factoring.region(Graph::ROOT);
    factoring.w.graph
}

struct Factoring {
    /// What depends on a seed or a tangent.
    derivatives: IdMap<()>,
    /// How often each node of the old graph is used.
    uses: IdMap<usize>,
    /// What the laws let give its sign to others: one negation may become several then, and some in inner loops.
    factors: IdMap<()>,
    through_multiples: bool,
    w: Writer,
}

impl Factoring {
    fn region(&mut self, region: RegionId) {
        let outer = std::mem::replace(&mut self.w.at, region);
        let nodes = std::mem::take(&mut self.w.graph.region_mut(region).nodes);
        let mut inner = IdMap::new();
        for part in nodes.iter().flat_map(|&id| self.parts(id)).filter(|&part| self.opens(part)) {
            inner.insert(part, ());
        }
        for id in nodes {
            for inside in self.w.graph.regions_of(id) {
                self.region(inside);
            }
            self.w.span = self.w.graph.node(id).span;
            if self.derivatives.contains(id) && !inner.contains(id) {
                self.choice(id);
                self.sum(id);
            }
            self.w.graph.region_mut(region).nodes.push(id);
        }
        self.w.at = outer;
    }

    /// Nothing else uses it, and it stands in the region that is being written.
    fn is_private(&self, id: Id) -> bool {
        self.uses.get(id) == Some(&1) && self.w.graph.node(id).region == self.w.at
    }

    /// What a sum, difference or negation is made of; nothing of anything else.
    fn parts(&self, id: Id) -> Vec<Id> {
        match self.w.graph.kind(id) {
            // That is a product by two.
            Kind::Op(Op::Add, args) if args[0] == args[1] => Vec::new(),
            Kind::Op(Op::Add | Op::Sub | Op::Neg, args) if self.derivatives.contains(id) => args.to_vec(),
            _ => Vec::new(),
        }
    }

    /// Whether it is a part of the sum that uses it.
    fn opens(&self, id: Id) -> bool {
        self.is_private(id) && !self.parts(id).is_empty()
    }

    /// `if c { 0 } else { -x }` is `-(if c { 0 } else { x })` but for the sign of a zero; a sum takes the sign in. A
    /// product would pass it on.
    fn choice(&mut self, id: Id) {
        let graph = &self.w.graph;
        let Kind::Select(cond, a, b) = *graph.kind(id) else { return };
        if self.factors.contains(id) {
            return;
        }
        let is_zero = |id: Id| matches!(graph.kind(id), Kind::Const(0.0));
        let negated = |id: Id| match graph.kind(id) {
            Kind::Op(Op::Neg, args) if self.is_private(id) => Some(args[0]),
            _ => None,
        };
        let (a, b) = match (negated(a), negated(b)) {
            (Some(a), _) if is_zero(b) => (a, b),
            (_, Some(b)) if is_zero(a) => (a, b),
            _ => return,
        };
        let ty = graph.node(id).ty.clone();
        let choice = self.w.push(Kind::Select(cond, a, b), ty);
        self.w.graph.node_mut(id).kind = Kind::Op(Op::Neg, [choice][..].into());
    }

    fn sum(&mut self, id: Id) {
        let terms = self.terms(id);
        let before = terms.len();
        let terms = factored(terms);
        if terms.len() == before {
            return;
        }
        let sum = self.write_sum(&terms, self.factors.contains(id));
        // Law: `a * 1 = a`. It is applied when the graph is finished.
        let one = self.w.constant(1.0);
        self.w.graph.node_mut(id).kind = Kind::Op(Op::Mul, [sum, one][..].into());
    }

    /// The terms of a sum, in their order.
    fn terms(&self, root: Id) -> Vec<Term> {
        let mut terms = Vec::new();
        let mut open = vec![(root, false)];
        while let Some((id, negative)) = open.pop() {
            if id != root && !self.opens(id) {
                terms.push(self.term(id, negative));
                continue;
            }
            let parts = self.parts(id);
            let changes_last = matches!(self.w.graph.kind(id), Kind::Op(Op::Sub | Op::Neg, _));
            for (at, &part) in parts.iter().enumerate().rev() {
                open.push((part, negative ^ (changes_last && at + 1 == parts.len())));
            }
        }
        terms
    }

    /// A node as a product.
    fn term(&self, id: Id, negative: bool) -> Term {
        let mut found = Found { id, negative, operations: 0, through_multiple: false };
        let mut term = Term { negative, ..Term::constant(1.0) };
        let mut open = vec![(id, self.is_private(id))];
        while let Some((id, private)) = open.pop() {
            let kind = self.w.graph.kind(id);
            match kind {
                Kind::Const(value) if is_moderate(*value) => {
                    term.negative ^= *value < 0.0;
                    term.coefficient *= value.abs();
                }
                Kind::Op(Op::Neg, args) => {
                    term.negative = !term.negative;
                    found.operations += usize::from(private);
                    open.push((args[0], private && self.is_private(args[0])));
                }
                Kind::Op(Op::Mul, args) if private && self.derivatives.contains(id) => {
                    found.operations += 1;
                    open.extend(args.iter().rev().map(|&arg| (arg, self.is_private(arg))));
                }
                _ => match self.multiple(id) {
                    Some((factor, x)) if private || self.through_multiples => {
                        found.operations += usize::from(private);
                        found.through_multiple |= !private;
                        term.coefficient *= factor.abs();
                        term.negative ^= factor < 0.0;
                        open.push((x, false));
                    }
                    _ => term.factors.push(id),
                },
            }
        }
        term.factors.sort_unstable();
        if is_moderate(term.coefficient) {
            return Term { found: Some(found), ..term };
        }
        let found = Found { operations: 0, through_multiple: false, ..found };
        Term { negative, factors: vec![id], found: Some(found), ..Term::constant(1.0) }
    }

    /// `id = c x` for a constant `c`, if it is a derivative.
    fn multiple(&self, id: Id) -> Option<(f64, Id)> {
        if !self.derivatives.contains(id) {
            return None;
        }
        let constant = |id: Id| match self.w.graph.kind(id) {
            Kind::Const(value) if is_moderate(*value) => Some(*value),
            _ => None,
        };
        match self.w.graph.kind(id) {
            Kind::Op(Op::Add, args) if args[0] == args[1] => Some((2.0, args[0])),
            Kind::Op(Op::Mul, args) => match (constant(args[0]), constant(args[1])) {
                (Some(factor), _) => Some((factor, args[1])),
                (_, Some(factor)) => Some((factor, args[0])),
                _ => None,
            },
            _ => None,
        }
    }

    /// A sum; one that is a factor keeps its sign inside.
    fn write_sum(&mut self, terms: &[Term], is_factor: bool) -> Id {
        let mut terms: Vec<&Term> = terms.iter().collect();
        // What is known first is added first, and constants before all.
        terms.sort_by_cached_key(|term| term.time());
        let first = terms.iter().position(|term| !term.is_negative());
        let start = terms.remove(first.unwrap_or(0));
        let (inside, outside) = (first.is_none() && is_factor, first.is_none() && !is_factor);
        let mut sum = if inside { self.write_negated(start) } else { self.write(start) };
        for term in terms {
            let op = if term.is_negative() && !outside { Op::Sub } else { Op::Add };
            let term = self.write(term);
            sum = self.w.op(op, &[sum, term]);
        }
        if outside { self.w.op(Op::Neg, &[sum]) } else { sum }
    }

    /// A term without its sign, negated: in the sum if there is one.
    fn write_negated(&mut self, term: &Term) -> Id {
        if term.found.is_some() || term.sum.is_empty() {
            let term = self.write(term);
            return self.w.op(Op::Neg, &[term]);
        }
        let sum = term.sum.iter().map(|term| Term { negative: !term.negative, ..term.clone() }).collect();
        self.write(&Term { sum, ..term.clone() })
    }

    /// A term without its sign.
    fn write(&mut self, term: &Term) -> Id {
        if let Some(found) = term.found {
            return found.id;
        }
        let mut product = (!term.sum.is_empty()).then(|| self.write_sum(&term.sum, true));
        let coefficient = (term.has_coefficient() || term.is_constant()).then(|| self.w.constant(term.coefficient));
        // The factor that is known last comes last.
        for factor in coefficient.into_iter().chain(term.factors.iter().copied()) {
            product = Some(match product {
                Some(product) => self.w.op(Op::Mul, &[product, factor]),
                None => factor,
            });
        }
        product.expect("a constant is a factor, too")
    }
}
