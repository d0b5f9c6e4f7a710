//! Data sets: what files become, what broken files say, the order of batches, and training on all of them.

mod broken;
mod changed;
mod files;
mod folder;
mod known;
mod parts;
mod training;

#[path = "../common/allocations.rs"]
mod counting;
