//! Random programs, compiled and on a tape over the same table: the same numbers to the bit.
//!
//! `programs.rs` holds each program twice, once for the compiler and once for the tape. It is written
//! by a test of burtorch-macros, `BURTORCH_BLESS=1 cargo test -p burtorch-macros programs`.

#![allow(clippy::float_cmp, reason = "to the bit is the claim")]

#[path = "../common/random.rs"]
mod random;
#[rustfmt::skip]
mod programs;
mod tape;

use random::Random;
use tape::{Var, lit};

/// A program in its two forms.
pub struct Program {
    compiled: fn(f64, f64, &[f64; 4]) -> (f64, (f64, f64, [f64; 4])),
    taped: fn(Var, Var, &[Var; 4]) -> Var,
}

/// Equal, except that a zero may have either sign: where only one of two branches adds to an adjoint,
/// the other one adds +0.
fn same(a: f64, b: f64) -> bool {
    a == b || (a.is_nan() && b.is_nan())
}

#[test]
fn compiled_programs_give_the_bits_of_taped_ones() {
    let mut random = Random::seeded(20);
    for (at, program) in programs::ALL.iter().enumerate() {
        for _ in 0..50 {
            let mut number = || random.between(-1.7, 1.7);
            let (x, y, v) = (number(), number(), [number(), number(), number(), number()]);
            let (value, (dx, dy, dv)) = (program.compiled)(x, y, &v);
            tape::clear();
            let (tx, ty, tv) = (lit(x), lit(y), v.map(lit));
            let result = (program.taped)(tx, ty, &tv);
            let adjoints = result.backward();
            assert!(same(value, result.value()), "program {at}: value {value}, on the tape {}", result.value());
            let ours = [dx, dy, dv[0], dv[1], dv[2], dv[3]];
            let theirs = [tx, ty, tv[0], tv[1], tv[2], tv[3]].map(|leaf| adjoints[leaf.index()]);
            for (ours, theirs) in ours.into_iter().zip(theirs) {
                assert!(same(ours, theirs), "program {at} at {x}, {y}, {v:?}: {ours}, on the tape {theirs}");
            }
        }
    }
}
