//! Arrays of arrays of any length, as programs use them: rows are passed on, copied, replaced, built and returned.

use burtorch::differentiable;

#[differentiable]
fn square(row: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..row.len() {
        s += row[i] * row[i];
    }
    s
}

#[differentiable]
fn square_of_vec(row: &Vec<f64>) -> f64 {
    row.iter().map(|v| v * v).sum()
}

#[differentiable]
fn square_by_value(row: Vec<f64>) -> f64 {
    row.iter().map(|v| v * v * v).sum()
}

#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..a.len().min(b.len()) {
        s += a[i] * b[i];
    }
    s
}

#[differentiable]
fn scale(row: &mut [f64], factor: f64) {
    for i in 0..row.len() {
        row[i] = row[i] * row[i] * factor;
    }
}

#[differentiable]
fn scale_all(x: &mut [Vec<f64>]) {
    for i in 0..x.len() {
        scale(&mut x[i], 0.5);
    }
}

#[differentiable]
fn weighted(x: &[Vec<f64>], w: &[f64]) -> Vec<Vec<f64>> {
    let mut out = vec![vec![0.0; w.len()]; x.len()];
    for i in 0..x.len() {
        for j in 0..w.len().min(x[i].len()) {
            out[i][j] = x[i][j] * w[j];
        }
    }
    out
}

#[differentiable]
fn both(x: &[Vec<f64>]) -> (Vec<f64>, Vec<f64>) {
    (x[0].clone(), x[1].iter().map(|v| v * v).collect())
}

#[differentiable]
fn in_a_loop(x: &[Vec<f64>]) -> f64 {
    let mut s = 0.0;
    for row in x.iter() {
        s += square(row).sin();
    }
    s
}

#[differentiable]
fn as_references_to_vecs(x: &Vec<Vec<f64>>) -> f64 {
    let mut s = 0.0;
    for row in x {
        s += square_of_vec(row).sin();
    }
    s
}

#[differentiable]
fn in_a_chain(x: &[Vec<f64>]) -> f64 {
    x.iter().map(|row| square(row)).sum()
}

#[differentiable]
fn by_name(x: &[Vec<f64>]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        let row = &x[i];
        s += square(row).sin() * square(&row[..]);
    }
    s
}

#[differentiable]
fn passed_on(x: &[Vec<f64>]) -> f64 {
    in_a_loop(x) * in_a_chain(&x[1..])
}

#[differentiable]
fn rows_by_value(x: &[Vec<f64>]) -> f64 {
    square_by_value(x[0].clone()) + square_by_value(x[1].to_vec())
}

#[differentiable]
fn all_by_value(x: Vec<Vec<f64>>) -> f64 {
    in_a_loop(&x) + as_references_to_vecs(&x)
}

#[differentiable]
fn two_rows(x: &[Vec<f64>]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        for j in 0..i {
            s += dot(&x[i], &x[j]).sin();
        }
    }
    s
}

#[differentiable]
fn the_same_row_twice(x: &[Vec<f64>]) -> f64 {
    dot(&x[0], &x[0]) * dot(&x[1], &x[1][..1])
}

#[differentiable]
fn a_row_and_a_local(x: &[Vec<f64>]) -> f64 {
    let y: Vec<f64> = x[0].iter().map(|v| v.sin()).collect();
    dot(&y, &x[1]) + square_by_value(y)
}

#[differentiable]
fn a_product_of_matrices(x: &[Vec<f64>]) -> f64 {
    let n = 2;
    let mut c = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..n {
            let mut s = 0.0;
            for k in 0..n {
                s += x[i][k] * x[k][j];
            }
            c[i][j] = s.sin();
        }
    }
    let mut t = 0.0;
    for i in 0..n {
        t += c[i][i] * square(&c[i]);
    }
    t
}

#[differentiable]
fn rows_that_are_built(x: &[f64]) -> f64 {
    let mut rows: Vec<Vec<f64>> = Vec::new();
    for i in 0..x.len() {
        let row: Vec<f64> = x[i..].iter().map(|v| v * x[i]).collect();
        rows.push(row);
    }
    let mut s = 0.0;
    for row in &rows {
        s += square(row).sin();
    }
    s
}

#[differentiable]
fn rows_of_an_unnamed_type(x: &[f64]) -> f64 {
    let mut rows = vec![vec![x[1]]];
    for i in 0..x.len() {
        rows.push(vec![x[i], x[i] * x[0]]);
    }
    in_a_loop(&rows)
}

#[differentiable]
fn a_copy_that_changes(x: &[Vec<f64>]) -> f64 {
    let mut y = x.to_vec();
    for i in 1..y.len() {
        for j in 0..y[i].len() {
            y[i][j] += y[i - 1][0] * y[i][j];
        }
    }
    in_a_loop(&y)
}

