//! Calls of other differentiable functions.

use crate::check::{scalar, several};
use burtorch::differentiable;

mod shapes {
    pub mod inner {
        #[burtorch::differentiable]
        pub fn bump(x: f64, y: f64) -> f64 {
            (x * y).sin() * x
        }
    }

    #[burtorch::differentiable]
    pub(crate) fn norm(x: &[f64; 3]) -> f64 {
        (x[0] * x[0] + x[1] * x[1] + x[2] * x[2]).sqrt()
    }

    #[burtorch::differentiable]
    pub(super) fn weighted(x: [f64; 2], n: usize, y: &f64) -> f64 {
        x[0] * x[n] * *y
    }
}

#[differentiable]
fn by_path(x: f64, y: f64) -> f64 {
    shapes::inner::bump(x, y) * self::shapes::inner::bump(y, x * x) + crate::calls::shapes::inner::bump(x, 1.5)
}

#[differentiable]
fn one_deep(x: f64) -> f64 {
    x * x.sin()
}

#[differentiable]
fn two_deep(x: f64) -> f64 {
    one_deep(x * 2.0) + x * one_deep(x)
}

#[differentiable]
fn three_deep(x: f64) -> f64 {
    two_deep(one_deep(x)) * two_deep(x)
}

#[differentiable]
fn in_loops<const N: usize>(x: &[f64; N]) -> f64 {
    let mut a = x[0];
    for i in 0..N {
        a = one_deep(a + x[i]) * 0.5;
    }
    for _ in 0..3 {
        a = one_deep(a) + a;
    }
    a
}

#[differentiable]
fn in_a_long_loop(x: f64) -> f64 {
    let mut a = x;
    for _ in 0..3000 {
        a = a * 0.9 + one_deep(a) * 0.05;
    }
    a
}

#[differentiable]
fn in_branches(x: f64, y: f64) -> f64 {
    let a = if x > y { one_deep(x) } else { two_deep(y) };
    if one_deep(x) > 0.3 && two_deep(y) > 0.0 { a * one_deep(y) } else { a }
}

#[differentiable]
fn with_arrays(x: &[f64; 3], y: f64) -> f64 {
    let local = [y, x[0] * y, x[2]];
    let scaled = [x[0], y];
    shapes::norm(x) * shapes::norm(&local) + shapes::norm(&[y, y * y, 1.0]) + shapes::weighted(scaled, 1, &y)
}

#[differentiable]
fn with_changed_arrays<const N: usize>(x: &[f64; N]) -> f64 {
    let mut a = [1.0; 3];
    let mut sum = 0.0;
    for i in 0..N {
        a[i % 3] = x[i] * a[0];
        sum += shapes::norm(&a);
        a[1] *= sum;
    }
    sum + a[1]
}

#[differentiable]
fn parts(x: f64, y: f64) -> (f64, f64) {
    (x * y, x - y.sin())
}

#[differentiable]
fn rotated(x: &[f64; 2], t: f64) -> [f64; 2] {
    let (s, c) = t.sin_cos();
    [c * x[0] - s * x[1], s * x[0] + c * x[1]]
}

#[differentiable]
fn destructured(x: f64, y: f64) -> f64 {
    let (a, b) = parts(x, y);
    let (c, _) = parts(b, a);
    let whole: (f64, f64) = parts(c, a * b);
    whole.0 * whole.1 + b
}

#[differentiable]
fn with_array_results(x: &[f64; 2], t: f64) -> f64 {
    let [a, b]: [f64; 2] = rotated(x, t);
    let again: [f64; 2] = rotated(&[a * b, b], t * 2.0);
    let mut state: [f64; 2] = rotated(&again, 0.5);
    for _ in 0..2 {
        state = rotated(&state, t);
    }
    again[0] * state[1] + state[0]
}

#[differentiable]
fn passes_the_result_on(x: &[f64; 2], t: f64) -> [f64; 2] {
    rotated(x, t * t)
}

#[differentiable]
fn passes_the_pair_on(x: f64) -> (f64, f64) {
    if x > 1.0 {
        return parts(x, 2.0);
    }
    parts(2.0, x)
}

#[differentiable]
fn constant_arguments(x: f64) -> f64 {
    shapes::inner::bump(2.0, x)
        + shapes::inner::bump(x, 2.0)
        + shapes::inner::bump(1.0, 2.0) * x
        + shapes::weighted([1.0, 2.0], 0, &x)
}

#[differentiable(wrt(x))]
fn picks(x: f64, y: f64) -> f64 {
    x * x * y
}

#[differentiable]
fn calls_what_picks(x: f64) -> f64 {
    picks(x, 3.0) * x
}

#[differentiable]
fn negated(x: f64) -> f64 {
    let y = -one_deep(x);
    let a = [one_deep(y), 2.0];
    let t = (one_deep(x), x);
    (a[0] + one_deep(y).powi(2)) * t.0 + one_deep(one_deep(one_deep(x)))
}

fn plain(n: usize) -> usize {
    n + 1
}

#[differentiable]
fn with_plain_calls(x: &[f64; 3], n: usize) -> f64 {
    x[plain(n)] * x[0] * plain(n) as f64 + f64::from(u8::try_from(plain(n)).unwrap())
}

#[test]
fn numbers() {
    scalar!(|x| by_path(x[0], x[1]); at [0.7, 1.2], [-0.4, 0.3]);
    scalar!(|x| three_deep(x[0]); at [0.7], [-0.4]);
    scalar!(|x| in_loops(&[x[0], x[1], x[2]]); at [0.7, 1.2, -0.3]);
    scalar!(|x| in_a_long_loop(x[0]); at [0.7], [-0.4]);
    scalar!(|x| in_branches(x[0], x[1]); at [0.7, 1.2], [1.2, 0.7], [-0.1, 0.3]);
    scalar!(|x| constant_arguments(x[0]); at [0.7], [-0.4]);
    scalar!(|x| calls_what_picks(x[0]); at [0.7], [-0.4]);
    scalar!(|x| negated(x[0]); at [0.7], [-0.4]);
    scalar!(|x| with_plain_calls(&[x[0], x[1], x[2]], 1); along (&[x[0], x[1], x[2]]); at [0.7, 1.2, -0.3]);
    scalar!(|x| shapes::inner::bump(x[0], x[1]); at [0.7, 1.2]);
}

#[test]
fn arrays_and_tuples() {
    scalar!(|x| with_arrays(&[x[0], x[1], x[2]], x[3]); at [0.7, 1.2, -0.3, 0.5]);
    scalar!(|x| with_changed_arrays(&[x[0], x[1], x[2], x[3]]); at [0.7, 1.2, -0.3, 0.5]);
    scalar!(|x| destructured(x[0], x[1]); at [0.7, 1.2], [-0.4, 0.3]);
    scalar!(|x| with_array_results(&[x[0], x[1]], x[2]); at [0.7, 1.2, -0.3]);
    several!(|x, y| passes_the_result_on(&[x[0], x[1]], x[2]) -> [y[0], y[1]]; at [0.7, 1.2, -0.3]);
    several!(|x, y| passes_the_pair_on(x[0]) -> (y[0], y[1]); at [0.7], [1.2]);
}
