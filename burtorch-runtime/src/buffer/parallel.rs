//! Where the threads of a model compute.

use core::fmt;
use std::boxed::Box;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::vec::Vec;

use num_traits::Zero;

use super::{Aligned, BatchWorkspace};
use crate::kernel::Team;
use crate::model::Model;

/// What a model computes on the way, for a batch on several threads; and those threads.
///
/// It owns its threads: a step needs them at once, for less than a millisecond and many times a second, so between two
/// kernels they wait awake, which those of a pool that serves others must not. A millisecond after the last step they go
/// to sleep. The calling thread is one of them.
///
/// Each thread has a [`BatchWorkspace`] and a gradient, allocated here and never again.
pub struct ParallelWorkspace<M: Model> {
    team: Team,
    seats: Vec<RwLock<Seat<M>>>,
    /// How many seats have a gradient that must be added up; the first one's is the caller's own.
    used: usize,
}

/// What one thread works with.
struct Seat<M: Model> {
    workspace: Box<BatchWorkspace<M>>,
    /// Empty at the first seat, which adds to the caller's gradient.
    gradient: Aligned<M::Scalar>,
    /// The sum of the values of its samples.
    total: M::Scalar,
}

impl<M: Model> ParallelWorkspace<M> {
    /// A workspace for so many threads, the caller included; 0 stands for as many as the processor runs at a time.
    ///
    /// # Panics
    /// If the system gives no more threads.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        let threads = match threads {
            0 => std::thread::available_parallelism().map_or(1, core::num::NonZero::get),
            threads => threads,
        };
        let seat = |at| {
            let gradient = Aligned::zeros(if at == 0 { 0 } else { M::PARAMS });
            RwLock::new(Seat { workspace: BatchWorkspace::boxed(), gradient, total: M::Scalar::zero() })
        };
        Self { team: Team::new(threads), seats: (0..threads).map(seat).collect(), used: 0 }
    }

    /// How many threads there are, the caller included.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.seats.len()
    }

    /// The sum of what `job` returns at the first `used` seats. It is given the seat, a gradient to add to, and a
    /// workspace. The gradient of the first seat is `gradient`, which is set to zero before if it is `fresh`.
    #[doc(hidden)]
    pub fn at_seats<J>(&mut self, used: usize, gradient: &mut [M::Scalar], fresh: bool, job: J) -> M::Scalar
    where
        J: Fn(usize, &mut [M::Scalar], &mut BatchWorkspace<M>) -> M::Scalar + Sync,
    {
        self.used = used.max(1);
        let gradient = std::sync::Mutex::new(gradient);
        let seats = &self.seats;
        self.team.run(self.used, &|at| {
            let Seat { workspace, gradient: own, total } = &mut *write(&seats[at]);
            if at == 0 {
                let mut gradient = gradient.lock().unwrap_or_else(PoisonError::into_inner);
                if fresh {
                    gradient.fill(M::Scalar::zero());
                }
                *total = job(at, &mut gradient, workspace);
            } else {
                own.fill(M::Scalar::zero());
                *total = job(at, own, workspace);
            }
        });
        seats[..self.used].iter().fold(M::Scalar::zero(), |sum, seat| sum + read(seat).total)
    }

    /// The workspace of the first seat, and all threads.
    #[doc(hidden)]
    pub fn together(&mut self) -> (&mut [M::Scalar], &mut [i64], &mut Team) {
        let seat = self.seats[0].get_mut().unwrap_or_else(PoisonError::into_inner);
        let (floats, indices) = seat.workspace.parts();
        (floats, indices, &mut self.team)
    }

    /// Adds the gradients of the other seats to that of the first one.
    #[doc(hidden)]
    pub fn add_up(&mut self, gradient: &mut [M::Scalar]) {
        if self.used > 1 {
            let length = self.range();
            let (seats, pieces) = (&self.seats[1..self.used], gradient.chunks_mut(length).enumerate());
            self.team.each(M::PARAMS.div_ceil(length), pieces, |(at, piece)| add(seats, piece, at * length));
        }
    }

    /// The same, then `params -= rate · gradient`.
    #[doc(hidden)]
    pub fn descend(&mut self, params: &mut [M::Scalar], gradient: &mut [M::Scalar], rate: M::Scalar) {
        let length = self.range();
        let seats = &self.seats[1..self.used.max(1)];
        let pieces = params.chunks_mut(length).zip(gradient.chunks_mut(length)).enumerate();
        self.team.each(M::PARAMS.div_ceil(length), pieces, |(at, (params, gradient))| {
            add(seats, gradient, at * length);
            crate::model::descend(params, gradient, rate);
        });
    }

    /// How many parameters a thread takes at a time: whole lines of the cache.
    fn range(&self) -> usize {
        M::PARAMS.div_ceil(self.threads()).next_multiple_of(64).max(64)
    }
}

/// Adds what the seats have from `first` on, one seat after the other.
fn add<M: Model>(seats: &[RwLock<Seat<M>>], piece: &mut [M::Scalar], first: usize) {
    for seat in seats {
        let seat = read(seat);
        for (sum, slope) in piece.iter_mut().zip(&seat.gradient[first..]) {
            *sum = *sum + *slope;
        }
    }
}

/// Samples may panic, and leave a seat half done. The next call does not care: it starts with what it writes itself.
fn read<T>(lock: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

fn write<T>(lock: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    lock.write().unwrap_or_else(PoisonError::into_inner)
}

impl<M: Model> fmt::Debug for ParallelWorkspace<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParallelWorkspace").field("threads", &self.seats.len()).finish_non_exhaustive()
    }
}
