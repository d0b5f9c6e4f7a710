//! More uses of arrays of arrays: what control flow, closures and chains do with rows.

use burtorch::differentiable;

#[differentiable]
fn sq(r: &[f64]) -> f64 {
    r.iter().map(|v| v * v).sum()
}

#[differentiable]
fn multiplied(x: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = x.len();
    let mut y = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..n {
            for k in 0..n {
                y[i][j] += x[i][k] * x[k][j];
            }
        }
    }
    y
}

#[differentiable]
fn recursion(x: &[Vec<f64>]) -> f64 {
    if x.is_empty() {
        return 1.0;
    }
    sq(&x[0]) + recursion(&x[1..]) * x[0][0]
}

#[differentiable]
fn closure_of_rows(x: &[Vec<f64>]) -> f64 {
    let f = |r: &[f64], k: f64| r[0] * k;
    let mut s = 0.0;
    for r in x {
        s += f(r, 2.0);
        s += f(&r[..1], s);
    }
    s
}

#[differentiable]
fn closure_that_sees_rows(x: &[Vec<f64>]) -> f64 {
    let at = |i: usize, j: usize| x[i][j];
    at(0, 0) * at(1, 0)
}

#[differentiable]
fn row_of_a_branch(x: &[Vec<f64>]) -> f64 {
    let y = if x[0][0] > 0.0 { x[0].clone() } else { vec![x[1][0]; 3] };
    sq(&y) * y[1]
}

#[differentiable]
fn rows_of_a_branch(x: &[Vec<f64>]) -> f64 {
    let y = if x[0][0] > 0.0 { x.to_vec() } else { vec![x[0].clone(), vec![1.0, x[1][1]]] };
    sq(&y[0]) * y[1][0] + y[1][1]
}

#[differentiable]
fn rows_of_a_match(x: &[Vec<f64>]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        s += match i {
            0 => sq(&x[0]),
            1 => {
                let y = x[1].clone();
                y[0]
            }
            _ => x[0][0] * x[i][0],
        };
    }
    s
}

#[differentiable]
fn rows_that_a_loop_carries(x: &[Vec<f64>]) -> f64 {
    let mut y = x.to_vec();
    for _ in 0..x.len() {
        let mut z = vec![vec![0.0; 2]; 2];
        for i in 0..2 {
            for j in 0..2 {
                z[i][j] = y[i][0] * y[j][1] + y[j][i].sin();
            }
        }
        y = z;
    }
    y[0][0] + y[1][1]
}

#[differentiable]
fn rows_that_a_loop_adds(x: &[f64]) -> f64 {
    let mut y: Vec<Vec<f64>> = vec![x.to_vec()];
    for k in 0..x.len() {
        let last = y[k].clone();
        let next: Vec<f64> = last.iter().map(|v| v.sin() * x[0]).collect();
        y.push(next);
    }
    y[x.len()][0] + y[2][1]
}

#[differentiable]
fn rows_that_a_while_adds(x: &[f64]) -> f64 {
    let mut y: Vec<Vec<f64>> = vec![x.to_vec()];
    let mut k = 0;
    while k < x.len() {
        let next: Vec<f64> = y[k].iter().map(|v| v.sin() * x[0]).collect();
        y.push(next);
        k += 1;
        if y[k][0] > 100.0 {
            break;
        }
    }
    y[k][0]
}

#[differentiable]
fn rows_taken_apart(x: &(Vec<f64>, Vec<f64>)) -> f64 {
    let (a, b) = x;
    sq(a) * sq(&b) + sq(&x.0)
}

#[differentiable]
fn rows_with_weights(x: &[(Vec<f64>, f64)]) -> f64 {
    let mut s = 0.0;
    for (r, w) in x {
        s += sq(r) * w;
    }
    for (r, w) in x.iter() {
        s += r[0] * *w * *w;
    }
    s
}

#[differentiable]
fn exchanged_rows(x: &[Vec<f64>]) -> f64 {
    let mut a = x[0].clone();
    let mut b = x[1].clone();
    std::mem::swap(&mut a, &mut b);
    a[0] *= 2.0;
    let c = std::mem::replace(&mut a, b);
    sq(&a) * c[0]
}

#[differentiable]
fn rows_filled_and_copied(x: &[Vec<f64>]) -> f64 {
    let mut y = x.to_vec();
    y[0].fill(x[1][0]);
    y[1].copy_from_slice(&x[0]);
    y[0].swap(0, 1);
    sq(&y[0]) + sq(&y[1][..1])
}

