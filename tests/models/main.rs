//! Models against function values alone: gradients, batches, structure, errors and first values.

#![allow(clippy::float_cmp, reason = "where equality is claimed, it is to the bit")]

#[path = "../common/random.rs"]
mod random;

mod accuracy;
mod angles;
#[macro_use]
mod check;
mod dropout;
mod elementwise;
mod errors;
mod first_values;
mod infinite;
mod layers;
mod macro_rules;
mod masks;
mod optimizers;
mod own;
mod products;
mod reductions;
mod regression;
mod sequence;
mod structure;
mod tables;
mod views;
