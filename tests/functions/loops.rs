//! Loops: written out or kept, over literal and generic ranges, over arrays.

use crate::check::{scalar, several};
use burtorch::differentiable;

#[differentiable]
fn to_n<const N: usize>(x: &[f64; N]) -> f64 {
    let mut sum = 0.0;
    for i in 0..N {
        sum += x[i] * x[i] * (i as f64 + 1.0);
    }
    sum
}

#[differentiable]
fn from_one<const N: usize>(x: &[f64; N]) -> f64 {
    let mut sum = 0.0;
    for i in 1..N {
        sum += 100.0 * (x[i] - x[i - 1] * x[i - 1]).powi(2) + (1.0 - x[i - 1]).powi(2);
    }
    sum
}

#[differentiable]
fn to_n_minus_one<const N: usize>(x: &[f64; N]) -> f64 {
    let mut sum = 1.0;
    for i in 0..N - 1 {
        sum *= (x[i] * x[i + 1]).cos() + 1.5;
    }
    sum
}

#[differentiable]
fn backwards<const N: usize>(x: &[f64; N]) -> f64 {
    let mut horner = 0.0;
    for i in (0..N).rev() {
        horner = horner * x[0] + x[i];
    }
    horner
}

#[differentiable]
fn triangle<const N: usize>(x: [f64; N]) -> f64 {
    let mut sum = 0.0;
    for i in 0..N {
        for j in 0..i {
            sum += (x[i] * x[j]).sin();
        }
    }
    sum
}

#[differentiable]
fn triangle_with_diagonal<const N: usize>(x: [f64; N]) -> f64 {
    let mut sum = 0.0;
    for i in 0..N {
        let mut row = 1.0;
        for j in 0..=i {
            row *= x[i] + x[j] * x[j];
        }
        sum += row.ln();
    }
    sum
}

#[differentiable]
fn upper_triangle<const N: usize>(x: &[f64; N]) -> f64 {
    let mut sum = 0.0;
    for i in 0..N {
        for j in i + 1..N {
            let d = x[i] - x[j];
            sum += 1.0 / (d * d + 1.0).sqrt();
        }
    }
    sum
}

#[differentiable]
fn up_to_the_next<const N: usize>(x: &[f64; N]) -> f64 {
    let mut sum = 0.0;
    for i in 0..N {
        for j in 0..i + 1 {
            sum += x[i] * x[j].exp();
        }
    }
    sum
}

#[differentiable]
fn three_deep<const N: usize>(x: &[f64; N]) -> f64 {
    let mut sum = 0.0;
    for i in 0..N {
        for j in 0..N {
            let product = x[i] * x[j];
            for k in 0..N {
                sum += (product - x[k]).sin() * product;
            }
        }
    }
    sum
}

#[differentiable]
fn long(x: f64, y: f64) -> f64 {
    let (mut a, mut b) = (x, y);
    for i in 0..2000 {
        let next = a * 0.9 + (b * 0.01).sin();
        b = b * 0.95 + next * next * 0.01 + f64::from(i) * 1e-6;
        a = next;
    }
    a * b
}

#[differentiable]
fn long_backwards(x: f64) -> f64 {
    let mut a = x;
    for i in (0..2000).rev() {
        a = (a + 0.001 * i as f64).cos();
    }
    a
}

#[differentiable]
fn long_nested(x: f64) -> f64 {
    let mut a = x;
    for i in 0..60 {
        let mut inner = a;
        for j in 0..60 {
            inner = inner * 0.5 + (inner + (i * j) as f64 * 0.001).sin() * 0.25;
        }
        a = a * 0.5 + inner.exp() * 0.1;
    }
    a
}

#[differentiable]
fn over_values(xs: [f64; 4]) -> f64 {
    let mut sum = 0.0;
    for x in xs {
        sum = sum * x + x.sin();
    }
    sum
}

#[differentiable]
fn over_references(xs: &[f64; 4]) -> f64 {
    let mut sum = 1.0;
    for x in xs {
        sum += *x * sum;
    }
    sum
}

#[differentiable]
fn over_borrowed(xs: [f64; 4]) -> f64 {
    let mut sum = 1.0;
    for &x in &xs {
        sum += x * sum;
    }
    sum
}

#[differentiable]
fn over_iter<const N: usize>(xs: &[f64; N]) -> f64 {
    let mut sum = 0.5;
    for x in xs.iter() {
        sum = (sum * x).sin() + x;
    }
    sum
}

#[differentiable]
fn over_iter_backwards<const N: usize>(xs: &[f64; N]) -> f64 {
    let mut sum = 0.5;
    for x in xs.iter().rev() {
        sum = (sum * x).sin() + x;
    }
    sum
}

#[differentiable]
fn over_copied<const N: usize>(xs: &[f64; N]) -> f64 {
    let mut sum = 0.5;
    for x in xs.iter().copied() {
        sum = (sum * x).sin() + x;
    }
    sum
}

#[differentiable]
fn over_enumerated<const N: usize>(xs: &[f64; N]) -> f64 {
    let mut sum = 0.5;
    for (i, x) in xs.iter().enumerate() {
        sum = (sum * x).sin() + x * i as f64;
    }
    sum
}

