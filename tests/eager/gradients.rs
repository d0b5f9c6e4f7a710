//! Gradients in all their forms: scratch, reused orders, phases, several roots, some leaves, early ends, rewinds.

use std::cell::Cell;

use burtorch::eager::{Activation, Linear, Mlp, Neuron, Order, Run, Start, Tape, Value, Var};
use burtorch::rules::{Many, Op};
use burtorch::{Rng, differentiable};

use super::{gradient, small, tiny};

#[test]
fn an_order_holds_for_graphs_of_the_same_structure() {
    let mut tape = Tape::with_capacity(64);
    let start = tape.checkpoint();
    let mut order = Order::with_capacity(64);
    let build = |tape: &mut Tape<f64>, x: f64, y: f64| {
        tape.rewind(start);
        let (a, b) = (tape.leaf(x), tape.leaf(y));
        (small(a, b).id(), a.id(), b.id())
    };
    let (root, ..) = build(&mut tape, 1.0, 1.0);
    tape.order(root, &mut order);
    for step in 0..50 {
        let (x, y) = (f64::from(step) / 7.0 - 4.0, 2.0 - f64::from(step) / 9.0);
        let (root, a, b) = build(&mut tape, x, y);
        tape.backward_in(&order);
        let (value, [da, db]) = gradient([x, y], |_, [a, b]| small(a, b));
        assert_eq!((tape.value(root), tape.adjoint(a), tape.adjoint(b)), (value, da, db));
    }
}

#[test]
fn a_scratch_of_the_caller_gives_the_same() {
    let mut tape = Tape::new();
    let (a, b) = (tape.leaf(-41.0), tape.leaf(2.0));
    let (root, a, b) = (tiny(a, b).id(), a.id(), b.id());
    let mut scratch = Order::new();
    for times in 1..4 {
        tape.backward_with(root, &mut scratch);
        let times = f64::from(times);
        assert_eq!((tape.adjoint(a), tape.adjoint(b)), (-35.0 * times, 1050.0 * times));
    }
    // The product, the sum, the cube, the second sum, the difference, its square, and the half.
    tape.order(root, &mut scratch);
    assert_eq!(scratch.visits().len(), 7);
}

/// A graph of random rows on some leaves; returns its last value.
fn random_graph(tape: &Tape<f64>, leaves: Run, rng: &mut Rng, size: usize) -> Value {
    let mut values: Vec<Value> = leaves.iter().collect();
    for _ in 0..size {
        let mut pick = || {
            // Mostly new values, so that graphs are deep.
            let back = rng.below(values.len()).min(rng.below(values.len()));
            tape.at(values[values.len() - 1 - back])
        };
        let (a, b, c) = (pick(), pick(), pick());
        let new = match rng.below(14) {
            0 => a + b,
            1 => a - b,
            2 => a * b,
            3 => a / (b.sqr() + 1.0),
            4 => -a,
            5 => a.tanh(),
            6 => (a * 0.25).sigmoid(),
            7 => a.relu(),
            8 => a.sin(),
            9 => a.max(b),
            10 => tape.mean([a, b, c, a]),
            11 => tape.dot([a, b], [b, c]) * 0.5,
            12 => tape.call([a.id(), b.id()], |[a, b]| (a - 2.0 * b, [1.0, -2.0])),
            _ => a.mul_add(b, c).tanh(),
        };
        values.push(new.tanh().id());
    }
    values[values.len() - 1]
}

