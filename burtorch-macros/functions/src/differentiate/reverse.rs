//! Reverse mode: the value, and the adjoint of every argument.
//!
//! The primal nodes stay as they are; the sweep is written after them. A branch is swept by a branch
//! on the same condition, a loop by a loop that runs backwards.

use proc_macro2::{Ident, Span};

use super::adjoint::Adjoint;
use super::fuse::fuse;
use crate::graph::{Graph, Id, Kind, RegionId, Set, Step, Table, Writer};

/// The graph of `value, adjoints…` of a graph with one result.
///
/// It has one more argument, the adjoint of the result, and then one for each active slice, to which its
/// adjoint is added, and for each argument in `mutable`, the adjoint of what it is at the end. It yields the value, then
/// the adjoint of each active argument, then what those in `mutable` are at the end.
pub fn reverse(primal: &Graph, mutable: &[Id]) -> Graph {
    swept(primal, mutable).w.graph
}

/// [`reverse`], in which a called function makes one pass instead of two where its sweep can start at once.
pub fn reverse_fused(primal: &Graph, mutable: &[Id]) -> Graph {
    let mut sweep = swept(primal, mutable);
    if sweep.copies.is_empty() {
        fuse(&mut sweep.w.graph, &sweep.pairs);
    }
    sweep.w.graph
}

fn swept(primal: &Graph, mutable: &[Id]) -> Reverse {
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
    sweep
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
    /// Calls, branches and loops of the forward pass, and what the sweep made of each.
    pub pairs: Vec<(Id, Id)>,
}

/// The adjoints of one region.
pub(super) struct Frame {
    /// The primal region that is being swept.
    pub primal: RegionId,
    pub adjoints: Table<Id, Adjoint>,
    /// For the body of a loop: the index of the sweep's loop.
    pub index: Option<Id>,
    /// Values of outer regions whose adjoints the sweep's loop carries.
    pub accumulators: Vec<Id>,
    /// The region of the sweep.
    pub at: RegionId,
}

impl Frame {
    pub(super) fn new(primal: RegionId, index: Option<Id>) -> Self {
        Frame { primal, adjoints: Table::default(), index, accumulators: Vec::new(), at: Graph::ROOT }
    }

    pub(super) fn sweeps(&self, region: RegionId) -> bool {
        self.primal == region
    }
}

impl Reverse {
    pub(super) fn new(primal: &Graph) -> Self {
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
            pairs: Vec::new(),
        }
    }

    /// Starts to sweep a region. What is cheap depends on which loops are being swept.
    pub(super) fn enter(&mut self, frame: Frame) {
        self.cheap.clear();
        self.frames.push(frame);
    }

    pub(super) fn leave(&mut self) -> Frame {
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
    pub(super) fn adjoint_name(&self, id: Id) -> Option<Ident> {
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

    pub(super) fn take(&mut self, id: Id) -> Adjoint {
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
    pub(super) fn region(&mut self, region: RegionId) {
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
}
