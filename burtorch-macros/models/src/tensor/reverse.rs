//! Reverse mode for tensors: the sweep, without formulas. Rows of the table bring their own adjoints.
//!
//! In: a graph whose first result is a number. Out: the graph with the nodes of the sweep behind its own, and for each
//! parameter a list of the nodes that are added to its gradient. The gradient with respect to an argument is one more result.

use proc_macro2::Span;

use super::distribute::distribute;
use super::hand_in::hand_in;
use super::{
    Affine, BinaryOp, Coord, Dtype, Gradient, Graph, Id, Kind, Node, Reduction, Repeat, ScatterPart, elements,
    save_or_recompute, signed,
};
use crate::each::{Each, IntoEach};
use crate::record;
use burtorch_runtime::rules::Op;

/// Adds to the graph the gradient of its result, times the node `Seed`: of its parameters, and of the arguments `wrt`, which are its
/// further results.
pub fn reverse(graph: &Graph, wrt: &[usize]) -> Graph {
    let mut graph = if wrt.is_empty() { graph.clone() } else { hand_in(graph, wrt) };
    let result = graph.results[0];
    let span = graph.node(result).span;
    let active = activity(&graph, &Arguments { inputs: wrt.to_vec(), ..Arguments::default() });
    let seed = graph.add(Kind::Seed, &[], Dtype::Float, span);
    let mut sweep = Sweep::new(graph, active);
    sweep.contribute(result, seed);
    sweep.run();
    let arguments = wrt.each(|at| sweep.argument(*at));
    sweep.graph.results.extend(arguments);
    sweep.graph
}

/// Which arguments of a loop's body, or of the function, are differentiated or depend on what is.
#[derive(Default)]
struct Arguments {
    /// Those of the function, by their places. Bodies have none: they are handed in.
    inputs: Vec<usize>,
    carried: Vec<bool>,
    sliced: Vec<bool>,
    invariant: Vec<bool>,
}

/// Which nodes depend on a trained parameter, or on an argument that is differentiated.
fn activity(graph: &Graph, around: &Arguments) -> Vec<bool> {
    let mut active: Vec<bool> = Vec::new();
    for id in graph.ids() {
        let node = graph.node(id);
        let is_active = match &node.kind {
            Kind::Param(_) => true,
            Kind::Input(at) => around.inputs.contains(at),
            Kind::Carried(at) => around.carried[*at],
            Kind::Sliced(at) => around.sliced[*at],
            Kind::Invariant(at) => around.invariant[*at],
            Kind::Detach(_) => false,
            Kind::Repeat(repeat) => activity(&repeat.body, &arguments(repeat, &active)).contains(&true),
            kind => node.dtype == Dtype::Float && kind.inputs().iter().any(|input| active[input.index()]),
        };
        active.push(is_active);
    }
    active
}

fn arguments(repeat: &Repeat, active: &[bool]) -> Arguments {
    let of = |ids: &[Id]| ids.each(|id| active[id.index()]);
    let (carried, sliced, invariant) = (of(&repeat.init), of(&repeat.sliced), of(&repeat.invariant));
    let mut found = Arguments { inputs: Vec::new(), carried, sliced, invariant };
    loop {
        let inside = activity(&repeat.body, &found);
        let next = found.carried.iter().zip(&repeat.body.results).map(|(was, id)| *was || inside[id.index()]);
        let next: Vec<bool> = next.collect();
        if next == found.carried {
            return found;
        }
        found.carried = next;
    }
}

struct Sweep {
    graph: Graph,
    active: Vec<bool>,
    /// The terms of the adjoint of each node of the function that were found so far.
    contributions: Vec<Vec<Id>>,
}

impl Sweep {
    fn new(graph: Graph, active: Vec<bool>) -> Self {
        let contributions = vec![Vec::new(); active.len()];
        Sweep { graph, active, contributions }
    }

    /// Adds to the adjoint of a node.
    fn contribute(&mut self, to: Id, adjoint: Id) {
        if self.active[to.index()] {
            debug_assert_eq!(self.graph.shape(to), self.graph.shape(adjoint), "of {:?}", self.graph.kind(to));
            self.contributions[to.index()].push(adjoint);
        }
    }

