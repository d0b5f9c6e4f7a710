//! Python objects as arguments: numbers are copied, arrays are lent.

use std::ops::Range;

use burtorch_ffi::View;
use pyo3::buffer::PyUntypedBuffer;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::numbers::Number;

/// What an entry says of an argument.
#[derive(Clone, Debug)]
pub struct Parameter {
    pub name: String,
    pub number: Number,
    /// The lengths of its axes; nothing for one that the caller chooses.
    pub dims: Vec<Option<usize>>,
}

impl Parameter {
    /// From a line of a description.
    pub fn parse(line: &str) -> Option<Self> {
        let mut words = line.split(' ');
        let name = words.next()?.to_owned();
        let number = Number::named(words.next()?)?;
        let dims = words.map(|word| if word == "-" { Some(None) } else { word.parse().ok().map(Some) });
        Some(Self { name, number, dims: dims.collect::<Option<_>>()? })
    }

    /// As numpy would show it: `float64 (-, 3)`.
    pub fn shown(&self) -> String {
        if self.dims.is_empty() {
            return format!("a number ({})", self.number.numpy);
        }
        let dims: Vec<_> = self.dims.iter().map(|length| length.map_or("any".to_owned(), |n| n.to_string())).collect();
        format!(
            "an array of {} with shape ({}{})",
            self.number.numpy,
            dims.join(", "),
            if dims.len() == 1 { "," } else { "" }
        )
    }
}

/// An argument while a call runs.
pub enum Argument {
    /// The bytes of a number, which a `u64` aligns for all of them.
    Number(u64),
    /// An array, which stays as it is until this is dropped.
    Array(PyUntypedBuffer),
}

/// Not null, and aligned for every number: what an empty array shows.
static EMPTY: u64 = 0;

impl Argument {
    /// What the function sees. It must not be used after the argument.
    pub fn view(&self) -> View {
        match self {
            Self::Number(bytes) => View { data: (&raw const *bytes).cast(), length: 1 },
            Self::Array(buffer) => {
                let data =
                    if buffer.item_count() == 0 { (&raw const EMPTY).cast() } else { buffer.buf_ptr().cast_const() };
                View { data, length: buffer.shape().first().copied().unwrap_or(1) }
            }
        }
    }

    /// Where the numbers of an array lie.
    pub fn addresses(&self) -> Range<usize> {
        match self {
            Self::Number(_) => 0..0,
            Self::Array(buffer) => {
                let start = buffer.buf_ptr() as usize;
                start..start + buffer.len_bytes()
            }
        }
    }

    /// A copy of the numbers of an array.
    pub fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Number(bytes) => bytes.to_ne_bytes().to_vec(),
            Self::Array(buffer) if buffer.len_bytes() == 0 => Vec::new(),
            // SAFETY: so many bytes lie there, row by row, and nobody writes to them while this thread holds Python's lock.
            Self::Array(buffer) => unsafe {
                std::slice::from_raw_parts(buffer.buf_ptr().cast::<u8>(), buffer.len_bytes()).to_vec()
            },
        }
    }
}

/// # Errors
/// If what a function changes lies in the same memory as another argument of its.
pub fn check_apart(
    function: &str,
    parameters: &[Parameter],
    arguments: &[Argument],
    changed: &[usize],
) -> PyResult<()> {
    for &at in changed {
        let own = arguments[at].addresses();
        for (other, argument) in arguments.iter().enumerate().filter(|(other, _)| *other != at) {
            let theirs = argument.addresses();
            if own.start < theirs.end && theirs.start < own.end {
                return Err(PyValueError::new_err(format!(
                    "`{function}` changes `{}`, which lies in the same memory as `{}`: pass a copy of one of them",
                    parameters[at].name, parameters[other].name
                )));
            }
        }
    }
    Ok(())
}

/// Reads an argument of the function `function`.
pub fn read(function: &str, parameter: &Parameter, object: &Bound<'_, PyAny>, changed: bool) -> PyResult<Argument> {
    if parameter.dims.is_empty() {
        number(function, parameter, object)
    } else {
        array(function, parameter, object, changed)
    }
}

