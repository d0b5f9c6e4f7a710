//! Types as they are spelled and used in other ways than in [`programs`](crate::programs).

use std::collections::HashMap;

use burtorch::differentiable;

const K: usize = 3;

#[differentiable]
fn block_as_a_length(x: &[f64; { 1 + 2 }]) -> f64 {
    x[{ 1 + 1 }] * x[{ 1 }]
}

#[differentiable]
fn constants_as_lengths(x: &[f64; K]) -> f64 {
    let mut a = [0.0; { K + 1 }];
    a[{ K }] = x[{ K - 1 }] * x[0];
    a[{ 1 + 2 }] * a[K]
}

#[differentiable]
fn block_as_a_length_of_a_result(x: &[f64]) -> [f64; { 1 + 1 }] {
    [x[{ 1 + 1 }], x[0] * x[1]]
}

#[differentiable]
fn full_paths(x: &std::vec::Vec<std::vec::Vec<f64>>) -> f64 {
    x[0][0] * x[1][0]
}

#[differentiable]
fn changed_inside(mut x: Vec<Vec<f64>>) -> f64 {
    x[0][0] *= 2.0;
    let mut row = x[1].clone();
    row.push(1.0);
    row[0] *= x[0][0];
    x.push(row);
    x[0][0] * x[1][0] + x[2][0] * x[2][1]
}

#[differentiable]
fn tuple_changed_inside(mut x: (Vec<f64>, f64)) -> f64 {
    x.0[0] *= 2.0;
    x.1 += x.0[0] * x.1;
    x.0 = vec![x.1, x.0[0], x.0[1]];
    x.1 * x.0[1] + x.0[0] * x.0[2]
}

#[differentiable]
fn the_same(x: Vec<f64>) -> Vec<f64> {
    x
}

#[differentiable]
fn the_same_rows(x: &Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    x.clone()
}

#[differentiable]
fn exchanged(x: (Vec<f64>, Vec<f64>)) -> (Vec<f64>, Vec<f64>) {
    let (a, b) = x;
    (b, a)
}

#[differentiable]
fn two_vecs(x: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let mut squares: Vec<f64> = Vec::new();
    let mut sines: Vec<f64> = Vec::with_capacity(3);
    for v in x {
        squares.push(v * v);
        if *v > 0.0 {
            sines.push(v.sin());
        }
    }
    (squares, sines)
}

#[differentiable]
fn rows_beside_numbers(x: &[f64]) -> Vec<(Vec<f64>, f64)> {
    let mut all: Vec<(Vec<f64>, f64)> = Vec::new();
    for v in x {
        all.push((vec![v * v; 2], *v));
    }
    all
}

#[differentiable]
fn uses_of_results(x: &[f64]) -> f64 {
    let (squares, sines): (Vec<f64>, Vec<f64>) = two_vecs(x);
    let rows: Vec<(Vec<f64>, f64)> = rows_beside_numbers(&squares);
    let mut s = 0.0;
    for i in 0..rows.len() {
        s += rows[i].0[1] * rows[i].1;
    }
    for v in &sines {
        s += v * v;
    }
    s
}

#[differentiable]
fn transposed(x: &[f64]) -> Vec<Vec<f64>> {
    let mut rows = vec![vec![0.0; 1]; x.len()];
    for j in 0..x.len() {
        rows[j][0] = x[j] * x[0];
    }
    rows
}

#[differentiable]
fn named_lifetime<'a>(x: &'a [f64]) -> f64 {
    x[0] * x[1]
}

#[differentiable]
fn for_good(x: &'static [f64]) -> f64 {
    x[0] * x[1]
}

#[differentiable(lanes)]
fn several_directions<'a>(x: &'a [Vec<f64>], y: (Vec<f64>, f64)) -> f64 {
    x[0][0] * x[1][0] * y.0[1] * y.1
}

#[differentiable(wrt(x))]
#[allow(clippy::too_many_arguments, reason = "one of each type")]
fn what_is_not_differentiated(
    x: f64,
    y: Option<f64>,
    map: &HashMap<usize, f64>,
    boxed: Box<[f64]>,
    twice: &&[f64],
    slices: &[&[f64]],
    pair: (&[f64], usize),
) -> f64 {
    x * y.unwrap_or(1.0) * map[&1] * boxed[0] * twice[0] * slices[0][1] * pair.0[pair.1]
}

/// Nothing can be done with it but to pass it on.
pub struct NotClone;

macro_rules! passed_through {
    ($($name:ident: $ty:ty;)*) => {$(
        #[differentiable(wrt(y))]
        fn $name(_x: $ty, y: f64) -> f64 {
            y * y
        }
    )*};
}

