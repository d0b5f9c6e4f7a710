//! Reverse mode: the value, and the adjoint of every argument.
//!
//! The primal nodes stay as they are; the sweep is written after them. A branch is swept by a branch
//! on the same condition, a loop by a loop that runs backwards.

use burtorch_runtime::rules::Op;
use proc_macro2::{Ident, Span};

use super::adjoint::Adjoint;
use crate::each::{Each, IntoEach};
use crate::graph::{Arm, Graph, Id, Kind, Len, Node, Range, RegionId, Set, Step, Table, Type, Writer, element_type};
use crate::record;

/// The graph of `value, adjoints…` of a graph with one result.
///
/// It has one more argument, the adjoint of the result, and then one for each active slice, to which its
/// adjoint is added, and for each argument in `mutable`, the adjoint of what it is at the end. It yields the value, then
/// the adjoint of each active argument, then what those in `mutable` are at the end.
pub fn reverse(primal: &Graph, mutable: &[Id]) -> Graph {
    let value = primal.root().results[0];
    let mut sweep = Reverse::new(primal);
    let ty = primal.node(value).ty.clone();
    let name = Ident::new("seed", Span::mixed_site());
    let seed = sweep.w.param(Kind::Param, ty, false, Some(&name));
    let finals = primal.root().results[1..].to_vec();
    let mut ends = mutable.iter().zip(&finals);
    let mut seeds = vec![(value, seed)];
    for &param in &primal.root().params {
        let node = primal.node(param);
        let end = mutable.contains(&param).then(|| ends.next()).flatten();
        if !node.active || end.is_none() && !node.ty.is_slice() {
            continue;
        }
        let name = sweep.adjoint_name(param);
        let sum = sweep.w.param(Kind::Param, node.ty.clone(), false, name.as_ref());
        match end {
            // What the caller has is the adjoint of the argument at the end.
            Some((_, &end)) => seeds.push((end, sum)),
            // The adjoint of a slice is added to what the caller has.
            None => sweep.store(param, Adjoint::Whole(sum)),
        }
    }
    for (id, seed) in seeds {
        sweep.contribute(id, Adjoint::Whole(seed));
    }
    sweep.region(Graph::ROOT);
    let mut results = vec![value];
    for &param in &primal.root().params {
        let node = primal.node(param);
        if node.active {
            let adjoint = sweep.take(param);
            sweep.name_adjoint(param, &adjoint);
            results.push(sweep.materialize(adjoint, param));
        }
    }
    results.extend(finals);
    sweep.w.graph.region_mut(Graph::ROOT).results = results;
    sweep.w.graph
}

/// The graph of the adjoints of all active arguments, for each of some elements of the result: one sweep per element,
/// all over the same forward pass.
pub fn rows(primal: &Graph, elements: &[Vec<Step>]) -> Graph {
    let value = primal.root().results[0];
    let mut sweep = Reverse::new(primal);
    let mut results = Vec::new();
    for element in elements {
        sweep.frames = vec![Frame::new(Graph::ROOT, None)];
        let one = sweep.w.constant(1.0);
        sweep.contribute_at(value, element, one);
        sweep.region(Graph::ROOT);
        for param in primal.active_params() {
            let adjoint = sweep.take(param);
            results.push(sweep.materialize(adjoint, param));
        }
    }
    sweep.w.graph.region_mut(Graph::ROOT).results = results;
    sweep.w.graph
}

pub(super) struct Reverse {
    pub w: Writer,
    /// Nodes from here on were written by the sweep.
    pub first: usize,
    /// The adjoints, one frame per region that is being swept, innermost last.
    pub frames: Vec<Frame>,
    /// Primal values inside of regions, made visible one region further out.
    pub exports: Table<Id, Id>,
    /// Primal values that a region of the sweep has at hand.
    pub fetched: Table<(RegionId, Id), Id>,
    /// Primal values that are known to be cheap in the regions that are being swept.
    pub cheap: Set<Id>,
    /// How long primal arrays are, as values of the forward pass.
    pub lengths: Table<Id, Id>,
    /// Regions of the forward pass that the sweep runs once more.
    pub copies: Set<RegionId>,
    /// From where on the effects of calls of the forward pass are recorded.
    pub positions: Table<Id, Id>,
}

