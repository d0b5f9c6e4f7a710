//! Random programs. Written by a test of burtorch-macros.

macro_rules! program_0 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    let mut s1 = ((((s0).powi(0) / ($($lit)?(1.0_f64) + a[3] * a[3])) - ((x).tanh().exp() * (s0).powi(0)))) / ($($lit)?(1.5_f64) + s0 * s0);
    s1 += s0;
    s0 = (x).tanh();
    for i0 in 0..4 {
        let mut s2 = (x) / ($($lit)?(1.5_f64) + s0 * s0);
        s2 += s0;
        let mut s3 = (-(((y).tanh() * (x).powi(1)))).sin();
        s3 += s0;
    }
    (((x).tanh().exp() * (x + $($lit)?(0.26_f64))) * ((s1 * x) + (v[2] * y))) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_1 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    for i0 in 0..4 {
        a[1] += (-(-(x))).sin();
    }
    if (s0).tanh().exp() > v[1] {
        if (a[1]).max(s0) <= ($($lit)?(0.796_f64)).powi(4) {
            let mut s1 = ((((a[3]).max($($lit)?(0.8360000000000001_f64))).max(a[2]) * ((v[2] + x)).tanh())) / ($($lit)?(1.5_f64) + s0 * s0);
            s1 += s0;
        } else {
            a[0] = ((s0).max(y)) / ($($lit)?(1.5_f64) + s0 * s0);
        }
    }
    let mut s1 = ((((v[2] * v[3]) + (v[1] * $($lit)?(0.6379999999999999_f64))) - ((v[3]).tanh().exp() + -($($lit)?(-0.556_f64))))).sin();
    s1 += s0;
    (((x / ($($lit)?(1.0_f64) + x * x))).tanh().exp() + ((x).max(s0) * (s0 + x))) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_2 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    if (s0 + v[2]) > (v[3]).max($($lit)?(-0.018000000000000016_f64)) {
        a[1] = (((y + y) / ($($lit)?(1.0_f64) + x * x))) / ($($lit)?(1.5_f64) + s0 * s0);
    } else {
        if -(s0) <= -(y) {
            let mut s1 = (s0).tanh();
            s1 += s0;
            let mut s2 = ((((x).sigmoid() / ($($lit)?(1.0_f64) + s1 * s1))).abs()) / ($($lit)?(1.5_f64) + s0 * s0);
            s2 += s0;
            a[3] = (((x).max(v[3]) * (x * a[3]))).sin();
        }
        s0 = ((((v[3] * $($lit)?(-0.06999999999999995_f64))).tanh() + ((v[3] * a[1])).max($($lit)?(-0.779_f64)))) / ($($lit)?(1.5_f64) + s0 * s0);
    }
    s0 = ((((a[0] * x) + (a[2]).powi(4)) + ((x / ($($lit)?(1.0_f64) + v[3] * v[3])) * (x / ($($lit)?(1.0_f64) + y * y))))).tanh();
    for i0 in 0..4 {
        let mut s1 = ((((s0 * v[0])).powi(1) + (($($lit)?(-0.942_f64)).tanh().exp()).sigmoid())) / ($($lit)?(1.5_f64) + s0 * s0);
        s1 += s0;
    }
    (((x / ($($lit)?(1.0_f64) + s0 * s0)) - (s0 - x))).max(s0) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_3 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    let mut s1 = (((s0 + (s0).sin()) * ((a[3] * y)).tanh().exp())).tanh();
    s1 += s0;
    for i0 in 0..4 {
        for i1 in 0..4 {
            s1 += (((a[i1] * $($lit)?(0.17700000000000005_f64))).max(x)).sin();
        }
        for i1 in 0..4 {
            s1 = ((((x).max(x) * (x * x)) * ((v[1] + a[2]) - (s1).powi(0)))) / ($($lit)?(1.5_f64) + s0 * s0);
            s1 = ((((a[i0]).powi(4) * $($lit)?(i0 as f64)) / ($($lit)?(1.0_f64) + v[i1] * v[i1]))).sin();
        }
    }
    s1 += ((($($lit)?(-0.873_f64)).tanh().exp() + (s0).tanh().exp())).sin();
    if (y).tanh().exp() <= (s1 - v[3]) {
        a[2] = (((x - x) + (v[1]).max(a[2]))).tanh();
        for i0 in 0..4 {
            s0 = (((($($lit)?(i0 as f64) - v[2]) / ($($lit)?(1.0_f64) + $($lit)?(0.383_f64) * $($lit)?(0.383_f64))) + (($($lit)?(i0 as f64) - y) / ($($lit)?(1.0_f64) + s1 * s1)))) / ($($lit)?(1.5_f64) + s0 * s0);
        }
    } else {
        for i0 in 0..4 {
            a[1] += ((($($lit)?(i0 as f64) + x) - (a[2] + $($lit)?(i0 as f64)))).tanh();
        }
        for i0 in 0..4 {
            let mut s2 = (((($($lit)?(i0 as f64) * x)).powi(2)).max($($lit)?(0.08299999999999996_f64))).tanh();
            s2 += s0;
        }
    }
    for i0 in 0..4 {
        if -(a[1]) <= a[i0] {
            let mut s2 = ((((s0 / ($($lit)?(1.0_f64) + x * x)) + (y).abs()) / ($($lit)?(1.0_f64) + x * x))).sin();
            s2 += s0;
            s1 = (((($($lit)?(-0.5780000000000001_f64)).powi(1)).max(s0) - ((x * x)).powi(0))) / ($($lit)?(1.5_f64) + s0 * s0);
        } else {
            let mut s2 = (-(-(v[2]))).tanh();
            s2 += s0;
            s1 = ((((x - x)).cos()).max(v[0])).tanh();
        }
        s1 *= ((($($lit)?(-0.9359999999999999_f64)).powi(2) + ($($lit)?(-0.43700000000000006_f64)).powi(0))) / ($($lit)?(1.5_f64) + s0 * s0);
        a[i0] = ((($($lit)?(-0.242_f64)).sigmoid() - -(x))).tanh();
    }
    if (s1 * x) > (v[2]).powi(3) {
        let mut s2 = (-(((s1 + x) + (x).powi(1)))).tanh();
        s2 += s0;
    } else {
        a[1] += (((y).tanh().exp()).max(s1)).tanh();
        if (v[0] / ($($lit)?(1.0_f64) + x * x)) > -(v[2]) {
            a[2] = (((x).powi(4) - (v[2]).tanh().exp())).tanh();
            s0 *= (((s1 + s1) + (x - $($lit)?(-0.813_f64)))).tanh();
        } else {
            let mut s2 = (((-(s1) + ($($lit)?(-0.6799999999999999_f64)).powi(4))).abs()).sin();
            s2 += s0;
            a[1] += ((v[1]).tanh().exp()) / ($($lit)?(1.5_f64) + s0 * s0);
            let mut s3 = (a[3]) / ($($lit)?(1.5_f64) + s0 * s0);
            s3 += s0;
        }
        for i0 in 0..4 {
            let mut s2 = ((((y * $($lit)?(i0 as f64)) + $($lit)?(i0 as f64)) * ((a[1] + v[3]) * (a[3] + $($lit)?(-0.747_f64))))).sin();
            s2 += s0;
        }
    }
    (((s0).tanh().exp() - (a[0] + s1))).tanh().exp() + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_4 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    a[3] += (((s0 + s0) / ($($lit)?(1.0_f64) + $($lit)?(0.16300000000000003_f64) * $($lit)?(0.16300000000000003_f64)))).sin();
    s0 = ((((x * a[2])).tanh().exp()).max(x)).tanh();
    s0 -= (-(($($lit)?(-0.348_f64) * y))).tanh();
    a[1] += ((($($lit)?(-0.10499999999999998_f64) + s0) + -($($lit)?(-0.726_f64)))) / ($($lit)?(1.5_f64) + s0 * s0);
    let mut s1 = (s0) / ($($lit)?(1.5_f64) + s0 * s0);
    s1 += s0;
    for i0 in 0..4 {
        if (x * x) <= (x / ($($lit)?(1.0_f64) + s1 * s1)) {
            s1 *= (((a[3] - $($lit)?(i0 as f64))).tanh().exp()).tanh();
            let mut s2 = ((((x * $($lit)?(i0 as f64)) * ($($lit)?(i0 as f64) + $($lit)?(i0 as f64))) + (($($lit)?(i0 as f64) + s1) / ($($lit)?(1.0_f64) + x * x)))).tanh();
            s2 += s0;
            a[2] += (((x * v[3])).tanh().exp()).sin();
        }
        let mut s2 = (((-($($lit)?(0.579_f64)) * -($($lit)?(0.121_f64)))).powi(1)).tanh();
        s2 += s0;
        a[i0] = (-((s0).tanh().exp())).sin();
    }
    (s1 + ((v[2]).powi(0)).sin()) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_5 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    a[3] *= ((($($lit)?(-0.14100000000000001_f64) * x) * s0)).sin();
    let mut s1 = ((((s0 * s0) / ($($lit)?(1.0_f64) + v[0] * v[0])) * ((v[3]).tanh().exp() / ($($lit)?(1.0_f64) + s0 * s0)))).sin();
    s1 += s0;
    if (s0).powi(3) > (s1).max(v[2]) {
        if (x).powi(0) > (v[0] / ($($lit)?(1.0_f64) + s0 * s0)) {
            s1 += ((($($lit)?(0.33099999999999996_f64) * y) / ($($lit)?(1.0_f64) + v[1] * v[1]))).sin();
        } else {
            let mut s2 = ((-(s1)).powi(2)).tanh();
            s2 += s0;
            let mut s3 = ((-((v[2]).max(x)) - ((y).tanh().exp() + s0))).sin();
            s3 += s0;
        }
        a[2] += (((s0).sigmoid() - (v[2]).max(y))) / ($($lit)?(1.5_f64) + s0 * s0);
    }
    a[1] = (((s1).powi(2) - (a[3] - $($lit)?(-0.6759999999999999_f64)))).tanh();
    let mut s2 = ((((s0 * x) * -(a[2])) + ((y * $($lit)?(-0.268_f64)) + (x).max(a[0])))).sin();
    s2 += s0;
    for i0 in 0..4 {
        let mut s3 = ((-((x + v[1]))).tanh().exp()).sin();
        s3 += s0;
        if (v[i0]).sigmoid() < x {
            let mut s4 = ((x).max(v[i0])) / ($($lit)?(1.5_f64) + s0 * s0);
            s4 += s0;
            a[3] = ((s4 / ($($lit)?(1.0_f64) + $($lit)?(0.4670000000000001_f64) * $($lit)?(0.4670000000000001_f64)))) / ($($lit)?(1.5_f64) + s0 * s0);
            s0 = (((-(x) * ($($lit)?(-0.43200000000000005_f64) - y)) * ((v[0]).max(s3) + (a[2]).tanh()))).sin();
        } else {
            let mut s4 = ((((v[1] + x) * v[2]) * (v[i0]).powi(1))).sin();
            s4 += s0;
        }
        s3 = ((((s1).max(y) + (s2).tanh().exp())).abs()).tanh();
    }
    (((a[1]).relu() * (y + $($lit)?(-0.65_f64))) + v[2]) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_6 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    s0 += (((x * x) + s0)).sin();
    if (s0).powi(0) > (s0 + x) {
        if (s0 + $($lit)?(-0.272_f64)) <= (x).max($($lit)?(0.8160000000000001_f64)) {
            s0 *= (((a[1] - s0) / ($($lit)?(1.0_f64) + v[2] * v[2]))) / ($($lit)?(1.5_f64) + s0 * s0);
            a[0] += ((($($lit)?(-0.6819999999999999_f64)).max(v[2])).relu()) / ($($lit)?(1.5_f64) + s0 * s0);
            a[0] += ((($($lit)?(0.9790000000000001_f64) * v[0]) - (s0 + s0))).sin();
        } else {
            let mut s1 = (s0) / ($($lit)?(1.5_f64) + s0 * s0);
            s1 += s0;
            let mut s2 = (-(((s0).powi(0)).powi(4))) / ($($lit)?(1.5_f64) + s0 * s0);
            s2 += s0;
        }
    }
    for i0 in 0..4 {
        let mut s1 = ((((y).max(s0)).max($($lit)?(i0 as f64)) / ($($lit)?(1.0_f64) + v[0] * v[0]))).tanh();
        s1 += s0;
        let mut s2 = (((x + $($lit)?(-0.18100000000000005_f64))).max($($lit)?(0.625_f64))) / ($($lit)?(1.5_f64) + s0 * s0);
        s2 += s0;
    }
    a[3] += (((s0).tanh() * (x * x))).tanh();
    if (s0 / ($($lit)?(1.0_f64) + v[2] * v[2])) > (s0).tanh().exp() {
        for i0 in 0..4 {
            a[2] *= (x) / ($($lit)?(1.5_f64) + s0 * s0);
            s0 = ((x).sigmoid()).sin();
            a[1] += (((v[2]).tanh().exp() * ($($lit)?(-0.45899999999999996_f64) + y))).sin();
        }
        a[1] *= (a[0]) / ($($lit)?(1.5_f64) + s0 * s0);
        a[3] *= (((x * a[1])).tanh().exp()).tanh();
    } else {
        for i0 in 0..4 {
            a[3] *= ((v[i0] * ($($lit)?(i0 as f64)).tanh().exp())).sin();
            s0 -= ((-($($lit)?(i0 as f64))).max(x)) / ($($lit)?(1.5_f64) + s0 * s0);
            let mut s1 = (((($($lit)?(-0.11699999999999999_f64) * $($lit)?(i0 as f64))).relu() + $($lit)?(i0 as f64))).tanh();
            s1 += s0;
        }
        a[0] *= (-((v[0] - v[0]))).sin();
    }
    if (v[3] + s0) <= (a[2]).cos() {
        return v[3];
    }
    s0 *= (((a[0] / ($($lit)?(1.0_f64) + a[2] * a[2])) - ($($lit)?(0.2450000000000001_f64) + a[0]))).sin();
    (((v[1]).max(x)).sin() / ($($lit)?(1.0_f64) + a[0] * a[0])) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_7 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    a[2] *= ((-(v[2])).tanh().exp()).sin();
    a[3] += (((a[2] * s0)).powi(1)) / ($($lit)?(1.5_f64) + s0 * s0);
    s0 *= ((($($lit)?(0.7769999999999999_f64)).max(x)).abs()).sin();
    s0 = ((((x).abs() * -(x))).powi(1)).tanh();
    a[0] *= (((a[2]).tanh().exp() * (s0).max(y))) / ($($lit)?(1.5_f64) + s0 * s0);
    (((v[3]).cos() - (y).sin())).tanh().exp() + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_8 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    if (x * y) <= y {
        a[0] = ((($($lit)?(-0.835_f64)).sin() / ($($lit)?(1.0_f64) + $($lit)?(0.651_f64) * $($lit)?(0.651_f64)))) / ($($lit)?(1.5_f64) + s0 * s0);
        for i0 in 0..4 {
            a[i0] = (((y).max($($lit)?(0.5209999999999999_f64))).powi(1)) / ($($lit)?(1.5_f64) + s0 * s0);
        }
    } else {
        let mut s1 = ((((x * s0)).max(v[0]) - ((s0).sin() * (s0 + x)))).sin();
        s1 += s0;
    }
    a[1] += (((v[0]).powi(4) - (s0 + v[0]))) / ($($lit)?(1.5_f64) + s0 * s0);
    s0 -= ((x * (s0 * s0))).sin();
    for i0 in 0..4 {
        let mut s1 = ((((x).max(a[1]) + -(x))).powi(0)) / ($($lit)?(1.5_f64) + s0 * s0);
        s1 += s0;
    }
    s0 = ((((x).powi(0) * (v[2] * s0)) + ((a[1]).tanh().exp()).max(s0))) / ($($lit)?(1.5_f64) + s0 * s0);
    if ($($lit)?(0.28800000000000003_f64)).max(s0) > x {
        return (($($lit)?(0.2350000000000001_f64) + x) * (s0 + s0));
    }
    s0 += ((y).tanh().exp()) / ($($lit)?(1.5_f64) + s0 * s0);
    (((a[1] - s0) / ($($lit)?(1.0_f64) + y * y)) - ((y).powi(1)).max(v[3])) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_9 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    if (s0 / ($($lit)?(1.0_f64) + s0 * s0)) < ($($lit)?(-0.918_f64) * x) {
        s0 = (-(((x / ($($lit)?(1.0_f64) + a[3] * a[3]))).relu())) / ($($lit)?(1.5_f64) + s0 * s0);
    } else {
        let mut s1 = (((($($lit)?(0.383_f64) * v[1]) + (y).tanh().exp()) * ((a[0]).tanh().exp() + ($($lit)?(-0.5469999999999999_f64) - a[2])))) / ($($lit)?(1.5_f64) + s0 * s0);
        s1 += s0;
    }
    if (y).max(x) > (x).tanh().exp() {
        let mut s1 = ($($lit)?(0.050999999999999934_f64)).tanh();
        s1 += s0;
    } else {
        a[2] += ((x).relu()).tanh();
        for i0 in 0..4 {
            s0 += (y) / ($($lit)?(1.5_f64) + s0 * s0);
        }
        for i0 in 0..4 {
            let mut s1 = ((((y * s0) * (x).max($($lit)?(-0.892_f64))) * (($($lit)?(0.776_f64)).tanh() + (x).abs()))).sin();
            s1 += s0;
            let mut s2 = ((((x).max(a[2]) / ($($lit)?(1.0_f64) + v[2] * v[2])) * ((x + x)).max(x))).sin();
            s2 += s0;
        }
    }
    for i0 in 0..4 {
        let mut s1 = (-($($lit)?(i0 as f64))).sin();
        s1 += s0;
    }
    a[0] += (((a[1] / ($($lit)?(1.0_f64) + s0 * s0))).cos()).sin();
    s0 = (v[3]) / ($($lit)?(1.5_f64) + s0 * s0);
    s0 -= (-((s0).tanh().exp())).sin();
    (a[1]).relu() + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_10 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    a[1] += (-((x * y))) / ($($lit)?(1.5_f64) + s0 * s0);
    let mut s1 = ((((x).max(a[2]) * (x + v[3])) + (-(s0)).powi(0))).tanh();
    s1 += s0;
    a[3] += (((x).cos()).tanh().exp()) / ($($lit)?(1.5_f64) + s0 * s0);
    for i0 in 0..4 {
        for i1 in 0..4 {
            s1 -= (((s0).tanh().exp()).abs()).tanh();
        }
        for i1 in 0..4 {
            a[1] *= (((v[i0]).max(x) * (s1).tanh().exp())).tanh();
        }
    }
    (((x - a[1]) - (x).max(y))).max(x) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_11 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    a[1] = (((x).max(s0) - (s0 * $($lit)?(0.7949999999999999_f64)))).tanh();
    if (s0 / ($($lit)?(1.0_f64) + s0 * s0)) < -($($lit)?(0.476_f64)) {
        for i0 in 0..4 {
            s0 -= ((x).cos()).tanh();
            a[2] = ((x + -(x))).sin();
            let mut s1 = ((((a[1]).max(x)).powi(2)).max(y)) / ($($lit)?(1.5_f64) + s0 * s0);
            s1 += s0;
        }
        a[0] = (((s0).tanh().exp() * (s0).max(a[2]))).tanh();
    }
    s0 += (((s0 * x) * ($($lit)?(-0.905_f64)).max(s0))) / ($($lit)?(1.5_f64) + s0 * s0);
    s0 += (((y + a[3])).powi(2)).sin();
    if (s0 * x) < (s0 + y) {
        for i0 in 0..4 {
            let mut s1 = (v[1]).tanh();
            s1 += s0;
            let mut s2 = (((x / ($($lit)?(1.0_f64) + $($lit)?(0.401_f64) * $($lit)?(0.401_f64))) / ($($lit)?(1.0_f64) + y * y))).sin();
            s2 += s0;
            a[i0] += ((-(y)).abs()).sin();
        }
        a[1] += ((($($lit)?(-0.617_f64) / ($($lit)?(1.0_f64) + v[3] * v[3])) * ($($lit)?(0.696_f64)).powi(2))).sin();
    } else {
        a[3] = (-((x * s0))).sin();
        for i0 in 0..4 {
            a[2] *= ((x).powi(1)).sin();
        }
    }
    for i0 in 0..4 {
        let mut s1 = ((((v[0]).tanh().exp()).abs()).powi(0)).tanh();
        s1 += s0;
        a[i0] = ((($($lit)?(-0.879_f64) * v[0])).max(a[0])).sin();
        a[1] *= ((($($lit)?(-0.028000000000000025_f64) / ($($lit)?(1.0_f64) + s1 * s1)) / ($($lit)?(1.0_f64) + x * x))) / ($($lit)?(1.5_f64) + s0 * s0);
    }
    (((x).sigmoid()).sigmoid() - ((a[3] + s0) - (x / ($($lit)?(1.0_f64) + y * y)))) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_12 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    if (s0).tanh().exp() < (a[1] * y) {
        let mut s1 = (-(((v[3] - v[3])).tanh().exp())).sin();
        s1 += s0;
        if (v[0] + y) <= (y / ($($lit)?(1.0_f64) + s0 * s0)) {
            a[0] += (((x).max(a[0]) / ($($lit)?(1.0_f64) + a[1] * a[1]))).sin();
        }
        s0 = (-(((y).tanh().exp() * (v[2]).sigmoid()))).sin();
    } else {
        for i0 in 0..4 {
            s0 = ((((x + $($lit)?(0.7110000000000001_f64)) * (a[i0] * v[0])) - ((x + $($lit)?(i0 as f64)) * ($($lit)?(i0 as f64) * s0)))).tanh();
            let mut s1 = (((x * (y + v[i0])) * ((x).max($($lit)?(0.44700000000000006_f64)) - ($($lit)?(-0.14900000000000002_f64)).tanh().exp()))).tanh();
            s1 += s0;
        }
        a[0] += (-(($($lit)?(-0.899_f64)).max(s0))) / ($($lit)?(1.5_f64) + s0 * s0);
        if -($($lit)?(-0.32899999999999996_f64)) < s0 {
            let mut s1 = ((((x * x)).max(a[2])).tanh().exp()).sin();
            s1 += s0;
        } else {
            a[2] *= (-((s0 - a[1]))).sin();
            a[0] += (((v[2] + x)).tanh().exp()) / ($($lit)?(1.5_f64) + s0 * s0);
        }
    }
    if (y + s0) > (x).tanh().exp() {
        for i0 in 0..4 {
            let mut s1 = (((-(s0) * (x).tanh()) - (($($lit)?(i0 as f64) * a[2]) + (y).tanh().exp()))) / ($($lit)?(1.5_f64) + s0 * s0);
            s1 += s0;
            let mut s2 = ((((s1).tanh().exp()).powi(4) / ($($lit)?(1.0_f64) + v[i0] * v[i0]))).tanh();
            s2 += s0;
        }
    } else {
        for i0 in 0..4 {
            a[3] *= (((x / ($($lit)?(1.0_f64) + $($lit)?(-0.6950000000000001_f64) * $($lit)?(-0.6950000000000001_f64))) / ($($lit)?(1.0_f64) + y * y))).sin();
        }
        if (x * x) <= ($($lit)?(0.488_f64) * a[2]) {
            let mut s1 = ((((a[0] * $($lit)?(-0.879_f64)) - (x + x)) + (-(s0) + (a[1] * $($lit)?(0.813_f64))))).sin();
            s1 += s0;
            s1 = ((((a[1] + s0) * (v[0] + $($lit)?(-0.03200000000000003_f64))) * ((a[1] - s0) / ($($lit)?(1.0_f64) + y * y)))) / ($($lit)?(1.5_f64) + s0 * s0);
        } else {
            s0 = ((((s0 + s0) * (y * x)) / ($($lit)?(1.0_f64) + x * x))).sin();
        }
        for i0 in 0..4 {
            s0 += (((s0 + s0) - (a[0] * y))).sin();
        }
    }
    for i0 in 0..4 {
        for i1 in 0..4 {
            s0 = (((-($($lit)?(i1 as f64)) - (v[1]).relu())).powi(2)).sin();
        }
    }
    let mut s1 = ((((v[3] * s0) / ($($lit)?(1.0_f64) + y * y))).tanh().exp()).tanh();
    s1 += s0;
    s1 *= (((a[2] / ($($lit)?(1.0_f64) + x * x))).tanh().exp()).sin();
    for i0 in 0..4 {
        if ($($lit)?(-0.399_f64)).tanh().exp() > ($($lit)?(0.3660000000000001_f64) * a[0]) {
            s0 = (x).tanh();
            let mut s2 = (((-($($lit)?(i0 as f64))).powi(4)).tanh().exp()) / ($($lit)?(1.5_f64) + s0 * s0);
            s2 += s0;
            s0 += (s1).sin();
        } else {
            s0 *= ((x * (v[0] * $($lit)?(i0 as f64)))) / ($($lit)?(1.5_f64) + s0 * s0);
        }
        for i1 in 0..4 {
            s1 -= (((a[2]).tanh().exp()).sigmoid()).sin();
            s0 *= ((($($lit)?(i1 as f64)).abs() - ($($lit)?(-0.31799999999999995_f64) * v[i0]))).tanh();
            a[0] = ((x).sin()) / ($($lit)?(1.5_f64) + s0 * s0);
        }
    }
    (v[3] + ((x * v[3]) * (v[3] + s1))) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_13 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    let mut s1 = ((((x).powi(2)).max(s0) + -((s0 * y)))).tanh();
    s1 += s0;
    s0 = ((((y + $($lit)?(0.774_f64)) / ($($lit)?(1.0_f64) + y * y))).sigmoid()).sin();
    let mut s2 = ($($lit)?(0.9950000000000001_f64)).sin();
    s2 += s0;
    if -($($lit)?(-0.5920000000000001_f64)) <= (y / ($($lit)?(1.0_f64) + x * x)) {
        return ((s1 * s0) / ($($lit)?(1.0_f64) + x * x));
    }
    s1 = (((a[3] + -(x))).max(y)) / ($($lit)?(1.5_f64) + s0 * s0);
    s1 + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_14 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    a[2] += ((s0).max(v[1])) / ($($lit)?(1.5_f64) + s0 * s0);
    s0 *= (-((s0 + a[1]))).sin();
    for i0 in 0..4 {
        for i1 in 0..4 {
            a[2] = ((-(v[i0])).abs()).tanh();
            a[i1] += (((a[3]).relu()).tanh().exp()).tanh();
            let mut s1 = ((((y).tanh().exp()).tanh().exp() / ($($lit)?(1.0_f64) + x * x))) / ($($lit)?(1.5_f64) + s0 * s0);
            s1 += s0;
        }
    }
    if ($($lit)?(-0.878_f64) - a[3]) > (v[0]).powi(0) {
        for i0 in 0..4 {
            a[0] += ((($($lit)?(-0.18500000000000005_f64) + $($lit)?(0.6180000000000001_f64)) + (x + x))).tanh();
            a[0] = (((s0 * $($lit)?(i0 as f64)) - (s0).max(x))) / ($($lit)?(1.5_f64) + s0 * s0);
        }
    } else {
        let mut s1 = ((((x).max(x)).tanh().exp() + ((s0).max(x) - (s0).max($($lit)?(0.28200000000000003_f64))))).tanh();
        s1 += s0;
        s1 = ((-((x).sigmoid())).max(a[1])).sin();
        if (y + s1) < (s1).sin() {
            a[2] = (((x).powi(0) * (s0 * x))).tanh();
            s1 = (((-(v[1]) * (a[3]).max($($lit)?(0.22199999999999998_f64))) / ($($lit)?(1.0_f64) + x * x))) / ($($lit)?(1.5_f64) + s0 * s0);
            a[2] = (((x * v[3])).tanh().exp()).tanh();
        }
    }
    a[0] = ((($($lit)?(-0.138_f64) - x) * (v[3]).max(a[0]))).tanh();
    s0 *= (((s0 * s0) * x)).sin();
    (s0 - ((a[0]).max(v[2]) / ($($lit)?(1.0_f64) + x * x))) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_15 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    if (v[3]).tanh().exp() > s0 {
        let mut s1 = ((((a[0] * s0) + -($($lit)?(0.9139999999999999_f64)))).relu()).tanh();
        s1 += s0;
        for i0 in 0..4 {
            let mut s2 = (((($($lit)?(i0 as f64) * v[3]) + -($($lit)?(-0.09299999999999997_f64)))).tanh().exp()).tanh();
            s2 += s0;
            let mut s3 = ((((x).tanh().exp()).powi(3) * (s0 + ($($lit)?(0.19399999999999995_f64)).tanh().exp()))).sin();
            s3 += s0;
            a[i0] += ((($($lit)?(i0 as f64) + $($lit)?(0.41900000000000004_f64))).max(x)).tanh();
        }
    }
    a[1] += ((($($lit)?(0.9139999999999999_f64) / ($($lit)?(1.0_f64) + s0 * s0)) + (s0 * x))) / ($($lit)?(1.5_f64) + s0 * s0);
    s0 *= ((v[0] + -(a[1]))).tanh();
    s0 -= ((($($lit)?(-0.16600000000000004_f64)).tanh().exp()).max(y)).tanh();
    (((a[2] / ($($lit)?(1.0_f64) + $($lit)?(0.8600000000000001_f64) * $($lit)?(0.8600000000000001_f64)))).max(a[1])).max(y) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_16 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    s0 *= (((y).tanh().exp() * (s0 * $($lit)?(0.127_f64)))).tanh();
    s0 = ((s0 * ((x * x)).max(x))).sin();
    a[0] *= ((($($lit)?(-0.9390000000000001_f64) - x)).powi(1)).tanh();
    (((x - $($lit)?(0.052000000000000046_f64)) - ($($lit)?(-0.5820000000000001_f64) / ($($lit)?(1.0_f64) + a[2] * a[2]))) * ((a[0]).max(a[0]) + (v[0]).max(s0))) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_17 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    s0 += (((v[2]).tanh() / ($($lit)?(1.0_f64) + y * y))) / ($($lit)?(1.5_f64) + s0 * s0);
    if -($($lit)?(0.869_f64)) > v[2] {
        if -($($lit)?(0.397_f64)) > x {
            s0 = ((y * ((v[3] + a[0])).powi(4))).sin();
            let mut s1 = ((a[2] - v[0])) / ($($lit)?(1.5_f64) + s0 * s0);
            s1 += s0;
        } else {
            a[0] *= (($($lit)?(0.617_f64) + (s0 * s0))).tanh();
        }
    } else {
        for i0 in 0..4 {
            let mut s1 = ((((v[i0] / ($($lit)?(1.0_f64) + s0 * s0)) * $($lit)?(0.879_f64)) + ((a[2]).max(a[1])).tanh().exp())).sin();
            s1 += s0;
        }
        for i0 in 0..4 {
            a[0] *= (((x * s0) * (a[i0] + v[1]))).tanh();
        }
        let mut s1 = (((-(v[1]) + (v[3] + a[3]))).sin()) / ($($lit)?(1.5_f64) + s0 * s0);
        s1 += s0;
    }
    s0 -= (((a[3] + s0) * (x - y))).tanh();
    let mut s1 = ((((x).max(s0) * (v[2]).tanh().exp())).tanh().exp()).sin();
    s1 += s0;
    a[1] *= (((y).max($($lit)?(-0.133_f64))).abs()).sin();
    s0 = (((($($lit)?(-0.766_f64)).max(x) + (a[1]).max(x)) - ((s1 / ($($lit)?(1.0_f64) + y * y)) * (s1 + y)))).tanh();
    for i0 in 0..4 {
        if (y).tanh().exp() <= (y / ($($lit)?(1.0_f64) + $($lit)?(i0 as f64) * $($lit)?(i0 as f64))) {
            s0 = ((-((s1 - $($lit)?(i0 as f64))) * -((a[i0] * v[i0])))).sin();
            s0 += (((y).tanh().exp()).tanh().exp()).sin();
        }
        for i1 in 0..4 {
            a[2] += (((a[i1]).cos()).tanh().exp()).sin();
            a[1] *= ((-(x)).tanh().exp()).sin();
        }
    }
    if (s0 / ($($lit)?(1.0_f64) + $($lit)?(0.41700000000000004_f64) * $($lit)?(0.41700000000000004_f64))) <= (x + $($lit)?(0.6739999999999999_f64)) {
        return (-(v[0])).tanh().exp();
    }
    for i0 in 0..4 {
        s1 = (-((($($lit)?(0.6619999999999999_f64) - a[i0]) * s0))).sin();
        a[1] *= ((($($lit)?(i0 as f64)).max(y) * (x).max(a[1]))) / ($($lit)?(1.5_f64) + s0 * s0);
    }
    -(((s0 + x) - (v[2]).max(s1))) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_18 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    for i0 in 0..4 {
        let mut s1 = (((($($lit)?(i0 as f64)).tanh()).max($($lit)?(-0.124_f64)) + (($($lit)?(i0 as f64) + $($lit)?(i0 as f64)) * (y * $($lit)?(-0.04500000000000004_f64))))).sin();
        s1 += s0;
        if -(v[i0]) <= (x).tanh().exp() {
            s1 = ($($lit)?(i0 as f64)) / ($($lit)?(1.5_f64) + s0 * s0);
        }
    }
    s0 -= (((s0 * $($lit)?(0.19399999999999995_f64))).max(v[2])).sin();
    s0 *= ((s0 * -(y))) / ($($lit)?(1.5_f64) + s0 * s0);
    (x * (y).relu()) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_19 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    let mut s1 = (((($($lit)?(0.5309999999999999_f64)).sigmoid() + -(x))).tanh().exp()).tanh();
    s1 += s0;
    for i0 in 0..4 {
        s0 -= (((y * s0)).powi(0)).tanh();
        a[i0] *= (((v[2] + s1)).tanh().exp()) / ($($lit)?(1.5_f64) + s0 * s0);
        let mut s2 = (x).sin();
        s2 += s0;
    }
    if x <= v[1] {
        s0 = (((($($lit)?(-0.706_f64)).max(s1) * (v[2] + s1))).max($($lit)?(-0.5880000000000001_f64))).sin();
        for i0 in 0..4 {
            s0 *= ((($($lit)?(0.12200000000000011_f64) / ($($lit)?(1.0_f64) + y * y))).max(x)).sin();
            s1 *= ((($($lit)?(i0 as f64)).relu()).powi(0)) / ($($lit)?(1.5_f64) + s0 * s0);
        }
    } else {
        a[1] = (((s0 * y) + (y).cos())).tanh();
    }
    if -(y) <= (s1 + s0) {
        let mut s2 = ((s0).tanh().exp()).sin();
        s2 += s0;
    } else {
        if (x).max(v[2]) < (v[2] * s0) {
            let mut s2 = ((($($lit)?(-0.18400000000000005_f64) * (s0).tanh())).sigmoid()).tanh();
            s2 += s0;
            s1 = (s2) / ($($lit)?(1.5_f64) + s0 * s0);
        } else {
            a[1] += (((x * a[3])).max($($lit)?(0.956_f64))).tanh();
            let mut s2 = (((-(x) * ($($lit)?(0.20399999999999996_f64) + x)) * (-(x)).abs())).tanh();
            s2 += s0;
            let mut s3 = ((-(-(s1))).tanh().exp()).sin();
            s3 += s0;
        }
    }
    (((v[1]).sigmoid() * (v[3]).relu()) + (s1).powi(3)) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_20 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    if (s0).powi(4) <= (s0 + $($lit)?(0.0020000000000000018_f64)) {
        let mut s1 = (((v[2] + (y / ($($lit)?(1.0_f64) + s0 * s0))) / ($($lit)?(1.0_f64) + s0 * s0))).sin();
        s1 += s0;
        for i0 in 0..4 {
            s0 = ((y * (($($lit)?(i0 as f64) - s0) - (s0 * y)))).tanh();
            a[0] = (((s0 + y)).powi(0)) / ($($lit)?(1.5_f64) + s0 * s0);
        }
        let mut s2 = (a[0]) / ($($lit)?(1.5_f64) + s0 * s0);
        s2 += s0;
    } else {
        if (x + x) <= s0 {
            let mut s1 = ((((x).max(x) * (s0).max(v[0]))).tanh().exp()) / ($($lit)?(1.5_f64) + s0 * s0);
            s1 += s0;
            let mut s2 = ((((y).max(s0)).sigmoid() + ((s1 * v[1])).relu())).tanh();
            s2 += s0;
            a[3] += (((v[1] * s2)).sigmoid()) / ($($lit)?(1.5_f64) + s0 * s0);
        }
        a[2] += (((v[0] * s0) + -(s0))).tanh();
        if (x * x) < (v[0]).cos() {
            let mut s1 = ((((a[3]).tanh().exp()).tanh()).max($($lit)?(0.4730000000000001_f64))).tanh();
            s1 += s0;
            s0 = ((((s0 + v[2]) * (s1 / ($($lit)?(1.0_f64) + v[2] * v[2]))) + -(-(s1)))).tanh();
            let mut s2 = ((((s0).max(x) + (s1 * a[1])) / ($($lit)?(1.0_f64) + x * x))).sin();
            s2 += s0;
        }
    }
    a[3] += ((v[1] / ($($lit)?(1.0_f64) + x * x))).sin();
    let mut s1 = ((((a[2] * y)).tanh().exp()).sigmoid()).sin();
    s1 += s0;
    a[3] = (((s1 / ($($lit)?(1.0_f64) + x * x))).max(s0)).sin();
    let mut s2 = ((((x * x)).max(y) * ((x + s1) / ($($lit)?(1.0_f64) + s0 * s0)))) / ($($lit)?(1.5_f64) + s0 * s0);
    s2 += s0;
    let mut s3 = ((-((s1 + s2)) + (($($lit)?(-0.852_f64)).tanh().exp()).max(a[0]))) / ($($lit)?(1.5_f64) + s0 * s0);
    s3 += s0;
    a[0] *= ((-(x) - -(s2))).sin();
    (((y * y) + (v[2]).powi(3)) * ((v[3] - x) * x)) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_21 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    for i0 in 0..4 {
        if $($lit)?(i0 as f64) <= ($($lit)?(i0 as f64)).powi(4) {
            let mut s1 = ((((x).max(x)).tanh().exp() * (($($lit)?(i0 as f64)).powi(0)).tanh().exp())).tanh();
            s1 += s0;
            let mut s2 = ((((y).tanh().exp() + (x / ($($lit)?(1.0_f64) + a[i0] * a[i0]))) + (($($lit)?(i0 as f64) / ($($lit)?(1.0_f64) + v[3] * v[3]))).powi(0))).tanh();
            s2 += s0;
        }
        a[3] += (((y).powi(3)).powi(2)) / ($($lit)?(1.5_f64) + s0 * s0);
        s0 = (((($($lit)?(i0 as f64) - x) / ($($lit)?(1.0_f64) + x * x)) * (x - (s0).abs()))).sin();
    }
    for i0 in 0..4 {
        a[i0] *= ((-($($lit)?(i0 as f64))).abs()) / ($($lit)?(1.5_f64) + s0 * s0);
    }
    for i0 in 0..4 {
        a[i0] = ((($($lit)?(0.30899999999999994_f64) - $($lit)?(i0 as f64)) * (a[1] - y))) / ($($lit)?(1.5_f64) + s0 * s0);
    }
    for i0 in 0..4 {
        s0 = ((-((x).tanh()) * ((v[3] + v[i0])).powi(4))).sin();
        let mut s1 = ((-((y).powi(3))).max(x)) / ($($lit)?(1.5_f64) + s0 * s0);
        s1 += s0;
        for i1 in 0..4 {
            let mut s2 = ((((s0).max(x) + -(s1)) + ((y * y)).abs())).sin();
            s2 += s0;
            s0 = ((((v[1]).powi(0)).powi(0) * -((x).cos()))).sin();
            s2 -= (((v[0]).sigmoid() + (s1).tanh().exp())).tanh();
        }
    }
    if (v[1]).powi(2) < (s0).powi(3) {
        if x > (x * s0) {
            let mut s1 = (((a[2]).sigmoid() + ((v[2] * s0) + (s0 / ($($lit)?(1.0_f64) + $($lit)?(0.038000000000000034_f64) * $($lit)?(0.038000000000000034_f64)))))).tanh();
            s1 += s0;
            let mut s2 = ((((y).tanh().exp()).sin() + $($lit)?(0.8300000000000001_f64))) / ($($lit)?(1.5_f64) + s0 * s0);
            s2 += s0;
        } else {
            a[2] *= ((y).tanh().exp()).sin();
            a[0] = (((a[1] * x) / ($($lit)?(1.0_f64) + x * x))).tanh();
        }
        a[0] *= ((($($lit)?(-0.261_f64) / ($($lit)?(1.0_f64) + v[0] * v[0])) * s0)).tanh();
    } else {
        a[3] = ((-(v[1]) + ($($lit)?(0.32299999999999995_f64) + x))).sin();
        if (s0 * s0) <= (x + s0) {
            s0 = ((((a[3]).powi(3) * (x / ($($lit)?(1.0_f64) + x * x)))).tanh().exp()).tanh();
        }
    }
    let mut s1 = ((((y + a[2])).tanh().exp() * ((x + x)).max(x))).sin();
    s1 += s0;
    (((x).powi(4)).tanh() - ((x + $($lit)?(0.1479999999999999_f64))).powi(4)) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_22 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    if (v[2]).relu() < (a[0] + a[3]) {
        s0 = ((-((s0 * s0))).tanh()).tanh();
    } else {
        let mut s1 = (x) / ($($lit)?(1.5_f64) + s0 * s0);
        s1 += s0;
    }
    s0 *= (s0).sin();
    a[1] = ((($($lit)?(0.8899999999999999_f64) * x) * (x).max(y))).tanh();
    if (s0).max(x) <= (s0).relu() {
        let mut s1 = ((((v[2] - s0) / ($($lit)?(1.0_f64) + a[3] * a[3]))).sigmoid()).sin();
        s1 += s0;
    } else {
        for i0 in 0..4 {
            a[0] += (((x).powi(4) * ($($lit)?(-0.348_f64)).powi(0))).tanh();
            s0 = ((($($lit)?(0.19999999999999996_f64)).powi(2) - -(($($lit)?(0.06699999999999995_f64) / ($($lit)?(1.0_f64) + v[3] * v[3]))))) / ($($lit)?(1.5_f64) + s0 * s0);
            let mut s1 = ((((x).max(v[i0])).tanh()).max(s0)) / ($($lit)?(1.5_f64) + s0 * s0);
            s1 += s0;
        }
        if ($($lit)?(-0.706_f64)).tanh().exp() <= (x * s0) {
            a[1] *= (((x - $($lit)?(-0.579_f64)) + (x / ($($lit)?(1.0_f64) + v[3] * v[3])))).tanh();
            let mut s1 = (s0).tanh();
            s1 += s0;
            a[3] += (-((s1).tanh().exp())) / ($($lit)?(1.5_f64) + s0 * s0);
        }
        if (v[2]).sigmoid() > (x - a[0]) {
            let mut s1 = (((($($lit)?(-0.29300000000000004_f64) * $($lit)?(-0.671_f64)) - (v[0] * x)) * ((y - a[1]) + v[0]))).tanh();
            s1 += s0;
            s1 = ((((a[0] + y) + (y / ($($lit)?(1.0_f64) + s1 * s1)))).relu()) / ($($lit)?(1.5_f64) + s0 * s0);
            a[3] = (s0).sin();
        } else {
            s0 -= (v[0]).sin();
            s0 -= (((s0 - s0) + (s0 + s0))) / ($($lit)?(1.5_f64) + s0 * s0);
        }
    }
    ((($($lit)?(0.7929999999999999_f64) / ($($lit)?(1.0_f64) + s0 * s0))).powi(4)).powi(4) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_23 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    for i0 in 0..4 {
        if (x - a[2]) > ($($lit)?(0.12400000000000011_f64)).tanh().exp() {
            let mut s1 = (((($($lit)?(i0 as f64) + s0) + (a[i0]).powi(2)) / ($($lit)?(1.0_f64) + s0 * s0))) / ($($lit)?(1.5_f64) + s0 * s0);
            s1 += s0;
        } else {
            a[0] += (((a[0] + x) + ($($lit)?(i0 as f64)).max(v[3]))) / ($($lit)?(1.5_f64) + s0 * s0);
        }
    }
    s0 = ((((y).max(y)).max(x) + ((s0 * x)).max(x))).tanh();
    if (x / ($($lit)?(1.0_f64) + s0 * s0)) < (s0).max($($lit)?(-0.787_f64)) {
        a[2] += ((($($lit)?(-0.5800000000000001_f64) + s0) - (s0).powi(1))).tanh();
    } else {
        for i0 in 0..4 {
            a[i0] += (v[i0]).sin();
        }
        if (y * y) < (a[0]).max($($lit)?(0.17799999999999994_f64)) {
            s0 = ((((s0).max(v[0]) + (v[0] / ($($lit)?(1.0_f64) + s0 * s0))) * (-(y) + (x * y)))).tanh();
        }
        if (a[2]).sin() <= (a[0] + a[3]) {
            a[3] = (((y * x) + (y / ($($lit)?(1.0_f64) + v[0] * v[0])))).tanh();
        } else {
            s0 -= (((x).tanh() / ($($lit)?(1.0_f64) + s0 * s0))).sin();
            let mut s1 = ((((s0 + y) - -(y)) * (($($lit)?(-0.6579999999999999_f64) * y)).relu())) / ($($lit)?(1.5_f64) + s0 * s0);
            s1 += s0;
        }
    }
    a[0] += (((x + s0)).tanh().exp()) / ($($lit)?(1.5_f64) + s0 * s0);
    (-((s0 / ($($lit)?(1.0_f64) + a[2] * a[2]))) * ((s0 + $($lit)?(0.532_f64)) - (x).abs())) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_24 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    a[2] += (((s0).tanh().exp()).sigmoid()).tanh();
    if (x - y) < (x * $($lit)?(-0.913_f64)) {
        let mut s1 = ((((v[0] + x)).powi(0) - (($($lit)?(0.589_f64) * x) + (x - s0)))).tanh();
        s1 += s0;
    } else {
        for i0 in 0..4 {
            a[3] = (((v[3]).powi(3) / ($($lit)?(1.0_f64) + x * x))).sin();
            s0 -= (((x * s0)).sigmoid()) / ($($lit)?(1.5_f64) + s0 * s0);
            a[i0] *= (-(-(s0))).sin();
        }
        a[2] = (((s0 * v[1]) * (x + $($lit)?(0.599_f64)))) / ($($lit)?(1.5_f64) + s0 * s0);
    }
    let mut s1 = ((((s0 + v[3]) + ($($lit)?(-0.8089999999999999_f64)).max(a[3])) + ((s0 + y) + (a[2] * y)))).tanh();
    s1 += s0;
    s1 -= (((s0 + x) * a[3])) / ($($lit)?(1.5_f64) + s0 * s0);
    s1 = ((((a[3]).powi(0) + (a[1] + s1)) * ((y).relu() / ($($lit)?(1.0_f64) + s1 * s1)))) / ($($lit)?(1.5_f64) + s0 * s0);
    for i0 in 0..4 {
        let mut s2 = ((s1).powi(1)).sin();
        s2 += s0;
        a[2] *= ((($($lit)?(i0 as f64) / ($($lit)?(1.0_f64) + s0 * s0)) + ($($lit)?(0.7509999999999999_f64) + y))).tanh();
    }
    (-((x * s1))).powi(3) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_25 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    let mut s1 = ((v[2] - y)).sin();
    s1 += s0;
    for i0 in 0..4 {
        a[i0] *= (-(-(v[2]))).sin();
        for i1 in 0..4 {
            a[2] *= (((v[i1] / ($($lit)?(1.0_f64) + s1 * s1)) + ($($lit)?(i1 as f64)).powi(2))) / ($($lit)?(1.5_f64) + s0 * s0);
            let mut s2 = (((x * (y / ($($lit)?(1.0_f64) + a[i1] * a[i1])))).max(s1)).sin();
            s2 += s0;
        }
        a[1] = (((v[3]).powi(0) + (v[1] * x))).tanh();
    }
    let mut s2 = ((((v[0] * s1) / ($($lit)?(1.0_f64) + y * y)) + ((v[0] * v[3]) + (v[3] - x)))).tanh();
    s2 += s0;
    s2 *= (((s2).tanh().exp() / ($($lit)?(1.0_f64) + s1 * s1))).tanh();
    if (s2 * s2) > (y * y) {
        a[0] *= ((-(v[3])).max(s1)).tanh();
        if ($($lit)?(0.4039999999999999_f64) + x) < s1 {
            a[1] = (-((v[3]).tanh().exp())).tanh();
            let mut s3 = ((-(-($($lit)?(0.8640000000000001_f64))) * ((v[3]).sigmoid() / ($($lit)?(1.0_f64) + s2 * s2)))).tanh();
            s3 += s0;
            let mut s4 = ((((x / ($($lit)?(1.0_f64) + y * y)) - ($($lit)?(-0.992_f64) / ($($lit)?(1.0_f64) + x * x))) * ((x).powi(1) * (x).max(a[2])))) / ($($lit)?(1.5_f64) + s0 * s0);
            s4 += s0;
        }
        for i0 in 0..4 {
            a[3] *= (v[2]) / ($($lit)?(1.5_f64) + s0 * s0);
            a[1] = (((y * s2)).max($($lit)?(0.486_f64))).sin();
        }
    } else {
        a[0] *= ((($($lit)?(-0.392_f64) + x) - (x + $($lit)?(-0.498_f64)))).sin();
        for i0 in 0..4 {
            a[1] += ((s0 + (x).tanh().exp())).tanh();
        }
        if (y).tanh().exp() <= (s0).tanh().exp() {
            s2 = ((-((a[0]).tanh().exp()) * (-($($lit)?(-0.722_f64)) * (v[1] * x)))).sin();
            s0 = (((x).powi(1) * s0)).tanh();
        } else {
            s2 -= (((s1 / ($($lit)?(1.0_f64) + x * x))).tanh().exp()) / ($($lit)?(1.5_f64) + s0 * s0);
            let mut s3 = ((((s2).max(s2) + (x / ($($lit)?(1.0_f64) + s2 * s2)))).powi(4)).sin();
            s3 += s0;
            let mut s4 = (((-(y)).powi(3)).max(x)) / ($($lit)?(1.5_f64) + s0 * s0);
            s4 += s0;
        }
    }
    a[2] *= (((v[1] * x) + (x).powi(2))).sin();
    if -(x) > (v[1]).relu() {
        return ((a[1] * x) * ($($lit)?(0.23399999999999999_f64) + x));
    }
    for i0 in 0..4 {
        a[3] += ((-(y) / ($($lit)?(1.0_f64) + a[0] * a[0]))) / ($($lit)?(1.5_f64) + s0 * s0);
    }
    ((-(v[3]) * (y).powi(2))).powi(4) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_26 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    if (x + s0) <= -(s0) {
        a[0] *= (((a[0] + v[3])).max(v[2])).sin();
        for i0 in 0..4 {
            s0 = ((y).tanh().exp()) / ($($lit)?(1.5_f64) + s0 * s0);
        }
    } else {
        for i0 in 0..4 {
            let mut s1 = (((-(x)).tanh().exp() * ((y).abs()).max(v[i0]))).tanh();
            s1 += s0;
            a[i0] = ((($($lit)?(0.694_f64)).max(y) + (y - y))) / ($($lit)?(1.5_f64) + s0 * s0);
            a[i0] *= (($($lit)?(i0 as f64) * (x + x))).tanh();
        }
    }
    for i0 in 0..4 {
        if (a[2]).powi(3) > ($($lit)?(-0.472_f64) + x) {
            s0 -= (x).sin();
            let mut s1 = ((((a[i0] * y) / ($($lit)?(1.0_f64) + $($lit)?(i0 as f64) * $($lit)?(i0 as f64)))).powi(2)).tanh();
            s1 += s0;
        }
        let mut s1 = ($($lit)?(0.2330000000000001_f64)) / ($($lit)?(1.5_f64) + s0 * s0);
        s1 += s0;
        for i1 in 0..4 {
            s0 = ((((x * $($lit)?(0.8400000000000001_f64)) + (v[0]).abs()) + ((v[i0] * a[i1]) * (a[2] * x)))).tanh();
            s1 = ((((a[2]).max($($lit)?(i0 as f64))).sin() + (($($lit)?(-0.15100000000000002_f64) * v[i1]) * (a[3] - y)))).sin();
            let mut s2 = (((($($lit)?(-0.132_f64)).powi(1) / ($($lit)?(1.0_f64) + s0 * s0))).tanh().exp()) / ($($lit)?(1.5_f64) + s0 * s0);
            s2 += s0;
        }
    }
    for i0 in 0..4 {
        let mut s1 = (-(((v[1] - x)).tanh().exp())).tanh();
        s1 += s0;
        s0 = (((s0).tanh() + s0)).sin();
        let mut s2 = ((-(($($lit)?(i0 as f64) + x)) + ((a[2] + $($lit)?(0.42700000000000005_f64))).max(a[1]))).sin();
        s2 += s0;
    }
    s0 = ((((s0).powi(1) + (a[1]).powi(2))).max(x)) / ($($lit)?(1.5_f64) + s0 * s0);
    if (y).tanh().exp() <= (s0 + s0) {
        let mut s1 = ((((x + y) * ($($lit)?(-0.41200000000000003_f64)).abs()) - (-(a[3]) * (y + $($lit)?(-0.877_f64))))).sin();
        s1 += s0;
    }
    if (a[3]).max(y) > (s0).max(s0) {
        a[1] += (((x + x) + (v[2]).tanh().exp())) / ($($lit)?(1.5_f64) + s0 * s0);
        s0 *= (((y).powi(0)).tanh().exp()).tanh();
    } else {
        s0 *= (((y - v[1]) - (v[3] * v[2]))).tanh();
        if -(x) <= (s0 + v[3]) {
            s0 -= ((y).tanh().exp()) / ($($lit)?(1.5_f64) + s0 * s0);
        } else {
            s0 = (((($($lit)?(0.5169999999999999_f64) / ($($lit)?(1.0_f64) + x * x)) - -(x))).powi(3)).tanh();
        }
        s0 = ((((a[2] * $($lit)?(-0.18000000000000005_f64)) - (a[3]).max(y))).tanh().exp()) / ($($lit)?(1.5_f64) + s0 * s0);
    }
    a[1] *= (((x - x)).powi(3)).sin();
    -((a[3] * ($($lit)?(0.244_f64) + s0))) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_27 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    a[3] = (((y).tanh().exp() * (x - $($lit)?(-0.469_f64)))).sin();
    a[3] += (y).sin();
    for i0 in 0..4 {
        if (x + $($lit)?(i0 as f64)) > -(x) {
            a[0] = (((v[i0] / ($($lit)?(1.0_f64) + s0 * s0))).powi(2)).sin();
            s0 *= (x) / ($($lit)?(1.5_f64) + s0 * s0);
        }
        s0 = (a[i0]).tanh();
        s0 = ((((s0 / ($($lit)?(1.0_f64) + v[1] * v[1])) * ($($lit)?(i0 as f64) - y)) + ((a[i0] * x) + (x + x)))).sin();
    }
    a[2] *= (((y * x)).tanh().exp()).tanh();
    for i0 in 0..4 {
        if (y).sigmoid() <= ($($lit)?(-0.22499999999999998_f64) - $($lit)?(i0 as f64)) {
            let mut s1 = ((((s0 * s0)).max($($lit)?(i0 as f64))).cos()) / ($($lit)?(1.5_f64) + s0 * s0);
            s1 += s0;
            a[0] *= (((s1 * $($lit)?(0.5509999999999999_f64)) * (a[i0] * v[3]))).sin();
        }
    }
    let mut s1 = ((((x).tanh().exp() * x) * ((x).powi(4) + (s0 * x)))) / ($($lit)?(1.5_f64) + s0 * s0);
    s1 += s0;
    s1 *= (s1) / ($($lit)?(1.5_f64) + s0 * s0);
    if (s0 - v[0]) > ($($lit)?(0.395_f64) * s1) {
        return ((a[1] + s0) * (s0 + s0));
    }
    if (x).powi(0) < (y).relu() {
        s1 -= (((s1 + s0) * (s1).sin())) / ($($lit)?(1.5_f64) + s0 * s0);
        s0 = (x).tanh();
        a[2] = (((x / ($($lit)?(1.0_f64) + v[1] * v[1])) * -(s0))) / ($($lit)?(1.5_f64) + s0 * s0);
    } else {
        s0 *= (((s1 + y)).tanh().exp()) / ($($lit)?(1.5_f64) + s0 * s0);
        a[3] *= (((x / ($($lit)?(1.0_f64) + x * x))).sin()) / ($($lit)?(1.5_f64) + s0 * s0);
        let mut s2 = (((($($lit)?(0.42300000000000004_f64)).max($($lit)?(-0.985_f64)) + -(x)) - (v[0]).max(y))).tanh();
        s2 += s0;
    }
    (((a[2] * a[3]) / ($($lit)?(1.0_f64) + v[2] * v[2]))).tanh().exp() + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_28 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    if ($($lit)?(0.829_f64) * y) > (a[1] * v[3]) {
        if -(y) <= s0 {
            a[0] = (((y * v[3])).abs()).tanh();
            s0 = ((((a[3]).powi(1)).cos() + ((s0 * s0) * x))).sin();
        } else {
            s0 = ((((x - s0) / ($($lit)?(1.0_f64) + s0 * s0)) + s0)).sin();
            s0 = (((($($lit)?(-0.45899999999999996_f64) * x)).cos() * ((a[2]).max(a[1])).powi(0))).tanh();
            a[0] *= ((s0 + -(v[3]))).tanh();
        }
        s0 = (s0).tanh();
    } else {
        s0 = ((-((s0 / ($($lit)?(1.0_f64) + a[2] * a[2]))) / ($($lit)?(1.0_f64) + x * x))).sin();
    }
    if (x).powi(3) <= ($($lit)?(0.02499999999999991_f64) * v[3]) {
        s0 = ((((a[0]).abs() * (x).abs()) * ((a[0] - s0) + (v[2]).powi(3)))).sin();
    }
    s0 = ((-((v[3]).max(y)) * (($($lit)?(0.994_f64) / ($($lit)?(1.0_f64) + a[0] * a[0]))).powi(2))).tanh();
    for i0 in 0..4 {
        s0 = (((($($lit)?(-0.856_f64) / ($($lit)?(1.0_f64) + $($lit)?(0.07099999999999995_f64) * $($lit)?(0.07099999999999995_f64))) + (a[0] + x)) * ((v[0] * x) - $($lit)?(-0.09299999999999997_f64)))).tanh();
        let mut s1 = (-((y / ($($lit)?(1.0_f64) + y * y)))).sin();
        s1 += s0;
        s1 += (((a[2] * $($lit)?(-0.851_f64)) * ($($lit)?(i0 as f64)).powi(1))).tanh();
    }
    (-(($($lit)?(0.33499999999999996_f64) + $($lit)?(-0.798_f64))) / ($($lit)?(1.0_f64) + a[2] * a[2])) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_29 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    if (s0 + s0) < (a[0]).sin() {
        for i0 in 0..4 {
            let mut s1 = ((((a[3] + y) + ($($lit)?(0.21999999999999997_f64)).max($($lit)?(-0.804_f64)))).relu()) / ($($lit)?(1.5_f64) + s0 * s0);
            s1 += s0;
        }
        if (a[3] - s0) <= (x - s0) {
            a[0] = (((v[3] * a[1]) * (y).powi(1))) / ($($lit)?(1.5_f64) + s0 * s0);
            a[0] = ((y * (s0).sin())) / ($($lit)?(1.5_f64) + s0 * s0);
            a[0] = (y) / ($($lit)?(1.5_f64) + s0 * s0);
        }
    } else {
        a[0] = (-((x - a[2]))) / ($($lit)?(1.5_f64) + s0 * s0);
    }
    let mut s1 = ((((y * v[3]) / ($($lit)?(1.0_f64) + x * x))).sin()).tanh();
    s1 += s0;
    if (a[3]).tanh() <= (x + x) {
        s0 = ((x * (($($lit)?(-0.118_f64) * s1)).powi(4))) / ($($lit)?(1.5_f64) + s0 * s0);
        for i0 in 0..4 {
            s1 -= (((s0 * $($lit)?(i0 as f64))).tanh().exp()).tanh();
        }
        if (x).relu() > (x).tanh().exp() {
            let mut s2 = ((((s0 + s1)).tanh().exp()).sin()).sin();
            s2 += s0;
        } else {
            let mut s2 = ((((x).powi(1)).powi(2)).max(y)) / ($($lit)?(1.5_f64) + s0 * s0);
            s2 += s0;
        }
    } else {
        a[2] = (((v[2] / ($($lit)?(1.0_f64) + v[0] * v[0])) / ($($lit)?(1.0_f64) + x * x))) / ($($lit)?(1.5_f64) + s0 * s0);
        let mut s2 = ((v[0] * ((a[1]).sin() + a[3]))).tanh();
        s2 += s0;
    }
    if -(y) > (x).max(s0) {
        return (($($lit)?(-0.03200000000000003_f64) + x) + (a[3] + x));
    }
    a[1] += (((s0 * s1) * -(a[0]))).tanh();
    s1 + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_30 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    for i0 in 0..4 {
        for i1 in 0..4 {
            let mut s1 = ((((a[i1]).max(y) + (y - v[i0]))).powi(4)).tanh();
            s1 += s0;
            let mut s2 = (((($($lit)?(-0.33299999999999996_f64) / ($($lit)?(1.0_f64) + s0 * s0))).max(v[1]) * (-($($lit)?(i1 as f64)) + ($($lit)?(-0.641_f64) * y)))).sin();
            s2 += s0;
            let mut s3 = (x).tanh();
            s3 += s0;
        }
        for i1 in 0..4 {
            s0 = ((((x).tanh().exp()).max($($lit)?(i1 as f64))).tanh().exp()) / ($($lit)?(1.5_f64) + s0 * s0);
        }
        if (v[3] - s0) > (v[1]).powi(3) {
            s0 *= ((($($lit)?(-0.22399999999999998_f64) * $($lit)?(i0 as f64))).max(y)).sin();
        } else {
            let mut s1 = (-((($($lit)?(-0.43999999999999995_f64) + a[0])).max(v[3]))).tanh();
            s1 += s0;
        }
    }
    let mut s1 = ((-((a[3] - x))).max($($lit)?(-0.20599999999999996_f64))).sin();
    s1 += s0;
    for i0 in 0..4 {
        a[3] += (((x - a[0]) * (x + y))).tanh();
        s1 += (((a[1]).powi(4)).powi(0)).tanh();
    }
    (((s0).tanh().exp() * (v[0] * $($lit)?(0.2629999999999999_f64))) + ((v[2]).max(s0)).tanh()) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_31 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    let mut s1 = (((($($lit)?(-0.509_f64) + x) + -(s0)) - (s0 * ($($lit)?(0.02400000000000002_f64) * $($lit)?(-0.474_f64))))).tanh();
    s1 += s0;
    for i0 in 0..4 {
        let mut s2 = ((((x * x)).powi(0)).relu()) / ($($lit)?(1.5_f64) + s0 * s0);
        s2 += s0;
        a[2] = (((v[0] + y)).abs()).sin();
        let mut s3 = (((($($lit)?(0.929_f64) - x) / ($($lit)?(1.0_f64) + s0 * s0))).tanh().exp()).tanh();
        s3 += s0;
    }
    s1 = ((s0 * (v[3] * ($($lit)?(0.7250000000000001_f64)).powi(0)))).sin();
    -(((a[1]).max(y)).tanh().exp()) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_32 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    s0 = (((-(s0)).max(s0) * (v[2] * -(x)))) / ($($lit)?(1.5_f64) + s0 * s0);
    s0 *= (((s0 + v[0]) + y)).tanh();
    if (s0).powi(2) <= (s0 + x) {
        s0 = (($($lit)?(-0.33199999999999996_f64) / ($($lit)?(1.0_f64) + s0 * s0))).tanh();
        let mut s1 = (y) / ($($lit)?(1.5_f64) + s0 * s0);
        s1 += s0;
        a[1] *= (((s1 + s1) + (v[0]).sigmoid())).tanh();
    } else {
        a[1] = (((a[2] * a[2]) * (x - y))).sin();
        if (s0 + x) < ($($lit)?(0.1439999999999999_f64) + x) {
            a[3] += (((a[2] + x) + (a[2] / ($($lit)?(1.0_f64) + y * y)))).sin();
            let mut s1 = ((((s0 - a[3])).tanh().exp() + ((y - x) + (a[2]).tanh().exp()))) / ($($lit)?(1.5_f64) + s0 * s0);
            s1 += s0;
            let mut s2 = ((((x - $($lit)?(-0.41000000000000003_f64))).max(s0) + ((s0 + s1)).powi(1))) / ($($lit)?(1.5_f64) + s0 * s0);
            s2 += s0;
        } else {
            let mut s1 = ((((s0).tanh()).cos() * ($($lit)?(0.2649999999999999_f64) * v[3]))).tanh();
            s1 += s0;
            a[1] += (((x + $($lit)?(-0.12_f64)) * (a[0] / ($($lit)?(1.0_f64) + $($lit)?(0.44500000000000006_f64) * $($lit)?(0.44500000000000006_f64))))).sin();
            s1 = (-((($($lit)?(-0.389_f64)).max(x)).powi(1))).tanh();
        }
        a[0] = (-((s0).max(s0))) / ($($lit)?(1.5_f64) + s0 * s0);
    }
    if (a[3]).powi(2) < (x * y) {
        if (s0 - s0) < (s0).tanh().exp() {
            let mut s1 = ((((x / ($($lit)?(1.0_f64) + x * x)) / ($($lit)?(1.0_f64) + a[3] * a[3])) * (-(y)).tanh().exp())).tanh();
            s1 += s0;
            let mut s2 = ((((s1 + x)).max(x)).max(x)).sin();
            s2 += s0;
            a[1] = (((x).sigmoid()).tanh().exp()).sin();
        } else {
            a[1] *= (((v[2]).sigmoid()).tanh().exp()).tanh();
            let mut s1 = ((((s0 + x) + (s0).powi(4)) + ((s0 * v[2]) + (y + x)))).sin();
            s1 += s0;
            let mut s2 = (s0).tanh();
            s2 += s0;
        }
        for i0 in 0..4 {
            a[2] *= ((-(a[3]) + (y).tanh().exp())) / ($($lit)?(1.5_f64) + s0 * s0);
            let mut s1 = ((((v[1]).powi(2)).sigmoid() + (($($lit)?(i0 as f64) + s0) * (x).powi(0)))).sin();
            s1 += s0;
        }
    } else {
        a[3] += (((y / ($($lit)?(1.0_f64) + y * y))).tanh().exp()).tanh();
        s0 = ((((x * $($lit)?(-0.891_f64))).powi(3)).tanh().exp()).sin();
        s0 -= (((s0).max(v[2]) * (v[0]).relu())).tanh();
    }
    (((s0).tanh() - (a[0] * x)) / ($($lit)?(1.0_f64) + x * x)) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_33 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    for i0 in 0..4 {
        if (x).max(s0) > (a[3]).max(a[1]) {
            let mut s1 = ($($lit)?(-0.41300000000000003_f64)) / ($($lit)?(1.5_f64) + s0 * s0);
            s1 += s0;
        } else {
            let mut s1 = ((((x / ($($lit)?(1.0_f64) + x * x))).max($($lit)?(i0 as f64))).powi(2)).sin();
            s1 += s0;
            let mut s2 = (-(((x * y) + ($($lit)?(i0 as f64)).relu()))).tanh();
            s2 += s0;
        }
        let mut s1 = ((((s0 - v[1]) - (v[3] * y)) / ($($lit)?(1.0_f64) + y * y))).sin();
        s1 += s0;
    }
    for i0 in 0..4 {
        a[i0] *= (((x * $($lit)?(0.512_f64))).powi(0)) / ($($lit)?(1.5_f64) + s0 * s0);
        let mut s1 = ((v[0]).powi(1)).sin();
        s1 += s0;
    }
    s0 = (-(((x - x) / ($($lit)?(1.0_f64) + a[3] * a[3])))) / ($($lit)?(1.5_f64) + s0 * s0);
    if (v[0]).relu() > (x).powi(4) {
        s0 = ((((x / ($($lit)?(1.0_f64) + v[3] * v[3]))).max($($lit)?(-0.645_f64))).max(s0)).sin();
        let mut s1 = ((((y).tanh().exp()).max(s0) * (-(s0) + (x * v[1])))) / ($($lit)?(1.5_f64) + s0 * s0);
        s1 += s0;
    }
    (((y + x) + ($($lit)?(0.2250000000000001_f64) / ($($lit)?(1.0_f64) + s0 * s0)))).max(y) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_34 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    s0 += ((-(s0) * (s0).sin())) / ($($lit)?(1.5_f64) + s0 * s0);
    if (a[3] * s0) <= (x * x) {
        for i0 in 0..4 {
            a[0] += (((y - v[2]) + (s0 * v[2]))) / ($($lit)?(1.5_f64) + s0 * s0);
            let mut s1 = ((a[3]).max(y)) / ($($lit)?(1.5_f64) + s0 * s0);
            s1 += s0;
            s1 += (((x).max(s1) + (v[2] * a[1]))).tanh();
        }
        if (v[3]).cos() < s0 {
            a[3] = (((v[3] / ($($lit)?(1.0_f64) + s0 * s0)) + (s0 - y))) / ($($lit)?(1.5_f64) + s0 * s0);
            s0 = ((((a[0] * $($lit)?(0.9299999999999999_f64)) + ($($lit)?(0.708_f64) * x))).powi(1)).sin();
            a[1] = ((-(a[1])).max(a[2])).tanh();
        } else {
            s0 *= ((s0 + (s0).relu())) / ($($lit)?(1.5_f64) + s0 * s0);
            a[0] = ((a[0] + (a[3]).max(v[3]))) / ($($lit)?(1.5_f64) + s0 * s0);
        }
        let mut s1 = (-(((x).max(s0) + s0))).sin();
        s1 += s0;
    } else {
        s0 += (((y + a[3])).tanh().exp()).tanh();
        if (v[1] + v[0]) <= (s0 * a[3]) {
            a[1] = (-((s0 * a[2]))).tanh();
            a[0] = (($($lit)?(-0.29500000000000004_f64)).powi(3)).sin();
            s0 -= (s0).sin();
        }
    }
    a[3] = (((s0 / ($($lit)?(1.0_f64) + s0 * s0))).cos()).tanh();
    a[2] += ((-(a[2])).max(s0)) / ($($lit)?(1.5_f64) + s0 * s0);
    s0 = ((-((a[3]).tanh().exp()) + x)).tanh();
    if (a[0] / ($($lit)?(1.0_f64) + s0 * s0)) < (v[2] / ($($lit)?(1.0_f64) + $($lit)?(0.558_f64) * $($lit)?(0.558_f64))) {
        a[1] = (((a[0] / ($($lit)?(1.0_f64) + x * x))).tanh()).sin();
        for i0 in 0..4 {
            a[2] *= (((x * v[i0]) - x)).tanh();
            let mut s1 = (((-(x)).max(a[i0])).powi(1)).sin();
            s1 += s0;
        }
    }
    let mut s1 = ((((y + s0)).powi(1)).sin()) / ($($lit)?(1.5_f64) + s0 * s0);
    s1 += s0;
    (((a[2] + a[0])).powi(3) / ($($lit)?(1.0_f64) + $($lit)?(0.238_f64) * $($lit)?(0.238_f64))) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_35 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    a[3] = ((($($lit)?(0.5900000000000001_f64)).powi(0) / ($($lit)?(1.0_f64) + y * y))).sin();
    for i0 in 0..4 {
        let mut s1 = (((($($lit)?(-0.881_f64) * x) * (x * $($lit)?(-0.685_f64))) + ((a[i0]).powi(2) - (y + s0)))) / ($($lit)?(1.5_f64) + s0 * s0);
        s1 += s0;
        if (x + v[1]) > (y / ($($lit)?(1.0_f64) + y * y)) {
            s0 -= ((($($lit)?(i0 as f64) / ($($lit)?(1.0_f64) + v[3] * v[3]))).powi(2)).sin();
            let mut s2 = (((($($lit)?(-0.5840000000000001_f64)).powi(4) + (v[1] + s1))).powi(0)).tanh();
            s2 += s0;
            s2 = ((s1).tanh().exp()).sin();
        } else {
            s1 = (x) / ($($lit)?(1.5_f64) + s0 * s0);
        }
        s1 = ((((s1 * y)).max(y)).powi(1)) / ($($lit)?(1.5_f64) + s0 * s0);
    }
    if (x).powi(1) <= (x + x) {
        a[2] = (s0) / ($($lit)?(1.5_f64) + s0 * s0);
        let mut s1 = ((((y).powi(3) / ($($lit)?(1.0_f64) + x * x))).tanh().exp()).tanh();
        s1 += s0;
    } else {
        for i0 in 0..4 {
            s0 *= (((x).max(a[0]) + ($($lit)?(-0.41000000000000003_f64)).powi(0))) / ($($lit)?(1.5_f64) + s0 * s0);
            s0 -= (((y / ($($lit)?(1.0_f64) + $($lit)?(0.966_f64) * $($lit)?(0.966_f64))) + (v[i0] + $($lit)?(i0 as f64)))).tanh();
            a[i0] = (((x).powi(0) / ($($lit)?(1.0_f64) + y * y))).tanh();
        }
    }
    (((a[1] * $($lit)?(0.18799999999999994_f64)) * (v[1] / ($($lit)?(1.0_f64) + x * x))) - -((s0 + x))) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_36 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    s0 *= (((a[3]).powi(2) + (v[2] / ($($lit)?(1.0_f64) + s0 * s0)))).sin();
    let mut s1 = (-((($($lit)?(-0.5920000000000001_f64) * s0)).max(x))) / ($($lit)?(1.5_f64) + s0 * s0);
    s1 += s0;
    a[1] *= (((a[2]).max(v[2])).powi(0)) / ($($lit)?(1.5_f64) + s0 * s0);
    s1 += (-((v[3] / ($($lit)?(1.0_f64) + s1 * s1)))).sin();
    ((($($lit)?(-0.714_f64) - s1)).max(x) + ((a[0] * a[0]) / ($($lit)?(1.0_f64) + a[3] * a[3]))) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_37 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    s0 = ((((x).powi(2) * ($($lit)?(-0.654_f64)).max($($lit)?(0.623_f64))) + ((a[0] * s0) * (y).max(s0)))) / ($($lit)?(1.5_f64) + s0 * s0);
    let mut s1 = ((s0).tanh().exp()) / ($($lit)?(1.5_f64) + s0 * s0);
    s1 += s0;
    if (y).max(v[0]) > x {
        a[2] += (((v[3] / ($($lit)?(1.0_f64) + x * x))).cos()) / ($($lit)?(1.5_f64) + s0 * s0);
    } else {
        for i0 in 0..4 {
            s1 -= ((($($lit)?(i0 as f64) * s0) + -(x))) / ($($lit)?(1.5_f64) + s0 * s0);
            a[i0] *= (((a[1] * a[0])).max(s0)).tanh();
        }
        s1 += ((a[0] * ($($lit)?(0.020000000000000018_f64) * a[2]))).tanh();
        let mut s2 = ((((s0).sigmoid() + (s0 - a[1]))).relu()).tanh();
        s2 += s0;
    }
    a[3] = (((x * a[0])).tanh().exp()).tanh();
    a[2] *= (((s1).powi(4) - x)).sin();
    if -($($lit)?(0.5169999999999999_f64)) > (y / ($($lit)?(1.0_f64) + s1 * s1)) {
        return -((a[1]).max(s0));
    }
    a[3] += (-((a[2]).tanh().exp())).sin();
    -(((a[0] * a[0])).tanh().exp()) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_38 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    if (v[1] - v[3]) < (x).max(x) {
        let mut s1 = ((((s0).tanh().exp()).cos() * ((s0).max($($lit)?(0.32000000000000006_f64)) * (s0 * a[3])))).sin();
        s1 += s0;
    }
    if (a[1] * $($lit)?(-0.645_f64)) < (s0 * x) {
        if ($($lit)?(0.534_f64) + s0) < (s0 + a[0]) {
            s0 += (((s0).tanh().exp() * (y).tanh().exp())).tanh();
        }
    }
    a[3] *= (((x * x) - -(a[3]))) / ($($lit)?(1.5_f64) + s0 * s0);
    for i0 in 0..4 {
        let mut s1 = ((($($lit)?(i0 as f64) * ($($lit)?(-0.548_f64) - a[1]))).sigmoid()) / ($($lit)?(1.5_f64) + s0 * s0);
        s1 += s0;
        s0 = (((v[3]).max(v[3])).max(v[3])) / ($($lit)?(1.5_f64) + s0 * s0);
    }
    a[0] *= ((v[3]).powi(2)).tanh();
    (((s0).tanh().exp() * $($lit)?(0.256_f64))).max($($lit)?(0.3320000000000001_f64)) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_39 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    let mut s1 = ((((s0).tanh().exp() * (y).cos()) * ((x + s0) + (x).powi(4)))).tanh();
    s1 += s0;
    if -(s0) < (v[3] - x) {
        a[3] += (((x - s1) * a[2])).tanh();
    } else {
        for i0 in 0..4 {
            a[3] += (((v[i0]).max(s1)).sin()).sin();
            let mut s2 = (-(((a[i0] * v[i0])).powi(3))).tanh();
            s2 += s0;
        }
        if -(x) <= -(x) {
            a[1] = ((-(s0) - (s1 * v[2]))) / ($($lit)?(1.5_f64) + s0 * s0);
            a[2] += ((-(a[1]) * (x * s1))) / ($($lit)?(1.5_f64) + s0 * s0);
        }
        a[3] = ((($($lit)?(0.3839999999999999_f64)).powi(3) * (a[2]).sigmoid())).sin();
    }
    let mut s2 = ((((x).powi(4)).sigmoid() + ((v[3] - s1) * ($($lit)?(-0.18300000000000005_f64)).tanh().exp()))).sin();
    s2 += s0;
    let mut s3 = (-((y).max(y))) / ($($lit)?(1.5_f64) + s0 * s0);
    s3 += s0;
    a[1] = (((s1).tanh().exp()).max($($lit)?(-0.16000000000000003_f64))).sin();
    if (x / ($($lit)?(1.0_f64) + a[0] * a[0])) > (s2).tanh().exp() {
        s2 -= (x) / ($($lit)?(1.5_f64) + s0 * s0);
    } else {
        for i0 in 0..4 {
            a[1] *= ($($lit)?(-0.838_f64)).sin();
        }
    }
    for i0 in 0..4 {
        for i1 in 0..4 {
            let mut s4 = ((((x).tanh() - ($($lit)?(i0 as f64)).abs()) + ((a[2]).cos()).max(x))).sin();
            s4 += s0;
            s1 += (((y * a[1]) + (v[0] * $($lit)?(-0.833_f64)))) / ($($lit)?(1.5_f64) + s0 * s0);
            s4 = ((((a[2] + y) + -($($lit)?(0.6599999999999999_f64))) + (-(x) + ($($lit)?(i1 as f64)).max(v[i1])))).tanh();
        }
        s0 = (s3).sin();
        if (a[2]).tanh().exp() > $($lit)?(0.613_f64) {
            a[2] *= (((s1).powi(0)).sigmoid()) / ($($lit)?(1.5_f64) + s0 * s0);
            a[0] = (x).tanh();
            a[2] *= (((v[0] / ($($lit)?(1.0_f64) + y * y)) / ($($lit)?(1.0_f64) + $($lit)?(-0.42200000000000004_f64) * $($lit)?(-0.42200000000000004_f64)))) / ($($lit)?(1.5_f64) + s0 * s0);
        }
    }
    if (s1 * y) > s0 {
        return (x * (a[1] * s0));
    }
    s2 = ((((v[0]).tanh().exp()).max(x) + ((s2 * x) * (y - $($lit)?(0.9670000000000001_f64))))).sin();
    (((a[0]).powi(0) + (s3 - s3)) + ((s3).max(x) * (x).max(s2))) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_40 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    let mut s1 = ((((a[0] - s0)).tanh()).max(x)).tanh();
    s1 += s0;
    let mut s2 = (((y - (s0).tanh().exp()) / ($($lit)?(1.0_f64) + a[3] * a[3]))).tanh();
    s2 += s0;
    if (v[0] - x) > (x / ($($lit)?(1.0_f64) + x * x)) {
        for i0 in 0..4 {
            a[2] *= ((x).powi(3)) / ($($lit)?(1.5_f64) + s0 * s0);
        }
        s1 += (((s2).tanh().exp()).powi(1)).tanh();
    }
    if (s0 + v[2]) <= (a[1]).sin() {
        if (y / ($($lit)?(1.0_f64) + x * x)) <= (x).max(x) {
            let mut s3 = ((-((x + x))).tanh().exp()).tanh();
            s3 += s0;
        }
        if (x - a[0]) < (x * a[2]) {
            let mut s3 = (s0).sin();
            s3 += s0;
        }
        s0 *= (((s1).powi(1) / ($($lit)?(1.0_f64) + x * x))).sin();
    } else {
        a[0] = (((a[3]).max(y) + (a[3] + $($lit)?(-0.361_f64)))).sin();
        for i0 in 0..4 {
            a[2] *= ((-($($lit)?(-0.21799999999999997_f64)) - (v[1] + $($lit)?(-0.19699999999999995_f64)))).tanh();
            a[3] *= ((($($lit)?(-0.579_f64) - v[3])).cos()).tanh();
        }
    }
    if s1 < (a[1] * v[0]) {
        if (v[3] + y) < ($($lit)?(-0.774_f64)).max(s1) {
            let mut s3 = (((-(s2) * (a[1]).tanh().exp()) * (($($lit)?(-0.22799999999999998_f64)).max(x)).tanh())).sin();
            s3 += s0;
        } else {
            a[2] += (((x * y)).max(a[3])).tanh();
        }
    } else {
        s0 += (((x * a[3]) + (a[3] - x))).sin();
        a[3] += ((a[0] + (s1 + s1))) / ($($lit)?(1.5_f64) + s0 * s0);
    }
    a[2] *= (((s2).max(v[0])).relu()).sin();
    if v[1] <= (v[0]).tanh().exp() {
        return ((y + x)).tanh().exp();
    }
    if (s0).max(s2) > s1 {
        s0 -= (((x).tanh().exp()).powi(2)) / ($($lit)?(1.5_f64) + s0 * s0);
        a[1] *= ((y).tanh().exp()) / ($($lit)?(1.5_f64) + s0 * s0);
        a[0] *= (((x).powi(1) * (y).powi(1))) / ($($lit)?(1.5_f64) + s0 * s0);
    } else {
        let mut s3 = ((((x - y) + y)).sigmoid()).sin();
        s3 += s0;
    }
    ((-(s2)).max(s1) * ((s1 * x)).tanh().exp()) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_41 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    let mut s1 = ((($($lit)?(-0.833_f64)).sin() * ((s0 + $($lit)?(0.849_f64))).powi(1))) / ($($lit)?(1.5_f64) + s0 * s0);
    s1 += s0;
    a[0] += (((v[2] - x) * (v[0] * y))).tanh();
    for i0 in 0..4 {
        s1 *= (((v[1]).relu() + (a[0] + y))) / ($($lit)?(1.5_f64) + s0 * s0);
    }
    a[2] += (((y).max(y)).powi(1)) / ($($lit)?(1.5_f64) + s0 * s0);
    if -(y) < (a[2] + $($lit)?(0.6399999999999999_f64)) {
        let mut s2 = (((-(a[2])).powi(3) * $($lit)?(-0.18000000000000005_f64))) / ($($lit)?(1.5_f64) + s0 * s0);
        s2 += s0;
    } else {
        for i0 in 0..4 {
            a[i0] *= ((($($lit)?(-0.22499999999999998_f64) / ($($lit)?(1.0_f64) + a[3] * a[3])) + -(v[1]))) / ($($lit)?(1.5_f64) + s0 * s0);
            s1 += ((-(s1)).powi(2)).sin();
        }
        if (a[1] * x) < -(a[1]) {
            a[3] += ((($($lit)?(0.952_f64) + s1)).max(y)) / ($($lit)?(1.5_f64) + s0 * s0);
        }
    }
    s0 = (((-(a[1]) - -(y)) * (-(y)).powi(4))).tanh();
    if (v[2] + $($lit)?(0.373_f64)) > (x).cos() {
        return x;
    }
    let mut s2 = (-(-((a[0] + x)))).tanh();
    s2 += s0;
    (-(a[0])).powi(4) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_42 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    let mut s1 = ((((y + y)).cos()).max($($lit)?(0.859_f64))) / ($($lit)?(1.5_f64) + s0 * s0);
    s1 += s0;
    if (s1).max(y) < ($($lit)?(-0.13_f64) * x) {
        a[1] += ((-(x) + (s1 * $($lit)?(0.75_f64)))) / ($($lit)?(1.5_f64) + s0 * s0);
        a[3] *= (((x / ($($lit)?(1.0_f64) + x * x)) * (y / ($($lit)?(1.0_f64) + a[1] * a[1])))) / ($($lit)?(1.5_f64) + s0 * s0);
    } else {
        for i0 in 0..4 {
            s0 += (((a[2] + v[i0])).relu()).tanh();
            let mut s2 = (((($($lit)?(i0 as f64) - v[i0]) - ($($lit)?(0.4690000000000001_f64)).tanh().exp())).powi(0)) / ($($lit)?(1.5_f64) + s0 * s0);
            s2 += s0;
            s0 = ((-((s2 * v[2])) * ((v[3]).sin()).max(y))).sin();
        }
        for i0 in 0..4 {
            a[1] += (x).tanh();
            a[3] = (((y * y)).max(v[i0])) / ($($lit)?(1.5_f64) + s0 * s0);
            a[0] *= (((x / ($($lit)?(1.0_f64) + x * x)) - (x * $($lit)?(i0 as f64)))) / ($($lit)?(1.5_f64) + s0 * s0);
        }
    }
    for i0 in 0..4 {
        let mut s2 = ((((x / ($($lit)?(1.0_f64) + $($lit)?(i0 as f64) * $($lit)?(i0 as f64))) * (x / ($($lit)?(1.0_f64) + $($lit)?(0.1399999999999999_f64) * $($lit)?(0.1399999999999999_f64)))) - (($($lit)?(i0 as f64) + y)).relu())).tanh();
        s2 += s0;
        a[2] += (((x + y) / ($($lit)?(1.0_f64) + v[0] * v[0]))) / ($($lit)?(1.5_f64) + s0 * s0);
        for i1 in 0..4 {
            let mut s3 = ((($($lit)?(-0.505_f64)).sin() + (v[i1] + (s0).tanh().exp()))).sin();
            s3 += s0;
            a[2] += (((y + x) + (s1).powi(4))).sin();
        }
    }
    if (s1).max(s0) < (x + s0) {
        if (s1 + $($lit)?(0.746_f64)) > ($($lit)?(0.665_f64) / ($($lit)?(1.0_f64) + y * y)) {
            let mut s2 = ((((v[1]).powi(0) / ($($lit)?(1.0_f64) + x * x))).max($($lit)?(-0.4_f64))) / ($($lit)?(1.5_f64) + s0 * s0);
            s2 += s0;
            a[0] *= (((s0 - $($lit)?(0.748_f64)) - ($($lit)?(-0.46099999999999997_f64) + $($lit)?(-0.687_f64)))).sin();
            s1 = ((((x + x) * ($($lit)?(0.962_f64) * v[1])) + ((s2 + v[0]) + (s2 - v[3])))).tanh();
        } else {
            let mut s2 = ((y / ($($lit)?(1.0_f64) + a[1] * a[1]))) / ($($lit)?(1.5_f64) + s0 * s0);
            s2 += s0;
        }
        a[3] = ((-(a[0]) / ($($lit)?(1.0_f64) + a[1] * a[1]))).tanh();
    } else {
        if (x / ($($lit)?(1.0_f64) + v[1] * v[1])) > (x * s1) {
            a[0] = (((s0).max(s1)).powi(1)) / ($($lit)?(1.5_f64) + s0 * s0);
            a[3] = (((s0 * v[0])).tanh().exp()).sin();
            s1 = ((((x).powi(1) * -(s1)) + ((v[3] + x) + -($($lit)?(0.040999999999999925_f64))))) / ($($lit)?(1.5_f64) + s0 * s0);
        }
        if (a[1]).tanh() > (s0 * s0) {
            let mut s2 = ((((x).powi(3) - (y - s0)) + x)).tanh();
            s2 += s0;
            let mut s3 = ((-((y / ($($lit)?(1.0_f64) + v[0] * v[0]))) * ((v[0]).powi(3)).relu())).tanh();
            s3 += s0;
            s3 *= (((y * s2) * ($($lit)?(-0.44299999999999995_f64) * y))) / ($($lit)?(1.5_f64) + s0 * s0);
        } else {
            a[3] *= (((a[3] * s0) + (v[0]).max(s0))).tanh();
            let mut s2 = ((((v[0]).powi(3) + (y / ($($lit)?(1.0_f64) + v[2] * v[2])))).max(x)).sin();
            s2 += s0;
        }
    }
    let mut s2 = ((((s0).tanh().exp() / ($($lit)?(1.0_f64) + x * x))).cos()).sin();
    s2 += s0;
    s0 = ((((x / ($($lit)?(1.0_f64) + $($lit)?(-0.789_f64) * $($lit)?(-0.789_f64))) - ($($lit)?(-0.514_f64) * s2)) / ($($lit)?(1.0_f64) + x * x))).tanh();
    (((x).max(s0) / ($($lit)?(1.0_f64) + a[1] * a[1]))).powi(1) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_43 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    s0 += (((s0 - x)).sin()).tanh();
    a[2] *= ((($($lit)?(-0.493_f64)).max($($lit)?(-0.403_f64)) * (a[1]).tanh().exp())).tanh();
    if (v[3]).sin() > (v[1] + s0) {
        s0 *= (((s0).tanh().exp()).max(s0)).tanh();
        if (x).powi(2) < (a[2] * s0) {
            s0 = (($($lit)?(0.8919999999999999_f64) - -((y / ($($lit)?(1.0_f64) + x * x))))) / ($($lit)?(1.5_f64) + s0 * s0);
            s0 *= ((s0 * (x).cos())).tanh();
            s0 *= (((v[3] + a[0]) * (s0 - x))).sin();
        }
        s0 = (($($lit)?(-0.881_f64) / ($($lit)?(1.0_f64) + y * y))).sin();
    }
    ((-(y) - (s0).cos())).max(s0) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_44 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    let mut s1 = ((x).cos()) / ($($lit)?(1.5_f64) + s0 * s0);
    s1 += s0;
    s0 = ((((v[3]).abs() - (v[3] + x)) + ((x + s0)).powi(3))).sin();
    s0 = ((((x * s0)).abs() * ((s0).relu()).tanh().exp())) / ($($lit)?(1.5_f64) + s0 * s0);
    a[1] *= (((s1).tanh().exp() + (x - s1))) / ($($lit)?(1.5_f64) + s0 * s0);
    if (x - x) > (s0).sigmoid() {
        return ((v[3] * s1) + (s0).tanh());
    }
    a[1] *= (((s0 - a[1])).max(s1)).sin();
    (((v[1]).powi(4) * -(y)) * ((y).sin()).tanh().exp()) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_45 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    for i0 in 0..4 {
        for i1 in 0..4 {
            s0 -= (((a[i0] / ($($lit)?(1.0_f64) + s0 * s0)) + (a[i1] * x))) / ($($lit)?(1.5_f64) + s0 * s0);
            let mut s1 = ((((s0).powi(0)).tanh().exp()).powi(3)) / ($($lit)?(1.5_f64) + s0 * s0);
            s1 += s0;
        }
        let mut s1 = ((((s0 + $($lit)?(i0 as f64))).sin()).powi(2)).tanh();
        s1 += s0;
        let mut s2 = (((($($lit)?(i0 as f64)).powi(1) / ($($lit)?(1.0_f64) + x * x)) - (($($lit)?(-0.401_f64) + v[3]) * v[0]))) / ($($lit)?(1.5_f64) + s0 * s0);
        s2 += s0;
    }
    if (x * x) > v[3] {
        let mut s1 = (((($($lit)?(0.552_f64)).powi(4) + (s0 * y)) * ((x + v[0]) + (s0).abs()))).tanh();
        s1 += s0;
        for i0 in 0..4 {
            let mut s2 = ((-(($($lit)?(i0 as f64)).abs()) * ((a[2] + $($lit)?(0.478_f64)) - v[2]))).tanh();
            s2 += s0;
            let mut s3 = (((-(x) + ($($lit)?(-0.22799999999999998_f64)).tanh()) + ((s0 / ($($lit)?(1.0_f64) + s1 * s1))).max(y))) / ($($lit)?(1.5_f64) + s0 * s0);
            s3 += s0;
            a[3] += (((x).max(x) + (y * y))).tanh();
        }
        a[2] *= (s1) / ($($lit)?(1.5_f64) + s0 * s0);
    }
    s0 = (((($($lit)?(-0.30800000000000005_f64) + $($lit)?(-0.43600000000000005_f64)) / ($($lit)?(1.0_f64) + s0 * s0)) + ((x).powi(2)).cos())) / ($($lit)?(1.5_f64) + s0 * s0);
    s0 = (((-($($lit)?(-0.026000000000000023_f64)) * -(y))).max($($lit)?(0.546_f64))) / ($($lit)?(1.5_f64) + s0 * s0);
    if (s0).tanh().exp() > (x).powi(1) {
        return -((x / ($($lit)?(1.0_f64) + x * x)));
    }
    if (s0 * s0) > (s0).max($($lit)?(-0.026000000000000023_f64)) {
        s0 = (-((-(s0) / ($($lit)?(1.0_f64) + y * y)))) / ($($lit)?(1.5_f64) + s0 * s0);
        s0 = ((y + ((v[0] / ($($lit)?(1.0_f64) + x * x)) * (v[3] / ($($lit)?(1.0_f64) + s0 * s0))))) / ($($lit)?(1.5_f64) + s0 * s0);
        let mut s1 = (((($($lit)?(-0.13_f64) * x) / ($($lit)?(1.0_f64) + $($lit)?(-0.399_f64) * $($lit)?(-0.399_f64)))).powi(1)).tanh();
        s1 += s0;
    }
    (((s0).relu() * -(s0)) * ((y + y)).powi(1)) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_46 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    s0 *= ((($($lit)?(0.15300000000000002_f64) - s0) + (x + v[0]))).tanh();
    for i0 in 0..4 {
        let mut s1 = ($($lit)?(i0 as f64)).sin();
        s1 += s0;
    }
    let mut s1 = (-(((a[2]).tanh().exp() * y))) / ($($lit)?(1.5_f64) + s0 * s0);
    s1 += s0;
    for i0 in 0..4 {
        for i1 in 0..4 {
            s1 += (((x - s0) / ($($lit)?(1.0_f64) + $($lit)?(i0 as f64) * $($lit)?(i0 as f64)))).sin();
        }
        s0 = (((($($lit)?(i0 as f64) - a[2]) * (x / ($($lit)?(1.0_f64) + $($lit)?(0.5940000000000001_f64) * $($lit)?(0.5940000000000001_f64)))) - ((x - $($lit)?(-0.21999999999999997_f64))).sin())).sin();
    }
    a[0] = (((s0 + v[3]) * (y).tanh().exp())) / ($($lit)?(1.5_f64) + s0 * s0);
    for i0 in 0..4 {
        if (a[1]).max(a[3]) > ($($lit)?(-0.29500000000000004_f64)).tanh().exp() {
            a[2] = (((a[0] + $($lit)?(0.3440000000000001_f64)) - ($($lit)?(0.3979999999999999_f64) / ($($lit)?(1.0_f64) + x * x)))) / ($($lit)?(1.5_f64) + s0 * s0);
            a[2] += (((s0).tanh().exp() + (a[3] * x))) / ($($lit)?(1.5_f64) + s0 * s0);
        }
        if (y).powi(2) < (x + v[i0]) {
            a[1] = (((v[0] * x)).max(x)) / ($($lit)?(1.5_f64) + s0 * s0);
            s1 = ((((v[0] + a[i0]) * ($($lit)?(0.736_f64) * a[2])) + -((s0 - s0)))).tanh();
            s1 -= (((y / ($($lit)?(1.0_f64) + x * x)) - (v[3]).max(v[1]))) / ($($lit)?(1.5_f64) + s0 * s0);
        } else {
            a[i0] = ((v[2]).powi(3)).tanh();
        }
    }
    (((s0).cos() * -(x)) / ($($lit)?(1.0_f64) + s0 * s0)) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

