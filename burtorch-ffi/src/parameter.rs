//! Arguments in the caller's memory.

use core::ffi::c_void;
use core::slice;

use crate::plain::{Number, Plain};

/// An array in the caller's memory: numbers row by row, and the lengths of the axes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// The numbers. It is aligned for them, and not null even if there are none.
    pub data: *const c_void,
    /// The length of the outermost axis; 1 if there is none.
    pub length: usize,
}

impl View {
    /// Where the numbers are.
    ///
    /// # Panics
    /// If no number of this type can be there.
    pub(crate) fn place<P>(self) -> *const P {
        let place = self.data.cast::<P>();
        assert!(!place.is_null() && place.is_aligned(), "an argument is at {place:p}, where no such numbers can be");
        place
    }
}

/// What a function may take from a caller.
pub trait Parameter<'a>: Sized {
    /// The type of its numbers.
    type Number: Number;
    /// Whether the length of its outermost axis is free.
    const IS_SLICE: bool;

    /// Appends the lengths of its other axes, or of all, outermost first.
    fn dims(into: &mut Vec<usize>);

    /// The argument.
    ///
    /// # Safety
    /// What `view` shows lives and does not change during `'a`; it holds such numbers, with these axes.
    unsafe fn read(view: View) -> Self;
}

/// What is taken by value: the same for numbers and for arrays of them.
macro_rules! by_value {
    ($([$($generics:tt)*] $ty:ty;)*) => {$(
        impl<$($generics)*> Parameter<'_> for $ty {
            type Number = <$ty as Plain>::Number;
            const IS_SLICE: bool = false;

            fn dims(into: &mut Vec<usize>) {
                <$ty as Plain>::dims(into);
            }

            unsafe fn read(view: View) -> Self {
                // SAFETY: the caller shows numbers of this type with these axes.
                unsafe { *view.place() }
            }
        }
    )*};
}

by_value! {
    [] f32; [] f64; [] i8; [] i16; [] i32; [] i64; [] u8; [] u16; [] u32; [] u64; [] isize; [] usize;
    [P: Plain, const N: usize] [P; N];
}

impl<'a, P: Plain> Parameter<'a> for &'a P {
    type Number = P::Number;
    const IS_SLICE: bool = false;

    fn dims(into: &mut Vec<usize>) {
        P::dims(into);
    }

    unsafe fn read(view: View) -> Self {
        // SAFETY: the caller shows numbers of this type with these axes, which live and stay as they are.
        unsafe { &*view.place::<P>() }
    }
}

impl<'a, P: Plain> Parameter<'a> for &'a [P] {
    type Number = P::Number;
    const IS_SLICE: bool = true;

    fn dims(into: &mut Vec<usize>) {
        P::dims(into);
    }

    unsafe fn read(view: View) -> Self {
        // SAFETY: the caller shows so many rows with these axes, which live and stay as they are.
        unsafe { slice::from_raw_parts(view.place::<P>(), view.length) }
    }
}

impl<P: Plain> Parameter<'_> for Vec<P> {
    type Number = P::Number;
    const IS_SLICE: bool = true;

    fn dims(into: &mut Vec<usize>) {
        P::dims(into);
    }

    unsafe fn read(view: View) -> Self {
        // SAFETY: as for a slice, of which this is a copy.
        unsafe { <&[P]>::read(view) }.to_vec()
    }
}
