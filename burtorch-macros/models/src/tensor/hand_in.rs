//! Arguments that are differentiated, handed to loops as what is computed is.
//!
//! In: a graph whose bodies of loops read arguments of the function as they are. Out: the same, with some of the arguments as
//! invariants of each loop that reads them. What a sweep adds up for an invariant, in all iterations, then leaves the loop.

use std::collections::BTreeMap;

use super::{Gradient, Graph, Id, Kind, Node};
use crate::each::Each;

/// The graph in which bodies of loops are handed these arguments.
pub(super) fn hand_in(graph: &Graph, arguments: &[usize]) -> Graph {
    rebuilt(graph, arguments, &|at, _| Kind::Input(at)).0
}

/// The graph with one node for each of the arguments that it or a loop in it reads, of the kind that `own` makes of an argument and of its
/// place among them; and these arguments.
fn rebuilt(graph: &Graph, arguments: &[usize], own: &dyn Fn(usize, usize) -> Kind) -> (Graph, Vec<usize>) {
    let mut read = BTreeMap::new();
    reads(graph, arguments, &mut read);
    let mut new = Graph::new();
    let mut places = BTreeMap::new();
    for (place, (&at, node)) in read.iter().enumerate() {
        places.insert(at, new.push(Node { kind: own(at, place), ..node.clone() }));
    }
    let mut ids: Vec<Id> = Vec::new();
    for id in graph.ids() {
        let mut node = graph.node(id).clone();
        if let Kind::Input(at) = &node.kind
            && let Some(&known) = places.get(at)
        {
            ids.push(known);
            continue;
        }
        node.kind.each_input(&mut |input| *input = ids[input.index()]);
        if let Kind::Repeat(repeat) = &mut node.kind {
            let first = repeat.invariant.len();
            let (body, handed) = rebuilt(&repeat.body, arguments, &|_, place| Kind::Invariant(first + place));
            repeat.body = body;
            repeat.invariant.extend(handed.iter().map(|at| places[at]));
        }
        ids.push(new.push(node));
    }
    new.results = graph.results.each(|id| ids[id.index()]);
    new.gradients =
        graph.gradients.each(|Gradient { leaf, value }| Gradient { leaf: leaf.clone(), value: ids[value.index()] });
    (new, places.into_keys().collect())
}

/// Finds the arguments that a graph or a loop in it reads, each with a node of it.
fn reads(graph: &Graph, arguments: &[usize], found: &mut BTreeMap<usize, Node>) {
    for id in graph.ids() {
        match graph.kind(id) {
            Kind::Input(at) if arguments.contains(at) => {
                found.entry(*at).or_insert_with(|| graph.node(id).clone());
            }
            Kind::Repeat(repeat) => reads(&repeat.body, arguments, found),
            _ => {}
        }
    }
}