/// The adjoints of one region.
pub(super) struct Frame {
    /// The primal region that is being swept.
    primal: RegionId,
    adjoints: Table<Id, Adjoint>,
    /// For the body of a loop: the index of the sweep's loop.
    pub index: Option<Id>,
    /// Values of outer regions whose adjoints the sweep's loop carries.
    accumulators: Vec<Id>,
    /// The region of the sweep.
    pub at: RegionId,
}

impl Frame {
    fn new(primal: RegionId, index: Option<Id>) -> Self {
        Frame { primal, adjoints: Table::default(), index, accumulators: Vec::new(), at: Graph::ROOT }
    }

    pub(super) fn sweeps(&self, region: RegionId) -> bool {
        self.primal == region
    }
}

impl Reverse {
    fn new(primal: &Graph) -> Self {
        Reverse {
            w: Writer::new(primal.clone()),
            first: primal.len(),
            frames: vec![Frame::new(Graph::ROOT, None)],
            exports: Table::default(),
            fetched: Table::default(),
            cheap: Set::default(),
            lengths: Table::default(),
            copies: Set::default(),
            positions: Table::default(),
        }
    }

    /// Starts to sweep a region. What is cheap depends on which loops are being swept.
    fn enter(&mut self, frame: Frame) {
        self.cheap.clear();
        self.frames.push(frame);
    }

    fn leave(&mut self) -> Frame {
        self.cheap.clear();
        self.frames.pop().expect("it was entered")
    }

    /// The adjoint so far of a primal node, as the innermost frame sees it.
    pub(super) fn current(&mut self, id: Id) -> Adjoint {
        self.current_in(self.frames.len() - 1, id)
    }

    fn current_in(&mut self, depth: usize, id: Id) -> Adjoint {
        let frame = &self.frames[depth];
        if let Some(adjoint) = frame.adjoints.get(&id) {
            return adjoint.clone();
        }
        if depth == 0 || self.w.graph.node(id).region == frame.primal {
            return Adjoint::Missing;
        }
        if frame.index.is_none() {
            return self.current_in(depth - 1, id);
        }
        // A loop sums into what it carries.
        let (at, ty) = (frame.at, self.w.graph.node(id).ty.clone());
        let outer = std::mem::replace(&mut self.w.at, at);
        let sum = self.w.param(Kind::Argument, ty, false, self.adjoint_name(id).as_ref());
        self.w.at = outer;
        let frame = &mut self.frames[depth];
        frame.accumulators.push(id);
        frame.adjoints.insert(id, Adjoint::Whole(sum));
        Adjoint::Whole(sum)
    }

    /// What the adjoint of a node is called, if the node has a name.
    fn adjoint_name(&self, id: Id) -> Option<Ident> {
        let name = self.w.graph.node(id).name.as_ref()?;
        Some(Ident::new(&format!("{name}_adjoint").replace("r#", ""), Span::mixed_site()))
    }

    /// Names the finished adjoint of a node.
    fn name_adjoint(&mut self, id: Id, adjoint: &Adjoint) {
        if let (Adjoint::Whole(g), Some(name)) = (adjoint, self.adjoint_name(id))
            && g.index() >= self.first
        {
            self.w.name(*g, &name);
        }
    }

    pub(super) fn store(&mut self, id: Id, adjoint: Adjoint) {
        self.frames.last_mut().expect("the root frame is never left").adjoints.insert(id, adjoint);
    }

    fn take(&mut self, id: Id) -> Adjoint {
        self.frames.last_mut().and_then(|frame| frame.adjoints.remove(&id)).unwrap_or_default()
    }

    /// Adds to the adjoint of a primal node.
    pub(super) fn contribute(&mut self, id: Id, adjoint: Adjoint) {
        let node = self.w.graph.node(id);
        if !node.active || adjoint.is_missing() {
            return;
        }
        if self.element_of(id).is_some() {
            for (path, g) in adjoint.leaves() {
                self.contribute_at(id, &path, g);
            }
            return;
        }
        let ty = node.ty.clone();
        let mut before = self.current(id);
        if before.is_missing() && self.has_a_shape(id) && !matches!(adjoint, Adjoint::Whole(_)) {
            before = Adjoint::Whole(self.zeros_like(id));
        }
        let sum = before.merge(&mut self.w, &ty, adjoint);
        self.store(id, sum);
    }

