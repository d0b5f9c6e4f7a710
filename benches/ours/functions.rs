//! Functions as people write them: calls in loops, chains, trees and recursions of calls, products of matrices, particles.

#![allow(clippy::needless_range_loop, reason = "the indices are those of the formulas")]

use burtorch::differentiable;

/// `Σ aᵢ bᵢ`
#[differentiable]
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..a.len() {
        sum += a[i] * b[i];
    }
    sum
}

/// The cosine of the angle between `a` and `b`, smoothed.
#[differentiable]
pub fn cosine(a: &[f64], b: &[f64]) -> f64 {
    dot(a, b) / (dot(a, a) * dot(b, b) + 1.0).sqrt()
}

/// Helpers over slices, called in a loop.
#[differentiable(wrt(w))]
pub fn helpers(w: &[f64], rows: &[f64]) -> f64 {
    let d = w.len();
    let mut sum = 0.0;
    for i in 0..rows.len() / d {
        let score = cosine(w, &rows[i * d..(i + 1) * d]);
        sum += score * score;
    }
    sum
}

/// The square of Frobenius' norm of a product of `n × n` matrices, by rows.
#[differentiable]
pub fn matmul(a: &[f64], b: &[f64], n: usize) -> f64 {
    let mut c = vec![0.0; n * n];
    for i in 0..n {
        for k in 0..n {
            for j in 0..n {
                c[i * n + j] += a[i * n + k] * b[k * n + j];
            }
        }
    }
    let mut sum = 0.0;
    for i in 0..n * n {
        sum += c[i] * c[i];
    }
    sum
}

/// The energy of particles with Lennard-Jones' potential.
#[differentiable]
pub fn lennard_jones(x: &[f64]) -> f64 {
    let n = x.len() / 3;
    let mut energy = 0.0;
    for i in 0..n {
        for j in i + 1..n {
            let dx = x[3 * i] - x[3 * j];
            let dy = x[3 * i + 1] - x[3 * j + 1];
            let dz = x[3 * i + 2] - x[3 * j + 2];
            let r2 = dx * dx + dy * dy + dz * dz;
            let s = 1.0 / r2;
            let s3 = s * s * s;
            energy += 4.0 * (s3 * s3 - s3);
        }
    }
    energy
}

/// Arithmetic alone.
#[differentiable]
pub fn arithmetic(x: &[f64; 8]) -> f64 {
    let a = x[0] * x[1] + x[2] * x[3];
    let b = x[4] * x[5] - x[6] * x[7];
    let c = (a + b) * (a - b) / (1.0 + a * a);
    let d = (c * x[0] + b * x[2]) / (2.0 + c * c + x[5] * x[5]);
    let e = d * d * a + c * b * x[7] - d / (1.0 + b * b);
    let f = (e + d) * (c - a) + e * x[1] * x[6];
    f * f / (1.0 + e * e) + a * d * x[3] - x[4] * f
}

/// A recursion with two calls at each level.
#[differentiable(wrt(x, a))]
pub fn tree(depth: usize, x: f64, a: f64) -> f64 {
    if depth == 0 {
        return x * x * a + x;
    }
    tree(depth - 1, x * a, a) * 0.5 + tree(depth - 1, x + a, a)
}

/// The lowest level.
#[differentiable]
pub fn level_0(x: &[f64], a: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += (x[i] * a).sin();
    }
    sum
}

/// A level.
#[differentiable]
pub fn level_1(x: &[f64], a: f64) -> f64 {
    let mut sum = level_0(x, a * 0.9);
    for i in 0..x.len() {
        sum += (x[i] * a + sum * 1e-3).sin();
    }
    sum
}

/// A level.
#[differentiable]
pub fn level_2(x: &[f64], a: f64) -> f64 {
    let mut sum = level_1(x, a * 0.9);
    for i in 0..x.len() {
        sum += (x[i] * a + sum * 1e-3).sin();
    }
    sum
}

