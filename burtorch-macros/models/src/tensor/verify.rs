//! What must hold of every tensor graph between two passes.
//!
//! In: a graph, and what is known of the model that it belongs to. Out: nothing, or a panic that names the pass, the node and
//! what does not hold of it, which is a mistake of that pass and never of the user. `crate::verify` says when this runs.

use std::collections::{BTreeMap, HashMap};

use super::{Affine, BinaryOp, Coord, Dtype, Graph, Id, Kind, Leaf, Node, Repeat, ScatterPart, elements, signed};

#[cfg(test)]
mod tests;

/// The parameters and arguments of a function, which its graphs are checked against.
#[derive(Default)]
pub struct Interface {
    /// Where each parameter starts, how many numbers it is, and whether it is frozen.
    pub parameters: BTreeMap<usize, (usize, bool)>,
    /// For each argument of the function, the bound (not included) that its elements are checked against before a call.
    pub bounds: Vec<Option<usize>>,
}

/// Returns an error with this text if the condition does not hold.
macro_rules! ensure {
    ($holds:expr, $($text:tt)*) => {
        if !$holds {
            return Err(format!($($text)*));
        }
    };
}
pub(crate) use ensure;

/// The first thing that does not hold of `graph`.
///
/// Without `known`, parameters may be anywhere and arguments have any bounds.
pub fn check(graph: &Graph, known: Option<&Interface>) -> Result<(), String> {
    Verifier { known, inputs: HashMap::new() }.graph(graph, &LoopContext::default())
}

/// The shapes and types of the arguments of a loop's body; empty for a function.
#[derive(Default)]
struct LoopContext<'g> {
    /// How often each of the loops around runs, the outermost first.
    counts: Vec<usize>,
    carried: Vec<&'g Node>,
    sliced: Vec<&'g Node>,
    invariant: Vec<&'g Node>,
}

struct Verifier<'k> {
    known: Option<&'k Interface>,
    /// The shape and type that the arguments of the function were seen with.
    inputs: HashMap<usize, (Vec<usize>, Dtype)>,
}

