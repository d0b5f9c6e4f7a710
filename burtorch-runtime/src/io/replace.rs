//! Files that are there as a whole, old or new, whatever happens.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{BufWriter, ErrorKind, Result as SystemResult, Write};
use std::path::{Path, PathBuf};

use super::{Error, Problem};

/// Replaces a file by what `write` writes: at once, or not at all.
///
/// The new file is written beside the old one, synced to the disk and renamed, and the directory is synced too. So who
/// opens the path sees the old file or the new one, also after the process was killed or the power failed. After an
/// error the old file is as it was.
///
/// The file `name` is written as `.name.partial`. It is removed after an error. A run that was killed can leave it
/// behind; the next call overwrites it, so there is never more than one. On Unix it is locked while it is
/// written: calls at the same time wait for each other, and the last one wins.
///
/// ```
/// use std::io::Write;
/// use burtorch_runtime::io;
///
/// let path = std::env::temp_dir().join(format!("burtorch-replace-{}", std::process::id()));
/// io::replace(&path, |file| file.write_all(b"all of it"))?;
/// assert_eq!(std::fs::read(&path).unwrap(), b"all of it");
///
/// let error = io::replace(&path, |file| {
///     file.write_all(b"some")?;
///     Err(std::io::Error::other("no more"))
/// });
/// assert!(error.is_err());
/// assert_eq!(std::fs::read(&path).unwrap(), b"all of it");
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), io::Error>(())
/// ```
///
/// A symbolic link stays, and what it leads to is replaced. The new file has the permissions of the old one.
///
/// # Errors
/// If the path leads to something that is no file, if the system refuses, or if `write` fails.
pub fn replace(path: impl AsRef<Path>, write: impl FnOnce(&mut dyn Write) -> SystemResult<()>) -> Result<(), Error> {
    replace_file(path.as_ref(), true, &mut once(write))
}

/// As [`replace`], without waiting for the disk.
///
/// It is faster. The file still is the old or the new one when the process dies; when the power fails, it may be
/// neither.
///
/// # Errors
/// As [`replace`].
pub fn replace_unsynced(
    path: impl AsRef<Path>,
    write: impl FnOnce(&mut dyn Write) -> SystemResult<()>,
) -> Result<(), Error> {
    replace_file(path.as_ref(), false, &mut once(write))
}

/// A function that can be called through a reference. It is called once.
fn once(write: impl FnOnce(&mut dyn Write) -> SystemResult<()>) -> impl FnMut(&mut dyn Write) -> SystemResult<()> {
    let mut write = Some(write);
    move |file| write.take().map_or(Ok(()), |write| write(file))
}

/// Not generic over what is written, so that a program has one copy of it.
fn replace_file(
    path: &Path,
    sync: bool,
    write: &mut dyn FnMut(&mut dyn Write) -> SystemResult<()>,
) -> Result<(), Error> {
    // A rename would put a file in the place of a device or of a link.
    let target = match fs::canonicalize(path) {
        Ok(target) => target,
        Err(error) if error.kind() == ErrorKind::NotFound => path.to_path_buf(),
        Err(source) => return Err(Error::new(Problem::NotReplaced { source }).at(path)),
    };
    let old = fs::metadata(&target).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) || target.file_name().is_none() {
        return Err(Error::new(Problem::NotAFile).at(path));
    }
    let mut save = || {
        let partial = Partial::create(&target)?;
        if let Some(old) = &old {
            // Not worth failing for: the file system may have no permissions.
            partial.file.set_permissions(old.permissions()).ok();
        }
        let mut writer = BufWriter::with_capacity(1 << 16, &partial.file);
        write(&mut writer)?;
        // What is left is not written by dropping it: an error would be lost.
        writer.into_inner().map_err(std::io::IntoInnerError::into_error)?;
        partial.become_file(&target, sync)
    };
    save().map_err(|source| Error::new(Problem::NotReplaced { source }).at(path))?;
    if sync {
        sync_directory(&target).map_err(|error| Error::system(path, "sync the directory of the new file", error))?;
    }
    Ok(())
}

/// A file that is being written. It goes away with this value, unless it became the file that it is for.
struct Partial {
    path: PathBuf,
    file: File,
    done: bool,
}

impl Partial {
    /// An empty file beside the target that no one else writes to.
    fn create(target: &Path) -> SystemResult<Self> {
        let mut name = OsString::from(".");
        name.push(target.file_name().unwrap_or_default());
        name.push(".partial");
        let path = target.with_file_name(name);
        loop {
            // Its length stays until it is locked: it may belong to another call.
            let file = File::options().write(true).create(true).truncate(false).open(&path)?;
            match file.lock() {
                Err(error) if error.kind() != ErrorKind::Unsupported => return Err(error),
                _ => {}
            }
            // While this one waited, another call may have renamed the file, or removed it.
            if is_at(&file, &path)? {
                file.set_len(0)?;
                return Ok(Self { path, file, done: false });
            }
        }
    }

