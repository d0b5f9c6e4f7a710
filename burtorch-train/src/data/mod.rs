//! Data sets: files and arrays as samples, split, shuffled and in batches.
//!
//! | | what it reads | samples |
//! |---|---|---|
//! | [`Text`] | a text | [`Windows`]: `(&[u8; T], &[u8; T])`, characters and what comes after each |
//! | [`Lines`] | a list, one item in a line | [`Contexts`]: `([u8; N], u8)`, what is before a character, and that |
//! | [`Csv`] | a table of numbers | `[T; N]`, or `([T; N], U)` with a target |
//! | [`Idx`] | images and labels in the format of MNIST | `&[u8; N]`, `&u8` |
//! | a slice | | references to its items |
//!
//! [`Samples`] is what they have in common, for training loops that work with any. [`Split`] keeps some samples for
//! validation, [`Batches`] says which ones each step learns from, [`Zip`] puts two data sets side by side, [`Scaling`]
//! gives columns mean 0 and deviation 1, and [`entropy`] is the loss to beat.
//!
//! ```
//! use burtorch_train::data::{Batches, Error, Samples, Source, Text};
//!
//! // `Text::open("input.txt")?` maps a file into memory.
//! let text = Text::new(&Source::new("text.txt", "the graph exists only while the program compiles; ".repeat(20)))?;
//! let (training, validation) = text.split::<8>(0.1)?;
//! let mut batches = Batches::new(training.len(), 16, 42)?;
//! for step in 0..100 {
//!     let samples = training.pick(batches.at(step));
//!     // Gpt::loss_step_batch(&mut params, &mut gradient, &mut optimizer, &mut workspace, samples)?;
//! #   assert_eq!(samples.len(), 16);
//! }
//! // Gpt::loss_batch(&params, &mut workspace, validation.apart().all())?;
//! # assert_eq!(validation.apart().all().len(), 12);
//! # Ok::<(), Error>(())
//! ```
//!
//! Nothing that is random depends on anything but a seed. The batch of a step depends on the seed and the step, so a
//! training that is resumed at a step goes on as if it had not stopped.
//!
//! A file that is broken is an [`Error`] with its line and column, and with what to do.

mod batches;
mod csv;
mod entropy;
mod error;
mod idx;
mod lines;
mod samples;
mod scaling;
mod source;
mod split;
mod text;
mod vocabulary;

pub use batches::Batches;
pub use csv::{Column, Csv, CsvFormat, Labels, Number};
pub use entropy::entropy;
pub use error::Error;
pub use idx::{Element, Idx};
pub use lines::{Contexts, Lines};
pub use samples::{All, Convert, Pick, Samples, Zip};
pub use scaling::Scaling;
pub use source::Source;
pub use split::{Split, Subset};
pub use text::{Text, Windows};
pub use vocabulary::Vocabulary;
