//! Which values the integer inputs of a function may have: each use as an index gives a bound.

use super::Input;
use crate::tensor::{Coord, Graph, Id, Kind};

/// Sets the bounds of the inputs of `graph`.
pub(super) fn set(graph: &Graph, inputs: &mut [Input]) {
    visit(graph, &[], inputs);
}

/// `outside`: which input each invariant of a loop's body comes from.
fn visit(graph: &Graph, outside: &[Option<usize>], inputs: &mut [Input]) {
    // Which input a node is a view of.
    let mut origin: Vec<Option<usize>> = Vec::new();
    let known = |origin: &[Option<usize>], id: Id| origin.get(id.index()).copied().flatten();
    for id in graph.ids() {
        let from = match graph.kind(id) {
            Kind::Input(at) => Some(*at),
            Kind::Invariant(at) => outside.get(*at).copied().flatten(),
            Kind::Reshape(source) => known(&origin, *source),
            Kind::View(source, coords) => {
                for (coord, &length) in coords.iter().zip(graph.shape(*source)) {
                    if let Coord::At(index, _) = coord {
                        if let Some(at) = known(&origin, *index) {
                            let bound = &mut inputs[at].bound;
                            *bound = Some(bound.map_or(length, |bound| bound.min(length)));
                        }
                    }
                }
                known(&origin, *source)
            }
            Kind::Repeat(repeat) => {
                let invariant: Vec<_> = repeat.invariant.iter().map(|&id| known(&origin, id)).collect();
                visit(&repeat.body, &invariant, inputs);
                None
            }
            _ => None,
        };
        origin.push(from);
    }
}
