//! Layout pass for one sample: moves the axis shared by most matrix products to the innermost position, so that it fills SIMD
//! lanes.
//!
//! A layer that is applied to each of several vectors, the positions of a text for example, multiplies all of them by one
//! weight. If the positions lie side by side in memory they are the lanes of a register, and each number of the weight is
//! read once for all lanes. If they do not, the weight has to be transposed first, which is about as much work as the product.
//!
//! Axes of different tensors that mean the same thing are one class (union-find over the views, reductions and loops that
//! connect them). The class with the most work in products by weights becomes the innermost axis of every tensor that has it.
//! Tiles do not need the pass: their innermost axis is the samples.

use std::collections::HashMap;

use burtorch_runtime::rules::Op;

use super::{Affine, Coord, Graph, Id, Kind, Node, Reduction, Repeat, ScatterPart, Shape, elements};
use crate::each::{Each, IntoEach};

/// The length of the axis must be a multiple of this: SIMD lanes without an element are wasted.
const LANES: usize = 8;

/// The graph with the best class of axes innermost, or the graph itself if no product profits. The decision goes to `notes`.
pub fn axis_layout(graph: &Graph, notes: &mut Vec<String>) -> Graph {
    let mut axes = AxisClasses::default();
    let scope = axes.scope(graph);
    axes.join(graph, &scope);
    let mut votes = HashMap::new();
    axes.vote(graph, &scope, 1, &mut votes);
    // The class breaks a tie, so that the result does not depend on the order of the hash table.
    let best = votes.into_iter().max_by_key(|&(class, work)| (work, class));
    match best {
        Some((class, work)) => {
            notes.push(format!(
                "one axis lies innermost wherever it is: the lanes of {work} multiplications by weights"
            ));
            AxisLayout { axes, class }.graph(graph, &scope)
        }
        None => graph.clone(),
    }
}

/// Union-find: classes of axes of different tensors that mean the same thing.
#[derive(Default)]
struct AxisClasses {
    /// The parent of each axis in its class; the representative is its own parent.
    parents: Vec<usize>,
}

/// Numbers the axes of all nodes: `starts` is the number of a node's first axis, `bodies` has the same for loops inside.
struct AxisNumbers {
    starts: Vec<usize>,
    bodies: HashMap<Id, AxisNumbers>,
}

impl AxisClasses {
    fn scope(&mut self, graph: &Graph) -> AxisNumbers {
        let mut scope = AxisNumbers { starts: Vec::new(), bodies: HashMap::new() };
        for id in graph.ids() {
            scope.starts.push(self.parents.len());
            let next = self.parents.len();
            self.parents.extend(next..next + graph.shape(id).len());
            if let Kind::Repeat(repeat) = graph.kind(id) {
                let body = self.scope(&repeat.body);
                scope.bodies.insert(id, body);
            }
        }
        scope
    }

    fn find(&self, mut at: usize) -> usize {
        while self.parents[at] != at {
            at = self.parents[at];
        }
        at
    }

    fn same(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.parents[a.max(b)] = a.min(b);
    }

    /// Joins the classes of `rank` axes of two tensors, where `b` has `skip` further axes in front.
    fn all_same(&mut self, a: usize, b: usize, rank: usize, skip: usize) {
        for axis in 0..rank {
            self.same(a + axis, b + skip + axis);
        }
    }

    fn join(&mut self, graph: &Graph, scope: &AxisNumbers) {
        let at = |id: Id| scope.starts[id.index()];
        for id in graph.ids() {
            let rank = graph.shape(id).len();
            match graph.kind(id) {
                Kind::View(source, coords) => {
                    for (from, coord) in coords.iter().enumerate() {
                        if let Some(to) = coord.as_axis()
                            && graph.shape(*source)[from] == graph.shape(id)[to]
                        {
                            self.same(at(id) + to, at(*source) + from);
                        }
                    }
                }
                Kind::Reduce(_, source, axes) => {
                    let kept = (0..graph.shape(*source).len()).filter(|axis| !axes.contains(axis));
                    for (to, from) in kept.enumerate() {
                        self.same(at(id) + to, at(*source) + from);
                    }
                }
                Kind::Reshape(source) => {
                    for (from, to) in kept(graph.shape(*source), graph.shape(id)) {
                        self.same(at(id) + to, at(*source) + from);
                    }
                }
                Kind::Assemble { parts, .. } => {
                    for ScatterPart { value, to } in parts {
                        for (axis, coord) in to.iter().enumerate() {
                            if let Some(from) = coord.as_axis()
                                && graph.shape(*value)[from] == graph.shape(id)[axis]
                            {
                                self.same(at(id) + axis, at(*value) + from);
                            }
                        }
                    }
                }
                Kind::Repeat(repeat) => self.join_loop(repeat, &scope.bodies[&id], &at),
                Kind::Result(repeat, result) => {
                    let Kind::Repeat(inner) = graph.kind(*repeat) else { unreachable!("results belong to loops") };
                    let value = inner.body.results[*result];
                    let skip = usize::from(*result >= inner.init.len());
                    let value_at = scope.bodies[repeat].starts[value.index()];
                    self.all_same(value_at, at(id), rank - skip, skip);
                }
                kind => {
                    for input in kind.inputs() {
                        self.all_same(at(id), at(input), rank, 0);
                    }
                }
            }
        }
    }

