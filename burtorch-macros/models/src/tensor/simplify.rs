//! Tensor graph → smaller tensor graph.
//!
//! Composition of views, constant folding, common subexpression elimination (CSE) and dead code elimination. Rows that are made of
//! other rows are lowered to these, so that afterwards generated code can call every row.

use std::collections::HashMap;

use burtorch_runtime::rules::{Op, SimdForm};
use proc_macro2::Span;

use super::{BinaryOp, Coord, Dtype, Gradient, Graph, Id, Kind, Node, Reduction, Repeat, compose, identity};
use crate::ast::Precision;
use crate::each::Each;
use crate::laws::{self, Rewrite};
use crate::record::Record;

/// The simplified graph.
pub fn simplify(graph: &Graph, precision: Precision) -> Graph {
    let mut simplify = Simplify { precision, span: Span::call_site(), new: Graph::new(), known: HashMap::new() };
    let needed = needed(graph);
    let mut map: Vec<Option<Id>> = vec![None; graph.len()];
    for id in graph.ids().filter(|id| needed[id.index()]) {
        let mut node = graph.node(id).clone();
        node.kind.each_input(&mut |input| *input = map[input.index()].expect("inputs come first"));
        map[id.index()] = Some(simplify.node(node));
    }
    let new = |id: &Id| map[id.index()].expect("what is needed is there");
    simplify.new.results = graph.results.each(new);
    // A gradient is added element by element in row-major order, so a reshape of it makes no difference.
    let flat = |id: Id| match simplify.new.kind(id) {
        Kind::Reshape(source) => *source,
        _ => id,
    };
    simplify.new.gradients = graph.gradients.each(|g| Gradient { leaf: g.leaf.clone(), value: flat(new(&g.value)) });
    let mut new = sweep_out(&simplify.new);
    join_sums(&mut new);
    sweep_out(&new)
}

/// Which nodes the results and gradients depend on.
fn needed(graph: &Graph) -> Vec<bool> {
    let mut needed = vec![false; graph.len()];
    let mut open: Vec<Id> = graph.results.clone();
    open.extend(graph.gradients.iter().map(|gradient| gradient.value));
    // A loop may add to the gradient though nothing uses its results.
    open.extend(
        graph.ids().filter(|id| matches!(graph.kind(*id), Kind::Repeat(repeat) if repeat.body.has_gradients())),
    );
    while let Some(id) = open.pop() {
        if !std::mem::replace(&mut needed[id.index()], true) {
            open.extend(graph.kind(id).inputs());
        }
    }
    needed
}

/// `Σᵢ Σⱼ x = Σᵢⱼ x`, if nothing else needs the inner sum.
fn join_sums(graph: &mut Graph) {
    let mut uses = vec![0; graph.len()];
    let used = graph.ids().flat_map(|id| graph.kind(id).inputs());
    let ends = graph.results.iter().copied().chain(graph.gradients.iter().map(|gradient| gradient.value));
    for id in used.chain(ends) {
        uses[id.index()] += 1;
    }
    for id in graph.ids() {
        if let Kind::Reduce(Reduction::Sum, sum, outer) = graph.kind(id)
            && let Kind::Reduce(Reduction::Sum, source, inner) = graph.kind(*sum)
            && uses[sum.index()] == 1
        {
            let kept: Vec<usize> = (0..graph.shape(*source).len()).only(|axis| !inner.contains(axis));
            let mut axes: Vec<usize> = outer.iter().map(|&axis| kept[axis]).chain(inner.iter().copied()).collect();
            axes.sort_unstable();
            graph.nodes[id.index()].kind = Kind::Reduce(Reduction::Sum, *source, axes);
        }
    }
}

/// Dead code elimination: the graph without nodes that no result and no gradient depends on.
fn sweep_out(graph: &Graph) -> Graph {
    let needed = needed(graph);
    let mut new = Graph::new();
    let mut map: Vec<Option<Id>> = vec![None; graph.len()];
    for id in graph.ids().filter(|id| needed[id.index()]) {
        let mut node = graph.node(id).clone();
        node.kind.each_input(&mut |input| *input = map[input.index()].expect("inputs come first"));
        map[id.index()] = Some(new.push(node));
    }
    let at = |id: &Id| map[id.index()].expect("what is needed is there");
    new.results = graph.results.each(at);
    new.gradients = graph.gradients.each(|g| Gradient { leaf: g.leaf.clone(), value: at(&g.value) });
    new
}

struct Simplify {
    precision: Precision,
    /// Where what is being simplified was written.
    span: Span,
    new: Graph,
    known: HashMap<(Kind, Vec<usize>), Id>,
}

