//! Every kind of mistake that a pass can make in a graph, made on purpose in a good one: the check says which it is.

use burtorch_runtime::rules::Op;
use proc_macro2::Span;

use super::*;
use crate::ast::Precision;
use crate::elaborate::elaborate;
use crate::error::Errors;
use crate::tensor::{Gradient, reverse, simplify};

/// A bit of everything: an embedding, a loop over layers, a window, a mask, dropout, and a frozen parameter.
const NET: &str = "
    type Scalar = f64;
    struct Layer { weight: Linear<4, 4> }
    impl Layer {
        fn forward(&self, x: Tensor<4>, y: Tensor<4>) -> Tensor<4> { tanh(self.weight.forward(x)) * y }
    }
    struct Net { table: Embedding<5, 2>, layers: [Layer; 3], #[frozen] scale: Param<4> }
    impl Net {
        fn loss(&self, letters: [usize; 2], x: Tensor<3>, seed: u64) -> f64 {
            let windows = sum(max(reshape(self.table.forward(letters), [4])[0..3] * x[(0..3)]));
            let mut y = dropout(concat([x, full([1], windows)], 0), 0.5, seed);
            let rest = exp(y);
            for layer in &self.layers { y = layer.forward(y, rest); }
            let ones = one_hot(letters[0], 5) * (letters[1] as f64);
            sum(select(y > 0.0, y * self.scale, -y)) + sum(ones)
        }
    }";

fn model() -> crate::elaborate::Model {
    let mut errors = Errors::default();
    let mut block = elaborate(NET.parse().expect("tokens"), &mut errors);
    errors.finish().unwrap_or_else(|errors| panic!("{errors}"));
    block.models.remove(0)
}

/// The function itself, its gradient, and what is known of its model.
fn graphs() -> (Graph, Graph, Interface) {
    let model = model();
    let function = &model.functions[0];
    let parameter = |of: &crate::elaborate::Parameter| (of.offset, (elements(&of.shape), of.frozen));
    let known = Interface {
        parameters: model.parameters.iter().map(parameter).collect(),
        bounds: function.inputs.iter().map(|input| input.bound).collect(),
    };
    let swept = simplify(&reverse(&function.graph, &[]), Precision::F64);
    (function.graph.clone(), swept, known)
}

/// The first node of a kind.
fn first(graph: &Graph, wanted: impl Fn(&Kind) -> bool) -> usize {
    graph.nodes.iter().position(|node| wanted(&node.kind)).expect("there is such a node")
}

fn id(at: usize) -> Id {
    Id(u32::try_from(at).expect("a graph is small"))
}

/// The first loop that fits.
fn body(graph: &mut Graph, wanted: impl Fn(&Repeat) -> bool) -> &mut Repeat {
    let at = first(graph, |kind| matches!(kind, Kind::Repeat(repeat) if wanted(repeat)));
    match &mut graph.nodes[at].kind {
        Kind::Repeat(repeat) => repeat,
        _ => unreachable!("it was found as a loop"),
    }
}

/// The coordinates of the first view that fits.
fn coords(graph: &mut Graph, wanted: impl Fn(&[Coord]) -> bool) -> &mut Vec<Coord> {
    let at = first(graph, |kind| matches!(kind, Kind::View(_, coords) if wanted(coords)));
    match &mut graph.nodes[at].kind {
        Kind::View(_, coords) => coords,
        _ => unreachable!("it was found as a view"),
    }
}

fn add(graph: &mut Graph, kind: Kind, shape: &[usize], dtype: Dtype) -> Id {
    graph.add(kind, shape, dtype, Span::call_site())
}

fn is_affine(coords: &[Coord]) -> bool {
    !coords.is_empty() && coords.iter().all(|coord| coord.affine().is_some())
}

fn looks_up(coords: &[Coord]) -> bool {
    coords.iter().any(|coord| coord.affine().is_none())
}

fn is_param(kind: &Kind) -> bool {
    matches!(kind, Kind::Param(_))
}

fn is_op(kind: &Kind) -> bool {
    matches!(kind, Kind::Op(_, args) if args.len() == 2)
}

type Mistake = (&'static str, fn(&mut Graph));

#[test]
fn good_graphs_pass() {
    let (primal, swept, known) = graphs();
    assert_eq!(check(&primal, Some(&known)), Ok(()));
    assert_eq!(check(&swept, Some(&known)), Ok(()));
    assert_eq!(check(&swept, None), Ok(()));
}

/// Makes each mistake in a graph, and looks for its words.
fn all_are_named(graph: &Graph, known: &Interface, mistakes: &[Mistake]) {
    for (words, make) in mistakes {
        let mut broken = graph.clone();
        make(&mut broken);
        match check(&broken, Some(known)) {
            Ok(()) => panic!("`{words}` is not found"),
            Err(what) => assert!(what.contains(words), "`{words}` is called: {what}"),
        }
    }
}

#[test]
fn mistakes_about_operands_are_named() {
    let (primal, _, known) = graphs();
    let mistakes: [Mistake; 17] = [
        ("before it is there", |graph| {
            let at = first(graph, is_op);
            graph.nodes[at].kind = Kind::Op(Op::Neg, vec![id(at)]);
        }),
        ("only results are read of a loop", |graph| {
            let repeat = first(graph, |kind| matches!(kind, Kind::Repeat(_)));
            add(graph, Kind::Op(Op::Neg, vec![id(repeat)]), &[], Dtype::Float);
        }),
        ("an axis of length zero", |graph| {
            add(graph, Kind::Const(0.0.into()), &[2, 0], Dtype::Float);
        }),
        ("of shape [4], which is not its own", |graph| {
            let at = first(graph, |kind| matches!(kind, Kind::Frozen(_)));
            add(graph, Kind::Op(Op::Neg, vec![id(at)]), &[2, 2], Dtype::Float);
        }),
        ("where Float is needed", |graph| {
            let index = add(graph, Kind::Index(0), &[3], Dtype::Int);
            add(graph, Kind::Op(Op::Neg, vec![index]), &[3], Dtype::Float);
        }),
        ("of 1 arguments", |graph| {
            let at = first(graph, is_op);
            let Kind::Op(_, args) = &mut graph.nodes[at].kind else { return };
            args.pop();
        }),
        ("is Int, and can only be Float", |graph| {
            add(graph, Kind::Const(0.0.into()), &[], Dtype::Int);
        }),
        ("the coordinate of axis 1", |graph| {
            add(graph, Kind::Index(1), &[3], Dtype::Int);
        }),
        ("strides for its axes", |graph| {
            let at = first(graph, |kind| matches!(kind, Kind::Random { .. }));
            let Kind::Random { strides, .. } = &mut graph.nodes[at].kind else { return };
            strides.push(1);
        }),
        ("compares by", |graph| {
            let at = first(graph, |kind| matches!(kind, Kind::Compare(..)));
            let Kind::Compare(op, ..) = &mut graph.nodes[at].kind else { return };
            *op = BinaryOp::Add;
        }),
        ("compares masks", |graph| {
            let at = first(graph, |kind| matches!(kind, Kind::Compare(..)));
            let shape = graph.nodes[at].shape.clone();
            add(graph, Kind::Compare(BinaryOp::Eq, id(at), id(at)), &shape, Dtype::Bool);
        }),
        ("where Bool is needed", |graph| {
            let at = first(graph, |kind| matches!(kind, Kind::Select(..)));
            let Kind::Select(truth, a, _) = &mut graph.nodes[at].kind else { return };
            *truth = *a;
        }),
        ("where Int is needed", |graph| {
            let number = graph.constant(1.0, &[2], Span::call_site());
            add(graph, Kind::ToFloat(number), &[2], Dtype::Float);
        }),
        ("a reshape of Float", |graph| {
            let number = graph.constant(1.0, &[2], Span::call_site());
            add(graph, Kind::Reshape(number), &[2, 1], Dtype::Int);
        }),
        ("reshapes 2 elements into 3", |graph| {
            let number = graph.constant(1.0, &[2], Span::call_site());
            add(graph, Kind::Reshape(number), &[3], Dtype::Float);
        }),
        ("reduces the axes [1, 0]", |graph| {
            let number = graph.constant(1.0, &[2, 3], Span::call_site());
            add(graph, Kind::Reduce(super::super::Reduction::Sum, number, vec![1, 0]), &[], Dtype::Float);
        }),
        ("over [0] to another shape", |graph| {
            let number = graph.constant(1.0, &[2, 3], Span::call_site());
            add(graph, Kind::Reduce(super::super::Reduction::Sum, number, vec![0]), &[2], Dtype::Float);
        }),
    ];
    all_are_named(&primal, &known, &mistakes);
}

#[test]
fn mistakes_about_leaves_are_named() {
    let (primal, _, known) = graphs();
    let mistakes: [Mistake; 7] = [
        ("where no parameter starts", |graph| {
            let at = first(graph, is_param);
            graph.nodes[at].kind = Kind::Param(Leaf { offset: 1, steps: Vec::new() });
        }),
        ("1 steps inside of 0 loops", |graph| {
            let at = first(graph, is_param);
            graph.nodes[at].kind = Kind::Param(Leaf { offset: 0, steps: vec![2] });
        }),
        ("has 3 numbers, and the parameter at 0 has 10", |graph| {
            add(graph, Kind::Param(Leaf { offset: 0, steps: Vec::new() }), &[3], Dtype::Float);
        }),
        ("where the parameter is trained", |graph| {
            add(graph, Kind::Frozen(Leaf { offset: 0, steps: Vec::new() }), &[5, 2], Dtype::Float);
        }),
        ("elsewhere", |graph| {
            add(graph, Kind::Input(0), &[3], Dtype::Int);
        }),
        ("is the seed: a number", |graph| {
            add(graph, Kind::Seed, &[2], Dtype::Float);
        }),
        ("where no parameter starts", |graph| {
            // Right in the first iteration, wrong in the second.
            let body = &mut body(graph, |_| true).body;
            let at = first(body, is_param);
            let Kind::Param(leaf) = &mut body.nodes[at].kind else { return };
            leaf.steps[0] += 1;
        }),
    ];
    all_are_named(&primal, &known, &mistakes);
}

#[test]
fn mistakes_about_coordinates_are_named() {
    let (primal, _, mut known) = graphs();
    let mistakes: [Mistake; 12] = [
        ("coordinates for", |graph| drop(coords(graph, is_affine).pop())),
        ("terms for", |graph| {
            let Coord::Affine(affine) = &mut coords(graph, is_affine)[0] else { return };
            affine.terms.push(0);
        }),
        ("outside of axis 0", |graph| {
            let Coord::Affine(affine) = &mut coords(graph, is_affine)[0] else { return };
            affine.offset += 100;
        }),
        ("reads at -1", |graph| {
            let Coord::Affine(affine) = &mut coords(graph, is_affine)[0] else { return };
            affine.offset = -1;
        }),
        ("a view of Float", |graph| {
            let at = first(graph, |kind| matches!(kind, Kind::View(_, coords) if looks_up(coords)));
            graph.nodes[at].dtype = Dtype::Int;
        }),
        ("no view of an argument", |graph| {
            let number = add(graph, Kind::Index(0), &[2], Dtype::Int);
            let table = first(graph, is_param);
            let at = Coord::At(number, vec![Affine::axis(0, 1)]);
            let coords = vec![at, Coord::Affine(Affine::fixed(0, 1))];
            add(graph, Kind::View(id(table), coords), &[2], Dtype::Float);
        }),
        ("looks up by Float", |graph| {
            let at = first(graph, |kind| matches!(kind, Kind::Input(0)));
            graph.nodes[at].dtype = Dtype::Float;
            let at = first(graph, |kind| matches!(kind, Kind::View(_, coords) if looks_up(coords)));
            // What else uses the argument stands behind this.
            graph.nodes.truncate(at + 1);
        }),
        ("looks up by 0 of 1 coordinates", |graph| {
            for coord in coords(graph, looks_up) {
                if let Coord::At(_, at) = coord {
                    at.clear();
                }
            }
        }),
        ("outside of the indices", |graph| {
            for coord in coords(graph, looks_up) {
                if let Coord::At(_, at) = coord {
                    at[0].offset += 2;
                }
            }
        }),
        ("in no part, or in several", |graph| {
            let at = first(graph, |kind| matches!(kind, Kind::Assemble { add: false, .. }));
            let Kind::Assemble { parts, .. } = &mut graph.nodes[at].kind else { return };
            parts.pop();
        }),
        ("in no part, or in several", |graph| {
            let at = first(graph, |kind| matches!(kind, Kind::Assemble { add: false, .. }));
            let Kind::Assemble { parts, .. } = &mut graph.nodes[at].kind else { return };
            // The last element is left out, and another one is there twice.
            let Coord::Affine(to) = &mut parts.last_mut().expect("it has parts").to[0] else { return };
            to.offset -= 1;
        }),
        ("has a part of Int", |graph| {
            let at = first(graph, |kind| matches!(kind, Kind::Assemble { .. }));
            let index = add(graph, Kind::Index(0), &[1], Dtype::Int);
            let Kind::Assemble { parts, add } = graph.nodes[at].kind.clone() else { return };
            let parts = vec![ScatterPart { value: index, to: parts[0].to.clone() }];
            graph.push(Node { kind: Kind::Assemble { parts, add }, ..graph.nodes[at].clone() });
        }),
    ];
    all_are_named(&primal, &known, &mistakes);
    known.bounds[0] = None;
    all_are_named(&primal, &known, &[("argument 0, which is never checked", |_| {})]);
    known.bounds[0] = Some(6);
    all_are_named(&primal, &known, &[("looks up 5 elements by argument 0, which is below 6 only", |_| {})]);
}

#[test]
fn mistakes_about_loops_are_named() {
    let (primal, swept, known) = graphs();
    let mistakes: [Mistake; 10] = [
        ("never runs", |graph| body(graph, |_| true).count = 0),
        ("carries more than its loop has", |graph| {
            let inner = &mut body(graph, |_| true).body;
            let at = first(inner, |kind| matches!(kind, Kind::Carried(_)));
            inner.nodes[at].kind = Kind::Carried(9);
        }),
        ("carries [4] from outside, which is another shape", |graph| {
            let inner = &mut body(graph, |_| true).body;
            let at = first(inner, |kind| matches!(kind, Kind::Carried(_)));
            inner.nodes[at].shape = vec![3];
        }),
        ("is handed [4] from outside, which is another shape", |graph| {
            let inner = &mut body(graph, |_| true).body;
            let at = first(inner, |kind| matches!(kind, Kind::Invariant(_)));
            inner.nodes[at].shape = vec![4, 1];
        }),
        ("into its body: only floats are in memory", |graph| {
            let at = first(graph, |kind| matches!(kind, Kind::Input(0)));
            body(graph, |_| true).invariant.push(id(at));
        }),
        ("carries 1 values and hands on 0", |graph| body(graph, |_| true).body.results.clear()),
        ("carries [4] as value 0 and hands on []", |graph| {
            let inner = &mut body(graph, |_| true).body;
            let number = inner.constant(0.0, &[], Span::call_site());
            inner.results[0] = number;
        }),
        ("is result 7, which there is not", |graph| {
            let at = first(graph, |kind| matches!(kind, Kind::Result(..)));
            let Kind::Result(_, which) = &mut graph.nodes[at].kind else { return };
            *which = 7;
        }),
        ("is not what its loop makes", |graph| {
            let at = first(graph, |kind| matches!(kind, Kind::Result(..)));
            graph.nodes[at].shape = vec![5];
        }),
        ("is the seed: a number, and outside of loops", |graph| {
            add(&mut body(graph, |_| true).body, Kind::Seed, &[], Dtype::Float);
        }),
    ];
    all_are_named(&primal, &known, &mistakes);
    let mistakes: [Mistake; 2] = [
        ("and runs 2 times", |graph| body(graph, |repeat| !repeat.sliced.is_empty()).count = 2),
        ("slices more than its loop has", |graph| body(graph, |repeat| !repeat.sliced.is_empty()).sliced.clear()),
    ];
    // The loop that keeps what this one slices would be seen first.
    let mut shorter = swept.clone();
    let kept = first(&shorter, |kind| matches!(kind, Kind::Repeat(repeat) if !repeat.sliced.is_empty()));
    shorter.nodes.truncate(kept + 1);
    shorter.results.clear();
    shorter.gradients.clear();
    all_are_named(&shorter, &known, &mistakes);
}

#[test]
fn mistakes_about_results_and_gradients_are_named() {
    let (_, swept, known) = graphs();
    let mistakes: [Mistake; 7] = [
        ("result 0 does not exist", |graph| graph.results[0] = id(100_000)),
        ("result 0 does not exist", |graph| {
            graph.results[0] = id(first(graph, |kind| matches!(kind, Kind::Repeat(_))));
        }),
        ("only floats are returned", |graph| {
            graph.results[0] = id(first(graph, |kind| matches!(kind, Kind::Input(0))));
        }),
        ("gradient 0 does not exist", |graph| graph.gradients[0].value = id(100_000)),
        ("only floats are added", |graph| {
            graph.gradients[0].value = id(first(graph, |kind| matches!(kind, Kind::Input(0))));
        }),
        ("where the parameter is frozen", |graph| {
            let at = first(graph, |kind| matches!(kind, Kind::Frozen(_)));
            let Kind::Frozen(leaf) = graph.nodes[at].kind.clone() else { return };
            graph.gradients.push(Gradient { leaf, value: id(at) });
        }),
        ("gradient 0 has 1 numbers", |graph| graph.gradients[0].value = graph.results[0]),
    ];
    all_are_named(&swept, &known, &mistakes);
}
