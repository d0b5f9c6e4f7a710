//! Loops of any length: ranges, `rev`, `step_by`, slices and adaptors, `while`, `loop`.

use crate::cases::{ANY, LONG, SOME, cases};
use burtorch::differentiable;

#[differentiable]
fn power(a: f64, n: usize) -> f64 {
    let mut power = 1.0;
    for _ in 0..n {
        power *= a;
    }
    power
}

#[differentiable]
fn closed_range(a: f64, n: usize) -> f64 {
    let mut sum = a;
    for i in 1..=n {
        sum += (sum * i as f64).sin();
    }
    sum
}

#[differentiable]
fn from_to(a: f64, from: usize, to: usize) -> f64 {
    let mut sum = a;
    for i in from..to {
        sum = sum.cos() + a * i as f64;
    }
    sum
}

#[differentiable]
fn signed(a: f64, from: i32, to: i32) -> f64 {
    let mut sum = a;
    for i in from..to {
        sum += a.sin() * f64::from(i) * sum;
    }
    sum
}

#[differentiable]
fn backwards(x: &[f64], at: f64) -> f64 {
    let mut horner = 0.0;
    for i in (0..x.len()).rev() {
        horner = horner * at + x[i];
    }
    horner
}

#[differentiable]
fn stepping(x: &[f64], step: usize) -> f64 {
    let mut sum = 1.0;
    for i in (0..x.len()).step_by(step) {
        sum += x[i] * sum;
    }
    for i in (1..x.len()).rev().step_by(step) {
        sum *= x[i].cos() + 1.1;
    }
    for i in (0..x.len()).step_by(2).rev() {
        sum = sum * 0.5 + x[i];
    }
    sum
}

#[differentiable]
fn triangle(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        for j in 0..i {
            sum += (x[i] * x[j]).sin();
        }
    }
    sum
}

#[differentiable]
fn three_deep(x: &[f64], n: usize) -> f64 {
    let mut sum = 0.0;
    for i in 0..n {
        let mut row = x[i];
        for j in i..n {
            let product = x[i] * x[j];
            for k in 0..j {
                row += (product - x[k]).sin() * product;
            }
            row *= 0.7;
        }
        sum += row * row;
    }
    sum
}

#[differentiable]
fn over_a_slice(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for v in x {
        sum = sum * v + v.sin();
    }
    for &v in x {
        sum += v * v;
    }
    for v in x.iter() {
        sum += *v;
    }
    for v in &x[..x.len() / 2] {
        sum *= v + 1.5;
    }
    sum
}

#[differentiable]
fn adaptors(x: &[f64]) -> f64 {
    let mut sum = 1.0;
    for (i, v) in x.iter().enumerate() {
        sum += v * v * (i as f64 + 1.0);
    }
    for v in x.iter().rev() {
        sum = sum.sin() + v;
    }
    for v in x.iter().skip(1) {
        sum += v * sum;
    }
    for v in x.iter().take(2) {
        sum -= v * sum;
    }
    for (i, v) in x.iter().skip(1).enumerate() {
        sum += v * i as f64;
    }
    for (i, v) in x.iter().enumerate().skip(1) {
        sum += v * v * i as f64;
    }
    for (i, v) in x.iter().rev().enumerate() {
        sum += v * v * i as f64;
    }
    for (i, v) in x.iter().enumerate().rev() {
        sum += v.cos() * i as f64;
    }
    for v in x.iter().step_by(2) {
        sum += v.exp();
    }
    for v in x.iter().copied() {
        sum += v * 0.5;
    }
    for v in x.iter().cloned() {
        sum += v * 0.5;
    }
    sum
}

#[differentiable]
fn zipped(x: &[f64], y: &[f64]) -> f64 {
    let mut sum = 0.1;
    for (a, b) in x.iter().zip(y) {
        sum += a * b;
    }
    for (a, b) in x.iter().zip(y.iter().rev()) {
        sum += a * b * sum;
    }
    for (i, (a, b)) in x.iter().zip(y.iter()).enumerate() {
        sum += (a - b) * i as f64;
    }
    sum
}

#[differentiable]
fn chunks_and_windows(x: &[f64]) -> f64 {
    let mut sum = 1.0;
    for w in x.windows(2) {
        sum += (w[1] - w[0]).powi(2) * sum;
    }
    for c in x.chunks_exact(2) {
        sum += c[0] * c[1].exp();
    }
    for (i, w) in x.windows(3).enumerate() {
        sum += w[0] * w[1] * w[2] * i as f64;
    }
    for (c, w) in x.chunks_exact(2).zip(x.windows(2)) {
        sum += c[1] * w[0];
    }
    sum
}

