//! Questions that generated code asks rustc while it checks types. Nothing here ever runs, but for [`lent`] and [`Peel`].
//!
//! A macro knows a method, a function or a type by its name only. What the name means where it stands is asked here, by
//! the rules by which Rust picks a method: what fits by value goes before what needs a reference, and what a type has
//! itself goes before what it has by a trait. Each question is an expression of type [`Yes`] or [`No`].
//!
//! Methods here have names of their own: rustc would propose them to a program that lacks a method of their name.

#[cfg(feature = "alloc")]
use alloc::{boxed::Box, vec::Vec};
use core::marker::PhantomData;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, RemAssign, Sub, SubAssign};

/// The answers.
pub struct Yes;
pub struct No;

/// An answer as a constant.
pub trait Verdict {
    const YES: bool;
}

impl Verdict for Yes {
    const YES: bool = true;
}

impl Verdict for No {
    const YES: bool = false;
}

/// What a closure would answer. It is not called, so this works in constants.
#[must_use]
pub const fn verdict<A, R: Verdict, F: Fn(A) -> R>(_: &F) -> bool {
    R::YES
}

/// For the same question where a type is generic, so that there is no constant to evaluate.
#[diagnostic::on_unimplemented(
    message = "this name is not burtorch's or the standard library's here, so its derivative is not known",
    label = "another trait or item has this name",
    note = "import the trait that is meant, `use burtorch::Real;`, or make your own method a function with `#[differentiable]`"
)]
pub trait IsOurs: Sized {
    fn __burtorch_is_so(self) {}
}

#[diagnostic::do_not_recommend]
impl IsOurs for Yes {}

/// Asks rustc whether an argument that is taken for a constant holds no floats.
#[diagnostic::on_unimplemented(
    message = "this argument holds floats, but its type does not show them, so it would be constant",
    label = "is it constant?",
    note = "mark it as constant with `#[constant]`, or name the arguments that are differentiated in `wrt(…)`",
    note = "to differentiate it, write its type out, or name its struct in `structs(…)`"
)]
pub trait IsConstant: Sized {
    fn __burtorch_is_so(self) {}
}

#[diagnostic::do_not_recommend]
impl IsConstant for No {}

/// Two values: `__burtorch_same` answers whether they have one type. Every function has a type of its own.
pub struct Same<A, B>(pub A, pub B);

impl<T> Same<T, T> {
    #[must_use]
    pub fn __burtorch_same(self) -> Yes {
        Yes
    }
}

/// What is left if the types differ.
pub trait Differ: Sized {
    fn __burtorch_same(self) -> No {
        No
    }
}

impl<A, B> Differ for Same<A, B> {}

/// What methods of this crate yield where they are asked for themselves.
pub struct Ours;

/// What methods yield that are found if burtorch's trait is not in scope: they need one reference more.
pub struct Missing;

pub trait Fallback {
    fn __burtorch_real(&self) -> Missing {
        Missing
    }

    fn __burtorch_reduce(&self) -> Missing {
        Missing
    }
}

impl Fallback for f32 {}
impl Fallback for f64 {}
impl<T> Fallback for &[T] {}

/// Whether a type called `Vec` is the one of the standard library; by an alias it may be a slice, too.
pub trait IsVec {
    fn __burtorch_vec(&self) -> Ours {
        Ours
    }
}

#[cfg(feature = "alloc")]
impl<T> IsVec for Vec<T> {}
impl<T> IsVec for [T] {}

/// What is left if it is not.
pub trait IsNoVec {
    fn __burtorch_vec(&mut self) -> Missing {
        Missing
    }
}

impl<T: ?Sized> IsNoVec for T {}

/// What holds floats: a function could be differentiated with respect to it.
pub trait HoldsFloats {}

impl HoldsFloats for f32 {}
impl HoldsFloats for f64 {}
impl<T: HoldsFloats> HoldsFloats for [T] {}
impl<T: HoldsFloats, const N: usize> HoldsFloats for [T; N] {}
impl<T: HoldsFloats + ?Sized> HoldsFloats for &T {}
impl<T: HoldsFloats + ?Sized> HoldsFloats for &mut T {}
impl<T: HoldsFloats> HoldsFloats for Option<T> {}
#[cfg(feature = "alloc")]
impl<T: HoldsFloats> HoldsFloats for Vec<T> {}
#[cfg(feature = "alloc")]
impl<T: HoldsFloats + ?Sized> HoldsFloats for Box<T> {}

macro_rules! tuples {
    ($(($($name:ident)+))*) => {$(impl<$($name: HoldsFloats),+> HoldsFloats for ($($name,)+) {})*};
}

tuples! { (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) (A B C D E F G H) }

/// Whether a type [`HoldsFloats`].
pub struct Ask<T: ?Sized>(PhantomData<T>);

impl<T: HoldsFloats + ?Sized> Ask<T> {
    #[must_use]
    pub fn __burtorch_holds_floats() -> Yes {
        Yes
    }
}

/// What is left if it does not.
pub trait HoldsNone {
    #[must_use]
    fn __burtorch_holds_floats() -> No {
        No
    }
}

impl<T: ?Sized> HoldsNone for Ask<T> {}

/// Has the operators of Rust and no other trait.
pub struct Operand;

/// What is left if a trait is not that of an operator.
pub trait IsNotIt {
    fn __burtorch_is_it(&self) -> No {
        No
    }
}

impl IsNotIt for Operand {}

/// Whether two types have an operator: `Have::<&A, B>::add()`.
pub struct Have<A, B>(PhantomData<(A, B)>);

