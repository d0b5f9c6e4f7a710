//! The graph of a model: what a function of it computes, on whole tensors.
//!
//! A graph is in SSA form: nodes are listed in topological order, each defined once, after what it uses. Shapes are known.
//! There is no implicit broadcasting: operands of an operator have the shape of its result.
//!
//! Few kinds of nodes cover everything: rows of the table, element by element; views, which read a tensor at affine
//! coordinates; sums and maxima over axes; tensors assembled from parts; and loops. A matrix product is a sum over the
//! product of two views, and so is a convolution (im2col as a view, without a copy). So their adjoints follow from the rules
//! for these kinds. `plan` recognises products where it makes loops.

mod axis_layout;
mod batch;
mod builder;
mod coord;
mod distribute;
mod dot;
mod hand_in;
mod hoist_lookup;
#[cfg(test)]
pub mod interpret;
mod lift;
mod reverse;
mod save_or_recompute;
mod simplify;
pub mod verify;

use burtorch_runtime::rules::Op;
use proc_macro2::Span;

pub use crate::ast::BinaryOp;
pub use axis_layout::axis_layout;
pub use batch::batch;
pub use builder::{Builder, Tensor};
use coord::split;
pub use coord::{Affine, Coord, compose, identity, is_concatenation};
pub use dot::{Names, dot};
pub use hoist_lookup::hoist_lookup;
pub use reverse::reverse;
pub use simplify::simplify;

use crate::each::Each;
use crate::record::Record;

/// A node of a graph.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Id(u32);

impl Id {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The lengths of the axes, outermost first; none for a number.
pub type Shape = Vec<usize>;

/// A function of a model, or the body of a loop in it.
#[derive(Clone, Default, Debug)]
pub struct Graph {
    nodes: Vec<Node>,
    /// What the function returns. Of a loop's body: the next loop-carried values, then one entry of each collected tensor.
    pub results: Vec<Id>,
    /// What is added to the gradient, in this order.
    pub gradients: Vec<Gradient>,
}

#[derive(Clone, Debug)]
pub struct Node {
    pub kind: Kind,
    pub shape: Shape,
    pub dtype: Dtype,
    pub span: Span,
}

/// What a tensor is made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dtype {
    Float,
    Int,
    Bool,
}

/// Where a parameter lies in the parameter buffer.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Leaf {
    pub offset: usize,
    /// How far it is to the parameter of the next iteration, per loop around it, the outermost first.
    pub steps: Vec<usize>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A parameter that is trained.
    Param(Leaf),
    /// A parameter that stays as it is.
    Frozen(Leaf),
    /// An argument of the function.
    Input(usize),
    /// The adjoint of the function's result, a number.
    Seed,
    /// In a loop's body: a loop-carried value, as the iteration before left it.
    Carried(usize),
    /// In a loop's body: this iteration's entry of a tensor from outside, whose first axis is the iterations.
    Sliced(usize),
    /// In a loop's body: a loop-invariant tensor from outside.
    Invariant(usize),
    /// A tensor whose elements are all this number.
    Const(Bits),
    /// The coordinate along an axis.
    Index(usize),
    /// Numbers in [0, 1) that look random: a function of the seed (which has the node's shape), of `stream`, of
    /// the iterations of the loops around, and of the position, which is the sum of `strides` times coordinates.
    Random {
        seed: Id,
        stream: u64,
        strides: Vec<usize>,
    },
    /// A row of the table.
    Op(Op, Vec<Id>),
    Compare(BinaryOp, Id, Id),
    Select(Id, Id, Id),
    /// An integer as a number.
    ToFloat(Id),
    /// The same value as a constant of the differentiation (`stop_gradient`).
    Detach(Id),
    /// Reads the source at coordinates that are functions of those of the result: one entry per axis of the source.
    View(Id, Vec<Coord>),
    /// The same tensor in a buffer of its own, so that its axes lie in this order in memory.
    Copy(Id),
    /// The same elements in the same (row-major) order.
    Reshape(Id),
    /// The reduction over these axes, which the result does not have.
    Reduce(Reduction, Id, Vec<usize>),
    /// A tensor assembled from parts. With `add` it is a scatter-add: parts may overlap, and the rest is zero. Without, it is a
    /// concatenation: each element is in exactly one part.
    Assemble {
        parts: Vec<ScatterPart>,
        add: bool,
    },
    Repeat(Box<Repeat>),
    /// A result of a loop: first the loop-carried values after the last iteration, then the collected tensors, whose first axis
    /// is the iterations.
    Result(Id, usize),
}

/// A float by its bits, so that nodes can be compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bits(u64);

impl From<f64> for Bits {
    fn from(value: f64) -> Self {
        Bits(value.to_bits())
    }
}

