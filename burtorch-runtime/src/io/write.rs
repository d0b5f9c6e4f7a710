//! Tensors → the bytes of a safetensors file, the same ones every time.

use std::borrow::{Cow, ToOwned};
use std::collections::BTreeMap;
use std::format;
use std::io::{Result as SystemResult, Write};
use std::path::Path;
use std::string::String;
use std::vec::Vec;

use super::fingerprint::Fnv;
use super::header::{Header, Info, METADATA, Named};
use super::{Error, Problem, replace, replace_unsynced, write_raw};
use crate::Model;
use crate::buffer::{Number, bytes};
use crate::model::{Parameter, check_length};

/// What we write beside the user's own begins with this.
pub(super) const OURS: &str = "burtorch.";

/// The entry that says what all others and the tensors were when they were saved.
pub(super) const CHECKSUM: &str = "burtorch.checksum";

/// What it says of a file that was changed on purpose.
pub(super) const UNCHECKED: &str = "none";

/// Writes the parameters of a model to a safetensors file, under their names, with pairs of text if you like.
///
/// The file is [replaced](replace) at once. The same parameters give the same bytes.
///
/// # Errors
/// If `params` does not have the length that the model needs, a name is one that the format or burtorch uses
/// (`__metadata__`, `burtorch.…`), or the file cannot be replaced.
pub fn save<M: Model>(path: impl AsRef<Path>, params: &[M::Scalar], metadata: &[(&str, &str)]) -> Result<(), Error> {
    let path = path.as_ref();
    let mut contents = Contents::new::<M>(params).map_err(|error| error.at(path))?;
    for &(key, value) in metadata {
        contents.add_metadata(key, value).map_err(|error| error.at(path))?;
    }
    contents.save(path, true)
}

/// What goes into a file: tensors, as their bytes, and text.
pub(super) struct Contents<'t> {
    tensors: Vec<Tensor<'t>>,
    metadata: BTreeMap<String, String>,
}

struct Tensor<'t> {
    name: &'t str,
    dtype: &'static str,
    shape: Vec<usize>,
    bytes: Cow<'t, [u8]>,
}

impl<'t> Contents<'t> {
    /// The parameters of a model, in their order.
    pub fn new<M: Model>(params: &'t [M::Scalar]) -> Result<Self, Error> {
        check_length("params", params.len(), M::PARAMS)?;
        let mut contents = Self { tensors: Vec::new(), metadata: BTreeMap::new() };
        for Parameter { name, slot, .. } in M::PARAMETERS {
            check_name(name)?;
            contents.add_tensor(name, slot.shape.to_vec(), &params[slot.offset..slot.offset + slot.len()]);
        }
        Ok(contents)
    }

    pub fn add_tensor<T: Number>(&mut self, name: &'t str, shape: Vec<usize>, values: &'t [T]) {
        self.tensors.push(Tensor { name, dtype: T::NAME, shape, bytes: stored(values) });
    }

    /// Text of the user's.
    pub fn add_metadata(&mut self, key: &str, value: &str) -> Result<(), Error> {
        if key.starts_with(OURS) {
            return Err(Problem::Name { name: key.to_owned() }.into());
        }
        self.metadata.insert(key.to_owned(), value.to_owned());
        Ok(())
    }

    /// Text of ours.
    pub fn add_entry(&mut self, key: &str, value: String) {
        self.metadata.insert(format!("{OURS}{key}"), value);
    }

    /// The checksum of all that is there now.
    pub fn add_checksum(&mut self) {
        let texts = self.metadata.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let header = self.header();
        let tensors =
            header.tensors.iter().filter_map(|(name, _)| self.tensors.iter().find(|tensor| tensor.name == *name));
        let sum = checksum(texts, tensors.map(|tensor| (tensor.name, &*tensor.bytes)));
        self.metadata.insert(CHECKSUM.to_owned(), sum);
    }

    pub fn save(&self, path: &Path, sync: bool) -> Result<(), Error> {
        let write = |file: &mut dyn Write| self.write(file);
        if sync { replace(path, write) } else { replace_unsynced(path, write) }
    }

    /// Eight bytes with the length of the header, the header, and the tensors one after the other.
    pub fn write(&self, writer: &mut dyn Write) -> SystemResult<()> {
        let mut header = self.header().write();
        // What follows is aligned for every type.
        let padded = header.len().next_multiple_of(8);
        header.extend(core::iter::repeat_n(' ', padded - header.len()));
        writer.write_all(&(header.len() as u64).to_le_bytes())?;
        writer.write_all(header.as_bytes())?;
        self.tensors.iter().try_for_each(|tensor| writer.write_all(&tensor.bytes))
    }

    /// Where each tensor is, its type and shape, and the text.
    fn header(&self) -> Header {
        let mut header = Header { tensors: Named::default(), metadata: self.metadata.clone() };
        let mut start = 0;
        for Tensor { name, dtype, shape, bytes } in &self.tensors {
            let place = (start, start + bytes.len());
            let info = Info { dtype: dtype.to_ascii_uppercase(), shape: shape.clone(), place };
            header.tensors.insert(name, info);
            start = place.1;
        }
        header
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

/// A hash of texts and tensors, both in the order of their names. It does not say anything about where they lie, so it is
/// the same after another program wrote the file again.
pub(super) fn checksum<'f>(
    texts: impl IntoIterator<Item = (&'f str, &'f str)>,
    tensors: impl IntoIterator<Item = (&'f str, &'f [u8])>,
) -> String {
    let mut hash = Fnv::new();
    for (key, value) in texts {
        hash.write_long(key.as_bytes());
        hash.write_long(value.as_bytes());
    }
    for (name, bytes) in tensors {
        hash.write_long(name.as_bytes());
        hash.write_long(bytes);
    }
    format!("{:016x}", hash.finish())
}