    pub(super) fn contribute_at(&mut self, id: Id, path: &[Step], g: Id) {
        if !self.w.graph.node(id).active {
            return;
        }
        if let Some((base, steps)) = self.element_of(id) {
            return self.contribute_at(base, &[&steps, path].concat(), g);
        }
        let ty = self.w.graph.node(id).ty.clone();
        let mut before = self.current(id);
        if before.is_missing() && self.has_a_shape(id) && !path.is_empty() {
            before = Adjoint::Whole(self.zeros_like(id));
        }
        let sum = before.add(&mut self.w, &ty, path, g);
        self.store(id, sum);
    }

    /// The adjoint of a primal node as one node, zero where nothing was added.
    pub(super) fn materialize(&mut self, adjoint: Adjoint, of: Id) -> Id {
        let ty = self.w.graph.node(of).ty.clone();
        if ty.has_slices() && adjoint.is_missing() {
            self.zeros_like(of)
        } else {
            adjoint.materialize(&mut self.w, &ty)
        }
    }

    /// Zeros in the shape of a primal value that is an array of any length, or holds some.
    pub(super) fn zeros_like(&mut self, id: Id) -> Id {
        let ty = self.w.graph.node(id).ty.clone();
        if ty.holds_slices() {
            let value = self.fetch(id);
            return self.w.zero_like(value, &ty);
        }
        let len = self.length(id);
        let len = self.fetch(len);
        self.w.zeros(&ty, len)
    }

    /// Whether only the value knows how many numbers its adjoint has. What a branch or loop yields, or a call that
    /// changes its arguments, are several values, each with an adjoint of its own.
    fn has_a_shape(&self, id: Id) -> bool {
        let several = match self.w.graph.kind(id) {
            Kind::Branch { .. } | Kind::For { .. } => true,
            Kind::Call(call) => call.changes(),
            _ => false,
        };
        !several && self.w.graph.node(id).ty.has_slices()
    }

    /// What a fixed element is an element of; a result of a branch or loop is a value of its own.
    ///
    /// It has no adjoint of its own: contributions go straight to the aggregate, so they are added in
    /// the order in which a tape would add them.
    fn element_of(&self, id: Id) -> Option<(Id, Vec<Step>)> {
        let Kind::Get(base, path) = self.w.graph.kind(id) else { return None };
        let owner = match self.w.graph.kind(*base) {
            Kind::Branch { .. } | Kind::For { .. } => true,
            Kind::Call(call) => call.changes(),
            _ => false,
        };
        let fixed = path.iter().all(|step| matches!(step, Step::At(_)));
        // Only an array of its own knows how long it is.
        let slice = self.w.graph.node(*base).ty.has_slices();
        (fixed && !owner && !slice).then(|| (*base, path.clone()))
    }

    /// Sweeps the nodes of a primal region.
    fn region(&mut self, region: RegionId) {
        // A node comes after what it uses, so a reverse walk meets every use of a node before the node.
        let nodes = self.w.graph.region(region).nodes.clone();
        for id in nodes.into_iter().rev() {
            if self.w.graph.node(id).active && (id.index() < self.first || self.copies.contains(&region)) {
                let adjoint = self.take(id);
                if !adjoint.is_missing() {
                    self.w.span = self.w.graph.node(id).span;
                    self.name_adjoint(id, &adjoint);
                    self.node(id, adjoint);
                }
            }
        }
    }

