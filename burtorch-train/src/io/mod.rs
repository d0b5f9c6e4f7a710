//! Files: raw bytes, safetensors and checkpoints, replaced at once or not at all.
//!
//! | | |
//! |---|---|
//! | [`save_raw`], [`load_raw`] | any slice of numbers as its bytes, and nothing else |
//! | [`write_raw`], [`read_raw`] | the same in memory, or within something larger |
//! | [`replace`] | a file of your own that is there as a whole, whatever happens |
//! | [`save`], [`load`] | the parameters of a model by name, for other programs too |
//! | [`Checkpoint`] | all that a run needs to go on where it was, to the bit |
//!
//! An [`Error`] says which file it is, what is wrong with it, and what to do.
//!
//! ```
//! use burtorch_train::io::{self, Checkpoint, SavedOptimizer};
//! use burtorch_runtime::optimizer::Adam;
//! use burtorch_runtime::{Model, Rng};
//! # use burtorch_runtime::Init;
//! # use burtorch_runtime::model::{Parameter, Slot};
//! # struct Net;
//! # impl Model for Net {
//! #     type Scalar = f32;
//! #     type Floats = [f32; 0];
//! #     type TileFloats = [f32; 0];
//! #     type TileIndices = [i64; 0];
//! #     const PARAMS: usize = 6;
//! #     const PARAMETERS: &'static [Parameter] = &[Parameter {
//! #         name: "weight",
//! #         slot: Slot { offset: 0, shape: &[2, 3], init: Init::Zeros, fan: None },
//! #         frozen: false,
//! #     }];
//! # }
//!
//! // `Net` is a model that `graph!` compiled. A run with Adam stops…
//! let path = std::env::temp_dir().join(format!("burtorch-{}.safetensors", std::process::id()));
//! let (params, adam, rng) = (vec![0.5; Net::PARAMS], Adam::new(0.001, vec![0.25; 2 * Net::PARAMS]), Rng::seed(1));
//! let mut checkpoint =
//!     Checkpoint { step: 100, rng, optimizer: SavedOptimizer::from(&adam), metadata: Default::default() };
//! checkpoint.metadata.insert("loss".into(), "2.31".into());
//! checkpoint.save::<Net>(&path, &params, &adam.state)?;
//!
//! // …and another one goes on.
//! let mut params = vec![0.0; Net::PARAMS];
//! let mut adam = Adam::new(0.001, vec![0.0; 2 * Net::PARAMS]);
//! let loaded = Checkpoint::load::<Net>(&path, &mut params, &mut adam.state)?;
//! adam.steps = loaded.optimizer.steps;
//! assert_eq!(loaded, checkpoint);
//! assert_eq!((params[5], adam.state[11]), (0.5, 0.25));
//!
//! // The parameters alone.
//! io::load::<Net>(&path, &mut params)?;
//! # std::fs::remove_file(&path).unwrap();
//! # Ok::<(), io::Error>(())
//! ```

mod checkpoint;
mod fingerprint;
mod header;
mod tensors;
#[cfg(test)]
#[path = "../../../burtorch-runtime/src/io/testing.rs"]
pub(crate) mod testing;
mod write;

#[doc(inline)]
pub use burtorch_runtime::io::{
    Error, Number, Problem, load_raw, read_raw, replace, replace_unsynced, save_raw, write_raw,
};
pub use checkpoint::{Checkpoint, SavedOptimizer};
pub use fingerprint::fingerprint;
pub(crate) use header::object;
pub use tensors::{Tensors, load, load_rounded};
pub use write::save;
