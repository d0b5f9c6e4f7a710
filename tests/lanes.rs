//! Several directions at once: each lane is what `jvp` gives in its direction, to the bit.

#![allow(clippy::needless_range_loop, reason = "a lane is an index of several things")]
#![allow(clippy::float_cmp, reason = "to the bit is the claim")]

use burtorch::{Lanes, Scratch, check_jacobian, derivative, differentiable};

/// How many directions are tried at once.
const LANES: usize = 3;

/// Directions that are unlike each other, for `len` numbers.
fn directions(len: usize) -> [Vec<f64>; LANES] {
    [0.0, 1.0, 2.0].map(|lane| (0_u32..).take(len).map(|at| (0.7 + lane + 1.9 * f64::from(at)).sin()).collect())
}

/// The same directions, side by side.
fn side_by_side(directions: &[Vec<f64>; LANES]) -> Vec<Lanes<f64, LANES>> {
    (0..directions[0].len()).map(|at| Lanes([0, 1, 2].map(|lane: usize| directions[lane][at]))).collect()
}

fn assert_lane(name: &str, lane: usize, found: &[Lanes<f64, LANES>], expected: &[f64]) {
    assert_eq!(found.len(), expected.len(), "{name}");
    for (at, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert_eq!(found[lane].to_bits(), expected.to_bits(), "{name}: lane {lane} of result {at}");
    }
}

/// One function for each row of the table that takes one number.
macro_rules! rows {
    ($($row:ident at $($x:literal)+;)*) => {$(
        #[test]
        fn $row() {
            #[differentiable(lanes)]
            fn f(x: f64) -> f64 {
                x.$row() * 3.0 + x
            }

            for x in [$($x),+] {
                let (value, tangents) = f::jvp_lanes(x, Lanes([1.0, -0.3, 0.0]));
                assert_eq!(value.to_bits(), f(x).to_bits());
                for (lane, v) in [1.0, -0.3, 0.0].into_iter().enumerate() {
                    assert_eq!(tangents[lane].to_bits(), f::jvp(x, v).1.to_bits(), "at {x}, along {v}");
                }
            }
        }
    )*};
}

#[allow(unstable_name_collisions, reason = "`erf` is ours as long as the standard library has none")]
mod rows {
    use burtorch::{Lanes, Real, differentiable};

    rows! {
    abs at -1.5 0.0 2.0; signum at -1.5 0.0; recip at -1.5 2.0; exp at 0.3; exp2 at 0.3; exp_m1 at 0.3; ln at 0.3;
    log2 at 0.3; log10 at 0.3; ln_1p at 0.3; sqrt at 0.3 0.0; cbrt at -0.3; sin at 0.3; cos at 0.3; tan at 0.3;
    asin at 0.3; acos at 0.3; atan at 0.3; sinh at 0.3; cosh at 0.3; tanh at 0.3; asinh at 0.3; acosh at 1.3;
    atanh at 0.3; floor at 0.3; ceil at 0.3; round at 0.3; trunc at 0.3; fract at 0.3; to_radians at 0.3;
    to_degrees at 0.3; relu at -0.3 0.0 0.3; sigmoid at 0.3; softplus at 0.3; gelu at 0.3; silu at 0.3; sqr at 0.3;
    pow3 at 0.3; erf at 0.3;
    }
}

/// A case over `[f64; N]`: its lanes, and its Jacobian against differences.
macro_rules! array_case {
    ($name:ident at $x:expr) => {{
        let x = $x;
        let directions = directions(x.len());
        let moving = side_by_side(&directions);
        let (value, tangents) = $name::jvp_lanes(&x, moving[..].try_into().unwrap());
        assert_eq!(value, $name(&x));
        for lane in 0..LANES {
            let (_, expected) = $name::jvp(&x, directions[lane][..].try_into().unwrap());
            assert_lane(stringify!($name), lane, &tangents, &expected);
        }
    }};
}

/// The same for a function that has a Jacobian.
macro_rules! jacobian_case {
    ($name:ident at $x:expr) => {{
        array_case!($name at $x);
        let rows: Vec<Vec<f64>> = $name::jacobian(&$x).iter().map(|row| row.to_vec()).collect();
        check_jacobian(|x: &[f64]| $name(&[0, 1, 2, 3, 4].map(|at: usize| x[at])).to_vec(), &$x[..], &rows).unwrap();
    }};
}

#[differentiable(lanes)]
fn two(x: f64, y: f64) -> f64 {
    x.atan2(y) + x.hypot(y) + x.powf(y) + x.max(y) * x.min(y) + x % y + x.mul_add(y, x) + x.copysign(-y) + x.log(3.0)
}

#[differentiable(lanes)]
fn twisted(x: &[f64; 5]) -> [f64; 5] {
    let mut f = [0.0; 5];
    for i in 0..5 {
        let (a, b) = (x[i], x[(i + 1) % 5]);
        f[i] = if a > b { two(a, b) } else { a * b.sin() - 1.0 };
    }
    f[0] *= f[4] * x[2];
    f
}

