//! Vectors as locals: made, filled, grown, swapped, copied, sliced.

use crate::cases::{ANY, LONG, SOME, cases};
use burtorch::differentiable;

#[differentiable]
fn zeros_then_written(x: &[f64]) -> f64 {
    let mut y = vec![0.0; x.len()];
    for i in 0..x.len() {
        y[i] = x[i].sin() * x[0];
    }
    let mut sum = 0.0;
    for i in 0..y.len() {
        sum += y[i] * y[x.len() - 1 - i];
    }
    sum
}

#[differentiable]
fn filled_with_an_active_value(x: &[f64], n: usize) -> f64 {
    let mut y = vec![x[0] * x[0]; n];
    for i in 1..n {
        y[i] += y[i - 1] * 0.5;
    }
    y.iter().sum()
}

#[differentiable]
fn listed(x: &[f64]) -> f64 {
    let v = vec![x[0], x[0] * x[1], 2.0];
    v[0] * v[1] + v[2] * v[v.len() - 3]
}

#[differentiable]
fn pushed(x: &[f64]) -> f64 {
    let mut v = vec![1.0];
    for a in x {
        let last = v[v.len() - 1];
        v.push(last * a + 0.3);
    }
    let mut sum = 0.0;
    for i in 0..v.len() {
        sum += v[i] * (i as f64).sqrt();
    }
    sum * v[0]
}

#[differentiable]
fn swapped(x: &[f64], n: usize) -> f64 {
    let mut v = x.to_vec();
    for i in 0..n {
        v.swap(i % x.len(), (i * i + 1) % x.len());
        v[0] *= 1.1 + 0.1 * v[x.len() - 1];
    }
    let mut sum = 0.0;
    for (i, a) in v.iter().enumerate() {
        sum += a * a * i as f64 + a;
    }
    sum
}

#[differentiable]
fn filled(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let a = v[0] * v[0];
    v.fill(a);
    v[0] = x[0].sin();
    v.iter().sum::<f64>() * a
}

#[differentiable]
fn copied(x: &[f64]) -> f64 {
    let mut v = vec![0.0; x.len()];
    v.copy_from_slice(x);
    for a in v.iter_mut() {
        *a *= *a;
    }
    let mut w = vec![1.0; x.len() + 1];
    w[0] = x[0];
    w.iter().zip(&v).map(|(a, b)| a * b).sum()
}

#[differentiable]
fn cloned(x: &[f64]) -> f64 {
    let mut a = x.to_vec();
    let b = a.clone();
    for v in a.iter_mut() {
        *v = v.sin();
    }
    a.iter().zip(&b).map(|(a, b)| a * b).sum()
}

#[differentiable]
fn replaced(x: &[f64], n: usize) -> f64 {
    let mut current = x.to_vec();
    for _ in 0..n {
        let mut next = vec![0.0; x.len()];
        for i in 0..x.len() {
            next[i] = current[i] * 0.5 + current[(i + 1) % x.len()].sin();
        }
        current = next;
    }
    current.iter().map(|v| v * v).sum()
}

#[differentiable]
fn two_in_turn(x: &[f64], n: usize) -> f64 {
    let mut a = x.to_vec();
    let mut b = vec![0.0; x.len()];
    for step in 0..n {
        for i in 0..x.len() {
            b[i] = a[i] * a[(i + step) % x.len()] + 0.1;
        }
        a.copy_from_slice(&b);
    }
    a.iter().product()
}

#[differentiable]
fn in_place_recurrence(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    for k in 0..3 {
        for i in 1..v.len() {
            v[i] += v[i - 1] * v[i];
            v[i] /= 1.5 + k as f64;
        }
    }
    v.iter().sum()
}

#[differentiable]
fn slices_of_vectors(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let row = &mut v[1..3];
    row[0] *= row[1];
    row[1] = 0.5;
    let (a, b) = (&v[..2], &v[2..]);
    a[0] * a[1] + b[0] * b[b.len() - 1]
}

#[differentiable]
fn determinant(m: &[f64], n: usize) -> f64 {
    let mut a = m.to_vec();
    let mut det = 1.0;
    for k in 0..n {
        det *= a[k * n + k];
        for i in k + 1..n {
            let factor = a[i * n + k] / a[k * n + k];
            for j in k..n {
                a[i * n + j] -= factor * a[k * n + j];
            }
        }
    }
    det
}

#[differentiable]
fn inside_a_branch(x: &[f64]) -> f64 {
    let y = if x[0] > 0.28 {
        let mut y = vec![0.5; x.len()];
        y[0] = x[0];
        y
    } else {
        x.to_vec()
    };
    y.iter().map(|v| v * v).sum::<f64>() * x[0]
}

#[differentiable]
fn inside_a_loop(x: &[f64]) -> f64 {
    let mut total = 0.0;
    for i in 0..x.len() {
        let mut powers = vec![1.0];
        for k in 0..i {
            let next = powers[k] * x[i];
            powers.push(next);
        }
        total += powers.iter().sum::<f64>() * x[i];
    }
    total
}

#[differentiable]
fn borrowed(x: &Vec<f64>) -> f64 {
    x.iter().map(|v| v.sin()).sum::<f64>() * x[0]
}

#[test]
fn made() {
    cases! { |x| zeros_then_written(x); |x| filled_with_an_active_value(x, 3), along (x); at SOME }
    cases! { |x| filled_with_an_active_value(x, 1), along (x); at SOME }
    cases! { |x| listed(x); at LONG }
    cases! { |x| pushed(x); |x| inside_a_loop(x); at ANY }
    cases! { |x| inside_a_branch(x); at SOME }
}

#[test]
fn changed() {
    cases! { |x| swapped(x, 0), along (x); |x| swapped(x, 5), along (x); at SOME }
    cases! { |x| filled(x); |x| copied(x); at SOME }
    cases! { |x| cloned(x); |x| in_place_recurrence(x); at ANY }
    cases! { |x| replaced(x, 3), along (x); |x| two_in_turn(x, 3), along (x); at ANY }
    cases! { |x| slices_of_vectors(x); at LONG }
    cases! { |x| determinant(x, 2), along (x); at &LONG[..1] }
    cases! { |x| determinant(x, 3), along (x); at &[&[2.0, 0.3, -0.4, 0.7, 3.0, 0.2, -0.6, 0.9, 2.5]] }
    cases! { |x| determinant(x, 0), along (x); at &ANY[..1] }
}

#[test]
fn arguments() {
    cases! { |x| borrowed(&x.to_vec()); at SOME }
}
