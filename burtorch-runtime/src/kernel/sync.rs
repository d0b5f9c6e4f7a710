//! What threads share: the atomics, locks and threads of the standard library, or in a model those of `loom`, which tries all
//! orders in which threads can run. `RUSTFLAGS="--cfg loom" cargo test -p burtorch-runtime --features parallel --lib loom` checks
//! the model of a [`Team`](super::Team).
#![allow(unsafe_code)]

#[cfg(not(all(loom, test)))]
mod chosen {
    pub use core::hint::spin_loop;
    pub use core::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
    pub use std::sync::{Arc, Condvar, Mutex};
    pub use std::thread::{JoinHandle, spawn, yield_now};

    use core::cell::UnsafeCell;

    /// A value that threads share, and of which they know by other means who may touch it.
    pub struct Slot<T>(UnsafeCell<T>);

    impl<T: Copy> Slot<T> {
        pub fn new(value: T) -> Self {
            Self(UnsafeCell::new(value))
        }

        /// # Safety
        /// No other thread writes it meanwhile.
        #[inline]
        pub unsafe fn get(&self) -> T {
            // SAFETY: the caller sees to it.
            unsafe { *self.0.get() }
        }

        /// # Safety
        /// No other thread reads or writes it meanwhile.
        #[inline]
        pub unsafe fn set(&self, value: T) {
            // SAFETY: the caller sees to it.
            unsafe { *self.0.get() = value };
        }
    }
}

#[cfg(all(loom, test))]
mod chosen {
    pub use core::sync::atomic::Ordering;
    pub use loom::hint::spin_loop;
    pub use loom::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
    pub use loom::sync::{Arc, Condvar, Mutex};
    pub use loom::thread::{JoinHandle, spawn, yield_now};

    use loom::cell::UnsafeCell;

    pub struct Slot<T>(UnsafeCell<T>);

    impl<T: Copy> Slot<T> {
        pub fn new(value: T) -> Self {
            Self(UnsafeCell::new(value))
        }

        pub unsafe fn get(&self) -> T {
            // SAFETY: loom fails the test if a thread writes it meanwhile.
            self.0.with(|value| unsafe { *value })
        }

        pub unsafe fn set(&self, new: T) {
            // SAFETY: loom fails the test if another thread has it meanwhile.
            self.0.with_mut(|value| unsafe { *value = new });
        }
    }
}

pub use chosen::{
    Arc, AtomicBool, AtomicU64, AtomicUsize, Condvar, JoinHandle, Mutex, Ordering, Slot, spawn, spin_loop, yield_now,
};
