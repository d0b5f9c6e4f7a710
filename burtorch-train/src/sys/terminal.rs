//! The size of a terminal.
#![allow(unsafe_code)]

use core::mem;

/// How many columns the terminal has that a file descriptor is of; nothing if it is of no terminal, or the terminal does not say.
pub fn columns(descriptor: i32) -> Option<u16> {
    // SAFETY: all zeros are a size, and the call writes one to memory that is alive. A descriptor that is closed is an error.
    let size = unsafe {
        let mut size: libc::winsize = mem::zeroed();
        (libc::ioctl(descriptor, libc::TIOCGWINSZ, &raw mut size) == 0).then_some(size)
    };
    size.map(|size| size.ws_col).filter(|&columns| columns > 0)
}
