//! A training that goes on from a saved state and counter takes the same steps, to the bit.

use burtorch::Error;
use burtorch::optimizer::{
    AdaGrad, Adam, AdamW, Armijo, Average, Lbfgs, Lion, Minimizer, Momentum, Nesterov, RmsProp, Sgd,
};

use crate::functions::{START, evaluate, waves};

/// The parameters after each step, as bits.
fn walk(optimizer: &mut impl Minimizer<f64>, params: &mut [f64; 4], steps: usize) -> Vec<[u64; 4]> {
    let mut gradient = [0.0; 4];
    let mut step = |_| {
        optimizer.step(params, &mut gradient, evaluate(waves::value_and_grad)).expect("lengths that fit");
        params.map(f64::to_bits)
    };
    (0..steps).map(&mut step).collect()
}

/// Saves after several numbers of steps, goes on with another one, and compares.
fn resumes<O: Minimizer<f64>>(name: &str, fresh: impl Fn() -> O, resumed: impl Fn(&O) -> O) {
    let whole = walk(&mut fresh(), &mut START.clone(), 24);
    assert_ne!(whole[22], whole[23], "{name} stands still, so nothing is tested");
    for saved in [1, 2, 5, 13] {
        let (mut first, mut params) = (fresh(), START);
        walk(&mut first, &mut params, saved);
        let rest = walk(&mut resumed(&first), &mut params, 24 - saved);
        assert_eq!(rest, whole[saved..], "{name}, saved after {saved} steps");
    }
}

#[test]
fn trainings_go_on_to_the_bit() {
    resumes("sgd", || Sgd::new(0.01), |_| Sgd::new(0.01));
    let momentum = |state| Momentum::new(0.01, 0.9, state);
    resumes("momentum", || momentum([0.0; 4]), |saved| momentum(saved.state));
    let nesterov = |state| Nesterov::new(0.01, 0.9, state);
    resumes("nesterov", || nesterov([0.0; 4]), |saved| nesterov(saved.state));
    resumes("rmsprop", || RmsProp::new(0.01, [0.0; 4]), |saved| RmsProp::new(0.01, saved.state));
    resumes("adagrad", || AdaGrad::new(0.1, [0.0; 4]), |saved| AdaGrad::new(0.1, saved.state));
    resumes("adam", || Adam::new(0.1, [0.0; 8]), |saved| Adam { steps: saved.steps, ..Adam::new(0.1, saved.state) });
    resumes(
        "adamw",
        || AdamW::new(0.1, [0.0; 8]),
        |saved| AdamW { steps: saved.steps, ..AdamW::new(0.1, saved.state) },
    );
    resumes("lion", || Lion::new(0.01, [0.0; 4]), |saved| Lion::new(0.01, saved.state));
    resumes("armijo", || Armijo::new(1.0, [0.0; 9]), |saved| Armijo::new(1.0, saved.state));
}

/// Rosenbrock's valley in many dimensions, so that L-BFGS has something to do for a while.
fn chain(x: &[f64], gradient: &mut [f64]) -> f64 {
    let mut sum = 0.0;
    for i in 1..x.len() {
        let (a, b) = (x[i] - x[i - 1] * x[i - 1], 1.0 - x[i - 1]);
        sum += 100.0 * a * a + b * b;
        gradient[i] += 200.0 * a;
        gradient[i - 1] -= 400.0 * a * x[i - 1] + 2.0 * b;
    }
    sum
}

#[test]
fn lbfgs_goes_on_to_the_bit() {
    const N: usize = 12;
    for pairs in [1, 3, 5] {
        let fresh = || Lbfgs::new(1.0, pairs, vec![0.0; Lbfgs::state_len(pairs, N)]);
        let walk = |lbfgs: &mut Lbfgs<Vec<f64>>, params: &mut [f64; N], steps: usize| {
            let mut gradient = [0.0; N];
            let mut step = |_| {
                lbfgs
                    .step(params, &mut gradient, |x, gradient| Ok::<_, Error>(chain(x, gradient)))
                    .expect("lengths that fit");
                params.map(f64::to_bits)
            };
            (0..steps).map(&mut step).collect::<Vec<_>>()
        };
        let start: [f64; N] = std::array::from_fn(|i| if i % 2 == 0 { -1.2 } else { 1.0 });
        let whole = walk(&mut fresh(), &mut start.clone(), 40);
        assert_ne!(whole[38], whole[39]);
        for saved in [1, 2, 7, 20] {
            let (mut first, mut params) = (fresh(), start);
            walk(&mut first, &mut params, saved);
            let mut second = Lbfgs { steps: first.steps, ..Lbfgs::new(1.0, pairs, first.state) };
            let rest = walk(&mut second, &mut params, 40 - saved);
            assert_eq!(rest, whole[saved..], "{pairs} pairs, saved after {saved} steps");
        }
    }
}

#[test]
fn means_go_on_to_the_bit() {
    let points = [[0.1, 1.0], [0.9, -0.4], [0.9, -0.7], [0.0, 1.0], [-0.8, -0.1], [-0.9, -0.8]];
    let walk = |average: &mut Average<[f64; 2]>, points: &[[f64; 2]]| {
        for point in points {
            average.update(point).expect("lengths that fit");
        }
    };
    let mut whole = Average::new(0.9, [0.0; 2]);
    walk(&mut whole, &points);
    let mut first = Average::new(0.9, [0.0; 2]);
    walk(&mut first, &points[..3]);
    let mut second = Average { steps: first.steps, ..Average::new(0.9, first.mean) };
    walk(&mut second, &points[3..]);
    assert_eq!(second, whole);
}
