//! Sums in derivatives, with common factors taken out: `g·x + g·y = g·(x + y)`.
//!
//! A finished graph goes in, a finished graph comes out. What depends on a seed or on a tangent is a derivative; only
//! sums of those are rewritten, so values keep their bits, unless they are to be fast as well. Derivatives do not: each
//! sum is the same number but for rounding. So this is no law of `simplify`, and it is done only where it was asked for.
//!
//! No loop takes more operations than before, and the whole graph takes fewer or is the old one. A division is as long as
//! several other operations.

mod depend;
mod quotient;
mod term;
#[cfg(test)]
mod tests;

use burtorch_runtime::rules::Op;

use crate::ast::Precision;
use crate::each::Each;
use crate::graph::{Graph, Id, IdMap, Kind, RegionId, Writer};
use crate::simplify::finish;
pub use depend::derivatives;
use depend::{depths, factors, fused, operations_by_loop, uses};
use quotient::share_quotients;
use term::{Found, Term, factored, is_moderate, with_one_constant};

/// Factors the sums of what depends on the parameters after the first `arity`.
pub fn factor(graph: &Graph, arity: usize, precision: Precision) -> Graph {
    fewer(graph, Sums::Derivatives { arity }, precision).unwrap_or_else(|| graph.clone())
}

/// Factors the sums of values, too, and multiplies them out where that is less work.
pub fn factor_all(graph: &Graph, precision: Precision) -> Graph {
    let mut graph = graph.clone();
    while let Some(less) = fewer(&graph, Sums::All, precision) {
        graph = less;
    }
    graph
}

/// The sums that are rewritten.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sums {
    /// Those of what depends on the parameters after the first `arity`.
    Derivatives {
        arity: usize,
    },
    All,
}

impl Sums {
    fn of(self, graph: &Graph) -> IdMap<()> {
        match self {
            Sums::Derivatives { arity } => derivatives(graph, arity),
            Sums::All => derivatives(graph, 0),
        }
    }

    /// The products that are one operation with a sum.
    fn fused(self, graph: &Graph) -> IdMap<()> {
        if self == Sums::All { fused(graph) } else { IdMap::new() }
    }

    /// The operations of the loops of a graph; and all of them, with those that must wait for each other twice.
    fn work(self, graph: &Graph) -> (Vec<usize>, usize) {
        let fused = self.fused(graph);
        let operations = operations_by_loop(graph, &fused);
        let mut total = operations.iter().sum();
        if self == Sums::All {
            let depths = depths(graph, &fused);
            total += graph.root().results.iter().filter_map(|&id| depths.get(id).copied()).max().unwrap_or(0);
        }
        (operations, total)
    }
}

/// The graph with less to do, if that can be.
fn fewer(graph: &Graph, sums: Sums, precision: Precision) -> Option<Graph> {
    let mut best = None;
    let (before, mut least) = sums.work(graph);
    let shared = share_quotients(graph, &sums.of(graph));
    let shared = shared.map(|graph| finish(&graph, precision));
    let graphs = [Some(graph), shared.as_ref()];
    for (graph, way) in graphs.into_iter().flatten().flat_map(|graph| Way::ALL.map(|way| (graph, way))) {
        let Some(rewritten) = rewrite(graph, sums, way) else { continue };
        let factored = finish(&rewritten, precision);
        let (after, work) = sums.work(&factored);
        // Nobody knows how often loops run: what is saved in one does not pay for another.
        let no_heavier =
            after.len() == before.len() && after.iter().zip(&before).all(|(after, before)| after <= before);
        if no_heavier && work < least {
            least = work;
            best = Some(factored);
        }
    }
    best
}

/// What is seen through in a sum, though others may use it too. That may save it in all its uses, which shows only when all
/// of them are rewritten.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Nothing.
    Plain,
    /// `4g` is four times `g`, not a factor of its own.
    Multiples,
    /// And `if c { 0 } else { 4g }` is `g` times `if c { 0 } else { 4 }`.
    Choices,
}

impl Way {
    const ALL: [Way; 3] = [Way::Plain, Way::Multiples, Way::Choices];
}

