//! Reverse mode: the value, and the adjoint of every argument.
//!
//! The primal nodes stay as they are; the sweep is written after them. A branch is swept by a branch
//! on the same condition, a loop by a loop that runs backwards.

use std::collections::BTreeMap;

use burtorch_runtime::rules::Op;
use proc_macro2::{Ident, Span};

use super::adjoint::Adjoint;
use crate::graph::{Arm, Call, Graph, Id, Kind, Range, RegionId, Step, Type, Writer};
use crate::record;

/// The graph of `value, adjoints…` of a graph with one result.
///
/// It has one more argument, the adjoint of the result; it yields the value, then the adjoint of each
/// active argument.
pub(crate) fn reverse(primal: &Graph) -> Graph {
    let value = primal.root().results[0];
    let first = primal.len();
    let mut sweep = Reverse {
        w: Writer::new(primal.clone()),
        first,
        frames: vec![Frame::new(Graph::ROOT, None)],
        exports: BTreeMap::new(),
        fetched: BTreeMap::new(),
    };
    let ty = primal.node(value).ty.clone();
    let name = Ident::new("seed", Span::mixed_site());
    let seed = sweep.w.param(Kind::Param, ty, false, Some(&name));
    sweep.contribute(value, Adjoint::Whole(seed));
    sweep.region(Graph::ROOT);
    let mut results = vec![value];
    for &param in &primal.root().params {
        let node = primal.node(param);
        if node.active {
            let adjoint = sweep.take(param);
            sweep.name_adjoint(param, &adjoint);
            results.push(adjoint.materialize(&mut sweep.w, &node.ty));
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
    pub exports: BTreeMap<Id, Id>,
    /// Primal values that a region of the sweep has at hand.
    pub fetched: BTreeMap<(RegionId, Id), Id>,
}

/// The adjoints of one region.
pub(super) struct Frame {
    /// The primal region that is being swept.
    primal: RegionId,
    adjoints: BTreeMap<Id, Adjoint>,
    /// For the body of a loop: the index of the sweep's loop.
    pub index: Option<Id>,
    /// Values of outer regions whose adjoints the sweep's loop carries.
    accumulators: Vec<Id>,
    /// The region of the sweep.
    at: RegionId,
}

impl Frame {
    fn new(primal: RegionId, index: Option<Id>) -> Self {
        Frame { primal, adjoints: BTreeMap::new(), index, accumulators: Vec::new(), at: Graph::ROOT }
    }

    pub(super) fn sweeps(&self, region: RegionId) -> bool {
        self.primal == region
    }
}

impl Reverse {
    /// The adjoint so far of a primal node, as the innermost frame sees it.
    fn current(&mut self, id: Id) -> Adjoint {
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

    fn store(&mut self, id: Id, adjoint: Adjoint) {
        self.frames.last_mut().expect("the root frame is never left").adjoints.insert(id, adjoint);
    }

    fn take(&mut self, id: Id) -> Adjoint {
        self.frames.last_mut().and_then(|frame| frame.adjoints.remove(&id)).unwrap_or_default()
    }

    /// Adds to the adjoint of a primal node.
    fn contribute(&mut self, id: Id, adjoint: Adjoint) {
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
        let sum = self.current(id).merge(&mut self.w, &ty, adjoint);
        self.store(id, sum);
    }

    fn contribute_at(&mut self, id: Id, path: &[Step], g: Id) {
        if !self.w.graph.node(id).active {
            return;
        }
        if let Some((base, steps)) = self.element_of(id) {
            return self.contribute_at(base, &[&steps, path].concat(), g);
        }
        let ty = self.w.graph.node(id).ty.clone();
        let sum = self.current(id).add(&mut self.w, &ty, path, g);
        self.store(id, sum);
    }

    /// What a fixed element is an element of; a result of a branch or loop is a value of its own.
    ///
    /// It has no adjoint of its own: contributions go straight to the aggregate, so they are added in
    /// the order in which a tape would add them.
    fn element_of(&self, id: Id) -> Option<(Id, Vec<Step>)> {
        let Kind::Get(base, path) = self.w.graph.kind(id) else { return None };
        let owner = matches!(self.w.graph.kind(*base), Kind::Branch { .. } | Kind::For { .. });
        let fixed = path.iter().all(|step| matches!(step, Step::At(_)));
        (fixed && !owner).then(|| (*base, path.clone()))
    }

    /// Sweeps the nodes of a primal region.
    fn region(&mut self, region: RegionId) {
        // A node comes after what it uses, so a reverse walk meets every use of a node before the node.
        let nodes = self.w.graph.region(region).nodes.clone();
        for id in nodes.into_iter().rev() {
            if self.w.graph.node(id).active && id.index() < self.first {
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
                self.settle(before, &wanted.iter().map(|&(_, g)| g).collect::<Vec<_>>());
                for (arg, g) in wanted {
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
                let path = self.fetch_path(&path);
                let part = adjoint.part(&mut self.w, &ty, &path);
                self.contribute(value, part);
                let rest = adjoint.without(&mut self.w, &ty, &path);
                self.contribute(base, rest);
            }
            Kind::Pack(elements) => {
                for (at, element) in elements.into_iter().enumerate() {
                    let part = adjoint.part(&mut self.w, &ty, &[Step::At(at)]);
                    self.contribute(element, part);
                }
            }
            Kind::Splat(element) => self.splat(element, adjoint, &ty),
            Kind::Call(call) => {
                let g = adjoint.materialize(&mut self.w, &ty);
                self.call(*call, ty, g);
            }
            Kind::Branch { on, arms } => self.branch(on, &arms, &adjoint, &ty),
            Kind::For { range, init, body } => self.for_loop(&range, &init, body, &adjoint, &ty),
            kind => unreachable!("{kind:?} has no adjoint"),
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
    fn splat(&mut self, element: Id, adjoint: Adjoint, ty: &Type) {
        let Type::Array(inner, len) = ty else { return };
        let whole = adjoint.materialize(&mut self.w, ty);
        let start = self.w.push(Kind::Int(0, None), Type::Other);
        let end = self.w.length(len);
        let zero = self.w.zero(inner);
        let body = self.w.graph.add_region(self.w.at);
        let outer = std::mem::replace(&mut self.w.at, body);
        let index = self.w.param(Kind::Argument, Type::Other, false, None);
        let sum = self.w.param(Kind::Argument, (**inner).clone(), false, None);
        let g = self.w.get(whole, &[Step::Index(index)]);
        let sum = Adjoint::Whole(sum).add(&mut self.w, inner, &[], g).materialize(&mut self.w, inner);
        self.w.graph.region_mut(body).results = vec![sum];
        self.w.at = outer;
        let range = Range { start, end, inclusive: false, reversed: false, bound: Some(len.clone()) };
        let id = self.w.push(Kind::For { range, init: vec![zero], body }, Type::Tuple(vec![(**inner).clone()]));
        let sum = self.w.get(id, &[Step::At(0)]);
        self.contribute_at(element, &[], sum);
    }

    fn call(&mut self, call: Call, ty: Type, g: Id) {
        let args: Vec<_> = call.args.iter().map(|arg| arg.id).collect();
        let mut kind = Kind::Call(Box::new(Call { seed: Some(g), ..call }));
        kind.each_input(&mut |id| *id = self.fetch(*id));
        let adjoints = args.iter().map(|&arg| self.w.graph.node(arg).ty.clone()).collect();
        let ty = Type::Tuple(vec![ty, Type::Tuple(adjoints)]);
        let id = self.w.push(kind, ty);
        for (at, arg) in args.into_iter().enumerate() {
            if self.w.graph.node(arg).active {
                let g = self.w.get(id, &[Step::At(1), Step::At(at)]);
                self.contribute_at(arg, &[], g);
            }
        }
    }

    fn branch(&mut self, on: Id, arms: &[Arm], adjoint: &Adjoint, ty: &Type) {
        let on = self.fetch(on);
        let outer = self.w.at;
        let mut swept = Vec::new();
        for arm in arms {
            let at = self.w.graph.add_region(outer);
            self.w.at = at;
            self.frames.push(Frame { at, ..Frame::new(arm.region, None) });
            if arm.diverges.is_none() {
                let results = self.w.graph.region(arm.region).results.clone();
                for (k, result) in results.into_iter().enumerate() {
                    let part = adjoint.part(&mut self.w, ty, &[Step::At(k)]);
                    self.contribute(result, part);
                }
                self.region(arm.region);
            }
            let frame = self.frames.pop().expect("it was pushed above");
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
            let of_arm = |adjoints: &BTreeMap<Id, Adjoint>| adjoints.get(&id).unwrap_or(&before).clone();
            for path in common_leaves(swept.iter().map(|(_, adjoints)| of_arm(adjoints))) {
                for (arm, adjoints) in &swept {
                    if arm.diverges.is_none() {
                        let part_ty = crate::graph::element_type(&ty, &path);
                        self.w.at = arm.region;
                        let part = of_arm(adjoints).part(&mut self.w, &ty, &path);
                        let result = part.materialize(&mut self.w, &part_ty);
                        self.w.graph.region_mut(arm.region).results.push(result);
                    }
                }
                types.push(crate::graph::element_type(&ty, &path));
                updates.push((id, path));
            }
        }
        self.w.at = outer;
        let arms: Vec<_> = swept.into_iter().map(|(arm, _)| arm).collect();
        let branch = self.w.push(Kind::Branch { on, arms }, Type::Tuple(types));
        let mut sums: BTreeMap<Id, Adjoint> = BTreeMap::new();
        for (at, (id, path)) in updates.into_iter().enumerate() {
            let g = self.w.get(branch, &[Step::At(at)]);
            let ty = self.w.graph.node(id).ty.clone();
            let sum = sums.remove(&id).unwrap_or_default();
            sums.insert(id, sum.add(&mut self.w, &ty, &path, g));
        }
        for (id, sum) in sums {
            self.store(id, sum);
        }
    }

    fn for_loop(&mut self, range: &Range, init: &[Id], body: RegionId, adjoint: &Adjoint, ty: &Type) {
        let (start, end) = (self.fetch(range.start), self.fetch(range.end));
        let params = self.w.graph.region(body).params.clone();
        let results = self.w.graph.region(body).results.clone();
        let carried: Vec<usize> = (0..init.len()).filter(|&k| self.w.graph.node(params[k + 1]).active).collect();
        let types: Vec<Type> = carried.iter().map(|&k| self.w.graph.node(params[k + 1]).ty.clone()).collect();
        let mut starts: Vec<Id> = carried
            .iter()
            .zip(&types)
            .map(|(&k, part_ty)| adjoint.part(&mut self.w, ty, &[Step::At(k)]).materialize(&mut self.w, part_ty))
            .collect();
        let outer = self.w.at;
        let at = self.w.graph.add_region(outer);
        self.w.at = at;
        let index_name = self.w.graph.node(params[0]).name.clone();
        let index = self.w.param(Kind::Argument, Type::Other, false, index_name.as_deref());
        self.frames.push(Frame { at, ..Frame::new(body, Some(index)) });
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
        for (&k, ty) in carried.iter().zip(&types) {
            let adjoint = self.take(params[k + 1]);
            ends.push(adjoint.materialize(&mut self.w, ty));
        }
        let mut frame = self.frames.pop().expect("it was pushed above");
        let mut sums = types;
        for &id in &frame.accumulators {
            let ty = self.w.graph.node(id).ty.clone();
            let sum = frame.adjoints.remove(&id).unwrap_or_default();
            ends.push(sum.materialize(&mut self.w, &ty));
            sums.push(ty);
        }
        self.w.graph.region_mut(at).results = ends;
        self.w.at = outer;
        for &id in &frame.accumulators {
            let ty = self.w.graph.node(id).ty.clone();
            let before = self.current(id);
            starts.push(before.materialize(&mut self.w, &ty));
        }
        let range = Range { start, end, reversed: !range.reversed, ..range.clone() };
        let id = self.w.push(Kind::For { range, init: starts, body: at }, Type::Tuple(sums));
        for (j, source) in frame.accumulators.iter().enumerate() {
            let sum = self.w.get(id, &[Step::At(carried.len() + j)]);
            self.store(*source, Adjoint::Whole(sum));
        }
        for (j, &k) in carried.iter().enumerate() {
            let g = self.w.get(id, &[Step::At(j)]);
            self.contribute(init[k], Adjoint::Whole(g));
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
