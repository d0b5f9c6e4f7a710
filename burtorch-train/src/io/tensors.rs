//! Safetensors files → parameters of models.

use core::fmt;
use std::borrow::Cow;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use num_traits::Float;

use super::header::{Header, Info};
use super::write::{CHECKSUM, OURS, UNCHECKED};
use super::{Error, Problem, read_raw};
use burtorch_runtime::__train::check_length;
use burtorch_runtime::__train::open;
use burtorch_runtime::Model;
use burtorch_runtime::io::Number;
use burtorch_runtime::model::Parameter;

/// The longest header that is read, as in other libraries: a file cannot make us allocate without bounds.
const LONGEST_HEADER: u64 = 100_000_000;

/// Reads the parameters of a model from a safetensors file, by their names.
///
/// `f16`, `bf16` and `f32` become what the model computes in if no digit is lost by that. `f64` is not read by a model
/// in `f32`: [`load_rounded`] does that. A checkpoint is such a file, too; what it has beside the parameters is skipped.
///
/// # Errors
/// If the file cannot be read or does not fit the model: a tensor that is missing, is unexpected, or has another shape
/// or type. `params` is not changed then.
pub fn load<M: Model>(path: impl AsRef<Path>, params: &mut [M::Scalar]) -> Result<(), Error> {
    Tensors::open(path)?.load::<M>(params)
}

/// As [`load`], but a model in `f32` reads `f64`, too, and rounds it.
///
/// # Errors
/// As [`load`].
pub fn load_rounded<M: Model>(path: impl AsRef<Path>, params: &mut [M::Scalar]) -> Result<(), Error> {
    Tensors::open(path)?.load_rounded::<M>(params)
}

/// A safetensors file to read from.
///
/// The file is read once, as a whole: what was checked is what is copied, whatever others do to the file meanwhile. Whatever it
/// contains, the result is numbers or an error.
pub struct Tensors {
    path: Option<PathBuf>,
    bytes: Cow<'static, [u8]>,
    /// Where the header ends.
    start: usize,
    header: Header,
}

/// Which elements are converted.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Conversion {
    /// None: the type must be the same.
    Never,
    /// Those that fit without loss.
    Exact,
    /// All floats.
    Rounded,
}

