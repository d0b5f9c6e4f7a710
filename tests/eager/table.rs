//! Every row of the table on the tape: its value and its adjoints to the bit, in `f64` and `f32`.

use burtorch::eager::{Scalar, Tape, Value, Var};
use burtorch::rules::{self, Many, Op, many};

#[path = "../common/random.rs"]
mod random;
use random::Random;

/// Points inside of the domains of most rows; where there is no value, NaN is compared with NaN.
fn points(random: &mut Random) -> [f64; 3] {
    [random.between(0.05, 0.95), random.between(0.1, 1.5), random.between(1.6, 3.0)]
}

fn same<T: Scalar>(a: T, b: T) -> bool {
    // A sum starts with plus zero, so a minus zero becomes one.
    a == b || (a.first().is_nan() && b.first().is_nan())
}

fn check_row<T: Scalar>(op: Op, at: [f64; 3]) {
    let tape = Tape::<T>::new();
    let numbers: Vec<T> = at[..op.arity()].iter().map(|&number| T::zero().lit(number)).collect();
    let leaves = tape.leaves(&numbers);
    let args: Vec<Value> = leaves.iter().collect();
    let y = tape.op(op, &args);
    assert!(same(y.value(), rules::value(op, &numbers)), "{op:?}");
    // Not one, so that a factor that is forgotten shows.
    let root = y * T::zero().lit(0.75);
    root.backward();
    let expected = rules::adjoint(op, &numbers, y.value(), T::zero().lit(0.75));
    for (arg, expected) in args.iter().zip(expected) {
        let expected = expected.unwrap_or_else(T::zero);
        assert!(
            same(tape.adjoint(*arg), expected),
            "{op:?} at {at:?}: {:?}, expected {expected:?}",
            tape.adjoint(*arg)
        );
    }

    let tape = Tape::<T>::new();
    let args: Vec<Value> = tape.leaves(&numbers).iter().collect();
    tape.deferred(op, &args).backward();
    for (arg, expected) in args.iter().zip(rules::adjoint(op, &numbers, y.value(), T::zero().lit(1.0))) {
        assert!(same(tape.adjoint(*arg), expected.unwrap_or_else(T::zero)), "{op:?} without its value");
    }
}

#[test]
fn rows_have_their_bits() {
    let mut random = Random::seeded(31);
    for &op in Op::ALL {
        for _ in 0..if cfg!(miri) { 1 } else { 20 } {
            let mut at = points(&mut random);
            if op == Op::Powi {
                at[1] = (at[1] * 4.0).round();
            }
            check_row::<f64>(op, at);
            check_row::<f32>(op, at);
        }
    }
}

fn check_rows<T: Scalar>(row: Many, numbers: &[T], in_pieces: bool) {
    let tape = Tape::<T>::new();
    // Either one run for each list, or values with others between them.
    let list = |numbers: &[T]| -> Vec<Value> {
        let put = |&number: &T| {
            let value = tape.leaf(number).id();
            if in_pieces {
                let _ = tape.leaf(T::zero());
            }
            value
        };
        numbers.iter().map(put).collect()
    };
    let half = numbers.len() / 2;
    let slices: Vec<&[T]> = match row.arity() {
        1 => vec![numbers],
        2 => vec![&numbers[..half], &numbers[half..2 * half]],
        _ => vec![&numbers[..half], &numbers[half..2 * half], &numbers[..1]],
    };
    let lists: Vec<Vec<Value>> = slices.iter().map(|slice| list(slice)).collect();
    let args: Vec<&dyn burtorch::eager::Nodes> = lists.iter().map(|list| list as _).collect();
    let y = tape.many(row, &args);
    assert!(same(y.value(), many::value(row, &slices)), "{row:?}");
    (y * T::zero().lit(0.75)).backward();
    let mut expected: Vec<Vec<T>> = slices.iter().map(|slice| vec![T::zero(); slice.len()]).collect();
    let mut out: Vec<&mut [T]> = expected.iter_mut().map(Vec::as_mut_slice).collect();
    many::adjoint(row, &slices, y.value(), T::zero().lit(0.75), &mut out);
    for (value, &expected) in lists.iter().flatten().zip(expected.iter().flatten()) {
        assert!(same(tape.adjoint(*value), expected), "{row:?} of {}", numbers.len());
    }
}

