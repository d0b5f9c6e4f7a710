//! Effects with the options of functions.

use burtorch::{Float, differentiable};

use crate::{Counter, Rng, close, slope, with_counter, with_rng};

#[differentiable(wrt(x), lanes)]
fn noise(x: f64, rng: &mut Rng) -> f64 {
    (x * rng.next()).sin()
}

#[differentiable(wrt(x), fast)]
fn fast(x: f64, rng: &mut Rng) -> f64 {
    let a = noise(x, rng) * rng.next() + x;
    a * noise(a, rng) + rng.next()
}

#[differentiable(wrt(x), fast)]
fn fast_of_any_length<const N: usize>(x: [f64; N], rng: &mut Rng) -> f64 {
    let mut s = 0.0;
    for i in 0..N {
        s += x[i] * rng.next() + noise(x[i], rng);
    }
    s
}

#[differentiable(wrt(x))]
fn above_fast(x: f64, rng: &mut Rng) -> f64 {
    fast(x, rng) * fast_of_any_length([x, 2.0 * x, x * x], rng)
}

#[differentiable(wrt(x), vector)]
fn vectors(x: &[f64], rng: &mut Rng) -> f64 {
    let scale = rng.next();
    let mut s = 0.0;
    for i in 0..x.len() {
        s += (x[i] * scale).exp();
    }
    for i in 0..x.len() {
        s += noise(x[i], rng);
    }
    s * rng.next()
}

#[differentiable(wrt(x))]
fn above_vectors(x: f64, rng: &mut Rng) -> f64 {
    let values = vec![x, x * x, x.sin(), 0.3];
    vectors(&values, rng) + vectors(&values[1..], rng)
}

#[test]
fn fast_and_vector_code() {
    let x = 0.7;
    let mut after = Rng(42);
    let value = above_fast(x, &mut after);
    let mut rng = Rng(42);
    let (v, g) = above_fast::value_and_grad(x, &mut rng);
    close(v, value);
    assert_eq!(rng, after);
    close(g, slope(|x| above_fast(x, &mut Rng(42)), x));
    let mut rng = Rng(42);
    close(above_fast::hvp((x, &mut rng), 1.0), slope(|x| above_fast::grad(x, &mut Rng(42)), x));
    assert_eq!(rng, after);
    let mut after = Rng(42);
    above_vectors(x, &mut after);
    let mut rng = Rng(42);
    close(above_vectors::grad(x, &mut rng), slope(|x| above_vectors(x, &mut Rng(42)), x));
    assert_eq!(rng, after);
    let mut rng = Rng(42);
    close(above_vectors::hvp((x, &mut rng), 1.0), slope(|x| above_vectors::grad(x, &mut Rng(42)), x));
    assert_eq!(rng, after);
}

#[differentiable(wrt(x), lanes)]
fn columns(x: [f64; 6], rng: &mut Rng) -> [f64; 9] {
    let mut y = [0.0; 9];
    for i in 0..9 {
        y[i] = noise(x[i % 6], rng) * rng.next() * x[(i + 1) % 6];
    }
    y
}

#[differentiable(wrt(x), lanes)]
fn columns_of_a_slice(x: &[f64], rng: &mut Rng) -> Vec<f64> {
    let mut y = vec![0.0; x.len() + 1];
    for i in 0..x.len() {
        y[i] = noise(x[i], rng) * rng.next();
        y[i + 1] += x[0] * rng.next();
    }
    y
}

#[test]
fn several_directions() {
    let x = [0.7, -0.4, 1.2, 0.1, 0.9, -1.1];
    let (mut rng, mut after) = (Rng(42), Rng(42));
    columns(x, &mut after);
    let matrix = columns::jacobian(x, &mut rng);
    assert_eq!(rng, after);
    let (mut rng, mut after) = (Rng(42), Rng(42));
    columns_of_a_slice(&x, &mut after);
    let of_slice = columns_of_a_slice::jacobian(&x, &mut rng);
    assert_eq!(rng, after);
    for column in 0..6 {
        let at = |v: f64| {
            let mut x = x;
            x[column] = v;
            x
        };
        for row in 0..9 {
            close(matrix[row][column], slope(|v| columns(at(v), &mut Rng(42))[row], x[column]));
        }
        for row in 0..7 {
            close(of_slice[row][column], slope(|v| columns_of_a_slice(&at(v), &mut Rng(42))[row], x[column]));
        }
    }
}

#[differentiable(wrt(x), nested)]
fn nested(x: f64, rng: &mut Rng) -> f64 {
    let drawn = rng.next();
    (x * drawn).sin() * noise(x, rng)
}

#[differentiable(wrt(x))]
fn along(x: f64, rng: &mut Rng) -> f64 {
    let (value, tangent): (f64, f64) = nested::jvp((x, rng), x * x);
    value * tangent
}

#[test]
fn a_derivative_in_a_direction() {
    let mut after = Rng(42);
    along(0.7, &mut after);
    let mut rng = Rng(42);
    close(along::grad(0.7, &mut rng), slope(|x| along(x, &mut Rng(42)), 0.7));
    assert_eq!(rng, after);
}

#[differentiable(wrt(x))]
fn of_any_float<T: Float>(x: T, rng: &mut Rng) -> T {
    let drawn = T::from(rng.next()).unwrap();
    (x * drawn).sin()
}

#[differentiable(wrt(x))]
fn above_any_float(x: f64, rng: &mut Rng, n: usize) -> f64 {
    let mut s = x;
    for _ in 0..n {
        s += of_any_float(s, rng);
    }
    s
}

#[differentiable(wrt(x))]
fn observes(x: f64, counter: &Counter) -> f64 {
    assert!(counter.bump() > 0.0);
    println!("{}", counter.bump());
    let seen = format!("{:?} {}", counter.0, counter.bump());
    x.sin() * seen.len() as f64
}

#[differentiable(wrt(x))]
fn above_observers(x: f64, counter: &Counter, n: usize) -> f64 {
    let mut s = 0.0;
    for _ in 0..n {
        s += observes(x, counter);
    }
    s
}

#[test]
fn generic_floats_and_text() {
    with_rng!(above_any_float, 0.7, 4);
    with_counter!(above_observers, 0.7, 3);
}