#[differentiable]
fn over_rows(m: &[[f64; 2]; 3]) -> f64 {
    let mut product = 1.0;
    for row in m {
        product *= row[0] - row[1] * product;
    }
    product
}

#[differentiable]
fn over_rows_and_columns<const N: usize>(m: &[[f64; 2]; N]) -> f64 {
    let mut product = 1.0;
    for row in m.iter() {
        for x in row {
            product = product * x + x.cos();
        }
    }
    product
}

#[differentiable]
fn over_pairs(points: [(f64, f64); 3]) -> f64 {
    let mut area = 0.0;
    for (x, y) in points {
        area += x * y + area * x;
    }
    area
}

#[differentiable]
fn over_local<const N: usize>(xs: &[f64; N]) -> f64 {
    let mut squares = [0.0; N];
    for i in 0..N {
        squares[i] = xs[i] * xs[i];
    }
    let mut sum = 0.0;
    for (i, s) in squares.iter().enumerate() {
        sum += s.sin() * (i + 1) as f64;
    }
    sum
}

#[differentiable]
fn over_integers(x: f64) -> f64 {
    let mut sum = 0.0;
    for k in [3, 1, 4] {
        sum += x.powi(k) * f64::from(k);
    }
    sum
}

const STEPS: usize = 40;

#[differentiable]
fn to_a_constant(x: f64) -> f64 {
    let mut a = x;
    for i in 0..STEPS {
        a = (a * 0.8 + i as f64 * 0.01).sin();
    }
    for i in 1..=STEPS {
        a = (a * 0.8 + i as f64 * 0.01).cos();
    }
    a
}

#[differentiable]
fn to_a_length(x: &[f64; 5]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i] * x[x.len() - 1 - i];
    }
    sum
}

#[differentiable]
fn guarded<const N: usize>(x: &[f64; N], n: usize) -> f64 {
    let mut sum = 0.0;
    for i in 0..N {
        if i < n {
            sum += x[i].exp();
        } else {
            sum -= x[i] * sum;
        }
    }
    sum
}

#[differentiable]
fn empty(x: f64) -> f64 {
    let mut a = x;
    for _ in 0..0 {
        a *= 3.0;
    }
    for i in 5..3 {
        a *= i as f64;
    }
    a * x
}

#[differentiable]
fn iterations_that_do_not_matter(x: f64) -> f64 {
    let mut a = x;
    let mut count = 0;
    for i in 0..3000 {
        count += i % 3;
        a = x * 2.0;
    }
    a * f64::from(count)
}

#[differentiable]
fn twice_in_a_row<const N: usize>(x: &[f64; N]) -> f64 {
    let mut sum = 0.0;
    for i in 0..N {
        sum += x[i].sin();
    }
    let mut product = 1.0;
    for i in 0..N {
        product *= x[i] + sum;
    }
    product
}

#[differentiable]
fn running<const N: usize>(x: &[f64; N]) -> [f64; N] {
    let mut sums = [0.0; N];
    let mut sum = 0.0;
    for i in 0..N {
        sum += x[i] * x[i];
        sums[i] = sum;
    }
    sums
}

#[differentiable]
fn of_a_matrix<const N: usize, const M: usize>(m: &[[f64; M]; N], v: &[f64; M]) -> f64 {
    let mut sum = 0.0;
    for i in 0..N {
        let mut row = 0.0;
        for j in 0..M {
            row += m[i][j] * v[j];
        }
        sum += row * row;
    }
    sum
}

#[test]
fn generic_ranges() {
    scalar!(|x| to_n(&[x[0], x[1], x[2]]); at [0.7, 1.2, -0.3], [-2.5, 0.4, 2.0]);
    scalar!(|x| from_one(&[x[0], x[1], x[2], x[3]]); at [0.7, 1.2, -0.3, 0.5], [-2.5, 0.4, 2.0, 1.0]);
    scalar!(|x| to_n_minus_one(&[x[0], x[1], x[2]]); at [0.7, 1.2, -0.3], [-2.5, 0.4, 2.0]);
    scalar!(|x| backwards(&[x[0], x[1], x[2]]); at [0.7, 1.2, -0.3], [-2.5, 0.4, 2.0]);
    scalar!(|x| triangle([x[0], x[1], x[2], x[3]]); at [0.7, 1.2, -0.3, 0.5], [-2.5, 0.4, 2.0, 1.0]);
    scalar!(|x| triangle_with_diagonal([x[0], x[1], x[2]]); at [0.7, 1.2, 0.3], [2.5, 0.4, 2.0]);
    scalar!(|x| upper_triangle(&[x[0], x[1], x[2], x[3]]); at [0.7, 1.2, -0.3, 0.5], [-2.5, 0.4, 2.0, 1.0]);
    scalar!(|x| up_to_the_next(&[x[0], x[1], x[2]]); at [0.7, 1.2, -0.3], [-2.5, 0.4, 2.0]);
    scalar!(|x| three_deep(&[x[0], x[1], x[2]]); at [0.7, 1.2, -0.3], [-2.5, 0.4, 2.0]);
    scalar!(|x| to_n(&[x[0]]); at [0.7]);
    scalar!(|x| from_one(&[x[0], x[1]]); at [0.7, 0.1]);
    scalar!(|x| guarded(&[x[0], x[1], x[2]], 2); along (&[x[0], x[1], x[2]]); at [0.7, 1.2, -0.3]);
    scalar!(|x| guarded(&[x[0], x[1], x[2]], 0); along (&[x[0], x[1], x[2]]); at [0.7, 1.2, -0.3]);
    scalar!(|x| twice_in_a_row(&[x[0], x[1], x[2]]); at [0.7, 1.2, -0.3], [-2.5, 0.4, 2.0]);
    scalar!(|x| of_a_matrix(&[[x[0], x[1]], [x[2], x[3]], [x[4], x[5]]], &[x[6], x[7]]); no hessian;
        at [0.7, 1.2, -0.3, 0.5, 2.0, 1.1, -0.6, 0.9]);
    several!(|x, y| running(&[x[0], x[1], x[2]]) -> [y[0], y[1], y[2]]; at [0.7, 1.2, -0.3]);
}