    fn join_loop(&mut self, repeat: &Repeat, scope: &AxisNumbers, outside: &dyn Fn(Id) -> usize) {
        let body = &repeat.body;
        self.join(body, scope);
        for id in body.ids() {
            let (from, skip) = match body.kind(id) {
                Kind::Carried(at) => {
                    let result = scope.starts[body.results[*at].index()];
                    self.all_same(scope.starts[id.index()], result, body.shape(id).len(), 0);
                    (repeat.init[*at], 0)
                }
                Kind::Sliced(at) => (repeat.sliced[*at], 1),
                Kind::Invariant(at) => (repeat.invariant[*at], 0),
                _ => continue,
            };
            self.all_same(scope.starts[id.index()], outside(from), body.shape(id).len(), skip);
        }
    }

    /// Adds to each class the multiplications of the products in which its axis could fill the lanes.
    fn vote(&self, graph: &Graph, scope: &AxisNumbers, times: usize, votes: &mut HashMap<usize, usize>) {
        for id in graph.ids() {
            match graph.kind(id) {
                Kind::Repeat(repeat) => self.vote(&repeat.body, &scope.bodies[&id], times * repeat.count, votes),
                Kind::Reduce(Reduction::Sum, product, axes) => {
                    let shape = graph.shape(*product);
                    for axis in lanes(graph, *product, axes) {
                        let class = self.find(scope.starts[product.index()] + axis);
                        *votes.entry(class).or_default() += times * elements(shape);
                    }
                }
                _ => {}
            }
        }
    }
}

/// The axes of a product that could fill the lanes, if a weight in it is contiguous along the summed axis.
fn lanes(graph: &Graph, product: Id, axes: &[usize]) -> Vec<usize> {
    let Kind::Op(Op::Mul, factors) = graph.kind(product) else { return Vec::new() };
    let weight = factors.iter().find_map(|&factor| match graph.kind(factor) {
        Kind::View(source, coords) if matches!(graph.kind(*source), Kind::Param(_) | Kind::Frozen(_)) => Some(coords),
        _ => None,
    });
    let Some(coords) = weight else { return Vec::new() };
    let uses = |axis: usize| coords.iter().any(|coord| coord.affine().is_none_or(|affine| affine.terms[axis] != 0));
    let summed =
        coords.last().and_then(Coord::affine).is_some_and(|last| axes.iter().any(|&axis| last.terms[axis] == 1));
    let shape = graph.shape(product);
    let fits = |axis: &usize| !axes.contains(axis) && !uses(*axis) && shape[*axis].is_multiple_of(LANES);
    if summed { (0..shape.len()).only(fits) } else { Vec::new() }
}

/// The pairs of axes, of the source and of the result, that a reshape leaves unchanged.
fn kept(from: &[usize], to: &[usize]) -> Vec<(usize, usize)> {
    let mut axes = Vec::new();
    for (at, &length) in from.iter().enumerate() {
        let before = elements(&from[..at]);
        let same = (0..to.len()).find(|&axis| to[axis] == length && elements(&to[..axis]) == before);
        axes.extend(same.filter(|_| length > 1).map(|axis| (at, axis)));
    }
    axes
}

/// A permutation: the axes of a node in the order in which they lie in memory, outermost first.
type Order = Vec<usize>;

struct AxisLayout {
    axes: AxisClasses,
    class: usize,
}

/// Writes the graph with permuted axes.
struct LayoutWriter<'g> {
    turn: &'g AxisLayout,
    old: &'g Graph,
    scope: &'g AxisNumbers,
    new: Graph,
    ids: Vec<Id>,
    /// The order of the axes of each new node.
    orders: Vec<Order>,
}

