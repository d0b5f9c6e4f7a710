//! Numbers, and arrays of them that lie in memory row by row.

/// A number that arrays of other languages hold.
///
/// # Safety
/// Every pattern of bits is a value, and the name is that of a number of the same size.
pub unsafe trait Number: Copy + 'static {
    /// Its name in a description.
    const NAME: &'static str;
    /// What stands for it in a [`Sink`](crate::Sink).
    const CODE: u32;
}

macro_rules! numbers {
    ($($number:ident = $code:literal)*) => {$(
        // SAFETY: all bits of a float or an integer are a value.
        unsafe impl Number for $number {
            const NAME: &'static str = stringify!($number);
            const CODE: u32 = $code;
        }

        // SAFETY: it is one number.
        unsafe impl Plain for $number {
            type Number = $number;
            const RANK: usize = 0;

            fn dims(_: &mut Vec<usize>) {}
        }
    )*};
}

numbers! { f32 = 0 f64 = 1 i8 = 2 i16 = 3 i32 = 4 i64 = 5 u8 = 6 u16 = 7 u32 = 8 u64 = 9 isize = 10 usize = 11 }

/// A number, or nested arrays of numbers.
///
/// # Safety
/// It is laid out as an array of [`Number`](Self::Number)s with these lengths of its axes, row by row.
pub unsafe trait Plain: Copy + 'static {
    /// What it holds.
    type Number: Number;
    /// How many axes it has.
    const RANK: usize;

    /// Appends the lengths of its axes, outermost first.
    fn dims(into: &mut Vec<usize>);
}

// SAFETY: arrays have no padding.
unsafe impl<P: Plain, const N: usize> Plain for [P; N] {
    type Number = P::Number;
    const RANK: usize = 1 + P::RANK;

    fn dims(into: &mut Vec<usize>) {
        into.push(N);
        P::dims(into);
    }
}