#[differentiable]
fn rows(m: &[f64], width: usize) -> f64 {
    let mut sum = 1.0;
    for row in m.chunks_exact(width) {
        let mut product = 1.0;
        for v in row {
            product *= v + 2.0;
        }
        sum += product.ln() * sum;
    }
    sum
}

#[differentiable]
fn while_larger(a: f64) -> f64 {
    let mut b = a * a;
    while b > 0.5 {
        b *= 0.5 + 0.1 * a.sin();
    }
    b
}

#[differentiable]
fn while_counting(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    let mut i = 0;
    while i < x.len() {
        sum += x[i] * (1.0 + sum);
        i += if i % 2 == 0 { 1 } else { 2 };
    }
    sum
}

#[differentiable]
fn newton(a: f64) -> f64 {
    let mut root = 1.0;
    let mut steps = 0;
    while steps < 30 && (root * root - a).abs() > 1e-14 {
        root = 0.5 * (root + a / root);
        steps += 1;
    }
    root
}

#[differentiable]
fn nested_while(x: &[f64]) -> f64 {
    let mut sum = 0.3;
    for v in x {
        let mut w = v * v + 1.0;
        while w > 0.25 {
            w *= 0.5;
            let mut k = 0;
            while k < 2 {
                sum = sum * 0.9 + w * v;
                k += 1;
            }
        }
        sum += w;
    }
    sum
}

#[differentiable]
fn loop_with_a_value(a: f64, n: usize) -> f64 {
    let mut x = a;
    let mut k = 0;
    let y = loop {
        x = x.sin() + 0.5 * a;
        k += 1;
        if k == n {
            break x * a;
        }
    };
    y + x
}

#[differentiable]
fn loop_with_two_ends(a: f64, n: usize) -> f64 {
    let mut x = a;
    let mut k = 0;
    loop {
        x = x * x + 0.2;
        if x > 2.0 {
            break x.ln();
        }
        k += 1;
        if k > n {
            break x * a;
        }
    }
}

#[differentiable]
fn loop_without_a_value(a: f64, n: usize) -> f64 {
    let mut x = a;
    let mut k = 0;
    loop {
        if k >= n {
            break;
        }
        x = x.cos() * a;
        k += 1;
    }
    x
}

#[differentiable]
fn several_carried(x: &[f64], n: usize) -> f64 {
    let (mut a, mut b, mut c) = (x[0], 1.0, [0.5, x[0]]);
    for i in 0..n {
        (a, b) = (b * 0.5 + c[0], a * 0.25 + c[1]);
        c[i % 2] = a * b;
    }
    a + b * c[0] + c[1]
}

#[differentiable]
fn branches_inside(x: &[f64]) -> f64 {
    let mut sum = 0.1;
    for (i, v) in x.iter().enumerate() {
        if *v < 0.0 {
            sum -= v * 2.0;
        } else if i % 2 == 0 {
            sum *= v + 1.0;
        } else {
            let w = if sum > 1.0 { v.sin() } else { v.exp() };
            sum += w * w;
        }
    }
    sum
}

#[differentiable]
fn guards(x: &[f64], k: i32) -> f64 {
    let mut sum = 0.0;
    for (i, v) in x.iter().enumerate() {
        sum += match i {
            0 => *v,
            n if n % 2 == 1 && k > 0 => v * v,
            1..=2 => v.sin(),
            n if sum > 0.5 => v * n as f64,
            _ => 1.0 - v,
        };
    }
    sum
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Linear,
    Square,
    Wave,
}

#[differentiable]
fn inactive_enum(x: &[f64], kinds: &[Kind]) -> f64 {
    let mut sum = 0.0;
    for (v, kind) in x.iter().zip(kinds) {
        sum += match kind {
            Kind::Linear => *v,
            Kind::Square => v * v,
            Kind::Wave if sum > 0.0 => v.sin(),
            Kind::Wave => v.cos(),
        };
    }
    sum
}

#[differentiable]
fn unused_iterations(x: &[f64], n: usize) -> f64 {
    let mut unused = 0.0;
    for i in 0..n {
        unused += i as f64;
    }
    x[0] * x[0] + unused * 0.0
}

#[test]
fn ranges() {
    cases! {
        |x| power(x[0], 0), along (x[0]);
        |x| power(x[0], 1), along (x[0]);
        |x| power(x[0], 5), along (x[0]);
        |x| closed_range(x[0], 0), along (x[0]);
        |x| closed_range(x[0], 4), along (x[0]);
        |x| from_to(x[0], 2, 6), along (x[0]);
        |x| from_to(x[0], 6, 2), along (x[0]);
        |x| signed(x[0], -3, 2), along (x[0]);
        at &SOME[..1]
    }
    cases! { |x| backwards(&x[..x.len() - 1], x[x.len() - 1]); at SOME }
    cases! { |x| stepping(x, 1), along (x); |x| stepping(x, 2), along (x); |x| stepping(x, 5), along (x); at SOME }
    cases! { |x| triangle(x); at ANY }
    cases! { |x| three_deep(x, x.len()), along (x); at ANY }
    cases! { |x| three_deep(x, 3), along (x); at LONG }
    cases! { |x| several_carried(x, 0), along (x); |x| several_carried(x, 7), along (x); at SOME }
}