    /// Takes the place of the target.
    fn become_file(mut self, target: &Path, sync: bool) -> SystemResult<()> {
        if sync {
            self.file.sync_all()?;
        }
        fs::rename(&self.path, target)?;
        self.done = true;
        Ok(())
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        if !self.done {
            // It is an error already that brought us here.
            fs::remove_file(&self.path).ok();
        }
    }
}

/// Whether the path still leads to the file.
///
/// # Errors
/// If the system cannot tell.
#[cfg(unix)]
pub fn is_at(file: &File, path: &Path) -> SystemResult<bool> {
    use std::os::unix::fs::MetadataExt;

    let own = file.metadata()?;
    match fs::symlink_metadata(path) {
        Ok(there) => Ok((there.dev(), there.ino()) == (own.dev(), own.ino())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Whether the path still leads to the file: assumed, as the standard library cannot tell on this system.
///
/// # Errors
/// None on this system.
#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps, reason = "it can fail on other systems")]
pub fn is_at(_: &File, _: &Path) -> SystemResult<bool> {
    Ok(true)
}

/// Makes the new name of the file last.
#[cfg(unix)]
fn sync_directory(target: &Path) -> SystemResult<()> {
    let directory = target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(directory)?.sync_all()
}

/// A directory cannot be opened elsewhere.
#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps, reason = "it can fail on other systems")]
fn sync_directory(_: &Path) -> SystemResult<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::string::ToString;
    use std::vec::Vec;

    use super::*;
    use crate::io::testing::Folder;

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = Folder::new("replace");
        let path = folder.path("file");
        for text in ["the first", "2nd"] {
            replace(&path, |file| file.write_all(text.as_bytes())).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
            assert_eq!(folder.names(), ["file"]);
        }
        replace_unsynced(&path, |file| file.write_all(b"3")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"3");
        assert_eq!(folder.names(), ["file"]);
    }

    #[test]
    fn an_error_leaves_the_old_file_and_no_other() {
        let folder = Folder::new("replace-error");
        let path = folder.path("file");
        replace(&path, |file| file.write_all(b"old")).unwrap();
        let error = replace(&path, |file| {
            file.write_all(&std::vec![1; 200_000])?;
            Err(ErrorKind::StorageFull.into())
        })
        .unwrap_err();
        assert_eq!(error.path(), Some(path.as_path()));
        assert!(error.to_string().contains("what was there before is untouched; free some space"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(folder.names(), ["file"]);
    }

    #[test]
    fn a_panic_leaves_the_old_file_and_no_other() {
        let folder = Folder::new("replace-panic");
        let path = folder.path("file");
        replace(&path, |file| file.write_all(b"old")).unwrap();
        let result = std::panic::catch_unwind(|| replace(&path, |_| panic!("on purpose")));
        assert!(result.is_err());
        assert_eq!(
            (fs::read(&path).unwrap().as_slice(), folder.names()),
            (b"old".as_slice(), std::vec!["file".into()])
        );
    }

    #[test]
    fn what_a_dead_run_left_is_overwritten_whole() {
        let folder = Folder::new("replace-dead");
        let path = folder.path("file");
        fs::write(folder.path(".file.partial"), [7; 1000]).unwrap();
        replace(&path, |file| file.write_all(b"new")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(folder.names(), ["file"]);
    }

    #[test]
    fn calls_at_the_same_time_do_not_mix() {
        let folder = Folder::new("replace-threads");
        let path = folder.path("file");
        std::thread::scope(|scope| {
            for byte in 0..4 {
                let path = &path;
                scope.spawn(move || {
                    for _ in 0..50 {
                        replace_unsynced(path, |file| (0..100).try_for_each(|_| file.write_all(&[byte; 2000])))
                            .unwrap();
                        let found = fs::read(path).unwrap();
                        assert_eq!(found.len(), 200_000);
                        assert!(found.iter().all(|&other| other == found[0]));
                    }
                });
            }
        });
        assert_eq!(folder.names(), ["file"]);
    }

    #[test]
    fn what_is_no_file_is_not_replaced() {
        let folder = Folder::new("replace-other");
        let error = replace(folder.path("."), |_| Ok(())).unwrap_err();
        assert!(matches!(error.problem(), Problem::NotAFile), "{error}");
        let error = replace(folder.path("none/file"), |_| Ok(())).unwrap_err();
        assert!(error.to_string().contains("check the path"), "{error}");
        assert_eq!(folder.names(), Vec::<std::string::String>::new());
    }

    #[test]
    #[cfg(unix)]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let folder = Folder::new("replace-links");
        let (path, link) = (folder.path("file"), folder.path("link"));
        fs::write(&path, b"old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("file", &link).unwrap();
        replace(&link, |file| file.write_all(b"new")).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        assert!(matches!(replace("/dev/null", |_| Ok(())).unwrap_err().problem(), Problem::NotAFile));
    }
}
