//! What a sample of a batch may be.

use core::borrow::Borrow;

/// The one argument of a function, by value or by reference.
pub trait Sample1<A> {
    #[doc(hidden)]
    fn parts(&self) -> (&A,);
}

impl<A, P: Borrow<A>> Sample1<A> for P {
    #[inline]
    fn parts(&self) -> (&A,) {
        (self.borrow(),)
    }
}

macro_rules! samples {
    ($($trait:ident $doc:literal: $($target:ident $part:ident $at:tt),+;)*) => {$(
        #[doc = $doc]
        pub trait $trait<$($target),+> {
            #[doc(hidden)]
            fn parts(&self) -> ($(&$target),+);
        }

        impl<$($target,)+ $($part: Borrow<$target>),+> $trait<$($target),+> for ($($part),+) {
            #[inline]
            fn parts(&self) -> ($(&$target),+) {
                ($(self.$at.borrow()),+)
            }
        }

        impl<$($target,)+ $($part: Borrow<$target>),+> $trait<$($target),+> for &($($part),+) {
            #[inline]
            fn parts(&self) -> ($(&$target),+) {
                ($(self.$at.borrow()),+)
            }
        }
    )*};
}

samples! {
    Sample2 "A tuple of the two arguments of a function, or a reference to one; each by value or by reference.":
        A P 0, B Q 1;
    Sample3 "The same for three arguments.": A P 0, B Q 1, C R 2;
    Sample4 "The same for four arguments.": A P 0, B Q 1, C R 2, D S 3;
    Sample5 "The same for five arguments.": A P 0, B Q 1, C R 2, D S 3, E T 4;
    Sample6 "The same for six arguments.": A P 0, B Q 1, C R 2, D S 3, E T 4, F U 5;
}
