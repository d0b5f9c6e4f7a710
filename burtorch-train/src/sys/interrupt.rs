//! Signals that ask a program to end.
#![allow(unsafe_code)]

use core::sync::atomic::{AtomicBool, AtomicPtr, AtomicU8, Ordering};
use core::{mem, ptr};

/// What the first signal sets.
static ASKED: AtomicPtr<AtomicBool> = AtomicPtr::new(ptr::null_mut());
/// What the second one ends the program with.
static CODE: AtomicU8 = AtomicU8::new(0);

/// From here on the first Ctrl-C, hangup or request to terminate sets `asked`, and the second one ends the program with
/// `code`. Signals that are handled already stay as they are, and so do hangups that are ignored.
pub fn on_interrupt(asked: &'static AtomicBool, code: u8) {
    CODE.store(code, Ordering::Relaxed);
    ASKED.store(ptr::from_ref(asked).cast_mut(), Ordering::Release);
    for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
        // SAFETY: all zeros are an action: the default one, with no flags and no other signals blocked. Both calls get
        // an action that is alive; the handler does what a handler may.
        unsafe {
            let mut before: libc::sigaction = mem::zeroed();
            libc::sigaction(signal, ptr::null(), &raw mut before);
            // `nohup` ignores hangups, and means it. Shells ignore Ctrl-C for what runs in the background; `kill -INT` should work.
            let is_ignored = before.sa_sigaction == libc::SIG_IGN && signal != libc::SIGHUP;
            if before.sa_sigaction == libc::SIG_DFL || is_ignored {
                let mut action: libc::sigaction = mem::zeroed();
                action.sa_sigaction = interrupted as extern "C" fn(libc::c_int) as libc::sighandler_t;
                action.sa_flags = libc::SA_RESTART;
                libc::sigaction(signal, &raw const action, ptr::null_mut());
            }
        }
    }
}

/// It may come between any two instructions of the program, so it uses atomic numbers and nothing else.
extern "C" fn interrupted(_signal: libc::c_int) {
    // SAFETY: it is null, or came from a reference that lives as long as the program.
    let first =
        unsafe { ASKED.load(Ordering::Acquire).as_ref() }.is_none_or(|asked| !asked.swap(true, Ordering::Relaxed));
    if !first {
        // SAFETY: a handler may call it.
        unsafe { libc::_exit(i32::from(CODE.load(Ordering::Relaxed))) };
    }
}
