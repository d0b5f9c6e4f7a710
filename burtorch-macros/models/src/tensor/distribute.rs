//! Loop distribution: what a loop does not have to do one iteration after the other is done before or after it, for all
//! iterations at once.
//!
//! In: a loop over time. Out: the same results, from up to three parts. What does not depend on what the loop carries comes
//! before it: the products `W x` of all steps are one product. What only ends in a sum over the iterations, or in an output of
//! each, comes after it: the gradient of a weight that all steps share is one product of two stacks, of the adjoints and of the
//! inputs of all steps. Only the recurrence itself stays in the loop.

use std::collections::BTreeMap;

use burtorch_runtime::rules::Op;
use proc_macro2::Span;

use super::lift::{Lift, is_liftable};
use super::{BinaryOp, Coord, Dtype, Gradient, Graph, Id, Kind, Leaf, Reduction, Repeat, elements};
use crate::each::Each;

/// Writes the parts of a loop; yields its results. With `hoist`, what comes before the loop is taken out of it as well.
///
/// Gradients of what all iterations share become gradients of the graph around. `None` if integers or masks of an iteration
/// would have to be in memory.
pub(super) fn distribute(outside: &mut Graph, repeat: &Repeat, hoist: bool, span: Span) -> Option<Vec<Id>> {
    let mut parts = Parts::new(repeat);
    parts.divide();
    let provided = parts.provided(hoist)?;
    Some(parts.write(outside, &provided, span))
}

/// How the body that stays gets a node that does not depend on what is carried.
#[derive(Clone, Copy, PartialEq)]
enum Provided {
    /// It is computed in the body as before.
    Copied,
    /// It is computed for all iterations, and each reads its entry.
    Sliced,
    /// It is a mask, which is computed for all iterations as a number in memory, and each reads its entry.
    Mask,
    /// It is the same in all iterations, and computed once.
    Invariant,
}

struct Parts<'g> {
    repeat: &'g Repeat,
    body: &'g Graph,
    /// How many values the loop carries.
    carried: usize,
    /// Whether a node depends on what is carried, or cannot be computed outside.
    held: Vec<bool>,
    /// Whether a node that is not held differs from iteration to iteration.
    varies: Vec<bool>,
    /// Whether a held node is computed in the loop.
    inside: Vec<bool>,
    /// For each carried value that is a running sum and computed after the loop: its terms.
    sums: Vec<Option<Vec<Id>>>,
    /// Whether a gradient is computed after the loop.
    after: Vec<bool>,
}

impl<'g> Parts<'g> {
    fn new(repeat: &'g Repeat) -> Self {
        let body = &repeat.body;
        let (mut held, mut varies) = (Vec::new(), Vec::new());
        for id in body.ids() {
            let kind = body.kind(id);
            let inputs = kind.inputs();
            held.push(!is_liftable(kind) || inputs.iter().any(|input| held[input.index()]));
            varies.push(matches!(kind, Kind::Sliced(_)) || inputs.iter().any(|input| varies[input.index()]));
        }
        Parts {
            repeat,
            body,
            carried: repeat.init.len(),
            held,
            varies,
            inside: vec![false; body.len()],
            sums: vec![None; repeat.init.len()],
            after: vec![false; body.gradients.len()],
        }
    }

    /// Decides what is computed in the loop, and what after it.
    fn divide(&mut self) {
        let sums = self.running_sums();
        let (carried, collected) = self.body.results.split_at(self.carried);
        for (&result, sum) in carried.iter().zip(&sums) {
            if sum.is_none() {
                self.keep(result);
            }
        }
        // A loop inside may add to the gradient though nothing uses its results.
        for id in self.body.ids() {
            if matches!(self.body.kind(id), Kind::Repeat(repeat) if repeat.body.has_gradients()) {
                self.keep(id);
            }
        }
        let is_shared = |leaf: &Leaf| leaf.steps.last() == Some(&0);
        for gradient in self.body.gradients.iter().filter(|gradient| !is_shared(&gradient.leaf)) {
            self.keep(gradient.value);
        }
        for (at, sum) in sums.into_iter().enumerate() {
            match sum {
                Some(terms) if self.pays(&terms) => self.sums[at] = Some(terms),
                Some(_) => self.keep(self.body.results[at]),
                None => {}
            }
        }
        for (at, gradient) in self.body.gradients.iter().enumerate() {
            if is_shared(&gradient.leaf) {
                self.after[at] = true;
                self.keep_what_cannot_go(&[gradient.value]);
            }
        }
        for &result in collected {
            if !self.pays(&[result]) {
                self.keep(result);
            }
        }
        // What one of them keeps may be a mask that another one reads.
        let ends = self.ends();
        loop {
            let before = self.inside.clone();
            self.keep_what_cannot_go(&ends);
            if self.inside == before {
                break;
            }
        }
    }

