//! A folder is written to by one run at a time.
//!
//! The lock is one of the operating system on the file `.lock`, so it ends with its process, however that ends: a run that
//! crashed leaves the file behind and no lock. The file says which process has it.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::Failure;
use burtorch_runtime::__train::{is_at, open};

const NAME: &str = ".lock";

/// The lock on a folder, and its file. Both go away with this value.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    /// None where the file system has no locks.
    file: Option<File>,
}

impl Lock {
    /// Takes the lock on a folder that is there.
    ///
    /// # Errors
    /// If another run has it; the message says which process that is.
    pub fn take(folder: &Path) -> Result<Self, Failure> {
        let path = folder.join(NAME);
        let cannot =
            |error: io::Error| format!("cannot lock {}: {error}; choose another folder with --out", folder.display());
        loop {
            // It is opened as it is: what is in it may be the process that has the lock.
            let mut file = File::options().write(true).create(true).truncate(false).open(&path).map_err(cannot)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(taken(folder, &path).into()),
                Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
                    return Ok(Self { path, file: None });
                }
                Err(TryLockError::Error(error)) => return Err(cannot(error).into()),
            }
            // Between opening and locking, a run that ended may have removed the file: then this is not the one others see.
            if is_at(&file, &path).map_err(cannot)? {
                let id = format!("{}\n", std::process::id());
                file.set_len(0).and_then(|()| file.write_all(id.as_bytes())).map_err(cannot)?;
                return Ok(Self { path, file: Some(file) });
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if let Some(file) = self.file.take() {
            // While it is locked, so that it cannot be another's. Some systems keep a file that is open; it does no harm.
            fs::remove_file(&self.path).ok();
            drop(file);
        }
    }
}

/// Who has the lock, and what to do.
fn taken(folder: &Path, path: &Path) -> String {
    let folder = folder.display();
    // Who has just taken the lock is about to write its number.
    let ids = (0..50).map(|attempt| {
        thread::sleep(Duration::from_millis(attempt.min(2)));
        io::read_to_string(open(path).ok()?).ok()?.trim().parse::<u32>().ok()
    });
    let who = match ids.flatten().next() {
        Some(id) => format!("process {id}"),
        None => "another process".into(),
    };
    format!("{folder} is in use by a run, {who}: wait until it ends, or choose another --out")
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::io::testing;

    #[test]
    fn a_folder_has_one_lock_and_none_is_left() {
        let folder = testing::Folder::new("lock");
        let path = folder.path("");
        let lock = Lock::take(&path).unwrap();
        let error = Lock::take(&path).unwrap_err().to_string();
        let id = std::process::id();
        assert!(error.contains(&format!("is in use by a run, process {id}: wait until it ends")), "{error}");
        drop(lock);
        assert_eq!(folder.names(), [""; 0]);
        drop(Lock::take(&path).unwrap());
    }

    #[test]
    fn a_file_that_nobody_has_locked_is_no_lock() {
        let folder = testing::Folder::new("stale-lock");
        fs::write(folder.path(NAME), "123456789012\n").unwrap();
        let _lock = Lock::take(&folder.path("")).unwrap();
        assert_eq!(fs::read_to_string(folder.path(NAME)).unwrap(), format!("{}\n", std::process::id()));
    }

    #[test]
    fn of_many_at_once_one_has_it() {
        let folder = testing::Folder::new("many-locks");
        let path = folder.path("");
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        if let Ok(_lock) = Lock::take(&path) {
                            // Nobody else is here.
                            let inside = path.join("inside");
                            File::options().write(true).create_new(true).open(&inside).unwrap();
                            fs::remove_file(&inside).unwrap();
                        }
                    }
                });
            }
        });
        assert_eq!(folder.names(), [""; 0]);
    }
}
