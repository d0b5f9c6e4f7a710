//! What a training binary of burtorch is made of: data, files, pictures, and the loop behind the macro [`train!`].
//!
//! Use the `burtorch` crate: its feature `train` has these modules.
#![deny(unsafe_code, unsafe_op_in_unsafe_fn, clippy::undocumented_unsafe_blocks)]

mod console;
pub mod data;
pub mod io;
pub mod metrics;
#[cfg(unix)]
mod sys;
mod text;
pub mod train;
pub mod viz;
