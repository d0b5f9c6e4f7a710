//! Code that is not differentiated: any Rust, beside values that are.

use std::collections::{BTreeMap, HashMap};

use burtorch::differentiable;

/// The derivative by differences of fourth order.
fn slope(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    let h = 1e-3;
    (8.0 * (f(x + h) - f(x - h)) - (f(x + 2.0 * h) - f(x - 2.0 * h))) / (12.0 * h)
}

macro_rules! agrees {
    ($f:ident $(, $arg:expr)*) => {
        for x in [0.3, 0.8] {
            let (got, want) = ($f::grad(x $(, $arg)*), slope(|x| $f(x $(, $arg)*), x));
            assert!((got - want).abs() < 1e-8 * (1.0 + want.abs()), "{}: {got}, {want}", stringify!($f));
            let (value, tangent) = $f::jvp((x $(, $arg)*), 1.0);
            assert_eq!(value, $f(x $(, $arg)*));
            assert!((tangent - want).abs() < 1e-8 * (1.0 + want.abs()), "{}: {tangent}, {want}", stringify!($f));
        }
    };
}

#[differentiable]
fn empty_vectors(x: f64, n: usize) -> f64 {
    let mut path = Vec::new();
    let mut pairs = Vec::with_capacity(n);
    let mut rest = vec![];
    for i in 0..n {
        path.push(x.powi(2) * i as f64);
        pairs.push((x.sin(), x * i as f64));
        rest.push([x, 1.0]);
    }
    let mut picked = Vec::new();
    picked.push(n);
    let mut sum = 0.0;
    for i in 0..path.len() {
        sum += path[i] * pairs[i].0 + pairs[i].1 * rest[i][0] * rest[i][1] * picked[0] as f64;
    }
    sum
}

#[differentiable]
fn iterators(x: f64, n: usize, data: &[usize], table: &HashMap<&str, f64>, word: &str) -> f64 {
    let order: Vec<usize> = (0..n).rev().filter(|k| k % 2 == 0).collect();
    let first = data.iter().position(|&d| d > n).unwrap_or(0);
    let many = data.iter().filter(|&&d| d < n).count();
    let total: usize = data.iter().sum();
    let product = (1..=n).product::<usize>();
    let inside = (0..n).contains(&2) && (0.0..1.0).contains(&table["a"]) && (0..n).len() == n;
    let mut sum = x * (first + many + total + product) as f64;
    for &k in &order {
        sum += x.powi(k as i32);
    }
    for value in table.values().filter(|value| **value > 0.0) {
        sum += (x * value).sin();
    }
    for letter in word.chars() {
        if letter != 'b' {
            sum *= x + 0.1;
        }
    }
    for k in 1.. {
        if k > n {
            break;
        }
        sum += x * k as f64;
    }
    if inside { sum } else { -sum }
}

struct Mesh {
    edges: Vec<(usize, f64)>,
    names: BTreeMap<usize, f64>,
}

#[differentiable]
fn fields(x: f64, mesh: &Mesh) -> f64 {
    let mut sum = x;
    for (i, length) in &mesh.edges {
        sum += (x * *i as f64).sin() * length;
    }
    for (at, (i, length)) in mesh.edges.iter().enumerate() {
        sum += x * (at + i) as f64 * *length;
    }
    for (key, value) in &mesh.names {
        sum += x.powi(*key as i32) * value;
    }
    sum
}

#[differentiable(wrt(x))]
fn syntax(x: f64, mode: &str, limit: Option<f64>, data: &[f64]) -> f64 {
    let scale = match mode {
        "wide" => 2.0,
        "narrow" => 0.5,
        _ => 1.0,
    };
    let bound = if let Some(limit) = limit { limit } else { 10.0 };
    let largest = match data {
        [] => 0.0,
        [first, rest @ ..] => rest.iter().fold(*first, |a, &b| a.max(b)),
    };
    let mut sorted = data.to_vec();
    sorted.sort_by(|a, b| b.partial_cmp(a).unwrap());
    let squares: [f64; 3] = std::array::from_fn(|k| (k * k) as f64);
    let y = (x * scale).sin() * largest + x * sorted[0] + x * squares[2];
    if y > bound { x * bound } else { y }
}

#[test]
fn what_is_pushed_shows_what_a_vector_holds() {
    agrees!(empty_vectors, 4);
}

#[test]
fn iterators_are_rusts_own() {
    agrees!(iterators, 5, &[3, 9, 1, 7], &HashMap::from([("a", 0.5), ("b", -0.2)]), "abc");
}

#[test]
fn parts_of_references_are_references() {
    let mesh = Mesh { edges: vec![(1, 0.5), (3, 0.2)], names: BTreeMap::from([(1, 0.7), (2, 0.1)]) };
    agrees!(fields, &mesh);
}

#[test]
fn any_syntax_is_fine_where_nothing_is_differentiated() {
    agrees!(syntax, "wide", Some(0.4), &[0.2, 0.9, 0.4]);
    agrees!(syntax, "other", None, &[0.2, 0.9, 0.4]);
}

/// Associated functions need no option: what they stand in is seen.
struct Spring;

impl Spring {
    #[differentiable]
    fn energy(x: f64) -> f64 {
        0.5 * x * x
    }

    #[differentiable]
    fn doubled(x: f64) -> f64 {
        2.0 * Self::energy(x)
    }
}

#[test]
fn associated_functions_have_siblings() {
    assert_eq!((Spring::energy_grad(3.0), Spring::doubled_grad(3.0)), (3.0, 6.0));
}

#[differentiable]
fn taken(x: f64) -> f64 {
    let mut a = x * x;
    let old = std::mem::take(&mut a);
    let (s, c) = f64::sin_cos(x);
    a += old.sin() * s;
    a * c
}