impl Verifier<'_> {
    fn graph(&mut self, graph: &Graph, around: &LoopContext) -> Result<(), String> {
        for id in graph.ids() {
            let described =
                |what| format!("node {} ({}, {:?}) {what}", id.index(), name(graph.kind(id)), graph.shape(id));
            self.node(graph, id, around).map_err(described)?;
        }
        for (at, &result) in graph.results.iter().enumerate() {
            let node = existing(graph, result).ok_or_else(|| format!("result {at} does not exist"))?;
            ensure!(
                node.dtype == Dtype::Float,
                "result {at} is {:?}: only floats are returned and carried",
                node.dtype
            );
        }
        for (at, gradient) in graph.gradients.iter().enumerate() {
            let node = existing(graph, gradient.value).ok_or_else(|| format!("gradient {at} does not exist"))?;
            ensure!(node.dtype == Dtype::Float, "gradient {at} is {:?}: only floats are added to it", node.dtype);
            let leaf = self.leaf(&gradient.leaf, elements(&node.shape), &around.counts, false);
            leaf.map_err(|what| format!("gradient {at} {what}"))?;
        }
        Ok(())
    }

    fn node(&mut self, graph: &Graph, id: Id, around: &LoopContext) -> Result<(), String> {
        let node = graph.node(id);
        for input in node.kind.inputs() {
            ensure!(input < id, "uses node {} before it is there", input.index());
            let loops = matches!(graph.kind(input), Kind::Repeat(_));
            let result = matches!(node.kind, Kind::Result(..));
            ensure!(loops == result, "uses node {}: only results are read of a loop", input.index());
        }
        ensure!(!node.shape.contains(&0), "has an axis of length zero");
        match &node.kind {
            Kind::Repeat(repeat) => self.repeat(graph, repeat, around),
            Kind::View(..) | Kind::Reshape(_) | Kind::Reduce(..) | Kind::Assemble { .. } | Kind::Result(..) => {
                self.moved(graph, node)
            }
            kind if kind.inputs().is_empty() => self.source(node, around),
            _ => elementwise(graph, node),
        }
    }

    /// Checks leaves: parameters, arguments, loop-carried values, constants.
    fn source(&mut self, node: &Node, around: &LoopContext) -> Result<(), String> {
        let (shape, dtype) = (&node.shape, node.dtype);
        match &node.kind {
            Kind::Param(leaf) | Kind::Frozen(leaf) => {
                is(node, Dtype::Float)?;
                self.leaf(leaf, elements(shape), &around.counts, matches!(node.kind, Kind::Frozen(_)))
            }
            Kind::Input(at) => {
                let seen = self.inputs.entry(*at).or_insert_with(|| (shape.clone(), dtype));
                ensure!(*seen == (shape.clone(), dtype), "is argument {at}, which has {seen:?} elsewhere");
                Ok(())
            }
            Kind::Seed => {
                ensure!(shape.is_empty() && around.counts.is_empty(), "is the seed: a number, and outside of loops");
                is(node, Dtype::Float)
            }
            Kind::Carried(at) => argument(node, around.carried.get(*at), "carries", 0),
            Kind::Sliced(at) => argument(node, around.sliced.get(*at), "slices", 1),
            Kind::Invariant(at) => argument(node, around.invariant.get(*at), "is handed", 0),
            Kind::Const(_) => is(node, Dtype::Float),
            Kind::Index(axis) => {
                ensure!(*axis < shape.len(), "is the coordinate of axis {axis}, which it does not have");
                is(node, Dtype::Int)
            }
            kind => Err(format!("is {kind:?} of nothing")),
        }
    }

    /// Checks nodes whose elements are at other coordinates than those of their inputs: views, reductions, assemblies.
    fn moved(&self, graph: &Graph, node: &Node) -> Result<(), String> {
        let (shape, dtype) = (&node.shape, node.dtype);
        match &node.kind {
            Kind::View(source, coords) => {
                let from = graph.node(*source);
                ensure!(from.dtype == dtype, "is {dtype:?} and a view of {:?}", from.dtype);
                self.coords(graph, coords, &from.shape, shape)
            }
            Kind::Reshape(source) => {
                let from = graph.node(*source);
                ensure!(from.dtype == dtype, "is {dtype:?} and a reshape of {:?}", from.dtype);
                let (old, new) = (elements(&from.shape), elements(shape));
                ensure!(old == new, "reshapes {old} elements into {new}");
                Ok(())
            }
            Kind::Reduce(_, source, axes) => {
                is(node, Dtype::Float)?;
                let from = graph.node(*source);
                ensure!(from.dtype == Dtype::Float, "reduces {:?}", from.dtype);
                let sorted = axes.windows(2).all(|pair| pair[0] < pair[1]);
                let inside = axes.last().is_some_and(|last| *last < from.shape.len());
                ensure!(sorted && inside, "reduces the axes {axes:?} of {:?}", from.shape);
                let kept = (0..from.shape.len()).filter(|axis| !axes.contains(axis)).map(|axis| from.shape[axis]);
                ensure!(kept.eq(shape.iter().copied()), "reduces {:?} over {axes:?} to another shape", from.shape);
                Ok(())
            }
            Kind::Assemble { parts, add } => {
                is(node, Dtype::Float)?;
                for ScatterPart { value, to } in parts {
                    let part = graph.node(*value);
                    ensure!(part.dtype == Dtype::Float, "has a part of {:?}", part.dtype);
                    self.coords(graph, to, shape, &part.shape)?;
                }
                ensure!(*add || covers(graph, parts, shape), "has an element in no part, or in several");
                Ok(())
            }
            Kind::Result(repeat, at) => {
                let Kind::Repeat(repeat) = graph.kind(*repeat) else { unreachable!("it was seen to be a loop") };
                let made = repeat.body.results.get(*at).ok_or_else(|| format!("is result {at}, which there is not"))?;
                let made = repeat.body.node(*made);
                let skip = usize::from(*at >= repeat.init.len());
                let stacked = skip == 0 || shape.first() == Some(&repeat.count);
                ensure!(made.dtype == dtype, "is {dtype:?}, its loop makes {:?}", made.dtype);
                ensure!(stacked && shape[skip..] == made.shape, "is not what its loop makes, {:?}", made.shape);
                Ok(())
            }
            kind => unreachable!("{kind:?} moves nothing"),
        }
    }

    /// Checks that in every iteration of the loops around, a parameter of this size and kind (frozen or not) starts at the leaf.
    fn leaf(&self, leaf: &Leaf, size: usize, counts: &[usize], frozen: bool) -> Result<(), String> {
        ensure!(leaf.steps.len() == counts.len(), "has {} steps inside of {} loops", leaf.steps.len(), counts.len());
        let mut starts = vec![leaf.offset];
        for (&step, &count) in leaf.steps.iter().zip(counts).filter(|(step, _)| **step != 0) {
            starts = starts.iter().flat_map(|start| (0..count).map(move |at| start + at * step)).collect();
        }
        let Some(known) = self.known else { return Ok(()) };
        for start in starts {
            let known = known.parameters.get(&start);
            let (length, fixed) = known.ok_or_else(|| format!("is at {start}, where no parameter starts"))?;
            ensure!(*length == size, "has {size} numbers, and the parameter at {start} has {length}");
            ensure!(
                *fixed == frozen,
                "is at {start}, where the parameter is {}",
                if *fixed { "frozen" } else { "trained" }
            );
        }
        Ok(())
    }

    /// Checks coordinates in a tensor of shape `to`, as functions of a result of shape `from`: one per axis, all in bounds.
    fn coords(&self, graph: &Graph, coords: &[Coord], to: &[usize], from: &[usize]) -> Result<(), String> {
        ensure!(coords.len() == to.len(), "has {} coordinates for {} axes", coords.len(), to.len());
        for (axis, (coord, &length)) in coords.iter().zip(to).enumerate() {
            match coord {
                Coord::Affine(affine) => {
                    inside(affine, length, from).map_err(|what| format!("{what} axis {axis} of {to:?}"))?;
                }
                Coord::At(index, at) => {
                    let node = graph.node(*index);
                    let input = origin(graph, *index).ok_or("looks up by what is no view of an argument")?;
                    ensure!(node.dtype == Dtype::Int, "looks up by {:?}", node.dtype);
                    ensure!(
                        at.len() == node.shape.len(),
                        "looks up by {} of {} coordinates",
                        at.len(),
                        node.shape.len()
                    );
                    for (affine, &length) in at.iter().zip(&node.shape) {
                        inside(affine, length, from).map_err(|what| format!("{what} the indices {:?}", node.shape))?;
                    }
                    let Some(known) = self.known else { continue };
                    let bound = known.bounds.get(input).copied().flatten();
                    let bound = bound.ok_or_else(|| format!("looks up by argument {input}, which is never checked"))?;
                    ensure!(
                        bound <= length,
                        "looks up {length} elements by argument {input}, which is below {bound} only"
                    );
                }
            }
        }
        Ok(())
    }

    fn repeat(&mut self, graph: &Graph, repeat: &Repeat, around: &LoopContext) -> Result<(), String> {
        let nodes = |ids: &[Id]| ids.iter().map(|id| graph.node(*id)).collect();
        let mut inner = LoopContext { counts: around.counts.clone(), ..LoopContext::default() };
        inner.counts.push(repeat.count);
        inner.carried = nodes(&repeat.init);
        inner.sliced = nodes(&repeat.sliced);
        inner.invariant = nodes(&repeat.invariant);
        ensure!(repeat.count > 0, "never runs");
        for handed in inner.carried.iter().chain(&inner.sliced).chain(&inner.invariant) {
            ensure!(handed.dtype == Dtype::Float, "takes {:?} into its body: only floats are in memory", handed.dtype);
        }
        for sliced in &inner.sliced {
            ensure!(
                sliced.shape.first() == Some(&repeat.count),
                "slices {:?}, and runs {} times",
                sliced.shape,
                repeat.count
            );
        }
        self.graph(&repeat.body, &inner).map_err(|what| format!("has a body in which {what}"))?;
        let results = &repeat.body.results;
        ensure!(
            results.len() >= repeat.init.len(),
            "carries {} values and hands on {}",
            repeat.init.len(),
            results.len()
        );
        for (at, (carried, &next)) in inner.carried.iter().zip(results).enumerate() {
            let next = &repeat.body.node(next).shape;
            ensure!(*next == carried.shape, "carries {:?} as value {at} and hands on {next:?}", carried.shape);
        }
        Ok(())
    }
}