#[differentiable(lanes)]
fn ring<const N: usize>(x: &[f64; N]) -> [f64; N] {
    let mut f = *x;
    for i in 1..N {
        f[i] = f[i - 1] * x[i] + (x[i] - 1.0).powi(3);
    }
    f
}

#[test]
fn arrays_and_branches() {
    let (value, tangents) = two::jvp_lanes((1.3, 0.4), (Lanes([1.0, 0.0]), Lanes([0.0, 1.0])));
    assert_eq!(value.to_bits(), two(1.3, 0.4).to_bits());
    assert_eq!(tangents[0].to_bits(), two::jvp((1.3, 0.4), (1.0, 0.0)).1.to_bits());
    assert_eq!(tangents[1].to_bits(), two::jvp((1.3, 0.4), (0.0, 1.0)).1.to_bits());
    jacobian_case!(twisted at [0.8, 0.3, 1.4, 0.9, 0.2]);
    jacobian_case!(ring at [0.8, 0.3, 1.4, 0.9, 0.2]);
    array_case!(ring at [0.8, 0.3]);
}

fn by_hand(x: f64, y: &[f64; 2]) -> f64 {
    x * y[0] * y[1]
}

#[derivative(of = by_hand)]
fn slopes_by_hand(x: f64, y: &[f64; 2]) -> (f64, [f64; 2]) {
    (y[0] * y[1], [x * y[1], x * y[0]])
}

struct Gain(f64);

impl Gain {
    #[differentiable(lanes)]
    fn applied(&self, x: &[f64; 3]) -> [f64; 3] {
        [self.0 * x[0] * x[1], x[2].exp() / self.0, by_hand(x[0], &[x[1], 2.0])]
    }
}

#[differentiable(lanes, wrt(x))]
fn power<T: burtorch::Float>(x: T, n: usize) -> T {
    if n == 0 { T::one() } else { x * power(x, n - 1) }
}

#[test]
fn rules_by_hand_methods_generics_and_recursion() {
    let (gain, x) = (Gain(1.5), [0.3, 0.7, -0.2]);
    let directions = directions(3);
    let moving = side_by_side(&directions);
    let (value, tangents) = gain.applied_jvp_lanes(&x, moving[..].try_into().unwrap());
    assert_eq!(value, gain.applied(&x));
    for lane in 0..LANES {
        let (_, expected) = gain.applied_jvp(&x, directions[lane][..].try_into().unwrap());
        assert_lane("applied", lane, &tangents, &expected);
    }
    let (value, tangents) = power::jvp_lanes((1.5_f32, 4), Lanes([1.0, 0.5]));
    assert_eq!((value, tangents), (1.5_f32.powi(4), Lanes([4.0 * 1.5_f32.powi(3), 2.0 * 1.5_f32.powi(3)])));
}

/// A filter with a state that is changed in place, a loop that is left early, and a sum.
#[differentiable(lanes)]
fn filtered(x: &[f64], state: &mut [f64; 2]) -> Vec<f64> {
    let mut out: Vec<f64> = Vec::new();
    for &x in x {
        if state[0].abs() > 50.0 {
            break;
        }
        state[0] = 0.9 * state[0] + x * state[1];
        state[1] = state[1].tanh() + 0.1;
        out.push(state[0].sin() * x);
    }
    out
}

#[differentiable(lanes)]
fn through_slices(x: &[f64]) -> Vec<f64> {
    let mut state = [0.2, 1.1];
    let mut y: Vec<f64> = filtered(x, &mut state);
    let total: f64 = x.iter().zip(&y).map(|(x, y)| x * y).sum();
    let mut i = 0;
    while i < y.len() {
        y[i] *= total + state[i % 2];
        i += 1;
    }
    y
}

#[test]
fn slices_and_what_is_changed() {
    let mut scratch = Scratch::new();
    for x in [&[0.5, 1.2, -0.7, 0.1, 2.0][..], &[0.4], &[]] {
        let directions = directions(x.len());
        let moving = side_by_side(&directions);
        let (value, tangents) = through_slices::jvp_lanes_with(x, &moving, &mut scratch);
        assert_eq!(value, through_slices(x));
        for (lane, direction) in directions.iter().enumerate() {
            assert_lane("through_slices", lane, &tangents, &through_slices::jvp(x, direction).1);
        }
        if !x.is_empty() {
            check_jacobian(through_slices, x, &through_slices::jacobian(x)).unwrap();
        }

        let (mut state, mut moving_state) = ([0.2, 1.1], [Lanes([0.5, 1.0, 0.0]), Lanes([0.0, -1.0, 0.3])]);
        let (value, tangents) = filtered::jvp_lanes((x, &mut state), (&moving, &mut moving_state));
        for (lane, direction) in directions.iter().enumerate() {
            let (mut same, mut along) = ([0.2, 1.1], [[0.5, 1.0, 0.0][lane], [0.0, -1.0, 0.3][lane]]);
            let (again, expected) = filtered::jvp((x, &mut same), (direction, &mut along));
            assert_eq!((&again, same), (&value, state));
            assert_lane("filtered", lane, &tangents, &expected);
            assert_lane("the state of filtered", lane, &moving_state, &along);
        }
    }
}
