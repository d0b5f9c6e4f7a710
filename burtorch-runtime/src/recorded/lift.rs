//! Arguments and results: values of floats become values of recorded numbers, and come back.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, VecDeque};
use alloc::string::String;
use alloc::vec::Vec;
use core::hash::{BuildHasher, Hash};
use std::collections::HashMap;

use super::moving::Moving;
use super::number::RecordedNumber;
use super::record::{self, Recording, Wanted};

/// One run of a recorded function.
pub struct Run {
    wanted: Wanted,
    recording: Recording,
    /// Whether the numbers that come are differentiated.
    active: bool,
    /// The tangents of those, in their order.
    directions: alloc::vec::IntoIter<f64>,
    leaves: usize,
    results: Vec<RecordedNumber>,
    reading: Reading,
}

/// What becomes of the numbers that go.
enum Reading {
    /// They are arguments that the function changed.
    Argument,
    Result,
    Tangent,
}

impl Run {
    /// A run for this, in this direction.
    #[must_use]
    pub fn new(wanted: Wanted, directions: Vec<f64>) -> Self {
        let recording = Recording::start();
        let (directions, results, reading) = (directions.into_iter(), Vec::new(), Reading::Argument);
        Run { wanted, recording, active: false, directions, leaves: 0, results, reading }
    }

    /// Whether the numbers that come now are differentiated.
    pub fn differentiates(&mut self, active: bool) {
        self.active = active;
    }

    /// Numbers that are not differentiated.
    pub fn constant<T>(&mut self, lift: impl FnOnce(&mut Run) -> T) -> T {
        let active = core::mem::replace(&mut self.active, false);
        let twin = lift(self);
        self.active = active;
        twin
    }

    /// The value of a result, and its tangent if that is wanted.
    pub fn result<M, T: Lower<M>>(&mut self, twin: &T) -> (T::Value, Option<T::Value>) {
        self.reading = Reading::Result;
        let value = twin.lower(self);
        self.reading = Reading::Tangent;
        let tangent = matches!(self.wanted, Wanted::Tangent | Wanted::Both).then(|| twin.lower(self));
        self.reading = Reading::Argument;
        (value, tangent)
    }

    fn number(&mut self, value: f64) -> RecordedNumber {
        if !self.active {
            return RecordedNumber::__of(value);
        }
        self.leaves += 1;
        let tangent = match self.wanted {
            Wanted::Tangent | Wanted::Both => Some(self.directions.next().expect(LENGTHS)),
            Wanted::Value | Wanted::Gradient => None,
        };
        RecordedNumber::__leaf(value, tangent, self.wanted)
    }

    fn read(&mut self, number: RecordedNumber) -> f64 {
        number.__check();
        match self.reading {
            Reading::Argument => number.__plain(),
            Reading::Result => {
                self.results.push(number);
                number.__plain()
            }
            Reading::Tangent => number.moving.tangent.unwrap_or(0.0),
        }
    }

    fn sweep(&self, seeds: &[f64]) -> Vec<Moving> {
        assert_eq!(seeds.len(), self.results.len(), "{LENGTHS}");
        let seeds = seeds.iter().map(|&value| Moving { value, tangent: None });
        self.recording.sweep(self.leaves, self.results.iter().copied().zip(seeds))
    }

    /// The adjoints of all numbers that are differentiated, in their order.
    #[must_use]
    pub fn adjoints(&self, seeds: &[f64]) -> Vec<f64> {
        self.sweep(seeds).into_iter().map(|adjoint| adjoint.value).collect()
    }

    /// The adjoints of all numbers that are differentiated, in their order, and the tangents of these.
    #[must_use]
    pub fn adjoints_and_tangents(&self, seeds: &[f64]) -> (Vec<f64>, Vec<f64>) {
        self.sweep(seeds).into_iter().map(|adjoint| (adjoint.value, adjoint.tangent.unwrap_or(0.0))).unzip()
    }
}

const LENGTHS: &str = "a direction or seed has as many numbers as what it belongs to";

