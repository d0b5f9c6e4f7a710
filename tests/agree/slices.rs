//! Random programs over slices. Written by a test of burtorch-macros.

macro_rules! program_0 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    let mut s1 = (((x[(m - 1)]).max(a[(n % m)]) + (s0 + x[0]))).sin();
    s1 += s0;
    if (a[(n % m)] - s1) > (s0 + a[(n % m)]) {
        'l1: for w4 in x.chunks_exact(2) {
            $($assign!)? { b[0] += (((w4[1] * $($lit)?(0.3740000000000001_f64)) + (w4[0] - $($lit)?(0.5_f64)))).sin(); }
            let f5 = ((x[(m - 1)] * s1)).sin();
            a.fill(f5);
        }
        let mut s2 = (s1) / ($($lit)?(1.5_f64) + s0 * s0);
        s2 += s0;
    } else {
        'l6: for i7 in 0..n {
            a.swap(0, 0);
            s1 = (x.iter().zip(&a).map(|(u, w)| *u * *w).sum::<$number>()).tanh();
            if (s0 - $($lit)?((i7 % m) as f64)) > a[(m - 1)] {
                break 'l6;
            }
        }
    }
    'l10: for i11 in 0..n {
        $($assign!)? { a[(i11 % m)] = (((x[(n % m)] * $($lit)?((i11 % m) as f64))).sin()).tanh(); }
    }
    s1 = ((0..m).map(|j| x[j] * a[m - 1 - j]).sum::<$number>()).tanh();
    if (s0).sigmoid() <= (a[0] * a[(m - 1)]) {
        'l14: for i15 in 0..m {
            $($assign!)? { a[(n % m)] *= (((x[0] + s0) * (s1 * b[b.len() - 1]))) / ($($lit)?(1.5_f64) + s0 * s0); }
            let mut s2 = ($($lit)?(0.694_f64)).tanh();
            s2 += s0;
        }
        $($assign!)? { a[0] *= (a[(m - 1)]).tanh(); }
    } else {
        s1 *= (((x[(m - 1)] * a[(n % m)]) * (x[(m - 1)]).sigmoid())).sin();
    }
    $($assign!)? { a[(m - 1)] *= (((x[(m - 1)]).sigmoid()).sigmoid()) / ($($lit)?(1.5_f64) + s0 * s0); }
    ((x[(n % m)] + s0)).sin() + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_1 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    let p1 = ((a[0]).powi(2)).sin();
    b.push(p1);
    $($assign!)? { b[0] *= (((x[0] + a[(m - 1)])).sigmoid()).sin(); }
    s0 += (b[b.len() - 1]) / ($($lit)?(1.5_f64) + s0 * s0);
    'l2: for (i3, v4) in x.iter().enumerate() {
        s0 = ((((*v4) * a[i3]) * (s0 * $($lit)?(-0.399_f64)))).tanh();
    }
    ((a[(n % m)]).powi(2) - (s0).powi(2)) + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_2 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    'l1: for i2 in (0..m).rev() {
        let mut c5 = a.clone();
        c5[(n % m)] = (s0).tanh();
        s0 += c5[m - 1] * $($lit)?(0.5_f64);
    }
    let mut s1 = (((s0 * s0) * (s0 + s0))) / ($($lit)?(1.5_f64) + s0 * s0);
    s1 += s0;
    s0 -= (((x[0] - x[(m - 1)])).max(s1)) / ($($lit)?(1.5_f64) + s0 * s0);
    a.swap((m - 1), 0);
    s0 -= (((a[0] * x[(m - 1)]) + (b[b.len() - 1] + s1))) / ($($lit)?(1.5_f64) + s0 * s0);
    (($($lit)?(-0.363_f64)).powi(2) * ($($lit)?(0.534_f64) + s0)) + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_3 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    $($assign!)? { a[(n % m)] = (((x[(m - 1)] - b[b.len() - 1]) - (s0 + x[(m - 1)]))).tanh(); }
    'l1: for w4 in x.windows(2) {
        let mut k5 = 0;
        'l6: while k5 < n {
            k5 += 1;
            $($assign!)? { a[(n % m)] += (((s0).sin()).max(a[0])) / ($($lit)?(1.5_f64) + s0 * s0); }
        }
        let mut k7 = 0;
        'l8: loop {
            if k7 == n {
                break;
            }
            k7 += 1;
            let mut s1 = (((a[(m - 1)] * s0) + (b[b.len() - 1] * s0))) / ($($lit)?(1.5_f64) + s0 * s0);
            s1 += s0;
            let f9 = ((w4[1] * a[(m - 1)])).tanh();
            a.fill(f9);
            $($assign!)? { a[0] += (((s1).powi(2)).max($($lit)?(0.123_f64))) / ($($lit)?(1.5_f64) + s0 * s0); }
        }
        s0 *= (((a[(m - 1)]).tanh() - (s0 + x[0]))) / ($($lit)?(1.5_f64) + s0 * s0);
    }
    s0 += (((x[0]).powi(2)).max(s0)).tanh();
    s0 *= (((s0).max(a[0]) + (s0 - s0))).sin();
    (a[(m - 1)] + (b[b.len() - 1] - b[b.len() - 1])) + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_4 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    $($assign!)? { a[0] += ($($lit)?(-0.10299999999999998_f64)).tanh(); }
    if (s0).powi(2) <= (b[b.len() - 1]).cos() {
        $($assign!)? { a[(m - 1)] = (((a[(n % m)] + x[(m - 1)]) * ($($lit)?(-0.623_f64) + a[(m - 1)]))).tanh(); }
        s0 -= (((b[b.len() - 1] * s0) + (x[(m - 1)]).powi(2))).tanh();
        'l1: for i2 in 0..m {
            if ($($lit)?(0.026000000000000023_f64) + b[b.len() - 1]) > (s0 * b[b.len() - 1]) {
                return a[(n % m)] + a[0] * x[m - 1];
            }
            a.swap(i2, i2);
            $($assign!)? { a[i2] = (((b[b.len() - 1]).sigmoid() * ($($lit)?(-0.387_f64)).sigmoid())).tanh(); }
        }
    } else {
        s0 = ((s0 * (s0 + s0))) / ($($lit)?(1.5_f64) + s0 * s0);
    }
    let mut k5 = 0;
    'l6: while k5 < n {
        k5 += 1;
        let mut k7 = 0;
        'l8: while k7 < n {
            k7 += 1;
            $($assign!)? { a[(n % m)] *= (((x[(n % m)] - x[0])).max(b[b.len() - 1])).tanh(); }
        }
    }
    if (s0 * $($lit)?(0.5680000000000001_f64)) <= (s0 * x[(m - 1)]) {
        a.swap((m - 1), (n % m));
    } else {
        s0 = (((a[(n % m)] * $($lit)?(-0.8280000000000001_f64)) * (x[(n % m)] - s0))).tanh();
    }
    'l9: for i10 in 0..m {
        if (s0 + a[(n % m)]) <= $($lit)?(0.5129999999999999_f64) {
            continue;
        }
        s0 = (a.iter().enumerate().map(|(j, u)| *u * x[j]).sum::<$number>()).tanh();
    }
    ((a[0] + s0) + (x[(m - 1)]).cos()) + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_5 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    'l1: for i2 in 0..n {
        let mut k5 = 0;
        'l6: while k5 < n {
            k5 += 1;
            $($assign!)? { a[(m - 1)] = (((b[b.len() - 1] * a[(m - 1)])).sigmoid()).sin(); }
        }
        if (s0 + x[((2 * (i2 % m) + 1) % m)]) < ($($lit)?((i2 % m) as f64) * a[(i2 % m)]) {
            continue;
        }
        let mut k7 = 0;
        'l8: loop {
            if k7 == n {
                break;
            }
            k7 += 1;
            if (b[b.len() - 1]).max($($lit)?((i2 % m) as f64)) > ($($lit)?(0.6799999999999999_f64)).max(x[0]) {
                break;
            }
            $($assign!)? { a[0] = (((x[((2 * (i2 % m) + 1) % m)] * x[((2 * (i2 % m) + 1) % m)])).max(x[(n % m)])).tanh(); }
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
            c15[(i10 % m)] = ((x[((2 * (i10 % m) + 1) % m)] * x[(m - 1)])) / ($($lit)?(1.5_f64) + s0 * s0);
            s0 += c15[m - 1] * $($lit)?(0.5_f64);
            s0 += ((($($lit)?(0.859_f64) - $($lit)?((i10 % m) as f64)) * (a[((2 * (i10 % m) + 1) % m)] + s0))) / ($($lit)?(1.5_f64) + s0 * s0);
        }
    }
    s0 = ((0..m).map(|j| x[j] * a[m - 1 - j]).sum::<$number>()).tanh();
    if (s0 * x[0]) < x[(n % m)] {
        $($assign!)? { a[(m - 1)] *= (s0).tanh(); }
        'l16: for v18 in x {
            $($assign!)? { a[(m - 1)] = (((a[0] + b[b.len() - 1])).max(a[0])) / ($($lit)?(1.5_f64) + s0 * s0); }
            if (a[0] * x[(n % m)]) <= (s0 * x[0]) {
                break 'l16;
            }
        }
        s0 += (((s0 - s0)).powi(2)).sin();
    }
    $($assign!)? { a[(m - 1)] += (((s0 * s0)).sigmoid()).tanh(); }
    ((a[(m - 1)] + s0) - (s0).max(a[0])) + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_6 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    $($assign!)? { a[0] += (((a[(n % m)] + x[(n % m)]) - (a[0] - x[(m - 1)]))).tanh(); }
    'l1: for w4 in x.chunks_exact(2) {
        let mut s1 = (((s0).cos() + s0)) / ($($lit)?(1.5_f64) + s0 * s0);
        s1 += s0;
        $($assign!)? { a[(m - 1)] *= (((a[0] - s1) * (s0 * $($lit)?(0.9139999999999999_f64)))) / ($($lit)?(1.5_f64) + s0 * s0); }
    }
    'l5: for i6 in (0..m).step_by(2) {
        a.swap((m - 1), (n % m));
        s0 = (a.iter().enumerate().map(|(j, u)| *u * x[j]).sum::<$number>()).tanh();
    }
    ((b[b.len() - 1] * s0) * (x[(n % m)] - a[(n % m)])) + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_7 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    a.swap(0, 0);
    'l1: for v3 in x {
        if ($($lit)?(-0.45599999999999996_f64)).tanh() > (b[b.len() - 1] + a[(m - 1)]) {
            a.swap((m - 1), (n % m));
            $($assign!)? { a[(n % m)] = ((x[(n % m)] - ($($lit)?(0.31400000000000006_f64)).powi(2))).sin(); }
            s0 = (a.iter().fold($($lit)?(0.5_f64), |u, w| u * $($lit)?(0.5_f64) + *w)).tanh();
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
    $($assign!)? { a[0] += (((a[(n % m)] + s0)).max(s0)) / ($($lit)?(1.5_f64) + s0 * s0); }
    $($assign!)? { a[(n % m)] *= (((x[0] * a[(m - 1)]) * (a[0]).max(a[0]))).tanh(); }
    $($assign!)? { b[0] += (a[(m - 1)]).tanh(); }
    'l7: for i8 in 0..n {
        let mut k11 = 0;
        'l12: while k11 < n {
            k11 += 1;
            $($assign!)? { a[(n % m)] *= (((x[0] + $($lit)?((i8 % m) as f64)) * (b[b.len() - 1] - x[0]))).tanh(); }
        }
        'l13: for i14 in (0..m).step_by(2) {
            s0 = (((x[(n % m)] + x[i14]) + ($($lit)?((i8 % m) as f64) * a[0]))).sin();
            $($assign!)? { a[(i8 % m)] *= (((a[(n % m)] + x[0]) * (s0 + s0))) / ($($lit)?(1.5_f64) + s0 * s0); }
        }
        if ($($lit)?(0.754_f64) * s0) <= ($($lit)?((i8 % m) as f64) + b[b.len() - 1]) {
            if (i8 % m) > n {
                return (b[b.len() - 1] + b[b.len() - 1]) + a[0] * x[m - 1];
            }
            a.swap((n % m), (n % m));
            s0 += (((s0).sigmoid()).powi(2)).tanh();
        }
    }
    ((x[(m - 1)] * a[(n % m)])).max(s0) + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_8 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    if (s0 - a[0]) < (s0 * s0) {
        if s0 < x[(n % m)] {
            $($assign!)? { a[(n % m)] *= (((a[(m - 1)]).max(s0)).powi(2)).tanh(); }
        } else {
            s0 -= ((($($lit)?(0.692_f64) - a[0]) * (a[(m - 1)] * $($lit)?(0.929_f64)))).tanh();
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
    $($assign!)? { a[(n % m)] += ((s0).max(x[(n % m)])).sin(); }
    $($assign!)? { b[0] = (((b[b.len() - 1] * s0) - (x[0]).max(b[b.len() - 1]))) / ($($lit)?(1.5_f64) + s0 * s0); }
    'l7: for i8 in 0..m {
        'l11: for i12 in (0..m).rev() {
            $($assign!)? { a[(n % m)] = ((a[0] * (x[((2 * i8 + 1) % m)] * a[i8]))) / ($($lit)?(1.5_f64) + s0 * s0); }
        }
        $($assign!)? { a[i8] *= (((a[(n % m)]).max(s0) * (x[0]).tanh())).sin(); }
    }
    ((a[(m - 1)] + a[(n % m)])).max(s0) + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_9 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    $($assign!)? { a[0] *= (((s0).powi(2) * (s0 - s0))) / ($($lit)?(1.5_f64) + s0 * s0); }
    $($assign!)? { a[0] += (((x[0]).powi(2) * (a[(n % m)] + $($lit)?(0.2849999999999999_f64)))).sin(); }
    let d5 = a.clone();
    'l1: for (v3, w4) in x.iter().zip(d5.iter().rev()) {
        if (a[(n % m)] * x[(m - 1)]) > (s0 + s0) {
            continue 'l1;
        }
    }
    ((s0 + x[(n % m)]) - ($($lit)?(-0.354_f64) * b[b.len() - 1])) + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_10 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    'l1: for i2 in 0..n {
        if (s0 + b[b.len() - 1]) <= ($($lit)?((i2 % m) as f64) * x[(m - 1)]) {
            break;
        }
        s0 = ((($($lit)?(0.649_f64) * x[0])).powi(2)).sin();
    }
    $($assign!)? { a[(m - 1)] = (((b[b.len() - 1] - b[b.len() - 1])).powi(2)).tanh(); }
    s0 -= (((s0 * s0) + (a[(m - 1)] * a[0]))).tanh();
    let mut k5 = 0;
    'l6: loop {
        if k5 == n {
            break;
        }
        k5 += 1;
        if ($($lit)?(-0.7010000000000001_f64) - s0) <= (b[b.len() - 1]).max(x[0]) {
            let mut s1 = ((($($lit)?(-0.27_f64) * a[(m - 1)]) + (x[(n % m)]).sigmoid())).sin();
            s1 += s0;
            $($assign!)? { a[(m - 1)] *= (x[(m - 1)]).tanh(); }
        } else {
            if (a[(n % m)] * s0) <= a[0] {
                continue 'l6;
            }
            let mut s1 = ((x[(n % m)] * ($($lit)?(0.1399999999999999_f64) * x[0]))).sin();
            s1 += s0;
        }
    }
    $($assign!)? { a[0] += (((s0 + s0)).max(a[0])).tanh(); }
    ((b[b.len() - 1] + s0) * a[(m - 1)]) + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_11 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    let mut k1 = 0;
    'l2: while k1 < n {
        k1 += 1;
        'l3: for i4 in (n % m)..m {
            s0 = (a.iter().enumerate().map(|(j, u)| *u * x[j]).sum::<$number>()).tanh();
            s0 = ((0..m).map(|j| x[j] * a[m - 1 - j]).sum::<$number>()).tanh();
            let mut c7 = a.clone();
            c7[(n % m)] = ((s0).max(x[(n % m)])).tanh();
            s0 += c7[m - 1] * $($lit)?(0.5_f64);
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
            $($assign!)? { a[(m - 1)] += ((($($lit)?(-0.369_f64) - (*w17))).max($($lit)?(-0.779_f64))) / ($($lit)?(1.5_f64) + s0 * s0); }
        }
        $($assign!)? { a[(n % m)] += (($($lit)?(-0.42400000000000004_f64) * (s0).tanh())) / ($($lit)?(1.5_f64) + s0 * s0); }
        $($assign!)? { b[0] *= (((s0 * s0) * (s0).powi(2))).tanh(); }
    }
    if (s0 * a[0]) > (x[(m - 1)] + s0) {
        $($assign!)? { a[0] = (((a[(n % m)] * $($lit)?(-0.19599999999999995_f64)) - (s0 + s0))) / ($($lit)?(1.5_f64) + s0 * s0); }
        $($assign!)? { a[(n % m)] *= (((s0 - s0) * ($($lit)?(0.683_f64)).sin())).tanh(); }
    }
    $($assign!)? { b[0] *= (s0) / ($($lit)?(1.5_f64) + s0 * s0); }
    (($($lit)?(-0.029000000000000026_f64) * s0)).tanh() + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_12 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    'l1: for w4 in x.chunks_exact(2) {
        $($assign!)? { b[0] += (((x[0]).sin() - (s0).max($($lit)?(-0.28300000000000003_f64)))).tanh(); }
    }
    'l5: for v7 in x {
        a.copy_from_slice(x);
        a.swap((n % m), (n % m));
        'l9: for w12 in x.windows(2) {
            s0 += (((s0 + s0)).powi(2)) / ($($lit)?(1.5_f64) + s0 * s0);
        }
    }
    let mut k13 = 0;
    'l14: loop {
        if k13 == n {
            break;
        }
        k13 += 1;
        $($assign!)? { b[0] = (((a[(n % m)] - s0) * (a[0] - s0))).sin(); }
    }
    s0 -= (((s0).max(s0) * (x[(n % m)] + s0))) / ($($lit)?(1.5_f64) + s0 * s0);
    $($assign!)? { a[(m - 1)] *= (((x[(n % m)] - s0) * (x[0]).powi(2))) / ($($lit)?(1.5_f64) + s0 * s0); }
    $($assign!)? { a[(n % m)] = (((a[(n % m)]).sin() * (a[(m - 1)]).sin())).tanh(); }
    ((x[(n % m)] * x[(m - 1)]) * (a[(m - 1)] * s0)) + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_13 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    'l1: for (i2, v3) in x.iter().enumerate() {
        'l5: for w8 in x.chunks_exact(2) {
            s0 = ((0..m).map(|j| x[j] * a[m - 1 - j]).sum::<$number>()).tanh();
        }
        'l9: for (i10, v11) in x.iter().enumerate() {
            if (b[b.len() - 1] - x[i10]) < ($($lit)?(i10 as f64) - x[(m - 1)]) {
                continue 'l1;
            }
        }
    }
    s0 -= (((a[0] * s0)).cos()) / ($($lit)?(1.5_f64) + s0 * s0);
    s0 -= (($($lit)?(-0.5920000000000001_f64) * (a[(n % m)] + s0))).tanh();
    $($assign!)? { a[0] += (((a[(n % m)] - b[b.len() - 1])).max(a[0])).sin(); }
    let mut k13 = 0;
    'l14: while k13 < m && x[(m - 1)] > (a[(n % m)]).sin() {
        k13 += 1;
        $($assign!)? { b[0] = (((a[0] + a[(m - 1)]) + (s0).powi(2))).sin(); }
    }
    s0 -= (((x[(m - 1)]).max(a[(m - 1)]) + (b[b.len() - 1] * s0))) / ($($lit)?(1.5_f64) + s0 * s0);
    ((b[b.len() - 1] - x[(m - 1)]) * ($($lit)?(-0.09699999999999998_f64) * a[(n % m)])) + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_14 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    a.swap(0, (m - 1));
    $($assign!)? { a[(n % m)] *= (((a[0]).max(s0) * ($($lit)?(0.8_f64) * b[b.len() - 1]))) / ($($lit)?(1.5_f64) + s0 * s0); }
    $($assign!)? { a[(n % m)] = ((a[(n % m)]).sigmoid()).tanh(); }
    a.swap(0, (m - 1));
    if a[(m - 1)] <= (b[b.len() - 1] + x[(m - 1)]) {
        $($assign!)? { a[(n % m)] *= (((a[(n % m)] * a[(n % m)])).sigmoid()) / ($($lit)?(1.5_f64) + s0 * s0); }
        s0 += ((b[b.len() - 1] + b[b.len() - 1])).tanh();
    } else {
        let mut s1 = (((s0 + x[0]) * ($($lit)?(0.20599999999999996_f64)).powi(2))) / ($($lit)?(1.5_f64) + s0 * s0);
        s1 += s0;
        s1 *= (((s0).sin() * (s0 + b[b.len() - 1]))) / ($($lit)?(1.5_f64) + s0 * s0);
    }
    ((x[0] * b[b.len() - 1]) - ($($lit)?(-0.698_f64) + x[(n % m)])) + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_15 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    'l1: for i2 in (0..m).rev() {
        $($assign!)? { b[0] *= (((s0 * a[i2]) + (a[0] * a[(m - 1)]))).tanh(); }
        $($assign!)? { a[(n % m)] += ((a[i2] + (x[0] * $($lit)?(i2 as f64)))).tanh(); }
        $($assign!)? { a[(n % m)] = (((a[(n % m)] - $($lit)?(i2 as f64)) - (s0).max(s0))) / ($($lit)?(1.5_f64) + s0 * s0); }
    }
    'l5: for i6 in (0..m).rev() {
        'l9: for i10 in (0..m).step_by(2) {
            a.swap((m - 1), i10);
        }
        s0 = ((($($lit)?(i6 as f64)).max(x[(n % m)]) * (s0).powi(2))) / ($($lit)?(1.5_f64) + s0 * s0);
    }
    'l13: for w16 in x.windows(2) {
        'l17: for v19 in x {
            if (b[b.len() - 1] * a[(n % m)]) <= (b[b.len() - 1] + s0) {
                break 'l17;
            }
            a.swap((m - 1), 0);
        }
    }
    $($assign!)? { b[0] *= (((s0).max(a[(m - 1)]) - (s0 * s0))) / ($($lit)?(1.5_f64) + s0 * s0); }
    s0 + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_16 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    let mut k1 = 0;
    'l2: while k1 < n {
        k1 += 1;
        if (b[b.len() - 1]).max(b[b.len() - 1]) < (x[0] * a[(n % m)]) {
            break 'l2;
        }
        if ($($lit)?(-0.502_f64) * x[(m - 1)]) > ($($lit)?(0.5489999999999999_f64) + a[0]) {
            break 'l2;
        }
        let mut k3 = 0;
        'l4: while k3 < n {
            k3 += 1;
            s0 = (((x[0]).max(s0) * (s0).max(s0))).sin();
            s0 += (((b[b.len() - 1] * x[(n % m)]) * (b[b.len() - 1] + b[b.len() - 1]))).tanh();
            s0 = (a.iter().map(|u| *u * s0).sum::<$number>()).tanh();
        }
    }
    s0 += ((($($lit)?(-0.31299999999999994_f64)).cos() - x[(m - 1)])) / ($($lit)?(1.5_f64) + s0 * s0);
    s0 += (((x[(n % m)] * s0)).powi(2)) / ($($lit)?(1.5_f64) + s0 * s0);
    'l5: for w8 in x.windows(2) {
        s0 *= (((s0).powi(2) + (a[(m - 1)]).powi(2))).sin();
        a.swap(0, 0);
        'l9: for v11 in x {
            s0 *= ((((*v11) - w8[1]) - (a[0]).powi(2))).sin();
        }
    }
    s0 = (a.iter().fold($($lit)?(0.5_f64), |u, w| u * $($lit)?(0.5_f64) + *w)).tanh();
    s0 *= (((a[(m - 1)]).max(b[b.len() - 1])).tanh()) / ($($lit)?(1.5_f64) + s0 * s0);
    ((a[(n % m)] * a[(n % m)]) + (b[b.len() - 1]).powi(2)) + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_17 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    s0 *= (((s0).powi(2) * (a[0]).powi(2))).sin();
    'l1: for i2 in (0..m).step_by(2) {
        s0 = ((0..m).map(|j| x[j] * a[m - 1 - j]).sum::<$number>()).tanh();
    }
    'l5: for w8 in x.windows(2) {
        s0 *= (((x[(n % m)]).max(s0)).powi(2)).tanh();
        'l9: for w12 in x.windows(2) {
            total += $norm(&x[(n % m)..]);
            let mut s1 = (((x[(n % m)] * s0) * (x[0] - x[(m - 1)]))).sin();
            s1 += s0;
            $($assign!)? { a[(m - 1)] *= (((s0 + b[b.len() - 1])).tanh()) / ($($lit)?(1.5_f64) + s0 * s0); }
        }
    }
    s0 -= (((a[(n % m)] - a[(m - 1)]) + a[(m - 1)])).sin();
    $($assign!)? { a[0] *= (((s0).sin() - (s0 + x[(m - 1)]))) / ($($lit)?(1.5_f64) + s0 * s0); }
    s0 -= (((b[b.len() - 1]).cos() * (a[(m - 1)] + a[(m - 1)]))) / ($($lit)?(1.5_f64) + s0 * s0);
    ((s0).tanh()).powi(2) + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_18 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    if (s0 + x[(n % m)]) <= ($($lit)?(-0.32299999999999995_f64) - s0) {
        $($assign!)? { a[0] += (((s0 + s0)).max(s0)).sin(); }
        'l1: for (i2, v3) in x.iter().enumerate() {
            let mut c5 = a.clone();
            c5[0] = (((*v3) + a[0])) / ($($lit)?(1.5_f64) + s0 * s0);
            s0 += c5[m - 1] * $($lit)?(0.5_f64);
        }
    } else {
        'l6: for v8 in x {
            $($assign!)? { a[(n % m)] *= (((s0 * $($lit)?(-0.385_f64)) + ((*v8) * x[0]))).sin(); }
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
    s0 -= (((s0).max(a[0])).tanh()) / ($($lit)?(1.5_f64) + s0 * s0);
    s0 -= ((($($lit)?(-0.917_f64) * s0) - (a[(n % m)] * a[(m - 1)]))).sin();
    s0 = (a.iter().map(|u| *u * s0).sum::<$number>()).tanh();
    'l15: for i16 in 0..n {
        let p19 = ((x[0]).cos()).sin();
        b.push(p19);
        'l20: for i21 in (0..m).step_by(2) {
            $($assign!)? { b[0] += ($($lit)?(-0.872_f64)) / ($($lit)?(1.5_f64) + s0 * s0); }
        }
        let mut s1 = ((($($lit)?(0.6080000000000001_f64) * x[(m - 1)]) * (s0 + $($lit)?(-0.478_f64)))).sin();
        s1 += s0;
    }
    s0 + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_19 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    'l1: for i2 in 0..n {
        a.swap((m - 1), (n % m));
        if $($lit)?(-0.0040000000000000036_f64) <= $($lit)?(0.1359999999999999_f64) {
            continue;
        }
    }
    let p5 = ((x[(n % m)]).max(x[(m - 1)])).sin();
    b.push(p5);
    'l6: for (i7, v8) in x.iter().enumerate() {
        s0 = (a.iter().fold($($lit)?(0.5_f64), |u, w| u * $($lit)?(0.5_f64) + *w)).tanh();
        total += $norm(&x[0..]);
        if ((*v8) + $($lit)?(0.44700000000000006_f64)) <= ((*v8) + x[((2 * i7 + 1) % m)]) {
            let mut s1 = ((($($lit)?(i7 as f64)).powi(2) + (*v8))).tanh();
            s1 += s0;
            a.swap(i7, 0);
            s0 = (a.iter().enumerate().map(|(j, u)| *u * x[j]).sum::<$number>()).tanh();
        }
    }
    ((s0).max($($lit)?(-0.812_f64)) + (a[0] - s0)) + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_20 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    'l1: for i2 in (0..m).rev() {
        let mut k5 = 0;
        'l6: while k5 < m && (x[(n % m)] - x[((2 * i2 + 1) % m)]) > ($($lit)?(i2 as f64) + s0) {
            k5 += 1;
            s0 = (a.iter().fold($($lit)?(0.5_f64), |u, w| u * $($lit)?(0.5_f64) + *w)).tanh();
            let f7 = ((s0).max(a[0])) / ($($lit)?(1.5_f64) + s0 * s0);
            a.fill(f7);
            s0 = (((b[b.len() - 1]).powi(2)).max($($lit)?(0.851_f64))) / ($($lit)?(1.5_f64) + s0 * s0);
        }
        s0 = (a.iter().fold($($lit)?(0.5_f64), |u, w| u * $($lit)?(0.5_f64) + *w)).tanh();
    }
    $($assign!)? { a[0] += (((s0 * a[(m - 1)])).powi(2)).sin(); }
    let mut k8 = 0;
    'l9: loop {
        if k8 == n {
            break;
        }
        k8 += 1;
        if (s0).max(s0) > (a[0]).max(a[0]) {
            s0 = (a.iter().map(|u| *u * s0).sum::<$number>()).tanh();
            s0 += (((s0 + a[(n % m)]) * a[(m - 1)])) / ($($lit)?(1.5_f64) + s0 * s0);
        } else {
            if (x[(n % m)]).powi(2) <= (s0).powi(2) {
                continue;
            }
        }
    }
    a[(n % m)] + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_21 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    'l1: for v3 in x {
        $($assign!)? { a[(n % m)] *= (x[(m - 1)]).tanh(); }
        s0 = (a.iter().map(|u| *u * s0).sum::<$number>()).tanh();
    }
    $($assign!)? { a[(m - 1)] += ((x[(m - 1)] + (s0 + x[(n % m)]))).tanh(); }
    'l5: for i6 in (0..m).rev() {
        $($assign!)? { a[0] += (((b[b.len() - 1] + a[i6])).sigmoid()) / ($($lit)?(1.5_f64) + s0 * s0); }
    }
    s0 *= (((s0 - s0)).powi(2)).sin();
    if ($($lit)?(0.19799999999999995_f64)).max(x[(n % m)]) > (x[0] * a[0]) {
        a.swap((m - 1), (m - 1));
    } else {
        let mut s1 = ((x[0] * (x[(m - 1)]).powi(2))) / ($($lit)?(1.5_f64) + s0 * s0);
        s1 += s0;
    }
    a.swap(0, (m - 1));
    ((x[0] * s0) + (x[(n % m)] - x[(m - 1)])) + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_22 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    a.swap((m - 1), (n % m));
    if (s0).max(s0) > (s0 - a[(m - 1)]) {
        s0 += (x[0]) / ($($lit)?(1.5_f64) + s0 * s0);
    }
    let p1 = ((x[(n % m)] * s0)).sin();
    b.push(p1);
    $($assign!)? { b[0] *= ((($($lit)?(-0.55_f64) * $($lit)?(0.8340000000000001_f64))).powi(2)).sin(); }
    $($assign!)? { a[(m - 1)] += ((x[0]).powi(2)).tanh(); }
    ((x[(n % m)] * x[(n % m)]) - (a[(n % m)] + s0)) + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_23 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    s0 = (((x[(n % m)] * a[(m - 1)])).max(a[(m - 1)])) / ($($lit)?(1.5_f64) + s0 * s0);
    let mut k1 = 0;
    'l2: loop {
        if k1 == n {
            break;
        }
        k1 += 1;
        let mut s1 = (((s0 * $($lit)?(0.355_f64))).max(s0)).tanh();
        s1 += s0;
        if s0 > (a[(m - 1)] - a[(n % m)]) {
            return (a[(m - 1)] * s0) + a[0] * x[m - 1];
        }
        if (x[(n % m)] + $($lit)?(-0.669_f64)) < (b[b.len() - 1] + s0) {
            return (s1).cos() + a[0] * x[m - 1];
        }
    }
    s0 += ((x[(m - 1)] - (b[b.len() - 1] * a[(n % m)]))).sin();
    s0 -= (((a[(n % m)] * s0) * b[b.len() - 1])) / ($($lit)?(1.5_f64) + s0 * s0);
    s0 -= (((b[b.len() - 1]).sin() - (a[(n % m)]).powi(2))).sin();
    ((a[0]).cos()).sigmoid() + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_24 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    s0 = ((($($lit)?(-0.21499999999999997_f64) * x[(n % m)]) + (s0).powi(2))) / ($($lit)?(1.5_f64) + s0 * s0);
    a.swap(0, (m - 1));
    'l1: for w4 in x.chunks_exact(2) {
        s0 = (((x[(m - 1)]).powi(2) + (x[(n % m)]).max(s0))).sin();
    }
    ((s0).powi(2)).max(b[b.len() - 1]) + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_25 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    s0 = ((a[(n % m)]).cos()).sin();
    s0 = (((a[0]).powi(2) * (x[(m - 1)] * s0))).sin();
    let d5 = a.clone();
    'l1: for (v3, w4) in x.iter().zip(d5.iter().rev()) {
        if a[(n % m)] > (s0 + s0) {
            let f6 = (($($lit)?(0.546_f64)).powi(2)) / ($($lit)?(1.5_f64) + s0 * s0);
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
        if (x[(n % m)] + x[(m - 1)]) > ($($lit)?(0.05800000000000005_f64)).tanh() {
            if ($($lit)?(-0.843_f64) - s0) <= ($($lit)?(-0.926_f64)).powi(2) {
                return (s0 * x[(n % m)]) + a[0] * x[m - 1];
            }
            if ((*v9) * a[0]) < (s0 - b[b.len() - 1]) {
                continue;
            }
        } else {
            if (s0 * x[(m - 1)]) <= (x[(m - 1)] * b[b.len() - 1]) {
                return (a[(m - 1)]).max(s0) + a[0] * x[m - 1];
            }
            let mut s1 = (a[0]) / ($($lit)?(1.5_f64) + s0 * s0);
            s1 += s0;
        }
        $($assign!)? { a[(n % m)] *= (((s0 + s0) + (a[(n % m)]).powi(2))) / ($($lit)?(1.5_f64) + s0 * s0); }
    }
    (($($lit)?(-0.45699999999999996_f64) * a[0]) - (s0).sigmoid()) + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_26 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    s0 -= ((($($lit)?(0.845_f64)).sin() * (s0 + x[0]))) / ($($lit)?(1.5_f64) + s0 * s0);
    s0 -= (((s0).max(s0) * ($($lit)?(-0.49_f64)).cos())).sin();
    s0 *= (((s0).powi(2) * (a[(m - 1)] + a[0]))).sin();
    let mut s1 = (((s0 * s0) - (x[(n % m)] * x[(m - 1)]))).tanh();
    s1 += s0;
    $($assign!)? { a[(n % m)] += (((s0 - x[(n % m)])).cos()).sin(); }
    (s1 + (s1 * x[(n % m)])) + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_27 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    s0 -= (((a[0] * s0)).cos()).sin();
    if (a[(m - 1)]).max(x[0]) < b[b.len() - 1] {
        let mut k1 = 0;
        'l2: loop {
            if k1 == n {
                break;
            }
            k1 += 1;
            s0 *= (((s0).max(x[0]) * (a[(n % m)] - s0))) / ($($lit)?(1.5_f64) + s0 * s0);
            let mut s1 = (((b[b.len() - 1] * a[0]) + (a[0] * $($lit)?(-0.38_f64)))).tanh();
            s1 += s0;
        }
        let mut k3 = 0;
        'l4: while k3 < m && (x[(n % m)] + $($lit)?(-0.41600000000000004_f64)) > (x[0]).sigmoid() {
            k3 += 1;
            if (s0 - s0) <= (a[0] * s0) {
                return x[(n % m)] + a[0] * x[m - 1];
            }
        }
        let mut s1 = (((s0 + x[(n % m)])).powi(2)).tanh();
        s1 += s0;
    }
    s0 -= (((a[(m - 1)] - s0) + (s0 * x[(m - 1)]))) / ($($lit)?(1.5_f64) + s0 * s0);
    'l5: for i6 in 0..m {
        s0 = (((a[((2 * i6 + 1) % m)] * a[((2 * i6 + 1) % m)])).powi(2)).tanh();
    }
    a.swap((n % m), (n % m));
    ((s0 * b[b.len() - 1])).sin() + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_28 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    s0 = (((s0 - s0) + (s0 * x[0]))) / ($($lit)?(1.5_f64) + s0 * s0);
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
            $($assign!)? { a[0] *= ((((*v3) + a[(m - 1)]) * (a[0] * s0))).tanh(); }
            $($assign!)? { b[0] = (((a[(m - 1)]).max((*v3))).max(a[(m - 1)])) / ($($lit)?(1.5_f64) + s0 * s0); }
        }
    }
    s0 = (a.iter().map(|u| *u * s0).sum::<$number>()).tanh();
    ((a[(m - 1)] - s0)).max(x[0]) + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_29 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    s0 -= (((x[(n % m)]).max(s0) + (a[0]).powi(2))).sin();
    $($assign!)? { a[0] += (((x[(m - 1)] * x[0]) + ($($lit)?(0.21999999999999997_f64) + a[(m - 1)]))).sin(); }
    total += $norm(&x[(n % m)..]);
    ((b[b.len() - 1] - s0) - (s0 - x[(n % m)])) + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_30 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    let mut s1 = (s0).sin();
    s1 += s0;
    'l1: for (i2, v3) in x.iter().enumerate() {
        $($assign!)? { a[((2 * i2 + 1) % m)] *= (((b[b.len() - 1]).powi(2)).max($($lit)?(i2 as f64))).tanh(); }
    }
    'l5: for w8 in x.windows(2) {
        $($assign!)? { a[(n % m)] *= ((a[(m - 1)]).sigmoid()).sin(); }
        'l9: for v11 in x {
            $($assign!)? { a[(n % m)] = (((s0).powi(2)).powi(2)) / ($($lit)?(1.5_f64) + s0 * s0); }
        }
    }
    if (a[(n % m)] * x[(n % m)]) > (s1).powi(2) {
        $($assign!)? { a[(m - 1)] += (((s1 + x[0]) - ($($lit)?(-0.22399999999999998_f64) + s0))) / ($($lit)?(1.5_f64) + s0 * s0); }
        $($assign!)? { a[(n % m)] += (((x[0] * s1)).sin()) / ($($lit)?(1.5_f64) + s0 * s0); }
    }
    $($assign!)? { a[(m - 1)] = (((s1 + s1)).cos()) / ($($lit)?(1.5_f64) + s0 * s0); }
    ((b[b.len() - 1] * x[(m - 1)])).max(s0) + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_31 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    $($assign!)? { a[(n % m)] = (a[(m - 1)]) / ($($lit)?(1.5_f64) + s0 * s0); }
    s0 -= ((s0).powi(2)).tanh();
    let mut s1 = (((a[(m - 1)] * x[(n % m)]) * (s0).sin())).tanh();
    s1 += s0;
    let mut c1 = a.clone();
    c1[0] = ((x[0] - s1)).sin();
    s0 += c1[m - 1] * $($lit)?(0.5_f64);
    s0 -= (((a[0]).cos() * (a[0] - b[b.len() - 1]))) / ($($lit)?(1.5_f64) + s0 * s0);
    (s1 * (b[b.len() - 1]).max(s0)) + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_32 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    s0 = (a.iter().map(|u| *u * s0).sum::<$number>()).tanh();
    $($assign!)? { b[0] = (((x[(m - 1)] * b[b.len() - 1]) + (a[(n % m)]).sigmoid())) / ($($lit)?(1.5_f64) + s0 * s0); }
    'l1: for i2 in 0..n {
        if (x[((2 * (i2 % m) + 1) % m)] * a[((2 * (i2 % m) + 1) % m)]) <= (a[(i2 % m)]).cos() {
            continue 'l1;
        }
        let mut c5 = a.clone();
        c5[(n % m)] = ((x[0] - x[(n % m)])) / ($($lit)?(1.5_f64) + s0 * s0);
        s0 += c5[m - 1] * $($lit)?(0.5_f64);
    }
    let f6 = (s0) / ($($lit)?(1.5_f64) + s0 * s0);
    a.fill(f6);
    (x[0] + (s0 * x[(m - 1)])) + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_33 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    'l1: for i2 in 0..n {
        let mut k5 = 0;
        'l6: loop {
            if k5 == n {
                break;
            }
            k5 += 1;
            s0 *= ((($($lit)?(0.5469999999999999_f64) + s0) * (b[b.len() - 1] + $($lit)?(0.121_f64)))) / ($($lit)?(1.5_f64) + s0 * s0);
            $($assign!)? { a[0] += (((b[b.len() - 1] * a[(n % m)]) - (x[0] + $($lit)?(-0.05900000000000005_f64)))) / ($($lit)?(1.5_f64) + s0 * s0); }
            s0 += (((s0).sin() + (x[(m - 1)] - a[(m - 1)]))).sin();
        }
    }
    let mut s1 = (((a[(n % m)] + x[0])).sigmoid()).sin();
    s1 += s0;
    s0 -= (((s1).powi(2) + (s0 * s1))).sin();
    ((s0 * b[b.len() - 1]) * a[(m - 1)]) + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_34 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    $($assign!)? { a[(m - 1)] = ((b[b.len() - 1] + a[0])).sin(); }
    'l1: for i2 in (0..m).rev() {
        let mut s1 = (((x[i2] * s0) * ($($lit)?(i2 as f64) + $($lit)?(-0.851_f64)))).sin();
        s1 += s0;
    }
    let mut k5 = 0;
    'l6: while k5 < n {
        k5 += 1;
        let mut s1 = (a[(n % m)]) / ($($lit)?(1.5_f64) + s0 * s0);
        s1 += s0;
        $($assign!)? { a[0] = (((x[(m - 1)] + a[0])).tanh()) / ($($lit)?(1.5_f64) + s0 * s0); }
        let mut k7 = 0;
        'l8: while k7 < n {
            k7 += 1;
            $($assign!)? { a[(m - 1)] += (((s1 - a[(n % m)])).max(s0)).tanh(); }
            $($assign!)? { a[(m - 1)] = (((x[(n % m)] + s0) * (s1 * s0))).tanh(); }
            $($assign!)? { b[0] *= ((x[(m - 1)]).max(s1)) / ($($lit)?(1.5_f64) + s0 * s0); }
        }
    }
    'l9: for i10 in 0..m {
        a.swap(i10, 0);
    }
    x[(n % m)] + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_35 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    s0 -= (((a[(n % m)] + b[b.len() - 1]) * ($($lit)?(-0.277_f64) + s0))) / ($($lit)?(1.5_f64) + s0 * s0);
    if (a[0] * b[b.len() - 1]) < ($($lit)?(-0.040000000000000036_f64) + x[(m - 1)]) {
        a.copy_from_slice(x);
        s0 = ((0..m).map(|j| x[j] * a[m - 1 - j]).sum::<$number>()).tanh();
    } else {
        s0 = ((0..m).map(|j| x[j] * a[m - 1 - j]).sum::<$number>()).tanh();
        $($assign!)? { a[(n % m)] = (((s0 + x[(m - 1)]) - (s0).max(a[(m - 1)]))).sin(); }
        'l1: for i2 in 0..m {
            $($assign!)? { a[((2 * i2 + 1) % m)] += (a[(m - 1)]).tanh(); }
            total += $norm(&x[i2..]);
            if ($($lit)?(i2 as f64)).max(b[b.len() - 1]) < (b[b.len() - 1]).sin() {
                break;
            }
        }
    }
    if (a[(n % m)] - x[(n % m)]) < (s0 * $($lit)?(-0.77_f64)) {
        'l5: for i6 in (0..m).rev() {
            total += $norm(&x[(m - 1)..]);
            if (a[(m - 1)]).powi(2) <= x[i6] {
                return s0 + a[0] * x[m - 1];
            }
        }
        $($assign!)? { a[(m - 1)] *= (((a[(n % m)]).max(a[(n % m)]) + (a[(n % m)] * b[b.len() - 1]))).tanh(); }
        a.swap((n % m), (n % m));
    }
    s0 = ((($($lit)?(0.8200000000000001_f64) * a[0]) + (s0 * $($lit)?(-0.0040000000000000036_f64)))).sin();
    if (s0).max(b[b.len() - 1]) <= (a[(m - 1)] + b[b.len() - 1]) {
        let mut k9 = 0;
        'l10: while k9 < n {
            k9 += 1;
            let f11 = ((a[(n % m)] - b[b.len() - 1])).tanh();
            a.fill(f11);
            a.swap((n % m), 0);
        }
        $($assign!)? { a[0] = ((s0 + (s0).max(s0))).tanh(); }
    }
    let f12 = ((a[(n % m)] * s0)) / ($($lit)?(1.5_f64) + s0 * s0);
    a.fill(f12);
    ((b[b.len() - 1]).sin()).cos() + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_36 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    $($assign!)? { a[(n % m)] = (((s0 - x[(m - 1)])).cos()) / ($($lit)?(1.5_f64) + s0 * s0); }
    s0 -= ((($($lit)?(0.964_f64) * a[(m - 1)])).sin()) / ($($lit)?(1.5_f64) + s0 * s0);
    a.swap(0, (n % m));
    s0 = (a.iter().fold($($lit)?(0.5_f64), |u, w| u * $($lit)?(0.5_f64) + *w)).tanh();
    'l1: for i2 in 0..n {
        let p5 = ((s0 * x[(i2 % m)])).sin();
        b.push(p5);
    }
    let d10 = a.clone();
    'l6: for (v8, w9) in x.iter().zip(d10.iter().rev()) {
        $($assign!)? { a[0] *= (((b[b.len() - 1] * s0) * (b[b.len() - 1] - b[b.len() - 1]))).tanh(); }
        let mut s1 = ($($lit)?(-0.62_f64)) / ($($lit)?(1.5_f64) + s0 * s0);
        s1 += s0;
        $($assign!)? { b[0] = (((s0).tanh()).max(x[0])).tanh(); }
    }
    ((b[b.len() - 1]).max(s0) + (a[(n % m)] * b[b.len() - 1])) + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_37 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    'l1: for (i2, v3) in x.iter().enumerate() {
        let mut k5 = 0;
        'l6: while k5 < m && i2 > n {
            k5 += 1;
            if i2 > n {
                continue 'l6;
            }
            total += $norm(&x[(m - 1)..]);
            let mut s1 = ((b[b.len() - 1]).powi(2)).sin();
            s1 += s0;
        }
        s0 *= (((a[i2] + a[((2 * i2 + 1) % m)]) - ($($lit)?(0.5469999999999999_f64)).powi(2))).tanh();
    }
    let mut s1 = ((($($lit)?(-0.32299999999999995_f64) + $($lit)?(0.42999999999999994_f64)) * ($($lit)?(0.8839999999999999_f64) - s0))) / ($($lit)?(1.5_f64) + s0 * s0);
    s1 += s0;
    'l7: for i8 in (0..m).rev() {
        s1 = (a.iter().map(|u| *u * s0).sum::<$number>()).tanh();
        let mut k11 = 0;
        'l12: while k11 < n {
            k11 += 1;
            if (x[0] * s1) > (a[0] * s1) {
                break;
            }
        }
        'l13: for i14 in (0..m).rev() {
            if (s0).powi(2) <= $($lit)?(i8 as f64) {
                break;
            }
            s0 += (((x[i8]).max(x[(n % m)])).powi(2)).sin();
        }
    }
    if x[(m - 1)] <= (b[b.len() - 1]).tanh() {
        $($assign!)? { a[(m - 1)] = (s1) / ($($lit)?(1.5_f64) + s0 * s0); }
    }
    s1 = (a.iter().map(|u| *u * s0).sum::<$number>()).tanh();
    let mut c17 = a.clone();
    c17[0] = ($($lit)?(0.974_f64)).tanh();
    s0 += c17[m - 1] * $($lit)?(0.5_f64);
    (($($lit)?(-0.42800000000000005_f64) - a[(m - 1)]) + (x[(m - 1)] - a[0])) + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_38 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    let mut s1 = ((($($lit)?(0.4630000000000001_f64) + s0) * ($($lit)?(-0.5780000000000001_f64) + x[0]))).sin();
    s1 += s0;
    if (s1).sigmoid() < (s0 + a[(m - 1)]) {
        'l1: for i2 in 0..m {
            $($assign!)? { b[0] *= (((b[b.len() - 1] * x[(n % m)]) + (a[(n % m)] + a[i2]))).sin(); }
        }
        let p5 = ((x[0] * s0)).tanh();
        b.push(p5);
    } else {
        a.swap(0, 0);
        if (b[b.len() - 1] * x[(m - 1)]) > (s1 * x[(m - 1)]) {
            let mut s2 = (((s0).sin()).max(s0)) / ($($lit)?(1.5_f64) + s0 * s0);
            s2 += s0;
            s0 -= (((s1 * x[(n % m)])).powi(2)).sin();
            s1 *= (((a[(n % m)]).tanh() - ($($lit)?(0.133_f64) - x[(n % m)]))) / ($($lit)?(1.5_f64) + s0 * s0);
        }
        let d10 = a.clone();
        'l6: for (v8, w9) in x.iter().zip(d10.iter().rev()) {
            a.swap((m - 1), 0);
        }
    }
    'l11: for i12 in (m - 1)..m {
        $($assign!)? { a[(m - 1)] += (((s1 - $($lit)?(i12 as f64)) + (s1).powi(2))).tanh(); }
        'l15: for i16 in (0..m).rev() {
            s1 = (x.iter().zip(&a).map(|(u, w)| *u * *w).sum::<$number>()).tanh();
            $($assign!)? { a[(n % m)] += (((x[(m - 1)]).max(x[i16])).max($($lit)?(i12 as f64))) / ($($lit)?(1.5_f64) + s0 * s0); }
            $($assign!)? { b[0] += (((s1 + b[b.len() - 1])).max(b[b.len() - 1])).tanh(); }
        }
        'l19: for i20 in (0..m).rev() {
            if (a[i20] + b[b.len() - 1]) > (s0 * $($lit)?(-0.5569999999999999_f64)) {
                return (s0).powi(2) + a[0] * x[m - 1];
            }
            if i20 > n {
                continue;
            }
        }
    }
    ((a[(n % m)] * $($lit)?(0.33699999999999997_f64)) + (x[0] - s0)) + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

