//! A file → its bytes, without reading them first.

use core::fmt;
use core::ops::Deref;
use std::fs::File;
use std::io::{self, Read as _};
use std::vec::Vec;

use memmap2::Mmap;

/// The bytes of a file: mapped into memory, or read where that is not possible.
pub enum Bytes {
    /// The system reads a part when it is looked at.
    Mapped(Mmap),
    /// All of them.
    Read(Vec<u8>),
}

impl Bytes {
    /// All bytes from the start of a file, or those that are left in a pipe.
    ///
    /// While a mapped file is in use, nobody may change it or make it shorter. A program that looks at bytes which are
    /// gone is ended by the system.
    pub fn of(mut file: File) -> io::Result<Self> {
        let metadata = file.metadata()?;
        // A pipe has no length, nor have the files that the system makes up. An empty map does not exist.
        if metadata.is_file() && metadata.len() > 0 {
            // SAFETY: the map is only read, and it keeps its memory until it is dropped. That the bytes stay the same
            // no program can see to alone: another one could write to the file. So it is asked of users, here and where
            // files are opened. If the file becomes shorter, the system stops the program; it does not read other bytes.
            if let Ok(map) = unsafe { Mmap::map(&file) } {
                return Ok(Self::Mapped(map));
            }
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(Self::Read(bytes))
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Mapped(map) => map,
            Self::Read(bytes) => bytes,
        }
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = match self {
            Self::Mapped(_) => "mapped",
            Self::Read(_) => "read",
        };
        write!(f, "{} bytes, {how}", self.len())
    }
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::fs;

    use super::*;

    #[test]
    fn files_are_mapped_unless_they_are_empty() {
        let path = std::env::temp_dir().join(format!("burtorch-map-{}", std::process::id()));
        fs::write(&path, b"some bytes").unwrap();
        let bytes = Bytes::of(File::open(&path).unwrap()).unwrap();
        assert!(matches!(bytes, Bytes::Mapped(_)));
        assert_eq!(*bytes, *b"some bytes");
        assert_eq!(format!("{bytes:?}"), "10 bytes, mapped");
        drop(bytes);
        fs::write(&path, b"").unwrap();
        let bytes = Bytes::of(File::open(&path).unwrap()).unwrap();
        fs::remove_file(&path).unwrap();
        assert!(matches!(&bytes, Bytes::Read(bytes) if bytes.is_empty()));
    }

    #[test]
    #[cfg(unix)]
    fn pipes_are_read() {
        use std::io::Write as _;

        let (reader, mut writer) = io::pipe().unwrap();
        writer.write_all(b"some bytes").unwrap();
        drop(writer);
        let bytes = Bytes::of(File::from(std::os::fd::OwnedFd::from(reader))).unwrap();
        assert!(matches!(&bytes, Bytes::Read(bytes) if bytes == b"some bytes"));
    }
}
