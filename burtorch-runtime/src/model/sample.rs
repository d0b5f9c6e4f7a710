//! What a sample of a batch may be.

use core::borrow::Borrow;

/// The arguments of a function of a model, as a tuple.
pub trait Arguments {
    /// References to them.
    type Parts<'a>
    where
        Self: 'a;
}

/// A sample: a tuple of the arguments of a function, or a reference to one; each by value or by reference. For a function of
/// one argument that alone.
#[diagnostic::on_unimplemented(
    message = "a sample is `{Self}`, but the function of the model takes `{A}`",
    label = "these samples do not fit the model",
    note = "a sample is a tuple of the arguments, or a reference to one; each argument may be a reference, too"
)]
pub trait SampleOf<A: Arguments> {
    #[doc(hidden)]
    fn parts(&self) -> A::Parts<'_>;
}

impl<A> Arguments for (A,) {
    type Parts<'a>
        = (&'a A,)
    where
        A: 'a;
}

// Of the conditions below none is worth an error of its own: what does not fit is the sample.
#[diagnostic::do_not_recommend]
impl<A, P: Borrow<A>> SampleOf<(A,)> for P {
    #[inline]
    fn parts(&self) -> (&A,) {
        (self.borrow(),)
    }
}

macro_rules! samples {
    ($($($target:ident $part:ident $at:tt),+;)*) => {$(
        impl<$($target),+> Arguments for ($($target),+) {
            type Parts<'a> = ($(&'a $target),+) where Self: 'a;
        }

        #[diagnostic::do_not_recommend]
        impl<$($target,)+ $($part: Borrow<$target>),+> SampleOf<($($target),+)> for ($($part),+) {
            #[inline]
            fn parts(&self) -> ($(&$target),+) {
                ($(self.$at.borrow()),+)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<$($target,)+ $($part: Borrow<$target>),+> SampleOf<($($target),+)> for &($($part),+) {
            #[inline]
            fn parts(&self) -> ($(&$target),+) {
                ($(self.$at.borrow()),+)
            }
        }
    )*};
}

samples! {
    A P 0, B Q 1;
    A P 0, B Q 1, C R 2;
    A P 0, B Q 1, C R 2, D S 3;
    A P 0, B Q 1, C R 2, D S 3, E T 4;
    A P 0, B Q 1, C R 2, D S 3, E T 4, F U 5;
}

/// The arguments of a function with mistakes, which are reported already: anything is a sample.
#[doc(hidden)]
#[derive(Debug)]
pub struct AnyArguments;

impl Arguments for AnyArguments {
    type Parts<'a> = ();
}

impl<S> SampleOf<AnyArguments> for S {
    fn parts(&self) {}
}
