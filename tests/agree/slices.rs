//! Random programs over slices, each for the compiler and for the tape. Written by a test of burtorch-macros.

use burtorch::{Real, differentiable};

use super::tape::{Var, lit};
use super::{Slices, norm, taped_norm};

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_0(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    let mut s1 = (((x[(m - 1)]).max(a[(n % m)]) + (s0 + x[0]))).sin();
    s1 += s0;
    if (a[(n % m)] - s1) > (s0 + a[(n % m)]) {
        'l1: for w4 in x.chunks_exact(2) {
            b[0] += (((w4[1] * (0.3740000000000001_f64)) + (w4[0] - (0.5_f64)))).sin();
            let f5 = ((x[(m - 1)] * s1)).sin();
            a.fill(f5);
        }
        let mut s2 = (s1) / ((1.5_f64) + s0 * s0);
        s2 += s0;
    } else {
        'l6: for i7 in 0..n {
            a.swap(0, 0);
            s1 = (x.iter().zip(&a).map(|(u, w)| *u * *w).sum::<f64>()).tanh();
            if (s0 - ((i7 % m) as f64)) > a[(m - 1)] {
                break 'l6;
            }
        }
    }
    'l10: for i11 in 0..n {
        a[(i11 % m)] = (((x[(n % m)] * ((i11 % m) as f64))).sin()).tanh();
    }
    s1 = ((0..m).map(|j| x[j] * a[m - 1 - j]).sum::<f64>()).tanh();
    if (s0).sigmoid() <= (a[0] * a[(m - 1)]) {
        'l14: for i15 in 0..m {
            a[(n % m)] *= (((x[0] + s0) * (s1 * b[b.len() - 1]))) / ((1.5_f64) + s0 * s0);
            let mut s2 = ((0.694_f64)).tanh();
            s2 += s0;
        }
        a[0] *= (a[(m - 1)]).tanh();
    } else {
        s1 *= (((x[(m - 1)] * a[(n % m)]) * (x[(m - 1)]).sigmoid())).sin();
    }
    a[(m - 1)] *= (((x[(m - 1)]).sigmoid()).sigmoid()) / ((1.5_f64) + s0 * s0);
    ((x[(n % m)] + s0)).sin() + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_0(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    let mut s1 = (((x[(m - 1)]).max(a[(n % m)]) + (s0 + x[0]))).sin();
    s1 += s0;
    if (a[(n % m)] - s1) > (s0 + a[(n % m)]) {
        'l1: for w4 in x.chunks_exact(2) {
            { let value = (((w4[1] * lit(0.3740000000000001)) + (w4[0] - lit(0.5)))).sin(); b[0] += value; }
            let f5 = ((x[(m - 1)] * s1)).sin();
            a.fill(f5);
        }
        let mut s2 = (s1) / (lit(1.5) + s0 * s0);
        s2 += s0;
    } else {
        'l6: for i7 in 0..n {
            a.swap(0, 0);
            s1 = (x.iter().zip(&a).map(|(u, w)| *u * *w).sum::<Var>()).tanh();
            if (s0 - lit((i7 % m) as f64)) > a[(m - 1)] {
                break 'l6;
            }
        }
    }
    'l10: for i11 in 0..n {
        { let value = (((x[(n % m)] * lit((i11 % m) as f64))).sin()).tanh(); a[(i11 % m)] = value; }
    }
    s1 = ((0..m).map(|j| x[j] * a[m - 1 - j]).sum::<Var>()).tanh();
    if (s0).sigmoid() <= (a[0] * a[(m - 1)]) {
        'l14: for i15 in 0..m {
            { let value = (((x[0] + s0) * (s1 * b[b.len() - 1]))) / (lit(1.5) + s0 * s0); a[(n % m)] *= value; }
            let mut s2 = (lit(0.694)).tanh();
            s2 += s0;
        }
        { let value = (a[(m - 1)]).tanh(); a[0] *= value; }
    } else {
        s1 *= (((x[(m - 1)] * a[(n % m)]) * (x[(m - 1)]).sigmoid())).sin();
    }
    { let value = (((x[(m - 1)]).sigmoid()).sigmoid()) / (lit(1.5) + s0 * s0); a[(m - 1)] *= value; }
    ((x[(n % m)] + s0)).sin() + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable(vector)]
fn vector_0(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    let mut s1 = (((x[(m - 1)]).max(a[(n % m)]) + (s0 + x[0]))).sin();
    s1 += s0;
    if (a[(n % m)] - s1) > (s0 + a[(n % m)]) {
        'l1: for w4 in x.chunks_exact(2) {
            b[0] += (((w4[1] * (0.3740000000000001_f64)) + (w4[0] - (0.5_f64)))).sin();
            let f5 = ((x[(m - 1)] * s1)).sin();
            a.fill(f5);
        }
        let mut s2 = (s1) / ((1.5_f64) + s0 * s0);
        s2 += s0;
    } else {
        'l6: for i7 in 0..n {
            a.swap(0, 0);
            s1 = (x.iter().zip(&a).map(|(u, w)| *u * *w).sum::<f64>()).tanh();
            if (s0 - ((i7 % m) as f64)) > a[(m - 1)] {
                break 'l6;
            }
        }
    }
    'l10: for i11 in 0..n {
        a[(i11 % m)] = (((x[(n % m)] * ((i11 % m) as f64))).sin()).tanh();
    }
    s1 = ((0..m).map(|j| x[j] * a[m - 1 - j]).sum::<f64>()).tanh();
    if (s0).sigmoid() <= (a[0] * a[(m - 1)]) {
        'l14: for i15 in 0..m {
            a[(n % m)] *= (((x[0] + s0) * (s1 * b[b.len() - 1]))) / ((1.5_f64) + s0 * s0);
            let mut s2 = ((0.694_f64)).tanh();
            s2 += s0;
        }
        a[0] *= (a[(m - 1)]).tanh();
    } else {
        s1 *= (((x[(m - 1)] * a[(n % m)]) * (x[(m - 1)]).sigmoid())).sin();
    }
    a[(m - 1)] *= (((x[(m - 1)]).sigmoid()).sigmoid()) / ((1.5_f64) + s0 * s0);
    ((x[(n % m)] + s0)).sin() + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_1(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    let p1 = ((a[0]).powi(2)).sin();
    b.push(p1);
    b[0] *= (((x[0] + a[(m - 1)])).sigmoid()).sin();
    s0 += (b[b.len() - 1]) / ((1.5_f64) + s0 * s0);
    'l2: for (i3, v4) in x.iter().enumerate() {
        s0 = ((((*v4) * a[i3]) * (s0 * (-0.399_f64)))).tanh();
    }
    ((a[(n % m)]).powi(2) - (s0).powi(2)) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_1(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    let p1 = ((a[0]).powi(2)).sin();
    b.push(p1);
    { let value = (((x[0] + a[(m - 1)])).sigmoid()).sin(); b[0] *= value; }
    s0 += (b[b.len() - 1]) / (lit(1.5) + s0 * s0);
    'l2: for (i3, v4) in x.iter().enumerate() {
        s0 = ((((*v4) * a[i3]) * (s0 * lit(-0.399)))).tanh();
    }
    ((a[(n % m)]).powi(2) - (s0).powi(2)) + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable(vector)]
fn vector_1(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    let p1 = ((a[0]).powi(2)).sin();
    b.push(p1);
    b[0] *= (((x[0] + a[(m - 1)])).sigmoid()).sin();
    s0 += (b[b.len() - 1]) / ((1.5_f64) + s0 * s0);
    'l2: for (i3, v4) in x.iter().enumerate() {
        s0 = ((((*v4) * a[i3]) * (s0 * (-0.399_f64)))).tanh();
    }
    ((a[(n % m)]).powi(2) - (s0).powi(2)) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_2(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    'l1: for i2 in (0..m).rev() {
        let mut c5 = a.clone();
        c5[(n % m)] = (s0).tanh();
        s0 += c5[m - 1] * (0.5_f64);
    }
    let mut s1 = (((s0 * s0) * (s0 + s0))) / ((1.5_f64) + s0 * s0);
    s1 += s0;
    s0 -= (((x[0] - x[(m - 1)])).max(s1)) / ((1.5_f64) + s0 * s0);
    a.swap((m - 1), 0);
    s0 -= (((a[0] * x[(m - 1)]) + (b[b.len() - 1] + s1))) / ((1.5_f64) + s0 * s0);
    (((-0.363_f64)).powi(2) * ((0.534_f64) + s0)) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_2(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    'l1: for i2 in (0..m).rev() {
        let mut c5 = a.clone();
        c5[(n % m)] = (s0).tanh();
        s0 += c5[m - 1] * lit(0.5);
    }
    let mut s1 = (((s0 * s0) * (s0 + s0))) / (lit(1.5) + s0 * s0);
    s1 += s0;
    s0 -= (((x[0] - x[(m - 1)])).max(s1)) / (lit(1.5) + s0 * s0);
    a.swap((m - 1), 0);
    s0 -= (((a[0] * x[(m - 1)]) + (b[b.len() - 1] + s1))) / (lit(1.5) + s0 * s0);
    ((lit(-0.363)).powi(2) * (lit(0.534) + s0)) + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable(vector)]
fn vector_2(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    'l1: for i2 in (0..m).rev() {
        let mut c5 = a.clone();
        c5[(n % m)] = (s0).tanh();
        s0 += c5[m - 1] * (0.5_f64);
    }
    let mut s1 = (((s0 * s0) * (s0 + s0))) / ((1.5_f64) + s0 * s0);
    s1 += s0;
    s0 -= (((x[0] - x[(m - 1)])).max(s1)) / ((1.5_f64) + s0 * s0);
    a.swap((m - 1), 0);
    s0 -= (((a[0] * x[(m - 1)]) + (b[b.len() - 1] + s1))) / ((1.5_f64) + s0 * s0);
    (((-0.363_f64)).powi(2) * ((0.534_f64) + s0)) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_3(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    a[(n % m)] = (((x[(m - 1)] - b[b.len() - 1]) - (s0 + x[(m - 1)]))).tanh();
    'l1: for w4 in x.windows(2) {
        let mut k5 = 0;
        'l6: while k5 < n {
            k5 += 1;
            a[(n % m)] += (((s0).sin()).max(a[0])) / ((1.5_f64) + s0 * s0);
        }
        let mut k7 = 0;
        'l8: loop {
            if k7 == n {
                break;
            }
            k7 += 1;
            let mut s1 = (((a[(m - 1)] * s0) + (b[b.len() - 1] * s0))) / ((1.5_f64) + s0 * s0);
            s1 += s0;
            let f9 = ((w4[1] * a[(m - 1)])).tanh();
            a.fill(f9);
            a[0] += (((s1).powi(2)).max((0.123_f64))) / ((1.5_f64) + s0 * s0);
        }
        s0 *= (((a[(m - 1)]).tanh() - (s0 + x[0]))) / ((1.5_f64) + s0 * s0);
    }
    s0 += (((x[0]).powi(2)).max(s0)).tanh();
    s0 *= (((s0).max(a[0]) + (s0 - s0))).sin();
    (a[(m - 1)] + (b[b.len() - 1] - b[b.len() - 1])) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_3(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    { let value = (((x[(m - 1)] - b[b.len() - 1]) - (s0 + x[(m - 1)]))).tanh(); a[(n % m)] = value; }
    'l1: for w4 in x.windows(2) {
        let mut k5 = 0;
        'l6: while k5 < n {
            k5 += 1;
            { let value = (((s0).sin()).max(a[0])) / (lit(1.5) + s0 * s0); a[(n % m)] += value; }
        }
        let mut k7 = 0;
        'l8: loop {
            if k7 == n {
                break;
            }
            k7 += 1;
            let mut s1 = (((a[(m - 1)] * s0) + (b[b.len() - 1] * s0))) / (lit(1.5) + s0 * s0);
            s1 += s0;
            let f9 = ((w4[1] * a[(m - 1)])).tanh();
            a.fill(f9);
            { let value = (((s1).powi(2)).max(lit(0.123))) / (lit(1.5) + s0 * s0); a[0] += value; }
        }
        s0 *= (((a[(m - 1)]).tanh() - (s0 + x[0]))) / (lit(1.5) + s0 * s0);
    }
    s0 += (((x[0]).powi(2)).max(s0)).tanh();
    s0 *= (((s0).max(a[0]) + (s0 - s0))).sin();
    (a[(m - 1)] + (b[b.len() - 1] - b[b.len() - 1])) + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable(vector)]
fn vector_3(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    a[(n % m)] = (((x[(m - 1)] - b[b.len() - 1]) - (s0 + x[(m - 1)]))).tanh();
    'l1: for w4 in x.windows(2) {
        let mut k5 = 0;
        'l6: while k5 < n {
            k5 += 1;
            a[(n % m)] += (((s0).sin()).max(a[0])) / ((1.5_f64) + s0 * s0);
        }
        let mut k7 = 0;
        'l8: loop {
            if k7 == n {
                break;
            }
            k7 += 1;
            let mut s1 = (((a[(m - 1)] * s0) + (b[b.len() - 1] * s0))) / ((1.5_f64) + s0 * s0);
            s1 += s0;
            let f9 = ((w4[1] * a[(m - 1)])).tanh();
            a.fill(f9);
            a[0] += (((s1).powi(2)).max((0.123_f64))) / ((1.5_f64) + s0 * s0);
        }
        s0 *= (((a[(m - 1)]).tanh() - (s0 + x[0]))) / ((1.5_f64) + s0 * s0);
    }
    s0 += (((x[0]).powi(2)).max(s0)).tanh();
    s0 *= (((s0).max(a[0]) + (s0 - s0))).sin();
    (a[(m - 1)] + (b[b.len() - 1] - b[b.len() - 1])) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_4(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    a[0] += ((-0.10299999999999998_f64)).tanh();
    if (s0).powi(2) <= (b[b.len() - 1]).cos() {
        a[(m - 1)] = (((a[(n % m)] + x[(m - 1)]) * ((-0.623_f64) + a[(m - 1)]))).tanh();
        s0 -= (((b[b.len() - 1] * s0) + (x[(m - 1)]).powi(2))).tanh();
        'l1: for i2 in 0..m {
            if ((0.026000000000000023_f64) + b[b.len() - 1]) > (s0 * b[b.len() - 1]) {
                return a[(n % m)] + a[0] * x[m - 1];
            }
            a.swap(i2, i2);
            a[i2] = (((b[b.len() - 1]).sigmoid() * ((-0.387_f64)).sigmoid())).tanh();
        }
    } else {
        s0 = ((s0 * (s0 + s0))) / ((1.5_f64) + s0 * s0);
    }
    let mut k5 = 0;
    'l6: while k5 < n {
        k5 += 1;
        let mut k7 = 0;
        'l8: while k7 < n {
            k7 += 1;
            a[(n % m)] *= (((x[(n % m)] - x[0])).max(b[b.len() - 1])).tanh();
        }
    }
    if (s0 * (0.5680000000000001_f64)) <= (s0 * x[(m - 1)]) {
        a.swap((m - 1), (n % m));
    } else {
        s0 = (((a[(n % m)] * (-0.8280000000000001_f64)) * (x[(n % m)] - s0))).tanh();
    }
    'l9: for i10 in 0..m {
        if (s0 + a[(n % m)]) <= (0.5129999999999999_f64) {
            continue;
        }
        s0 = (a.iter().enumerate().map(|(j, u)| *u * x[j]).sum::<f64>()).tanh();
    }
    ((a[0] + s0) + (x[(m - 1)]).cos()) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_4(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    { let value = (lit(-0.10299999999999998)).tanh(); a[0] += value; }
    if (s0).powi(2) <= (b[b.len() - 1]).cos() {
        { let value = (((a[(n % m)] + x[(m - 1)]) * (lit(-0.623) + a[(m - 1)]))).tanh(); a[(m - 1)] = value; }
        s0 -= (((b[b.len() - 1] * s0) + (x[(m - 1)]).powi(2))).tanh();
        'l1: for i2 in 0..m {
            if (lit(0.026000000000000023) + b[b.len() - 1]) > (s0 * b[b.len() - 1]) {
                return a[(n % m)] + a[0] * x[m - 1];
            }
            a.swap(i2, i2);
            { let value = (((b[b.len() - 1]).sigmoid() * (lit(-0.387)).sigmoid())).tanh(); a[i2] = value; }
        }
    } else {
        s0 = ((s0 * (s0 + s0))) / (lit(1.5) + s0 * s0);
    }
    let mut k5 = 0;
    'l6: while k5 < n {
        k5 += 1;
        let mut k7 = 0;
        'l8: while k7 < n {
            k7 += 1;
            { let value = (((x[(n % m)] - x[0])).max(b[b.len() - 1])).tanh(); a[(n % m)] *= value; }
        }
    }
    if (s0 * lit(0.5680000000000001)) <= (s0 * x[(m - 1)]) {
        a.swap((m - 1), (n % m));
    } else {
        s0 = (((a[(n % m)] * lit(-0.8280000000000001)) * (x[(n % m)] - s0))).tanh();
    }
    'l9: for i10 in 0..m {
        if (s0 + a[(n % m)]) <= lit(0.5129999999999999) {
            continue;
        }
        s0 = (a.iter().enumerate().map(|(j, u)| *u * x[j]).sum::<Var>()).tanh();
    }
    ((a[0] + s0) + (x[(m - 1)]).cos()) + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable(vector)]
