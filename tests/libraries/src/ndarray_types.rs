//! Arrays of ndarray with one and two axes.

use burtorch::differentiable;
use ndarray::{Array1, Array2, Axis, array};

use crate::check;

fn v() -> Array1<f64> {
    array![1.0, -2.0, 0.5]
}

fn w() -> Array1<f64> {
    array![0.3, 0.7, -1.1]
}

fn m() -> Array2<f64> {
    array![[2.0, -1.0, 0.5], [0.3, 1.4, 0.7]]
}

#[differentiable]
fn vectors(a: Array1<f64>, b: Array1<f64>) -> f64 {
    let c = &a + &b * 2.0 - 3.0 * &a / 4.0 + (1.0 - &b) + (&a - 0.5) + 1.0 / &a;
    let mut d = -(&a * &b) + &a / &b;
    d += &c;
    d[1] = a[0] * b[2];
    c.dot(&d) + d.sum() + a.mapv(|x| x.exp()).dot(&b.mapv(f64::sin))
}

#[differentiable]
fn matrices(a: Array2<f64>, b: Array2<f64>, x: Array1<f64>) -> f64 {
    let c = a.dot(&b.t());
    let y = c.dot(&a.dot(&x));
    let d = (&a - &b * 2.0) * &b + -&a / 2.0;
    let mut e = Array2::eye(2) + c.mapv(|x| x * x);
    e[[0, 1]] = x[0] * a[(1, 2)];
    y.dot(&y)
        + d.sum()
        + e.diag().sum()
        + a.row(1).dot(&x)
        + b.column(2)[0] * y.dot(&e)[1]
        + a.sum_axis(Axis(0)).dot(&x)
        + d.sum_axis(Axis(1)).dot(&y)
}

#[differentiable]
fn constructors(x: f64, y: f64) -> f64 {
    let a = Array2::from_shape_fn((2, 3), |(r, c)| x * r as f64 + y * c as f64);
    let b = Array1::from_shape_fn(3, |i| x + y * i as f64);
    let c = Array2::from_diag(&Array1::from_vec(vec![x, y, x * y]));
    let d = Array1::from_elem(2, x) + Array1::<f64>::ones(2) * y + Array1::<f64>::zeros(2);
    a.dot(&c).dot(&b).dot(&d)
        + (Array2::from_elem((2, 2), y) * Array2::<f64>::ones((2, 2)) + Array2::<f64>::zeros((2, 2))).sum()
}

#[differentiable]
fn logistic(x: &Array2<f64>, weights: &Array1<f64>, #[constant] y: &Array1<f64>) -> f64 {
    let p = x.dot(weights).mapv(|z| 1.0 / (1.0 + (-z).exp()));
    let mut loss = 0.0;
    for i in 0..y.len() {
        loss -= y[i] * p[i].ln() + (1.0 - y[i]) * (1.0 - p[i]).ln();
    }
    loss
}

#[differentiable]
fn softmax(x: Array1<f64>) -> Array1<f64> {
    let e = x.mapv(|v| v.exp());
    let total = e.sum();
    e / total
}

#[test]
fn every_operation_is_right_in_all_modes() {
    check!(vectors(a: v(), b: w()) -> number);
    check!(matrices(a: m(), b: m().mapv(|x| x * x - 0.3), x: v()) -> number);
    check!(constructors(x: 0.7, y: 1.3) -> number);
    check!(softmax(x: v()) -> many);
}

#[test]
fn gradients_have_the_shapes_of_the_arguments() {
    let (by_x, by_weights): (Array2<f64>, Array1<f64>) = logistic::grad(&m(), &v(), &array![1.0, 0.0]);
    assert_eq!((by_x.dim(), by_weights.len()), ((2, 3), 3));
    let moved = |by: f64| logistic(&m(), &(v() + array![0.0, by, 0.0]), &array![1.0, 0.0]);
    assert!((by_weights[1] - (moved(1e-4) - moved(-1e-4)) / 2e-4).abs() < 1e-7);
}