#[differentiable]
fn rows_that_are_replaced(x: &[Vec<f64>]) -> f64 {
    let mut y = x.to_vec();
    let before = square(&y[0]);
    y[0] = vec![1.0, x[0][0]];
    y[1] = x[0].clone();
    in_a_loop(&y) * before
}

#[differentiable]
fn rows_that_are_replaced_in_a_loop(x: &[Vec<f64>]) -> f64 {
    let mut y = x.to_vec();
    let mut s = 0.0;
    for i in 1..y.len() {
        s += square(&y[i]);
        y[i] = y[i - 1].clone();
        y[i][0] *= x[i - 1][0];
    }
    in_a_loop(&y) * s
}

#[differentiable]
fn rows_that_are_swapped_and_added(x: &[Vec<f64>]) -> f64 {
    let mut y = x.to_vec();
    y.swap(0, 1);
    y.push(x[0].clone());
    in_a_loop(&y) * y[0][0]
}

#[differentiable]
fn with_places(x: &[Vec<f64>]) -> f64 {
    let mut s = 0.0;
    for (i, row) in x.iter().enumerate() {
        s += square(row) * i as f64;
        for (j, v) in row.iter().enumerate() {
            s += v * v * (i + 2 * j) as f64;
        }
    }
    s
}

#[differentiable]
fn rows_side_by_side(x: &[Vec<f64>]) -> f64 {
    let mut s = 0.0;
    for (a, b) in x[0].iter().zip(x[1].iter()) {
        s += a * b;
    }
    for (a, b) in x.iter().zip(&x[1..]) {
        s += dot(a, b).sin();
    }
    s
}

#[differentiable]
fn rows_changed_by_calls(x: &[Vec<f64>]) -> f64 {
    let mut y = x.to_vec();
    for i in 0..y.len() {
        scale(&mut y[i], x[i][0]);
    }
    for row in y.iter_mut() {
        scale(row, 2.0);
    }
    scale_all(&mut y);
    in_a_loop(&y)
}

#[differentiable]
fn rows_changed_in_place(x: &[Vec<f64>]) -> f64 {
    let mut y = x.to_vec();
    for row in y.iter_mut() {
        for v in row.iter_mut() {
            *v *= *v;
        }
    }
    in_a_loop(&y)
}

#[differentiable]
fn collected(x: &[Vec<f64>]) -> f64 {
    let y: Vec<Vec<f64>> = x.iter().map(|row| row.iter().map(|v| v * v).collect()).collect();
    in_a_loop(&y)
}

#[differentiable]
fn two_vecs_of_a_call(x: &[Vec<f64>]) -> f64 {
    let (a, b): (Vec<f64>, Vec<f64>) = both(x);
    dot(&a, &b)
}

#[differentiable]
fn rows_of_a_call(x: &[Vec<f64>]) -> f64 {
    let y: Vec<Vec<f64>> = weighted(x, &x[0]);
    in_a_loop(&y)
}

#[differentiable]
fn rows_of_calls_in_a_loop(x: &[Vec<f64>]) -> f64 {
    let mut s: f64 = 0.0;
    for i in 0..x.len() {
        let y: Vec<Vec<f64>> = weighted(x, &x[i]);
        s += in_a_loop(&y) * s.cos();
        let z = y.clone();
        s += z[0][0] * z[1][0];
    }
    s
}

#[differentiable]
fn as_a_slice(x: &[Vec<f64>]) -> f64 {
    let row = x[0].as_slice();
    square(row)
}

#[differentiable]
fn one_row_or_the_other(x: &[Vec<f64>]) -> f64 {
    let row = if x[0][0] > 0.0 { &x[0] } else { &x[1] };
    let value = if x[1][0] > 0.0 { square(&x[0]) } else { square(&x[1]) };
    square(row) * value
}

#[differentiable]
fn by_counting(x: &[Vec<f64>]) -> f64 {
    let (mut i, mut s) = (0, 0.0);
    while i < x.len() {
        s += square(&x[i]).sin();
        i += 1;
    }
    s
}

#[differentiable(checkpoint = sqrt)]
fn with_checkpoints(x: &[Vec<f64>]) -> f64 {
    let mut s: f64 = 0.0;
    for i in 0..x.len() {
        s += (square(&x[i]) * s.cos()).sin();
    }
    s
}

#[differentiable]
fn in_single_precision(x: &[Vec<f32>]) -> f32 {
    let mut s = 0.0;
    for row in x {
        for v in row {
            s += v * v;
        }
    }
    s
}

#[differentiable]
fn of_any_float<T: burtorch::Float, const N: usize>(x: &[Vec<T>], y: &[Vec<T>; N]) -> T {
    let mut s = T::zero();
    for i in 0..N {
        for j in 0..y[i].len() {
            s = s + x[i][j] * y[i][j] * y[i][j];
        }
    }
    s
}

