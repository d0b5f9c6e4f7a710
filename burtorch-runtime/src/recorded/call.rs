//! Calls of compiled functions: each is one step on the record, with the derivatives that it has itself.

use alloc::vec::Vec;

use super::moving::Moving;
use super::number::RecordedNumber;
use super::record::{self, CONSTANT};
use crate::abi::NotDifferentiated;

/// An argument of a compiled function.
#[diagnostic::on_unimplemented(
    message = "a `{Self}` cannot be passed from a function with `#[differentiable(tape)]` to a function of another module: pass numbers and arrays, or move the function to this module",
    label = "not a number, an array of numbers or an integer"
)]
pub trait Passed {
    /// This type with floats in the place of recorded numbers.
    type Value;
    /// How the function takes it.
    type Lent<'a>
    where
        Self: 'a;
    /// What goes in as its tangent.
    type Tangent;

    /// The value.
    fn value(&self) -> Self::Value;

    /// The value, as the function takes it.
    fn lent<'a>(value: &'a Self::Value) -> Self::Lent<'a>
    where
        Self: 'a;

    /// Its tangent, zero where it does not move.
    fn tangent(&self) -> Self::Tangent;

    /// The numbers in it.
    fn numbers(&self, all: &mut Vec<RecordedNumber>);
}

/// A number, or an array of such.
pub trait Numbers: Copy {
    /// This type with floats in the place of recorded numbers.
    type Plain: Copy;

    /// The numbers, one by one.
    fn each(&self, one: &mut dyn FnMut(RecordedNumber) -> f64) -> Self::Plain;
}

impl Numbers for RecordedNumber {
    type Plain = f64;

    fn each(&self, one: &mut dyn FnMut(RecordedNumber) -> f64) -> f64 {
        one(*self)
    }
}

impl<T: Numbers, const N: usize> Numbers for [T; N] {
    type Plain = [T::Plain; N];

    fn each(&self, one: &mut dyn FnMut(RecordedNumber) -> f64) -> Self::Plain {
        self.map(|item| item.each(one))
    }
}

fn plain(number: RecordedNumber) -> f64 {
    number.__check();
    number.__plain()
}

fn tangent(number: RecordedNumber) -> f64 {
    number.moving.tangent.unwrap_or(0.0)
}

macro_rules! passed {
    ($(($($generics:tt)*) $ty:ty;)*) => {$(
        impl<$($generics)*> Passed for $ty {
            type Value = <$ty as Numbers>::Plain;
            type Lent<'a> = Self::Value where Self: 'a;
            type Tangent = Self::Value;

            fn value(&self) -> Self::Value {
                self.each(&mut plain)
            }

            fn lent<'a>(value: &'a Self::Value) -> Self::Value where Self: 'a {
                *value
            }

            fn tangent(&self) -> Self::Value {
                self.each(&mut tangent)
            }

            fn numbers(&self, all: &mut Vec<RecordedNumber>) {
                self.each(&mut |number| {
                    all.push(number);
                    0.0
                });
            }
        }
    )*};
}

passed! {
    () RecordedNumber;
    (T: Numbers, const N: usize) [T; N];
}

impl<T: Numbers, const N: usize> Passed for &[T; N] {
    type Value = [T::Plain; N];
    type Lent<'a>
        = &'a [T::Plain; N]
    where
        Self: 'a;
    type Tangent = [T::Plain; N];

    fn value(&self) -> Self::Value {
        self.each(&mut plain)
    }

    fn lent<'a>(value: &'a Self::Value) -> &'a Self::Value
    where
        Self: 'a,
    {
        value
    }

    fn tangent(&self) -> Self::Value {
        self.each(&mut tangent)
    }

    fn numbers(&self, all: &mut Vec<RecordedNumber>) {
        (**self).numbers(all);
    }
}

macro_rules! others {
    ($($ty:ty)*) => {$(
        impl Passed for $ty {
            type Value = $ty;
            type Lent<'a> = $ty where Self: 'a;
            type Tangent = NotDifferentiated;

            fn value(&self) -> $ty {
                *self
            }

            fn lent<'a>(value: &'a $ty) -> $ty where Self: 'a {
                *value
            }

            fn tangent(&self) -> NotDifferentiated {
                NotDifferentiated
            }

            fn numbers(&self, _: &mut Vec<RecordedNumber>) {}
        }
    )*};
}

others! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize bool char &'static str }

/// What a compiled function yields for an argument.
pub trait Adjoint {
    /// Adds `count` numbers to the list.
    fn put(&self, count: usize, all: &mut Vec<f64>);
}

impl Adjoint for f64 {
    fn put(&self, _: usize, all: &mut Vec<f64>) {
        all.push(*self);
    }
}

impl<T: Adjoint, const N: usize> Adjoint for [T; N] {
    fn put(&self, count: usize, all: &mut Vec<f64>) {
        for item in self {
            item.put(count / N.max(1), all);
        }
    }
}

// The function says that this argument is constant.
impl Adjoint for NotDifferentiated {
    fn put(&self, count: usize, all: &mut Vec<f64>) {
        all.resize(all.len() + count, 0.0);
    }
}

/// The numbers of an argument are added to a list; how many they are.
pub fn numbers_of<T: Passed>(value: &T, numbers: &mut Vec<RecordedNumber>) -> usize {
    let before = numbers.len();
    value.numbers(numbers);
    numbers.len() - before
}

/// The value of an argument, as the function takes it.
pub fn lent<'a, T: Passed + 'a>(_: &'a T, value: &'a T::Value) -> T::Lent<'a> {
    T::lent(value)
}

/// Whether one of these has a tangent.
#[must_use]
pub fn moves(numbers: &[RecordedNumber]) -> bool {
    numbers.iter().any(|number| number.moving.tangent.is_some())
}

/// The value of a compiled function, with its derivatives by these numbers and with tangents, if anything moves.
#[must_use]
pub fn called(
    numbers: &[RecordedNumber],
    value: f64,
    slopes: &[f64],
    moving: Option<(f64, Vec<f64>)>,
) -> RecordedNumber {
    let (tangent, moving) = moving.map_or((None, None), |(tangent, moving)| (Some(tangent), Some(moving)));
    if numbers.iter().all(|number| number.node == CONSTANT) {
        return RecordedNumber::__of(value);
    }
    let args = || {
        let slope = |at: usize| Moving { value: slopes[at], tangent: moving.as_ref().map(|moving| moving[at]) };
        let active = numbers.iter().enumerate().filter(|(_, number)| number.node != CONSTANT);
        active.map(|(at, number)| (number.node, slope(at))).collect()
    };
    RecordedNumber::__outcome(Moving { value, tangent }, numbers, || record::call(args()))
}
