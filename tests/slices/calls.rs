//! Functions that call functions with slices, vectors and `&mut` arguments.

use crate::cases::{ANY, SOME, cases, first_order};
use burtorch::{Float, differentiable};

#[differentiable]
fn norm2(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i] * x[i].sin();
    }
    sum
}

#[differentiable]
fn dot(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(a, b)| a * b * a).sum()
}

#[differentiable]
fn product(a: f64, b: f64) -> f64 {
    a * b
}

#[differentiable]
fn scaled(x: &[f64], a: f64) -> Vec<f64> {
    x.iter().map(|v| v * a).collect()
}

#[differentiable]
fn mean<T: Float + Send + 'static>(x: &[T]) -> T {
    let mut sum = T::zero();
    for v in x {
        sum = sum + *v * *v;
    }
    sum
}

#[differentiable]
fn whole(x: &[f64]) -> f64 {
    norm2(x) * norm2(x) + dot(x, x)
}

#[differentiable]
fn parts(x: &[f64]) -> f64 {
    let n = x.len() / 2;
    let mut sum = norm2(&x[..n]) * norm2(&x[n..]);
    for i in 0..n {
        sum += dot(&x[i..i + 2], &x[n - 1..n + 1]) * norm2(x);
    }
    sum
}

#[differentiable]
fn of_a_vector(x: &[f64], n: usize) -> f64 {
    let mut v = x.to_vec();
    let mut total = 0.0;
    for k in 0..n {
        let s = norm2(&v);
        for i in 0..v.len() {
            v[i] = v[i] * 0.5 + s * x[i] * 0.1;
        }
        total += dot(&v, x) + k as f64 * s;
    }
    total
}

#[differentiable]
fn returning_vectors(x: &[f64]) -> f64 {
    let y: Vec<f64> = scaled(x, 0.5);
    let z: Vec<f64> = scaled(&y, y[0]);
    dot(&y, &z) + z.iter().sum::<f64>()
}

#[differentiable]
fn numbers_in_a_loop(x: &[f64]) -> f64 {
    let mut sum = 0.5;
    for v in x {
        if sum < 2.0 {
            sum = product(sum, *v) + product(*v, 0.5);
        }
    }
    sum
}

#[differentiable]
fn of_a_generic(x: &[f64]) -> f64 {
    mean(x) * mean::<f64>(&x[1..])
}

#[differentiable]
fn in_an_iterator(x: &[f64]) -> f64 {
    x.iter().map(|v| product(*v, x[0])).sum::<f64>() + x.windows(2).map(|w| norm2(w)).sum::<f64>()
}

#[differentiable]
fn constant_slices(x: &[f64], data: &[i32]) -> f64 {
    let mut sum = norm2(&[1.0, 2.0]);
    for (a, b) in x.iter().zip(data) {
        sum += a * f64::from(*b);
    }
    sum * sum
}

mod inner {
    use burtorch::differentiable;

    #[differentiable]
    pub fn cubes(x: &[f64]) -> f64 {
        x.iter().map(|v| v * v * v).sum()
    }
}

#[differentiable]
fn in_a_module(x: &[f64]) -> f64 {
    inner::cubes(x) * self::inner::cubes(&x[..1])
}

#[differentiable]
fn step(y: &mut [f64], k: &mut [f64]) -> f64 {
    for i in 0..y.len() {
        k[i] = y[i] * 0.3 + k[i] * k[i];
        y[i] += k[i];
    }
    y[0]
}

#[differentiable]
fn two_changed(x: &[f64], n: usize) -> f64 {
    let mut y = x.to_vec();
    let mut k = vec![0.0; x.len()];
    let mut sum = 0.0;
    for _ in 0..n {
        sum += step(&mut y, &mut k) * k[0];
    }
    sum + y.iter().zip(&k).map(|(a, b)| a * b).sum::<f64>()
}

#[test]
fn slices() {
    cases! { |x| whole(x); |x| numbers_in_a_loop(x); |x| of_a_vector(x, 3), along (x); at ANY }
    cases! { |x| parts(x); |x| of_a_generic(x); |x| in_an_iterator(x); |x| in_a_module(x); at SOME }
    cases! { |x| returning_vectors(x); at SOME }
    cases! { |x| constant_slices(x, &[-3, 2][..]), along (x); at ANY }
}

#[test]
fn changes() {
    first_order! { |x| two_changed(x, 3), along (x); |x| two_changed(x, 0), along (x); at SOME }
}