    /// The adjoint of a node: the sum of the terms that were found.
    fn total(&mut self, id: Id) -> Option<Id> {
        let found = std::mem::take(&mut self.contributions[id.index()]);
        if let [one] = found[..] {
            return Some(one);
        }
        let (mut parts, mut rest) = (Vec::new(), Vec::new());
        for adjoint in found {
            match self.graph.kind(adjoint) {
                Kind::Assemble { parts: some, add: true } => parts.extend(some.clone()),
                _ => rest.push(adjoint),
            }
        }
        if !parts.is_empty() {
            let Node { shape, span, .. } = self.graph.node(id).clone();
            rest.push(self.graph.add(Kind::Assemble { parts, add: true }, &shape, Dtype::Float, span));
        }
        rest.into_iter().reduce(|a, b| {
            let span = self.graph.node(a).span;
            self.graph.op(Op::Add, &[a, b], span)
        })
    }

    fn run(&mut self) {
        for at in (0..self.active.len()).rev() {
            let id = Id(u32::try_from(at).expect("a graph has fewer than 2^32 nodes"));
            if !self.active[at] {
                continue;
            }
            match self.graph.kind(id).clone() {
                // Each term is added to the gradient by a kernel of its own, so their sum needs no buffer.
                Kind::Param(leaf) => {
                    for value in std::mem::take(&mut self.contributions[at]) {
                        self.graph.gradients.push(Gradient { leaf: leaf.clone(), value });
                    }
                }
                Kind::Repeat(repeat) => self.repeat(id, &repeat),
                // `repeat` reads the adjoints of a loop's results; the loop around a body reads those of its arguments, and
                // `argument` those of the function's.
                Kind::Result(..) | Kind::Carried(_) | Kind::Sliced(_) | Kind::Invariant(_) | Kind::Input(_) => {}
                _ => {
                    if let Some(g) = self.total(id) {
                        self.node(id, g);
                    }
                }
            }
        }
    }

    /// The gradient with respect to an argument of the function: zeros if nothing reads it.
    fn argument(&mut self, at: usize) -> Id {
        let node = self.graph.ids().find(|&id| *self.graph.kind(id) == Kind::Input(at)).expect("arguments have nodes");
        let Node { shape, span, .. } = self.graph.node(node).clone();
        self.total(node).unwrap_or_else(|| self.graph.constant(0.0, &shape, span))
    }

    fn node(&mut self, id: Id, g: Id) {
        let Node { kind, shape, span, .. } = self.graph.node(id).clone();
        match kind {
            Kind::Op(op, args) => {
                let adjoints = record::adjoint(&mut self.graph, op, &args, id, g);
                for (arg, adjoint) in args.into_iter().zip(adjoints) {
                    if let Some(adjoint) = adjoint {
                        self.contribute(arg, adjoint);
                    }
                }
            }
            Kind::Select(truth, a, b) => {
                let zero = self.graph.constant(0.0, &shape, span);
                let (to_a, to_b) = (self.graph.select(truth, g, zero, span), self.graph.select(truth, zero, g, span));
                self.contribute(a, to_a);
                self.contribute(b, to_b);
            }
            Kind::View(source, coords) => {
                let to = self.graph.shape(source).to_vec();
                let adjoint = unview(&mut self.graph, g, coords, &to, span);
                self.contribute(source, adjoint);
            }
            Kind::Copy(source) => {
                let adjoint = self.graph.add(Kind::Copy(g), &shape, Dtype::Float, span);
                self.contribute(source, adjoint);
            }
            Kind::Reshape(source) => {
                let to = self.graph.shape(source).to_vec();
                let adjoint = self.graph.reshape(g, &to, span);
                self.contribute(source, adjoint);
            }
            Kind::Reduce(reduction, source, axes) => {
                let adjoint = self.reduction(reduction, id, source, &axes, g, span);
                self.contribute(source, adjoint);
            }
            Kind::Assemble { parts, .. } => {
                for ScatterPart { value, to } in parts {
                    let shape = self.graph.shape(value).to_vec();
                    let adjoint = self.graph.view(g, to, &shape, span);
                    self.contribute(value, adjoint);
                }
            }
            kind => unreachable!("{kind:?} has no adjoint"),
        }
    }

    /// Every term of a sum gets the adjoint; the elements that are the maximum share it equally, as in PyTorch's
    /// `amax`.
    fn reduction(&mut self, reduction: Reduction, y: Id, source: Id, axes: &[usize], g: Id, span: Span) -> Id {
        let shape = self.graph.shape(source).to_vec();
        let kept: Vec<usize> = (0..shape.len()).only(|axis| !axes.contains(axis));
        if reduction == Reduction::Sum {
            return self.graph.broadcast(g, &kept, &shape, span);
        }
        let graph = &mut self.graph;
        let maximum = graph.broadcast(y, &kept, &shape, span);
        let chosen = graph.compare(BinaryOp::Eq, source, maximum, span);
        let (one, zero) = (graph.constant(1.0, &shape, span), graph.constant(0.0, &shape, span));
        let ones = graph.select(chosen, one, zero, span);
        let count = graph.reduce(Reduction::Sum, ones, axes, span);
        let share = graph.op(Op::Div, &[g, count], span);
        let share = graph.broadcast(share, &kept, &shape, span);
        graph.select(chosen, share, zero, span)
    }