#[test]
fn all_ways_to_a_gradient_lead_to_the_same_bits() {
    let mut rng = Rng::seed(12);
    let (mut scratch, mut order) = (Order::new(), Order::new());
    let sizes = if cfg!(miri) { 1..8 } else { 1..120 };
    for size in sizes {
        let mut tape = Tape::new();
        let numbers: Vec<f64> = (0..4).map(|_| rng.normal()).collect();
        let leaves = tape.leaves(&numbers);
        let root = random_graph(&tape, leaves, &mut rng, size);
        let mut gradient = |way: &mut dyn FnMut(&mut Tape<f64>)| {
            tape.clear_adjoints();
            way(&mut tape);
            let all = Run::between(leaves.get(0), root);
            tape.adjoints(all).to_vec()
        };
        let expected = gradient(&mut |tape| tape.backward(root));
        assert_eq!(gradient(&mut |tape| tape.at(root).backward()), expected);
        assert_eq!(gradient(&mut |tape| tape.backward_with(root, &mut scratch)), expected);
        assert_eq!(gradient(&mut |tape| tape.backward_from(&[(root, 1.0)], &mut scratch)), expected);
        assert_eq!(
            gradient(&mut |tape| {
                tape.order(root, &mut order);
                tape.backward_in(&order);
            }),
            expected
        );
        assert_eq!(gradient(&mut |tape| tape.backward_in(&order)), expected);
        assert_eq!(
            gradient(&mut |tape| {
                tape.backward_inner(&order);
                tape.backward_leaves(&order);
            }),
            expected
        );
        let some = gradient(&mut |tape| {
            tape.order_for(root, leaves, &mut order);
            tape.backward_in(&order);
        });
        assert_eq!(some[..leaves.len()], expected[..leaves.len()]);
        // Without clearing, those of leaves add up, in another order.
        tape.backward(root);
        for (twice, once) in tape.adjoints(leaves).iter().zip(&expected) {
            assert!((twice - 2.0 * once).abs() <= 1e-12 * once.abs(), "{twice}, once {once}");
        }
    }
}

/// The square is an argument of a product, which a sweep has in its loop, and then of a sine, which it calls: the sum that the
/// product left is not the last one.
#[test]
fn a_sum_that_grows_between_two_visits_is_read_again() {
    let mut tape = Tape::new();
    let x = tape.leaf(0.5_f64);
    let square = x.sqr();
    let sine = square.sin();
    let (root, x) = ((square * 2.0 + sine).id(), x.id());
    let mut order = Order::new();
    tape.order(root, &mut order);
    tape.backward_in(&order);
    assert_eq!(tape.adjoint(x), 2.0 + 0.25_f64.cos());
}

/// Rows in any order of two leaves, an argument twice among them: the sums of one visit are where the next one looks for its own.
#[test]
fn sums_of_the_last_visit_are_those_of_memory() {
    for code in 0..4_usize.pow(4) {
        let mut tape = Tape::new();
        let (x, y) = (tape.leaf(0.5_f64), tape.leaf(3.0));
        let mut sum = x * y;
        for row in (0..4).map(|at| code / 4_usize.pow(at) % 4) {
            sum += match row {
                0 => x + y,
                1 => x + x,
                2 => y * x,
                _ => y.sqr(),
            };
        }
        let (root, x, y) = (sum.id(), x.id(), y.id());
        tape.backward(root);
        let gradient = [tape.adjoint(x), tape.adjoint(y)];
        tape.clear_adjoints();
        let mut order = Order::new();
        tape.order(root, &mut order);
        tape.backward_in(&order);
        assert_eq!([tape.adjoint(x), tape.adjoint(y)], gradient, "{code}");
    }
}

#[test]
fn several_roots_add_up() {
    let mut tape = Tape::new();
    let (x, y) = (tape.leaf(2.0), tape.leaf(5.0));
    let (product, square) = (x * y, x.sqr());
    let (x, y, product, square) = (x.id(), y.id(), product.id(), square.id());
    let mut scratch = Order::new();
    tape.backward_from(&[(product, 1.0), (square, 10.0)], &mut scratch);
    assert_eq!((tape.adjoint(x), tape.adjoint(y)), (5.0 + 40.0, 2.0));
    // One of them is an argument of the other.
    tape.clear_adjoints();
    let both = (tape.at(product) * 3.0).id();
    tape.backward_from(&[(both, 1.0), (product, 1.0)], &mut scratch);
    assert_eq!((tape.adjoint(product), tape.adjoint(x)), (4.0, 20.0));
    // The same one twice.
    tape.clear_adjoints();
    tape.backward_from(&[(square, 1.0), (square, 1.0)], &mut scratch);
    assert_eq!(tape.adjoint(x), 8.0);
    tape.backward_from(&[], &mut scratch);
    assert_eq!(tape.adjoint(x), 8.0);
}

