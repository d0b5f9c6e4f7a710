//! Which values the integer inputs of a function may have: each use as an index gives a bound.

use std::collections::BTreeSet;

use super::Input;
use crate::each::Each;
use crate::tensor::{BinaryOp, Coord, Graph, Id, Kind};

/// The inputs that the elements of a tensor come from.
type Origin = BTreeSet<usize>;

/// Sets the bounds of the inputs of `graph`.
pub(super) fn set(graph: &Graph, inputs: &mut [Input]) {
    visit(graph, &[], inputs);
}

/// `outside`: where each invariant of a loop's body comes from.
fn visit(graph: &Graph, outside: &[Origin], inputs: &mut [Input]) {
    let mut origins: Vec<Origin> = Vec::new();
    let known = |origins: &[Origin], id: Id| origins[id.index()].clone();
    for id in graph.ids() {
        let from = match graph.kind(id) {
            Kind::Input(at) => Origin::from([*at]),
            Kind::Invariant(at) => outside[*at].clone(),
            Kind::Reshape(source) => known(&origins, *source),
            Kind::View(source, coords) => {
                for (coord, &length) in coords.iter().zip(graph.shape(*source)) {
                    if let Coord::At(index, _) = coord {
                        limit(inputs, &known(&origins, *index), length);
                    }
                }
                known(&origins, *source)
            }
            Kind::Assemble { parts, .. } => parts.iter().flat_map(|part| known(&origins, part.value)).collect(),
            // A row of `one_hot`: each index is a coordinate.
            Kind::Compare(BinaryOp::Eq, index, at) => {
                if let Kind::Index(axis) = graph.kind(*at) {
                    limit(inputs, &known(&origins, *index), graph.shape(*at)[*axis]);
                }
                Origin::new()
            }
            Kind::Repeat(repeat) => {
                let invariant: Vec<_> = repeat.invariant.each(|&id| known(&origins, id));
                visit(&repeat.body, &invariant, inputs);
                Origin::new()
            }
            _ => Origin::new(),
        };
        origins.push(from);
    }
}

fn limit(inputs: &mut [Input], origin: &Origin, length: usize) {
    for &at in origin {
        let bound = &mut inputs[at].bound;
        *bound = Some(bound.map_or(length, |bound| bound.min(length)));
    }
}
