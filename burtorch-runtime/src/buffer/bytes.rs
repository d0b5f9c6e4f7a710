//! Numbers seen as the bytes that they are in memory.

mod sealed {
    pub trait Sealed {}
}

/// A number that has the same size on every machine, so that it can be written to a file: `f32`, `f64` and integers.
///
/// # Safety
/// The type has no padding, and every pattern of bits is one of its values.
pub unsafe trait Number: sealed::Sealed + Copy + Send + Sync + 'static {
    /// Its name in Rust: `f32`.
    const NAME: &'static str;
}

macro_rules! numbers {
    ($($number:ident)*) => {$(
        impl sealed::Sealed for $number {}

        // SAFETY: a primitive number is all value, and has no values that are forbidden.
        unsafe impl Number for $number {
            const NAME: &'static str = stringify!($number);
        }
    )*};
}

numbers! { f32 f64 i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 }

/// The bytes of the numbers, in the order of this machine.
#[cfg(feature = "std")]
#[inline]
pub fn bytes<T: Number>(values: &[T]) -> &[u8] {
    // SAFETY: numbers have no padding, so all of these bytes have a value; `u8` is aligned anywhere.
    unsafe { core::slice::from_raw_parts(values.as_ptr().cast(), size_of_val(values)) }
}

/// The bytes of the numbers, in the order of this machine, to write to.
#[cfg(feature = "std")]
#[inline]
pub fn bytes_mut<T: Number>(values: &mut [T]) -> &mut [u8] {
    // SAFETY: as above; whatever is written, it is a number, and the slice is borrowed mutably.
    unsafe { core::slice::from_raw_parts_mut(values.as_mut_ptr().cast(), size_of_val(values)) }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_those_of_each_number() {
        let values = [1.5_f64, -0.0, f64::NAN];
        let expected = [values[0].to_ne_bytes(), values[1].to_ne_bytes(), values[2].to_ne_bytes()];
        assert_eq!(bytes(&values), expected.as_flattened());
        assert!(bytes::<u32>(&[]).is_empty());
    }

    #[test]
    fn what_is_written_to_bytes_is_a_number() {
        let mut values = [0_u16; 3];
        bytes_mut(&mut values)[2..4].copy_from_slice(&513_u16.to_ne_bytes());
        assert_eq!(values, [0, 513, 0]);
    }
}
