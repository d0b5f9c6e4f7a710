//! Models against function values alone: gradients, batches, structure, errors and first values.

#[path = "../common/random.rs"]
mod random;

#[macro_use]
mod check;
mod layers;