macro_rules! program_47 { ($(#[$form:meta])? $name:ident $number:ident $($lit:ident)?) => {
$(#[$form])?
fn $name(x: $number, y: $number, v: &[$number; 4]) -> $number {
    let mut a = [x + $($lit)?(0.5_f64), y * $($lit)?(0.5_f64), $($lit)?(0.5_f64), v[0] - $($lit)?(0.5_f64)];
    let mut s0 = $($lit)?(0.0_f64);
    let mut s1 = ((((x - s0) * ($($lit)?(0.4650000000000001_f64)).max($($lit)?(-0.961_f64))) * ((x).max(s0) + x))).tanh();
    s1 += s0;
    s1 = (-(((x + x)).powi(1))).sin();
    if x > (s1).cos() {
        for i0 in 0..4 {
            a[i0] += ($($lit)?(i0 as f64)).tanh();
            s1 *= (($($lit)?(-0.31200000000000006_f64) * (x).powi(4))).tanh();
            let mut s2 = ((((y / ($($lit)?(1.0_f64) + s1 * s1)) + (a[0] * $($lit)?(0.20799999999999996_f64)))).sigmoid()).tanh();
            s2 += s0;
        }
    } else {
        s0 = ((($($lit)?(0.30499999999999994_f64) * (v[3]).powi(0)) - $($lit)?(0.6120000000000001_f64))).sin();
        a[3] += (((x).max(s0) * (a[1]).powi(4))).sin();
    }
    -((-(a[3])).max($($lit)?(-0.22999999999999998_f64))) + s0 + a[1] * a[3] + x * y * v[2]
}
} }

programs!(program_0 program_1 program_2 program_3 program_4 program_5 program_6 program_7 program_8 program_9 program_10 program_11 program_12 program_13 program_14 program_15 program_16 program_17 program_18 program_19 program_20 program_21 program_22 program_23 program_24 program_25 program_26 program_27 program_28 program_29 program_30 program_31 program_32 program_33 program_34 program_35 program_36 program_37 program_38 program_39 program_40 program_41 program_42 program_43 program_44 program_45 program_46 program_47);