/// A value that has a twin made of recorded numbers, for the function that `M` stands for.
#[diagnostic::on_unimplemented(
    message = "a `{Self}` cannot be recorded: a function with `#[differentiable(tape)]` takes and returns floats, arrays, tuples, `Vec`s, maps, boxes and options of floats, and structs and enums of its own module and file",
    label = "there is no recorded twin of this type",
    note = "an argument that is not differentiated is marked with `#[constant]`"
)]
pub trait Lift<M> {
    /// This type with recorded numbers in the place of floats.
    type Twin;
    /// This type with ownership of its numbers.
    type Owned;

    /// The twin.
    fn lift(&self, run: &mut Run) -> Self::Twin;

    /// A copy in which `each` has replaced every number.
    fn map(&self, each: &mut dyn FnMut(f64) -> f64) -> Self::Owned;
}

/// A value made of recorded numbers, which has a twin made of floats.
#[diagnostic::on_unimplemented(
    message = "a `{Self}` cannot be a result of a function with `#[differentiable(tape)]`: it returns floats, arrays, tuples, `Vec`s, maps, boxes and options of floats, and structs and enums of its own module and file",
    label = "there is no twin of this type without a record"
)]
pub trait Lower<M> {
    /// The twin.
    type Value;

    /// The value.
    fn lower(&self, run: &mut Run) -> Self::Value;
}

/// The value of a twin.
pub fn lower<M, T: Lower<M> + ?Sized>(twin: &T, run: &mut Run) -> T::Value {
    twin.lower(run)
}

/// What a run of a recorded function yields, as far as it is wanted.
pub struct Outcome<T, G> {
    /// The value.
    pub value: T,
    /// Its tangent.
    pub tangent: Option<T>,
    /// The adjoints of the arguments.
    pub gradient: Option<G>,
    /// Their tangents.
    pub product: Option<G>,
}

impl<T, G> Outcome<T, G> {
    /// The value and the adjoints.
    pub fn value_and_gradient(self) -> (T, G) {
        (self.value, self.gradient.expect(WANTED))
    }

    /// The value and its tangent.
    pub fn value_and_tangent(self) -> (T, T) {
        (self.value, self.tangent.expect(WANTED))
    }

    /// The tangent of the value.
    pub fn tangent_of_result(&self) -> T
    where
        T: Clone,
    {
        self.tangent.clone().expect(WANTED)
    }

    /// The value, the adjoints and their tangents.
    pub fn all(self) -> (T, G, G) {
        (self.value, self.gradient.expect(WANTED), self.product.expect(WANTED))
    }
}

const WANTED: &str = "it was asked for";

/// All numbers of a value, in the order in which they are recorded.
pub fn flat<M, T: Lift<M> + ?Sized>(value: &T, numbers: &mut Vec<f64>) {
    value.map(&mut |number| {
        numbers.push(number);
        number
    });
}

impl<M> Lift<M> for f64 {
    type Twin = RecordedNumber;
    type Owned = f64;

    fn lift(&self, run: &mut Run) -> RecordedNumber {
        run.number(*self)
    }

    fn map(&self, each: &mut dyn FnMut(f64) -> f64) -> f64 {
        each(*self)
    }
}

impl<M> Lower<M> for RecordedNumber {
    type Value = f64;

    fn lower(&self, run: &mut Run) -> f64 {
        run.read(*self)
    }
}

macro_rules! others {
    ($($ty:ty),*) => {$(
        impl<M> Lift<M> for $ty {
            type Twin = $ty;
            type Owned = $ty;

            fn lift(&self, _: &mut Run) -> $ty {
                self.clone()
            }

            fn map(&self, _: &mut dyn FnMut(f64) -> f64) -> $ty {
                self.clone()
            }
        }

        impl<M> Lower<M> for $ty {
            type Value = $ty;

            fn lower(&self, _: &mut Run) -> $ty {
                self.clone()
            }
        }
    )*};
}

others! { i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, bool, char, String, () }

impl<'a, M> Lift<M> for &'a str {
    type Twin = &'a str;
    type Owned = &'a str;

    fn lift(&self, _: &mut Run) -> &'a str {
        self
    }

    fn map(&self, _: &mut dyn FnMut(f64) -> f64) -> &'a str {
        self
    }
}

impl<'a, M> Lower<M> for &'a str {
    type Value = &'a str;

    fn lower(&self, _: &mut Run) -> &'a str {
        self
    }
}