    fn node(&mut self, id: Id, adjoint: Adjoint) {
        let ty = self.w.graph.node(id).ty.clone();
        match self.w.graph.kind(id).clone() {
            Kind::Op(op, args) => {
                let g = adjoint.materialize(&mut self.w, &ty);
                let (g, negative) = self.without_sign(g);
                let before = self.mark();
                let adjoints = record::adjoint(&mut self.w, op, &args, id, g);
                let wanted: Vec<_> = args
                    .iter()
                    .zip(adjoints)
                    .filter_map(|(&arg, adjoint)| adjoint.filter(|_| self.w.graph.node(arg).active).map(|g| (arg, g)))
                    .collect();
                let mut adjoints: Vec<Id> = wanted.each(|&(_, g)| g);
                self.settle(before, &mut adjoints);
                for ((arg, _), g) in wanted.into_iter().zip(adjoints) {
                    let g = if negative { self.w.op(Op::Neg, &[g]) } else { g };
                    self.contribute_at(arg, &[], g);
                }
            }
            Kind::Select(cond, a, b) => {
                let g = adjoint.materialize(&mut self.w, &ty);
                let cond = self.fetch(cond);
                let zero = self.w.zero(&ty);
                for (arg, yes, no) in [(a, g, zero), (b, zero, g)] {
                    if self.w.graph.node(arg).active {
                        let g = self.w.push(Kind::Select(cond, yes, no), ty.clone());
                        self.contribute_at(arg, &[], g);
                    }
                }
            }
            Kind::Get(base, path) => {
                let path = self.fetch_path(&path);
                for (mut rest, g) in adjoint.leaves() {
                    rest.splice(0..0, path.iter().copied());
                    self.contribute_at(base, &rest, g);
                }
            }
            Kind::Set(base, path, value) => {
                let sum = self.added(base, &path, value);
                let (steps, path) = (path.clone(), self.fetch_path(&path));
                if let Some((term, negative)) = sum {
                    // `a[i] += x`: the adjoint of the element stays what it is.
                    let part = adjoint.part(&mut self.w, &ty, &path);
                    let part = match (part, negative) {
                        (Adjoint::Whole(g), true) => Adjoint::Whole(self.w.op(Op::Neg, &[g])),
                        (part, _) => part,
                    };
                    self.contribute(term, part);
                    return self.contribute(base, adjoint);
                }
                let part = adjoint.part(&mut self.w, &ty, &path);
                self.contribute(value, part);
                let rest = self.without(id, adjoint, (&steps, &path));
                self.contribute(base, rest);
            }
            Kind::Pack(elements) => {
                for (at, element) in elements.into_iter().enumerate() {
                    let part = adjoint.part(&mut self.w, &ty, &[Step::At(at)]);
                    self.contribute(element, part);
                }
            }
            Kind::Splat(element) => {
                let Type::Array(_, len) = &ty else { unreachable!("a repetition is an array") };
                let whole = adjoint.materialize(&mut self.w, &ty);
                let end = self.w.length(len);
                self.splat(element, whole, end, Some(len.clone()));
            }
            Kind::Fill(element, count) => {
                let whole = self.materialize(adjoint, id);
                let end = self.fetch(count);
                self.splat(element, whole, end, None);
            }
            Kind::Push(base, value) => {
                // The longer array's adjoint goes on as that of the shorter one: nothing reads its last element.
                let last = self.length(base);
                let last = self.fetch(last);
                let g = adjoint.part(&mut self.w, &ty, &[Step::Index(last)]);
                self.contribute(value, g);
                self.contribute(base, adjoint);
            }
            Kind::Call(call) => self.call(*call, id, &adjoint, ty),
            Kind::Branch { on, arms } => self.branch(on, &arms, &adjoint, &ty),
            Kind::For { init, recompute: true, .. } => {
                let copy = self.run_again(id);
                self.for_loop(copy, &init, &adjoint, &ty);
            }
            Kind::For { init, .. } => self.for_loop(id, &init, &adjoint, &ty),
            kind => unreachable!("{kind:?} has no adjoint"),
        }
    }

    /// The adjoint of what an aggregate was before the node `set` replaced an element of it; the steps to that are those of
    /// the forward pass, and those of the sweep.
    fn without(&mut self, set: Id, adjoint: Adjoint, (steps, path): (&[Step], &[Step])) -> Adjoint {
        let Node { kind: Kind::Set(base, ..), ty, .. } = self.w.graph.node(set).clone() else {
            unreachable!("asked for what replaces an element")
        };
        let element = element_type(&ty, path);
        if !element.has_slices() || matches!(path.last(), Some(Step::Range(..))) {
            return adjoint.without(&mut self.w, &ty, path);
        }
        // The array that was there may have been longer or shorter.
        let before = self.insert_before(set, Kind::Get(base, steps.to_vec()), element);
        let zeros = self.zeros_like(before);
        let whole = self.materialize(adjoint, base);
        Adjoint::Whole(self.w.set(whole, path, zeros))
    }

    /// What is added to an element that is replaced by the sum, and whether it is subtracted.
    fn added(&self, base: Id, path: &[Step], value: Id) -> Option<(Id, bool)> {
        let Kind::Op(op @ (Op::Add | Op::Sub), args) = self.w.graph.kind(value) else { return None };
        let is_old = |id: Id| match self.w.graph.kind(id) {
            Kind::Get(from, steps) => *from == base && steps[..] == *path,
            _ => false,
        };
        if !self.w.graph.node(base).active || !self.w.graph.node(base).ty.is_slice() {
            return None;
        }
        match (is_old(args[0]), is_old(args[1]), op) {
            (true, false, op) => Some((args[1], *op == Op::Sub)),
            (false, true, Op::Add) => Some((args[0], false)),
            _ => None,
        }
    }

