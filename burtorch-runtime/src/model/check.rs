//! Checks of arguments, before any work is done.

use super::Error;

/// # Errors
/// If a slice has another length than `expected`.
#[inline]
pub fn check_length(argument: &'static str, found: usize, expected: usize) -> Result<(), Error> {
    if found == expected { Ok(()) } else { Err(Error::Length { argument, expected, found }) }
}

/// # Errors
/// If one of the indices is not in `0..bound`.
#[inline]
pub fn check_indices(argument: &'static str, indices: impl Iterator<Item = i128>, bound: usize) -> Result<(), Error> {
    for (position, index) in indices.enumerate() {
        if !usize::try_from(index).is_ok_and(|index| index < bound) {
            return Err(Error::Index { argument, position, index, bound });
        }
    }
    Ok(())
}