impl<M, T: Lift<M, Owned = T>, const N: usize> Lift<M> for [T; N] {
    type Twin = [T::Twin; N];
    type Owned = [T; N];

    fn lift(&self, run: &mut Run) -> Self::Twin {
        self.each_ref().map(|item| item.lift(run))
    }

    fn map(&self, each: &mut dyn FnMut(f64) -> f64) -> Self {
        self.each_ref().map(|item| item.map(each))
    }
}

impl<M, T: Lower<M>, const N: usize> Lower<M> for [T; N] {
    type Value = [T::Value; N];

    fn lower(&self, run: &mut Run) -> Self::Value {
        self.each_ref().map(|item| item.lower(run))
    }
}

impl<M, T: Lift<M, Owned = T>> Lift<M> for [T] {
    type Twin = Vec<T::Twin>;
    type Owned = Vec<T>;

    fn lift(&self, run: &mut Run) -> Self::Twin {
        self.iter().map(|item| item.lift(run)).collect()
    }

    fn map(&self, each: &mut dyn FnMut(f64) -> f64) -> Vec<T> {
        self.iter().map(|item| item.map(each)).collect()
    }
}

impl<M, T: Lower<M>> Lower<M> for [T] {
    type Value = Vec<T::Value>;

    fn lower(&self, run: &mut Run) -> Self::Value {
        self.iter().map(|item| item.lower(run)).collect()
    }
}

macro_rules! collections {
    ($($name:ident)*) => {$(
        impl<M, T: Lift<M, Owned = T>> Lift<M> for $name<T> {
            type Twin = $name<T::Twin>;
            type Owned = $name<T>;

            fn lift(&self, run: &mut Run) -> Self::Twin {
                self.iter().map(|item| item.lift(run)).collect()
            }

            fn map(&self, each: &mut dyn FnMut(f64) -> f64) -> Self {
                self.iter().map(|item| item.map(each)).collect()
            }
        }

        impl<M, T: Lower<M>> Lower<M> for $name<T> {
            type Value = $name<T::Value>;

            fn lower(&self, run: &mut Run) -> Self::Value {
                self.iter().map(|item| item.lower(run)).collect()
            }
        }
    )*};
}

collections! { Vec VecDeque }

impl<M, T: Lift<M, Owned = T>> Lift<M> for Option<T> {
    type Twin = Option<T::Twin>;
    type Owned = Option<T>;

    fn lift(&self, run: &mut Run) -> Self::Twin {
        self.as_ref().map(|item| item.lift(run))
    }

    fn map(&self, each: &mut dyn FnMut(f64) -> f64) -> Self {
        self.as_ref().map(|item| item.map(each))
    }
}

impl<M, T: Lower<M>> Lower<M> for Option<T> {
    type Value = Option<T::Value>;

    fn lower(&self, run: &mut Run) -> Self::Value {
        self.as_ref().map(|item| item.lower(run))
    }
}

impl<M, T: Lift<M, Owned = T>> Lift<M> for Box<T> {
    type Twin = Box<T::Twin>;
    type Owned = Box<T>;

    fn lift(&self, run: &mut Run) -> Self::Twin {
        Box::new((**self).lift(run))
    }

    fn map(&self, each: &mut dyn FnMut(f64) -> f64) -> Self {
        Box::new((**self).map(each))
    }
}

impl<M, T: Lower<M>> Lower<M> for Box<T> {
    type Value = Box<T::Value>;

    fn lower(&self, run: &mut Run) -> Self::Value {
        Box::new((**self).lower(run))
    }
}

impl<M, K: Clone + Eq + Hash, T: Lift<M, Owned = T>, S: BuildHasher + Clone> Lift<M> for HashMap<K, T, S> {
    type Twin = HashMap<K, T::Twin, S>;
    type Owned = HashMap<K, T, S>;

    fn lift(&self, run: &mut Run) -> Self::Twin {
        let mut twin = HashMap::with_capacity_and_hasher(self.len(), self.hasher().clone());
        twin.extend(self.iter().map(|(key, item)| (key.clone(), item.lift(run))));
        twin
    }

    fn map(&self, each: &mut dyn FnMut(f64) -> f64) -> Self {
        let mut other = HashMap::with_capacity_and_hasher(self.len(), self.hasher().clone());
        other.extend(self.iter().map(|(key, item)| (key.clone(), item.map(each))));
        other
    }
}

