//! What can be differentiated with respect to: floats, and what is made of them.

#[cfg(feature = "alloc")]
use alloc::{boxed::Box, vec::Vec};

/// A value that functions can be differentiated with respect to: a float, an array, tuple or `Vec` of such, or a struct
/// that derives this trait.
///
/// A gradient has the type of what it is a gradient of; that of an enum has its variant, too, and is computed by a record
/// (`#[differentiable(tape)]`).
///
/// `#[derive(Differentiable)]` is for structs with at least one field that is differentiable itself. All others are
/// marked with `#[no_derivative]` and need `Clone` and `Default`: derivatives pass them through, and in a gradient they
/// have their default values. `#[burtorch(crate = path)]` says where burtorch is, if the dependency has another name.
///
/// The derive also makes a macro with the name of the struct, by which `#[differentiable]` learns about its fields.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be differentiated with respect to",
    label = "this type is not `Differentiable`",
    note = "derive `burtorch::Differentiable` for the struct, or mark the field with `#[no_derivative]`"
)]
pub trait Differentiable: Clone {
    /// Zeros in the place of all numbers, and defaults in the place of what is not differentiated.
    #[must_use]
    fn zero_like(&self) -> Self;

    /// Adds `factor` times another one, number by number.
    fn add_scaled(&mut self, factor: f64, other: &Self);
}

/// What a field with `#[no_derivative]` is in a gradient: its default.
#[diagnostic::on_unimplemented(
    message = "a field with `#[no_derivative]` has its default in a gradient, and `{Self}` has none: derive `Default` for it",
    label = "this type is not `Default`"
)]
pub trait DefaultInGradient {
    #[doc(hidden)]
    fn default_in_gradient() -> Self;
}

#[diagnostic::do_not_recommend]
impl<T: Default> DefaultInGradient for T {
    fn default_in_gradient() -> Self {
        T::default()
    }
}

macro_rules! floats {
    ($($float:ident)*) => {$(
        impl Differentiable for $float {
            #[inline]
            fn zero_like(&self) -> Self {
                0.0
            }

            #[inline]
            #[allow(clippy::cast_possible_truncation, reason = "the nearest number is meant")]
            fn add_scaled(&mut self, factor: f64, other: &Self) {
                *self += factor as $float * other;
            }
        }
    )*};
}

floats! { f32 f64 }

impl<T: Differentiable, const N: usize> Differentiable for [T; N] {
    fn zero_like(&self) -> Self {
        self.each_ref().map(T::zero_like)
    }

    fn add_scaled(&mut self, factor: f64, other: &Self) {
        self.iter_mut().zip(other).for_each(|(sum, term)| sum.add_scaled(factor, term));
    }
}

#[cfg(feature = "alloc")]
impl<T: Differentiable> Differentiable for Vec<T> {
    fn zero_like(&self) -> Self {
        self.iter().map(T::zero_like).collect()
    }

    fn add_scaled(&mut self, factor: f64, other: &Self) {
        self.iter_mut().zip(other).for_each(|(sum, term)| sum.add_scaled(factor, term));
    }
}

#[cfg(feature = "alloc")]
impl<T: Differentiable> Differentiable for Box<T> {
    fn zero_like(&self) -> Self {
        Box::new((**self).zero_like())
    }

    fn add_scaled(&mut self, factor: f64, other: &Self) {
        (**self).add_scaled(factor, other);
    }
}

macro_rules! tuples {
    ($(($($name:ident $field:tt),+))*) => {$(
        impl<$($name: Differentiable),+> Differentiable for ($($name,)+) {
            fn zero_like(&self) -> Self {
                ($(self.$field.zero_like(),)+)
            }

            fn add_scaled(&mut self, factor: f64, other: &Self) {
                $(self.$field.add_scaled(factor, &other.$field);)+
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
