//! How compiled functions call each other.
//!
//! Beside a differentiable function `f` stands a type `f` with four associated functions. Arguments come
//! as `f` takes them, what goes with them comes as a tuple with one place per argument:
//!
//! - `f::__value(args…, effects) -> value`
//! - `f::__vjp(args…, seed, effects) -> (value, (adjoint, …))`
//! - `f::__jvp(args…, (tangent, …), effects) -> (value, tangent of the value)`
//! - `f::__vjp_jvp(args…, seed, (tangent, …), seed tangent, effects) -> (what __vjp returns, its tangent)`
//!
//! `effects` says whether code with effects runs, is recorded or read back, see [`effects`](crate::effects).
//!
//! The adjoint of a number is a number, that of `&[T; N]` is `[T; N]`. [`NotDifferentiated`] stands in
//! the place of an argument that one of the two sides does not differentiate.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use num_traits::{Float, NumCast, ToPrimitive};

use crate::rules::{Op, value};
#[cfg(feature = "alloc")]
use crate::scratch::Scratch;

/// Stands in the place of an argument that is not differentiated. As a tangent it means zero; as an adjoint, that there is none.
// Not `Clone`: that is what tells the two blanket impls of `Tangent` apart.
#[derive(PartialEq, Eq, Debug, Default)]
pub struct NotDifferentiated;

/// What may be passed as the tangent of an argument whose tangents are `T`.
///
/// A caller passes a `T`, a reference to an array, or [`NotDifferentiated`].
pub trait Tangent<T>: Sized {
    /// The tangent, or `None` if it is zero because the caller does not differentiate this argument.
    fn optional(self) -> Option<T>;

    /// The tangent, or `zero` if the caller does not differentiate this argument.
    #[inline]
    fn or(self, zero: T) -> T {
        self.optional().unwrap_or(zero)
    }
}

impl<T> Tangent<T> for T {
    #[inline]
    fn optional(self) -> Option<T> {
        Some(self)
    }
}

impl<A: Clone, const N: usize> Tangent<[A; N]> for &[A; N] {
    #[inline]
    fn optional(self) -> Option<[A; N]> {
        Some(self.clone())
    }
}

impl<T: Clone> Tangent<T> for NotDifferentiated {
    #[inline]
    fn optional(self) -> Option<T> {
        None
    }
}

/// What may be passed as the tangents of all arguments of a function, a tuple of [`Tangent`]s, where theirs are `T`.
pub trait Tangents<T>: Sized {
    /// The tangents, or those of `zeros` where the caller does not differentiate.
    fn or(self, zeros: T) -> T;
}

macro_rules! tangents {
    ($($ty:ident $given:ident $at:tt),+) => {
        impl<$($ty, $given: Tangent<$ty>),+> Tangents<($($ty,)+)> for ($($given,)+) {
            #[inline]
            fn or(self, zeros: ($($ty,)+)) -> ($($ty,)+) {
                ($(Tangent::<$ty>::or(self.$at, zeros.$at),)+)
            }
        }
    };
}

tangents!(A X0 0);
tangents!(A X0 0, B X1 1);
tangents!(A X0 0, B X1 1, C X2 2);
tangents!(A X0 0, B X1 1, C X2 2, D X3 3);
tangents!(A X0 0, B X1 1, C X2 2, D X3 3, E X4 4);
tangents!(A X0 0, B X1 1, C X2 2, D X3 3, E X4 4, F X5 5);
tangents!(A X0 0, B X1 1, C X2 2, D X3 3, E X4 4, F X5 5, G X6 6);
tangents!(A X0 0, B X1 1, C X2 2, D X3 3, E X4 4, F X5 5, G X6 6, H X7 7);

/// Adds the elements of an array to those of another.
#[inline]
pub fn add_each<T: Copy + core::ops::Add<Output = T>, const N: usize>(to: &mut [T; N], what: &[T; N]) {
    for (to, what) in to.iter_mut().zip(what) {
        *to = *to + *what;
    }
}

/// What may be passed to add the adjoint of a slice to: an array, or [`NotDifferentiated`] if nobody wants it.
#[cfg(feature = "alloc")]
#[diagnostic::on_unimplemented(
    message = "this function takes a slice where it is called with an array",
    label = "the adjoint of a slice is added to a slice",
    note = "pass a slice of the array: `&x[..]`"
)]
pub trait Sum<T> {
    /// The memory for what nobody wants; none if somebody does.
    fn spare(&self, scratch: &mut Scratch) -> Vec<T>;

