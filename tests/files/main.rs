//! Files of models: what was saved is what is loaded, and what does not fit is an error that says why.

mod corrupt;
mod errors;
#[path = "../common/folder.rs"]
mod folder;
#[cfg(target_os = "linux")]
mod full;
mod models;
mod resume;
mod round_trip;
