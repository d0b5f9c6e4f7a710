//! The arguments of a function of a model, as flat slices and as rows of a tile.
//!
//! A list of arguments is nested pairs, `(A, (B, ()))`: so one implementation serves functions of any number of arguments.

use super::{Arguments, Error, check_indices};
use crate::buffer::{Nested, flat};

/// The name of an argument, and what the indices in it must be smaller than, if it holds indices.
pub type Bounds = (&'static str, Option<usize>);

/// A number that is an element of an argument, of a model that computes with `S`.
pub trait Element<S>: Copy + 'static {
    /// # Errors
    /// If one of the numbers is an index that is not below the bound.
    fn check(numbers: &[Self], bounds: Bounds) -> Result<(), Error>;

    /// Writes numbers to rows of a tile, each to the place of its sample: floats to `x` from `at.0` on, integers to `ix` from
    /// `at.1` on. Returns these places in the next rows.
    fn load(numbers: &[Self], tile: usize, x: &mut [S], ix: &mut [i64], at: Places) -> Places;

    /// Whether it is an integer.
    const IS_INDEX: bool;
}

/// Where the next float of a sample and its next integer are in a tile.
pub type Places = (usize, usize);

macro_rules! floats {
    ($($float:ty)*) => {$(
        impl Element<$float> for $float {
            const IS_INDEX: bool = false;

            #[inline]
            fn check(_: &[Self], _: Bounds) -> Result<(), Error> {
                Ok(())
            }

            #[inline]
            fn load(numbers: &[Self], tile: usize, x: &mut [Self], _: &mut [i64], (at, index): Places) -> Places {
                for (row, &number) in numbers.iter().enumerate() {
                    x[at + row * tile] = number;
                }
                (at + numbers.len() * tile, index)
            }
        }
    )*};
}

macro_rules! integers {
    ($($integer:ty)*) => {$(
        impl<S> Element<S> for $integer {
            const IS_INDEX: bool = true;

            #[inline]
            #[allow(clippy::cast_lossless, clippy::cast_possible_wrap, reason = "one of the types is that of the result")]
            fn check(numbers: &[Self], (name, bound): Bounds) -> Result<(), Error> {
                let Some(bound) = bound else { return Ok(()) };
                check_indices(name, numbers.iter().map(|&number| number as i128), bound)
            }

            #[inline]
            #[allow(
                clippy::cast_lossless, clippy::cast_possible_truncation, clippy::cast_possible_wrap,
                reason = "indices were checked; other integers wrap, as they do in a program of one sample"
            )]
            fn load(numbers: &[Self], tile: usize, _: &mut [S], ix: &mut [i64], (float, at): Places) -> Places {
                for (row, &number) in numbers.iter().enumerate() {
                    ix[at + row * tile] = number as i64;
                }
                (float, at + numbers.len() * tile)
            }
        }
    )*};
}

floats! { f32 f64 }
integers! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

/// An argument: a number, or nested arrays of numbers.
pub trait Input: Nested<Self::Element> + 'static {
    /// The type of its numbers.
    type Element: Copy + 'static;
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl Input for $number {
            type Element = $number;
        }
    )*};
}

