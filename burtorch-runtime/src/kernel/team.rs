//! Threads that work on one thing at a time.
//!
//! A kernel that is worth splitting takes some tens of microseconds. Waking a thread that sleeps takes as long, so
//! members of a team wait awake for a while before they go to sleep.
#![allow(unsafe_code)]

use core::cell::UnsafeCell;
use core::hint::spin_loop;
use core::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::vec::Vec;

/// How often a thread looks for work, or for the end of it, before it lets others run in between.
const SPINS: usize = 2_000;
/// How often it lets others run before it goes to sleep: about a millisecond on an idle core.
const YIELDS: usize = 2_000;

/// Some threads, and the one that calls them.
pub struct Team {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

/// What the parts of some work are done with. It lives as long as the call that was given it.
type Job = *const (dyn Fn(usize) + Sync);

struct Shared {
    /// How many parts there are, and in the lower half how many of them are taken.
    parts: AtomicU64,
    /// How many parts are done.
    done: AtomicUsize,
    /// Written by the caller alone, while no part is taken and not done; read by who has taken one.
    job: UnsafeCell<Job>,
    failed: AtomicBool,
    closing: AtomicBool,
    /// How many threads sleep, or are about to.
    asleep: AtomicUsize,
    lock: Mutex<()>,
    wake: Condvar,
}

// SAFETY: `job` is all that could not be shared, and it is never read while it is written: see there.
unsafe impl Send for Shared {}
// SAFETY: the same.
unsafe impl Sync for Shared {}

impl Team {
    /// So many threads, the caller being one of them.
    ///
    /// # Panics
    /// If there are none, or the system gives no more threads.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        assert!(threads > 0, "a team has at least one member");
        let shared = Arc::new(Shared {
            parts: AtomicU64::new(0),
            done: AtomicUsize::new(0),
            job: UnsafeCell::new(&|_| {}),
            failed: AtomicBool::new(false),
            closing: AtomicBool::new(false),
            asleep: AtomicUsize::new(0),
            lock: Mutex::new(()),
            wake: Condvar::new(),
        });
        let member = |_| {
            let shared = Arc::clone(&shared);
            thread::spawn(move || shared.member())
        };
        Self { threads: (1..threads).map(member).collect(), shared }
    }

    /// How many threads there are, the caller included.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads.len() + 1
    }

    /// Calls `job` once for each of `0..parts`, in any order. The caller's thread does part 0, so that it finds in its cache
    /// what it left there the last time; the others are done by any thread. All is done when it returns.
    ///
    /// # Panics
    /// If the job did.
    pub fn run(&mut self, parts: usize, job: &(dyn Fn(usize) + Sync)) {
        if parts <= 1 || self.threads.is_empty() {
            (0..parts).for_each(job);
            return;
        }
        let shared = &*self.shared;
        let count = u32::try_from(parts).expect("there are not that many parts");
        #[allow(clippy::transmute_ptr_to_ptr, reason = "a cast cannot change the lifetime")]
        // SAFETY: only the lifetime changes. A member uses the job between taking a part and saying that it is done, and
        // this function does not return before all parts are.
        let erased = unsafe { core::mem::transmute::<*const (dyn Fn(usize) + Sync + '_), Job>(job) };
        // SAFETY: `self` is borrowed mutably, so there is no other caller; all parts of earlier work are done, so no member
        // looks at the job until the parts of this one are published below.
        unsafe { *shared.job.get() = erased };
        shared.done.store(0, Ordering::Relaxed);
        // Part 0 is taken.
        shared.parts.store(u64::from(count) << 32 | 1, Ordering::SeqCst);
        if shared.asleep.load(Ordering::SeqCst) > 0 {
            // Who is about to sleep holds the lock until it does.
            drop(shared.lock.lock().unwrap_or_else(PoisonError::into_inner));
            shared.wake.notify_all();
        }
        shared.part(0);
        while shared.work() {}
        let mut spins = 0;
        while shared.done.load(Ordering::Acquire) != parts {
            wait(&mut spins);
        }
        assert!(!shared.failed.swap(false, Ordering::Relaxed), "some of the work panicked");
    }

    /// Hands each of `pieces`, of which there are at most `parts`, to `work` once: the first one on the caller's thread, the
    /// others on any.
    ///
    /// # Panics
    /// If the work did.
    pub fn each<P: Send>(&mut self, parts: usize, pieces: impl Iterator<Item = P> + Send, work: impl Fn(P) + Sync) {
        let mut pieces = pieces;
        let (first, others) = (Mutex::new(pieces.next()), Mutex::new(pieces));
        self.run(parts, &|part| {
            let piece = match part {
                0 => first.lock().unwrap_or_else(PoisonError::into_inner).take(),
                _ => others.lock().unwrap_or_else(PoisonError::into_inner).next(),
            };
            if let Some(piece) = piece {
                work(piece);
            }
        });
    }
}

impl Drop for Team {
    fn drop(&mut self) {
        self.shared.closing.store(true, Ordering::SeqCst);
        drop(self.shared.lock.lock().unwrap_or_else(PoisonError::into_inner));
        self.shared.wake.notify_all();
        for thread in self.threads.drain(..) {
            // Members catch what panics.
            thread.join().ok();
        }
    }
}

impl core::fmt::Debug for Team {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Team").field("threads", &self.threads()).finish()
    }
}

