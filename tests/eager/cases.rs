//! The facts that the original library's tests hold, and those where it is wrong and must not be followed.

use burtorch::Lanes;
use burtorch::eager::{Order, Tape, Var};
use burtorch::rules::{Many, Op};

use super::{gradient, small, tiny};

fn close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found}, expected {expected}");
}

#[test]
fn a_values_of_many() {
    let tape = Tape::new();
    let of = |numbers: &[f64]| tape.leaves(numbers);
    close(tape.mean(of(&[2.0, 3.0, 70.0])).value(), 25.0, 1e-10);
    close(tape.sum(of(&[2.0, 3.0, 70.0])).value(), 75.0, 1e-10);
    close(tape.variance(of(&[2.0, 3.0, 70.0])).value(), 1519.0, 1e-10);
    close(tape.variance_biased(of(&[2.0, 3.0, 70.0])).value(), 3038.0 / 3.0, 1e-10);
    close(tape.leaf(2.0).mean2(3.0).value(), 2.5, 1e-10);
    close(tape.mean(of(&[2.0, 3.0, 5.0])).value(), 10.0 / 3.0, 1e-10);
    close(tape.leaf(2.0).neg_mean2(3.0).value(), -2.5, 1e-10);
    close(tape.neg_mean(of(&[2.0, 3.0, 5.0])).value(), -10.0 / 3.0, 1e-10);
}

#[test]
fn a_in_place() {
    let tape = Tape::new();
    let mut d = tape.leaf(10.0);
    for (factor, expected) in [(2.0, 20.0), (3.0, 60.0), (5.0, 300.0), (5.0, 1500.0)] {
        d *= factor;
        assert_eq!(d.value(), expected);
    }
    let mut d = tape.leaf(10.0);
    for (term, expected) in [(2.0, 12.0), (3.0, 15.0), (5.0, 20.0), (5.0, 25.0)] {
        d += term;
        assert_eq!(d.value(), expected);
    }
    d *= 2.0;
    assert_eq!(d.value(), 50.0);
    d /= 2.0;
    assert_eq!(d.value(), 25.0);
    let mut d = tape.leaf(10.0);
    for (term, expected) in [(2.0, 8.0), (3.0, 5.0), (5.0, 0.0), (5.0, -5.0)] {
        d -= term;
        assert_eq!(d.value(), expected);
    }
    d *= 2.0;
    assert_eq!(d.value(), -10.0);
}

#[test]
fn b_a_leaf_is_its_own_root() {
    let tape = Tape::new();
    let leaf = tape.leaf(3.0);
    leaf.backward();
    assert_eq!((leaf.value(), leaf.adjoint()), (3.0, 1.0));
}

