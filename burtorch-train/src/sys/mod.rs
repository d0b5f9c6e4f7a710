//! Calls to the operating system: the only `unsafe` code of this crate.

mod interrupt;

pub use interrupt::on_interrupt;