#[test]
fn what_other_leaves_need_is_not_visited() {
    let mut tape = Tape::new();
    let params = tape.leaves(&[0.5, -0.25, 2.0]);
    let frozen = tape.leaf(3.0);
    let of = |at: usize| tape.at(params.get(at));
    let heavy = (frozen.sin() * frozen.exp()).tanh();
    let y = tape.dot([of(0), of(1)], [heavy, frozen]) * of(2);
    let (frozen, heavy, y) = (frozen.id(), heavy.id(), y.id());
    let mut order = Order::new();
    tape.order_for(y, params, &mut order);
    assert_eq!(order.visits().len(), 2);
    tape.backward_in(&order);
    let some: Vec<f64> = tape.adjoints(params).to_vec();
    assert_eq!((tape.adjoint(frozen), tape.adjoint(heavy)), (0.0, 0.0));
    tape.clear_adjoints();
    tape.backward(y);
    assert_eq!(tape.adjoints(params), some);
    assert_ne!(tape.adjoint(frozen), 0.0);
    // A leaf on which the root does not depend.
    let other = tape.leaf(1.0).id();
    tape.order_for(y, other, &mut order);
    assert_eq!(order.visits().len(), 0);
}

#[test]
fn a_gradient_can_be_stopped() {
    let mut tape = Tape::new();
    let x = tape.leaf(0.5);
    let (mut y, x) = (x, x.id());
    for _ in 0..100 {
        y = y.sin();
    }
    let y = y.id();
    let mut order = Order::new();
    tape.order(y, &mut order);
    let left = Cell::new(30);
    let go_on = || left.replace(left.get() - 1) > 0;
    assert!(!tape.backward_while(&order, go_on));
    assert_eq!((left.get(), tape.adjoint(x)), (-1, 0.0));
    assert!(tape.backward_while(&order, || true));
    let whole = tape.adjoint(x);
    tape.clear_adjoints();
    tape.backward(y);
    assert_eq!(tape.adjoint(x), whole);
}

#[test]
fn a_rewind_leaves_what_was_before_and_nothing_of_what_was_after() {
    let mut tape = Tape::new();
    let weight = tape.leaf(3.0).id();
    let before = (tape.at(weight) * 2.0).id();
    tape.backward(before);
    let start = tape.checkpoint();
    for round in 0..5 {
        let x = tape.leaf(f64::from(round));
        assert_eq!(x.adjoint(), 0.0, "a place that was used before has no adjoint");
        let (x, y) = (x.id(), (x * tape.at(weight) + tape.at(before)).id());
        assert_eq!(tape.adjoint(y), 0.0);
        tape.backward(y);
        assert_eq!(tape.adjoint(x), 3.0);
        tape.rewind(start);
        assert_eq!(tape.len(), 3);
    }
    assert_eq!(tape.adjoint(weight), 2.0 + (0.0 + 1.0 + 2.0 + 3.0 + 4.0) + 5.0 * 2.0);
}

#[test]
fn a_place_that_is_used_again_has_no_adjoint_whoever_asks() {
    type Ask = fn(&mut Tape<f64>, Value) -> f64;
    let ask: [Ask; 5] = [
        |tape, x| tape.adjoint(x),
        |tape, x| tape.adjoints(x)[0],
        |tape, x| {
            tape.clear_inner_adjoints();
            tape.adjoint(x)
        },
        |tape, x| {
            tape.descend(x, 1.0);
            tape.value(x) - 2.0
        },
        |tape, x| {
            let mut bytes = Vec::new();
            tape.write(&mut bytes).expect("a vector takes all");
            Tape::<f64>::read(&bytes[..]).expect("it was written just now").adjoint(x)
        },
    ];
    for (at, ask) in ask.iter().enumerate() {
        let mut tape = Tape::new();
        let start = tape.checkpoint();
        let y = tape.leaf(1.0).sqr().id();
        tape.backward(y);
        tape.rewind(start);
        let x = tape.leaf(2.0).id();
        assert_eq!(ask(&mut tape, x), 0.0, "way {at}");
    }
}