fn vector_4(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    a[0] += ((-0.10299999999999998_f64)).tanh();
    if (s0).powi(2) <= (b[b.len() - 1]).cos() {
        a[(m - 1)] = (((a[(n % m)] + x[(m - 1)]) * ((-0.623_f64) + a[(m - 1)]))).tanh();
        s0 -= (((b[b.len() - 1] * s0) + (x[(m - 1)]).powi(2))).tanh();
        'l1: for i2 in 0..m {
            if ((0.026000000000000023_f64) + b[b.len() - 1]) > (s0 * b[b.len() - 1]) {
                return a[(n % m)] + a[0] * x[m - 1];
            }
            a.swap(i2, i2);
            a[i2] = (((b[b.len() - 1]).sigmoid() * ((-0.387_f64)).sigmoid())).tanh();
        }
    } else {
        s0 = ((s0 * (s0 + s0))) / ((1.5_f64) + s0 * s0);
    }
    let mut k5 = 0;
    'l6: while k5 < n {
        k5 += 1;
        let mut k7 = 0;
        'l8: while k7 < n {
            k7 += 1;
            a[(n % m)] *= (((x[(n % m)] - x[0])).max(b[b.len() - 1])).tanh();
        }
    }
    if (s0 * (0.5680000000000001_f64)) <= (s0 * x[(m - 1)]) {
        a.swap((m - 1), (n % m));
    } else {
        s0 = (((a[(n % m)] * (-0.8280000000000001_f64)) * (x[(n % m)] - s0))).tanh();
    }
    'l9: for i10 in 0..m {
        if (s0 + a[(n % m)]) <= (0.5129999999999999_f64) {
            continue;
        }
        s0 = (a.iter().enumerate().map(|(j, u)| *u * x[j]).sum::<f64>()).tanh();
    }
    ((a[0] + s0) + (x[(m - 1)]).cos()) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_5(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    'l1: for i2 in 0..n {
        let mut k5 = 0;
        'l6: while k5 < n {
            k5 += 1;
            a[(m - 1)] = (((b[b.len() - 1] * a[(m - 1)])).sigmoid()).sin();
        }
        if (s0 + x[((2 * (i2 % m) + 1) % m)]) < (((i2 % m) as f64) * a[(i2 % m)]) {
            continue;
        }
        let mut k7 = 0;
        'l8: loop {
            if k7 == n {
                break;
            }
            k7 += 1;
            if (b[b.len() - 1]).max(((i2 % m) as f64)) > ((0.6799999999999999_f64)).max(x[0]) {
                break;
            }
            a[0] = (((x[((2 * (i2 % m) + 1) % m)] * x[((2 * (i2 % m) + 1) % m)])).max(x[(n % m)])).tanh();
        }
    }
    'l9: for i10 in 0..n {
        let mut k13 = 0;
        'l14: loop {
            if k13 == n {
                break;
            }
            k13 += 1;
            a.swap((m - 1), (n % m));
            let mut c15 = a.clone();
            c15[(i10 % m)] = ((x[((2 * (i10 % m) + 1) % m)] * x[(m - 1)])) / ((1.5_f64) + s0 * s0);
            s0 += c15[m - 1] * (0.5_f64);
            s0 += ((((0.859_f64) - ((i10 % m) as f64)) * (a[((2 * (i10 % m) + 1) % m)] + s0))) / ((1.5_f64) + s0 * s0);
        }
    }
    s0 = ((0..m).map(|j| x[j] * a[m - 1 - j]).sum::<f64>()).tanh();
    if (s0 * x[0]) < x[(n % m)] {
        a[(m - 1)] *= (s0).tanh();
        'l16: for v18 in x {
            a[(m - 1)] = (((a[0] + b[b.len() - 1])).max(a[0])) / ((1.5_f64) + s0 * s0);
            if (a[0] * x[(n % m)]) <= (s0 * x[0]) {
                break 'l16;
            }
        }
        s0 += (((s0 - s0)).powi(2)).sin();
    }
    a[(m - 1)] += (((s0 * s0)).sigmoid()).tanh();
    ((a[(m - 1)] + s0) - (s0).max(a[0])) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_5(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    'l1: for i2 in 0..n {
        let mut k5 = 0;
        'l6: while k5 < n {
            k5 += 1;
            { let value = (((b[b.len() - 1] * a[(m - 1)])).sigmoid()).sin(); a[(m - 1)] = value; }
        }
        if (s0 + x[((2 * (i2 % m) + 1) % m)]) < (lit((i2 % m) as f64) * a[(i2 % m)]) {
            continue;
        }
        let mut k7 = 0;
        'l8: loop {
            if k7 == n {
                break;
            }
            k7 += 1;
            if (b[b.len() - 1]).max(lit((i2 % m) as f64)) > (lit(0.6799999999999999)).max(x[0]) {
                break;
            }
            { let value = (((x[((2 * (i2 % m) + 1) % m)] * x[((2 * (i2 % m) + 1) % m)])).max(x[(n % m)])).tanh(); a[0] = value; }
        }
    }
    'l9: for i10 in 0..n {
        let mut k13 = 0;
        'l14: loop {
            if k13 == n {
                break;
            }
            k13 += 1;
            a.swap((m - 1), (n % m));
            let mut c15 = a.clone();
            c15[(i10 % m)] = ((x[((2 * (i10 % m) + 1) % m)] * x[(m - 1)])) / (lit(1.5) + s0 * s0);
            s0 += c15[m - 1] * lit(0.5);
            s0 += (((lit(0.859) - lit((i10 % m) as f64)) * (a[((2 * (i10 % m) + 1) % m)] + s0))) / (lit(1.5) + s0 * s0);
        }
    }
    s0 = ((0..m).map(|j| x[j] * a[m - 1 - j]).sum::<Var>()).tanh();
    if (s0 * x[0]) < x[(n % m)] {
        { let value = (s0).tanh(); a[(m - 1)] *= value; }
        'l16: for v18 in x {
            { let value = (((a[0] + b[b.len() - 1])).max(a[0])) / (lit(1.5) + s0 * s0); a[(m - 1)] = value; }
            if (a[0] * x[(n % m)]) <= (s0 * x[0]) {
                break 'l16;
            }
        }
        s0 += (((s0 - s0)).powi(2)).sin();
    }
    { let value = (((s0 * s0)).sigmoid()).tanh(); a[(m - 1)] += value; }
    ((a[(m - 1)] + s0) - (s0).max(a[0])) + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable(vector)]
fn vector_5(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    'l1: for i2 in 0..n {
        let mut k5 = 0;
        'l6: while k5 < n {
            k5 += 1;
            a[(m - 1)] = (((b[b.len() - 1] * a[(m - 1)])).sigmoid()).sin();
        }
        if (s0 + x[((2 * (i2 % m) + 1) % m)]) < (((i2 % m) as f64) * a[(i2 % m)]) {
            continue;
        }
        let mut k7 = 0;
        'l8: loop {
            if k7 == n {
                break;
            }
            k7 += 1;
            if (b[b.len() - 1]).max(((i2 % m) as f64)) > ((0.6799999999999999_f64)).max(x[0]) {
                break;
            }
            a[0] = (((x[((2 * (i2 % m) + 1) % m)] * x[((2 * (i2 % m) + 1) % m)])).max(x[(n % m)])).tanh();
        }
    }
    'l9: for i10 in 0..n {
        let mut k13 = 0;
        'l14: loop {
            if k13 == n {
                break;
            }
            k13 += 1;
            a.swap((m - 1), (n % m));
            let mut c15 = a.clone();
            c15[(i10 % m)] = ((x[((2 * (i10 % m) + 1) % m)] * x[(m - 1)])) / ((1.5_f64) + s0 * s0);
            s0 += c15[m - 1] * (0.5_f64);
            s0 += ((((0.859_f64) - ((i10 % m) as f64)) * (a[((2 * (i10 % m) + 1) % m)] + s0))) / ((1.5_f64) + s0 * s0);
        }
    }
    s0 = ((0..m).map(|j| x[j] * a[m - 1 - j]).sum::<f64>()).tanh();
    if (s0 * x[0]) < x[(n % m)] {
        a[(m - 1)] *= (s0).tanh();
        'l16: for v18 in x {
            a[(m - 1)] = (((a[0] + b[b.len() - 1])).max(a[0])) / ((1.5_f64) + s0 * s0);
            if (a[0] * x[(n % m)]) <= (s0 * x[0]) {
                break 'l16;
            }
        }
        s0 += (((s0 - s0)).powi(2)).sin();
    }
    a[(m - 1)] += (((s0 * s0)).sigmoid()).tanh();
    ((a[(m - 1)] + s0) - (s0).max(a[0])) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_6(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    a[0] += (((a[(n % m)] + x[(n % m)]) - (a[0] - x[(m - 1)]))).tanh();
    'l1: for w4 in x.chunks_exact(2) {
        let mut s1 = (((s0).cos() + s0)) / ((1.5_f64) + s0 * s0);
        s1 += s0;
        a[(m - 1)] *= (((a[0] - s1) * (s0 * (0.9139999999999999_f64)))) / ((1.5_f64) + s0 * s0);
    }
    'l5: for i6 in (0..m).step_by(2) {
        a.swap((m - 1), (n % m));
        s0 = (a.iter().enumerate().map(|(j, u)| *u * x[j]).sum::<f64>()).tanh();
    }
    ((b[b.len() - 1] * s0) * (x[(n % m)] - a[(n % m)])) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_6(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    { let value = (((a[(n % m)] + x[(n % m)]) - (a[0] - x[(m - 1)]))).tanh(); a[0] += value; }
    'l1: for w4 in x.chunks_exact(2) {
        let mut s1 = (((s0).cos() + s0)) / (lit(1.5) + s0 * s0);
        s1 += s0;
        { let value = (((a[0] - s1) * (s0 * lit(0.9139999999999999)))) / (lit(1.5) + s0 * s0); a[(m - 1)] *= value; }
    }
    'l5: for i6 in (0..m).step_by(2) {
        a.swap((m - 1), (n % m));
        s0 = (a.iter().enumerate().map(|(j, u)| *u * x[j]).sum::<Var>()).tanh();
    }
    ((b[b.len() - 1] * s0) * (x[(n % m)] - a[(n % m)])) + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable(vector)]
fn vector_6(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    a[0] += (((a[(n % m)] + x[(n % m)]) - (a[0] - x[(m - 1)]))).tanh();
    'l1: for w4 in x.chunks_exact(2) {
        let mut s1 = (((s0).cos() + s0)) / ((1.5_f64) + s0 * s0);
        s1 += s0;
        a[(m - 1)] *= (((a[0] - s1) * (s0 * (0.9139999999999999_f64)))) / ((1.5_f64) + s0 * s0);
    }
    'l5: for i6 in (0..m).step_by(2) {
        a.swap((m - 1), (n % m));
        s0 = (a.iter().enumerate().map(|(j, u)| *u * x[j]).sum::<f64>()).tanh();
    }
    ((b[b.len() - 1] * s0) * (x[(n % m)] - a[(n % m)])) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_7(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    a.swap(0, 0);
    'l1: for v3 in x {
        if ((-0.45599999999999996_f64)).tanh() > (b[b.len() - 1] + a[(m - 1)]) {
            a.swap((m - 1), (n % m));
            a[(n % m)] = ((x[(n % m)] - ((0.31400000000000006_f64)).powi(2))).sin();
            s0 = (a.iter().fold((0.5_f64), |u, w| u * (0.5_f64) + *w)).tanh();
        }
        let mut k5 = 0;
        'l6: loop {
            if k5 == n {
                break;
            }
            k5 += 1;
            if (b[b.len() - 1] * a[0]) < ((*v3) + a[0]) {
                continue 'l6;
            }
            s0 += (((s0).max((*v3))).powi(2)).tanh();
        }
    }
    a[0] += (((a[(n % m)] + s0)).max(s0)) / ((1.5_f64) + s0 * s0);
    a[(n % m)] *= (((x[0] * a[(m - 1)]) * (a[0]).max(a[0]))).tanh();
    b[0] += (a[(m - 1)]).tanh();
    'l7: for i8 in 0..n {
        let mut k11 = 0;
        'l12: while k11 < n {
            k11 += 1;
            a[(n % m)] *= (((x[0] + ((i8 % m) as f64)) * (b[b.len() - 1] - x[0]))).tanh();
        }
        'l13: for i14 in (0..m).step_by(2) {
            s0 = (((x[(n % m)] + x[i14]) + (((i8 % m) as f64) * a[0]))).sin();
            a[(i8 % m)] *= (((a[(n % m)] + x[0]) * (s0 + s0))) / ((1.5_f64) + s0 * s0);
        }
        if ((0.754_f64) * s0) <= (((i8 % m) as f64) + b[b.len() - 1]) {
            if (i8 % m) > n {
                return (b[b.len() - 1] + b[b.len() - 1]) + a[0] * x[m - 1];
            }
            a.swap((n % m), (n % m));
            s0 += (((s0).sigmoid()).powi(2)).tanh();
        }
    }
    ((x[(m - 1)] * a[(n % m)])).max(s0) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_7(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    a.swap(0, 0);
    'l1: for v3 in x {
        if (lit(-0.45599999999999996)).tanh() > (b[b.len() - 1] + a[(m - 1)]) {
            a.swap((m - 1), (n % m));
            { let value = ((x[(n % m)] - (lit(0.31400000000000006)).powi(2))).sin(); a[(n % m)] = value; }
            s0 = (a.iter().fold(lit(0.5), |u, w| u * lit(0.5) + *w)).tanh();
        }
        let mut k5 = 0;
        'l6: loop {
            if k5 == n {
                break;
            }
            k5 += 1;
            if (b[b.len() - 1] * a[0]) < ((*v3) + a[0]) {
                continue 'l6;
            }
            s0 += (((s0).max((*v3))).powi(2)).tanh();
        }
    }
    { let value = (((a[(n % m)] + s0)).max(s0)) / (lit(1.5) + s0 * s0); a[0] += value; }
    { let value = (((x[0] * a[(m - 1)]) * (a[0]).max(a[0]))).tanh(); a[(n % m)] *= value; }
    { let value = (a[(m - 1)]).tanh(); b[0] += value; }
    'l7: for i8 in 0..n {
        let mut k11 = 0;
        'l12: while k11 < n {
            k11 += 1;
            { let value = (((x[0] + lit((i8 % m) as f64)) * (b[b.len() - 1] - x[0]))).tanh(); a[(n % m)] *= value; }
        }
        'l13: for i14 in (0..m).step_by(2) {
            s0 = (((x[(n % m)] + x[i14]) + (lit((i8 % m) as f64) * a[0]))).sin();
            { let value = (((a[(n % m)] + x[0]) * (s0 + s0))) / (lit(1.5) + s0 * s0); a[(i8 % m)] *= value; }
        }
        if (lit(0.754) * s0) <= (lit((i8 % m) as f64) + b[b.len() - 1]) {
            if (i8 % m) > n {
                return (b[b.len() - 1] + b[b.len() - 1]) + a[0] * x[m - 1];
            }
            a.swap((n % m), (n % m));
            s0 += (((s0).sigmoid()).powi(2)).tanh();
        }
    }
    ((x[(m - 1)] * a[(n % m)])).max(s0) + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable(vector)]
