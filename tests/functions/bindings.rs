//! Names, blocks, constants, casts and assignments.

use crate::check::scalar;
use burtorch::differentiable;
use std::f64::consts::PI;

#[differentiable]
fn shadowing(x: f64) -> f64 {
    let x = x * x;
    let y = {
        let x = x + 1.0;
        let x = x * x;
        x.sin()
    };
    let x = x * y;
    x + y
}

#[differentiable]
fn blocks(x: f64, y: f64) -> f64 {
    let a = {
        let t = x * y;
        t * t
    } + {
        let t = x - y;
        t
    };
    ({ a }) * { x }
}

#[differentiable]
fn inner_assignment(x: f64) -> f64 {
    let mut a = x;
    {
        let b = a * a;
        a += b;
        {
            a *= x;
        }
    }
    a
}

#[differentiable]
fn later(x: f64, yes: bool) -> f64 {
    let y;
    let z: f64;
    if yes {
        y = x * x;
        z = 1.0;
    } else {
        y = x.sin();
        z = y;
    }
    y * z
}

#[differentiable]
fn later_array(x: f64) -> f64 {
    let a: [f64; 2];
    a = [x, x * x];
    a[0] * a[1]
}

#[differentiable]
fn patterns(x: &[f64; 3], p: ((f64, f64), f64)) -> f64 {
    let [a, b, c] = *x;
    let ((d, _), e) = p;
    let (f, (g, h)) = (a * b, (c, d));
    let &[i, _, _] = x;
    f * g + h * e + i
}

#[differentiable]
fn annotated(x: f64) -> f64 {
    let a: f64 = x * 2.0;
    let b: [f64; 2] = [a, x];
    let c: (f64, f64) = (b[0] * b[1], a);
    let n: usize = 1;
    let m = 2_i32;
    c.0 * c.1 + b[n] * f64::from(m)
}

const SCALE: f64 = 2.5;
const TABLE: [f64; 3] = [0.5, 1.5, -2.0];
static LIMITS: [f64; 2] = [0.25, 8.0];

mod settings {
    pub const OFFSET: f64 = 0.125;
    pub struct Config;
    impl Config {
        pub const WEIGHT: f64 = 3.5;
        pub const fn weight(n: u32) -> f64 {
            n as f64 * 0.5
        }
    }
}

#[differentiable]
fn constants(x: f64) -> f64 {
    const LOCAL: f64 = 4.0;
    const ROWS: usize = 3;
    let mut a = x * SCALE + settings::OFFSET;
    for i in 0..ROWS {
        a += TABLE[i] * x * LOCAL;
    }
    a * PI + std::f64::consts::E * x * x + settings::Config::WEIGHT - f64::EPSILON * a
        + f64::MAX * 0.0
        + LIMITS[1] * a
        + settings::Config::weight(3) * x
}

#[differentiable]
fn local_items(x: f64) -> f64 {
    use std::f64::consts::FRAC_PI_2 as QUARTER;
    const WEIGHTS: [f64; 2] = [0.5, 2.0];
    fn plain(n: i32) -> f64 {
        f64::from(n) * 0.5
    }
    let mut sum = 0.0;
    for i in 0..WEIGHTS.len() {
        sum += WEIGHTS[i] * x * sum + x;
    }
    sum * QUARTER + plain(3) * x
}

#[differentiable]
fn casts(x: f64, n: i32, m: usize) -> f64 {
    let a = n as f64 * x;
    let b = (m as i32 - n) as f64;
    let c = f64::from(n) + f64::from(3_u8) + (m * 2) as f64;
    let half = (m / 2) as f64;
    a * b + c * x.powi(m as i32) + half * x + 2 as f64 * x
}

#[differentiable]
fn powers(x: f64, n: i32) -> f64 {
    x.powi(2)
        + x.powi(3) * x.powi(-1)
        + x.powi(-2) * x.powi(1)
        + x.powi(0)
        + x.powi(7)
        + x.powi(n)
        + x.powi(n - 1)
        + x.powf(1.5)
        + x.powf(-0.5)
        + 2.0_f64.powf(x)
        + x.powf(x)
        + 2.0_f64.powi(n) * x
}

#[differentiable]
fn associated(x: f64, y: f64) -> f64 {
    f64::sin(x) + f64::max(x, y) * f64::powi(x, 2) + f64::atan2(y, x) + f64::hypot(x, y) + f64::abs(x) - <f64>::cos(y)
}

#[differentiable]
fn sine_and_cosine(x: f64) -> f64 {
    let (s, c) = x.sin_cos();
    let both = (x * 2.0).sin_cos();
    s * c + both.0 * both.1 * s + x.sin_cos().1
}

#[differentiable]
fn compound(x: f64, y: f64) -> f64 {
    let mut a = [x, y, 1.0];
    let mut m = [[x; 2]; 2];
    a[0] += y;
    a[1] -= a[0];
    a[2] *= a[1];
    a[0] /= x + 3.0;
    a[1] %= 0.75;
    m[0][1] *= y;
    m[1] = [a[0], a[1]];
    m[1][0] += m[0][1] * m[0][0];
    a[2] * m[1][0] + m[1][1] + a[0]
}

