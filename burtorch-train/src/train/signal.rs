//! Ctrl-C: the first one asks for an end, the second one is the end.

use core::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

/// From here on Ctrl-C and requests to terminate are noted. A program that has its own way with them keeps it.
#[cfg(unix)]
pub(super) fn listen() {
    crate::sys::on_interrupt(&ASKED, super::INTERRUPTED);
}

/// From here on Ctrl-C and requests to terminate are noted. A program that has its own way with them keeps it.
#[cfg(windows)]
pub(super) fn listen() {
    let _ = ctrlc::set_handler(|| {
        if ASKED.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(super::INTERRUPTED));
        }
    });
}

/// There are no signals on this system.
#[cfg(not(any(unix, windows)))]
pub(super) fn listen() {}

/// Whether an end was asked for.
pub(super) fn is_asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}
