//! Numbers as they are in memory: no header, no padding, nothing between the file and the slice.

use std::fs::File;
use std::io::{Read, Result as SystemResult, Write};
use std::path::Path;

use super::{Error, Problem, open};
use crate::buffer::{Number, bytes, bytes_mut};

/// What a system writes as a whole: one page of memory.
const PAGE: u64 = 4096;

/// Writes the numbers to a file, little-endian, one after the other, and nothing else.
///
/// It is one `open` and one `write`; nothing is allocated. A file that was there is overwritten, so an interruption may
/// leave a part of the new one: [`replace`](super::replace) writes such that this cannot happen. Up to 4096 bytes are
/// written over the old ones, which is much faster on disks that hasten to store a file that was emptied first; a file
/// of more is emptied first, so that its length tells whether all of it is there.
///
/// ```
/// use burtorch_runtime::io;
///
/// let path = std::env::temp_dir().join(format!("burtorch-raw-{}.f64", std::process::id()));
/// let values = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0];
/// io::save_raw(&path, &values[1..8])?;
/// assert_eq!(std::fs::metadata(&path).unwrap().len(), 56);
///
/// let mut loaded = [0.0; 9];
/// io::load_raw(&path, &mut loaded[1..8])?;
/// assert_eq!(loaded, [0.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 0.0]);
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), io::Error>(())
/// ```
///
/// # Errors
/// If the file cannot be created or written.
pub fn save_raw<T: Number>(path: impl AsRef<Path>, values: &[T]) -> Result<(), Error> {
    let path = path.as_ref();
    let cannot = |action| move |error| Error::system(path, action, error);
    let expected = size_of_val(values) as u64;
    let in_place = expected <= PAGE;
    let file = File::options().write(true).create(true).truncate(!in_place).open(path);
    let file = file.map_err(cannot("create the file"))?;
    write_raw(&file, values).map_err(cannot("write the file"))?;
    if in_place {
        // What is left of a longer file goes. Devices have no length.
        let old = file.metadata().map_err(cannot("read the length of the file"))?;
        if old.is_file() && old.len() != expected {
            file.set_len(expected).map_err(cannot("shorten the file"))?;
        }
    }
    Ok(())
}

/// Reads numbers that [`save_raw`] wrote. Nothing is allocated.
///
/// # Errors
/// If the file cannot be read, or has another length than the numbers take; nothing is changed then.
pub fn load_raw<T: Number>(path: impl AsRef<Path>, values: &mut [T]) -> Result<(), Error> {
    let path = path.as_ref();
    let cannot = |action| move |error| Error::system(path, action, error);
    let file = open(path)?;
    let expected = size_of_val(values) as u64;
    let found = file.metadata().map_err(cannot("read the length of the file"))?.len();
    if found != expected {
        return Err(Error::new(Problem::Length { expected, found }).at(path));
    }
    read_raw(file, values).map_err(cannot("read the file"))
}

/// Writes the numbers, little-endian, one after the other: to memory, a socket, a part of a file.
///
/// ```
/// use burtorch_runtime::io;
///
/// let mut memory = Vec::new();
/// io::write_raw(&mut memory, &[258_u16, 3])?;
/// assert_eq!(memory, [2, 1, 3, 0]);
///
/// let mut values = [0_u16; 2];
/// io::read_raw(memory.as_slice(), &mut values)?;
/// assert_eq!(values, [258, 3]);
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// If the writer cannot take them.
pub fn write_raw<T: Number>(mut writer: impl Write, values: &[T]) -> SystemResult<()> {
    if cfg!(target_endian = "little") { writer.write_all(bytes(values)) } else { write_swapped(writer, values) }
}

/// Reads as many numbers as the slice has, little-endian, one after the other. What follows is left.
///
/// # Errors
/// If the reader fails, or ends before the slice does. What the slice holds then is not defined.
pub fn read_raw<T: Number>(mut reader: impl Read, values: &mut [T]) -> SystemResult<()> {
    let bytes = bytes_mut(values);
    reader.read_exact(bytes)?;
    if cfg!(target_endian = "big") {
        swap(bytes, size_of::<T>());
    }
    Ok(())
}

/// Writes the numbers with their bytes turned around, some at a time.
fn write_swapped<T: Number>(mut writer: impl Write, values: &[T]) -> SystemResult<()> {
    const BYTES: usize = 4096;
    let mut buffer = [0; BYTES];
    for part in bytes(values).chunks(BYTES) {
        let buffer = &mut buffer[..part.len()];
        buffer.copy_from_slice(part);
        swap(buffer, size_of::<T>());
        writer.write_all(buffer)?;
    }
    Ok(())
}