impl Bits {
    pub fn value(self) -> f64 {
        f64::from_bits(self.0)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reduction {
    Sum,
    Max,
}

/// A part of an assembled tensor: where each of its elements goes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ScatterPart {
    pub value: Id,
    /// One entry per axis of the assembled tensor, a function of the coordinates of `value`.
    pub to: Vec<Coord>,
}

/// A loop: the body, run `count` times.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Repeat {
    pub count: usize,
    /// The iterations run from the last to the first.
    pub reversed: bool,
    /// The loop-carried values before the first iteration.
    pub init: Vec<Id>,
    pub sliced: Vec<Id>,
    pub invariant: Vec<Id>,
    pub body: Graph,
}

/// `gradient[leaf] += value`
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Gradient {
    pub leaf: Leaf,
    pub value: Id,
}

impl PartialEq for Graph {
    /// Bodies are compared by identity only where a loop is compared with itself.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Graph {}

impl std::hash::Hash for Graph {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.nodes.len().hash(state);
    }
}

/// A length or an offset as a signed number, for arithmetic that may go below zero.
pub fn signed(length: usize) -> isize {
    isize::try_from(length).expect("a tensor is smaller than memory")
}

/// How many elements a tensor of this shape has. What is too large for a number is refused when a model is read.
pub fn elements(shape: &[usize]) -> usize {
    shape.iter().fold(1, |product: usize, &length| product.saturating_mul(length))
}

impl Graph {
    pub fn new() -> Self {
        Graph::default()
    }

    pub fn node(&self, id: Id) -> &Node {
        &self.nodes[id.index()]
    }

    pub fn kind(&self, id: Id) -> &Kind {
        &self.node(id).kind
    }

    pub fn shape(&self, id: Id) -> &[usize] {
        &self.node(id).shape
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn ids(&self) -> impl DoubleEndedIterator<Item = Id> + use<> {
        (0..u32::try_from(self.nodes.len()).expect("a graph has fewer than 2^32 nodes")).map(Id)
    }

    pub fn push(&mut self, node: Node) -> Id {
        self.nodes.push(node);
        Id(u32::try_from(self.nodes.len() - 1).expect("a graph has fewer than 2^32 nodes"))
    }

    pub fn add(&mut self, kind: Kind, shape: &[usize], dtype: Dtype, span: Span) -> Id {
        self.push(Node { kind, shape: shape.to_vec(), dtype, span })
    }

    /// A tensor whose elements are all `value`.
    pub fn constant(&mut self, value: f64, shape: &[usize], span: Span) -> Id {
        self.add(Kind::Const(value.into()), shape, Dtype::Float, span)
    }

    /// A row of the table; its operands have one shape.
    pub fn op(&mut self, op: Op, args: &[Id], span: Span) -> Id {
        let shape = self.shape(args[0]).to_vec();
        debug_assert!(args.iter().all(|arg| self.shape(*arg) == shape), "operands of {op:?} differ in shape");
        self.add(Kind::Op(op, args.to_vec()), &shape, Dtype::Float, span)
    }

    /// A comparison of two tensors of one shape, of floats or of integers.
    pub fn compare(&mut self, op: BinaryOp, a: Id, b: Id, span: Span) -> Id {
        let shape = self.shape(a).to_vec();
        self.add(Kind::Compare(op, a, b), &shape, Dtype::Bool, span)
    }

    /// `a` where `truth` holds, else `b`; all of one shape.
    pub fn select(&mut self, truth: Id, a: Id, b: Id, span: Span) -> Id {
        let shape = self.shape(a).to_vec();
        let dtype = self.node(a).dtype;
        self.add(Kind::Select(truth, a, b), &shape, dtype, span)
    }

    pub fn view(&mut self, source: Id, coords: Vec<Coord>, shape: &[usize], span: Span) -> Id {
        debug_assert_eq!(coords.len(), self.shape(source).len(), "a view has one coordinate per axis of its source");
        let dtype = self.node(source).dtype;
        self.add(Kind::View(source, coords), shape, dtype, span)
    }

    /// The tensor with the axes in another order: axis `i` of the result is axis `order[i]` of the source.
    pub fn permute(&mut self, source: Id, order: &[usize], span: Span) -> Id {
        let rank = order.len();
        let shape: Shape = order.each(|&axis| self.shape(source)[axis]);
        let place = |axis| order.iter().position(|&from| from == axis).expect("every axis is in the order");
        let coords = (0..rank).each(|axis| Coord::Affine(Affine::axis(place(axis), rank)));
        self.view(source, coords, &shape, span)
    }

    /// The tensor repeated along new axes: `axes[i]` is where axis `i` of the source is in `shape`.
    pub fn broadcast(&mut self, source: Id, axes: &[usize], shape: &[usize], span: Span) -> Id {
        if axes.len() == shape.len() && self.shape(source) == shape {
            return source;
        }
        let rank = shape.len();
        let lengths = self.shape(source).to_vec();
        let coords = axes.iter().zip(lengths).map(|(&axis, length)| {
            // An axis of length one is read at its only coordinate.
            let one = length == 1 && shape[axis] != 1;
            Coord::Affine(if one { Affine::fixed(0, rank) } else { Affine::axis(axis, rank) })
        });
        let coords = coords.collect();
        self.view(source, coords, shape, span)
    }

    /// The same elements in another shape. Axes that are only split stay a view, so that loops can fuse.
    pub fn reshape(&mut self, source: Id, shape: &[usize], span: Span) -> Id {
        if self.shape(source) == shape {
            return source;
        }
        if let Some(coords) = split(self.shape(source), shape) {
            return self.view(source, coords, shape, span);
        }
        let dtype = self.node(source).dtype;
        self.add(Kind::Reshape(source), shape, dtype, span)
    }

    pub fn reduce(&mut self, reduction: Reduction, source: Id, axes: &[usize], span: Span) -> Id {
        if axes.is_empty() {
            return source;
        }
        let axes = {
            let mut sorted = axes.to_vec();
            sorted.sort_unstable();
            sorted
        };
        let shape: Shape = (0..self.shape(source).len())
            .filter(|axis| !axes.contains(axis))
            .map(|axis| self.shape(source)[axis])
            .collect();
        self.add(Kind::Reduce(reduction, source, axes), &shape, Dtype::Float, span)
    }

    /// Tensors one after the other along an axis.
    pub fn concat(&mut self, sources: &[Id], axis: usize, span: Span) -> Id {
        let mut shape = self.shape(sources[0]).to_vec();
        let dtype = self.node(sources[0]).dtype;
        let mut start = 0;
        let mut parts = Vec::new();
        for &value in sources {
            let mut to = identity(shape.len());
            if let Coord::Affine(affine) = &mut to[axis] {
                affine.offset = signed(start);
            }
            start += self.shape(value)[axis];
            parts.push(ScatterPart { value, to });
        }
        shape[axis] = start;
        self.add(Kind::Assemble { parts, add: false }, &shape, dtype, span)
    }
}

/// Rows work on whole tensors, element by element.
impl Record for Graph {
    type Id = Id;