#[test]
fn b_values() {
    let tape = Tape::new();
    let (x, w) = (tape.leaves(&[-41.0, 2.5]), tape.leaves(&[5.0, 4.0]));
    close(tape.dot(x, w).value(), -195.0, 1e-10);
    close(tape.dot_bias(x, w, tape.leaf(3.0)).value(), -192.0, 1e-10);
    let (a, b) = (tape.leaf(-41.0), tape.leaf(2.0));
    let results = [a + b, a - b, a * b, a / b].map(Var::value);
    assert_eq!(results, [-39.0, -43.0, -82.0, -20.5]);
    let unary: [(Var<'_, f64>, f64); 14] = [
        (tape.leaf(16.0).sqrt(), 4.0),
        (tape.leaf(1.0 / 16.0).inv_sqrt(), 4.0),
        (tape.leaf(1.0).sigmoid(), 0.731_058_578_630_004_9),
        (tape.leaf(-1.0).sigmoid(), 0.268_941_421_369_995_1),
        (tape.leaf(1.0).relu(), 1.0),
        (tape.leaf(-1.0).relu(), 0.0),
        (a.exp(), 1.562_882_189_334_988_8e-18),
        (a.recip(), -1.0 / 41.0),
        (a.sqr(), 1681.0),
        (a.pow3(), -68921.0),
        (tape.leaf(11.0).neg_ln(), -2.397_895_272_798_370_7),
        (tape.leaf(11.0).ln(), 2.397_895_272_798_370_7),
        (tape.sum(tape.leaves(&EIGHT)), -155.0),
        (tape.leaf(11.0).add_squares(23.0), 650.0),
    ];
    for (found, expected) in unary {
        close(found.value(), expected, 1e-6);
    }
}

const EIGHT: [f64; 8] = [-41.0, -42.0, 11.0, -43.0, -44.5, -1.0, 2.0, 3.5];

#[test]
fn b_tiny() {
    assert_eq!(gradient([-41.0, 2.0], |_, [a, b]| tiny(a, b)), (612.5, [-35.0, 1050.0]));
}

#[test]
fn b_a_root_whose_value_is_not_computed() {
    let tape = Tape::new();
    let (a, b) = (tape.leaf(-41.0), tape.leaf(2.0));
    let e = (a + b) - (a * b + b.pow3());
    let half = tape.constant(0.5);
    let g = tape.deferred(Op::Mul, &[e.sqr().id(), half.id()]);
    g.backward();
    assert_eq!((g.value(), a.adjoint(), b.adjoint()), (0.0, -35.0, 1050.0));
}

#[test]
fn b_a_copy_is_no_new_value() {
    let tape = Tape::new();
    let a = tape.leaf(-41.0);
    assert_eq!(tape.len(), 1);
    let copy = a;
    assert_eq!((tape.len(), copy.id()), (1, a.id()));
}

#[test]
fn b_gradients() {
    type One = for<'t> fn(Var<'t, f64>) -> Var<'t, f64>;
    let one: [(One, f64, f64); 15] = [
        (|a| a.sqrt(), 16.0, 0.125),
        (|a| a.inv_sqrt(), 1.0 / 16.0, -32.0),
        (|a| a.exp(), -1.5, 0.223_130_160_148_429_82),
        (|a| a.tanh(), -1.0, 0.419_974_341_614_026_14),
        (|a| a.recip(), -41.0, -1.0 / 1681.0),
        (|a| a.sqr(), -41.0, -82.0),
        (|a| a.pow3(), -41.0, 5043.0),
        (|a| a.neg_ln(), 11.0, -1.0 / 11.0),
        (|a| a.sigmoid(), 1.0, 0.196_611_933_241_481_85),
        (|a| a.sigmoid(), -1.0, 0.196_611_933_241_481_85),
        (|a| a.relu(), 1.0, 1.0),
        (|a| a.relu(), -1.0, 0.0),
        (|a| a.add_squares(23.0), 11.0, 22.0),
        (|a| a.mean_squares2(23.0), 11.0, 11.0),
        // `c = 10; c *= a + 1`
        (
            |a| {
                let mut c = a.tape().constant(10.0);
                c *= a + 1.0;
                c
            },
            2.0,
            10.0,
        ),
    ];
    for (at, (function, a, expected)) in one.into_iter().enumerate() {
        let (_, [da]) = gradient([a], |_, [a]| function(a));
        assert!((da - expected).abs() <= 1e-12 * expected.abs().max(1.0), "{at}: {da}, expected {expected}");
    }
    let two = |f: for<'t> fn(Var<'t, f64>, Var<'t, f64>) -> Var<'t, f64>| gradient([-41.0, 2.0], |_, [a, b]| f(a, b)).1;
    assert_eq!(two(|a, b| a + b), [1.0, 1.0]);
    assert_eq!(two(|a, b| a - b), [1.0, -1.0]);
    assert_eq!(two(|a, b| a * b), [2.0, -41.0]);
    assert_eq!(two(|a, b| a / b), [0.5, 10.25]);
}

#[test]
fn b_gradients_of_many() {
    assert_eq!(gradient(EIGHT, |tape, xs| tape.sum(xs)).1, [1.0; 8]);
    let dot = gradient([-41.0, 2.5, 5.0, 4.0], |tape, [x, y, v, w]| tape.dot([x, y], [v, w]));
    assert_eq!(dot, (-195.0, [5.0, 4.0, -41.0, 2.5]));
    let dot = gradient([-41.0, 2.5, 5.0, 4.0, 3.5], |tape, [x, y, v, w, b]| tape.dot_bias([x, y], [v, w], b));
    assert_eq!(dot, (-191.5, [5.0, 4.0, -41.0, 2.5, 1.0]));
    assert_eq!(gradient([11.0, 23.0], |tape, xs| tape.sum_of_squares(xs)), (650.0, [22.0, 46.0]));
    assert_eq!(gradient([11.0, 23.0], |tape, xs| tape.mean_of_squares(xs)), (325.0, [11.0, 23.0]));
}