    /// A loop is swept by a loop that runs in the opposite direction. `save_or_recompute` decides which values of an iteration are
    /// saved for it and which it computes again; `distribute` takes out of it what is a sum over its iterations.
    fn repeat(&mut self, id: Id, repeat: &Repeat) {
        let span = self.graph.node(id).span;
        let mut adjoints = self.results_of(id, repeat.body.results.len());
        let collected = adjoints.split_off(repeat.init.len());
        let around = arguments(repeat, &self.active);
        let active = activity(&repeat.body, &around);

        // Sweep the body. The adjoints of its loop-carried values are loop-carried, too, and those of what it collects are sliced.
        let mut sweep = Sweep::new(repeat.body.clone(), active);
        let count = repeat.init.len();
        let mut stacks = Vec::new();
        for (at, &result) in repeat.body.results.iter().enumerate() {
            let kind = if at < count {
                if !around.carried[at] {
                    continue;
                }
                Kind::Carried(count + at)
            } else {
                let Some(stack) = collected[at - count] else { continue };
                stacks.push(stack);
                Kind::Sliced(repeat.sliced.len() + stacks.len() - 1)
            };
            let node = Node { kind, ..sweep.graph.node(result).clone() };
            let adjoint = sweep.graph.push(node);
            sweep.contribute(result, adjoint);
        }
        sweep.run();
        let mut arguments = Vec::new();
        for at in repeat.body.ids() {
            if let Kind::Carried(_) | Kind::Sliced(_) | Kind::Invariant(_) = repeat.body.kind(at) {
                arguments.push((repeat.body.kind(at).clone(), sweep.total(at)));
            }
        }
        let mut both = sweep.graph;
        let gradients = std::mem::take(&mut both.gradients);
        let of = |both: &mut Graph, kind: Kind| {
            let found = arguments.iter().filter(|(of, _)| *of == kind).filter_map(|(_, adjoint)| *adjoint);
            found.reduce(|a, b| both.op(Op::Add, &[a, b], span))
        };

        // The loop-carried values of the sweep: the adjoints of those of the loop, then a running sum for each invariant.
        let mut init = Vec::new();
        let mut next = Vec::new();
        for (at, adjoint) in adjoints.into_iter().enumerate() {
            let Node { shape, .. } = self.graph.node(repeat.init[at]).clone();
            init.push(adjoint.unwrap_or_else(|| self.graph.constant(0.0, &shape, span)));
            next.push(of(&mut both, Kind::Carried(at)).unwrap_or_else(|| both.constant(0.0, &shape, span)));
        }
        let mut outside = Vec::new();
        for (at, &source) in repeat.invariant.iter().enumerate() {
            if let Some(adjoint) = of(&mut both, Kind::Invariant(at)) {
                let Node { shape, .. } = self.graph.node(source).clone();
                init.push(self.graph.constant(0.0, &shape, span));
                let sum = both.add(Kind::Carried(2 * count + outside.len()), &shape, Dtype::Float, span);
                next.push(both.op(Op::Add, &[sum, adjoint], span));
                outside.push(source);
            }
        }
        // What it collects: the adjoints of what the loop slices.
        for (at, &source) in repeat.sliced.iter().enumerate() {
            if let Some(adjoint) = of(&mut both, Kind::Sliced(at)) {
                next.push(adjoint);
                outside.push(source);
            }
        }

        let split = save_or_recompute::split(&repeat.body, &both, next, gradients, count);
        let mut sliced = Vec::new();
        for (at, shape) in split.saved.iter().enumerate() {
            let mut stacked = vec![repeat.count];
            stacked.extend(shape);
            let at = repeat.body.results.len() + at;
            sliced.push(self.graph.add(Kind::Result(id, at), &stacked, Dtype::Float, span));
        }
        sliced.extend(repeat.sliced.iter().chain(&stacks));
        self.graph.nodes[id.index()].kind = Kind::Repeat(Box::new(Repeat { body: split.forward, ..repeat.clone() }));
        let backwards = Repeat {
            count: repeat.count,
            reversed: !repeat.reversed,
            init,
            sliced,
            invariant: repeat.invariant.clone(),
            body: split.backward,
        };
        let swept =
            distribute(&mut self.graph, &backwards, false, span).expect("what is not taken out needs no memory");
        for (source, adjoint) in repeat.init.iter().copied().chain(outside).zip(swept) {
            self.contribute(source, adjoint);
        }
    }