/// Checks elementwise nodes: they have the shape of all their inputs.
fn elementwise(graph: &Graph, node: &Node) -> Result<(), String> {
    let dtype = |id: Id| graph.node(id).dtype;
    let like = |id: &Id, wanted: Dtype| {
        let other = graph.node(*id);
        ensure!(
            other.shape == node.shape,
            "reads node {} of shape {:?}, which is not its own",
            id.index(),
            other.shape
        );
        ensure!(other.dtype == wanted, "reads node {} of {:?} where {wanted:?} is needed", id.index(), other.dtype);
        Ok(())
    };
    match &node.kind {
        Kind::Random { seed, strides, .. } => {
            is(node, Dtype::Float)?;
            ensure!(strides.len() == node.shape.len(), "has {} strides for its axes", strides.len());
            like(seed, Dtype::Int)
        }
        Kind::Op(op, args) => {
            is(node, Dtype::Float)?;
            ensure!(args.len() == op.arity(), "is {op:?} of {} arguments", args.len());
            args.iter().try_for_each(|arg| like(arg, Dtype::Float))
        }
        Kind::Compare(op, a, b) => {
            use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
            is(node, Dtype::Bool)?;
            ensure!(matches!(op, Lt | Le | Gt | Ge | Eq | Ne), "compares by {op:?}");
            ensure!(dtype(*a) != Dtype::Bool, "compares masks");
            like(a, dtype(*a))?;
            like(b, dtype(*a))
        }
        Kind::Select(truth, a, b) => {
            like(truth, Dtype::Bool)?;
            like(a, node.dtype)?;
            like(b, node.dtype)
        }
        Kind::ToFloat(a) => {
            is(node, Dtype::Float)?;
            like(a, Dtype::Int)
        }
        Kind::Detach(a) | Kind::Copy(a) => {
            is(node, Dtype::Float)?;
            like(a, Dtype::Float)
        }
        kind => unreachable!("{kind:?} has elements of its own"),
    }
}