/// A level.
#[differentiable]
pub fn level_3(x: &[f64], a: f64) -> f64 {
    let mut sum = level_2(x, a * 0.9);
    for i in 0..x.len() {
        sum += (x[i] * a + sum * 1e-3).sin();
    }
    sum
}

/// A level.
#[differentiable]
pub fn level_4(x: &[f64], a: f64) -> f64 {
    let mut sum = level_3(x, a * 0.9);
    for i in 0..x.len() {
        sum += (x[i] * a + sum * 1e-3).sin();
    }
    sum
}

/// A level.
#[differentiable]
pub fn level_5(x: &[f64], a: f64) -> f64 {
    let mut sum = level_4(x, a * 0.9);
    for i in 0..x.len() {
        sum += (x[i] * a + sum * 1e-3).sin();
    }
    sum
}

/// The determinant of an `n × n` matrix, by matrices that are made for it.
#[differentiable(wrt(a))]
pub fn determinant(a: &[f64], n: usize) -> f64 {
    if n == 1 {
        return a[0];
    }
    let mut sum = 0.0;
    let mut sign = 1.0;
    for column in 0..n {
        let mut minor = vec![0.0; (n - 1) * (n - 1)];
        for i in 1..n {
            for j in 0..n - 1 {
                minor[(i - 1) * (n - 1) + j] = if j < column { a[i * n + j] } else { a[i * n + j + 1] };
            }
        }
        sum += sign * a[column] * determinant(&minor, n - 1);
        sign = -sign;
    }
    sum
}

/// Functions of other forms, with an option and without.
macro_rules! forms {
    ($huber:ident $stencil:ident $($option:ident)?) => {
        /// Huber's loss: a branch in a sum.
        #[differentiable(wrt(x)$(, $option)?)]
        pub fn $huber(x: &[f64], y: &[f64]) -> f64 {
            let mut sum = 0.0;
            for i in 0..x.len() {
                let r = x[i] - y[i];
                sum += if r.abs() < 1.0 { 0.5 * r * r } else { r.abs() - 0.5 };
            }
            sum
        }

        /// How far an `n × n` grid is from one whose points are the means of their neighbours.
        #[differentiable$(($option))?]
        pub fn $stencil(u: &[f64], n: usize) -> f64 {
            let mut sum = 0.0;
            for i in 1..n - 1 {
                for j in 1..n - 1 {
                    let at = i * n + j;
                    let around = u[at - n] + u[at + n] + u[at - 1] + u[at + 1];
                    let l = around - 4.0 * u[at];
                    sum += l * l;
                }
            }
            sum
        }
    };
}

forms!(huber stencil);
forms!(vector_huber vector_stencil vector);

/// A term.
#[differentiable]
pub fn term(x: f64, y: f64) -> f64 {
    (x * y + 1.0) * (x - y) * x + y * y
}

/// The sum of the terms of neighbours.
#[differentiable]
pub fn small_helpers(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() - 1 {
        sum += term(x[i], x[i + 1]);
    }
    sum
}

/// The same, fast.
#[differentiable(fast)]
pub fn fast_term(x: f64, y: f64) -> f64 {
    (x * y + 1.0) * (x - y) * x + y * y
}

/// The same, fast.
#[differentiable(fast)]
pub fn fast_small_helpers(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() - 1 {
        sum += fast_term(x[i], x[i + 1]);
    }
    sum
}

/// Functions that other macros write are not found in the file, so these are called.
macro_rules! called_helpers {
    ($inner:ident $outer:ident $($option:ident)?) => {
        /// A term.
        #[differentiable$(($option))?]
        pub fn $inner(x: f64, y: f64) -> f64 {
            (x * y + 1.0) * (x - y) * x + y * y
        }

        /// The sum of the terms of neighbours.
        #[differentiable$(($option))?]
        pub fn $outer(x: &[f64]) -> f64 {
            let mut sum = 0.0;
            for i in 0..x.len() - 1 {
                sum += $inner(x[i], x[i + 1]);
            }
            sum
        }
    };
}

called_helpers!(called_term called_helpers);
called_helpers!(fast_called_term fast_called_helpers fast);
