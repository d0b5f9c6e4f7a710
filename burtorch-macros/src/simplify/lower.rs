//! Rows that are made of other rows are replaced by those.

use std::collections::HashMap;

use burtorch_runtime::rules::Op;

use crate::graph::{Graph, Id, Kind, RegionId, Type, Writer};
use crate::record::value;

/// The graph with every row expressed by rows that generated code can call.
pub(super) fn lower(graph: &Graph) -> Graph {
    let mut lowered = graph.clone();
    let mut recipes = HashMap::new();
    for &region in &all_regions(graph) {
        let mut nodes = Vec::new();
        for &id in &graph.region(region).nodes {
            if let Kind::Op(op, args) = graph.kind(id) {
                expand(&mut lowered, &mut recipes, *op, args, id, &mut nodes);
            } else {
                nodes.push(id);
            }
        }
        lowered.region_mut(region).nodes = nodes;
    }
    lowered
}

/// Every region that is reached from the root.
fn all_regions(graph: &Graph) -> Vec<RegionId> {
    let mut regions = vec![Graph::ROOT];
    let mut at = 0;
    while at < regions.len() {
        for &id in &graph.region(regions[at]).nodes {
            regions.extend(graph.regions_of(id));
        }
        at += 1;
    }
    regions
}

/// Writes `op` of `args` into `nodes`, its last node being `target`.
fn expand(
    graph: &mut Graph,
    recipes: &mut HashMap<Op, Option<Graph>>,
    op: Op,
    args: &[Id],
    target: Id,
    nodes: &mut Vec<Id>,
) {
    let Some(recipe) = recipes.entry(op).or_insert_with(|| recipe(op)).clone() else {
        graph.node_mut(target).kind = Kind::Op(op, args.to_vec());
        nodes.push(target);
        return;
    };
    let mut map: HashMap<Id, Id> = recipe.root().params.iter().copied().zip(args.iter().copied()).collect();
    let result = recipe.root().results[0];
    for &id in &recipe.root().nodes {
        let mut kind = recipe.kind(id).clone();
        kind.each_input(&mut |input| *input = map[input]);
        let new = if id == result {
            target
        } else {
            let mut node = graph.node(target).clone();
            (node.name, node.ty, node.active) = (None, recipe.node(id).ty.clone(), false);
            graph.add_node(node)
        };
        map.insert(id, new);
        if let Kind::Op(inner, inner_args) = kind {
            expand(graph, recipes, inner, &inner_args, new, nodes);
        } else {
            graph.node_mut(new).kind = kind;
            nodes.push(new);
        }
    }
}

/// How a row is made of others; `None` if it is not.
fn recipe(op: Op) -> Option<Graph> {
    let mut w = Writer::new(Graph::new());
    let args: Vec<Id> = (0..op.arity()).map(|_| w.param(Kind::Param, Type::Float, false, None)).collect();
    let result = value(&mut w, op, &args);
    if matches!(w.graph.kind(result), Kind::Op(same, _) if *same == op) {
        return None;
    }
    w.graph.region_mut(Graph::ROOT).results = vec![result];
    Some(w.graph)
}
