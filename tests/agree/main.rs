//! Random programs, compiled and on a tape: the same numbers to the bit.
//!
//! `programs.rs` holds each program once, as a macro that takes the type of its numbers. Here it becomes three functions: for
//! the compiler, for the compiler with all loops kept as loops, and for the tape. The file is written by a test of
//! burtorch-macros, `BURTORCH_BLESS=1 cargo test -p burtorch-macros programs`. So is `slices.rs`, which holds programs over
//! slices.

#![allow(clippy::float_cmp, reason = "to the bit is the claim")]

/// The forms of each program, and the list of all.
macro_rules! programs {
    ($($program:ident)*) => {
        $(#[allow(clippy::all, clippy::pedantic, unused)]
        mod $program {
            use burtorch::{Real, differentiable};

            use super::super::Program;
            use super::super::tape::{Var, lit};

            $program! { #[differentiable] compiled f64 }
            $program! { #[differentiable(unroll = 0)] looped f64 }
            $program! { taped Var lit }

            pub const PROGRAM: Program =
                Program { compiled: compiled::value_and_grad, looped: looped::value_and_grad, taped };
        })*

        pub const ALL: &[super::Program] = &[$($program::PROGRAM),*];
    };
}

/// The forms of each program over slices, and the list of all.
macro_rules! slices {
    ($($program:ident)*) => {
        $(#[allow(clippy::all, clippy::pedantic, unused)]
        mod $program {
            use burtorch::{Real, differentiable};

            use super::super::tape::{Var, lit};
            use super::super::{Slices, norm, taped_norm};

            $program! { #[differentiable] compiled f64 norm }
            $program! { taped Var taped_norm lit assign }

            pub const PROGRAM: Slices = Slices {
                value: compiled,
                gradient: compiled::grad_into,
                forward: compiled::jvp,
                second: compiled::hvp,
                taped,
            };
        })*

        pub const ALL: &[super::Slices] = &[$($program::PROGRAM),*];
    };
}

/// Some of these with the option `vector`.
macro_rules! in_vectors {
    ($($program:ident)*) => {
        #[allow(clippy::all, clippy::pedantic, unused)]
        mod vectors {
            $(pub mod $program {
                use burtorch::{Real, differentiable};

                use super::super::super::{Slices, norm};

                $program! { #[differentiable(vector)] compiled f64 norm }

                pub const PROGRAM: Slices = Slices {
                    value: compiled,
                    gradient: compiled::grad_into,
                    forward: compiled::jvp,
                    second: compiled::hvp,
                    ..super::super::$program::PROGRAM
                };
            })*
        }

        pub const IN_VECTORS: &[super::Slices] = &[$(vectors::$program::PROGRAM),*];
    };
}

/// An assignment on the tape: its operators borrow the place first, which the value may read.
macro_rules! assign {
    ($place:ident[$index:expr] = $value:expr;) => {
        $place[$index] = $value;
    };
    ($place:ident[$index:expr] += $value:expr;) => {{
        let value = $value;
        $place[$index] += value;
    }};
    ($place:ident[$index:expr] *= $value:expr;) => {{
        let value = $value;
        $place[$index] *= value;
    }};
}

#[path = "../common/random.rs"]
mod random;
#[rustfmt::skip]
mod programs;
#[rustfmt::skip]
mod slices;
mod tape;

use burtorch::{Scratch, differentiable};
use random::Random;
use tape::{Var, leaf, lit};

type ValueAndGrad = fn(f64, f64, &[f64; 4]) -> (f64, (f64, f64, [f64; 4]));

/// A program in its three forms.
pub struct Program {
    compiled: ValueAndGrad,
    looped: ValueAndGrad,
    taped: fn(Var, Var, &[Var; 4]) -> Var,
}

/// Equal, except that a zero may have either sign: where only one of two branches adds to an adjoint,
/// the other one adds +0.
fn same(a: f64, b: f64) -> bool {
    a == b || (a.is_nan() && b.is_nan())
}

/// Calls `check` for every program at 50 points, with what the compiled and the taped form give there.
fn for_each_program(form: impl Fn(&Program) -> ValueAndGrad, check: impl Fn(f64, f64) -> bool) {
    let mut random = Random::seeded(20);
    for (at, program) in programs::ALL.iter().enumerate() {
        for _ in 0..50 {
            let mut number = || random.between(-1.7, 1.7);
            let (x, y, v) = (number(), number(), [number(), number(), number(), number()]);
            let (value, (dx, dy, dv)) = form(program)(x, y, &v);
            tape::clear();
            let (tx, ty, tv) = (leaf(x), leaf(y), v.map(leaf));
            let result = (program.taped)(tx, ty, &tv);
            result.backward();
            let ours = [value, dx, dy, dv[0], dv[1], dv[2], dv[3]];
            let leaves = [tx, ty, tv[0], tv[1], tv[2], tv[3]].map(Var::adjoint);
            for (ours, theirs) in ours.into_iter().zip([result.value()].into_iter().chain(leaves)) {
                assert!(check(ours, theirs), "program {at} at {x}, {y}, {v:?}: {ours}, on the tape {theirs}");
            }
        }
    }
}

#[test]
fn compiled_programs_give_the_bits_of_taped_ones() {
    for_each_program(|program| program.compiled, same);
}

#[test]
fn kept_loops_give_the_numbers_of_taped_ones() {
    // Elements of an array that a loop carries have sums of their own, so additions come in another order.
    let close = |a: f64, b: f64| same(a, b) || (a - b).abs() <= 1e-11 * (1.0 + a.abs() + b.abs());
    for_each_program(|program| program.looped, close);
}

/// A derivative at a point, in a direction.
type Along<T> = fn((&[f64], usize), &[f64]) -> T;

/// A program over slices: the derivatives of its compiled form, and its other form.
pub struct Slices {
    value: fn(&[f64], usize) -> f64,
    gradient: fn(&[f64], usize, &mut [f64], &mut Scratch) -> f64,
    forward: Along<(f64, f64)>,
    second: Along<Vec<f64>>,
    taped: fn(&[Var], usize) -> Var,
}

/// What the programs over slices call.
#[differentiable]
fn norm(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for v in x {
        sum += v * v;
    }
    sum
}

fn taped_norm(x: &[Var]) -> Var {
    x.iter().fold(lit(0.0), |sum, v| sum + *v * *v)
}

impl Slices {
    /// The value and the gradient on the tape.
    fn on_the_tape(&self, x: &[f64], n: usize) -> (f64, Vec<f64>) {
        tape::clear();
        let leaves: Vec<Var> = x.iter().map(|&x| leaf(x)).collect();
        let result = (self.taped)(&leaves, n);
        result.backward();
        (result.value(), leaves.into_iter().map(Var::adjoint).collect())
    }
}

fn close(a: f64, b: f64, tolerance: f64) -> bool {
    same(a, b) || (a - b).abs() <= tolerance * (1.0 + a.abs() + b.abs())
}

#[test]
fn programs_over_slices_give_the_numbers_of_taped_ones() {
    let mut random = Random::seeded(21);
    let mut scratch = Scratch::new();
    for (at, program) in slices::ALL.iter().enumerate() {
        for round in 0..40 {
            let (len, n) = (1 + round % 6, round % 5);
            let x: Vec<f64> = (0..len).map(|_| random.between(-1.7, 1.7)).collect();
            let v: Vec<f64> = (0..len).map(|_| random.between(-1.0, 1.0)).collect();
            let say = |what: &str| format!("{what} of program {at} at {x:?}, {n}");
            let (value, gradient) = program.on_the_tape(&x, n);
            assert!(same((program.value)(&x, n), value), "{}", say("value"));

            let mut ours = vec![0.0; len];
            let with = (program.gradient)(&x, n, &mut ours, &mut scratch);
            assert!(same(with, value), "{}: {with}, on the tape {value}", say("value with the gradient"));
            let agree = ours.iter().zip(&gradient).all(|(&a, &b)| close(a, b, 1e-11));
            assert!(agree, "{}: {ours:?}, on the tape {gradient:?}", say("gradient"));

            let (with, tangent) = (program.forward)((&x, n), &v);
            let along: f64 = gradient.iter().zip(&v).map(|(g, v)| g * v).sum();
            assert!(same(with, value), "{}: {with}, on the tape {value}", say("value with the tangent"));
            assert!(close(tangent, along, 1e-9), "{}: {tangent}, by the gradient {along}", say("tangent"));

            let product = (program.second)((&x, n), &v);
            let moved = |h: f64| {
                let x: Vec<f64> = x.iter().zip(&v).map(|(x, v)| x + h * v).collect();
                program.on_the_tape(&x, n).1
            };
            let slope = |h: f64| -> Vec<f64> {
                moved(h).iter().zip(moved(-h)).map(|(up, down)| (up - down) / (2.0 * h)).collect()
            };
            for ((&ours, coarse), fine) in product.iter().zip(slope(2e-5)).zip(slope(1e-5)) {
                // Where two steps disagree there is a kink or a jump nearby.
                if close(coarse, fine, 1e-6) {
                    assert!(close(ours, fine, 1e-5), "{}: {ours}, by differences {fine}", say("second derivative"));
                }
            }
        }
    }
}

#[test]
fn vector_code_over_slices_gives_the_numbers_of_taped_programs_but_for_rounding() {
    let mut random = Random::seeded(22);
    let mut scratch = Scratch::new();
    for (at, program) in slices::IN_VECTORS.iter().enumerate() {
        for round in 0..40 {
            let (len, n) = (1 + round * 7 % 71, round % 5);
            let x: Vec<f64> = (0..len).map(|_| random.between(-1.7, 1.7)).collect();
            let v: Vec<f64> = (0..len).map(|_| random.between(-1.0, 1.0)).collect();
            let say = |what: &str| format!("{what} of program {at} at {x:?}, {n}");
            let (value, gradient) = program.on_the_tape(&x, n);

            let mut ours = vec![0.0; len];
            let with = (program.gradient)(&x, n, &mut ours, &mut scratch);
            assert!(close(with, value, 1e-12), "{}: {with}, on the tape {value}", say("value"));
            let agree = ours.iter().zip(&gradient).all(|(&a, &b)| close(a, b, 1e-10));
            assert!(agree, "{}: {ours:?}, on the tape {gradient:?}", say("gradient"));

            let (_, tangent) = (program.forward)((&x, n), &v);
            let along: f64 = gradient.iter().zip(&v).map(|(g, v)| g * v).sum();
            assert!(close(tangent, along, 1e-9), "{}: {tangent}, by the gradient {along}", say("tangent"));
        }
    }
}
