//! Problems against differences and against each other.
#![allow(clippy::cast_precision_loss, clippy::float_cmp, reason = "counts are small, and some numbers are exact")]

use alloc::vec::Vec;

use super::vector::distance_squared;
use super::*;
use crate::Rng;

fn data(rng: &mut Rng, n: usize, d: usize) -> (Vec<f64>, Vec<f64>) {
    let rows = (0..n * d).map(|_| rng.normal()).collect();
    let targets = (0..n).map(|_| if rng.uniform() < 0.5 { 1.0 } else { -1.0 }).collect();
    (rows, targets)
}

fn point(rng: &mut Rng, d: usize) -> Vec<f64> {
    (0..d).map(|_| rng.normal()).collect()
}

#[test]
fn linear_models_have_the_derivatives_of_their_values() {
    let mut rng = Rng::seed(1);
    let (rows, targets) = data(&mut rng, 5, 4);
    for link in [Link::Squares, Link::Logistic] {
        for (l2, bounded) in [(0.0, 0.0), (0.3, 0.0), (0.1, 0.7)] {
            let mut model =
                LinearModel::new(link, 4, &rows, &targets).unwrap().l2(l2).unwrap().bounded(bounded).unwrap();
            let (x, y, v) = (point(&mut rng, 4), point(&mut rng, 4), point(&mut rng, 4));
            for i in 0..5 {
                let mut gradient = [0.0; 4];
                let value = model.gradient(i, &x, 1.0, &mut gradient);
                assert_eq!(value, model.value(i, &x));
                for j in 0..4 {
                    let (mut above, mut below) = (x.clone(), x.clone());
                    above[j] += 1e-5;
                    below[j] -= 1e-5;
                    let slope = (model.value(i, &above) - model.value(i, &below)) / 2e-5;
                    assert!((slope - gradient[j]).abs() < 1e-8, "{link:?} {slope} {}", gradient[j]);
                }

                // By differences of gradients, in terms that know nothing better.
                let (mut exact, mut near) = ([0.0; 4], [0.0; 4]);
                model.hessian_product(i, &x, &v, 2.0, &mut exact);
                let mut closure =
                    Closure::new(5, 4, |i, x: &[f64], scale, out: &mut [f64]| model.gradient(i, x, scale, out));
                closure.hessian_product(i, &x, &v, 2.0, &mut near);
                assert!(distance_squared(&exact, &near) < 1e-14, "{exact:?} {near:?}");

                let (mut at_once, mut one_by_one) = ([0.0; 4], [0.0; 4]);
                model.combination(i, [&x, &y], [3.0, -3.0], &mut at_once);
                model.gradient(i, &x, 3.0, &mut one_by_one);
                model.gradient(i, &y, -3.0, &mut one_by_one);
                assert!(distance_squared(&at_once, &one_by_one) < 1e-26);

                let (mut some, mut all) = ([0.0; 4], [0.0; 4]);
                model.partial(i, &x, &[2, 0], 3.0, &mut some, &mut [0.0; 4]);
                model.gradient(i, &x, 3.0, &mut all);
                assert_eq!(some, [all[0], 0.0, all[2], 0.0]);
            }
        }
    }
}

#[test]
fn logistic_loss_does_not_overflow() {
    let rows = [1e300, -1e300];
    let mut model = LinearModel::new(Link::Logistic, 1, &rows, &[1.0, 1.0]).unwrap();
    let mut out = [0.0];
    assert_eq!(model.gradient(0, &[1.0], 1.0, &mut out), 0.0);
    assert_eq!(model.gradient(1, &[1.0], 1e-300, &mut out), 1e300);
    assert_eq!(out, [1.0]);
}

#[test]
fn exact_constants_are_those_at_zero() {
    let mut rng = Rng::seed(4);
    let (rows, targets) = data(&mut rng, 9, 4);
    let model = LinearModel::new(Link::Logistic, 4, &rows, &targets).unwrap().l2(0.2).unwrap();
    let exact = model.constants();
    let mut problem = Problem::new(model).unwrap();
    let at_zero = Constants::estimate(&mut problem, &[&[0.0; 4]], &mut rng).unwrap();
    assert!((exact.l - at_zero.l).abs() < 1e-9 && (exact.l_plus - at_zero.l_plus).abs() < 1e-9);
    for (exact, found) in exact.terms.iter().zip(&at_zero.terms) {
        assert!((exact - found).abs() < 1e-9);
    }
    assert!(at_zero.mu >= exact.mu && at_zero.l_plus_minus <= exact.l_plus_minus);
    assert!(exact.l <= exact.l_plus && exact.l_plus <= exact.quadratic_mean() && exact.mean() <= exact.max());
    // The gradients of no two points are farther apart.
    for _ in 0..200 {
        let (x, y) = (point(&mut rng, 4), point(&mut rng, 4));
        let (mut f, mut squares) = ([0.0; 4], 0.0);
        for i in 0..9 {
            let mut of_term = [0.0; 4];
            problem.add_difference(i, &x, &y, 1.0, &mut of_term);
            squares += distance_squared(&of_term, &[0.0; 4]) / 9.0;
            problem.add_difference(i, &x, &y, 1.0 / 9.0, &mut f);
        }
        let apart = distance_squared(&x, &y);
        assert!(distance_squared(&f, &[0.0; 4]) <= exact.l.powi(2) * apart);
        assert!(squares <= exact.l_plus.powi(2) * apart);
    }
}

#[test]
fn clients_have_the_mean_of_all_terms_and_count_their_own() {
    let mut rng = Rng::seed(6);
    let (rows, targets) = data(&mut rng, 7, 3);
    let model = LinearModel::new(Link::Squares, 3, &rows, &targets).unwrap();
    let x = point(&mut rng, 3);
    let mut all = Problem::new(model).unwrap();
    let (mut exact, mut gradient) = ([0.0; 3], [0.0; 3]);
    let value = all.gradient(&x, &mut exact);
    for clients in [Clients::even(model, 3).unwrap(), Clients::new(model, &[1, 5, 1]).unwrap()] {
        let mut problem = Problem::new(clients).unwrap();
        assert!((problem.gradient(&x, &mut gradient) - value).abs() < 1e-12);
        assert!(distance_squared(&exact, &gradient) < 1e-24);
        assert_eq!(problem.counters.gradients, 7);
        assert_eq!(problem.count(), 3);
    }
}
