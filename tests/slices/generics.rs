//! Functions generic over the float and over lengths.

use crate::cases::{ANY, LONG, SOME, cases};
use burtorch::{Float, differentiable};

#[differentiable]
fn norm<T: Float + Send + 'static>(x: &[T]) -> T {
    let mut sum = T::zero();
    for v in x {
        sum = sum + *v * *v;
    }
    (sum + T::one()).sqrt()
}

#[differentiable]
fn chain<T: Float + Send + 'static>(x: &[T], n: usize) -> T {
    let mut y = x.to_vec();
    for _ in 0..n {
        for i in 1..y.len() {
            y[i] = (y[i] * y[i - 1]).sin() + x[i];
        }
    }
    y.iter().fold(T::zero(), |a, b| a + *b)
}

#[differentiable]
fn where_clause<T>(x: &[T], a: T) -> T
where
    T: Float + Send + 'static,
{
    let mut value = a;
    let mut i = 0;
    while i < x.len() {
        value = value * x[i] + a;
        i += 1;
    }
    value
}

#[differentiable]
fn rows<const N: usize>(p: &[[f64; N]]) -> f64 {
    let mut sum = 0.0;
    for q in p {
        let mut product = 1.0;
        for k in 0..N {
            product *= q[k] + 1.0;
        }
        sum += product * product;
    }
    sum
}

#[differentiable]
fn both<T: Float + Send + 'static, const N: usize>(p: &[[T; N]], w: &[T; N]) -> T {
    let mut sum = T::zero();
    for q in p {
        for k in 0..N {
            sum = sum + (q[k] * w[k]).sin();
        }
    }
    sum
}

#[differentiable]
fn calls_generics<T: Float + Send + 'static>(x: &[T]) -> T {
    norm(x) * chain(x, 2)
}

#[test]
fn floats() {
    cases! { |x| norm(x); |x| chain(x, 0), along (x); |x| chain(x, 2), along (x); |x| calls_generics(x); at ANY }
    cases! { |x| where_clause(&x[..x.len() - 1], x[x.len() - 1]); at SOME }
    let (value, gradient) = norm::value_and_grad(&[3.0_f32, 4.0]);
    assert!((value - 26.0_f32.sqrt()).abs() < 1e-6 && (gradient[0] - 3.0 / value).abs() < 1e-6);
}

#[test]
fn lengths() {
    cases! {
        |x| rows(&[[x[0], x[1]], [x[2], x[3]]][..]);
        |x| rows(&[[x[0], x[1], x[2], x[3]]][..]);
        |x| both(&[[x[0], x[1]]][..], &[x[2], x[3]]);
        at &LONG[..1]
    }
    assert_eq!(rows::grad::<3>(&[]), Vec::<[f64; 3]>::new());
}
