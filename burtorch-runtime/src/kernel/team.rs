//! Threads that work on one thing at a time.
//!
//! A kernel that is worth splitting takes some tens of microseconds. Waking a thread that sleeps takes as long, so
//! members of a team wait awake for a while before they go to sleep. The scope of a pool such as rayon's would cost more than ten
//! microseconds and an allocation for each kernel, because its threads are asleep by then; a thread that is awake takes its part
//! of one in some tens of nanoseconds.
//!
//! What a team is given to do is borrowed. So a call must not end, by a panic neither, before all threads are through with it:
//! [`Team::run`] says why that holds. `loom` tries all orders in which that can happen (`kernel/team/model.rs`).
#![allow(unsafe_code)]

#[cfg(all(loom, test))]
mod model;

use core::any::Any;
use std::boxed::Box;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::PoisonError;
use std::vec::Vec;

use super::sync::{
    Arc, AtomicBool, AtomicU64, AtomicUsize, Condvar, JoinHandle, Mutex, Ordering, Slot, spawn, spin_loop, yield_now,
};

/// How often a thread looks for work, or for the end of it, before it lets others run in between.
const SPINS: usize = if cfg!(loom) { 0 } else { 2_000 };
/// How often it lets others run before it goes to sleep: about a millisecond on an idle core.
const YIELDS: usize = if cfg!(loom) { 0 } else { 2_000 };

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
    job: Slot<Job>,
    /// What the first part panicked with that did.
    panic: Mutex<Option<Box<dyn Any + Send>>>,
    closing: AtomicBool,
    /// How many threads sleep, or are about to.
    asleep: AtomicUsize,
    lock: Mutex<()>,
    wake: Condvar,
}

// SAFETY: `job` is all that could not be shared, and it is never read while it is written: see there.
unsafe impl Send for Shared {}
// SAFETY: `job` is never read while it is written, so threads may share it.
unsafe impl Sync for Shared {}

