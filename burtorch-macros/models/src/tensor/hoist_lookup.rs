//! Moves an embedding lookup behind the linear map that follows it: `W·E[i] = (W·E)[i]`, because a lookup commutes with a linear
//! map of each row.
//!
//! If more rows are looked up than the table has, the product is computed once for each row of the table instead of once for
//! each lookup. In the sweep, adjoints are added up by row before they meet the weight. The pass runs on tiles: 64 samples look
//! up more letters than the 27 rows of their table.

use burtorch_runtime::rules::Op;
use proc_macro2::Span;

use super::{Affine, Coord, Dtype, Graph, Id, Kind, Reduction, ScatterPart, compose, split};
use crate::each::Each;

/// Tables are padded to a multiple of this many rows, which fill the SIMD lanes of the product.
const LANES: usize = 16;
/// The cost of looking up one number of one sample, in multiplications.
const LOOK_UP: usize = 16;

/// The graph with lookups behind products, wherever that is less work or, with `always`, wherever it is possible. Decisions go to
/// `notes`.
pub fn hoist_lookup(graph: &Graph, always: bool, notes: &mut Vec<String>) -> Graph {
    let mut new = Graph::new();
    let mut ids: Vec<Id> = Vec::new();
    for id in graph.ids() {
        let node = graph.node(id);
        let rewritten = match &node.kind {
            Kind::Reduce(Reduction::Sum, product, axes) => Product::of(graph, *product, axes).and_then(|product| {
                let (early, late) = product.work(graph);
                let pays = late + late / 4 < early;
                let rows = graph.shape(product.table)[product.axis];
                let then = if pays || always { "after its product" } else { "before its product" };
                notes.push(format!(
                    "a table of {rows} rows is looked up {then}: the work of {early} multiplications before, {late} after"
                ));
                (pays || always).then(|| product.write(graph, &mut new, &ids, node.span))
            }),
            _ => None,
        };
        ids.push(rewritten.unwrap_or_else(|| {
            let mut node = node.clone();
            node.kind.each_input(&mut |input| *input = ids[input.index()]);
            new.push(node)
        }));
    }
    new.results = graph.results.each(|id| ids[id.index()]);
    new
}

/// A factor of a product: a tensor, read at coordinates that depend on the loops of the product.
#[derive(Clone)]
struct Operand {
    source: Id,
    coords: Vec<Coord>,
}

/// `Σ weight · table[index]`
struct Product {
    /// The length of each loop.
    lengths: Vec<usize>,
    /// The loops that are summed over.
    summed: Vec<usize>,
    weight: Operand,
    table: Id,
    /// The axis of the table that is looked up in; the other one is the loop `along`.
    axis: usize,
    along: usize,
    /// The coordinate along `axis`: an element of an integer tensor.
    index: Coord,
}

impl Product {
    /// The sum over `axes` of a product, if its factors are a weight and rows of a table.
    fn of(graph: &Graph, product: Id, axes: &[usize]) -> Option<Product> {
        let Kind::Op(Op::Mul, factors) = graph.kind(product) else { return None };
        let lengths = graph.shape(product).to_vec();
        [(0, 1), (1, 0)].into_iter().find_map(|(weight, table)| {
            let [weight, table] = [weight, table].map(|at| Operand::whole(factors[at], &lengths).resolved(graph));
            Product::from(graph, lengths.clone(), axes.to_vec(), weight, &table)
        })
    }

    fn from(
        graph: &Graph,
        lengths: Vec<usize>,
        summed: Vec<usize>,
        weight: Operand,
        table: &Operand,
    ) -> Option<Product> {
        if let Kind::Reshape(source) = graph.kind(table.source) {
            return unmerged(graph, &lengths, &summed, &weight, table, *source);
        }
        let [first, second] = &table.coords[..] else { return None };
        let (axis, index, other) = match (first, second) {
            (Coord::At(..), Coord::Affine(_)) => (0, first, second),
            (Coord::Affine(_), Coord::At(..)) => (1, second, first),
            _ => return None,
        };
        let along = other.as_axis()?;
        let whole = lengths[along] == graph.shape(table.source)[1 - axis] && summed.contains(&along);
        let found = Product { lengths, summed, weight, table: table.source, axis, along, index: index.clone() };
        let affine = found.weight.coords.iter().all(|coord| coord.affine().is_some());
        let covered = (0..found.lengths.len()).all(|at| found.in_index(at) || found.in_weight(at) || at == along);
        (whole && affine && covered && !found.in_index(along)).then_some(found)
    }