passed_through! {
    option: Option<f64>;
    option_reference: &Option<f64>;
    option_changed: &mut Option<f64>;
    option_of_vec: Option<Vec<f64>>;
    options: Vec<Option<f64>>;
    options_of_arrays: &[Option<[f64; 2]>];
    boxed_number: Box<f64>;
    boxed_slice: Box<[f64]>;
    boxed_function: Box<dyn Fn(f64) -> f64>;
    function: fn(f64) -> f64;
    function_reference: &dyn Fn(f64) -> f64;
    map: HashMap<usize, f64>;
    map_of_rows: &HashMap<usize, Vec<f64>>;
    map_changed: &mut HashMap<usize, f64>;
    deque: std::collections::VecDeque<f64>;
    text: &str;
    owned_text: String;
    nothing: ();
    pairs_by_value: Vec<(usize, f64)>;
    pairs_in_an_array: [(usize, f64); 2];
    nested_pairs: &[((f64, f64), usize)];
    integers_in_rows: Vec<Vec<usize>>;
    slice_of_slices: &[&[f64]];
    array_of_slices: [&[f64]; 2];
    slice_in_a_tuple: (&[f64], f64);
    changed_in_a_tuple: (&mut f64, f64);
    reference_of_a_reference: &&f64;
    not_clone: NotClone;
    not_clone_in_a_tuple: (NotClone, f64);
    not_clone_in_a_vec: Vec<NotClone>;
    cell: &std::cell::Cell<f64>;
    result: Result<f64, String>;
    pointer: *const f64;
}

#[test]
fn what_is_not_clone_is_passed_once() {
    let (value, gradient) = not_clone::value_and_grad(NotClone, 3.0);
    assert_eq!((value, gradient), (9.0, 6.0));
    assert_eq!(not_clone::jvp((NotClone, 3.0), 2.0), (9.0, 12.0));
    assert_eq!(not_clone::hvp((NotClone, 3.0), 2.0), 4.0);
    assert_eq!(option::hessian(Some(1.0), 3.0), [[2.0]]);
}

#[test]
fn hessians_and_jacobians() {
    assert_eq!(named_lifetime::hessian(&[2.0, 3.0]), [[0.0, 1.0], [1.0, 0.0]]);
    assert_eq!(for_good::hessian(&[2.0, 3.0]), [[0.0, 1.0], [1.0, 0.0]]);
    assert_eq!(the_same::jacobian(vec![2.0, 3.0]), [[1.0, 0.0], [0.0, 1.0]]);
    assert_eq!(the_same::vjp(vec![2.0, 3.0], &[5.0, 7.0]), (vec![2.0, 3.0], vec![5.0, 7.0]));
}

#[test]
fn values_that_come_out_as_they_went_in() {
    let (x, seed) = (vec![vec![1.0, 2.0], vec![], vec![3.0]], vec![vec![4.0, 5.0], vec![], vec![6.0]]);
    assert_eq!(the_same_rows::vjp(&x, &seed), (x.clone(), seed.clone()));
    assert_eq!(the_same_rows::jvp(&x, &seed), (x, seed));
    let (x, seed) = ((vec![1.0, 2.0], vec![3.0]), (vec![4.0], vec![5.0, 6.0]));
    let (value, adjoint) = exchanged::vjp(x.clone(), seed);
    assert_eq!((value, adjoint), ((vec![3.0], vec![1.0, 2.0]), (vec![5.0, 6.0], vec![4.0])));
    assert_eq!(exchanged::jvp(x, (vec![1.0, 0.0], vec![7.0])).1, (vec![7.0], vec![1.0, 0.0]));
}

#[test]
fn several_directions_at_once() {
    use burtorch::Lanes;
    let (x, y) = ([vec![2.0], vec![3.0]], (vec![0.0, 5.0], 7.0));
    let direction = [vec![Lanes([1.0, 0.0])], vec![Lanes([0.0, 1.0])]];
    let still = (vec![Lanes([0.0; 2]); 2], Lanes([0.0; 2]));
    let (value, along) = several_directions::jvp_lanes((&x, y), (&direction, still));
    assert_eq!((value, along.0), (210.0, [105.0, 70.0]));
}

#[test]
fn the_rest_is_passed_through() {
    let map = HashMap::from([(1, 2.0)]);
    let boxed: Box<[f64]> = Box::new([3.0]);
    let gradient =
        what_is_not_differentiated::grad(1.0, Some(5.0), &map, boxed, &&[7.0][..], &[&[0.0, 11.0]], (&[0.0, 13.0], 1));
    assert_eq!(gradient, 5.0 * 2.0 * 3.0 * 7.0 * 11.0 * 13.0);
}

mod tests {
    use crate::check::{check_argument, check_result};

    check_argument!(block_as_a_length, reference, plain, [0.0; 3]);
    check_argument!(constants_as_lengths, reference, plain, [0.0; 3]);
    check_result!(block_as_a_length_of_a_result, value);
    check_argument!(full_paths, reference, into, vec![vec![0.0; 2], vec![0.0]]);
    check_argument!(changed_inside, value, into, vec![vec![0.0; 2], vec![0.0]]);
    check_argument!(tuple_changed_inside, value, into, (vec![0.0; 2], 0.0));
    check_result!(two_vecs, value);
    check_result!(rows_beside_numbers, slice);
    check_argument!(uses_of_results, slice, into, vec![0.0; 4]);
    check_result!(transposed, slice);
    check_argument!(named_lifetime, slice, into, vec![0.0; 2]);
}