#[test]
fn an_adjoint_that_was_written_into_a_node_is_no_part_of_a_gradient() {
    type Gradient = fn(&mut Tape<f64>, Value, &Order);
    let mut tape = Tape::new();
    let x = tape.leaf(3.0);
    let square = x.sqr();
    let (x, square, y) = (x.id(), square.id(), square.sqr().id());
    let mut order = Order::new();
    tape.order(y, &mut order);
    let gradients: [Gradient; 2] = [|tape, y, _| tape.backward(y), |tape, _, order| tape.backward_in(order)];
    for gradient in gradients {
        tape.adjoints(square)[0] = 5.0;
        gradient(&mut tape, y, &order);
        assert_eq!(tape.adjoint(x), 4.0 * 27.0);
        tape.clear_adjoints();
    }
}

#[test]
fn a_graph_of_a_million_nodes_needs_no_stack() {
    let count: u32 = if cfg!(miri) { 1000 } else { 1_000_000 };
    let mut tape = Tape::new();
    let x = tape.leaf(1.0);
    let mut y = x;
    for _ in 0..count {
        y *= 1.0 + 1.0 / f64::from(count);
    }
    let (x, y) = (x.id(), y.id());
    assert_eq!(tape.len(), 2 + count as usize, "the constant is shared");
    tape.backward(y);
    assert!((tape.adjoint(x) - 1.0_f64.exp()).abs() < 2.0 / f64::from(count));
}

#[test]
fn a_compiled_function_is_one_node() {
    #[differentiable]
    fn energy(x: f64, y: f64) -> f64 {
        (x * y).sin() + x.exp() / (1.0 + y * y)
    }

    #[differentiable]
    fn norm(x: &[f64]) -> f64 {
        let mut sum = 0.0;
        for v in x {
            sum += v * v;
        }
        sum.sqrt()
    }

    let (value, slopes) = gradient([0.4, -1.3], |tape, [x, y]| {
        let called = tape.call([(x * 2.0).id(), y.id()], |[x, y]| {
            let (value, (dx, dy)) = energy::value_and_grad(x, y);
            (value, [dx, dy])
        });
        called * y
    });
    let (inner, (dx, dy)) = energy::value_and_grad(0.8, -1.3);
    assert_eq!((value, slopes), (inner * -1.3, [dx * -1.3 * 2.0, inner + dy * -1.3]));

    let (value, slopes) = gradient([3.0, 4.0], |tape, xs| {
        let both = xs.map(Var::id);
        tape.call_slice(both, |x, slopes| {
            slopes.copy_from_slice(&norm::grad(x));
            norm(x)
        })
    });
    assert_eq!((value, slopes.to_vec()), (5.0, norm::grad(&[3.0, 4.0])));
}

#[test]
fn inputs_in_parts_give_what_inputs_in_one_give() {
    let mut rng = Rng::seed(4);
    let mut tape = Tape::<f64>::new();
    // More outputs than are summed side by side, and a rest.
    let layer = Linear::new(&tape, 7, 19, Activation::Tanh, Start::Uniform, &mut rng);
    let numbers: Vec<f64> = (0..7).map(|_| rng.normal()).collect();
    let whole = tape.leaves(&numbers);
    let split: Vec<Run> = [0..2, 2..3, 3..7]
        .map(|part| {
            tape.leaf(0.0); // so that they are not consecutive
            tape.leaves(&numbers[part])
        })
        .into();
    let mut seen = Vec::new();
    for inputs in [vec![whole], split] {
        tape.clear_adjoints();
        let y = layer.forward(&tape, &inputs);
        let root = tape.sum_of_squares(y).id();
        tape.backward(root);
        let slopes: Vec<f64> = inputs.iter().flat_map(|run| run.iter()).map(|x| tape.adjoint(x)).collect();
        seen.push((tape.values(y).to_vec(), slopes, tape.adjoints(layer.params()).to_vec()));
    }
    assert_eq!(seen[0], seen[1]);
    // And what the rows of the table give, one by one.
    for (row, &y) in seen[0].0.iter().enumerate() {
        let (weights, bias) = (layer.weight().part(row * 7..(row + 1) * 7), layer.bias().get(row));
        assert_eq!(tape.dot_bias(whole, weights, bias).tanh().value(), y);
    }
}