impl AxisLayout {
    fn graph(&self, graph: &Graph, scope: &AxisNumbers) -> Graph {
        let mut writer = LayoutWriter::new(self, graph, scope);
        writer.nodes();
        writer.new.results = graph.results.each(|&id| writer.natural(id));
        writer.gradients();
        writer.new
    }

    /// The order wanted for a tensor. Parameters, inputs and the seed are stored by the caller, so their order is fixed.
    fn order(&self, graph: &Graph, scope: &AxisNumbers, id: Id) -> Order {
        match graph.kind(id) {
            Kind::Param(_) | Kind::Frozen(_) | Kind::Input(_) | Kind::Seed => (0..graph.shape(id).len()).collect(),
            // What a loop collects has the iterations outermost.
            Kind::Result(repeat, at) => match graph.kind(*repeat) {
                Kind::Repeat(inner) if *at >= inner.init.len() => {
                    let body = &scope.bodies[repeat];
                    stacked(&self.turned(&inner.body, body, inner.body.results[*at]))
                }
                _ => self.turned(graph, scope, id),
            },
            _ => self.turned(graph, scope, id),
        }
    }

    /// The first axis of the class goes last. A tensor with several, such as the scores of attention, is summed over the others.
    fn turned(&self, graph: &Graph, scope: &AxisNumbers, id: Id) -> Order {
        let rank = graph.shape(id).len();
        let start = scope.starts[id.index()];
        let mut order: Order = (0..rank).collect();
        if let Some(axis) = (0..rank).find(|axis| self.axes.find(start + axis) == self.class) {
            order.remove(axis);
            order.push(axis);
        }
        order
    }
}

impl<'g> LayoutWriter<'g> {
    fn new(turn: &'g AxisLayout, old: &'g Graph, scope: &'g AxisNumbers) -> Self {
        LayoutWriter { turn, old, scope, new: Graph::new(), ids: Vec::new(), orders: Vec::new() }
    }

    fn nodes(&mut self) {
        for id in self.old.ids() {
            let wanted = self.turn.order(self.old, self.scope, id);
            let (new, order) = self.node(id, wanted);
            self.ids.push(new);
            self.orders.push(order);
        }
    }

    fn gradients(&mut self) {
        let mut gradients = self.old.gradients.clone();
        for gradient in &mut gradients {
            gradient.value = self.natural(gradient.value);
        }
        self.new.gradients = gradients;
    }

    fn natural(&mut self, id: Id) -> Id {
        let order: Order = (0..self.old.shape(id).len()).collect();
        self.seen(id, &order)
    }

    /// The new node for `id` with its axes in this order: the node itself, or a permuted view of it.
    fn seen(&mut self, id: Id, order: &[usize]) -> Id {
        let (new, now) = (self.ids[id.index()], &self.orders[id.index()]);
        if now == order {
            return new;
        }
        let moves: Order = order.each(|axis| place(now, *axis));
        let span = self.new.node(new).span;
        self.new.permute(new, &moves, span)
    }

    /// Like [`seen`](Self::seen), but a row of the table is computed in that order instead of viewed: the planner recognises a
    /// matrix product by the product directly below the sum.
    fn computed(&mut self, id: Id, order: &[usize]) -> Id {
        match self.old.kind(id).clone() {
            Kind::Op(op, args) if self.orders[id.index()] != order => {
                let args: Vec<Id> = args.each(|&arg| self.seen(arg, order));
                self.new.op(op, &args, self.old.node(id).span)
            }
            _ => self.seen(id, order),
        }
    }

