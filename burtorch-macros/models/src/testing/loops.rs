//! Loops that no model has today: the planner must not depend on which loops the elaborator writes.

use proc_macro2::Span;

use super::kernels::Machine;
use crate::ast::Precision;
use crate::plan::plan;
use crate::tensor::interpret::evaluate;
use crate::tensor::{Dtype, Graph, Kind, Leaf, Reduction, Repeat, reverse, simplify};
use burtorch_runtime::rules::Op;

const COUNT: usize = 3;
const PARAMS: [f64; 2 * COUNT] = [0.5, -0.25, 1.5, 0.75, -1.25, 0.3];

/// `x = tanh(x · w[i])` for all `i`, backwards or not, and the sum of the last `x`. Iterations have their own `w`.
fn sum_of_a_loop(reversed: bool) -> Graph {
    let span = Span::call_site();
    let mut body = Graph::new();
    let x = body.add(Kind::Carried(0), &[2], Dtype::Float, span);
    let weight = body.add(Kind::Param(Leaf { offset: 0, steps: vec![2] }), &[2], Dtype::Float, span);
    let product = body.op(Op::Mul, &[x, weight], span);
    let next = body.op(Op::Tanh, &[product], span);
    body.results = vec![next];
    let mut graph = Graph::new();
    let init = graph.constant(0.7, &[2], span);
    let repeat = Repeat { count: COUNT, reversed, init: vec![init], sliced: Vec::new(), invariant: Vec::new(), body };
    let repeat = graph.add(Kind::Repeat(Box::new(repeat)), &[], Dtype::Float, span);
    let last = graph.add(Kind::Result(repeat, 0), &[2], Dtype::Float, span);
    let total = graph.reduce(Reduction::Sum, last, &[0], span);
    graph.results = vec![total];
    graph
}

#[test]
fn a_loop_of_either_direction_saves_what_it_carries_for_its_sweep() {
    for reversed in [false, true] {
        let graph = simplify(&reverse(&sum_of_a_loop(reversed), &[]), Precision::F64);
        let saves_carried = graph.ids().any(|id| match graph.kind(id) {
            Kind::Repeat(repeat) => {
                repeat.body.results[1..].iter().any(|&id| *repeat.body.kind(id) == Kind::Carried(0))
            }
            _ => false,
        });
        assert!(saves_carried, "the sweep needs `x` of every iteration");
        let mut expected = vec![0.0; PARAMS.len()];
        let value = evaluate(&graph, &PARAMS, &[], 1.0, &mut expected);
        let (params, gradient) = (PARAMS.to_vec(), vec![0.0; PARAMS.len()]);
        let mut machine = Machine { params, gradient, inputs: &[], seed: 1.0, update: |param, _| param };
        assert_eq!(machine.run(&plan(&graph)), value, "reversed: {reversed}");
        for (found, expected) in machine.gradient.iter().zip(&expected) {
            assert!((found - expected).abs() < 1e-12, "reversed: {reversed}, {:?} {expected:?}", machine.gradient);
        }
    }
}

/// A loop's saved values are a tensor with one entry per iteration, in the order of the iterations' numbers.
#[test]
fn saved_values_of_what_is_carried_are_a_result() {
    for reversed in [false, true] {
        let mut graph = sum_of_a_loop(reversed);
        let found = graph.ids().find(|&id| matches!(graph.kind(id), Kind::Repeat(_))).expect("it has a loop");
        let Kind::Repeat(repeat) = graph.kind(found) else { unreachable!("it was found as one") };
        let mut repeat = repeat.clone();
        let carried = repeat.body.ids().next().expect("the body has nodes");
        repeat.body.results.push(carried);
        let mut rewritten = Graph::new();
        for id in graph.ids() {
            let mut node = graph.node(id).clone();
            if id == found {
                node.kind = Kind::Repeat(repeat.clone());
            }
            rewritten.push(node);
        }
        let saved = rewritten.add(Kind::Result(found, 1), &[COUNT, 2], Dtype::Float, Span::call_site());
        rewritten.results = [&*graph.results, &[saved]].concat();
        graph = rewritten;
        let expected = evaluate(&graph, &PARAMS, &[], 1.0, &mut []);
        let mut machine =
            Machine { params: PARAMS.to_vec(), gradient: Vec::new(), inputs: &[], seed: 1.0, update: |param, _| param };
        assert_eq!(machine.run(&plan(&graph)), expected, "reversed: {reversed}");
    }
}
