//! Vectors and matrices of nalgebra whose sizes are known at run time.

use burtorch::differentiable;
use nalgebra::{DMatrix, DVector};

use crate::check;

fn v() -> DVector<f64> {
    DVector::from_vec(vec![1.0, -2.0, 0.5])
}

fn w() -> DVector<f64> {
    DVector::from_vec(vec![0.3, 0.7, -1.1])
}

fn m() -> DMatrix<f64> {
    DMatrix::from_row_slice(2, 3, &[2.0, -1.0, 0.5, 0.3, 1.4, 0.7])
}

#[differentiable]
fn vectors(a: DVector<f64>, b: DVector<f64>) -> f64 {
    let c = &a + &b * 2.0 - 3.0 * &a / 4.0;
    let mut d = -(&a - &b) + &c;
    d += &a;
    d *= 1.5;
    d[0] = c[1] * a[2];
    c.dot(&d) * d.sum()
        + c.mean()
        + a.norm()
        + b.norm_squared()
        + a.normalize()[1]
        + a.component_mul(&b).sum()
        + a.component_div(&b)[2]
        + a.map(|x| x.sin()).scale(2.0).unscale(3.0).magnitude()
}

#[differentiable]
fn matrices(a: DMatrix<f64>, b: DMatrix<f64>, x: DVector<f64>) -> f64 {
    let c = &a * b.transpose() + DMatrix::identity(2, 2) * 0.5;
    let y = &c * (&a * &x);
    let d = (&a - &b * 2.0).component_mul(&b) + -&a / 2.0;
    let mut e = c.clone();
    e[(0, 1)] = x[0] * a[(1, 2)];
    y.dot(&y) + c.trace() + c.diagonal().norm() + d.norm() + e.sum() + a.tr_mul(&y).sum() + (e * &y)[1]
}

#[differentiable]
fn constructors(x: f64, y: f64) -> f64 {
    let a = DMatrix::from_fn(2, 3, |r, c| x * r as f64 + y * c as f64);
    let b = DVector::from_fn(3, |i, _| x + y * i as f64);
    let c = DMatrix::from_diagonal(&DVector::from_vec(vec![x, y, x * y]));
    let d = DMatrix::from_row_slice(2, 2, &[x, y, 1.0, x]) * DMatrix::from_column_slice(2, 2, &[y, 2.0, x, x]);
    (a * c * b).norm_squared()
        + d.sum()
        + DVector::from_element(3, x).dot(&DVector::from_row_slice(&[x, y, 1.0]))
        + DMatrix::from_element(2, 2, y).trace()
        + DMatrix::from_vec(1, 2, vec![x, y])[(0, 1)] * DVector::<f64>::zeros(3).sum()
}

/// Least squares by steepest descent.
#[differentiable]
fn descent(a: DMatrix<f64>, b: DVector<f64>) -> DVector<f64> {
    let mut x = DVector::zeros(3);
    for _ in 0..5 {
        let r = &a * &x - &b;
        x -= a.tr_mul(&r) * 0.1;
    }
    x
}

#[differentiable]
fn by_reference(a: &DMatrix<f64>, x: &DVector<f64>, #[constant] y: &DVector<f64>) -> f64 {
    (a * x - y).norm_squared()
}

/// A layer, called by another function.
#[differentiable]
fn layer(weights: &DMatrix<f64>, x: &DVector<f64>) -> DVector<f64> {
    (weights * x).map(|v| v.tanh())
}

#[differentiable]
fn network(first: &DMatrix<f64>, second: &DMatrix<f64>, x: &DVector<f64>) -> f64 {
    let hidden: DVector<f64> = layer(first, x);
    let out: DVector<f64> = layer(second, &hidden);
    out.norm_squared()
}

#[test]
fn every_operation_is_right_in_all_modes() {
    check!(vectors(a: v(), b: w()) -> number);
    check!(matrices(a: m(), b: m().map(|x| x * x - 0.3), x: v()) -> number);
    check!(constructors(x: 0.7, y: 1.3) -> number);
    check!(descent(a: m(), b: DVector::from_vec(vec![1.0, 0.4])) -> many);
}

#[test]
fn gradients_have_the_shapes_of_the_arguments() {
    let y = DVector::from_vec(vec![0.2, -0.4]);
    let (by_a, by_x): (DMatrix<f64>, DVector<f64>) = by_reference::grad(&m(), &v(), &y);
    let r = m() * v() - &y;
    assert!((by_a - &r * v().transpose() * 2.0).norm() < 1e-12);
    assert!((by_x - m().transpose() * r * 2.0).norm() < 1e-12);
    let (first, second) = (m(), DMatrix::from_row_slice(1, 2, &[0.4, -0.3]));
    let (by_first, by_second, _) = network::grad(&first, &second, &v());
    assert_eq!((by_first.shape(), by_second.shape()), ((2, 3), (1, 2)));
    let moved = |by: f64| {
        let mut first = first.clone();
        first[(1, 2)] += by;
        network(&first, &second, &v())
    };
    assert!((by_first[(1, 2)] - (moved(1e-4) - moved(-1e-4)) / 2e-4).abs() < 1e-7);
}
