//! The fourteen constructs that a library of dual numbers takes since it does not look at code, each as a user would write it.
//!
//! | construct | test |
//! |---|---|
//! | an arm by matrices | `an_arm_by_matrices` |
//! | operators on a vector type of one's own | `operators_on_a_vector_type` |
//! | LU with `max_by` | `lu_with_a_pivot_by_max_by` |
//! | `?` and `Option` | `tries_and_options` |
//! | a generic trait | `a_generic_trait` |
//! | `Box<dyn Potential>` | `boxed_trait_objects` |
//! | `impl Fn` | `a_function_as_an_argument` |
//! | sort | `a_sort` |
//! | scan | `a_scan` |
//! | slice patterns | `slice_patterns` |
//! | Cholesky on `Vec<Vec<f64>>` | `cholesky_on_nested_vectors` |
//! | an enum with active data | `an_enum_with_active_data` |
//! | nalgebra | `tests/libraries` |
//! | `Complex` | `tests/libraries` |

use std::ops::{Add, Mul, Sub};

use burtorch::{Differentiable, differentiable};

use crate::check::{flat, scalar};

type Matrix = [[f64; 3]; 3];

fn turn(angle: f64, length: f64) -> Matrix {
    let (s, c) = angle.sin_cos();
    [[c, -s, length * c], [s, c, length * s], [0.0, 0.0, 1.0]]
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let mut c = [[0.0; 3]; 3];
    for i in 0..3 {
        for j in 0..3 {
            for k in 0..3 {
                c[i][j] += a[i][k] * b[k][j];
            }
        }
    }
    c
}

#[differentiable]
fn reach(angles: &[f64; 3], lengths: &[f64; 3]) -> f64 {
    let mut pose: Matrix = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    for (angle, length) in angles.iter().zip(lengths) {
        pose = product(&pose, &turn(*angle, *length));
    }
    pose[0][2].hypot(pose[1][2])
}

#[test]
fn an_arm_by_matrices() {
    scalar!(|x| reach(&[x[0], x[1], x[2]], &[x[3], x[4], x[5]]); at [0.4, -0.7, 1.1, 1.0, 0.8, 0.5]);
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct V2 {
    x: f64,
    y: f64,
}

impl Add for V2 {
    type Output = V2;
    fn add(self, o: V2) -> V2 {
        V2 { x: self.x + o.x, y: self.y + o.y }
    }
}

impl Sub for V2 {
    type Output = V2;
    fn sub(self, o: V2) -> V2 {
        V2 { x: self.x - o.x, y: self.y - o.y }
    }
}

impl Mul<f64> for V2 {
    type Output = V2;
    fn mul(self, s: f64) -> V2 {
        V2 { x: self.x * s, y: self.y * s }
    }
}

#[differentiable]
fn curve(ax: f64, ay: f64, bx: f64, by: f64, t: f64) -> f64 {
    let (a, b) = (V2 { x: ax, y: ay }, V2 { x: bx, y: by });
    let at = a + (b - a) * t + a * (t * t);
    at.x * at.x + at.y.sin()
}

#[test]
fn operators_on_a_vector_type() {
    scalar!(|x| curve(x[0], x[1], x[2], x[3], x[4]); at [0.4, -0.7, 1.1, 1.0, 0.8]);
}

#[differentiable]
fn determinant(m: &[[f64; 3]; 3]) -> f64 {
    let mut a = *m;
    let mut det = 1.0;
    for k in 0..3 {
        let p = (k..3).max_by(|&i, &j| a[i][k].abs().partial_cmp(&a[j][k].abs()).unwrap()).unwrap();
        if p != k {
            a.swap(p, k);
            det = -det;
        }
        det *= a[k][k];
        for i in k + 1..3 {
            let factor = a[i][k] / a[k][k];
            for j in k..3 {
                a[i][j] -= factor * a[k][j];
            }
        }
    }
    det
}

#[test]
fn lu_with_a_pivot_by_max_by() {
    scalar!(|x| determinant(&[[x[0], x[1], x[2]], [x[3], x[4], x[5]], [x[6], x[7], x[8]]]);
        at [0.1, 2.0, 0.3, 1.5, -0.4, 0.9, -3.0, 0.2, 0.7]);
}

fn logarithm(x: f64) -> Option<f64> {
    if x > 0.0 { Some(x.ln()) } else { None }
}

#[differentiable]
fn distance(x: f64, y: f64) -> Option<f64> {
    let a = logarithm(x)?;
    let b = logarithm(x + y)?;
    Some(a * b + y)
}

#[test]
fn tries_and_options() {
    let gradient = distance::grad(0.7, 1.1).unwrap();
    let at = |x: &[f64; 2]| distance(x[0], x[1]).unwrap();
    burtorch::check_gradient(at, &[0.7, 1.1], &gradient).unwrap();
    assert_eq!(distance::grad(-1.0, 1.0), None);
    let product = distance::hvp((0.7, 1.1), (1.0, 0.0)).unwrap();
    let by = |x| distance::grad(x, 1.1).unwrap().0;
    assert!((product.0 - (by(0.7001) - by(0.6999)) / 2e-4).abs() < 1e-5);
}

trait Potential {
    fn energy(&self, r: f64) -> f64;
}

struct Morse {
    depth: f64,
}

impl Potential for Morse {
    fn energy(&self, r: f64) -> f64 {
        self.depth * (1.0 - (-r).exp()).powi(2)
    }
}

#[differentiable(wrt(r))]
fn doubled<P: Potential>(bond: &P, r: f64) -> f64 {
    bond.energy(r) + bond.energy(2.0 * r)
}

#[test]
fn a_generic_trait() {
    scalar!(|x| doubled(&Morse { depth: 1.7 }, x[0]); along (x[0]); no hessian; at [0.6]);
}

#[differentiable]
trait Field {
    fn at(&self, r: f64) -> f64;
}

struct Spring(f64);

struct Wall;

impl Field for Spring {
    fn at(&self, r: f64) -> f64 {
        self.0 * r * r
    }
}

impl Field for Wall {
    fn at(&self, r: f64) -> f64 {
        1.0 / r
    }
}

#[differentiable(wrt(r))]
fn total(fields: &[Box<dyn Field>], r: f64) -> f64 {
    fields.iter().map(|field| field.at(r)).sum()
}

#[test]
fn boxed_trait_objects() {
    let fields: Vec<Box<dyn Field>> = vec![Box::new(Spring(0.8)), Box::new(Wall), Box::new(Spring(0.1))];
    scalar!(|x| total(&fields[..], x[0]); along (x[0]); no hessian; at [0.6]);
}

fn simpson(f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    (b - a) / 6.0 * (f(a) + 4.0 * f(0.5 * (a + b)) + f(b))
}

#[differentiable]
fn area(height: f64, end: f64) -> f64 {
    simpson(|t| height * t.sin(), 0.0, end) + simpson(|t| t * t, height, end)
}

#[test]
fn a_function_as_an_argument() {
    scalar!(|x| area(x[0], x[1]); at [0.6, 1.4]);
}

#[differentiable]
fn trimmed(x: &[f64]) -> f64 {
    let mut sorted = x.to_vec();
    sorted.sort_by(|a, b| a.partial_cmp(b).unwrap());
    sorted[1..sorted.len() - 1].iter().enumerate().map(|(i, v)| (i + 1) as f64 * v * v).sum()
}

#[test]
fn a_sort() {
    scalar!(|x| trimmed(x); no hessian; at [0.6, -1.4, 0.2, 2.0]);
}

#[differentiable]
fn discounted(x: &[f64], rate: f64) -> f64 {
    x.iter()
        .scan(1.0, |factor, v| {
            *factor *= rate;
            Some(*factor * v)
        })
        .sum()
}

#[test]
fn a_scan() {
    scalar!(|x| discounted(&x[..3], x[3]); along (&x[..3], x[3]); no hessian; at [-1.4, 0.2, 2.0, 0.9]);
}

#[differentiable]
fn ends(x: &[f64]) -> f64 {
    match x {
        [] => 0.0,
        [one] => one * one,
        [first, .., last] => first * last,
    }
}

#[test]
fn slice_patterns() {
    scalar!(|x| ends(x); no hessian; at [0.9, -1.4, 0.2], [0.3]);
}

#[differentiable]
fn log_determinant(scale: f64, noise: f64, n: usize) -> f64 {
    let mut a: Vec<Vec<f64>> = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..n {
            let d = i as f64 - j as f64;
            a[i][j] = (-d * d * scale).exp() + if i == j { noise } else { 0.0 };
        }
    }
    let mut l: Vec<Vec<f64>> = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..=i {
            let mut sum = a[i][j];
            for k in 0..j {
                sum -= l[i][k] * l[j][k];
            }
            l[i][j] = if i == j { sum.sqrt() } else { sum / l[j][j] };
        }
    }
    (0..n).map(|i| 2.0 * l[i][i].ln()).sum()
}

