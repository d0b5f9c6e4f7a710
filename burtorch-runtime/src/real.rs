//! The table as methods: [`Real`] on numbers, [`Reduce`] on slices.

use num_traits::Float;

use crate::math::{self, over};
use crate::proof::Ours;
use crate::rules::{Many, with_rows};

/// Declares the trait with a method for each row that Rust's floats lack.
macro_rules! methods {
    ($y:ident $g:ident $(
        $(#[$doc:meta])*
        $op:ident($($arg:ident),+) $name:ident [$home:tt, $($fact:ident),+] = $value:expr => [$($adjoint:expr),+];
    )*) => {
        /// The operators that Rust's floats lack, as methods of every [`Float`].
        ///
        /// ```
        /// use burtorch_runtime::Real;
        ///
        /// assert_eq!((-2.0_f64).relu(), 0.0);
        /// assert_eq!(3.0_f32.sqr(), 9.0);
        /// ```
        ///
        /// Of `erf` on `f32` and `f64` themselves rustc warns that the standard library may get a method of this name;
        /// [`math::erf`](crate::math::erf()) is the same without the warning.
        pub trait Real: Float {
            $(method! { $home $(#[$doc])* $name($($arg),+) })*

            /// By this generated code sees that the trait is in scope.
            #[doc(hidden)]
            fn __burtorch_real(self) -> Ours {
                Ours
            }
        }
    };
}

/// Declares the method of a row.
macro_rules! method {
    (Own $(#[$doc:meta])* $name:ident($a:ident $(, $arg:ident)*)) => {
        $(#[$doc])*
        #[inline]
        #[must_use]
        fn $name(self $(, $arg: Self)*) -> Self {
            math::$name(self $(, $arg)*)
        }
    };
    ($home:tt $($row:tt)*) => {};
}

with_rows!(methods);

impl<T: Float> Real for T {}

macro_rules! reductions {
    ($($(#[$doc:meta])* $many:ident $name:ident;)*) => {
        /// The operators on slices, as methods.
        ///
        /// Over no numbers a sum is zero, a product one, and a mean or variance NaN.
        ///
        /// ```
        /// use burtorch_runtime::Reduce;
        ///
        /// assert_eq!([2.0, 3.0, 70.0].mean(), 25.0);
        /// assert_eq!([1.0, 2.0].dot(&[3.0, 4.0]), 11.0);
        /// ```
        pub trait Reduce<T> {
            $($(#[$doc])* #[must_use] fn $name(&self) -> T;)*

            /// `((x₁ + … + xₙ) / n, (x₁² + … + xₙ²) / n)`
            #[must_use]
            fn mean_and_mean_of_squares(&self) -> (T, T);

            /// `x₁ w₁ + … + xₙ wₙ`
            ///
            /// # Panics
            /// If the two differ in length.
            #[must_use]
            fn dot(&self, w: &[T]) -> T;

            /// `x₁ w₁ + … + xₙ wₙ + bias`
            ///
            /// # Panics
            /// If the two differ in length.
            #[must_use]
            fn dot_bias(&self, w: &[T], bias: T) -> T;

            /// By this generated code sees that the trait is in scope.
            #[doc(hidden)]
            fn __burtorch_reduce(&self) -> Ours {
                Ours
            }
        }

        impl<T: Float> Reduce<T> for [T] {
            $(
                #[inline]
                fn $name(&self) -> T {
                    over(Many::$many, T::zero(), &[self])
                }
            )*

            #[inline]
            fn mean_and_mean_of_squares(&self) -> (T, T) {
                (self.mean(), self.mean_of_squares())
            }

            #[inline]
            fn dot(&self, w: &[T]) -> T {
                over(Many::Dot, T::zero(), &[self, w])
            }

            #[inline]
            fn dot_bias(&self, w: &[T], bias: T) -> T {
                over(Many::DotBias, T::zero(), &[self, w, &[bias]])
            }
        }
    };
}

reductions! {
    /// `x₁ + x₂ + … + xₙ`
    Sum sum;
    /// `x₁ − x₂ − … − xₙ`
    Difference difference;
    /// `x₁ · x₂ · … · xₙ`
    Product product;
    /// `(x₁ + … + xₙ) / n`
    Mean mean;
    /// `−(x₁ + … + xₙ) / n`
    NegMean neg_mean;
    /// `x₁² + … + xₙ²`
    SumOfSquares sum_of_squares;
    /// `(x₁² + … + xₙ²) / n`
    MeanOfSquares mean_of_squares;
    /// `Σ (xᵢ − x̄)² / (n − 1)`: the unbiased variance.
    Variance variance;
    /// `Σ (xᵢ − x̄)² / n`: the biased variance.
    VarianceBiased variance_biased;
}
