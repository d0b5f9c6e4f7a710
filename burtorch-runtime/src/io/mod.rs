//! Files: raw bytes, safetensors and checkpoints, replaced at once or not at all.
//!
//! | | |
//! |---|---|
//! | [`save_raw`], [`load_raw`] | any slice of numbers as its bytes, and nothing else |
//! | [`write_raw`], [`read_raw`] | the same in memory, or within something larger |
//! | [`replace`] | a file of your own that is there as a whole, whatever happens |
//! | `save`, `load` | the parameters of a model by name, for other programs too; feature `train` |
//! | `Checkpoint` | all that a run needs to go on where it was, to the bit; feature `train` |
//!
//! An [`Error`] says which file it is, what is wrong with it, and what to do.

mod error;
pub(crate) mod open;
mod raw;
pub(crate) mod replace;
#[cfg(test)]
pub(crate) mod testing;

pub use crate::buffer::Number;
pub use error::{Error, Problem};
pub(crate) use open::open;
pub use raw::{load_raw, read_raw, save_raw, write_raw};
pub use replace::{replace, replace_unsynced};
