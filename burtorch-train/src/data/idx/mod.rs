//! Files of the format IDX, which MNIST made known ↔ arrays.
//!
//! ```text
//! 00 00          always
//! 08             the type: 08 u8, 09 i8, 0b i16, 0c i32, 0d f32, 0e f64
//! 03             how many dimensions
//! 00 00 ea 60    the length of each, most significant byte first: 60000
//! 00 00 00 1c    28
//! 00 00 00 1c    28
//! …              the numbers row by row, most significant byte first
//! ```

mod element;

use std::fs;
use std::path::Path;

pub use self::element::Element;
use self::element::kind;
use super::{Error, Source};

/// A tensor in a file: so many images of 28 × 28 bytes, or their labels.
///
/// ```
/// use burtorch_train::data::{Idx, Samples, Source, Zip};
///
/// // Two images of 2 × 2 and two labels; `Idx::write` would make files of them.
/// let images = Idx::encode(&[2, 2, 2], &[0_u8, 255, 255, 0, 255, 0, 0, 255])?;
/// let labels = Idx::encode(&[2], &[7_u8, 1])?;
///
/// let (images, labels) = (Idx::new(Source::new("images", images))?, Idx::new(Source::new("labels", labels))?);
/// let digits = Zip::new(images.images::<4>()?, labels.labels()?)?;
/// assert_eq!(digits.sample(1), (&[255, 0, 0, 255], &1));
///
/// // From 0 to 1, as `loss(image: Tensor<4>, label: u8)` takes them.
/// let scaled = images.scaled::<4>()?;
/// let digits = Zip::new(&scaled, labels.labels()?)?;
/// assert_eq!(digits.sample(1), (&[1.0, 0.0, 0.0, 1.0], &1));
/// # Ok::<(), burtorch_train::data::Error>(())
/// ```
///
/// Bytes are read once and not copied: images are references into them.
#[derive(Debug)]
pub struct Idx {
    source: Source,
    code: u8,
    shape: Vec<usize>,
}

