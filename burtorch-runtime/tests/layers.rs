//! The rows of a layer give the bits of single nodes, in values and adjoints, however their inputs lie on the tape.

#![cfg(feature = "alloc")]
#![allow(clippy::float_cmp, reason = "to the bit is the claim")]

use burtorch_runtime::Rng;
use burtorch_runtime::eager::{Activation, Linear, Order, Run, Scalar, Start, Tape, Value};
use burtorch_runtime::rules::Op;

/// The outputs of a layer, one node at a time.
fn one_by_one<T: Scalar>(tape: &Tape<T>, layer: &Linear, xs: &[Run]) -> Vec<Value> {
    let inputs: usize = xs.iter().map(|run| run.len()).sum();
    let row = |row: usize| layer.weight().part(row * inputs..(row + 1) * inputs);
    let output = |at: usize| match layer.bias() {
        none if none.is_empty() => tape.dot(xs, row(at)).id(),
        bias => tape.dot_bias(xs, row(at), bias.get(at)).id(),
    };
    (0..layer.weight().len() / inputs).map(output).collect()
}

/// The values of a layer's outputs, and the adjoints of all that is on the tape after a sweep from some of the outputs: of
/// single nodes, and of the layer.
fn both<T: Scalar>(
    make: impl Fn(&Tape<T>) -> (Linear, Vec<Run>),
    some: fn(usize) -> bool,
    sweep: impl Fn(&mut Tape<T>, Value),
) -> [Vec<T>; 2] {
    [false, true].map(|as_layer| {
        let mut tape = Tape::new();
        let first = tape.leaf(T::zero()).id();
        let (layer, xs) = make(&tape);
        let ys: Vec<Value> =
            if as_layer { layer.forward(&tape, &xs).iter().collect() } else { one_by_one(&tape, &layer, &xs) };
        let mut rng = Rng::seed(7);
        let wanted = ys.iter().enumerate().filter(|&(at, _)| some(at));
        let parts: Vec<Value> = wanted.map(|(_, &y)| (tape.at(y) * T::zero().lit(rng.normal())).id()).collect();
        let root = tape.sum(&parts).id();
        sweep(&mut tape, root);
        let mut all: Vec<T> = ys.iter().map(|&y| tape.value(y)).collect();
        all.extend(tape.adjoints(Run::between(first, root)).iter());
        all
    })
}

/// In all ways to sweep.
fn check<T: Scalar>(what: &str, make: impl Fn(&Tape<T>) -> (Linear, Vec<Run>)) {
    let same = |how: &str, some: fn(usize) -> bool, sweep: &dyn Fn(&mut Tape<T>, Value)| {
        let [expected, found] = both(&make, some, sweep);
        assert_eq!(expected.len(), found.len(), "{what}, {how}");
        assert!(expected.iter().zip(&found).all(|(&a, &b)| a.is(b)), "{what}, {how}: {expected:?} and {found:?}");
        assert!(expected.iter().any(|&value| value != T::zero()));
    };
    let all = |_: usize| true;
    same("backward", all, &|tape, root| tape.backward(root));
    same("from some rows", |at| at % 3 != 1, &|tape, root| tape.backward(root));
    same("twice", all, &|tape, root| {
        tape.backward(root);
        tape.backward(root);
    });
    same("phase by phase", all, &|tape, root| {
        let mut order = Order::new();
        tape.order(root, &mut order);
        tape.backward_inner(&order);
        tape.backward_leaves(&order);
    });
    for stop in 0..12 {
        same("stopped", all, &|tape, root| {
            let mut order = Order::new();
            tape.order(root, &mut order);
            let mut visited = 0;
            let to_the_end = tape.backward_while(&order, || {
                visited += 1;
                visited <= stop
            });
            assert_eq!(visited, order.visits().len().min(stop + 1));
            assert_eq!(to_the_end, order.visits().len() <= stop);
        });
    }
}

fn layer<T: Scalar>(tape: &Tape<T>, inputs: usize, outputs: usize, bias: bool) -> Linear {
    let make = if bias { Linear::new } else { Linear::without_bias };
    make(tape, inputs, outputs, Activation::Identity, Start::Uniform, &mut Rng::seed(3))
}

fn leaves<T: Scalar>(tape: &Tape<T>, count: usize) -> Run {
    let mut rng = Rng::seed(5);
    let values: Vec<T> = (0..count).map(|_| T::zero().lit(rng.normal())).collect();
    tape.leaves(&values)
}

/// Layers of some sizes, their inputs in some places.
fn check_all<T: Scalar>() {
    for (inputs, outputs) in [(1, 1), (3, 2), (8, 8), (9, 17), (24, 65), (40, 12)] {
        for bias in [false, true] {
            let what = |inputs_are: &str| format!("{inputs} to {outputs}, bias {bias}, {inputs_are}");
            let layer = |tape: &Tape<T>| layer(tape, inputs, outputs, bias);
            check(&what("leaves"), |tape| (layer(tape), vec![leaves(tape, inputs)]));
            check(&what("before the weights"), |tape| {
                let xs = leaves(tape, inputs);
                (layer(tape), vec![xs])
            });
            check(&what("inner nodes"), |tape| {
                let layer = layer(tape);
                let xs = leaves(tape, inputs);
                (layer, vec![tape.each(Op::Exp, xs)])
            });
            check(&what("weights of the layer"), |tape| {
                let layer = layer(tape);
                let xs = layer.weight().part(0..inputs);
                (layer, vec![xs])
            });
            if inputs > 1 {
                let half = inputs / 2;
                let parts = |tape: &Tape<T>| {
                    let xs = tape.each(Op::Tanh, leaves(tape, 2 * inputs));
                    (xs.part(0..half), xs.part(inputs..2 * inputs - half))
                };
                check(&what("two parts"), |tape| {
                    let (layer, (a, b)) = (layer(tape), parts(tape));
                    (layer, vec![a, b])
                });
                check(&what("two parts, the later first"), |tape| {
                    let (layer, (a, b)) = (layer(tape), parts(tape));
                    (layer, vec![b, a])
                });
                check(&what("the same twice"), |tape| {
                    let (layer, xs) = (layer(tape), leaves(tape, inputs));
                    (layer, vec![xs.part(0..half), xs.part(0..inputs - half)])
                });
            }
        }
    }
    check("biases of the layer", |tape| {
        let layer = layer::<T>(tape, 5, 5, true);
        let xs = layer.bias();
        (layer, vec![xs])
    });
}

#[test]
fn rows_of_a_layer_have_the_bits_of_single_nodes() {
    check_all::<f32>();
    check_all::<f64>();
}

#[test]
fn a_layer_without_inputs_is_its_bias() {
    let mut tape = Tape::<f64>::new();
    let layer = Linear::new(&tape, 0, 3, Activation::Identity, Start::Uniform, &mut Rng::seed(1));
    let none: [Run; 0] = [];
    tape.values(layer.bias()).fill(2.0);
    let ys = layer.forward(&tape, none);
    assert_eq!(tape.values(ys), [2.0; 3]);
    let root = tape.sum(ys).id();
    tape.backward(root);
    assert_eq!(tape.adjoints(layer.bias()), [1.0; 3]);
}
