//! The border between a library that burtorch compiled and a program in another language.
//!
//! A library exports one symbol, a [`Table`] of [`Entry`]s. An entry has a name, a text that [describes](Description) its
//! arguments, and a function that takes [`View`]s of arrays in the caller's memory and sends its results to a [`Sink`]. So a
//! caller needs no header: it reads the table, checks arguments against the description, and calls.
//!
//! ```
//! use burtorch_ffi::{Call, Description, Entry, Sink, View, guard};
//!
//! unsafe extern "C" fn norm(views: *const View, sink: *const Sink) -> i32 {
//!     // SAFETY: the caller keeps to the description.
//!     unsafe {
//!         guard(views, sink, |call: Call<'_>| {
//!             let x: &[f64] = call.argument(0);
//!             call.send(&x.iter().map(|x| x * x).sum::<f64>().sqrt());
//!             Ok(())
//!         })
//!     }
//! }
//!
//! let mut description = Description::default();
//! description.parameter::<&[f64]>("x");
//! let entry = Entry::new("norm", &description, norm);
//! assert_eq!(entry.description(), "x f64 -");
//! ```

mod describe;
mod entry;
mod output;
mod parameter;
mod plain;

pub use describe::Description;
pub use entry::{CAPSULE, Call, Entry, Failure, Function, Table, guard, last_error};
pub use output::{Array, Open, Output, Sink};
pub use parameter::{Parameter, View};
pub use plain::{Number, Plain};