fn vector_7(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    a.swap(0, 0);
    'l1: for v3 in x {
        if ((-0.45599999999999996_f64)).tanh() > (b[b.len() - 1] + a[(m - 1)]) {
            a.swap((m - 1), (n % m));
            a[(n % m)] = ((x[(n % m)] - ((0.31400000000000006_f64)).powi(2))).sin();
            s0 = (a.iter().fold((0.5_f64), |u, w| u * (0.5_f64) + *w)).tanh();
        }
        let mut k5 = 0;
        'l6: loop {
            if k5 == n {
                break;
            }
            k5 += 1;
            if (b[b.len() - 1] * a[0]) < ((*v3) + a[0]) {
                continue 'l6;
            }
            s0 += (((s0).max((*v3))).powi(2)).tanh();
        }
    }
    a[0] += (((a[(n % m)] + s0)).max(s0)) / ((1.5_f64) + s0 * s0);
    a[(n % m)] *= (((x[0] * a[(m - 1)]) * (a[0]).max(a[0]))).tanh();
    b[0] += (a[(m - 1)]).tanh();
    'l7: for i8 in 0..n {
        let mut k11 = 0;
        'l12: while k11 < n {
            k11 += 1;
            a[(n % m)] *= (((x[0] + ((i8 % m) as f64)) * (b[b.len() - 1] - x[0]))).tanh();
        }
        'l13: for i14 in (0..m).step_by(2) {
            s0 = (((x[(n % m)] + x[i14]) + (((i8 % m) as f64) * a[0]))).sin();
            a[(i8 % m)] *= (((a[(n % m)] + x[0]) * (s0 + s0))) / ((1.5_f64) + s0 * s0);
        }
        if ((0.754_f64) * s0) <= (((i8 % m) as f64) + b[b.len() - 1]) {
            if (i8 % m) > n {
                return (b[b.len() - 1] + b[b.len() - 1]) + a[0] * x[m - 1];
            }
            a.swap((n % m), (n % m));
            s0 += (((s0).sigmoid()).powi(2)).tanh();
        }
    }
    ((x[(m - 1)] * a[(n % m)])).max(s0) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_8(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    if (s0 - a[0]) < (s0 * s0) {
        if s0 < x[(n % m)] {
            a[(n % m)] *= (((a[(m - 1)]).max(s0)).powi(2)).tanh();
        } else {
            s0 -= ((((0.692_f64) - a[0]) * (a[(m - 1)] * (0.929_f64)))).tanh();
        }
    }
    'l1: for w4 in x.chunks_exact(2) {
        let mut k5 = 0;
        'l6: loop {
            if k5 == n {
                break;
            }
            k5 += 1;
            s0 *= ((b[b.len() - 1] - w4[0])).sin();
        }
        let mut s1 = (((s0 + x[(m - 1)]) + (s0 - x[(m - 1)]))).tanh();
        s1 += s0;
    }
    a[(n % m)] += ((s0).max(x[(n % m)])).sin();
    b[0] = (((b[b.len() - 1] * s0) - (x[0]).max(b[b.len() - 1]))) / ((1.5_f64) + s0 * s0);
    'l7: for i8 in 0..m {
        'l11: for i12 in (0..m).rev() {
            a[(n % m)] = ((a[0] * (x[((2 * i8 + 1) % m)] * a[i8]))) / ((1.5_f64) + s0 * s0);
        }
        a[i8] *= (((a[(n % m)]).max(s0) * (x[0]).tanh())).sin();
    }
    ((a[(m - 1)] + a[(n % m)])).max(s0) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_8(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    if (s0 - a[0]) < (s0 * s0) {
        if s0 < x[(n % m)] {
            { let value = (((a[(m - 1)]).max(s0)).powi(2)).tanh(); a[(n % m)] *= value; }
        } else {
            s0 -= (((lit(0.692) - a[0]) * (a[(m - 1)] * lit(0.929)))).tanh();
        }
    }
    'l1: for w4 in x.chunks_exact(2) {
        let mut k5 = 0;
        'l6: loop {
            if k5 == n {
                break;
            }
            k5 += 1;
            s0 *= ((b[b.len() - 1] - w4[0])).sin();
        }
        let mut s1 = (((s0 + x[(m - 1)]) + (s0 - x[(m - 1)]))).tanh();
        s1 += s0;
    }
    { let value = ((s0).max(x[(n % m)])).sin(); a[(n % m)] += value; }
    { let value = (((b[b.len() - 1] * s0) - (x[0]).max(b[b.len() - 1]))) / (lit(1.5) + s0 * s0); b[0] = value; }
    'l7: for i8 in 0..m {
        'l11: for i12 in (0..m).rev() {
            { let value = ((a[0] * (x[((2 * i8 + 1) % m)] * a[i8]))) / (lit(1.5) + s0 * s0); a[(n % m)] = value; }
        }
        { let value = (((a[(n % m)]).max(s0) * (x[0]).tanh())).sin(); a[i8] *= value; }
    }
    ((a[(m - 1)] + a[(n % m)])).max(s0) + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable(vector)]
fn vector_8(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    if (s0 - a[0]) < (s0 * s0) {
        if s0 < x[(n % m)] {
            a[(n % m)] *= (((a[(m - 1)]).max(s0)).powi(2)).tanh();
        } else {
            s0 -= ((((0.692_f64) - a[0]) * (a[(m - 1)] * (0.929_f64)))).tanh();
        }
    }
    'l1: for w4 in x.chunks_exact(2) {
        let mut k5 = 0;
        'l6: loop {
            if k5 == n {
                break;
            }
            k5 += 1;
            s0 *= ((b[b.len() - 1] - w4[0])).sin();
        }
        let mut s1 = (((s0 + x[(m - 1)]) + (s0 - x[(m - 1)]))).tanh();
        s1 += s0;
    }
    a[(n % m)] += ((s0).max(x[(n % m)])).sin();
    b[0] = (((b[b.len() - 1] * s0) - (x[0]).max(b[b.len() - 1]))) / ((1.5_f64) + s0 * s0);
    'l7: for i8 in 0..m {
        'l11: for i12 in (0..m).rev() {
            a[(n % m)] = ((a[0] * (x[((2 * i8 + 1) % m)] * a[i8]))) / ((1.5_f64) + s0 * s0);
        }
        a[i8] *= (((a[(n % m)]).max(s0) * (x[0]).tanh())).sin();
    }
    ((a[(m - 1)] + a[(n % m)])).max(s0) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_9(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    a[0] *= (((s0).powi(2) * (s0 - s0))) / ((1.5_f64) + s0 * s0);
    a[0] += (((x[0]).powi(2) * (a[(n % m)] + (0.2849999999999999_f64)))).sin();
    let d5 = a.clone();
    'l1: for (v3, w4) in x.iter().zip(d5.iter().rev()) {
        if (a[(n % m)] * x[(m - 1)]) > (s0 + s0) {
            continue 'l1;
        }
    }
    ((s0 + x[(n % m)]) - ((-0.354_f64) * b[b.len() - 1])) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_9(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    { let value = (((s0).powi(2) * (s0 - s0))) / (lit(1.5) + s0 * s0); a[0] *= value; }
    { let value = (((x[0]).powi(2) * (a[(n % m)] + lit(0.2849999999999999)))).sin(); a[0] += value; }
    let d5 = a.clone();
    'l1: for (v3, w4) in x.iter().zip(d5.iter().rev()) {
        if (a[(n % m)] * x[(m - 1)]) > (s0 + s0) {
            continue 'l1;
        }
    }
    ((s0 + x[(n % m)]) - (lit(-0.354) * b[b.len() - 1])) + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable(vector)]
fn vector_9(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    a[0] *= (((s0).powi(2) * (s0 - s0))) / ((1.5_f64) + s0 * s0);
    a[0] += (((x[0]).powi(2) * (a[(n % m)] + (0.2849999999999999_f64)))).sin();
    let d5 = a.clone();
    'l1: for (v3, w4) in x.iter().zip(d5.iter().rev()) {
        if (a[(n % m)] * x[(m - 1)]) > (s0 + s0) {
            continue 'l1;
        }
    }
    ((s0 + x[(n % m)]) - ((-0.354_f64) * b[b.len() - 1])) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_10(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    'l1: for i2 in 0..n {
        if (s0 + b[b.len() - 1]) <= (((i2 % m) as f64) * x[(m - 1)]) {
            break;
        }
        s0 = ((((0.649_f64) * x[0])).powi(2)).sin();
    }
    a[(m - 1)] = (((b[b.len() - 1] - b[b.len() - 1])).powi(2)).tanh();
    s0 -= (((s0 * s0) + (a[(m - 1)] * a[0]))).tanh();
    let mut k5 = 0;
    'l6: loop {
        if k5 == n {
            break;
        }
        k5 += 1;
        if ((-0.7010000000000001_f64) - s0) <= (b[b.len() - 1]).max(x[0]) {
            let mut s1 = ((((-0.27_f64) * a[(m - 1)]) + (x[(n % m)]).sigmoid())).sin();
            s1 += s0;
            a[(m - 1)] *= (x[(m - 1)]).tanh();
        } else {
            if (a[(n % m)] * s0) <= a[0] {
                continue 'l6;
            }
            let mut s1 = ((x[(n % m)] * ((0.1399999999999999_f64) * x[0]))).sin();
            s1 += s0;
        }
    }
    a[0] += (((s0 + s0)).max(a[0])).tanh();
    ((b[b.len() - 1] + s0) * a[(m - 1)]) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_10(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    'l1: for i2 in 0..n {
        if (s0 + b[b.len() - 1]) <= (lit((i2 % m) as f64) * x[(m - 1)]) {
            break;
        }
        s0 = (((lit(0.649) * x[0])).powi(2)).sin();
    }
    { let value = (((b[b.len() - 1] - b[b.len() - 1])).powi(2)).tanh(); a[(m - 1)] = value; }
    s0 -= (((s0 * s0) + (a[(m - 1)] * a[0]))).tanh();
    let mut k5 = 0;
    'l6: loop {
        if k5 == n {
            break;
        }
        k5 += 1;
        if (lit(-0.7010000000000001) - s0) <= (b[b.len() - 1]).max(x[0]) {
            let mut s1 = (((lit(-0.27) * a[(m - 1)]) + (x[(n % m)]).sigmoid())).sin();
            s1 += s0;
            { let value = (x[(m - 1)]).tanh(); a[(m - 1)] *= value; }
        } else {
            if (a[(n % m)] * s0) <= a[0] {
                continue 'l6;
            }
            let mut s1 = ((x[(n % m)] * (lit(0.1399999999999999) * x[0]))).sin();
            s1 += s0;
        }
    }
    { let value = (((s0 + s0)).max(a[0])).tanh(); a[0] += value; }
    ((b[b.len() - 1] + s0) * a[(m - 1)]) + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable(vector)]
fn vector_10(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    'l1: for i2 in 0..n {
        if (s0 + b[b.len() - 1]) <= (((i2 % m) as f64) * x[(m - 1)]) {
            break;
        }
        s0 = ((((0.649_f64) * x[0])).powi(2)).sin();
    }
    a[(m - 1)] = (((b[b.len() - 1] - b[b.len() - 1])).powi(2)).tanh();
    s0 -= (((s0 * s0) + (a[(m - 1)] * a[0]))).tanh();
    let mut k5 = 0;
    'l6: loop {
        if k5 == n {
            break;
        }
        k5 += 1;
        if ((-0.7010000000000001_f64) - s0) <= (b[b.len() - 1]).max(x[0]) {
            let mut s1 = ((((-0.27_f64) * a[(m - 1)]) + (x[(n % m)]).sigmoid())).sin();
            s1 += s0;
            a[(m - 1)] *= (x[(m - 1)]).tanh();
        } else {
            if (a[(n % m)] * s0) <= a[0] {
                continue 'l6;
            }
            let mut s1 = ((x[(n % m)] * ((0.1399999999999999_f64) * x[0]))).sin();
            s1 += s0;
        }
    }
    a[0] += (((s0 + s0)).max(a[0])).tanh();
    ((b[b.len() - 1] + s0) * a[(m - 1)]) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_11(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    let mut k1 = 0;
    'l2: while k1 < n {
        k1 += 1;
        'l3: for i4 in (n % m)..m {
            s0 = (a.iter().enumerate().map(|(j, u)| *u * x[j]).sum::<f64>()).tanh();
            s0 = ((0..m).map(|j| x[j] * a[m - 1 - j]).sum::<f64>()).tanh();
            let mut c7 = a.clone();
            c7[(n % m)] = ((s0).max(x[(n % m)])).tanh();
            s0 += c7[m - 1] * (0.5_f64);
        }
        'l8: for v10 in x {
            if (a[(m - 1)]).cos() <= ((*v10) - x[0]) {
                continue 'l2;
            }
        }
    }
    let mut k12 = 0;
    'l13: loop {
        if k12 == n {
            break;
        }
        k12 += 1;
        let d18 = a.clone();
        'l14: for (v16, w17) in x.iter().zip(d18.iter().rev()) {
            a[(m - 1)] += ((((-0.369_f64) - (*w17))).max((-0.779_f64))) / ((1.5_f64) + s0 * s0);
        }
        a[(n % m)] += (((-0.42400000000000004_f64) * (s0).tanh())) / ((1.5_f64) + s0 * s0);
        b[0] *= (((s0 * s0) * (s0).powi(2))).tanh();
    }
    if (s0 * a[0]) > (x[(m - 1)] + s0) {
        a[0] = (((a[(n % m)] * (-0.19599999999999995_f64)) - (s0 + s0))) / ((1.5_f64) + s0 * s0);
        a[(n % m)] *= (((s0 - s0) * ((0.683_f64)).sin())).tanh();
    }
    b[0] *= (s0) / ((1.5_f64) + s0 * s0);
    (((-0.029000000000000026_f64) * s0)).tanh() + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_11(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    let mut k1 = 0;
    'l2: while k1 < n {
        k1 += 1;
        'l3: for i4 in (n % m)..m {
            s0 = (a.iter().enumerate().map(|(j, u)| *u * x[j]).sum::<Var>()).tanh();
            s0 = ((0..m).map(|j| x[j] * a[m - 1 - j]).sum::<Var>()).tanh();
            let mut c7 = a.clone();
            c7[(n % m)] = ((s0).max(x[(n % m)])).tanh();
            s0 += c7[m - 1] * lit(0.5);
        }
        'l8: for v10 in x {
            if (a[(m - 1)]).cos() <= ((*v10) - x[0]) {
                continue 'l2;
            }
        }
    }
    let mut k12 = 0;
    'l13: loop {
        if k12 == n {
            break;
        }
        k12 += 1;
        let d18 = a.clone();
        'l14: for (v16, w17) in x.iter().zip(d18.iter().rev()) {
            { let value = (((lit(-0.369) - (*w17))).max(lit(-0.779))) / (lit(1.5) + s0 * s0); a[(m - 1)] += value; }
        }
        { let value = ((lit(-0.42400000000000004) * (s0).tanh())) / (lit(1.5) + s0 * s0); a[(n % m)] += value; }
        { let value = (((s0 * s0) * (s0).powi(2))).tanh(); b[0] *= value; }
    }
    if (s0 * a[0]) > (x[(m - 1)] + s0) {
        { let value = (((a[(n % m)] * lit(-0.19599999999999995)) - (s0 + s0))) / (lit(1.5) + s0 * s0); a[0] = value; }
        { let value = (((s0 - s0) * (lit(0.683)).sin())).tanh(); a[(n % m)] *= value; }
    }
    { let value = (s0) / (lit(1.5) + s0 * s0); b[0] *= value; }
    ((lit(-0.029000000000000026) * s0)).tanh() + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable(vector)]