/// Waits a little; longer after some time.
fn wait(spins: &mut usize) {
    if *spins < SPINS {
        spin_loop();
    } else {
        thread::yield_now();
    }
    *spins += 1;
}

impl Shared {
    /// What a thread of the team does.
    fn member(&self) {
        let mut spins = 0;
        while !self.closing.load(Ordering::Relaxed) {
            if self.work() {
                spins = 0;
            } else if spins < SPINS + YIELDS {
                wait(&mut spins);
            } else {
                self.sleep();
                spins = 0;
            }
        }
    }

    /// Does one part, if one is left.
    fn work(&self) -> bool {
        let next = |parts: u64| (parts >> 32 > parts & u64::from(u32::MAX)).then_some(parts + 1);
        let Ok(parts) = self.parts.fetch_update(Ordering::AcqRel, Ordering::Acquire, next) else { return false };
        self.part(usize::try_from(parts & u64::from(u32::MAX)).expect("it was made from one"));
        true
    }

    /// Does a part that this thread has taken.
    fn part(&self, part: usize) {
        // SAFETY: a part is taken and not done, so the job is not written to, and its caller waits.
        let done = catch_unwind(AssertUnwindSafe(|| unsafe { (**self.job.get())(part) }));
        if done.is_err() {
            self.failed.store(true, Ordering::Relaxed);
        }
        self.done.fetch_add(1, Ordering::Release);
    }

    /// Sleeps until there may be work.
    fn sleep(&self) {
        let guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        self.asleep.fetch_add(1, Ordering::SeqCst);
        // Either the caller sees that this thread sleeps, or this thread sees the work.
        let parts = self.parts.load(Ordering::SeqCst);
        let idle = parts >> 32 == parts & u64::from(u32::MAX) && !self.closing.load(Ordering::SeqCst);
        if idle {
            drop(self.wake.wait(guard));
        }
        self.asleep.fetch_sub(1, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec;

    #[test]
    fn every_part_is_done_once() {
        for threads in 1..5 {
            let mut team = Team::new(threads);
            for parts in 0..40 {
                let counts: Vec<AtomicUsize> = (0..parts).map(|_| AtomicUsize::new(0)).collect();
                team.run(parts, &|part| {
                    counts[part].fetch_add(1, Ordering::Relaxed);
                });
                assert!(
                    counts.iter().all(|count| count.load(Ordering::Relaxed) == 1),
                    "{threads} threads, {parts} parts"
                );
            }
        }
    }

    #[test]
    fn members_that_sleep_wake_up() {
        let mut team = Team::new(3);
        let mut numbers = vec![0; 300];
        for round in 1..4 {
            thread::sleep(core::time::Duration::from_millis(30));
            team.each(3, numbers.chunks_mut(100), |chunk| chunk.iter_mut().for_each(|number| *number += 1));
            assert!(numbers.iter().all(|number| *number == round));
        }
    }

    #[test]
    fn a_panic_reaches_the_caller_after_all_parts() {
        let mut team = Team::new(2);
        let count = AtomicUsize::new(0);
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            team.run(8, &|part| {
                count.fetch_add(1, Ordering::Relaxed);
                assert!(part != 3, "as intended");
            });
        }));
        assert!(outcome.is_err());
        assert_eq!(count.load(Ordering::Relaxed), 8);
        team.run(2, &|_| {});
    }
}
