//! What goes in and what comes out: numbers, tuples, arrays, references, and arguments of other kinds.

use crate::check::{scalar, several};
use burtorch::differentiable;

#[differentiable]
fn one(x: f64) -> f64 {
    x.sin() * x
}

#[differentiable]
fn by_reference(x: &f64) -> f64 {
    *x * x.exp()
}

#[differentiable]
fn two(x: f64, y: f64) -> f64 {
    x * y - y / x
}

#[differentiable]
fn pair(p: (f64, f64)) -> f64 {
    p.0 * p.1.sin() + p.0 * p.0
}

#[differentiable]
fn pair_and_number(p: (f64, f64), x: f64) -> f64 {
    let (a, b) = p;
    a * b * x + b.cos()
}

#[differentiable]
fn nested_pair(p: (f64, (f64, f64))) -> f64 {
    p.0 * p.1.0 - p.1.1 * p.1.1 * p.0
}

#[differentiable]
fn array(a: [f64; 3]) -> f64 {
    a[0] * a[1] + a[1] * a[2].exp()
}

#[differentiable]
fn array_reference(a: &[f64; 3]) -> f64 {
    a[0] / a[1] + a[1] * a[2].sin()
}

#[differentiable]
fn matrix(a: [[f64; 3]; 2]) -> f64 {
    a[0][0] * a[1][2] - a[0][1] * a[1][1] + a[0][2] * a[1][0] * a[1][0]
}

#[differentiable]
fn matrix_reference(a: &[[f64; 3]; 2]) -> f64 {
    let mut sum = 0.0;
    for i in 0..2 {
        for j in 0..3 {
            sum += a[i][j] * a[1 - i][2 - j] * a[i][j];
        }
    }
    sum
}

#[differentiable]
fn array_of_pairs(a: [(f64, f64); 2]) -> f64 {
    a[0].0 * a[1].1 - a[0].1 * a[1].0 + a[0].0 * a[0].1
}

#[differentiable]
fn array_in_pair(p: ([f64; 2], f64)) -> f64 {
    p.0[0] * p.0[1] * p.1 + p.1.ln()
}

struct Spring {
    stiffness: f64,
    links: [usize; 2],
    name: &'static str,
}

#[differentiable]
fn mixed(scale: f64, n: i32, twice: bool, x: &[f64; 3], name: &str, spring: &Spring) -> f64 {
    let base = x[spring.links[0]] * x[spring.links[1]] * spring.stiffness;
    let factor = if twice { 2.0 * scale } else { scale };
    let letters = (name.len() + spring.name.len()) as f64;
    base * factor.powi(n) + letters * x[2]
}

#[differentiable(wrt(x))]
fn picked(x: f64, y: f64, z: &[f64; 2]) -> f64 {
    x * y.sin() + z[0] * x * x
}

#[differentiable(wrt(z, y))]
fn picked_two(x: f64, y: f64, z: &[f64; 2]) -> f64 {
    x * y.sin() + z[0] * z[1] * y
}

#[differentiable]
fn unused(x: f64, _y: f64) -> f64 {
    x * x
}

#[differentiable]
fn long_array(x: &[f64; 100]) -> f64 {
    x[3] * x[99] + x[50]
}

#[differentiable]
fn to_pair(x: f64, y: f64) -> (f64, f64) {
    (x * y, x.sin() / y)
}

#[differentiable]
fn to_array(x: &[f64; 2]) -> [f64; 3] {
    [x[0], x[0] * x[1], x[1].exp()]
}

#[differentiable]
fn to_matrix(x: f64, y: f64) -> [[f64; 2]; 2] {
    let (s, c) = x.sin_cos();
    [[c * y, -s], [s, c / y]]
}

#[differentiable]
fn to_nested(x: [f64; 2]) -> (f64, [f64; 2], (f64, f64)) {
    (x[0] * x[1], [x[1], x[0] * x[0]], (x[0].cos(), x[0] - x[1]))
}

#[differentiable]
fn many_to_few(x: [f64; 4]) -> [f64; 2] {
    [x[0] * x[1] * x[2], x[2] / x[3]]
}

#[differentiable]
fn identity(x: [f64; 3]) -> [f64; 3] {
    x
}

#[differentiable]
fn same_twice(x: f64) -> (f64, f64) {
    (x, x)
}

#[differentiable]
fn partly_constant(x: f64) -> (f64, f64) {
    (x * 2.0, 1.5)
}

#[differentiable]
fn unit_result_statements(x: f64) -> f64 {
    {
        let _ = x;
    }
    return x * 3.0;
}

