//! Random programs with factored sums: the same values, and the same derivatives but for rounding.

use burtorch_runtime::rules::Op;
use proptest::prelude::*;

use super::agree::{agrees_with_differences, arguments, gradient, point, program, programs, sliced};
use super::interpret::{Value, interpret, stays_finite};
use super::program::{Literals, Random, body};
use super::slices;
use crate::ast::Precision;
use crate::differentiate::{Directions, reverse, tangent};
use crate::factor::{derivatives, factor, factor_all};
use crate::graph::{Graph, Id, Kind, Node, RegionId, verify};
use crate::simplify::{finish, simplify};

/// How far derivatives may be apart, relative to the sum of all their terms without signs.
const AGREEMENT: f64 = 1e-12;

/// How many arguments the programs have, and those over slices.
const ARITY: usize = 3;
const SLICED: usize = 2;

/// A finished graph, and its factored form.
fn both(graph: &Graph, arity: usize) -> (Graph, Graph) {
    let exact = finish(graph, Precision::F64);
    let factored = factor(&exact, arity, Precision::F64);
    verify(&factored, "factor");
    (exact, factored)
}

/// The graph in which no derivative subtracts: with positive seeds it yields the sums of all terms without signs.
fn without_signs(graph: &Graph, arity: usize) -> Graph {
    let (derived, mut graph) = (derivatives(graph, arity), graph.clone());
    let mut regions = vec![Graph::ROOT];
    while let Some(region) = regions.pop() {
        for id in std::mem::take(&mut graph.region_mut(region).nodes) {
            regions.extend(graph.regions_of(id));
            if derived.contains(id) {
                unsign(&mut graph, region, id, &|id| derived.contains(id));
            }
            graph.region_mut(region).nodes.push(id);
        }
    }
    verify(&graph, "without_signs");
    graph
}

fn unsign(graph: &mut Graph, region: RegionId, id: Id, is_derivative: &dyn Fn(Id) -> bool) {
    let Kind::Op(op, args) = *graph.kind(id) else { return };
    let made = |graph: &mut Graph, kind: Kind| {
        let node = Node { kind, name: None, ..graph.node(id).clone() };
        let new = graph.add_node(node);
        graph.region_mut(region).nodes.push(new);
        new
    };
    let args: Vec<Id> = args
        .iter()
        .map(|&arg| if is_derivative(arg) { arg } else { made(graph, Kind::Op(Op::Abs, [arg][..].into())) })
        .collect();
    let kind = match op {
        Op::Sub => Kind::Op(Op::Add, args[..].into()),
        Op::Neg => Kind::Op(Op::Abs, args[..].into()),
        op => Kind::Op(op, args[..].into()),
    };
    graph.node_mut(id).kind = kind;
}

/// The operations of all loops as often as they run, if each runs ten times.
fn weight(graph: &Graph, region: RegionId, times: usize) -> usize {
    let nodes = &graph.region(region).nodes;
    let inside = |id: Id| {
        let times = if matches!(graph.kind(id), Kind::For { .. }) { 10 * times } else { times };
        graph.regions_of(id).into_iter().map(|inner| weight(graph, inner, times)).sum::<usize>()
    };
    let operations = |id: Id| match graph.kind(id) {
        Kind::Op(op, _) => op.cost(),
        _ => usize::from(graph.is_operation(id)),
    };
    nodes.iter().map(|&id| operations(id) * times + inside(id)).sum()
}

fn is_lighter(factored: &Graph, exact: &Graph) -> bool {
    weight(factored, Graph::ROOT, 1) <= weight(exact, Graph::ROOT, 1)
}

fn close(exact: f64, factored: f64, terms: f64) -> bool {
    // What is infinite in parts may be anything.
    !terms.is_finite() || (exact - factored).abs() <= AGREEMENT * terms + f64::MIN_POSITIVE
}