    /// An adjoint and its sign, if that is a negation of its own.
    ///
    /// Rows are linear, so the sign can be applied to what they make of the rest. There it goes into a
    /// sum, where inside of a row's choice it would be in the way.
    fn without_sign(&self, g: Id) -> (Id, bool) {
        match self.w.graph.kind(g) {
            Kind::Op(Op::Neg, args) if g.index() >= self.first => (args[0], true),
            _ => (g, false),
        }
    }

    /// Every element of `[x; N]` is `x`.
    fn splat(&mut self, element: Id, whole: Id, end: Id, bound: Option<Len>) {
        let inner = &element_type(&self.w.graph.node(whole).ty, &[Step::At(0)]);
        let start = self.w.push(Kind::Int(0, None), Type::Other);
        let zero = self.materialize(Adjoint::Missing, element);
        let body = self.w.graph.add_region(self.w.at);
        let outer = std::mem::replace(&mut self.w.at, body);
        let index = self.w.param(Kind::Argument, Type::Other, false, None);
        let sum = self.w.param(Kind::Argument, inner.clone(), false, None);
        let g = self.w.get(whole, &[Step::Index(index)]);
        let sum = Adjoint::Whole(sum).add(&mut self.w, inner, &[], g).materialize(&mut self.w, inner);
        self.w.graph.region_mut(body).results = vec![sum];
        self.w.at = outer;
        let range = Range { start, end, inclusive: false, reversed: false, bound };
        let kind = Kind::For { range, init: vec![zero], body, again: false, recompute: false };
        let id = self.w.push(kind, Type::Tuple(vec![inner.clone()]));
        let sum = self.w.get(id, &[Step::At(0)]);
        self.contribute_at(element, &[], sum);
    }

    fn branch(&mut self, on: Id, arms: &[Arm], adjoint: &Adjoint, ty: &Type) {
        let on = self.fetch(on);
        let outer = self.w.at;
        let mut swept = Vec::new();
        for arm in arms {
            let at = self.w.graph.add_region(outer);
            self.w.at = at;
            self.enter(Frame { at, ..Frame::new(arm.region, None) });
            if arm.diverges.is_none() {
                let results = self.w.graph.region(arm.region).results.clone();
                for (k, result) in results.into_iter().enumerate() {
                    let part = adjoint.part(&mut self.w, ty, &[Step::At(k)]);
                    self.contribute(result, part);
                }
                self.region(arm.region);
            }
            let frame = self.leave();
            swept.push((Arm { region: at, ..arm.clone() }, frame.adjoints));
        }
        self.w.at = outer;
        let mut touched: Vec<Id> = swept.iter().flat_map(|(_, adjoints)| adjoints.keys().copied()).collect();
        touched.sort_unstable();
        touched.dedup();
        let mut types = Vec::new();
        let mut updates = Vec::new();
        for id in touched {
            let ty = self.w.graph.node(id).ty.clone();
            let before = self.current(id);
            let of_arm = |adjoints: &Table<Id, Adjoint>| adjoints.get(&id).unwrap_or(&before).clone();
            for path in common_leaves(swept.iter().map(|(_, adjoints)| of_arm(adjoints))) {
                for (arm, adjoints) in &swept {
                    if arm.diverges.is_none() {
                        let part_ty = crate::graph::element_type(&ty, &path);
                        self.w.at = arm.region;
                        let part = of_arm(adjoints).part(&mut self.w, &ty, &path);
                        let result = if part_ty.has_slices() && path.is_empty() {
                            self.materialize(part, id)
                        } else {
                            part.materialize(&mut self.w, &part_ty)
                        };
                        self.w.graph.region_mut(arm.region).results.push(result);
                    }
                }
                types.push(crate::graph::element_type(&ty, &path));
                updates.push((id, path));
            }
        }
        self.w.at = outer;
        let arms: Vec<_> = swept.into_each(|(arm, _)| arm);
        let branch = self.w.push(Kind::Branch { on, arms }, Type::Tuple(types));
        let mut sums: Vec<(Id, Adjoint)> = Vec::new();
        for (at, (id, path)) in updates.into_iter().enumerate() {
            let g = self.w.get(branch, &[Step::At(at)]);
            let ty = self.w.graph.node(id).ty.clone();
            let sum = sums.pop_if(|(last, _)| *last == id).map_or(Adjoint::Missing, |(_, sum)| sum);
            sums.push((id, sum.add(&mut self.w, &ty, &path, g)));
        }
        for (id, sum) in sums {
            self.store(id, sum);
        }
    }