impl Tensors {
    /// Opens a file.
    ///
    /// # Errors
    /// If the file cannot be opened, or is not a safetensors file.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        Self::open_path(path.as_ref())
    }

    fn open_path(path: &Path) -> Result<Self, Error> {
        let (mut file, mut bytes) = (open(path)?, Vec::new());
        file.read_to_end(&mut bytes).map_err(|error| Error::system(path, "read the file", error))?;
        Self::new(bytes.into(), Some(path.to_owned()))
    }

    /// Reads tensors from bytes in memory, such as those of `include_bytes!`.
    ///
    /// # Errors
    /// If they are not those of a safetensors file.
    pub fn from_bytes(bytes: impl Into<Cow<'static, [u8]>>) -> Result<Self, Error> {
        Self::new(bytes.into(), None)
    }

    fn new(bytes: Cow<'static, [u8]>, path: Option<PathBuf>) -> Result<Self, Error> {
        match parse(&bytes) {
            Ok((start, header)) => Ok(Self { path, bytes, start, header }),
            Err(reason) => Err(locate(path.as_deref(), Problem::Format { reason }.into())),
        }
    }

    /// The names of the tensors, in the order in which they lie in the file.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.header.in_order().into_iter().map(|(name, _)| name.to_owned()).collect()
    }

    /// The shape of a tensor, outermost axis first, if there is a tensor of that name.
    #[must_use]
    pub fn shape(&self, name: &str) -> Option<&[usize]> {
        Some(&self.header.tensors.get(name)?.shape)
    }

    /// The text that is saved under this key, if there is any.
    #[must_use]
    pub fn metadata(&self, key: &str) -> Option<&str> {
        self.header.metadata.get(key).map(String::as_str)
    }

    /// The keys of the text, sorted.
    #[must_use]
    pub fn keys(&self) -> Vec<&str> {
        self.header.metadata.keys().map(String::as_str).collect()
    }

    /// Reads a tensor of this shape. Elements are converted if no digit is lost by that.
    ///
    /// # Errors
    /// If there is no such tensor, it has another shape or type, or `values` another length. Nothing is changed then.
    pub fn read<T: Float + Number>(&self, name: &str, shape: &[usize], values: &mut [T]) -> Result<(), Error> {
        let info = self.find(name, shape, T::NAME, Conversion::Exact)?;
        check_length("values", values.len(), shape.iter().product()).map_err(|error| self.at(error))?;
        self.copy(info, values);
        Ok(())
    }

    /// Reads the parameters of a model, as [`load`] does.
    ///
    /// # Errors
    /// As [`load`].
    pub fn load<M: Model>(&self, params: &mut [M::Scalar]) -> Result<(), Error> {
        self.verify()?;
        self.check::<M>(params, Conversion::Exact)?;
        self.copy_all::<M>(params);
        Ok(())
    }

    /// Reads the parameters of a model, as [`load_rounded`] does.
    ///
    /// # Errors
    /// As [`load`].
    pub fn load_rounded<M: Model>(&self, params: &mut [M::Scalar]) -> Result<(), Error> {
        self.verify()?;
        self.check::<M>(params, Conversion::Rounded)?;
        self.copy_all::<M>(params);
        Ok(())
    }

    /// Whether all is as it was saved, if the file says how it was.
    pub(super) fn verify(&self) -> Result<(), Error> {
        let Some(saved) = self.metadata(CHECKSUM).filter(|&saved| saved != UNCHECKED) else { return Ok(()) };
        let sum = self.header.checksum(CHECKSUM, &|_, info| self.bytes_of(info));
        if sum == saved { Ok(()) } else { Err(self.at(Problem::Changed)) }
    }

    fn bytes_of(&self, info: &Info) -> &[u8] {
        let (start, end) = info.place;
        &self.bytes[self.start..][start..end]
    }

    /// Whether every parameter of the model is there, and no other.
    pub(super) fn check<M: Model>(&self, params: &[M::Scalar], conversion: Conversion) -> Result<(), Error> {
        check_length("params", params.len(), M::PARAMS).map_err(|error| self.at(error))?;
        self.check_all(M::PARAMETERS, M::Scalar::NAME, conversion)
    }

    fn check_all(&self, parameters: &[Parameter], own: &'static str, conversion: Conversion) -> Result<(), Error> {
        for parameter in parameters {
            self.find(parameter.name, parameter.slot.shape, own, conversion)?;
        }
        let is_known = |name: &str| parameters.iter().any(|parameter| parameter.name == name);
        match self.header.in_order().into_iter().find(|(name, _)| !name.starts_with(OURS) && !is_known(name)) {
            None => Ok(()),
            Some((name, info)) => {
                Err(self.at(Problem::Unexpected { tensor: name.to_owned(), found: info.shape.clone() }))
            }
        }
    }

    /// Copies the parameters of a model that was [checked](Self::check).
    pub(super) fn copy_all<M: Model>(&self, params: &mut [M::Scalar]) {
        for parameter in M::PARAMETERS {
            let slot = parameter.slot;
            if let Some(info) = self.header.tensors.get(parameter.name) {
                self.copy(info, &mut params[slot.offset..slot.offset + slot.len()]);
            }
        }
    }

    /// A tensor that has this shape and can be read as the type `own`.
    fn find(&self, name: &str, shape: &[usize], own: &'static str, conversion: Conversion) -> Result<&Info, Error> {
        let tensor = || name.to_owned();
        let Some(info) = self.header.tensors.get(name) else {
            return Err(self.at(Problem::Missing { tensor: tensor(), expected: shape.to_vec() }));
        };
        if info.shape != shape {
            let (expected, found) = (shape.to_vec(), info.shape.clone());
            return Err(self.at(Problem::Shape { tensor: tensor(), expected, found }));
        }
        let dtype = info.dtype.as_str();
        let converts = match conversion {
            Conversion::Never => false,
            Conversion::Exact => matches!(dtype, "F16" | "BF16" | "F32") && matches!(own, "f32" | "f64"),
            Conversion::Rounded => matches!(dtype, "F16" | "BF16" | "F32" | "F64"),
        };
        if converts || dtype.eq_ignore_ascii_case(own) {
            Ok(info)
        } else {
            let found = dtype.to_owned();
            Err(self.at(Problem::Type { tensor: tensor(), expected: own, found }))
        }
    }

    /// Copies elements of a type that was checked. There are as many as values.
    fn copy<T: Float + Number>(&self, info: &Info, values: &mut [T]) {
        let bytes = self.bytes_of(info);
        match info.dtype.as_str() {
            dtype if dtype.eq_ignore_ascii_case(T::NAME) => {
                read_raw(bytes, values).expect("a tensor has as many bytes as its shape and type say");
            }
            "F16" => convert(bytes, values, |half| f16(u16::from_le_bytes(half))),
            "BF16" => convert(bytes, values, |[low, high]| f64::from(f32::from_le_bytes([0, 0, low, high]))),
            "F32" => convert(bytes, values, |single| f64::from(f32::from_le_bytes(single))),
            _ => convert(bytes, values, f64::from_le_bytes),
        }
    }

    /// How many elements a tensor of ours has, whatever its shape, and of the type `T`.
    pub(super) fn count<T: Number>(&self, name: &str) -> Result<usize, Error> {
        match self.shape(name) {
            None => Ok(0),
            Some(shape) => {
                self.find(name, shape, T::NAME, Conversion::Never)?;
                Ok(shape.iter().product())
            }
        }
    }

    /// Copies a tensor that was [counted](Self::count).
    pub(super) fn copy_flat<T: Float + Number>(&self, name: &str, values: &mut [T]) {
        if let Some(info) = self.header.tensors.get(name) {
            self.copy(info, values);
        }
    }

    /// A problem with this file.
    pub(super) fn at(&self, problem: impl Into<Error>) -> Error {
        locate(self.path.as_deref(), problem.into())
    }
}