/// The graph with its sums rewritten; what they do not need any more is still there. Nothing if there is nothing to see
/// through in this way.
fn rewrite(graph: &Graph, sums: Sums, way: Way) -> Option<Graph> {
    let (derivatives, uses, factors) = (sums.of(graph), uses(graph), factors(graph));
    let depths = if sums == Sums::All { depths(graph, &sums.fused(graph)) } else { IdMap::new() };
    let w = Writer::new(graph.clone());
    let mut factoring = Factoring { sums, derivatives, uses, factors, depths, way, choices: 0, w };
    factoring.region(Graph::ROOT);
    (way != Way::Choices || factoring.choices > 0).then_some(factoring.w.graph)
}

struct Factoring {
    sums: Sums,
    /// What depends on a seed or a tangent, or else on anything.
    derivatives: IdMap<()>,
    /// How often each node of the old graph is used.
    uses: IdMap<usize>,
    /// What the laws let give its sign to others: one negation may become several then, and some in inner loops.
    factors: IdMap<()>,
    /// How long it takes until a node is known, if that is to be short.
    depths: IdMap<usize>,
    way: Way,
    /// How many choices were seen through.
    choices: usize,
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
                self.product(id);
            }
            self.w.graph.region_mut(region).nodes.push(id);
        }
        self.w.at = outer;
    }

    /// Nothing else uses it, and it stands in the region that is being written.
    fn is_private(&self, id: Id) -> bool {
        self.uses.get(id) == Some(&1) && self.w.graph.node(id).region == self.w.at
    }

    fn is_zero(&self, id: Id) -> bool {
        matches!(self.w.graph.kind(id), Kind::Const(0.0))
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
        let negated = |id: Id| match graph.kind(id) {
            Kind::Op(Op::Neg, args) if self.is_private(id) => Some(args[0]),
            _ => None,
        };
        let (a, b) = match (negated(a), negated(b)) {
            (Some(a), _) if self.is_zero(b) => (a, b),
            (_, Some(b)) if self.is_zero(a) => (a, b),
            _ => return,
        };
        let ty = graph.node(id).ty.clone();
        let choice = self.w.push(Kind::Select(cond, a, b), ty);
        self.w.graph.node_mut(id).kind = Kind::Op(Op::Neg, [choice][..].into());
    }

    fn sum(&mut self, id: Id) {
        let mut terms = self.terms(id);
        if self.way == Way::Choices {
            self.see_through_choices(&mut terms);
        }
        let spread = self.sums == Sums::All && self.spread(&mut terms);
        let before = terms.len();
        // A coefficient costs nothing where it is one operation with a sum.
        let terms = factored(terms, self.sums != Sums::All);
        if terms.len() == before && !spread {
            return;
        }
        let sum = self.write_sum(&terms, self.factors.contains(id));
        // Law: `a * 1 = a`. It is applied when the graph is finished.
        let one = self.w.constant(1.0);
        self.w.graph.node_mut(id).kind = Kind::Op(Op::Mul, [sum, one][..].into());
    }

    /// `(0.5 - 0.1x) · y · 2` is `(1 - 0.2x) · y`: the coefficient of a product goes into a sum whose terms have some.
    fn product(&mut self, id: Id) {
        let Kind::Op(Op::Mul, args) = self.w.graph.kind(id) else { return };
        if self.sums != Sums::All || !self.derivatives.contains(id) {
            return;
        }
        // Others may use the whole, so it is not opened as a term of one sum would be.
        let mut product = Term::constant(1.0);
        for &arg in args.iter() {
            let term = self.term(arg, false);
            product.negative ^= term.negative;
            product.coefficient *= term.coefficient;
            product.factors.extend(term.factors);
        }
        if !product.has_coefficient() {
            return;
        }
        let scaled = |&factor: &Id| self.scaled(factor, product.coefficient);
        let found = product.factors.iter().enumerate().find_map(|(at, factor)| Some((at, scaled(factor)?)));
        let Some((at, sum)) = found else { return };
        product.factors.remove(at);
        let mut written = self.write(&Term { coefficient: 1.0, sum, ..product.clone() });
        if product.negative {
            written = self.w.op(Op::Neg, &[written]);
        }
        // Law: `a * 1 = a`. It is applied when the graph is finished.
        let one = self.w.constant(1.0);
        self.w.graph.node_mut(id).kind = Kind::Op(Op::Mul, [written, one][..].into());
    }

    /// The terms of a sum that nothing else needs, times a number, if that takes no more products.
    fn scaled(&self, sum: Id, by: f64) -> Option<Vec<Term>> {
        let mut terms = if self.opens(sum) { self.terms(sum) } else { return None };
        for term in &mut terms {
            let has_coefficient = term.has_coefficient() || term.is_constant();
            term.coefficient *= by;
            term.found = None;
            if !has_coefficient || !is_moderate(term.coefficient) {
                return None;
            }
        }
        Some(terms)
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

    /// Multiplies out multiples of sums that nothing but this sum needs: `x - 2(y + 1)` is `x - 2y - 2`. Whether there were
    /// any.
    fn spread(&self, terms: &mut Vec<Term>) -> bool {
        let is_multiple = |term: &Term| term.found.is_some_and(|found| !found.through_multiple);
        let only = |term: &Term| match term.factors[..] {
            [x] if is_multiple(term) && !self.parts(x).is_empty() => Some(x),
            _ => None,
        };
        let mut any = false;
        while let Some(x) = terms.iter().filter_map(only).find(|&x| {
            let here = terms.iter().filter(|term| only(term) == Some(x)).count();
            self.uses.get(x) == Some(&here) && self.w.graph.node(x).region == self.w.at
        }) {
            any = true;
            let (multiples, others) = std::mem::take(terms).into_iter().partition(|term| only(term) == Some(x));
            *terms = others;
            let multiples: Vec<Term> = multiples;
            for (multiple, part) in
                multiples.iter().flat_map(|multiple| self.terms(x).into_iter().map(move |p| (multiple, p)))
            {
                let (negative, coefficient) =
                    (multiple.negative ^ part.negative, multiple.coefficient * part.coefficient);
                let found = part.found.filter(|_| !multiple.has_coefficient());
                let found = found.map(|found| Found { negative: found.negative ^ multiple.negative, ..found });
                terms.push(Term { negative, coefficient, found, ..part });
            }
        }
        if any {
            *terms = with_one_constant(std::mem::take(terms));
        }
        any
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
                    Some((factor, x)) if private || self.way != Way::Plain => {
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

    /// `if c { 0 } else { 4g }` as `g` times a choice of constants.
    ///
    /// That is not the same where `g` is infinite or not a number. So other terms of the sum must have all its factors,
    /// without a choice: the sum is not finite then, one way or the other.
    fn see_through_choices(&mut self, terms: &mut [Term]) {
        let chosen: Vec<Option<(Id, Id, bool)>> = terms.each(|term| self.choice_of(term));
        let plain = terms.iter().zip(&chosen).filter(|(_, chosen)| chosen.is_none());
        let known: Vec<Id> = plain.flat_map(|(term, _)| term.factors.iter().copied()).collect();
        for (term, chosen) in terms.iter_mut().zip(chosen) {
            let Some((cond, x, first)) = chosen else { continue };
            let mut product = self.term(x, term.negative);
            if !product.factors.iter().all(|factor| known.contains(factor)) || product.factors.is_empty() {
                continue;
            }
            let (zero, constant) = (self.w.constant(0.0), self.w.constant(product.coefficient));
            let (a, b) = if first { (constant, zero) } else { (zero, constant) };
            let ty = self.w.graph.node(x).ty.clone();
            product.factors.push(self.w.push(Kind::Select(cond, a, b), ty));
            product.coefficient = 1.0;
            product.found = term.found.map(|found| Found { operations: 0, through_multiple: true, ..found });
            *term = product;
            self.choices += 1;
        }
    }

    /// The condition of a term that is `if c { x } else { 0 }` or the other way round, and `x`; true if that comes first.
    fn choice_of(&self, term: &Term) -> Option<(Id, Id, bool)> {
        let ([factor], false) = (&term.factors[..], term.has_coefficient()) else { return None };
        let Kind::Select(cond, a, b) = *self.w.graph.kind(*factor) else { return None };
        match (self.is_zero(a), self.is_zero(b)) {
            (false, true) => Some((cond, a, true)),
            (true, false) => Some((cond, b, false)),
            _ => None,
        }
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
        terms.sort_by_cached_key(|term| (self.depth(term), term.time()));
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

    /// How long it takes until a term is known: 0 if nobody asks.
    fn depth(&self, term: &Term) -> usize {
        let own = term.found.iter().map(|found| found.id).chain(term.factors.iter().copied());
        let own = own.map(|id| self.depths.get(id).copied().unwrap_or(0));
        own.chain(term.sum.iter().map(|part| self.depth(part))).max().unwrap_or(0)
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