#[test]
fn layers_start_as_they_are_told() {
    let mut tape = Tape::<f32>::new();
    let mut rng = Rng::seed(9);
    let zero = Neuron::new(&tape, 5, Activation::Identity, Start::Zero, &mut rng);
    assert_eq!(tape.values(zero.params()), [0.0; 6]);
    for (start, width) in [(Start::Uniform, 1.0), (Start::FanIn, 0.1)] {
        let layer = Linear::new(&tape, 100, 50, Activation::Identity, start, &mut rng);
        let numbers = tape.values(layer.params());
        assert_eq!(numbers.len(), 5050);
        assert!(numbers.iter().all(|number| number.abs() <= width));
        let largest = numbers.iter().fold(0.0_f32, |largest, number| largest.max(number.abs()));
        assert!(largest > 0.99 * width, "{largest}");
    }
    let bare = Linear::without_bias(&tape, 3, 2, Activation::Sigmoid, Start::Uniform, &mut rng);
    assert_eq!((bare.params().len(), bare.bias().len()), (6, 0));
    let mlp = Mlp::new(&tape, &[3, 4, 4, 2], Activation::Relu, Start::FanIn, &mut rng);
    assert_eq!((mlp.params().len(), mlp.layers().len()), (16 + 20 + 10, 3));
}

#[test]
fn an_mlp_has_the_gradient_of_differences() {
    for activation in [Activation::Identity, Activation::Tanh, Activation::Sigmoid, Activation::Relu] {
        let mut tape = Tape::<f64>::new();
        let mlp = Mlp::new(&tape, &[3, 9, 2], activation, Start::Uniform, &mut Rng::seed(3));
        let start = tape.checkpoint();
        let loss = |tape: &mut Tape<f64>| {
            tape.rewind(start);
            let x = tape.leaves(&[0.3, -0.8, 0.5]);
            let y = mlp.forward(tape, x);
            tape.sum_of_squares(y).id()
        };
        let root = loss(&mut tape);
        tape.backward(root);
        let slopes = tape.adjoints(mlp.params()).to_vec();
        for (at, slope) in slopes.into_iter().enumerate() {
            let mut moved = |by: f64| {
                tape.values(mlp.params())[at] += by;
                let root = loss(&mut tape);
                tape.value(root)
            };
            let difference = (moved(1e-6) - moved(-2e-6)) / 2e-6;
            moved(1e-6);
            assert!((slope - difference).abs() < 1e-7, "{activation:?} {at}: {slope}, by differences {difference}");
        }
    }
}

#[test]
fn values_are_shown() {
    let mut tape = Tape::new();
    let (a, b) = (tape.leaf(-41.0).label("a"), tape.leaf(2.0));
    let c = (a + b * 0.5).label("c");
    let s = tape.sum([a, b, c]);
    s.backward();
    assert_eq!(a.to_string(), "a #0 = leaf = -41, adjoint 2");
    assert_eq!(tape.constant(0.5).to_string(), "#2 = constant = 0.5");
    assert_eq!(c.to_string(), "c #4 = add(a #0, #3) = -40, adjoint 1");
    assert_eq!(s.to_string(), "#5 = sum(a #0 … #1, c #4) = -79, adjoint 1");
    assert_eq!((a.name().as_deref(), b.name()), (Some("a"), None));
    let (s, start) = (s.id(), tape.checkpoint());
    let dot = tape.to_dot(s);
    for line in [
        r#"n0 [label="a\nvalue -41\nadjoint 2", shape=ellipse];"#,
        r#"n2 [label="constant\nvalue 0.5", shape=ellipse];"#,
        r#"n4 [label="c = add\nvalue -40\nadjoint 1"];"#,
        "n1 -> n3;",
        "n4 -> n5;",
    ] {
        assert!(dot.contains(line), "{line} is not in\n{dot}");
    }
    let _ = tape.leaf(1.0).label("later");
    tape.rewind(start);
    assert_eq!(tape.leaf(2.0).name(), None);
}

