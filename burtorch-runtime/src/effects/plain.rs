//! Values ↔ words: what a log holds are words of 64 bits, and every value that can be recorded is some of them.
//!
//! Numbers are kept by their bits, so a value that is read back is the one that was recorded.

#[cfg(feature = "alloc")]
use alloc::{string::String, vec::Vec};

use num_traits::Float;

/// Values that can be recorded: numbers and text, and what is made of them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be kept for a second pass over the function",
    label = "its type is found out too late",
    note = "write the type of the variable: `let x: T = …`"
)]
pub trait Plain: Sized {
    /// The most words that it takes.
    const WORDS: usize;

    /// Hands out the words that the value consists of.
    fn put(&self, word: &mut dyn FnMut(u64));

    /// The value, from its words.
    fn take(word: &mut dyn FnMut() -> u64) -> Self;
}

macro_rules! one_word {
    ($($ty:ty: $value:ident => $to:expr, $word:ident => $from:expr;)*) => {$(
        impl Plain for $ty {
            const WORDS: usize = 1;

            #[inline]
            #[allow(clippy::cast_sign_loss, reason = "the sign comes back with the bits")]
            fn put(&self, word: &mut dyn FnMut(u64)) {
                let $value = *self;
                word($to);
            }

            #[inline]
            #[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "it was such a number")]
            fn take(word: &mut dyn FnMut() -> u64) -> Self {
                let $word = word();
                $from
            }
        }
    )*};
}

one_word! {
    u8: value => u64::from(value), word => word as u8;
    u16: value => u64::from(value), word => word as u16;
    u32: value => u64::from(value), word => word as u32;
    u64: value => value, word => word;
    usize: value => value as u64, word => word as usize;
    i8: value => value as u64, word => word as i8;
    i16: value => value as u64, word => word as i16;
    i32: value => value as u64, word => word as i32;
    i64: value => value as u64, word => word as i64;
    isize: value => value as u64, word => word as isize;
    bool: value => u64::from(value), word => word != 0;
    char: value => u64::from(value), word => char::from_u32(word as u32).unwrap_or_default();
    f32: value => u64::from(value.to_bits()), word => f32::from_bits(word as u32);
    f64: value => value.to_bits(), word => f64::from_bits(word);
}

macro_rules! two_words {
    ($($ty:ty)*) => {$(
        impl Plain for $ty {
            const WORDS: usize = 2;

            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "each word is one half")]
            fn put(&self, word: &mut dyn FnMut(u64)) {
                word((*self >> 64) as u64);
                word(*self as u64);
            }

            fn take(word: &mut dyn FnMut() -> u64) -> Self {
                let high = word();
                (<$ty>::from(high) << 64) | <$ty>::from(word())
            }
        }
    )*};
}

two_words!(u128 i128);

macro_rules! tuples {
    ($($($name:ident)*;)*) => {$(
        #[allow(non_snake_case, unused_variables, reason = "a variable for each type; there may be none")]
        impl<$($name: Plain),*> Plain for ($($name,)*) {
            const WORDS: usize = 0 $(+ $name::WORDS)*;

            #[inline]
            fn put(&self, word: &mut dyn FnMut(u64)) {
                let ($($name,)*) = self;
                $($name.put(word);)*
            }

            #[inline]
            #[allow(clippy::unused_unit, reason = "the shortest of all tuples")]
            fn take(word: &mut dyn FnMut() -> u64) -> Self {
                ($($name::take(word),)*)
            }
        }
    )*};
}

tuples! {
    ;
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
    A B C D E F G;
    A B C D E F G H;
}

impl<T: Plain, const N: usize> Plain for [T; N] {
    const WORDS: usize = N * T::WORDS;

    fn put(&self, word: &mut dyn FnMut(u64)) {
        for element in self {
            element.put(word);
        }
    }

    fn take(word: &mut dyn FnMut() -> u64) -> Self {
        core::array::from_fn(|_| T::take(word))
    }
}

impl<T: Plain> Plain for Option<T> {
    const WORDS: usize = 1 + T::WORDS;

    fn put(&self, word: &mut dyn FnMut(u64)) {
        self.is_some().put(word);
        if let Some(value) = self {
            value.put(word);
        }
    }

    fn take(word: &mut dyn FnMut() -> u64) -> Self {
        bool::take(word).then(|| T::take(word))
    }
}

#[cfg(feature = "alloc")]
impl<T: Plain> Plain for Vec<T> {
    const WORDS: usize = usize::MAX;

    fn put(&self, word: &mut dyn FnMut(u64)) {
        put_all(self, word);
    }

    fn take(word: &mut dyn FnMut() -> u64) -> Self {
        (0..usize::take(word)).map(|_| T::take(word)).collect()
    }
}

/// Hands out the words of a list.
#[cfg(feature = "alloc")]
pub(crate) fn put_all<T: Plain>(items: &[T], word: &mut dyn FnMut(u64)) {
    items.len().put(word);
    for item in items {
        item.put(word);
    }
}

#[cfg(feature = "alloc")]
impl Plain for String {
    const WORDS: usize = usize::MAX;

    fn put(&self, word: &mut dyn FnMut(u64)) {
        put_all(self.as_bytes(), word);
    }

    fn take(word: &mut dyn FnMut() -> u64) -> Self {
        String::from_utf8(Vec::take(word)).unwrap_or_default()
    }
}

/// A number of a generic float type, as a result that can be recorded.
#[derive(Clone, Copy, Debug)]
pub struct FloatWord<T>(pub T);

impl<T: Float> Plain for FloatWord<T> {
    const WORDS: usize = 1;

    fn put(&self, word: &mut dyn FnMut(u64)) {
        let number = self.0.to_f64().unwrap_or(f64::NAN);
        let is_exact = T::from(number).is_some_and(|same| same == self.0) || self.0.is_nan();
        assert!(is_exact, "only `f32` and `f64` can be kept for a second pass over a generic function with effects");
        word(number.to_bits());
    }

    fn take(word: &mut dyn FnMut() -> u64) -> Self {
        FloatWord(T::from(f64::take(word)).unwrap_or_else(T::nan))
    }
}