#[test]
fn b_adjoints_add_up_in_leaves_and_are_cleared() {
    let mut tape = Tape::new();
    let (x, y) = (tape.leaf(-4.0), tape.leaf(8.0));
    let (xx, yy) = (x * x, y * y);
    let z = xx + yy;
    let v = (z + 1.0).id();
    let (x, inner) = (x.id(), [xx, yy, z].map(Var::id));
    tape.backward(v);
    assert_eq!(tape.adjoint(x), -8.0);
    tape.clear_adjoints();
    assert_eq!(tape.adjoint(x), 0.0);
    tape.backward(v);
    assert_eq!(tape.adjoint(x), -8.0);
    tape.clear_inner_adjoints();
    assert_eq!((tape.adjoint(x), tape.adjoint(v)), (-8.0, 0.0));
    assert_eq!(inner.map(|value| tape.adjoint(value)), [0.0; 3]);
    tape.backward(v);
    assert_eq!(tape.adjoint(x), -16.0);
    // And without clearing anything.
    tape.backward(v);
    assert_eq!((tape.adjoint(x), tape.adjoint(v)), (-24.0, 1.0));
}

#[test]
fn d_lanes() {
    let of = |number: f64| Lanes([number; 4]);
    let tape = Tape::new();
    let (a, b) = (tape.leaf(of(3.0)), tape.leaf(of(2.0)));
    assert_eq!(tape.len(), 2);
    for lane in 0..4 {
        close(tape.leaf(of(1.0)).sigmoid().value()[lane], 0.731_058_578_630_004_9, 1e-6);
        close(tape.leaf(of(-1.0)).sigmoid().value()[lane], 0.268_941_421_369_995_1, 1e-6);
        assert_eq!(tape.leaf(of(-1.0)).relu().value()[lane], 0.0);
        assert_eq!(tape.leaf(of(1.0)).relu().value()[lane], 1.0);
        assert_eq!([a - b, a * b, a / b].map(|var| var.value()[lane]), [1.0, 6.0, 1.5]);
        assert_eq!((a.value()[lane], b.value()[lane]), (3.0, 2.0));
    }
    let leaf = tape.leaf(of(3.0));
    leaf.backward();
    assert_eq!((leaf.value(), leaf.adjoint()), (of(3.0), of(1.0)));

    let (a, b) = (tape.leaf(of(-41.0)), tape.leaf(of(2.0)));
    let e = (a + b) - (a * b + b.pow3());
    let g = e.sqr() * of(0.5);
    g.backward();
    assert_eq!((g.value(), a.adjoint(), b.adjoint()), (of(612.5), of(-35.0), of(1050.0)));

    let (a, b) = (tape.leaf(of(-41.0)), tape.leaf(of(2.0)));
    (a / b).backward();
    assert_eq!(b.adjoint(), of(10.25));
    let eight = tape.leaves(&EIGHT.map(of));
    tape.sum(eight).backward();
    assert!(eight.iter().all(|value| tape.adjoint(value) == of(1.0)));
    let a = tape.leaf(of(11.0));
    a.neg_ln().backward();
    assert_eq!(a.adjoint(), of(-1.0 / 11.0));
}

