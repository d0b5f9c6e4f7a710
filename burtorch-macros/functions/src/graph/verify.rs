//! What must hold of every graph between two passes.

use crate::dump::checks_itself;

use super::{Graph, Id, Kind, RegionId, Type};

/// Panics if the graph is not well formed: a pass made a mistake.
pub fn verify(graph: &Graph, after: &str) {
    if checks_itself() {
        let mut seen = vec![false; graph.len()];
        verify_region(graph, Graph::ROOT, &mut seen, after);
    }
}

/// Panics if a loop of a function that was just built takes something differentiated for a constant: its derivative would be lost.
/// So this is checked in the builds of users, too.
pub fn verify_activity(graph: &Graph) {
    if graph.has_regions() {
        verify_loops(graph, Graph::ROOT);
    }
}

fn verify_loops(graph: &Graph, region: RegionId) {
    for &id in &graph.region(region).nodes {
        for inner in graph.regions_of(id) {
            verify_loops(graph, inner);
        }
        let Kind::For { init, body, .. } = graph.kind(id) else { continue };
        let body = graph.region(*body);
        for (k, (&start, &end)) in init.iter().zip(&body.results).enumerate() {
            let carried = graph.node(body.params[k + 1]);
            assert!(
                carried.active || !graph.node(start).active && !graph.node(end).active,
                "{id:?} carries {:?}, which is differentiated, as a constant",
                carried.name
            );
        }
    }
}

fn verify_region(graph: &Graph, region: RegionId, seen: &mut [bool], after: &str) {
    let Some((params, nodes, results)) = Some(graph.region(region)).map(|r| (&r.params, &r.nodes, &r.results)) else {
        return;
    };
    // Messages are written only if they are needed: users pay for this in every debug build.
    let check = |seen: &[bool], id: Id, user: Option<Id>| {
        let user = || user.map_or("a result".to_owned(), |user| format!("{user:?} ({:?})", graph.kind(user)));
        assert!(seen[id.index()], "after {after}: {} uses {id:?} ({:?}) before it is there", user(), graph.kind(id));
    };
    for &param in params {
        seen[param.index()] = true;
    }
    for &id in nodes {
        assert!(!seen[id.index()], "after {after}: {id:?} is listed twice");
        let node = graph.node(id);
        assert!(node.region == region, "after {after}: {id:?} is listed in another region than its own");
        node.kind.visit_inputs(&mut |input| check(seen, input, Some(id)));
        match &node.kind {
            Kind::Op(op, args) => {
                assert!(args.len() == op.arity(), "after {after}: {op:?} has {} arguments", args.len());
            }
            Kind::Get(base, path) if matches!(graph.kind(*base), Kind::Branch { .. } | Kind::For { .. }) => {
                assert!(path.len() == 1, "after {after}: {id:?} reads more than a result of {base:?}");
            }
            Kind::Branch { arms, .. } => {
                let Type::Tuple(types) = &node.ty else { panic!("after {after}: a branch yields a tuple") };
                for arm in arms {
                    verify_region(graph, arm.region, seen, after);
                    let results = graph.region(arm.region).results.len();
                    assert!(
                        arm.diverges.is_some() || results == types.len(),
                        "after {after}: {id:?}: an arm yields {results} values"
                    );
                }
            }
            Kind::For { init, body, again, .. } => {
                verify_region(graph, *body, seen, after);
                let body = graph.region(*body);
                assert!(
                    body.params.len() == init.len() + 1 && body.results.len() == init.len() + usize::from(*again),
                    "after {after}: {id:?} carries {} values, its body takes {} and yields {}",
                    init.len(),
                    body.params.len(),
                    body.results.len()
                );
            }
            _ => {}
        }
        seen[id.index()] = true;
    }
    for &result in results {
        check(seen, result, None);
    }
    // What an arm or a body made is not seen outside of it.
    if region != Graph::ROOT {
        for &id in nodes.iter().chain(params) {
            seen[id.index()] = false;
        }
    }
}
