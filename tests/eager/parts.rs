//! Parts of one graph, built by several threads.

use std::thread;

use burtorch::Rng;
use burtorch::eager::{Activation, Mlp, Order, Part, Run, Start, Tape, Value};

/// A graph with every kind of node, on what the tape has and on its own.
fn build(tape: &Tape<f64>, mlp: &Mlp, weights: Run, seed: u64, size: usize) -> Value {
    let mut rng = Rng::seed(seed);
    let mut sum = tape.leaf(rng.normal()).label("start");
    for _ in 0..size {
        let x = tape.leaves(&[rng.normal(), rng.normal()]);
        let y = mlp.forward(tape, x);
        let called = tape.call([y.get(0), sum.id()], |[a, b]| (a * b, [b, a]));
        sum = called.tanh() * 0.5 + tape.dot(weights, [tape.at(x.get(0)), tape.at(y.get(0))]) / 3.0;
        let _ = tape.deferred(burtorch::rules::Op::Exp, &[sum.id()]);
    }
    sum.id()
}

fn setup() -> (Tape<f64>, Mlp, Run) {
    let tape = Tape::new();
    let mlp = Mlp::new(&tape, &[2, 5, 1], Activation::Tanh, Start::FanIn, &mut Rng::seed(1));
    let weights = tape.leaves(&[0.7, -0.3]);
    (tape, mlp, weights)
}

/// The value of the sum of all roots, and the gradient of all parameters.
fn finish(mut tape: Tape<f64>, params: &[Run], roots: &[Value]) -> (f64, Vec<f64>, usize) {
    let sum = tape.sum(roots).id();
    tape.backward(sum);
    let gradient = params.iter().flat_map(|&run| tape.adjoints(run).to_vec()).collect();
    (tape.value(sum), gradient, tape.len())
}

fn in_one_go(threads: usize, size: usize) -> (f64, Vec<f64>, usize) {
    let (tape, mlp, weights) = setup();
    let roots: Vec<Value> = (0..threads).map(|at| build(&tape, &mlp, weights, at as u64, size)).collect();
    finish(tape, &[mlp.params(), weights], &roots)
}

fn in_parts(threads: usize, size: usize) -> (f64, Vec<f64>, usize) {
    let (mut tape, mlp, weights) = setup();
    let parts: Vec<Part<f64>> = (0..threads).map(|_| tape.part()).collect();
    let parts: Vec<(Part<f64>, Value)> = thread::scope(|scope| {
        let start = |(at, part): (usize, Part<f64>)| {
            let mlp = &mlp;
            scope.spawn(move || {
                let root = build(&part, mlp, weights, at as u64, size);
                (part, root)
            })
        };
        let threads: Vec<_> = parts.into_iter().enumerate().map(start).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let roots: Vec<Value> = parts.into_iter().map(|(mut part, root)| tape.join(&mut part).value(root)).collect();
    finish(tape, &[mlp.params(), weights], &roots)
}

#[test]
fn parts_are_the_graph_in_one_go() {
    for size in [1, 3, 20] {
        let (value, gradient, len) = in_one_go(3, size);
        let (joined, slopes, joined_len) = in_parts(3, size);
        assert_eq!(joined, value);
        // A constant may be there once for each part.
        assert!((len..len + 10).contains(&joined_len), "{joined_len}, in one go {len}");
        assert_eq!(slopes, gradient);
    }
}

/// Many times, so that threads meet in many ways: the result never depends on who was faster.
#[test]
fn parts_give_the_same_every_time() {
    let rounds = if cfg!(miri) { 2 } else { 200 };
    let expected = in_parts(4, 5);
    for _ in 0..rounds {
        assert_eq!(in_parts(4, 5), expected);
    }
}

#[test]
fn a_part_is_a_tape() {
    let mut tape = Tape::new();
    let x = tape.leaf(2.0).id();
    let y = (tape.at(x) * 3.0).id();
    let mut part = tape.part();
    let z = part.at(y) * part.at(x);
    z.backward();
    assert_eq!((z.value(), part.adjoint(x)), (12.0, 12.0));
    let z = z.id();
    // What the part did to its adjoints is not the tape's.
    let other = tape.leaf(1.0).label("other").id();
    let z = tape.join(&mut part).value(z);
    assert_eq!((z.index(), tape.adjoint(x)), (other.index() + 1, 0.0));
    let mut order = Order::new();
    tape.order(z, &mut order);
    tape.backward_in(&order);
    assert_eq!(tape.adjoint(x), 12.0);
}

#[test]
fn a_run_from_before_the_part_to_after_it_is_split() {
    let mut tape = Tape::new();
    let old = tape.leaves(&[1.0, 2.0]);
    let mut part = tape.part();
    let new = part.leaves(&[3.0, 4.0]);
    let mean = part.mean(Run::between(old.get(1), new.get(0))).id();
    let _ = tape.leaf(100.0);
    let joined = tape.join(&mut part);
    let (new, mean) = (joined.run(new), joined.value(mean));
    tape.backward(mean);
    assert_eq!((tape.value(mean), tape.adjoints(old)[1], tape.adjoints(new)[0]), (2.5, 0.5, 0.5));
    assert_eq!((tape.adjoints(old)[0], tape.adjoints(new)[1]), (0.0, 0.0));
}

#[test]
fn a_part_starts_again_in_its_memory() {
    let mut tape = Tape::new();
    let x = tape.leaf(2.0).id();
    let start = tape.checkpoint();
    let mut part = tape.part();
    for factor in [3.0, 4.0] {
        tape.values(x)[0] = factor;
        tape.restart(&mut part);
        let y = (part.at(x) * part.leaf(10.0)).id();
        assert_eq!(part.len(), 3);
        let y = tape.join(&mut part).value(y);
        assert_eq!((tape.value(y), part.len()), (10.0 * factor, 1));
        tape.rewind(start);
    }
}

#[test]
fn names_come_along() {
    let mut tape = Tape::new();
    let x = tape.leaf(2.0).label("x").id();
    let mut part = tape.part();
    let y = part.at(x).sqr().label("y").id();
    let _ = tape.leaf(0.0).label("between");
    let y = tape.join(&mut part).value(y);
    assert_eq!(tape.at(y).to_string(), "y #2 = sqr(x #0) = 4, adjoint 0");
}

#[test]
fn a_tape_can_be_sent() {
    fn is_send<T: Send>(_: &T) {}
    let tape = Tape::<f32>::new();
    is_send(&tape);
    is_send(&tape.part());
}

#[test]
#[should_panic(expected = "rewound to before the part began")]
fn a_part_of_what_is_gone_is_not_joined() {
    let mut tape = Tape::new();
    let start = tape.checkpoint();
    let _ = tape.leaf(1.0);
    let mut part = tape.part();
    tape.rewind(start);
    tape.join(&mut part);
}