/// Whether a type has an operator with one operand.
pub struct Has<A>(PhantomData<A>);

impl<A: Neg> Has<A> {
    #[must_use]
    pub fn neg() -> Yes {
        Yes
    }
}

/// What is left if it does not.
pub trait HasNone {
    #[must_use]
    fn neg() -> No {
        No
    }
}

impl<A> HasNone for Has<A> {}

impl Neg for Operand {
    type Output = ();
    fn neg(self) {}
}

macro_rules! operators {
    ($($operator:ident $method:ident, $assign:ident $assign_method:ident;)*) => {
        $(
            impl<A: $operator<B>, B> Have<A, B> {
                #[must_use]
                pub fn $method() -> Yes {
                    Yes
                }
            }

            impl<A: $assign<B>, B> Have<A, B> {
                #[must_use]
                pub fn $assign_method() -> Yes {
                    Yes
                }
            }

            impl $operator for Operand {
                type Output = ();
                fn $method(self, _: Self) {}
            }

            impl $assign for Operand {
                fn $assign_method(&mut self, _: Self) {}
            }
        )*

        /// What is left if they do not.
        pub trait HaveNone {
            $(
                #[must_use]
                fn $method() -> No {
                    No
                }

                #[must_use]
                fn $assign_method() -> No {
                    No
                }
            )*
        }

        impl<A, B> HaveNone for Have<A, B> {}
    };
}

operators! {
    Add add, AddAssign add_assign;
    Sub sub, SubAssign sub_assign;
    Mul mul, MulAssign mul_assign;
    Div div, DivAssign div_assign;
    Rem rem, RemAssign rem_assign;
}

/// What is lent as it is, without the coercions by which Rust makes one reference of another.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not `{T}`, whose method stands in this file, so its derivative is not known",
    label = "a method of another type",
    note = "put `#[differentiable]` on the method of that type, or call the one that is meant by its path"
)]
pub trait Lends<'r, 'a, T> {
    fn lent(this: &'r Self) -> &'a T;
}

#[diagnostic::do_not_recommend]
impl<'a, T> Lends<'a, 'a, T> for T {
    fn lent(this: &'a Self) -> &'a T {
        this
    }
}

#[diagnostic::do_not_recommend]
impl<'r, 'a, T> Lends<'r, 'a, T> for &'a T {
    fn lent(this: &'r Self) -> &'a T {
        this
    }
}

#[diagnostic::do_not_recommend]
impl<'r, 'a, T> Lends<'r, 'a, T> for &&'a T {
    fn lent(this: &'r Self) -> &'a T {
        this
    }
}

#[diagnostic::do_not_recommend]
impl<'a, T> Lends<'a, 'a, T> for &mut T {
    fn lent(this: &'a Self) -> &'a T {
        this
    }
}

/// A value of this very type, or what a reference to one refers to, which may live longer than the reference.
pub fn lent<'r, 'a, T, R: Lends<'r, 'a, T>>(reference: &'r R) -> &'a T {
    R::lent(reference)
}

/// The methods of floats in the standard library are there wherever this crate is: it links that library.
#[cfg(feature = "std")]
#[doc(hidden)]
#[macro_export]
macro_rules! __without_std {
    ($($question:tt)*) => {};
}

/// What must be asked if the standard library may not be there, which has most methods of floats.
#[cfg(not(feature = "std"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __without_std {
    ($($question:tt)*) => { $($question)* };
}

/// Whether the standard library is linked all the same, so that floats have its methods.
#[doc(hidden)]
#[macro_export]
macro_rules! __links_std {
    () => {{
        // In a module of its own no trait of the user's is in scope.
        mod alone {
            use $crate::__private::proof::{Differ as _, Ours, Same, verdict};
            trait Instead: Sized {
                fn sin(self) -> Ours {
                    Ours
                }
            }
            impl Instead for ::core::primitive::f64 {}
            pub const STD: bool = !verdict(&|x: ::core::primitive::f64| Same(x.sin(), Ours).__burtorch_same());
        }
        alone::STD
    }};
}

/// A reference to what a method is called on; `__burtorch_peel` goes behind one pointer of the standard library, if there is one. What a
/// pointer of another library leads to stays behind it.
pub struct Peel<T>(pub T);

impl<'a, T: ?Sized> Peel<&&'a T> {
    /// What the reference leads to.
    #[inline]
    #[must_use]
    pub fn __burtorch_peel(self) -> Peel<&'a T> {
        Peel(*self.0)
    }
}

impl<'a, T: ?Sized> Peel<&'a &mut T> {
    /// What the reference leads to.
    #[inline]
    #[must_use]
    pub fn __burtorch_peel(self) -> Peel<&'a T> {
        Peel(&**self.0)
    }
}

#[cfg(feature = "alloc")]
macro_rules! peel {
    ($($pointer:ty),*) => {
        $(impl<'a, T: ?Sized> Peel<&'a $pointer> {
            /// What the pointer leads to.
            #[inline]
            #[must_use]
            pub fn __burtorch_peel(self) -> Peel<&'a T> {
                Peel(&**self.0)
            }
        })*
    };
}

#[cfg(feature = "alloc")]
peel!(Box<T>, alloc::rc::Rc<T>, alloc::sync::Arc<T>);

/// `__burtorch_peel` of what is no pointer.
pub trait IsNoPointer: Sized {
    /// What it is called on, since that is no pointer.
    #[inline]
    #[must_use]
    fn __burtorch_peel(self) -> Self {
        self
    }
}

impl<T> IsNoPointer for Peel<T> {}