    /// What the rest of the program needs of all iterations.
    fn ends(&self) -> Vec<Id> {
        let mut ends: Vec<Id> = self.sums.iter().flatten().flatten().copied().collect();
        ends.extend(&self.body.results[self.carried..]);
        ends.extend(self.gradients_after().map(|gradient| gradient.value));
        ends
    }

    fn gradients_after(&self) -> impl Iterator<Item = &'g Gradient> {
        self.body.gradients.iter().zip(&self.after).filter(|(_, after)| **after).map(|(gradient, _)| gradient)
    }

    /// The carried values that are only added to, each with what is added.
    fn running_sums(&self) -> Vec<Option<Vec<Id>>> {
        let mut uses = vec![0; self.body.len()];
        let used = self.body.ids().flat_map(|id| self.body.kind(id).inputs());
        let ends = self.body.results.iter().copied().chain(self.body.gradients.iter().map(|gradient| gradient.value));
        for id in used.chain(ends) {
            uses[id.index()] += 1;
        }
        let one = |at: usize| {
            let mut all = self.body.ids().filter(|&id| *self.body.kind(id) == Kind::Carried(at));
            all.next().filter(|&id| all.next().is_none() && uses[id.index()] == 1)
        };
        (0..self.carried).each(|at| {
            let own = one(at)?;
            let (mut terms, mut open, mut found) = (Vec::new(), vec![self.body.results[at]], false);
            while let Some(id) = open.pop() {
                match self.body.kind(id) {
                    Kind::Op(Op::Add, args) if uses[id.index()] == 1 => open.extend(args),
                    _ if id == own => found = true,
                    _ => terms.push(id),
                }
            }
            terms.reverse();
            (found && !terms.is_empty()).then_some(terms)
        })
    }

    /// The held nodes behind `roots` that are not in the loop yet.
    fn behind(&self, roots: &[Id]) -> Vec<Id> {
        let mut found = vec![false; self.body.len()];
        let mut open = roots.to_vec();
        while let Some(id) = open.pop() {
            let at = id.index();
            if self.held[at] && !self.inside[at] && !std::mem::replace(&mut found[at], true) {
                open.extend(self.body.kind(id).inputs());
            }
        }
        self.body.ids().filter(|id| found[id.index()]).collect()
    }

    /// The node, and all that it needs of what is held, is computed in the loop.
    fn keep(&mut self, id: Id) {
        for id in self.behind(&[id]) {
            self.inside[id.index()] = true;
        }
    }

    /// Keeps those nodes behind the roots that cannot be computed outside. Integers and masks are never in memory, so what reads
    /// one of these stays, too.
    fn keep_what_cannot_go(&mut self, roots: &[Id]) {
        for id in self.behind(roots) {
            let stuck = |id: Id| !is_liftable(self.body.kind(id)) || self.inside[id.index()];
            let reads =
                self.body.kind(id).inputs().iter().any(|&input| {
                    stuck(input) && self.held[input.index()] && self.body.node(input).dtype != Dtype::Float
                });
            if !is_liftable(self.body.kind(id)) || reads {
                self.keep(id);
            }
        }
    }

    /// Whether it is less work to compute these after the loop: sums of products, of which the factors of all iterations are
    /// fewer numbers than there are products. Then keeps what cannot go.
    fn pays(&mut self, roots: &[Id]) -> bool {
        let some = self.behind(roots);
        let is_some = |id: Id| some.contains(&id);
        let mut cut: Vec<Id> = some.iter().flat_map(|&id| self.body.kind(id).inputs()).collect();
        cut.retain(|&id| self.held[id.index()] && self.inside[id.index()]);
        cut.extend(some.iter().copied().filter(|&id| matches!(self.body.kind(id), Kind::Carried(_))));
        cut.sort_unstable();
        cut.dedup();
        let stored: usize = cut.iter().map(|&id| elements(self.body.shape(id))).sum();
        let work = some.iter().map(|&id| match self.body.kind(id) {
            Kind::Reduce(Reduction::Sum, source, _) => elements(self.body.shape(*source)),
            _ => 0,
        });
        let pays = roots.iter().all(|&id| !is_some(id)) || work.sum::<usize>() >= stored;
        if pays {
            self.keep_what_cannot_go(roots);
        }
        pays
    }

    /// Whether a node that is not held is worth computing for all iterations at once, by itself.
    fn is_heavy(&self, id: Id) -> bool {
        let node = self.body.node(id);
        match &node.kind {
            Kind::View(_, coords) => coords.iter().any(|coord| matches!(coord, Coord::At(..))),
            Kind::Reduce(..) | Kind::Assemble { .. } | Kind::Copy(_) => true,
            Kind::Op(op, _) => !op.is_cheap(),
            // A row of a mask is not in memory: it goes in as numbers.
            Kind::Sliced(_) => node.dtype != Dtype::Float,
            _ => node.dtype == Dtype::Int && self.varies[id.index()],
        }
    }

    /// How the loop gets what is not held; `None` if it cannot.
    fn provided(&self, hoist: bool) -> Option<BTreeMap<Id, Provided>> {
        let mut heavy: Vec<bool> = Vec::new();
        for id in self.body.ids() {
            let behind = self.body.kind(id).inputs().iter().any(|input| heavy[input.index()]);
            heavy.push(hoist && !self.held[id.index()] && (self.is_heavy(id) || behind));
        }
        let mut open: Vec<Id> = Vec::new();
        for id in self.body.ids().filter(|id| self.inside[id.index()]) {
            open.extend(self.body.kind(id).inputs());
        }
        open.extend((0..self.carried).filter(|&at| self.sums[at].is_none()).map(|at| self.body.results[at]));
        let mut provided = BTreeMap::new();
        while let Some(id) = open.pop() {
            if self.held[id.index()] || provided.contains_key(&id) {
                continue;
            }
            let (node, varies) = (self.body.node(id), self.varies[id.index()]);
            let how = match node.dtype {
                _ if !heavy[id.index()] => Provided::Copied,
                Dtype::Int if varies => return None,
                Dtype::Bool if varies => Provided::Mask,
                Dtype::Float if self.is_least(id, &heavy) => {
                    if varies {
                        Provided::Sliced
                    } else {
                        Provided::Invariant
                    }
                }
                _ => Provided::Copied,
            };
            if how == Provided::Copied {
                // An element of an iteration's integers has no place in memory.
                if hoist && varies && node.dtype == Dtype::Int {
                    return None;
                }
                open.extend(node.kind.inputs());
            }
            provided.insert(id, how);
        }
        Some(provided)
    }

    /// Whether a node is fewer numbers than those that it is made of by cheap operations.
    fn is_least(&self, id: Id, heavy: &[bool]) -> bool {
        let (mut sum, mut seen, mut open) = (0, vec![false; self.body.len()], vec![id]);
        while let Some(id) = open.pop() {
            if std::mem::replace(&mut seen[id.index()], true) || !heavy[id.index()] {
                continue;
            }
            let node = self.body.node(id);
            match &node.kind {
                // Integers are not in memory.
                _ if self.is_heavy(id) && node.dtype == Dtype::Int => return true,
                Kind::ToFloat(_) => return true,
                _ if self.is_heavy(id) || node.dtype == Dtype::Bool => sum += elements(&node.shape),
                kind => open.extend(kind.inputs()),
            }
        }
        sum >= elements(self.body.shape(id))
    }

    /// The nodes of the loop that the ends need of all iterations. Views are only coordinates, so what they read is collected.
    fn collected(&self, ends: &[Id]) -> Vec<Id> {
        let (mut collected, mut found) = (Vec::new(), vec![false; self.body.len()]);
        let mut open = ends.to_vec();
        while let Some(id) = open.pop() {
            let at = id.index();
            if !self.held[at] || std::mem::replace(&mut found[at], true) {
                continue;
            }
            let is_view = |kind: &Kind| match kind {
                Kind::View(_, coords) => coords.iter().all(|coord| coord.affine().is_some()),
                _ => false,
            };
            if self.inside[at] && !is_view(self.body.kind(id)) {
                collected.push(id);
            } else {
                open.extend(self.body.kind(id).inputs());
            }
        }
        collected.sort_unstable();
        collected
    }

    /// Writes what comes before the loop, the loop, and what comes after it.
    fn write(&self, outside: &mut Graph, provided: &BTreeMap<Id, Provided>, span: Span) -> Vec<Id> {
        let mut lift = Lift::new(self.repeat, outside);
        let Inner { mut repeat, map } = self.inner(&mut lift, provided);
        let new = |id: Id| map[id.index()].expect("it is in the loop");
        let stays = |at: &usize| self.sums[*at].is_none();
        let carried: Vec<usize> = (0..self.carried).filter(stays).collect();
        // What the loop has and the rest needs is collected.
        let ends = self.ends();
        let collected = self.collected(&ends);
        repeat.body.results =
            carried.iter().map(|&at| self.body.results[at]).chain(collected.iter().copied()).map(new).collect();
        let stay = self.body.gradients.iter().zip(&self.after).filter(|(_, after)| !**after);
        repeat.body.gradients =
            stay.map(|(gradient, _)| Gradient { leaf: gradient.leaf.clone(), value: new(gradient.value) }).collect();
        let results = lift.add(repeat, span);
        let (last, stacks) = results.split_at(carried.len());
        for (&id, &stack) in collected.iter().zip(stacks) {
            lift.set(id, stack);
        }

        lift.all(&ends);
        for gradient in self.gradients_after() {
            let mut leaf = gradient.leaf.clone();
            leaf.steps.pop();
            let value = lift.total(gradient.value);
            lift.outside.gradients.push(Gradient { leaf, value });
        }
        let mut last = last.iter().copied();
        let mut all: Vec<Id> = Vec::new();
        for (sum, &init) in self.sums.iter().zip(&self.repeat.init) {
            all.push(match sum {
                None => last.next().expect("it is carried"),
                Some(terms) => terms.iter().fold(init, |sum, &term| {
                    let term = lift.total(term);
                    lift.outside.op(Op::Add, &[sum, term], span)
                }),
            });
        }
        all.extend(self.body.results[self.carried..].each(|&id| lift.stacked(id)));
        all
    }

    /// The loop that stays, without its results; what comes before it is written.
    fn inner(&self, lift: &mut Lift, provided: &BTreeMap<Id, Provided>) -> Inner {
        let mut repeat = Repeat { init: Vec::new(), sliced: Vec::new(), invariant: Vec::new(), ..self.repeat.clone() };
        repeat.body = Graph::new();
        let mut map: Vec<Option<Id>> = vec![None; self.body.len()];
        let mut places: BTreeMap<Place, usize> = BTreeMap::new();
        for at in (0..self.carried).filter(|&at| self.sums[at].is_none()) {
            places.insert(Place::Carried(at), repeat.init.len());
            repeat.init.push(self.repeat.init[at]);
        }
        let place = |of: &mut Vec<Id>, id: Id| {
            of.push(id);
            of.len() - 1
        };
        for id in self.body.ids() {
            let how = provided.get(&id).copied();
            if !self.inside[id.index()] && how.is_none() {
                continue;
            }
            let mut node = self.body.node(id).clone();
            match (how, &mut node.kind) {
                (Some(Provided::Mask), _) => {
                    lift.all(&[id]);
                    let at = place(&mut repeat.sliced, lift.mask(id));
                    let entry = repeat.body.add(Kind::Sliced(at), &node.shape, Dtype::Float, node.span);
                    let zero = repeat.body.constant(0.0, &node.shape, node.span);
                    map[id.index()] = Some(repeat.body.compare(BinaryOp::Ne, entry, zero, node.span));
                    continue;
                }
                (Some(Provided::Sliced), kind) => {
                    lift.all(&[id]);
                    *kind = Kind::Sliced(place(&mut repeat.sliced, lift.stacked(id)));
                }
                (Some(Provided::Invariant), kind) => {
                    lift.all(&[id]);
                    *kind = Kind::Invariant(place(&mut repeat.invariant, lift.get(id).id));
                }
                (_, Kind::Carried(at)) => *at = places[&Place::Carried(*at)],
                (_, Kind::Sliced(at)) => {
                    let new = || place(&mut repeat.sliced, self.repeat.sliced[*at]);
                    *at = *places.entry(Place::Sliced(*at)).or_insert_with(new);
                }
                (_, Kind::Invariant(at)) => {
                    let new = || place(&mut repeat.invariant, self.repeat.invariant[*at]);
                    *at = *places.entry(Place::Invariant(*at)).or_insert_with(new);
                }
                (_, kind) => kind.each_input(&mut |input| *input = map[input.index()].expect("inputs come first")),
            }
            map[id.index()] = Some(repeat.body.push(node));
        }
        Inner { repeat, map }
    }
}

/// The loop that stays, and its nodes by those of the old body.
struct Inner {
    repeat: Repeat,
    map: Vec<Option<Id>>,
}

/// An argument of the old body.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Carried(usize),
    Sliced(usize),
    Invariant(usize),
}