fn number(function: &str, parameter: &Parameter, object: &Bound<'_, PyAny>) -> PyResult<Argument> {
    let refused = |reason: String| {
        PyTypeError::new_err(format!("`{}` of `{function}` is {}: {reason}", parameter.name, parameter.shown()))
    };
    let mut bytes = [0; 8];
    if parameter.number.is_float() {
        let value: f64 = object.extract().map_err(|error: PyErr| refused(error.to_string()))?;
        if parameter.number.size == 4 {
            #[allow(clippy::cast_possible_truncation, reason = "the function takes this precision")]
            bytes[..4].copy_from_slice(&(value as f32).to_ne_bytes());
        } else {
            bytes = value.to_ne_bytes();
        }
        return Ok(Argument::Number(u64::from_ne_bytes(bytes)));
    }
    macro_rules! integers {
        ($($name:literal $ty:ty)*) => {
            match parameter.number.name {
                $($name => {
                    let value: $ty = object.extract().map_err(|error: PyErr| refused(error.to_string()))?;
                    bytes[..size_of::<$ty>()].copy_from_slice(&value.to_ne_bytes());
                })*
                other => return Err(refused(format!("numbers of type {other} cannot be passed"))),
            }
        };
    }
    integers! {
        "i8" i8 "i16" i16 "i32" i32 "i64" i64 "isize" isize "u8" u8 "u16" u16 "u32" u32 "u64" u64 "usize" usize
    }
    Ok(Argument::Number(u64::from_ne_bytes(bytes)))
}

fn array(function: &str, parameter: &Parameter, object: &Bound<'_, PyAny>, changed: bool) -> PyResult<Argument> {
    let Parameter { name, number, dims } = parameter;
    let wanted = || format!("`{name}` of `{function}` takes {}", parameter.shown());
    let Ok(buffer) = PyUntypedBuffer::get(object) else {
        if changed {
            return Err(PyTypeError::new_err(format!("{}, and changes it: pass a numpy array", wanted())));
        }
        // Lists and tuples of numbers, and numpy arrays of other numbers are told below.
        let py = object.py();
        let options = PyDict::new(py);
        options.set_item("dtype", number.numpy)?;
        let made = py.import("numpy")?.call_method("asarray", (object,), Some(&options));
        let made = made.map_err(|error| PyTypeError::new_err(format!("{}: {error}", wanted())))?;
        return array(function, parameter, &made, changed);
    };
    let format = buffer.format().to_string_lossy();
    if !number.is_format(&format, buffer.item_size()) {
        let is = object.getattr("dtype").map_or_else(|_| format.to_string(), |dtype| dtype.to_string());
        return Err(PyTypeError::new_err(format!(
            "{}, but it holds {is}: convert it with `{name}.astype(\"{}\")`",
            wanted(),
            number.numpy
        )));
    }
    let shape = buffer.shape();
    let fits = shape.len() == dims.len()
        && shape.iter().zip(dims).all(|(is, wanted)| wanted.is_none_or(|wanted| wanted == *is));
    if !fits {
        let shape: Vec<_> = shape.iter().map(ToString::to_string).collect();
        return Err(PyValueError::new_err(format!(
            "{}, but it has shape ({}{})",
            wanted(),
            shape.join(", "),
            if shape.len() == 1 { "," } else { "" }
        )));
    }
    if !buffer.is_c_contiguous() {
        return Err(PyValueError::new_err(format!(
            "{}, whose rows follow each other in memory: pass `numpy.ascontiguousarray({name})`",
            wanted()
        )));
    }
    if !(buffer.buf_ptr() as usize).is_multiple_of(number.size) && buffer.item_count() > 0 {
        return Err(PyValueError::new_err(format!("{}, aligned in memory: pass `{name}.copy()`", wanted())));
    }
    if changed && buffer.readonly() {
        return Err(PyValueError::new_err(format!("{}, and changes it, but it is read-only", wanted())));
    }
    if number.is_index() && format.contains(['l', 'q']) {
        // SAFETY: so many integers of eight bytes lie there, and nobody writes to them while this thread holds the GIL.
        let indices = unsafe {
            let data = if buffer.item_count() == 0 { (&raw const EMPTY).cast() } else { buffer.buf_ptr() };
            std::slice::from_raw_parts(data.cast::<i64>(), buffer.item_count())
        };
        if let Some(index) = indices.iter().find(|index| **index < 0) {
            return Err(PyValueError::new_err(format!("{}, none of them negative, but one is {index}", wanted())));
        }
    }
    Ok(Argument::Array(buffer))
}