/// What the inner loops carry starts as a constant, and is differentiated from the second iteration around them on.
#[differentiable]
fn from_a_constant<const N: usize>(x: &[f64; N]) -> f64 {
    let mut state = 0.1_f64;
    for i in 0..N {
        for _ in 0..N {
            state = (state + state).sin();
        }
        for j in 0..N {
            state += (state * x[j]).sin() + x[i].cos();
        }
    }
    state
}

#[differentiable]
fn from_a_constant_deeper<const N: usize>(x: &[f64; N]) -> f64 {
    let (mut state, mut pair) = (0.1_f64, [0.2_f64, 0.3]);
    for i in 0..N {
        for _ in 0..N {
            for _ in 0..i {
                state = state.sin() + 0.5 * pair[1];
                pair = [pair[1] * state, pair[0].cos()];
            }
        }
        if i % 2 == 0 {
            for j in 0..i {
                pair[0] += x[j] * state;
            }
        }
        state += x[i];
    }
    state * pair[0] + pair[1]
}

#[test]
fn nested_loops_that_start_from_constants() {
    scalar!(|x| from_a_constant(&[x[0], x[1], x[2]]); inexact; at [0.7, 1.2, -0.3], [-0.4, 0.1, 0.6]);
    scalar!(|x| from_a_constant_deeper(&[x[0], x[1], x[2], x[3]]); inexact; at [0.7, 1.2, -0.3, 0.5]);
}

#[test]
fn literal_ranges() {
    scalar!(|x| long(x[0], x[1]); at [0.7, 1.2], [-2.5, 0.4]);
    scalar!(|x| long_backwards(x[0]); at [0.7], [-2.5]);
    scalar!(|x| long_nested(x[0]); at [0.7], [-0.5]);
    scalar!(|x| to_a_constant(x[0]); at [0.7], [-2.5]);
    scalar!(|x| to_a_length(&[x[0], x[1], x[2], x[3], x[4]]); at [0.7, 1.2, -0.3, 0.5, 2.0]);
    scalar!(|x| empty(x[0]); at [0.7]);
    scalar!(|x| iterations_that_do_not_matter(x[0]); at [0.7]);
}

#[test]
fn arrays() {
    scalar!(|x| over_values([x[0], x[1], x[2], x[3]]); at [0.7, 1.2, -0.3, 0.5]);
    scalar!(|x| over_references(&[x[0], x[1], x[2], x[3]]); at [0.7, 1.2, -0.3, 0.5]);
    scalar!(|x| over_borrowed([x[0], x[1], x[2], x[3]]); at [0.7, 1.2, -0.3, 0.5]);
    scalar!(|x| over_iter(&[x[0], x[1], x[2]]); at [0.7, 1.2, -0.3]);
    scalar!(|x| over_iter_backwards(&[x[0], x[1], x[2]]); at [0.7, 1.2, -0.3]);
    scalar!(|x| over_copied(&[x[0], x[1], x[2]]); at [0.7, 1.2, -0.3]);
    scalar!(|x| over_enumerated(&[x[0], x[1], x[2]]); at [0.7, 1.2, -0.3]);
    scalar!(|x| over_rows(&[[x[0], x[1]], [x[2], x[3]], [x[4], x[5]]]); at [0.7, 1.2, -0.3, 0.5, 2.0, 1.1]);
    scalar!(|x| over_rows_and_columns(&[[x[0], x[1]], [x[2], x[3]]]); no hessian; at [0.7, 1.2, -0.3, 0.5]);
    scalar!(|x| over_pairs([(x[0], x[1]), (x[2], x[3]), (x[4], x[5])]); at [0.7, 1.2, -0.3, 0.5, 2.0, 1.1]);
    scalar!(|x| over_local(&[x[0], x[1], x[2]]); at [0.7, 1.2, -0.3]);
    scalar!(|x| over_integers(x[0]); inexact; at [0.7], [-1.3]);
}
