//! Where a run leaves its files.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::Failure;
use super::lock::Lock;
use super::run::say;
use crate::io::replace;
use burtorch_runtime::__train::open;

/// Where runs go that were not told where to go.
const RUNS: &str = "runs";

const BEST: &str = "best.safetensors";

/// The folder of a run. It is of no other run as long as this value exists.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    _lock: Lock,
}

impl Folder {
    /// A folder for a new run: the one that was asked for, or one that is not there yet.
    ///
    /// # Errors
    /// If it holds the checkpoint of another run, another run is writing to it, or it cannot be written to.
    pub fn new(out: Option<&Path>, name: &str) -> Result<Self, Failure> {
        let path = match out {
            Some(out) => out.to_owned(),
            None => next(name)?,
        };
        let check = || {
            if !Self::checkpoint_in(&path).exists() {
                return Ok(());
            }
            let path = path.display();
            Err(format!("{path} has the checkpoint of a run: add --resume to go on, or choose another --out"))
        };
        // The first time before anything is written, the second time when no other run can write one any more.
        check()?;
        let folder = Self::open(&path)?;
        check()?;
        Ok(folder)
    }

    /// A folder for the figures and pictures of an evaluation. The pictures of a run have the same names, so its folder is refused.
    ///
    /// # Errors
    /// If it holds the checkpoint of a run, a run is writing to it, or it cannot be written to.
    pub fn of_figures(path: &Path) -> Result<Self, Failure> {
        let check = || {
            if !Self::checkpoint_in(path).exists() {
                return Ok(());
            }
            Err(format!("{} has the checkpoint and pictures of a run: choose another --out", path.display()))
        };
        check()?;
        let folder = Self::open(path)?;
        check()?;
        Ok(folder)
    }

    /// The folder of a run that goes on from this checkpoint.
    ///
    /// # Errors
    /// If it holds the checkpoint of another run, another run is writing to it, or it cannot be written to.
    pub fn again(path: &Path, from: &Path) -> Result<Self, Failure> {
        let check = || {
            let there = fs::canonicalize(Self::checkpoint_in(path));
            if there.is_err() || there.ok() == fs::canonicalize(from).ok() {
                return Ok(());
            }
            let path = path.display();
            Err(format!("{path} has the checkpoint of another run: choose another --out"))
        };
        check()?;
        let folder = Self::open(path)?;
        check()?;
        Ok(folder)
    }

    /// Makes sure that files can be written, before there is something to write, and that nobody else writes them.
    fn open(path: &Path) -> Result<Self, Failure> {
        let say =
            |error: io::Error| format!("cannot write to {}: {error}; choose another folder with --out", path.display());
        fs::create_dir_all(path).map_err(say)?;
        let probe = path.join(format!(".writable-{}", std::process::id()));
        fs::write(&probe, "").map_err(say)?;
        fs::remove_file(&probe).map_err(say)?;
        Ok(Self { path: path.to_owned(), _lock: Lock::take(path)? })
    }

    /// The checkpoint of the last run that has one.
    pub fn last(name: &str) -> Option<PathBuf> {
        let checkpoint = |number: u64| Self::checkpoint_in(&Path::new(RUNS).join(format!("{name}-{number}")));
        largest(name, &|number| checkpoint(number).exists()).map(checkpoint)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// All that a run needs to go on.
    pub fn checkpoint(&self) -> PathBuf {
        Self::checkpoint_in(&self.path)
    }

    /// The path of the checkpoint in a folder, which need not exist.
    pub fn checkpoint_in(folder: &Path) -> PathBuf {
        folder.join("checkpoint.safetensors")
    }

    /// The parameters alone, as they were where validation was best.
    pub fn best(&self) -> PathBuf {
        self.path.join(BEST)
    }

    /// The path of the best parameters in the folder of this checkpoint.
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
            let mut bytes = Vec::new();
            let read = open(&old)?.read_to_end(&mut bytes);
            read.map_err(|error| format!("cannot read {}: {error}", old.display()))?;
            replace(self.best(), |file| file.write_all(&bytes))?;
        }
        Ok(self.best().exists())
    }

    /// The parameters alone, at the end.
    pub fn model(&self) -> PathBuf {
        self.path.join("model.safetensors")
    }

    pub fn log(&self) -> PathBuf {
        self.path.join("log.jsonl")
    }

    /// Pictures for this folder and for the terminal.
    pub fn pictures(&self) -> Pictures<'_> {
        Pictures { folder: self, shown: Vec::new(), written: Vec::new() }
    }
}

/// Makes `runs/name-1`, or the first one that is free.
fn next(name: &str) -> Result<PathBuf, Failure> {
    let cannot =
        |path: &Path, error: io::Error| format!("cannot make {}: {error}; choose a folder with --out", path.display());
    fs::create_dir_all(RUNS).map_err(|error| cannot(Path::new(RUNS), error))?;
    let mut number = largest(name, &|_| true).unwrap_or(0);
    loop {
        number += 1;
        let path = Path::new(RUNS).join(format!("{name}-{number}"));
        match fs::create_dir(&path) {
            Ok(()) => return Ok(path),
            // A run that started at the same time has made it.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(cannot(&path, error).into()),
        }
    }
}

/// The largest number of a run that is such a one.
fn largest(name: &str, is_such: &dyn Fn(u64) -> bool) -> Option<u64> {
    let number = |entry: fs::DirEntry| entry.file_name().to_str()?.strip_prefix(name)?.strip_prefix('-')?.parse().ok();
    let mut largest = None;
    for entry in fs::read_dir(RUNS).ok()?.flatten() {
        largest = largest.max(number(entry).filter(|&number| is_such(number)));
    }
    largest
}

/// The pictures of a run.
#[derive(Debug)]
pub struct Pictures<'f> {
    folder: &'f Folder,
    /// In letters, to be printed when all files are there.
    shown: Vec<String>,
    written: Vec<PathBuf>,
}

impl Pictures<'_> {
    /// Writes a picture: `name.svg` in the folder of the run.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, name: &str, svg: &str) -> Result<(), Failure> {
        self.write(&format!("{name}.svg"), svg)
    }

    /// Writes a file of any name to the folder of the run.
    pub(super) fn write(&mut self, file: &str, text: &str) -> Result<(), Failure> {
        let path = self.folder.path().join(file);
        replace(&path, |file| file.write_all(text.as_bytes()))?;
        self.written.push(path);
        Ok(())
    }

    /// Prints the pictures in letters, and the paths of those that were written.
    pub(super) fn print(&self, what: &str) -> Result<(), Failure> {
        for picture in &self.shown {
            say(format_args!("\n{picture}"))?;
        }
        let paths: Vec<_> = self.written.iter().map(|path| path.display().to_string()).collect();
        say(format_args!("{what}: {}", paths.join(", ")))
    }

    /// Has a picture in letters printed in the end, when all files are there; not with `--quiet` or `--json`.
    pub fn show(&mut self, text: &str) {
        self.shown.push(text.trim_end().to_owned());
    }
}