    /// Where to add; `spare` is there for what nobody wants, and `zeros` makes it as long as it has to be.
    fn open<'a>(self, spare: &'a mut Vec<T>, zeros: impl FnOnce(&mut Vec<T>)) -> &'a mut [T]
    where
        Self: 'a;
}

#[cfg(feature = "alloc")]
impl<T> Sum<T> for &mut [T] {
    #[inline]
    fn spare(&self, _: &mut Scratch) -> Vec<T> {
        Vec::new()
    }

    #[inline]
    fn open<'a>(self, _: &'a mut Vec<T>, _: impl FnOnce(&mut Vec<T>)) -> &'a mut [T]
    where
        Self: 'a,
    {
        self
    }
}

#[cfg(feature = "alloc")]
impl<T: Send + 'static> Sum<T> for NotDifferentiated {
    #[inline]
    fn spare(&self, scratch: &mut Scratch) -> Vec<T> {
        scratch.take()
    }

    #[inline]
    fn open<'a>(self, spare: &'a mut Vec<T>, zeros: impl FnOnce(&mut Vec<T>)) -> &'a mut [T]
    where
        Self: 'a,
    {
        spare.clear();
        zeros(spare);
        spare
    }
}

#[cfg(feature = "alloc")]
/// Whether a pass that computes a product with the Hessian adds up the gradient as well. It is known while the program compiles, so what
/// is not wanted is not computed.
pub trait Gradient: Copy {
    /// Whether it does.
    fn is_wanted(self) -> bool;
}

#[cfg(feature = "alloc")]
/// The gradient is added up.
#[derive(Clone, Copy, Debug)]
pub struct Wanted;

#[cfg(feature = "alloc")]
/// Nobody needs the gradient.
#[derive(Clone, Copy, Debug)]
pub struct NotWanted;

#[cfg(feature = "alloc")]
impl Gradient for Wanted {
    #[inline]
    fn is_wanted(self) -> bool {
        true
    }
}

#[cfg(feature = "alloc")]
impl Gradient for NotWanted {
    #[inline]
    fn is_wanted(self) -> bool {
        false
    }
}

/// What may be passed for the adjoint or tangent of an argument that a function changes.
pub trait Spot<T> {
    /// Where it is; `spare` is there for what nobody wants.
    fn open<'a>(self, spare: &'a mut T) -> &'a mut T
    where
        Self: 'a;
}

impl<T> Spot<T> for &mut T {
    #[inline]
    fn open<'a>(self, _: &'a mut T) -> &'a mut T
    where
        Self: 'a,
    {
        self
    }
}

impl<T> Spot<T> for NotDifferentiated {
    #[inline]
    fn open<'a>(self, spare: &'a mut T) -> &'a mut T
    where
        Self: 'a,
    {
        spare
    }
}

/// What may be passed as the tangent of a slice.
#[cfg(feature = "alloc")]
pub trait SliceTangent<T> {
    /// The memory for a tangent that is zero; none if there is one.
    fn spare(&self, scratch: &mut Scratch) -> Vec<T>;

    /// The tangent; `spare` is there for one that is zero because the caller does not differentiate this argument.
    fn open<'a>(self, spare: &'a mut Vec<T>, zeros: impl FnOnce(&mut Vec<T>)) -> &'a [T]
    where
        Self: 'a;
}

#[cfg(feature = "alloc")]
impl<T> SliceTangent<T> for &[T] {
    #[inline]
    fn spare(&self, _: &mut Scratch) -> Vec<T> {
        Vec::new()
    }

    #[inline]
    fn open<'a>(self, _: &'a mut Vec<T>, _: impl FnOnce(&mut Vec<T>)) -> &'a [T]
    where
        Self: 'a,
    {
        self
    }
}

#[cfg(feature = "alloc")]
impl<T> SliceTangent<T> for &mut [T] {
    #[inline]
    fn spare(&self, _: &mut Scratch) -> Vec<T> {
        Vec::new()
    }