#[differentiable]
fn integers(x: f64, n: i64) -> f64 {
    let mut k = n;
    k *= 3;
    k -= 1;
    k <<= 1;
    let odd = k & 1 == 1 || n % 2 != 0;
    let m = !n ^ k;
    let size = usize::try_from(n.abs()).unwrap_or(0) + [1, 2, 3].len();
    (if odd { x * x } else { x }) * k as f64 + m as f64 * x + size as f64 * x
}

#[differentiable]
fn negative_literals(x: f64) -> f64 {
    let a = -2.5 * x - -1.0;
    let b = -(a * -x);
    -b - x + 1e-3 * x + 1_000.0 * x + 2. * x + 3f64 * x
}

#[differentiable]
fn references(x: f64, y: &f64, z: &[f64; 2]) -> f64 {
    let a = &x;
    let b = &z[1];
    let c = &(x * *y);
    let row = z;
    *a * b + *c * row[0] + y
}

#[differentiable]
fn signs(x: f64) -> f64 {
    let inverse = 1.0 / x;
    let zero = x - x;
    -zero + inverse - 0.0
}

/// 255 and 248; without the types it would be −1 and −8.
#[differentiable]
fn integers_of_a_type(x: f64) -> f64 {
    let k: i32 = -1;
    let a: u8 = 7;
    let b = !a;
    x * (k as u8) as f64 + x * x * f64::from(b)
}

/// The shift is one of `u64` because of what becomes of it; one of `i32` overflows.
#[differentiable]
fn shift_of_a_type(x: f64, n: u64) -> f64 {
    let k = 1 << n;
    let m: u64 = k;
    x * m as f64
}

/// The number of single precision nearest to 0.1, and to 0.2.
#[differentiable]
fn literal_of_single_precision(x: f64) -> f64 {
    f64::from(0.1_f32) * x + (0.2_f32 as f64) * x * x
}

#[differentiable]
fn method_of_a_typed_integer(x: f64) -> f64 {
    let n: u8 = 200;
    x * f64::from(n.wrapping_add(100))
}

#[differentiable]
fn closure_over_integers(x: f64) -> f64 {
    let next = |n: i32| n + 1;
    x * f64::from(next(2))
}

#[test]
fn names_and_blocks() {
    scalar!(|x| shadowing(x[0]); at [0.7], [-1.3]);
    scalar!(|x| blocks(x[0], x[1]); at [0.7, 1.2]);
    scalar!(|x| inner_assignment(x[0]); at [0.7], [-1.3]);
    for yes in [true, false] {
        scalar!(|x| later(x[0], yes); along (x[0]); at [0.7], [-1.3]);
    }
    scalar!(|x| later_array(x[0]); at [0.7], [-1.3]);
    scalar!(|x| patterns(&[x[0], x[1], x[2]], ((x[3], x[4]), x[5])); at [0.7, 1.2, -0.3, 0.5, 2.0, 1.1]);
    scalar!(|x| annotated(x[0]); at [0.7], [-1.3]);
    scalar!(|x| references(x[0], &x[1], &[x[2], x[3]]); at [0.7, 1.2, -0.3, 0.5]);
}

#[test]
fn constants_and_numbers() {
    scalar!(|x| constants(x[0]); at [0.7], [-1.3]);
    scalar!(|x| local_items(x[0]); at [0.7], [-1.3]);
    for (n, m) in [(2, 3), (-1, 4), (0, 1)] {
        scalar!(|x| casts(x[0], n, m); along (x[0]); inexact; at [0.7], [1.3]);
        scalar!(|x| powers(x[0], n); along (x[0]); inexact; at [0.7], [1.3]);
        scalar!(|x| integers(x[0], i64::from(n)); along (x[0]); at [0.7], [1.3]);
    }
    scalar!(|x| negative_literals(x[0]); at [0.7], [-1.3]);
    scalar!(|x| signs(x[0]); at [0.7], [-1.3]);
}

#[test]
fn operators() {
    scalar!(|x| associated(x[0], x[1]); at [0.7, 1.2], [1.3, 0.4]);
    scalar!(|x| sine_and_cosine(x[0]); at [0.7], [-1.3]);
    scalar!(|x| compound(x[0], x[1]); at [0.7, 1.2], [1.3, 0.4]);
}

#[test]
fn numbers_have_their_types() {
    scalar!(|x| integers_of_a_type(x[0]); at [0.7]);
    scalar!(|x| shift_of_a_type(x[0], 40); along (x[0]); at [0.7]);
    scalar!(|x| literal_of_single_precision(x[0]); at [0.7]);
    scalar!(|x| method_of_a_typed_integer(x[0]); at [0.7]);
    scalar!(|x| closure_over_integers(x[0]); at [0.7]);
}
