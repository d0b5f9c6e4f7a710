//! A node → the loop nest that computes it. Nodes without a buffer are fused: they are expressions inside of the nest.

use super::{Access, Affine, Argument, Expr, Kernel, Reduce, Store};
use crate::each::Each;
use crate::tensor::{Coord, Graph, Id, Kind, ScatterPart, Shape, signed};

/// What a kernel is built from: the graph, and where its nodes are in memory, if they are.
pub(super) struct Scope<'g> {
    pub graph: &'g Graph,
    pub locations: &'g [Option<Argument>],
}

impl Scope<'_> {
    /// The kernel that stores `id` in `target`: it copies the node, or computes it.
    pub(super) fn moved(&self, id: Id, target: Argument, store: Store) -> Kernel {
        let dims = self.graph.shape(id).to_vec();
        let reduce = if self.locations[id.index()].is_some() { None } else { self.reduction_of(id) };
        let mut writer = self.writer(&dims, reduce);
        let to = writer.everywhere();
        let value = writer.expr(id, &to);
        writer.finish(dims, value, target, to, store)
    }

    /// The kernel that stores a part of an assembled tensor.
    pub(super) fn part(&self, part: &ScatterPart, target: Argument, store: Store) -> Kernel {
        let dims = self.graph.shape(part.value).to_vec();
        let location = &self.locations[part.value.index()];
        let reduce = if location.is_some() { None } else { self.reduction_of(part.value) };
        let mut writer = self.writer(&dims, reduce);
        let from = writer.everywhere();
        let value = writer.expr(part.value, &from);
        let to = writer.along(&part.to, &from);
        writer.finish(dims, value, target, to, store)
    }

    fn writer(&self, dims: &[usize], reduce: Option<Id>) -> KernelBuilder<'_> {
        let reduced: Shape = match reduce.map(|id| self.graph.kind(id)) {
            Some(Kind::Reduce(_, source, axes)) => axes.each(|&axis| self.graph.shape(*source)[axis]),
            _ => Shape::new(),
        };
        KernelBuilder {
            scope: self,
            rank: dims.len() + reduced.len(),
            first: dims.len(),
            reduced,
            reduce: None,
            arguments: Vec::new(),
        }
    }

    /// The reduction that is computed in the kernel of `id`.
    fn reduction_of(&self, id: Id) -> Option<Id> {
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            match self.graph.kind(id) {
                Kind::Reduce(..) => return Some(id),
                kind => open.extend(kind.inputs().into_iter().filter(|input| self.locations[input.index()].is_none())),
            }
        }
        None
    }
}

/// Fills a tensor with zeros.
pub(super) fn zeros(target: Argument) -> Kernel {
    let dims = target.shape.clone();
    let to = everywhere(dims.len());
    let value = Expr::Const(0.0.into());
    Kernel { dims, reduce: None, fused_update: None, value, target, to, store: Store::Set, arguments: Vec::new() }
}

/// Copies a tensor.
pub(super) fn copy(from: Argument, target: Argument) -> Kernel {
    let dims = target.shape.clone();
    let to = everywhere(dims.len());
    let value = Expr::Load(0, to.clone());
    Kernel { dims, reduce: None, fused_update: None, value, target, to, store: Store::Set, arguments: vec![from] }
}

/// Splits a kernel: the first half computes its elements into `buffer`, the second stores them in the target.
pub(super) fn in_two(kernel: Kernel, buffer: Argument) -> (Kernel, Kernel) {
    let rank = kernel.dims.len();
    let mut arguments = vec![buffer.clone()];
    let mut to = kernel.to.clone();
    for place in &mut to {
        match place {
            Access::Affine(affine) => affine.terms.truncate(rank),
            Access::At(argument, at) => {
                arguments.push(kernel.arguments[*argument].clone());
                *argument = arguments.len() - 1;
                for affine in at {
                    affine.terms.truncate(rank);
                }
            }
        }
    }
    let value = Expr::Load(0, everywhere(rank));
    let then = Kernel { dims: kernel.dims.clone(), reduce: None, value, to, arguments, ..kernel.clone() };
    let loops = rank + kernel.reduce.as_ref().map_or(0, |reduce| reduce.dims.len());
    let to = (0..rank).each(|axis| Access::Affine(Affine::axis(axis, loops)));
    (Kernel { target: buffer, to, store: Store::Set, ..kernel }, then)
}

/// The identity: each element at its own coordinates.
fn everywhere(rank: usize) -> Vec<Access> {
    (0..rank).each(|axis| Access::Affine(Affine::axis(axis, rank)))
}

struct KernelBuilder<'g> {
    scope: &'g Scope<'g>,
    /// How many loops there are, those of the reduction included.
    rank: usize,
    /// The first loop of the reduction.
    first: usize,
    reduced: Shape,
    reduce: Option<Reduce>,
    arguments: Vec<Argument>,
}

