//! All that a run needs to go on as if it had not stopped.

use core::str::FromStr;
use std::collections::BTreeMap;
use std::path::Path;

use super::tensors::Conversion;
use super::write::{Contents, OURS};
use super::{Error, Problem, Tensors, fingerprint};
use burtorch_runtime::optimizer::{Adam, Momentum, Sgd};
use burtorch_runtime::{Model, Rng};

/// The format that is written. Another number is for files that this version would misread.
const FORMAT: &str = "1";

/// The tensor with what the optimizer remembers.
const STATE: &str = "burtorch.optimizer.state";

/// What a checkpoint says beside the numbers: where the run was.
///
/// The numbers are yours: [`save`](Self::save) takes the parameters and the optimizer's state, and [`load`](Self::load)
/// fills them. The file is a safetensors file, so other programs can read it:
///
/// | tensor | |
/// |---|---|
/// | the name of a parameter | its values |
/// | `burtorch.optimizer.state` | what the optimizer remembers, a row for each of its numbers per parameter |
///
/// | text | |
/// |---|---|
/// | `burtorch.checkpoint` | the version of this format, `1` |
/// | `burtorch.fingerprint` | the model's [`fingerprint`], in hexadecimal |
/// | `burtorch.step`, `burtorch.optimizer.steps` | counters |
/// | `burtorch.rng` | the four numbers of the generator, in hexadecimal |
/// | `burtorch.optimizer.name`, `burtorch.optimizer.settings.…` | the optimizer and its settings |
/// | `burtorch.checksum` | a hash of all the rest, so that one with other bytes is an error; `none` if you changed it yourself |
/// | any other key | your own |
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// How many steps the run has taken.
    pub step: u64,
    /// The generator of random numbers, as it goes on.
    pub rng: Rng,
    /// The optimizer, without what it remembers of the parameters.
    pub optimizer: SavedOptimizer,
    /// Whatever you want to keep with it. Keys do not begin with `burtorch.`.
    pub metadata: BTreeMap<String, String>,
}

/// An optimizer by name, settings and count, as a checkpoint has it.
///
/// ```
/// use burtorch_runtime::optimizer::Adam;
/// use burtorch_train::io::SavedOptimizer;
///
/// let adam = Adam::new(0.001, [0.0; 4]);
/// let saved = SavedOptimizer::from(&adam);
/// assert_eq!((saved.name.as_str(), saved.steps), ("adam", 0));
/// assert_eq!(saved.settings["rate"], 0.001);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SavedOptimizer {
    /// Its name: `adam`.
    pub name: String,
    /// Its settings by name: `rate`. They are kept to the bit, but for the payload of NaN.
    pub settings: BTreeMap<String, f64>,
    /// How many steps it has counted; 0 if it does not count.
    pub steps: u64,
}

impl SavedOptimizer {
    fn new<const N: usize>(name: &str, settings: [(&str, f64); N], steps: u64) -> Self {
        let settings = settings.map(|(name, value)| (name.to_owned(), value)).into();
        Self { name: name.to_owned(), settings, steps }
    }
}

impl From<&Sgd> for SavedOptimizer {
    fn from(sgd: &Sgd) -> Self {
        Self::new("sgd", [("rate", sgd.rate)], 0)
    }
}

impl<B> From<&Momentum<B>> for SavedOptimizer {
    fn from(optimizer: &Momentum<B>) -> Self {
        Self::new("momentum", [("rate", optimizer.rate), ("momentum", optimizer.momentum)], 0)
    }
}

impl<B> From<&Adam<B>> for SavedOptimizer {
    fn from(adam: &Adam<B>) -> Self {
        let (first, second) = adam.betas;
        let settings = [("rate", adam.rate), ("beta1", first), ("beta2", second), ("epsilon", adam.epsilon)];
        Self::new("adam", settings, adam.steps)
    }
}

impl Checkpoint {
    /// Writes the checkpoint with the parameters and what the optimizer remembers; nothing, for one that does not.
    ///
    /// The file is [replaced](super::replace) at once: if this run dies on the way, the last checkpoint is still there.
    ///
    /// # Errors
    /// If `params` does not fit the model, a key of the metadata begins with `burtorch.`, or the file cannot be
    /// replaced.
    pub fn save<M: Model>(
        &self,
        path: impl AsRef<Path>,
        params: &[M::Scalar],
        state: &[M::Scalar],
    ) -> Result<(), Error> {
        self.write::<M>(path.as_ref(), params, state, true)
    }

    /// As [`save`](Self::save), without waiting for the disk, as [`replace_unsynced`](super::replace_unsynced).
    ///
    /// # Errors
    /// As [`save`](Self::save).
    pub fn save_unsynced<M: Model>(
        &self,
        path: impl AsRef<Path>,
        params: &[M::Scalar],
        state: &[M::Scalar],
    ) -> Result<(), Error> {
        self.write::<M>(path.as_ref(), params, state, false)
    }

    fn write<M: Model>(&self, path: &Path, params: &[M::Scalar], state: &[M::Scalar], sync: bool) -> Result<(), Error> {
        let mut contents = Contents::new::<M>(params).map_err(|error| error.at(path))?;
        if !state.is_empty() {
            let rows = state.len().checked_div(M::PARAMS).unwrap_or(0);
            let shape: &[usize] = if rows * M::PARAMS == state.len() { &[rows, M::PARAMS] } else { &[state.len()] };
            contents.add_tensor(STATE, shape, state);
        }
        self.describe(&mut contents, fingerprint::<M>()).map_err(|error| error.at(path))?;
        contents.save(path, sync)
    }

