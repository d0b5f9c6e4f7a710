//! Memory of a caller in another language: pointers → references, checked as far as that is possible.
//!
//! What `export_c!` generates calls these. The header that it writes beside says what a caller promises.
#![allow(unsafe_code)]

use core::slice;

// Names that generated code needs, whatever the program around it means by them.
pub use core::assert;
pub use core::ffi::c_char;
pub use core::mem::{align_of, size_of};

pub use crate::optimizer::AdamW;

/// What is pointed at, unless the pointer is null or not aligned.
///
/// # Safety
/// What is pointed at is a value, and nobody changes it during `'a`.
pub unsafe fn shared<'a, T>(pointer: *const T) -> Option<&'a T> {
    // SAFETY: it is aligned, and the caller says the rest.
    if pointer.is_aligned() { unsafe { pointer.as_ref() } } else { None }
}

/// What is pointed at, for the callee to change, unless the pointer is null or not aligned.
///
/// # Safety
/// What is pointed at is a value, and nobody else uses it during `'a`.
pub unsafe fn unique<'a, T>(pointer: *mut T) -> Option<&'a mut T> {
    // SAFETY: it is aligned, and the caller says the rest.
    if pointer.is_aligned() { unsafe { pointer.as_mut() } } else { None }
}

/// [`unique`], where a null pointer says that nothing is to be written: the inner `None`.
///
/// # Safety
/// The pointer is null, or as for [`unique`].
pub unsafe fn unique_or_none<'a, T>(pointer: *mut T) -> Option<Option<&'a mut T>> {
    // SAFETY: the caller says so.
    if pointer.is_null() { Some(None) } else { unsafe { unique(pointer) }.map(Some) }
}

/// `count` values in a row. Without values, the pointer does not matter.
///
/// # Safety
/// There are so many values, and nobody changes them during `'a`.
pub unsafe fn many<'a, T>(pointer: *const T, count: usize) -> Option<&'a [T]> {
    if count == 0 {
        return Some(&[]);
    }
    // SAFETY: it is aligned and not null, the size is not more than an object can have, and the caller says the rest.
    fits(pointer, count).then(|| unsafe { slice::from_raw_parts(pointer, count) })
}

/// [`many`] values that the callee changes.
///
/// # Safety
/// There are so many values, and nobody else uses them during `'a`.
pub unsafe fn many_mut<'a, T>(pointer: *mut T, count: usize) -> Option<&'a mut [T]> {
    if count == 0 {
        return Some(&mut []);
    }
    // SAFETY: it is aligned and not null, the size is not more than an object can have, and the caller says the rest.
    fits(pointer, count).then(|| unsafe { slice::from_raw_parts_mut(pointer, count) })
}

/// Whether so many values can be there.
fn fits<T>(pointer: *const T, count: usize) -> bool {
    let bytes = count.checked_mul(size_of::<T>());
    !pointer.is_null() && pointer.is_aligned() && bytes.is_some_and(|bytes| isize::try_from(bytes).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_that_cannot_be_are_found() {
        let mut numbers = [1.0_f32, 2.0, 3.0];
        let start = numbers.as_mut_ptr();
        let odd = start.wrapping_byte_add(1);
        let null: *mut f32 = core::ptr::null_mut();
        // SAFETY: what is not null, aligned and small is the array above, and is used one by one.
        unsafe {
            assert_eq!((shared(start), shared(odd), shared(null)), (Some(&1.0), None, None));
            assert_eq!((unique(start).is_some(), unique(odd), unique(null)), (true, None, None));
            assert_eq!(unique_or_none(null), Some(None));
            assert_eq!((unique_or_none(odd), unique_or_none(start).flatten().is_some()), (None, true));
            assert_eq!(many(start, 3), Some(&[1.0, 2.0, 3.0][..]));
            assert_eq!((many(null, 0), many(null, 1), many(odd, 1)), (Some(&[][..]), None, None));
            assert_eq!((many(start, usize::MAX), many(start, usize::MAX / 4)), (None, None));
            assert_eq!(many_mut(start, 2).map(|numbers| numbers.len()), Some(2));
            assert_eq!((many_mut(null, 0), many_mut(null, 1)), (Some(&mut [][..]), None));
        }
    }
}