#[test]
fn numbers_and_tuples() {
    scalar!(|x| one(x[0]); at [0.7], [-2.5]);
    scalar!(|x| by_reference(&x[0]); at [0.7], [-2.5]);
    scalar!(|x| two(x[0], x[1]); at [0.7, 1.2], [-2.5, 0.4]);
    scalar!(|x| pair((x[0], x[1])); at [0.7, 1.2], [-2.5, 0.4]);
    scalar!(|x| pair_and_number((x[0], x[1]), x[2]); at [0.7, 1.2, -0.3], [-2.5, 0.4, 2.0]);
    scalar!(|x| nested_pair((x[0], (x[1], x[2]))); at [0.7, 1.2, -0.3], [-2.5, 0.4, 2.0]);
    scalar!(|x| unused(x[0], x[1]); at [0.7, 1.2]);
    scalar!(|x| unit_result_statements(x[0]); at [0.7]);
}

#[test]
fn arrays() {
    scalar!(|x| array([x[0], x[1], x[2]]); at [0.7, 1.2, -0.3], [-2.5, 0.4, 2.0]);
    scalar!(|x| array_reference(&[x[0], x[1], x[2]]); at [0.7, 1.2, -0.3], [-2.5, 0.4, 2.0]);
    scalar!(|x| matrix([[x[0], x[1], x[2]], [x[3], x[4], x[5]]]); at [0.7, 1.2, -0.3, -2.5, 0.4, 2.0]);
    scalar!(|x| matrix_reference(&[[x[0], x[1], x[2]], [x[3], x[4], x[5]]]); at [0.7, 1.2, -0.3, -2.5, 0.4, 2.0]);
    scalar!(|x| array_of_pairs([(x[0], x[1]), (x[2], x[3])]); at [0.7, 1.2, -0.3, -2.5]);
    scalar!(|x| array_in_pair(([x[0], x[1]], x[2])); at [0.7, 1.2, 0.3]);
    let point: [f64; 100] = std::array::from_fn(|i| 0.1 * f64::from(u8::try_from(i).unwrap()));
    let gradient = long_array::grad(&point);
    assert_eq!((gradient[3].to_bits(), gradient[50].to_bits()), (point[99].to_bits(), 1.0_f64.to_bits()));
    assert_eq!(long_array::hvp(&point, &point)[99].to_bits(), point[3].to_bits());
}

#[test]
fn arguments_of_other_kinds() {
    let spring = Spring { stiffness: 1.5, links: [2, 0], name: "steel" };
    for (n, twice) in [(2, true), (-1, false), (0, true), (5, false)] {
        scalar!(|x| mixed(x[0], n, twice, &[x[1], x[2], x[3]], "ab", &spring);
            along (x[0], &[x[1], x[2], x[3]]); inexact; at [0.7, 1.2, -0.3, -2.5]);
    }
    scalar!(|x| picked(x[0], 0.4, &[0.3, 0.2]); along (x[0]); at [0.7], [-2.5]);
    // The arguments keep the order of the signature, whatever the order in `wrt`.
    scalar!(|x| picked_two(0.6, x[0], &[x[1], x[2]]); along (x[0], &[x[1], x[2]]); at [0.7, 1.2, -0.3]);
}

#[test]
fn results_with_several_numbers() {
    several!(|x, y| to_pair(x[0], x[1]) -> (y[0], y[1]); at [0.7, 1.2], [-2.5, 0.4]);
    several!(|x, y| to_array(&[x[0], x[1]]) -> [y[0], y[1], y[2]]; at [0.7, 1.2], [-2.5, 0.4]);
    several!(|x, y| to_matrix(x[0], x[1]) -> [[y[0], y[1]], [y[2], y[3]]]; at [0.7, 1.2], [-2.5, 0.4]);
    several!(|x, y| to_nested([x[0], x[1]]) -> (y[0], [y[1], y[2]], (y[3], y[4])); at [0.7, 1.2], [-2.5, 0.4]);
    several!(|x, y| many_to_few([x[0], x[1], x[2], x[3]]) -> [y[0], y[1]]; at [0.7, 1.2, -0.3, -2.5]);
    several!(|x, y| identity([x[0], x[1], x[2]]) -> [y[0], y[1], y[2]]; at [0.7, 1.2, -0.3]);
    several!(|x, y| same_twice(x[0]) -> (y[0], y[1]); at [0.7]);
    several!(|x, y| partly_constant(x[0]) -> (y[0], y[1]); at [0.7]);
}