impl fmt::Debug for Tensors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tensors").field("path", &self.path).field("names", &self.names()).finish_non_exhaustive()
    }
}

#[cold]
fn locate(path: Option<&Path>, error: Error) -> Error {
    match path {
        Some(path) => error.at(path),
        None => error,
    }
}

/// Where the header ends, and what it says. Afterwards every tensor lies inside of the bytes.
fn parse(bytes: &[u8]) -> Result<(usize, Header), String> {
    let length = bytes.len();
    let Some(first) = bytes.first_chunk() else {
        return Err(format!("it has {length} bytes, and already the length of its header takes 8"));
    };
    let header = u64::from_le_bytes(*first);
    if header > LONGEST_HEADER {
        return Err(format!(
            "by its first 8 bytes its header has {header} bytes, and more than {LONGEST_HEADER} are not read"
        ));
    }
    let Some((start, header)) =
        usize::try_from(header).ok().and_then(|header| Some((8 + header, bytes.get(8..8 + header)?)))
    else {
        return Err(format!("it ends after {length} bytes, within its header of {header} bytes"));
    };
    let header = core::str::from_utf8(header).map_err(|error| format!("its header is broken: {error}"))?;
    let header = Header::parse(header).map_err(|error| format!("its header is broken: {error}"))?;
    let (expected, found) = (header.length(), length - start);
    if expected == found {
        Ok((start, header))
    } else {
        Err(format!("its tensors take {expected} bytes by its header, but there are {found}"))
    }
}

fn convert<T: Float, const N: usize>(bytes: &[u8], values: &mut [T], decode: impl Fn([u8; N]) -> f64) {
    for (value, element) in values.iter_mut().zip(bytes.as_chunks().0) {
        *value = T::from(decode(*element)).unwrap_or_else(T::nan);
    }
}

/// The value of a half: a sign, five bits of exponent and ten of fraction.
fn f16(bits: u16) -> f64 {
    let (exponent, fraction) = (bits >> 10 & 31, bits & 1023);
    let magnitude = match (exponent, fraction) {
        (0, _) => f64::from(fraction) * 2.0_f64.powi(-24),
        (31, 0) => f64::INFINITY,
        (31, _) => f64::NAN,
        _ => f64::from(1024 + fraction) * 2.0_f64.powi(i32::from(exponent) - 25),
    };
    if bits >> 15 == 0 { magnitude } else { -magnitude }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_have_the_published_values() {
        // The examples of IEEE 754's binary16: smallest, largest subnormal, smallest normal, third, one and its
        // successor, largest.
        let examples: [(u16, f64); 9] = [
            (0x0001, 2.0_f64.powi(-24)),
            (0x03ff, 2.0_f64.powi(-14) * 1023.0 / 1024.0),
            (0x0400, 2.0_f64.powi(-14)),
            (0x3555, 0.333_251_953_125),
            (0x3c00, 1.0),
            (0x3c01, 1.0 + 1.0 / 1024.0),
            (0x7bff, 65504.0),
            (0xc000, -2.0),
            (0xfc00, f64::NEG_INFINITY),
        ];
        for (bits, expected) in examples {
            assert_eq!(f16(bits).to_bits(), expected.to_bits(), "{bits:#06x}");
        }
        assert!(f16(0x7e00).is_nan());
        assert_eq!(f16(0x8000).to_bits(), (-0.0_f64).to_bits());
    }
}
