//! The tape: the facts of the original library, the whole table, gradients in all their forms, and what a tape can be turned into.

#![allow(clippy::float_cmp, reason = "to the bit is often the claim")]

mod cases;
mod gradients;
mod lanes;
mod own_numbers;
mod parts;
mod sampled;
mod save;
#[allow(clippy::all, clippy::pedantic, reason = "it is not written by hand")]
#[rustfmt::skip]
mod compiled;
mod source;
mod table;

#[path = "../../benches/ours/eager.rs"]
mod paper;

use burtorch::eager::{Tape, Var};
use paper::{small, tiny};

/// The value and the gradient of a function of several numbers.
fn gradient<const N: usize>(
    at: [f64; N],
    function: impl for<'t> Fn(&'t Tape<f64>, [Var<'t, f64>; N]) -> Var<'t, f64>,
) -> (f64, [f64; N]) {
    let tape = Tape::new();
    let args = at.map(|number| tape.leaf(number));
    let root = function(&tape, args);
    root.backward();
    (root.value(), args.map(Var::adjoint))
}

#[test]
fn the_small_graph_is_that_of_pytorch() {
    let (value, [da, db]) = gradient([-4.0, 2.0], |_, [a, b]| small(a, b));
    assert_eq!((value, da), (24.704_081_632_653_06, 138.833_819_241_982_52));
    assert!((db - 645.577_259_475_218_7).abs() < 2e-13);
}