numbers! { f32 f64 i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

impl<A: Input, const N: usize> Input for [A; N] {
    type Element = A::Element;
}

/// A list of arguments.
pub trait InputList: 'static {
    /// References to them.
    type References<'a>: Copy;
    /// The numbers of each, row by row.
    type Slices<'a>: Copy;

    /// The numbers of arguments.
    fn slices(references: Self::References<'_>) -> Self::Slices<'_>;
}

impl InputList for () {
    type References<'a> = ();
    type Slices<'a> = ();

    #[inline]
    fn slices((): Self::References<'_>) -> Self::Slices<'_> {}
}

impl<A: Input, L: InputList> InputList for (A, L) {
    type References<'a> = (&'a A, L::References<'a>);
    type Slices<'a> = (&'a [A::Element], L::Slices<'a>);

    #[inline]
    fn slices((first, others): Self::References<'_>) -> Self::Slices<'_> {
        (flat(first), L::slices(others))
    }
}

/// A list of arguments of a model that computes with `S`.
pub trait Inputs<S>: InputList {
    /// How many floats they are.
    const FLOATS: usize;
    /// How many integers they are.
    const INDICES: usize;

    /// # Errors
    /// If an index is not below its bound. There is one element of `bounds` for each argument.
    fn check(slices: Self::Slices<'_>, bounds: &[Bounds]) -> Result<(), Error>;

    /// Writes a sample to a tile: each number of an argument is a row with one place for each sample.
    fn load(slices: Self::Slices<'_>, tile: usize, x: &mut [S], ix: &mut [i64], at: Places);
}

impl<S> Inputs<S> for () {
    const FLOATS: usize = 0;
    const INDICES: usize = 0;

    #[inline]
    fn check((): Self::Slices<'_>, _: &[Bounds]) -> Result<(), Error> {
        Ok(())
    }

    #[inline]
    fn load((): Self::Slices<'_>, _: usize, _: &mut [S], _: &mut [i64], _: Places) {}
}

impl<S, A: Input<Element: Element<S>>, L: Inputs<S>> Inputs<S> for (A, L) {
    const FLOATS: usize = L::FLOATS + if A::Element::IS_INDEX { 0 } else { A::LEN };
    const INDICES: usize = L::INDICES + if A::Element::IS_INDEX { A::LEN } else { 0 };

    #[inline]
    fn check((first, others): Self::Slices<'_>, bounds: &[Bounds]) -> Result<(), Error> {
        A::Element::check(first, bounds[0])?;
        L::check(others, &bounds[1..])
    }

    #[inline]
    fn load((first, others): Self::Slices<'_>, tile: usize, x: &mut [S], ix: &mut [i64], at: Places) {
        let next = A::Element::load(first, tile, x, ix, at);
        L::load(others, tile, x, ix, next);
    }
}

/// The arguments of a function as a tuple, which can be a list.
pub trait ArgumentTuple: Arguments {
    /// The list.
    type List: InputList;

    /// References to the parts of a sample, as a list.
    fn list(parts: Self::Parts<'_>) -> <Self::List as InputList>::References<'_>;
}

macro_rules! nested {
    () => { () };
    ($first:ident $($other:ident)*) => { ($first, nested!($($other)*)) };
}

macro_rules! tuples {
    ($($($name:ident)+;)*) => {$(
        #[allow(non_snake_case, reason = "an argument has the name of its type")]
        impl<$($name: Input),+> ArgumentTuple for ($($name,)+) {
            type List = nested!($($name)+);

            #[inline]
            fn list(($($name,)+): Self::Parts<'_>) -> <Self::List as InputList>::References<'_> {
                nested!($($name)+)
            }
        }
    )*};
}

tuples! {
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
}

#[cfg(test)]
mod tests {
    use super::*;

    type List = ([f32; 2], (u8, ([[f32; 2]; 1], ())));
    const BOUNDS: &[Bounds] = &[("x", None), ("word", Some(3)), ("y", None)];

    #[test]
    fn a_sample_becomes_a_column_of_its_tile() {
        let (mut floats, mut indices) = ([0.0; 12], [0; 3]);
        for at in 0..3_u8 {
            let first = f32::from(at);
            let list = (&[first, first + 10.0], (&at, (&[[first + 20.0, first + 30.0]], ())));
            let places = (usize::from(at), usize::from(at));
            <List as Inputs<f32>>::load(List::slices(list), 3, &mut floats, &mut indices, places);
        }
        let expected = [0.0, 1.0, 2.0, 10.0, 11.0, 12.0, 20.0, 21.0, 22.0, 30.0, 31.0, 32.0_f32];
        assert_eq!(floats.map(f32::to_bits), expected.map(f32::to_bits));
        assert_eq!(indices, [0, 1, 2]);
        assert_eq!((<List as Inputs<f32>>::FLOATS, <List as Inputs<f32>>::INDICES), (4, 1));
    }

    #[test]
    fn an_index_out_of_range_is_an_error_with_the_name_of_its_argument() {
        let check = |word: u8| {
            let list = (&[0.0_f32; 2], (&word, (&[[0.0_f32; 2]], ())));
            <List as Inputs<f32>>::check(List::slices(list), BOUNDS)
        };
        assert_eq!(check(2), Ok(()));
        assert_eq!(check(3), Err(Error::Index { argument: "word", position: 0, index: 3, bound: 3 }));
    }
}
