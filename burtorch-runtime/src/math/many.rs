//! The functions of arrays.

use num_traits::Float;

use crate::abi::Tangent;
use crate::dual::{Dual, join};
use crate::effects::{Callee, Effects, Nowhere};
use crate::rules::Operand;
use crate::rules::many::{Many, adjoint, value};

/// The value of `many` at `args`, also where these hold no number; `zero` is any operand.
#[inline]
pub(crate) fn over<R: Operand>(many: Many, zero: R, args: &[&[R]]) -> R {
    if args.iter().all(|arg| arg.is_empty()) { zero.lit(many.empty()) } else { value(many, args) }
}

/// Declares functions by rows of the table, and the types that carry their derivatives.
///
/// A row names each argument twice, as itself and as its derivative; a bias comes last, after a semicolon.
macro_rules! functions {
    ($(
        $(#[$doc:meta])*
        $many:ident $name:ident($($x:ident $dx:ident: $ty:ty),+ $(; $b:ident $db:ident: $bias:ty)?);
    )*) => {$(
        $(#[$doc])*
        #[inline]
        #[must_use]
        pub fn $name<T: Float, const N: usize>($($x: &$ty),+ $(, $b: $bias)?) -> T {
            over(Many::$many, T::zero(), &[$($x),+ $(, &[$b])?])
        }

        #[doc(hidden)]
        pub use crate::__burtorch_number as $name;

        #[doc(hidden)]
        #[derive(Debug)]
        #[allow(non_camel_case_types, reason = "stands beside the function, under its name")]
        pub enum $name {}

        impl Callee for $name {
            type Position = Nowhere;
        }

        #[doc(hidden)]
        impl $name {
            #[inline]
            pub fn __value<T: Float, const N: usize>($($x: &$ty),+ $(, $b: $bias)?, _: &mut impl Effects) -> T {
                $name($($x),+ $(, $b)?)
            }

            #[inline]
            pub fn __vjp<T: Float, const N: usize>(
                $($x: &$ty),+ $(, $b: $bias)?, seed: T, _: &mut impl Effects,
            ) -> (T, ($($ty,)+ $($bias,)?)) {
                $(let $b = [$b];)?
                let args: &[&[T]] = &[$($x),+ $(, &$b)?];
                let y = over(Many::$many, seed, args);
                $(let mut $dx = [seed; N];)+
                $(let mut $db = [seed; 1]; let _ = $b;)?
                adjoint(Many::$many, args, y, seed, &mut [$(&mut $dx),+ $(, &mut $db)?]);
                (y, ($($dx,)+ $($db[0],)?))
            }

            #[inline]
            pub fn __jvp<T: Float, const N: usize>(
                $($x: &$ty),+ $(, $b: $bias)?, tangents: ($(impl Tangent<$ty>,)+ $(impl Tangent<$bias>,)?),
                _: &mut impl Effects,
            ) -> (T, T) {
                let zero = Dual { value: T::zero(), tangent: T::zero() };
                let ($($dx,)+ $($db,)?) = tangents;
                $(let $x = join(*$x, $dx.optional().unwrap_or([T::zero(); N]));)+
                $(let $b = join([$b], [$db.optional().unwrap_or_else(T::zero)]);)?
                let y = over(Many::$many, zero, &[$(&$x),+ $(, &$b)?]);
                (y.value, y.tangent)
            }

            #[inline]
            #[allow(clippy::type_complexity, reason = "a result and its tangent, in the same shape")]
            pub fn __vjp_jvp<T: Float, const N: usize>(
                $($x: &$ty),+ $(, $b: $bias)?,
                seed: T,
                tangents: ($(impl Tangent<$ty>,)+ $(impl Tangent<$bias>,)?),
                seed_tangent: T,
                _: &mut impl Effects,
            ) -> ((T, ($($ty,)+ $($bias,)?)), (T, ($($ty,)+ $($bias,)?))) {
                let g = Dual { value: seed, tangent: seed_tangent };
                let ($($dx,)+ $($db,)?) = tangents;
                $(let $x = join(*$x, $dx.optional().unwrap_or([T::zero(); N]));)+
                $(let $b = join([$b], [$db.optional().unwrap_or_else(T::zero)]);)?
                let args: &[&[Dual<T>]] = &[$(&$x),+ $(, &$b)?];
                let y = over(Many::$many, g, args);
                $(let mut $dx = [g; N];)+
                $(let mut $db = [g; 1]; let _ = $b;)?
                adjoint(Many::$many, args, y, g, &mut [$(&mut $dx),+ $(, &mut $db)?]);
                (
                    (y.value, ($($dx.map(|dual| dual.value),)+ $($db[0].value,)?)),
                    (y.tangent, ($($dx.map(|dual| dual.tangent),)+ $($db[0].tangent,)?)),
                )
            }
        }
    )*};
}

functions! {
    /// `x₁ + x₂ + … + xₙ`
    Sum sum(xs dx: [T; N]);
    /// `x₁ − x₂ − … − xₙ`
    Difference difference(xs dx: [T; N]);
    /// `x₁ · x₂ · … · xₙ`
    Product product(xs dx: [T; N]);
    /// `(x₁ + … + xₙ) / n`
    Mean mean(xs dx: [T; N]);
    /// `−(x₁ + … + xₙ) / n`
    NegMean neg_mean(xs dx: [T; N]);
    /// `x₁² + … + xₙ²`
    SumOfSquares sum_of_squares(xs dx: [T; N]);
    /// `(x₁² + … + xₙ²) / n`
    MeanOfSquares mean_of_squares(xs dx: [T; N]);
    /// `Σ (xᵢ − x̄)² / (n − 1)`: the unbiased variance.
    Variance variance(xs dx: [T; N]);
    /// `Σ (xᵢ − x̄)² / n`: the biased variance.
    VarianceBiased variance_biased(xs dx: [T; N]);
    /// `x₁ w₁ + … + xₙ wₙ`
    Dot dot(xs dx: [T; N], ws dw: [T; N]);
    /// `x₁ w₁ + … + xₙ wₙ + bias`
    DotBias dot_bias(xs dx: [T; N], ws dw: [T; N]; bias db: T);
}

/// `((x₁ + … + xₙ) / n, (x₁² + … + xₙ²) / n)`: the mean and the mean of squares.
#[inline]
#[must_use]
pub fn mean_and_mean_of_squares<T: Float, const N: usize>(xs: &[T; N]) -> (T, T) {
    (mean(xs), mean_of_squares(xs))
}

#[doc(hidden)]
#[derive(Debug)]
#[allow(non_camel_case_types, reason = "stands beside the function, under its name")]
pub enum mean_and_mean_of_squares {}

impl Callee for mean_and_mean_of_squares {
    type Position = Nowhere;
}

// Two rows of the table on one slice: the adjoint of the slice is the sum of theirs.
#[doc(hidden)]
impl mean_and_mean_of_squares {
    #[inline]
    pub fn __value<T: Float, const N: usize>(xs: &[T; N], _: &mut impl Effects) -> (T, T) {
        mean_and_mean_of_squares(xs)
    }

    #[inline]
    pub fn __vjp<T: Float, const N: usize>(
        xs: &[T; N],
        seed: (T, T),
        effects: &mut impl Effects,
    ) -> ((T, T), ([T; N],)) {
        let (m, (dm,)) = mean::__vjp(xs, seed.0, effects);
        let (s, (ds,)) = mean_of_squares::__vjp(xs, seed.1, effects);
        ((m, s), (add(dm, ds),))
    }

    #[inline]
    pub fn __jvp<T: Float, const N: usize>(
        xs: &[T; N],
        tangents: (impl Tangent<[T; N]>,),
        effects: &mut impl Effects,
    ) -> ((T, T), (T, T)) {
        let dx = tangents.0.optional().unwrap_or([T::zero(); N]);
        let (m, dm) = mean::__jvp(xs, (dx,), effects);
        let (s, ds) = mean_of_squares::__jvp(xs, (dx,), effects);
        ((m, s), (dm, ds))
    }

    #[inline]
    #[allow(clippy::type_complexity, reason = "a result and its tangent, in the same shape")]
    pub fn __vjp_jvp<T: Float, const N: usize>(
        xs: &[T; N],
        seed: (T, T),
        tangents: (impl Tangent<[T; N]>,),
        seed_tangent: (T, T),
        effects: &mut impl Effects,
    ) -> (((T, T), ([T; N],)), ((T, T), ([T; N],))) {
        let dx = tangents.0.optional().unwrap_or([T::zero(); N]);
        let (m, dm) = mean::__vjp_jvp(xs, seed.0, (dx,), seed_tangent.0, effects);
        let (s, ds) = mean_of_squares::__vjp_jvp(xs, seed.1, (dx,), seed_tangent.1, effects);
        (((m.0, s.0), (add(m.1.0, s.1.0),)), ((dm.0, ds.0), (add(dm.1.0, ds.1.0),)))
    }
}

#[inline]
fn add<T: Float, const N: usize>(a: [T; N], b: [T; N]) -> [T; N] {
    core::array::from_fn(|i| a[i] + b[i])
}