#[differentiable]
fn rows_repeated(x: &[Vec<f64>]) -> f64 {
    let y = vec![x[0].clone(); 3];
    let z = vec![x[0].clone(), x[1].to_vec(), y[2].clone()];
    sq(&y[1]) * z[1][0] + sq(&x[0]) * z[2][0] + y[0][1]
}

#[differentiable]
fn squared_twice(x: Vec<Vec<f64>>) -> f64 {
    let y: Vec<Vec<f64>> = multiplied(x);
    let z: Vec<Vec<f64>> = multiplied(y.clone());
    z[0][0] + y[1][0]
}

#[differentiable]
fn three_layers(x: &[Vec<Vec<f64>>]) -> f64 {
    let mut s = 0.0;
    for m in x {
        for r in m {
            s += sq(r).sin();
        }
        s += m[0][0];
    }
    let y = x[0].clone();
    s + y[0][0] * y[0][0] * x[0][0].len() as f64
}

#[differentiable]
fn chains_of_rows(x: &[Vec<f64>]) -> f64 {
    x.iter().map(|r| r.iter().map(|v| v * v).sum::<f64>()).sum::<f64>()
        + x.iter().rev().enumerate().map(|(i, r)| r[0] * i as f64).sum::<f64>()
}

#[differentiable]
fn means_of_rows(x: &[Vec<f64>]) -> f64 {
    let means: Vec<f64> = x.iter().map(|r| r.iter().sum::<f64>() / r.len() as f64).collect();
    sq(&means)
}

#[differentiable]
fn windows_of_rows(x: &[Vec<f64>]) -> f64 {
    let mut s = 0.0;
    for w in x.windows(2) {
        s += w[0][0] * w[1][0];
    }
    for c in x.chunks_exact(2) {
        s += c[0][0] * sq(&c[1]);
    }
    s
}

#[differentiable]
fn early_returns(x: &[f64]) -> (Vec<f64>, f64) {
    for i in 0..x.len() {
        if x[i] > 0.5 {
            return (vec![x[i] * x[i]; 2], x[0]);
        }
    }
    (vec![x[1]], x[0] * x[0])
}

mod tests {
    use crate::check::{check_argument, check_result};

    check_argument!(recursion, slice, into, vec![vec![0.0; 2], vec![0.0; 2]]);
    check_argument!(closure_of_rows, slice, into, vec![vec![0.0; 2], vec![0.0; 2]]);
    check_argument!(closure_that_sees_rows, slice, into, vec![vec![0.0; 2], vec![0.0; 2]]);
    check_argument!(row_of_a_branch, slice, into, vec![vec![0.0; 2], vec![0.0; 2]]);
    check_argument!(rows_of_a_branch, slice, into, vec![vec![0.0; 2], vec![0.0; 2]]);
    check_argument!(rows_of_a_match, slice, into, vec![vec![0.0; 2], vec![0.0; 2]]);
    check_argument!(rows_that_a_loop_carries, slice, into, vec![vec![0.0; 2], vec![0.0; 2]]);
    check_argument!(rows_that_a_loop_adds, slice, into, vec![0.0; 3]);
    check_argument!(rows_that_a_while_adds, slice, into, vec![0.0; 3]);
    check_argument!(rows_taken_apart, reference, into, (vec![0.0; 2], vec![0.0; 3]));
    check_argument!(rows_with_weights, slice, into, vec![(vec![0.0; 2], 0.0), (vec![0.0], 0.0)]);
    check_argument!(exchanged_rows, slice, into, vec![vec![0.0; 2], vec![0.0; 2]]);
    check_argument!(rows_filled_and_copied, slice, into, vec![vec![0.0; 2], vec![0.0; 2]]);
    check_argument!(rows_repeated, slice, into, vec![vec![0.0; 2], vec![0.0; 2]]);
    check_argument!(squared_twice, value, into, vec![vec![0.0; 2], vec![0.0; 2]]);
    check_argument!(three_layers, slice, into, vec![vec![vec![0.0; 2], vec![]], vec![vec![0.0]]]);
    check_argument!(chains_of_rows, slice, into, vec![vec![0.0; 2], vec![0.0; 2]]);
    check_argument!(means_of_rows, slice, into, vec![vec![0.0; 2], vec![0.0; 2]]);
    check_argument!(windows_of_rows, slice, into, vec![vec![0.0; 2], vec![0.0; 2]]);
    check_result!(early_returns, value);
}
