//! Files of models: what was saved is what is loaded, and what does not fit is an error that says why.

#![allow(clippy::float_cmp, reason = "what is loaded is what was saved, to the bit")]

mod corrupt;
mod errors;
#[path = "../common/folder.rs"]
mod folder;
#[cfg(target_os = "linux")]
mod full;
mod models;
mod resume;
mod round_trip;
