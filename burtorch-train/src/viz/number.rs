//! What may be drawn: numbers of several types, and points made of them.

use std::prelude::v1::*;

/// A number that can be drawn, as an `f64`.
pub trait Number {
    /// The nearest `f64`.
    fn number(&self) -> f64;
}

macro_rules! numbers {
    ($($t:ty)*) => { $(
        impl Number for $t {
            #[allow(clippy::cast_lossless, reason = "one line for all types")]
            fn number(&self) -> f64 {
                *self as f64
            }
        }
    )* };
}

numbers! { f32 f64 u8 u16 u32 u64 usize i8 i16 i32 i64 isize }

impl<N: Number> Number for &N {
    fn number(&self) -> f64 {
        N::number(self)
    }
}

/// A point that can be drawn: `(x, y)` or `[x, y]`, of any [`Number`]s.
pub trait Point {
    /// Both coordinates.
    fn point(&self) -> (f64, f64);
}

impl<X: Number, Y: Number> Point for (X, Y) {
    fn point(&self) -> (f64, f64) {
        (self.0.number(), self.1.number())
    }
}

impl<N: Number> Point for [N; 2] {
    fn point(&self) -> (f64, f64) {
        (self[0].number(), self[1].number())
    }
}

impl<P: Point> Point for &P {
    fn point(&self) -> (f64, f64) {
        P::point(self)
    }
}

/// All points, with their coordinates within ±10³⁰⁰: no difference of two overflows.
pub(super) fn points<P: Point>(points: impl IntoIterator<Item = P>) -> Vec<(f64, f64)> {
    points.into_iter().map(|point| point.point()).map(|(x, y)| (tame(x), tame(y))).collect()
}

/// All numbers, within ±10³⁰⁰.
pub(super) fn numbers<N: Number>(numbers: impl IntoIterator<Item = N>) -> Vec<f64> {
    numbers.into_iter().map(|number| tame(number.number())).collect()
}

/// The number within ±10³⁰⁰; infinite ones and NaN as they are.
pub(super) fn tame(number: f64) -> f64 {
    if number.is_finite() { number.clamp(-1e300, 1e300) } else { number }
}

/// The least and the largest number, if there are numbers.
pub(super) type Extent = Option<(f64, f64)>;

/// The least and the largest of the finite numbers.
#[inline(never)]
pub(super) fn extent(numbers: &[f64]) -> Extent {
    numbers.iter().filter(|number| number.is_finite()).fold(None, |extent, &number| match extent {
        Some((low, high)) => Some((number.min(low), number.max(high))),
        None => Some((number, number)),
    })
}