#[test]
fn rows_over_lists_have_their_bits() {
    let mut random = Random::seeded(32);
    for &row in Many::ALL {
        for &count in if cfg!(miri) { &[2, 7][..] } else { &[2, 3, 7, 24, 65] } {
            let numbers: Vec<f64> = (0..count).map(|_| random.between(-1.5, 1.5)).collect();
            #[allow(clippy::cast_possible_truncation, reason = "any numbers will do")]
            let singles: Vec<f32> = numbers.iter().map(|&number| number as f32).collect();
            for in_pieces in [false, true] {
                check_rows(row, &numbers, in_pieces);
                check_rows(row, &singles, in_pieces);
            }
        }
    }
}

#[test]
fn rows_over_nothing() {
    let tape = Tape::<f64>::new();
    let nothing: [Value; 0] = [];
    assert_eq!((tape.sum(nothing).value(), tape.product(nothing).value()), (0.0, 1.0));
    assert!(tape.mean(nothing).value().is_nan() && tape.variance(nothing).value().is_nan());
    let sum = tape.sum(nothing) + tape.dot(nothing, nothing);
    sum.backward();
    assert_eq!(sum.value(), 0.0);
}

#[test]
fn every_row_is_a_method() {
    type Function = for<'t> fn(Var<'t, f64>, Var<'t, f64>, Var<'t, f64>) -> Var<'t, f64>;
    macro_rules! methods {
        ($($one:ident)*; $($two:ident)*; $($three:ident)*) => {
            [
                $((stringify!($one), (|a, _, _| a.$one()) as Function),)*
                $((stringify!($two), |a, b, _| a.$two(b)),)*
                $((stringify!($three), |a, b, c| a.$three(b, c)),)*
            ]
        };
    }
    let methods = methods! {
        sqr pow3 recip sqrt inv_sqrt cbrt exp exp2 exp_m1 ln neg_ln log2 log10 ln_1p sin cos tan asin acos atan sinh cosh
        tanh asinh acosh atanh to_radians to_degrees abs signum floor ceil round round_ties_even trunc fract relu sigmoid softplus
        gelu silu erf normal_cdf;
        rem_euclid mean2 neg_mean2 add_squares mean_squares2 hypot powf log atan2 copysign min max leaky_relu elu;
        mul_add clamp
    };
    // These are operators, or take a whole number.
    let others = [Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Rem, Op::Neg, Op::Powi];
    for &op in Op::ALL.iter().filter(|op| !others.contains(op)) {
        let (_, method) = methods.iter().find(|(name, _)| *name == op.name()).unwrap_or_else(|| panic!("no {op:?}"));
        let tape = Tape::new();
        let numbers = [0.3, 0.7, 2.5];
        let [a, b, c] = numbers.map(|number| tape.leaf(number));
        let y = method(a, b, c);
        assert!(same(y.value(), rules::value(op, &numbers[..op.arity()])), "{op:?}");
        assert!(y.to_string().contains(op.name()), "{y}");
    }
    let tape = Tape::new();
    let (a, b) = (tape.leaf(7.5), tape.leaf(2.0));
    let all = [a + b, a - b, a * b, a / b, a % b, -a, a.powi(0), a.powi(2), a.powi(3), a.powi(-2)].map(Var::value);
    assert_eq!(all, [9.5, 5.5, 15.0, 3.75, 1.5, -7.5, 1.0, 56.25, 421.875, 1.0 / 56.25]);
    let numbers = [1.0 + a, 1.0 - a, 2.0 * a, 15.0 / a, 8.0 % a, a + 1.0, a - 1.0, a * 2.0, a / 2.0, a % 2.0];
    assert_eq!(numbers.map(Var::value), [8.5, -6.5, 15.0, 2.0, 0.5, 8.5, 6.5, 15.0, 3.75, 1.5]);
    let (sin, cos) = a.sin_cos();
    assert_eq!((sin.value(), cos.value()), (7.5_f64.sin(), 7.5_f64.cos()));
}