impl Team {
    /// A team of this number of threads, the caller being one of them.
    ///
    /// # Panics
    /// If there are none, or the system gives no more threads.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        assert!(threads > 0, "a team has at least one member");
        let shared = Arc::new(Shared {
            parts: AtomicU64::new(0),
            done: AtomicUsize::new(0),
            job: Slot::new(&|_| {}),
            panic: Mutex::new(None),
            closing: AtomicBool::new(false),
            asleep: AtomicUsize::new(0),
            lock: Mutex::new(()),
            wake: Condvar::new(),
        });
        // If the system gives no more threads, those that are there end with the team.
        let mut team = Self { shared, threads: Vec::new() };
        for _ in 1..threads {
            let shared = Arc::clone(&team.shared);
            team.threads.push(spawn(move || shared.member()));
        }
        team
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
    /// If the job did, with what the first part did that panicked, after all parts are done.
    pub fn run(&mut self, parts: usize, job: &(dyn Fn(usize) + Sync)) {
        if parts <= 1 || self.threads.is_empty() {
            (0..parts).for_each(job);
            return;
        }
        let shared = &*self.shared;
        let count = u32::try_from(parts).expect("there are not that many parts");
        #[allow(clippy::transmute_ptr_to_ptr, reason = "a cast cannot change the lifetime")]
        // SAFETY: only the lifetime changes. A member uses the job between taking a part and saying that it is done. This
        // function does not end before all parts are: it returns behind the loop that waits for that, and `lent` ends the
        // program if something in between panics.
        let erased = unsafe { core::mem::transmute::<*const (dyn Fn(usize) + Sync + '_), Job>(job) };
        let lent = NoUnwinding;
        // SAFETY: `self` is borrowed mutably, so there is no other caller; all parts of earlier work are done, so no member
        // looks at the job until the parts of this one are published below.
        unsafe { shared.job.set(erased) };
        shared.done.store(0, Ordering::Relaxed);
        // RowPanel 0 is taken.
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
        core::mem::forget(lent);
        let payload = shared.panic.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(payload) = payload {
            resume_unwind(payload);
        }
    }

    /// Hands each of `pieces`, of which there are at most `parts`, to `work` once: the first one on the caller's thread, the
    /// others on any.
    ///
    /// # Panics
    /// If the work did.
    pub fn each<P: Send>(&mut self, parts: usize, pieces: impl Iterator<Item = P> + Send, work: impl Fn(P) + Sync) {
        let mut pieces = pieces;
        let (first, others) = (std::sync::Mutex::new(pieces.next()), std::sync::Mutex::new(pieces));
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

/// Ends the program if it is dropped: while threads use what a caller has lent them, no panic may take it away. None comes
/// about in between, as [`Shared::part`] lets none out.
struct NoUnwinding;

impl Drop for NoUnwinding {
    fn drop(&mut self) {
        std::process::abort();
    }
}

/// Waits a little; longer after some time.
fn wait(spins: &mut usize) {
    if *spins < SPINS {
        spin_loop();
    } else {
        yield_now();
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

    /// Does a part that this thread has taken. It does not panic: what the job panicked with is kept for the caller, or forgotten
    /// if there is some already. It is not dropped, because that is code of the user's, which may panic again.
    fn part(&self, part: usize) {
        // SAFETY: a part is taken and not done, so the job is not written to, and its caller waits.
        let done = catch_unwind(AssertUnwindSafe(|| unsafe { (*self.job.get())(part) }));
        if let Err(payload) = done {
            let mut first = self.panic.lock().unwrap_or_else(PoisonError::into_inner);
            match *first {
                Some(_) => core::mem::forget(payload),
                None => *first = Some(payload),
            }
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

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use std::panic::panic_any;
    use std::string::String;
    use std::{thread, vec};

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

    /// What some work panicked with.
    fn outcome(run: impl FnOnce()) -> Box<dyn Any + Send> {
        catch_unwind(AssertUnwindSafe(run)).expect_err("the work panics")
    }

    #[test]
    fn a_panic_reaches_the_caller_after_all_parts() {
        let mut team = Team::new(2);
        for panics in [0, 3, 7] {
            let count = AtomicUsize::new(0);
            let payload = outcome(|| {
                team.run(8, &|part| {
                    count.fetch_add(1, Ordering::Relaxed);
                    assert!(part != panics, "part {part}, as intended");
                });
            });
            assert_eq!(payload.downcast_ref::<String>(), Some(&std::format!("part {panics}, as intended")));
            assert_eq!(count.load(Ordering::Relaxed), 8);
        }
        team.run(2, &|_| {});
    }

    /// Panics again when it is dropped.
    struct Bomb;

    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("a payload was dropped");
        }
    }

    /// The parts use what lies on the stack of the caller, so none may be at work when the call has ended; and members live on.
    #[test]
    fn payloads_that_panic_when_they_are_dropped_are_kept() {
        for threads in 2..5 {
            let mut team = Team::new(threads);
            for panics in [0..1, 1..8, 0..8] {
                let (begun, ended) = (AtomicUsize::new(0), AtomicUsize::new(0));
                let payload = outcome(|| {
                    team.run(8, &|part| {
                        begun.fetch_add(1, Ordering::Relaxed);
                        thread::sleep(core::time::Duration::from_millis(2));
                        ended.fetch_add(1, Ordering::Relaxed);
                        if panics.contains(&part) {
                            panic_any(Bomb);
                        }
                    });
                });
                let counts = [&ended, &begun].map(|count| count.load(Ordering::Relaxed));
                assert!(payload.is::<Bomb>());
                core::mem::forget(payload);
                assert_eq!(counts, [8, 8], "{threads} threads, {panics:?}");
            }
            assert!(team.threads.iter().all(|thread| !thread.is_finished()), "a member has died");
        }
    }
}