proptest! {
    #![proptest_config(programs(48))]

    #[test]
    fn factored_gradients_are_those_of_the_tape_but_for_rounding(seed: u64, looped: bool) {
        let primal = program(seed, if looped { 0 } else { 1500 });
        let (exact, factored) = both(&reverse(&primal, &[]), ARITY);
        let terms = without_signs(&exact, ARITY);
        prop_assert!(is_lighter(&factored, &exact), "{}", body(seed, Literals::Bare));
        let mut random = Random(seed ^ 7);
        for _ in 0..4 {
            let at = point(&mut random);
            let [exact, factored, terms] = [&exact, &factored, &terms].map(|graph| gradient(graph, &at));
            prop_assert_eq!(exact[0].to_bits(), factored[0].to_bits(), "{}", body(seed, Literals::Bare));
            for k in 1..exact.len() {
                let close = close(exact[k], factored[k], terms[k]);
                prop_assert!(close, "{k}: {} {} {}\n{}", exact[k], factored[k], terms[k], body(seed, Literals::Bare));
            }
        }
    }

    #[test]
    fn factored_gradients_agree_with_differences_of_the_values(seed: u64, looped: bool) {
        let primal = program(seed, if looped { 0 } else { 1500 });
        let (_, factored) = both(&reverse(&primal, &[]), ARITY);
        agrees_with_differences(&primal, &factored, &point(&mut Random(seed ^ 8)), seed)?;
    }

    #[test]
    fn fast_programs_agree_with_differences_of_the_values(seed: u64, looped: bool) {
        let primal = program(seed, if looped { 0 } else { 1500 });
        let sweep = finish(&reverse(&primal, &[]), Precision::F64);
        let fast = factor_all(&sweep, Precision::F64);
        verify(&fast, "factor_all");
        let mut random = Random(seed ^ 0xB);
        for _ in 0..4 {
            let at = point(&mut random);
            let (exact, value) = (gradient(&sweep, &at)[0], gradient(&fast, &at)[0]);
            let judged = stays_finite(&sweep, &arguments(&at, &[Value::Float(1.0)])) && exact.abs() < 1e3;
            let close = (exact - value).abs() < 1e-9 * (1.0 + exact.abs());
            prop_assert!(close || !judged, "{exact} {value}\n{}", body(seed, Literals::Bare));
            agrees_with_differences(&primal, &fast, &at, seed)?;
        }
    }

    #[test]
    fn factored_tangents_are_the_same_but_for_rounding(seed: u64, looped: bool) {
        let primal = program(seed, if looped { 0 } else { 1500 });
        let sweep = simplify(&reverse(&primal, &[]), Precision::F64);
        let forward = tangent(&primal, &primal.active_params(), Directions::One);
        let second = tangent(&sweep, &sweep.active_params(), Directions::One);
        let mut random = Random(seed ^ 9);
        let (at, direction) = (point(&mut random), point(&mut random).map(f64::abs));
        let direction = arguments(&direction, &[]);
        for (graph, extra) in [(&forward, vec![]), (&second, vec![Value::Float(1.0)])] {
            let (exact, factored) = both(graph, ARITY);
            let args = arguments(&at, &[extra, direction.clone()].concat());
            let terms = without_signs(&exact, ARITY);
            let results = |graph: &Graph| interpret(graph, &args).iter().flat_map(Value::numbers).collect::<Vec<f64>>();
            let [exact, factored, terms] = [&exact, &factored, &terms].map(results);
            prop_assert_eq!(exact[0].to_bits(), factored[0].to_bits(), "{}", body(seed, Literals::Bare));
            for k in 1..exact.len() {
                let close = close(exact[k], factored[k], terms[k]);
                prop_assert!(close, "{k}: {} {} {}\n{}", exact[k], factored[k], terms[k], body(seed, Literals::Bare));
            }
        }
    }

    #[test]
    fn factored_programs_over_slices_are_the_same_but_for_rounding(seed: u64, len in 1..6_usize, n in 0..5_usize) {
        let (exact, factored) = both(&reverse(&sliced(seed), &[]), SLICED);
        let terms = without_signs(&exact, SLICED);
        let mut random = Random(seed ^ 0xA);
        let x = (0..len).map(|_| Value::Float(random.number() * 1.7 + 0.011)).collect();
        let (n, zeros) = (Value::Int(i128::try_from(n).expect("it is small")), vec![Value::Float(0.0); len]);
        let args = [Value::Many(x), n, Value::Float(1.0), Value::Many(zeros)];
        let results = |graph: &Graph| interpret(graph, &args).iter().flat_map(Value::numbers).collect::<Vec<f64>>();
        prop_assert!(is_lighter(&factored, &exact), "{}", slices::alone(seed));
        let [exact, factored, terms] = [&exact, &factored, &terms].map(results);
        prop_assert_eq!(exact[0].to_bits(), factored[0].to_bits(), "{}", slices::alone(seed));
        for k in 1..exact.len() {
            let close = close(exact[k], factored[k], terms[k]);
            prop_assert!(close, "{k}: {} {} {}\n{}", exact[k], factored[k], terms[k], slices::alone(seed));
        }
    }
}

#[test]
fn every_second_program_is_rewritten_further_if_values_may_be() {
    let rewritten = (0..100).filter(|&seed| {
        let (exact, factored) = both(&reverse(&program(seed, 1500), &[]), ARITY);
        factor_all(&exact, Precision::F64).to_string() != factored.to_string()
    });
    let count = rewritten.count();
    assert!(count >= 50, "{count}");
}

#[test]
fn every_second_program_has_something_to_factor() {
    let shorter = (0..100).filter(|&seed| {
        let (exact, factored) = both(&reverse(&program(seed, 1500), &[]), ARITY);
        factored.operations() < exact.operations()
    });
    assert!(shorter.count() >= 50);
}

/// In both programs the sign of a sum went to its products, and from there into a loop.
#[test]
fn signs_of_sums_do_not_make_loops_heavier() {
    let looped = both(&reverse(&program(14_434_506_515_168_739_763, 0), &[]), ARITY);
    let sliced = both(&reverse(&sliced(8_537_505_397_045_154_756), &[]), SLICED);
    for (exact, factored) in [looped, sliced] {
        assert!(weight(&factored, Graph::ROOT, 1) < weight(&exact, Graph::ROOT, 1));
    }
}