#[test]
fn cholesky_on_nested_vectors() {
    scalar!(|x| log_determinant(x[0], x[1], 4); along (x[0], x[1]); no hessian; at [0.5, 0.3]);
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Shape {
    Sphere { r: f64 },
    Cuboid { size: [f64; 3] },
}

#[differentiable(tape)]
fn volume(shapes: &[Shape]) -> f64 {
    shapes
        .iter()
        .map(|shape| match shape {
            Shape::Sphere { r } => 4.0 / 3.0 * std::f64::consts::PI * r.powi(3),
            Shape::Cuboid { size: [a, b, c] } => a * b * c,
        })
        .product()
}

#[test]
fn an_enum_with_active_data() {
    let shapes = |x: &[f64]| [Shape::Sphere { r: x[0] }, Shape::Cuboid { size: [x[1], x[2], x[3]] }];
    let at = [0.7, 1.1, 0.4, 0.9];
    let numbers = |shapes: &[Shape]| match shapes {
        [Shape::Sphere { r }, Shape::Cuboid { size }] => [*r, size[0], size[1], size[2]],
        _ => panic!("the shapes of a gradient are those of the point"),
    };
    let gradient = volume::grad(&shapes(&at));
    burtorch::check_gradient(|x: &[f64; 4]| volume(&shapes(x)), &at, &numbers(&gradient)).unwrap();
    let direction = [0.3, -0.2, 0.5, 0.1];
    let product = numbers(&volume::hvp(&shapes(&at), &shapes(&direction)));
    let moved = |s: f64| at.iter().zip(direction).map(|(x, d)| x + s * d).collect::<Vec<_>>();
    let by = |s| flat(numbers(&volume::grad(&shapes(&moved(s)))));
    for ((h, above), below) in product.iter().zip(by(1e-5)).zip(by(-1e-5)) {
        assert!((h - (above - below) / 2e-5).abs() < 1e-6);
    }
}
