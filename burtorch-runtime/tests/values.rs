//! A row's value has the bits of Rust's own method.

use burtorch_runtime::rules::{Op, value};

const NUMBERS: [f64; 19] = [
    f64::NEG_INFINITY,
    -1e300,
    -41.0,
    -2.5,
    -1.0,
    -0.5,
    -1e-300,
    -0.0,
    0.0,
    5e-324,
    1e-9,
    0.3,
    0.5,
    1.0,
    1.7,
    3.0,
    1e300,
    f64::INFINITY,
    f64::NAN,
];

/// Same bits, where all NaN count as the same.
#[track_caller]
fn assert_same(actual: f64, expected: f64, what: &str) {
    assert!(
        actual.to_bits() == expected.to_bits() || (actual.is_nan() && expected.is_nan()),
        "{what} is {actual}, not {expected}"
    );
}

#[cfg(feature = "std")]
macro_rules! unary {
    ($($op:ident $method:ident)*) => {$(
        for a in NUMBERS {
            assert_eq!(Op::$op.name(), stringify!($method));
            assert_same(value(Op::$op, &[a]), a.$method(), &format!("{:?}({a})", Op::$op));
        }
    )*};
}

#[cfg(feature = "std")]
macro_rules! binary {
    ($($op:ident $method:ident)*) => {$(
        for a in NUMBERS {
            for b in NUMBERS {
                assert_eq!(Op::$op.name(), stringify!($method));
                assert_same(value(Op::$op, &[a, b]), a.$method(b), &format!("{:?}({a}, {b})", Op::$op));
            }
        }
    )*};
}

#[test]
#[cfg(feature = "std")]
fn functions_of_one_argument() {
    unary! {
        Sqrt sqrt  Cbrt cbrt  Recip recip  Exp exp  Exp2 exp2  ExpM1 exp_m1  Ln ln  Log2 log2  Log10 log10
        Ln1p ln_1p  Sin sin  Cos cos  Tan tan  Asin asin  Acos acos  Atan atan  Sinh sinh  Cosh cosh
        Tanh tanh  Asinh asinh  Acosh acosh  Atanh atanh  ToRadians to_radians  ToDegrees to_degrees
        Abs abs  Signum signum  Floor floor  Ceil ceil  Round round  RoundTiesEven round_ties_even  Trunc trunc  Fract fract
    }
}

#[test]
#[cfg(feature = "std")]
fn functions_of_two_arguments() {
    binary! { Hypot hypot  Powf powf  Log log  Atan2 atan2  Copysign copysign  Min min  Max max  RemEuclid rem_euclid }
}

#[test]
fn operators_and_functions_of_three_arguments() {
    for a in NUMBERS {
        for b in NUMBERS {
            assert_same(value(Op::Rem, &[a, b]), a % b, "%");
            assert_same(value(Op::Div, &[a, b]), a / b, "/");
            for c in NUMBERS {
                assert_same(value(Op::MulAdd, &[a, b, c]), a.mul_add(b, c), "mul_add");
                if b <= c {
                    assert_same(value(Op::Clamp, &[a, b, c]), a.clamp(b, c), "clamp");
                }
            }
        }
    }
}

#[test]
fn powi_multiplies_in_the_compilers_order() {
    for a in NUMBERS {
        for n in [-1000, -7, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 13, 31, 100, 1023] {
            assert_same(value(Op::Powi, &[a, f64::from(n)]), a.powi(n), &format!("{a}^{n}"));
        }
    }
    assert!(value(Op::Powi, &[2.0_f64, 0.5]).is_nan());
}

#[test]
fn single_precision_uses_its_own_functions() {
    assert_eq!(value(Op::Exp, &[1.1_f32]).to_bits(), num_traits::Float::exp(1.1_f32).to_bits());
    assert_eq!(value(Op::ToRadians, &[90.0_f32]).to_bits(), 90.0_f32.to_radians().to_bits());
    assert!((value(Op::Erf, &[0.5_f32]) - 0.520_499_9).abs() < 1e-7);
}
