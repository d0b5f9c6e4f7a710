//! Ctrl-C: the first one asks for an end, the second one is the end.

use core::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

/// From here on Ctrl-C and requests to terminate are noted. A program that has its own way with them keeps it.
#[cfg(unix)]
pub(super) fn listen() {
    crate::sys::on_interrupt(&ASKED, super::INTERRUPTED);
}

/// The same, without signals.
#[cfg(not(unix))]
pub(super) fn listen() {
    let _ = ctrlc::set_handler(|| {
        if ASKED.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(super::INTERRUPTED));
        }
    });
}

/// Whether an end was asked for.
pub(super) fn is_asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}