macro_rules! program_39 { ($(#[$form:meta])? $name:ident $number:ident $norm:ident $($lit:ident $assign:ident)?) => {
$(#[$form])?
fn $name(x: &[$number], n: usize) -> $number {
    let m = x.len();
    let mut a = x.to_vec();
    let mut b = vec![$($lit)?(0.5_f64); n + 1];
    let mut s0 = $($lit)?(0.25_f64);
    let mut total = $($lit)?(0.5_f64);
    s0 = (x.iter().zip(&a).map(|(u, w)| *u * *w).sum::<$number>()).tanh();
    s0 -= (((s0 + x[(m - 1)]) + s0)).tanh();
    if (s0).powi(2) < s0 {
        a.swap((m - 1), (m - 1));
    } else {
        let mut c1 = a.clone();
        c1[(m - 1)] = ((s0).powi(2)).tanh();
        s0 += c1[m - 1] * $($lit)?(0.5_f64);
        let p2 = ((a[0] + a[(n % m)])).sin();
        b.push(p2);
        $($assign!)? { b[0] += (((s0).powi(2)).sigmoid()).tanh(); }
    }
    b[b.len() - 1] + s0 + $norm(&a) * x[0] + b[b.len() - 1] * a[m - 1] + b[0] + total
}
} }

slices!(program_0 program_1 program_2 program_3 program_4 program_5 program_6 program_7 program_8 program_9 program_10 program_11 program_12 program_13 program_14 program_15 program_16 program_17 program_18 program_19 program_20 program_21 program_22 program_23 program_24 program_25 program_26 program_27 program_28 program_29 program_30 program_31 program_32 program_33 program_34 program_35 program_36 program_37 program_38 program_39);

in_vectors!(program_0 program_1 program_2 program_3 program_4 program_5 program_6 program_7 program_8 program_9 program_10 program_11);
