//! Results, which the caller copies.

use core::ffi::c_void;

use crate::plain::{Number as _, Plain};

/// Where results go: functions of the caller's, which copy what they are shown.
///
/// Safe code sends to sinks, and makes none:
///
/// ```compile_fail,E0133
/// use burtorch_ffi::{Array, Open, Output, Sink};
///
/// fn write_anywhere(open: Open, array: Array) {
///     (1.0, 2.0).send(&Sink::new(8 as *mut _, open, array));
/// }
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Sink {
    context: *mut c_void,
    open: Open,
    array: Array,
}

/// Told that the parts of a tuple follow, so many.
pub type Open = unsafe extern "C" fn(context: *mut c_void, parts: usize);

/// Shown a number if `rank` is 0, else an array with these axes: the code of its numbers, and where they are.
pub type Array =
    unsafe extern "C" fn(context: *mut c_void, number: u32, data: *const c_void, dims: *const usize, rank: usize);

impl Sink {
    /// A sink that hands `context` to these functions.
    ///
    /// # Safety
    /// As long as the sink or a copy of it exists, the functions may be called with this context: `open` with any number, `array` with
    /// such numbers as it is told of.
    #[must_use]
    pub unsafe fn new(context: *mut c_void, open: Open, array: Array) -> Self {
        Self { context, open, array }
    }

    /// Tells that so many parts follow.
    fn open(&self, parts: usize) {
        // SAFETY: who made the sink promised that this may be called.
        unsafe { (self.open)(self.context, parts) };
    }

    /// Sends numbers with these axes.
    fn array<P: Plain>(&self, data: *const P, outer: Option<usize>) {
        let mut dims: Vec<usize> = outer.into_iter().collect();
        P::dims(&mut dims);
        // SAFETY: who made the sink promised that this may be called; `P` is laid out as numbers of this type with these axes.
        unsafe { (self.array)(self.context, P::Number::CODE, data.cast(), dims.as_ptr(), dims.len()) };
    }
}

/// What a function may give back to a caller.
pub trait Output {
    /// Sends it.
    fn send(&self, sink: &Sink);
}

/// Numbers and arrays of them.
macro_rules! plain {
    ($([$($generics:tt)*] $ty:ty;)*) => {$(
        impl<$($generics)*> Output for $ty {
            fn send(&self, sink: &Sink) {
                sink.array(self, None);
            }
        }
    )*};
}

plain! {
    [] f32; [] f64; [] i8; [] i16; [] i32; [] i64; [] u8; [] u16; [] u32; [] u64; [] isize; [] usize;
    [P: Plain, const N: usize] [P; N];
}

impl<P: Plain> Output for &P {
    fn send(&self, sink: &Sink) {
        sink.array(*self, None);
    }
}

impl<P: Plain> Output for [P] {
    fn send(&self, sink: &Sink) {
        sink.array(self.as_ptr(), Some(self.len()));
    }
}

impl<P: Plain> Output for Vec<P> {
    fn send(&self, sink: &Sink) {
        self.as_slice().send(sink);
    }
}

/// Rows of different lengths are a tuple of arrays.
impl<P: Plain> Output for Vec<Vec<P>> {
    fn send(&self, sink: &Sink) {
        sink.open(self.len());
        for row in self {
            row.send(sink);
        }
    }
}

macro_rules! tuples {
    ($($($name:ident $at:tt)*;)*) => {$(
        impl<$($name: Output),*> Output for ($($name,)*) {
            fn send(&self, sink: &Sink) {
                const PARTS: &[usize] = &[$($at),*];
                sink.open(PARTS.len());
                $(self.$at.send(sink);)*
            }
        }
    )*};
}

tuples! {
    ;
    A 0;
    A 0 B 1;
    A 0 B 1 C 2;
    A 0 B 1 C 2 D 3;
    A 0 B 1 C 2 D 3 E 4;
    A 0 B 1 C 2 D 3 E 4 F 5;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7;
}
