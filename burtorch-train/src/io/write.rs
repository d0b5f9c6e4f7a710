//! Tensors → the bytes of a safetensors file, the same ones every time.

use core::fmt::Display;
use std::borrow::Cow;
use std::io::{Result as SystemResult, Write};
use std::path::Path;

use super::header::{Header, Info, METADATA};
use super::{Error, Number, Problem, replace, replace_unsynced, write_raw};
use burtorch_runtime::__train::bytes;
use burtorch_runtime::__train::check_length;
use burtorch_runtime::Model;
use burtorch_runtime::model::Parameter;

/// What we write beside the user's own begins with this.
pub(super) const OURS: &str = "burtorch.";

/// The entry that says what all others and the tensors were when they were saved.
pub(super) const CHECKSUM: &str = "burtorch.checksum";

/// What it says of a file that was changed on purpose.
pub(super) const UNCHECKED: &str = "none";

/// Writes the parameters of a model to a safetensors file, under their names, with pairs of text if you like.
///
/// The file is [replaced](super::replace) at once. The same parameters give the same bytes.
///
/// # Errors
/// If `params` does not have the length that the model needs, a name is one that the format or burtorch uses
/// (`__metadata__`, `burtorch.…`), or the file cannot be replaced.
pub fn save<M: Model>(path: impl AsRef<Path>, params: &[M::Scalar], metadata: &[(&str, &str)]) -> Result<(), Error> {
    save_with(path.as_ref(), Contents::new::<M>(params), metadata)
}

/// Not generic over the model, so that a program has one copy of it.
fn save_with(path: &Path, contents: Result<Contents<'_>, Error>, metadata: &[(&str, &str)]) -> Result<(), Error> {
    let fill = || {
        let mut contents = contents?;
        for &(key, value) in metadata {
            contents.add_metadata(key, value)?;
        }
        Ok(contents)
    };
    fill().map_err(|error: Error| error.at(path))?.save(path, true)
}

/// What goes into a file: tensors, as their bytes, and text.
#[derive(Default)]
pub(super) struct Contents<'t> {
    header: Header,
    /// One after the other, with their names.
    tensors: Vec<(&'t str, Cow<'t, [u8]>)>,
}

impl<'t> Contents<'t> {
    /// The parameters of a model, in their order.
    pub fn new<M: Model>(params: &'t [M::Scalar]) -> Result<Self, Error> {
        check_length("params", params.len(), M::PARAMS)?;
        let mut contents = Self::default();
        for Parameter { name, slot, .. } in M::PARAMETERS {
            check_name(name)?;
            contents.add_tensor(name, slot.shape, &params[slot.offset..slot.offset + slot.len()]);
        }
        Ok(contents)
    }

    pub fn add_tensor<T: Number>(&mut self, name: &'t str, shape: &[usize], values: &'t [T]) {
        self.add_bytes(name, T::NAME, shape, stored(values));
    }

    fn add_bytes(&mut self, name: &'t str, dtype: &str, shape: &[usize], bytes: Cow<'t, [u8]>) {
        let start = self.header.length();
        let info =
            Info { dtype: dtype.to_ascii_uppercase(), shape: shape.to_vec(), place: (start, start + bytes.len()) };
        self.header.tensors.insert(name.to_owned(), info);
        self.tensors.push((name, bytes));
    }

    /// Text of the user's.
    pub fn add_metadata(&mut self, key: &str, value: &str) -> Result<(), Error> {
        if key.starts_with(OURS) {
            return Err(Problem::Name { name: key.to_owned() }.into());
        }
        self.header.metadata.insert(key.to_owned(), value.to_owned());
        Ok(())
    }

    /// Text of ours.
    pub fn add_entry(&mut self, key: &str, value: &dyn Display) {
        self.header.metadata.insert(format!("{OURS}{key}"), value.to_string());
    }

    /// The checksum of all that is there now.
    pub fn add_checksum(&mut self) {
        let bytes = |name: &str, _: &Info| -> &[u8] {
            self.tensors.iter().find(|tensor| tensor.0 == name).map_or(&[], |tensor| &tensor.1)
        };
        let sum = self.header.checksum(CHECKSUM, &bytes);
        self.header.metadata.insert(CHECKSUM.to_owned(), sum);
    }

    pub fn save(&self, path: &Path, sync: bool) -> Result<(), Error> {
        let write = |file: &mut dyn Write| self.write(file);
        if sync { replace(path, write) } else { replace_unsynced(path, write) }
    }

    /// Eight bytes with the length of the header, the header, and the tensors one after the other.
    fn write(&self, writer: &mut dyn Write) -> SystemResult<()> {
        let mut header = self.header.write();
        // What follows is aligned for every type.
        while !header.len().is_multiple_of(8) {
            header.push(' ');
        }
        writer.write_all(&(header.len() as u64).to_le_bytes())?;
        writer.write_all(header.as_bytes())?;
        self.tensors.iter().try_for_each(|(_, bytes)| writer.write_all(bytes))
    }
}

/// Whether a parameter can have this name in a file.
fn check_name(name: &str) -> Result<(), Error> {
    if name == METADATA || name.starts_with(OURS) {
        return Err(Problem::Name { name: name.to_owned() }.into());
    }
    Ok(())
}

/// The bytes of numbers as they are in a file.
fn stored<T: Number>(values: &[T]) -> Cow<'_, [u8]> {
    if cfg!(target_endian = "little") {
        return bytes(values).into();
    }
    let mut memory = Vec::new();
    write_raw(&mut memory, values).expect("memory takes all");
    memory.into()
}
