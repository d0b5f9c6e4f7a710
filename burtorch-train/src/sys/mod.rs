//! Calls to the operating system: the only `unsafe` code of this crate.

mod interrupt;
mod terminal;

pub use interrupt::on_interrupt;
pub use terminal::columns;