#[test]
fn memory_is_counted_by_kind() {
    let tape = Tape::<f64>::with_capacity(10);
    let xs = tape.leaves(&[1.0, 2.0, 3.0]);
    let _ = tape.sum(xs);
    let _ = tape.call([xs.get(0)], |[x]| (x, [1.0]));
    let memory = tape.memory();
    assert_eq!((memory.values.used, memory.values.reserved), (5 * 8, 10 * 8));
    assert_eq!((memory.nodes.used, memory.lists.used, memory.slopes.used), (5 * 16, 4 * 8, 8));
    assert_eq!(memory.labels.used, 0);
    assert_eq!(memory.total().used, 5 * (8 + 8 + 16) + 4 * 8 + 8);
    assert!(memory.to_string().contains("adjoints            40           80"), "{memory}");
}

#[test]
fn expressions_compare_and_choose_by_their_numbers() {
    let relu = |_: &Tape<f64>, [x, y]: [Var<'_, f64>; 2]| -> bool { x > y && x > 0.0 && y != x && y == 1.0 };
    let tape = Tape::new();
    assert!(relu(&tape, [tape.leaf(2.0), tape.leaf(1.0)]));
    // Which expression there is depends on the numbers.
    let collatz = |n: f64| {
        gradient([n], |_, [mut x]| {
            while x != 1.0 {
                x = if x.value() % 2.0 == 0.0 { x / 2.0 } else { 3.0 * x + 1.0 };
            }
            x
        })
    };
    assert_eq!(collatz(6.0), (1.0, [9.0 / 64.0]));
}

#[test]
#[should_panic(expected = "values of two tapes")]
fn values_of_two_tapes_do_not_mix() {
    let (one, other) = (Tape::new(), Tape::new());
    let _ = one.leaf(1.0) + other.leaf(2.0);
}

#[test]
#[should_panic(expected = "values of two tapes")]
fn nor_in_lists() {
    let (one, other) = (Tape::new(), Tape::new());
    let _ = one.sum([one.leaf(1.0), other.leaf(2.0)]);
}

#[test]
#[should_panic(expected = "value 1 is not on the tape: it has 1")]
fn values_that_are_gone_are_not_used() {
    let mut tape = Tape::new();
    let _ = tape.leaf(1.0);
    let start = tape.checkpoint();
    let gone = tape.leaf(2.0).id();
    tape.rewind(start);
    let _ = tape.at(gone);
}

#[test]
#[should_panic(expected = "rewound past this checkpoint already")]
fn a_checkpoint_that_is_gone_is_not_reached() {
    let mut tape = Tape::new();
    let start = tape.checkpoint();
    let _ = tape.leaf(1.0);
    let later = tape.checkpoint();
    tape.rewind(start);
    tape.rewind(later);
}

#[test]
#[should_panic(expected = "3 inputs for rows of 2 weights")]
fn a_layer_says_how_many_inputs_it_has() {
    let tape = Tape::<f64>::new();
    let layer = Linear::new(&tape, 2, 3, Activation::Identity, Start::Zero, &mut Rng::seed(1));
    let _ = layer.forward(&tape, tape.leaves(&[1.0, 2.0, 3.0]));
}

#[test]
fn rows_are_chosen_at_run_time_too() {
    let (value, slopes) = gradient([2.0, 3.0], |tape, [a, b]| tape.op(Op::Powf, &[a.id(), b.id()]));
    assert_eq!((value, slopes), gradient([2.0, 3.0], |_, [a, b]| a.powf(b)));
    assert_eq!(gradient([2.0, 3.0], |tape, xs| tape.many(Many::Product, &[&xs])), (6.0, [3.0, 2.0]));
}
