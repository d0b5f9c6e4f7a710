//! What a function sends, as Python objects: floats, integers, numpy arrays, tuples.

use std::ffi::c_void;

use burtorch_ffi::Sink;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyTuple};

use crate::numbers::Number;

/// What was sent, in order.
#[derive(Default)]
pub struct Results {
    items: Vec<Item>,
}

enum Item {
    Tuple(usize),
    Number(Number, [u8; 8]),
    Array(Number, Vec<usize>, Vec<u8>),
}

impl Results {
    /// Where a function sends what it computes.
    ///
    /// # Safety
    /// The sink is not used after `self`, nor while `self` is.
    pub unsafe fn sink(&mut self) -> Sink {
        // SAFETY: the functions take such a context, which the caller says is there.
        unsafe { Sink::new((&raw mut *self).cast(), open, array) }
    }

    /// The bytes of the first part, if that is a number of this size.
    pub fn number<const N: usize>(&self) -> Option<[u8; N]> {
        match self.items.first()? {
            Item::Number(number, bytes) if number.size == N => bytes.first_chunk().copied(),
            _ => None,
        }
    }

    /// As one object.
    pub fn into_object(self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        object(py, &mut self.items.into_iter())
    }
}

unsafe extern "C" fn open(context: *mut c_void, parts: usize) {
    // SAFETY: it is the context of a sink of ours.
    unsafe { &mut *context.cast::<Results>() }.items.push(Item::Tuple(parts));
}

unsafe extern "C" fn array(context: *mut c_void, number: u32, data: *const c_void, dims: *const usize, rank: usize) {
    let Some(number) = Number::of_code(number) else { return };
    // SAFETY: the function shows numbers of this type with these axes; the context is that of a sink of ours.
    unsafe {
        let results = &mut *context.cast::<Results>();
        let dims = std::slice::from_raw_parts(dims, rank);
        let bytes = std::slice::from_raw_parts(data.cast::<u8>(), dims.iter().product::<usize>() * number.size);
        results.items.push(if rank == 0 {
            let mut value = [0; 8];
            value[..number.size].copy_from_slice(bytes);
            Item::Number(number, value)
        } else {
            Item::Array(number, dims.to_vec(), bytes.to_vec())
        });
    }
}

fn object(py: Python<'_>, items: &mut impl Iterator<Item = Item>) -> PyResult<Py<PyAny>> {
    Ok(match items.next() {
        None | Some(Item::Tuple(0)) => py.None(),
        Some(Item::Tuple(parts)) => {
            let parts: Vec<_> = (0..parts).map(|_| object(py, items)).collect::<PyResult<_>>()?;
            PyTuple::new(py, parts)?.into_any().unbind()
        }
        Some(Item::Number(number, bytes)) => scalar(py, number, bytes)?,
        Some(Item::Array(number, dims, bytes)) => {
            let bytes = PyByteArray::new(py, &bytes);
            let array = py.import("numpy")?.call_method1("frombuffer", (bytes, number.numpy))?;
            if dims.len() == 1 { array } else { array.call_method1("reshape", (dims,))? }.unbind()
        }
    })
}

fn scalar(py: Python<'_>, number: Number, bytes: [u8; 8]) -> PyResult<Py<PyAny>> {
    macro_rules! numbers {
        ($($name:literal $ty:ty)*) => {
            match number.name {
                $($name => {
                    let mut of_type = [0; size_of::<$ty>()];
                    of_type.copy_from_slice(&bytes[..size_of::<$ty>()]);
                    <$ty>::from_ne_bytes(of_type).into_pyobject(py)?.into_any().unbind()
                })*
                _ => py.None(),
            }
        };
    }
    Ok(numbers! {
        "f32" f32 "f64" f64 "i8" i8 "i16" i16 "i32" i32 "i64" i64 "isize" isize
        "u8" u8 "u16" u16 "u32" u32 "u64" u64 "usize" usize
    })
}