/// Turns the bytes of each number around.
fn swap(bytes: &mut [u8], size: usize) {
    bytes.chunks_exact_mut(size).for_each(<[u8]>::reverse);
}

#[cfg(test)]
mod tests {
    use std::io::ErrorKind;
    use std::string::ToString;
    use std::vec::Vec;

    use super::*;
    use crate::io::testing::Folder;

    #[test]
    fn seven_doubles_are_56_bytes_in_the_order_of_intel() {
        let folder = Folder::new("raw-seven");
        let path = folder.path("values");
        let values = [1.5, -0.0, f64::NAN, f64::INFINITY, f64::MIN_POSITIVE / 8.0, 1e300, -3.25];
        save_raw(&path, &values).unwrap();
        let expected: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        assert_eq!(expected.len(), 56);
        assert_eq!(std::fs::read(&path).unwrap(), expected);
        let mut loaded = [0.0; 7];
        load_raw(&path, &mut loaded).unwrap();
        assert_eq!(loaded.map(f64::to_bits), values.map(f64::to_bits));
    }

    #[test]
    fn a_shorter_save_leaves_nothing_of_a_longer_one() {
        let folder = Folder::new("raw-shorter");
        let path = folder.path("values");
        // More than a page, a page, less, as much again, nothing, and more than a page.
        for count in [2000, 1500, 1024, 1, 1, 0, 1025] {
            let values: Vec<u32> = (0..count).map(|n| n ^ count).collect();
            save_raw(&path, &values).unwrap();
            let expected: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
            assert!(std::fs::read(&path).unwrap() == expected, "{count}");
        }
    }

    #[test]
    fn another_length_is_an_error_with_both_and_changes_nothing() {
        let folder = Folder::new("raw-length");
        let path = folder.path("values");
        save_raw(&path, &[1.0_f32; 5]).unwrap();
        for count in [0, 4, 6] {
            let mut values = std::vec![9.0_f32; count];
            let error = load_raw(&path, &mut values).unwrap_err();
            let text = std::format!("values: the file has 20 bytes, but the values take {}", 4 * count);
            assert!(error.to_string().contains(&text), "{error}");
            assert!(values.iter().all(|&value| value.to_bits() == 9.0_f32.to_bits()));
        }
    }

    #[test]
    fn no_numbers_are_an_empty_file() {
        let folder = Folder::new("raw-empty");
        let path = folder.path("values");
        save_raw::<f32>(&path, &[]).unwrap();
        load_raw::<f32>(&path, &mut []).unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().len(), 0);
    }

    #[test]
    fn a_stream_that_comes_in_pieces_is_read_whole_and_no_further() {
        /// Gives at most three bytes at a time, and is interrupted first.
        struct Pieces<'b>(&'b [u8], bool);

        impl Read for Pieces<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> SystemResult<usize> {
                if !core::mem::replace(&mut self.1, true) {
                    return Err(ErrorKind::Interrupted.into());
                }
                let count = buffer.len().min(3);
                self.0.read(&mut buffer[..count])
            }
        }

        let mut memory = Vec::new();
        write_raw(&mut memory, &[1_u64, 2, 3]).unwrap();
        let mut values = [0_u64; 2];
        let mut pieces = Pieces(&memory, false);
        read_raw(&mut pieces, &mut values).unwrap();
        assert_eq!((values, pieces.0), ([1, 2], 3_u64.to_le_bytes().as_slice()));
        assert_eq!(read_raw(&mut pieces, &mut values).unwrap_err().kind(), ErrorKind::UnexpectedEof);
    }

    #[test]
    fn swapped_numbers_have_their_bytes_in_the_other_order() {
        let values: Vec<u32> = (0..3000).map(|n| n * 1_000_003).collect();
        let mut memory = Vec::new();
        write_swapped(&mut memory, &values).unwrap();
        let expected: Vec<u8> = values.iter().flat_map(|value| value.swap_bytes().to_ne_bytes()).collect();
        assert_eq!(memory, expected);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk_is_an_error_that_says_so() {
        let error = save_raw("/dev/full", &[1.0_f64; 7]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "/dev/full: cannot write the file: No space left on device (os error 28); free some space and save again"
        );
    }
}
