//! Random models, compiled: the numbers of the compiler's interpreter, slopes by finite differences, batches that are the means
//! of their samples, steps that are gradients and updates, several threads that are one.
//!
//! `models.rs` is written by a test of burtorch-models, `BURTORCH_BLESS=1 cargo test -p burtorch-models random_models`.

#[macro_use]
mod check;
#[rustfmt::skip]
mod models;
mod numbers;
