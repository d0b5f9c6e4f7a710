//! Sweeps with a say in what is handed on, and the random one: right in the mean, with the variance that its formula has.

use burtorch::Rng;
use burtorch::eager::{Activation, Linear, Order, Run, Start, Tape, Value};

/// A network with a wide layer, on a tape: its parameters, its hidden units, and its order.
struct Net {
    tape: Tape<f64>,
    first: Linear,
    hidden: Run,
    order: Order,
}

const HIDDEN: usize = 32;

fn net() -> Net {
    let mut tape = Tape::new();
    let rng = &mut Rng::seed(7);
    let first = Linear::new(&tape, 3, HIDDEN, Activation::Tanh, Start::Uniform, rng);
    let last = Linear::new(&tape, HIDDEN, 1, Activation::Identity, Start::Uniform, rng);
    let x = tape.leaves(&[0.3, -0.8, 1.1]);
    let hidden = first.forward(&tape, x);
    let y = tape.at(last.forward(&tape, hidden).get(0));
    let root = (y * y).id();
    let mut order = Order::new();
    tape.order(root, &mut order);
    Net { tape, first, hidden, order }
}

fn gradient(net: &mut Net) -> Vec<f64> {
    net.tape.clear_adjoints();
    net.tape.backward_in(&net.order);
    net.tape.adjoints(net.first.params()).to_vec()
}

#[test]
fn a_map_that_changes_nothing_gives_the_gradient_to_the_bit() {
    let mut net = net();
    let whole = gradient(&mut net);
    net.tape.clear_adjoints();
    let mut seen: Vec<Value> = Vec::new();
    let visited = net.tape.backward_map(&net.order, |node, adjoint| {
        seen.push(node);
        Some(adjoint)
    });
    assert_eq!(net.tape.adjoints(net.first.params()), whole);
    assert_eq!(visited, net.order.visits().len());
    assert!(seen.into_iter().eq(net.order.visits()), "each node once, the latest first");
}

#[test]
fn a_node_that_is_left_out_hands_on_nothing_and_others_what_they_are_told() {
    let mut tape = Tape::new();
    let (a, b) = (tape.leaf(2.0), tape.leaf(5.0));
    let (left, right) = (a * 3.0, b.sqr());
    let sum = left + right;
    let [a, b, left, right, sum] = [a, b, left, right, sum].map(burtorch::eager::Var::id);
    let mut order = Order::new();
    tape.order(sum, &mut order);
    let visited = tape.backward_map(&order, |node, adjoint| match node {
        node if node == left => None,
        node if node == right => Some(10.0 * adjoint),
        _ => Some(adjoint),
    });
    assert_eq!((visited, tape.adjoint(a), tape.adjoint(b), tape.adjoint(right)), (2, 0.0, 100.0, 10.0));
    // With respect to `a` alone: `b` is not touched.
    tape.clear_adjoints();
    tape.order_for(sum, a, &mut order);
    tape.backward_map(&order, |_, adjoint| Some(2.0 * adjoint));
    assert_eq!((tape.adjoint(a), tape.adjoint(b)), (12.0, 0.0));
}

#[test]
fn a_random_gradient_is_unbiased_and_has_the_variance_of_its_formula() {
    const DRAWS: u32 = 100_000;
    const KEEP: f64 = 0.25;
    let mut net = net();
    let whole = gradient(&mut net);
    let hidden: Vec<Value> = (0..HIDDEN).map(|at| net.hidden.get(at)).collect();
    let (mut sum, mut squares, mut visited) = (vec![0.0; whole.len()], 0.0_f64, 0);
    let mut rng = Rng::seed(11);
    for _ in 0..DRAWS {
        net.tape.clear_adjoints();
        let keep = |node| if hidden.contains(&node) { KEEP } else { 1.0 };
        visited += net.tape.backward_sampled(&net.order, &mut rng, keep);
        for ((sum, &mut part), whole) in sum.iter_mut().zip(net.tape.adjoints(net.first.params())).zip(&whole) {
            *sum += part;
            squares += (part - whole).powi(2);
        }
    }
    // A parameter of the first layer has one path, through its unit: the variance is (1/keep − 1) of its square.
    let expected = whole.iter().map(|slope| slope * slope).sum::<f64>() * (1.0 / KEEP - 1.0);
    let variance = squares / f64::from(DRAWS);
    assert!((variance / expected - 1.0).abs() < 0.02, "the variance is {variance}, not {expected}");
    for (sum, whole) in sum.iter().zip(&whole) {
        // Five standard deviations of the mean.
        let bound = 5.0 * whole.abs() * ((1.0 / KEEP - 1.0) / f64::from(DRAWS)).sqrt();
        assert!((sum / f64::from(DRAWS) - whole).abs() <= bound, "{sum} / {DRAWS} is not {whole}");
    }
    // The nodes behind the layer are visited always, a unit and its activation in a quarter of the draws.
    let all = net.order.visits().len() * DRAWS as usize;
    assert!(10 * visited < 3 * all, "{visited} of {all} nodes are visited");
}

#[test]
#[should_panic(expected = "a node is kept with a probability in (0, 1], not 0")]
fn a_probability_of_zero_is_refused() {
    let mut net = net();
    net.tape.backward_sampled(&net.order, &mut Rng::seed(1), |_| 0.0);
}