fn vector_11(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    let mut k1 = 0;
    'l2: while k1 < n {
        k1 += 1;
        'l3: for i4 in (n % m)..m {
            s0 = (a.iter().enumerate().map(|(j, u)| *u * x[j]).sum::<f64>()).tanh();
            s0 = ((0..m).map(|j| x[j] * a[m - 1 - j]).sum::<f64>()).tanh();
            let mut c7 = a.clone();
            c7[(n % m)] = ((s0).max(x[(n % m)])).tanh();
            s0 += c7[m - 1] * (0.5_f64);
        }
        'l8: for v10 in x {
            if (a[(m - 1)]).cos() <= ((*v10) - x[0]) {
                continue 'l2;
            }
        }
    }
    let mut k12 = 0;
    'l13: loop {
        if k12 == n {
            break;
        }
        k12 += 1;
        let d18 = a.clone();
        'l14: for (v16, w17) in x.iter().zip(d18.iter().rev()) {
            a[(m - 1)] += ((((-0.369_f64) - (*w17))).max((-0.779_f64))) / ((1.5_f64) + s0 * s0);
        }
        a[(n % m)] += (((-0.42400000000000004_f64) * (s0).tanh())) / ((1.5_f64) + s0 * s0);
        b[0] *= (((s0 * s0) * (s0).powi(2))).tanh();
    }
    if (s0 * a[0]) > (x[(m - 1)] + s0) {
        a[0] = (((a[(n % m)] * (-0.19599999999999995_f64)) - (s0 + s0))) / ((1.5_f64) + s0 * s0);
        a[(n % m)] *= (((s0 - s0) * ((0.683_f64)).sin())).tanh();
    }
    b[0] *= (s0) / ((1.5_f64) + s0 * s0);
    (((-0.029000000000000026_f64) * s0)).tanh() + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_12(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    'l1: for w4 in x.chunks_exact(2) {
        b[0] += (((x[0]).sin() - (s0).max((-0.28300000000000003_f64)))).tanh();
    }
    'l5: for v7 in x {
        a.copy_from_slice(x);
        a.swap((n % m), (n % m));
        'l9: for w12 in x.windows(2) {
            s0 += (((s0 + s0)).powi(2)) / ((1.5_f64) + s0 * s0);
        }
    }
    let mut k13 = 0;
    'l14: loop {
        if k13 == n {
            break;
        }
        k13 += 1;
        b[0] = (((a[(n % m)] - s0) * (a[0] - s0))).sin();
    }
    s0 -= (((s0).max(s0) * (x[(n % m)] + s0))) / ((1.5_f64) + s0 * s0);
    a[(m - 1)] *= (((x[(n % m)] - s0) * (x[0]).powi(2))) / ((1.5_f64) + s0 * s0);
    a[(n % m)] = (((a[(n % m)]).sin() * (a[(m - 1)]).sin())).tanh();
    ((x[(n % m)] * x[(m - 1)]) * (a[(m - 1)] * s0)) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_12(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    'l1: for w4 in x.chunks_exact(2) {
        { let value = (((x[0]).sin() - (s0).max(lit(-0.28300000000000003)))).tanh(); b[0] += value; }
    }
    'l5: for v7 in x {
        a.copy_from_slice(x);
        a.swap((n % m), (n % m));
        'l9: for w12 in x.windows(2) {
            s0 += (((s0 + s0)).powi(2)) / (lit(1.5) + s0 * s0);
        }
    }
    let mut k13 = 0;
    'l14: loop {
        if k13 == n {
            break;
        }
        k13 += 1;
        { let value = (((a[(n % m)] - s0) * (a[0] - s0))).sin(); b[0] = value; }
    }
    s0 -= (((s0).max(s0) * (x[(n % m)] + s0))) / (lit(1.5) + s0 * s0);
    { let value = (((x[(n % m)] - s0) * (x[0]).powi(2))) / (lit(1.5) + s0 * s0); a[(m - 1)] *= value; }
    { let value = (((a[(n % m)]).sin() * (a[(m - 1)]).sin())).tanh(); a[(n % m)] = value; }
    ((x[(n % m)] * x[(m - 1)]) * (a[(m - 1)] * s0)) + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_13(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    'l1: for (i2, v3) in x.iter().enumerate() {
        'l5: for w8 in x.chunks_exact(2) {
            s0 = ((0..m).map(|j| x[j] * a[m - 1 - j]).sum::<f64>()).tanh();
        }
        'l9: for (i10, v11) in x.iter().enumerate() {
            if (b[b.len() - 1] - x[i10]) < ((i10 as f64) - x[(m - 1)]) {
                continue 'l1;
            }
        }
    }
    s0 -= (((a[0] * s0)).cos()) / ((1.5_f64) + s0 * s0);
    s0 -= (((-0.5920000000000001_f64) * (a[(n % m)] + s0))).tanh();
    a[0] += (((a[(n % m)] - b[b.len() - 1])).max(a[0])).sin();
    let mut k13 = 0;
    'l14: while k13 < m && x[(m - 1)] > (a[(n % m)]).sin() {
        k13 += 1;
        b[0] = (((a[0] + a[(m - 1)]) + (s0).powi(2))).sin();
    }
    s0 -= (((x[(m - 1)]).max(a[(m - 1)]) + (b[b.len() - 1] * s0))) / ((1.5_f64) + s0 * s0);
    ((b[b.len() - 1] - x[(m - 1)]) * ((-0.09699999999999998_f64) * a[(n % m)])) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_13(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    'l1: for (i2, v3) in x.iter().enumerate() {
        'l5: for w8 in x.chunks_exact(2) {
            s0 = ((0..m).map(|j| x[j] * a[m - 1 - j]).sum::<Var>()).tanh();
        }
        'l9: for (i10, v11) in x.iter().enumerate() {
            if (b[b.len() - 1] - x[i10]) < (lit(i10 as f64) - x[(m - 1)]) {
                continue 'l1;
            }
        }
    }
    s0 -= (((a[0] * s0)).cos()) / (lit(1.5) + s0 * s0);
    s0 -= ((lit(-0.5920000000000001) * (a[(n % m)] + s0))).tanh();
    { let value = (((a[(n % m)] - b[b.len() - 1])).max(a[0])).sin(); a[0] += value; }
    let mut k13 = 0;
    'l14: while k13 < m && x[(m - 1)] > (a[(n % m)]).sin() {
        k13 += 1;
        { let value = (((a[0] + a[(m - 1)]) + (s0).powi(2))).sin(); b[0] = value; }
    }
    s0 -= (((x[(m - 1)]).max(a[(m - 1)]) + (b[b.len() - 1] * s0))) / (lit(1.5) + s0 * s0);
    ((b[b.len() - 1] - x[(m - 1)]) * (lit(-0.09699999999999998) * a[(n % m)])) + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_14(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    a.swap(0, (m - 1));
    a[(n % m)] *= (((a[0]).max(s0) * ((0.8_f64) * b[b.len() - 1]))) / ((1.5_f64) + s0 * s0);
    a[(n % m)] = ((a[(n % m)]).sigmoid()).tanh();
    a.swap(0, (m - 1));
    if a[(m - 1)] <= (b[b.len() - 1] + x[(m - 1)]) {
        a[(n % m)] *= (((a[(n % m)] * a[(n % m)])).sigmoid()) / ((1.5_f64) + s0 * s0);
        s0 += ((b[b.len() - 1] + b[b.len() - 1])).tanh();
    } else {
        let mut s1 = (((s0 + x[0]) * ((0.20599999999999996_f64)).powi(2))) / ((1.5_f64) + s0 * s0);
        s1 += s0;
        s1 *= (((s0).sin() * (s0 + b[b.len() - 1]))) / ((1.5_f64) + s0 * s0);
    }
    ((x[0] * b[b.len() - 1]) - ((-0.698_f64) + x[(n % m)])) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_14(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    a.swap(0, (m - 1));
    { let value = (((a[0]).max(s0) * (lit(0.8) * b[b.len() - 1]))) / (lit(1.5) + s0 * s0); a[(n % m)] *= value; }
    { let value = ((a[(n % m)]).sigmoid()).tanh(); a[(n % m)] = value; }
    a.swap(0, (m - 1));
    if a[(m - 1)] <= (b[b.len() - 1] + x[(m - 1)]) {
        { let value = (((a[(n % m)] * a[(n % m)])).sigmoid()) / (lit(1.5) + s0 * s0); a[(n % m)] *= value; }
        s0 += ((b[b.len() - 1] + b[b.len() - 1])).tanh();
    } else {
        let mut s1 = (((s0 + x[0]) * (lit(0.20599999999999996)).powi(2))) / (lit(1.5) + s0 * s0);
        s1 += s0;
        s1 *= (((s0).sin() * (s0 + b[b.len() - 1]))) / (lit(1.5) + s0 * s0);
    }
    ((x[0] * b[b.len() - 1]) - (lit(-0.698) + x[(n % m)])) + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_15(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    'l1: for i2 in (0..m).rev() {
        b[0] *= (((s0 * a[i2]) + (a[0] * a[(m - 1)]))).tanh();
        a[(n % m)] += ((a[i2] + (x[0] * (i2 as f64)))).tanh();
        a[(n % m)] = (((a[(n % m)] - (i2 as f64)) - (s0).max(s0))) / ((1.5_f64) + s0 * s0);
    }
    'l5: for i6 in (0..m).rev() {
        'l9: for i10 in (0..m).step_by(2) {
            a.swap((m - 1), i10);
        }
        s0 = ((((i6 as f64)).max(x[(n % m)]) * (s0).powi(2))) / ((1.5_f64) + s0 * s0);
    }
    'l13: for w16 in x.windows(2) {
        'l17: for v19 in x {
            if (b[b.len() - 1] * a[(n % m)]) <= (b[b.len() - 1] + s0) {
                break 'l17;
            }
            a.swap((m - 1), 0);
        }
    }
    b[0] *= (((s0).max(a[(m - 1)]) - (s0 * s0))) / ((1.5_f64) + s0 * s0);
    s0 + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_15(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    'l1: for i2 in (0..m).rev() {
        { let value = (((s0 * a[i2]) + (a[0] * a[(m - 1)]))).tanh(); b[0] *= value; }
        { let value = ((a[i2] + (x[0] * lit(i2 as f64)))).tanh(); a[(n % m)] += value; }
        { let value = (((a[(n % m)] - lit(i2 as f64)) - (s0).max(s0))) / (lit(1.5) + s0 * s0); a[(n % m)] = value; }
    }
    'l5: for i6 in (0..m).rev() {
        'l9: for i10 in (0..m).step_by(2) {
            a.swap((m - 1), i10);
        }
        s0 = (((lit(i6 as f64)).max(x[(n % m)]) * (s0).powi(2))) / (lit(1.5) + s0 * s0);
    }
    'l13: for w16 in x.windows(2) {
        'l17: for v19 in x {
            if (b[b.len() - 1] * a[(n % m)]) <= (b[b.len() - 1] + s0) {
                break 'l17;
            }
            a.swap((m - 1), 0);
        }
    }
    { let value = (((s0).max(a[(m - 1)]) - (s0 * s0))) / (lit(1.5) + s0 * s0); b[0] *= value; }
    s0 + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_16(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    let mut k1 = 0;
    'l2: while k1 < n {
        k1 += 1;
        if (b[b.len() - 1]).max(b[b.len() - 1]) < (x[0] * a[(n % m)]) {
            break 'l2;
        }
        if ((-0.502_f64) * x[(m - 1)]) > ((0.5489999999999999_f64) + a[0]) {
            break 'l2;
        }
        let mut k3 = 0;
        'l4: while k3 < n {
            k3 += 1;
            s0 = (((x[0]).max(s0) * (s0).max(s0))).sin();
            s0 += (((b[b.len() - 1] * x[(n % m)]) * (b[b.len() - 1] + b[b.len() - 1]))).tanh();
            s0 = (a.iter().map(|u| *u * s0).sum::<f64>()).tanh();
        }
    }
    s0 += ((((-0.31299999999999994_f64)).cos() - x[(m - 1)])) / ((1.5_f64) + s0 * s0);
    s0 += (((x[(n % m)] * s0)).powi(2)) / ((1.5_f64) + s0 * s0);
    'l5: for w8 in x.windows(2) {
        s0 *= (((s0).powi(2) + (a[(m - 1)]).powi(2))).sin();
        a.swap(0, 0);
        'l9: for v11 in x {
            s0 *= ((((*v11) - w8[1]) - (a[0]).powi(2))).sin();
        }
    }
    s0 = (a.iter().fold((0.5_f64), |u, w| u * (0.5_f64) + *w)).tanh();
    s0 *= (((a[(m - 1)]).max(b[b.len() - 1])).tanh()) / ((1.5_f64) + s0 * s0);
    ((a[(n % m)] * a[(n % m)]) + (b[b.len() - 1]).powi(2)) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_16(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    let mut k1 = 0;
    'l2: while k1 < n {
        k1 += 1;
        if (b[b.len() - 1]).max(b[b.len() - 1]) < (x[0] * a[(n % m)]) {
            break 'l2;
        }
        if (lit(-0.502) * x[(m - 1)]) > (lit(0.5489999999999999) + a[0]) {
            break 'l2;
        }
        let mut k3 = 0;
        'l4: while k3 < n {
            k3 += 1;
            s0 = (((x[0]).max(s0) * (s0).max(s0))).sin();
            s0 += (((b[b.len() - 1] * x[(n % m)]) * (b[b.len() - 1] + b[b.len() - 1]))).tanh();
            s0 = (a.iter().map(|u| *u * s0).sum::<Var>()).tanh();
        }
    }
    s0 += (((lit(-0.31299999999999994)).cos() - x[(m - 1)])) / (lit(1.5) + s0 * s0);
    s0 += (((x[(n % m)] * s0)).powi(2)) / (lit(1.5) + s0 * s0);
    'l5: for w8 in x.windows(2) {
        s0 *= (((s0).powi(2) + (a[(m - 1)]).powi(2))).sin();
        a.swap(0, 0);
        'l9: for v11 in x {
            s0 *= ((((*v11) - w8[1]) - (a[0]).powi(2))).sin();
        }
    }
    s0 = (a.iter().fold(lit(0.5), |u, w| u * lit(0.5) + *w)).tanh();
    s0 *= (((a[(m - 1)]).max(b[b.len() - 1])).tanh()) / (lit(1.5) + s0 * s0);
    ((a[(n % m)] * a[(n % m)]) + (b[b.len() - 1]).powi(2)) + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_17(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    s0 *= (((s0).powi(2) * (a[0]).powi(2))).sin();
    'l1: for i2 in (0..m).step_by(2) {
        s0 = ((0..m).map(|j| x[j] * a[m - 1 - j]).sum::<f64>()).tanh();
    }
    'l5: for w8 in x.windows(2) {
        s0 *= (((x[(n % m)]).max(s0)).powi(2)).tanh();
        'l9: for w12 in x.windows(2) {
            total += norm(&x[(n % m)..]);
            let mut s1 = (((x[(n % m)] * s0) * (x[0] - x[(m - 1)]))).sin();
            s1 += s0;
            a[(m - 1)] *= (((s0 + b[b.len() - 1])).tanh()) / ((1.5_f64) + s0 * s0);
        }
    }
    s0 -= (((a[(n % m)] - a[(m - 1)]) + a[(m - 1)])).sin();
    a[0] *= (((s0).sin() - (s0 + x[(m - 1)]))) / ((1.5_f64) + s0 * s0);
    s0 -= (((b[b.len() - 1]).cos() * (a[(m - 1)] + a[(m - 1)]))) / ((1.5_f64) + s0 * s0);
    ((s0).tanh()).powi(2) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_17(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    s0 *= (((s0).powi(2) * (a[0]).powi(2))).sin();
    'l1: for i2 in (0..m).step_by(2) {
        s0 = ((0..m).map(|j| x[j] * a[m - 1 - j]).sum::<Var>()).tanh();
    }
    'l5: for w8 in x.windows(2) {
        s0 *= (((x[(n % m)]).max(s0)).powi(2)).tanh();
        'l9: for w12 in x.windows(2) {
            total += taped_norm(&x[(n % m)..]);
            let mut s1 = (((x[(n % m)] * s0) * (x[0] - x[(m - 1)]))).sin();
            s1 += s0;
            { let value = (((s0 + b[b.len() - 1])).tanh()) / (lit(1.5) + s0 * s0); a[(m - 1)] *= value; }
        }
    }
    s0 -= (((a[(n % m)] - a[(m - 1)]) + a[(m - 1)])).sin();
    { let value = (((s0).sin() - (s0 + x[(m - 1)]))) / (lit(1.5) + s0 * s0); a[0] *= value; }
    s0 -= (((b[b.len() - 1]).cos() * (a[(m - 1)] + a[(m - 1)]))) / (lit(1.5) + s0 * s0);
    ((s0).tanh()).powi(2) + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_18(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    if (s0 + x[(n % m)]) <= ((-0.32299999999999995_f64) - s0) {
        a[0] += (((s0 + s0)).max(s0)).sin();
        'l1: for (i2, v3) in x.iter().enumerate() {
            let mut c5 = a.clone();
            c5[0] = (((*v3) + a[0])) / ((1.5_f64) + s0 * s0);
            s0 += c5[m - 1] * (0.5_f64);
        }
    } else {
        'l6: for v8 in x {
            a[(n % m)] *= (((s0 * (-0.385_f64)) + ((*v8) * x[0]))).sin();
            if (b[b.len() - 1] + (*v8)) < (a[(n % m)]).cos() {
                break 'l6;
            }
        }
        let d14 = a.clone();
        'l10: for (v12, w13) in x.iter().zip(d14.iter().rev()) {
            if (a[0] * a[0]) <= (a[(m - 1)]).powi(2) {
                continue;
            }
            a.copy_from_slice(x);
        }
    }
    s0 -= (((s0).max(a[0])).tanh()) / ((1.5_f64) + s0 * s0);
    s0 -= ((((-0.917_f64) * s0) - (a[(n % m)] * a[(m - 1)]))).sin();
    s0 = (a.iter().map(|u| *u * s0).sum::<f64>()).tanh();
    'l15: for i16 in 0..n {
        let p19 = ((x[0]).cos()).sin();
        b.push(p19);
        'l20: for i21 in (0..m).step_by(2) {
            b[0] += ((-0.872_f64)) / ((1.5_f64) + s0 * s0);
        }
        let mut s1 = ((((0.6080000000000001_f64) * x[(m - 1)]) * (s0 + (-0.478_f64)))).sin();
        s1 += s0;
    }
    s0 + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_18(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    if (s0 + x[(n % m)]) <= (lit(-0.32299999999999995) - s0) {
        { let value = (((s0 + s0)).max(s0)).sin(); a[0] += value; }
        'l1: for (i2, v3) in x.iter().enumerate() {
            let mut c5 = a.clone();
            c5[0] = (((*v3) + a[0])) / (lit(1.5) + s0 * s0);
            s0 += c5[m - 1] * lit(0.5);
        }
    } else {
        'l6: for v8 in x {
            { let value = (((s0 * lit(-0.385)) + ((*v8) * x[0]))).sin(); a[(n % m)] *= value; }
            if (b[b.len() - 1] + (*v8)) < (a[(n % m)]).cos() {
                break 'l6;
            }
        }
        let d14 = a.clone();
        'l10: for (v12, w13) in x.iter().zip(d14.iter().rev()) {
            if (a[0] * a[0]) <= (a[(m - 1)]).powi(2) {
                continue;
            }
            a.copy_from_slice(x);
        }
    }
    s0 -= (((s0).max(a[0])).tanh()) / (lit(1.5) + s0 * s0);
    s0 -= (((lit(-0.917) * s0) - (a[(n % m)] * a[(m - 1)]))).sin();
    s0 = (a.iter().map(|u| *u * s0).sum::<Var>()).tanh();
    'l15: for i16 in 0..n {
        let p19 = ((x[0]).cos()).sin();
        b.push(p19);
        'l20: for i21 in (0..m).step_by(2) {
            { let value = (lit(-0.872)) / (lit(1.5) + s0 * s0); b[0] += value; }
        }
        let mut s1 = (((lit(0.6080000000000001) * x[(m - 1)]) * (s0 + lit(-0.478)))).sin();
        s1 += s0;
    }
    s0 + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_19(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    'l1: for i2 in 0..n {
        a.swap((m - 1), (n % m));
        if (-0.0040000000000000036_f64) <= (0.1359999999999999_f64) {
            continue;
        }
    }
    let p5 = ((x[(n % m)]).max(x[(m - 1)])).sin();
    b.push(p5);
    'l6: for (i7, v8) in x.iter().enumerate() {
        s0 = (a.iter().fold((0.5_f64), |u, w| u * (0.5_f64) + *w)).tanh();
        total += norm(&x[0..]);
        if ((*v8) + (0.44700000000000006_f64)) <= ((*v8) + x[((2 * i7 + 1) % m)]) {
            let mut s1 = ((((i7 as f64)).powi(2) + (*v8))).tanh();
            s1 += s0;
            a.swap(i7, 0);
            s0 = (a.iter().enumerate().map(|(j, u)| *u * x[j]).sum::<f64>()).tanh();
        }
    }
    ((s0).max((-0.812_f64)) + (a[0] - s0)) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_19(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    'l1: for i2 in 0..n {
        a.swap((m - 1), (n % m));
        if lit(-0.0040000000000000036) <= lit(0.1359999999999999) {
            continue;
        }
    }
    let p5 = ((x[(n % m)]).max(x[(m - 1)])).sin();
    b.push(p5);
    'l6: for (i7, v8) in x.iter().enumerate() {
        s0 = (a.iter().fold(lit(0.5), |u, w| u * lit(0.5) + *w)).tanh();
        total += taped_norm(&x[0..]);
        if ((*v8) + lit(0.44700000000000006)) <= ((*v8) + x[((2 * i7 + 1) % m)]) {
            let mut s1 = (((lit(i7 as f64)).powi(2) + (*v8))).tanh();
            s1 += s0;
            a.swap(i7, 0);
            s0 = (a.iter().enumerate().map(|(j, u)| *u * x[j]).sum::<Var>()).tanh();
        }
    }
    ((s0).max(lit(-0.812)) + (a[0] - s0)) + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_20(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    'l1: for i2 in (0..m).rev() {
        let mut k5 = 0;
        'l6: while k5 < m && (x[(n % m)] - x[((2 * i2 + 1) % m)]) > ((i2 as f64) + s0) {
            k5 += 1;
            s0 = (a.iter().fold((0.5_f64), |u, w| u * (0.5_f64) + *w)).tanh();
            let f7 = ((s0).max(a[0])) / ((1.5_f64) + s0 * s0);
            a.fill(f7);
            s0 = (((b[b.len() - 1]).powi(2)).max((0.851_f64))) / ((1.5_f64) + s0 * s0);
        }
        s0 = (a.iter().fold((0.5_f64), |u, w| u * (0.5_f64) + *w)).tanh();
    }
    a[0] += (((s0 * a[(m - 1)])).powi(2)).sin();
    let mut k8 = 0;
    'l9: loop {
        if k8 == n {
            break;
        }
        k8 += 1;
        if (s0).max(s0) > (a[0]).max(a[0]) {
            s0 = (a.iter().map(|u| *u * s0).sum::<f64>()).tanh();
            s0 += (((s0 + a[(n % m)]) * a[(m - 1)])) / ((1.5_f64) + s0 * s0);
        } else {
            if (x[(n % m)]).powi(2) <= (s0).powi(2) {
                continue;
            }
        }
    }
    a[(n % m)] + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_20(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    'l1: for i2 in (0..m).rev() {
        let mut k5 = 0;
        'l6: while k5 < m && (x[(n % m)] - x[((2 * i2 + 1) % m)]) > (lit(i2 as f64) + s0) {
            k5 += 1;
            s0 = (a.iter().fold(lit(0.5), |u, w| u * lit(0.5) + *w)).tanh();
            let f7 = ((s0).max(a[0])) / (lit(1.5) + s0 * s0);
            a.fill(f7);
            s0 = (((b[b.len() - 1]).powi(2)).max(lit(0.851))) / (lit(1.5) + s0 * s0);
        }
        s0 = (a.iter().fold(lit(0.5), |u, w| u * lit(0.5) + *w)).tanh();
    }
    { let value = (((s0 * a[(m - 1)])).powi(2)).sin(); a[0] += value; }
    let mut k8 = 0;
    'l9: loop {
        if k8 == n {
            break;
        }
        k8 += 1;
        if (s0).max(s0) > (a[0]).max(a[0]) {
            s0 = (a.iter().map(|u| *u * s0).sum::<Var>()).tanh();
            s0 += (((s0 + a[(n % m)]) * a[(m - 1)])) / (lit(1.5) + s0 * s0);
        } else {
            if (x[(n % m)]).powi(2) <= (s0).powi(2) {
                continue;
            }
        }
    }
    a[(n % m)] + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_21(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    'l1: for v3 in x {
        a[(n % m)] *= (x[(m - 1)]).tanh();
        s0 = (a.iter().map(|u| *u * s0).sum::<f64>()).tanh();
    }
    a[(m - 1)] += ((x[(m - 1)] + (s0 + x[(n % m)]))).tanh();
    'l5: for i6 in (0..m).rev() {
        a[0] += (((b[b.len() - 1] + a[i6])).sigmoid()) / ((1.5_f64) + s0 * s0);
    }
    s0 *= (((s0 - s0)).powi(2)).sin();
    if ((0.19799999999999995_f64)).max(x[(n % m)]) > (x[0] * a[0]) {
        a.swap((m - 1), (m - 1));
    } else {
        let mut s1 = ((x[0] * (x[(m - 1)]).powi(2))) / ((1.5_f64) + s0 * s0);
        s1 += s0;
    }
    a.swap(0, (m - 1));
    ((x[0] * s0) + (x[(n % m)] - x[(m - 1)])) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_21(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    'l1: for v3 in x {
        { let value = (x[(m - 1)]).tanh(); a[(n % m)] *= value; }
        s0 = (a.iter().map(|u| *u * s0).sum::<Var>()).tanh();
    }
    { let value = ((x[(m - 1)] + (s0 + x[(n % m)]))).tanh(); a[(m - 1)] += value; }
    'l5: for i6 in (0..m).rev() {
        { let value = (((b[b.len() - 1] + a[i6])).sigmoid()) / (lit(1.5) + s0 * s0); a[0] += value; }
    }
    s0 *= (((s0 - s0)).powi(2)).sin();
    if (lit(0.19799999999999995)).max(x[(n % m)]) > (x[0] * a[0]) {
        a.swap((m - 1), (m - 1));
    } else {
        let mut s1 = ((x[0] * (x[(m - 1)]).powi(2))) / (lit(1.5) + s0 * s0);
        s1 += s0;
    }
    a.swap(0, (m - 1));
    ((x[0] * s0) + (x[(n % m)] - x[(m - 1)])) + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_22(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    a.swap((m - 1), (n % m));
    if (s0).max(s0) > (s0 - a[(m - 1)]) {
        s0 += (x[0]) / ((1.5_f64) + s0 * s0);
    }
    let p1 = ((x[(n % m)] * s0)).sin();
    b.push(p1);
    b[0] *= ((((-0.55_f64) * (0.8340000000000001_f64))).powi(2)).sin();
    a[(m - 1)] += ((x[0]).powi(2)).tanh();
    ((x[(n % m)] * x[(n % m)]) - (a[(n % m)] + s0)) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_22(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    a.swap((m - 1), (n % m));
    if (s0).max(s0) > (s0 - a[(m - 1)]) {
        s0 += (x[0]) / (lit(1.5) + s0 * s0);
    }
    let p1 = ((x[(n % m)] * s0)).sin();
    b.push(p1);
    { let value = (((lit(-0.55) * lit(0.8340000000000001))).powi(2)).sin(); b[0] *= value; }
    { let value = ((x[0]).powi(2)).tanh(); a[(m - 1)] += value; }
    ((x[(n % m)] * x[(n % m)]) - (a[(n % m)] + s0)) + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_23(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    s0 = (((x[(n % m)] * a[(m - 1)])).max(a[(m - 1)])) / ((1.5_f64) + s0 * s0);
    let mut k1 = 0;
    'l2: loop {
        if k1 == n {
            break;
        }
        k1 += 1;
        let mut s1 = (((s0 * (0.355_f64))).max(s0)).tanh();
        s1 += s0;
        if s0 > (a[(m - 1)] - a[(n % m)]) {
            return (a[(m - 1)] * s0) + a[0] * x[m - 1];
        }
        if (x[(n % m)] + (-0.669_f64)) < (b[b.len() - 1] + s0) {
            return (s1).cos() + a[0] * x[m - 1];
        }
    }
    s0 += ((x[(m - 1)] - (b[b.len() - 1] * a[(n % m)]))).sin();
    s0 -= (((a[(n % m)] * s0) * b[b.len() - 1])) / ((1.5_f64) + s0 * s0);
    s0 -= (((b[b.len() - 1]).sin() - (a[(n % m)]).powi(2))).sin();
    ((a[0]).cos()).sigmoid() + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_23(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    s0 = (((x[(n % m)] * a[(m - 1)])).max(a[(m - 1)])) / (lit(1.5) + s0 * s0);
    let mut k1 = 0;
    'l2: loop {
        if k1 == n {
            break;
        }
        k1 += 1;
        let mut s1 = (((s0 * lit(0.355))).max(s0)).tanh();
        s1 += s0;
        if s0 > (a[(m - 1)] - a[(n % m)]) {
            return (a[(m - 1)] * s0) + a[0] * x[m - 1];
        }
        if (x[(n % m)] + lit(-0.669)) < (b[b.len() - 1] + s0) {
            return (s1).cos() + a[0] * x[m - 1];
        }
    }
    s0 += ((x[(m - 1)] - (b[b.len() - 1] * a[(n % m)]))).sin();
    s0 -= (((a[(n % m)] * s0) * b[b.len() - 1])) / (lit(1.5) + s0 * s0);
    s0 -= (((b[b.len() - 1]).sin() - (a[(n % m)]).powi(2))).sin();
    ((a[0]).cos()).sigmoid() + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_24(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    s0 = ((((-0.21499999999999997_f64) * x[(n % m)]) + (s0).powi(2))) / ((1.5_f64) + s0 * s0);
    a.swap(0, (m - 1));
    'l1: for w4 in x.chunks_exact(2) {
        s0 = (((x[(m - 1)]).powi(2) + (x[(n % m)]).max(s0))).sin();
    }
    ((s0).powi(2)).max(b[b.len() - 1]) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_24(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    s0 = (((lit(-0.21499999999999997) * x[(n % m)]) + (s0).powi(2))) / (lit(1.5) + s0 * s0);
    a.swap(0, (m - 1));
    'l1: for w4 in x.chunks_exact(2) {
        s0 = (((x[(m - 1)]).powi(2) + (x[(n % m)]).max(s0))).sin();
    }
    ((s0).powi(2)).max(b[b.len() - 1]) + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_25(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    s0 = ((a[(n % m)]).cos()).sin();
    s0 = (((a[0]).powi(2) * (x[(m - 1)] * s0))).sin();
    let d5 = a.clone();
    'l1: for (v3, w4) in x.iter().zip(d5.iter().rev()) {
        if a[(n % m)] > (s0 + s0) {
            let f6 = (((0.546_f64)).powi(2)) / ((1.5_f64) + s0 * s0);
            a.fill(f6);
            if (a[(n % m)] * b[b.len() - 1]) < ((*v3)).sigmoid() {
                continue;
            }
            if x[0] < (s0 - s0) {
                break 'l1;
            }
        }
        a.copy_from_slice(x);
    }
    'l7: for v9 in x {
        if (x[(n % m)] + x[(m - 1)]) > ((0.05800000000000005_f64)).tanh() {
            if ((-0.843_f64) - s0) <= ((-0.926_f64)).powi(2) {
                return (s0 * x[(n % m)]) + a[0] * x[m - 1];
            }
            if ((*v9) * a[0]) < (s0 - b[b.len() - 1]) {
                continue;
            }
        } else {
            if (s0 * x[(m - 1)]) <= (x[(m - 1)] * b[b.len() - 1]) {
                return (a[(m - 1)]).max(s0) + a[0] * x[m - 1];
            }
            let mut s1 = (a[0]) / ((1.5_f64) + s0 * s0);
            s1 += s0;
        }
        a[(n % m)] *= (((s0 + s0) + (a[(n % m)]).powi(2))) / ((1.5_f64) + s0 * s0);
    }
    (((-0.45699999999999996_f64) * a[0]) - (s0).sigmoid()) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_25(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    s0 = ((a[(n % m)]).cos()).sin();
    s0 = (((a[0]).powi(2) * (x[(m - 1)] * s0))).sin();
    let d5 = a.clone();
    'l1: for (v3, w4) in x.iter().zip(d5.iter().rev()) {
        if a[(n % m)] > (s0 + s0) {
            let f6 = ((lit(0.546)).powi(2)) / (lit(1.5) + s0 * s0);
            a.fill(f6);
            if (a[(n % m)] * b[b.len() - 1]) < ((*v3)).sigmoid() {
                continue;
            }
            if x[0] < (s0 - s0) {
                break 'l1;
            }
        }
        a.copy_from_slice(x);
    }
    'l7: for v9 in x {
        if (x[(n % m)] + x[(m - 1)]) > (lit(0.05800000000000005)).tanh() {
            if (lit(-0.843) - s0) <= (lit(-0.926)).powi(2) {
                return (s0 * x[(n % m)]) + a[0] * x[m - 1];
            }
            if ((*v9) * a[0]) < (s0 - b[b.len() - 1]) {
                continue;
            }
        } else {
            if (s0 * x[(m - 1)]) <= (x[(m - 1)] * b[b.len() - 1]) {
                return (a[(m - 1)]).max(s0) + a[0] * x[m - 1];
            }
            let mut s1 = (a[0]) / (lit(1.5) + s0 * s0);
            s1 += s0;
        }
        { let value = (((s0 + s0) + (a[(n % m)]).powi(2))) / (lit(1.5) + s0 * s0); a[(n % m)] *= value; }
    }
    ((lit(-0.45699999999999996) * a[0]) - (s0).sigmoid()) + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_26(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    s0 -= ((((0.845_f64)).sin() * (s0 + x[0]))) / ((1.5_f64) + s0 * s0);
    s0 -= (((s0).max(s0) * ((-0.49_f64)).cos())).sin();
    s0 *= (((s0).powi(2) * (a[(m - 1)] + a[0]))).sin();
    let mut s1 = (((s0 * s0) - (x[(n % m)] * x[(m - 1)]))).tanh();
    s1 += s0;
    a[(n % m)] += (((s0 - x[(n % m)])).cos()).sin();
    (s1 + (s1 * x[(n % m)])) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_26(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    s0 -= (((lit(0.845)).sin() * (s0 + x[0]))) / (lit(1.5) + s0 * s0);
    s0 -= (((s0).max(s0) * (lit(-0.49)).cos())).sin();
    s0 *= (((s0).powi(2) * (a[(m - 1)] + a[0]))).sin();
    let mut s1 = (((s0 * s0) - (x[(n % m)] * x[(m - 1)]))).tanh();
    s1 += s0;
    { let value = (((s0 - x[(n % m)])).cos()).sin(); a[(n % m)] += value; }
    (s1 + (s1 * x[(n % m)])) + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_27(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    s0 -= (((a[0] * s0)).cos()).sin();
    if (a[(m - 1)]).max(x[0]) < b[b.len() - 1] {
        let mut k1 = 0;
        'l2: loop {
            if k1 == n {
                break;
            }
            k1 += 1;
            s0 *= (((s0).max(x[0]) * (a[(n % m)] - s0))) / ((1.5_f64) + s0 * s0);
            let mut s1 = (((b[b.len() - 1] * a[0]) + (a[0] * (-0.38_f64)))).tanh();
            s1 += s0;
        }
        let mut k3 = 0;
        'l4: while k3 < m && (x[(n % m)] + (-0.41600000000000004_f64)) > (x[0]).sigmoid() {
            k3 += 1;
            if (s0 - s0) <= (a[0] * s0) {
                return x[(n % m)] + a[0] * x[m - 1];
            }
        }
        let mut s1 = (((s0 + x[(n % m)])).powi(2)).tanh();
        s1 += s0;
    }
    s0 -= (((a[(m - 1)] - s0) + (s0 * x[(m - 1)]))) / ((1.5_f64) + s0 * s0);
    'l5: for i6 in 0..m {
        s0 = (((a[((2 * i6 + 1) % m)] * a[((2 * i6 + 1) % m)])).powi(2)).tanh();
    }
    a.swap((n % m), (n % m));
    ((s0 * b[b.len() - 1])).sin() + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_27(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    s0 -= (((a[0] * s0)).cos()).sin();
    if (a[(m - 1)]).max(x[0]) < b[b.len() - 1] {
        let mut k1 = 0;
        'l2: loop {
            if k1 == n {
                break;
            }
            k1 += 1;
            s0 *= (((s0).max(x[0]) * (a[(n % m)] - s0))) / (lit(1.5) + s0 * s0);
            let mut s1 = (((b[b.len() - 1] * a[0]) + (a[0] * lit(-0.38)))).tanh();
            s1 += s0;
        }
        let mut k3 = 0;
        'l4: while k3 < m && (x[(n % m)] + lit(-0.41600000000000004)) > (x[0]).sigmoid() {
            k3 += 1;
            if (s0 - s0) <= (a[0] * s0) {
                return x[(n % m)] + a[0] * x[m - 1];
            }
        }
        let mut s1 = (((s0 + x[(n % m)])).powi(2)).tanh();
        s1 += s0;
    }
    s0 -= (((a[(m - 1)] - s0) + (s0 * x[(m - 1)]))) / (lit(1.5) + s0 * s0);
    'l5: for i6 in 0..m {
        s0 = (((a[((2 * i6 + 1) % m)] * a[((2 * i6 + 1) % m)])).powi(2)).tanh();
    }
    a.swap((n % m), (n % m));
    ((s0 * b[b.len() - 1])).sin() + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_28(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    s0 = (((s0 - s0) + (s0 * x[0]))) / ((1.5_f64) + s0 * s0);
    'l1: for v3 in x {
        let mut k5 = 0;
        'l6: while k5 < m && (b[b.len() - 1]).sin() < (x[0]).max(x[0]) {
            k5 += 1;
            s0 += (a[(n % m)]).sin();
        }
        if (a[(n % m)] * s0) > ((*v3)).max(s0) {
            if a[0] > ((*v3)).sin() {
                return (a[(n % m)]).powi(2) + a[0] * x[m - 1];
            }
            a[0] *= ((((*v3) + a[(m - 1)]) * (a[0] * s0))).tanh();
            b[0] = (((a[(m - 1)]).max((*v3))).max(a[(m - 1)])) / ((1.5_f64) + s0 * s0);
        }
    }
    s0 = (a.iter().map(|u| *u * s0).sum::<f64>()).tanh();
    ((a[(m - 1)] - s0)).max(x[0]) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_28(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    s0 = (((s0 - s0) + (s0 * x[0]))) / (lit(1.5) + s0 * s0);
    'l1: for v3 in x {
        let mut k5 = 0;
        'l6: while k5 < m && (b[b.len() - 1]).sin() < (x[0]).max(x[0]) {
            k5 += 1;
            s0 += (a[(n % m)]).sin();
        }
        if (a[(n % m)] * s0) > ((*v3)).max(s0) {
            if a[0] > ((*v3)).sin() {
                return (a[(n % m)]).powi(2) + a[0] * x[m - 1];
            }
            { let value = ((((*v3) + a[(m - 1)]) * (a[0] * s0))).tanh(); a[0] *= value; }
            { let value = (((a[(m - 1)]).max((*v3))).max(a[(m - 1)])) / (lit(1.5) + s0 * s0); b[0] = value; }
        }
    }
    s0 = (a.iter().map(|u| *u * s0).sum::<Var>()).tanh();
    ((a[(m - 1)] - s0)).max(x[0]) + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_29(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    s0 -= (((x[(n % m)]).max(s0) + (a[0]).powi(2))).sin();
    a[0] += (((x[(m - 1)] * x[0]) + ((0.21999999999999997_f64) + a[(m - 1)]))).sin();
    total += norm(&x[(n % m)..]);
    ((b[b.len() - 1] - s0) - (s0 - x[(n % m)])) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_29(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    s0 -= (((x[(n % m)]).max(s0) + (a[0]).powi(2))).sin();
    { let value = (((x[(m - 1)] * x[0]) + (lit(0.21999999999999997) + a[(m - 1)]))).sin(); a[0] += value; }
    total += taped_norm(&x[(n % m)..]);
    ((b[b.len() - 1] - s0) - (s0 - x[(n % m)])) + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_30(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    let mut s1 = (s0).sin();
    s1 += s0;
    'l1: for (i2, v3) in x.iter().enumerate() {
        a[((2 * i2 + 1) % m)] *= (((b[b.len() - 1]).powi(2)).max((i2 as f64))).tanh();
    }
    'l5: for w8 in x.windows(2) {
        a[(n % m)] *= ((a[(m - 1)]).sigmoid()).sin();
        'l9: for v11 in x {
            a[(n % m)] = (((s0).powi(2)).powi(2)) / ((1.5_f64) + s0 * s0);
        }
    }
    if (a[(n % m)] * x[(n % m)]) > (s1).powi(2) {
        a[(m - 1)] += (((s1 + x[0]) - ((-0.22399999999999998_f64) + s0))) / ((1.5_f64) + s0 * s0);
        a[(n % m)] += (((x[0] * s1)).sin()) / ((1.5_f64) + s0 * s0);
    }
    a[(m - 1)] = (((s1 + s1)).cos()) / ((1.5_f64) + s0 * s0);
    ((b[b.len() - 1] * x[(m - 1)])).max(s0) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_30(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    let mut s1 = (s0).sin();
    s1 += s0;
    'l1: for (i2, v3) in x.iter().enumerate() {
        { let value = (((b[b.len() - 1]).powi(2)).max(lit(i2 as f64))).tanh(); a[((2 * i2 + 1) % m)] *= value; }
    }
    'l5: for w8 in x.windows(2) {
        { let value = ((a[(m - 1)]).sigmoid()).sin(); a[(n % m)] *= value; }
        'l9: for v11 in x {
            { let value = (((s0).powi(2)).powi(2)) / (lit(1.5) + s0 * s0); a[(n % m)] = value; }
        }
    }
    if (a[(n % m)] * x[(n % m)]) > (s1).powi(2) {
        { let value = (((s1 + x[0]) - (lit(-0.22399999999999998) + s0))) / (lit(1.5) + s0 * s0); a[(m - 1)] += value; }
        { let value = (((x[0] * s1)).sin()) / (lit(1.5) + s0 * s0); a[(n % m)] += value; }
    }
    { let value = (((s1 + s1)).cos()) / (lit(1.5) + s0 * s0); a[(m - 1)] = value; }
    ((b[b.len() - 1] * x[(m - 1)])).max(s0) + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_31(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    a[(n % m)] = (a[(m - 1)]) / ((1.5_f64) + s0 * s0);
    s0 -= ((s0).powi(2)).tanh();
    let mut s1 = (((a[(m - 1)] * x[(n % m)]) * (s0).sin())).tanh();
    s1 += s0;
    let mut c1 = a.clone();
    c1[0] = ((x[0] - s1)).sin();
    s0 += c1[m - 1] * (0.5_f64);
    s0 -= (((a[0]).cos() * (a[0] - b[b.len() - 1]))) / ((1.5_f64) + s0 * s0);
    (s1 * (b[b.len() - 1]).max(s0)) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_31(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    { let value = (a[(m - 1)]) / (lit(1.5) + s0 * s0); a[(n % m)] = value; }
    s0 -= ((s0).powi(2)).tanh();
    let mut s1 = (((a[(m - 1)] * x[(n % m)]) * (s0).sin())).tanh();
    s1 += s0;
    let mut c1 = a.clone();
    c1[0] = ((x[0] - s1)).sin();
    s0 += c1[m - 1] * lit(0.5);
    s0 -= (((a[0]).cos() * (a[0] - b[b.len() - 1]))) / (lit(1.5) + s0 * s0);
    (s1 * (b[b.len() - 1]).max(s0)) + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_32(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    s0 = (a.iter().map(|u| *u * s0).sum::<f64>()).tanh();
    b[0] = (((x[(m - 1)] * b[b.len() - 1]) + (a[(n % m)]).sigmoid())) / ((1.5_f64) + s0 * s0);
    'l1: for i2 in 0..n {
        if (x[((2 * (i2 % m) + 1) % m)] * a[((2 * (i2 % m) + 1) % m)]) <= (a[(i2 % m)]).cos() {
            continue 'l1;
        }
        let mut c5 = a.clone();
        c5[(n % m)] = ((x[0] - x[(n % m)])) / ((1.5_f64) + s0 * s0);
        s0 += c5[m - 1] * (0.5_f64);
    }
    let f6 = (s0) / ((1.5_f64) + s0 * s0);
    a.fill(f6);
    (x[0] + (s0 * x[(m - 1)])) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_32(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    s0 = (a.iter().map(|u| *u * s0).sum::<Var>()).tanh();
    { let value = (((x[(m - 1)] * b[b.len() - 1]) + (a[(n % m)]).sigmoid())) / (lit(1.5) + s0 * s0); b[0] = value; }
    'l1: for i2 in 0..n {
        if (x[((2 * (i2 % m) + 1) % m)] * a[((2 * (i2 % m) + 1) % m)]) <= (a[(i2 % m)]).cos() {
            continue 'l1;
        }
        let mut c5 = a.clone();
        c5[(n % m)] = ((x[0] - x[(n % m)])) / (lit(1.5) + s0 * s0);
        s0 += c5[m - 1] * lit(0.5);
    }
    let f6 = (s0) / (lit(1.5) + s0 * s0);
    a.fill(f6);
    (x[0] + (s0 * x[(m - 1)])) + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_33(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    'l1: for i2 in 0..n {
        let mut k5 = 0;
        'l6: loop {
            if k5 == n {
                break;
            }
            k5 += 1;
            s0 *= ((((0.5469999999999999_f64) + s0) * (b[b.len() - 1] + (0.121_f64)))) / ((1.5_f64) + s0 * s0);
            a[0] += (((b[b.len() - 1] * a[(n % m)]) - (x[0] + (-0.05900000000000005_f64)))) / ((1.5_f64) + s0 * s0);
            s0 += (((s0).sin() + (x[(m - 1)] - a[(m - 1)]))).sin();
        }
    }
    let mut s1 = (((a[(n % m)] + x[0])).sigmoid()).sin();
    s1 += s0;
    s0 -= (((s1).powi(2) + (s0 * s1))).sin();
    ((s0 * b[b.len() - 1]) * a[(m - 1)]) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_33(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    'l1: for i2 in 0..n {
        let mut k5 = 0;
        'l6: loop {
            if k5 == n {
                break;
            }
            k5 += 1;
            s0 *= (((lit(0.5469999999999999) + s0) * (b[b.len() - 1] + lit(0.121)))) / (lit(1.5) + s0 * s0);
            { let value = (((b[b.len() - 1] * a[(n % m)]) - (x[0] + lit(-0.05900000000000005)))) / (lit(1.5) + s0 * s0); a[0] += value; }
            s0 += (((s0).sin() + (x[(m - 1)] - a[(m - 1)]))).sin();
        }
    }
    let mut s1 = (((a[(n % m)] + x[0])).sigmoid()).sin();
    s1 += s0;
    s0 -= (((s1).powi(2) + (s0 * s1))).sin();
    ((s0 * b[b.len() - 1]) * a[(m - 1)]) + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_34(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    a[(m - 1)] = ((b[b.len() - 1] + a[0])).sin();
    'l1: for i2 in (0..m).rev() {
        let mut s1 = (((x[i2] * s0) * ((i2 as f64) + (-0.851_f64)))).sin();
        s1 += s0;
    }
    let mut k5 = 0;
    'l6: while k5 < n {
        k5 += 1;
        let mut s1 = (a[(n % m)]) / ((1.5_f64) + s0 * s0);
        s1 += s0;
        a[0] = (((x[(m - 1)] + a[0])).tanh()) / ((1.5_f64) + s0 * s0);
        let mut k7 = 0;
        'l8: while k7 < n {
            k7 += 1;
            a[(m - 1)] += (((s1 - a[(n % m)])).max(s0)).tanh();
            a[(m - 1)] = (((x[(n % m)] + s0) * (s1 * s0))).tanh();
            b[0] *= ((x[(m - 1)]).max(s1)) / ((1.5_f64) + s0 * s0);
        }
    }
    'l9: for i10 in 0..m {
        a.swap(i10, 0);
    }
    x[(n % m)] + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_34(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    { let value = ((b[b.len() - 1] + a[0])).sin(); a[(m - 1)] = value; }
    'l1: for i2 in (0..m).rev() {
        let mut s1 = (((x[i2] * s0) * (lit(i2 as f64) + lit(-0.851)))).sin();
        s1 += s0;
    }
    let mut k5 = 0;
    'l6: while k5 < n {
        k5 += 1;
        let mut s1 = (a[(n % m)]) / (lit(1.5) + s0 * s0);
        s1 += s0;
        { let value = (((x[(m - 1)] + a[0])).tanh()) / (lit(1.5) + s0 * s0); a[0] = value; }
        let mut k7 = 0;
        'l8: while k7 < n {
            k7 += 1;
            { let value = (((s1 - a[(n % m)])).max(s0)).tanh(); a[(m - 1)] += value; }
            { let value = (((x[(n % m)] + s0) * (s1 * s0))).tanh(); a[(m - 1)] = value; }
            { let value = ((x[(m - 1)]).max(s1)) / (lit(1.5) + s0 * s0); b[0] *= value; }
        }
    }
    'l9: for i10 in 0..m {
        a.swap(i10, 0);
    }
    x[(n % m)] + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_35(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    s0 -= (((a[(n % m)] + b[b.len() - 1]) * ((-0.277_f64) + s0))) / ((1.5_f64) + s0 * s0);
    if (a[0] * b[b.len() - 1]) < ((-0.040000000000000036_f64) + x[(m - 1)]) {
        a.copy_from_slice(x);
        s0 = ((0..m).map(|j| x[j] * a[m - 1 - j]).sum::<f64>()).tanh();
    } else {
        s0 = ((0..m).map(|j| x[j] * a[m - 1 - j]).sum::<f64>()).tanh();
        a[(n % m)] = (((s0 + x[(m - 1)]) - (s0).max(a[(m - 1)]))).sin();
        'l1: for i2 in 0..m {
            a[((2 * i2 + 1) % m)] += (a[(m - 1)]).tanh();
            total += norm(&x[i2..]);
            if ((i2 as f64)).max(b[b.len() - 1]) < (b[b.len() - 1]).sin() {
                break;
            }
        }
    }
    if (a[(n % m)] - x[(n % m)]) < (s0 * (-0.77_f64)) {
        'l5: for i6 in (0..m).rev() {
            total += norm(&x[(m - 1)..]);
            if (a[(m - 1)]).powi(2) <= x[i6] {
                return s0 + a[0] * x[m - 1];
            }
        }
        a[(m - 1)] *= (((a[(n % m)]).max(a[(n % m)]) + (a[(n % m)] * b[b.len() - 1]))).tanh();
        a.swap((n % m), (n % m));
    }
    s0 = ((((0.8200000000000001_f64) * a[0]) + (s0 * (-0.0040000000000000036_f64)))).sin();
    if (s0).max(b[b.len() - 1]) <= (a[(m - 1)] + b[b.len() - 1]) {
        let mut k9 = 0;
        'l10: while k9 < n {
            k9 += 1;
            let f11 = ((a[(n % m)] - b[b.len() - 1])).tanh();
            a.fill(f11);
            a.swap((n % m), 0);
        }
        a[0] = ((s0 + (s0).max(s0))).tanh();
    }
    let f12 = ((a[(n % m)] * s0)) / ((1.5_f64) + s0 * s0);
    a.fill(f12);
    ((b[b.len() - 1]).sin()).cos() + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_35(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    s0 -= (((a[(n % m)] + b[b.len() - 1]) * (lit(-0.277) + s0))) / (lit(1.5) + s0 * s0);
    if (a[0] * b[b.len() - 1]) < (lit(-0.040000000000000036) + x[(m - 1)]) {
        a.copy_from_slice(x);
        s0 = ((0..m).map(|j| x[j] * a[m - 1 - j]).sum::<Var>()).tanh();
    } else {
        s0 = ((0..m).map(|j| x[j] * a[m - 1 - j]).sum::<Var>()).tanh();
        { let value = (((s0 + x[(m - 1)]) - (s0).max(a[(m - 1)]))).sin(); a[(n % m)] = value; }
        'l1: for i2 in 0..m {
            { let value = (a[(m - 1)]).tanh(); a[((2 * i2 + 1) % m)] += value; }
            total += taped_norm(&x[i2..]);
            if (lit(i2 as f64)).max(b[b.len() - 1]) < (b[b.len() - 1]).sin() {
                break;
            }
        }
    }
    if (a[(n % m)] - x[(n % m)]) < (s0 * lit(-0.77)) {
        'l5: for i6 in (0..m).rev() {
            total += taped_norm(&x[(m - 1)..]);
            if (a[(m - 1)]).powi(2) <= x[i6] {
                return s0 + a[0] * x[m - 1];
            }
        }
        { let value = (((a[(n % m)]).max(a[(n % m)]) + (a[(n % m)] * b[b.len() - 1]))).tanh(); a[(m - 1)] *= value; }
        a.swap((n % m), (n % m));
    }
    s0 = (((lit(0.8200000000000001) * a[0]) + (s0 * lit(-0.0040000000000000036)))).sin();
    if (s0).max(b[b.len() - 1]) <= (a[(m - 1)] + b[b.len() - 1]) {
        let mut k9 = 0;
        'l10: while k9 < n {
            k9 += 1;
            let f11 = ((a[(n % m)] - b[b.len() - 1])).tanh();
            a.fill(f11);
            a.swap((n % m), 0);
        }
        { let value = ((s0 + (s0).max(s0))).tanh(); a[0] = value; }
    }
    let f12 = ((a[(n % m)] * s0)) / (lit(1.5) + s0 * s0);
    a.fill(f12);
    ((b[b.len() - 1]).sin()).cos() + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_36(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    a[(n % m)] = (((s0 - x[(m - 1)])).cos()) / ((1.5_f64) + s0 * s0);
    s0 -= ((((0.964_f64) * a[(m - 1)])).sin()) / ((1.5_f64) + s0 * s0);
    a.swap(0, (n % m));
    s0 = (a.iter().fold((0.5_f64), |u, w| u * (0.5_f64) + *w)).tanh();
    'l1: for i2 in 0..n {
        let p5 = ((s0 * x[(i2 % m)])).sin();
        b.push(p5);
    }
    let d10 = a.clone();
    'l6: for (v8, w9) in x.iter().zip(d10.iter().rev()) {
        a[0] *= (((b[b.len() - 1] * s0) * (b[b.len() - 1] - b[b.len() - 1]))).tanh();
        let mut s1 = ((-0.62_f64)) / ((1.5_f64) + s0 * s0);
        s1 += s0;
        b[0] = (((s0).tanh()).max(x[0])).tanh();
    }
    ((b[b.len() - 1]).max(s0) + (a[(n % m)] * b[b.len() - 1])) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_36(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    { let value = (((s0 - x[(m - 1)])).cos()) / (lit(1.5) + s0 * s0); a[(n % m)] = value; }
    s0 -= (((lit(0.964) * a[(m - 1)])).sin()) / (lit(1.5) + s0 * s0);
    a.swap(0, (n % m));
    s0 = (a.iter().fold(lit(0.5), |u, w| u * lit(0.5) + *w)).tanh();
    'l1: for i2 in 0..n {
        let p5 = ((s0 * x[(i2 % m)])).sin();
        b.push(p5);
    }
    let d10 = a.clone();
    'l6: for (v8, w9) in x.iter().zip(d10.iter().rev()) {
        { let value = (((b[b.len() - 1] * s0) * (b[b.len() - 1] - b[b.len() - 1]))).tanh(); a[0] *= value; }
        let mut s1 = (lit(-0.62)) / (lit(1.5) + s0 * s0);
        s1 += s0;
        { let value = (((s0).tanh()).max(x[0])).tanh(); b[0] = value; }
    }
    ((b[b.len() - 1]).max(s0) + (a[(n % m)] * b[b.len() - 1])) + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_37(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    'l1: for (i2, v3) in x.iter().enumerate() {
        let mut k5 = 0;
        'l6: while k5 < m && i2 > n {
            k5 += 1;
            if i2 > n {
                continue 'l6;
            }
            total += norm(&x[(m - 1)..]);
            let mut s1 = ((b[b.len() - 1]).powi(2)).sin();
            s1 += s0;
        }
        s0 *= (((a[i2] + a[((2 * i2 + 1) % m)]) - ((0.5469999999999999_f64)).powi(2))).tanh();
    }
    let mut s1 = ((((-0.32299999999999995_f64) + (0.42999999999999994_f64)) * ((0.8839999999999999_f64) - s0))) / ((1.5_f64) + s0 * s0);
    s1 += s0;
    'l7: for i8 in (0..m).rev() {
        s1 = (a.iter().map(|u| *u * s0).sum::<f64>()).tanh();
        let mut k11 = 0;
        'l12: while k11 < n {
            k11 += 1;
            if (x[0] * s1) > (a[0] * s1) {
                break;
            }
        }
        'l13: for i14 in (0..m).rev() {
            if (s0).powi(2) <= (i8 as f64) {
                break;
            }
            s0 += (((x[i8]).max(x[(n % m)])).powi(2)).sin();
        }
    }
    if x[(m - 1)] <= (b[b.len() - 1]).tanh() {
        a[(m - 1)] = (s1) / ((1.5_f64) + s0 * s0);
    }
    s1 = (a.iter().map(|u| *u * s0).sum::<f64>()).tanh();
    let mut c17 = a.clone();
    c17[0] = ((0.974_f64)).tanh();
    s0 += c17[m - 1] * (0.5_f64);
    (((-0.42800000000000005_f64) - a[(m - 1)]) + (x[(m - 1)] - a[0])) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_37(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    'l1: for (i2, v3) in x.iter().enumerate() {
        let mut k5 = 0;
        'l6: while k5 < m && i2 > n {
            k5 += 1;
            if i2 > n {
                continue 'l6;
            }
            total += taped_norm(&x[(m - 1)..]);
            let mut s1 = ((b[b.len() - 1]).powi(2)).sin();
            s1 += s0;
        }
        s0 *= (((a[i2] + a[((2 * i2 + 1) % m)]) - (lit(0.5469999999999999)).powi(2))).tanh();
    }
    let mut s1 = (((lit(-0.32299999999999995) + lit(0.42999999999999994)) * (lit(0.8839999999999999) - s0))) / (lit(1.5) + s0 * s0);
    s1 += s0;
    'l7: for i8 in (0..m).rev() {
        s1 = (a.iter().map(|u| *u * s0).sum::<Var>()).tanh();
        let mut k11 = 0;
        'l12: while k11 < n {
            k11 += 1;
            if (x[0] * s1) > (a[0] * s1) {
                break;
            }
        }
        'l13: for i14 in (0..m).rev() {
            if (s0).powi(2) <= lit(i8 as f64) {
                break;
            }
            s0 += (((x[i8]).max(x[(n % m)])).powi(2)).sin();
        }
    }
    if x[(m - 1)] <= (b[b.len() - 1]).tanh() {
        { let value = (s1) / (lit(1.5) + s0 * s0); a[(m - 1)] = value; }
    }
    s1 = (a.iter().map(|u| *u * s0).sum::<Var>()).tanh();
    let mut c17 = a.clone();
    c17[0] = (lit(0.974)).tanh();
    s0 += c17[m - 1] * lit(0.5);
    ((lit(-0.42800000000000005) - a[(m - 1)]) + (x[(m - 1)] - a[0])) + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_38(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    let mut s1 = ((((0.4630000000000001_f64) + s0) * ((-0.5780000000000001_f64) + x[0]))).sin();
    s1 += s0;
    if (s1).sigmoid() < (s0 + a[(m - 1)]) {
        'l1: for i2 in 0..m {
            b[0] *= (((b[b.len() - 1] * x[(n % m)]) + (a[(n % m)] + a[i2]))).sin();
        }
        let p5 = ((x[0] * s0)).tanh();
        b.push(p5);
    } else {
        a.swap(0, 0);
        if (b[b.len() - 1] * x[(m - 1)]) > (s1 * x[(m - 1)]) {
            let mut s2 = (((s0).sin()).max(s0)) / ((1.5_f64) + s0 * s0);
            s2 += s0;
            s0 -= (((s1 * x[(n % m)])).powi(2)).sin();
            s1 *= (((a[(n % m)]).tanh() - ((0.133_f64) - x[(n % m)]))) / ((1.5_f64) + s0 * s0);
        }
        let d10 = a.clone();
        'l6: for (v8, w9) in x.iter().zip(d10.iter().rev()) {
            a.swap((m - 1), 0);
        }
    }
    'l11: for i12 in (m - 1)..m {
        a[(m - 1)] += (((s1 - (i12 as f64)) + (s1).powi(2))).tanh();
        'l15: for i16 in (0..m).rev() {
            s1 = (x.iter().zip(&a).map(|(u, w)| *u * *w).sum::<f64>()).tanh();
            a[(n % m)] += (((x[(m - 1)]).max(x[i16])).max((i12 as f64))) / ((1.5_f64) + s0 * s0);
            b[0] += (((s1 + b[b.len() - 1])).max(b[b.len() - 1])).tanh();
        }
        'l19: for i20 in (0..m).rev() {
            if (a[i20] + b[b.len() - 1]) > (s0 * (-0.5569999999999999_f64)) {
                return (s0).powi(2) + a[0] * x[m - 1];
            }
            if i20 > n {
                continue;
            }
        }
    }
    ((a[(n % m)] * (0.33699999999999997_f64)) + (x[0] - s0)) + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_38(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    let mut s1 = (((lit(0.4630000000000001) + s0) * (lit(-0.5780000000000001) + x[0]))).sin();
    s1 += s0;
    if (s1).sigmoid() < (s0 + a[(m - 1)]) {
        'l1: for i2 in 0..m {
            { let value = (((b[b.len() - 1] * x[(n % m)]) + (a[(n % m)] + a[i2]))).sin(); b[0] *= value; }
        }
        let p5 = ((x[0] * s0)).tanh();
        b.push(p5);
    } else {
        a.swap(0, 0);
        if (b[b.len() - 1] * x[(m - 1)]) > (s1 * x[(m - 1)]) {
            let mut s2 = (((s0).sin()).max(s0)) / (lit(1.5) + s0 * s0);
            s2 += s0;
            s0 -= (((s1 * x[(n % m)])).powi(2)).sin();
            s1 *= (((a[(n % m)]).tanh() - (lit(0.133) - x[(n % m)]))) / (lit(1.5) + s0 * s0);
        }
        let d10 = a.clone();
        'l6: for (v8, w9) in x.iter().zip(d10.iter().rev()) {
            a.swap((m - 1), 0);
        }
    }
    'l11: for i12 in (m - 1)..m {
        { let value = (((s1 - lit(i12 as f64)) + (s1).powi(2))).tanh(); a[(m - 1)] += value; }
        'l15: for i16 in (0..m).rev() {
            s1 = (x.iter().zip(&a).map(|(u, w)| *u * *w).sum::<Var>()).tanh();
            { let value = (((x[(m - 1)]).max(x[i16])).max(lit(i12 as f64))) / (lit(1.5) + s0 * s0); a[(n % m)] += value; }
            { let value = (((s1 + b[b.len() - 1])).max(b[b.len() - 1])).tanh(); b[0] += value; }
        }
        'l19: for i20 in (0..m).rev() {
            if (a[i20] + b[b.len() - 1]) > (s0 * lit(-0.5569999999999999)) {
                return (s0).powi(2) + a[0] * x[m - 1];
            }
            if i20 > n {
                continue;
            }
        }
    }
    ((a[(n % m)] * lit(0.33699999999999997)) + (x[0] - s0)) + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
