//! The drivers of kernels against plain loops, on every instruction set that this processor has.
//!
//! Numbers are small and whole, so no order of adding them up rounds: a driver and its plain loops agree to the bit.
#![allow(clippy::inline_always, reason = "what a kernel is inlined into decides on the instructions")]

mod blocks;
mod check;
mod dots;
mod elementwise;
mod row_sums;