    /// The adjoints of the results of a loop.
    fn results_of(&mut self, repeat: Id, count: usize) -> Vec<Option<Id>> {
        let mut adjoints = vec![None; count];
        for at in 0..self.active.len() {
            let id = Id(u32::try_from(at).expect("a graph has fewer than 2^32 nodes"));
            if let Kind::Result(of, at) = *self.graph.kind(id)
                && of == repeat
                && at < count
            {
                adjoints[at] = self.total(id);
            }
        }
        adjoints
    }
}

/// The adjoint of the source of a view, given that of the view.
fn unview(graph: &mut Graph, g: Id, mut coords: Vec<Coord>, to: &[usize], span: Span) -> Id {
    // The adjoint of a broadcast is the sum over the broadcast axes.
    let rank = graph.shape(g).len();
    let uses = |coord: &Coord, axis: usize| match coord {
        Coord::Affine(affine) => affine.terms[axis] != 0,
        Coord::At(_, at) => at.iter().any(|affine| affine.terms[axis] != 0),
    };
    let repeated: Vec<usize> = (0..rank).only(|&axis| !coords.iter().any(|coord| uses(coord, axis)));
    let g = graph.reduce(Reduction::Sum, g, &repeated, span);
    let shorten = |affine: &mut Affine| {
        let mut axis = 0;
        affine.terms.retain(|_| {
            axis += 1;
            !repeated.contains(&(axis - 1))
        });
    };
    for coord in &mut coords {
        match coord {
            Coord::Affine(affine) => shorten(affine),
            Coord::At(_, at) => at.iter_mut().for_each(shorten),
        }
    }
    if let Some(order) = mixed_radix(&coords, to, graph.shape(g)) {
        let g = graph.permute(g, &order, span);
        return graph.reshape(g, to, span);
    }
    if let Some(adjoint) = picked(graph, g, &coords, to, span) {
        return adjoint;
    }
    graph.add(Kind::Assemble { parts: vec![ScatterPart { value: g, to: coords }], add: true }, to, Dtype::Float, span)
}

/// If every element of the source is read exactly once, each of its axes split into axes of the view: those axes,
/// in the order of the source's elements.
fn mixed_radix(coords: &[Coord], source: &[usize], view: &[usize]) -> Option<Vec<usize>> {
    let mut order = Vec::new();
    for (coord, &length) in coords.iter().zip(source) {
        let affine = coord.affine()?;
        let mut axes: Vec<usize> = (0..view.len()).only(|&axis| affine.terms[axis] != 0);
        axes.sort_by_key(|&axis| -affine.terms[axis]);
        let mut step = 1;
        for &axis in axes.iter().rev() {
            if affine.terms[axis] != step {
                return None;
            }
            step *= signed(view[axis]);
        }
        if affine.offset != 0 || step != signed(length) {
            return None;
        }
        order.extend(axes);
    }
    // An axis that is in two coordinates reads a diagonal.
    (order.len() == view.len() && elements(source) == elements(view)).then_some(order)
}

/// If the view picks one element along one axis, by an index: that element gets the adjoint, the others zero.
fn picked(graph: &mut Graph, g: Id, coords: &[Coord], to: &[usize], span: Span) -> Option<Id> {
    let rank = graph.shape(g).len();
    let axis = coords.iter().position(|coord| matches!(coord, Coord::At(..)))?;
    let mut homes = vec![None; rank];
    for (from, coord) in coords.iter().enumerate().filter(|(from, _)| *from != axis) {
        let home = &mut homes[coord.as_axis()?];
        if home.is_some() {
            return None;
        }
        *home = Some(from);
    }
    let homes: Vec<usize> = homes.into_iter().collect::<Option<_>>()?;
    if homes.iter().enumerate().any(|(at, &home)| graph.shape(g)[at] != to[home]) {
        return None;
    }
    let Coord::At(indices, at) = &coords[axis] else { unreachable!("it was found as one") };
    let inner: Vec<Affine> = homes.each(|&home| Affine::axis(home, to.len()));
    let at = at.each(|affine| Coord::Affine(affine.after(&inner, to.len())));
    let index = graph.add(Kind::Index(axis), to, Dtype::Int, span);
    let wanted = graph.view(*indices, at, to, span);
    let here = graph.compare(BinaryOp::Eq, index, wanted, span);
    let g = graph.view(g, inner.into_each(Coord::Affine), to, span);
    let zero = graph.constant(0.0, to, span);
    Some(graph.select(here, g, zero, span))
}