    /// The work of a lookup before the product, and of one after it, in multiplications.
    fn work(&self, graph: &Graph) -> (usize, usize) {
        let product = |keep: &dyn Fn(usize) -> bool| -> usize {
            (0..self.lengths.len()).filter(|&at| keep(at)).map(|at| self.lengths[at]).product()
        };
        let rows = graph.shape(self.table)[self.axis].next_multiple_of(LANES);
        let early = product(&|_| true) + LOOK_UP * product(&|at| self.in_index(at) || self.is_inner(at));
        // A lookup after the product reads contiguous rows, which costs no more than adding them.
        let late = rows * product(&|at| self.in_weight(at) || self.is_inner(at)) + product(&|at| !self.is_inner(at));
        (early, late)
    }

    fn in_index(&self, at: usize) -> bool {
        matches!(&self.index, Coord::At(_, inner) if inner.iter().any(|affine| affine.terms[at] != 0))
    }

    fn in_weight(&self, at: usize) -> bool {
        self.weight.coords.iter().filter_map(Coord::affine).any(|affine| affine.terms[at] != 0)
    }

    /// Whether a loop is summed over before anything is looked up.
    fn is_inner(&self, at: usize) -> bool {
        self.summed.contains(&at) && !self.in_index(at)
    }

    fn loops(&self, keep: impl Fn(usize) -> bool) -> Vec<usize> {
        (0..self.lengths.len()).only(|&at| keep(at))
    }

    /// Writes the product of table and weight, and the lookup in it, into the new graph.
    fn write(&self, graph: &Graph, new: &mut Graph, ids: &[Id], span: Span) -> Id {
        let table = self.table_by_column(graph, new, ids, span);
        let rows = new.shape(table)[1];

        // The product of weight and table. A row that will be looked up is contiguous: its axes are the last ones.
        let shared = self.loops(|at| self.in_index(at) && self.in_weight(at));
        let own = self.loops(|at| !self.in_index(at) && self.in_weight(at) && !self.is_inner(at));
        let inner = self.loops(|at| self.is_inner(at));
        let order: Vec<Option<usize>> = (shared.iter().copied().map(Some))
            .chain([None])
            .chain(own.iter().chain(&inner).copied().map(Some))
            .collect();
        let lengths: Vec<usize> = order.each(|at| at.map_or(rows, |at| self.lengths[at]));
        let place = |of: Option<usize>| order.iter().position(|at| *at == of);
        let moved = self.placed(&|at| place(Some(at)), order.len());
        let coords = self.weight.coords.iter().filter_map(Coord::affine);
        let coords = coords.map(|of| Coord::Affine(of.after(&moved, order.len()))).collect();
        let weight = new.view(ids[self.weight.source.index()], coords, &lengths, span);
        let coords = [place(Some(self.along)), place(None)]
            .map(|at| Coord::Affine(Affine::axis(at.expect("both are loops of the product"), order.len())));
        let table = new.view(table, coords.to_vec(), &lengths, span);
        let product = new.op(Op::Mul, &[weight, table], span);
        let sums: Vec<usize> = inner.iter().filter_map(|at| place(Some(*at))).collect();
        let product = new.reduce(Reduction::Sum, product, &sums, span);

        // The lookup in the product, summed over the loops that the index depends on.
        let kept = self.loops(|at| self.in_index(at) && !self.summed.contains(&at));
        let summed = self.loops(|at| self.in_index(at) && self.summed.contains(&at));
        let order: Vec<usize> = kept.iter().chain(&summed).chain(&own).copied().collect();
        let lengths: Vec<usize> = order.each(|&at| self.lengths[at]);
        let place = |of: usize| order.iter().position(|at| *at == of);
        let moved = self.placed(&place, order.len());
        let axis = |at: usize| Coord::Affine(moved[at].clone());
        let Coord::At(index, at) = &self.index else { unreachable!("it is looked up") };
        let at = at.each(|of| of.after(&moved, order.len()));
        let mut coords: Vec<Coord> = shared.each(|&at| axis(at));
        coords.push(Coord::At(ids[index.index()], at));
        coords.extend(own.iter().map(|&at| axis(at)));
        let found = new.view(product, coords, &lengths, span);
        let sums: Vec<usize> = summed.iter().filter_map(|&at| place(at)).collect();
        let found = new.reduce(Reduction::Sum, found, &sums, span);
        // A copy, so that rows are contiguous in memory, and so are the rows of its adjoint.
        let shape = new.shape(found).to_vec();
        let found = new.add(Kind::Copy(found), &shape, Dtype::Float, span);
        let now: Vec<usize> = order.into_iter().filter(|at| !summed.contains(at)).collect();
        let wanted = self.loops(|at| !self.summed.contains(&at));
        let order: Vec<usize> = wanted.each(|at| now.iter().position(|other| other == at).expect("it is kept"));
        new.permute(found, &order, span)
    }

