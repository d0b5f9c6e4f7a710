//! A path → a file that can be read to its end.

use std::fs::{self, File};
use std::path::Path;

use super::{Error, Problem};

/// Opens a file to read it. What is a stream is refused before: to open a pipe that nobody writes to is to wait for ever.
pub(crate) fn open(path: &Path) -> Result<File, Error> {
    let cannot = |error| Error::system(path, "open the file", error);
    let kind = fs::metadata(path).map_err(cannot)?.file_type();
    // The system says what is wrong with a directory.
    if !kind.is_file() && !kind.is_dir() {
        return Err(Error::new(Problem::Stream).at(path));
    }
    File::open(path).map_err(cannot)
}