impl KernelBuilder<'_> {
    fn finish(self, dims: Shape, value: Expr, target: Argument, to: Vec<Access>, store: Store) -> Kernel {
        Kernel { dims, reduce: self.reduce, fused_update: None, value, target, to, store, arguments: self.arguments }
    }

    fn everywhere(&self) -> Vec<Access> {
        (0..self.first).each(|axis| Access::Affine(Affine::axis(axis, self.rank)))
    }

    fn argument(&mut self, argument: &Argument) -> usize {
        self.arguments.iter().position(|known| known == argument).unwrap_or_else(|| {
            self.arguments.push(argument.clone());
            self.arguments.len() - 1
        })
    }

    /// An element of a node: from memory, or computed.
    fn expr(&mut self, id: Id, at: &[Access]) -> Expr {
        match &self.scope.locations[id.index()] {
            Some(location) => Expr::Load(self.argument(location), at.to_vec()),
            None => self.compute(id, at),
        }
    }

    fn boxed(&mut self, id: Id, at: &[Access]) -> Box<Expr> {
        Box::new(self.expr(id, at))
    }

    fn compute(&mut self, id: Id, at: &[Access]) -> Expr {
        let graph = self.scope.graph;
        match graph.kind(id) {
            Kind::Const(value) => Expr::Const(*value),
            Kind::Index(axis) => match &at[*axis] {
                Access::Affine(affine) => Expr::Index(affine.clone()),
                Access::At(argument, at) => Expr::Load(*argument, at.iter().cloned().map(Access::Affine).collect()),
            },
            Kind::Op(op, args) => Expr::Op(*op, args.each(|&arg| self.expr(arg, at))),
            Kind::Compare(op, a, b) => Expr::Compare(*op, self.boxed(*a, at), self.boxed(*b, at)),
            Kind::Select(truth, a, b) => Expr::Select(self.boxed(*truth, at), self.boxed(*a, at), self.boxed(*b, at)),
            Kind::ToFloat(a) => Expr::ToFloat(self.boxed(*a, at)),
            Kind::Copy(a) => self.expr(*a, at),
            Kind::Random { seed, stream, strides } => {
                let strides = Affine { offset: 0, terms: strides.each(|&stride| signed(stride)) };
                let position = strides.after(&affines(at), self.rank);
                Expr::Random { seed: self.boxed(*seed, at), stream: *stream, position }
            }
            Kind::View(source, coords) => {
                let at = self.along(coords, at);
                self.expr(*source, &at)
            }
            // The reduction is used several times, always at the same coordinates.
            Kind::Reduce(..) if self.reduce.is_some() => Expr::Reduced,
            Kind::Reduce(reduction, source, axes) => {
                let rank = self.scope.graph.shape(*source).len();
                let (mut kept, mut reduced) = (at.iter().cloned(), self.first..);
                let at: Vec<Access> = (0..rank).each(|axis| {
                    if axes.contains(&axis) {
                        Access::Affine(Affine::axis(reduced.next().expect("it has no end"), self.rank))
                    } else {
                        kept.next().expect("the other axes are those of the result")
                    }
                });
                let body = self.expr(*source, &at);
                let dims = std::mem::take(&mut self.reduced);
                self.reduce = Some(Reduce { reduction: *reduction, dims, body });
                Expr::Reduced
            }
            kind => unreachable!("{kind:?} is in memory"),
        }
    }

    /// Coordinates of a source, from those of a view of it.
    fn along(&mut self, coords: &[Coord], at: &[Access]) -> Vec<Access> {
        let affine = affines(at);
        let along = coords.iter().map(|coord| match coord {
            Coord::Affine(of) => match of.as_axis().map(|axis| &at[axis]) {
                Some(looked_up @ Access::At(..)) => looked_up.clone(),
                _ => Access::Affine(of.after(&affine, self.rank)),
            },
            Coord::At(indices, inner) => {
                let inner = inner.each(|of| of.after(&affine, self.rank));
                self.look_up(*indices, inner)
            }
        });
        along.collect()
    }

    /// An element of a tensor of integers, which is a view of an input.
    fn look_up(&mut self, indices: Id, at: Vec<Affine>) -> Access {
        if let Some(location) = &self.scope.locations[indices.index()] {
            return Access::At(self.argument(location), at);
        }
        let Kind::View(source, coords) = self.scope.graph.kind(indices) else {
            unreachable!("indices are views of inputs")
        };
        let inner = coords.iter().map(|coord| coord.affine().expect("indices are not looked up").after(&at, self.rank));
        let inner = inner.collect();
        self.look_up(*source, inner)
    }
}

/// The affine coordinates. Looked-up ones cannot be part of an affine function; they are passed on unchanged, and zero here.
fn affines(at: &[Access]) -> Vec<Affine> {
    at.each(|place| match place {
        Access::Affine(affine) => affine.clone(),
        Access::At(..) => Affine { offset: 0, terms: Vec::new() },
    })
}
