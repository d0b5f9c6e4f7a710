//! Tensor graph → smaller tensor graph.
//!
//! Composition of views, constant folding, common subexpression elimination (CSE) and dead code elimination. Rows that are made of
//! other rows are lowered to these, so that afterwards generated code can call every row.

use std::collections::HashMap;

use burtorch_runtime::rules::{Op, value};

use super::{Coord, Gradient, Graph, Id, Kind, Node, Reduction, Repeat, compose, identity};
use crate::ast::Precision;
use crate::each::Each;
use crate::record;

/// The simplified graph.
pub fn simplify(graph: &Graph, precision: Precision) -> Graph {
    let mut simplify = Simplify { precision, new: Graph::new(), known: HashMap::new() };
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
            Kind::Op(op, args) => return self.row(node, op, &args),
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
        let key = (node.kind.clone(), node.shape.clone());
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

    fn row(&mut self, node: Node, op: Op, args: &[Id]) -> Id {
        let constants: Option<Vec<f64>> = args.iter().map(|&arg| self.constant(arg)).collect();
        if let Some(constants) = constants
            && matches!(op, Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Neg | Op::Sqrt | Op::Recip)
        {
            return self.add(Node { kind: Kind::Const(self.fold(op, &constants).into()), ..node });
        }
        match (op, args) {
            // `x²` and `x³` as products
            (Op::Powi, &[a, n]) if self.constant(n) == Some(2.0) => return self.row(node, Op::Mul, &[a, a]),
            (Op::Powi, &[a, n]) if self.constant(n) == Some(3.0) => {
                let square = self.row(node.clone(), Op::Mul, &[a, a]);
                return self.row(node, Op::Mul, &[a, square]);
            }
            // `x · 1 = x`, `x / 1 = x`
            (Op::Mul | Op::Div, &[a, b]) if self.constant(b) == Some(1.0) => return a,
            (Op::Mul, &[a, b]) if self.constant(a) == Some(1.0) => return b,
            // `0 − x` is not `−x` at zero; `x − 0 = x` is exact.
            (Op::Sub, &[a, b]) if self.constant(b).is_some_and(is_zero) => return a,
            (Op::Neg, &[a]) => {
                if let Kind::Op(Op::Neg, inner) = self.new.kind(a) {
                    return inner[0];
                }
            }
            _ => {}
        }
        // Lanes of their own keep the digits of small results.
        if let Op::Sigmoid | Op::Gelu = op {
            return self.add(Node { kind: Kind::Op(op, args.to_vec()), ..node });
        }
        let mut recipe = Graph::new();
        // Operands are only names here.
        let inputs: Vec<Id> = args.each(|&arg| recipe.push(self.new.node(arg).clone()));
        let result = record::value(&mut recipe, op, &inputs);
        // Generated code can call it if it is not made of other rows; if it is, they are simplified in turn.
        if matches!(recipe.kind(result), Kind::Op(same, _) if *same == op) {
            return self.add(Node { kind: Kind::Op(op, args.to_vec()), ..node });
        }
        let mut map: Vec<Id> = args.to_vec();
        for id in recipe.ids().skip(args.len()) {
            let mut inner = recipe.node(id).clone();
            inner.kind.each_input(&mut |input| *input = map[input.index()]);
            inner.span = node.span;
            map.push(self.node(inner));
        }
        map[result.index()]
    }

    fn constant(&self, id: Id) -> Option<f64> {
        match self.new.kind(id) {
            Kind::Const(bits) => Some(bits.value()),
            _ => None,
        }
    }

    /// The value of a row of constants, as the compiled program would compute it.
    fn fold(&self, op: Op, args: &[f64]) -> f64 {
        match self.precision {
            Precision::F32 => {
                #[allow(clippy::cast_possible_truncation, reason = "the program computes in f32")]
                let args: Vec<f32> = args.each(|&arg| arg as f32);
                f64::from(value(op, &args))
            }
            Precision::F64 | Precision::Generic => value(op, args),
        }
    }
}

#[allow(clippy::float_cmp, reason = "exactly zero, and of which sign")]
fn is_zero(value: f64) -> bool {
    value == 0.0 && value.is_sign_positive()
}

impl Graph {
    /// Whether it, or a loop in it, adds to the gradient.
    pub fn has_gradients(&self) -> bool {
        !self.gradients.is_empty()
            || self.ids().any(|id| matches!(self.kind(id), Kind::Repeat(repeat) if repeat.body.has_gradients()))
    }
}
