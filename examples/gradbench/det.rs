//! `det`: the determinant of a matrix by expansion along its first row, again and again.

use super::runs::{Evaluation, Runs};
use super::{check, read, unknown};
use burtorch::{Scratch, differentiable};
use serde::Deserialize;
use serde_json::Value;

/// The determinant of the matrix that is left in the last `size` rows of the `n × n` matrix `a`, in those of its columns
/// whose bits are set. `size` bits are.
#[differentiable(wrt(a))]
pub fn minor(a: &[f64], n: usize, size: usize, columns: u64) -> f64 {
    let row = n - size;
    if size == 1 {
        return a[row * n + columns.trailing_zeros() as usize];
    }
    let mut sum = 0.0;
    let mut left = columns;
    for j in 0..size {
        let column = left.trailing_zeros() as usize;
        left &= left - 1;
        let term = a[row * n + column] * minor(a, n, size - 1, columns & !(1 << column));
        if j % 2 == 0 {
            sum += term;
        } else {
            sum -= term;
        }
    }
    sum
}

/// The determinant of an `n × n` matrix.
#[differentiable(wrt(a))]
pub fn determinant(a: &[f64], n: usize) -> f64 {
    minor(a, n, n, (1 << n) - 1)
}

/// Adds the gradient to `da`; returns the value.
pub fn gradient(a: &[f64], n: usize, da: &mut [f64], scratch: &mut Scratch) -> f64 {
    determinant::grad_into(a, n, da, scratch)
}

#[derive(Deserialize)]
struct Input {
    #[serde(rename = "A")]
    a: Vec<f64>,
    ell: usize,
}

pub fn evaluate(function: &str, input: Value, runs: &Runs) -> Result<Evaluation, String> {
    let Input { a, ell: n } = read(input)?;
    check((1..64).contains(&n) && a.len() == n * n, "`A` must have `ell` rows and columns, 1 to 63")?;
    match function {
        "primal" => {
            let (value, timings) = runs.repeat(|| determinant(&a, n));
            Evaluation::new(value, timings)
        }
        "gradient" => {
            let mut da = vec![0.0; a.len()];
            let mut scratch = Scratch::new();
            let (_, timings) = runs.repeat(|| {
                da.fill(0.0);
                gradient(&a, n, &mut da, &mut scratch)
            });
            Evaluation::new(da, timings)
        }
        _ => Err(unknown(function, &["primal", "gradient"])),
    }
}