impl Simplify {
    /// Adds a node whose inputs are nodes of the new graph.
    fn node(&mut self, node: Node) -> Id {
        let kind = match node.kind.clone() {
            Kind::View(source, coords) => return self.view(node, source, coords),
            Kind::Reshape(source) => match self.new.kind(source) {
                Kind::Const(_) => self.new.kind(source).clone(),
                Kind::Reshape(inner) if self.new.shape(*inner) == node.shape => return *inner,
                Kind::Reshape(inner) => Kind::Reshape(*inner),
                _ if self.new.shape(source) == node.shape => return source,
                _ => Kind::Reshape(source),
            },
            Kind::Detach(source) => return source,
            Kind::Op(op, args) => {
                self.span = node.span;
                return self.row(op, &args);
            }
            Kind::Repeat(repeat) => {
                let body = simplify(&repeat.body, self.precision);
                let repeat = Repeat { body, ..*repeat };
                return self.new.push(Node { kind: Kind::Repeat(Box::new(repeat)), ..node });
            }
            kind => kind,
        };
        self.add(Node { kind, ..node })
    }

    /// Adds a node, or returns an equal one that is there already (CSE).
    fn add(&mut self, node: Node) -> Id {
        let mut key = (node.kind.clone(), node.shape.clone());
        if let Kind::Op(op, args) = &mut key.0
            && laws::commutes(*op)
        {
            args.sort_unstable();
        }
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let id = self.new.push(node);
        self.known.insert(key, id);
        id
    }

    fn view(&mut self, node: Node, source: Id, coords: Vec<Coord>) -> Id {
        if coords == identity(node.shape.len()) && self.new.shape(source) == node.shape {
            return source;
        }
        let kind = match self.new.kind(source) {
            Kind::Const(_) => self.new.kind(source).clone(),
            Kind::Index(axis) => match coords[*axis].as_axis() {
                Some(axis) => Kind::Index(axis),
                None => Kind::View(source, coords),
            },
            Kind::View(inner, first) => {
                match compose(first, &coords, node.shape.len(), self.new.shape(source), self.new.shape(*inner)) {
                    Some(composed) => return self.view(node, *inner, composed),
                    None => Kind::View(source, coords),
                }
            }
            _ => Kind::View(source, coords),
        };
        self.add(Node { kind, ..node })
    }

    /// A row, simplified.
    fn row(&mut self, op: Op, args: &[Id]) -> Id {
        // The runtime's SIMD functions keep the digits of small results, which the rows that these are made of lose.
        if op.vector() != SimdForm::Function
            && let Some(lowered) = laws::lower(self, op, args)
        {
            return lowered;
        }
        if let Some(simpler) = laws::simpler(self, op, args) {
            return simpler;
        }
        self.add_like(Kind::Op(op, args.to_vec()), args[0], Dtype::Float)
    }

    /// Adds a node of the shape of another, or finds it.
    fn add_like(&mut self, kind: Kind, like: Id, dtype: Dtype) -> Id {
        let shape = self.new.shape(like).to_vec();
        self.add(Node { kind, shape, dtype, span: self.span })
    }
}

/// What rules and laws record comes out simplified.
impl Record for Simplify {
    type Id = Id;

    fn op(&mut self, op: Op, args: &[Id]) -> Id {
        self.row(op, args)
    }

    fn constant(&mut self, value: f64, like: Id) -> Id {
        self.add_like(Kind::Const(value.into()), like, Dtype::Float)
    }

    fn compare(&mut self, op: BinaryOp, a: Id, b: Id) -> Id {
        self.add_like(Kind::Compare(op, a, b), a, Dtype::Bool)
    }

    fn select(&mut self, truth: Id, a: Id, b: Id) -> Id {
        self.add_like(Kind::Select(truth, a, b), a, self.new.node(a).dtype)
    }
}

impl Rewrite for Simplify {
    fn precision(&self) -> Precision {
        self.precision
    }

    fn constant_of(&self, id: Id) -> Option<f64> {
        match self.new.kind(id) {
            Kind::Const(bits) => Some(bits.value()),
            _ => None,
        }
    }

    fn row_of_one(&self, id: Id) -> Option<(Op, Id)> {
        match self.new.kind(id) {
            Kind::Op(op, args) => <[Id; 1]>::try_from(&args[..]).ok().map(|[a]| (*op, a)),
            _ => None,
        }
    }

    fn row_of_two(&self, id: Id) -> Option<(Op, [Id; 2])> {
        match self.new.kind(id) {
            Kind::Op(op, args) => <[Id; 2]>::try_from(&args[..]).ok().map(|args| (*op, args)),
            _ => None,
        }
    }
}

impl Graph {
    /// Whether it, or a loop in it, adds to the gradient.
    pub fn has_gradients(&self) -> bool {
        !self.gradients.is_empty()
            || self.ids().any(|id| matches!(self.kind(id), Kind::Repeat(repeat) if repeat.body.has_gradients()))
    }
}