    #[inline]
    fn open<'a>(self, _: &'a mut Vec<T>, _: impl FnOnce(&mut Vec<T>)) -> &'a [T]
    where
        Self: 'a,
    {
        self
    }
}

#[cfg(feature = "alloc")]
impl<T: Send + 'static> SliceTangent<T> for NotDifferentiated {
    #[inline]
    fn spare(&self, scratch: &mut Scratch) -> Vec<T> {
        scratch.take()
    }

    #[inline]
    fn open<'a>(self, spare: &'a mut Vec<T>, zeros: impl FnOnce(&mut Vec<T>)) -> &'a [T]
    where
        Self: 'a,
    {
        Sum::open(self, spare, zeros)
    }
}

/// What may be passed as the tangent of an argument that is not differentiated: only that it has none.
#[diagnostic::on_unimplemented(
    message = "this function leaves out the derivative with respect to an argument that is differentiated here",
    label = "the argument is not in the `wrt` of this function",
    note = "add the argument to the `wrt` of the function, or pass a value that is not differentiated"
)]
pub trait NoTangent {}

impl NoTangent for NotDifferentiated {}

/// What a callee returns, with an adjoint `A` wherever the caller needs one.
#[diagnostic::on_unimplemented(
    message = "this function leaves out the derivative with respect to an argument that is differentiated here",
    label = "the argument is not in the `wrt` of this function",
    note = "add the argument to the `wrt` of the function, or pass a value that is not differentiated"
)]
pub trait Adjoints<A>: Sized {
    /// The adjoints as the caller needs them.
    fn adjoints(self) -> A;

    /// Converts both the adjoints and their tangents, which `__vjp_jvp` returns.
    #[inline]
    fn both((at, moving): (Self, Self)) -> (A, A) {
        (at.adjoints(), moving.adjoints())
    }
}

impl<A> Adjoints<A> for A {
    #[inline]
    fn adjoints(self) -> A {
        self
    }
}

/// What a function that takes functions asks of them if it is to have a derivative of its own: nothing has it.
#[diagnostic::on_unimplemented(
    message = "a function that takes functions has no derivative of its own",
    label = "a closure has no derivative of its own",
    note = "call it in a function with `#[differentiable]` in the same file: there it is differentiated, with the closure"
)]
pub trait FunctionWithDerivative {}

/// A float, or a reference to one, as code that is not differentiated yields it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the float type of this function",
    label = "used as a `{T}` here",
    note = "only floats of one type can be combined with a differentiated value: convert it first"
)]
pub trait FloatOf<T> {
    /// The float.
    fn float_of(self) -> T;
}

impl<T> FloatOf<T> for T {
    #[inline]
    fn float_of(self) -> T {
        self
    }
}

impl<T: Copy> FloatOf<T> for &T {
    #[inline]
    fn float_of(self) -> T {
        *self
    }
}

/// The place of an element among all elements of a matrix that is stored row by row, or column by column.
///
/// # Panics
/// If the element is outside of the matrix.
#[inline]
#[must_use]
pub fn place_in_matrix(major: usize, minor: usize, majors: usize, minors: usize) -> usize {
    assert!(major < majors && minor < minors, "an element is outside of the matrix");
    major * minors + minor
}

/// An argument that is passed by value and needed more than once.
///
/// `(&&Argument(&x)).again()` clones it, if it is `Clone`. If it is not, that is an error of those derivatives only that
/// need it twice, once somebody calls them.
#[derive(Debug)]
pub struct Argument<'a, T>(pub &'a T);

/// Method resolution finds this `again` for arguments that are `Clone`.
pub trait Cloned<T> {
    /// A clone of the argument.
    fn again(&self) -> T;
}

impl<T: Clone> Cloned<T> for &Argument<'_, T> {
    #[inline]
    fn again(&self) -> T {
        self.0.clone()
    }
}

/// Method resolution finds this `again` for arguments that are not `Clone`.
pub trait NotCloned<T> {
    /// Never returns.
    fn again(&self) -> T;
}

impl<T> NotCloned<T> for Argument<'_, T> {
    #[inline]
    fn again(&self) -> T {
        const { panic!("this derivative takes an argument more than once that is not `Clone`: pass it by reference") }
    }
}