/// Checks that a node has the shape and type that its kind implies.
fn is(node: &Node, wanted: Dtype) -> Result<(), String> {
    ensure!(node.dtype == wanted, "is {:?}, and can only be {wanted:?}", node.dtype);
    Ok(())
}

fn existing(graph: &Graph, id: Id) -> Option<&Node> {
    graph.nodes.get(id.index()).filter(|node| !matches!(node.kind, Kind::Repeat(_)))
}

/// Checks that an argument of a body has the shape and type of the node outside, without its first `skip` axes.
fn argument(node: &Node, outside: Option<&&Node>, what: &str, skip: usize) -> Result<(), String> {
    let outside = outside.ok_or_else(|| format!("{what} more than its loop has"))?;
    ensure!(node.dtype == outside.dtype, "{what} {:?} as {:?}", outside.dtype, node.dtype);
    let shape = outside.shape.get(skip..).unwrap_or_default();
    ensure!(node.shape == shape, "{what} {:?} from outside, which is another shape", outside.shape);
    Ok(())
}

/// Whether a coordinate is inside of an axis, for all coordinates of a tensor of shape `from`.
fn inside(affine: &Affine, length: usize, from: &[usize]) -> Result<(), String> {
    ensure!(affine.terms.len() == from.len(), "has {} terms for {} axes in", affine.terms.len(), from.len());
    let (low, high) = range(affine, from);
    ensure!(low >= 0 && high < signed(length), "reads at {low} to {high}, outside of");
    Ok(())
}

/// The smallest and the largest value of a coordinate. Missing terms are zero.
pub(crate) fn range(affine: &Affine, lengths: &[usize]) -> (isize, isize) {
    let (mut low, mut high) = (affine.offset, affine.offset);
    for (&term, &length) in affine.terms.iter().zip(lengths) {
        let most = term * (signed(length) - 1);
        low += most.min(0);
        high += most.max(0);
    }
    (low, high)
}

/// The argument of the function that integers are a view of.
fn origin(graph: &Graph, id: Id) -> Option<usize> {
    match graph.kind(id) {
        Kind::Input(at) => Some(*at),
        Kind::View(source, coords) if coords.iter().all(|coord| coord.affine().is_some()) => origin(graph, *source),
        Kind::Reshape(source) if matches!(graph.kind(*source), Kind::Input(_)) => origin(graph, *source),
        _ => None,
    }
}

/// Tensors with more elements than this are only counted.
const COUNTED: usize = 1 << 16;

/// Whether each element of a tensor of this shape is in exactly one part.
fn covers(graph: &Graph, parts: &[ScatterPart], shape: &[usize]) -> bool {
    let total: usize = parts.iter().map(|part| elements(graph.shape(part.value))).sum();
    if total != elements(shape) || total > COUNTED {
        return total == elements(shape);
    }
    let mut found = vec![false; total];
    for part in parts {
        let lengths = graph.shape(part.value);
        let mut at = vec![0; lengths.len()];
        for _ in 0..elements(lengths) {
            let mut place = 0;
            for (coord, &length) in part.to.iter().zip(shape) {
                let Some(affine) = coord.affine() else { return false };
                let sum: isize = affine.terms.iter().zip(&at).map(|(term, at)| term * signed(*at)).sum();
                place = place * length + usize::try_from(affine.offset + sum).unwrap_or_default();
            }
            if std::mem::replace(&mut found[place], true) {
                return false;
            }
            for (place, &length) in at.iter_mut().zip(lengths).rev() {
                *place += 1;
                if *place < length {
                    break;
                }
                *place = 0;
            }
        }
    }
    true
}

/// The name of a node's kind, for messages.
fn name(kind: &Kind) -> String {
    let text = match kind {
        Kind::Repeat(repeat) => return format!("Repeat {} times", repeat.count),
        Kind::Op(op, _) => return format!("{op:?}"),
        kind => format!("{kind:?}"),
    };
    text.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default().to_owned()
}
