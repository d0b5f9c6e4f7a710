//! Optimizers: PyTorch's steps, minima that are known, steps of models, and trainings that go on from what was saved.
//!
//! `reference.py` says where PyTorch's numbers come from.

#![allow(clippy::float_cmp, reason = "where equality is claimed, it is to the bit")]

#[path = "../common/allocations.rs"]
mod allocations;
mod any;
mod around;
mod converge;
mod functions;
mod fused;
mod pytorch;
mod resume;
mod schedules;
