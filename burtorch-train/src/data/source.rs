//! A path or some bytes in, a named text or named bytes out.

use core::fmt;
use std::fs;
use std::io;
use std::path::Path;

use super::Error;

/// The bytes of a file, or bytes of the program, with a name for messages.
///
/// ```
/// use burtorch_train::data::{Lines, Source};
///
/// # fn load(path: Option<&str>) -> Result<Lines, burtorch_train::data::Error> {
/// // A file if the user names one, or else what ships with the program: `include_str!("data/names.txt")`.
/// let source = match path {
///     Some(path) => Source::open(path)?,
///     None => Source::new("names.txt", "emma\nolivia\nava\n"),
/// };
/// Lines::new(&source)
/// # }
/// # assert_eq!(load(None)?.len(), 3);
/// # assert_eq!(load(Some("no such file")).unwrap_err().to_string(), "no such file: there is no such file; check the path");
/// # Ok::<(), burtorch_train::data::Error>(())
/// ```
#[derive(Debug)]
pub struct Source {
    name: String,
    content: Content,
}

/// Where the bytes are.
enum Content {
    Own(Vec<u8>),
    Other(Box<dyn AsRef<[u8]> + Send + Sync>),
}

impl Source {
    /// The bytes of a file or pipe, read to its end. What others do to the file later does not matter.
    ///
    /// For files that are larger than the memory, see [`from_owner`](Self::from_owner).
    ///
    /// # Errors
    /// If there is no such file, if it is a directory, if it cannot be read, or if it does not fit into memory.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        Self::open_path(path.as_ref())
    }

    fn open_path(path: &Path) -> Result<Self, Error> {
        let name = format!("{}", path.display());
        // Some systems open directories and others do not.
        if fs::metadata(path).is_ok_and(|metadata| metadata.is_dir()) {
            return Err(Error::of(&name, "this is a directory; give the path of a file in it"));
        }
        match fs::read(path) {
            Ok(bytes) => Ok(Self { name, content: Content::Own(bytes) }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(Error::of(&name, "there is no such file; check the path"))
            }
            Err(error) => Err(Error::of(&name, format!("the file cannot be read: {error}"))),
        }
    }

    /// Bytes of the program, such as `include_str!("names.txt")`, with the name that messages call them by.
    #[must_use]
    pub fn new(name: impl Into<String>, content: impl Into<Vec<u8>>) -> Self {
        Self { name: name.into(), content: Content::Own(content.into()) }
    }

    /// Bytes that something else owns, which are not copied: those of an `Arc`, or of a file that a crate such as memmap2 maps
    /// into memory, so that the system reads a part when it is looked at.
    ///
    /// A map is `unsafe` to make, and rightly so: nobody may write to the file as long as it exists, this program or any other,
    /// or a text that was valid becomes one that is not. That is why [`open`](Self::open) reads.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use burtorch_train::data::{Idx, Source};
    ///
    /// let bytes: Arc<[u8]> = Idx::encode(&[3], &[7_u8, 8, 9])?.into();
    /// let labels = Idx::new(Source::from_owner("labels", Arc::clone(&bytes)))?;
    /// assert_eq!(labels.labels()?, [7, 8, 9]);
    /// # Ok::<(), burtorch_train::data::Error>(())
    /// ```
    #[must_use]
    pub fn from_owner(name: impl Into<String>, owner: impl AsRef<[u8]> + Send + Sync + 'static) -> Self {
        Self { name: name.into(), content: Content::Other(Box::new(owner)) }
    }

    /// The path, or the name that was given.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        match &self.content {
            Content::Own(bytes) => bytes,
            Content::Other(owner) => (**owner).as_ref(),
        }
    }

    /// All bytes, which are not compressed.
    pub(super) fn unpacked(&self) -> Result<&[u8], Error> {
        let bytes = self.bytes();
        if bytes.starts_with(&[0x1f, 0x8b]) {
            return Err(Error::of(&self.name, "the file is compressed; unpack it with gunzip"));
        }
        Ok(bytes)
    }

    /// All of it as text, without the mark of the byte order that some editors write in front.
    ///
    /// # Errors
    /// If it is compressed, or not UTF-8, with line and column of the first byte that is wrong.
    pub fn text(&self) -> Result<&str, Error> {
        let bytes = self.unpacked()?;
        let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        core::str::from_utf8(bytes).map_err(|_| {
            let valid = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
            let message = format!("the byte {:#04x} here is not UTF-8; save the file as UTF-8", bytes[valid.len()]);
            Error::at(&self.name, place(valid), message)
        })
    }
}

impl fmt::Debug for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (bytes, whose) = match self {
            Self::Own(bytes) => (bytes.as_slice(), "own"),
            Self::Other(owner) => ((**owner).as_ref(), "of another owner"),
        };
        write!(f, "{} bytes, {whose}", bytes.len())
    }
}

/// Line and column of what comes after `before`.
pub(super) fn place(before: &str) -> (usize, usize) {
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = 1 + before.bytes().filter(|&byte| byte == b'\n').count();
    (line, 1 + before[start..].chars().count())
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn lines_and_columns_count_from_one_and_in_characters() {
        assert_eq!(place(""), (1, 1));
        assert_eq!(place("ab"), (1, 3));
        assert_eq!(place("ab\n"), (2, 1));
        assert_eq!(place("ab\nä€\u{1f600}"), (2, 4));
    }

    #[test]
    fn the_first_wrong_byte_is_named() {
        let error = Source::new("x.txt", b"one\ntw\xc3\xb6 \xff\xfe".as_slice()).text().unwrap_err();
        assert_eq!(error.to_string(), "x.txt:2:5: the byte 0xff here is not UTF-8; save the file as UTF-8");
        // A character that is cut off at the end.
        let error = Source::new("x.txt", b"a\xe2\x82".as_slice()).text().unwrap_err();
        assert_eq!(error.place(), Some((1, 2)));
    }

    #[test]
    fn bytes_of_others_are_not_copied() {
        let bytes: std::sync::Arc<[u8]> = b"ab".as_slice().into();
        let source = Source::from_owner("x.txt", std::sync::Arc::clone(&bytes));
        assert_eq!((source.text(), source.bytes().as_ptr()), (Ok("ab"), bytes.as_ptr()));
        assert_eq!(format!("{source:?}"), r#"Source { name: "x.txt", content: 2 bytes, of another owner }"#);
    }

    #[test]
    fn the_mark_of_the_byte_order_is_no_text() {
        assert_eq!(Source::new("x.txt", "\u{feff}ab").text(), Ok("ab"));
        assert_eq!(Source::new("x.txt", "\u{feff}").text(), Ok(""));
    }
}