#[test]
fn other_floats() {
    let x = [vec![1.0_f32, 2.0], vec![], vec![3.0]];
    assert_eq!(in_single_precision::grad(&x), [vec![2.0, 4.0], vec![], vec![6.0]]);
    assert_eq!(in_single_precision::hvp(&x, &x), [vec![2.0, 4.0], vec![], vec![6.0]]);
    let x = [vec![1.0, 2.0], vec![3.0]];
    let (dx, dy) = of_any_float::grad(&x, &[vec![4.0, 5.0], vec![6.0]]);
    assert_eq!((dx, dy), (vec![vec![16.0, 25.0], vec![36.0]], [vec![8.0, 20.0], vec![36.0]]));
}

#[test]
fn nothing_at_all() {
    let none: [Vec<f64>; 0] = [];
    assert_eq!(in_a_loop::grad(&none), none);
    assert_eq!(in_a_chain::hvp(&[vec![], vec![]], &[vec![], vec![]]), [const { Vec::<f64>::new() }; 2]);
}

#[test]
#[should_panic(expected = "index out of bounds")]
fn a_gradient_with_too_few_rows_is_noticed() {
    let mut gradient = [vec![0.0]];
    in_a_loop::grad_into(&[vec![1.0], vec![2.0]], &mut gradient, &mut burtorch::Scratch::new());
}

mod tests {
    use crate::check::check_argument;

    check_argument!(in_a_loop, slice, into, vec![vec![0.0; 3], vec![], vec![0.0]]);
    check_argument!(as_references_to_vecs, reference, into, vec![vec![0.0; 3], vec![], vec![0.0]]);
    check_argument!(in_a_chain, slice, into, vec![vec![0.0; 3], vec![], vec![0.0]]);
    check_argument!(by_name, slice, into, vec![vec![0.0; 3], vec![], vec![0.0]]);
    check_argument!(passed_on, slice, into, vec![vec![0.0; 3], vec![], vec![0.0]]);
    check_argument!(rows_by_value, slice, into, vec![vec![0.0; 3], vec![0.0]]);
    check_argument!(all_by_value, value, into, vec![vec![0.0; 3], vec![], vec![0.0]]);
    check_argument!(two_rows, slice, into, vec![vec![0.0; 3], vec![], vec![0.0], vec![0.0; 2]]);
    check_argument!(the_same_row_twice, slice, into, vec![vec![0.0; 3], vec![0.0; 2]]);
    check_argument!(a_row_and_a_local, slice, into, vec![vec![0.0; 3], vec![0.0; 2]]);
    check_argument!(a_product_of_matrices, slice, into, vec![vec![0.0; 2], vec![0.0; 2]]);
    check_argument!(rows_that_are_built, slice, into, vec![0.0; 4]);
    check_argument!(rows_of_an_unnamed_type, slice, into, vec![0.0; 4]);
    check_argument!(a_copy_that_changes, slice, into, vec![vec![0.0; 3], vec![0.0], vec![0.0; 2]]);
    check_argument!(rows_that_are_replaced, slice, into, vec![vec![0.0; 3], vec![0.0], vec![0.0; 2]]);
    check_argument!(rows_that_are_replaced_in_a_loop, slice, into, vec![vec![0.0; 3], vec![0.0], vec![0.0; 2]]);
    check_argument!(rows_that_are_swapped_and_added, slice, into, vec![vec![0.0; 3], vec![0.0], vec![0.0; 2]]);
    check_argument!(with_places, slice, into, vec![vec![0.0; 3], vec![], vec![0.0; 2]]);
    check_argument!(rows_side_by_side, slice, into, vec![vec![0.0; 3], vec![0.0; 2], vec![], vec![0.0]]);
    check_argument!(rows_changed_by_calls, slice, first, vec![vec![0.0; 3], vec![0.0], vec![0.0; 2]]);
    check_argument!(rows_changed_in_place, slice, into, vec![vec![0.0; 3], vec![], vec![0.0; 2]]);
    check_argument!(collected, slice, into, vec![vec![0.0; 3], vec![], vec![0.0; 2]]);
    check_argument!(two_vecs_of_a_call, slice, into, vec![vec![0.0; 3], vec![0.0; 2]]);
    check_argument!(rows_of_a_call, slice, into, vec![vec![0.0; 3], vec![], vec![0.0; 2]]);
    check_argument!(rows_of_calls_in_a_loop, slice, into, vec![vec![0.0; 3], vec![0.0], vec![0.0; 2]]);
    check_argument!(as_a_slice, slice, into, vec![vec![0.0; 3], vec![]]);
    check_argument!(one_row_or_the_other, slice, into, vec![vec![0.0; 3], vec![0.0; 2]]);
    check_argument!(by_counting, slice, into, vec![vec![0.0; 3], vec![], vec![0.0; 2]]);
    check_argument!(with_checkpoints, slice, into, vec![vec![0.0; 3], vec![], vec![0.0; 2]]);
}
