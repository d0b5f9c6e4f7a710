//! Points and derivatives of any shape, as numbers in order.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::borrow::BorrowMut;

/// Numbers in order: a float, or an array, slice, vector or tuple of such.
///
/// The order is that in which they are written; of nested arrays, row by row. Slices and vectors need the feature
/// `alloc`. A struct of your own can be a point, too.
///
/// ```
/// use burtorch_runtime::check::Flat;
///
/// let mut point = ([1.0, 2.0], 3.0_f32);
/// assert_eq!((point.count(), point.at(2)), (3, 3.0));
/// point.put(1, 7.0);
/// assert_eq!(point, ([1.0, 7.0], 3.0_f32));
/// ```
pub trait Flat {
    /// What a copy is.
    type Copy: BorrowMut<Self>;

    /// The distance from one to the next larger number, of the coarsest type in it.
    const EPSILON: f64;

    /// How many numbers there are.
    fn count(&self) -> usize;

    /// The number at a position.
    ///
    /// # Panics
    /// If there are not as many.
    fn at(&self, position: usize) -> f64;

    /// Replaces the number at a position, by the nearest that its type has.
    ///
    /// # Panics
    /// If there are not as many.
    fn put(&mut self, position: usize, number: f64);

    /// All numbers of the value, in the same order as for reading, to be changed in place.
    fn copy(&self) -> Self::Copy;
}

/// What is said of a position behind the last number.
const OUTSIDE: &str = "there are fewer numbers than that";

macro_rules! floats {
    ($($float:ident)*) => {$(
        impl Flat for $float {
            type Copy = Self;

            const EPSILON: f64 = $float::EPSILON as f64;

            fn count(&self) -> usize {
                1
            }

            fn at(&self, position: usize) -> f64 {
                assert!(position == 0, "{OUTSIDE}");
                (*self).into()
            }

            #[allow(clippy::cast_possible_truncation, reason = "the nearest number is meant")]
            fn put(&mut self, position: usize, number: f64) {
                assert!(position == 0, "{OUTSIDE}");
                *self = number as $float;
            }

            fn copy(&self) -> Self {
                *self
            }
        }
    )*};
}

floats! { f32 f64 }

macro_rules! sequences {
    ($($(#[$if:meta])* [$($generic:tt)*] $sequence:ty, $copy:ty, $make:ident;)*) => {$(
        $(#[$if])*
        impl<E: Flat + Clone, $($generic)*> Flat for $sequence {
            type Copy = $copy;

            const EPSILON: f64 = E::EPSILON;

            fn count(&self) -> usize {
                self.iter().map(E::count).sum()
            }

            fn at(&self, mut position: usize) -> f64 {
                for element in self {
                    match position.checked_sub(element.count()) {
                        None => return element.at(position),
                        Some(rest) => position = rest,
                    }
                }
                panic!("{OUTSIDE}")
            }

            fn put(&mut self, mut position: usize, number: f64) {
                for element in self {
                    match position.checked_sub(element.count()) {
                        None => return element.put(position, number),
                        Some(rest) => position = rest,
                    }
                }
                panic!("{OUTSIDE}")
            }

            fn copy(&self) -> $copy {
                self.$make()
            }
        }
    )*};
}

sequences! {
    [const N: usize] [E; N], [E; N], clone;
    #[cfg(feature = "alloc")] [] [E], Vec<E>, to_vec;
    #[cfg(feature = "alloc")] [] Vec<E>, Vec<E>, clone;
}

#[cfg(feature = "alloc")]
impl<E: Flat + Clone> Flat for alloc::boxed::Box<E> {
    type Copy = Self;

    const EPSILON: f64 = E::EPSILON;

    fn count(&self) -> usize {
        (**self).count()
    }

    fn at(&self, position: usize) -> f64 {
        (**self).at(position)
    }

    fn put(&mut self, position: usize, number: f64) {
        (**self).put(position, number);
    }

    fn copy(&self) -> Self {
        self.clone()
    }
}

macro_rules! tuples {
    ($(($($name:ident $field:tt),+))*) => {$(
        impl<$($name: Flat + Clone),+> Flat for ($($name,)+) {
            type Copy = Self;

            const EPSILON: f64 = {
                let mut largest = 0.0;
                $(if $name::EPSILON > largest {
                    largest = $name::EPSILON;
                })+
                largest
            };

            fn count(&self) -> usize {
                0 $(+ self.$field.count())+
            }

            #[allow(unused_assignments, reason = "what is left after the last one is not looked at")]
            fn at(&self, mut position: usize) -> f64 {
                $(match position.checked_sub(self.$field.count()) {
                    None => return self.$field.at(position),
                    Some(rest) => position = rest,
                })+
                panic!("{OUTSIDE}")
            }

            #[allow(unused_assignments, reason = "what is left after the last one is not looked at")]
            fn put(&mut self, mut position: usize, number: f64) {
                $(match position.checked_sub(self.$field.count()) {
                    None => return self.$field.put(position, number),
                    Some(rest) => position = rest,
                })+
                panic!("{OUTSIDE}")
            }

            fn copy(&self) -> Self {
                self.clone()
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
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7)
}