/// Zero of the type of a result that a caller does not use.
#[diagnostic::on_unimplemented(
    message = "the result of this call is not used, and nothing says its type",
    label = "of type `{Self}`",
    note = "give it a type, `let _y: … = …`"
)]
pub trait Unused {
    /// Zero: the adjoint of a result that nothing depends on.
    fn zero() -> Self;
}

impl Unused for f32 {
    #[inline]
    fn zero() -> Self {
        0.0
    }
}

impl Unused for f64 {
    #[inline]
    fn zero() -> Self {
        0.0
    }
}

impl<T: Unused, const N: usize> Unused for [T; N] {
    #[inline]
    fn zero() -> Self {
        core::array::from_fn(|_| T::zero())
    }
}

macro_rules! unused_tuples {
    ($(($($part:ident)*))*) => {$(
        impl<$($part: Unused),*> Unused for ($($part,)*) {
            #[inline]
            #[allow(clippy::unused_unit, reason = "of no parts")]
            fn zero() -> Self {
                ($($part::zero(),)*)
            }
        }
    )*};
}

unused_tuples! { () (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) }

/// A constant of any float type; the nearest one if it has no exact value there.
#[inline]
#[must_use]
pub fn lit<T: Float>(value: f64) -> T {
    T::from(value).unwrap_or_else(T::nan)
}

/// An integer, or any other number, as a float.
#[inline]
#[must_use]
pub fn from_integer<T: Float, I: ToPrimitive>(value: I) -> T {
    T::from(value).unwrap_or_else(T::nan)
}

/// `aⁿ` for a whole number `n`, as the table computes it.
#[inline]
#[must_use]
pub fn powi<T: Float>(a: T, n: T) -> T {
    value(Op::Powi, &[a, n])
}

/// Implemented by nothing: the arguments of second derivatives that were left out.
#[diagnostic::on_unimplemented(
    message = "the second derivatives of this function are left out",
    label = "second derivatives were not generated",
    note = "it is large, or marked `first_order`: add `second_order` to its `#[differentiable]`"
)]
pub trait SecondOrder {}

/// `start + places`, for the items of a range.
#[inline]
#[must_use]
pub fn nth<I: NumCast + core::ops::Add<Output = I>>(start: I, places: usize) -> I {
    match I::from(places) {
        Some(places) => start + places,
        // No range of the type has so many elements.
        None => start,
    }
}

/// The same for a range from a literal, which has the type of its end.
#[inline]
#[must_use]
pub fn nth_before<I: NumCast + core::ops::Add<Output = I>>(start: I, _end: I, places: usize) -> I {
    nth(start, places)
}

/// Implemented by nothing: the arguments of derivatives of functions over slices that are called without one.
#[diagnostic::on_unimplemented(
    message = "this function takes a slice where it is called with an array or a reference to a number",
    label = "no slice is passed",
    note = "pass a slice of the array, `&x[..]`"
)]
pub trait PassSlices {}

/// Implemented by nothing: the arguments of derivatives in several directions that were not asked for.
#[diagnostic::on_unimplemented(
    message = "this function has no derivatives in several directions",
    label = "called by a function that has them",
    note = "add `lanes` to its `#[differentiable]`"
)]
pub trait InLanes {}

/// A value of a type that the macro does not know, which the reverse sweep needs again.
#[derive(Debug)]
pub struct Kept<'a, T>(pub &'a T);

/// Method resolution finds this for values that can be copied.
pub trait Keepable<T> {
    /// A copy of the value.
    fn copy(&self) -> T;
}

impl<T: Clone> Keepable<T> for Kept<'_, T> {
    #[inline]
    fn copy(&self) -> T {
        self.0.clone()
    }
}

/// Method resolution finds this for values that cannot be copied.
pub trait NotKeepable<T> {
    /// Never compiles.
    fn copy(&self) -> T;
}

impl<T> NotKeepable<T> for &Kept<'_, T> {
    fn copy(&self) -> T {
        const {
            panic!(
                "a value that is not differentiated is needed again on the way back and cannot be copied: derive `Clone` for its type, or compute numbers from it before they are used"
            )
        }
    }
}

/// A copy of a value of a type that the macro does not know.
#[doc(hidden)]
#[macro_export]
macro_rules! __copy_of {
    ($value:expr) => {{
        use $crate::__private::{Keepable as _, NotKeepable as _};
        (&$crate::__private::Kept(&$value)).copy()
    }};
}