#[test]
fn slices() {
    cases! { |x| over_a_slice(x); |x| adaptors(x); |x| chunks_and_windows(x); at ANY }
    cases! { |x| zipped(&x[..x.len() / 2], &x[x.len() / 2..]); at ANY }
    cases! { |x| rows(x, 1), along (x); |x| rows(x, 2), along (x); |x| rows(x, 3), along (x); at ANY }
}

#[test]
fn conditions() {
    cases! { |x| while_larger(x[0]); |x| newton(x[0]); at &[&[0.3], &[3.0], &[17.0]] }
    cases! { |x| while_counting(x); |x| nested_while(x); at ANY }
    cases! {
        |x| loop_with_a_value(x[0], 1), along (x[0]);
        |x| loop_with_a_value(x[0], 4), along (x[0]);
        |x| loop_with_two_ends(x[0], 3), along (x[0]);
        |x| loop_without_a_value(x[0], 0), along (x[0]);
        |x| loop_without_a_value(x[0], 5), along (x[0]);
        at &[&[0.3], &[1.7]]
    }
}

#[test]
fn choices() {
    cases! { |x| branches_inside(x); at ANY }
    cases! { |x| guards(x, 1), along (x); |x| guards(x, 0), along (x); at ANY }
    cases! { |x| inactive_enum(x, &[Kind::Wave, Kind::Linear, Kind::Wave, Kind::Square][..]), along (x); at ANY }
    cases! { |x| unused_iterations(x, 3), along (x); at SOME }
}

/// Elements to which neighbouring iterations add.
mod neighbours {
    use crate::cases::{ANY, LONG, cases};
    use burtorch::differentiable;

    #[differentiable]
    fn two(x: &[f64]) -> f64 {
        let mut sum = 0.0;
        for i in 1..x.len() {
            sum += (x[i] - x[i - 1] * x[i - 1]).powi(2) * 100.0 + (1.0 - x[i - 1]).powi(2);
        }
        sum
    }

    #[differentiable]
    fn three(x: &[f64]) -> f64 {
        let mut sum = 0.0;
        for i in 2..x.len() {
            sum += (x[i] * x[i - 2]).sin() * x[i - 1];
        }
        sum
    }

    #[differentiable]
    fn backwards(x: &[f64], skipped: usize) -> f64 {
        let mut sum = 1.0;
        for i in (skipped..x.len() - 1).rev() {
            sum = sum * 0.5 + x[i] * x[i + 1] * sum;
        }
        sum
    }

    #[differentiable]
    fn in_rows(x: &[f64], columns: usize) -> f64 {
        let mut sum = 0.0;
        for i in 0..x.len() / columns {
            for j in 1..columns {
                sum += x[i * columns + j].exp() * x[i * columns + j - 1];
            }
        }
        sum
    }

    /// A gap: these are no neighbours.
    #[differentiable]
    fn with_a_gap(x: &[f64]) -> f64 {
        let mut sum = 0.0;
        for i in 3..x.len() {
            sum += x[i] * x[i - 3] * x[i];
        }
        sum
    }

    /// One of them only now and then.
    #[differentiable]
    fn at_times(x: &[f64]) -> f64 {
        let mut sum = 0.0;
        for i in 1..x.len() {
            sum += if i % 2 == 0 { x[i] * x[i - 1] } else { x[i - 1].sin() };
        }
        sum
    }

    #[test]
    fn are_added_to_in_order() {
        cases! { |x| two(x); |x| three(x); |x| with_a_gap(x); |x| at_times(x); at ANY }
        cases! {
            |x| backwards(x, 0), along (x);
            |x| backwards(x, x.len() - 1), along (x);
            |x| in_rows(x, 2), along (x);
            |x| in_rows(x, 1), along (x);
            |x| in_rows(x, 3), along (x);
            at LONG
        }
    }

    /// Too short an array stops the program, as it does in the function.
    #[test]
    #[should_panic(expected = "range")]
    fn outside_of_the_array_there_are_none() {
        let x = [1.0, 2.0, 3.0];
        #[differentiable]
        fn beyond(x: &[f64], n: usize) -> f64 {
            let mut sum = 0.0;
            for i in 0..n {
                sum += x[i] * x[i + 1];
            }
            sum
        }
        let _ = beyond::grad(&x, 3);
    }
}
