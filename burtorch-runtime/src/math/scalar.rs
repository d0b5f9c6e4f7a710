//! The scalar functions, made from the rows of the table.

use num_traits::Float;

use crate::abi::Tangent;
use crate::dual::{Dual, join};
use crate::effects::{Callee, Effects, Nowhere};
use crate::rules::{Op, Operand, adjoint, tangent, value, with_rows};

/// Declares a function for each row that is not an operator of Rust's.
macro_rules! functions {
    ($y:ident $g:ident $(
        $(#[$doc:meta])*
        $op:ident($($arg:ident),+) $name:ident [$home:tt, $($fact:ident),+] = $value:expr => [$($adjoint:expr),+];
    )*) => {
        $(function! { $home $(#[$doc])* $op $name($($arg: T),+) })*
    };
}

/// Declares the function of a row, and the type that carries its derivatives.
macro_rules! function {
    (Whole $($row:tt)*) => {};
    ($operator:literal $($row:tt)*) => {};
    ($home:ident $(#[$doc:meta])* $op:ident $name:ident($($arg:ident: $ty:ty),+)) => {
        $(#[$doc])*
        #[inline]
        #[must_use]
        pub fn $name<T: Float>($($arg: $ty),+) -> T {
            value(Op::$op, &[$($arg),+])
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
            pub fn __value<T: Float>($($arg: $ty),+, _: &mut impl Effects) -> T {
                value(Op::$op, &[$($arg),+])
            }

            #[inline]
            pub fn __vjp<T: Float>($($arg: $ty),+, seed: T, _: &mut impl Effects) -> (T, ($($ty,)+)) {
                let args = [$($arg),+];
                let y = value(Op::$op, &args);
                let [$($arg),+, ..] = adjoint(Op::$op, &args, y, seed);
                (y, ($($arg.unwrap_or_else(T::zero),)+))
            }

            #[inline]
            pub fn __jvp<T: Float>(
                $($arg: $ty),+,
                tangents: ($(impl Tangent<$ty>,)+),
                _: &mut impl Effects,
            ) -> (T, T) {
                let args = [$($arg),+];
                let y = value(Op::$op, &args);
                let ($($arg,)+) = tangents;
                let tangents = [$($arg.optional()),+];
                (y, tangent(Op::$op, &args, y, &tangents).unwrap_or_else(T::zero))
            }

            #[inline]
            #[allow(clippy::type_complexity, reason = "a result and its tangent, in the same shape")]
            pub fn __vjp_jvp<T: Float>(
                $($arg: $ty),+,
                seed: T,
                tangents: ($(impl Tangent<$ty>,)+),
                seed_tangent: T,
                _: &mut impl Effects,
            ) -> ((T, ($($ty,)+)), (T, ($($ty,)+))) {
                let args = [$($arg),+];
                let y = value(Op::$op, &args);
                let ($($arg,)+) = tangents;
                let args = join(args, [$($arg.optional().unwrap_or_else(T::zero)),+]);
                let y = Dual::result(Op::$op, args, y);
                let g = Dual { value: seed, tangent: seed_tangent };
                let [$($arg),+, ..] = adjoint(Op::$op, &args, y, g).map(|dual| dual.unwrap_or_else(|| y.lit(0.0)));
                ((y.value, ($($arg.value,)+)), (y.tangent, ($($arg.tangent,)+)))
            }
        }
    };
}

with_rows!(functions);
