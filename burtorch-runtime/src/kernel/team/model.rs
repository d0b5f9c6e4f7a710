//! A team under loom, which runs each model with all orders of its threads' steps, and with all values that a load may see.
//!
//! What a job is given lies in cells of loom. These fail the model if a thread touches one that another writes, without
//! something in between that says which came first. So a member that used a job after its call had ended would be found.

use super::*;
use loom::cell::UnsafeCell;
use std::panic::panic_any;

/// Numbers on the stack of the caller, one for each part.
struct Cells([UnsafeCell<usize>; 3]);

// SAFETY: loom fails the model if two threads use a cell at once.
unsafe impl Sync for Cells {}

impl Cells {
    fn new() -> Self {
        Self([(); 3].map(|()| UnsafeCell::new(0)))
    }

    fn add(&self, at: usize) {
        // SAFETY: loom fails the model if another thread has it meanwhile.
        self.0[at].with_mut(|number| unsafe { *number += 1 });
    }

    fn all(&self) -> [usize; 3] {
        // SAFETY: loom fails the model if another thread writes it meanwhile.
        [0, 1, 2].map(|at| self.0[at].with(|number| unsafe { *number }))
    }
}

/// All orders in which no more than so many threads are interrupted where they need not be.
fn model(preemptions: usize, run: impl Fn() + Sync + Send + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(preemptions);
    builder.check(run);
}

#[test]
fn loom_two_threads_do_each_part_once_and_are_through_with_it() {
    model(3, || {
        let mut team = Team::new(2);
        for parts in [2, 3] {
            let cells = Cells::new();
            team.run(parts, &|part| cells.add(part));
            assert_eq!(cells.all(), if parts == 2 { [1, 1, 0] } else { [1, 1, 1] });
        }
    });
}

#[test]
fn loom_three_threads_do_each_part_once_and_are_through_with_it() {
    model(2, || {
        let mut team = Team::new(3);
        let cells = Cells::new();
        team.run(3, &|part| cells.add(part));
        assert_eq!(cells.all(), [1, 1, 1]);
    });
}

/// Panics again when it is dropped.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("a payload was dropped");
    }
}

#[test]
fn loom_a_panic_comes_after_all_parts_are_through() {
    // There are thousands of them, all as intended.
    let print = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if !info.payload().is::<Bomb>() {
            print(info);
        }
    }));
    for panics in [0..1, 1..2, 0..2] {
        model(3, move || {
            let mut team = Team::new(2);
            let cells = Cells::new();
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                team.run(2, &|part| {
                    cells.add(part);
                    if panics.contains(&part) {
                        panic_any(Bomb);
                    }
                });
            }));
            core::mem::forget(outcome.expect_err("some part panics"));
            assert_eq!(cells.all(), [1, 1, 0]);
            team.run(2, &|part| cells.add(part));
            assert_eq!(cells.all(), [2, 2, 0]);
        });
    }
}

/// A member that sleeps when its team ends wakes up: otherwise the last thread would wait forever, which loom finds.
#[test]
fn loom_a_team_ends_its_members() {
    model(3, || drop(Team::new(3)));
}
