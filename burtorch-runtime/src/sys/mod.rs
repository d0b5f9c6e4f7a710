//! Calls of the operating system that the standard library does not have: signals.

mod interrupt;

pub use interrupt::on_interrupt;