    /// Sweeps a loop; what it started with are `sources` of the forward pass.
    fn for_loop(&mut self, id: Id, sources: &[Id], adjoint: &Adjoint, ty: &Type) {
        let Kind::For { range, init, body, again, .. } = self.w.graph.kind(id).clone() else {
            unreachable!("asked for a loop")
        };
        let start = self.fetch(range.start);
        let end = if again {
            // As many iterations as there were.
            let count = self.slot(id, init.len());
            let count = self.fetch(count);
            self.w.offset(start, count)
        } else {
            self.fetch(range.end)
        };
        let params = self.w.graph.region(body).params.clone();
        let results = self.w.graph.region(body).results.clone();
        let carried: Vec<usize> = (0..init.len()).only(|&k| self.w.graph.node(params[k + 1]).active);
        let types: Vec<Type> = carried.each(|&k| self.w.graph.node(params[k + 1]).ty.clone());
        let mut starts: Vec<Id> = carried
            .iter()
            .zip(&types)
            .map(|(&k, part_ty)| {
                let part = adjoint.part(&mut self.w, ty, &[Step::At(k)]);
                if !part_ty.has_slices() {
                    return part.materialize(&mut self.w, part_ty);
                }
                let result = self.slot(id, k);
                self.materialize(part, result)
            })
            .collect();
        let outer = self.w.at;
        let at = self.w.graph.add_region(outer);
        self.w.at = at;
        let index_name = self.w.graph.node(params[0]).name.clone();
        let index = self.w.param(Kind::Argument, Type::Other, false, index_name.as_deref());
        self.enter(Frame { at, ..Frame::new(body, Some(index)) });
        let flowing: Vec<Id> = carried
            .iter()
            .zip(&types)
            .map(|(&k, ty)| {
                let name = self.adjoint_name(params[k + 1]);
                self.w.param(Kind::Argument, ty.clone(), false, name.as_ref())
            })
            .collect();
        for (&k, &g) in carried.iter().zip(&flowing) {
            self.contribute(results[k], Adjoint::Whole(g));
        }
        self.region(body);
        let mut ends: Vec<Id> = Vec::new();
        for &k in &carried {
            let adjoint = self.take(params[k + 1]);
            ends.push(self.materialize(adjoint, params[k + 1]));
        }
        let mut frame = self.leave();
        let mut sums = types;
        for &id in &frame.accumulators {
            let ty = self.w.graph.node(id).ty.clone();
            let sum = frame.adjoints.remove(&id).unwrap_or_default();
            ends.push(self.materialize(sum, id));
            sums.push(ty);
        }
        self.w.graph.region_mut(at).results = ends;
        self.w.at = outer;
        for &id in &frame.accumulators {
            let before = self.current(id);
            starts.push(self.materialize(before, id));
        }
        let inclusive = range.inclusive && !again;
        let range = Range { start, end, inclusive, reversed: !range.reversed, ..range.clone() };
        let kind = Kind::For { range, init: starts, body: at, again: false, recompute: false };
        let id = self.w.push(kind, Type::Tuple(sums));
        for (j, source) in frame.accumulators.iter().enumerate() {
            let sum = self.w.get(id, &[Step::At(carried.len() + j)]);
            self.store(*source, Adjoint::Whole(sum));
        }
        for (j, &k) in carried.iter().enumerate() {
            let g = self.w.get(id, &[Step::At(j)]);
            self.contribute(sources[k], Adjoint::Whole(g));
        }
    }
}

/// The coarsest common division of several adjoints of one value into parts.
fn common_leaves(adjoints: impl Iterator<Item = Adjoint>) -> Vec<Vec<Step>> {
    let mut paths: Vec<Vec<Step>> =
        adjoints.flat_map(|adjoint| adjoint.leaves().into_iter().map(|(path, _)| path)).collect();
    paths.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| format!("{a:?}").cmp(&format!("{b:?}"))));
    let mut kept: Vec<Vec<Step>> = Vec::new();
    for path in paths {
        if !kept.iter().any(|prefix| path.starts_with(prefix)) {
            kept.push(path);
        }
    }
    kept
}
