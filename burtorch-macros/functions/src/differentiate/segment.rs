//! Checkpoints: a loop in segments, of which the sweep runs each once more.
//!
//! A loop of `n` iterations becomes one over about `√n` segments of about `√n` iterations. The forward pass puts aside
//! what the loop carries at the start of each segment, and nothing else. The sweep goes through the segments backwards,
//! runs the iterations of one again, this time putting aside what it needs, and then sweeps them. So there is never more
//! memory in use than for the starts of all segments and the iterations of one.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::reverse::Reverse;
use crate::TokenList;
use crate::each::{Each, IntoEach};
use crate::graph::{Graph, Id, Kind, Node, Number, Range, Region, RegionId, Step, Table, Template, Type};

/// The graph with the loops of its own region in segments, and how many of them there are.
pub fn segment(graph: &Graph, krate: &TokenList) -> (Graph, usize) {
    let mut graph = graph.clone();
    let mut count = 0;
    for id in graph.root().nodes.clone() {
        let Kind::For { range, again: false, .. } = graph.kind(id) else { continue };
        if graph.node(id).active && !range.reversed {
            split(&mut graph, id, krate);
            count += 1;
        }
    }
    (graph, count)
}

fn split(graph: &mut Graph, id: Id, krate: &TokenList) {
    let Kind::For { range, init, body, .. } = graph.kind(id).clone() else { unreachable!("asked for a loop") };
    let (ty, span, active) = (graph.node(id).ty.clone(), graph.node(id).span, graph.node(id).active);
    let outer = graph.add_region(Graph::ROOT);
    let node = |kind: Kind, ty: Type, region: RegionId| Node { kind, ty, active: false, region, span, name: None };

    // How many iterations there are, and how many segments.
    let dots = if range.inclusive { quote!(..=) } else { quote!(..) };
    let code = |tokens: &dyn Fn(&[Ident]) -> TokenStream, inputs: &[Id]| {
        Kind::Opaque(Template { known: true, number: Number::Yes, ..template(tokens, inputs) })
    };
    let count = code(
        &|holes| {
            let (start, end) = (&holes[0], &holes[1]);
            quote!((#start #dots #end).count())
        },
        &[range.start, range.end],
    );
    let count = graph.add_node(node(count, Type::Other, Graph::ROOT));
    let segments = code(
        &|holes| {
            let count = &holes[0];
            quote!(#krate::__private::segments(#count))
        },
        &[count],
    );
    let segments = graph.add_node(node(segments, Type::Other, Graph::ROOT));
    let zero = graph.add_node(node(Kind::Int(0, None), Type::Other, Graph::ROOT));
    let before = graph.root().nodes.iter().position(|&node| node == id).expect("it is listed");
    graph.region_mut(Graph::ROOT).nodes.splice(before..before, [count, segments, zero]);

    // The loop over segments carries what the loop carried.
    let segment = graph.add_node(node(Kind::Argument, Type::Other, outer));
    let mut params = vec![segment];
    for &param in &graph.region(body).params[1..].to_vec() {
        let carried = Node { region: outer, ..graph.node(param).clone() };
        params.push(graph.add_node(carried));
    }
    let bound = |at: usize| {
        code(
            &|holes| {
                let (segment, count) = (&holes[0], &holes[1]);
                let at = proc_macro2::Literal::usize_unsuffixed(at);
                quote!(#krate::__private::segment_bound(#segment + #at, #count))
            },
            &[segment, count],
        )
    };
    let first = graph.add_node(node(bound(0), Type::Other, outer));
    let last = graph.add_node(node(bound(1), Type::Other, outer));
    let inner_range = Range { start: first, end: last, inclusive: false, reversed: false, bound: None };
    let inner = Kind::For { range: inner_range, init: params[1..].to_vec(), body, again: false, recompute: true };
    let inner = graph.add_node(Node { active, ..node(inner, ty.clone(), outer) });
    let Type::Tuple(types) = &ty else { unreachable!("a loop yields a tuple") };
    let mut results = Vec::new();
    for (slot, ty) in types.iter().enumerate() {
        let active = graph.node(params[slot + 1]).active;
        let result = node(Kind::Get(inner, vec![Step::At(slot)]), ty.clone(), outer);
        results.push(graph.add_node(Node { active, ..result }));
    }
    // What the sweep runs again has its effects now, and they are recorded.
    let mut before = Vec::new();
    if graph.has_effects_in(body) {
        let recorded = effects(&|_| quote!(__burtorch_effects.recorded()), &[]);
        before.push(graph.add_node(node(recorded, Type::Tuple(Vec::new()), outer)));
        before.push(graph.add_node(node(Kind::Opaque(Template::position()), Type::Other, outer)));
    }
    let region = graph.region_mut(outer);
    region.owner = Some(id);
    region.params = params;
    region.nodes = before.into_iter().chain([first, last, inner]).chain(results.iter().copied()).collect();
    region.results = results;

    // What was the index is now computed from the place.
    let place = graph.add_node(node(Kind::Argument, Type::Other, body));
    let index = graph.region(body).params[0];
    let nth = code(
        &|holes| {
            let (start, end, place) = (&holes[0], &holes[1], &holes[2]);
            quote!(#krate::__private::nth_before(#start, #end, #place))
        },
        &[range.start, range.end, place],
    );
    graph.node_mut(index).kind = nth;
    let region = graph.region_mut(body);
    region.owner = Some(inner);
    region.parent = Some(outer);
    region.params[0] = place;
    region.nodes.insert(0, index);

    let outer_range = Range { start: zero, end: segments, inclusive: false, reversed: false, bound: None };
    graph.node_mut(id).kind = Kind::For { range: outer_range, init, body: outer, again: false, recompute: false };
}

/// Code over values.
fn template(tokens: &dyn Fn(&[Ident]) -> TokenStream, inputs: &[Id]) -> Template {
    let hole = |at: usize| Ident::new(&format!("__burtorch_part_{at}"), Span::mixed_site());
    let holes: Vec<Ident> = (0..inputs.len()).each(hole);
    let tokens = tokens(&holes);
    Template { tokens, holes: holes.into_iter().zip(inputs.iter().copied()).collect(), ..Template::default() }
}

/// Says what becomes of effects, from here to the end of the region.
fn effects(tokens: &dyn Fn(&[Ident]) -> TokenStream, inputs: &[Id]) -> Kind {
    let mut template = template(tokens, inputs);
    let tokens = template.tokens;
    // The methods of a parameter need no import, those of what is made of it do.
    template.tokens = quote!(use __burtorch_crate::__private::Effects as _; let __burtorch_effects = #tokens);
    Kind::Observe(template)
}

impl Reverse {
    /// Writes a loop of the forward pass where the sweep is; what it makes can be fetched like what that made.
    pub(super) fn run_again(&mut self, id: Id) -> Id {
        let node = self.w.graph.node(id).clone();
        let mut map = Table::default();
        if let Some(from) = self.start_of_segment(node.region) {
            let from = self.fetch(from);
            let replay = effects(
                &|holes| {
                    let from = &holes[0];
                    quote!(&mut __burtorch_effects.replay(#from))
                },
                &[from],
            );
            self.w.push(replay, Type::Tuple(Vec::new()));
        }
        let Kind::For { mut range, mut init, body, again, recompute } = node.kind else {
            unreachable!("asked for a loop")
        };
        (range.start, range.end) = (self.fetch(range.start), self.fetch(range.end));
        for id in &mut init {
            *id = self.fetch(*id);
        }
        let at = self.w.at;
        let body = self.copy_region(body, at, &mut map);
        let copy = self.w.push_as(Kind::For { range, init, body, again, recompute }, node.ty, node.active);
        self.w.graph.region_mut(body).owner = Some(copy);
        copy
    }

    /// Where the effects of a segment are recorded from, if it has some.
    fn start_of_segment(&self, segment: RegionId) -> Option<Id> {
        let is_position = |id: &Id| matches!(self.w.graph.kind(*id), Kind::Opaque(code) if code.is_about_effects());
        self.w.graph.region(segment).nodes.iter().copied().find(is_position)
    }

    fn copy_region(&mut self, region: RegionId, parent: RegionId, map: &mut Table<Id, Id>) -> RegionId {
        let copy = self.w.graph.add_region(parent);
        self.copies.insert(copy);
        let Region { params, nodes, results, .. } = self.w.graph.region(region).clone();
        for param in params {
            let new = self.w.graph.add_node(Node { region: copy, ..self.w.graph.node(param).clone() });
            self.w.graph.region_mut(copy).params.push(new);
            map.insert(param, new);
        }
        for id in nodes {
            let mut node = Node { region: copy, ..self.w.graph.node(id).clone() };
            node.kind.each_input(&mut |input| {
                *input = match map.get(input) {
                    Some(new) => *new,
                    None => self.fetch(*input),
                }
            });
            let inner: Vec<RegionId> =
                self.w.graph.regions_of(id).into_each(|region| self.copy_region(region, copy, map));
            match &mut node.kind {
                Kind::Branch { arms, .. } => {
                    for (arm, &region) in arms.iter_mut().zip(&inner) {
                        arm.region = region;
                    }
                }
                Kind::For { body, recompute, .. } => (*body, *recompute) = (inner[0], false),
                _ => {}
            }
            let new = self.w.graph.add_node(node);
            for region in inner {
                self.w.graph.region_mut(region).owner = Some(new);
            }
            self.w.graph.region_mut(copy).nodes.push(new);
            map.insert(id, new);
        }
        let results = results.each(|id| map.get(id).copied().unwrap_or(*id));
        self.w.graph.region_mut(copy).results = results;
        copy
    }
}