    /// Adds a node, if possible with its axes in the order `wanted`; returns it with the order that its axes got.
    fn node(&mut self, id: Id, wanted: Order) -> (Id, Order) {
        let Node { kind, shape, dtype, span } = self.old.node(id).clone();
        let kind = match kind {
            Kind::Reshape(source) => return self.reshape(id, source, wanted),
            Kind::Repeat(repeat) => (self.repeat(id, &repeat), wanted),
            Kind::Result(repeat, at) => (Kind::Result(self.ids[repeat.index()], at), wanted),
            Kind::Index(axis) => (Kind::Index(place(&wanted, axis)), wanted),
            Kind::View(source, coords) => {
                let now = self.orders[source.index()].clone();
                let coords = now.each(|&axis| self.coord(&coords[axis], &wanted));
                (Kind::View(self.ids[source.index()], coords), wanted)
            }
            Kind::Assemble { parts, add } => {
                let part = |part: ScatterPart| {
                    let order = &self.orders[part.value.index()];
                    let to = wanted.each(|&axis| self.coord(&part.to[axis], order));
                    ScatterPart { value: self.ids[part.value.index()], to }
                };
                (Kind::Assemble { parts: parts.into_each(part), add }, wanted)
            }
            Kind::Reduce(reduction, source, axes) => {
                let rank = self.old.shape(source).len();
                let kept: Order = (0..rank).only(|axis| !axes.contains(axis));
                let kept: Order = wanted.each(|&axis| kept[axis]);
                let now = self.orders[source.index()].clone();
                let in_order = now.iter().filter(|axis| !axes.contains(axis)).eq(&kept);
                let order = if in_order { now } else { kept.into_iter().chain(axes.iter().copied()).collect() };
                let mut summed: Vec<usize> = axes.each(|&axis| place(&order, axis));
                summed.sort_unstable();
                (Kind::Reduce(reduction, self.computed(source, &order), summed), wanted)
            }
            Kind::Random { seed, stream, strides } => {
                let strides = wanted.each(|&axis| strides[axis]);
                (Kind::Random { seed: self.seen(seed, &wanted), stream, strides }, wanted)
            }
            mut kind => {
                kind.each_input(&mut |input| *input = self.seen(*input, &wanted));
                (kind, wanted)
            }
        };
        let (kind, order) = kind;
        let shape = shape_in(&shape, &order);
        (self.new.add(kind, &shape, dtype, span), order)
    }

    /// A coordinate as a function of the axes of a result in this order.
    fn coord(&self, coord: &Coord, order: &[usize]) -> Coord {
        let moved = |affine: &Affine| Affine { offset: affine.offset, terms: order.each(|&axis| affine.terms[axis]) };
        match coord {
            Coord::Affine(affine) => Coord::Affine(moved(affine)),
            Coord::At(indices, at) => {
                let now = &self.orders[indices.index()];
                Coord::At(self.ids[indices.index()], now.each(|&axis| moved(&at[axis])))
            }
        }
    }

    /// The innermost axis may be moved on both sides of a reshape if the reshape leaves that axis unchanged; otherwise both sides
    /// keep their written order.
    fn reshape(&mut self, id: Id, source: Id, wanted: Order) -> (Id, Order) {
        let Node { shape, dtype, span, .. } = self.old.node(id).clone();
        let from = self.old.shape(source).to_vec();
        let order = self.turn.order(self.old, self.scope, source);
        let (moved, target) = (order.last().copied(), wanted.last().copied());
        let same = kept(&from, &shape).into_iter().any(|(a, b)| moved == Some(a) && target == Some(b));
        let (source, order) =
            if same { (self.seen(source, &order), wanted) } else { (self.natural(source), (0..shape.len()).collect()) };
        let shape = shape_in(&shape, &order);
        (self.new.add(Kind::Reshape(source), &shape, dtype, span), order)
    }

    /// A loop gets its arguments in the order that its body wants.
    fn repeat(&mut self, id: Id, repeat: &Repeat) -> Kind {
        let (turn, scope) = (self.turn, &self.scope.bodies[&id]);
        let mut turned =
            |ids: &[Id]| -> Vec<Id> { ids.each(|&id| self.seen(id, &turn.turned(self.old, self.scope, id))) };
        let (init, invariant) = (turned(&repeat.init), turned(&repeat.invariant));
        let mut entries: Vec<Option<Order>> = vec![None; repeat.sliced.len()];
        for at in repeat.body.ids() {
            if let Kind::Sliced(slice) = repeat.body.kind(at) {
                entries[*slice] = Some(stacked(&turn.turned(&repeat.body, scope, at)));
            }
        }
        let sliced = repeat.sliced.iter().zip(entries);
        let sliced = sliced.map(|(&id, order)| match order {
            Some(order) => self.seen(id, &order),
            None => self.natural(id),
        });
        let sliced = sliced.collect();
        let mut body = LayoutWriter::new(turn, &repeat.body, scope);
        body.nodes();
        let results = repeat.body.results.iter();
        body.new.results = results.map(|&id| body.seen(id, &turn.turned(&repeat.body, scope, id))).collect();
        body.gradients();
        Kind::Repeat(Box::new(Repeat { init, sliced, invariant, body: body.new, ..*repeat }))
    }
}

/// The order of the axes of a stack of tensors whose axes have this order: the iterations stay outermost.
fn stacked(order: &[usize]) -> Order {
    [0].into_iter().chain(order.iter().map(|axis| axis + 1)).collect()
}

fn place(order: &[usize], axis: usize) -> usize {
    order.iter().position(|other| *other == axis).expect("an order has every axis")
}

fn shape_in(shape: &[usize], order: &[usize]) -> Shape {
    order.each(|&axis| shape[axis])
}