    fn op(&mut self, op: Op, args: &[Id]) -> Id {
        self.op(op, args, self.node(args[0]).span)
    }

    fn constant(&mut self, value: f64, like: Id) -> Id {
        let Node { shape, span, .. } = self.node(like).clone();
        self.constant(value, &shape, span)
    }

    fn compare(&mut self, op: BinaryOp, a: Id, b: Id) -> Id {
        self.compare(op, a, b, self.node(a).span)
    }

    fn select(&mut self, truth: Id, a: Id, b: Id) -> Id {
        self.select(truth, a, b, self.node(a).span)
    }
}

impl Kind {
    /// What the node uses.
    pub fn inputs(&self) -> Vec<Id> {
        let mut inputs = Vec::new();
        self.clone().each_input(&mut |id| inputs.push(*id));
        inputs
    }

    /// Visits the inputs of a node so that they can be replaced.
    pub fn each_input(&mut self, visit: &mut dyn FnMut(&mut Id)) {
        let along = |coords: &mut Vec<Coord>, visit: &mut dyn FnMut(&mut Id)| {
            for coord in coords {
                if let Coord::At(id, _) = coord {
                    visit(id);
                }
            }
        };
        match self {
            Kind::Param(_)
            | Kind::Frozen(_)
            | Kind::Input(_)
            | Kind::Seed
            | Kind::Carried(_)
            | Kind::Sliced(_)
            | Kind::Invariant(_)
            | Kind::Const(_)
            | Kind::Index(_) => {}
            Kind::Random { seed: a, .. }
            | Kind::ToFloat(a)
            | Kind::Detach(a)
            | Kind::Copy(a)
            | Kind::Reshape(a)
            | Kind::Reduce(_, a, _)
            | Kind::Result(a, _) => visit(a),
            Kind::Op(_, args) => args.iter_mut().for_each(visit),
            Kind::Compare(_, a, b) => {
                visit(a);
                visit(b);
            }
            Kind::Select(a, b, c) => {
                visit(a);
                visit(b);
                visit(c);
            }
            Kind::View(source, coords) => {
                visit(source);
                along(coords, visit);
            }
            Kind::Assemble { parts, .. } => {
                for part in parts {
                    visit(&mut part.value);
                    along(&mut part.to, visit);
                }
            }
            Kind::Repeat(repeat) => {
                repeat.init.iter_mut().for_each(&mut *visit);
                repeat.sliced.iter_mut().for_each(&mut *visit);
                repeat.invariant.iter_mut().for_each(visit);
            }
        }
    }
}
