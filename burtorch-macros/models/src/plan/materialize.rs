//! Operator fusion: decides which nodes are materialised in a buffer, and which are fused into the kernels that use them.

use crate::tensor::{Dtype, Graph, Id, Kind, elements};

/// For each node of one graph, whether it has a buffer; bodies of loops are graphs of their own.
///
/// A node is fused if it is used once and each of its elements is read once, or if it is cheap and one kernel has all its
/// uses. A reduction is materialised, or computed in the kernel of the one node that uses it: a kernel has at most one.
pub(super) fn materialize(graph: &Graph) -> Vec<bool> {
    let mut choice = StorageChoice {
        graph,
        uses: vec![0; graph.len()],
        forced: vec![false; graph.len()],
        kernel: vec![None; graph.len()],
        apart: vec![false; graph.len()],
        viewed: vec![false; graph.len()],
        stored: vec![false; graph.len()],
        reduces: vec![false; graph.len()],
        depth: vec![0; graph.len()],
    };
    for &result in &graph.results {
        choice.force(result);
    }
    for gradient in &graph.gradients {
        choice.root(gradient.value);
    }
    for id in graph.ids().rev() {
        choice.node(id);
    }
    choice.stored
}

/// The most uses of a cheap node in one kernel. Each is written out, and rustc's own CSE computes it once.
const TIMES: usize = 4;

/// The deepest nesting of an expression: passes and rustc recurse over expressions.
const DEEP: usize = 64;

fn is_cheap(kind: &Kind) -> bool {
    match kind {
        Kind::Op(op, _) => op.is_cheap(),
        kind => matches!(kind, Kind::Select(..)),
    }
}

struct StorageChoice<'g> {
    graph: &'g Graph,
    /// How many times a node is computed if it has no buffer.
    uses: Vec<usize>,
    forced: Vec<bool>,
    /// The materialised node in whose kernel a fused node is computed.
    kernel: Vec<Option<Id>>,
    /// Whether several kernels use the node.
    apart: Vec<bool>,
    /// Whether a kernel reads the node through a view, at other coordinates than those it stores to.
    viewed: Vec<bool>,
    stored: Vec<bool>,
    /// Whether the kernel of a stored node has a reduction already.
    reduces: Vec<bool>,
    /// How many nodes without a buffer are between a node and the element that its kernel stores.
    depth: Vec<usize>,
}

impl StorageChoice<'_> {
    /// The node must be in memory.
    fn force(&mut self, id: Id) {
        self.uses[id.index()] += 1;
        self.forced[id.index()] = true;
    }

    /// A kernel writes the node somewhere else, so if nothing else uses it, it needs no buffer.
    fn root(&mut self, id: Id) {
        let at = id.index();
        self.uses[at] += 1;
        self.apart[at] |= self.kernel[at].is_some_and(|known| known != id);
        self.kernel[at] = Some(id);
    }

    fn node(&mut self, id: Id) {
        let node = self.graph.node(id);
        let at = id.index();
        match &node.kind {
            Kind::Param(_)
            | Kind::Frozen(_)
            | Kind::Input(_)
            | Kind::Seed
            | Kind::Carried(_)
            | Kind::Sliced(_)
            | Kind::Invariant(_)
            | Kind::Const(_)
            | Kind::Index(_)
            | Kind::Result(..) => self.stored[at] = self.forced[at] && matches!(node.kind, Kind::Const(_)),
            Kind::Repeat(repeat) => {
                for &init in &repeat.init {
                    self.root(init);
                }
                for &outside in repeat.sliced.iter().chain(&repeat.invariant) {
                    self.force(outside);
                }
            }
            Kind::View(source, coords) => {
                self.stored[at] = self.forced[at] && node.dtype == Dtype::Float;
                let grows = elements(&node.shape) > elements(self.graph.shape(*source));
                let looks_up = coords.iter().any(|coord| coord.affine().is_none());
                self.read(id, *source, grows || looks_up);
                for input in node.kind.inputs().into_iter().skip(1) {
                    self.read(id, input, false);
                }
            }
            Kind::Copy(source) => {
                self.stored[at] = true;
                self.read(id, *source, false);
            }
            Kind::Reshape(source) => {
                // A reshape is the memory of its source under another shape.
                self.stored[at] = false;
                self.force(*source);
            }
            Kind::Assemble { parts, add } => {
                // The gradient is added part by part, without a buffer.
                self.stored[at] = self.forced[at] || self.uses[at] > 1 || !add || !self.is_gradient(id);
                for part in parts {
                    self.root(part.value);
                    for input in part.to.iter().filter_map(super::super::tensor::Coord::looked_up) {
                        self.force(input);
                    }
                }
            }
            Kind::Reduce(_, source, _) => {
                // A kernel has one sum, but may use it several times in the same place: `relu(W x + b)`.
                let in_one_place = self.uses[at] == 1 || !(self.apart[at] || self.viewed[at]);
                let absorbed = in_one_place && !self.forced[at] && self.absorb(id);
                self.stored[at] = !absorbed;
                self.reduces[at] |= !absorbed;
                self.read(id, *source, false);
            }
            _ => {
                let float = node.dtype == Dtype::Float;
                let often = self.uses[at] > 1 && (self.apart[at] || self.uses[at] > TIMES || !is_cheap(&node.kind));
                self.stored[at] = float && (self.forced[at] || often || self.depth[at] > DEEP);
                for input in node.kind.inputs() {
                    self.read(id, input, false);
                }
            }
        }
    }

    /// Notes that `user` reads `source`; with `often`, some elements several times.
    fn read(&mut self, user: Id, source: Id, often: bool) {
        let times = if self.stored[user.index()] { 1 } else { self.uses[user.index()].max(1) };
        let at = source.index();
        let kernel = if self.stored[user.index()] { user } else { self.kernel[user.index()].unwrap_or(user) };
        let depth = if self.stored[user.index()] { 1 } else { self.depth[user.index()] + 1 };
        self.depth[at] = self.depth[at].max(depth);
        self.uses[at] += times;
        self.forced[at] |= often;
        let is_view = matches!(self.graph.kind(user), Kind::View(..));
        self.viewed[at] |= is_view || !self.stored[user.index()] && self.viewed[user.index()];
        self.apart[at] |= self.kernel[at].is_some_and(|known| known != kernel) || self.apart[user.index()];
        self.kernel[at] = Some(kernel);
    }

    /// Fuses a reduction into the kernel of the node that uses it; false if that kernel has one.
    fn absorb(&mut self, id: Id) -> bool {
        let Some(kernel) = self.kernel[id.index()] else { return false };
        !std::mem::replace(&mut self.reduces[kernel.index()], true)
    }

    fn is_gradient(&self, id: Id) -> bool {
        self.graph.gradients.iter().any(|gradient| gradient.value == id)
    }
}
