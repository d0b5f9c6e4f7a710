//! Results, which the caller copies.

use core::ffi::c_void;

use crate::plain::{Number as _, Plain};

/// Where results go: functions of the caller's, which copy what they are shown.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Sink {
    /// What is handed to the functions.
    pub context: *mut c_void,
    /// The parts of a tuple follow, so many.
    pub open: unsafe extern "C" fn(context: *mut c_void, parts: usize),
    /// A number if `rank` is 0, else an array with these axes: the code of its numbers, and where they are.
    pub array:
        unsafe extern "C" fn(context: *mut c_void, number: u32, data: *const c_void, dims: *const usize, rank: usize),
}

impl Sink {
    /// Sends numbers with these axes.
    fn array<P: Plain>(&self, data: *const P, outer: Option<usize>) {
        let mut dims: Vec<usize> = outer.into_iter().collect();
        P::dims(&mut dims);
        // SAFETY: the caller's function reads numbers of this type with these axes.
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
        // SAFETY: so many parts follow.
        unsafe { (sink.open)(sink.context, self.len()) };
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
                // SAFETY: so many parts follow.
                unsafe { (sink.open)(sink.context, PARTS.len()) };
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