#[differentiable]
fn compiled_39(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![(0.5_f64); n + 1];
    let mut s0 = (0.25_f64);
    let mut total = (0.5_f64);
    s0 = (x.iter().zip(&a).map(|(u, w)| *u * *w).sum::<f64>()).tanh();
    s0 -= (((s0 + x[(m - 1)]) + s0)).tanh();
    if (s0).powi(2) < s0 {
        a.swap((m - 1), (m - 1));
    } else {
        let mut c1 = a.clone();
        c1[(m - 1)] = ((s0).powi(2)).tanh();
        s0 += c1[m - 1] * (0.5_f64);
        let p2 = ((a[0] + a[(n % m)])).sin();
        b.push(p2);
        b[0] += (((s0).powi(2)).sigmoid()).tanh();
    }
    b[b.len() - 1] + s0 + norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

#[allow(clippy::all, clippy::pedantic, unused)]
fn taped_39(x: &[Var], n: usize) -> Var {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![lit(0.5); n + 1];
    let mut s0 = lit(0.25);
    let mut total = lit(0.5);
    s0 = (x.iter().zip(&a).map(|(u, w)| *u * *w).sum::<Var>()).tanh();
    s0 -= (((s0 + x[(m - 1)]) + s0)).tanh();
    if (s0).powi(2) < s0 {
        a.swap((m - 1), (m - 1));
    } else {
        let mut c1 = a.clone();
        c1[(m - 1)] = ((s0).powi(2)).tanh();
        s0 += c1[m - 1] * lit(0.5);
        let p2 = ((a[0] + a[(n % m)])).sin();
        b.push(p2);
        { let value = (((s0).powi(2)).sigmoid()).tanh(); b[0] += value; }
    }
    b[b.len() - 1] + s0 + taped_norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}

pub const ALL: &[Slices] = &[
    Slices { value: compiled_0, gradient: compiled_0::grad_into, forward: compiled_0::jvp, second: compiled_0::hvp, taped: taped_0 },
    Slices { value: compiled_1, gradient: compiled_1::grad_into, forward: compiled_1::jvp, second: compiled_1::hvp, taped: taped_1 },
    Slices { value: compiled_2, gradient: compiled_2::grad_into, forward: compiled_2::jvp, second: compiled_2::hvp, taped: taped_2 },
    Slices { value: compiled_3, gradient: compiled_3::grad_into, forward: compiled_3::jvp, second: compiled_3::hvp, taped: taped_3 },
    Slices { value: compiled_4, gradient: compiled_4::grad_into, forward: compiled_4::jvp, second: compiled_4::hvp, taped: taped_4 },
    Slices { value: compiled_5, gradient: compiled_5::grad_into, forward: compiled_5::jvp, second: compiled_5::hvp, taped: taped_5 },
    Slices { value: compiled_6, gradient: compiled_6::grad_into, forward: compiled_6::jvp, second: compiled_6::hvp, taped: taped_6 },
    Slices { value: compiled_7, gradient: compiled_7::grad_into, forward: compiled_7::jvp, second: compiled_7::hvp, taped: taped_7 },
    Slices { value: compiled_8, gradient: compiled_8::grad_into, forward: compiled_8::jvp, second: compiled_8::hvp, taped: taped_8 },
    Slices { value: compiled_9, gradient: compiled_9::grad_into, forward: compiled_9::jvp, second: compiled_9::hvp, taped: taped_9 },
    Slices { value: compiled_10, gradient: compiled_10::grad_into, forward: compiled_10::jvp, second: compiled_10::hvp, taped: taped_10 },
    Slices { value: compiled_11, gradient: compiled_11::grad_into, forward: compiled_11::jvp, second: compiled_11::hvp, taped: taped_11 },
    Slices { value: compiled_12, gradient: compiled_12::grad_into, forward: compiled_12::jvp, second: compiled_12::hvp, taped: taped_12 },
    Slices { value: compiled_13, gradient: compiled_13::grad_into, forward: compiled_13::jvp, second: compiled_13::hvp, taped: taped_13 },
    Slices { value: compiled_14, gradient: compiled_14::grad_into, forward: compiled_14::jvp, second: compiled_14::hvp, taped: taped_14 },
    Slices { value: compiled_15, gradient: compiled_15::grad_into, forward: compiled_15::jvp, second: compiled_15::hvp, taped: taped_15 },
    Slices { value: compiled_16, gradient: compiled_16::grad_into, forward: compiled_16::jvp, second: compiled_16::hvp, taped: taped_16 },
    Slices { value: compiled_17, gradient: compiled_17::grad_into, forward: compiled_17::jvp, second: compiled_17::hvp, taped: taped_17 },
    Slices { value: compiled_18, gradient: compiled_18::grad_into, forward: compiled_18::jvp, second: compiled_18::hvp, taped: taped_18 },
    Slices { value: compiled_19, gradient: compiled_19::grad_into, forward: compiled_19::jvp, second: compiled_19::hvp, taped: taped_19 },
    Slices { value: compiled_20, gradient: compiled_20::grad_into, forward: compiled_20::jvp, second: compiled_20::hvp, taped: taped_20 },
    Slices { value: compiled_21, gradient: compiled_21::grad_into, forward: compiled_21::jvp, second: compiled_21::hvp, taped: taped_21 },
    Slices { value: compiled_22, gradient: compiled_22::grad_into, forward: compiled_22::jvp, second: compiled_22::hvp, taped: taped_22 },
    Slices { value: compiled_23, gradient: compiled_23::grad_into, forward: compiled_23::jvp, second: compiled_23::hvp, taped: taped_23 },
    Slices { value: compiled_24, gradient: compiled_24::grad_into, forward: compiled_24::jvp, second: compiled_24::hvp, taped: taped_24 },
    Slices { value: compiled_25, gradient: compiled_25::grad_into, forward: compiled_25::jvp, second: compiled_25::hvp, taped: taped_25 },
    Slices { value: compiled_26, gradient: compiled_26::grad_into, forward: compiled_26::jvp, second: compiled_26::hvp, taped: taped_26 },
    Slices { value: compiled_27, gradient: compiled_27::grad_into, forward: compiled_27::jvp, second: compiled_27::hvp, taped: taped_27 },
    Slices { value: compiled_28, gradient: compiled_28::grad_into, forward: compiled_28::jvp, second: compiled_28::hvp, taped: taped_28 },
    Slices { value: compiled_29, gradient: compiled_29::grad_into, forward: compiled_29::jvp, second: compiled_29::hvp, taped: taped_29 },
    Slices { value: compiled_30, gradient: compiled_30::grad_into, forward: compiled_30::jvp, second: compiled_30::hvp, taped: taped_30 },
    Slices { value: compiled_31, gradient: compiled_31::grad_into, forward: compiled_31::jvp, second: compiled_31::hvp, taped: taped_31 },
    Slices { value: compiled_32, gradient: compiled_32::grad_into, forward: compiled_32::jvp, second: compiled_32::hvp, taped: taped_32 },
    Slices { value: compiled_33, gradient: compiled_33::grad_into, forward: compiled_33::jvp, second: compiled_33::hvp, taped: taped_33 },
    Slices { value: compiled_34, gradient: compiled_34::grad_into, forward: compiled_34::jvp, second: compiled_34::hvp, taped: taped_34 },
    Slices { value: compiled_35, gradient: compiled_35::grad_into, forward: compiled_35::jvp, second: compiled_35::hvp, taped: taped_35 },
    Slices { value: compiled_36, gradient: compiled_36::grad_into, forward: compiled_36::jvp, second: compiled_36::hvp, taped: taped_36 },
    Slices { value: compiled_37, gradient: compiled_37::grad_into, forward: compiled_37::jvp, second: compiled_37::hvp, taped: taped_37 },
    Slices { value: compiled_38, gradient: compiled_38::grad_into, forward: compiled_38::jvp, second: compiled_38::hvp, taped: taped_38 },
    Slices { value: compiled_39, gradient: compiled_39::grad_into, forward: compiled_39::jvp, second: compiled_39::hvp, taped: taped_39 },
];

pub const IN_VECTORS: &[Slices] = &[
    Slices { value: vector_0, gradient: vector_0::grad_into, forward: vector_0::jvp, second: vector_0::hvp, taped: taped_0 },
    Slices { value: vector_1, gradient: vector_1::grad_into, forward: vector_1::jvp, second: vector_1::hvp, taped: taped_1 },
    Slices { value: vector_2, gradient: vector_2::grad_into, forward: vector_2::jvp, second: vector_2::hvp, taped: taped_2 },
    Slices { value: vector_3, gradient: vector_3::grad_into, forward: vector_3::jvp, second: vector_3::hvp, taped: taped_3 },
    Slices { value: vector_4, gradient: vector_4::grad_into, forward: vector_4::jvp, second: vector_4::hvp, taped: taped_4 },
    Slices { value: vector_5, gradient: vector_5::grad_into, forward: vector_5::jvp, second: vector_5::hvp, taped: taped_5 },
    Slices { value: vector_6, gradient: vector_6::grad_into, forward: vector_6::jvp, second: vector_6::hvp, taped: taped_6 },
    Slices { value: vector_7, gradient: vector_7::grad_into, forward: vector_7::jvp, second: vector_7::hvp, taped: taped_7 },
    Slices { value: vector_8, gradient: vector_8::grad_into, forward: vector_8::jvp, second: vector_8::hvp, taped: taped_8 },
    Slices { value: vector_9, gradient: vector_9::grad_into, forward: vector_9::jvp, second: vector_9::hvp, taped: taped_9 },
    Slices { value: vector_10, gradient: vector_10::grad_into, forward: vector_10::jvp, second: vector_10::hvp, taped: taped_10 },
    Slices { value: vector_11, gradient: vector_11::grad_into, forward: vector_11::jvp, second: vector_11::hvp, taped: taped_11 },
];
