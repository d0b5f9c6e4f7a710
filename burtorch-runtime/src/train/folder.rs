//! Where a run leaves its files.

use std::borrow::ToOwned;
use std::format;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::string::String;
use std::vec::Vec;

use super::Failure;
use crate::io::replace;

/// Where runs go that were not told where to go.
const RUNS: &str = "runs";

const BEST: &str = "best.safetensors";

/// The folder of a run.
#[derive(Clone, Debug)]
pub(super) struct Folder(PathBuf);

impl Folder {
    /// A folder for a new run: the one that was asked for, or one that is not there yet.
    ///
    /// # Errors
    /// If it holds the checkpoint of another run, or cannot be written to.
    pub fn new(out: Option<&Path>, name: &str) -> Result<Self, Failure> {
        let folder = match out {
            Some(out) => Self(out.to_owned()),
            None => Self::next(name)?,
        };
        if folder.checkpoint().exists() {
            let path = folder.0.display();
            return Err(
                format!("{path} has the checkpoint of a run: add --resume to go on, or choose another --out").into()
            );
        }
        folder.open()
    }

    /// The folder of a run that goes on from this checkpoint.
    ///
    /// # Errors
    /// If it holds the checkpoint of another run, or cannot be written to.
    pub fn again(path: &Path, from: &Path) -> Result<Self, Failure> {
        let folder = Self(path.to_owned());
        let there = fs::canonicalize(folder.checkpoint());
        if there.is_ok() && there.ok() != fs::canonicalize(from).ok() {
            let path = path.display();
            return Err(format!("{path} has the checkpoint of another run: choose another --out").into());
        }
        folder.open()
    }

    /// Makes sure that files can be written, before there is something to write.
    fn open(self) -> Result<Self, Failure> {
        let say = |error: io::Error| {
            format!("cannot write to {}: {error}; choose another folder with --out", self.0.display())
        };
        fs::create_dir_all(&self.0).map_err(say)?;
        let probe = self.0.join(format!(".writable-{}", std::process::id()));
        fs::write(&probe, "").map_err(say)?;
        fs::remove_file(&probe).map_err(say)?;
        Ok(self)
    }

    /// `runs/name-1`, or the first one that is free.
    fn next(name: &str) -> Result<Self, Failure> {
        let number = Self::largest(name, &|_| true).unwrap_or(0) + 1;
        let path = Path::new(RUNS).join(format!("{name}-{number}"));
        // Who comes at the same time gets another one.
        fs::create_dir_all(RUNS)
            .and_then(|()| fs::create_dir(&path))
            .map_err(|error| format!("cannot make {}: {error}; choose a folder with --out", path.display()))?;
        Ok(Self(path))
    }

    /// The checkpoint of the last run that has one.
    pub fn last(name: &str) -> Option<PathBuf> {
        let checkpoint = |number: u64| Self(Path::new(RUNS).join(format!("{name}-{number}"))).checkpoint();
        Self::largest(name, &|number| checkpoint(number).exists()).map(checkpoint)
    }

    /// The largest number of a run that is such a one.
    fn largest(name: &str, is_such: &dyn Fn(u64) -> bool) -> Option<u64> {
        let number =
            |entry: fs::DirEntry| entry.file_name().to_str()?.strip_prefix(name)?.strip_prefix('-')?.parse().ok();
        let mut largest = None;
        for entry in fs::read_dir(RUNS).ok()?.flatten() {
            largest = largest.max(number(entry).filter(|&number| is_such(number)));
        }
        largest
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// All that a run needs to go on.
    pub fn checkpoint(&self) -> PathBuf {
        Self::checkpoint_in(&self.0)
    }

    /// The same for a folder that may not be there.
    pub fn checkpoint_in(folder: &Path) -> PathBuf {
        folder.join("checkpoint.safetensors")
    }

    /// The parameters alone, as they were where validation was best.
    pub fn best(&self) -> PathBuf {
        self.0.join(BEST)
    }

    /// The same in the folder of this checkpoint.
    pub fn best_beside(checkpoint: &Path) -> PathBuf {
        checkpoint.with_file_name(BEST)
    }

    /// Brings the best parameters of the run from the folder of its checkpoint. Returns whether there are some.
    ///
    /// # Errors
    /// If they cannot be copied.
    pub fn take_best(&self, checkpoint: &Path) -> Result<bool, Failure> {
        let old = Self::best_beside(checkpoint);
        let is_here = fs::canonicalize(&old).ok() == fs::canonicalize(self.best()).ok();
        if !is_here && old.exists() {
            let bytes = fs::read(&old).map_err(|error| format!("cannot read {}: {error}", old.display()))?;
            replace(self.best(), |file| file.write_all(&bytes))?;
        }
        Ok(self.best().exists())
    }

    /// The parameters alone, at the end.
    pub fn model(&self) -> PathBuf {
        self.0.join("model.safetensors")
    }

    pub fn log(&self) -> PathBuf {
        self.0.join("log.jsonl")
    }

    /// Pictures for this folder and for the terminal.
    pub fn pictures(&self) -> Pictures<'_> {
        Pictures { folder: self, shown: Vec::new(), written: Vec::new() }
    }
}

/// The pictures of a run.
#[derive(Debug)]
pub struct Pictures<'f> {
    folder: &'f Folder,
    /// In letters, to be printed when all files are there.
    pub(super) shown: Vec<String>,
    pub(super) written: Vec<PathBuf>,
}

impl Pictures<'_> {
    /// Writes a picture: `name.svg` in the folder of the run.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, name: &str, svg: &str) -> Result<(), Failure> {
        let path = self.folder.0.join(format!("{name}.svg"));
        replace(&path, |file| file.write_all(svg.as_bytes()))?;
        self.written.push(path);
        Ok(())
    }

    /// Has a picture in letters printed in the end, when all files are there; not with `--quiet` or `--json`.
    pub fn show(&mut self, text: &str) {
        self.shown.push(text.trim_end().to_owned());
    }
}