    /// The loops of this product as coordinates of another one with `rank` loops; zero for those that it does not have.
    fn placed(&self, place: &dyn Fn(usize) -> Option<usize>, rank: usize) -> Vec<Affine> {
        let loops = 0..self.lengths.len();
        loops.map(|at| place(at).map_or_else(|| Affine::fixed(0, rank), |at| Affine::axis(at, rank))).collect()
    }

    /// The table, transposed so that its rows are the innermost axis, and padded with zeros.
    fn table_by_column(&self, graph: &Graph, new: &mut Graph, ids: &[Id], span: Span) -> Id {
        let shape = graph.shape(self.table);
        let (rows, columns) = (shape[self.axis], shape[1 - self.axis]);
        let filled = rows.next_multiple_of(LANES);
        let to = vec![Coord::Affine(Affine::axis(1 - self.axis, 2)), Coord::Affine(Affine::axis(self.axis, 2))];
        let parts = vec![ScatterPart { value: ids[self.table.index()], to }];
        new.add(Kind::Assemble { parts, add: filled != rows }, &[columns, filled], Dtype::Float, span)
    }
}

impl Operand {
    /// A tensor whose axes are the loops, in order.
    fn whole(source: Id, lengths: &[usize]) -> Self {
        Operand { source, coords: super::identity(lengths.len()) }
    }

    /// Composes views: the same elements, read from the tensor at the bottom of a chain of views.
    fn resolved(mut self, graph: &Graph) -> Self {
        while let Kind::View(source, first) = graph.kind(self.source) {
            let rank = self.coords.iter().find_map(|coord| coord.affine().map(|affine| affine.terms.len()));
            let (middle, from) = (graph.shape(self.source), graph.shape(*source));
            match rank.and_then(|rank| compose(first, &self.coords, rank, middle, from)) {
                Some(coords) => self = Operand { source: *source, coords },
                None => break,
            }
        }
        self
    }
}

/// A product over a reshaped tensor whose axes were merged, as a product over the axes before the reshape.
fn unmerged(
    graph: &Graph,
    lengths: &[usize],
    summed: &[usize],
    weight: &Operand,
    merged: &Operand,
    source: Id,
) -> Option<Product> {
    let parts = split(graph.shape(merged.source), graph.shape(source))?;
    // A loop over a merged axis becomes one loop for each of the axes that were merged.
    let mut loops: Vec<Vec<usize>> = lengths.each(|&length| vec![length]);
    let mut homes = Vec::new();
    for (coord, part) in merged.coords.iter().zip(&parts) {
        let part = part.affine()?;
        let axes: Vec<usize> = (0..part.terms.len()).only(|&axis| part.terms[axis] != 0);
        if let [_, _, ..] = axes[..] {
            let at = coord.as_axis().filter(|at| summed.contains(at))?;
            loops[at] = axes.each(|&axis| graph.shape(source)[axis]);
            homes.push((at, axes));
        }
    }
    if homes.is_empty() {
        return None;
    }
    let starts: Vec<usize> =
        loops.iter().scan(0, |next, parts| Some(std::mem::replace(next, *next + parts.len()))).collect();
    let rank = loops.iter().map(Vec::len).sum();
    let inner: Vec<Affine> = (0..loops.len()).each(|at| {
        let mut affine = Affine::fixed(0, rank);
        let mut step = 1;
        for (part, length) in loops[at].iter().enumerate().rev() {
            affine.terms[starts[at] + part] = step;
            step *= super::signed(*length);
        }
        affine
    });
    let through = |coord: &Coord| match coord {
        Coord::Affine(of) => Coord::Affine(of.after(&inner, rank)),
        Coord::At(indices, at) => Coord::At(*indices, at.each(|of| of.after(&inner, rank))),
    };
    let mut coords = vec![Coord::Affine(Affine::fixed(0, rank)); graph.shape(source).len()];
    for (coord, part) in merged.coords.iter().zip(&parts) {
        let part = part.affine()?;
        let axes = (0..part.terms.len()).filter(|&axis| part.terms[axis] != 0);
        for axis in axes {
            coords[axis] = match homes.iter().find(|(_, axes)| axes.contains(&axis)) {
                Some((at, axes)) => {
                    let part = axes.iter().position(|other| *other == axis)?;
                    Coord::Affine(Affine::axis(starts[*at] + part, rank))
                }
                None => through(coord),
            };
        }
    }
    let weight = Operand { source: weight.source, coords: weight.coords.each(through) };
    let table = Operand { source, coords }.resolved(graph);
    let summed = summed.iter().flat_map(|&at| (0..loops[at].len()).map(move |part| (at, part)));
    let summed = summed.map(|(at, part)| starts[at] + part).collect();
    Product::from(graph, loops.concat(), summed, weight, &table)
}