#[test]
fn functions_of_the_standard_library_by_path() {
    agrees!(taken);
}

struct Gain {
    k: f64,
}

#[differentiable]
fn field_assigned(x: f64) -> f64 {
    let mut gain = Gain { k: 1.0 };
    gain.k = 2.0;
    gain.k *= 1.5;
    gain.k * x.sin()
}

#[test]
fn fields_of_values_that_are_not_differentiated_can_be_assigned() {
    agrees!(field_assigned);
}

type Matrix = [[f64; 2]; 2];

#[derive(Clone, Debug, PartialEq, burtorch::Differentiable)]
struct Weight {
    mass: f64,
}

#[differentiable]
fn types_of_the_file(m: &Matrix, weight: &Weight, x: f64) -> f64 {
    m[0][1] * weight.mass * x
}

#[test]
fn types_of_the_same_file_are_differentiated_without_a_mark() {
    let gradient = types_of_the_file::grad(&[[1.0, 2.0], [3.0, 4.0]], &Weight { mass: 5.0 }, 7.0);
    assert_eq!(gradient, ([[0.0, 35.0], [0.0, 0.0]], Weight { mass: 14.0 }, 10.0));
}

/// The integers of these ranges are `u64`s, as their ends say: as `i32`s the products would overflow.
#[differentiable(wrt(x))]
fn from_a_literal(x: f64, n: u64) -> f64 {
    let mut s = x;
    for i in 0..n {
        if i % 3 == 1 {
            continue;
        }
        s += x * ((i * 3_000_000_000) >> 20) as f64;
    }
    for i in (1..n).rev().step_by(2) {
        s += x * (i.pow(9) >> 12) as f64;
    }
    s
}

#[differentiable(wrt(x), checkpoint = sqrt)]
fn in_segments(x: f64, n: u64) -> f64 {
    let mut s = x;
    for i in 0..n {
        s = (s * x).sin() + 1e-5 * ((i * 3_000_000_000) >> 20) as f64;
    }
    s
}

#[test]
fn a_range_from_a_literal_has_the_type_of_its_end() {
    for n in [0, 1, 5, 40] {
        let want = slope(|x| in_segments(x, n), 0.7);
        let by_x = in_segments::grad(0.7, n);
        assert!((by_x - want).abs() < 1e-6 * (1.0 + want.abs()), "{by_x} for {want}");
        let (value, by_x) = from_a_literal::value_and_grad(0.7, n);
        assert_eq!(value, from_a_literal(0.7, n));
        let want = slope(|x| from_a_literal(x, n), 0.7);
        assert!((by_x - want).abs() < 1e-7 * (1.0 + want.abs()), "{by_x} for {want}");
    }
}

#[differentiable(wrt(x))]
fn counted_by_name(x: f64, groups: &[(usize, &str)]) -> f64 {
    let mut counts = std::collections::BTreeMap::new();
    let mut s = x;
    for &(count, name) in groups {
        *counts.entry(name).or_insert(0) += count;
        s *= 1.0 + x * counts[name] as f64;
    }
    s
}

#[test]
fn what_a_call_lends_can_be_assigned() {
    let groups = [(1, "a"), (2, "b"), (3, "a")];
    let by_x = counted_by_name::grad(0.7, &groups);
    let want = slope(|x| counted_by_name(x, &groups), 0.7);
    assert!((by_x - want).abs() < 1e-7 * (1.0 + want.abs()), "{by_x} for {want}");
}

fn single(k: usize) -> f32 {
    k as f32 / 4.0
}

#[differentiable(wrt(x))]
fn beside_single_precision(x: f64, n: usize) -> f64 {
    let mut s = x;
    for k in 0..n {
        let r = single(k);
        if r > 0.3 {
            s = (s * x).sin();
        }
        if 0.8 >= single(k) {
            s += x;
        }
    }
    s
}

#[differentiable(wrt(x))]
fn beside_any_precision<T: burtorch::Real>(x: T, steps: &[usize]) -> T {
    let mut s = x;
    for &k in steps {
        let r = single(k);
        if r > 0.3 {
            s = (s * x).sin();
        }
    }
    s
}

#[test]
fn what_is_not_differentiated_may_have_another_precision() {
    for n in [0, 2, 5] {
        let want = slope(|x| beside_single_precision(x, n), 0.7);
        assert!((beside_single_precision::grad(0.7, n) - want).abs() < 1e-7 * (1.0 + want.abs()));
        let steps: Vec<usize> = (0..n).collect();
        let want = slope(|x| beside_any_precision(x, &steps), 0.7);
        assert!((beside_any_precision::grad(0.7, &steps) - want).abs() < 1e-7 * (1.0 + want.abs()));
    }
}

#[differentiable]
fn between<T: burtorch::Real>(x: T) -> T {
    let turn = T::from(2.0 * std::f64::consts::PI).unwrap();
    let quarter = T::from(std::f64::consts::PI * 0.5).unwrap();
    (x * turn).sin() * quarter
}

#[differentiable]
fn by_range(x: f64) -> f64 {
    let small = (0.0..1.0).contains(&x);
    if (0.5..=2.0).contains(&(2.0 * x)) && small { x * x * between(x) } else { x.sin() }
}

#[test]
fn ranges_of_floats_contain_what_is_differentiated() {
    for x in [-0.5, 0.1, 0.4, 0.9, 1.5] {
        let want = slope(by_range, x);
        assert_eq!(by_range::value_and_grad(x).0, by_range(x));
        assert!((by_range::grad(x) - want).abs() < 1e-7 * (1.0 + want.abs()), "{} for {want}", by_range::grad(x));
    }
}
