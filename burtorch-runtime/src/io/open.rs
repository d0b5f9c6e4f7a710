//! A path → a file that can be read to its end.

use std::fs::{self, File};
use std::path::Path;

use super::{Error, Problem};

/// Opens a file to read it. Pipes and devices are refused first, because opening a pipe that nobody writes to blocks for ever.
///
/// # Errors
/// If the path leads to a pipe or a device, or the system refuses.
pub fn open(path: &Path) -> Result<File, Error> {
    let cannot = |error| Error::system(path, "open the file", error);
    let kind = fs::metadata(path).map_err(cannot)?.file_type();
    // The system says what is wrong with a directory.
    if !kind.is_file() && !kind.is_dir() {
        return Err(Error::new(Problem::Stream).at(path));
    }
    File::open(path).map_err(cannot)
}
