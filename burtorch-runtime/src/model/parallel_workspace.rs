//! The threads of a model, and the memory of each.

use core::fmt;
use std::boxed::Box;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::vec::Vec;

use num_traits::Zero;

use super::Model;
use crate::kernel::Team;
use crate::{Aligned, BatchWorkspace};

/// What a model computes on the way, for a batch on several threads; and those threads.
///
/// It owns its threads: a step needs them at once, for less than a millisecond and many times a second, so between two
/// kernels they wait awake, which those of a pool that serves others must not. A millisecond after the last step they go
/// to sleep. The calling thread is one of them.
///
/// Each thread has a [`BatchWorkspace`] and a gradient, allocated here and never again.
pub struct ParallelWorkspace<M: Model> {
    team: Team,
    workers: Vec<RwLock<WorkerSlot<M>>>,
    /// How many workers have a gradient that must be added up; that of worker 0 is the caller's own.
    used: usize,
}

/// The memory of one worker. Any thread may be that worker in a call, but worker 0 is the calling thread.
struct WorkerSlot<M: Model> {
    workspace: Box<BatchWorkspace<M>>,
    /// Empty for worker 0, which adds to the caller's gradient.
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
        let slot = |at| {
            let gradient = Aligned::zeros(if at == 0 { 0 } else { M::PARAMS });
            RwLock::new(WorkerSlot { workspace: BatchWorkspace::boxed(), gradient, total: M::Scalar::zero() })
        };
        Self { team: Team::new(threads), workers: (0..threads).map(slot).collect(), used: 0 }
    }

    /// How many threads there are, the caller included.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.workers.len()
    }

    /// The sum of what `job` returns for workers `0..used`. It is given the worker and its workspace.
    pub(super) fn at_workers<J>(&mut self, used: usize, job: J) -> M::Scalar
    where
        J: Fn(usize, &mut BatchWorkspace<M>) -> M::Scalar + Sync,
    {
        let (used, workers) = (used.max(1), &self.workers);
        self.team.run(used, &|at| {
            let WorkerSlot { workspace, total, .. } = &mut *write(&workers[at]);
            *total = job(at, workspace);
        });
        sum_of_totals(&workers[..used])
    }

    /// The sum of what `job` returns for workers `0..used`. It is given the worker, a gradient to add to, and a workspace. The
    /// gradient of worker 0 is `gradient`, which is set to zero before if it is `fresh`.
    pub(super) fn at_workers_with_gradients<J>(
        &mut self,
        used: usize,
        gradient: &mut [M::Scalar],
        fresh: bool,
        job: J,
    ) -> M::Scalar
    where
        J: Fn(usize, &mut [M::Scalar], &mut BatchWorkspace<M>) -> M::Scalar + Sync,
    {
        self.used = used.max(1);
        let gradient = std::sync::Mutex::new(gradient);
        let workers = &self.workers;
        self.team.run(self.used, &|at| {
            let WorkerSlot { workspace, gradient: own, total } = &mut *write(&workers[at]);
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
        sum_of_totals(&workers[..self.used])
    }

    /// The workspace of worker 0, and all threads.
    pub(super) fn together(&mut self) -> (&mut [M::Scalar], &mut [i64], &mut Team) {
        let slot = self.workers[0].get_mut().unwrap_or_else(PoisonError::into_inner);
        let (floats, indices) = slot.workspace.parts();
        (floats, indices, &mut self.team)
    }

    /// Adds the gradients of the other workers to that of worker 0.
    pub(super) fn add_up(&mut self, gradient: &mut [M::Scalar]) {
        if self.used > 1 {
            let length = self.range();
            let (workers, pieces) = (&self.workers[1..self.used], gradient.chunks_mut(length).enumerate());
            self.team.each(M::PARAMS.div_ceil(length), pieces, |(at, piece)| add(workers, piece, at * length));
        }
    }

    /// Adds the gradients of the other workers to that of worker 0, then `params -= rate · gradient`.
    pub(super) fn descend(&mut self, params: &mut [M::Scalar], gradient: &mut [M::Scalar], rate: M::Scalar) {
        let length = self.range();
        let workers = &self.workers[1..self.used.max(1)];
        let pieces = params.chunks_mut(length).zip(gradient.chunks_mut(length)).enumerate();
        self.team.each(M::PARAMS.div_ceil(length), pieces, |(at, (params, gradient))| {
            add(workers, gradient, at * length);
            super::descend(params, gradient, rate);
        });
    }

    /// How many parameters a thread takes at a time: whole lines of the cache.
    fn range(&self) -> usize {
        M::PARAMS.div_ceil(self.threads()).next_multiple_of(64).max(64)
    }
}

/// The sum of the values of workers, in their order.
fn sum_of_totals<M: Model>(workers: &[RwLock<WorkerSlot<M>>]) -> M::Scalar {
    workers.iter().fold(M::Scalar::zero(), |sum, worker| sum + read(worker).total)
}

/// Adds the gradients of workers from parameter `first` on, one worker after the other.
fn add<M: Model>(workers: &[RwLock<WorkerSlot<M>>], piece: &mut [M::Scalar], first: usize) {
    for worker in workers {
        let worker = read(worker);
        for (sum, slope) in piece.iter_mut().zip(&worker.gradient[first..]) {
            *sum = *sum + *slope;
        }
    }
}

/// Samples may panic, and leave a slot half written. The next call does not care: it starts with what it writes itself.
fn read<T>(lock: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

fn write<T>(lock: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    lock.write().unwrap_or_else(PoisonError::into_inner)
}

impl<M: Model> fmt::Debug for ParallelWorkspace<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParallelWorkspace").field("threads", &self.workers.len()).finish_non_exhaustive()
    }
}
