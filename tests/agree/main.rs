//! Random programs, compiled and on a tape over the same table: the same numbers to the bit.
//!
//! `programs.rs` holds each program three times: for the compiler, for the compiler with all loops kept
//! as loops, and for the tape. It is written
//! by a test of burtorch-macros, `BURTORCH_BLESS=1 cargo test -p burtorch-macros programs`.

#![allow(clippy::float_cmp, reason = "to the bit is the claim")]

#[path = "../common/random.rs"]
mod random;
#[rustfmt::skip]
mod programs;
mod tape;

use random::Random;
use tape::{Var, lit};

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
            let (tx, ty, tv) = (lit(x), lit(y), v.map(lit));
            let result = (program.taped)(tx, ty, &tv);
            let adjoints = result.backward();
            let ours = [value, dx, dy, dv[0], dv[1], dv[2], dv[3]];
            let leaves = [tx, ty, tv[0], tv[1], tv[2], tv[3]].map(|leaf| adjoints[leaf.index()]);
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
