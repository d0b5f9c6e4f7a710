//! Numbers that a user wrote: whatever their code does, a tape keeps its values.

#![forbid(unsafe_code)]

use std::cell::Cell;
use std::ops::{Add, Div, Mul, Neg, Rem, Sub};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::{self, LocalKey};

use burtorch::eager::{Scalar, Tape, Value};
use burtorch::rules::{Op, Operand};

thread_local! {
    /// What cloning a number does, and what adding two does.
    static CLONE: Cell<fn()> = const { Cell::new(nothing) };
    static ADD: Cell<fn()> = const { Cell::new(nothing) };
    /// After how many clones the next one panics.
    static LEFT: Cell<usize> = const { Cell::new(0) };
    static TAPE: Tape<Own> = Tape::new();
}

fn nothing() {}

/// An `f64` that can be copied, and whose clone is code of its own all the same.
#[derive(Debug, PartialEq)]
struct Own(f64);

impl Copy for Own {}

#[allow(clippy::expl_impl_clone_on_copy, clippy::non_canonical_clone_impl, reason = "it is what is tested")]
impl Clone for Own {
    fn clone(&self) -> Self {
        CLONE.get()();
        *self
    }
}

impl Add for Own {
    type Output = Self;

    fn add(self, b: Self) -> Self {
        ADD.get()();
        Own(self.0 + b.0)
    }
}

macro_rules! operators {
    ($($op:ident $method:ident)*) => {$(
        impl $op for Own {
            type Output = Self;

            fn $method(self, b: Self) -> Self {
                Own($op::$method(self.0, b.0))
            }
        }
    )*};
}

operators! { Sub sub  Mul mul  Div div  Rem rem }

impl Neg for Own {
    type Output = Self;

    fn neg(self) -> Self {
        Own(-self.0)
    }
}

impl Operand for Own {
    type Truth = bool;

    fn lit(self, value: f64) -> Self {
        Own(value)
    }

    fn call(self, op: Op) -> Self {
        Own(self.0.call(op))
    }

    fn call2(self, op: Op, b: Self) -> Self {
        Own(self.0.call2(op, b.0))
    }

    fn call3(self, op: Op, b: Self, c: Self) -> Self {
        Own(self.0.call3(op, b.0, c.0))
    }

    fn lt(self, b: Self) -> bool {
        self.0 < b.0
    }

    fn le(self, b: Self) -> bool {
        self.0 <= b.0
    }

    fn eq(self, b: Self) -> bool {
        Operand::eq(self.0, b.0)
    }

    fn select(truth: bool, a: Self, b: Self) -> Self {
        if truth { a } else { b }
    }
}

impl Scalar for Own {
    const NAME: &'static str = "Own";

    fn zero() -> Self {
        Own(0.0)
    }

    fn first(self) -> f64 {
        self.0
    }

    fn mixed(self) -> u64 {
        Scalar::mixed(self.0)
    }

    fn is(self, other: Self) -> bool {
        Scalar::is(self.0, other.0)
    }
}

/// Runs something, while cloning or adding does more than it should.
fn with<R>(code: &'static LocalKey<Cell<fn()>>, does: fn(), run: impl FnOnce() -> R) -> thread::Result<R> {
    code.set(does);
    let outcome = catch_unwind(AssertUnwindSafe(run));
    code.set(nothing);
    outcome
}

/// Appends numbers and their squares; where they are. A tape grows several times by that.
fn squares(tape: &Tape<Own>) -> Vec<[Value; 2]> {
    let append = |number: u16| {
        let root = tape.leaf(Own(number.into()));
        [root.id(), root.sqr().id()]
    };
    (0..60).map(append).collect()
}

/// Whether the tape has the squares and their slopes.
fn check(tape: &mut Tape<Own>, squares: &[[Value; 2]]) {
    for (number, &[root, square]) in (0_u16..).zip(squares) {
        let number = f64::from(number);
        assert_eq!([tape.value(root), tape.value(square)], [Own(number), Own(number * number)]);
        tape.backward(square);
        assert_eq!(tape.adjoint(root), Own(2.0 * number));
    }
}

#[test]
fn a_tape_computes_with_them() {
    let mut tape = Tape::new();
    let all = squares(&tape);
    check(&mut tape, &all);
    let (a, b) = (tape.leaf(Own(3.0)), tape.leaf(Own(0.5)));
    let y = (a * b).tanh() + a / b;
    y.backward();
    // Both derivatives by hand: b (1 − tanh²(ab)) + 1/b, and a (1 − tanh²(ab)) − a/b².
    let slope = 1.0 - 1.5_f64.tanh().powi(2);
    assert!((a.adjoint().0 - (0.5 * slope + 2.0)).abs() < 1e-14);
    assert!((b.adjoint().0 - (3.0 * slope - 12.0)).abs() < 1e-14);
}

/// Growing a tape used to clone a number for each place, one column after the other. After a panic in between, the columns had
/// different lengths, and what was appended then was written behind the end of one.
#[test]
fn a_clone_that_panics_leaves_a_tape_whole() {
    for (before, after) in [1_usize, 4, 50].into_iter().flat_map(|rows| (0..5 * rows).map(move |after| (rows, after))) {
        let mut tape = Tape::new();
        let old: Vec<Value> = (0..before).map(|_| tape.leaf(Own(-1.0)).id()).collect();
        LEFT.set(after);
        let panic = || LEFT.set(LEFT.get().checked_sub(1).expect("so many clones"));
        let new = with(&CLONE, panic, || squares(&tape)).unwrap_or_default();
        let more = squares(&tape);
        assert!(old.iter().all(|&value| tape.value(value) == Own(-1.0)));
        check(&mut tape, &new);
        check(&mut tape, &more);
    }
}

/// A clone that appended to the tape that was growing had two references to its memory.
#[test]
fn a_clone_that_appends_does_not_do_so_while_a_tape_grows() {
    let all = TAPE.with(|tape| {
        let append = || TAPE.with(|tape| assert_eq!(tape.leaf(Own(-1.0)).value(), Own(-1.0)));
        with(&CLONE, append, || squares(tape)).expect("nothing panics")
    });
    TAPE.with(|tape| {
        for (number, [root, square]) in (0_u16..).zip(all) {
            let number = f64::from(number);
            assert_eq!([tape.value(root), tape.value(square)], [Own(number), Own(number * number)]);
        }
    });
}

/// A sum that appends to the tape which is being differentiated finds it empty, and the gradient says so.
#[test]
fn an_operator_that_appends_during_a_gradient_is_told() {
    TAPE.with(|tape| {
        let root = tape.leaf(Own(3.0));
        let square = root.sqr();
        let append = || TAPE.with(|tape| assert_eq!(tape.leaf(Own(-1.0)).value(), Own(-1.0)));
        let message = with(&ADD, append, || square.backward()).expect_err("a gradient adds");
        let message = message.downcast::<String>().expect("a message");
        assert!(message.contains("a tape was appended to while it was differentiated"), "{message}");
        square.backward();
        assert_eq!((root.value(), square.value()), (Own(3.0), Own(9.0)));
    });
}

/// Appends and reads through shared references take no lock.
#[test]
fn a_tape_belongs_to_one_thread_at_a_time() {
    trait IsSync<Answer> {
        fn ask() {}
    }
    impl<T> IsSync<()> for T {}
    struct Yes;
    impl<T: Sync> IsSync<Yes> for T {}

    fn is_send<T: Send>() {}

    // If a tape were `Sync`, there would be two answers, and this would not compile.
    <Tape<f64> as IsSync<_>>::ask();
    is_send::<Tape<f64>>();
}