#[test]
fn e_where_the_original_is_wrong() {
    // E1
    assert_eq!(gradient([3.0], |_, [a]| a.relu()).1, [1.0]);
    assert_eq!(gradient([0.5], |_, [a]| a.relu()).1, [1.0]);
    // E2
    let (value, [da, db]) = gradient([-4.0, 2.0], |_, [a, b]| small(a, b));
    close(value, 24.704_081_63, 1e-8);
    close(da, 138.833_819_2, 1e-7);
    close(db, 645.577_259_5, 1e-7);
    let third = 1.0 / 3.0;
    // E3, E4
    assert_eq!(gradient([2.0, 3.0, 5.0], |tape, xs| tape.neg_mean(xs)).1, [-third; 3]);
    assert_eq!(gradient([2.0, 3.0], |_, [a, b]| a.neg_mean2(b)).1, [-0.5; 2]);
    // E5: the mean of the pair, and the mean of squares.
    let (mean, slopes) = gradient([2.0, 3.0, 5.0], |tape, xs| tape.mean_and_mean_of_squares(xs).0);
    assert_eq!((mean, slopes), (10.0 / 3.0, [third; 3]));
    let (squares, slopes) = gradient([2.0, 3.0, 5.0], |tape, xs| tape.mean_and_mean_of_squares(xs).1);
    assert_eq!(squares, 38.0 / 3.0);
    slopes.iter().zip([4.0 / 3.0, 2.0, 10.0 / 3.0]).for_each(|(&found, expected)| close(found, expected, 1e-15));
    // E6, also for a root whose value is not computed.
    assert_eq!(gradient([2.0, 3.0, 5.0], |tape, xs| tape.product(xs)), (30.0, [15.0, 10.0, 6.0]));
    let deferred = gradient([2.0, 3.0, 5.0], |tape, xs| tape.deferred_many(Many::Product, &[&xs]));
    assert_eq!(deferred, (0.0, [15.0, 10.0, 6.0]));
    // E7, E8, E9
    assert_eq!(gradient([2.0, 3.0, 5.0], |tape, xs| tape.difference(xs)), (-6.0, [1.0, -1.0, -1.0]));
    assert_eq!(gradient([2.0, 3.0, 5.0], |tape, xs| tape.mean(xs)).1, [third; 3]);
    let (variance, slopes) = gradient([2.0, 3.0, 5.0], |tape, xs| tape.variance(xs));
    close(variance, 7.0 / 3.0, 1e-15);
    slopes.iter().zip([-4.0 / 3.0, -third, 5.0 / 3.0]).for_each(|(&found, expected)| close(found, expected, 1e-15));
}

#[test]
fn e_sums_over_consecutive_values() {
    for count in 1..=28 {
        let tape = Tape::new();
        let numbers: Vec<f64> = (1..=count).map(f64::from).collect();
        let sum = tape.sum(tape.leaves(&numbers));
        assert_eq!(sum.value(), f64::from(count * (count + 1) / 2));
    }
}

#[test]
fn e_constants() {
    // E11, E12
    let (value, [da]) = gradient([2.0], |_, [a]| (a - 1.5).exp());
    close(value, 1.648_721_270_700, 1e-12);
    assert_eq!(value, da);
    let tape = Tape::new();
    let (a, k) = (tape.leaf(2.0), tape.constant(5.0));
    let product = a * k;
    product.backward();
    assert_eq!((product.value(), a.adjoint(), k.adjoint()), (10.0, 5.0, 0.0));
}

#[test]
fn e_gradients_again_and_again() {
    // E13
    let mut tape = Tape::new();
    let a = tape.leaf(2.0);
    let square = a.sqr();
    let (a, root) = (a.id(), (square.sqr() + square).id());
    for _ in 0..18 {
        tape.clear_adjoints();
        tape.backward(root);
        assert_eq!(tape.adjoint(a), 36.0);
    }
    // E14
    let mut tape = Tape::new();
    let a = tape.leaf(3.0_f64);
    let b = a.sqr();
    let (a, first, second) = (a.id(), (b + 1.0).id(), (2.0 * b).id());
    tape.backward(first);
    assert_eq!(tape.adjoint(a), 6.0);
    tape.clear_adjoints();
    tape.backward(second);
    assert_eq!(tape.adjoint(a), 12.0);
    // E15, in its three phases.
    let mut tape = Tape::new();
    let a = tape.leaf(5.0_f64);
    let r = 3.0 * a;
    let (a, p) = (a.id(), (2.0 * r * r).id());
    let mut order = Order::new();
    tape.order(p, &mut order);
    tape.backward_inner(&order);
    assert_eq!(tape.adjoint(a), 0.0);
    tape.backward_leaves(&order);
    assert_eq!(tape.adjoint(a), 180.0);
    // E16
    assert_eq!(gradient([-1000.0], |_, [a]| a.sigmoid()), (0.0, [0.0]));
}