    /// Reads a checkpoint of the model: fills the parameters and what the optimizer remembers, and returns the rest.
    ///
    /// `state` is as long as it was when it was saved. To see what was saved before there is room for it,
    /// [`peek`](Self::peek).
    ///
    /// # Errors
    /// If the file cannot be read, is not a checkpoint, has changed, or is one of another model: the error says which parameter
    /// differs, and how. `params` and `state` are not changed then.
    pub fn load<M: Model>(
        path: impl AsRef<Path>,
        params: &mut [M::Scalar],
        state: &mut [M::Scalar],
    ) -> Result<Self, Error> {
        Self::read::<M>(&Tensors::open(path)?, params, state)
    }

    /// Reads a checkpoint from a file that is open, or from memory.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub fn read<M: Model>(file: &Tensors, params: &mut [M::Scalar], state: &mut [M::Scalar]) -> Result<Self, Error> {
        let (checkpoint, saved) = Self::all(file)?;
        // These say more than a fingerprint could.
        file.check::<M>(params, Conversion::Never)?;
        if saved != fingerprint::<M>() {
            return Err(file.at(Problem::Order));
        }
        let found = file.count::<M::Scalar>(STATE)?;
        if found != state.len() {
            let optimizer = checkpoint.optimizer.name;
            return Err(file.at(Problem::State { optimizer, expected: state.len(), found }));
        }
        file.copy_all::<M>(params);
        file.copy_flat(STATE, state);
        Ok(checkpoint)
    }

    /// What a checkpoint says beside the numbers, of whatever model it is.
    ///
    /// # Errors
    /// If the file cannot be read, or is not a checkpoint.
    pub fn peek(path: impl AsRef<Path>) -> Result<Self, Error> {
        Ok(Self::all(&Tensors::open(path)?)?.0)
    }

    /// All that is said beside the numbers, and their checksum.
    fn describe(&self, contents: &mut Contents<'_>, fingerprint: u64) -> Result<(), Error> {
        for (key, value) in &self.metadata {
            contents.add_metadata(key, value)?;
        }
        let [a, b, c, d] = self.rng.state();
        contents.add_entry("checkpoint", &FORMAT);
        contents.add_entry("fingerprint", &format_args!("{fingerprint:016x}"));
        contents.add_entry("step", &self.step);
        contents.add_entry("rng", &format_args!("{a:016x} {b:016x} {c:016x} {d:016x}"));
        contents.add_entry("optimizer.name", &self.optimizer.name);
        contents.add_entry("optimizer.steps", &self.optimizer.steps);
        for (name, value) in &self.optimizer.settings {
            // The shortest text that is read as the same number.
            contents.add_entry(&format!("optimizer.settings.{name}"), value);
        }
        contents.add_checksum();
        Ok(())
    }

    /// What a file says, and the fingerprint of its model.
    fn all(file: &Tensors) -> Result<(Self, u64), Error> {
        match entry(file, "checkpoint") {
            Ok(FORMAT) => {}
            Ok(other) => return Err(file.at(Problem::Version { found: other.to_owned() })),
            Err(_) => return Err(file.at(Problem::NotACheckpoint)),
        }
        let (mut settings, mut metadata) = (BTreeMap::new(), BTreeMap::new());
        for key in file.keys() {
            if let Some(ours) = key.strip_prefix(OURS) {
                if let Some(name) = ours.strip_prefix("optimizer.settings.") {
                    settings.insert(name.to_owned(), number(file, ours)?);
                }
            } else if let Some(value) = file.metadata(key) {
                metadata.insert(key.to_owned(), value.to_owned());
            }
        }
        let (name, steps) = (entry(file, "optimizer.name")?.to_owned(), number(file, "optimizer.steps")?);
        let optimizer = SavedOptimizer { name, settings, steps };
        let checkpoint = Self { step: number(file, "step")?, rng: rng(file)?, optimizer, metadata };
        let fingerprint = entry(file, "fingerprint")?;
        let Ok(fingerprint) = u64::from_str_radix(fingerprint, 16) else {
            return Err(wrong(file, "fingerprint", fingerprint));
        };
        // What is wrong with one entry was said before: that helps more.
        entry(file, "checksum")?;
        file.verify()?;
        Ok((checkpoint, fingerprint))
    }
}

/// Text of ours.
fn entry<'f>(file: &'f Tensors, key: &str) -> Result<&'f str, Error> {
    let key = format!("{OURS}{key}");
    match file.metadata(&key) {
        Some(value) => Ok(value),
        None => Err(file.at(Problem::Entry { key, found: None })),
    }
}

fn number<T: FromStr>(file: &Tensors, key: &str) -> Result<T, Error> {
    let value = entry(file, key)?;
    value.parse().map_err(|_| wrong(file, key, value))
}

fn rng(file: &Tensors) -> Result<Rng, Error> {
    let text = entry(file, "rng")?;
    let mut words = text.split(' ').map(|word| u64::from_str_radix(word, 16).ok());
    let state = [(); 4].map(|()| words.next().flatten());
    match (state, words.next()) {
        // A generator cannot be in the state of zeros.
        ([Some(a), Some(b), Some(c), Some(d)], None) if (a, b, c, d) != (0, 0, 0, 0) => {
            Ok(Rng::from_state([a, b, c, d]))
        }
        _ => Err(wrong(file, "rng", text)),
    }
}

/// An entry says what cannot be.
fn wrong(file: &Tensors, key: &str, found: &str) -> Error {
    file.at(Problem::Entry { key: format!("{OURS}{key}"), found: Some(found.to_owned()) })
}