impl Idx {
    /// The tensor in a file.
    ///
    /// # Errors
    /// If the file cannot be read, is compressed, is not of this format, or has not the length that its shape needs.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        Self::new(Source::open(path)?)
    }

    /// The tensor of a source.
    ///
    /// # Errors
    /// If it is compressed, is not of this format, or has not the length that its shape needs.
    pub fn new(source: Source) -> Result<Self, Error> {
        let bytes = source.unpacked()?;
        let wrong = |message: String| Err(Error::of(source.name(), message));
        if bytes.is_empty() {
            return wrong("the file is empty; give a file of the format IDX".to_string());
        }
        let &[0, 0, code, dimensions, ref rest @ ..] = bytes else {
            let first: Vec<String> = bytes.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
            return wrong(format!(
                "the first bytes are `{}`, but a file of the format IDX starts with `00 00`, a type and the number of \
                 dimensions; give such a file",
                first.join(" ")
            ));
        };
        let Some((name, size)) = kind(code) else {
            return wrong(format!("the type {code:02x} is unknown; it must be 08, 09, 0b, 0c, 0d or 0e"));
        };
        let dimensions = usize::from(dimensions);
        if dimensions == 0 {
            return wrong("the tensor has no dimensions; it needs at least one".to_string());
        }
        let lengths = rest.as_chunks().0;
        if lengths.len() < dimensions {
            return wrong(format!(
                "the file ends after {} bytes, before the lengths of its {dimensions} dimensions; copy it again",
                bytes.len()
            ));
        }
        let lengths = lengths[..dimensions].iter().map(|&length| u32::from_be_bytes(length) as usize);
        let shape: Vec<usize> = lengths.collect();
        let needed = product(&shape).and_then(|count| count.checked_mul(size)?.checked_add(header(&shape)));
        if needed != Some(bytes.len()) {
            let needed = needed.map_or("more than there can be".to_string(), |needed| needed.to_string());
            return wrong(format!(
                "the file has {} bytes, but the shape {} of {name} needs {needed}; copy it again",
                bytes.len(),
                times(&shape),
            ));
        }
        Ok(Self { source, code, shape })
    }

    /// The path, or the name that was given.
    #[must_use]
    pub fn name(&self) -> &str {
        self.source.name()
    }

    /// The length of each dimension.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// All numbers, row by row.
    ///
    /// # Errors
    /// If they are of another type.
    pub fn values<T: Element>(&self) -> Result<Vec<T>, Error> {
        Ok(T::read(self.data::<T>()?))
    }

    /// Images of `N` bytes, one after the other: the first dimension counts them.
    ///
    /// # Errors
    /// If the numbers are not `u8`, or if an image has not `N` of them.
    pub fn images<const N: usize>(&self) -> Result<&[[u8; N]], Error> {
        let data = self.data::<u8>()?;
        let image = &self.shape[1..];
        match product(image) {
            Some(count) if count == N => Ok(data.as_chunks().0),
            _ => {
                let (found, shape) = (image.iter().product::<usize>(), times(&self.shape));
                Err(Error::of(
                    self.name(),
                    format!("the shape {shape} has {found} numbers in an image, not {N}; read images of {found}"),
                ))
            }
        }
    }

    /// [`images`](Idx::images) divided by 255: numbers from 0 to 1.
    ///
    /// These are four bytes for each one of the file. To scale when a sample is needed, [`convert`](super::Samples::convert) the
    /// images.
    ///
    /// # Errors
    /// As for [`images`](Idx::images).
    pub fn scaled<const N: usize>(&self) -> Result<Vec<[f32; N]>, Error> {
        Ok(self.images::<N>()?.iter().map(|image| image.map(|x| f32::from(x) / 255.0)).collect())
    }

    /// Labels of one byte.
    ///
    /// # Errors
    /// If the numbers are not `u8`, or if there is more than one dimension.
    pub fn labels(&self) -> Result<&[u8], Error> {
        match self.shape[..] {
            [_] => self.data::<u8>(),
            _ => {
                let shape = times(&self.shape);
                Err(Error::of(
                    self.name(),
                    format!("the shape is {shape}, but labels have one dimension; give their file"),
                ))
            }
        }
    }

    fn data<T: Element>(&self) -> Result<&[u8], Error> {
        if self.code == T::CODE {
            return Ok(&self.source.bytes()[header(&self.shape)..]);
        }
        let name = kind(self.code).map_or("", |(name, _)| name);
        Err(Error::of(self.name(), format!("the numbers are {name}, not {}; read them as {name}", T::NAME)))
    }

    /// The bytes of a file with these numbers, row by row.
    ///
    /// # Errors
    /// If the shape needs more or fewer numbers, or if it cannot be said in this format.
    pub fn encode<T: Element>(shape: &[usize], values: &[T]) -> Result<Vec<u8>, Error> {
        let (dimensions, count) = (shape.len(), values.len());
        if product(shape) != Some(count) {
            return Err(Error::new(format!("{count} numbers do not fill the shape {}; give another", times(shape))));
        }
        let Some(dimensions) = u8::try_from(dimensions).ok().filter(|&dimensions| dimensions > 0) else {
            return Err(Error::new(format!(
                "a shape of {dimensions} dimensions; the format IDX has room for 1 to 255"
            )));
        };
        let mut bytes = Vec::with_capacity(header(shape) + size_of_val(values));
        bytes.extend([0, 0, T::CODE, dimensions]);
        for &length in shape {
            let Ok(length) = u32::try_from(length) else {
                let message = format!("a dimension of {length}; the format IDX has room for less than 2³²");
                return Err(Error::new(message));
            };
            bytes.extend(length.to_be_bytes());
        }
        for value in values {
            value.write(&mut bytes);
        }
        Ok(bytes)
    }

    /// Makes a file with these numbers, row by row. A file that is there is replaced; who has it open keeps the old one.
    ///
    /// # Errors
    /// As for [`encode`](Idx::encode), and if the file cannot be written.
    pub fn write<T: Element>(path: impl AsRef<Path>, shape: &[usize], values: &[T]) -> Result<(), Error> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let bytes = Self::encode(shape, values).map_err(|error| Error::of(&name, error.message()))?;
        // Writing to the file itself would change it under those who read it, or have mapped it.
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        fs::write(&part, bytes)
            .and_then(|()| fs::rename(&part, path))
            .map_err(|error| Error::of(&name, format!("the file cannot be written: {error}")))
    }
}

/// How many numbers a shape has.
fn product(shape: &[usize]) -> Option<usize> {
    shape.iter().try_fold(1_usize, |product, &length| product.checked_mul(length))
}

/// How many bytes come before the numbers.
fn header(shape: &[usize]) -> usize {
    4 + 4 * shape.len()
}

/// `10 × 28 × 28`
fn times(shape: &[usize]) -> String {
    const SHOWN: usize = 8;
    let lengths: Vec<String> = shape.iter().take(SHOWN).map(ToString::to_string).collect();
    lengths.join(" × ") + if shape.len() > SHOWN { " × …" } else { "" }
}