impl<M, K: Clone + Eq + Hash, T: Lower<M>, S: BuildHasher + Clone> Lower<M> for HashMap<K, T, S> {
    type Value = HashMap<K, T::Value, S>;

    fn lower(&self, run: &mut Run) -> Self::Value {
        let mut value = HashMap::with_capacity_and_hasher(self.len(), self.hasher().clone());
        value.extend(self.iter().map(|(key, item)| (key.clone(), item.lower(run))));
        value
    }
}

impl<M, K: Clone + Ord, T: Lift<M, Owned = T>> Lift<M> for BTreeMap<K, T> {
    type Twin = BTreeMap<K, T::Twin>;
    type Owned = BTreeMap<K, T>;

    fn lift(&self, run: &mut Run) -> Self::Twin {
        self.iter().map(|(key, item)| (key.clone(), item.lift(run))).collect()
    }

    fn map(&self, each: &mut dyn FnMut(f64) -> f64) -> Self {
        self.iter().map(|(key, item)| (key.clone(), item.map(each))).collect()
    }
}

impl<M, K: Clone + Ord, T: Lower<M>> Lower<M> for BTreeMap<K, T> {
    type Value = BTreeMap<K, T::Value>;

    fn lower(&self, run: &mut Run) -> Self::Value {
        self.iter().map(|(key, item)| (key.clone(), item.lower(run))).collect()
    }
}

macro_rules! tuples {
    ($(($($name:ident $field:tt),+))*) => {$(
        impl<M, $($name: Lift<M, Owned = $name>),+> Lift<M> for ($($name,)+) {
            type Twin = ($($name::Twin,)+);
            type Owned = Self;

            fn lift(&self, run: &mut Run) -> Self::Twin {
                ($(self.$field.lift(run),)+)
            }

            fn map(&self, each: &mut dyn FnMut(f64) -> f64) -> Self {
                ($(self.$field.map(each),)+)
            }
        }

        impl<M, $($name: Lower<M>),+> Lower<M> for ($($name,)+) {
            type Value = ($($name::Value,)+);

            fn lower(&self, run: &mut Run) -> Self::Value {
                ($(self.$field.lower(run),)+)
            }
        }
    )*};
}

tuples! {
    (A 0)
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
    (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, F 5)
}

/// What a field with `#[no_derivative]` is in a gradient.
pub fn default_of<T: crate::differentiable::DefaultInGradient>(_: &T) -> T {
    T::default_in_gradient()
}

/// The float, where `f64` has another meaning.
pub type Float = f64;

/// The twin of a constant.
#[allow(clippy::needless_pass_by_value, reason = "it stands in the place of its argument")]
pub fn lifted<T: Lift<()>>(value: T) -> T::Twin {
    value.lift(&mut Run::new(Wanted::Value, Vec::new()))
}

/// Zeros in the shape of a value.
pub fn zeros_like<T: Lift<(), Owned = T>>(value: &T) -> T {
    value.map(&mut |_| 0.0)
}

/// The sum of two values of the same shape.
pub fn sum<T: Lift<(), Owned = T>>(a: &T, b: &T) -> T {
    let mut terms = Vec::new();
    flat(b, &mut terms);
    let mut terms = terms.into_iter();
    a.map(&mut |term| term + terms.next().unwrap_or(0.0))
}

/// A constant array.
#[must_use]
pub const fn constants<const N: usize>(values: [f64; N]) -> [RecordedNumber; N] {
    let mut numbers = [RecordedNumber::__of(0.0); N];
    let mut at = 0;
    while at < N {
        numbers[at] = RecordedNumber::__of(values[at]);
        at += 1;
    }
    numbers
}

/// A constant array of arrays.
#[must_use]
pub const fn arrays<const N: usize, const M: usize>(values: [[f64; N]; M]) -> [[RecordedNumber; N]; M] {
    let mut numbers = [[RecordedNumber::__of(0.0); N]; M];
    let mut at = 0;
    while at < M {
        numbers[at] = constants(values[at]);
        at += 1;
    }
    numbers
}

/// How many numbers are recorded; for measurements.
#[must_use]
pub fn recorded() -> usize {
    record::len()
}
